"""Series of the 2nd edition for `scaling`."""

from __future__ import annotations

from tests.benchmarks.scaling import Series, Worked, attack

HULLS = "1x Vehicle (track 1 12/12) (hull 2-5 10/10) (turret 6 13/13)"


def guns_at_a_vehicle(guns: int) -> Worked:
    """Half of them with three sustained fire dice, the others with one."""
    n = guns // 2
    line = f"{n}x BS4 S6 24/36 +1/0 D4 Sv-2 SF3 + {n}x BS4 S6 24/36 +1/0 D6 Sv-3 SF1"
    return attack("2e", line, HULLS, "damage", distance="12")


def guns_at_forty(guns: int) -> Worked:
    return attack("2e", f"{guns}x BS4 S5 24/36 +1/0 D4 Sv-2 SF3", "40x T4 W2 Sv4+", distance="12")


def ten_guns(models: int) -> Worked:
    return attack("2e", "10x BS4 S5 24/36 +1/0 D4 Sv-2 SF3", f"{models}x T4 W2 Sv4+", distance="12")


SERIES = (
    Series("2e: 4 guns of 3 and of 1 sustained dice at a vehicle", guns_at_a_vehicle, (2, 4), 0.02),
    Series("2e: more of them", guns_at_a_vehicle, (4, 8, 16), 0.25),
    Series("2e: guns of 3 sustained dice at 40 models of W2", guns_at_forty, (5, 10, 20, 40), 0.4),
    Series("2e: 10 guns of 3 sustained dice at models of W2", ten_guns, (5, 10, 20, 40), 0.3),
)
