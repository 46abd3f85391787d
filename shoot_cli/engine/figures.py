"""The figures by which players know a distribution: mean, median, what 8 of 10 games bring, the chance of at least k.

Short: one definition for every output, and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from shoot_cli.engine.record import Record

if TYPE_CHECKING:
    from fractions import Fraction

ALMOST = 1e-9  # sums of chances that differ by less are equal
ENDS = 0.1  # the share of all games that may lie below the span, and above it


class Figures(Record):
    """The figures of a number that dice decide.

    ``median``: half of all games bring it or more. From ``low`` to ``high`` lie at least 8 of 10 games: no more than 1
    of 10 brings less, no more than 1 of 10 brings more. ``at_least`` has the chance of 0 or more, 1 or more, and so on.
    """

    mean: float
    median: int
    low: int
    high: int
    at_least: tuple[float, ...]

    @property
    def span(self) -> str:
        """What 8 of 10 games bring: `3-6`, or one number."""
        return span_text(self.low, self.high)

    def document(self) -> dict[str, object]:
        """Return them as JSON."""
        return {**self.summary(), "at_least": [*self.at_least]}

    def summary(self) -> dict[str, float]:
        """Return them as JSON without the curve."""
        return {"mean": self.mean, "median": self.median, "low": self.low, "high": self.high}


def figures_of(law: Sequence[float]) -> Figures:
    """Return the figures of a law, which has the chances of 0, 1, 2 and so on.

    The span leaves out a tenth at either end; it is not the shortest one. So each end has a meaning of its own, and a
    better attack never has a lower one.

    >>> figures_of((0.05, 0.1, 0.3, 0.3, 0.2, 0.05)).span
    '1-4'
    """
    curve = at_least(law)
    return Figures(mean(law), most_often(curve, 0.5), most_often(curve, 1 - ENDS), past(curve, ENDS), curve)


def mean(law: Sequence[float | Fraction]) -> float:
    """Return the number that a law brings on average."""
    return float(sum(k * p for k, p in enumerate(law)))


def at_least(law: Sequence[float]) -> tuple[float, ...]:
    """Return the chance of 0 or more, 1 or more, and so on.

    >>> at_least((0.25, 0.25, 0.5))
    (1.0, 0.75, 0.5)
    """
    sums = [*accumulate(map(float, reversed(law)))][::-1]
    return (1.0, *(min(1.0, chance) for chance in sums[1:])) if sums else ()


def most_often(curve: Sequence[float], part: float) -> int:
    """Return the greatest number that so many of all games reach. A curve has the chances of at least 0, 1, 2 ..."""
    return max((k for k, chance in enumerate(curve) if chance >= part - ALMOST), default=0)


def past(curve: Sequence[float], part: float) -> int:
    """Return the smallest number that no more than so many of all games exceed."""
    return next((k for k, more in enumerate(curve[1:]) if more <= part + ALMOST), max(0, len(curve) - 1))


def span_text(low: int, high: int) -> str:
    """Return a span as text: `3-6`, or one number."""
    return str(low) if low == high else f"{low}-{high}"
