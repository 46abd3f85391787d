"""A fact said of one kind of model, or of one weapon, of a unit that has no other is the fact itself, or it is refused.

The keys are those that each edition says it knows, and those that its attacks ask: a new one is tried by itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache
from itertools import permutations
from typing import Any

import pytest

from shoot_cli.analysis.single_attack import as_input_error, asked_by_key, of_sides, worked_out
from shoot_cli.engine.names import all_of
from shoot_cli.engine.questions import Choose, HowMany, Number, Numbers, Subset
from shoot_cli.engine.reasons import Refusal
from shoot_cli.importing.list_files import attack_side
from shoot_cli.input.answers import Task
from shoot_cli.rules import RULESETS
from tests.helpers.samples import first

LINES = {  # by edition: who shoots at whom, each of one kind, with one weapon
    "10e": [
        ('1x "S" A2 BS3+ S4 AP0 D1 "gun" [rapid fire 1, heavy]', '3x "T" T4 Sv4+ W1 (SMOKE, INFANTRY)'),
        ('1x "S" A1 BS3+ S8 AP-2 D3 "gun" [indirect fire, hazardous]', '1x "T" T9 Sv3+ W9 (VEHICLE)'),
    ],
    "11e": [
        ('1x "S" A2 BS3+ S4 AP0 D1 "gun" [rapid fire 1, heavy]', '3x "T" T4 Sv4+ W1 (INFANTRY)'),
        ('1x "S" A1 BS3+ S8 AP-2 D3 "gun" [indirect fire, hazardous]', '1x "T" T9 Sv3+ W9 (VEHICLE)'),
    ],
    "7e": [
        ('2x "S" BS4 boltgun', '3x "T" T4 Sv5+'),
        ('1x "S" BS4 lascannon', '1x "T" AV11/10/10 HP3'),
        ('2x "S" BS4 plasma gun', '3x "T" T4 Sv5+'),
    ],
    "2e": [('2x "S" BS4 boltgun', '3x "T" T4 Sv5+'), ('1x "S" BS4 lascannon', '1x "T" AV20/18')],
    "rh": [
        ('2x "S" AP4 AT2 range 12', '2x "T" INF armour 3 integrity 2'),
        ('2x "S" BP2 range 12', '2x "T" INF armour 3 integrity 2'),
    ],
}
EVERY = [(short, at) for short, lines in LINES.items() for at in range(len(lines))]
MOST = 3  # values of one fact that are tried


def sides(short: str, at: int) -> tuple[Any, Any]:
    shooter, target = LINES[short][at]
    return attack_side(shooter, short, "attacker"), attack_side(target, short, "target")


@cache
def came(short: str, at: int, *said: tuple[str, str]) -> Any:
    """All that the odds come to; None if it is refused."""
    try:
        with as_input_error():
            found = worked_out(of_sides(*sides(short, at), dict(said))).document()
    except Refusal:
        return None
    laws = {name: tuple(value) for name, value in found.items() if isinstance(value, list)}
    return laws, {name: value for name, value in found.items() if isinstance(value, float)}, found["expected"]


def questions(task: Task) -> dict[str, Any]:
    """What may be said of all of a unit, by key."""
    found = {question.key: question for question in task.known()}
    return found | {key: asked[0] for key, asked in asked_by_key(task).items()}


def values(question: Any) -> list[str]:
    if isinstance(question, Choose):
        return [option.value for option in question.options if not option.closed][:MOST]
    if isinstance(question, (Number, Numbers)):
        return [f"{number:g}" for number in dict.fromkeys((question.low, min(question.low + 3, question.high)))]
    if isinstance(question, HowMany):
        return ["none", "1"]
    return [*question.names[:1], "none"] if isinstance(question, Subset) else []


def names(task: Task, question: Any) -> Iterator[str]:
    """Of the units, their models and weapons; of many things that have a number each, those that mean all of them."""
    units = (task.attacker, task.target)
    found = [unit.name for unit in units]
    for model, _ in (row for unit in units for row in unit.models):
        found += [model.name, *(weapon.name for weapon in getattr(model, "weapons", ()))]
    for name in dict.fromkeys(found):
        if not isinstance(question, Numbers) or len(all_of(name, question.names)) in (0, len(question.names)):
            yield name


def test_each_edition_has_lines() -> None:
    assert {edition.short for edition in RULESETS} == {*LINES}


def facts(task: Task) -> dict[str, Any]:
    """What may be said of a whole unit; a setting of the same name is something else."""
    settings = {setting.key for setting in task.ruleset.settings}
    found = questions(task).items()
    return {key: question for key, question in found if key not in settings and ":" not in key and " " not in key}


@cache
def apart() -> frozenset[str]:
    """Keys that some edition asks of one of several, as ``cover:KIND``, or with a number for each."""
    found: set[str] = set()
    for short, at in EVERY:
        for key, question in questions(of_sides(*sides(short, at), {})).items():
            head, colon, _ = key.partition(":")
            found |= {head} if colon or isinstance(question, Numbers) else set()
    return frozenset(found)


def wrong(short: str, at: int, keys: Collection[str], most: int) -> list[str]:
    """What was said of one, and is not as if it were said of all. ``most``: values that are tried of each key."""
    task, found = of_sides(*sides(short, at), {}), list[str]()
    for key, question in facts(task).items():
        said = values(question)[:most] if key in keys else []
        for name in names(task, question) if said else ():
            own = f"{key}:{name}"
            for value in said:
                alone = came(short, at, (own, value))
                found += [f"{own}={value}"] * (alone is not None and alone != came(short, at, (key, value)))
            for whole, value in permutations(said[:2], 2):
                both = came(short, at, (key, whole), (own, value))
                told = f"{key}={whole} {own}={value}"
                found += [told] * (both is not None and both != came(short, at, (key, value)))
    return found


@pytest.mark.parametrize(("short", "at"), first(5, sorted(EVERY, key=lambda one: one[1])))
@pytest.mark.rule("11E-COV-4", "10E-COV-1", "7E-SAV-4")
def test_what_is_said_of_the_only_one_is_said_of_all(short: str, at: int) -> None:
    assert {"cover", "precision", "value", "distance"} <= apart()
    assert not wrong(short, at, apart(), 2)


@pytest.mark.slow
@pytest.mark.parametrize(("short", "at"), EVERY)
def test_whatever_is_said_of_the_only_one_is_said_of_all(short: str, at: int) -> None:
    """Every key there is: hardly any may be said of one."""
    keys = facts(of_sides(*sides(short, at), {}))
    assert len(keys) > 10
    assert not wrong(short, at, keys, MOST)


def test_cover_against_the_only_kind_that_fires() -> None:
    """It makes BS worse by one, in the place of what is said of all; what nobody is asked of one gun is refused."""
    hits = {said: came("11e", 0, *said) for said in ((("cover", "yes"),), (("cover:S", "yes"),), (("cover:S", "no"),))}
    assert [round(found[2]["hits"], 2) for found in hits.values()] == [1.0, 1.0, 1.33]
    assert came("11e", 0, ("cover", "yes"), ("cover:S", "no")) == hits[("cover:S", "no"),]
    assert came("11e", 0, ("hit_modifier:gun", "1")) is None
