"""Every way the dice of a small attack can fall at the table, one game after the other: what the odds must equal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any

from shoot_cli.engine.questions import Question, Roll, Total
from shoot_cli.engine.reasons import Answer
from shoot_cli.engine.sequence import play
from shoot_cli.input.answerers import Preset, PresetTable
from tests.rules.eleventh.helpers.bare_attacks import SEQUENCE, declared, facts_of, settings_of

Way = tuple[Answer, Fraction]


class TooLong(Exception):
    """More games than anybody waits for."""


def faces(dice: int, sides: int) -> list[tuple[tuple[int, ...], Fraction]]:
    """Ways for dice to lie, whichever is which, and their chances."""
    found = []
    for these in combinations_with_replacement(range(1, sides + 1), dice):
        ways = factorial(dice) // prod(factorial(n) for n in Counter(these).values())
        found.append((these, Fraction(ways, sides**dice)))
    return found


def ways_of(question: Roll | Total) -> list[Way]:
    found: list[Way] = []
    for first, p in faces(question.dice, question.sides):
        if isinstance(question, Total):
            back = question.dice if sum(first) in question.again else 0
        else:
            back = sum(face in question.again for face in first)
        for again, q in faces(back, question.sides):
            answer: dict[str, Any] = {"first": [*first]}
            if question.again and (back or isinstance(question, Roll)):
                answer["again"] = [*again]
            found.append((answer, p * q))
    return found


def games(scenario: Mapping[str, Any], most: int = 20_000) -> list[tuple[Any, Fraction]]:
    """The end of every game and its chance. :raises TooLong: there are more than so many"""
    start, settings, given = declared(scenario), settings_of(scenario), facts_of(scenario)
    ends: list[tuple[Any, Fraction]] = []
    path: list[tuple[list[Way], int]] = []
    while True:
        place, chance = 0, Fraction(1)

        def throw(question: Question, at: int) -> Answer:
            nonlocal place, chance
            assert isinstance(question, Roll | Total), question
            if place == len(path):
                path.append((ways_of(question), 0))
            rows, which = path[place]
            place += 1
            chance *= rows[which][1]
            return rows[which][0]

        table = PresetTable(Preset(given, throw))
        table.settings, table.narrates = settings, False
        ends.append((play(SEQUENCE, start, table), chance))
        if len(ends) > most:
            raise TooLong
        while path and path[-1][1] + 1 == len(path[-1][0]):
            path.pop()
        if not path:
            return ends
        path[-1] = path[-1][0], path[-1][1] + 1
