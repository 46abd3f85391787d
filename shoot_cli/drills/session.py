"""One sitting of a learner: question after question, each on disk before it is marked, and what it comes to."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from time import monotonic
from typing import NamedTuple, Protocol

from shoot_cli.core.quizzes.quiz import KINDS, Quiz
from shoot_cli.drills.deck import BETWEEN, Card, ClassDeck, Deck
from shoot_cli.drills.memory import Memory


class Learner(Protocol):
    """Who is asked. Either may raise what the learner wishes instead: `Leave`, KeyboardInterrupt."""

    def ask(self, quiz: Quiz, place: int) -> str:
        """The option taken. ``place``: questions asked before."""

    def marked(self, quiz: Quiz, right: bool) -> None:
        """Say how it was."""


class AskedQuestion(NamedTuple):
    """``rule``: of the card. ``seconds``: until the answer."""

    rule: str
    right: bool
    seconds: float


class DrillSession:
    """``more``: whether another question is wanted, by how many there were. ``clock``: in seconds."""

    def __init__(
        self,
        questions: Deck | ClassDeck,
        memory: Memory,
        learner: Learner,
        more: Callable[[int], bool],
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.questions, self.memory, self.learner = questions, memory, learner
        self.more, self.clock = more, clock
        self.asked: list[AskedQuestion] = []
        self.level = memory.level()
        self.card: Card = ("", "")  # that was asked last

    def run(self) -> None:
        """Until it is enough, or nothing can be asked. What was answered is kept, whatever ends it."""
        while self.more(len(self.asked)) and (drawn := self.questions.draw()):
            self.card, quiz = drawn
            rule, kind = self.card
            begun = self.clock()
            right = self.learner.ask(quiz, len(self.asked)) == quiz.right
            seconds = self.clock() - begun
            self.memory.answered(rule, kind, right, seconds)
            self.asked.append(AskedQuestion(rule, right, seconds))
            self.questions.answered(drawn.card, right)
            self.learner.marked(quiz, right)

    # The end ----------------------------------------------------------------------------------------------------------

    def comes_back(self) -> str:
        """When the question that was asked last is asked again, in a sentence."""
        rule, kind = self.card
        questions = self.questions
        if isinstance(questions, Deck) and self.card in questions.again and self.more(len(self.asked) + BETWEEN):
            return f"It comes back after {BETWEEN} others."
        known = self.memory.cards().get((rule, kind))
        if known is None:
            return ""
        days = (known.due.astimezone().date() - self.memory.now().astimezone().date()).days
        return f"It comes back {'today' if days < 1 else 'tomorrow' if days == 1 else f'in {days} days'}."

    def summary(self) -> list[str]:
        """Sentences: the score, what to read again, which level has opened, what is due when."""
        if not self.asked:
            return ["Nothing was asked."]
        right = sum(one.right for one in self.asked)
        told = [f"{right} of {len(self.asked)} right, in {time_words(sum(one.seconds for one in self.asked))}."]
        if missed := dict.fromkeys(one.rule for one in self.asked if not one.right):
            told.append("Read again: " + ", ".join(f"shoot rules {rule}" for rule in missed))
        for level in range(self.level + 1, self.memory.level() + 1):
            titles = ", ".join(kind.title for kind in KINDS if kind.level == level)
            told.append(f"Level {level} is open: {titles}.")
        known = self.memory.cards()
        if due := due_words(
            [one.due.astimezone().date() for one in known.values()], self.memory.now().astimezone().date()
        ):
            told.append(due)
        return told


def due_words(days: list[date], today: date) -> str:
    """``3 questions come back tomorrow, 5 within a week, 2 later``; "" if there are none. By the learner's own days."""
    names = {"today": 0, "tomorrow": 1, "within a week": 7}
    counts = dict.fromkeys([*names, "later"], 0)
    for day in days:
        counts[next((name for name, most in names.items() if day - today <= timedelta(days=most)), "later")] += 1
    told = [(name, count) for name, count in counts.items() if count]
    if not told:
        return ""
    (first, count), *rest = told
    questions = "1 question comes" if count == 1 else f"{count} questions come"
    return ", ".join([f"{questions} back {first}", *(f"{count} {name}" for name, count in rest)]) + "."


def time_words(seconds: float) -> str:
    """``45 s``, ``1:40 min``."""
    whole = round(seconds)
    return f"{whole} s" if whole < 60 else f"{whole // 60}:{whole % 60:02d} min"
