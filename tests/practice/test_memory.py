"""What is kept of a learner: answers and cards together, through crashes, damage and files of earlier versions."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from threading import Thread

import pytest

from shoot_cli.practice.memory import Memory, basics_of, rating
from shoot_cli.rules import RULESETS
from shoot_cli.storage.store import Store
from tests.helpers.each import each
from tests.helpers.kept_answers import note

RULE, KIND = "7E-HIT-1", "hit"  # 12 seconds
CARD = (RULE, KIND)
MORNING = datetime(2026, 3, 2, 9, tzinfo=UTC)


class Clock:
    def __init__(self) -> None:
        self.at = MORNING

    def __call__(self) -> datetime:
        return self.at

    def wait(self, **time: float) -> None:
        self.at += timedelta(**time)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "shoot.db"


@pytest.fixture
def memory(path: Path, clock: Clock):
    with Store.open(path) as store:
        yield Memory(store, "40k-7e", clock)


def answers(memory: Memory, marks: str, kind: str = KIND, rule: str = RULE) -> None:
    """``+`` is right, ``-`` is wrong."""
    for mark in marks:
        memory.answered(rule, kind, mark == "+", 5)


@each(
    ("right", "seconds", "rated"),
    [
        (False, 1, "Again"),
        (True, 3.9, "Easy"),
        (True, 4.1, "Good"),
        (True, 12, "Good"),
        (True, 12.1, "Hard"),
        (True, None, "Good"),
        (False, None, "Again"),
    ],
)
def test_speed_tells_how_well_it_is_known(right, seconds, rated):
    assert rating(KIND, right, seconds).name == rated


def test_a_first_answer_is_never_easy(path, memory, clock):
    """However quick, it may be a lucky guess."""
    memory.answered(RULE, KIND, True, 1)
    memory.answered(RULE, "six", True, 8)
    known = memory.cards()
    assert known[CARD].due == known[RULE, "six"].due
    clock.wait(days=1)
    memory.answered(RULE, KIND, True, 1)
    memory.answered(RULE, "six", True, 8)
    known = memory.cards()
    assert known[CARD].due > known[RULE, "six"].due


def test_what_was_learnt_by_a_clock_that_was_ahead_is_asked_when_it_is_right(memory, clock):
    clock.wait(days=1000)
    answers(memory, "+++")
    assert memory.cards()[CARD].due > clock.at
    clock.wait(days=-1000)
    assert memory.cards()[CARD].due == clock.at
    answers(memory, "+")
    assert clock.at < memory.cards()[CARD].due < clock.at + timedelta(days=300)


def test_what_is_known_survives_closing(path, memory, clock):
    answers(memory, "+-+")
    with Store.open(path) as store:
        again = Memory(store, "40k-7e", clock)
        assert again.cards() == memory.cards()
        assert list(again.cards()) == [CARD]
        assert [(one.rule, one.kind, one.right, one.seconds, one.at) for one in again.answers()] == [
            (RULE, KIND, right, 5.0, MORNING) for right in (True, False, True)
        ]


def test_another_ruleset_knows_nothing_of_it(memory, clock):
    answers(memory, "+")
    other = Memory(memory.store, "40k-2e", clock)
    assert (other.cards(), other.answers(), other.streak(RULE)) == ({}, [], 0)


def test_right_answers_at_their_time_are_asked_ever_later(memory, clock):
    waits = []
    for _ in range(7):
        answers(memory, "+")
        due = memory.cards()[CARD].due
        waits.append(due - clock.at)
        clock.at = due
    assert waits[-1] > timedelta(days=60)
    assert all(later > sooner for sooner, later in pairwise(waits))


def test_a_right_answer_on_the_same_day_tells_nothing_new(memory, clock):
    answers(memory, "++")
    learnt = memory.cards()[CARD]
    clock.wait(hours=23)
    answers(memory, "+")
    assert memory.cards()[CARD] == learnt
    assert len(memory.answers()) == 3
    clock.wait(hours=2)
    answers(memory, "+")
    assert memory.cards()[CARD].due > learnt.due + timedelta(days=2)


def test_a_wrong_answer_on_the_same_day_counts(memory, clock):
    answers(memory, "++-")
    assert memory.cards()[CARD].due - clock.at <= timedelta(minutes=10)


def test_a_wrong_answer_brings_it_back_at_once(memory, clock):
    answers(memory, "++")
    clock.wait(days=30)
    answers(memory, "-")
    assert memory.cards()[CARD].due - clock.at <= timedelta(minutes=10)


def test_it_fades(memory, clock):
    answers(memory, "++")
    chances = []
    for _ in range(4):
        chances.append(memory.cards()[CARD].recalled)
        clock.wait(days=10)
    assert chances[0] == 1
    assert chances == sorted(chances, reverse=True)
    assert chances[-1] < 0.9


def test_streaks_are_of_a_rule_or_of_one_way_to_ask(memory):
    answers(memory, "-++")
    answers(memory, "+-+", "six")
    assert memory.streak(RULE) == 1
    assert memory.streak(RULE, "hit") == 2
    assert memory.streak(RULE, "six") == 1
    assert memory.streak("7E-HIT-2") == 0


# Levels ---------------------------------------------------------------------------------------------------------------


def different(memory: Memory, number: int, mark: str = "+", kind: str = KIND) -> None:
    """So many cards, each answered once."""
    for place in range(number):
        answers(memory, mark, kind, f"X-{place}")


def test_eight_different_cards_open_a_level(memory):
    answers(memory, "+" * 20)
    assert memory.standing()[:3] == (1, 1, 1)
    different(memory, 6)
    assert memory.standing()[:3] == (1, 7, 7)
    answers(memory, "+", rule="X-9")
    assert memory.level() == 2


def test_a_card_counts_by_its_latest_answer(memory):
    different(memory, 7)
    answers(memory, "-", rule="X-0")
    answers(memory, "+", rule="X-9")
    assert memory.standing()[:3] == (1, 7, 8)
    answers(memory, "+", rule="X-0")
    assert memory.level() == 2


def test_a_level_stays_open(memory):
    different(memory, 8)
    assert memory.standing(("X-1", KIND))[:3] == (1, 8, 8)
    different(memory, 8, "-")
    assert memory.level() == 2
    assert memory.standing()[:3] == (2, 0, 0)
    assert memory.standing().opens == 3
    assert memory.standing(("X-1", KIND))[:3] == (1, 0, 8)
    assert memory.standing(("X-1", KIND)).opens is None


def test_no_level_is_skipped(memory):
    different(memory, 8, kind="order")  # of level 3
    assert memory.level() == 1
    different(memory, 8)
    assert memory.level() == 2
    different(memory, 8, kind="six")
    assert memory.level() == 4


def test_a_basic_card_is_of_level_1_whatever_its_kind(memory):
    assert ("7E-WPN-1", "order") in memory.basics
    different(memory, 7)
    answers(memory, "+", "order", "7E-WPN-1")
    assert memory.level() == 2


def test_kinds_of_earlier_versions_open_nothing(memory):
    for _ in range(10):
        note(memory.store, RULE, "need", True)
    assert memory.level() == 1
    assert len(memory.answers()) == 10


# One transaction ------------------------------------------------------------------------------------------------------


def test_a_score_without_its_card_is_never_kept(memory, path):
    answers(memory, "+")
    before = memory.cards()
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("CREATE TRIGGER struck BEFORE UPDATE ON cards BEGIN SELECT RAISE(ABORT, 'power cut'); END")
    with pytest.raises(Exception, match="power cut"):
        answers(memory, "-")
    assert len(memory.answers()) == 1
    assert memory.cards() == before


def test_two_who_answer_at_once_lose_nothing(path, clock):
    def learn(kind: str) -> None:
        with Store.open(path) as store:
            answers(Memory(store, "40k-7e", clock), "+" * 20, kind)

    learners = [Thread(target=learn, args=(kind,)) for kind in ("hit", "hit", "six")]
    for one in learners:
        one.start()
    for one in learners:
        one.join()
    with Store.open(path) as store:
        memory = Memory(store, "40k-7e", clock)
        assert len(memory.answers()) == 60
        together = Memory(Store.open(path.with_name("other.db")), "40k-7e", clock)
        answers(together, "+" * 40)
        assert memory.cards()[CARD] == together.cards()[CARD]
        together.store.close()


# Damage ---------------------------------------------------------------------------------------------------------------

GOOD = '{"card_id":0,"state":2,"step":null,"stability":3.5,"difficulty":5.0,"due":"2026-03-05T09:00:00+00:00","last_review":"2026-03-02T09:00:00+00:00"}'


def replaced(old: str, new: str) -> str:
    assert old in GOOD
    return GOOD.replace(old, new)


def write(path: Path, state: object) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE cards SET state = ?", (state,))


def test_the_pattern_of_damage_is_a_good_card(memory, path):
    answers(memory, "+")
    write(path, GOOD)
    assert memory.cards()[CARD].due == datetime(2026, 3, 5, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    "state",
    [
        "",
        "{",
        "[]",
        "null",
        "[" * 100_000,
        b"\xff\x00",
        17,
        replaced('"state":2', '"state":9'),
        replaced('"step":null', '"step":"one"'),
        replaced('"state":2', '"state":3'),  # learnt anew, and at no step
        replaced("3.5", "-3.5"),
        replaced("3.5", "NaN"),
        replaced("3.5", "1e999"),
        replaced("3.5", "null"),
        replaced("5.0", "50"),
        replaced("2026-03-05T09:00:00+00:00", "tomorrow"),
        replaced("2026-03-05T09:00:00+00:00", "2026-03-05T09:00:00"),
        replaced('"2026-03-02T09:00:00+00:00"', "null"),
    ],
    ids=lambda state: repr(state)[:40],
)
def test_a_card_that_cannot_be_read_begins_anew(memory, path, state):
    answers(memory, "++-+")
    write(path, state)
    assert memory.cards() == {}
    assert memory.damaged == {CARD}
    answers(memory, "+")
    fresh = Memory(Store.open(path.with_name("other.db")), "40k-7e", memory.now)
    answers(fresh, "+")
    assert memory.cards() == fresh.cards()
    fresh.store.close()


def test_answers_that_cannot_be_read_are_a_sentence(memory, path):
    answers(memory, "+")
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(
            "INSERT INTO drills (ruleset, rule, kind, correct, at) VALUES ('40k-7e', 'X', 'hit', 1, 'noon')"
        )
    with pytest.raises(Exception, match=r"The drill scores in .* are damaged\."):
        memory.answers()


@pytest.mark.parametrize("edition", RULESETS, ids=lambda one: one.short)
def test_a_level_knows_how_many_cards_it_has(memory, edition):
    memory.ruleset, memory.basics = edition.name, basics_of(edition.name)
    first = {"hit", "wound", "save", "shots"}
    cards = {drill.card for drill in edition.drill().DRILLS}
    plain = {card for card in cards if card[1] in first} | {*edition.drill().LESSON.basics}
    assert memory.standing().cards == len(plain)
    assert sum(memory.cards_of.values()) == len(cards)
