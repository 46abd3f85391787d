"""Series of the 11th edition: dice of saves whose faces count differently, packets, mortal wounds, and two piles."""

from __future__ import annotations

from functools import partial

from tests.benchmarks.scaling import Series, Worked, attack

SHOTS = (10, 20, 30, 60)
THREE_GROUPS = '3x "A" T4 Sv5+ W1 + 4x "B" T4 Sv4+ W2 + 4x "C" T4 Sv2+ W3'


def shots(abilities: str, n: int) -> Worked:
    return attack("11e", f"{n}x A1 BS3+ S4 AP-1 D1 [{abilities}]", THREE_GROUPS, "damage")


def two_piles(more: str, n: int) -> Worked:
    weapon = f"{n}x A1 BS3+ S4 AP-1 D1 [sustained hits 1, improve AP by 1 on critical wounds{more}]"
    return attack("11e", weapon, THREE_GROUPS, "damage", allocation="best_save")


def one_save(target: str, n: int) -> Worked:
    weapon = f"{n}x A1 BS3+ S4 AP-1 DD6 [sustained hits 1, lethal hits]"
    return attack("11e", weapon, target, "damage", command_reroll="save")


MORTAL = "sustained hits 1, D3 mortal wounds in addition on critical wounds"
SERIES = (
    Series("11e lethal sustained devastating", partial(shots, "sustained hits 1, lethal hits, devastating wounds"), SHOTS, 0.5),
    Series("11e D3 mortal wounds in addition", partial(shots, MORTAL), SHOTS, 0.5),
    Series("11e one save again", partial(one_save, "10x T4 Sv3+ W3"), (10, 50, 200), 0.02),
    Series("11e one save again, three groups", partial(one_save, THREE_GROUPS), SHOTS[:3], 0.5),
    Series("11e two piles", partial(two_piles, ""), SHOTS[:3], 0.5),
    Series("11e two piles, mortal wounds", partial(two_piles, ", D3 mortal wounds in addition on critical wounds"), SHOTS[:3], 0.5),
)  # fmt: skip
