"""A quiz as a question for a prompt, and what is said to the answer, wherever a learner is asked about a roll."""

from __future__ import annotations

import re

from shoot_cli.core.lessons import kind_of, need_quiz
from shoot_cli.core.questions import ATTACKER, Choose, Option, Roll
from shoot_cli.core.quizzes.quiz import Quiz
from shoot_cli.core.rulebook import Rule

SKIP = "skip"


def as_question(quiz: Quiz, key: str, owner: str = ATTACKER, *, skip: bool = False) -> Choose:
    """The quiz as a choice without a default, or one that proposes to be skipped.

    Its rules are those of the reasons, for the key that asks why: what they come to here is for the learner to say.
    """
    rules = tuple(dict.fromkeys(reason.rule for reason in quiz.because if reason.rule))
    options = tuple(Option(option) for option in quiz.options)
    if skip:
        return Choose(f"{key} {quiz.kind}", (*options, Option(SKIP)), SKIP, owner, rules, quiz.text)
    return Choose(f"{key} {quiz.kind}", options, None, owner, rules, quiz.text)


def asks_for_number(quiz: Quiz, roll: Roll) -> bool:
    """True if this is the question what the roll needs."""
    kind = kind_of(roll)
    return bool(kind) and quiz == need_quiz(roll, kind)


def right_words(quiz: Quiz, number: bool) -> str:
    """``it needs 4+`` of a number to roll, else the right option as it stands."""
    return f"it needs {quiz.right}" if number and quiz.right[:1].isdigit() else quiz.right


def reasons(quiz: Quiz) -> list[str]:
    """``Strength 4 against Toughness 4: 4+ (7E-WND-1)``: the one that is said at once, and what it does not hold yet.

    A reason whose words stand in the first one leaves its rule there.
    """
    first, *rest = [reason for reason in quiz.because if reason.text]
    inside = [reason for reason in rest if reason.text in first.text]
    rules = ", ".join(dict.fromkeys(reason.rule for reason in (first, *inside) if reason.rule))
    others = (f"{reason.text} ({reason.rule})" for reason in rest if reason not in inside)
    return [f"{first.text} ({rules})", *dict.fromkeys(others)]


def why_words(quiz: Quiz) -> str:
    """Every reason once, in one line."""
    return "; ".join(reasons(quiz))


def chart_row(rule: Rule | None, quiz: Quiz) -> list[str]:
    """The row of the rule's chart in which the answer stands, marked; nothing if it cannot be told which one that is.

    Where the question does not say it, the numbers of its reasons do: they head the row and the column, in this order,
    and the answer stands where these meet.
    """
    cell = quiz.cell or (cell_by_numbers(rule.chart, quiz) if rule else None)
    if rule is None or cell is None:
        return []
    heads, row, column = rule.chart[0], rule.chart[cell[0]], cell[1]
    if len(heads) == 2:
        return [f"Chart {rule.id}: {heads[0]} {row[0]}, {heads[1]} {row[1]}"]
    if len(rule.chart) == 2:
        return [f"Chart {rule.id}: {heads[0]} {heads[column]}, {row[0]} {row[column]}"]
    values = [f"[{value}]" if place == column else value for place, value in enumerate(row)]
    return [f"Chart {rule.id}, {heads[0]}: row {row[0]}, column {heads[column]}", f"  {' '.join(values[1:])}"]


def cell_by_numbers(chart: tuple[tuple[str, ...], ...], quiz: Quiz) -> tuple[int, int] | None:
    """Row and column; None if no cell fits, or several."""
    numbers = re.findall(r"-?[0-9]+", " ".join(one.text for one in quiz.because if one.rule == quiz.rule))
    wanted = quiz.right.rstrip("+")
    found = []
    for row in range(1, len(chart)):
        for column in range(1, len(chart[row])):
            heads = [head for head in (chart[row][0], chart[0][column]) if head.lstrip("-").isdigit()]
            if heads and heads == numbers[: len(heads)] and chart[row][column].rstrip("+") == wanted:
                found.append((row, column))
    return found[0] if len(found) == 1 else None
