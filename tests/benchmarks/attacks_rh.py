"""Five attacks of Reikhammer, as ours and as icepool's: every die is equal or under, so ``fails(5)`` is 4 or less."""

from __future__ import annotations

from tests.benchmarks.idioms import Attack, evenly, number

ATTACKS = (
    Attack(
        "rh", "6 stands, 4 of infantry", "6x AP4 AT2 range 12", "4x INF armour 3 integrity 1", 4,
        evenly(6, lambda of: of.fails(5), 4, lambda of, hits: hits @ of.up(4) > 0),
    ),
    Attack(
        "rh", "12 stands, a war engine", "12x AT4 range 20", "1x WE A5 I6", 6,
        number(12, lambda of: (of.fails(5), of.up(6)), lambda n: min(n, 6), 6), "damage",
    ),
    Attack(
        "rh", "12 stands, 4 tanks of integrity 3", "12x AT4 range 20", "4x AV A4 I3", 4,
        evenly(12, lambda of: of.fails(5), 4, lambda of, hits: hits @ of.up(5) >= 3),
    ),
    Attack(
        "rh", "20 stands, 10 of infantry", "20x AP4 range 12", "10x INF armour 3 integrity 1", 10,
        evenly(20, lambda of: of.fails(5), 10, lambda of, hits: hits @ of.up(4) > 0),
    ),
    Attack(
        "rh", "20 stands, 10 of integrity 2", "20x AP4 range 12", "10x INF armour 3 integrity 2", 10,
        evenly(20, lambda of: of.fails(5), 10, lambda of, hits: hits @ of.up(4) >= 2),
    ),
)  # fmt: skip
