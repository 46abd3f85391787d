"""A step that never reads the line of its record is played once for all lines."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli.engine.pools import Blow, Line, Pool, Rank, pool
from shoot_cli.engine.questions import Need
from shoot_cli.engine.record import Record
from shoot_cli.engine.sequence import Allocate, If, Sequence, While
from shoot_cli.engine.table import Table
from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.odds import odds
from tests.helpers.each import each


class Volley(Record):
    line: Line
    side: int = 0
    fired: int = 0
    toll: int = 0


def strike(s: Volley, table: Table) -> Volley:
    """Five dice, and a side: several lines, each with either side."""
    return s.but(line=s.line.but(lost=table.roll("hit", 5, Need(4)).passed), side=table.roll("side", 1, Need(5)).passed)


def load(s: Volley, table: Table) -> Volley:
    PLAYED.append(s)
    return s.but(fired=s.fired + 1 + s.side)


def look(s: Volley, table: Table) -> Volley:
    PLAYED.append(s)
    return s.but(toll=s.line.lost, fired=0) if s.line.any_left() else s


def wound(s: Volley, table: Table) -> Volley:
    PLAYED.append(s)
    return s.but(toll=table.roll("more", 1, Need(3)).passed)


def rebuild(s: Volley, table: Table) -> Volley:
    PLAYED.append(s)
    return s.but(line=Line((Rank("other", 1, 1),)))


PLAYED: list[Any] = []
START = Volley(Line((Rank("boy", 4, 1),)))
LINES, SIDES = 6, 2


def measured(sequence: Sequence, **given: Any) -> dict[Any, Any]:
    PLAYED.clear()
    found = odds(sequence, START, Preset({}, raise_missing), **given)
    return found.measure(lambda s: (s.line.lost, s.line.wounds, s.side, s.fired, s.toll))


@each("after", [(load,), (load, load), (look,), (load, look, load), (wound,), (rebuild,), (load, wound)])
def test_it_comes_to_the_same(after: Sequence) -> None:
    sequence = (strike, *after)
    right = measured(sequence, exact=True, brute_force=True)
    assert measured(sequence, exact=True) == right
    assert sum(right.values()) == 1


def test_a_step_that_reads_no_line_is_played_once_for_all_of_them() -> None:
    measured((strike, load))
    assert len(PLAYED) == SIDES


def test_a_step_that_reads_it_is_played_for_each_and_tried_in_vain_once() -> None:
    measured((strike, look))
    assert len(PLAYED) == SIDES * LINES + 1


class Shots(Volley):
    pool: Pool = ()


def close_ranks(s: Shots, table: Table) -> Shots:
    """The models that stand are new ranks, and as many shots are aimed at them."""
    return s.but(line=Line(s.line.standing()), pool=pool(("shot", 3)), side=0, fired=s.fired + 1)


def save(shot: str, n: int, kind: str, table: Table) -> Pool:
    return pool((Blow(1), table.roll("save", n, Need(3 if kind == "boy" else 5)).failed))


MEET = Allocate({str: save}, lambda s, shots, table: tuple(sorted(shots)))


@pytest.mark.parametrize(("left", "loop", "most"), [(1, False, 1), (2, False, 4), (1, True, 2), (2, True, 5)])
def test_lines_that_differ_in_how_many_stand_in_front_are_one_line(left: int, loop: bool, most: int) -> None:
    """Ranks made anew, one model fewer in each record, kept a record each. A hurt model in front is another rank."""
    start = Shots(Line((Rank("boy", 8, left), Rank("nob", 2, 3))))
    body = (close_ranks, MEET)
    sequence: Sequence = (strike, While(lambda s: s.fired < 2, *body) if loop else close_ranks, MEET, load)

    def ends(**given: Any) -> Any:
        found = odds(sequence, start, Preset({}, raise_missing), **given)
        return found.measure(lambda s: sum(rank.n * rank.left for rank in s.line.standing())), len(found.records)

    right, _ = ends(exact=True, brute_force=True)
    floats, records = ends()
    assert ends(exact=True) == (right, records)
    assert all(abs(floats[n] - p) < 1e-12 for n, p in right.items())
    assert records == most


def deploy(s: Shots, table: Table) -> Shots:
    side = table.roll("side", 1, Need(5)).passed
    return s.but(line=Line((Rank("boy", 8 - 2 * side, 2), Rank("nob", 2, 3))), side=side)


def aim(s: Shots, table: Table) -> Shots:
    return s.but(side=0, pool=pool(("shot", 3)))


def last(s: Shots, table: Table) -> Shots:
    return s.but(toll=max(s.toll, table.roll("last", 1, Need(4)).passed) + 1)


BOTH = If(lambda s: s.side, MEET), If(lambda s: not s.side, MEET)


@pytest.mark.parametrize("body", [(aim, MEET), (While(lambda s: s.toll < 2, aim, MEET, last),)])
def test_lines_that_are_many_already_become_one(body: Sequence) -> None:
    start = Shots(Line(()))
    sequence = (deploy, lambda s, table: s.but(pool=pool(("shot", 2))), *BOTH, *body)
    right = odds(sequence, start, Preset({}, raise_missing), exact=True, brute_force=True)
    exact, floats = (odds(sequence, start, Preset({}, raise_missing), exact=one) for one in (True, False))
    for way in (exact, floats):
        assert len({s.but(line=None) for s, _ in way.records}) == len(way.records)
    stands = right.measure(lambda s: (s.toll, sum(rank.n * rank.left for rank in s.line.standing())))
    assert exact.measure(lambda s: (s.toll, sum(rank.n * rank.left for rank in s.line.standing()))) == stands


@pytest.mark.parametrize(("kind", "most"), [("boy", 2), ("nob", 1), ("nobody", 1), ("rokkit", 2)])
def test_whether_one_of_some_is_left_splits_lines_in_two_at_most(kind: str, most: int) -> None:
    """Going to ground helps some of them only, and every number of losses was a record then."""
    ranks = tuple(Rank(name, 1, n) for name, n in (("rokkit", 2), ("boy", 1), ("nob", 1), ("boy", 1), ("nob", 3)))

    def ask(s: Shots, table: Table) -> Shots:
        PLAYED.append(s)
        return s.but(fired=1 + s.line.any_left(kind.__eq__))

    def ends(**given: Any) -> Any:
        PLAYED.clear()
        found = odds((MEET, ask, load), Shots(Line(ranks), pool=pool(("shot", 5))), Preset({}, raise_missing), **given)
        return found.measure(lambda s: (s.line.lost, s.line.any_left(), s.fired))

    right = ends(exact=True, brute_force=True)
    assert ends(exact=True) == right
    floats = ends()
    assert all(abs(floats[end] - p) < 1e-12 for end, p in right.items())
    assert len({id(s.line) for s in PLAYED if s.fired}) == most
