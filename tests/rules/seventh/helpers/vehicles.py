"""Vehicles for tests, written short."""

from __future__ import annotations

from shoot_cli.rules.seventh.fields import finish_unit, make_model
from shoot_cli.rules.seventh.profiles import Model, Unit, Weapon
from tests.rules.seventh.helpers.tabletop import armed, gun, squad, trooper


def hull(
    name: str,
    armour: tuple[int, int, int] | int,
    points: int,
    *weapons: str | Weapon,
    rules: tuple[str, ...] = (),
    skill: int = 4,
    invulnerable: int | None = None,
) -> Model:
    """One vehicle; ``armour`` is front, side and rear, or the same all round."""
    front, side, rear = armour if isinstance(armour, tuple) else (armour,) * 3
    stats = {"BS": skill, "front": front, "side": side, "rear": rear, "HP": points}
    if invulnerable:
        stats["Inv"] = invulnerable
    return make_model(name, stats, rules, armed(*weapons))


def vehicles(*hulls: tuple[Model, int], type: str = "Vehicle", rules: tuple[str, ...] = ()) -> Unit:
    return finish_unit(hulls[0][0].name, type, list(hulls), rules)


def tank(
    armour: tuple[int, int, int] | int = 11,
    points: int = 3,
    *weapons: str | Weapon,
    n: int = 1,
    name: str = "Tank",
    type: str = "Vehicle (Tank)",
    rules: tuple[str, ...] = (),
    skill: int = 4,
    invulnerable: int | None = None,
) -> Unit:
    """``n`` alike vehicles in one unit, with a storm bolter unless weapons are named."""
    model = hull(
        name, armour, points, *(weapons or ("storm bolter",)), rules=rules, skill=skill, invulnerable=invulnerable
    )
    return vehicles((model, n), type=type, rules=rules)


def sure(n: int = 1, S: str = "9", AP: str = "2", type: str = "Assault 1") -> Unit:  # noqa: N803
    """``n`` models with templates: so many hits, whatever the dice say."""
    return squad("Sure", trooper("Sure", n, gun("sure", "T", S, AP, type)))


def shooter(weapon: Weapon, n: int = 1, skill: int = 4, rules: tuple[str, ...] = (), type: str = "Infantry") -> Unit:
    return squad("Shooters", trooper("Shooter", n, weapon, BS=skill), rules=rules, type=type)
