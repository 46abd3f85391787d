"""Forty days of learners who are no people: what they do not know is asked more often, what they know ever less."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from statistics import mean

import pytest

from shoot_cli.practice.memory import Memory
from shoot_cli.practice.session import Deck, DrillSession
from shoot_cli.quiz.quiz import Drill
from shoot_cli.rules import RULESETS
from shoot_cli.storage.store import Store
from tests.benchmarks.learners import course, of_two_lists
from tests.helpers.samples import QUICKEST
from tests.helpers.samples import first as first_of
from tests.helpers.toy_drills import Clock, Pupil, source, toy

DAYS, QUESTIONS = 40, 10
RULES = "ABCDEFGHIJKLMNOPQRST"
TOYS = [toy(rule) for rule in RULES]


class Course:
    """A session every morning. ``days``: the rules asked on each."""

    def __init__(self, folder: Path, drills: list[Drill], knows, seed: int = 1, draw=source) -> None:
        self.clock = Clock()
        self.pupil = Pupil(self.clock, knows, seed=seed)
        self.days: list[list[str]] = []
        self.waits: dict[str, list[float]] = {}  # by rule, days until it is due, after each session
        with Store.open(folder / "shoot.db") as store:
            store._to_disk().execute("PRAGMA synchronous = OFF")  # these learners do not mind a power cut
            self.memory = Memory(store, "40k-7e", self.clock)
            made_from = draw(seed)
            for day in range(DAYS):
                deck = Deck(drills, self.memory, made_from)
                sitting = DrillSession(
                    deck, self.memory, self.pupil, lambda asked: asked < QUESTIONS, self.clock.seconds
                )
                sitting.run()
                self.days.append([one.rule for one in sitting.asked])
                for (rule, _), known in self.memory.cards().items():
                    self.waits.setdefault(rule, []).append((known.due - self.clock()).total_seconds() / 86400)
                self.clock.wait(hours=24, seconds=-(self.clock.seconds() - day * 86400))
            self.level = self.memory.level()

    def share(self, first: int, last: int) -> Counter[str]:
        return Counter(rule for day in self.days[first:last] for rule in day)


def of_peers(share: Counter[str], rule: str) -> float:
    """How often ``rule`` was asked, against the mean of the others that were."""
    others = [count for other, count in share.items() if other != rule]
    return share[rule] / mean(others)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_who_errs_on_one_rule_is_asked_it_twice_as_often_and_on(tmp_path, seed):
    course = Course(tmp_path, TOYS, lambda rule: 0.25 if rule == "C" else 0.97, seed)
    for first in (2, 12, 22, 32):
        assert of_peers(course.share(first, first + 8), "C") >= 2, (first, course.share(first, first + 8))


@pytest.mark.slow
def test_who_knows_all_waits_ever_longer(tmp_path):
    course = Course(tmp_path, TOYS, lambda rule: 1)
    for rule in RULES:
        waits = course.waits[rule]
        assert waits[-1] > 60, (rule, waits)
        assert waits[-1] > 4 * waits[5]


@pytest.mark.slow
def test_who_knows_all_is_asked_all_alike(tmp_path):
    share = Course(tmp_path, TOYS, lambda rule: 1).share(0, DAYS)
    assert max(share.values()) <= 1.5 * min(share.values())


@pytest.mark.slow
def test_who_learns_it_in_the_end_is_asked_it_as_others_are(tmp_path):
    asked = []

    def knows(rule: str) -> float:
        asked.append(rule)
        return 1 if rule != "C" or len(asked) > 15 * QUESTIONS else 0.1

    course = Course(tmp_path, TOYS, knows)
    assert of_peers(course.share(3, 15), "C") >= 2
    assert course.share(28, 40)["C"] <= course.share(3, 15)["C"] / 2


@pytest.mark.slow
def test_levels_open_one_after_the_other_to_who_knows_all(tmp_path):
    course = Course(tmp_path, [*TOYS, toy("X", "six"), toy("Y", "order"), toy("Z", "estimate")], lambda rule: 1)
    every = [rule for asked in course.days for rule in asked]
    assert every.index("X") < every.index("Y") < every.index("Z")
    assert len({*every[: every.index("X")]}) >= 8


@pytest.mark.slow
def test_who_knows_nothing_stays_at_the_first_level(tmp_path):
    drills = [*TOYS, toy("X", "six")]
    course = Course(tmp_path, drills, lambda rule: 0.5)
    assert "X" not in course.share(0, DAYS) or course.level > 1
    assert Course(tmp_path / "worse", drills, lambda rule: 0.1).level == 1


# What editions ask ---------------------------------------------------------------------------------------------------


def cards_of(edition) -> list[Drill]:
    """The edition's own cards, with questions that cost nothing to make."""
    return [toy(drill.rule, drill.kind, drill.common) for drill in edition.drill().DRILLS]


@pytest.mark.slow
@pytest.mark.parametrize("edition", first_of(1, RULESETS), ids=lambda edition: edition.short)
def test_the_weak_rule_of_an_edition_is_asked_more(tmp_path, edition):
    drills = cards_of(edition)
    weak = max((drill for drill in drills if drill.level == 1), key=lambda drill: drill.common).rule
    course = Course(tmp_path, drills, lambda rule: 0.1 if rule == weak else 0.97)
    first = next(day for day, asked in enumerate(course.days) if weak in asked)
    assert first < 20
    for begun in range(first + 1, DAYS - 7, 8):
        assert of_peers(course.share(begun, begun + 8), weak) >= 2, begun


@pytest.mark.slow
@pytest.mark.parametrize("edition", first_of(1, RULESETS), ids=lambda edition: edition.short)
def test_all_levels_of_an_edition_are_met_in_forty_days(tmp_path, edition):
    drills = cards_of(edition)
    course = Course(tmp_path, drills, lambda rule: 0.95)
    assert course.level == 4
    asked = {*course.pupil.asked}
    assert {drill.level for drill in drills if drill.card in asked} == {1, 2, 3, 4}
    assert len(asked) > 60


@pytest.mark.slow
@pytest.mark.parametrize("edition", [one for one in RULESETS if one.short in QUICKEST], ids=lambda one: one.short)
def test_with_the_questions_of_an_edition(tmp_path, edition):
    from shoot_cli.practice import session

    drills = edition.drill().DRILLS
    weak = max((drill for drill in drills if drill.level == 1), key=lambda drill: drill.common).rule
    course = Course(
        tmp_path,
        drills,
        lambda rule: 0.1 if rule == weak else 0.97,
        draw=lambda seed: session.source(edition.name, Random(seed)),
    )
    assert of_peers(course.share(DAYS // 2, DAYS), weak) >= 2


@pytest.mark.slow
@pytest.mark.parametrize("edition", RULESETS, ids=lambda edition: edition.short)
def test_ten_a_day_meet_every_step_in_three_days_and_the_cards_of_two_lists_in_ten(tmp_path, edition):
    """Somebody who is right in four of five answers; and after a week off no more is due than was met."""
    (_, steps, _, _, due), met = course(edition, 10, tmp_path)
    assert steps <= 3
    assert due <= len(met) < 40
    assert of_two_lists(edition, 10, tmp_path) == "40 of 40"
