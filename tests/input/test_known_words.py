"""Keys that players write in their own words, as the keys of the facts that are asked."""

from __future__ import annotations

import pytest

from shoot_cli.input.answers import in_known_words, spelled
from shoot_cli.rules import RULESETS, Edition


def test_a_key_that_is_asked_stays_and_another_one_is_turned_into_it() -> None:
    keys = {"hurt"}
    assert in_known_words({"hurt": "yes"}, keys, lambda key: ("fit", True)) == {"hurt": "yes"}
    assert in_known_words({"not hurt": "yes"}, keys, lambda key: ("hurt", True)) == {"hurt": "no"}
    assert in_known_words({"cover": "yes"}, keys, lambda key: None) == {"cover": "yes"}


@pytest.mark.parametrize("edition", RULESETS, ids=lambda one: one.name)
def test_a_key_as_it_stands_is_itself_whatever_else_the_units_may_be_asked(edition: Edition) -> None:
    """So nobody looks up the questions of two units if all keys are those of the ruleset."""
    ruleset = edition.ruleset()
    own = [question.key for question in ruleset.possible_questions]
    answers = dict.fromkeys(own, "said")
    keys = [*own, *(key.upper() for key in own), "another:key"]  # even if others differ by their case alone
    assert spelled(answers, keys, ["A name"]) == answers
    assert in_known_words(answers, keys, ruleset.key_meant) == answers
