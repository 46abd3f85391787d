"""What a rulebook says when players ask why: no names of settings, which nobody changes in the middle of a battle."""

from __future__ import annotations

import re

import pytest

from shoot_cli.engine.markdown import Rule
from shoot_cli.rules import RULESETS, Edition


@pytest.mark.parametrize("edition", RULESETS, ids=lambda edition: edition.short)
def test_no_rule_names_a_setting_at_the_table(edition: Edition) -> None:
    assert [rule.id for rule in edition.rulebook() if {"`", "_"} & {*rule.at_the_table}] == []
    named = [rule for rule in edition.rulebook() if "`" in rule.text]
    for rule in named:
        assert len(rule.at_the_table) > 40
        assert rule.at_the_table.count("(") == rule.at_the_table.count(")"), rule.id
        assert rule.at_the_table.endswith((".", ")")), rule.id


@pytest.mark.parametrize("edition", RULESETS, ids=lambda edition: edition.short)
def test_what_can_be_agreed_is_told_at_the_table_too(edition: Edition) -> None:
    """A battle may be played by it: without it the rule would contradict what players see."""
    for rule in edition.rulebook():
        agreed = re.findall(r"Setting `\w+` \(.*?\): ([^.]+\.)", rule.text)
        assert all(words in rule.at_the_table for words in agreed), rule.id
        assert rule.at_the_table[0] not in " .,", rule.id
        assert rule.at_the_table.count(". ") >= rule.text.count(". ") * bool(agreed), rule.id


def test_it_is_said_that_it_was_agreed() -> None:
    rule = Rule(
        "A-1", "A", "It moves. Setting `metric` (one, two): whether it counts. Setting `x_y` (a book): no.", "", ""
    )
    assert rule.at_the_table == "It moves. As agreed: whether it counts. If so agreed, by a book: no."
