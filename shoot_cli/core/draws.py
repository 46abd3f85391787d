"""A number said as a small distribution, such as ``3: 50%, 1: 50%`` models under a marker: a draw.

Only who answers beforehand may say one (``resolve``, ``odds``): the odds go through its numbers, a roll draws one of
them. At the table there is a marker to look under, and a number is a number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from math import lcm
from typing import TYPE_CHECKING, Any

from shoot_cli.core.answers import BadAnswer, check_number, how_many_words, shown
from shoot_cli.core.record import Record

if TYPE_CHECKING:
    from fractions import Fraction

    from shoot_cli.core.questions import Number

MOST = 50  # numbers of one draw
LONGEST = 2000  # characters of a draw as text: enough for so many, each chance as a float
NEAR = 1_000_000  # chances whose sum is off by less than one in so many were rounded
NUMBER = r"[+-]?[0-9]{1,9}(?:\.[0-9]{1,9})?"
CHANCE = r"[+-]?(?:[0-9]{1,9}(?:\.[0-9]{0,20})?|\.[0-9]{1,20})(?:e-?[0-9]{1,2})?"  # as Python writes floats


class Draw(Record):
    """Different numbers, each with its ways out of ``whole``."""

    rows: tuple[tuple[int, int], ...]
    whole: int

    @property
    def text(self) -> str:
        """``3 (50%) or 1 (50%)``"""
        from fractions import Fraction

        *others, last = (f"{number} ({chance_text(Fraction(ways, self.whole))})" for number, ways in self.rows)
        return f"{', '.join(others)} or {last}" if others else last

    def picked(self, random: float) -> int:
        """The number that a random one from 0 to below 1 comes to."""
        above, below = random.as_integer_ratio()
        left = above * self.whole // below
        for number, ways in self.rows:
            left -= ways
            if left < 0:
                return number
        raise ValueError(f"{random} is not below 1")


def is_draw(answer: Any) -> bool:
    """Whether a mapping or text given for a number is meant as a distribution."""
    if isinstance(answer, Mapping):
        return True
    return isinstance(answer, str) and bool(re.search(r"[:=%(]", answer))


def by_number(answer: Mapping[Any, Any]) -> bool:
    """True of a mapping whose keys are all numbers; other mappings say something for each of several names."""
    return bool(answer) and all(re.fullmatch(NUMBER, str(key).strip()) for key in answer)


def draw_of(question: Number, answer: Any) -> Draw | int:
    """What ``{3: 0.5, 1: 0.5}``, ``3: 50%, 1: 50%`` or ``3 (1/3) or 1 (2/3)`` says; a certain number is that number.

    :raises BadAnswer: it is none, or does not fit.
    """
    from fractions import Fraction  # only then: it costs more than most answers

    usual = example(question)
    said = [*answer.items()] if isinstance(answer, Mapping) else parted(question, str(answer))
    if not said:
        raise BadAnswer(f"numbers with their chances are wanted, as in {usual}")
    if len(said) > MOST:
        raise BadAnswer(f"at most {MOST} numbers with their chances, not {len(said)}")
    chances: dict[int, Fraction] = {}
    for value, share in said:
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


def parted(question: Number, text: str) -> list[tuple[str, str]]:
    """Numbers and their chances, as text. :raises BadAnswer: they cannot be told apart."""
    if len(text) > LONGEST:
        raise BadAnswer(f"an answer has at most {LONGEST} characters, that is {len(text)}")
    found = []
    for piece in re.split(r"[,;]|\bor\b", text.strip().strip("{}")):
        match = re.fullmatch(r"([^:=(]*)(?:[:=]([^:=()]*)|\(([^:=()]*)\))", piece.strip())
        if match is None:
            raise BadAnswer(f"{shown(piece.strip())} is not a number with its chance, as in {example(question)}")
        found.append((match[1], match[3] if match[2] is None else match[2]))
    return found


def number_of(question: Number, value: Any) -> int:
    """:raises BadAnswer: no whole number, or out of bounds."""
    text = str(value).strip().strip("'\"").strip()
    unit = question.unit.casefold()
    for ending in (unit, unit.removesuffix("s")):
        if ending and text.casefold().endswith(ending):
            text = text[: -len(ending)].strip()
            break
    if not re.fullmatch(NUMBER, text):
        raise BadAnswer(f"{shown(text)}: {how_many_words(question.unit)} As in {example(question)}")
    return int(check_number(float(text), question.low, question.high, question.unit, True))


def chance_of(question: Number, number: int, said: Any) -> Fraction:
    """A chance as it is written: ``0.1`` is one in ten. :raises BadAnswer: it is none, or not above 0."""
    from fractions import Fraction

    text = str(said).strip().strip("'\"").casefold()
    if match := re.fullmatch(r"([+-]?[0-9]{1,9})\s*/\s*([0-9]{1,9})", text):
        above, below = int(match[1]), int(match[2])
        chance = Fraction(above, below) if below else None
    else:
        match = re.fullmatch(rf"({CHANCE})\s*(%?)", text)
        chance = Fraction(match[1]) / (100 if match[2] else 1) if match else None
    if chance is None:
        wrong = shown(said.strip() if isinstance(said, str) else said)
        raise BadAnswer(f"{wrong} is not the chance of {number}; write it as in 0.5, 50% or 1/2")
    if chance <= 0:
        raise BadAnswer(f"the chance of {number} must be above 0, not {shown(str(said).strip())}")
    return chance


def chance_text(chance: Any) -> str:
    """A fraction as it is read: ``50%``, ``12.5%``; ``1/3`` where no such number is meant."""
    percent = chance * 100
    if 10_000 % percent.denominator == 0:
        return f"{float(percent):.4f}".rstrip("0").rstrip(".") + "%"
    if chance.denominator < 10_000:
        return f"{chance.numerator}/{chance.denominator}"
    return f"{float(percent):.6g}%"


def example(question: Number) -> str:
    """How chances by number may be written, with numbers that fit."""
    high = int(min(question.high, max(question.low + 1, 3)))
    numbers: Iterable[int] = (high, int(max(question.low, min(1, high - 1))))
    return ", ".join(f"{number}: 50%" for number in numbers)
