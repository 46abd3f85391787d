"""What comes out of the odds: measures of the records in which the sequence ends."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import cached_property, lru_cache
from typing import Any

from shoot_cli.core.budget import LITTLE, TooMany, weight
from shoot_cli.core.odds.forking import Cache
from shoot_cli.core.odds.lazy import Lines, Many, MustDealOut, chance, replacing
from shoot_cli.core.odds.working import States, Working
from shoot_cli.core.pools import Blow
from shoot_cli.core.questions import Question

measured = Cache(1000)


def seen(value: Callable[[Any], Hashable], record: Any) -> Any:
    found = value(record)
    if type(found) is not int and type(value) is not Joint:  # whose parts are numbers
        for part in found if type(found) is tuple else (found,):
            if isinstance(part, Many):  # the pool or line itself is wanted
                part.touched()
    return found


class Joint:
    """Several measures as one."""

    def __init__(self, values: tuple[Callable[[Any], int], ...]) -> None:
        self.values = values

    def __call__(self, record: Any) -> tuple[int, ...]:
        return tuple([value(record) for value in self.values])

    def of(self, record: Any) -> Callable[[Any], tuple[int, ...]]:
        """The same for all that this record stands for: what does not look at that is measured once."""
        parts: list[Any] = []
        for value in self.values:
            try:
                parts.append(seen(value, record))
            except MustDealOut:
                parts.append(value)
        return lambda one: tuple([part(one) if callable(part) else part for part in parts])


joint = lru_cache(64)(Joint)  # as one and the same, so that what it came to is found again


class Ends:
    """:ivar records: the records at the end and their chances; their pools and lines may stand for many"""

    def __init__(self, engine: Working, records: States) -> None:
        self.engine, self.records = engine, records
        self.counts, engine.counts = engine.counts, []  # they know the engine: kept by it they would never be let go

    @property
    def asked(self) -> dict[str, tuple[Question, Any]]:
        """Every question met that was not about dice, in their order: key -> (the first of that key, its answer)."""
        return self.engine.table.met

    @cached_property
    def expected(self) -> dict[type, Any]:
        """How many tokens of each class can be expected.

        Tokens that a `Convert` takes are counted then; tokens that no `Convert` of the sequence takes, such as wounds,
        are counted when a rule of a `Convert` makes them. `Blow`: blows of a point or more that strike somebody.
        """
        with self.engine.budget:
            return self.engine.expected([*self.counts, *self.engine.counts])  # measuring may have had more counted

    @property
    def unsaved(self) -> Any:
        """How many blows of a point or more can be expected to strike somebody."""
        return self.expected.get(Blow, 0)

    @property
    def states(self) -> int:
        """How many different records the sequence can end in, lines unpacked."""
        lines = (getattr(s, "line", None) for s, _ in self.records)
        return sum(sum(map(bool, line.chances)) if type(line) is Lines else 1 for line in lines)

    def measure(self, value: Callable[[Any], Hashable]) -> dict[Any, Any]:
        """The chance of each value that ``value(record)`` can have; a tuple of several measures is one of them.

        What it is for a record is remembered: it must hang on the record alone. :raises TooMany: as ``odds``
        """
        out: dict[Any, Any] = {}
        todo = [*self.records]
        try:
            for s, p in todo:
                if len(todo) > 1:
                    self.engine.budget.spend(LITTLE)
                line = getattr(s, "line", None)
                if type(line) is Lines and self.along(line, value, s, p, out, anew=False):
                    continue
                try:
                    found = seen(value, s)
                except MustDealOut as touched:
                    if type(touched.many) is not Lines or not self.along(touched.many, value, s, p, out):
                        self.engine.deal(todo, s, p, touched)
                    continue
                out[found] = out.get(found, 0) + p
        except TooMany as error:
            error.at("sum up", f"{len(todo):,} different records in the end", self.records[0][0])
            raise
        return out

    def along(
        self, lines: Lines, value: Callable[[Any], Hashable], s: Any, p: Any, out: dict[Any, Any], anew: bool = True
    ) -> bool:
        """Measure a record for every number of wounds lost; False if its pool stands for many as well.

        :param anew: else it is False, too, if that is not known from an earlier call
        """
        with_line = replacing(s, lines)
        key = value, with_line((lines.ranks, lines.reach))
        known = measured.known.get(key)
        if known is None:
            if not anew:
                return False
            try:
                if type(value) is Joint:
                    places = lines.wounds + 1  # it is remembered for all chances, also where none is 0
                    one = value.of(with_line(Lines(lines.ranks, lines.reach, [1] * places, places)))
                    known = [one(with_line(line)) for line in lines.dealt_out()]
                else:
                    known = [seen(value, with_line(line)) for line in lines.dealt_out()]
            except MustDealOut:
                return False
            measured.keep(key, known)
        if self.engine.exact:
            p *= chance(1, lines.whole, True)
        if len(known) > LITTLE or self.engine.exact:
            self.engine.budget.spend(len(known) * weight(p))
        for found, x in zip(known, lines.chances, strict=False):
            if x:
                out[found] = out.get(found, 0) + p * x
        return True

    def distribution(self, value: Callable[[Any], int]) -> list[Any]:
        """The chance of 0, 1, 2 ... up to the largest value there is."""
        return self.in_order(self.measure(value))

    def distributions(self, values: Mapping[str, Callable[[Any], int]]) -> dict[str, list[Any]]:
        """The same of several measures by name, all of them taken at one go."""
        rows: list[dict[int, Any]] = [{} for _ in values]
        for found, p in self.measure(joint(tuple(values.values()))).items():
            for row, k in zip(rows, found, strict=True):
                row[k] = row.get(k, 0) + p
        return dict(zip(values, map(self.in_order, rows), strict=True))

    def in_order(self, found: Mapping[int, Any]) -> list[Any]:
        zero = self.engine.one * 0
        return [found.get(k, zero) for k in range(1 + max(found, default=0))]
