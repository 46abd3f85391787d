"""The five verbs of the table keep their laws in battles as well: more is asked there, and by other rows.

Short: one check of attacks between random units of a battle, beside `tests/rules/test_every_verb.py`.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from shoot_cli.engine.table import Table
from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.odds import odds
from shoot_cli.rules.seventh import RULESET
from shoot_cli.rules.seventh.records import Attack
from shoot_cli.rules.seventh.steps.aftermath import halt
from shoot_cli.rules.seventh.steps.attack import begin_attack, own_slain
from shoot_cli.rules.seventh.steps.turns import new_battle
from shoot_cli.rules.seventh.tokens import Burn
from tests.helpers.samples import many
from tests.helpers.table_verbs import VERBS, as_at_the_table
from tests.rules.seventh.helpers.random_attacks import random_attack
from tests.rules.seventh.helpers.tabletop import army, marines
from tests.rules.seventh.helpers.vehicles import tank

OF_BOTH = ("distance", "cover", "under", "go_to_ground", "look_out_sir", "jink")  # asked in battles by these names


def start_of(shooter: Any, target: Any, settings: dict[str, str]) -> Attack:
    """An attack in a battle, with somebody on either side who can be hit by mistake."""
    mine, theirs = army("Mine", shooter, marines(1, name="Friend")), army("Theirs", target, marines(1, name="Foe"))
    table = Table(lambda question, place: question.default)
    table.settings = settings
    return begin_attack(new_battle(mine, theirs, 1).but(unit=0, target=0), table)


def check(seed: int) -> Counter[str]:
    shooter, target, answers, own = random_attack(Random(seed))
    settings = RULESET.defaults() | own
    said = {"distance": 9} | {key: value for key, value in answers.items() if key.partition(":")[0] in OF_BOTH}
    start = start_of(shooter, target, settings)

    def law() -> Any:
        ends = odds(RULESET.attack, start, Preset(said, raise_missing), settings=settings, exact=True, brute_force=True)
        found = ends.measure(lambda s: tuple(int(measure(s)) for measure in RULESET.measures.values()))
        return {end: p for end, p in found.items() if p}

    used, want = Counter[str](), law()
    for verbs in (*((verb,) for verb in VERBS), VERBS):
        with as_at_the_table(*verbs) as now:
            assert law() == want, (seed, verbs)
        used += now
    return used


@pytest.mark.slow
def test_odds_in_a_battle_are_the_same_with_what_players_have() -> None:
    """These few meet every place in the rules that uses a verb. One verb is not used: no rule of the edition is moot."""
    assert {*sum(map(check, (2010, 2012, 2015, 2090, 2174, 2205)), Counter[str]())} == {*VERBS} - {"moot"}


@pytest.mark.slow
@pytest.mark.parametrize("part", range(many(3)))
def test_odds_in_a_battle_are_the_same_in_many_more(part: int) -> None:
    for seed in range(3000 + 20 * part, 3020 + 20 * part):
        check(seed)


@pytest.mark.rule("7E-VEH-14", "7E-HIT-11")
def test_own_losses_still_count_when_the_attack_has_halted() -> None:
    """They are written into the battle then, and the rest of the attack adds to them."""
    start = start_of(marines(3), tank(11, name="Tank"), RULESET.defaults())
    halted = halt(
        start.with_toll(burnt=((Burn(0, 1, 1), 2),), gone=(("Tank", True),)), Table(lambda question, place: None)
    )
    assert halted.unit_at(0, 0).by_kind() == {0: 1}
    rest = halted.halted.value
    assert (own_slain(rest), rest.toll.burnt) == (2, ())
    assert own_slain(rest.with_toll(burnt=((Burn(0, 1, 1), 1),))) == 3
