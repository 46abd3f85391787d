"""Of answers that nobody used: which make no difference, because others were tried, and which were just not asked.

Where to start reading: `told_apart`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from shoot_cli.core.record import Record

if TYPE_CHECKING:
    from shoot_cli.core.answerers import Preset
    from shoot_cli.core.questions import Question
    from shoot_cli.core.task import Task

RECORDS, SECONDS = 50_000, 2.0  # that all attempts for one attack may go through, and of CPU
MOST, OTHERS = 12, 6  # values of one answer that are tried; of another answer, for what is asked because of it
ALIKE = 1e-9


class Told(Record):
    """What is told of answers that nobody used. ``unused``: their values, by key.

    ``not_asked``: of those that may well make a difference, or of which nobody knows, why they were not asked; "" if
    that is not known either.
    """

    unused: Mapping[str, Any]
    not_asked: Mapping[str, str]

    def document(self) -> dict[str, Any]:
        """As JSON; nothing of it where all answers were used."""
        parts = (("unused", self.unused), ("not_asked", self.not_asked))
        return {name: dict(part) for name, part in parts if part}


NOTHING = Told({}, {})
NO_DICE = "the dice did not come to it"


def told_apart(task: Task, idle: Mapping[str, Any], rolled: bool = False) -> Told:
    """The answers that nobody used, without those of which another one would have made a difference.

    :param idle: by key, as ``check_unused`` gives them
    :param rolled: nobody used them with these dice, which the odds may do
    """
    if not idle:
        return NOTHING
    attempts = Attempts(task)
    unused, not_asked = {}, {}
    for key, value in idle.items():
        why = attempts.why_not_asked(key, rolled)
        if why is MATTERS:
            continue
        unused[key] = value
        if why is not None:
            not_asked[key] = why
    return Told(unused, not_asked)


MATTERS = "it does matter"


class Attempt(Record):
    """``numbers``: what it comes to. ``asked``: questions by key, with their parts."""

    numbers: Mapping[str, Any]
    given: Any
    asked: Mapping[str, Any]


class Attempts:
    """The same attack with one answer changed, again and again, as long as there is room for it."""

    def __init__(self, task: Task) -> None:
        from shoot_cli.core.answerers import flattened
        from shoot_cli.core.odds import Budget

        self.task, self.said = task, flattened(task.answers)
        self.budget = Budget(SECONDS, RECORDS)
        self.found: dict[str, Attempt | None] = {}

    def why_not_asked(self, key: str, rolled: bool) -> str | None:
        """Why nobody was asked; None if it makes no difference, MATTERS if the question was decided by this answer."""
        from shoot_cli.core.budget import TooMany

        try:
            base = self.attempt(self.said)
            if base is None:
                return ""
            if key in base.given.used:
                left = base.given.spare.get(key)
                return NO_DICE if rolled else None if left else MATTERS
            question = base.given.met.get(key.partition(":")[0])
            if question is not None and (why := self.of_others(key, question, base)) is not None:
                return why
            return next((words for words, said in self.without(key, base) if self.uses(said, key)), None)
        except (TooMany, MemoryError):
            return ""

    def of_others(self, key: str, question: Question, base: Attempt) -> str | None:
        """Tries other values of this answer. MATTERS, or "" if there are more of them than are tried; else None."""
        from shoot_cli.attacks.values import values_of

        values, left_out = values_of(self.task, [question], str(self.said[key]))
        for value in values[:MOST]:
            other = self.attempt({**self.said, key: value.said})
            if other is not None and not alike(other.numbers, base.numbers):
                return MATTERS
        return "" if left_out or len(values) > MOST else None

    def without(self, key: str, base: Attempt) -> Iterator[tuple[str, dict[str, Any]]]:
        """What was said with each other answer left out, or said otherwise; first in words what it is now."""
        for other, value in self.said.items():
            if other.partition(":")[0] == key.partition(":")[0]:
                continue
            words = f"{other} is {shown_as(value)}"
            yield words, {name: said for name, said in self.said.items() if name != other}
            options = [option.value for option in getattr(base.asked.get(other), "options", ()) if not option.closed]
            for option in options[:OTHERS]:
                if option != value:
                    yield words, {**self.said, other: option}

    def uses(self, said: Mapping[str, Any], key: str) -> bool:
        found = self.attempt(said)
        return found is not None and key in found.given.used

    def attempt(self, said: Mapping[str, Any]) -> Attempt | None:
        """The odds with these answers; None where they cannot be. :raises TooMany: there is no more room"""
        known = repr(sorted(said.items(), key=repr))
        if known not in self.found:
            self.found[known] = self.worked_out(said)
        return self.found[known]

    def worked_out(self, said: Mapping[str, Any]) -> Attempt | None:
        from shoot_cli.core.answerers import Missing, Preset, raise_missing
        from shoot_cli.core.odds import odds
        from shoot_cli.core.questions import BadAnswer, Facts
        from shoot_cli.core.signals import InputError

        ruleset, given = self.task.ruleset, Preset(said, raise_missing)
        settings = ruleset.defaults() | self.task.settings
        try:
            ends = odds(ruleset.attack, self.task.start(), given, settings=settings, budget=self.budget)
        except (BadAnswer, Missing, InputError):
            return None
        if misfit(given):
            return None
        asked: dict[str, Any] = {}
        for question, _ in ends.asked.values():
            for part in question.parts if isinstance(question, Facts) else (question,):
                asked.setdefault(part.key, part)
        rows = {name: [float(p) for p in row] for name, row in ends.distributions(ruleset.measures).items()}
        expected = {kind.__name__: [float(mean)] for kind, mean in ends.expected.items()}
        return Attempt({**rows, **expected}, given, asked)


def misfit(given: Preset) -> bool:
    """True if something was said that cannot be, where there was one way out."""
    return any(key in given.misfits and key not in given.fits for key in given.unused())


def alike(ours: Mapping[str, list[float]], theirs: Mapping[str, list[float]]) -> bool:
    """True if both come to the same numbers; what one of them lacks is nothing."""
    for name in {*ours, *theirs}:
        one, other = ours.get(name, []), theirs.get(name, [])
        most = max(len(one), len(other))
        padded = ([*row, *[0.0] * (most - len(row))] for row in (one, other))
        if any(abs(a - b) > ALIKE for a, b in zip(*padded, strict=True)):
            return False
    return True


def shown_as(value: Any) -> str:
    from shoot_cli.core.answers import yes_or_no

    return ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(yes_or_no(value))
