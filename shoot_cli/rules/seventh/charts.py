"""The charts as pure functions: numbers to roll and re-rolls, with their reasons. Nothing here asks or rolls.

Vehicles, markers and flyers have charts of their own (7E-VEH, 7E-WPN-13 to 22, 7E-FLY, 7E-FMC).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import inf
from typing import NamedTuple

from shoot_cli.engine.names import name_key
from shoot_cli.engine.questions import Need
from shoot_cli.engine.reasons import Meaning, Outcome, Reason
from shoot_cli.engine.record import Hashed
from shoot_cli.rules.seventh.profiles import ASSAULT, HEAVY, ORDNANCE, RAPID_FIRE, SALVO, Model, Shots, Unit, Weapon
from shoot_cli.rules.seventh.tokens import Dent, Gun, Hit, Hull, Impact, Shot, Strike, TargetModel, Wound

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
    return [name for name, applies in names if applies]


# Values of settings for penetration that the target's models carry if they are not the default.
TWO_D6, ONE_DIE_RENDS, BEST_OF_ALL = "2d6", "none", "best_two_of_three"


def picks_of(extra: int, ordnance: bool, readings: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    """Return dice thrown and kept with `extra` rules of Melta and Armourbane, and with Ordnance (7E-VEH-15)."""
    dice = 1 + (1 if TWO_D6 in readings else extra)
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
    needs = [invulnerable_save(model.invulnerable)]
    if "Ignores Cover" in dent.impact.gun.value.rules:
        cover = Need(None, (Reason("the weapon ignores cover", "7E-SAV-10", "no"),), label="cover save")
    else:
        seen = model if aim.covered else model.but(cover=None)
        cover = cover_save(seen.but(stealth=seen.stealth + aim.better))
        if aim.better and cover.target is not None:
            cover = cover.but(because=(*cover.because, Reason("another facing than its own is shot at", "7E-VEH-8")))
    needs.append(cover)
    allowed = [need for need in needs if need.target is not None]
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
        reasons.append(Reason(f"AP{ap} +{by_ap}", "7E-VEH-5", f"+{by_ap}"))
    if hull.open_topped:
        reasons.append(Reason("open-topped +1", "7E-VEH-9", "+1"))
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


def blast(area: str) -> bool:
    """Return True for Blast markers, whose wounds need neither sight nor range (7E-ALC-7)."""
    return area not in ("", "Template")


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


def dodging(save: int) -> str:
    """Return where a cover save without cover comes from: that of smoke is worse than that of anybody who jinks."""
    return "it jinks" if save < SMOKE_SAVE else "it hides in smoke"


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


def is_air_target(unit: Unit, jetbikes: bool) -> bool:
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


# Names of active effects, for the reasons of a roll (7E-EFF-1). They decide nothing.


def with_names(bearers: Iterable[tuple[Gun, Weapon, int, int]]) -> dict[Gun, Hashed[Gun]]:
    """Return each gun with the effect names of all its firers, so that alike guns stay alike.

    `bearers`: gun, weapon, and the firer's Ballistic Skill without and with effects.
    """
    by_gun: dict[Gun, dict[tuple[str, str], None]] = {}
    for gun, weapon, before, after in bearers:
        names = by_gun.setdefault(gun, {})
        names |= dict.fromkeys(pair for pair in weapon.effect_names if pair[0] != "bs")
        called = ", ".join(name for head, name in weapon.effect_names if head in ("bs", "snap bs"))
        if before != after and called:
            names[f"bs {after}", f"{called}: Ballistic Skill {before} is {after} now"] = None
    return {gun: Hashed(gun.but(effect_names=tuple(names))) for gun, names in by_gun.items()}


@lru_cache(1024)
def why_skill(shot: Shot, need: Need) -> Need:
    """Return the need To Hit with the effects that changed its Ballistic Skill among the reasons."""
    gun = shot.gun.value
    if shot.snap:
        texts = [f"{gun.givers('snap bs')}: Ballistic Skill 1 is {shot.snap_skill} now"] * (shot.snap_skill > 1)
    else:
        texts = [text for head, text in gun.effect_names if head == f"bs {shot.ballistic_skill}"]
    return need.but(because=(*need.because, *(Reason(text, "7E-EFF-1") for text in texts)))


def why_strength(gun: Gun, strength: int | None) -> tuple[Reason, ...]:
    """Return the effects that changed this Strength; () if none did."""
    changed = any(head == "s" for head, _ in gun.effect_names) and strength == gun.strength
    return (Reason(f"{gun.givers('s')}: Strength {strength} now", "7E-EFF-1"),) * changed


MOST_BALLISTIC_SKILL = 10
NO_AP = 7  # a number for "-" that sorts after AP6
SIXES_ARE_AP2 = ("Rending", "Bladestorm", "Sniper")  # rules that make 6s to wound AP2 (7E-WND-5, 7E-WND-7)

# Words of unit types that have Relentless (7E-WPN-21) or cannot go to ground (7E-GTG-3).
RELENTLESS_TYPES = ("Monstrous Creature", "Bike", "Jetbike", "Jet Pack", "Vehicle")
NEVER_TO_GROUND_TYPES = ("Vehicle", "Monstrous Creature", "Bike", "Jetbike", "Gargantuan")

# Cover by position: the save, the bonus for going to ground, the label (7E-SAV-5, 7E-GTG-2).
COVER: dict[str, tuple[int | None, int, str]] = {
    "none": (None, 1, "in the open"),
    "6+": (6, 1, "cover 6+"),
    "5+": (5, 1, "cover 5+"),
    "4+": (4, 1, "cover 4+"),
    "3+": (3, 1, "cover 3+"),
    "2+": (2, 1, "cover 2+"),
    "terrain": (5, 1, "unspecified terrain"),
    "wood": (5, 1, "in a wood"),
    "ruin": (4, 1, "in or behind a ruin"),
    "barricade": (4, 1, "behind a barricade or wall"),
    "crater": (6, 2, "in a crater"),
    "defence line": (4, 2, "behind a defence line"),
    "tank traps": (4, 1, "behind tank traps, fuel pipes, wreckage or a gun emplacement"),
    "fuel drum": (5, 1, "behind a fuel drum, ammunition dump or comms relay"),
    "tanglewire": (6, 1, "behind tanglewire"),
    "statuary": (3, 1, "behind Imperial statuary"),
    "models": (5, 1, "behind models of another unit"),
    "smoke": (5, 1, "behind smoke launchers"),
}


# Values of settings that models carry if they are not the default (7E-VEH-6, 7E-VEH-15, 7E-ALC-12).
READINGS = {
    "melta_armourbane": "2d6",
    "rending_extra_dice": "none",
    "ordnance_armourbane": "best_two_of_three",
    "swarms_fnp": "fnp_first",
    "swarms_overflow": "next_model",
}


def face(number: int) -> str:
    return f"{number}+"


@lru_cache(256)
def to_hit(ballistic_skill: int, snap: bool = False, snap_skill: int = 1) -> Need:
    """Return the need To Hit (7E-HIT-1, 7E-HIT-4). `snap_skill` is the Ballistic Skill of Snap Shots (7E-EFF-5)."""
    if snap and snap_skill > 1:
        need = max(2, 7 - snap_skill)
        words = f"a Snap Shot, Ballistic Skill 1 and {snap_skill - 1} more, hits on {face(need)}"
        return Need(need, (Reason(words, "7E-EFF-5", face(need)),))
    if snap:
        return Need(6, (Reason("Snap Shots count as Ballistic Skill 1", "7E-HIT-4"),))
    need = max(2, 7 - ballistic_skill)
    return Need(need, (Reason(f"Ballistic Skill {ballistic_skill} hits on {face(need)}", "7E-HIT-1", face(need)),))


@lru_cache(256)
def to_hit_again(ballistic_skill: int) -> Need:
    """Return what a re-rolled 1 needs with BS 6 to 10, the second line of the chart (7E-HIT-3)."""
    need = 12 - ballistic_skill
    return Need(need, (Reason(f"Ballistic Skill {ballistic_skill}: a re-rolled 1 hits on {face(need)}", "7E-HIT-3"),))


@lru_cache(512)
def to_wound(hit: Hit) -> Need:
    """Return the need To Wound, by the chart (7E-WND-1) or a rule that replaces it (7E-WND-3, 4, 5, 7)."""
    gun = hit.gun.value
    if "Sniper" in gun.rules:
        return Need(4, (Reason("Sniper weapons always wound on 4+", "7E-WND-7", "4+"),))
    if "Graviton" in gun.rules:
        return graviton(gun.armour)
    if "Fleshbane" in gun.rules:
        return Need(2, (Reason("Fleshbane always wounds on 2+", "7E-WND-4", "2+"),))
    chart = strength_against_toughness(gun.strength, gun.toughness)
    chart = chart.but(because=(*chart.because, *why_strength(gun, gun.strength)))
    if gun.poisoned is not None:
        if chart.target is not None and chart.target < gun.poisoned:
            return Need(
                chart.target, (*chart.because, Reason(f"lower than Poisoned ({face(gun.poisoned)})", "7E-WND-3"))
            )
        return Need(gun.poisoned, (Reason(f"Poisoned wounds on {face(gun.poisoned)}", "7E-WND-3", face(gun.poisoned)),))
    if chart.target is None and (rule := next((r for r in ("Rending", "Bladestorm", "Gauss") if r in gun.rules), None)):
        return Need(6, (*chart.because, Reason(f"{rule}: a 6 wounds whatever the Toughness", "7E-WND-5")))
    return chart


@lru_cache(128)
def strength_against_toughness(strength: int | None, toughness: int) -> Need:
    """Return the need by the chart (7E-WND-1). Without a printed Strength it is 1 (7E-WND-3)."""
    value = 1 if strength is None else strength
    apart = toughness - value
    words = f"Strength {value} against Toughness {toughness}"
    if apart >= 4:
        return Need(None, (Reason(f"{words} cannot wound", "7E-WND-1"),))
    needed = min(6, max(2, 4 + apart))
    return Need(needed, (Reason(words, "7E-WND-1", face(needed)),))


def can_hurt(strength: int, model: Model) -> bool:
    """Return False if no hit of this Strength, without any special rule, can wound or glance the model."""
    if model.front is not None:
        return min(model.front, model.side or model.front, model.rear or model.front) <= strength + 6
    return strength_against_toughness(strength, model.toughness).target is not None


def graviton(armour: int | None) -> Need:
    """Return the need of Graviton: the majority's armour save, 6 for 6+ and for none (7E-WND-8)."""
    words = f"most have armour {face(armour)}" if armour else "most have no armour save"
    return Need(armour or 6, (Reason(f"graviton: {words}", "7E-WND-8"),))


