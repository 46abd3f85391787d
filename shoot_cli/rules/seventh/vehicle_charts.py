"""The charts of vehicles, markers and flyers as pure functions (7E-VEH, 7E-WPN-13 to 22, 7E-FLY, 7E-FMC)."""

from __future__ import annotations

from functools import lru_cache
from math import inf
from typing import NamedTuple

from shoot_cli.engine.questions import Need
from shoot_cli.engine.reasons import Meaning, Outcome, Reason
from shoot_cli.engine.record import Hashed
from shoot_cli.rules.seventh.charts import cover_save, invulnerable_save, why_strength
from shoot_cli.rules.seventh.profiles import ASSAULT, HEAVY, ORDNANCE, RAPID_FIRE, SALVO, Model, Unit, Weapon
from shoot_cli.rules.seventh.tokens import Dent, Hull, Impact, Strike

# Lance treats higher armour as this value (7E-VEH-6).
LANCE_ARMOUR = 12
SNIPER_STRENGTH = 4
EXPLOSION = Hashed(Weapon("explosion", 6, 4, None, ASSAULT))  # S4 AP-, range D6" (7E-VEH-10)
SUM, HIGHEST, ONE = "sum", "highest", "one"
BLASTS = {"Blast": 3, "Large Blast": 5, "Massive Blast": 7, "Apocalyptic Blast": 10}  # diameter in inches
USUALLY_UNDER = {"Blast": 3, "Large Blast": 6, "Massive Blast": 9, "Apocalyptic Blast": 14, "Template": 4}
AREA = ("Template", *BLASTS)
FLYING = ("Flyer", "Flying Monstrous Creature")
JINKING = ("Bike", "Jetbike", "Skimmer", *FLYING)
DODGE, SMOKE_SAVE = 4, 5

STATIONARY, COMBAT, CRUISING, FLAT_OUT, SMOKE = "stationary", "combat", "cruising", "flat out", "smoke"
SPEEDS = {
    STATIONARY: "did not move (pivoting is no movement)",
    COMBAT: 'Combat Speed, up to 6"',
    CRUISING: 'Cruising Speed, up to 12"',
}
SILENT = {FLAT_OUT: "moved Flat Out: no shooting", SMOKE: "used its smoke launchers: no shooting"}


class Penetration(NamedTuple):
    """How a hit is rolled to penetrate. `glance` is the die or sum that equals the armour."""

    dice: int  # number of dice thrown
    how: str  # ONE, SUM (of the kept dice) or HIGHEST
    glance: int
    because: tuple[Reason, ...]
    six_glances: bool = False  # Gauss
    six_rends: bool = False
    picks: tuple[tuple[int, int], ...] = ()  # for a SUM: dice thrown, and how many of the highest are kept

    @property
    def kept(self) -> int:
        """Return how many dice count."""
        return sum(kept for _, kept in self.picks) or 1

    @property
    def most(self) -> int:
        """Return the highest possible result."""
        return (6 + 3 * self.six_rends) * self.kept

    @property
    def hopeless(self) -> bool:
        """Return True if no result has an effect."""
        return self.glance > self.most and not self.six_glances

    @property
    def sixes_matter(self) -> bool:
        """Return True if a sum with a 6 may fail to penetrate, so that the D3 of Rending matters."""
        return self.six_rends and self.glance >= 6 + self.kept - 1


@lru_cache(1024)
def armour_against(strike: Strike) -> tuple[int, tuple[Reason, ...]]:
    """Return the armour value of the attacked facing, at most 12 against Lance (7E-VEH-2, 7E-VEH-6)."""
    armour = strike.model.body().armour(strike.impact.aim.facing)
    reasons = (Reason(f"{strike.impact.aim.facing} armour {armour}", "7E-VEH-2"),)
    if "Lance" in strike.impact.gun.value.rules and armour > LANCE_ARMOUR:
        return LANCE_ARMOUR, (*reasons, Reason(f"Lance: armour counts as {LANCE_ARMOUR}", "7E-VEH-6"))
    return armour, reasons


@lru_cache(1024)
def strength_against_armour(impact: Impact) -> int:
    """Return what is added to the die: the Strength, 4 for snipers, 1 without Strength (7E-VEH-6)."""
    gun = impact.gun.value
    return SNIPER_STRENGTH if "Sniper" in gun.rules else gun.strength or 1


