"""Exact odds: the short ways equal plain fork and merge as fractions, and both equal brute force over all dice."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from shoot_cli.engine.pools import Line, Rank, pool
from shoot_cli.engine.sequence import Convert, play
from shoot_cli.engine.table import Table
from shoot_cli.odds import Ends, odds
from tests.helpers.each import each
from tests.helpers.samples import first, many
from tests.helpers.toy_games import (
    ODD,
    TEN,
    Amount,
    Answers,
    Attack,
    Body,
    Firing,
    Gun,
    Hit,
    Model,
    Rolled,
    Shot,
    Struck,
    Try,
    Volley,
    Weapon,
    anything,
    count_attacks,
    lost,
    shoot_to_hit,
    shoot_to_wound,
    struck_to_wound,
    try_to_hit,
)


def equal(case: tuple[Any, Any, Any]) -> Ends:
    exact, plain, quick = odds(*case, exact=True), odds(*case, exact=True, brute_force=True), odds(*case)
    want, got, floats = plain.measure(lost), exact.measure(lost), quick.measure(lost)
    assert sum(got.values()) == 1
    assert {k: v for k, v in got.items() if v} == {k: v for k, v in want.items() if v}
    assert all(abs(float(p) - floats.get(k, 0)) < 1e-12 for k, p in got.items())
    assert (
        exact.expected
        == {k: v for k, v in plain.expected.items() if v}
        == {k: v for k, v in exact.expected.items() if v}
    )
    for kind, mean in quick.expected.items():
        assert mean == pytest.approx(float(exact.expected[kind]), abs=1e-11)
    assert list(exact.asked) == list(quick.asked)
    return exact


@pytest.mark.parametrize("seed", first(2, [1, 2, 0, 3, 4]))
def test_short_ways_equal_plain(seed: int) -> None:
    for part in range(seed * 20, seed * 20 + 20):
        equal(anything(Random(part)))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(200, 200 + 100 * many(3), 100))
def test_short_ways_equal_plain_on_many_more(seed: int) -> None:
    for part in range(seed, seed + 100):
        equal(anything(Random(part)))


# Against brute force over all dice -----------------------------------------------------------------------------------


def die_by_die(start: Attack, dice: tuple[int, ...]) -> Attack | None:
    """One attack of the older game, die after die in a fixed order; None if some of the dice were not needed.

    Independent of the rules above: every shot on its own, kinds of wounds in the order of the book, model by model.
    """
    left = list(dice)
    (weapon, n) = start.guns[0]
    pools: dict[int, list[int]] = {}
    alive = [[rank.kind, rank.left] for rank in start.line.ranks for _ in range(rank.n)]
    toughness = max(kind.toughness for kind, _ in alive)
    for _ in range(n):
        face = left.pop(0)
        if face < weapon.skill and weapon.twin_linked:
            face = left.pop(0)
        if face >= weapon.skill:
            face = left.pop(0)
            if face >= min(6, max(2, 4 + toughness - weapon.strength)):
                ap = 2 if weapon.rending and face == 6 else weapon.ap or 7
                pools.setdefault(ap, []).append(face)
    for ap in sorted(pools):
        for _ in pools[ap]:
            if not alive:
                break
            kind = alive[0][0]
            saves = [save for save in (kind.save if kind.save and ap > kind.save else None, kind.cover) if save]
            if saves and left.pop(0) >= min(saves):
                continue
            deadly = weapon.strength >= 2 * kind.toughness
            if kind.ignores and not deadly and left.pop(0) >= kind.ignores:
                continue
            alive[0][1] = 0 if deadly else alive[0][1] - 1
            if not alive[0][1]:
                alive.pop(0)
    return None if left else alive  # type: ignore[return-value]


def by_brute_force(start: Attack) -> dict[int, Fraction]:
    """Wounds left, over every sequence of dice that is just long enough."""
    out: dict[int, Fraction] = {}
    length = 0
    todo: list[tuple[int, ...]] = [()]
    while todo:
        longer = []
        for dice in todo:
            try:
                alive = die_by_die(start, dice)
            except IndexError:
                longer += [(*dice, face) for face in range(1, 7)]
                continue
            wounds = sum(left for _, left in alive or [])
            out[wounds] = out.get(wounds, Fraction(0)) + Fraction(1, 6 ** len(dice))
        todo, length = longer, length + 1
    return out


SMALL = [
    (Weapon("a", 4, 5), 2, (Rank(Model("m", 4, 3), 1, 1), Rank(Model("n", 4, 6, None, 5), 1, 1))),
    (Weapon("b", 8, 3), 2, (Rank(Model("m", 4, 3, 5), 2, 2),)),
    (Weapon("c", 5, None, 4, rending=True), 2, (Rank(Model("m", 4, 2), 1, 2), Rank(Model("n", 5, 4), 1, 1))),
    (Weapon("d", 4, 5, 4, twin_linked=True), 1, (Rank(Model("m", 4, 5, None, 4), 1, 1),)),
    (Weapon("e", 3, 2, rending=True), 2, (Rank(Model("m", 3, 4, 5), 1, 1), Rank(Model("n", 4, 2), 1, 1))),
]


@pytest.mark.parametrize(("weapon", "n", "ranks"), SMALL)
def test_brute_force_over_all_dice(weapon: Weapon, n: int, ranks: tuple[Rank, ...]) -> None:
    start = Attack(((weapon, n),), Line(ranks))
    got = odds(ODD, start, Answers(), exact=True).measure(lambda s: s.line.remaining()[1])
    assert {k: p for k, p in got.items() if p} == by_brute_force(start)


@pytest.mark.parametrize("many", [(1, 5), (5, 1)])
def test_measures_at_one_go_are_as_one_by_one(many: tuple[int, int]) -> None:
    """What they come to is remembered for a line, whatever its chances: of one shot nobody can lose the last wound."""
    measures = {
        "lost": lambda s: s.line.lost,
        "all": lambda s: int(not s.line.any_left()),
        "wounds": lambda s: s.line.wounds,
        "guns": lambda s: len(s.guns),
    }
    for n in many:
        start = Attack(((Weapon("a", 4, 5), n),), Line((Rank(Model("m", 4, 3), 3, 1),)))
        ends = odds(ODD, start, Answers(), exact=True)
        found = ends.distributions(measures)
        assert found == {name: ends.distribution(value) for name, value in measures.items()}
        assert len(found["all"]) == 1 + (n > 1)


# Against icepool, and against rolled dice ----------------------------------------------------------------------------


def test_icepool_one_kind_of_model() -> None:
    from icepool import d6

    one = (d6 >= 3) & (d6 >= 4) & (d6 < 3)
    want = (10 @ one.map({True: 1, False: 0})).map(lambda n: min(n, 10))
    start = Attack(((Weapon("bolt", 4, 5), 10),), Line((Rank(Model("m", 4, 3), 10, 1),)))
    got = odds(ODD, start, Answers(), exact=True).distribution(lambda s: s.line.lost)
    assert got == [Fraction(want.quantity(k), want.denominator()) for k in range(11)]


def test_icepool_random_damage_on_two_wound_models() -> None:
    from icepool import d6
    from icepool import map as mapped

    attack = d6.map(lambda face: 0 if face < 3 else 2 if face == 6 else 1)  # sustained hits
    wounds = 4 @ attack
    points = mapped(
        lambda wound, save, d: d if wound >= 4 and save < 4 else 0, d6, d6, d6.map(lambda face: (face + 1) // 2)
    )

    def struck(lost: int, d: int) -> int:
        return min(6, lost + min(d, 2 - lost % 2)) if lost < 6 else 6

    state = wounds.map(lambda n: (n, 0))
    for _ in range(8):
        state = mapped(lambda s, d: (s[0] - 1, struck(s[1], d)) if s[0] else s, state, points)
    want = state.map(lambda s: s[1])
    gun = Gun("g", Amount(plus=1), 3, "", 4, 6, 1, Amount(1, 3), sustained=1)
    ends = odds(TEN, Volley(((gun, 4),), Line((Rank(Body("b", 3), 3, 2),))), Answers(), exact=True)
    assert ends.distribution(lambda s: s.line.lost) == [
        Fraction(want.quantity(k), want.denominator()) for k in range(7)
    ]


@pytest.mark.parametrize("seed", first(3, [1, 2, 3, 0, *range(4, 9)]))
def test_rolled_dice_agree(seed: int) -> None:
    """The mean and the square of what is lost, within 4.5 standard errors."""
    sequence, start, answers = anything(Random(seed))
    measure = lambda s: start.line.remaining()[1] - s.line.remaining()[1]  # noqa: E731
    exact = odds(sequence, start, answers).distribution(measure)
    table = Table(Rolled(Random(seed), **answers.given))
    rolled = [measure(play(sequence, start, table)) for _ in range(600)]
    for power in (1, 2):
        mean = sum(k**power * p for k, p in enumerate(exact))
        variance = sum(k ** (2 * power) * p for k, p in enumerate(exact)) - mean**2
        assert abs(sum(k**power for k in rolled) / 600 - mean) <= 4.5 * (variance / 600) ** 0.5 + 1e-9


# The law of two things is the square of the law of one ---------------------------------------------------------------


def law_of(node: Any, record: Any) -> dict[Any, Fraction]:
    return odds((node,), record, Answers(), exact=True, brute_force=True).measure(lambda s: frozenset(s.pool))


def squared(law: dict[Any, Fraction]) -> dict[Any, Fraction]:
    out: dict[Any, Fraction] = {}
    for (a, p), (b, q) in product(law.items(), law.items()):
        both = frozenset(pool(*a, *b))
        out[both] = out.get(both, Fraction(0)) + p * q
    return out


RULES = [
    (Shot, shoot_to_hit, Shot(Weapon("a", hot=True, twin_linked=True), 4)),
    (Hit, shoot_to_wound, Hit(Weapon("a", rending=True), 4)),
    (Try, try_to_hit, Try(Gun("g", sustained=1, lethal=True, again="ones"))),
    (Try, try_to_hit, Try(Gun("g", sustained=1, under=True, again="misses"))),
    (Struck, struck_to_wound, Struck(Gun("g", critical=5, devastating=True))),
    (Firing, count_attacks, Firing(Gun("g", Amount(1, 3, 1)))),
]


@each(("kind", "rule", "token"), RULES)
def test_two_things_are_the_square_of_one(kind: type, rule: Any, token: Any) -> None:
    one, two = (law_of(Convert({kind: rule}), Attack((), Line(()), ((token, n),))) for n in (1, 2))
    assert two == squared(one)


def test_the_square_catches_a_rule_that_looks_at_all_dice() -> None:
    token = Shot(Weapon("a", master="whole"), 4)
    one, two = (law_of(Convert({Shot: shoot_to_hit}), Attack((), Line(()), ((token, n),))) for n in (1, 2))
    assert two != squared(one)
