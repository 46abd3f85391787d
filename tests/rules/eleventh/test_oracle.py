"""Odds of the 11th edition against ``oracle.py``, which knows the rules in words alone: equal as fractions."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from shoot_cli import armies
from shoot_cli.commands.attacking import of_scenario
from shoot_cli.core.answerers import Preset, nobody
from shoot_cli.core.odds import odds
from shoot_cli.core.task import InputError
from tests.rules.eleventh.oracle import fight, own_losses
from tests.rules.eleventh.random_attacks import Document, attack, barred

Law = dict[tuple[int, int], Fraction]
MORE = range(1000, 4000)  # of the slow tests


def by_odds(document: Document) -> tuple[Law, Law]:
    """(models slain, wounds lost) of the target, and of the shooter's own models."""
    task = of_scenario(armies.scenario_from(document), {})
    ruleset, given = task.ruleset, Preset(task.answers, nobody)
    ends = odds(ruleset.attack, task.start(), given, settings=ruleset.defaults() | task.settings, exact=True)
    measures = ruleset.measures
    theirs = ends.measure(lambda s: (measures["slain"](s), measures["damage"](s)))
    own = ends.measure(lambda s: (measures["own_slain"](s), measures["own_damage"](s)))
    return possible(theirs), possible(own)


def possible(law: Mapping[Any, Fraction]) -> Law:
    return {end: chance for end, chance in law.items() if chance}


def equal(seed: int, most: float) -> None:
    document = attack(Random(seed), most)
    theirs, own = by_odds(document)
    assert sum(theirs.values()) == 1
    assert theirs == possible(fight(document)), seed
    assert own == possible(own_losses(document)), seed


@pytest.mark.parametrize("part", range(4))
def test_random_attacks(part: int) -> None:
    for seed in range(50 * part, 50 * part + 50):
        equal(seed, 4)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(30))
def test_many_more_random_attacks(part: int) -> None:
    for seed in MORE[100 * part : 100 * part + 100]:
        equal(seed, 8)


@pytest.mark.parametrize("seed", range(20))
def test_what_may_not_be_fired(seed: int) -> None:
    document, rule = barred(Random(seed))
    with pytest.raises(InputError, match=rule):
        by_odds(document)
