"""The state of both armies as every edition can tell it: what one screen shows."""

from __future__ import annotations

from shoot_cli.core.record import Record


class UnitRow(Record):
    """One unit: models still there of those it started with, and what else is to be remembered of it.

    ``wounds_note``: wounds, hull points or integrity in words ("Boss Nob 1 of 2"), empty if nothing is to be said.
    ``marks``: states with their end, such as "gone to ground until its next turn".
    """

    name: str
    models_left: int
    models_start: int
    wounds_note: str = ""
    marks: tuple[str, ...] = ()


Sides = tuple[tuple[str, tuple[UnitRow, ...]], ...]  # army name, its units


class Spread(Record):
    """One number of many repetitions: its average, the lowest, the middle one, and the highest."""

    name: str
    mean: float
    low: float
    middle: float
    high: float
