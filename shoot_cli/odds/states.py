"""Records with their chances; measures."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import cached_property, lru_cache
from itertools import islice
from typing import Any

from shoot_cli.engine.budget import LITTLE, RECORDS, RUN, WAITING, Budget, TooMany, over, room, weight
from shoot_cli.engine.pools import Blow
from shoot_cli.engine.questions import Question
from shoot_cli.engine.table import Answerer
from shoot_cli.odds.forking_table import Cache, Forking, Noted
from shoot_cli.odds.lazy_pools import DependentValue, Lines, Many, MustDealOut, chance, holds, replacing

# What all ways through a sequence work with: every record that there can be, with its chance. Knows no node.

DIFFERENT = "different records"
States = list[tuple[Any, Any]]  # records and their chances
Counts = Iterable[tuple[type, Any]]  # tokens by class, as many as can be expected
declared = Cache(2_000)  # steps before any dice, by the record they are given: what they asked, and came to


class Working:
    """Records with their chances: one step further, put off, dealt out, merged again.

    :ivar counts: what is to be counted, to be called: most callers never ask for it
    """

    def __init__(
        self,
        answer: Answerer,
        settings: Mapping[str, str],
        exact: bool,
        brute_force: bool,
        budget: Budget,
    ) -> None:
        self.table = Forking(answer, settings, budget)
        self.exact, self.brute_force, self.budget = exact, brute_force, budget
        self.open = 0  # loops whose numbers are left open: see `loops`
        self.widest = 1  # records that differed, at most
        self.declaring = not brute_force  # there is one record yet, and no dice have fallen
        self.taken: set[type] = set()  # tokens that a rule of some `Convert` takes: counted there
        self.one: Any = chance(1, 1, True) if exact else 1.0
        self.counts: list[Callable[[], Counts]] = []

    def ratio(self, ways: int, whole: int) -> Any:
        return chance(ways, whole, True) if self.exact else ways / whole

    def deal(self, todo: States, record: Any, p: Any, touched: MustDealOut) -> None:
        """Put off: one record for each value of the object that was looked at, or for what must be told apart."""
        many = touched.many
        if not holds(record, many):
            name = type(record).__name__
            raise TypeError(f"{name} keeps a pool or line inside another record, where the odds cannot deal it out")
        before = len(todo)
        with self.budget:
            if isinstance(many, DependentValue):
                todo += many.dealt_out(self, record, p)
                self.budget.spend(RUN + 10 * (len(todo) - before))
                room(len(todo), WAITING, "records")
                return
            with_value = replacing(record, many)
            todo += [(with_value(value), p * q) for value, q in islice(touched.parts(self.exact), RECORDS + 1)]
        dealt = len(todo) - before
        self.budget.spend(RUN + 10 * dealt)
        room(dealt, RECORDS, DIFFERENT)
        room(len(todo), WAITING, "records")

    def step(self, step: Callable[..., Any], states: States) -> States:
        table, spend = self.table, self.budget.spend
        after: States = []
        todo = [*states]
        for s, p in todo:
            if len(todo) > 1:
                spend(RUN)
            try:
                table.begin(False)
                end = step(s, table)
                if not table.path:
                    after.append((end, p))
                    continue
                ends, whole = table.further(end, step, s)
            except MustDealOut as touched:
                self.deal(todo, s, p, touched)
                continue
            after += [(end, p * self.ratio(ways, whole)) for end, ways in ends.items()]
            if len(after) > WAITING:
                after = self.merged(after)
        return self.merged(after) if len(todo) > 1 else after

    def declare(self, step: Callable[..., Any], states: States) -> States:
        """As `step`, for the one record before any dice: remembered, with all that is asked on the way."""
        ((s, p),), table = states, self.table
        known = declared.known.get((step, id(s)))
        if known is not None and known[0] is s and table.told_the_same(known[1]):
            return [(known[2], p)]
        table.begin(False)
        noted: list[Noted] = []
        table.noted = noted
        try:
            end = step(s, table)
        finally:
            table.noted = None
        if not table.path:
            declared.keep((step, id(s)), (s, noted, end))
            return [(end, p)]
        self.declaring = False
        ends, whole = table.further(end, step, s)
        return [(end, p * self.ratio(ways, whole)) for end, ways in ends.items()]

    def merged(self, states: States) -> States:
        if len(states) < 2:
            return states
        out: dict[Any, Any] = {}
        for s, p in over(states, 10, heavy=weight(states[-1][1])):
            out[s] = out.get(s, 0) + p
        self.widest = max(self.widest, len(out))
        room(len(out), RECORDS, DIFFERENT)
        return [*out.items()]

    def asked(self, pending: Callable[[Any], Any], states: States) -> tuple[States, States]:
        """The records for which a condition holds, and the others; alike ones are not merged."""
        yes: States = []
        no: States = []
        todo = [*states]
        for s, p in todo:
            self.budget.spend(LITTLE)
            try:
                (yes if pending(s) else no).append((s, p))
            except MustDealOut as touched:
                self.deal(todo, s, p, touched)
        return yes, no

    def expected(self, counts: list[Callable[[], Counts]]) -> dict[type, Any]:
        out: dict[type, Any] = {}
        for count in over(counts, RUN):
            for kind, x in count():
                out[kind] = out.get(kind, 0) + x
        return out


# What comes out of the odds: measures of the records in which the sequence ends.

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
