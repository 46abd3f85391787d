"""Many rolls at once: the law of each, what is played for them, and what was said beforehand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import comb
from random import Random
from typing import Any

import pytest

from shoot_cli.analysis.simulation import (
    MOST_ROWS,
    MOST_SUMMED_DICE,
    Crowd,
    Handfuls,
    StepBranches,
    WeightedValues,
    most_dice_together,
    need_throw,
    sum_throw,
)
from shoot_cli.engine.distributions import tallies, totals
from shoot_cli.engine.pools import Blow, Line, Pool, Rank, pool
from shoot_cli.engine.questions import Need, Option, Tally, Watch
from shoot_cli.engine.record import Record
from shoot_cli.engine.sequence import Convert, If, While
from shoot_cli.engine.table import Table
from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.odds import odds
from tests.helpers.each import each
from tests.helpers.samples import seeds
from tests.helpers.toy_games import ODD, TEN, Amount, Attack, Body, Gun, Model, Volley, Weapon, anything, lost

TIMES = 20_000


def rolled(
    sequence: Any, start: Any, value: Callable[[Any], Any], times: int = TIMES, seed: str = "7", **answers: Any
) -> Counter[Any]:
    found: Counter[Any] = Counter()
    for end, n in Crowd(sequence, start, Preset(answers, raise_missing), seed, {}).ends(times):
        found[value(end)] += n
    return found


def fits(found: Counter[Any], chances: dict[Any, float]) -> bool:
    """Chi-squared at 1 in 10,000."""
    times = found.total()
    assert set(found) <= {end for end, p in chances.items() if p}
    bins = [[0.0, 0.0]]
    for end in sorted(chances, key=lambda end: chances[end]):
        if bins[-1][0] >= 5:
            bins.append([0, 0])
        bins[-1][0] += times * chances[end]
        bins[-1][1] += found[end]
    free = len(bins) - 1
    squared = sum((n - expected) ** 2 / expected for expected, n in bins)
    return not free or squared <= free * (1 - 2 / (9 * free) + 3.719 * (2 / (9 * free)) ** 0.5) ** 3


# Dice ----------------------------------------------------------------------------------------------------------------

SIX = Watch((6,))


@pytest.mark.parametrize(
    ("dice", "watch", "again", "second"),
    [
        (1, (), (), None),
        (20, (), (), None),
        (12, (SIX,), (1,), None),
        (8, (SIX, Watch((1,), both=True)), (1, 2), (5, False)),
        (60, (SIX,), (1,), None),
    ],
)
def test_tallies_fall_by_their_law(dice: int, watch: Any, again: Any, second: Any) -> None:
    throw = need_throw(dice, 3, False, watch, again, second, 6)
    assert isinstance(throw, Handfuls if dice == 60 else WeightedValues)
    rows, whole = tallies(dice, 3, False, watch, again, *((-1, 6) if second is None else (second[0], 6, second[1])))
    assert fits(Counter(throw(TIMES, Random(1).random)), {tally: ways / whole for tally, ways in rows})


@pytest.mark.parametrize(("dice", "again"), [(1, ()), (2, (2, 3, 4)), (12, ()), (2 * MOST_SUMMED_DICE + 1, ())])
def test_sums_fall_by_their_law(dice: int, again: tuple[int, ...]) -> None:
    rows, whole = totals(dice, 6, again)
    assert fits(
        Counter(sum_throw(dice, 6, again)(TIMES, Random(1).random)), {total: ways / whole for total, ways in rows}
    )


@each("kinds", range(2, 7))
def test_no_handful_has_more_ways_than_a_table_is_worth(kinds: int) -> None:
    dice = most_dice_together(kinds)
    assert comb(dice + kinds - 1, kinds - 1) <= MOST_ROWS < comb(dice + kinds, kinds - 1)


def test_dice_that_all_show_the_same_are_one_table() -> None:
    assert need_throw(400, None, False, (Watch((1, 2, 3, 4, 5, 6)),), (), None, 6)(3, Random(1).random) == {
        Tally(0, 400, (400,)): 3
    }


# The law of an attack ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", seeds(2, 2))
def test_random_attacks_come_out_as_the_odds_have_it(part: int) -> None:
    for seed in range(50 * part, 50 * part + 50):
        sequence, start, answers = anything(Random(seed))
        chances = odds(sequence, start, answers).measure(lost)
        assert fits(rolled(sequence, start, lost, 2_000, str(seed), **answers.given), chances), seed


class Heap(Record):
    pool: Pool
    turns: int = 0
    hits: int = 0


class Unsure(Record):
    """A hit on 4+; those that are ``sure`` need no die."""

    at: int
    sure: bool = False


def on_four(unsure: Unsure, n: int, table: Table) -> Pool:
    return pool((Blow(unsure.at), n if unsure.sure else table.roll("hit", n, Need(4)).passed))


def test_a_rule_without_dice_between_others_with_dice() -> None:
    """It is played as the first of them fall, and known when the step is played again for the other ways."""
    mixed = Heap(((Unsure(1), 1), (Unsure(2, True), 1), (Unsure(3), 1), (Unsure(4), 2)))
    nodes = (Convert({Unsure: on_four}),)
    value: Callable[[Any], Any] = lambda s: s.pool  # noqa: E731
    chances = odds(nodes, mixed, Preset({}, raise_missing), brute_force=True).measure(value)
    assert len(chances) == 2 * 2 * 3
    assert fits(rolled(nodes, mixed, value), chances)


def test_each_roll_has_dice_of_its_own() -> None:
    """Of so many pairs that stand alike, each die falls by itself."""
    pair = Heap(((Unsure(1), 1), (Unsure(2), 1)))
    found = rolled((Convert({Unsure: on_four}),), pair, lambda s: tuple(blow.points for blow, _ in s.pool), 4_000)
    assert set(found) == {(), (1,), (2,), (1, 2)}
    assert all(900 < n < 1100 for n in found.values())


def test_numbers_given_by_chances_are_drawn_for_each_roll() -> None:
    def mark(s: Heap, table: Table) -> Heap:
        return s.but(turns=s.turns - 1, hits=s.hits + table.drawn_number("under", 0, 5, default=1, nth=2 - s.turns))

    nodes = (While(lambda s: bool(s.turns), mark),)
    assert fits(rolled(nodes, Heap((), 2), lambda s: s.hits, under="3: 50%, 1: 50%"), {2: 0.25, 4: 0.5, 6: 0.25})


# What was said beforehand --------------------------------------------------------------------------------------------


def test_a_list_of_answers_is_used_up_in_its_order_by_every_roll() -> None:
    options = tuple(map(Option, "abc"))

    def pick(s: Heap, table: Table) -> Heap:
        hit = table.roll("hit", 1, Need(4)).passed
        said = table.choose("pick", options, default="c", spent="c", nth=s.turns)
        return s.but(turns=s.turns + 1, hits=10 * s.hits + "abc".index(said) + 3 * hit)

    nodes = (While(lambda s: s.turns < 3, pick),)
    crowd = Crowd(nodes, Heap(()), Preset({"pick": ["b", "a"]}, raise_missing), 1, {})
    ends = [[int(digit) % 3 for digit in f"{end.hits:03}"] for end, _ in crowd.ends(100)]
    assert len(ends) == 8
    assert all(end == [1, 0, 2] for end in ends)


def test_what_only_some_rolls_ask_is_asked() -> None:
    def duck(s: Heap, table: Table) -> Heap:
        return s.but(turns=int(table.choose("duck", (Option("yes"), Option("no")), default="no") == "yes"), pool=())

    nodes = (Convert({Unsure: on_four}), If(lambda s: bool(s.pool), duck))
    given = Preset({"duck": "yes"}, raise_missing)
    crowd = Crowd(nodes, Heap(((Unsure(1), 1),)), given, 1, {})
    assert 30 < dict(crowd.ends(100))[Heap((), 1)] < 70
    assert given.unused() == []
    assert set(crowd.asked) == {"hit", "duck"}


def test_dice_may_be_given() -> None:
    found = rolled((Convert({Unsure: on_four}),), Heap(((Unsure(1), 3),)), lambda s: s.pool, hit="2")
    assert found == {((Blow(1), 2),): TIMES}


# Seeds ---------------------------------------------------------------------------------------------------------------


def test_dice_of_a_seed_never_change() -> None:
    """The same on every machine and Python."""
    start = Volley(((Gun("a", Amount(1, 3), sustained=1), 5),), Line((Rank(Body("b", 4), 4, 2),)))
    found = rolled(TEN, start, lambda s: s.line.lost, 1_000, "3")
    assert [found[k] for k in range(9)] == [56, 174, 234, 242, 149, 91, 36, 12, 6]
    assert rolled(TEN, start, lambda s: s.line.lost, 1_000, "3") == found
    assert rolled(TEN, start, lambda s: s.line.lost, 1_000, "4") != found


# How much work it is -------------------------------------------------------------------------------------------------


def played(times: int) -> int:
    """How often a step or rule is played for so many rolls."""
    count = 0
    whole = StepBranches.play

    def counted(self: StepBranches, *given: Any) -> Any:
        nonlocal count
        count += 1
        return whole(self, *given)

    start = Attack(((Weapon("a"), 10), (Weapon("b", ap=3), 5)), Line((Rank(Model("m", save=4), 10, 1),)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(StepBranches, "play", counted)
        Crowd(ODD, start, Preset({}, raise_missing), 1, {}).ends(times)
    return count


def test_rolls_that_stand_alike_take_each_step_as_one() -> None:
    few, many = played(2_000), played(20_000)
    assert few < 2_000
    assert many < 2 * few
