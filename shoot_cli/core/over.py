"""What a table remembers besides its log: tokens that were passed on, attacks and phases that are over."""

from __future__ import annotations

from typing import Any, NamedTuple

from shoot_cli.core.questions import Answer, Question, Roll, Total
from shoot_cli.core.record import Record


class TokenFlow(NamedTuple):
    """Tokens of one kind that a rule was given or ``made``; the record then, and the lines of the log before.

    ``n``: how many, those that stand for several by their ``size``.
    """

    kind: type
    n: int
    made: bool
    record: Any
    line: int


def size(token: Any) -> int:
    """How many of its pool a token stands for: of a model that takes two hits, two."""
    return int(getattr(token, "size", 1))


class FinishedAttack(Record):
    """An attack that is over. ``start``, ``end``: its record; ``asked``: its questions and answers; ``line``: of the
    log, with which it began; ``after``: the record of the battle then."""

    start: Any
    end: Any
    asked: tuple[tuple[Question, Answer], ...]
    line: int = 0
    after: Any = None

    @property
    def rolled(self) -> bool:
        return any(isinstance(question, (Roll, Total)) for question, _ in self.asked)


class FinishedPhase(Record):
    """A phase that is over. ``start``, ``end``: the record of the battle; ``both``: both sides took turns in it."""

    start: Any
    end: Any
    both: bool = False
