"""Words for scripts of battles with vehicles: who rides where, a shot that hits, and what it does."""

from __future__ import annotations

from typing import Any

from shoot_cli.rules.seventh.profiles import Army, Unit
from tests.rules.seventh.helpers.tabletop import Played, army, fire, gun, marines, squad, trooper
from tests.rules.seventh.helpers.vehicles import tank

LANCE = gun("lance", "48", "9", "2")  # glances AV11 on 2, penetrates on 3+; 6 on the table explodes
END, GO_ON = ("unit", "end the phase"), ("next turn", "go on")
NO = ("go_to_ground", "no")
HOLD = ("target", "hold fire")
SHAKEN, STUNNED, DISARMED, IMMOBILISED, EXPLODES = 2, 3, 4, 5, 6  # faces on the table, with the 1 of AP2
ALONE = ("near:Rhino", 0)  # nobody stands near the explosion


def hunters(n: int = 1, name: str = "Hunters") -> Unit:
    return marines(n, LANCE, name=name)


def rhino(points: int = 3, *weapons: Any, name: str = "Rhino", fire_points: int = 2, **how: Any) -> Unit:
    return tank(11, points, *(weapons or ("storm bolter",)), name=name, **how).but(capacity=10, fire_points=fire_points)


def riders(n: int = 5, *weapons: Any, name: str = "Riders", **stats: Any) -> Unit:
    """Models without a save: each wound slays."""
    rules = stats.pop("unit_rules", ())
    return squad(name, trooper("Rider", n, *(weapons or ("boltgun",)), **({"Sv": "-"} | stats)), rules=rules)


def state(unit: str, mark: str) -> list[Any]:
    return [("unit", "a unit's state"), ("state of", unit), ("state", mark)]


def ride(unit: str = "Riders", transport: str = "Rhino") -> list[Any]:
    return [*state(unit, "embarked"), ("inside", transport)]


def shot(target: str = "Rhino", table: int = 0, unit: str = "Hunters", name: str = "", **facts: Any) -> list[Any]:
    """One hit that penetrates, with this face on the table; a glancing one where it is 0."""
    name = name or target
    damage = [("penetrate:lance", [6]), (f"damage table:{name}", [table])] if table else [("penetrate:lance", [2])]
    return [("unit", unit), ("target", target), *fire("lance", **facts), ("hit:lance", [6]), *damage]


def caught(unit: str, dice: list[int], *after: Any, **facts: Any) -> list[Any]:
    """Hits of an explosion: ``dice`` to wound."""
    return [(f"harm:{unit}", facts), ("wound:explosion", dice), *after]


def army_of(*units: Unit, name: str = "Convoy") -> Army:
    return army(name, *units)


HUNTERS = army("Hunt", hunters(), hunters(name="More Hunters"))


def standing(played: Played, name: str) -> int:
    return sum(rank.n for rank in played.unit_at(name).ranks)


def hull_points(played: Played, name: str) -> list[int]:
    return [rank.left for rank in played.unit_at(name).ranks]


def until(played: Played, unit: str, mark: str) -> Any:
    return next(found.until for found in played.unit_at(unit).marks if found.name == mark)
