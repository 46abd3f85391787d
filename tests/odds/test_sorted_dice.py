"""Dice that are one kind of token or another each, and go down the line kind after kind: the lowest faces first."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from shoot_cli.engine.budget import Budget
from shoot_cli.engine.pools import Blow, Line, Pool, Rank, pool
from shoot_cli.engine.questions import Need, Watch
from shoot_cli.engine.record import Record
from shoot_cli.engine.sequence import Allocate, Convert
from shoot_cli.engine.table import Table
from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.odds import odds
from tests.helpers.samples import seeds


class Body(Record):
    save: int  # 7: none
    damage: int
    ignores: int  # of wounds: 7 none


class Thrown(Record):
    sides: int


class Volley(Record):
    """So many dice as another die shows."""

    sides: int


class Die(Record):
    face: int


class Met(Record):
    line: Line
    pool: Pool


def throw(thrown: Thrown, n: int, table: Table) -> Pool:
    watch = tuple(Watch((face,)) for face in range(1, thrown.sides))
    shown = table.roll("dice", n, Need(thrown.sides), watch=watch, sides=thrown.sides)
    return pool(*((Die(face), m) for face, m in enumerate((*shown.watched, shown.passed), 1)))


def count(volley: Volley, n: int, table: Table) -> Pool:
    return pool((Thrown(volley.sides), table.total("how many", n, 3)))


def meet(die: Die, n: int, body: Body, table: Table) -> Pool:
    if die.face >= body.save:
        return ()
    if body.ignores > 6:
        return ((Blow(body.damage), n),)
    return pool((Blow(body.damage), table.roll("ignored", n, Need(body.ignores)).failed))


def lowest_first(s: Met, dice: tuple[Die, ...], table: Table) -> tuple[Die, ...]:
    return tuple(sorted(dice, key=lambda die: die.face))


SORTED = (Convert({Volley: count, Thrown: throw}), Allocate({Die: meet}, lowest_first))


def met(r: Random, sides: int, dice: int) -> Met:
    ranks = [
        Rank(Body(r.randint(2, 7), r.choice((1, 1, 2)), r.choice((7, 7, 5))), r.randint(1, 2), r.choice((1, 2, 3)))
        for _ in range(r.randint(2, 3))
    ]
    volleys = pool((Volley(sides), r.choice((0, 0, 1))), (Thrown(sides), dice))
    return Met(Line(tuple(ranks)), volleys)


def lost(start: Met, **how: Any) -> tuple[list[Any], Any]:
    ends = odds(SORTED, start, Preset({}, raise_missing), **how)
    return ends.distribution(lambda s: s.line.lost), ends.expected.get(Blow, 0)


@pytest.mark.parametrize("seed", seeds(12, 50))
def test_they_are_as_if_each_way_to_fall_was_played(seed: int) -> None:
    r = Random(seed)
    start = met(r, r.choice((4, 5, 6)), r.randint(1, 4))
    exact, blows = lost(start, exact=True)
    assert (exact, blows) == lost(start, exact=True, brute_force=True)
    floats, struck = lost(start)
    assert floats == pytest.approx([float(p) for p in exact], abs=1e-12)
    assert struck == pytest.approx(float(blows), abs=1e-9)


def test_many_of_them_are_no_more_work_than_their_square() -> None:
    """Their joint numbers would be a million."""
    start = Met(Line((Rank(Body(4, 1, 7), 3, 2), Rank(Body(6, 1, 7), 10, 1), Rank(Body(2, 1, 7), 1, 5))), ())
    work = []
    for dice in (20, 40):
        budget = Budget(most=10**9)
        found, _ = lost(start.but(pool=((Thrown(6), dice),)), budget=budget)
        assert sum(found) == pytest.approx(1)
        work.append(budget.work)
    assert work[1] < 5 * work[0]
    assert sum(lost(start.but(pool=((Thrown(6), 20),)), exact=True)[0]) == Fraction(1)
