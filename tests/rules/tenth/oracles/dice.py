"""Dice for ``oracle.py``: the chance of each result, over every face of every die."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache, wraps
from typing import Any, NamedTuple

from tests.helpers.dice_laws import Law, Roll, every, then


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


def memo(method: Callable[..., Law]) -> Callable[..., Law]:
    """Works out once per game what is asked again and again."""

    @wraps(method)
    def remembered(game: Any, *about: Any) -> Law:
        key = method.__name__, *about
        if key not in game.known:
            game.known[key] = method(game, *about)
        return game.known[key]

    return remembered


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
