"""Undo and redo against the simplest model there is: two lists."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoot_cli.storage.home import StorageError
from shoot_cli.storage.records import Event, LogState
from shoot_cli.storage.store import Store

MOVES = st.lists(
    st.one_of(
        st.tuples(st.just("answer"), st.integers(0, 99)),
        st.tuples(st.sampled_from(["undo", "redo"]), st.integers(-1, 6)),
        st.tuples(st.sampled_from(["note", "finish"]), st.just(0)),
    ),
    max_size=40,
)


class Model:
    """The whole history as one list of answers and how many of them count."""

    def __init__(self) -> None:
        self.all: list[int] = []
        self.count = 0
        self.finished = False

    def move(self, kind: str, value: int) -> bool:
        """False if the move is not possible."""
        if kind == "answer":
            self.all = [*self.all[: self.count], value]
            self.count += 1
        elif kind in ("undo", "redo"):
            if not 1 <= value <= (self.count if kind == "undo" else len(self.all) - self.count):
                return False
            self.count += value if kind == "redo" else -value
        if kind != "note":
            self.finished = kind == "finish"
        return True


def payload(kind: str, value: int) -> dict[str, object]:
    return {
        "answer": {"key": "q", "answer": value, "by": "me", "hand": True},
        "undo": {"count": value},
        "redo": {"count": value},
    }.get(kind, {})


@given(MOVES)
def test_folding_is_a_list_and_how_many_of_it_count(moves):
    fold, model, number = LogState(), Model(), 0
    for kind, value in moves:
        event = Event(number + 1, kind, payload(kind, value), "", "")
        if model.move(kind, value):
            fold.add(event)
            number += 1
        else:
            with pytest.raises(StorageError, match=f"Event {number + 1} cannot be applied: {kind} of {value}"):
                fold.add(event)
        assert [answer.answer for answer in fold.answers] == model.all[: model.count]
        assert [answer.answer for answer in fold.history.back()] == model.all[model.count :]
        assert fold.finished == model.finished


@settings(max_examples=15)
@given(MOVES)
def test_a_battle_keeps_the_same_answers_on_disk(moves):
    model = Model()
    with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder) / "shoot.db") as store:
        battle = store.create("b", "40k-7e", "1", 1, ("{}", "{}"), {}, "app")
        for kind, value in moves:
            if model.move(kind, value):
                battle.append(kind, payload(kind, value))
        again = store.load("b")
        assert [answer.answer for answer in again.answers()] == model.all[: model.count]
        assert (again.answers(), again.finished, again.fold.history.redoable) == (
            battle.answers(),
            model.finished,
            len(model.all) - model.count,
        )
        assert (store.find("b").answers, store.find("b").finished) == (model.count, model.finished)
        assert store.verify("b") == []


@pytest.mark.parametrize(
    ("kind", "wrong"),
    [
        ("answer", {}),
        ("answer", {"key": "q"}),
        ("answer", {"key": 1, "answer": 2}),
        ("answer", {"key": "q", "answer": 2, "by": 3}),
        ("answer", {"key": "q", "answer": 2, "hand": "yes"}),
        ("undo", {"count": "1"}),
        ("undo", {"count": True}),
        ("undo", {"count": 10**12}),
        ("amend", {}),
        ("amend", {"key": "q", "answer": 2, "at": 1}),
        ("amend", {"key": "q", "answer": 2, "at": -1}),
        ("amend", {"key": "q", "answer": 2, "at": 0, "wish": 3}),
        ("insert", {}),
        ("insert", {"key": "q", "answer": 2, "at": 1}),
        ("insert", {"key": "q", "answer": 2, "at": -1}),
        ("answer", {"key": "q", "answer": 2, "of": 0}),
        ("answer", {"key": "q", "answer": 2, "of": "0"}),
        ("keep", {"runs": [[0, 1]]}),
        ("keep", {"runs": [], "drop": [[0, 1]]}),
        ("keep", {"runs": "0"}),
        ("keep", {"drop": [[0]]}),
        ("keep", {"runs": [[0, 10**9]]}),
        ("undo", {"amend": True}),
        ("redo", {"amend": True}),
    ],
)
def test_events_that_do_not_fit_are_refused_and_leave_no_trace(store, begin, kind, wrong):
    battle = begin(store)
    battle.append("answer", {"key": "q", "answer": 1})
    with pytest.raises(StorageError, match="Event 2"):
        battle.append(kind, wrong)
    assert len(battle.answers()) == len(battle.events) == len(store.load(battle.name).events) == 1


@pytest.mark.parametrize("wrong", [{"answer": float("nan")}, {"answer": {1, 2}}])
def test_what_json_cannot_hold_is_a_mistake_of_the_caller(store, begin, wrong):
    battle = begin(store)
    with pytest.raises((TypeError, ValueError)):
        battle.append("note", wrong)
    assert battle.events == []
