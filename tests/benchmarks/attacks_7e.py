"""Six attacks of the 7th edition, as ours and as icepool's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from icepool import Die, d6

from tests.benchmarks.idioms import ALL, Attack, Idioms, doubled, number

# Two kinds of wounds, the worse of which go first, at a line of models -----------------------------------------------


class Rank(NamedTuple):
    models: int
    wounds: int
    first: Any  # the die that says whether a wound of the first kind is lost
    second: Any


def two_kinds(n: int, shot: Callable[[], Any], ranks: Callable[[], list[Rank]]) -> Idioms:
    """``shot``: a die of (wounds of the first kind, of the second)."""

    def line() -> tuple[dict[int, Any], dict[int, Any], dict[int, int]]:
        """What comes after each number of wounds lost, by either kind of wound; and models slain by that number."""
        first: dict[int, Any] = {}
        second: dict[int, Any] = {}
        slain: dict[int, int] = {0: 0}
        for rank in ranks():
            for _ in range(rank.models):
                for left in range(rank.wounds, 0, -1):
                    at = len(first)
                    first[at], second[at] = at + rank.first, at + rank.second
                    slain[at + 1] = slain[at] + (left == 1)
        first[len(slain) - 1] = second[len(slain) - 1] = len(slain) - 1
        return first, second, slain

    def horner() -> Any:
        """Of n shots, a make wounds of the first kind; each of the others may make one of the second, or none."""
        first, second, slain = line()
        one = shot()
        numbers = doubled(n, one.map(lambda a, b: a, star=True), ALL)
        other = one.reroll(lambda a, b: a > 0, star=True, depth="inf").map(lambda a, b: b > 0, star=True)
        step = {at: other.if_else(then, at) for at, then in second.items()}
        found = after = Die([0])
        weight = numbers.quantity(0)
        for a in range(1, n + 1):
            after = after.map(first)
            found = Die([found.map(step), after], times=[weight, numbers.quantity(a)])
            weight += numbers.quantity(a)
        return found.map(slain)

    return {"Horner's rule": horner}


NOTHING, FIRST, SECOND = (0, 0), (1, 0), (0, 1)


def rending(hit: int, wound: int) -> Any:
    """6s to wound are of the first kind."""
    kinds = {face: FIRST if face == 6 else SECOND if face >= wound else NOTHING for face in range(1, 7)}
    return (d6 >= hit).if_else(d6.map(kinds), NOTHING)


# The attacks ---------------------------------------------------------------------------------------------------------

ATTACKS = (
    Attack(
        "7e", "10 boltgun shots, 10 Marines", '10x BS4 S4 AP5 Assault 1 24"', "10x T4 Sv3+", 10,
        number(10, lambda of: (of.up(3), of.up(4), of.fails(3)), lambda n: n),
    ),
    Attack(
        "7e", "45 twin-linked shots, 30 Boyz, FNP", '15x BS4 S5 AP4 Heavy 3 36" [twin-linked]', "30x T4 Sv6+ FNP5+", 30,
        number(45, lambda of: (of.up(3) | of.up(3), of.up(3), of.fails(5)), lambda n: min(n, 30), 30),
    ),
    Attack(
        "7e", "20 rending shots, three saves", '5x BS4 S6 AP4 Heavy 4 24" [rending]',
        '2x "A" T4 Sv2+ Inv5+ W2 + 4x "B" T4 Sv3+ + 4x "C" T4 Sv4+ FNP5+', 10,
        two_kinds(
            20, lambda: rending(3, 2),
            lambda: [Rank(2, 2, d6 < 5, d6 < 2), Rank(4, 1, Die([True]), d6 < 3), Rank(4, 1, d6 < 5, d6 < 5)],
        ),
    ),
    Attack(
        "7e", "20 krak shots, 10 of 3 wounds, 4++", '20x BS4 S8 AP3 Assault 1 48"', "10x T4 W3 Sv2+ Inv4+", 10,
        number(20, lambda of: (of.up(3), of.up(2), of.fails(2)), lambda n: min(n, 10), 10),
    ),
    Attack(
        "7e", "30 poisoned shred shots, 10 of 3 wounds", '30x BS4 S4 AP- Assault 1 24" [poisoned 4+, shred]',
        "10x T5 W3 Sv4+ FNP5+", 10,
        number(30, lambda of: (of.up(3), of.up(4) | of.up(4), of.fails(4), of.fails(5)), lambda n: min(n // 3, 10), 30),
    ),
    Attack(
        "7e", "24 sniper shots, 3+ and two wounds 4+", '24x BS4 SX AP6 Heavy 1 36" [sniper]',
        '5x "A" T4 Sv3+ + 5x "B" T4 W2 Sv4+', 10,
        two_kinds(
            24, lambda: rending(3, 4),
            lambda: [Rank(5, 1, Die([True]), d6 < 3), Rank(5, 2, Die([True]), d6 < 4)],
        ),
    ),
)  # fmt: skip
