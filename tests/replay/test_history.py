"""Undo, redo and amendments against the simplest model there is: a whole copy of everything before each move."""

from __future__ import annotations

import tracemalloc
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoot_cli.replay.history import History, Impossible, Response, ReusedRun, Rope, noted
from shoot_cli.replay.journal import Journal
from tests.helpers.samples import first
from tests.helpers.work import lines_run

MOVES = st.lists(
    st.one_of(
        st.tuples(st.just("add"), st.integers(0, 99)),
        st.tuples(st.sampled_from(["undo", "redo"]), st.integers(0, 4)),
        st.tuples(st.sampled_from(["amend", "insert"]), st.integers(0, 6)),
        st.tuples(st.sampled_from(["keep", "drop", "of"]), st.integers(0, 12)),
        st.tuples(st.sampled_from(["revert", "restore", "settle"]), st.just(0)),
    ),
    max_size=50,
)


class Model:
    """``answers`` and what waits; ``before``: whole states that amendments replaced, ``back``: what redo brings."""

    def __init__(self) -> None:
        self.answers: list[Any] = []
        self.waits: list[tuple[int, Any]] = []
        self.before: list[tuple[list[Any], list[tuple[int, Any]]]] = []
        self.back: list[Any] = []

    def move(self, kind: str, value: int) -> bool:
        """False if it cannot be."""
        waiting = dict(self.waits)
        match kind:
            case "add":
                self.answers, self.back = [*self.answers, value], []
            case "undo":
                if not 1 <= value <= len(self.answers):
                    return False
                self.back = [*self.back, *(("answer", item) for item in reversed(self.answers[-value:]))]
                self.answers = self.answers[:-value]
            case "redo":
                taken = self.back[-value:] if value else []
                if len(taken) != value or not taken or any(kind != "answer" for kind, *_ in taken):
                    return False
                self.answers = [*self.answers, *(item for _, item in reversed(taken))]
                self.back = self.back[:-value]
            case "amend":
                if value >= len(self.answers):
                    return False
                self.before.append((self.answers, self.waits))
                rest = [*self.answers[value + 1 :], *(item for _, item in self.waits)]
                self.answers, self.waits = [*self.answers[:value], "new"], [*enumerate(rest, value + 1)]
                self.back = []
            case "insert":
                if value >= len(self.answers):
                    return False
                self.before.append((self.answers, self.waits))
                rest = [*self.answers[value:], *(item for _, item in self.waits)]
                self.answers, self.waits = [*self.answers[:value], "told"], [*enumerate(rest, value)]
                self.back = []
            case "keep" | "drop" | "of":
                if value not in waiting:
                    return False
                self.waits = [(place, item) for place, item in self.waits if place != value]
                if kind == "of":
                    self.back = []
                self.answers = [
                    *self.answers,
                    *([waiting[value]] if kind == "keep" else ["judged"] if kind == "of" else []),
                ]
            case "settle":
                self.waits = []
            case "revert":
                if not self.before:
                    return False
                self.back = [*self.back, ("amendment", self.answers, self.waits)]
                self.answers, self.waits = self.before.pop()
            case "restore":
                if not self.back or self.back[-1][0] != "amendment":
                    return False
                self.before.append((self.answers, self.waits))
                _, self.answers, self.waits = self.back.pop()
        return True


def do(history: History[Any], kind: str, value: int) -> None:
    moves = {
        "add": lambda: history.add(value),
        "undo": lambda: history.undo(value),
        "redo": lambda: history.redo(value),
        "amend": lambda: history.amend(value, "new"),
        "insert": lambda: history.insert(value, "told"),
        "keep": lambda: history.keep([[value, value + 1]]),
        "drop": lambda: history.keep([], [[value, value + 1]]),
        "of": lambda: history.add("judged", value),
        "settle": history.settle,
        "revert": history.revert,
        "restore": history.restore,
    }
    moves[kind]()


