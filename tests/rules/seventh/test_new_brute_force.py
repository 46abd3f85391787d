"""Odds of attacks with joined characters, effects in force and what flies, against the oracles: equal as fractions.

The oracles know the rules in words alone. Where the specification leaves two ways open (``Readings``) both take the same.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import pytest
import yaml

from shoot_cli.analysis.single_attack import pairing_of_scenario
from shoot_cli.armies.loading import scenario_from
from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.odds import odds
from shoot_cli.rules.seventh import RULESET
from tests.helpers.samples import first
from tests.rules.seventh.helpers import random_flying, random_words
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


@pytest.mark.parametrize("draws", first(1, [random_flight, random_attack]))
def test_a_seed_gives_one_attack_and_one_document(draws: Any) -> None:
    for seed in range(40):
        attack = draws(Random(seed))
        assert draws(Random(seed)) == attack
        assert yaml.safe_load(scenario(attack)) == document(attack)


# What is drawn -----------------------------------------------------------------------------------------------------


def drawn(draws: Any, n: int) -> list[Attack]:
    return [draws(Random(seed)) for seed in range(n)]


def rules_of(attacks: list[Attack], side: str) -> set[str]:
    sides = [getattr(attack, side) for attack in attacks]
    return {rule for of in sides for group, kind in of.kinds for rule in (*group.rules, *kind.rules)}


def effects_of(attacks: list[Attack], side: str) -> set[str]:
    return {word for attack in attacks for word, _ in getattr(attack, side).effects}


@pytest.mark.slow
def test_every_rule_of_characters_that_join_is_drawn() -> None:
    """7E-IC-1 to 6, 7E-EFF-1 to 4."""
    attacks = drawn(random_attack, 1200)
    assert {*random_words.SHARED_OF_FIRERS, *random_words.OWN_OF_FIRERS} <= rules_of(attacks, "attacker")
    assert {*random_words.SHARED_OF_TARGETS, *random_words.OWN_OF_TARGETS, "Skilled Rider"} <= rules_of(
        attacks, "target"
    )
    assert {*random_words.ON_FIRERS, *random_words.OF_ONE_WEAPON} <= effects_of(attacks, "attacker")
    assert {*random_words.ON_TARGETS, *random_words.OF_ONE_MODEL} <= effects_of(attacks, "target")
    assert {"pinpoint 1", "pinpoint 2", "scour"} <= {
        spent for attack in attacks for spent in attack.attacker.markerlights
    }
    assert {len(attack.target.groups) for attack in attacks} == {1, 2, 3}
    assert {len(attack.attacker.groups) for attack in attacks} == {1, 2}
    first_of_all = [attack.runs[0].name for attack in attacks]
    assert {"Boy", "Nob", "Boss", "Doc"} <= set(first_of_all)  # whoever may stand nearest


def test_every_way_to_fly_is_drawn() -> None:
    """7E-FLY-1 to 11, 7E-FMC-1 to 5."""
    attacks = drawn(random_flight, 800)
    for side in ("attacker", "target"):
        assert {"", "zooming", "hovering", "swooping", "gliding"} == {
            getattr(attack, side).flight for attack in attacks
        }
    assert set(random_flying.ON_FIRERS) <= effects_of(attacks, "attacker")
    assert {*random_flying.ON_VEHICLES, *random_flying.ON_CREATURES} <= effects_of(attacks, "target")
    assert {"Strafing Run", "Power of the Machine Spirit", "Tank Hunters"} <= rules_of(attacks, "attacker")
    assert "Agile" in rules_of(attacks, "target")
    facts = {(attack.skyfire, attack.vector_strike, attack.speed, attack.jink, bool(attack.full)) for attack in attacks}
    assert [len({fact[place] for fact in facts}) for place in range(5)] == [3, 2, 3, 2, 2]
    assert {attack.attacker.state for attack in attacks} >= {"ready", "jinked", "shaken"}
