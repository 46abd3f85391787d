"""The public interface for programs and notebooks: lists, units, exact odds, comparisons, what a target needs.

>>> from shoot_cli import api
>>> marines, orks = api.load("ultramarines"), api.load("orks")
>>> found = api.odds(marines["Tactical"], orks["Slugga Boyz"], distance=12, cover="5+")
>>> round(found.expected["slain"], 3), len(found.slain)
(5.296, 22)

Values are frozen, compared by content, and can be pickled for other processes. Nothing is printed, asked or written,
and no user folder is read. The same arguments always give the same result. Wrong input raises a `ShootError` with a
sentence.

Threads may call everything, but they run one after the other. Processes run in parallel.

Only this module is stable; the rest of the package may change. See `docs/programs.md`.
"""

from __future__ import annotations

from shoot_cli.api.analyses import (
    Averages,
    Best,
    Matchup,
    Need,
    NeededGuns,
    NeededSet,
    Succession,
    Tried,
    WhatIf,
    matchup,
    need,
    succession,
    what_if,
)
from shoot_cli.api.attacks import Comparison, ComparisonCell, Odds, compare, odds, questions
from shoot_cli.api.units import Army, ShootError, Unit, load, unit
from shoot_cli.engine.distributions import Figures

__all__ = [
    "Army",
    "Averages",
    "Best",
    "Comparison",
    "ComparisonCell",
    "Figures",
    "Matchup",
    "Need",
    "NeededGuns",
    "NeededSet",
    "Odds",
    "ShootError",
    "Succession",
    "Tried",
    "Unit",
    "WhatIf",
    "compare",
    "load",
    "matchup",
    "need",
    "odds",
    "questions",
    "succession",
    "unit",
    "what_if",
]
