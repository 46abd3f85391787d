"""The chances of dice, distributions that players give as answers, and the figures by which players know one.

The figures are mean, median, what 8 of 10 games bring, and the chance of at least k: one definition for every output.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from math import comb, lcm
from typing import TYPE_CHECKING, Any

from shoot_cli.engine.budget import over, room
from shoot_cli.engine.questions import Need, Tally, Watch
from shoot_cli.engine.reasons import BadAnswer, check_number, how_many_words, series, shown
from shoot_cli.engine.record import Record

if TYPE_CHECKING:
    from fractions import Fraction

    from shoot_cli.engine.questions import Number


ALMOST = 1e-9  # sums of chances that differ by less are equal
TAIL_SHARE = 0.1  # the share of all games that may lie below the span, and above it


class Figures(Record):
    """The figures of a number that dice decide.

    ``median``: half of all games bring it or more. From ``low`` to ``high`` lie at least 8 of 10 games: no more than 1
    of 10 brings less, no more than 1 of 10 brings more. ``at_least`` has the chance of 0 or more, 1 or more, and so on.
    """

    mean: float
    median: int
    low: int
    high: int
    at_least: tuple[float, ...]

    @property
    def span(self) -> str:
        """What 8 of 10 games bring: `3-6`, or one number."""
        return span_text(self.low, self.high)

    def document(self) -> dict[str, object]:
        return {**self.summary(), "at_least": [*self.at_least]}

    def summary(self) -> dict[str, float]:
        """Return them as JSON without the curve."""
        return {"mean": self.mean, "median": self.median, "low": self.low, "high": self.high}


def figures_of(law: Sequence[float]) -> Figures:
    """Return the figures of a law, which has the chances of 0, 1, 2 and so on.

    The span leaves out a tenth at either end; it is not the shortest one. So each end has a meaning of its own, and a
    better attack never has a lower one.

    >>> figures_of((0.05, 0.1, 0.3, 0.3, 0.2, 0.05)).span
    '1-4'
    """
    curve = at_least(law)
    return Figures(
        mean(law),
        highest_reached(curve, 0.5),
        highest_reached(curve, 1 - TAIL_SHARE),
        lowest_not_passed(curve, TAIL_SHARE),
        curve,
    )


def mean(law: Sequence[float | Fraction]) -> float:
    """Return the number that a law brings on average."""
    return float(sum(k * p for k, p in enumerate(law)))


def at_least(law: Sequence[float]) -> tuple[float, ...]:
    """Return the chance of 0 or more, 1 or more, and so on.

    >>> at_least((0.25, 0.25, 0.5))
    (1.0, 0.75, 0.5)
    """
    sums = [*accumulate(map(float, reversed(law)))][::-1]
    return (1.0, *(min(1.0, chance) for chance in sums[1:])) if sums else ()


def highest_reached(curve: Sequence[float], part: float) -> int:
    """Return the greatest number that this part of all games reaches. `curve` is made by `at_least`."""
    return max((k for k, chance in enumerate(curve) if chance >= part - ALMOST), default=0)


def lowest_not_passed(curve: Sequence[float], part: float) -> int:
    """Return the smallest number that at most this part of all games exceeds. `curve` is as in `highest_reached`."""
    return next((k for k, more in enumerate(curve[1:]) if more <= part + ALMOST), max(0, len(curve) - 1))


def span_text(low: int, high: int) -> str:
    """Return a span as text: `3-6`, or one number."""
    return str(low) if low == high else f"{low}-{high}"


# Tallies and sums of dice with the number of ways to roll them, in whole numbers.

Rows = tuple[tuple[Tally, int], ...]
UNCHECKED_WAYS = 2_000  # the ways to share out dice that need no check of the budget
MOST_TALLIES = 500_000  # the most rows of one roll, in numbers of 256 bits


def ways_of_one_die(
    need: Need, watch: tuple[Watch, ...], again: tuple[int, ...], again_need: Need | None, sides: int | tuple[int, ...]
) -> tuple[dict[tuple[bool, tuple[bool, ...]], int], int]:
    """Return the ways of each (passed, which groups are watched) of one die, and the number of all ways.

    `sides` are those of several dice if their sum stands for the die."""
    ways: dict[tuple[bool, tuple[bool, ...]], int] = {}
    second, faces = again_need or need, sums(sides if isinstance(sides, tuple) else (sides,))
    whole = sum(faces.values())
    for face, n in faces.items():
        rerolled = face in again
        for final, final_ways in (faces if rerolled else {face: whole if again else 1}).items():
            seen = tuple(
                final in watched.faces and not (rerolled and watched.both and face not in watched.faces)
                for watched in watch
            )
            outcome = (second if rerolled else need).met_by(final), seen
            ways[outcome] = ways.get(outcome, 0) + n * final_ways
    return ways, whole * whole if again else whole


@lru_cache(64)
def sums(sides: tuple[int, ...]) -> dict[int, int]:
    """Return each sum of dice with these sides, with the ways to throw it.

    >>> sums((2, 3))
    {2: 1, 3: 2, 4: 2, 5: 1}
    """
    ways_of = {0: 1}
    for most in sides:
        results = [(total + face, n) for face in range(1, most + 1) for total, n in ways_of.items()]
        ways_of = dict.fromkeys(sorted({total for total, _ in results}), 0)
        for total, n in results:
            ways_of[total] += n
    return ways_of


@lru_cache(4096)
def tallies(
    dice: int,
    target: int | None,
    or_less: bool,
    watch: tuple[Watch, ...] = (),
    again: tuple[int, ...] = (),
    again_target: int | None = -1,
    sides: int | tuple[int, ...] = 6,
    again_or_less: bool | None = None,
) -> tuple[Rows, int]:
    """Return every tally of `dice` dice with its ways, and the number of all ways. `again_target` -1 means that the
    re-roll has the need of the first throw."""
    need = Need(target, (), or_less)
    second = need if again_target == -1 else Need(again_target, (), or_less if again_or_less is None else again_or_less)
    ways, each = ways_of_one_die(need, watch, again, second, sides)
    rows = [(dice, 0, (0,) * len(watch), 1)]  # dice left, passed, watched, ways
    last = len(ways) - 1
    many = dice**last > UNCHECKED_WAYS
    for index, ((met, seen), one_way) in enumerate(ways.items()):
        if many and index < last:
            room(sum(left + 1 for left, *_ in rows) * (1 + dice // 256), MOST_TALLIES, "ways for dice to fall")
        rows = [
            (
                left - k,
                passed + k * met,
                tuple(count + k * hit for count, hit in zip(watched, seen, strict=True)) if watch else (),
                so_far * comb(left, k) * one_way**k,
            )
            for left, passed, watched, so_far in (over(rows, 10 * dice) if many else rows)
            for k in (range(left + 1) if index < last else (left,))
        ]
    ways_of: dict[tuple[int, tuple[int, ...]], int] = {}
    for _, passed, watched, n in over(rows, 2):
        ways_of[passed, watched] = ways_of.get((passed, watched), 0) + n
    return tuple((Tally(passed, dice - passed, watched), n) for (passed, watched), n in ways_of.items()), each**dice


@lru_cache(1024)
def totals(dice: int, sides: int, again: tuple[int, ...] = ()) -> tuple[tuple[tuple[int, int], ...], int]:
    """Return every sum of `dice` dice with its ways, lowest first, and the number of all ways.

    Sums in `again` are re-rolled once with all dice.

    >>> totals(1, 3, (1,))
    (((1, 1), (2, 4), (3, 4)), 9)
    """
    law = {0: 1}
    for _ in over(range(dice), 20 * dice):
        law = {
            total: ways
            for total in range(min(law) + 1, max(law) + sides + 1)
            if (ways := sum(law.get(total - face, 0) for face in range(1, sides + 1)))
        }
    whole = sides**dice
    again_ways = sum(law.get(total, 0) for total in {*again})
    if not again_ways:
        return tuple(law.items()), whole
    return tuple(
        (total, ways * (again_ways + (total not in again) * whole)) for total, ways in law.items()
    ), whole * whole


# Draws: a number given as a small distribution, such as `3: 50%, 1: 50%`.

MOST = 50  # the most numbers of one draw
LONGEST = 2000  # the most characters of a draw as text
NEAR = 1_000_000  # a sum of chances that is wrong by less than 1/NEAR was only rounded
NUMBER = r"[+-]?[0-9]{1,9}(?:\.[0-9]{1,9})?"
CHANCE = r"[+-]?(?:[0-9]{1,9}(?:\.[0-9]{0,20})?|\.[0-9]{1,20})(?:e-?[0-9]{1,2})?"  # also as Python writes floats


class Draw(Record):
    """Different numbers, each with its ways out of `whole`."""

    rows: tuple[tuple[int, int], ...]
    whole: int

    @property
    def text(self) -> str:
        """The draw as text: `3 (50%) or 1 (50%)`."""
        from fractions import Fraction

        return series((f"{number} ({chance_text(Fraction(ways, self.whole))})" for number, ways in self.rows), "or")

    def picked(self, random: float) -> int:
        """Return the number that belongs to a random number from 0 to below 1."""
        above, below = random.as_integer_ratio()
        left = above * self.whole // below
        for number, ways in self.rows:
            left -= ways
            if left < 0:
                return number
        raise ValueError(f"{random} is not below 1")


def is_draw(answer: Any) -> bool:
    """Return True if a mapping or text given for a number is meant as a distribution."""
    if isinstance(answer, Mapping):
        return True
    return isinstance(answer, str) and bool(re.search(r"[:=%(]", answer))


def by_number(answer: Mapping[Any, Any]) -> bool:
    """Return True if all keys of the mapping are numbers. Other mappings give one answer for each name."""
    return bool(answer) and all(re.fullmatch(NUMBER, str(key).strip()) for key in answer)


def draw_of(question: Number, answer: Any) -> Draw | int:
    """Return the draw that `{3: 0.5, 1: 0.5}`, `3: 50%, 1: 50%` or `3 (1/3) or 1 (2/3)` describes, or its only number.
    :raises BadAnswer: not a draw, or it does not fit the question
    """
    from fractions import Fraction  # imported only here, because the import is slow

    usual = example(question)
    pairs = [*answer.items()] if isinstance(answer, Mapping) else split_draw(question, str(answer))
    if not pairs:
        raise BadAnswer(f"numbers with their chances are wanted, as in {usual}")
    if len(pairs) > MOST:
        raise BadAnswer(f"at most {MOST} numbers with their chances, not {len(pairs)}")
    chances: dict[int, Fraction] = {}
    for value, share in pairs:
        number = number_of(question, value)
        if number in chances:
            raise BadAnswer(f"{number} is said twice")
        chances[number] = chance_of(question, number, share)
    total = sum(chances.values(), Fraction())
    if abs(total - 1) * NEAR >= 1:
        raise BadAnswer(f"the chances add up to {chance_text(total)}, not to 100%; as in {usual}")
    if len(chances) == 1:
        return next(iter(chances))
    shares = [chance / total for chance in chances.values()]
    whole = lcm(*[share.denominator for share in shares])
    return Draw(tuple((number, int(share * whole)) for number, share in zip(chances, shares, strict=True)), whole)


def split_draw(question: Number, text: str) -> list[tuple[str, str]]:
    """Split a text into numbers and their chances. :raises BadAnswer: the text has another form"""
    if len(text) > LONGEST:
        raise BadAnswer(f"an answer has at most {LONGEST} characters, that is {len(text)}")
    pairs = []
    for piece in re.split(r"[,;]|\bor\b", text.strip().strip("{}")):
        match = re.fullmatch(r"([^:=(]*)(?:[:=]([^:=()]*)|\(([^:=()]*)\))", piece.strip())
        if match is None:
            raise BadAnswer(f"{shown(piece.strip())} is not a number with its chance, as in {example(question)}")
        pairs.append((match[1], match[3] if match[2] is None else match[2]))
    return pairs


def number_of(question: Number, value: Any) -> int:
    """Return the number. :raises BadAnswer: not a whole number, or out of bounds"""
    text = str(value).strip().strip("'\"").strip()
    unit = question.unit.casefold()
    for unit_word in (unit, unit.removesuffix("s")):
        if unit_word and text.casefold().endswith(unit_word):
            text = text[: -len(unit_word)].strip()
            break
    if not re.fullmatch(NUMBER, text):
        raise BadAnswer(f"{shown(text)}: {how_many_words(question.unit)} As in {example(question)}")
    return int(check_number(float(text), question.low, question.high, question.unit, True))


def chance_of(question: Number, number: int, answer: Any) -> Fraction:
    """Return a chance from its text: `0.1` is one in ten. :raises BadAnswer: not a chance, or not above 0"""
    from fractions import Fraction

    text = str(answer).strip().strip("'\"").casefold()
    if match := re.fullmatch(r"([+-]?[0-9]{1,9})\s*/\s*([0-9]{1,9})", text):
        above, below = int(match[1]), int(match[2])
        chance = Fraction(above, below) if below else None
    else:
        match = re.fullmatch(rf"({CHANCE})\s*(%?)", text)
        chance = Fraction(match[1]) / (100 if match[2] else 1) if match else None
    if chance is None:
        wrong = shown(answer.strip() if isinstance(answer, str) else answer)
        raise BadAnswer(f"{wrong} is not the chance of {number}; write it as in 0.5, 50% or 1/2")
    if chance <= 0:
        raise BadAnswer(f"the chance of {number} must be above 0, not {shown(str(answer).strip())}")
    return chance


def chance_text(chance: Any) -> str:
    """Return a chance as text: `50%`, `12.5%`, or `1/3` if the percentage has too many digits."""
    percent = chance * 100
    if 10_000 % percent.denominator == 0:
        return f"{float(percent):.4f}".rstrip("0").rstrip(".") + "%"
    if chance.denominator < 10_000:
        return f"{chance.numerator}/{chance.denominator}"
    return f"{float(percent):.6g}%"


def example(question: Number) -> str:
    """Return an example of chances by number that fits the bounds of the question."""
    high = int(min(question.high, max(question.low + 1, 3)))
    numbers: Iterable[int] = (high, int(max(question.low, min(1, high - 1))))
    return ", ".join(f"{number}: 50%" for number in numbers)
