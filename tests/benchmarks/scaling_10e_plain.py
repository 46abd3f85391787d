"""Series of the 10th edition that should hardly grow at all."""

from __future__ import annotations

from tests.benchmarks.scaling import Series, Worked, attack

SHOTS = (10, 50, 200, 1000)


def plain(n: int) -> Worked:
    return attack("10e", f"{n // 5}x A5 BS3+ S4 AP-1 D1", "10x T4 Sv3+ W2")


def sustained(n: int) -> Worked:
    return attack("10e", f"{n // 5}x A5 BS3+ S4 AP-1 D1 [sustained hits 1, lethal hits]", "10x T4 Sv3+ W2 FNP6+")


def three_saves(n: int) -> Worked:
    target = '2x "A" T4 Sv2+ Inv4+ W3 + 4x "B" T4 Sv3+ W2 + 4x "C" T4 Sv5+ Inv6+'
    return attack("10e", f"{n // 5}x A5 BS3+ S5 AP-2 D1", target)


SERIES = (
    Series("10e shots, 10 of two wounds", plain, SHOTS, 0.005),
    Series("10e sustained lethal shots, FNP", sustained, SHOTS, 0.01),
    Series("10e shots, three saves", three_saves, SHOTS, 0.01),
)
