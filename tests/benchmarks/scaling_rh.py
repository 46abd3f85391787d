"""Series of Reikhammer."""

from __future__ import annotations

from functools import partial

from tests.benchmarks.scaling import Series, Worked, attack


def at_units(integrity: int, n: int) -> Worked:
    return attack("rh", f"{n}x AP4 range 12", f"10x INF armour 3 integrity {integrity}")


def two_kinds(n: int) -> Worked:
    return attack("rh", f"{n}x AP4 range 12 + {n}x AT4 range 20", "5x INF armour 3 integrity 2 + 5x AV A4 I2")


def war_engine(n: int) -> Worked:
    return attack("rh", f"{n}x AT4 range 20", "1x WE A5 I6", "damage")


SERIES = (
    Series("rh shots at 10 units of integrity 1", partial(at_units, 1), (5, 20, 60), 0.05),
    Series("rh shots at 10 units of integrity 2", partial(at_units, 2), (5, 20, 60), 0.05),
    Series("rh two kinds of shots, two of units", two_kinds, (5, 10, 20), 0.1),
    Series("rh shots at a war engine", war_engine, (5, 20, 60), 0.01),
)
