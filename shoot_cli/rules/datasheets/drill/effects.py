"""The answers of ``effects.toml``: abilities are read as in a list, and played."""

from __future__ import annotations

from typing import Any

from shoot_cli.engine.questions import Need
from shoot_cli.engine.reasons import face_list
from shoot_cli.engine.record import Hashed
from shoot_cli.rules.datasheets import charts
from shoot_cli.rules.datasheets.drill.scenes import Drilled, Met, gun_at
from shoot_cli.rules.datasheets.drill.shooting import made
from shoot_cli.rules.datasheets.profiles import Ability, Amount, Model, Unit, Weapon
from shoot_cli.rules.datasheets.tokens import Gun

NONE = "none of them"


def read(drilled: Drilled, *texts: str) -> tuple[Ability, ...]:
    found = [drilled.game.known.of_unit(text) for text in texts]
    return tuple(one for one in found if one)


def unit_with(drilled: Drilled, *texts: str, toughness: int = 4, save: int = 4, keywords: tuple[str, ...] = ()) -> Unit:
    return Unit("unit", ((Model("model", toughness, save, abilities=read(drilled, *texts)), 1),), keywords)


def fired_gun(drilled: Drilled, weapon: Weapon, shooter: Unit, target: Unit, who: int = 0, far: float = 0) -> Gun:
    """Return the gun of a weapon that the model ``who`` of the shooting unit fires."""
    return gun_at(Met(shooter, shooter.models[who][0], weapon, 1, target, 0, drilled), far=far)


def weapon_of(
    drilled: Drilled, *texts: str, attacks: int = 1, skill: int = 3, strength: int = 4, ap: int = 0
) -> Weapon:
    return Weapon("gun", 24, Amount(plus=attacks), skill, strength, ap, Amount(plus=1), read(drilled, *texts))


def to_hit_if_it_holds(
    drilled: Drilled, skill: int, says: str, keyword: str, distance: int, strength: int
) -> dict[str, Any]:
    target = unit_with(drilled, keywords=(keyword,))
    gun = fired_gun(
        drilled,
        weapon_of(drilled, f"+1 to hit {says}", skill=skill, strength=strength),
        unit_with(drilled),
        target,
        far=distance,
    )
    return {"need": charts.to_hit(Hashed(gun)).need, "holds": bool(gun.to_hit)}


def to_hit_with_a_leader(drilled: Drilled, skill: int, who: str, alone: bool, led: bool) -> dict[str, Any]:
    """Return the need of a bodyguard or of the Captain; ``alone`` means that he has lost all bodyguards."""
    captain = Model("Captain", 4, 3, leader=True, abilities=read(drilled, f"{'led: ' * led}+1 to hit"))
    guards = () if alone else ((Model("Guard", 4, 3), 5),)
    shooter = Unit("unit", (*guards, (captain, 1)))
    place = 0 if alone or who == "bodyguard" else 1
    gun = fired_gun(drilled, weapon_of(drilled, skill=skill), shooter, unit_with(drilled), place)
    return {"need": charts.to_hit(Hashed(gun)).need, "helped": bool(gun.to_hit)}


def to_hit_ignoring_modifiers(drilled: Drilled, skill: int, plus: int, minus: int) -> Need:
    shooter = unit_with(drilled, "ignore hit modifiers", *["+1 to hit"] * plus)
    hindering = [f"incoming: -1 to hit as Hindrance {n + 1}" for n in range(minus)]
    return charts.to_hit(
        Hashed(fired_gun(drilled, weapon_of(drilled, skill=skill), shooter, unit_with(drilled, *hindering)))
    ).need


def wound_rolls_made_again(
    drilled: Drilled, strength: int, toughness: int, twin: bool, stopped: bool
) -> dict[str, Any]:
    weapon = weapon_of(drilled, "Twin-linked" if twin else "re-roll wound rolls of 1", strength=strength)
    target = unit_with(drilled, *["incoming: no re-rolls"] * stopped, toughness=toughness)
    rolled = charts.to_wound(Hashed(fired_gun(drilled, weapon, unit_with(drilled), target)))
    again = face_list(rolled.again) if rolled.again else NONE
    return {"answer": again, "errors": [NONE], "reasons": rolled.need.because, "number": rolled.need.text}


def to_wound_with_changed_toughness(
    drilled: Drilled, strength: int, toughness: int, change: int, distance: int
) -> dict[str, Any]:
    shooter = unit_with(drilled, *['enemies within 6": -1 toughness'] * (change < 0))
    target = unit_with(drilled, *["+1 toughness"] * (change > 0), toughness=toughness)
    gun = fired_gun(drilled, weapon_of(drilled, strength=strength), shooter, target, far=distance)
    return {"need": charts.to_wound(Hashed(gun)).need, "changed": gun.toughness}


def attacks_with_both(drilled: Drilled, attacks: int, first: int, second: int) -> int:
    captain = Model("Captain", 4, 3, leader=True, abilities=read(drilled, f"led: +{second} attacks"))
    guard = Model("Guard", 4, 3, abilities=read(drilled, f"+{first} attacks"))
    return made(
        drilled,
        fired_gun(
            drilled, weapon_of(drilled, attacks=attacks), Unit("unit", ((guard, 5), (captain, 1))), unit_with(drilled)
        ),
        1,
    )


def attacks_that_become(drilled: Drilled, attacks: int, becomes: int, more: int) -> int:
    shooter = unit_with(drilled, f"+{more} attacks", f"attacks become {becomes}")
    return made(drilled, fired_gun(drilled, weapon_of(drilled, attacks=attacks), shooter, unit_with(drilled)), 1)


def what_two_come_to(drilled: Drilled, ability: str) -> str:
    """Return whether two such abilities add up: modifiers do, others count once."""
    (one,) = read(drilled, ability)
    return "both, they add up" if drilled.game.known.form_of(one).adds else "no more than one"
