"""Hazard rolls: 1 and 2 fail, and the unit suffers (11E-HAZ-1), as mortal wounds pick (11E-MW-1)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.engine.questions import Roll
from tests.helpers.each import each
from tests.rules.eleventh.helpers.bare_attacks import rolled
from tests.rules.eleventh.helpers.small_documents import Document, attack, gun, men, own_slain_by

F = Fraction


def burning(n: int = 1, keywords: tuple[str, ...] = ("Infantry",), **stats: Any) -> Document:
    """So many Hazardous weapons, and who fires them."""
    document = attack([gun("Hazardous", n=n)], men("Boy"))
    unit = document["attacker"]
    unit["keywords"] = list(keywords)
    unit["models"][0] |= stats
    return document


@pytest.mark.rule("11E-HAZ-1")
def test_one_and_two_fail_and_cost_a_wound() -> None:
    assert own_slain_by(burning(W=1)) == [F(4, 6), F(2, 6)]
    assert own_slain_by(burning(W=2)) == [1]


@pytest.mark.rule("11E-HAZ-1")
@each(
    ("keywords", "each"),
    [(("Vehicle",), 3), (("Monster",), 3), (("Vehicle", "Infantry"), 1), (("Infantry",), 1), (("Beasts",), 1)],
)
def test_it_is_three_for_monsters_and_vehicles_that_are_no_infantry(keywords: tuple[str, ...], each: int) -> None:
    assert own_slain_by(burning(W=3, keywords=keywords)) == ([F(4, 6), F(2, 6)] if each == 3 else [1])


@pytest.mark.rule("11E-HAZ-1")
def test_they_spill_and_spare_whoever_has_the_weapon() -> None:
    """Two failed rolls of a vehicle are 6 mortal wounds: two models of W3; in a squad the first listed suffer."""
    both = F(2, 6) ** 2
    assert own_slain_by(burning(2, ("Vehicle",), W=3)) == [F(4, 6) ** 2, 2 * F(8, 36), both]
    squad = burning(W=5)
    squad["attacker"]["models"].insert(0, {"name": "Guard", "count": 2, "M": 6, "T": 3, "Sv": "5+", "W": 1})
    assert own_slain_by(squad) == [F(4, 6), F(2, 6)]


@pytest.mark.rule("11E-HAZ-1")
def test_all_rolls_are_one_throw_after_the_attacks() -> None:
    _, table = rolled(burning(5, W=1), "2")
    rolls = [one.question for one in table.log if isinstance(one.question, Roll)]
    assert (rolls[-1].key, rolls[-1].dice, rolls[-1].need.target) == ("hazardous", 5, 3)


@pytest.mark.rule("11E-HAZ-1", "10E-RR-6")
@pytest.mark.parametrize("other", [(), ("Psychic",)])
def test_of_all_hazard_rolls_one_failure_is_rolled_again(other: tuple[str, ...]) -> None:
    """The weapons may be of different kinds: the second one's failure is rolled again if the first one passed."""
    document = attack([gun("Hazardous"), gun("Hazardous", *other)], men("Boy"))
    for model in document["attacker"]["models"]:
        model["W"] = 1
    document["answers"] = document["answers"] | {"command_reroll": "hazardous"}
    fails, passes = F(2, 6), F(4, 6)
    one = 2 * fails * passes
    assert own_slain_by(document) == [passes**2 + one * passes, one * fails + fails**2 * passes, fails**3]


@pytest.mark.rule("11E-HAZ-1")
def test_feel_no_pain_works_against_them() -> None:
    assert own_slain_by(burning(W=1, FNP="4+")) == [F(5, 6), F(1, 6)]
