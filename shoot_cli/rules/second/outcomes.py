"""The charts about vehicles, areas, fights and morale as pure functions. Nothing here asks or rolls."""

from __future__ import annotations

from functools import lru_cache

from shoot_cli.core.questions import Need, Reason
from shoot_cli.core.record import Record
from shoot_cli.rules.second.profiles import Dice, Location, Model, Unit

FRONT, SIDE = FACINGS = ("front", "side")
STRICTLY, OR_EQUAL = (">", ">=")  # values of the setting penetrate_on
AUTOMATIC_PENETRATION = "Automatic Penetration"
# Armour-piercing ammunition adds one die by Strength: up to this Strength, so many sides (2E-AP-3).
AMMUNITION = ((3, 3), (5, 6), (7, 12), (10, 20))
SUPPORT_WEAPON_ARMOUR = 10

# Named dice of scattering blasts (2E-BLA-2).
SCATTER_FACES = ("arrow", "arrow", "arrow", "arrow", "HIT", "HIT")
ARTILLERY_FACES = ("2", "4", "6", "8", "10", "MISFIRE")
ARTILLERY_INCHES = (2, 4, 6, 8, 10)
MISFIRE = 6  # the side that misfires

ON_THE_EDGE = Need(4, (Reason("on the edge of the arc: 4+ or no shot", "2E-ARC-2"),), label="arc")
PARTLY_UNDER = Need(4, (Reason("partly under: hit on 4+", "2E-TMP-2"),), label="partly under")
SPLASHED = Need(4, (Reason('within 2" of the model hit: splashed on 4+', "2E-SPC-9"),), label="splash")
GUN_OR_CREW = Need(4, (Reason("at long range: the gun on 4+, else the crew", "2E-VEH-2"),), label="gun or crew")


def partly_under(*, blast: bool, setting: str = "4+") -> Need:
    """What hits a model partly under a template or marker (2E-TMP-2). ``setting``: blast_partial."""
    if blast and setting == "always":
        return Need(1, (Reason("partly under a blast: hit", "2E-TMP-2"),), label="partly under")
    return PARTLY_UNDER


# Vehicles ------------------------------------------------------------------------------------------------------------


class Penetration(Record):
    """What a hit must reach. ``total`` is the least total that penetrates, ``dice`` the least sum of its dice alone.

    Both are None if no dice can do it; ``certain`` if no dice are needed.
    """

    total: int | None
    dice: int | None
    because: tuple[Reason, ...] = ()
    certain: bool = False

    @property
    def need(self) -> Need:
        """The need of the total, with all reasons."""
        return Need(self.total, self.because, label="penetration")


@lru_cache(1024)
def penetrates(
    penetration: Dice,
    armour: int,
    *,
    setting: str = STRICTLY,
    rules: tuple[str, ...] = (),
    ceramite: bool = False,
) -> Penetration:
    """The total that goes through so much armour (2E-AP-1 to 3). ``setting``: penetrate_on; ``rules``: the weapon's.

    Ceramite halves a melta weapon's total, halves rounded up. A Metal Flayer rolls one more D6 for a 6 on its D6.
    """
    if AUTOMATIC_PENETRATION in rules:
        return Penetration(0, 0, (Reason("it penetrates without a roll", "2E-AP-3"),), certain=True)
    over = 0 if setting == OR_EQUAL else 1
    words = "at least" if setting == OR_EQUAL else "more than"
    reasons = [
        Reason(f"penetration {penetration.text}", "2E-AP-1"),
        Reason(f"{words} armour {armour}", "2E-AP-2"),
    ]
    least = armour + over
    if ceramite and "Melta" in rules:
        least = 2 * least - 1
        reasons.append(Reason("ceramite halves the total of melta weapons", "2E-AP-3"))
    most = penetration.most
    if "Metal Flayer" in rules:
        most += 6
        reasons.append(Reason("a 6 on its D6 adds another D6", "2E-AP-3"))
    if most < least:
        reasons.append(Reason(f"its most is {most}", "2E-AP-2"))
        return Penetration(None, None, tuple(reasons))
    return Penetration(least, least - penetration.plus, tuple(reasons))


def ammunition_die(strength: int) -> int:
    """Sides of the die that armour-piercing ammunition adds (2E-AP-3)."""
    return next(sides for most, sides in AMMUNITION if min(strength, 10) <= most)


def printed_penetration(strength: int, damage: Dice, *, armour_piercing: bool = False) -> Dice:
    """What 2E-AP-1 gives where a profile prints no penetration: Strength, D6 and its damage dice."""
    dice = ((1, 6), *damage.dice, *(((1, ammunition_die(strength)),) if armour_piercing else ()))
    return Dice(dice, strength + (damage.plus if damage.dice else 0))


def location_by(locations: tuple[Location, ...], die: int) -> int:
    """The place among the locations that this face of the location die names (2E-VEH-1).

    :raises ValueError: if no location has the face.
    """
    for place, location in enumerate(locations):
        if die in location.faces:
            return place
    raise ValueError(f"no location on a {die}")


