"""Luck: dice and losses compared with the expectation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from math import fsum
from operator import mul
from typing import Any, get_args

from shoot_cli.engine.budget import Budget
from shoot_cli.engine.distributions import ways_of_one_die
from shoot_cli.engine.questions import Luck, Question, Roll, Total
from shoot_cli.engine.reasons import ATTACKER, Answer, BadAnswer
from shoot_cli.engine.record import Record
from shoot_cli.engine.ruleset import Ruleset
from shoot_cli.engine.single_reroll import HAND as WHO_THREW
from shoot_cli.engine.single_reroll import more_of, without
from shoot_cli.engine.table import Answerer, Entry, FinishedAttack, Table
from shoot_cli.input.answerers import Missing

# The dice of a battle compared with their expectation, and the exact chance of the result.

KINDS = get_args(Luck)[1:]  # kinds of rolls, in this order
SLAIN = "slain"
ALL, HAND, APP = "all", "hand", "app"  # who rolled the dice
FEWER, MORE, EXPECTED = "fewer", "more", "as expected"
FEW_DICE, FEW_ATTACKS = 30, 10  # smaller samples are marked as small
NOTHING = 1e-24  # smaller chances are left out of sums


class Distribution(Record):
    """A distribution: `chances[k]` is the chance of exactly `low + k`."""

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
    """A roll of the log: its side, its kind, the number of dice with their chance to pass, and how many passed.

    If players typed only how many groups live, both numbers count groups. This is so even if all live, because luck
    must not choose what is counted."""

    side: str
    kind: str
    hand: bool
    dice: int
    chance: float
    passed: int


class LuckRow(Record):
    """A line of the report. `size` is the number of dice, or of attacks for "slain". `chance` is the chance of a result
    at least this far from the expectation in this `direction`; 1 if the result is as expected. `small` is True if the
    sample is small."""

    side: str
    kind: str
    thrown_by: str  # ALL, HAND or APP
    size: int
    actual: int
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
    """Return the rolls that count for luck. `hands` tells for every answer of the log who rolled, in order."""
    asked = [entry for entry in log if entry.question is not None]
    rolls = []
    for entry, hand in zip(asked, hands, strict=False):
        question = entry.question
        if not isinstance(question, (Roll, Total)) or not question.luck:
            continue
        dice, chance, passed = counted(question, entry.value)
        if 0 < chance < 1:
            side = ruleset.sides(entry.record)[question.owner != ATTACKER]
            if isinstance(question, Total):
                rolls.append(Throw(side, question.luck, bool(hand), dice, chance, passed))
                continue
            if "live" in entry.answer:
                dice, chance, passed = len(question.groups), chance ** question.groups[0], entry.answer["live"]
            if more := more_of(entry.answer):  # chosen re-rolls count as dice too, and no rule rolls those again
                passed = question.read(without(entry.answer)).passed
                once = chance_of(question.but(again=(), again_need=None))
                by_hand = bool(more[0].get(WHO_THREW, hand))
                rolls.append(Throw(side, question.luck, by_hand, len(more), once, entry.value.passed - passed))
            rolls.append(Throw(side, question.luck, bool(hand), dice, chance, passed))
    return rolls


def counted(question: Roll | Total, value: Any) -> tuple[int, float, int]:
    """Return how many rolls these dice are, the chance of each, and how many passed. A sum is one roll, and so are dice
    of which only the highest counts."""
    chance = chance_of(question)
    if isinstance(question, Total):
        return 1, chance, int(bool(question.need and question.need.met_by(value)))
    if question.means and question.means.best:
        return 1, 1 - (1 - chance) ** question.dice, int(value.passed > 0)
    return question.dice, chance, value.passed


def chance_of(roll: Roll | Total) -> float:
    """Return the chance that one die of this roll passes, or that a sum does, with its re-roll."""
    if isinstance(roll, Total):
        if roll.need is None:
            return 0.0
        roll = Roll(roll.key, 1, roll.need, again=roll.again, adds=(roll.sides,) * roll.dice)
    ways, whole = ways_of_one_die(roll.need, (), roll.again, roll.again_need, roll.adds or roll.sides)
    return sum(n for (met, _), n in ways.items() if met) / whole


def dice_rows(rolls: Iterable[Throw], sides: Sequence[str] = ()) -> list[LuckRow]:
    """Return a row for each side and kind, and rows for hand and app dice if both were rolled."""
    by_row: dict[tuple[str, str], tuple[list[Throw], list[Throw]]] = {}
    for throw in rolls:
        by_row.setdefault((throw.side, throw.kind), ([], []))[not throw.hand].append(throw)
    order = dict.fromkeys([*sides, *(side for side, _ in by_row)])
    rows: list[LuckRow] = []
    for key in ((side, kind) for side in order for kind in KINDS if (side, kind) in by_row):
        parts = [
            (by, sum(roll.dice for roll in group), sum(roll.passed for roll in group), law_of(group))
            for by, group in zip((HAND, APP), by_row[key], strict=True)
            if group
        ]
        law = reduce(added, (own_law for *_, own_law in parts))
        parts = [(ALL, sum(part[1] for part in parts), sum(part[2] for part in parts), law), *parts]
        for by, size, got, law in parts if len(parts) > 2 else parts[:1]:
            rows.append(row(*key, by, size, got, law))
    return rows


def law_of(rolls: Iterable[Throw]) -> Distribution:
    dice: dict[float, int] = {}
    for throw in rolls:
        dice[throw.chance] = dice.get(throw.chance, 0) + throw.dice
    return passes(dice)


def passes(dice: Mapping[float, int]) -> Distribution:
    """Return the distribution of passed dice, from the number of dice by chance."""
    law = NONE
    for chance, n in dice.items():
        law = added(law, binomial(n, chance))
    return law


def binomial(n: int, p: float) -> Distribution:
    """Return the distribution of passed dice among `n`, each with chance `p` (neither 0 nor 1).

    >>> binomial(2, 0.5)
    Distribution(low=0, chances=(0.25, 0.5, 0.25))
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
    """Return the distribution of the sum of two independent numbers."""
    short, long = sorted((a.chances, b.chances), key=len)
    back, n = short[::-1], len(short)
    padded = (*(0.0,) * (n - 1), *long, *(0.0,) * (n - 1))
    sums = [sum(map(mul, back, padded[k : k + n])) for k in range(len(long) + n - 1)]
    first, last = 0, len(sums)
    while last - first > 1 and sums[first] < NOTHING:
        first += 1
    while last - first > 1 and sums[last - 1] < NOTHING:
        last -= 1
    return Distribution(a.low + b.low + first, tuple(sums[first:last]))