@lru_cache(1024)
def penetration(strike: Strike) -> Penetration:
    """Return how the hit is rolled to penetrate (7E-VEH-3, 7E-VEH-6, 7E-VEH-15)."""
    impact = strike.impact
    armour, reasons = armour_against(strike)
    strength = strength_against_armour(impact)
    words = (
        *reasons,
        Reason(f"Strength {strength} and the dice against armour {armour}", "7E-VEH-3"),
        *why_strength(impact.gun.value, strength),
    )
    glance = armour - strength
    ordnance, gauss, rending = (rule in impact.gun.value.rules for rule in (ORDNANCE_DICE, "Gauss", "Rending"))
    if names := more_dice(impact):
        picks = picks_of(len(names), ordnance, strike.model.readings)
        dice = sum(thrown for thrown, _ in picks)
        words = (*words, Reason(f"{' and '.join(names)}: {dice_text(picks)}", "7E-VEH-6"))
        how = Penetration(
            dice, SUM, glance, words, False, rending and ONE_DIE_RENDS not in strike.model.readings, picks
        )
        if how.sixes_matter:
            how = how._replace(because=(*words, Reason("Rending: each 6 adds D3", "7E-VEH-15")))
        return how
    if rending and glance >= 6:
        words = (*words, Reason("Rending: a 6 adds D3", "7E-VEH-6"))
    if gauss and glance > 6:
        words = (*words, Reason("Gauss: a 6 glances", "7E-VEH-6"))
    if ordnance:
        words = (*words, Reason("Ordnance: two dice, the higher counts", "7E-VEH-6"))
        return Penetration(2, HIGHEST, glance, words, gauss, rending)
    return Penetration(1, ONE, glance, words, gauss, rending)


NOTHING, IMMOBILISES = Outcome(1, "nothing", nothing=True), Outcome(6, "immobilises", "immobilise")
GLANCES, PENETRATES = Outcome(1, "glances", "glance"), Outcome(1, "penetrates", "penetrate")
HAYWIRE = Meaning((NOTHING, GLANCES.but(low=2), PENETRATES.but(low=6)))
GRAVITONS = Meaning((NOTHING, IMMOBILISES))


@lru_cache(1024)
def what_it_does(strike: Strike) -> Meaning:
    """Return the results of the die, or the sum, for display (7E-VEH-3, 7E-VEH-6)."""
    how, (armour, _) = penetration(strike), armour_against(strike)
    glance = how.glance
    outcomes: tuple[Outcome, ...]
    outcomes = (NOTHING.but(low=min(1, glance - 1)), GLANCES.but(low=glance), PENETRATES.but(low=glance + 1))
    if how.how != SUM and glance == 6 and how.six_rends:
        outcomes = (NOTHING, PENETRATES.but(low=6))
    elif how.how != SUM and 6 < glance <= 9 and how.six_rends:
        outcomes = (NOTHING, Outcome(6, "adds D3", "add D3 each"))
    elif how.how != SUM and glance > 6 and how.six_glances:
        outcomes = (NOTHING, GLANCES.but(low=6))
    strength = strength_against_armour(strike.impact)
    return Meaning(outcomes, strength, ("armour", armour), best=how.how == HIGHEST)


def what_rending_does(strike: Strike) -> Meaning:
    """Return the results of the D3 that a 6 adds, for display (7E-VEH-6)."""
    how, means = penetration(strike), what_it_does(strike)
    need = how.glance - 6
    before = GLANCES if how.six_glances else NOTHING
    outcomes = (before, GLANCES.but(low=need), PENETRATES.but(low=need + 1))[need == 1 :]
    return means.but(outcomes=outcomes, plus=means.plus + 6, best=False)


def more_dice(impact: Impact) -> list[str]:
    """Return the rules that add a die to the roll."""
    names = (("Melta at half range", impact.aim.melta), ("Armourbane", "Armourbane" in impact.gun.value.rules))
    return [name for name, there in names if there]


# Values of settings for penetration that the target's models carry if they are not the default.
TWO_D6, ONE_DIE_RENDS, BEST_OF_ALL = "2d6", "none", "best_two_of_three"


