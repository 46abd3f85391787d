"""A step that never reads the line of its record is played once for all lines. Short: one sort of shared work."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli.engine.pools import Line, Rank
from shoot_cli.engine.questions import Need
from shoot_cli.engine.record import Record
from shoot_cli.engine.sequence import Sequence
from shoot_cli.engine.table import Table
from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.odds import odds


class Volley(Record):
    line: Line
    side: int = 0
    fired: int = 0
    toll: int = 0


def strike(s: Volley, table: Table) -> Volley:
    """Five dice, and a side: several lines, each with either side."""
    lost = table.roll("hit", 5, Need(4)).passed
    return s.but(line=s.line.but(lost=lost), side=table.roll("side", 1, Need(5)).passed)


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


@pytest.mark.parametrize(
    "after", [(load,), (load, load), (look,), (load, look, load), (wound,), (rebuild,), (load, wound)]
)
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
