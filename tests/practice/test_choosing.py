"""Which cards are asked of who has a game on Saturday, or wants a rule, a step, what was wrong or what is due."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from random import Random

import pytest

from shoot_cli.engine.reasons import InputError
from shoot_cli.practice import session
from shoot_cli.practice.memory import Memory
from shoot_cli.practice.session import (
    MOST_NEEDED,
    Choice,
    Deck,
    DrillSession,
    chosen,
    day_of,
    of_lists,
    of_lists_first,
    plan,
)
from shoot_cli.rules import RULESETS
from shoot_cli.storage.store import Store
from tests.benchmarks.learners import days_until
from tests.helpers.each import each
from tests.helpers.samples import THE_QUICKEST, quick_ones
from tests.helpers.toy_drills import Clock, Pupil, source, toy

THURSDAY = date(2026, 12, 3)
SEVENTH = next(edition for edition in RULESETS if edition.short == "7e")


@pytest.fixture
def memory(tmp_path: Path):
    with Store.open(tmp_path / "shoot.db") as store:
        yield Memory(store, "40k-7e", Clock())


@each(
    ("words", "day"),
    [
        ("saturday", date(2026, 12, 5)),
        ("Sat", date(2026, 12, 5)),
        ("wednesday", date(2026, 12, 9)),
        ("thursday", THURSDAY),
        ("tomorrow", date(2026, 12, 4)),
        ("today", THURSDAY),
        ("2026-12-24", date(2026, 12, 24)),
    ],
)
def test_a_day_is_the_next_of_its_name(words, day):
    assert day_of(words, THURSDAY) == day


@each("words", ["t", "someday", "2026-12-02", "2026-13-01", ""])
def test_what_is_no_day_is_told_what_would_do(words):
    with pytest.raises(InputError, match="a weekday, tomorrow, or a date such as"):
        day_of(words, THURSDAY)


def picked(memory, **choice) -> set[tuple[str, str]]:
    return {one.card for one in chosen(SEVENTH.drill().DRILLS, SEVENTH.rulebook(), memory, Choice(**choice))}


def test_cards_of_a_rule_and_of_a_step(memory):
    assert picked(memory, rule="7e-hit-1") == {("7E-HIT-1", "hit"), ("7E-HIT-1", "six")} | {
        one.card for one in SEVENTH.drill().DRILLS if one.rule == "7E-HIT-1"
    }
    assert picked(memory, rule="7E-HIT-1/six") == {("7E-HIT-1", "six")}
    step = picked(memory, step="7E-HIT")
    assert step
    assert {rule.rpartition("-")[0] for rule, _ in step} == {"7E-HIT"}
    assert picked(memory, step="7E-HIT", rule="7E-HIT-1/hit") == {("7E-HIT-1", "hit")}


def test_cards_that_were_wrong_or_are_due(memory):
    for card, right in ((("7E-HIT-1", "hit"), False), (("7E-WND-1", "wound"), False), (("7E-WND-1", "wound"), True)):
        memory.answered(*card, right, 5)
    assert picked(memory, wrong=True) == {("7E-HIT-1", "hit")}
    memory.now.wait(hours=1)
    assert ("7E-HIT-1", "hit") in picked(memory, due=True)


@pytest.mark.parametrize(
    ("choice", "words"),
    [
        ({"rule": "7E-NO-1"}, "there is no card of rule 7E-NO-1"),
        ({"step": "luck"}, "“luck” is in no step; all of them: shoot drill stats --steps"),
        ({"step": "saves"}, "“saves” is in no step; near it: Saving throws and lost Wounds; all of them: "),
        ({"wrong": True}, "no card was wrong the last time"),
        ({"due": True}, "no card is due now"),
    ],
)
def test_a_choice_of_nothing_is_told(memory, choice, words):
    with pytest.raises(InputError, match=words):
        picked(memory, **choice)


@pytest.mark.slow
@pytest.mark.parametrize("edition", quick_ones(RULESETS, THE_QUICKEST), ids=lambda edition: edition.short)
def test_two_lists_need_the_forty_cards_that_come_up_most(edition, tmp_path):
    armies = session.shipped(edition.name)
    drawn = session.source(edition.name, Random("two lists"), armies[0], armies[1])
    with Store.open(tmp_path / "shoot.db") as store:
        memory = Memory(store, edition.name, Clock())
        found = of_lists(edition.drill().DRILLS, drawn, memory)
        cards = [*dict.fromkeys(one.card for one in found)]
        assert len(cards) == MOST_NEEDED
        assert all(one.make(drawn) for one in found)
        there = [card for card in memory.basics if card in cards]
        assert cards[: len(there)] == [card for card in cards if card in memory.basics]
        assert len(there) >= len(memory.basics) - 3  # lists without such units need no such card
        every, new = of_lists_first(edition.drill().DRILLS, drawn, memory)
        assert [*dict.fromkeys(one.card for one in every)][:MOST_NEEDED] == cards
        assert len(every) == len(edition.drill().DRILLS)
        assert new == 4  # ten days
        for card in cards[:-1]:
            memory.answered(*card, True, 5)
        assert of_lists_first(edition.drill().DRILLS, drawn, memory)[1] == 1


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "days", "seed"), [
    *((edition, 4, 1) for edition in RULESETS), (RULESETS[0], 2, 2), (RULESETS[0], 10, 3),
], ids=lambda part: getattr(part, "short", None))  # fmt: skip
def test_all_of_them_are_met_before_the_day_and_what_was_wrong_comes_back(edition, days, seed, tmp_path):
    """Four of five answers right: each day has the new cards that were told, and what was wrong the day before."""
    course, met = days_until(edition, days, tmp_path, seed), set()
    for day, (told, left, asked) in enumerate(course):
        cards = {card for card, _ in asked}
        assert len(cards - met) == told.new > 0, day
        met |= cards
        assert {*told.wrong} <= cards
        assert not left.words, "done for today"
        if day + 1 < days:
            latest = dict(asked)
            assert {card for card, right in latest.items() if not right} == {*course[day + 1].told.wrong}
    assert len(met) == course[-1].left.met == MOST_NEEDED
    assert max(day.told.new for day in course) - min(day.told.new for day in course) <= 1


def test_new_cards_come_though_others_are_due(memory):
    for rule in "ABCD":
        memory.answered(rule, "hit", False, 5)
    memory.now.wait(days=1)
    deck, asked = Deck([toy(rule) for rule in "ABCDXYZ"], memory, source(), wanted=2), []
    for _ in range(4):
        card = deck.draw().card
        memory.answered(*card, True, 5)
        deck.answered(card, True)
        asked.append(card[0])
    assert [rule for rule in asked if rule in "XYZ"] == ["X", "Y"]


def test_a_plan_spreads_what_is_left_over_the_days_and_brings_back_what_was_wrong(memory):
    drills, monday = [toy(rule) for rule in "ABCDEFGHIJ"], memory.now().date()
    assert plan(drills, memory, monday + timedelta(days=3)) == (10, 0, 0, 4, (), ())
    for rule, right in zip("ABCD", (False, True, True, False), strict=True):
        memory.answered(rule, "hit", right, 5)
    today = plan(drills, memory, monday + timedelta(days=3))
    assert (today.met, today.right, today.new, today.words) == (4, 2, 0, "")
    assert plan(drills, memory, monday + timedelta(days=4)).new == 0  # three a day, and four were met
    memory.now.wait(days=1)
    after = plan(drills, memory, monday + timedelta(days=3))
    assert (after.new, after.wrong) == (3, (("A", "hit"), ("D", "hit")))
    assert after.words.startswith("3 new, 2 that were wrong")
    memory.answered("A", "hit", True, 5)
    assert plan(drills, memory, monday + timedelta(days=3)).wrong == (("D", "hit"),)
    assert plan(drills, memory, monday + timedelta(days=1)).new == 6  # the day itself


def test_with_a_plan_an_answer_comes_back_tomorrow_and_nothing_else_is_counted(memory):
    deck = Deck([toy(rule) for rule in "AB"], memory, source(), 4, 1, [])
    sitting = DrillSession(deck, memory, Pupil(memory.now, lambda rule: 1), lambda asked: deck.left() > 0)
    sitting.run()
    assert sitting.comes_back() == "It comes back tomorrow."
    assert sitting.summary() == ["1 of 1 right, in 0 s."]


def test_a_plan_asks_what_was_wrong_first_and_no_new_card_beyond_it(memory):
    for rule in "ABCD":
        memory.answered(rule, "hit", rule != "D", 5)
    memory.now.wait(days=1)
    deck, asked = Deck([toy(rule) for rule in "ABCDEFGHIJ"], memory, source(), 4, 2, [("D", "hit")]), []
    while deck.left():
        card = deck.draw().card
        right = card[0] != "E"
        memory.answered(*card, right, 5)
        deck.answered(card, right)
        asked.append(card[0])
    assert asked[0] == "D"
    assert {*asked} - {*"ABCD"} == {*asked[1:3]}
    assert asked.count("E") == (4 if "E" in asked else 0)