def majority_armour(counts: Iterable[tuple[int | None, int]]) -> int | None:
    """Return the armour save of most models, the best in a tie; None for none. `counts`: (save, models) (7E-WND-8)."""
    totals: dict[int, int] = {}
    for armour, n in counts:
        totals[armour or NO_AP] = totals.get(armour or NO_AP, 0) + n
    best = min(totals, key=lambda armour: (-totals[armour], armour))
    return best if best <= 6 else None


def majority_toughness(counts: Iterable[tuple[int, int]]) -> tuple[int, Reason]:
    """Return the Toughness of most models, the highest in a tie. `counts`: (Toughness, models) (7E-WND-2)."""
    totals: dict[int, int] = {}
    for toughness, n in counts:
        totals[toughness] = totals.get(toughness, 0) + n
    most = max(totals, key=lambda toughness: (totals[toughness], toughness))
    return most, Reason(f"Toughness {most} is what most models have", "7E-WND-2")


@lru_cache(1024)
def cover_save(standing: TargetModel) -> Need:
    """Return the cover save: position, then all bonuses, never better than 2+ (7E-SAV-5, 7, 9; 7E-GTG-2)."""
    if standing.no_cover:
        return Need(None, (Reason("an effect leaves it no cover", "7E-EFF-1", "no"),), label="cover save")
    ground = standing.ground_bonus if standing.on_ground else 0
    rules = standing.stealth + standing.cover_better
    better, reasons = rules + ground, []
    sources = (standing.cover, standing.dodge, standing.given_cover)
    cover = min((value for value in sources if value is not None), default=None)
    if cover is None:
        if not standing.stacks:  # in the open, only the better bonus counts
            better = max(rules, ground)
        if not better:
            return Need(None, (Reason("in the open: no cover", "7E-SAV-4", "no"),), label="cover save")
        reasons.append(Reason("in the open: counts as 7+", "7E-SAV-4", "7+"))
    else:
        source = ("", "7E-SAV-5")
        if cover != standing.cover:
            jinks = cover == standing.dodge
            source = (f"{dodging(cover)}: ", "7E-GTG-6") if jinks else ("an effect gives ", "7E-EFF-1")
        reasons.append(Reason(f"{source[0]}cover {face(cover)}", source[1], face(cover)))
    if ground:
        reasons.append(Reason(f"gone to ground: {ground} better", "7E-GTG-2"))
    if standing.stealth:
        reasons.append(Reason(f"Stealth, Shrouded or camo cloaks: {standing.stealth} better", "7E-SAV-7"))
    for change, words in ((standing.cover_better, "better"), (standing.cover_worse, "worse")):
        if change:
            reasons.append(Reason(f"effects: {change} {words}", "7E-EFF-1"))
    value = (cover or 7) - better + standing.cover_worse
    if value > 6:
        return Need(None, tuple(reasons), label="cover save")
    if value < 2:
        reasons.append(Reason("no save is better than 2+", "7E-SAV-9"))
    return Need(max(2, value), tuple(reasons), label="cover save")