def picks_of(more: int, ordnance: bool, readings: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    """Return dice thrown and kept with `more` rules of Melta and Armourbane, and with Ordnance (7E-VEH-15)."""
    dice = 1 + (1 if TWO_D6 in readings else more)
    if not ordnance:
        return ((dice, dice),)
    return ((dice + 1, dice),) if BEST_OF_ALL in readings else ((2, 1), (dice - 1, dice - 1))


def dice_text(picks: tuple[tuple[int, int], ...]) -> str:
    """Return such words as `2D6` or `the best of 2D6, and 1D6`."""
    named = (
        f"{thrown}D6" if thrown == kept else f"the best {f'{kept} ' if kept > 1 else ''}of {thrown}D6"
        for thrown, kept in picks
    )
    return ", and ".join(named)


ORDNANCE_DICE = "two dice"  # rule of a Gun whose weapon is Ordnance or a Primary Weapon


@lru_cache(1024)
def hull_save(dent: Dent) -> Need:
    """Return the better of cover and invulnerable save; vehicles have no armour save (7E-VEH-8, 7E-SAV-3)."""
    model, aim = dent.model, dent.impact.aim
    found = [invulnerable_save(model.invulnerable)]
    if "Ignores Cover" in dent.impact.gun.value.rules:
        cover = Need(None, (Reason("the weapon ignores cover", "7E-SAV-10", "no"),), label="cover save")
    else:
        seen = model if aim.covered else model.but(cover=None)
        cover = cover_save(seen.but(stealth=seen.stealth + aim.better))
        if aim.better and cover.target is not None:
            cover = cover.but(because=(*cover.because, Reason("another facing than its own is shot at", "7E-VEH-8")))
    found.append(cover)
    allowed = [need for need in found if need.target is not None]
    if not allowed:
        return Need(None, cover.because, label="no save")
    wanted = next((need for need in allowed if need.label.startswith(model.prefers)), None)
    if wanted is not None:
        return wanted.but(because=(*wanted.because, Reason("the owner chose it", "7E-SAV-8")))
    return min(allowed, key=lambda need: need.target or inf)


def damage_modifier(hull: Hull, ap: int | None) -> tuple[int, tuple[Reason, ...]]:
    """Return the modifier of a roll on the Vehicle Damage table, and why (7E-VEH-5, 7E-VEH-9)."""
    reasons = []
    by_ap = {1: 2, 2: 1}.get(ap or 0, 0)
    if by_ap:
        reasons.append(Reason(f"AP{ap}: +{by_ap}", "7E-VEH-5", f"+{by_ap}"))
    if hull.open_topped:
        reasons.append(Reason("open-topped: +1", "7E-VEH-9", "+1"))
    return by_ap + hull.open_topped, tuple(reasons)


def full_skill(unit: Unit, speed: str, fast: bool = False) -> int | None:
    """Return how many weapons of each vehicle fire at full Ballistic Skill at this speed; None means all (7E-WPN-22).

    `fast` is True if the vehicle counts as Fast, whatever its type is.
    """
    if speed in SILENT:
        return 0
    if speed == STATIONARY or unit.of_type("Walker") or unit.of_type("Heavy"):
        return None
    fast = fast or unit.of_type("Fast")
    if fast and speed == COMBAT:
        return None
    return (2 if fast else 1 if speed == COMBAT else 0) + unit.has("Power of the Machine Spirit")


def never_snaps(weapon: Weapon) -> bool:
    """Return True if the weapon cannot fire Snap Shots (7E-HIT-5)."""
    return weapon.type == ORDNANCE or bool(area_of(weapon))


def two_dice(weapon: Weapon) -> bool:
    """Return True if the weapon rolls two dice to penetrate (7E-WPN-18, 7E-WPN-19)."""
    return weapon.type in ("Ordnance", "Primary Weapon") or weapon.has("Primary Weapon")


def area_of(weapon: Weapon) -> str:
    """Return the weapon's marker rule, such as "Blast" or "Template"; "" if it rolls To Hit."""
    return next((rule for rule in AREA if rule in weapon.rules), "") if weapon.rules else ""


def usually_under(area: str, models: int, vehicle: bool) -> int:
    """Return the proposed number of models under a marker."""
    return 1 if vehicle else max(1, min(models, USUALLY_UNDER[area]))


def stays_put(ballistic_skill: int, subtracted: bool) -> tuple[int, int]:
    """Return in how many of how many equal cases a marker does not move (7E-WPN-13, 7E-WPN-15)."""
    most = ballistic_skill if subtracted else 0
    near = sum(first + second <= most for first in range(1, 7) for second in range(1, 7))
    return 2 * 36 + 4 * near, 6 * 36


def drift(inches: int, ballistic_skill: int, subtracted: bool) -> int:
    """Return how many inches a marker moves if the arrow shows (7E-WPN-13, 7E-WPN-15)."""
    return max(0, inches - ballistic_skill) if subtracted else inches


def jinks(unit: Unit, model: Model) -> bool:
    """Return True if the model can jink by its own rules or type (7E-GTG-6, 7E-IC-3)."""
    return _has(unit, model, "Jink") or any(unit.model_of_type(model, word) for word in JINKING)


def dodge(unit: Unit, model: Model) -> int:
    """Return the jink save; one Skilled Rider is enough for the unit (7E-GTG-6, 7E-FLY-6, 7E-IC-3)."""
    return DODGE - unit.has("Skilled Rider") - _has(unit, model, "Agile")


def flies(unit: Unit) -> bool:
    """Return True if the unit may zoom or swoop (7E-NOM-3 r)."""
    return any(unit.of_type(word) for word in FLYING)


def skyfire_target(unit: Unit) -> bool:
    """Return True if Skyfire weapons shoot at the unit with full skill (7E-NOM-3 s)."""
    return flies(unit) or unit.of_type("Skimmer")


def hull_of(model: Model, unit: Unit) -> Hull | None:
    """Return the undamaged hull of a vehicle; None for other models."""
    if model.front is None or model.side is None or model.rear is None:
        return None
    return Hull(
        model.front, model.side, model.rear,
        unit.of_type("Open-topped"), _has(unit, model, "Extra Armour"), _has(unit, model, "Venerable"), model.working(),
        to_glance=min(filter(None, (model.to_glance, 6 if _has(unit, model, "Ramshackle") else None)), default=None),
    )  # fmt: skip


def _has(unit: Unit, model: Model, rule: str) -> bool:
    """Return True if the model or its whole unit has the rule; another model's rule does not count."""
    return rule in unit.rules or model.has(rule)


# Flyers and Flying Monstrous Creatures (7E-FLY, 7E-FMC).

ZOOMING, HOVERING, SWOOPING, GLIDING = "zooming", "hovering", "swooping", "gliding"
HARD_TO_HIT = (ZOOMING, SWOOPING)
MODES = {
    ZOOMING: "zooming: hard to hit",
    HOVERING: "hovering: as a Fast Skimmer",
    SWOOPING: "swooping: hard to hit",
    GLIDING: "gliding: as a Monstrous Creature",
}
INSTEAD = {HOVERING: ZOOMING, SWOOPING: GLIDING}  # the mode when no mark says otherwise
FLYER_SPEEDS = {STATIONARY: "did not move", COMBAT: 'Combat Speed, 18"', CRUISING: 'Cruising Speed, up to 36"'}
NO_HOVER = Reason("it has no Hover: it always zooms", "7E-FLY-1")
NEVER_STILL = Reason("who zooms cannot stand still", "7E-FLY-2")
AT_FULL_SKILL = 4  # weapons of a zooming unit, at every speed (7E-FLY-2)

STRAFING = (ASSAULT, HEAVY, RAPID_FIRE, SALVO)  # types of weapons
STRAFED = ("Artillery", "Beast", "Bike", "Cavalry", "Infantry", "Monstrous Creature")  # "Bike" is in "Jetbike"

CRASH = Hashed(Weapon("crash", 6, 6, None, ASSAULT))  # S6 AP-, under a Large Blast marker (7E-FLY-10)
CRASH_INSIDE = Hashed(Weapon("crash", 6, 10, None, ASSAULT, rules=("Ignores Cover",)))
FALL = Hashed(Weapon("fall", 6, 9, None, ASSAULT, rules=("Ignores Cover",)))  # 7E-FMC-4
TRAKTOR = -3  # modifier of the Grounding test after a Wound by a traktor weapon


def is_flyer(unit: Unit) -> bool:
    return unit.of_type("Flyer")


def is_monster(unit: Unit) -> bool:
    return unit.of_type("Flying Monstrous Creature")


def flight_modes(unit: Unit) -> tuple[str, ...]:
    """Return how the unit can fly, the usual mode first; () if it does not fly (7E-FLY-1, 7E-FMC-1)."""
    if is_flyer(unit):
        return (ZOOMING, HOVERING) if unit.of_type("Hover") else (ZOOMING,)
    return (SWOOPING, GLIDING) if is_monster(unit) else ()


def low(unit: Unit) -> str:
    """Return the mode that is not hard to hit."""
    return HOVERING if is_flyer(unit) else GLIDING


def is_air_target(unit: Unit, jetbikes: bool = False) -> bool:
    """Return True if Skyfire hits it with full skill; `jetbikes` adds Jetbikes (7E-FLY-4, 7E-FLY-3)."""
    return skyfire_target(unit) or (jetbikes and unit.of_type("Jetbike"))


def strafes(unit: Unit, weapon: Weapon) -> bool:
    """Return True if a Strafing Run applies to this weapon (7E-FLY-7)."""
    return unit.has("Strafing Run") and weapon.type in STRAFING


def strafed(unit: Unit, zooming: bool) -> bool:
    """Return True for ground targets of a Strafing Run (7E-FLY-7). Gliding creatures count as Monstrous (7E-FMC-3)."""
    if unit.vehicle:
        return not skyfire_target(unit)
    return not zooming and any(unit.of_type(word) for word in STRAFED)


def elysian(unit: Unit) -> bool:
    """Return True for Elysian aircraft, whose Strafing Run also pins (7E-FLY-7)."""
    return "elysia" in f"{unit.faction} {unit.name}".casefold()


def grounding(traktor: bool) -> Need:
    """Return the Grounding test: 3+, with -3 on the die after a traktor weapon (7E-FMC-4)."""
    because: tuple[Reason, ...] = (Reason("a Swooping creature falls on 1 or 2", "7E-FMC-4", "3+"),)
    if traktor:
        because = (*because, Reason(f"a traktor weapon hurt it: {TRAKTOR} on the die", "7E-FMC-4", str(TRAKTOR)))
    return Need(3 - TRAKTOR * traktor, because)