@given(MOVES)
def test_a_history_is_what_was_said_and_whole_copies_of_what_it_replaced(moves):
    history, model = History(), Model()
    twins = []
    for kind, value in moves:
        state = (history.answers.copy(), [*history.carry.items()])
        if model.move(kind, value):
            twins.append((history.copy(), state))
            do(history, kind, value)
        else:
            with pytest.raises(Impossible):
                do(history, kind, value)
            assert (history.answers, [*history.carry.items()]) == state  # what is refused leaves no trace
        assert history.answers == model.answers
        assert [*history.carry.items()] == model.waits
        assert history.can_restore() == bool(model.back and model.back[-1][0] == "amendment")
        assert len(history.past) == len(model.before)
    for twin, (said, carry) in twins:  # copies made on the way do not hear of what came later
        assert (twin.answers, [*twin.carry.items()]) == (said, carry)
        while twin.past:
            twin.revert()
            twin.add("alone")
            twin.settle()
    assert (history.answers, [*history.carry.items()]) == (model.answers, model.waits)
    for amended, (said, carry) in zip(history.past, model.before, strict=True):
        assert ([*amended.before], [*amended.carry.items()]) == (said, carry)


@pytest.mark.slow
@given(MOVES, st.integers(0, 6), MOVES)
def test_an_amendment_taken_back_restores_exactly_the_old_answers(before, at, after):
    history = History()
    for kind, value in before:
        try:
            do(history, kind, value)
        except Impossible:
            continue
    if at >= len(history.answers):
        return
    said, carry, depth = history.answers.copy(), {**history.carry}, len(history.past)
    history.amend(at, "new")
    for kind, value in after:
        if kind in ("revert", "restore"):
            continue
        try:
            do(history, kind, value)
        except Impossible:
            continue
    while len(history.past) > depth + 1:
        history.revert()
    new, waits = history.answers.copy(), {**history.carry}
    history.revert()
    assert (history.answers, history.carry, len(history.past)) == (said, carry, depth)
    history.restore()
    assert (history.answers, history.carry, len(history.past)) == (new, waits, depth + 1)


def test_what_waits_from_a_change_not_through_waits_on_behind_that_of_the_next():
    history = History("abcde")
    history.amend(1, "B")
    history.keep([[2, 3]])
    history.amend(0, "A")
    assert (history.answers, history.carry) == (["A"], {1: "B", 2: "c", 3: "d", 4: "e"})
    history.keep([[1, 5]])
    assert (history.answers, history.waits()) == ([*"ABcde"], False)
    history.revert()
    assert (history.answers, history.carry, history.waits()) == ([*"aBc"], {3: "d", 4: "e"}, True)


def test_what_was_passed_over_waits_for_nothing():
    history = History("abcd")
    history.amend(0, "A")
    history.keep([[3, 4]])
    assert (history.carry, history.waits()) == ({1: "b", 2: "c"}, False)


def test_answers_between_those_used_again_belong_to_the_amendment():
    history = History("abc")
    history.amend(0, "A")
    history.add("n")
    assert history.since() == ["n"]
    history.keep([], [[1, 2]])
    assert history.since() == ["n"]  # to give up is no answer
    history.keep([[2, 3]])
    assert history.since() == []


@pytest.mark.parametrize(("runs", "drop"), [([[1, 3]], [[3, 4]]), ([[1, 2], [1, 2]], []), ([[1, 2]], [[1, 2]])])
def test_places_that_do_not_wait_are_refused_before_anything_is_done(runs, drop):
    history = History("abc")
    history.amend(0, "A")
    with pytest.raises(Impossible):
        history.keep(runs, drop)
    assert (history.answers, history.carry) == (["A"], {1: "b", 2: "c"})


