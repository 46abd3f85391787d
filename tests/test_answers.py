"""How many answers people give for one attack: never more than six, where the edition's own rules do not ask more."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from shoot_cli.rules import RULESETS, Edition
from tests.answers import MOST, MOST_THROWS, TABLE, Counted, attacks, table_of_twelve, twelve
from tests.helpers.samples import first

OF_RULES = {  # of every unit: what lies under markers and templates, choices that a weapon or a vehicle brings
    "7e": {
        "under", "under each", "marker", "harm", "speed", "ordnance", "jink", "zooming", "battle_focus",
        "pools", "precision", "blast_again", "venerable", "look_out_sir_to",
    },
    # of each pool: 11E-PREC-1, 11E-POOL-2; a reaction, if the target's army has one for it
    "11e": {"mark", "marks and loans", "precision", "pile_order", "lethal", "reaction"},
    "10e": {"mark", "marks and loans"},  # whom it marks when it has shot: 10E-EFF-5
    "2e": {
        "under", "under_missed", "under each", "whole", "covered", "touched", "splash", "splash each", "aim",
    },
    "rh": {"suppressed", "touched", "value", "order", "does", "ignore_cover"},
}  # fmt: skip
every = pytest.mark.parametrize(
    "edition", first(2, [*RULESETS[1:4], RULESETS[0], RULESETS[4]]), ids=lambda edition: edition.short
)


@cache
def of_first_units(edition: Edition) -> list[Counted]:
    return [*attacks(edition)]


def besides(counted: Counted, more: set[str]) -> int:
    """Answers to other questions than these."""
    return sum(key.partition(":")[0] not in more for key in counted.keys)


@pytest.mark.slow
@every
def test_the_first_unit_of_every_shipped_list_takes_six_answers_at_most(edition: Edition) -> None:
    found = of_first_units(edition)
    assert all(one.keys for one in found), "each of them shoots"
    for one in found:
        assert len(one.keys) <= MOST, one


@pytest.mark.slow
@every
def test_so_does_every_unit_but_for_what_its_rules_ask(edition: Edition) -> None:
    for one in attacks(edition, every=True):
        assert besides(one, OF_RULES[edition.short]) <= MOST, one


@every
def test_no_question_is_asked_twice_but_for_each_marker_or_weapon(edition: Edition) -> None:
    for one in of_first_units(edition):
        twice = {key for key, n in Counter(one.keys).items() if n > 1}
        assert {key.partition(":")[0] for key in twice} <= OF_RULES[edition.short], one


# Twelve attacks ------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@every
def test_twelve_attacks_take_six_answers_and_three_more_throws_than_different_ones(edition: Edition) -> None:
    for one in twelve(edition):
        assert one.keys, one
        assert one.more_throws <= MOST_THROWS, one
        assert len(one.keys) <= MOST, one


@pytest.mark.slow
def test_the_table_of_twelve_attacks_is_as_they_are_played() -> None:
    assert TABLE.read_text(encoding="utf-8") == table_of_twelve(), "python tests/answers.py --twelve --write"
