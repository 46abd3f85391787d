"""Weapons and units of the 2nd edition for tests, as short as they can be said."""

from __future__ import annotations

import re
from typing import Any

from shoot_cli.rules.second.profiles import HUMAN_SIZED, VEHICLE, Dice, Location, Model, Save, Unit, Weapon


def dice(text: str) -> Dice:
    """``D6+2D12+8``"""
    found: list[tuple[int, int]] = []
    plus = 0
    for part in text.split("+"):
        match = re.fullmatch(r"(\d*)D(\d+)", part)
        if match:
            found.append((int(match[1] or 1), int(match[2])))
        else:
            plus += int(part)
    return Dice(tuple(found), plus)


def gun(strength: int = 4, save: int = -1, damage: str = "1", name: str = "gun", **more: Any) -> Weapon:
    """A boltgun of 12 and 24 inches, but no easier at short range."""
    penetration = dice(more.pop("penetration", f"D6+{strength}"))
    values: dict[str, Any] = {"short": 12, "long": 24, "hit_short": 0, "strength": strength, "save_modifier": save}
    return Weapon(name, **values | {"damage": dice(damage), "penetration": penetration} | more)


def sure(strength: int = 4, save: int = -1, damage: str = "1", **more: Any) -> Weapon:
    """A gun that needs no roll to hit."""
    return gun(strength, save, damage, **{"hit_short": None, "hit_long": None} | more)


def flamer(strength: int = 4, save: int = -2, damage: str = "1", name: str = "flamer", **more: Any) -> Weapon:
    return gun(strength, save, damage, name, short=None, long=None, template=True, **more)


def firer(*weapons: Weapon, skill: int = 4, n: int = 1, rules: tuple[str, ...] = ()) -> Unit:
    model = Model("Firer", skill, 4, save=Save(3), weapons=weapons, rules=rules)
    return Unit("Firers", "Infantry", HUMAN_SIZED, ((model, n),), rules)


def engine(*weapons: Weapon, skill: int = 4, rules: tuple[str, ...] = ()) -> Unit:
    """A walker that fires all it has."""
    hull = (Location("Hull", (1, 2, 3, 4, 5, 6), 20, 18),)
    model = Model("Engine", skill, weapons=weapons, rules=rules, locations=hull)
    return Unit("Engine", "Walker", "monstrous", ((model, 1),), rules)


def men(n: int = 1, toughness: int = 4, save: Save | None = None, wounds: int = 1, **more: Any) -> Unit:
    rules = more.pop("rules", ())
    model = Model(more.pop("name", "Man"), 3, toughness, wounds, save=save, rules=rules, **more)
    return Unit("Men", "Infantry", HUMAN_SIZED, ((model, n),), rules)


def both(one: Unit, other: Unit) -> Unit:
    """The models of two units as one unit."""
    return one.but(models=one.models + other.models)


def car(*locations: Location, **more: Any) -> Unit:
    return Unit("Car", "Vehicle", VEHICLE, ((Model("Car", 3, locations=locations, **more), 1),))


def hull(front: int, side: int = 10) -> Location:
    return Location("hull", (1, 2, 3, 4, 5, 6), front, side)


RHINO = car(Location("track", (1,), 15, 15), Location("hull", (2, 3, 4, 5), 20, 18), Location("weapons", (6,), 12, 12))
LASCANNON = gun(9, -6, "2D6", "lascannon", penetration="3D6+9", short=20, long=60)
TERMINATOR = men(save=Save(3, 2))


def bikes(n: int = 1, armour: int = 10, wounds: int = 1, save: Save | None = None) -> Unit:
    at = Location("crew", (1, 2), crew=True), Location("bike", (3, 4, 5, 6), armour, armour)
    return Unit("Bikes", "Vehicle", VEHICLE, ((Model("Bike", 4, 4, wounds, save=save, locations=at), n),))


def rapiers(n: int = 1, save: Save | None = None) -> Unit:
    at = Location("gun", (4, 5, 6), 10, 10), Location("crew", (1, 2, 3), crew=True)
    return Unit("Rapiers", "Support weapon", HUMAN_SIZED, ((Model("Rapier", 3, 4, save=save, locations=at), n),))
