"""Sums that are rolled again whole: as answers, by the app's dice, in the log, and in the odds."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from shoot_cli.engine.pools import Line, Rank
from shoot_cli.engine.questions import Need, Total
from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.engine.record import Record
from shoot_cli.engine.sequence import play
from shoot_cli.engine.table import Table
from shoot_cli.input.answerers import Preset, dice, raise_missing
from shoot_cli.input.answers import parse
from shoot_cli.input.dice import RollAgain, second_throw, with_second
from shoot_cli.odds import odds
from shoot_cli.replay.journal import entry_json
from tests.helpers.toy_games import TEN, Amount, Answers, Body, Gun, Rolled, Volley, lost

DAMAGE = Total("damage", 1, again=(1, 2, 3))
CHARGE = Total("charge", 2, need=Need(7), again=(2, 3, 4, 5, 6))


@pytest.mark.parametrize(
    ("question", "answer", "total"),
    [
        (DAMAGE, {"first": [4]}, 4),
        (DAMAGE, {"first": [4], "again": []}, 4),
        (DAMAGE, {"first": [3], "again": [6]}, 6),
        (DAMAGE, {"first": [3], "again": [1]}, 1),
        (DAMAGE, {"sum": 1}, 1),
        (DAMAGE, {"sum": 6}, 6),
        (CHARGE, {"first": [1, 5], "again": [1, 1]}, 2),
        (CHARGE, {"first": [6, 1]}, 7),
    ],
)
def test_the_second_sum_stands(question: Total, answer: Any, total: int) -> None:
    assert question.read(answer) == total


@pytest.mark.parametrize(
    ("question", "answer", "words"),
    [
        (DAMAGE, {"first": [3]}, "3 is rolled again: the second throw is missing"),
        (DAMAGE, {"first": [3], "again": []}, "the second throw is missing"),
        (DAMAGE, {"first": [3], "again": [6, 6]}, "1 dice were rolled, you typed 2"),
        (DAMAGE, {"first": [3], "again": [7]}, "does not show 7"),
        (DAMAGE, {"first": [3], "again": "6"}, "expected a list of whole numbers"),
        (DAMAGE, {"first": [4], "again": [6]}, "4 is not rolled again here"),
        (DAMAGE.but(again=()), {"first": [3], "again": [6]}, "3 is not rolled again here"),
        (DAMAGE, {"sum": 7}, "1D6 give 1 to 6, not 7"),
        (CHARGE, {"first": [1, 5], "again": [6]}, "2 dice were rolled, you typed 1"),
        (CHARGE, {"sum": 1}, "2D6 give 2 to 12, not 1"),
    ],
)
def test_what_cannot_be_is_refused(question: Total, answer: Any, words: str) -> None:
    with pytest.raises(BadAnswer) as wrong:
        question.read(answer)
    assert words in str(wrong.value)


def test_the_app_throws_again_where_it_must() -> None:
    thrown = [dice(seed)(CHARGE, 0) for seed in range(200)]
    assert {"again" in answer for answer in thrown} == {True, False}
    for answer in thrown:
        assert ("again" in answer) == (sum(answer["first"]) in CHARGE.again)
        CHARGE.read(answer)
    assert thrown == [dice(seed)(CHARGE, 0) for seed in range(200)]
    assert [answer["first"] for answer in thrown] == [
        dice(seed)(CHARGE.but(again=()), 0)["first"] for seed in range(200)
    ]


def test_both_throws_are_in_the_log() -> None:
    table = Table(lambda question, place: {"first": [1, 5], "again": [6, 3]})
    assert table.total("charge", 2, need=Need(7), again=(2, 3, 4, 5, 6)) == 9
    (entry,) = table.log
    assert entry.question == CHARGE
    line = entry_json(entry, ("Marines", "Orks"))
    assert {key: line[key] for key in ("dice", "again", "total", "passed", "need")} == {
        "dice": [1, 5],
        "again": [6, 3],
        "total": 9,
        "passed": True,
        "need": "7+",
    }


@pytest.mark.parametrize(
    ("question", "text", "first", "second", "answer"),
    [
        (DAMAGE, "2", [2], "5", {"first": [2], "again": [5]}),
        (DAMAGE, "2", [2], "1", {"first": [2], "again": [1]}),
        (CHARGE, "1 2", [1, 2], "1 2", {"first": [1, 2], "again": [1, 2]}),
        (CHARGE, "1 2", [1, 2], "3", {"sum": 3}),
        (CHARGE, "3", [], "6 5", {"sum": 11}),
    ],
)
def test_a_sum_may_be_rolled_again_in_a_second_step(
    question: Total, text: str, first: list[int], second: str, answer: Any
) -> None:
    with pytest.raises(RollAgain) as again:
        parse(question, text)
    assert (again.value.first, again.value.dice, again.value.typed) == (first, question.dice, text)
    assert with_second(question, first, parse(second_throw(question, first), second)) == answer


def test_said_beforehand() -> None:
    assert Preset({"damage": "2 > 5"}, raise_missing)(DAMAGE, 0) == {"first": [2], "again": [5]}
    assert Preset({"damage": {"sum": 2}}, raise_missing)(DAMAGE, 0) == {"sum": 2}
    with pytest.raises(BadAnswer, match="damage: 2 is rolled again: type both throws, as in 2 > 6"):
        Preset({"damage": "2"}, raise_missing)(DAMAGE, 0)


def test_the_odds_of_a_step_that_rolls_again() -> None:
    class Sum(Record):
        n: int = 0

    def by_total(s: Sum, table: Table) -> Sum:
        return Sum(table.total("damage", 1, again=(1, 2, 3)))

    def by_question(s: Sum, table: Table) -> Sum:
        return Sum(table.ask(DAMAGE))

    for step in (by_total, by_question):
        found = odds((step,), Sum(), Answers(), exact=True).distribution(lambda s: s.n)
        assert found == [0, *[Fraction(1, 12)] * 3, *[Fraction(1, 4)] * 3]


GUN = Gun("g", Amount(plus=2), damage=Amount(1, 6, again=(1, 2, 3)), ap=3)
VOLLEY = Volley(((GUN, 2),), Line((Rank(Body("b", 4), 2, 4), Rank(Body("c", 3, 5), 1, 6))))


@pytest.mark.slow
def test_the_short_way_equals_plain_and_rolling() -> None:
    exact, plain = (odds(TEN, VOLLEY, Answers(), exact=True, brute_force=short) for short in (False, True))
    found = exact.measure(lost)
    assert {k: p for k, p in found.items() if p} == plain.measure(lost)
    assert exact.expected == plain.expected
    again = odds(TEN, VOLLEY.but(guns=((GUN.but(damage=Amount(1, 6)), 2),)), Answers(), exact=True)
    assert again.measure(lost) != found
    times, random = 3000, Random(1)
    rolled = Counter(lost(play(TEN, VOLLEY, Table(Rolled(random)))) for _ in range(times))
    for end, p in found.items():
        chance = float(p)
        assert abs(rolled[end] - times * chance) <= 4.5 * (times * chance * (1 - chance)) ** 0.5 + 1
