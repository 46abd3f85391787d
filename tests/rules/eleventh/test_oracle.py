"""Odds of the 11th edition against ``oracle.py``, which knows the rules in words alone: equal as fractions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from shoot_cli import armies
from shoot_cli.analysis.single_attack import pairing_of_scenario
from shoot_cli.engine.reasons import BadAnswer, InputError
from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.odds import odds
from tests.helpers.samples import first, many
from tests.rules.eleventh.helpers.random_attacks import (
    OF_MODELS,
    OF_SHOOTERS,
    OF_TARGETS,
    OF_WEAPONS,
    SETTINGS,
    TYPES,
    Document,
    attack,
    barred,
)
from tests.rules.eleventh.oracles.attack import Game, fight, own_losses

Law = dict[tuple[int, int], Fraction]
MORE = range(1100, 2600)  # of the slow tests; attack 1093 alone takes half a minute


def by_odds(document: Document) -> tuple[Law, Law]:
    """(models slain, wounds lost) of the target, and of the shooter's own models."""
    task = pairing_of_scenario(armies.scenario_from(document), {}).task()
    ruleset, given = task.ruleset, Preset(task.answers, raise_missing)
    ends = odds(ruleset.attack, task.start(), given, settings=ruleset.defaults() | task.settings, exact=True)
    measures = ruleset.measures
    theirs = ends.measure(lambda state: (measures["slain"](state), measures["damage"](state)))
    own = ends.measure(lambda state: (measures["own_slain"](state), measures["own_damage"](state)))
    return possible(theirs), possible(own)


def possible(law: Mapping[Any, Fraction]) -> Law:
    return {end: chance for end, chance in law.items() if chance}


def equal(seed: int, most: float) -> None:
    document = attack(Random(seed), most)
    theirs, own = by_odds(document)
    assert sum(theirs.values()) == 1
    assert theirs == possible(fight(document)), seed
    assert own == possible(own_losses(document)), seed


@pytest.mark.parametrize("part", first(1, [1, 0, 2, 3]))
def test_random_attacks(part: int) -> None:
    for seed in range(50 * part, 50 * part + 50):
        equal(seed, 4)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(3))
def test_many_more_random_attacks(part: int) -> None:
    for seed in MORE[100 * part : 100 * part + 100]:
        equal(seed, 8)


def refused(seed: int) -> None:
    """It is an error that names what stands against it, and nothing else."""
    document, rules = barred(Random(seed))
    with pytest.raises((InputError, BadAnswer)) as error:
        by_odds(document)
    named = {*re.findall(r"1[01]E-[A-Z0-9-]+", str(error.value))}
    assert named, error.value
    assert named <= rules, (seed, rules)


def test_what_may_not_be_fired() -> None:
    for seed in range(40):
        refused(seed)


@pytest.mark.slow
def test_much_more_that_may_not_be_fired() -> None:
    for seed in range(1000, 1000 + many(500)):
        refused(seed)


# What is drawn -------------------------------------------------------------------------------------------------------


def words(document: Document) -> Iterator[str]:
    """Every line of words in it, and every answer."""
    for gun in document["weapons"].values():
        yield from gun["abilities"]
    for side in ("attacker", "target"):
        yield from document[side].get("abilities", ())
        for model in document[side]["models"]:
            yield from (*model.get("abilities", ()), *model)
    yield from (f"{key} {value}" for key, value in document["answers"].items())
    yield from document["answers"]


def drawn(seeds: Iterable[int], most: float) -> Counter[str]:
    found: Counter[str] = Counter()
    for seed in seeds:
        document = attack(Random(seed), most)
        game = Game(document)
        found.update({*words(document), f"type {game.field.shooting}", f"{len(game.pools())} pools"})
        found["groups"] += len({(man.wounds, man.save, man.invulnerable) for man in game.men}) > 1
        found["joined"] += any(man.joined for man in game.men)
    return found


def asked_of_them() -> list[str]:
    found = [
        *OF_WEAPONS,
        *OF_SHOOTERS,
        *OF_TARGETS,
        *OF_MODELS,
        *(f"type {kind}" for kind in TYPES),
        "groups",
        "joined",
    ]
    found += [f"{key} {value}" for key, values in SETTINGS.items() for value in values]
    found += [
        "plunging",
        "spotted",
        "stationary within_3",
        "cover:Gunner",
        "together",
        "target_engaged",
        "lethal False",
    ]
    found += ["hidden", "allocate", "group_order", "weapon", "hit_modifier", "lost", "Inv", "FNP", "leader", "support"]
    return [*found, "pile_order:gun", "2 pools", "3 pools"]


@pytest.mark.slow
def test_everything_is_drawn() -> None:
    """Not only once: often enough that it also meets others, and counts."""
    found = drawn(MORE, 8)
    assert {name: found[name] for name in asked_of_them() if found[name] < 10} == {}


@pytest.mark.slow
def test_the_plain_ones_are_of_nearly_every_kind() -> None:
    found = drawn(range(200), 4)
    missing = [name for name in asked_of_them() if not found[name]]
    assert len(missing) < 20, missing
