"""How much effort one computation may take, so that it ends with a sentence and never hangs or swells.

A `Budget` is in force from ``with`` on, for whatever is called there. Long loops look at it on the way: they ``spend``,
or go ``over`` their items; what grows asks whether that much may be kept (``room``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sized
from contextvars import ContextVar, Token
from time import process_time
from typing import Any, Self, TypeVar

SECONDS, AT_PROMPT = 20.0, 1.0  # of CPU, for a command and for players who wait
MOST_JOBS = 60  # processes that share the work: Windows waits for no more at once

# What is kept at once; more of it would not fit into a gigabyte.
RECORDS = 150_000  # that differ
WAITING = 3 * RECORDS  # that have not been compared yet
NUMBERS = 1_000_000  # chances of pools, places of the line, ways to share something out
LITTLE, LOOK = 400, 20_000  # work not worth counting; work between two looks at the clock: some milliseconds
RUN = 100  # work to run a step once; a multiplication is 1

Item = TypeVar("Item")
TIME_IS_UP = "the odds would take more than"


def seconds_had(words: str) -> float | None:
    """Of a sentence that says that the time was up: the seconds that there were; None: it says something else."""
    found = re.search(rf"{TIME_IS_UP} (\S+) s of CPU", words)
    try:
        return float(found[1]) if found else None
    except ValueError:
        return None


class TooMany(ValueError):
    """More than can be gone through or kept; the text is fit to show.

    :ivar late: the time was up, so more of it may help
    :ivar step: the one that was at it, in words; "" if that is not known
    :ivar many: what there was so much of
    :ivar record: one of those that were gone through, None if there is none
    """

    def __init__(self, limit: str, late: bool = False) -> None:
        super().__init__(limit)
        self.limit, self.late = limit, late
        self.step = self.many = ""
        self.record: Any = None

    def at(self, step: str, many: str, record: Any = None) -> None:
        """Where it was and what there was so much of; the first who knows says it."""
        if not self.step:
            self.step, self.many = step, many
        if self.record is None:
            self.record = record

    def __str__(self) -> str:
        where = f": at “{self.step}”" if self.step else ""
        return self.limit + where + (f" with {self.many}" if where and self.many else "")


class Budget:
    """What may be spent from now on.

    :param seconds: of CPU; None: as many as it takes
    :param most: records that may be gone through, step by step, whichever machine it is; None: as many as there are
    :param clock: in seconds
    """

    def __init__(
        self, seconds: float | None = None, most: int | None = None, clock: Callable[[], float] = process_time
    ) -> None:
        self.seconds, self.most, self.clock = seconds, most, clock
        self.end = None if seconds is None else clock() + seconds
        self.records = self.work = 0
        self.tokens: list[Token[Budget]] = []

    def with_most(self, most: int) -> Budget:
        """Another one that ends at the same time."""
        found = Budget(None, most, self.clock)
        found.seconds, found.end = self.seconds, self.end
        return found

    def __enter__(self) -> Self:
        self.tokens.append(CURRENT.set(self))
        return self

    def __exit__(self, *_: object) -> None:
        CURRENT.reset(self.tokens.pop())

    def spend(self, work: int) -> None:
        """:raises TooMany: there is nothing left to spend"""
        self.work += work
        if self.work >= LOOK:
            if self.end is not None and self.clock() > self.end:
                raise TooMany(f"{TIME_IS_UP} {self.seconds:g} s of CPU", late=True)
            self.work = 0

    def count(self, records: int) -> None:
        """So many more go through a step. :raises TooMany: that is more than may"""
        self.records += records
        if self.most is not None and self.records > self.most:
            raise TooMany(f"the odds would go through more than {self.most:,} records")


CURRENT: ContextVar[Budget] = ContextVar("budget")
ENDLESS = Budget()  # where none is in force


def in_force() -> Budget:
    return CURRENT.get(ENDLESS)


def weight(x: Any) -> int:
    """How many ordinary numbers this one is, in work and in memory: whole numbers and fractions may be long."""
    return 1 if type(x) is float else 1 + (x.numerator.bit_length() + x.denominator.bit_length()) // 128


def over(items: Collection[Item], each: int = 1, into: Sized = (), heavy: int = 1) -> Iterable[Item]:
    """The items; if they are much work together, ``each`` so much, the budget is looked at on the way.

    :param into: what grows meanwhile
    :param heavy: the `weight` of the numbers that are worked with
    :raises TooMany: nothing is left to spend, or that much is not kept at once
    """
    each *= heavy
    work = len(items) * each
    if work < LITTLE:
        return items
    now = CURRENT.get(ENDLESS)
    if work >= LOOK:
        return watched(now, items, each, into, heavy)
    now.spend(work)
    return items


def watched(now: Budget, items: Collection[Item], each: int, into: Sized, heavy: int) -> Iterator[Item]:
    few = max(1, LOOK // 4 // each)
    for number, item in enumerate(items):
        if number % few == 0:
            now.spend(few * each)
            room(len(into) * heavy)
        yield item


def step_words(step: Any) -> str:
    """A step or rule in words: "roll to hit"."""
    return getattr(step, "__name__", "a step").replace("_", " ")


def room(n: int, most: int = NUMBERS, what: str = "numbers") -> None:
    """:raises TooMany: that much is not kept at once"""
    if n > most:
        raise TooMany(f"the odds would need more than {most:,} {what} at once")
