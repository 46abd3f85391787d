"""The state of both armies as every edition can tell it: what one screen shows."""

from __future__ import annotations

from shoot_cli.core.record import Record


class KindRow(Record):
    """Models of one kind in a unit: those still there of those it started with. ``note``: wounds left of the hurt."""

    name: str
    left: int
    start: int
    note: str = ""


class UnitRow(Record):
    """One unit: models still there of those it started with, and what else is to be remembered of it.

    ``wounds_note``: wounds, hull points or integrity in words ("Boss Nob 1 of 2"), empty if nothing is to be said.
    ``marks``: states with their end, such as "gone to ground until its next turn". ``kinds``: its models one by one
    kind, in the order of its list.
    """

    name: str
    models_left: int
    models_start: int
    wounds_note: str = ""
    marks: tuple[str, ...] = ()
    kinds: tuple[KindRow, ...] = ()


class Headline(Record):
    """Where a battle stands: its turn, and who shoots at whom; "" for both between attacks.

    ``shot``: how many units of the active army have had their turn to shoot, of those that still stand.
    """

    turn: int = 0
    shot: tuple[int, int] = (0, 0)
    who: str = ""
    whom: str = ""


Sides = tuple[tuple[str, tuple[UnitRow, ...]], ...]  # army name, its units


class Spread(Record):
    """One number of many repetitions: its average, the lowest, the middle one, and the highest."""

    name: str
    mean: float
    low: float
    middle: float
    high: float