@lru_cache(4096)
def saves(standing: TargetModel, wound: Wound) -> tuple[Need, ...]:
    """Return all saves, possible or not: armour, invulnerable, cover (7E-SAV-1 to 10)."""
    return (
        armour_save(standing.armour, wound.ap),
        invulnerable_save(standing.invulnerable),
        _cover_against(standing, wound),
    )


def armour_save(armour: int | None, ap: int | None) -> Need:
    """Return the armour save; an AP as low as the armour stops it (7E-SAV-2)."""
    if armour is None or armour > 6:
        return Need(None, (Reason("no armour", "7E-SAV-2", "no"),), label="armour save")
    if ap is not None and ap <= armour:
        return Need(None, (Reason(f"AP{ap} beats armour {face(armour)}", "7E-SAV-2", "no"),), label="armour save")
    against = "AP-" if ap is None else f"AP{ap}"
    return Need(
        armour,
        (Reason(f"armour {face(armour)} holds against {against}", "7E-SAV-2", face(armour)),),
        label="armour save",
    )


def invulnerable_save(invulnerable: int | None) -> Need:
    """Return the invulnerable save, which ignores AP (7E-SAV-3)."""
    if invulnerable is None:
        return Need(None, (Reason("no invulnerable save", "7E-SAV-3", "no"),), label="invulnerable save")
    return Need(
        invulnerable,
        (Reason(f"invulnerable {face(invulnerable)}, whatever the AP", "7E-SAV-3", face(invulnerable)),),
        label="invulnerable save",
    )


