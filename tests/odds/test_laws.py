"""Shares of products of powers, summed: floats by Horner's rule as fractions one by one."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from shoot_cli.engine.pools import Rank
from shoot_cli.odds.allocation import entered
from shoot_cli.odds.damage import Effect, walked
from shoot_cli.odds.laws import ONE, Branch, CountChances, Law, one_kind, several_kinds
from shoot_cli.odds.lazy_pools import LazyPool
from tests.helpers.each import each

ONES = tuple(Law(("A",), ways, sum(ways.values())) for ways in ({0: 2, 1: 1}, {0: 1, 2: 3, 5: 1}, {1: 1, 3: 1}))
TWOS = tuple(
    Law(("A", "B"), ways, sum(ways.values()))
    for ways in ({0: 2, 1: 1, ONE: 1}, {0: 1, 2: 3, 1 + ONE: 2}, {1: 1, 2 * ONE: 1})
)


def coded(law: Law) -> tuple[dict[int, int], int]:
    return law.ways, law.all


def some_branches(r: Random, laws: tuple[Law, ...]) -> list[Branch]:
    rows = [tuple((law, r.randint(1, 6)) for law in laws if r.random() < 0.7) for _ in range(r.randint(1, 9))]
    shares = [r.randint(1, 9) for _ in rows]
    return [(Fraction(n, sum(shares)), factors) for n, factors in zip(shares, rows, strict=True)]


def in_floats(branches: list[Branch]) -> list[Branch]:
    return [(float(p), factors) for p, factors in branches]


@each("seed", range(40))
def test_numbers_in_floats_are_the_fractions(seed: int) -> None:
    r = Random(seed)
    ones, twos, cap = some_branches(r, ONES), some_branches(r, TWOS), r.choice([3, 10, 200])
    numbers, whole = one_kind(ones, coded, cap, True)
    assert sum(numbers) == whole
    assert one_kind(in_floats(ones), coded, cap, False)[0] == pytest.approx([x / whole for x in numbers], abs=1e-14)
    joint, whole = several_kinds(twos, coded, 2, True)
    found, _ = several_kinds(in_floats(twos), coded, 2, False)
    assert sum(joint.values()) == whole
    assert {code: x for code, x in found.items() if x} == pytest.approx(
        {code: x / whole for code, x in joint.items() if x}, abs=1e-14
    )


@pytest.mark.parametrize("exact", [True, False])
def test_what_is_taken_away_leaves_nothing_or_more(exact: bool) -> None:
    """All of four tokens, less those of which no token is of the second kind."""
    all_, none = Law(("A", "B"), {0: 1, 1: 1, ONE: 1}, 3), Law(("A",), {0: 1, 1: 1}, 2)
    q: Any = Fraction(2, 3) ** 4
    branches: list[Branch] = [(1 / (1 - q), ((all_, 4),)), (-q / (1 - q), ((none, 4),))]
    many = LazyPool(("A", "B"), branches if exact else in_floats(branches))
    found = {tuple(pool): p for pool, p in many.all_values(exact)}
    assert all(p >= 0 for p in found.values())
    assert sum(found.values()) == (1 if exact else pytest.approx(1, abs=1e-15))
    assert sum(p for pool, p in found.items() if not dict(pool).get("B")) == pytest.approx(0, abs=1e-15)


def test_neighbours_share_what_they_have_in_common(monkeypatch: pytest.MonkeyPatch) -> None:
    """So many of one law and all others of another: twice as many are twice the products, each twice as long."""
    times, work = CountChances.times, 0

    def counting(self: CountChances, a: list[Any], b: list[Any]) -> list[Any]:
        nonlocal work
        work += len(a) * len(b)
        return times(self, a, b)

    def multiplied(n: int) -> int:
        nonlocal work
        work = 0
        first, second, _ = ONES
        branches: list[Branch] = [(1 / n, ((first, k), (second, n - k))) for k in range(1, n)]
        one_kind(branches, coded, 10**6, False)
        return work

    monkeypatch.setattr(CountChances, "times", counting)
    assert 0 < multiplied(80) < 5 * multiplied(40)


@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize("at", [0, 3])
def test_where_each_next_place_is_certain_the_short_way_is_the_long_one(exact: bool, at: int) -> None:
    """Three outcomes of one and the same end: the chances are over three for each token that may come."""
    effect = Effect([({(2,): 3},)], 3, [Rank("A", 4, 2)])
    numbers: list[int] = [1, 4, 2, 0, 5, 7]
    assert effect.next_place == [2, 2, 4, 4, 6, 6, 8, 8, 8]  # a model of 2 wounds takes no more than it has
    found = effect.reached((at, 2), numbers, exact)
    by_walking, left = walked(effect, entered(numbers, [(at, 2)]), len(numbers) - 1, exact, False)
    assert (found, left) == (by_walking, {})
    assert sum(found) == 2 * sum(numbers) * (3**5 if exact else 1)
