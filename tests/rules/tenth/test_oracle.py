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
from tests.rules.tenth.oracle import fight, own_losses
from tests.rules.tenth.random_attacks import Fight, small_fight
from tests.samples import first

Law = dict[tuple[int, int], Fraction]


def by_odds(drawn: Fight) -> tuple[Law, Law]:
    """(models slain, wounds lost) of the target, and of the shooter's own models."""
    shooter, target, facts, settings = drawn
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
    shooter, target, facts, settings = drawn
    theirs, own = by_odds(drawn)
    assert sum(theirs.values()) == 1
    assert theirs == possible(fight(shooter, target, facts, settings)), seed
    assert own == possible(own_losses(shooter, facts, settings)), seed


@pytest.mark.parametrize("part", first(3, range(10)))
def test_random_fights(part: int) -> None:
    for seed in range(20 * part, 20 * part + 20):
        equal(seed)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(20))
def test_many_more_random_fights(part: int) -> None:
    for seed in range(1000 + 100 * part, 1100 + 100 * part):
        equal(seed)


def test_they_are_of_every_kind() -> None:
    """What is compared: groups in turn, characters, abilities of every sort, own losses."""
    seen: set[str] = set()
    for seed in range(200):
        shooter, target, facts, settings = small_fight(Random(seed))
        seen |= {ability.name for gun in shooter.weapons() for ability in gun.abilities}
        seen |= {ability.name for model, _ in (*shooter.models, *target.models) for ability in model.abilities}
        seen |= {*facts, *map(str, settings.values()), *(["attached"] if target.attached else [])}
    for name in (
        "Devastating Wounds", "Lethal Hits", "Sustained Hits", "Melta", "Blast", "Precision", "Hazardous", "Anti",
        "Indirect Fire", "Twin-linked", "Torrent", "Pistol", "Incoming half damage", "Incoming no damage once",
        "Mortal wounds in addition", "Stealth", "attached", "overwatch", "engaged", "cover", "launch", "fishing",
        "best_save",
    ):  # fmt: skip
        assert name in seen, name
