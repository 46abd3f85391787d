"""Attacks that share their time: all get a turn, what was late is tried again, and what was left out is told."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import pytest

from shoot_cli.analysis import compare as comparing
from shoot_cli.analysis import grid
from shoot_cli.analysis.attack_result import AttackResult, averages
from shoot_cli.analysis.compare import (
    compare,
    comparison_document,
    comparison_report,
    facts_to_try,
    with_facts,
)
from shoot_cli.analysis.compared_lines import Candidate
from shoot_cli.analysis.grid import NO_TIME, SharedTime, TimedWorker, late_ones_again
from shoot_cli.analysis.matchup import matchup
from tests.analysis.random_sides import units

SQUADS = units("ultramarines::Tactical Squad", "ultramarines::Tank Killers")
GUARD = units("40k-7e/targets::Guardsmen", "40k-7e/targets::Terminators")
OVER = SharedTime(0.0)


@pytest.fixture
def seconds_pass(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """A clock that stands still but for what this function adds."""
    now = [0.0]
    monkeypatch.setattr(grid, "process_time", lambda: now[0])

    def add(seconds: float) -> None:
        now[0] += seconds

    return add


class Attacks:
    """A worker whose attacks take so many seconds each, by column."""

    def __init__(self, take: dict[int, float], add: Callable[[float], None]) -> None:
        self.seconds: float | None = 100.0
        self.take, self.add, self.had = take, add, list[float]()

    def __call__(self, places):
        ((_, column),) = places
        assert self.seconds is not None
        self.had.append(self.seconds)
        if self.take[column] > self.seconds:
            self.add(self.seconds)
            words = f"the odds would take more than {self.seconds:g} s of CPU: at “roll to hit”"
            return [AttackResult(why_not=words, late=True)]
        self.add(self.take[column])
        return [averages(0.5, 1.0, self.take[column])]


def test_a_slow_attack_leaves_time_for_the_others_and_is_tried_again(seconds_pass) -> None:
    attacks = Attacks({0: 10.0, 1: 1.0, 2: 1.0, 3: 90.0}, seconds_pass)
    time = SharedTime(20.0)
    worker = TimedWorker(lambda: attacks, time, 4)
    places = [(0, column) for column in range(4)]
    found = dict(zip(places, worker(places), strict=True))
    assert attacks.had == [20 / 4, 15 / 3, 14 / 2, 13 / 1]
    assert [result.late for result in found.values()] == [True, False, False, True]
    assert found[0, 0] == found[0, 3] == NO_TIME  # one reason for all, not one for each number of seconds
    assert not late_ones_again(found, lambda: attacks, time)  # the last one took all that was left

    seconds_pass(-100.0)
    attacks.had.clear()
    attacks.seconds = 100.0
    time = SharedTime(40.0)
    again = late_ones_again(found, lambda: attacks, time)
    assert attacks.had == [20.0, 30.0]
    assert [result.late for result in again.values()] == [False, True]


def test_no_attack_takes_more_than_each_may(seconds_pass) -> None:
    attacks = Attacks({0: 1.0}, seconds_pass)
    attacks.seconds = 2.0
    TimedWorker(lambda: attacks, SharedTime(100.0), 1)([(0, 0)])
    assert attacks.had == [2.0]
    assert SharedTime(None).part(2.0, 9) == 2.0
    assert SharedTime(8.0).part(None, 2) == 4.0


def test_other_reasons_stay_as_they_are() -> None:
    def memory(places):
        return [AttackResult(why_not="the odds take more memory than there is", late=True)]

    memory.seconds = 1.0  # type: ignore[attr-defined]
    assert TimedWorker(lambda: memory, SharedTime(5.0), 1)([(0, 0)])[0].why_not.startswith("the odds take more memory")


def test_what_was_not_worked_out_is_told_in_its_row(monkeypatch: pytest.MonkeyPatch) -> None:
    turns = count()
    late = monkeypatch.setattr
    late(SharedTime, "is_over", lambda self: next(turns) >= 2)  # time for the first row
    late(grid, "late_ones_again", lambda *_: {})
    found = compare([*map(Candidate, SQUADS)], GUARD, {}, time=SharedTime(100.0))
    sheet = comparison_report(found).sheets[0]
    assert [cell.text for cell in sheet.rows[1]][1:] == ["not in time"] * 2
    assert "not in time" not in [cell.text for cell in sheet.rows[0]]
    assert any(note.startswith("No numbers for Tank Killers at Guardsmen, Tank") for note in sheet.notes)
    assert [cell["error"] for cell in comparison_document(found, {})["rows"][1]["cells"]] == [NO_TIME.why_not] * 2
    tries = facts_to_try(found, {})
    assert tries.unknown == [(1, 0), (1, 1)]
    assert {line for places in tries.values() for line, _ in places} == {0}
    told = with_facts(found, tries, {}, in_all=-1.0)
    assert told.left_out[-1] == "any fact of Tank Killers at Guardsmen, Tank Killers at Terminators"


def test_without_time_for_facts_none_is_tried_and_that_is_told() -> None:
    found = compare([*map(Candidate, SQUADS)], GUARD[:1], {})
    tries = facts_to_try(found, {}, OVER)
    assert not tries
    told = with_facts(found, tries, {}, in_all=0.0)
    assert told.tried == ()
    assert told.left_out == ("any fact of Tactical Squad at Guardsmen, Tank Killers at Guardsmen",)


@pytest.mark.slow
def test_the_facts_that_were_tried_are_told() -> None:
    found = compare([*map(Candidate, SQUADS)], GUARD[:1], {"distance": "12"})
    told = with_facts(found, facts_to_try(found, {"distance": "12"}), {"distance": "12"})
    assert {"cover", "night"} <= {*told.tried}
    assert "distance" not in told.tried
    assert any(
        note.startswith("Facts that were tried: ") and "Night Fighting" in note for note in comparing.notes(told)
    )
    assert comparison_document(told, {})["tried"] == [*told.tried]
    order = comparing.one_of_each_first(facts_to_try(found, {}), grid.ruleset_of(GUARD[0]))
    assert [fact.key for fact in order][:2] == ["cover", "distance"]


def test_the_second_half_of_a_matchup_has_its_half_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    had: list[float | None] = []
    whole = grid.worked_out_at

    def noted(*given, time, **more):
        had.append(time.seconds)
        return whole(*given, time=time, **more)

    monkeypatch.setattr(grid, "worked_out_at", noted)
    matchup(SQUADS[:1], GUARD[:1], {"distance": "12"}, time=SharedTime(1000.0))
    first, second = had
    assert first is not None
    assert second is not None
    assert first == pytest.approx(500, abs=5)
    assert second == pytest.approx(1000, abs=10)
