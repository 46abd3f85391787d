"""A quiz as a question for a prompt, and what is said to the answer, wherever a learner is asked about a roll."""

from __future__ import annotations

from shoot_cli.core.lessons import kind_of, need_quiz
from shoot_cli.core.questions import ATTACKER, Choose, Option, Roll
from shoot_cli.core.quizzes.quiz import Quiz
from shoot_cli.core.ruleset import Ruleset

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


def asks_for_number(quiz: Quiz, roll: Roll, ruleset: Ruleset) -> bool:
    """True if this is the question what the roll needs."""
    kind = kind_of(roll, ruleset)
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
