"""Laws of dice for oracles: what may come about with its chance, as fractions, over every face of every die."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Any, TypeVar

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)
Law = dict[T, Fraction]  # of each result, all together 1
Roll = Callable[[], int]
ONE = Fraction(1)


def every(play: Callable[[Roll], T]) -> Law[T]:
    """The law of ``play(roll)`` over every face of every D6 that it rolls."""
    law: Law[T] = {}
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        faces = waiting.pop()
        left = list(faces)
        try:
            result = play(lambda left=left: left.pop(0))  # type: ignore[misc]
        except IndexError:  # one more die is rolled
            waiting += [(*faces, face) for face in range(1, 7)]
            continue
        assert not left
        law[result] = law.get(result, Fraction(0)) + Fraction(1, 6 ** len(faces))
    return law


def then(law: Law[T], step: Callable[[T], Law[U]]) -> Law[U]:
    """What comes of every state after ``step``."""
    after: Law[U] = {}
    for state, chance in law.items():
        for new, p in step(state).items():
            after[new] = after.get(new, Fraction(0)) + (chance if p == 1 else chance * p)
    return after


def becomes(law: Law[T], change: Callable[[T], U]) -> Law[U]:
    return then(law, lambda state: {change(state): ONE})


def while_any(law: Law[T], left: Callable[[T], Any], step: Callable[[T], Law[T]]) -> Law[T]:
    while any(left(state) for state in law):
        law = then(law, lambda state: step(state) if left(state) else {state: ONE})
    return law
