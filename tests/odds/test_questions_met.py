"""Whether the front model was met: blows of no points, at the table and in the odds."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli.engine.pools import Blow, Line, Pool, Rank, pool
from shoot_cli.engine.questions import Need
from shoot_cli.engine.sequence import Allocate, Convert, play
from shoot_cli.engine.table import Table
from shoot_cli.odds import odds
from tests.helpers.toy_games import (
    Answers,
    Attack,
    Hit,
    Model,
    Shot,
    Weapon,
    Wound,
    by_ap,
    pick_weapon,
    shoot_to_hit,
    shoot_to_wound,
)

LINE = Line((Rank(Model("a", 4, 3), 2, 2), Rank(Model("b", 4, 4), 1, 1), Rank(Model("c", 4, 5), 1, 3)))
BEFORE = (pick_weapon, Convert({Shot: shoot_to_hit, Hit: shoot_to_wound}))
START = Attack(((Weapon("a", 5, 4, rending=True), 3), (Weapon("b", 5, None), 2)), LINE)


def save(wound: Wound, n: int, model: Model, table: Table) -> Pool:
    return pool((Blow(1), table.roll("save", n, Need(model.save)).failed))


def save_and_say(wound: Wound, n: int, model: Model, table: Table) -> Pool:
    """As it should be: told to those who listen."""
    roll = table.roll("save", n, Need(model.save))
    return pool((Blow(1), roll.failed), (Blow(0), roll.passed if table.is_live else 0))


def save_and_always_say(wound: Wound, n: int, model: Model, table: Table) -> Pool:
    roll = table.roll("save", n, Need(model.save))
    return pool((Blow(0), roll.passed), (Blow(1), roll.failed))


def sequence(rule: Any) -> tuple[Any, ...]:
    onto = Allocate({Wound: rule}, by_ap)
    return (*BEFORE, onto, *BEFORE, onto)


def whole(s: Attack) -> Any:
    return s.line.standing(), s.line.met  # the ranks first: then the lines are dealt out


@pytest.mark.parametrize("rule", [save_and_say, save_and_always_say])
def test_blows_of_no_points_change_no_odds(rule: Any) -> None:
    want = odds(sequence(save), START, Answers(), exact=True, brute_force=True)
    for plain in (False, True):
        got = odds(sequence(rule), START, Answers(), exact=True, brute_force=plain)
        assert {k: p for k, p in got.measure(whole).items() if p} == want.measure(whole)
        assert got.expected == want.expected  # they are no unsaved wounds
        assert got.states == want.states
    assert odds(sequence(rule), START, Answers()).unsaved == pytest.approx(float(want.unsaved), abs=1e-12)


@pytest.mark.parametrize("rule", [save, save_and_always_say])
def test_records_do_not_split_by_it(rule: Any) -> None:
    """In the odds whether the front model was met hangs on the wounds lost alone."""
    ends = odds(sequence(rule), START, Answers(), exact=True, brute_force=True)
    assert len(ends.records) == len({s.line.lost for s, _ in ends.records})
    assert all(s.line.met == (s.line.lost in (1, 3, 6, 7)) for s, _ in ends.records)


def test_the_odds_do_not_answer_for_many_lines() -> None:
    def look(s: Attack, table: Table) -> Attack:
        return s.but(hidden=s.line.met)

    onto = Allocate({Wound: save}, by_ap)
    with pytest.raises(TypeError, match="do not keep whether the front model was met"):
        odds((*BEFORE, onto, look), START, Answers())
    with pytest.raises(TypeError, match="do not keep whether the front model was met"):
        odds((*BEFORE, onto), START, Answers()).measure(lambda s: s.line.met)

    def careful(s: Attack, table: Table) -> Attack:
        return s.but(hidden=table.is_live and s.line.met)

    assert odds((*BEFORE, onto, careful), START, Answers(), exact=True).measure(lambda s: s.hidden) == {False: 1}


def test_lines_drawn_up_anew_need_not_be_dealt_out_for_it() -> None:
    def onward(s: Attack, table: Table) -> Attack:
        return s.but(line=s.line.but(reach=2, met=False))

    assert len(odds((*BEFORE, Allocate({Wound: save}, by_ap), onward), START, Answers(), exact=True).records) == 1


@pytest.mark.parametrize("saved", range(4))
def test_at_the_table_the_line_knows(saved: int) -> None:
    throws = [{"passed": 3}, {"passed": 3, "watched": [0]}, {"passed": saved}]
    table = Table(lambda question, place: throws[place])
    onto = Allocate({Wound: save_and_say}, by_ap, same_outcome=lambda wound, model: (model.name, False))
    end = play((*BEFORE, onto), START.but(line=Line((Rank(Model("a", 4, 3), 2, 2),))), table)
    assert (end.line.lost, end.line.met) == (3 - saved, True)
