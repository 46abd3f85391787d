"""Facts of an attack that cannot be true together; all pairs of them were gone through."""

from __future__ import annotations

from shoot_cli.core.clashes import Clash, exclude
from shoot_cli.rules.datasheets.clashes import clashes_of, in_combat
from shoot_cli.rules.datasheets.guns import is_big
from shoot_cli.rules.datasheets.profiles import Unit
from shoot_cli.rules.tenth.edition import GRENADE, NUMBERS


def pistols_alone(shooter: Unit) -> bool:
    return not is_big(shooter)


def thrown_in_their_turn(weapon: str, overwatch: str, shooter: Unit, enemy: Unit) -> bool:
    return weapon == GRENADE.name and overwatch == "yes"


CLASHES = (
    *clashes_of(NUMBERS),
    *in_combat(NUMBERS, NUMBERS.engagement),
    exclude("engaged", "yes", "together", "no",
         "in combat a unit that is no MONSTER or VEHICLE fires Pistols alone, and only at a unit it is locked with",
         "10E-ELIG-4", pistols_alone),
    exclude("engaged", "no", "together", "yes", "who is locked with the target is locked in combat", "10E-ELIG-3"),
    Clash("weapon", "overwatch", thrown_in_their_turn,
          "the Grenade stratagem is for one's own Shooting phase", "10E-OOP-3"),
)  # fmt: skip
