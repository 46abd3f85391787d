"""Luck: what the dice of a battle came to against what was to be expected, with the exact chance of it.

Each roll is measured by itself: so many dice, each with the chance it had, re-rolls included. Rolls with different
needs are put together by convolution. How many dice were thrown is taken as it was; dice that could not fail, or not
pass, say nothing and are left out. Only answers in force count: the log has no others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from math import fsum
from operator import mul
from typing import get_args

from shoot_cli.core.dice import one_die
from shoot_cli.core.once_more import more_of
from shoot_cli.core.questions import ATTACKER, Luck, Roll
from shoot_cli.core.record import Record
from shoot_cli.core.ruleset import Ruleset
from shoot_cli.core.table import Entry

KINDS = get_args(Luck)[1:]  # what rolls may be called, in this order
SLAIN = "slain"
ALL, HAND, APP = "all", "hand", "app"  # whose dice
FEWER, MORE, EXPECTED = "fewer", "more", "as expected"
FEW_DICE, FEW_ATTACKS = 30, 10  # below, the sample is small
NOTHING = 1e-24  # chances below are left out of sums


class Distribution(Record):
    """``chances[k]`` is the chance of exactly ``low + k``."""

    low: int
    chances: tuple[float, ...]

    def at_most(self, k: int) -> float:
        return min(1.0, fsum(self.chances[: max(0, k - self.low + 1)]))

    def at_least(self, k: int) -> float:
        return min(1.0, fsum(self.chances[max(0, k - self.low) :]))

    @property
    def mean(self) -> float:
        return fsum((self.low + k) * p for k, p in enumerate(self.chances))


NONE = Distribution(0, (1.0,))


class Throw(Record):
    """One roll of the log: whose, what for, how many dice with which chance each, how many passed."""

    side: str
    kind: str
    hand: bool
    dice: int
    chance: float
    passed: int


class LuckRow(Record):
    """One line of the report.

    ``size``: dice thrown, of "slain" attacks made. ``chance``: to be at least this far from what was expected, in this
    ``direction``; 1 if it came just as expected. ``small``: too few to say much.
    """

    side: str
    kind: str
    by: str  # ALL, HAND or APP
    size: int
    got: int
    expected: float
    direction: str
    chance: float
    small: bool


def row(side: str, kind: str, by: str, size: int, got: int, law: Distribution) -> LuckRow:
    mean = law.mean
    direction, chance = EXPECTED, 1.0
    if abs(got - mean) > 1e-9:
        direction = FEWER if got < mean else MORE
        chance = law.at_most(got) if got < mean else law.at_least(got)
    return LuckRow(
        side, kind, by, size, got, mean, direction, chance, size < (FEW_ATTACKS if kind == SLAIN else FEW_DICE)
    )


# Dice ----------------------------------------------------------------------------------------------------------------


def throws(log: Sequence[Entry], hands: Iterable[bool | None], ruleset: Ruleset) -> list[Throw]:
    """The rolls that say what they count as. ``hands``: of every answer of the log, in order."""
    asked = [entry for entry in log if entry.question is not None]
    found = []
    for entry, hand in zip(asked, hands, strict=False):
        question = entry.question
        if not isinstance(question, Roll) or not question.luck:
            continue
        chance = chance_of(question)
        if 0 < chance < 1:
            side = ruleset.sides(entry.record)[question.owner != ATTACKER]
            dice = question.dice + len(more_of(entry.answer))  # what was thrown again was thrown, too
            found.append(Throw(side, question.luck, bool(hand), dice, chance, entry.value.passed))
    return found


def chance_of(roll: Roll) -> float:
    """That one die of this roll passes, thrown again if it may be."""
    ways, whole = one_die(roll.need, (), roll.again, roll.again_need, roll.sides)
    return sum(n for (met, _), n in ways.items() if met) / whole


def dice_rows(found: Iterable[Throw], sides: Sequence[str] = ()) -> list[LuckRow]:
    """For each side and kind all its dice, and hand and app dice apart where both were thrown."""
    by_row: dict[tuple[str, str], tuple[list[Throw], list[Throw]]] = {}
    for throw in found:
        by_row.setdefault((throw.side, throw.kind), ([], []))[not throw.hand].append(throw)
    order = dict.fromkeys([*sides, *(side for side, _ in by_row)])
    rows: list[LuckRow] = []
    for key in ((side, kind) for side in order for kind in KINDS if (side, kind) in by_row):
        parts = [
            (by, sum(one.dice for one in own), sum(one.passed for one in own), law_of(own))
            for by, own in zip((HAND, APP), by_row[key], strict=True)
            if own
        ]
        law = reduce(added, (own for *_, own in parts))
        parts = [(ALL, sum(part[1] for part in parts), sum(part[2] for part in parts), law), *parts]
        for by, size, got, law in parts if len(parts) > 2 else parts[:1]:
            rows.append(row(*key, by, size, got, law))
    return rows


def law_of(found: Iterable[Throw]) -> Distribution:
    dice: dict[float, int] = {}
    for throw in found:
        dice[throw.chance] = dice.get(throw.chance, 0) + throw.dice
    return passes(dice)


def passes(dice: Mapping[float, int]) -> Distribution:
    """How many pass, of so many dice with each chance."""
    law = NONE
    for chance, n in dice.items():
        law = added(law, binomial(n, chance))
    return law


def binomial(n: int, p: float) -> Distribution:
    """How many of ``n`` dice pass, each with chance ``p`` (neither 0 nor 1).

    >>> binomial(2, 0.5)
    Law(low=0, chances=(0.25, 0.5, 0.25))
    """
    most = min(n, int((n + 1) * p))
    odds = p / (1 - p)
    up, down = [1.0], []
    for k in range(most, n):
        if up[-1] < NOTHING:
            break
        up.append(up[-1] * (n - k) / (k + 1) * odds)
    last = 1.0
    for k in range(most, 0, -1):
        if last < NOTHING:
            break
        last *= k / (n - k + 1) / odds
        down.append(last)
    values = [*reversed(down), *up]
    whole = fsum(values)
    return Distribution(most - len(down), tuple(value / whole for value in values))


def added(a: Distribution, b: Distribution) -> Distribution:
    """The sum of two numbers that do not hang on each other."""
    short, long = sorted((a.chances, b.chances), key=len)
    back, n = short[::-1], len(short)
    padded = (*(0.0,) * (n - 1), *long, *(0.0,) * (n - 1))
    out = [sum(map(mul, back, padded[k : k + n])) for k in range(len(long) + n - 1)]
    first, last = 0, len(out)
    while last - first > 1 and out[first] < NOTHING:
        first += 1
    while last - first > 1 and out[last - 1] < NOTHING:
        last -= 1
    return Distribution(a.low + b.low + first, tuple(out[first:last]))
