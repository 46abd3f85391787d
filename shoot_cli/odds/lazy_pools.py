"""Lazy values: each stands for many pools or many lines in a field of one record. A step that does not read a lazy
value runs once for all its values. A step that reads it raises `MustDealOut`. The solver then forces the value: it
makes one record for each value, with its chance."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, NoReturn, Self

from shoot_cli.engine.budget import over, weight
from shoot_cli.engine.pools import Line, Rank, wounds, wounds_before_last
from shoot_cli.odds.laws import BITS, Branch, Law, Ways, digits, one_kind, several_kinds, unpacked

Parts = Iterable[tuple[Any, Any]]


class MustDealOut(Exception):
    """Raised if a step reads a lazy value.

    :ivar lazy: the lazy value
    :ivar parts: `(exact) -> values and chances`, the cases that must be distinguished
    """

    def __init__(self, lazy: LazyValue, parts: Callable[[bool], Parts]) -> None:
        super().__init__(lazy)
        self.lazy, self.parts = lazy, parts


class LazyValue:
    """A lazy value. It equals only itself; reading it raises `MustDealOut`."""

    __slots__ = ()
    all_values: Callable[[bool], Parts]  # `(exact)` -> every value with its chance

    def refuse(self, *_: Any) -> NoReturn:
        raise MustDealOut(self, self.all_values)

    __getattr__ = __iter__ = __len__ = __getitem__ = __contains__ = __add__ = __radd__ = refuse
    __hash__ = object.__hash__

    def __bool__(self) -> bool:
        raise MustDealOut(self, self.all_values)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if isinstance(other, LazyValue):
            return False
        raise MustDealOut(self, self.all_values)


class UnreadLine(LazyValue):
    """A stand-in for any line: a step that never reads the line does the same with each."""

    __slots__ = ()

    def all_values(self, exact: bool) -> NoReturn:
        raise TypeError("it has no values of its own")


class DependentValue(LazyValue):
    """A lazy value that depends on other fields of the record. Reading one of them forces all."""

    __slots__ = ()
    # `(engine, record, its chance)` -> the record with values in all of these fields, each with its chance
    dealt_out: Callable[[Any, Any, Any], list[tuple[Any, Any]]]

    def all_values(self, exact: bool) -> NoReturn:
        raise TypeError("it has no values of its own")

    def converted(self, engine: Any, node: Any, record: Any, p: Any) -> Any:
        """Return the record with the tokens in this pool converted; None if its tokens must be known before."""


class LazyPool(LazyValue):
    """Many pools: a sum of `branches`, each with its chance and a product of powers of laws. The chances sum to 1.
    Testing whether the pool is empty splits it into two. With `never_empty`, the empty pool is excluded: a branch with
    a negative chance takes it away."""

    __slots__ = ("branches", "kinds", "known", "never_empty")

    def __init__(self, kinds: tuple[Any, ...], branches: list[Branch], never_empty: bool = False) -> None:
        self.kinds, self.branches, self.never_empty = kinds, branches, never_empty
        self.known: list[tuple[Any, Any]] | None = None  # all its pools; records share them

    def __bool__(self) -> bool:
        if self.never_empty:
            return True
        for _, factors in self.branches:
            for law, _ in factors:
                if not self.empty_ways(law):
                    break
            else:
                raise MustDealOut(self, self.halves)
        return True

    def empty_ways(self, law: Law) -> int:
        """Return the ways in which one token becomes nothing."""
        if law.kinds == self.kinds:
            return law.ways.get(0, 0)
        return recoded(law, {kind: index for index, kind in enumerate(self.kinds)}).get(0, 0)

    def halves(self, exact: bool) -> Parts:
        """Yield the empty pool, then all others as one lazy pool."""
        empty: Any = 0
        for p, factors in over(self.branches, 20):
            for law, n in factors:
                ways = self.empty_ways(law)
                p *= chance(ways, law.all, exact) ** n if exact else (ways / law.all) ** n
            empty += p
        certain = empty - empty + 1
        if empty:
            yield (), empty
        if empty < 1:
            rest = certain - empty
            branches = [
                *((p / rest, factors) for p, factors in self.branches),
                (-empty / rest, ()),
            ]
            yield LazyPool(self.kinds, branches, True), rest

    def all_values(self, exact: bool) -> Parts:
        if self.known is not None:
            yield from self.known
            return
        packed_pools, whole = self.joint(self.kinds, exact)
        parts = []
        for code, x in over(packed_pools.items(), 10, heavy=weight(whole)):
            if x and (code or not self.never_empty):
                parts.append((unpacked(code, self.kinds), chance(x, whole, exact)))
                yield parts[-1]
        self.known = parts

    def joint(self, kinds: tuple[Any, ...], exact: bool) -> tuple[dict[int, Any], int]:
        """Return the chances of each pool packed by `kinds`; other kinds are dropped."""
        indexes = {kind: index for index, kind in enumerate(kinds)}

        def coded(law: Law) -> tuple[Ways, int]:
            return recoded(law, indexes), law.all

        if len(kinds) == 1:
            numbers, whole = one_kind(self.branches, coded, 1 << BITS, exact)
            return dict(enumerate(numbers)), whole
        return several_kinds(self.branches, coded, len(kinds), exact)


def recoded(law: Law, indexes: dict[Any, int]) -> Ways:
    """Return the ways of a law packed by other places; kinds without a place are dropped."""
    shifts = [BITS * indexes[kind] if kind in indexes else -1 for kind in law.kinds]
    if shifts == [*range(0, BITS * len(shifts), BITS)]:
        return law.ways
    recoded_ways: Ways = {}
    for code, ways in over(law.ways.items(), 10):
        new_code = 0
        for shift, n in zip(shifts, digits(code, len(shifts)), strict=True):
            if shift >= 0:
                new_code += n << shift
        recoded_ways[new_code] = recoded_ways.get(new_code, 0) + ways
    return recoded_ways


class Lines(LazyValue):
    """Lines that differ only in wounds lost: `chances[lost]` out of `whole` (1 for floats), which sum to `whole`.
    Reading the ranks, the reach and the original wounds forces nothing. `any_left` splits the lines into two. `met` is
    unknown."""

    __slots__ = ("chances", "ranks", "reach", "whole")

    def __init__(self, ranks: tuple[Rank, ...], reach: int | None, chances: list[Any], whole: int) -> None:
        self.ranks, self.reach, self.chances, self.whole = ranks, reach, chances, whole

    def all_values(self, exact: bool) -> Parts:
        lines = self.dealt_out([lost for lost, x in enumerate(self.chances) if x])
        return [*zip(lines, [chance(x, self.whole, exact) for x in self.chances if x], strict=True)]

    def dealt_out(self, numbers_lost: Iterable[int] | None = None) -> Iterable[Line]:
        """Yield the line after these numbers of wounds; None for 0, 1, 2 ... `met` is as blows of a point or more set
        it, so that equal records merge."""
        hurt = [lost > 0 for rank in self.ranks for _ in range(rank.n) for lost in range(rank.left)] + [False]
        numbers_lost = range(len(hurt)) if numbers_lost is None else numbers_lost
        return (Line(self.ranks, lost, self.reach, hurt[lost]) for lost in numbers_lost)

    @property
    def met(self) -> bool:
        raise TypeError("the odds do not keep whether the front model was met: only table.in_sight shows it")

    @property
    def wounds(self) -> int:
        return wounds(self.ranks)

    def reachable(self) -> tuple[Rank, ...]:
        return self.ranks if self.reach is None else self.ranks[: self.reach]

    def known_ranks(self) -> tuple[Rank, ...]:
        return self.ranks

    def any_left(self, among: Callable[[Any], bool] | None = None) -> bool:
        end = self.wounds if among is None else wounds_before_last(self.ranks, among)
        alive = any(self.chances[:end])
        if alive and any(self.chances[end:]):
            raise MustDealOut(self, partial(self.halves, end))
        return alive

    def halves(self, end: int, exact: bool) -> Parts:
        """Yield the lines with fewer wounds lost as one lazy value, then the others; one with nobody left is no more
        lazy."""
        for first, part in ((0, self.chances[:end]), (end, self.chances[end:])):
            total = sum(part)
            if first == self.wounds:
                yield Line(self.ranks, end, self.reach), chance(total, self.whole, exact)
                return
            chances = [0] * first + (part if exact else [x / total for x in part])
            yield type(self)(self.ranks, self.reach, chances, total if exact else 1), chance(total, self.whole, exact)

    def but(self, **changed: Any) -> Self:
        """Return the lines with another reach, or with other kinds of models in the same ranks. Other changes force
        them."""
        ranks, reach = changed.pop("ranks", self.ranks), changed.pop("reach", self.reach)
        if changed.get("met") is False:  # it is unknown anyway
            del changed["met"]
        if changed or [rank[2:] for rank in ranks] != [rank[2:] for rank in self.ranks]:
            raise MustDealOut(self, self.all_values)
        return type(self)(ranks, reach, self.chances, self.whole)

    def changed(self, change: Callable[[Any], Any]) -> Self:
        return self.but(ranks=tuple(rank.but(kind=change(rank.kind)) for rank in self.ranks))


def chance(x: Any, whole: int, exact: bool) -> Any:
    """Return `x / whole` as a fraction in exact mode, otherwise `x` itself."""
    if exact:
        from fractions import Fraction  # imported only here, because the import is slow

        return Fraction(x, whole)
    return x


def replacing(record: Any, lazy: LazyValue) -> Callable[[Any], Any]:
    """Return a function that returns the record with another value in place of `lazy`. It is fast for many values."""
    fields, kind = list(record), type(record)
    indexes = [index for index, field in enumerate(fields) if field is lazy]
    if len(indexes) == 1:
        (first,) = indexes

        def with_one(value: Any) -> Any:
            fields[first] = value
            return tuple.__new__(kind, fields)

        return with_one

    def with_value(value: Any) -> Any:
        for index in indexes:
            fields[index] = value
        return tuple.__new__(kind, fields)

    return with_value


def holds(record: Any, lazy: Any) -> int:
    """Return how many fields of the record hold this object."""
    return len([True for field in record if field is lazy])
