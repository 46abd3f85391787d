"""Odds of the 10th edition against ``oracle.py``, which knows the rules in words alone: equal as fractions."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from shoot_cli.core.answerers import Preset, nobody
from shoot_cli.core.odds import odds
from shoot_cli.rules.tenth import RULESET
from tests.rules.tenth.oracle import fight
from tests.rules.tenth.oracle_firing import own_losses
from tests.rules.tenth.random_attacks import Sheets, small_fight
from tests.samples import first

Law = dict[tuple[int, int], Fraction]
MORE = range(1000, 3800)  # of the slow tests


def by_odds(drawn: Sheets) -> tuple[Law, Law]:
    """(models slain, wounds lost) of the target, and of the shooter's own models."""
    shooter, target, facts, settings = drawn.fight()
    ends = odds(
        RULESET.attack,
        RULESET.begin_attack(shooter, target),
        Preset(facts, nobody),
        settings=RULESET.defaults() | settings,
        exact=True,
    )
    measures = RULESET.measures
    theirs = ends.measure(lambda s: (measures["slain"](s), measures["damage"](s)))
    own = ends.measure(lambda s: (measures["own_slain"](s), measures["own_damage"](s)))
    return possible(theirs), possible(own)


def possible(law: Mapping[Any, Fraction]) -> Law:
    return {end: chance for end, chance in law.items() if chance}


def equal(seed: int) -> None:
    drawn = small_fight(Random(seed))
    theirs, own = by_odds(drawn)
    assert sum(theirs.values()) == 1
    assert theirs == possible(fight(*drawn)), seed
    assert own == possible(own_losses(*drawn)), seed


@pytest.mark.parametrize("part", first(3, range(10)))
def test_random_fights(part: int) -> None:
    for seed in range(20 * part, 20 * part + 20):
        equal(seed)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(28))
def test_many_more_random_fights(part: int) -> None:
    for seed in MORE[100 * part : 100 * part + 100]:
        equal(seed)
