"""What the questions are made of: weapons that meet models, units that were made up, numbers that are nearly right."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from shoot_cli.core.answerers import Preset, PresetTable, raise_missing
from shoot_cli.core.pools import Pool
from shoot_cli.core.quizzes import Source
from shoot_cli.core.sequence import If, play
from shoot_cli.core.table import Table
from shoot_cli.rules.seventh import charts
from shoot_cli.rules.seventh.armoury import armoury
from shoot_cli.rules.seventh.profiles import Model, Unit, Weapon
from shoot_cli.rules.seventh.settings import SETTINGS
from shoot_cli.rules.seventh.special_rules import every_rule
from shoot_cli.rules.seventh.steps.attack import new_attack
from shoot_cli.rules.seventh.steps.target import measure
from shoot_cli.rules.seventh.steps.weapon import choose_weapon, fire_weapon, weapon_chosen
from shoot_cli.rules.seventh.tokens import Marker, Shot, Volley
from shoot_cli.rules.seventh.vehicle_charts import area_of

NO_SAVE, NO_FACE = "no save", "no face will do"
USUAL: Mapping[str, str] = {setting.key: setting.values[0] for setting in SETTINGS}


class Meet(NamedTuple):
    """A weapon and its bearer, and a model that it may be fired at."""

    unit: Unit
    bearer: Model
    weapon: Weapon
    target: Unit
    model: Model


def specials(unit: Unit) -> int:
    """How many special rules a beginner must know for it, those of its models and weapons included."""
    weapons = {rule for weapon in unit.weapons() for rule in weapon.rules}
    return len(unit.every_rule | weapons) + 3 * unit.vehicle + len(unit.models) - 1


# Who meets whom ------------------------------------------------------------------------------------------------------


def meetings(shooter: Unit, target: Unit) -> Iterable[tuple[Meet, float]]:
    """Every weapon of the one with every model of the other, by shots and by how many such models there are."""
    for bearer, n in shooter.models:
        if not bearer.ballistic_skill:
            continue
        for weapon in bearer.weapons:
            for model, there in target.models:
                shots = weapon.shots.dice * (weapon.shots.sides + 1) / 2 + weapon.shots.plus
                yield Meet(shooter, bearer, weapon, target, model), n * shots * there


def has(*rules: str) -> Callable[[Meet], bool]:
    return lambda meet: any(meet.weapon.has(rule) for rule in rules)


def known() -> Iterable[str]:
    """Whatever `has` knows."""
    return (rule.name for rule in every_rule())


CALM = ("Relentless", "Slow and Purposeful")

# A name in a card -> what it is of a meeting.
OF_MEETING: Mapping[str, Callable[[Meet], Any]] = {
    "bs": lambda meet: meet.bearer.ballistic_skill,
    "who": lambda meet: meet.bearer.name,
    "gun": lambda meet: meet.weapon,
    "type": lambda meet: meet.unit.type.removesuffix(" (Character)"),
    "rules": lambda meet: tuple(rule for rule in CALM if meet.bearer.has(rule) or rule in meet.unit.rules),
    "s": lambda meet: meet.weapon.strength,
    "ap": lambda meet: meet.weapon.ap,
    "t": lambda meet: meet.model.toughness,
    "w": lambda meet: meet.model.wounds,
    "armour": lambda meet: meet.model.armour,
    "invulnerable": lambda meet: meet.model.invulnerable,
    "model": lambda meet: meet.model.name,
    "shooter": lambda meet: meet.unit.name,
    "n": lambda meet: sum(n for _, n in meet.target.models),
    "eternal": lambda meet: meet.model.has("Eternal Warrior"),
    "independent": lambda meet: meet.model.independent,
    "points": lambda meet: meet.model.hull_points,
    "open": lambda meet: meet.target.of_type("Open-topped"),
    "rule": lambda meet: next(rule for rule in ("Melta", "Armourbane", "Lance") if meet.weapon.has(rule)),
    "fnp": lambda meet: meet.model.feel_no_pain,
    "better": lambda meet: charts.stealth_of(meet.target, 0),
    "poisoned": lambda meet: meet.weapon.poisoned,
    "name": lambda meet: next(rule for rule in ("Rending", "Bladestorm", "Gauss") if meet.weapon.has(rule)),
    "twin": lambda meet: meet.weapon.has("Twin-linked"),
    "thrown": lambda meet: meet.weapon.shots.dice,
    "sides": lambda meet: meet.weapon.shots.sides,
    "plus": lambda meet: meet.weapon.shots.plus,
    "trackers": lambda meet: tuple(rule for rule in ("Multi-tracker", "Cyclone") if meet.bearer.has(rule)),
    "pistols": lambda meet: sum(weapon.type == "Pistol" for weapon in meet.bearer.weapons),
    "cannon": lambda meet: next(gun for gun in meet.bearer.weapons if gun.type == "Ordnance"),
    "second": lambda meet: next(gun for gun in meet.bearer.weapons if gun.type == "Heavy" and not area_of(gun)),
    "target": lambda meet: meet.target.name,
}


# What was made up ----------------------------------------------------------------------------------------------------


def arm(name: str) -> Weapon:
    """A weapon of the armoury by its plain name; of one with modes the first."""
    return armoury()[name][0]


def a_gun(source: Source, of: Iterable[str]) -> Weapon:
    return arm(source.one(of))


def a_unit(weapon: Weapon, n: int = 1, type: str = "Infantry", rules: Iterable[str] = (), **values: Any) -> Unit:
    had = tuple(rules)
    model = Model("Trooper", **({"ballistic_skill": 4, "toughness": 4} | values), weapons=(weapon,), rules=had)
    return Unit("Squad", type, ((model, n),), had)


def shooters(
    meet: Meet | None, gun: Weapon, n: int = 1, bs: int = 4, type: str = "Infantry", rules: Iterable[str] = ()
) -> Unit:
    """So many bearers of this weapon, of a unit that was met or of one that is made up."""
    if meet is None:
        return a_unit(gun, n, type, rules, ballistic_skill=bs)
    return meet.unit.but(models=((meet.bearer.but(weapons=(gun,)), n),))  # what others carry is not asked about


TARGET = a_unit(arm("boltgun"), 10)


def at_table(**answers: Any) -> Table:
    """A table at which these answers are given, and the usual ones besides."""
    table = PresetTable(Preset(answers, raise_missing))
    table.settings = USUAL
    return table


def shown(*dice: int, again: Iterable[int] | None = None) -> dict[str, list[int]]:
    """What the dice of a roll show, as a table is told; ``again``: those that were rolled again."""
    return {"first": [*dice]} | ({} if again is None else {"again": [*again]})


def fired(shooter: Unit, target: Unit | None = None, **facts: Any) -> Pool:
    """What lies there when the first weapon has been fired, and no die rolled yet."""
    ready = (measure, choose_weapon, If(weapon_chosen, fire_weapon))
    return getattr(play(ready, new_attack(shooter, target or TARGET), at_table(**facts)), "pool", ())


def shots_in(pool: Pool) -> int:
    """Shots that wait to be rolled to hit, of weapons whose number of shots is not random."""
    found = 0
    for thing, n in pool:
        assert isinstance(thing, (Shot, Volley))
        found += n * (thing.shots.plus if isinstance(thing, Volley) else 1)
    return found


def shot_in(pool: Pool) -> Shot:
    """How the weapon fires, if it does."""
    (thing, _), *_ = pool
    return thing.shot if isinstance(thing, (Volley, Marker)) else thing


# Words ---------------------------------------------------------------------------------------------------------------


def face(number: int | None, none: str = NO_FACE) -> str:
    return none if number is None else f"{number}+"


def shots_text(weapon: Weapon) -> str:
    """``Heavy 3``, ``Rapid Fire``, ``Salvo 2/3``."""
    if weapon.type in ("Rapid Fire", "Pistol"):
        return weapon.type
    moved = f"{weapon.moved_shots.text}/" if weapon.moved_shots else ""
    return f"{weapon.type} {moved}{weapon.shots.text}"
