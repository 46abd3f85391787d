"""Facts of an attack that cannot be true together; all pairs of them were gone through."""

from __future__ import annotations

from typing import Any

from shoot_cli.core.clashes import Clash, both
from shoot_cli.rules.datasheets.guns import is_big
from shoot_cli.rules.datasheets.profiles import Unit
from shoot_cli.rules.tenth.edition import GRENADE


def pistols_alone(shooter: Unit) -> bool:
    return not is_big(shooter)


def near_and_far(near: tuple[int, ...], inches: Any, shooter: Unit, enemy: Unit) -> bool:
    return any(near) and isinstance(inches, (int, float)) and all(2 * inches > own.range for own in shooter.weapons())


def seen_by_nobody(seen: str, blind: tuple[int, ...], shooter: Unit, enemy: Unit) -> bool:
    return seen == "yes" and sum(blind) == sum(n for _, n in shooter.models)


def thrown_in_their_turn(weapon: str, overwatch: str, shooter: Unit, enemy: Unit) -> bool:
    return weapon == GRENADE.name and overwatch == "yes"


ONE_MOVE = "a unit makes one kind of move in a turn"
CLASHES = (
    both("advanced", "yes", "stationary", "yes", "who Advanced did not Remain Stationary", "10E-WPN-HEAVY-1"),
    both("fell_back", "yes", "stationary", "yes", "who Fell Back did not Remain Stationary", "10E-WPN-HEAVY-1"),
    both("advanced", "yes", "fell_back", "yes", ONE_MOVE, "10E-ELIG-1"),
    both("engaged", "yes", "together", "no",
         "in combat a unit that is no MONSTER or VEHICLE fires Pistols alone, and only at a unit it is locked with",
         "10E-ELIG-4", pistols_alone),
    both("engaged", "no", "together", "yes", "who is locked with the target is locked in combat", "10E-ELIG-3"),
    both("overwatch", "yes", "engaged", "yes", "nobody who is locked in combat fires Overwatch", "10E-OOP-2"),
    both("overwatch", "yes", "together", "yes", "nobody who is locked in combat fires Overwatch", "10E-OOP-2"),
    both("overwatch", "yes", "visible", "no", "Overwatch wants a visible unit", "10E-OOP-1"),
    Clash("weapon", "overwatch", thrown_in_their_turn,
          "the Grenade stratagem is for one's own Shooting phase", "10E-OOP-3"),
    Clash("visible", "blind", seen_by_nobody, "if none of them sees the target, nobody of the unit does", "10E-TGT-5"),
    Clash("half_range", "distance", near_and_far,
          "that is more than half the range of everything it carries", "10E-WPN-RF-1"),
)  # fmt: skip
