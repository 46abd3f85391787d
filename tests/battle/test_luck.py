"""Luck: what came against what was expected, held against brute force and sums by hand."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import count, product
from math import comb
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoot_cli import armies
from shoot_cli.battle.luck import (
    ALL,
    APP,
    EXPECTED,
    FEWER,
    HAND,
    KINDS,
    LATE,
    MORE,
    NONE,
    SEVERAL,
    SLAIN,
    TOO_MANY,
    Distribution,
    Throw,
    added,
    as_json,
    binomial,
    chance_of,
    dice_rows,
    given_decisions,
    loss_law,
    passes,
    report,
    row,
    slain_rows,
    throws,
)
from shoot_cli.engine.budget import Budget
from shoot_cli.engine.questions import Choose, Need, Option, Roll, Tally, Total
from shoot_cli.engine.reasons import Meaning, Outcome
from shoot_cli.engine.sequence import play
from shoot_cli.engine.table import Entry, Table
from shoot_cli.importing.list_files import load
from shoot_cli.input.answerers import Preset, dice, raise_missing
from shoot_cli.rules import RULESETS, Edition
from tests.helpers.each import each
from tests.helpers.question_keys import COUNTED
from tests.helpers.samples import first as first_of
from tests.helpers.samples import quick_ones
from tests.helpers.work import lines_run

every = pytest.mark.parametrize("edition", RULESETS, ids=lambda edition: edition.short)
quickest = pytest.mark.parametrize("edition", quick_ones(RULESETS), ids=lambda edition: edition.short)


def close(value: float) -> Any:
    return pytest.approx(value, rel=1e-11, abs=1e-25)


# The chance of one die -----------------------------------------------------------------------------------------------


@each(
    ("roll", "chance"),
    [
        (Roll("hit", 1, Need(3)), Fraction(4, 6)),
        (Roll("hit", 1, Need(2, or_less=True)), Fraction(2, 6)),
        (Roll("hit", 1, Need(None)), Fraction(0)),
        (Roll("hit", 1, Need(1)), Fraction(1)),
        (Roll("hit", 1, Need(7), sides=8), Fraction(2, 8)),
        (Roll("hit", 1, Need(3), again=(1,)), Fraction(4, 6) + Fraction(1, 6) * Fraction(4, 6)),
        (Roll("hit", 1, Need(3), again=(1, 2)), Fraction(8, 9)),
        (Roll("hit", 1, Need(2), again=(1,), again_need=Need(5)), Fraction(5, 6) + Fraction(1, 6) * Fraction(2, 6)),
        # Fishing for sixes: dice that had passed are thrown again, too.
        (Roll("hit", 1, Need(3), again=(1, 2, 3, 4, 5)), Fraction(1, 6) + Fraction(5, 6) * Fraction(4, 6)),
    ],
)
def test_the_chance_of_a_die_counts_its_second_throw(roll: Roll, chance: Fraction) -> None:
    assert chance_of(roll) == close(float(chance))
    ends = []
    for first in range(1, roll.sides + 1):
        seconds = range(1, roll.sides + 1) if first in roll.again else (None,)
        for second in seconds:
            answer = {"first": [first]} | ({"again": [second]} if second else {"again": []} if roll.again else {})
            ends.append((roll.read(answer).passed, Fraction(1, len(seconds))))
    assert sum(passed * p for passed, p in ends) / roll.sides == chance


# Laws ----------------------------------------------------------------------------------------------------------------


@given(st.integers(0, 40), st.sampled_from([(1, 6), (1, 3), (1, 2), (2, 3), (5, 6), (8, 9), (35, 36), (1, 36)]))
def test_equal_dice_are_binomial(n: int, fraction: tuple[int, int]) -> None:
    p = Fraction(*fraction)
    law = binomial(n, float(p))
    exact = [float(comb(n, k) * p**k * (1 - p) ** (n - k)) for k in range(n + 1)]
    for k in range(-1, n + 2):
        assert law.at_most(k) == close(sum(exact[: max(0, k + 1)]))
        assert law.at_least(k) == close(sum(exact[max(0, k) :]))
    assert law.mean == close(float(n * p))


@given(st.lists(st.tuples(st.sampled_from([1, 2, 3, 4, 5]), st.integers(1, 3)), min_size=1, max_size=3))
def test_rolls_with_several_needs_are_put_together_exactly(rolls: list[tuple[int, int]]) -> None:
    """Against every way in which at most nine dice can fall, passed or failed."""
    single = [Fraction(need, 6) for need, n in rolls for _ in range(n)]
    counts: dict[int, Fraction] = {}
    for ways in product((0, 1), repeat=len(single)):
        p = Fraction(1)
        for met, chance in zip(ways, single, strict=True):
            p *= chance if met else 1 - chance
        counts[sum(ways)] = counts.get(sum(ways), Fraction(0)) + p
    pool: dict[float, int] = {}
    for need, n in rolls:
        pool[need / 6] = pool.get(need / 6, 0) + n
    law = passes(pool)
    for k in range(len(single) + 1):
        assert law.at_most(k) == close(float(sum(p for n, p in counts.items() if n <= k)))
        assert law.at_least(k) == close(float(sum(p for n, p in counts.items() if n >= k)))


def test_many_dice_lose_nothing_that_matters() -> None:
    law = passes({2 / 3: 4000, 0.5: 3000, 1 / 6: 2000})
    assert law.mean == close(4000 * 2 / 3 + 1500 + 2000 / 6)
    assert law.at_least(0) == close(1)
    assert law.at_least(9000) == 0.0
    assert law.at_most(4500) + law.at_least(4501) == close(1)
    assert added(Distribution(2, (0.5, 0.5)), Distribution(1, (0.25, 0.75))) == Distribution(3, (0.125, 0.5, 0.375))


# Rows ----------------------------------------------------------------------------------------------------------------


def test_the_sentence_of_the_readme_by_hand() -> None:
    """34 of 60 dice that need 3+: 40 expected."""
    exact = sum(comb(60, k) * Fraction(2, 3) ** k * Fraction(1, 3) ** (60 - k) for k in range(35))
    found = row("Ultramarines", "hits", ALL, 60, 34, passes({4 / 6: 60}))
    assert (found.size, found.actual, found.direction, found.small) == (60, 34, FEWER, False)
    assert found.expected == close(40)
    assert found.chance == close(float(exact))


def test_a_row_says_how_far_and_which_way() -> None:
    law = passes({0.5: 4})
    assert row("A", "hits", ALL, 4, 2, law)[-3:] == (EXPECTED, 1.0, True)
    assert row("A", "hits", ALL, 4, 3, law)[-3:-1] == (MORE, close(5 / 16))
    assert row("A", "hits", ALL, 4, 0, law)[-3:-1] == (FEWER, close(1 / 16))
    assert [row("A", "hits", ALL, n, 2, law).small for n in (29, 30)] == [True, False]
    assert [row("A", SLAIN, ALL, n, 2, law).small for n in (9, 10)] == [True, False]


def test_hand_and_app_dice_stand_apart_where_both_were_thrown() -> None:
    both = [Throw("A", "hits", True, 10, 0.5, 4), Throw("A", "hits", False, 6, 1 / 3, 5)]
    found = dice_rows([*both, Throw("B", "saves", True, 3, 1 / 3, 0)], ["B", "A"])
    assert [(one.side, one.kind, one.thrown_by, one.size, one.actual) for one in found] == [
        ("B", "saves", ALL, 3, 0),
        ("A", "hits", ALL, 16, 9),
        ("A", "hits", HAND, 10, 4),
        ("A", "hits", APP, 6, 5),
    ]
    assert [one.expected for one in found] == [close(1), close(7), close(5), close(2)]
    assert found[0].chance == close((2 / 3) ** 3)


class Toy:
    """As much of a ruleset as the dice need."""

    @staticmethod
    def sides(record: Any) -> tuple[str, str]:
        return record or ("A", "B")


def test_what_counts_is_for_the_roll_to_say() -> None:
    def entry(question: Any, passed: int = 1, record: Any = None) -> Entry:
        return Entry("Step", question, {}, Tally(passed, 1) if isinstance(question, Roll) else 3, record=record)

    log = [
        entry(Roll("hit:bolter", 3, Need(3), luck="hits"), 2),
        Entry("Step", None, text="told"),
        entry(Total("shots", 1)),
        entry(Roll("terrain:tank", 3, Need(2)), 2),  # says nothing
        entry(Roll("save:Boy", 2, Need(6), owner="defender", luck="saves"), 1),
        entry(Roll("save:Boy", 2, Need(None), owner="defender", luck="saves"), 0),  # could not pass
        entry(Roll("hit:flamer", 2, Need(1), luck="hits"), 2),  # could not fail
        entry(Roll("hit:shoota", 4, Need(5), luck="hits"), 4, ("B", "A")),
    ]
    hands = [True, None, False, True, True, True, False]
    ruleset: Any = Toy
    found = throws(log, hands, ruleset)
    assert [(one.side, one.kind, one.hand, one.dice, one.passed) for one in found] == [
        ("A", "hits", True, 3, 2),
        ("B", "saves", True, 2, 1),
        ("B", "hits", False, 4, 4),
    ]


def test_a_die_again_is_of_whoever_threw_it() -> None:
    hit, more = Roll("hit:bolter", 3, Need(3), luck="hits", once=("hit",)), {"by": "Command Re-roll", "first": [4]}
    said: list[dict[str, Any]] = [{}, {"hand": False}, {"hand": True}]
    answers: list[Any] = [{"first": [6, 6, 1], "more": [more | whose]} for whose in said]
    log = [Entry("Step", hit, answer, hit.read(answer)) for answer in answers]
    ruleset: Any = Toy
    found = [(one.hand, one.dice, one.passed) for one in throws(log, [True, True, False], ruleset)]
    assert found == [(True, 1, 1), (True, 3, 2), (False, 1, 1), (True, 3, 2), (True, 1, 1), (False, 3, 2)]


def test_a_sum_and_dice_of_which_the_highest_counts_are_one_roll_each() -> None:
    highest = Meaning((Outcome(1, "nothing"), Outcome(4, "glances")), best=True)
    log = [
        Entry("Step", Roll("penetrate:shell", 2, Need(4), luck="penetration rolls", means=highest), {}, Tally(2, 0)),
        Entry("Step", Total("penetrate:melta", 2, need=Need(8), luck="penetration rolls"), {}, 7),
        Entry("Step", Total("penetrate:melta", 2, need=Need(8), luck="penetration rolls"), {}, 8),
        Entry("Step", Total("penetrate:melta", 2, need=Need(2), luck="penetration rolls"), {}, 8),  # could not fail
    ]
    ruleset: Any = Toy
    found = throws(log, [True] * 4, ruleset)
    assert [(one.dice, one.chance, one.passed) for one in found] == [
        (1, close(3 / 4), 1), (1, close(15 / 36), 0), (1, close(15 / 36), 1),
    ]  # fmt: skip


def test_pairs_of_which_only_the_living_are_known_count_as_pairs() -> None:
    """Typed as faces, each die counts; as a number, each pair, even if all live: luck must not choose what counts."""
    pairs = Roll("pain:Boy", 6, Need(5), groups=(2, 2, 2), lives=True, luck="saves", owner="defender")
    answers: list[Any] = [{"first": [6, 5, 1, 5, 2, 3]}, {"live": 1}, {"live": 3}]
    log = [Entry("Step", pairs, answer, pairs.read(answer)) for answer in answers]
    ruleset: Any = Toy
    found = throws(log, [True] * 3, ruleset)
    assert [(one.dice, one.passed) for one in found] == [(6, 3), (3, 1), (3, 3)]
    assert [one.chance for one in found] == [close(1 / 3), close(1 / 9), close(1 / 9)]
    assert [(one.size, one.actual) for one in dice_rows(found[1:])] == [(6, 4)]


# Whole battles -------------------------------------------------------------------------------------------------------


@cache
def battle(edition: Edition, seed: int = 7, throw: Callable[..., Any] | None = None) -> tuple[Table, Any]:
    """Two turns of shipped lists, answered as proposed."""
    ruleset = edition.ruleset()
    paths = [sample.path for sample in armies.samples() if sample.ruleset == edition.name][:2]
    mine, theirs = (load(path).army for path in paths)
    usual, thrown = Preset(ruleset.demo_facts, raise_missing), throw or dice(seed)

    def answer(question: Any, place: int) -> Any:
        return thrown(question, place) if isinstance(question, (Roll, Total)) else usual(question, place)

    table = Table(answer)
    table.settings = ruleset.defaults()
    return table, play(ruleset.battle, ruleset.begin_battle(mine, theirs, 2), table)


@quickest
def test_every_ruleset_has_its_luck(edition: Edition) -> None:
    ruleset = edition.ruleset()
    table, end = battle(edition, 1)
    found = report(table, [False] * table.asked, ruleset, end)
    sides = [name for name, _ in ruleset.status(end)]
    assert list(dict.fromkeys(one.side for one in found.rows)) == sides
    for side in sides:
        kinds = [one.kind for one in found.rows if one.side == side]
        assert kinds == [kind for kind in (*KINDS, SLAIN) if kind in kinds]
        assert {*COUNTED[edition.short].values(), SLAIN} - {*kinds} <= {"penetration rolls"}  # nobody shot at a vehicle
    for one in found.rows:
        assert 0 < one.chance <= 1
        assert one.expected > 0
        assert one.thrown_by == ALL
    assert as_json(found)["luck"][0]["side"] == sides[0]


@pytest.mark.slow
@every
def test_dice_of_the_battle_by_hand(edition: Edition) -> None:
    """What is reported, against the faces in the log."""
    ruleset = edition.ruleset()
    table, end = battle(edition, 4)
    found = {(one.side, one.kind): one for one in report(table, [False] * table.asked, ruleset, end).rows}
    got: dict[tuple[str, str], list[int]] = {}
    for entry in table.log:
        question = entry.question
        kind = COUNTED[edition.short].get(question.key.split(":")[0]) if isinstance(question, Roll) else None
        if kind is None or not isinstance(question, Roll) or not 0 < chance_of(question) < 1:
            continue
        sums = got.setdefault((ruleset.sides(entry.record)[question.owner == "defender"], kind), [0, 0])
        sums[0] += question.dice
        sums[1] += question.read(entry.answer).passed
    assert got == {key: [one.size, one.actual] for key, one in found.items() if one.kind != SLAIN}


@pytest.mark.slow
@every
def test_perfect_dice_are_lucky_for_whom_they_help(edition: Edition) -> None:
    """All dice pass: whoever hits, wounds or saves has more than was expected."""
    ruleset = edition.ruleset()

    def pass_all(question: Any, place: int) -> Any:
        need = question.need
        low = need is not None and need.or_less
        face = 1 if low else question.sides
        first = [face] * question.dice
        if isinstance(question, Total):
            return {"first": first}
        return (
            {"first": first, "again": [face for one in first if one in question.again]}
            if question.again
            else {"first": first}
        )

    table, end = battle(edition, throw=pass_all)
    for one in report(table, [True] * table.asked, ruleset, end).rows:
        if one.kind != SLAIN:
            assert (one.actual, one.direction) == (one.size, MORE)


@pytest.mark.parametrize("edition", first_of(1, reversed(RULESETS)), ids=lambda edition: edition.short)
@pytest.mark.parametrize("battles", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_the_slain_come_out_as_expected_over_many_battles(edition: Edition, battles: int) -> None:
    ruleset, known = edition.ruleset(), {}
    got = expected = variance = 0.0
    for seed in range(battles):
        table, _ = battle(edition, seed)
        rows, left_out = slain_rows(table.attacks, ruleset, table.settings, known=known)
        assert {one.why for one in left_out} <= {SEVERAL}
        for one in rows:
            got, expected = got + one.actual, expected + one.expected
        for attack in table.attacks:
            law = loss_law(attack, ruleset, table.settings) if attack.rolled else NONE
            if isinstance(law, Distribution):
                variance += sum((law.low + k - law.mean) ** 2 * p for k, p in enumerate(law.chances))
    assert expected > 5
    assert abs(got - expected) < 4 * variance**0.5


@pytest.mark.slow
@pytest.mark.parametrize("edition", first_of(1, RULESETS), ids=lambda edition: edition.short)
def test_an_attack_is_measured_from_where_it_began(edition: Edition) -> None:
    ruleset = edition.ruleset()
    table, _ = battle(edition)
    attacks = [attack for attack in table.attacks if attack.rolled]
    assert attacks
    for attack in attacks:
        law = loss_law(attack, ruleset, table.settings)
        if law == SEVERAL:
            continue
        assert isinstance(law, Distribution)
        assert sum(law.chances) == close(1)
        assert law.chances[ruleset.measures[SLAIN](attack.end)] > 0  # what came about can come about


def test_what_would_take_too_long_is_left_out_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    table, end = battle(RULESETS[0])
    monkeypatch.setattr("shoot_cli.battle.luck.MOST", 1)
    found = report(table, [False] * table.asked, RULESETS[0].ruleset(), end)
    assert {one.why for one in found.left_out} == {TOO_MANY}
    assert any(one.kind == "hits" for one in found.rows)


@pytest.mark.slow
def test_what_there_is_no_time_for_is_left_out_for_now(monkeypatch: pytest.MonkeyPatch) -> None:
    """The budget is of all attacks together; what did not fit is worked out when there is time."""
    table, _ = battle(RULESETS[0])
    ruleset, known = RULESETS[0].ruleset(), {}
    with monkeypatch.context() as patch:
        patch.setattr("shoot_cli.engine.budget.LOOK", 1)
        ticks = count()
        some = Budget(40, clock=lambda: float(next(ticks)))
        _, left_out = slain_rows(table.attacks, ruleset, table.settings, known=known, budget=some)
    assert LATE in {one.why for one in left_out}
    assert LATE not in known.values()
    rows, left_out = slain_rows(table.attacks, ruleset, table.settings, known=known, budget=Budget(1000))
    assert LATE not in {one.why for one in left_out}
    assert rows == slain_rows(table.attacks, ruleset, table.settings)[0]


def test_decisions_are_taken_as_they_were_made() -> None:
    options = (Option("near"), Option("far"), Option("no more"))
    first = Choose("weapon", options, "near", spent="no more")
    second = first.but(nth=1)
    answer = given_decisions([(first, "far"), (second, "near"), (Roll("hit", 1, Need(3)), {"first": [3]})])
    assert [answer(one, 0) for one in (first, second, first.but(nth=2))] == ["far", "near", "no more"]
    assert answer(Choose("cover", options, "near"), 0) == "near"  # nobody was asked: as usual
    assert answer(first.but(options=(Option("near"), Option("no more"))), 0) == "no more"  # it cannot be taken now


# How much work it is -------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_dice_of_twice_as_many_answers_are_hardly_more_than_twice_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines that are run, and products of chances. A sum roll by roll, or one that keeps every chance, is four times."""
    assert lines_run(lambda: dice_of_answers(300)) < 2.5 * lines_run(lambda: dice_of_answers(150))

    def products(n: int) -> int:
        count = 0

        def multiplied(a: float, b: float) -> float:
            nonlocal count
            count += 1
            return a * b

        monkeypatch.setattr("shoot_cli.battle.luck.mul", multiplied)
        dice_of_answers(n)
        return count

    assert 0 < products(750) < 2.5 * products(375)


def dice_of_answers(n: int) -> None:
    random = Random(1)
    ruleset: Any = Toy
    log = [
        Entry(
            "Roll to hit",
            Roll(
                ("hit:x", "save:x")[place % 2],
                12,
                Need(random.randint(2, 6)),
                again=random.choice([(), (1,), (1, 2)]),
                luck=("hits", "saves")[place % 2],
            ),
            {},
            Tally(6, 6),
        )
        for place in range(n)
    ]
    found = dice_rows(throws(log, [random.random() < 0.5 for _ in log], ruleset))
    assert sum(one.size for one in found if one.thrown_by == ALL) == 12 * n
