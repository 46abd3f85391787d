"""What abilities of datasheets do: the answers of ``effects.toml``. Each is read as a list has it, and played."""

from __future__ import annotations

from typing import Any

from shoot_cli.core.questions import Need, face_list
from shoot_cli.core.record import Hashed
from shoot_cli.rules.datasheets.profiles import Ability, Amount, Model, Unit, Weapon
from shoot_cli.rules.datasheets.records import Gun, Standing, Wound
from shoot_cli.rules.tenth import charts
from shoot_cli.rules.tenth.abilities import ABILITIES
from shoot_cli.rules.tenth.drill.meet import Met, gun_at
from shoot_cli.rules.tenth.drill.shots import made

NONE = "none of them"


def read(*texts: str) -> tuple[Ability, ...]:
    found = [ABILITIES.of_unit(text) for text in texts]
    return tuple(one for one in found if one)


def unit_with(*texts: str, toughness: int = 4, save: int = 4, keywords: tuple[str, ...] = ()) -> Unit:
    return Unit("unit", ((Model("model", toughness, save, abilities=read(*texts)), 1),), keywords)


def fired(weapon: Weapon, shooter: Unit, target: Unit, who: int = 0, far: float = 0) -> Gun:
    """The weapon in the hands of a model of the shooting unit."""
    return gun_at(Met(shooter, shooter.models[who][0], weapon, 1, target, 0), far=far)


def weapon_of(*texts: str, attacks: int = 1, skill: int = 3, strength: int = 4, ap: int = 0) -> Weapon:
    return Weapon("gun", 24, Amount(plus=attacks), skill, strength, ap, Amount(plus=1), read(*texts))


def to_hit_if_it_holds(skill: int, says: str, keyword: str, distance: int, strength: int) -> dict[str, Any]:
    target = unit_with(keywords=(keyword,))
    gun = fired(weapon_of(f"+1 to hit {says}", skill=skill, strength=strength), unit_with(), target, far=distance)
    return {"need": charts.to_hit(Hashed(gun)).need, "holds": bool(gun.to_hit)}


def to_hit_with_a_leader(skill: int, who: str, alone: bool, led: bool) -> dict[str, Any]:
    """Of a bodyguard or the Captain, who has lost them all if he is ``alone``."""
    captain = Model("Captain", 4, 3, leader=True, abilities=read(f"{'led: ' * led}+1 to hit"))
    guards = () if alone else ((Model("Guard", 4, 3), 5),)
    shooter = Unit("unit", (*guards, (captain, 1)))
    place = 0 if alone or who == "bodyguard" else 1
    gun = fired(weapon_of(skill=skill), shooter, unit_with(), place)
    return {"need": charts.to_hit(Hashed(gun)).need, "helped": bool(gun.to_hit)}


def to_hit_ignoring_modifiers(skill: int, plus: int, minus: int) -> Need:
    shooter = unit_with("ignore hit modifiers", *["+1 to hit"] * plus)
    hindering = [f"incoming: -1 to hit as Hindrance {n + 1}" for n in range(minus)]
    return charts.to_hit(Hashed(fired(weapon_of(skill=skill), shooter, unit_with(*hindering)))).need


def wound_rolls_made_again(strength: int, toughness: int, twin: bool, stopped: bool) -> dict[str, Any]:
    weapon = weapon_of("Twin-linked" if twin else "re-roll wound rolls of 1", strength=strength)
    target = unit_with(*["incoming: no re-rolls"] * stopped, toughness=toughness)
    rolled = charts.to_wound(Hashed(fired(weapon, unit_with(), target)))
    again = face_list(rolled.again) if rolled.again else NONE
    return {"answer": again, "reasons": rolled.need.because, "number": rolled.need.text}


def to_wound_with_changed_toughness(strength: int, toughness: int, change: int, distance: int) -> dict[str, Any]:
    shooter = unit_with(*['enemies within 6": -1 toughness'] * (change < 0))
    target = unit_with(*["+1 toughness"] * (change > 0), toughness=toughness)
    gun = fired(weapon_of(strength=strength), shooter, target, far=distance)
    return {"need": charts.to_wound(Hashed(gun)).need, "changed": gun.toughness}


def to_save_with_cover_by_an_ability(save: int, ap: int, ignored: bool) -> Need:
    weapon = weapon_of(*["Ignores Cover"] * ignored, ap=ap)
    gun = fired(weapon, unit_with(), unit_with("has cover", save=save))
    return charts.to_save(Standing("model", 0, save), Wound(Hashed(gun)))


def attacks_with_both(attacks: int, first: int, second: int) -> int:
    captain = Model("Captain", 4, 3, leader=True, abilities=read(f"led: +{second} attacks"))
    guard = Model("Guard", 4, 3, abilities=read(f"+{first} attacks"))
    return made(fired(weapon_of(attacks=attacks), Unit("unit", ((guard, 5), (captain, 1))), unit_with()), 1)


def attacks_that_become(attacks: int, becomes: int, more: int) -> int:
    shooter = unit_with(f"+{more} attacks", f"attacks become {becomes}")
    return made(fired(weapon_of(attacks=attacks), shooter, unit_with()), 1)


def what_two_come_to(ability: str) -> str:
    """As the table has it: changes add up, of everything else one is enough."""
    (one,) = read(ability)
    return "both, they add up" if ABILITIES.form_of(one).adds else "no more than one"
