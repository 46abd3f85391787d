"""The setting ``abilities_used``: what its owner may use, lend or mark, where nobody says."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.rules.tenth.helpers.attacks import gun, hits, shooters, targets


@pytest.mark.rule("10E-EFF-20", "10E-EFF-5", "10E-EFF-6")
@pytest.mark.parametrize(
    "words", ["+1 to hit once per battle", "marked: +1 to hit", "lent: +1 to hit", "mark after shooting: +1 to hit"]
)
def test_it_is_used_wherever_that_helps(words: str) -> None:
    unit = shooters(gun(), abilities=(words,))
    assert hits(unit, targets()) == Fraction(4, 6)
    assert hits(unit, targets(), settings={"abilities_used": "always"}) == Fraction(5, 6)


@pytest.mark.rule("10E-EFF-21")
def test_what_only_the_players_see_is_not_taken_for_true() -> None:
    unit = shooters(gun(), abilities=("+1 to hit if Waaagh!",))
    assert hits(unit, targets(), settings={"abilities_used": "always"}) == Fraction(4, 6)
