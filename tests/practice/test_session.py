"""One sitting: what is kept of it, and what is said at its end."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from shoot_cli.engine.signals import Leave
from shoot_cli.practice.memory import Memory
from shoot_cli.practice.session import Deck, DrillSession, due_words, time_words
from shoot_cli.storage.store import Store
from tests.helpers.toy_drills import Clock, Pupil, source, toy

TODAY = date(2026, 3, 2)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def memory(tmp_path: Path, clock: Clock):
    with Store.open(tmp_path / "shoot.db") as store:
        yield Memory(store, "40k-7e", clock)


def sitting(memory, pupil, number: int = 8, names: str = "ABCDEFGHIJ") -> DrillSession:
    deck = Deck([toy(name) for name in names], memory, source())
    return DrillSession(deck, memory, pupil, lambda asked: asked < number, memory.now.seconds)


def test_the_score_the_time_and_what_to_read_again(memory, clock):
    found = sitting(memory, Pupil(clock, lambda rule: rule != "C"), 12)
    found.run()
    wrong = sum(not one.right for one in found.asked)
    assert {one.rule for one in found.asked if not one.right} == {"C"}
    score, again, *_ = found.summary()
    assert score == f"{12 - wrong} of 12 right, in 1:36 min."
    assert again == "Read again: shoot rules C"


def test_a_level_that_opened_is_said(memory, clock):
    first = sitting(memory, Pupil(clock, lambda rule: 1))
    first.run()
    assert (
        "Level 2 is open: which value counts, which targets are legal, who takes the next wound, what a 6 or a 1 does."
        in first.summary()
    )
    second = sitting(memory, Pupil(clock, lambda rule: 1))
    second.run()
    assert not any(line.startswith("Level") for line in second.summary())


def test_where_nothing_can_be_asked_nothing_was(memory, clock):
    found = sitting(memory, Pupil(clock, lambda rule: 1), names="")
    found.run()
    assert found.summary() == ["Nothing was asked."]


def test_whoever_leaves_keeps_what_was_answered(memory, clock):
    class Tired(Pupil):
        def ask(self, quiz, place):
            if place == 3:
                raise Leave
            return super().ask(quiz, place)

    found = sitting(memory, Tired(clock, lambda rule: 1))
    with pytest.raises(Leave):
        found.run()
    assert found.summary()[0] == "3 of 3 right, in 24 s."
    assert len(memory.answers()) == 3


def test_an_answer_is_on_disk_before_it_is_marked(memory, clock):
    kept = []

    class Looking(Pupil):
        def marked(self, quiz, right):
            kept.append(len(memory.answers()))

    sitting(memory, Looking(clock, lambda rule: 0.5), 4).run()
    assert kept == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("days", "said"),
    [
        ([], ""),
        ([0], "1 question comes back today."),
        ([-3, 0], "2 questions come back today."),
        ([1, 1, 1], "3 questions come back tomorrow."),
        ([2, 7], "2 questions come back within a week."),
        ([0, 1, 1, 7, 8, 90], "1 question comes back today, 2 tomorrow, 1 within a week, 2 later."),
    ],
)
def test_what_comes_when(days, said):
    assert due_words([TODAY + timedelta(days=day) for day in days], TODAY) == said


def test_time_in_words():
    assert [time_words(seconds) for seconds in (0, 59.4, 59.6, 100, 3600)] == [
        "0 s",
        "59 s",
        "1:00 min",
        "1:40 min",
        "60:00 min",
    ]
