"""Objects that stand for many piles or many lines in the field of one record.

A step that does not look at them leaves them alone, and runs once for all of them. One that does (`Touched`) makes
the engine deal them out: one record for each value, each with its chance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NoReturn, Self

from shoot_cli.core.odds.law import BITS, Branch, Law, Ways, digits, one_kind, several_kinds, unpacked
from shoot_cli.core.piles import Line, Rank


class Touched(Exception):  # noqa: N818  (a signal, not an error)
    """Somebody looked at something that stands for many. :ivar many: that object"""

    def __init__(self, many: Many) -> None:
        super().__init__(many)
        self.many = many


class Many:
    """Stands for many values. It is equal to itself alone, and looking at it raises `Touched`."""

    __slots__ = ()

    def touched(self, *_: Any) -> NoReturn:
        raise Touched(self)

    __getattr__ = __iter__ = __len__ = __bool__ = __getitem__ = __contains__ = __add__ = __radd__ = touched
    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if isinstance(other, Many):
            return False
        raise Touched(self)

    def each(self, exact: bool) -> Iterator[tuple[Any, Any]]:
        """Every value with its chance."""
        raise NotImplementedError


class Piles(Many):
    """Many piles: with each chance of ``branches``, the product of powers of laws of one. The chances sum to 1."""

    __slots__ = ("branches", "kinds")

    def __init__(self, kinds: tuple[Any, ...], branches: list[Branch]) -> None:
        self.kinds, self.branches = kinds, branches

    def each(self, exact: bool) -> Iterator[tuple[Any, Any]]:
        found, whole = self.joint(self.kinds, exact)
        for code, x in found.items():
            if x:
                yield unpacked(code, self.kinds), chance(x, whole, exact)

    def joint(self, kinds: tuple[Any, ...], exact: bool) -> tuple[dict[int, Any], int]:
        """Chances of each pile packed by ``kinds``; all others are forgotten."""
        places = {kind: place for place, kind in enumerate(kinds)}

        def coded(law: Law) -> tuple[Ways, int]:
            return recoded(law, places), law.all

        if len(kinds) == 1:
            numbers, whole = one_kind(self.branches, coded, 1 << BITS, exact)
            return dict(enumerate(numbers)), whole
        return several_kinds(self.branches, coded, len(kinds), exact)


def recoded(law: Law, places: dict[Any, int]) -> Ways:
    """The ways of a law, its piles packed by other places; kinds without a place are forgotten."""
    shifts = [BITS * places[kind] if kind in places else -1 for kind in law.kinds]
    if all(shift == BITS * place for place, shift in enumerate(shifts)):
        return law.ways
    out: Ways = {}
    for code, ways in law.ways.items():
        new = 0
        for shift, n in zip(shifts, digits(code, len(shifts)), strict=True):
            if shift >= 0:
                new += n << shift
        out[new] = out.get(new, 0) + ways
    return out


class Lines(Many):
    """Lines that differ in wounds lost alone: ``chances[lost]`` over ``whole`` (1 for floats). They sum to 1.

    What does not change may be looked at: the ranks, their reach, their wounds.
    """

    __slots__ = ("chances", "ranks", "reach", "whole")

    def __init__(self, ranks: tuple[Rank, ...], reach: int | None, chances: list[Any], whole: int) -> None:
        self.ranks, self.reach, self.chances, self.whole = ranks, reach, chances, whole

    def each(self, exact: bool) -> Iterator[tuple[Any, Any]]:
        for lost, x in enumerate(self.chances):
            if x:
                yield Line(self.ranks, lost, self.reach), chance(x, self.whole, exact)

    @property
    def wounds(self) -> int:
        return sum(rank.n * rank.left for rank in self.ranks)

    def reachable(self) -> tuple[Rank, ...]:
        return self.ranks if self.reach is None else self.ranks[: self.reach]

    def but(self, **changed: Any) -> Self:
        """The same lines with another reach, or with other kinds of models in the same ranks."""
        ranks, reach = changed.pop("ranks", self.ranks), changed.pop("reach", self.reach)
        if changed or [rank[2:] for rank in ranks] != [rank[2:] for rank in self.ranks]:
            raise Touched(self)
        return type(self)(ranks, reach, self.chances, self.whole)

    def changed(self, change: Callable[[Any], Any]) -> Self:
        return self.but(ranks=tuple(rank.but(kind=change(rank.kind)) for rank in self.ranks))


def chance(x: Any, whole: int, exact: bool) -> Any:
    """A number of ways as a fraction, in the exact mode; else the float it is."""
    if exact:
        from fractions import Fraction  # only then: it costs more than most answers

        return Fraction(x, whole)
    return x


def replaced(record: Any, many: Many, value: Any) -> Any:
    """The record with ``value`` wherever it holds ``many``."""
    fields = [value if field is many else field for field in record]
    return tuple.__new__(type(record), fields)


def holds(record: Any, many: Many) -> int:
    """In how many fields the record has this object."""
    return sum(field is many for field in record)
