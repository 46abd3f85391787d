"""Makers of questions about what is rolled in attacks."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest

from shoot_cli.engine.questions import Roll
from shoot_cli.practice.session import shipped, source
from shoot_cli.quiz.card_questions import had
from shoot_cli.quiz.makers import explained_rolls, quizzes, rolled
from shoot_cli.quiz.quiz import NothingToAsk, size
from shoot_cli.rules.tenth import RULESET


def test_a_roll_is_asked_about_only_if_it_hangs_on_the_rule() -> None:
    """Few saves of the attacks that are drawn do."""
    quiz = rolled(source("40k-7e", Random(1)).asked_for("save", "7E-SAV-10"))
    assert quiz.kind == "save"
    assert "7E-SAV-10" in {reason.rule for reason in quiz.because}


def test_names_are_taken_out_of_a_text_the_longest_first() -> None:
    """In another order, that of a set, each process would find others unknown, and ask something else."""
    _, _, names = had(*shipped("40k-10e")[:2])
    assert [*names] == sorted(names, key=lambda name: (-len(name), name))
    assert any(one in other for one in names for other in names if one != other)


def test_what_is_found_once_is_found_again() -> None:
    """And what no units have is not, however often it is sought."""
    army = shipped("40k-7e")[0]
    one = army.but(units=(next(unit for unit in army.units if unit.vehicle),))
    drawn = source("40k-7e", Random("again"), one, one)
    tanks, none = (lambda unit: bool(unit.vehicle)), (lambda unit: False)

    def at_targets(shooter: Any, target: Any) -> tuple[tuple[Any, int]]:
        return ((target, 1),)

    for _ in range(3):
        assert drawn.meeting(at_targets, none, tanks).vehicle
        with pytest.raises(NothingToAsk):
            drawn.meeting(at_targets, none)


def test_the_lines_of_a_log_hold_all_its_dice() -> None:
    """Hits on models of one kind are rolled for separately, and told in one line."""
    merged = 0
    for played in islice(source("40k-2e", Random(1)).attacks(), 40):
        rolls = [e.question for e in played.log if isinstance(e.question, Roll)]
        rolls = [roll for roll in rolls if roll.need.because and roll.need.target is not None and not roll.faces]
        told = [entry.question for entry in explained_rolls(played)]
        assert sum(roll.dice for roll in told) == sum(roll.dice for roll in rolls)
        merged += len(told) < len(rolls)
    assert merged


def test_numbers_stand_by_size_in_lessons_too() -> None:
    """Such as what the modifiers of a roll come to: -2, -1, 0, +1."""
    seen = set()
    for played in islice(source("40k-10e", Random(1)).attacks(), 30):
        for entry in played.log:
            if isinstance(entry.question, Roll) and entry.question.owner == "attacker":
                for quiz in quizzes(entry.question, played.start, RULESET):
                    numbers = [found for option in quiz.options if (found := size(option))]
                    assert numbers == sorted(numbers), quiz.options
                    seen.add(quiz.options)
    assert any(options[0].startswith("-") for options in seen)
