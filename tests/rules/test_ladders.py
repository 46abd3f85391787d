"""Grounds of a number say what they make of it: in every edition they add up to what must be rolled."""

from __future__ import annotations

import re
from typing import Any

import pytest

from shoot_cli.engine.questions import Roll, Total
from shoot_cli.engine.sequence import play
from shoot_cli.engine.table import Table
from shoot_cli.input.answerers import Preset, dice, raise_missing
from shoot_cli.play.teaching import beginning
from shoot_cli.rules import RULESETS, Edition


def rolls_of(edition: Edition) -> list[Roll]:
    """Those of the first lesson."""
    first, found = edition.drill().LESSON, []
    start, settings = beginning(edition, first)
    given, throw = Preset(dict(first.answers), raise_missing), dice(first.seed)

    def answer(question: Any, place: int) -> Any:
        if isinstance(question, (Roll, Total)):
            found.append(question)
            return throw(question, place)
        try:
            return given(question, place)
        except ValueError:
            return question.default

    table = Table(answer, lambda entry: None)
    table.settings = settings
    play(edition.ruleset().attack, start, table)
    return [roll for roll in found if isinstance(roll, Roll)]


@pytest.mark.parametrize("edition", RULESETS, ids=lambda edition: edition.short)
def test_the_grounds_of_a_roll_add_up(edition: Edition) -> None:
    checked = 0
    for roll in rolls_of(edition):
        values = [reason.value for reason in roll.need.because if reason.value not in ("", "no")]
        assert all(re.fullmatch(r"[+-]?\d+\+?", value) for value in values), values
        added = [int(value) for value in values if value[0] in "+-"]
        if not values or values[0][0] in "+-" or roll.need.target is None:
            continue
        begins = int(values[0].rstrip("+"))
        assert roll.need.target == (begins + sum(added) if roll.need.or_less else begins - sum(added)), roll
        checked += 1
    assert checked