def _cover_against(standing: TargetModel, wound: Wound) -> Need:
    if "Ignores Cover" in wound.rules:
        return Need(None, (Reason("the weapon ignores cover", "7E-SAV-10", "no"),), label="cover save")
    return cover_save(standing)


NEVER_HAD = ("no armour", "no invulnerable save", "in the open: no cover")


@lru_cache(4096)
def to_save(standing: TargetModel, wound: Wound) -> Need:
    """Return the save to roll: the owner's choice if allowed, otherwise the best (7E-SAV-1, 7E-SAV-8)."""
    possible = saves(standing, wound)
    allowed = [need for need in possible if need.target is not None]
    if not allowed:  # missing saves are a reason only if there is no other
        had = [need for need in possible if need.because[0].text not in NEVER_HAD] or list(possible)
        return Need(None, tuple(reason for need in had for reason in need.because), label="no save")
    wanted = next((need for need in allowed if need.label.startswith(standing.prefers)), None)
    if wanted is not None:
        return wanted.but(because=(*wanted.because, Reason("the owner chose it", "7E-SAV-8")))
    # Equal numbers are taken in the order invulnerable, cover, armour.
    order = ("invulnerable save", "cover save", "armour save")
    best = min(allowed, key=lambda need: (need.target, order.index(need.label)))
    if len(allowed) > 1:
        best = best.but(because=(*best.because, Reason("the best save that is allowed", "7E-SAV-8")))
    return best


