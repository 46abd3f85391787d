"""How the time for odds grows with the attack: series of the same attack, smaller and larger. Run by hand; it is no test.

    python tests/benchmarks/scaling.py [SERIES ...]

Of each series (those whose names hold one of the words) the CPU time of its sizes, nothing being known beforehand
(``odds.forget``), from the two units to the distribution; the growth that fits them best, and whether the largest is
as quick as is wanted. A size is tried a few times, and the quickest counts; a series stops where one takes too long.

A module ``scaling_<edition>.py`` says what its series are, in ``SERIES``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from math import exp, log
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

from shoot_cli.cli import units
from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.odds import forget, odds

TRIES = 3
LONG = 1.0  # seconds: what takes as long is tried once
TOO_LONG = 20.0  # seconds: no larger size is tried
STEEP = log(1.2)  # growth for each more below which nobody would call it a factor


Worked = Callable[[], Any]  # an attack, to be called: it is worked out then, to the distribution of something


class Series(NamedTuple):
    """``make(size)`` is an attack of that size.

    :ivar most_seconds: that the largest size may take
    """

    name: str
    make: Callable[[int], Worked]
    sizes: tuple[int, ...]
    most_seconds: float


def attack(ruleset: str | None, attacker: str, target: str, measure: str = "slain", **given: Any) -> Worked:
    """One attack of two profile lines. ``given``: its answers and settings."""
    task = units.pairing(attacker, target, ruleset, units.shared_answers(None, given)).task()
    value, settings = task.ruleset.measures[measure], task.ruleset.defaults() | task.settings

    def worked() -> list[float]:
        return odds(
            task.ruleset.attack, task.start(), Preset(task.answers, raise_missing), settings=settings
        ).distribution(value)

    return worked


def seconds(run: Worked) -> float:
    """CPU time of the quickest of a few tries."""
    best = TOO_LONG
    for _ in range(TRIES):
        forget()
        begun = process_time()
        run()
        best = min(best, process_time() - begun)
        if best > LONG:
            break
    return best


def growth(sizes: list[int], times: list[float]) -> str:
    """The power law that fits best, by least squares of the logarithms; the factor for each more if that fits better."""
    if len(sizes) < 2:
        return ""
    logs = [log(each) for each in times]
    power, off = fitted([log(size) for size in sizes], logs)
    rate, apart = fitted([float(size) for size in sizes], logs)
    return f"x {exp(rate):.2f} for each more" if apart < off and rate > STEEP else f"n^{power:.1f}"


def fitted(at: list[float], values: list[float]) -> tuple[float, float]:
    """The slope of the straight line that fits, and the sum of the squares of what it is off by."""
    middle, mean = sum(at) / len(at), sum(values) / len(values)
    slope = sum((x - middle) * (y - mean) for x, y in zip(at, values, strict=True)) / sum((x - middle) ** 2 for x in at)
    return slope, sum((y - mean - slope * (x - middle)) ** 2 for x, y in zip(at, values, strict=True))


def measured(series: Series) -> bool:
    """Prints a row; True if all is as quick as is wanted."""
    print(f"{series.name:52}", end="", flush=True)
    sizes, times = list[int](), list[float]()
    for size in series.sizes:
        taken = seconds(series.make(size))
        print(f"{size:>6}:{taken * 1e3:8.1f}", end="", flush=True)
        sizes.append(size)
        times.append(taken)
        if taken >= TOO_LONG:
            break
    good = len(sizes) == len(series.sizes) and times[-1] <= series.most_seconds
    verdict = "as wanted" if good else "TOO SLOW"
    print(f"   {growth(sizes, times):16} {verdict}: {series.most_seconds * 1e3:.0f} ms are wanted", flush=True)
    return good


def all_series() -> list[Series]:
    modules = sorted(file.stem for file in Path(__file__).parent.glob("scaling_*.py"))
    return [Series(*row) for module in modules for row in import_module(f"tests.benchmarks.{module}").SERIES]


def main() -> None:
    words = sys.argv[1:]
    found = [series for series in all_series() if not words or any(word in series.name for word in words)]
    print("CPU milliseconds by size; the growth that fits best")
    slow = [series.name for series in found if not measured(series)]
    print(f"{len(slow)} of {len(found)} are too slow" if slow else f"all {len(found)} are as quick as is wanted")


if __name__ == "__main__":
    main()
