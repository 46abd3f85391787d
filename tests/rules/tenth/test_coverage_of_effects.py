"""What datasheets print about shooting is understood, and does something: most of it, by weight."""

from __future__ import annotations

import re

import pytest

from tests.rules.tenth.helpers import effect_battles, effect_probes
from tests.rules.tenth.helpers.coverage_of_effects import (
    COVERED,
    REFUSED,
    UNSEEN,
    Found,
    of_line,
    of_pattern,
    patterns,
    weights,
)
from tests.rules.tenth.helpers.effect_words import lines_of

WANTED = 0.97  # of the weight


def share(step: int) -> float:
    """Of the patterns, one in ``step``: how much of their weight is covered."""
    found = weights((pattern, of_pattern(pattern)) for pattern in patterns()[::step])
    return found[COVERED] / sum(found.values())


def test_the_weight_is_what_was_counted() -> None:
    assert sum(pattern.n for pattern in patterns()) == 2688


def test_no_blank_is_left_in_a_line() -> None:
    lines = [line for pattern in patterns() for words in pattern.words for line in lines_of(words) or ()]
    assert len(lines) > len(patterns())
    assert [line for line in lines if re.search(r"\b[NK]\d\b|WORDS|[…()^?]", line)] == []


@pytest.mark.slow
@pytest.mark.rule("10E-EFF-8")
def test_what_is_read_and_does_nothing_is_seen() -> None:
    """The script does not take everything for covered."""
    assert of_line("Deep Strike").how == UNSEEN
    assert of_line("re-roll hit rolls of 1 against WHOEVER IT IS").how == COVERED
    assert of_line("fire at will").how == REFUSED
    assert of_line("Feel No Pain 1+").how == REFUSED


@pytest.mark.slow
def test_a_question_alone_is_no_change() -> None:
    assert effect_probes.seen("Lance") == effect_battles.seen("Lance") == ""
    assert "if lit by fires: yes" in effect_probes.seen("+1 to hit if lit by fires")


@pytest.mark.slow
def test_a_battle_shows_what_no_attack_shows() -> None:
    assert effect_battles.seen("shoots after Advancing").startswith("in a battle: it Advanced")
    assert effect_battles.seen("Scouts") == ""


@pytest.mark.slow
def test_nearly_all_of_it_is_covered() -> None:
    assert share(3) >= WANTED


def test_the_worst_line_decides() -> None:
    assert isinstance(of_pattern(patterns()[0]), Found)
