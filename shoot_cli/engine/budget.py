"""Limits of time and memory for one computation, so that it ends with a sentence and never hangs. A `Budget` holds
inside its `with` block. Long loops call `spend` or `over`; data that grows calls `room`."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sized
from contextvars import ContextVar, Token
from time import process_time
from typing import Any, Self, TypeVar

SEARCH_SECONDS = 5.0  # of CPU, after which a search tells the best that it found
SECONDS, AT_PROMPT = 20.0, 1.0  # seconds of CPU: for a command; while players wait at a prompt
MOST_JOBS = 60  # processes that share the work: Windows waits for no more at once

# The most that is kept at once; more does not fit into a gigabyte.
RECORDS = 150_000  # different records
WAITING = 3 * RECORDS  # records that were not merged yet
NUMBERS = 1_000_000  # such as chances of pools, or of places in a line
LITTLE, LOOK = 400, 20_000  # work that is not counted; work between two looks at the clock (some milliseconds)
RUN = 100  # the work of one run of a step; a multiplication is 1

Item = TypeVar("Item")
TIME_IS_UP = "the odds would take more than"


def seconds_had(words: str) -> float | None:
    """Return the seconds that a "time is up" text names; None for any other text."""
    match = re.search(rf"{TIME_IS_UP} (\S+) s of CPU", words)
    try:
        return float(match[1]) if match else None
    except ValueError:
        return None


class TooMany(ValueError):
    """More than the budget allows. The text is fit to show.

    :ivar late: True if the time was up, so that more time may help
    :ivar step: the step that ran, as words; "" if unknown
    :ivar many: the things that were too many, as words
    :ivar record: one of the records that were played, or None
    """

    def __init__(self, limit: str, late: bool = False) -> None:
        super().__init__(limit)
        self.limit, self.late = limit, late
        self.step = self.many = ""
        self.record: Any = None

    def at(self, step: str, many: str, record: Any = None) -> None:
        """Store the step, the things that were too many, and a record. Only the first call of each counts."""
        if not self.step:
            self.step, self.many = step, many
        if self.record is None:
            self.record = record

    def __str__(self) -> str:
        where = f": at “{self.step}”" if self.step else ""
        return self.limit + where + (f" with {self.many}" if where and self.many else "")


class Budget:
    """The limits of a computation.

    :param seconds: seconds of CPU from now on; None: no limit
    :param most: records that may go through steps, on any machine; None: no limit
    :param clock: returns seconds
    """

    def __init__(
        self, seconds: float | None = None, most: int | None = None, clock: Callable[[], float] = process_time
    ) -> None:
        self.seconds, self.most, self.clock = seconds, most, clock
        self.end = None if seconds is None else clock() + seconds
        self.records = self.work = 0
        self.tokens: list[Token[Budget]] = []

    def with_most(self, most: int) -> Budget:
        """Return another budget that ends at the same time and allows `most` records."""
        other = Budget(None, most, self.clock)
        other.seconds, other.end = self.seconds, self.end
        return other

    def __enter__(self) -> Self:
        self.tokens.append(CURRENT.set(self))
        return self

    def __exit__(self, *_: object) -> None:
        CURRENT.reset(self.tokens.pop())

    def spend(self, work: int) -> None:
        """Add this work, and look at the clock from time to time. :raises TooMany: the time is up"""
        self.work += work
        if self.work >= LOOK:
            if self.end is not None and self.clock() > self.end:
                raise TooMany(f"{TIME_IS_UP} {self.seconds:g} s of CPU", late=True)
            self.work = 0

    def count(self, records: int) -> None:
        """Add records that go through a step. :raises TooMany: more than `most`"""
        self.records += records
        if self.most is not None and self.records > self.most:
            raise TooMany(f"the odds would go through more than {self.most:,} records")


CURRENT: ContextVar[Budget] = ContextVar("budget")
ENDLESS = Budget()  # used outside of any `with` block


def in_force() -> Budget:
    return CURRENT.get(ENDLESS)


def weight(x: Any) -> int:
    """Return how many ordinary numbers this number costs, in work and memory. Whole numbers and fractions may
    be long."""
    return 1 if type(x) is float else 1 + (x.numerator.bit_length() + x.denominator.bit_length()) // 128


def over(items: Collection[Item], each: int = 1, into: Sized = (), heavy: int = 1) -> Iterable[Item]:
    """Return the items. If all of them are much work, the iteration checks the budget from time to time.

    :param each: the work of one item
    :param into: a collection that grows meanwhile
    :param heavy: the `weight` of the numbers
    :raises TooMany: the time is up, or `into` is too large
    """
    each *= heavy
    work = len(items) * each
    if work < LITTLE:
        return items
    budget = CURRENT.get(ENDLESS)
    if work >= LOOK:
        return watched(budget, items, each, into, heavy)
    budget.spend(work)
    return items


def watched(budget: Budget, items: Collection[Item], work_each: int, into: Sized, heavy: int) -> Iterator[Item]:
    step = max(1, LOOK // 4 // work_each)
    for number, item in enumerate(items):
        if number % step == 0:
            budget.spend(step * work_each)
            room(len(into) * heavy)
        yield item


def step_words(step: Any) -> str:
    """Return the name of a step or rule as words: "roll to hit"."""
    return getattr(step, "__name__", "a step").replace("_", " ")


def room(n: int, most: int = NUMBERS, what: str = "numbers") -> None:
    """Check a number of things that are kept at once. :raises TooMany: more than `most`"""
    if n > most:
        raise TooMany(f"the odds would need more than {most:,} {what} at once")
