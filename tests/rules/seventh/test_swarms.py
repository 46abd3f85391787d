"""Swarms under markers and templates (7E-ALC-12)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from shoot_cli.rules.seventh import RULESET
from shoot_cli.rules.seventh.profiles import Unit
from shoot_cli.rules.seventh.tokens import Wound
from tests.rules.seventh.helpers.tabletop import attack, fire, gun, marines, squad, trooper, wounds_on

F = Fraction
FRAG = Wound(3, 6, ("Blast",), False)


def swarm(n: int = 1, wounds: int = 3, **stats: Any) -> Unit:
    return squad("Swarm", trooper("Base", n, "lasgun", **({"Sv": "-", "T": 3, "W": wounds} | stats)), rules=("Swarms",))


def lost(n: int, target: Unit, **settings: str) -> dict[Any, Fraction]:
    return wounds_on(((FRAG, n),), target, "damage", gun("gun", type="Heavy 1, Blast"), settings, under=1)


@pytest.mark.rule("7E-ALC-12")
def test_tv_112_feel_no_pain_is_rolled_for_each_of_the_two() -> None:
    assert lost(1, swarm(FNP=5)) == {0: F(1, 9), 1: F(4, 9), 2: F(4, 9)}


@pytest.mark.rule("7E-ALC-12")
def test_tv_113_feel_no_pain_first() -> None:
    assert lost(1, swarm(FNP=5), swarms_fnp="fnp_first") == {0: F(1, 3), 2: F(2, 3)}


@pytest.mark.rule("7E-ALC-12")
def test_feel_no_pain_first_and_what_is_over_goes_on() -> None:
    """Both readings together: a wound that was not ignored is still two."""
    both = {"swarms_fnp": "fnp_first", "swarms_overflow": "next_model"}
    assert lost(1, swarm(2, 1, FNP=5), **both) == {0: F(1, 3), 2: F(2, 3)}


@pytest.mark.rule("7E-ALC-12")
def test_what_a_base_has_no_wounds_left_for() -> None:
    assert lost(2, swarm(2, 3)) == {3: F(1)}
    assert lost(2, swarm(2, 3), swarms_overflow="next_model") == {4: F(1)}
    assert lost(2, swarm(1, 3), swarms_overflow="next_model") == {3: F(1)}


@pytest.mark.rule("7E-ALC-12", "7E-SAV-15")
def test_in_what_order_bases_lose_their_wounds_is_not_for_the_app_to_choose() -> None:
    """Wounds that cost 1, 2 and 1 cost two bases of 2 wounds 3 in all; sorted they would cost 4."""
    target, flamer = swarm(2, 2, FNP=4), gun("flamer", "T", "4", "-", "Assault 1, Template")
    pain = "feel no pain:Base"
    rolled = [(pain, [1, 6]), (pain, [1, 1]), (pain, [6, 1])]
    burnt = attack(
        marines(2, flamer), target, *fire("flamer"), ("under:flamer", 2), ("under:flamer", 1), ("wound:flamer", [6, 6, 6]),
        *rolled,
    )  # fmt: skip
    assert RULESET.measures["damage"](burnt.end) == 3


@pytest.mark.rule("7E-ALC-12")
def test_the_odds_of_three_unsaved_wounds_on_bases_that_feel_no_pain() -> None:
    each = ((0, F(1, 4)), (1, F(1, 2)), (2, F(1, 4)))
    expected: dict[int, Fraction] = {}
    for ways in product(each, repeat=3):
        first, second, chance = 2, 2, F(1)
        for points, own in ways:
            chance *= own
            first, second = (max(0, first - points), second) if first else (0, max(0, second - points))
        gone = 4 - first - second
        expected[gone] = expected.get(gone, F(0)) + chance
    assert lost(3, swarm(2, 2, FNP=4)) == expected
