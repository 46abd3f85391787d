"""Answers that were said of a target while it was whole, for an attack at what others have left of it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from shoot_cli.core.answerers import Preset, answer_from
from shoot_cli.core.names import name_key
from shoot_cli.core.questions import Answer, Arrange, BadAnswer, Number, Question, Subset
from shoot_cli.core.table import Answerer


class Following(Preset):
    """What was said, as far as it still can be true.

    All of it must have been possible at the whole target: nothing of it is looked at here for mistakes. Of an order of
    models those are gone who stood in front; of a number of models there are no more than there are; of names those
    are left that still mean somebody; and where what was said cannot be any more, all is as proposed.
    """

    def __init__(self, answers: Mapping[str, Any], otherwise: Answerer, target: Any) -> None:
        super().__init__(answers, otherwise)
        self.whole: tuple[tuple[str, int], ...] = tuple((model.name, n) for model, n in getattr(target, "models", ()))

    def said(self, question: Question, key: str, nth: int = 0) -> tuple[bool, Answer]:
        try:
            return super().said(question, key, nth)
        except BadAnswer:
            if (answer := self.still(question, self.answers[key], nth)) is not None:
                return True, answer
            if question.default is None:
                raise
            return False, None

    def still(self, question: Question, value: Any, nth: int) -> Answer | None:
        """What is left of an answer; None: nothing that would be one. ``nth``: of a list of answers."""
        if isinstance(value, list) and value and isinstance(question, (Arrange, Number)):
            value = value[min(nth, len(value) - 1)] if not isinstance(value[0], list) else value
        try:
            answer = self.left_of(question, value)
            if answer is not None:
                question.read(answer)
            return answer
        except BadAnswer:
            return None

    def left_of(self, question: Question, value: Any) -> Answer | None:
        if isinstance(question, Arrange):
            runs = answer_from(question.but(kinds=with_the_fallen(question.kinds, self.whole)), value)
            return without_the_fallen(runs, dict(question.kinds))
        if isinstance(question, Number) and not isinstance(value, (bool, list)):
            number = answer_from(question.but(high=max(question.high, MOST)), value)
            return question.high if isinstance(number, (int, float)) and number > question.high else None
        if isinstance(question, Subset):
            names = value if isinstance(value, list) else str(value).split(",")
            there = {name_key(name): name for name in question.names}
            return answer_from(question, [name for name in map(str, names) if name_key(name) in there])
        return None

    def check_forced(self, question: Question, answer: Answer) -> None:
        with suppress(BadAnswer):  # at the whole target there was a choice
            super().check_forced(question, answer)


MOST = 10_000  # more than there are of anything


def with_the_fallen(
    kinds: tuple[tuple[str, int], ...], whole: tuple[tuple[str, int], ...]
) -> tuple[tuple[str, int], ...]:
    """As many of each name as there were at first."""
    found: dict[str, int] = {}
    for name, n in whole:
        found[name] = found.get(name, 0) + n
    return tuple({**dict(kinds), **found}.items())


def without_the_fallen(runs: Any, left: Mapping[str, int]) -> Answer:
    """An order without those who fell: of each name the foremost, whom the dice of earlier attacks met first."""
    room, kept = dict(left), []
    for n, name, mark in reversed(runs):
        now = min(n, room.get(name, 0))
        room[name] = room.get(name, 0) - now
        if now:
            kept.append([now, name, mark])
    return kept[::-1]
