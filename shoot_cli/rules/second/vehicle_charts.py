"""The charts about vehicles as pure functions without questions or dice: locations, penetration, damage."""

from __future__ import annotations

from functools import lru_cache

from shoot_cli.engine.questions import Need
from shoot_cli.engine.reasons import Meaning, Outcome, Reason
from shoot_cli.engine.record import Record
from shoot_cli.rules.second.profiles import Dice, Location

FRONT, SIDE = FACINGS = ("front", "side")
STRICTLY, OR_EQUAL = (">", ">=")  # values of the setting penetrate_on
AUTOMATIC_PENETRATION = "Automatic Penetration"
# Armour-piercing ammunition adds one die: (highest Strength, sides of the die) (2E-AP-3).
AMMUNITION = ((3, 3), (5, 6), (7, 12), (10, 20))
SUPPORT_WEAPON_ARMOUR = 10


class Penetration(Record):
    """The roll that a hit needs to penetrate. `total` is the lowest total that penetrates, `dice` the lowest sum of the
    dice alone. Both are None if no roll can penetrate. `certain` is True if no dice are needed.
    """

    total: int | None
    dice: int | None
    because: tuple[Reason, ...] = ()
    certain: bool = False

    @property
    def need(self) -> Need:
        """Return the need of the total, with all reasons."""
        return Need(self.total, self.because, label="penetration")


@lru_cache(1024)
def penetrates(
    penetration: Dice, armour: int, *, setting: str = STRICTLY, rules: tuple[str, ...] = (), ceramite: bool = False
) -> Penetration:
    """Return the total that penetrates this armour (2E-AP-1 to 3). `setting` is penetrate_on; `rules` are the weapon's.
    Ceramite halves a melta weapon's total, rounded up. A Metal Flayer rolls one more D6 for a 6 on its D6.
    """
    if AUTOMATIC_PENETRATION in rules:
        return Penetration(0, 0, (Reason("it penetrates without a roll", "2E-AP-3"),), certain=True)
    over = 0 if setting == OR_EQUAL else 1
    words = "at least" if setting == OR_EQUAL else "more than"
    reasons = [Reason(f"penetration {penetration.text}", "2E-AP-1"), Reason(f"{words} armour {armour}", "2E-AP-2")]
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


def what_goes_through(least: int, armour: int, plus: int) -> Meaning:
    """Return what the last dice of a penetration roll mean; `plus` is the sum of all that is added to them."""
    outcomes = Outcome(0, "nothing", nothing=True), Outcome(least - plus, "goes through")
    against = ("armour", armour) if least - armour in (0, 1) else ("armour and ceramite", least - 1)
    return Meaning(outcomes, plus, against)


@lru_cache(256)
def places_hit(locations: tuple[Location, ...]) -> Meaning | None:
    """Return the bands of the location die as a table; None if the faces of a location are not consecutive."""
    ordered = sorted(locations, key=lambda location: min(location.faces))
    if [face for location in ordered for face in sorted(location.faces)] != list(range(1, 7)):
        return None
    return Meaning(tuple(Outcome(min(location.faces), location.name) for location in ordered), chart=True)


def damage_rows(location: Location) -> Meaning | None:
    """Return the location's own damage table; None if the list does not give it."""
    if len(location.rows) != 6:
        return None
    return Meaning(tuple(Outcome(face, row) for face, row in enumerate(location.rows, 1)), chart=True)


def ammunition_die(strength: int) -> int:
    """Return the sides of the die that armour-piercing ammunition adds (2E-AP-3)."""
    return next(sides for most, sides in AMMUNITION if min(strength, 10) <= most)


def printed_penetration(strength: int, damage: Dice, *, armour_piercing: bool = False) -> Dice:
    """Return the penetration of a weapon without a printed value: Strength, D6 and its damage dice (2E-AP-1)."""
    dice = ((1, 6), *damage.dice, *(((1, ammunition_die(strength)),) if armour_piercing else ()))
    return Dice(dice, strength + (damage.plus if damage.dice else 0))


def location_by(locations: tuple[Location, ...], die: int) -> int:
    """Return the index of the location that has this face of the location die (2E-VEH-1).

    :raises ValueError: if no location has the face.
    """
    for place, location in enumerate(locations):
        if die in location.faces:
            return place
    raise ValueError(f"no location on a {die}")


def armour_at(location: Location, facing: str) -> tuple[int, Reason]:
    """Return the armour on the side where the firer stands: FRONT, or SIDE for side and rear (2E-VEH-1)."""
    armour = location.front if facing == FRONT else location.side
    shown = facing if facing == FRONT else "side or rear"
    return armour, Reason(f"{location.name}, {shown}: armour {armour}", "2E-VEH-1")


def damage_row(location: Location, die: int) -> str:
    """Return the row of the location's damage table; "" if the list has none and players read it (2E-VEH-3)."""
    return location.rows[die - 1] if len(location.rows) >= die else ""
