"""Drills about nothing, a clock that is moved by hand, and learners who know some rules and not others."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from random import Random

from shoot_cli.quiz.quiz import Drill, NothingToAsk, Quiz, Source
from shoot_cli.rules.seventh import RULESET

MORNING = datetime(2026, 3, 2, 9, tzinfo=UTC)


class Clock:
    def __init__(self) -> None:
        self.at = MORNING

    def __call__(self) -> datetime:
        return self.at

    def seconds(self) -> float:
        return (self.at - MORNING).total_seconds()

    def wait(self, **time: float) -> None:
        self.at += timedelta(**time)


def toy(rule: str, kind: str = "hit", common: int = 1) -> Drill:
    """Its questions are never twice in the same words."""

    def make(source: Source) -> Quiz:
        number = source.random.randrange(1_000_000)
        return source.quiz(f"{rule} {kind} {number}?", "yes", ["no"], "it is so")

    return Drill(kind, rule, make, common)


def dumb(rule: str, kind: str = "hit") -> Drill:
    """It has nothing to ask."""

    def make(source: Source) -> Quiz:
        raise NothingToAsk

    return Drill(kind, rule, make)


def source(seed: int = 1) -> Source:
    return Source(RULESET, (), Random(seed))


class Pupil:
    """``knows(rule)``: the chance of a right answer. Takes ``seconds`` for each."""

    def __init__(self, clock: Clock, knows: Callable[[str], float], seconds: float = 8, seed: int = 1) -> None:
        self.clock, self.knows, self.seconds = clock, knows, seconds
        self.random = Random(seed)
        self.asked: list[tuple[str, str]] = []  # rule, kind

    def ask(self, quiz: Quiz, place: int) -> str:
        self.clock.wait(seconds=self.seconds)
        self.asked.append((quiz.rule, quiz.kind))
        if self.random.random() < self.knows(quiz.rule):
            return quiz.right
        return next(option for option in quiz.options if option != quiz.right)

    def marked(self, quiz: Quiz, right: bool) -> None:
        self.clock.wait(seconds=2)


def rules(asked: Iterable[tuple[str, str]]) -> list[str]:
    return [rule for rule, _ in asked]