# Slain models: each attack of a battle compared with its exact odds.

MOST = 50_000  # the most records for the odds of one attack
SEVERAL, TOO_MANY, OPEN = "several targets", "too many ways to go", "decisions that nobody made"
LATE = "too much to work out in the time there is"


class LeftOut(Record):
    """Attacks that are not counted, and why."""

    side: str
    attacks: int
    why: str


Known = dict[Any, "Distribution | str"]


def slain_rows(
    attacks: Iterable[FinishedAttack], ruleset: Ruleset, settings: Mapping[str, str], sides: Sequence[str] = (),
    known: Known | None = None, budget: Budget | None = None,
) -> tuple[list[LuckRow], list[LeftOut]]:  # fmt: skip
    """Return a row of slain models for each side that shot, and the attacks that could not be counted. `known` holds
    distributions from earlier calls, and new ones are added; None: no cache. `budget` limits all attacks together."""
    known, budget = {} if known is None else known, budget or Budget()
    laws: dict[str, Distribution] = {}
    slain: dict[str, int] = {}
    counts: dict[str, int] = {}
    left: dict[tuple[str, str], int] = {}
    for attack in attacks:
        if not attack.rolled:
            continue
        side = ruleset.sides(attack.end)[0]
        key = attack.start, repr(attack.asked and [answer for _, answer in attack.asked])
        law = known.get(key) or loss_law(attack, ruleset, settings, budget)
        if law != LATE:  # a later call may have more time
            known[key] = law
        if isinstance(law, str):
            left[side, law] = left.get((side, law), 0) + 1
            continue
        laws[side] = added(laws.get(side, NONE), law)
        slain[side] = slain.get(side, 0) + ruleset.measures[SLAIN](attack.end)
        counts[side] = counts.get(side, 0) + 1
    order = [side for side in dict.fromkeys((*sides, *laws)) if side in laws]
    rows = [row(side, SLAIN, ALL, counts[side], slain[side], laws[side]) for side in order]
    return rows, [LeftOut(side, n, why) for (side, why), n in left.items()]