def armour_at(location: Location, facing: str) -> tuple[int, Reason]:
    """The armour of the facing that the firer stands in: FRONT, or SIDE for side and rear (2E-VEH-1)."""
    armour = location.front if facing == FRONT else location.side
    shown = facing if facing == FRONT else "side or rear"
    return armour, Reason(f"{location.name}, {shown}: armour {armour}", "2E-VEH-1")


def damage_row(location: Location, die: int) -> str:
    """The row of the location's own damage table; "" if the list does not have it: the players read it (2E-VEH-3)."""
    return location.rows[die - 1] if len(location.rows) >= die else ""


# Fights --------------------------------------------------------------------------------------------------------------


class Fight(Record):
    """How a hit into a fight finds its side: a die of so many sides, and the faces that mean an enemy."""

    sides: int
    need: Need  # met: an enemy; failed: a friend


@lru_cache(256)
def fight_need(enemies: int, friends: int, setting: str = "exact") -> Fight:
    """2E-HTH-1 where the split fits a D6, else 2E-HTH-2. ``setting``: hth_allocation.

    Without friends every hit finds an enemy. A draw among all models is a die with as many sides as models.
    """
    total = enemies + friends
    models = Reason(f"{enemies} enemies and {friends} friends in the fight", "2E-HTH-1")
    if not friends:
        return Fight(6, Need(6, (Reason("no friends in the fight", "2E-HTH-1"),), or_less=True, label="an enemy"))
    if 6 * enemies % total == 0:
        return Fight(6, Need(6 * enemies // total, (models,), or_less=True, label="an enemy"))
    if setting == "d6_rounded":
        # A half rounds up; neither side is ever quite safe.
        share = min(5, max(1, (12 * enemies + total) // (2 * total)))
        why = Reason("rounded to the nearest faces of a D6", "2E-HTH-2")
        return Fight(6, Need(share, (models, why), or_less=True, label="an enemy"))
    why = Reason(f"no D6 splits them: one of {total} models is drawn", "2E-HTH-2")
    return Fight(total, Need(enemies, (models, why), or_less=True, label="an enemy"))


# Morale --------------------------------------------------------------------------------------------------------------


def break_test_due(start: int, casualties: int) -> Reason | None:
    """Why a squad with so many models at the start of the turn must test after these losses; None: it need not.

    A quarter exactly is enough (2E-BRK-1).
    """
    if casualties <= 0 or 4 * casualties < start:
        return None
    return Reason(
        f"lost {casualties} of the {start} models it had at the start of the turn, a quarter or more", "2E-BRK-1"
    )


def needs_no_test(unit: Unit) -> Reason | None:
    """Why the unit never takes a break test, or passes it without a roll; None if it rolls (2E-BRK-4).

    "Hive Mind" near by is for the players to say.
    """
    if unit.has("Never Breaks"):
        return Reason(f"{unit.name} never tests", "2E-BRK-4")
    if unit.has("Passes All Leadership Tests"):
        return Reason(f"{unit.name} passes every test of Leadership", "2E-BRK-4")
    return None


def best_leadership(models: tuple[Model, ...]) -> int:
    """The highest Leadership among the models that still stand (2E-BRK-1)."""
    return max(model.leadership for model in models)


def break_test(leadership: int, lent_by: str = "") -> Need:
    """Of the sum of 2D6 (2E-BRK-1). ``lent_by``: the leader whose Leadership it is, "" for their own (2E-BRK-4)."""
    because = Reason(f"best Leadership {leadership}, on 2D6", "2E-BRK-1")
    return Need(leadership, (lent(leadership, lent_by) or because,), or_less=True, label="break test")


def overwatch_test(leadership: int, lent_by: str = "") -> Need:
    """Of the sum of 2D6: shot at, a squad keeps its overwatch if it passes (2E-OW-6). ``lent_by`` as above."""
    because = Reason(f"shot at on overwatch: Leadership {leadership}, on 2D6", "2E-OW-6")
    return Need(leadership, (lent(leadership, lent_by) or because,), or_less=True, label="overwatch")


def lent(leadership: int, by: str) -> Reason | None:
    """Whose Leadership is tested, where it is not the squad's own (2E-BRK-4)."""
    return Reason(f'Leadership {leadership} of {by}, within 12", on 2D6', "2E-BRK-4") if by else None


def when_it_fails(unit: Unit) -> tuple[str, Reason]:
    """The mark of a unit that failed its break test: "broken", or "shaken" (2E-BRK-2, 2E-BRK-3)."""
    if unit.has("Shaken Not Broken"):
        return "shaken", Reason(f"{unit.name} is shaken: it may still shoot", "2E-BRK-3")
    return "broken", Reason(f"{unit.name} is broken: it cannot shoot", "2E-BRK-2")