@lru_cache(4096)
def ground_helps(standing: TargetModel, wound: Wound) -> bool:
    """Return True if going to ground gives the model a better or a preferred save against the wound (7E-GTG-7)."""
    up, down = to_save(standing, wound), to_save(standing.but(on_ground=True), wound)
    # cover is preferred even if another save is better (7E-SAV-8)
    if standing.prefers == "cover" and down.label == "cover save":
        return up.label != "cover save" or (down.target or NO_AP) < (up.target or NO_AP)
    return (down.target or NO_AP) < (up.target or NO_AP)


@lru_cache(4096)
def instant_death(standing: TargetModel, wound: Wound) -> Reason | None:
    """Return why the wound is Instant Death for this model, by its own Toughness; None if it is not (7E-SAV-12)."""
    if "Instant Death" in wound.rules:
        return Reason("the weapon inflicts Instant Death", "7E-SAV-12")
    if wound.strength is not None and wound.strength >= 2 * standing.toughness:
        return Reason(f"Strength {wound.strength} is at least twice Toughness {standing.toughness}", "7E-SAV-12")
    return None


@lru_cache(4096)
def after_save(standing: TargetModel, wound: Wound) -> Need:
    """Return Feel No Pain or Reanimation Protocols, whichever is easier; target None without (7E-SAV-11, 7E-SAV-13)."""
    deadly = instant_death(standing, wound)
    needs = []
    pain_allowed = deadly is None or (standing.eternal_warrior and standing.eternal_pain)
    if standing.feel_no_pain is not None and pain_allowed:
        needs.append(
            Need(
                standing.feel_no_pain,
                (Reason(f"Feel No Pain {face(standing.feel_no_pain)}", "7E-SAV-11", face(standing.feel_no_pain)),),
                label="Feel No Pain",
            )
        )
    if standing.reanimation is not None and (target := standing.reanimation + (deadly is not None)) <= 6:
        words = f"Reanimation Protocols {face(standing.reanimation)}" + (
            ", 1 worse against Instant Death" if deadly else ""
        )
        needs.append(Need(target, (Reason(words, "7E-SAV-11"),), label="Reanimation Protocols"))
    return min(needs, key=lambda need: need.target or 7) if needs else Need(None)


def relentless(unit: Unit, index: int) -> bool:
    """Return True if the model is Relentless, by its type, rule or Slow and Purposeful unit (7E-WPN-21, 7E-IC-3)."""
    model = unit.models[index][0]
    by_type = any(word in unit.type_of(model) for word in RELENTLESS_TYPES)
    return by_type or model.has("Relentless") or unit.has("Slow and Purposeful")


def stands(unit: Unit, index: int, weapon: Weapon) -> bool:
    """Return True if the model fires the weapon as if stationary: Relentless, or by an effect (7E-EFF-1)."""
    effect = "stationary"
    return relentless(unit, index) or unit.models[index][0].has(effect) or weapon.has(effect)


def shots_of(weapon: Weapon, *, half_range: bool, moved: bool) -> Shots | None:
    """Return the shots of one bearer; None if he cannot fire. `moved`: he counts as having moved (7E-WPN-8 to 12)."""
    shots: Shots | None = weapon.shots
    if weapon.type == "Rapid Fire":
        shots = Shots(plus=2 if half_range else 1)
    elif weapon.type == "Salvo" and moved:
        shots = weapon.moved_shots if half_range else None
    extra = weapon.more_shots + weapon.near_shots * half_range
    return shots.but(plus=shots.plus + extra) if shots and extra else shots  # effect "shots +N" (7E-EFF-1)


