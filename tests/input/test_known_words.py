"""Keys that players write in their own words, as the keys of the facts that are asked."""

from __future__ import annotations

import pytest

from shoot_cli.engine.questions import Choose, Option
from shoot_cli.input.answers import in_known_words, meant_in_short, spelled
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


def test_few_words_mean_one_fact_or_one_option_and_never_a_plain_yes() -> None:
    """A part of a key means it only where the words of an ability are the key."""
    yes_no = (Option("no"), Option("yes"))
    every = [
        Choose(key, yes_no, "no") for key in ("if Oath of Moment target", "if near an Oath stone", "target in cover")
    ]
    every += [Choose(f"reaction:{name}", (Option("no"), Option("go to ground")), "no") for name in ("Boyz", "Nobz")]
    words = ("moment", "stone", "go to ground", "oath", "target", "cover", "yes", "no", "moment stone")
    assert [meant_in_short(text, every) for text in words] == [
        ("if Oath of Moment target", "yes"), ("if near an Oath stone", "yes"), ("reaction", "go to ground"), None,
        ("if Oath of Moment target", "yes"), None, None, None, None,
    ]  # fmt: skip
    assert [meant_in_short(text, every[:1]) for text in ("yes", "no", "moment")] == [
        None, None, ("if Oath of Moment target", "yes"),
    ]  # fmt: skip
