"""Dice for ``oracle.py``: the chance of each result, over every face of every die."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

Law = dict[Any, Fraction]  # of each result, all together 1
Roll = Callable[[], int]


class Amount(NamedTuple):
    dice: int = 0
    sides: int = 6
    plus: int = 0

    @property
    def average(self) -> Fraction:
        return Fraction(self.dice * (self.sides + 1), 2) + self.plus


ONE = Amount(plus=1)


def amount(text: str) -> Amount:
    """As printed: 2, D6, 2D3, D6+1."""
    found = re.fullmatch(r"(?:(\d*)[Dd]([36]))?\+?(\d+)?", text)
    assert found is not None, text
    dice = int(found[1] or 1) if found[2] else 0
    return Amount(dice, int(found[2] or 6), int(found[3] or 0))


def every(play: Callable[[Roll], Any]) -> Law:
    """The chance of each result of ``play(roll)`` over every face of every die that it rolls."""
    law: Law = {}
    todo: list[tuple[int, ...]] = [()]
    while todo:
        faces = todo.pop()
        rest = list(faces)
        try:
            result = play(lambda rest=rest: rest.pop(0))  # type: ignore[misc]
        except IndexError:
            todo += [(*faces, face) for face in range(1, 7)]
            continue
        assert not rest
        law[result] = law.get(result, Fraction(0)) + Fraction(1, 6 ** len(faces))
    return law


def then(law: Law, change: Callable[[Any], Law]) -> Law:
    """What becomes of each result."""
    after: Law = {}
    for result, chance in law.items():
        for new, more in change(result).items():
            after[new] = after.get(new, Fraction(0)) + chance * more
    return after


def sure(result: Any) -> Law:
    return {result: Fraction(1)}


def die(sides: int, roll: Roll) -> int:
    """A D3 is a D6 halved, rounding up."""
    face = roll()
    return face if sides == 6 else (face + 1) // 2


def rolled(amount: Amount, roll: Roll) -> int:
    return sum(die(amount.sides, roll) for _ in range(amount.dice)) + amount.plus


def in_lower_half(amount: Amount, faces: list[int]) -> bool:
    return sum(faces) < Fraction(amount.dice * (amount.sides + 1), 2)


@cache
def endured(left: int, lost: int, need: int) -> Law:
    """Wounds left after losing so many, point by point, until it dies; each on a die of its own (10E-FNP-1, -2)."""

    def play(roll: Roll) -> int:
        now = left
        for _ in range(lost):
            if now and not (need < 7 and roll() >= need):
                now -= 1
        return now

    if need == 7 or lost < 4:
        return every(play)
    law = sure(left)
    for _ in range(lost):
        law = then(law, lambda now: endured(now, 1, need))
    return law
