"""Odds of attacks with joined characters, effects in force and what flies, against the oracles: equal as fractions.

The oracles know the rules in words alone. Where the specification leaves two ways open (``Readings``) both take the same.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from shoot_cli.analysis.single_attack import pairing_of_scenario
from shoot_cli.armies.loading import scenario_from
from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.odds import odds
from shoot_cli.rules.seventh import RULESET
from tests.helpers.samples import first
from tests.rules.seventh.helpers.attack_words import DEFAULT, Attack, Readings
from tests.rules.seventh.helpers.random_flying import law, random_flight
from tests.rules.seventh.helpers.random_joined import random_attack
from tests.rules.seventh.helpers.scenarios import document, scenario

NAMES = {"falls": "grounded"}  # of our ends, as the program calls them; else by the same name


def measured(end: Any) -> list[str]:
    """Fields of an end that the program measures too."""
    return [field for field in end._fields if NAMES.get(field, field) in RULESET.measures]


def by_enumeration(attack: Attack, readings: Readings = DEFAULT) -> dict[tuple[int, ...], Fraction]:
    out: dict[tuple[int, ...], Fraction] = {}
    for end, p in law(attack, readings).items():
        found = tuple(int(getattr(end, name)) for name in measured(end))
        out[found] = out.get(found, Fraction(0)) + p
    return out


def by_odds(attack: Attack) -> dict[tuple[int, ...], Fraction]:
    task = pairing_of_scenario(scenario_from(document(attack)), {}).task()
    ends = odds(
        task.ruleset.attack,
        task.ruleset.begin_attack(task.attacker, task.target),
        Preset(task.answers, raise_missing),
        settings=task.ruleset.defaults() | dict(task.settings),
        exact=True,
    )
    names = measured(next(iter(law(attack))))
    measures = [RULESET.measures[NAMES.get(name, name)] for name in names]
    found = ends.measure(lambda end: tuple(int(measure(end)) for measure in measures))
    return {end: p for end, p in found.items() if p}


def equal(attack: Attack) -> None:
    assert by_odds(attack) == by_enumeration(attack), scenario(attack)


Draws = Callable[[Random], Attack]


@pytest.mark.parametrize("draws", [random_attack, random_flight])
@pytest.mark.parametrize("part", first(1, [0, 2, 3, 1, *range(4, 7)]))
def test_random_attacks(part: int, draws: Draws) -> None:
    for seed in range(15 * part, 15 * part + 15):
        equal(draws(Random(seed)))
