"""Parameters of tests that only sample: the first few run with the plain tests, more of the same with the slow ones."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable
from typing import Any

import pytest

QUICKEST = ("2e", "rh")
THE_QUICKEST = ("rh",)
TIMES = int(os.environ.get("SHOOT_TIMES", "1"))
"""How many times as many random cases the slow tests take: ``SHOOT_TIMES=8 pytest -m slow`` is a longer hunt."""


def many(number: int) -> int:
    """So many random cases of a slow test; more of them in a longer hunt."""
    return number * TIMES


def first(plain: int, values: Iterable[Any]) -> list[Any]:
    """Values for ``parametrize``, of which so many are plain. Several arguments stand in a tuple, as always."""
    return _slow_unless(lambda place: place < plain, values)


def seeds(plain: int, number: int) -> list[Any]:
    """Numbers of random cases, of which so many are plain: more in all in a longer hunt."""
    return first(plain, range(many(number)))


def every_nth(step: int, values: Iterable[Any]) -> list[Any]:
    """The same, where neighbours are alike: one in so many is plain."""
    return _slow_unless(lambda place: place % step == 0, values)


def one_of_a_room(editions: Iterable[Any]) -> list[Any]:
    """The editions; of those that share a room only the first is plain, where a test is of what they share."""
    editions = [*editions]
    rooms = [edition.room or edition.package for edition in editions]
    return _slow_unless(lambda place: rooms.index(rooms[place]) == place, editions)


def quick_ones(editions: Iterable[Any], plain: Collection[str] = QUICKEST) -> list[Any]:
    """The editions; only those whose attacks are worked out quickest are plain, where a test works out hundreds."""
    return [edition if edition.short in plain else _slow(edition) for edition in editions]


def quick_and_deep(editions: Iterable[Any], few: Any, more: Any, plain: Collection[str] = QUICKEST) -> list[Any]:
    """Editions with how much is tried: plain a few with the quickest ones, and slow all with more, the few among them."""
    quick = [pytest.param(edition, few, id=f"{edition.short}-few") for edition in editions if edition.short in plain]
    return [*quick, *(_slow(pytest.param(edition, more, id=edition.short)) for edition in editions)]


def _slow_unless(plain: Callable[[int], bool], values: Iterable[Any]) -> list[Any]:
    return [value if plain(place) else _slow(value) for place, value in enumerate(values)]


def _slow(value: Any) -> Any:
    if hasattr(value, "marks"):  # a ``pytest.param`` already
        return value._replace(marks=[*value.marks, pytest.mark.slow])
    return pytest.param(*(value if type(value) is tuple else [value]), marks=pytest.mark.slow)
