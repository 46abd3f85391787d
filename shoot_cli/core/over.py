"""What a table remembers besides its log: tokens that were passed on, attacks and phases that are over."""

from __future__ import annotations

from typing import Any, NamedTuple

from shoot_cli.core.questions import Answer, Question, Roll, Total
from shoot_cli.core.record import Record


class PassedOn(NamedTuple):
    """``n`` tokens of one kind that a rule was given or ``made``; the record then, and the lines of the log before."""

    kind: type
    n: int
    made: bool
    record: Any
    line: int


class Attacked(Record):
    """An attack that is over. ``start``, ``end``: its record; ``asked``: its questions and answers; ``line``: of the
    log, with which it began."""

    start: Any
    end: Any
    asked: tuple[tuple[Question, Answer], ...]
    line: int = 0

    @property
    def rolled(self) -> bool:
        return any(isinstance(question, (Roll, Total)) for question, _ in self.asked)


class Phase(Record):
    """A phase that is over. ``start``, ``end``: the record of the battle; ``both``: both sides took turns in it."""

    start: Any
    end: Any
    both: bool = False
