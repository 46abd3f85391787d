"""Teaching at the table: before which rolls a beginner is asked something, and what. See ``Teaching.about``.

Nobody is asked for long about what they know: the better a rule sits, the rarer it comes.
"""

from __future__ import annotations

from collections.abc import Hashable
from random import Random
from typing import Any, NamedTuple, Protocol

from shoot_cli.core.lessons import quizzes
from shoot_cli.core.questions import Roll
from shoot_cli.core.quizzes.quiz import Quiz
from shoot_cli.core.ruleset import Ruleset
from shoot_cli.drills.asking import SKIP, asks_for_number, right_words, why_words

SECONDS = 15.0  # the longest that the opponent waits for an answer
LESSON = 1 / 4  # how often something else about a roll is asked than its number
FADING = ((6, 1 / 12), (3, 1 / 4), (0, 1.0))  # so many right in a row: how often it is asked from then on


class Remembers(Protocol):
    """What a learner knew, by rule and kind of question."""

    def answered(self, rule: str, kind: str, right: bool, seconds: float | None) -> object: ...
    def streak(self, rule: str, kind: str) -> int: ...


class Lesson(NamedTuple):
    """A question about a roll. ``number``: it asks what the roll needs."""

    quiz: Quiz
    number: bool

    @property
    def same(self) -> tuple[str, str, str]:
        """Two questions with this in common are one question, whatever their words."""
        return self.quiz.rule, self.quiz.kind, self.quiz.right


class Teaching:
    """Of one battle. ``seed``: of the battle, so that the same battle asks the same.

    Attacks are told apart by anything that is hashable; what was asked in them is kept for as long as this is.
    """

    def __init__(self, ruleset: Ruleset, seed: int, memory: Remembers) -> None:
        self.ruleset, self.seed, self.memory = ruleset, seed, memory
        self.asked: dict[Hashable, set[tuple[str, str, str]]] = {}

    def about(self, roll: Roll, record: Any, place: int, attack: Hashable) -> Lesson | None:
        """What to ask before this roll at its place in the log; None: nothing, this time.

        ``record``: what the step was given that rolls.
        """
        found = [Lesson(one, asks_for_number(one, roll)) for one in quizzes(roll, record, self.ruleset)]
        if not found:
            return None
        random = Random(f"{self.seed}/teach/{place}")
        numbers, others = [one for one in found if one.number], [one for one in found if not one.number]
        rather, chance = random.random(), random.random()
        if rather < LESSON and others:
            numbers = []
        lesson = random.choice(numbers or others)
        quiz = lesson.quiz
        if lesson.same in self.asked.get(attack, ()) or chance >= how_often(self.memory.streak(quiz.rule, quiz.kind)):
            return None
        return lesson

    def heard(self, lesson: Lesson, attack: Hashable, answer: str | None, seconds: float) -> str:
        """What is said to an answer; "" to one that was skipped. None: there was none in time.

        Only what was answered counts: nobody forgets a rule for want of time. It is not asked again in this attack.
        """
        self.asked.setdefault(attack, set()).add(lesson.same)
        quiz, right = lesson.quiz, right_words(lesson.quiz, lesson.number)
        if answer is None:
            return f"Time is up: {right}."
        if answer == SKIP:
            return ""
        self.memory.answered(quiz.rule, quiz.kind, answer == quiz.right, seconds)
        return f"Right: {why_words(quiz)}." if answer == quiz.right else f"No, {right}: {why_words(quiz)}."


def how_often(streak: int) -> float:
    """The chance that something is asked which was answered right so often in a row."""
    return next(chance for row, chance in FADING if streak >= row)
