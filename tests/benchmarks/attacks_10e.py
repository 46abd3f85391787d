"""Eight attacks of the 10th edition, as ours and as icepool's. What each die must show is in the lines of profiles."""

from __future__ import annotations

from typing import Any

from icepool import coin, d3, d6

from tests.benchmarks.idioms import Attack, Rank, alike, down_a_line, number, sums


def bolts(of: Any) -> Any:
    """Wounds lost to one attack with Sustained Hits 1 and Lethal Hits."""
    lost = of.fails(4) & of.fails(6)
    wounded = of.up(4) & lost
    return d6.map({1: 0, 2: 0, 3: wounded, 4: wounded, 5: wounded, 6: lost + wounded})


def poison(of: Any) -> Any:
    """A save for what wounds on a 3; none for 4+."""
    return of.up(3) & d6.map({1: False, 2: False, 3: of.fails(4), 4: True, 5: True, 6: True})


def melta(of: Any) -> Any:
    return (of.again(3) & of.again(5)).if_else(d6 + 1, 0)


def storm(of: Any) -> Any:
    """Unsaved wounds of one attack with everything, hurt or not: a missed hit roll is rolled again."""
    through = of.again(6) & of.fails(2)
    hit = d6.map({1: 0, 2: 0, 3: 0, 4: through, 5: through, 6: of.fails(2) + through})
    return d6.map({1: hit, 2: hit, 3: hit, 4: through, 5: through, 6: of.fails(2) + through})


def ignored(points: Any) -> Any:
    """Each of so many points is ignored on 5+; at most three count."""
    return (points @ coin(4, 6)).clip(max_outcome=3)


ATTACKS = (
    Attack(
        "10e", "10 bolt rifles, 10 Guardsmen", '10x A2 BS3+ S4 AP-1 D1 24" [assault, heavy]', "10x T3 Sv5+ (INFANTRY)", 10,
        number(20, lambda of: (of.up(3), of.up(3), of.fails(6)), lambda n: min(n, 10), 10),
    ),
    Attack(
        "10e", "3 Blast weapons, D6 shots, D3 damage", "3x A D6 BS3+ S5 AP-1 D D3 [blast]", "10x T4 Sv3+ W2 (INFANTRY)", 10,
        alike(3, lambda of: (d6 + 2) @ (of.up(3) & of.up(3) & of.fails(4)), 10, 2, lambda: d3),
    ),
    Attack(
        "10e", "20 sustained lethal shots, FNP 6+", "20x A1 BS3+ S4 AP-1 D1 [sustained hits 1, lethal hits]",
        "10x T4 Sv3+ W2 FNP6+", 10,
        sums(20, bolts, lambda n: min(n // 2, 10), 20),
    ),
    Attack(
        "10e", "12 anti, devastating shots, 5 of 3 W 4++",
        "12x A1 BS3+ S5 AP-1 D2 [anti-infantry 4+, devastating wounds]", "5x T4 Sv3+ W3 Inv4+ (INFANTRY)", 5,
        sums(12, poison, lambda n: min(n // 2, 5), 10),
    ),
    Attack(
        "10e", "20 shots AP -2, three saves", "10x A2 BS3+ S5 AP-2 D1",
        '2x "A" T4 Sv2+ Inv4+ W3 + 4x "B" T4 Sv3+ W2 + 4x "C" T4 Sv5+ Inv6+', 10,
        down_a_line(
            20, lambda of: of.up(3) & of.up(3),
            lambda: [Rank(2, 3, coin(3, 6)), Rank(4, 2, coin(4, 6)), Rank(4, 1, coin(5, 6))],
        ),
    ),
    Attack(
        "10e", "6 meltas, all re-rolled, W12 vehicle",
        "6x A1 BS3+ S9 AP-4 D D6+2 [re-roll hit rolls, re-roll wound rolls]",
        "1x T10 Sv3+ W12 [incoming: -1 damage] (VEHICLE)", 12,
        sums(6, melta, lambda n: min(n, 12), 12), "damage",
    ),
    Attack(
        "10e", "40 twin-linked shots D2, FNP 5+", "20x A2 BS3+ S4 AP-1 D2 [twin-linked]", "10x T4 Sv3+ W2 FNP5+", 10,
        alike(40, lambda of: of.up(3) & of.again(4) & of.fails(4), 10, 2, lambda: 2 @ coin(4, 6)),
    ),
    Attack(
        "10e", "30 x 4 shots with everything, D6+1, FNP 5+",
        "30x A4 BS4+ S4 AP0 D D6+1 [sustained hits 1, lethal hits, re-roll hit rolls, re-roll wound rolls]",
        "10x T8 Sv2+ W3 FNP5+", 10,
        alike(120, storm, 10, 3, lambda: ignored(d6 + 1)),
    ),
)  # fmt: skip
