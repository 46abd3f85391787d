"""What programs and notebooks may rely on: lists, units, exact odds, comparisons.

>>> from shoot_cli import api
>>> marines, orks = api.load("ultramarines"), api.load("orks")
>>> found = api.odds(marines["Tactical"], orks["Slugga Boyz"], distance=12, cover="5+")
>>> round(found.expected["slain"], 3), len(found.slain)
(5.296, 22)

Values are frozen, compared by content, and may be pickled: any of them goes to another process, however that begins.
Nothing is printed, asked or written, no folder of the user is looked at, and there is no chance in it: the same
arguments have the same result. What does not do raises a `ShootError`, whose text is a sentence.

Threads may call all of it at once; they take turns, for it is Python that computes. Processes do not.

Here begins what is promised; everything else of the package may change. ``docs/programs.md`` tells it at length.
"""

from __future__ import annotations

from shoot_cli.api.attacks import Comparison, ComparisonCell, Odds, compare, odds, questions
from shoot_cli.api.units import Army, ShootError, Unit, load, unit

__all__ = [
    "Army",
    "Comparison",
    "ComparisonCell",
    "Odds",
    "ShootError",
    "Unit",
    "compare",
    "load",
    "odds",
    "questions",
    "unit",
]
