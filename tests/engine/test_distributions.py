"""How dice can fall, against counting every face of every die."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import pytest

from shoot_cli.engine.distributions import tallies, totals
from shoot_cli.engine.questions import Need, Roll, Tally, Total, Watch
from tests.helpers.each import each


def by_hand(roll: Roll) -> Counter[Tally]:
    """Ways of each tally over all first and second throws, read as a player's dice are read."""
    sides, found = range(1, roll.sides + 1), Counter[Tally]()
    for first in product(sides, repeat=roll.dice):
        thrown = sum(face in roll.again for face in first)
        for again in product(sides, repeat=thrown):
            weight = roll.sides ** (roll.dice - thrown) if roll.again else 1
            found[roll.read({"first": list(first), "again": list(again)})] += weight
    return found


@each("seed", range(40))
def test_tallies_count_every_face(seed: int) -> None:
    r = Random(seed)
    sides = r.choice([3, 6, 6, 6, 8]) if seed % 4 else 6
    faces = range(1, sides + 1)
    need = Need(r.choice([None, *faces]), or_less=r.random() < 0.3)
    watch = tuple(Watch(tuple(r.sample(faces, r.randint(1, 2))), r.random() < 0.4) for _ in range(r.randint(0, 2)))
    again = r.choice([(), (1,), need.failures(sides), (1, sides)])
    second = r.choice([None, Need(r.choice(faces), or_less=need.or_less), Need(2, or_less=not need.or_less)])
    roll = Roll("x", r.randint(1, 2), need, watch, again, second, sides)
    extra = (-1,) if second is None else (second.target,)
    rows, whole = tallies(roll.dice, need.target, need.or_less, watch, again, *extra, sides, second and second.or_less)
    assert dict(rows) == dict(by_hand(roll))
    assert sum(ways for _, ways in rows) == whole
    assert len(rows) == len(dict(rows))


@pytest.mark.parametrize(("dice", "target", "watched"), [(3, 4, (6,)), (5, 3, ()), (4, 2, (1, 6))])
def test_a_few_dice_are_powers_of_one(dice: int, target: int, watched: tuple[int, ...]) -> None:
    watch = (Watch(watched),) if watched else ()
    one, each = tallies(1, target, False, watch)
    law = Counter({(0, 0): 1})
    for _ in range(dice):
        after = Counter[tuple[int, int]]()
        for (passed, seen), ways in law.items():
            for tally, n in one:
                after[passed + tally.passed, seen + sum(tally.watched)] += ways * n
        law = after
    rows, whole = tallies(dice, target, False, watch)
    assert whole == each**dice
    assert {(t.passed, sum(t.watched)): ways for t, ways in rows} == dict(law)


@each(("dice", "sides"), [(0, 6), (1, 3), (2, 6), (4, 6), (3, 8)])
def test_totals_count_every_face(dice: int, sides: int) -> None:
    rows, whole = totals(dice, sides)
    assert dict(rows) == dict(Counter(map(sum, product(range(1, sides + 1), repeat=dice))))
    assert whole == sides**dice
    assert [total for total, _ in rows] == list(range(dice, dice * sides + 1))


@each(
    ("dice", "sides", "again"),
    [(1, 6, (1, 2, 3)), (2, 6, (2, 3, 12)), (3, 3, (4,)), (2, 3, (1, 9)), (1, 3, (1, 2, 3)), (1, 6, (1, 1))],
)
def test_sums_that_are_rolled_again(dice: int, sides: int, again: tuple[int, ...]) -> None:
    total, found = Total("x", dice, sides, again=again), Counter[int]()
    throws = [list(faces) for faces in product(range(1, sides + 1), repeat=dice)]
    for first in throws:
        for second in throws:
            found[total.read({"first": first, "again": second if sum(first) in again else []})] += 1
    rows, whole = totals(dice, sides, again)
    assert all(ways * sides ** (2 * dice) == whole * found[n] for n, ways in rows)
    assert sum(ways for _, ways in rows) == whole
    assert [n for n, _ in rows] == sorted(found)


def test_a_damage_roll_on_which_low_faces_are_rolled_again() -> None:
    rows, whole = totals(1, 6, (1, 2, 3))
    assert sum(n * ways for n, ways in rows) / whole == 4.25
    assert totals(1, 6, (7,)) == totals(1, 6)


def test_many_dice_are_no_trouble() -> None:
    rows, whole = tallies(200, 3, False, (Watch((6,)),))
    assert sum(ways for _, ways in rows) == whole == 6**200
    assert len(rows) == 201 * 202 // 2
