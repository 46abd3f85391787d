"""Series of the 7th edition."""

from __future__ import annotations

from functools import partial

from tests.benchmarks.scaling import Series, Worked, attack


def infantry(n: int) -> Worked:
    return attack("7e", f'{n // 5}x BS4 S4 AP5 Heavy 5 24"', "10x T4 Sv3+")


def rending(n: int) -> Worked:
    target = '2x "A" T4 Sv2+ Inv5+ W2 + 4x "B" T4 Sv3+ + 4x "C" T4 Sv4+ FNP5+'
    return attack("7e", f'{n // 5}x BS4 S6 AP4 Heavy 5 24" [rending]', target)


def squadron(measure: str, n: int) -> Worked:
    return attack("7e", f'{n}x BS4 S8 AP3 Heavy 1 48"', "3x AV11/11/10 HP3", measure)


def vehicle(n: int) -> Worked:
    return attack("7e", f'{n}x BS4 S8 AP3 Heavy 1 48"', "1x AV11/11/10 HP3", "destroyed")


def weapons_at_a_mob(n: int) -> Worked:
    """A squad at a mob whose character stands in its midst: with one of its weapons, with two, with all three."""
    fired = ("boltgun", "plasma gun", "missile launcher (frag)")[:n]
    return attack(None, "ultramarines::Tactical", "orks::Shoota", distance=12, weapon=[*fired])


SERIES = (
    Series("7e shots, 10 Marines", infantry, (10, 50, 200, 1000), 0.005),
    Series("7e rending shots, three saves", rending, (10, 50, 200), 0.02),
    Series("7e weapons at a mob, its Nob in the middle", weapons_at_a_mob, (1, 2, 3), 0.06),
    Series("7e shots at one vehicle", vehicle, (5, 10, 20, 40), 0.05),
    Series("7e shots at a squadron of three", partial(squadron, "destroyed"), (5, 10, 20, 40), 0.05),
    Series("7e shots at a squadron of three, hull points", partial(squadron, "damage"), (5, 10, 20, 40), 0.05),
)