@pytest.mark.parametrize("runs", [[[1, 10**13]], [[10**13, 0]], [[2, 1]], [[0, 10**13], [10**13, 0]]])
def test_a_run_is_bounded_by_what_waits(runs):
    history = History("abc")
    history.amend(0, "A")
    with pytest.raises(Impossible):
        history.keep(runs)
    assert (history.answers, history.carry) == (["A"], {1: "b", 2: "c"})


@pytest.mark.parametrize(
    ("used", "kept"),
    [
        (ReusedRun(6, 20, 2), [(2, 12, 4), (6, 20, 2)]),  # the end of the last one is put aside
        (ReusedRun(6, 16, 2), [(2, 12, 6)]),  # it goes on where that was cut
        (ReusedRun(2, 20, 2), [(2, 20, 2)]),
        (ReusedRun(20, 30, 2), [(2, 12, 10), (20, 30, 2)]),
        (ReusedRun(6, 20, 0), [(2, 12, 4)]),
    ],
)
def test_answers_used_again_take_the_place_of_those_that_were_undone(used, kept):
    assert [*noted(Rope((ReusedRun(2, 12, 10),)), used)] == kept


# What it costs: twice the log, about twice the memory and the work ------------------------------------------------------


def amended_at_the_end(history: History[int], n: int) -> None:
    for _ in range(n):
        history.amend(n - 1, 0)


def amended_at_the_beginning(history: History[int], n: int) -> None:
    for _ in range(n):
        history.amend(0, 0)


def amended_and_all_kept(history: History[int], n: int) -> None:
    for number in range(n):
        at = number * 37 % n
        history.amend(at, 0)
        history.keep([[at + 1, n]])


def amended_and_taken_back(history: History[int], n: int) -> None:
    history.amend(0, 0)
    history.keep([[at, at + 1] for at in range(1, n, 2)])
    for _ in range(n):
        history.amend(0, 1)
        history.revert()
        history.restore()
        history.revert()


def all_undone_and_redone(history: History[int], n: int) -> None:
    for _ in range(n):
        history.undo(n)
        history.redo(n)


@pytest.mark.parametrize(
    "moves",
    first(
        2,
        [
            amended_at_the_end,
            amended_at_the_beginning,
            amended_and_all_kept,
            amended_and_taken_back,
            all_undone_and_redone,
        ],
    ),
)
def test_a_history_costs_as_much_as_its_log_and_not_its_square(moves):
    def memory(n: int) -> int:
        history = History(range(n))
        tracemalloc.start()
        try:
            moves(history, n)
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    def lines(n: int) -> int:
        history = History(range(n))
        return lines_run(lambda: moves(history, n))

    # Four times as long; the square of that is sixteen times.
    assert memory(4000) < 8 * memory(1000)
    assert lines(400) < 8 * lines(100)


def test_what_was_inserted_stands_before_the_others_which_all_wait():
    history = History(["a", "b", "c"])
    history.insert(1, "told")
    assert history.answers == ["a", "told"]
    assert {**history.carry} == {1: "b", 2: "c"}
    assert history.waits()
    history.keep([[1, 3]])
    assert history.answers == ["a", "told", "b", "c"]
    assert [history.old_place(at) for at in range(4)] == [None, None, 1, 2]
    assert history.since() == []  # undo takes the inserted one alone
    history.revert()
    assert history.answers == ["a", "b", "c"]
    history.restore()
    assert history.answers == ["a", "told", "b", "c"]
    assert history.past[-1].inserted


# What can be taken back ----------------------------------------------------------------------------------------------


def test_three_answers_of_people_can_be_taken_back_not_dice_of_the_app() -> None:
    answer, rolled = Response("unit", "Boyz", "Mine"), Response("hit", [3], "Mine", hand=False)
    for said, once, thrice in (
        ([], False, False),
        ([rolled] * 5, False, False),
        ([answer, rolled, answer, rolled], True, False),
        ([answer, rolled, answer, answer], True, True),
    ):
        journal = Journal(None, History(said))
        assert (journal.can_undo(), journal.can_undo_thrice()) == (once, thrice), said
