"""Seven attacks of the 2nd edition, as ours and as icepool's. What each die must show is in the lines of profiles."""

from __future__ import annotations

from typing import Any

from icepool import d3, d6

from tests.benchmarks.idioms import Attack, evenly, number

SUSTAINED = d6.map({1: 1, 2: 1, 3: 2, 4: 2, 5: 3, 6: 0})  # hits by the face of a sustained fire die


def falls(of: Any, hits: int) -> Any:
    """A model of two wounds; each wound that its save of 5+ does not stop costs it D3."""
    return hits @ (of.up(4) & of.fails(5)).if_else(d3, 0) >= 2


ATTACKS = (
    Attack(
        "2e", "10 boltguns close by, 10 Marines", "10x BS4 S4 12/24 +1/0 D1 Sv-1", "10x T4 Sv3+", 10,
        number(10, lambda of: (of.up(2), of.up(4), of.fails(4)), lambda n: n),
    ),
    Attack(
        "2e", "4 lascannons, 5 Terminators less a suit", "4x BS4 lascannon", "5x T4 Sv3+ W2", 5,
        number(4, lambda of: (of.up(3), of.up(2)), lambda n: n),
    ),
    Attack(
        "2e", "4 lascannons, a hull of 20", "4x BS4 lascannon", "1x AV20/18", 1,
        number(4, lambda of: (of.up(3), 3 @ d6 > 11), lambda n: min(n, 1), 1), "penetrated",
    ),
    Attack(
        "2e", "5 sustained dice, 10 Marines", "5x BS4 S4 12/24 D1 Sv-1 SF1", "10x T4 Sv3+", 10,
        evenly(
            5, lambda of: of.up(3).if_else(SUSTAINED, 0), 10,
            lambda of, hits: hits @ (of.up(4) & of.fails(4)) > 0,
        ),
    ),
    Attack(
        "2e", "3 guns of two sustained dice, 10 Boyz", "3x BS4 S5 20/40 0/0 D4 Sv-2 SF2", "10x T4 Sv5+", 10,
        evenly(3, lambda of: of.up(3).if_else(2 @ SUSTAINED, 0), 10, lambda of, hits: hits @ of.up(3) > 0),
    ),
    Attack(
        "2e", "12 shots, D3 damage, 5 of two wounds", "12x BS4 S4 12/24 D3 Sv-1", "5x T4 W2 Sv4+", 5,
        evenly(12, lambda of: of.up(3), 5, falls),
    ),
    Attack(
        "2e", "40 lasguns, 5 with good armour", "40x BS3 S3 12/24 D1 Sv-1", "5x T4 Sv2+", 5,
        evenly(40, lambda of: of.up(4), 5, lambda of, hits: hits @ (of.up(5) & of.fails(3)) > 0),
    ),
)  # fmt: skip