def loss_law(
    attack: FinishedAttack,
    ruleset: Ruleset,
    settings: Mapping[str, str],
    budget: Budget | None = None,
    measure: str = SLAIN,
) -> Distribution | str:
    """Return the distribution of an attack's losses, in models if nothing else is wanted, or why it is unknown."""
    from shoot_cli.odds import TooMany, odds

    if not ruleset.one_target(attack.end):
        return SEVERAL
    try:
        enough = (budget or Budget()).with_most(MOST)
        start = ruleset.for_odds(attack.start)
        ends = odds(ruleset.attack, start, given_decisions(attack.asked), settings=settings, budget=enough)
        return Distribution(0, tuple(map(float, ends.distribution(ruleset.measures[measure]))))
    except TooMany as error:
        return LATE if error.late else TOO_MANY
    except (Missing, BadAnswer):
        return OPEN


def given_decisions(asked: Iterable[tuple[Question, Answer]]) -> Answerer:
    """Return an answerer with the decisions of an attack. :raises Missing: a question without answer and default"""
    decisions: dict[tuple[str, int], list[tuple[Question, Answer]]] = {}
    for question, answer in asked:
        if not isinstance(question, (Roll, Total)):
            decisions.setdefault((question.key, nth_of(question)), []).append((question, answer))
    keys = {key for key, _ in decisions}
    taken: dict[tuple[str, int, int], tuple[Question, Answer]] = {}  # the odds may ask a question again

    def answer_to(question: Question, place: int) -> Answer:
        where = question.key, nth_of(question), place
        pairs = decisions.get(where[:2], [])
        fitting = [pair for pair in pairs if pair[0].text == question.text] or pairs
        if fitting:
            chosen = taken.get(where) or fitting[0]
            if where not in taken and len(fitting) > 1:  # the next question of this key takes the next answer
                pairs.remove(chosen)
            taken[where] = chosen
            try:
                question.read(chosen[1])
                return chosen[1]
            except BadAnswer:  # for example an order of other pools
                pass
        spent = getattr(question, "spent", None)
        if spent is not None and question.key in keys:
            return str(spent)
        if question.default is None:
            raise Missing(question)
        return question.default

    return answer_to


def nth_of(question: Question) -> int:
    return getattr(question, "nth", 0)


class LuckReport(Record):
    """The rows by side: hits, wounds, saves, slain. `left_out` holds attacks whose slain models are not counted."""

    rows: tuple[LuckRow, ...]
    left_out: tuple[LeftOut, ...] = ()


def report(
    table: Table, hands: Iterable[bool | None], ruleset: Ruleset, record: Any, known: Known | None = None,
    budget: Budget | None = None,
) -> LuckReport:  # fmt: skip
    """Return the luck of a battle so far, from the log of the table. `hands` tells for every answer who rolled.
    `record` is the record of the battle. `known` and `budget` are those of `slain_rows`."""
    sides = [name for name, _ in ruleset.status(record)]
    dice = dice_rows(throws(table.log, hands, ruleset), sides)
    slain, left_out = slain_rows(table.attacks, ruleset, table.settings, sides, known, budget)
    order = dict.fromkeys([*sides, *(row.side for row in dice), *(row.side for row in slain)])
    rows = [row for side in order for row in (*dice, *slain) if row.side == side]
    return LuckReport(tuple(rows), tuple(left_out))


def as_json(report: LuckReport) -> dict[str, Any]:
    """Return the report as JSON with stable keys."""
    rows = []
    for row in report.rows:
        size = {"attacks" if row.kind == SLAIN else "dice": row.size}
        rows.append(
            {"side": row.side, "what": row.kind, "by": row.thrown_by, **size, "got": row.actual}
            | {"expected": row.expected, "direction": row.direction, "chance": row.chance, "small": row.small}
        )
    return {
        "luck": rows,
        "left_out": [{"side": item.side, "attacks": item.attacks, "why": item.why} for item in report.left_out],
    }
