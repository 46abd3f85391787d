"""What was said of units this turn, so that it is proposed when it is asked again: cover, a distance.

A battle keeps it in its record, as ``said``; so undo, a change of an earlier answer and ``--resume`` know it as well.
It is forgotten when the turn of a side ends, and of a unit when that is said to move.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from shoot_cli.core.questions import BadAnswer, Numbers, Question
from shoot_cli.core.record import Record

Place = tuple[int, int]  # of a unit: its side, and its place there
Asked = TypeVar("Asked", bound=Question)


class RememberedAnswer(Record):
    """An answer, of ``Numbers`` as pairs. ``about``: the units that it is true of, sorted: two of a distance."""

    about: tuple[Place, ...]
    key: str
    answer: Any


Memory = tuple[RememberedAnswer, ...]


def proposed(question: Asked, memory: Memory, *about: Place) -> Asked:
    """The question with what was said last for its default, if that can be answered now."""
    for said in memory:
        if said.key == question.key and said.about == tuple(sorted(about)):
            answer = dict(said.answer) if isinstance(question, Numbers) else said.answer
            try:
                question.but(default=None).read(answer)  # of ``Numbers`` each must be named
            except BadAnswer:
                break
            return question.but(default=answer)  # type: ignore[return-value]
    return question


def remembering(memory: Memory, told: Mapping[str, Any], *about: Place) -> Memory:
    """With these answers by key, in place of older ones about the same units."""
    units = tuple(sorted(about))
    others = tuple(said for said in memory if said.about != units or said.key not in told)
    return (*others, *(RememberedAnswer(units, key, answer) for key, answer in told.items()))


def forgetting(memory: Memory, unit: Place) -> Memory:
    """Without what was true of this unit where it stood."""
    return tuple(said for said in memory if unit not in said.about)
