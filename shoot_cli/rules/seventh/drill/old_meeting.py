"""What the questions are made of: weapons that meet models, units that were made up, numbers that are nearly right."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from shoot_cli.core.answerers import Preset, PresetTable, nobody
from shoot_cli.core.pools import Pool
from shoot_cli.core.quizzes import Source
from shoot_cli.core.sequence import If, play
from shoot_cli.core.table import Table
from shoot_cli.rules.seventh.armoury import armoury
from shoot_cli.rules.seventh.profiles import Model, Unit, Weapon
from shoot_cli.rules.seventh.settings import SETTINGS
from shoot_cli.rules.seventh.steps.attack import attack_of
from shoot_cli.rules.seventh.steps.target import measure
from shoot_cli.rules.seventh.steps.weapon import choose_weapon, fire_weapon, weapon_chosen
from shoot_cli.rules.seventh.tokens import Shot, Volley
from shoot_cli.rules.seventh.vehicle_charts import area_of

NUMBERS = ("2+", "3+", "4+", "5+", "6+")
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


def met(source: Source, fits: Callable[[Meet], bool], free: float = 0.5) -> Meet | None:
    """A meeting out of the armies; None: the question is to be made up. Never None if the learner named both lists.

    ``free``: how often the latter; always, if there is none that fits.
    """
    if not source.own and source.random.random() < free:
        return None
    return source.found(meetings, fits)


def rolls_to_hit(meet: Meet) -> bool:
    return not area_of(meet.weapon)


def at_models(meet: Meet) -> bool:
    return not meet.model.vehicle


def at_vehicles(meet: Meet) -> bool:
    return meet.model.vehicle


def has(*rules: str) -> Callable[[Meet], bool]:
    return lambda meet: any(meet.weapon.has(rule) for rule in rules)


# What was made up ----------------------------------------------------------------------------------------------------


def arm(name: str) -> Weapon:
    """A weapon of the armoury by its plain name; of one with modes the first."""
    return armoury()[name][0]


def a_unit(weapon: Weapon, n: int = 1, type: str = "Infantry", rules: tuple[str, ...] = (), **values: Any) -> Unit:
    model = Model("Trooper", **({"ballistic_skill": 4, "toughness": 4} | values), weapons=(weapon,), rules=rules)
    return Unit("Squad", type, ((model, n),), rules)


def alone(unit: Unit, bearer: Model, weapon: Weapon, n: int = 1) -> Unit:
    """The unit with these models and this weapon only: what others carry is not asked about."""
    return unit.but(models=((bearer.but(weapons=(weapon,)), n),))


TARGET = a_unit(arm("boltgun"), 10)


def at_table(**answers: Any) -> Table:
    """A table at which these answers are given, and the usual ones besides."""
    table = PresetTable(Preset(answers, nobody))
    table.settings = USUAL
    return table


def fired(shooter: Unit, target: Unit = TARGET, **facts: Any) -> Pool:
    """What lies there when the first weapon has been fired, and no die rolled yet."""
    ready = (measure, choose_weapon, If(weapon_chosen, fire_weapon))
    return getattr(play(ready, attack_of(shooter, target), at_table(**facts)), "pool", ())


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
    return thing.shot if isinstance(thing, Volley) else thing


# Words ---------------------------------------------------------------------------------------------------------------


def face(number: int | None, none: str = NO_FACE) -> str:
    return none if number is None else f"{number}+"


def near(source: Source, number: int | None, none: str = NO_FACE, likely: Iterable[str | None] = ()) -> list[str]:
    """Wrong numbers to roll, the likeliest first: those given, then off by one, then farther off."""
    first = [
        word if word in NUMBERS else none for word in likely if word in NUMBERS or (word and not word[0].isdigit())
    ]
    beside = [*(range(4, 7) if number is None else (number - 1, number + 1))]
    source.random.shuffle(beside)
    farther = [n for n in (2, 3, 4, 5, 6) if n not in beside]
    source.random.shuffle(farther)
    return [*first, *(face(n) for n in (*beside, *farther) if 2 <= n <= 6), none]


def numbers_near(source: Source, number: int, *likely: int, least: int = 0) -> list[str]:
    """Wrong counts, the likeliest errors first."""
    beside = [number - 1, number + 1, number + 2]
    source.random.shuffle(beside)
    return [str(n) for n in (*likely, *beside, number + 3, number + 4) if n >= least and n != number]


def ap_text(ap: int | None) -> str:
    return "AP-" if ap is None else f"AP{ap}"


def strength_text(strength: int | None) -> str:
    return "SX" if strength is None else f"S{strength}"


def shots_text(weapon: Weapon) -> str:
    """``Heavy 3``, ``Rapid Fire``, ``Salvo 2/3``."""
    if weapon.type in ("Rapid Fire", "Pistol"):
        return weapon.type
    moved = f"{weapon.moved_shots.text}/" if weapon.moved_shots else ""
    return f"{weapon.type} {moved}{weapon.shots.text}"


def counted(n: int, one: str, more: str = "") -> str:
    return f"{n or 'no'} {one if n == 1 else more or one + 's'}"


def dice_text(dice: Iterable[int]) -> str:
    return ", ".join(map(str, dice))


def dice_of(source: Source, n: int) -> tuple[int, ...]:
    return tuple(sorted((source.random.randint(1, 6) for _ in range(n)), reverse=True))


def a(noun: str) -> str:
    return f"an {noun}" if noun.lstrip("'")[:1].lower() in "aeiou" else f"a {noun}"


def an(noun: str) -> str:
    """At the beginning of a sentence."""
    return f"A{a(noun)[1:]}"