STEALTH = {"Stealth": 1, "Shrouded": 2}  # for the whole unit
CLOAKS = {"Camo Cloak": 1, "Camo Netting": 1}  # only for the wearer (7E-IC-3)
COVERING = STEALTH | CLOAKS


def stealth_of(unit: Unit, index: int, alive: Iterable[int] | None = None, night: bool = False) -> int:
    """Return the cover bonus from Stealth, Shrouded and camo cloaks, added up (7E-SAV-7).

    `index` is the kind of model. `alive` are the kinds that are left; None means all. `night` gives Stealth (7E-TGT-8).
    """
    alive = range(len(unit.models)) if alive is None else tuple(alive)
    shared = (n for rule, n in STEALTH.items() if (night and rule == "Stealth") or still_has(unit, alive, rule))
    return sum(shared) + sum(n for rule, n in CLOAKS.items() if rule in unit.rules or unit.models[index][0].has(rule))


def still_has(unit: Unit, alive: Iterable[int], rule: str) -> bool:
    """Return True if the unit or a remaining kind of model has the rule; it ends with its last bearer."""
    return unit.has(rule) and (rule in unit.rules or any(unit.models[i][0].has(rule) for i in alive))


def preferred(unit: Unit, target: Unit) -> str | None:
    """Return the Preferred Enemy rule that applies to this target; None if none does (7E-HIT-8)."""
    for rule in preferred_enemies(unit):
        enemy = name_key(rule[len("Preferred Enemy") :].strip(" ()"))
        known = tuple(map(name_key, (target.faction, target.name, target.type)))
        if not enemy or any(enemy in words or (words and words in enemy) for words in known):
            return rule
    return None


def preferred_enemies(unit: Unit) -> tuple[str, ...]:
    rules = {*unit.rules, *(rule for model, _ in unit.models for rule in model.rules)}
    return tuple(sorted(rule for rule in rules if rule.startswith("Preferred Enemy")))


def has_preferred_enemy(unit: Unit) -> bool:
    return any(rule.startswith("Preferred Enemy") for model, _ in unit.models for rule in model.rules)


def leadership_test(leadership: int, why: str, rule: str) -> Need:
    return Need(leadership, (Reason(f"Leadership {leadership}: {why}", rule),), or_less=True)


def never_to_ground(unit: Unit, alive: Iterable[int] | None = None) -> Reason | None:
    """Return why this unit cannot go to ground; None if it can (7E-GTG-3). One model is enough (7E-IC-2).

    `alive`: the kinds of models that are left; None means all.
    """
    for index in range(len(unit.models)) if alive is None else sorted(alive):
        kind = unit.type_of(unit.models[index][0])
        if any(word in kind for word in NEVER_TO_GROUND_TYPES):
            return Reason(f"{kind} cannot go to ground", "7E-GTG-3")
    return None


def everybody_has(unit: Unit, alive: Iterable[int], rule: str) -> bool:
    """Return True if the unit or all its remaining models have the rule (7E-IC-3)."""
    return rule in unit.rules or all(unit.models[i][0].has(rule) for i in alive)


