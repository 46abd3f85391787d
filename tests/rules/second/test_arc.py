"""Targets on the edge of the arc: 2E-ARC-1, 2E-ARC-2."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.helpers.scripted_table import DEFAULT
from tests.rules.second.helpers.guns_and_men import LASCANNON, both, firer, men, sure
from tests.rules.second.helpers.tabletop import attack, chances, fire, mean, printed

F = Fraction
BOLTGUN = printed("boltgun")


@pytest.mark.rule("2E-ARC-1", "2E-ARC-2")
def test_on_the_edge_of_the_arc() -> None:
    edge = (("in_arc", "edge"), ("on_edge", DEFAULT))
    assert attack(firer(BOLTGUN), men(), *edge, ("arc", [3])).said("outside their arc", "2E-ARC-2")
    assert attack(firer(BOLTGUN), men(), *edge, ("arc", [4]), fire("boltgun"), ("hit", [1])).alive()
    assert chances(firer(sure(10, -9)), men(toughness=1), in_arc="edge")[1] == F(1, 2) * F(5, 6)
    inside = chances(firer(sure(10, -9)), men(toughness=1), in_arc="edge", on_edge=[0])
    assert inside[1] == F(5, 6)  # a fact about a single model counts, too
    assert "arc" not in attack(firer(BOLTGUN), men(), fire("boltgun"), ("hit", [1])).keys


@pytest.mark.rule("2E-ARC-2")
def test_each_model_on_the_edge_rolls_for_itself() -> None:
    """Two of three boltguns are on the edge: one fails; the lascannon is inside."""
    squad = both(firer(BOLTGUN, n=3), firer(LASCANNON))
    played = attack(
        squad, men(10), ("in_arc", "edge"), ("on_edge", [2, 0]), ("arc", [3, 4]), fire("boltgun"), ("hit", [1, 1]),
        fire("lascannon"), ("hit", [1]),
    )  # fmt: skip
    assert played.question("arc").dice == 2
    assert played.said("1 Firer: the target is outside their arc", "2E-ARC-2")
    assert played.question("firing").default == (2,)
    assert [(firer.model, firer.outside) for firer in played.end.firers if firer.outside] == [(0, 1)]


@pytest.mark.rule("2E-ARC-2")
def test_who_failed_fires_nothing_else_at_this_target() -> None:
    two_guns = firer(BOLTGUN, LASCANNON, n=2)
    played = attack(
        two_guns, men(10), ("in_arc", "edge"), ("on_edge", "1"), ("arc", [1]), fire("boltgun"), ("hit", [1])
    )
    assert played.end.fired == ("boltgun",)
    nobody = attack(two_guns, men(10), ("in_arc", "edge"), ("on_edge", DEFAULT), ("arc", [1, 3]))
    assert [(firer.model, firer.outside) for firer in nobody.end.firers] == [(0, 2)]


@pytest.mark.rule("2E-ARC-2", "2E-RNG-1")
def test_shots_lost_beyond_range_are_of_those_who_have_it_in_their_arc() -> None:
    gun_ = printed("plasma gun").but(rules=("One Use Only",))
    played = attack(firer(gun_, n=3), men(), ("in_arc", "edge"), ("on_edge", DEFAULT), ("arc", [1, 4, 6]), distance=60)
    assert played.end.recharging == ((0, "plasma gun", 1, 2),)
    assert played.end.spent == ((0, "plasma gun"),) * 2


@pytest.mark.rule("2E-ARC-2")
def test_on_the_edge_half_of_them_fire() -> None:
    law = chances(firer(sure(10, -9), n=2), men(5, toughness=1), in_arc="edge")
    assert law[2] == F(1, 4) * F(25, 36)
    assert mean(law) == 1 * F(5, 6)
    of_one = chances(firer(sure(10, -9), n=2), men(5, toughness=1), in_arc="edge", on_edge="1", firing="2")
    assert mean(of_one) == F(3, 2) * F(5, 6)


@pytest.mark.rule("2E-ARC-2")
def test_weapons_named_beforehand_may_all_be_outside_the_arc() -> None:
    squad = both(firer(sure(10, -9, name="first")), firer(sure(10, -9, name="second")))
    assert mean(chances(squad, men(5, toughness=1), in_arc="edge", weapon="first, second")) == 1 * F(5, 6)
