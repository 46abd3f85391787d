"""Meetings of weapons and models that questions are made of, and invented units."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from shoot_cli.engine.pools import Pool
from shoot_cli.engine.sequence import If, play
from shoot_cli.engine.table import Table
from shoot_cli.input.answerers import Preset, PresetTable, raise_missing
from shoot_cli.quiz import Source
from shoot_cli.rules.seventh import charts
from shoot_cli.rules.seventh.charts import area_of
from shoot_cli.rules.seventh.fields import armoury, every_rule
from shoot_cli.rules.seventh.profiles import SETTINGS, Model, Unit, Weapon
from shoot_cli.rules.seventh.steps.attack import new_attack
from shoot_cli.rules.seventh.steps.target import measure
from shoot_cli.rules.seventh.steps.weapon import choose_weapon, fire_weapon, weapon_chosen
from shoot_cli.rules.seventh.tokens import Marker, Shot, Volley

NO_SAVE, NO_FACE = "no save", "no face will do"
USUAL: Mapping[str, str] = {setting.key: setting.values[0] for setting in SETTINGS}


class Meet(NamedTuple):
    """A weapon with its bearer, and a model that it may be fired at."""

    unit: Unit
    bearer: Model
    weapon: Weapon
    target: Unit
    model: Model


def specials(unit: Unit) -> int:
    """Return how many special rules a beginner must know for the unit, its models and weapons."""
    weapons = {rule for weapon in unit.weapons() for rule in weapon.rules}
    return len(unit.every_rule | weapons) + 3 * unit.vehicle + len(unit.models) - 1


def meetings(shooter: Unit, target: Unit) -> Iterable[tuple[Meet, float]]:
    """Yield every weapon of the shooter with every model of the target, weighted by shots and number of models."""
    for bearer, n in shooter.models:
        if not bearer.ballistic_skill:
            continue
        for weapon in bearer.weapons:
            for model, count in target.models:
                shots = weapon.shots.dice * (weapon.shots.sides + 1) / 2 + weapon.shots.plus
                yield Meet(shooter, bearer, weapon, target, model), n * shots * count


def has(*rules: str) -> Callable[[Meet], bool]:
    return lambda meet: any(meet.weapon.has(rule) for rule in rules)


def known() -> Iterable[str]:
    """Return the names of all rules that `has` accepts."""
    return (rule.name for rule in every_rule())


CALM = ("Relentless", "Slow and Purposeful")

# Names in a card, and their value for a meeting.
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


# Invented units, and attacks that are played up to the first roll.


def arm(name: str) -> Weapon:
    """Return a weapon of the armoury by plain name; its first mode if it has several."""
    return armoury()[name][0]


def a_gun(source: Source, of: Iterable[str]) -> Weapon:
    return arm(source.pick(of))


def a_unit(weapon: Weapon, n: int = 1, type: str = "Infantry", rules: Iterable[str] = (), **values: Any) -> Unit:
    had = tuple(rules)
    model = Model("Trooper", **({"ballistic_skill": 4, "toughness": 4} | values), weapons=(weapon,), rules=had)
    return Unit("Squad", type, ((model, n),), had)


def shooters(
    meet: Meet | None, gun: Weapon, n: int = 1, bs: int = 4, type: str = "Infantry", rules: Iterable[str] = ()
) -> Unit:
    """Return `n` bearers of this weapon, of the unit met or of an invented unit."""
    if meet is None:
        return a_unit(gun, n, type, rules, ballistic_skill=bs)
    # other weapons would raise questions of their own
    return meet.unit.but(models=((meet.bearer.but(weapons=(gun,)), n),))


TARGET = a_unit(arm("boltgun"), 10)


def at_table(**answers: Any) -> Table:
    """Return a table that gives these answers and the default settings."""
    table = PresetTable(Preset(answers, raise_missing))
    table.settings = USUAL
    return table


def shown(*dice: int, again: Iterable[int] | None = None) -> dict[str, list[int]]:
    """Return the faces of a roll as an answer; `again` are the faces of the re-rolled dice."""
    return {"first": [*dice]} | ({} if again is None else {"again": [*again]})


def fired(shooter: Unit, target: Unit | None = None, **facts: Any) -> Pool:
    """Return the pool after the first weapon is fired, before any die is rolled."""
    ready = (measure, choose_weapon, If(weapon_chosen, fire_weapon))
    return getattr(play(ready, new_attack(shooter, target or TARGET), at_table(**facts)), "pool", ())


def shots_in(pool: Pool) -> int:
    """Return the shots that wait for a roll to hit, for weapons without random shots."""
    total = 0
    for token, n in pool:
        assert isinstance(token, (Shot, Volley))
        total += n * (token.shots.plus if isinstance(token, Volley) else 1)
    return total


def shot_in(pool: Pool) -> Shot:
    """Return the first shot of the pool."""
    (token, _), *_ = pool
    return token.shot if isinstance(token, (Volley, Marker)) else token


def some_numbers(source: Source, n: int, least: int, most: int) -> tuple[int, ...]:
    return tuple(source.random.randint(least, most) for _ in range(n))


def face(number: int | None, none: str = NO_FACE) -> str:
    return none if number is None else f"{number}+"


# Tests of a meeting. `meet` and `met` of a card name one of these functions, or a rule.


def rolls_to_hit(meet: Meet) -> bool:
    return not charts.area_of(meet.weapon)


def plain_gun(meet: Meet) -> bool:
    """Return True for a gun that rolls to hit and fires alike after moving."""
    return rolls_to_hit(meet) and meet.weapon.type in ("Rapid Fire", "Assault") and not meet.bearer.vehicle


def plain_shots(meet: Meet) -> bool:
    """Return True if the gun fires exactly the shots of its profile."""
    plain = rolls_to_hit(meet) and not meet.weapon.shots.dice and not meet.bearer.vehicle
    return plain and not meet.weapon.grenade and not meet.weapon.has("Skyfire")


def several_weapons(meet: Meet) -> bool:
    return len(meet.bearer.weapons) > 1


def strafes(meet: Meet) -> bool:
    return meet.unit.has("Strafing Run")


def relentless_bearer(meet: Meet) -> bool:
    return charts.relentless(meet.unit, [model for model, _ in meet.unit.models].index(meet.bearer))


def ordnance_and_another_gun(meet: Meet) -> bool:
    """Return True for a vehicle with Ordnance and a Heavy gun that rolls to hit."""
    heavy = any(gun.type == "Heavy" and not charts.area_of(gun) for gun in meet.bearer.weapons)
    return meet.bearer.vehicle and heavy and any(gun.type == "Ordnance" for gun in meet.bearer.weapons)


def blast(meet: Meet) -> bool:
    return "Blast" in charts.area_of(meet.weapon)


def fears(meet: Meet) -> bool:
    return not meet.unit.has("And They Shall Know No Fear")


def precise(meet: Meet) -> bool:
    return meet.weapon.has("Sniper") or meet.bearer.has("Precision Shots")


def no_machine_spirit(meet: Meet) -> bool:
    return meet.bearer.vehicle and not meet.unit.has("Power of the Machine Spirit")


def preferred_enemy(meet: Meet) -> bool:
    return charts.preferred(meet.unit, meet.target) is not None


def at_models(meet: Meet) -> bool:
    return not meet.model.vehicle


def of_one_toughness(meet: Meet) -> bool:
    return len({model.toughness for model, _ in meet.target.models}) == 1


def of_one_armour(meet: Meet) -> bool:
    return len({model.armour for model, _ in meet.target.models}) == 1


def by_the_chart(meet: Meet) -> bool:
    replaced = has("Sniper", "Graviton", "Fleshbane", "Rending", "Bladestorm", "Gauss")
    return at_models(meet) and meet.weapon.strength is not None and not replaced(meet)


def of_mixed_toughness(meet: Meet) -> bool:
    return by_the_chart(meet) and not of_one_toughness(meet)


def wounds_on_sixes(meet: Meet) -> bool:
    return has("Rending", "Bladestorm", "Gauss")(meet)


def shreds(meet: Meet) -> bool:
    return meet.weapon.has("Shred") or meet.unit.has("Monster Hunter")


def several_pools(meet: Meet) -> bool:
    return has("Rending", "Bladestorm", "Sniper")(meet) and at_models(meet)


def armoured(meet: Meet) -> bool:
    return at_models(meet) and meet.model.armour is not None


def cover_ignored(meet: Meet) -> bool:
    return bool(charts.ignores_cover(meet.weapon))


def on_foot(meet: Meet) -> bool:
    """Return True for a target that can go to ground."""
    return at_models(meet) and charts.never_to_ground(meet.target) is None and not meet.target.has("Fearless")


def in_good_cover(meet: Meet) -> bool:
    return charts.stealth_of(meet.target, 0) > 0


def jinks(meet: Meet) -> bool:
    return charts.jinks(meet.target, meet.model)


def infantry(meet: Meet) -> bool:
    return at_models(meet) and meet.target.type.startswith("Infantry")


def several(meet: Meet) -> bool:
    return sum(n for _, n in meet.target.models) > 2


def leads(meet: Meet) -> bool:
    """Return True for a character with other models beside him."""
    others = sum(n for _, n in meet.target.models) > 1 or meet.model.independent
    return at_models(meet) and meet.model.character and others


def a_character(meet: Meet) -> bool:
    return at_models(meet) and meet.model.character


def tough(meet: Meet) -> bool:
    hurt = at_models(meet) and meet.weapon.strength is not None and meet.model.feel_no_pain is None
    return hurt and meet.model.wounds > 1 and "Swarm" not in meet.target.type


def swarms(meet: Meet) -> bool:
    return meet.target.has("Swarms") or "Swarm" in meet.target.type


def at_vehicles(meet: Meet) -> bool:
    return meet.model.vehicle


def one_plain_die(meet: Meet) -> bool:
    special = has("Melta", "Armourbane", "Lance", "Rending", "Gauss", "Haywire", "Graviton", "Sniper")(meet)
    return at_vehicles(meet) and meet.weapon.strength is not None and not special and meet.weapon.type != "Ordnance"


def penetrates_better(meet: Meet) -> bool:
    return at_vehicles(meet) and has("Melta", "Armourbane", "Lance")(meet)


def ramshackle_target(meet: Meet) -> bool:
    return at_vehicles(meet) and meet.target.has("Ramshackle")


def can_join(meet: Meet) -> bool:
    """Return True if a character could join one of the units."""
    return any(model.independent for unit in (meet.unit, meet.target) for model, _ in unit.models)


def a_psyker(meet: Meet) -> bool:
    return any(rule.startswith("Psyker") for rule in meet.unit.every_rule | meet.target.every_rule)


def a_psyker_or_blind(meet: Meet) -> bool:
    return a_psyker(meet) or meet.weapon.has("Blind")


def something_flies(meet: Meet) -> bool:
    """Return True if a unit flies or the weapon has Skyfire."""
    return charts.flies(meet.unit) or charts.flies(meet.target) or meet.weapon.has("Skyfire")


def a_flyer_fires(meet: Meet) -> bool:
    return charts.flies(meet.unit)