def casualties_for_morale(start: int) -> int:
    """Return the losses in a phase that cause a Morale check: a quarter, rounded up (7E-END-2)."""
    return -(-start // 4)


def best_against_heat(model: Model) -> int | None:
    """Return the bearer's best armour or invulnerable save against Gets Hot; None without (7E-HIT-11)."""
    armour = model.armour if model.armour is not None and model.armour <= 6 else None
    return min((save for save in (armour, model.invulnerable) if save is not None), default=None)


def ignores_cover(weapon: Weapon) -> bool:
    """Return True if cover never helps against the weapon; Templates included (7E-SAV-10, 7E-WPN-16)."""
    return weapon.has("Ignores Cover") or weapon.has("Template")


# Re-rolls to hit, to wound and of saves, with their reasons. No die is re-rolled twice (7E-HIT-10).


@lru_cache(1024)
def hits_again(
    shot: Shot, need: Need, mastercrafted_replaces: bool = True
) -> tuple[tuple[int, ...], Need | None, tuple[Reason, ...]]:
    """Return the faces to re-roll To Hit, the need of the re-roll (None: the same), and why (7E-HIT-3, 6, 8, 10)."""
    if not shot.rerolls:
        return (), None, ()
    gun = shot.gun.value
    faces, why = of_every_die(gun, need)
    if why:
        return faces, None, why
    replaced = "Master-crafted" in gun.rules and mastercrafted_replaces
    if shot.ballistic_skill >= 6 and not shot.snap and not replaced:
        again = to_hit_again(shot.ballistic_skill)
        return (1,), again, again.because
    return (), None, ()


def of_every_die(gun: Gun, need: Need) -> tuple[tuple[int, ...], tuple[Reason, ...]]:
    """Return the faces that all dice To Hit re-roll, without Master-crafted and a high Ballistic Skill."""
    if "Twin-linked" in gun.rules:
        return need.failures(), (Reason("twin-linked: failed dice are rolled again", "7E-HIT-6"),)
    if "hit failed" in gun.rules:
        return need.failures(), (Reason(f"{gun.givers('hit failed')}: failed dice are rolled again", "7E-EFF-1"),)
    if "hit ones and twos" in gun.rules:
        words = f"{gun.givers('hit ones and twos')}: failed dice that show 1 or 2 are rolled again"
        return tuple(face for face in need.failures() if face <= 2), (Reason(words, "7E-EFF-4"),)
    if gun.preferred:
        return (1,), (Reason("Preferred Enemy: dice that show 1 are rolled again", "7E-HIT-8"),)
    if "hit ones" in gun.rules:
        return (1,), (Reason(f"{gun.givers('hit ones')}: dice that show 1 are rolled again", "7E-EFF-1"),)
    return (), ()


def wounds_again(hit: Hit, need: Need) -> tuple[tuple[int, ...], tuple[Reason, ...]]:
    """Return the faces to re-roll To Wound, and why (7E-WND-6, 7E-WND-9, 7E-HIT-8, 7E-WPN-16)."""
    gun = hit.gun.value
    if gun.shred:
        return need.failures(), (Reason("Shred: failed dice are rolled again", "7E-WND-6"),)
    if "Twin-linked" in gun.rules and "Template" in gun.rules:
        return need.failures(), (Reason("twin-linked template: failed dice are rolled again", "7E-WPN-16"),)
    if "wound failed" in gun.rules:
        return need.failures(), (Reason(f"{gun.givers('wound failed')}: failed dice are rolled again", "7E-EFF-1"),)
    if gun.preferred:
        return (1,), (Reason("Preferred Enemy: dice that show 1 are rolled again", "7E-HIT-8"),)
    if "wound ones" in gun.rules:
        return (1,), (Reason(f"{gun.givers('wound ones')}: dice that show 1 are rolled again", "7E-EFF-1"),)
    return (), ()


def saves_again(standing: TargetModel, need: Need) -> tuple[tuple[int, ...], tuple[Reason, ...]]:
    """Return the faces to re-roll for this model's saves, and why (7E-SAV-16)."""
    return save_again(again_of(standing), need)


def save_again(again: str, need: Need) -> tuple[tuple[int, ...], tuple[Reason, ...]]:
    """Return the faces to re-roll for saves, and why. `again` is no, ones or failed."""
    if again == "no" or need.target is None:
        return (), ()
    if again == "ones":
        return (1,), (Reason("saves that show 1 are rolled again", "7E-SAV-16"),)
    return need.failures(), (Reason("failed saves are rolled again", "7E-SAV-16"),)


def again_of(standing: TargetModel) -> str:
    """Return which saves the model re-rolls, by facts and effects: no, ones or failed."""
    return max(standing.again, standing.saves_again, key=("no", "ones", "failed").index)
