"""Records with their chances, and measures of the last ones."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import cached_property, lru_cache
from itertools import islice
from typing import Any

from shoot_cli.engine.budget import LITTLE, RECORDS, RUN, WAITING, Budget, TooMany, over, room, weight
from shoot_cli.engine.pools import Blow, Line
from shoot_cli.engine.questions import Question
from shoot_cli.engine.sequence import Allocate, has_hidden_models
from shoot_cli.engine.table import Answerer
from shoot_cli.odds.damage import Unsaved, unsaved_of
from shoot_cli.odds.forking_table import Cache, Forking, Noted
from shoot_cli.odds.lazy_pools import (
    DependentValue,
    LazyValue,
    Lines,
    MustDealOut,
    UnreadLine,
    chance,
    holds,
    replacing,
)

# Every possible record with its chance. This part knows no nodes.

DIFFERENT = "different records"
SEVERAL = 4  # from this number of records on, a step plays those that differ only in their lines together
States = list[tuple[Any, Any]]  # records and their chances
Counts = Iterable[tuple[type, Any]]  # the expected number of tokens by type
declared = Cache(2_000)  # steps before any dice, by their record: their questions and results


class Engine:
    """Records with their chances, which are played, postponed, forced and merged.

    :ivar counts: functions that return expected counts; most callers never need them
    """

    def __init__(
        self, answer: Answerer, settings: Mapping[str, str], exact: bool, brute_force: bool, budget: Budget
    ) -> None:
        self.table = Forking(answer, settings, budget)
        self.exact, self.brute_force, self.budget = exact, brute_force, budget
        self.in_loops = 0  # the number of loops with open numbers (see `loops`)
        self.widest = 1  # the highest number of different records
        self.declaring = not brute_force  # True while there is one record and no dice were rolled
        self.taken_types: set[type] = set()  # token types that some `Convert` takes and counts
        self.certain: Any = chance(1, 1, True) if exact else 1.0
        self.counts: list[Callable[[], Counts]] = []
        self.unsaved: Unsaved | None = {}  # the unsaved attacks of each token; None once it matters who is met
        self.merged_last: States = []  # what was merged last: a list with no record twice
        # steps that read the line of their record, roll dice, or give another line
        self.steps_with_line: set[Any] = set()

    def ratio(self, ways: int, whole: int) -> Any:
        return chance(ways, whole, True) if self.exact else ways / whole

    def learn_unsaved(self, node: Allocate, tokens: Iterable[Any], record: Any) -> None:
        """Remember how many unsaved attacks come of these tokens, see `Allocate`."""
        if not node.counted or self.unsaved is None or not (ranks := record.line.ranks[: record.line.reach]):
            return
        predictable = not has_hidden_models(record.line) and not node.rights(record)
        means = unsaved_of(node, tuple(tokens), ranks, self.table) if predictable else None
        if means is None or any(self.unsaved.get(token, mean) != mean for token, mean in means.items()):
            self.unsaved = None
        else:
            self.unsaved |= means

    def deal(self, queue: States, record: Any, p: Any, stopped: MustDealOut) -> None:
        """Add one record to `queue` for each value, or each case, of the lazy value that was read."""
        lazy = stopped.lazy
        if not holds(record, lazy):
            name = type(record).__name__
            raise TypeError(f"{name} keeps a pool or line inside another record, where the odds cannot deal it out")
        before = len(queue)
        with self.budget:
            if isinstance(lazy, DependentValue):
                queue += lazy.dealt_out(self, record, p)
                self.budget.spend(RUN + 10 * (len(queue) - before))
                room(len(queue), WAITING, "records")
                return
            with_value = replacing(record, lazy)
            queue += [(with_value(value), p * q) for value, q in islice(stopped.parts(self.exact), RECORDS + 1)]
        number_dealt = len(queue) - before
        self.budget.spend(RUN + 10 * number_dealt)
        room(number_dealt, RECORDS, DIFFERENT)
        room(len(queue), WAITING, "records")

    def step(self, step: Callable[..., Any], states: States) -> States:
        """Play a step with each record, and return all results."""
        table, spend = self.table, self.budget.spend
        after: States = []
        queue = [*states] if self.brute_force or len(states) < SEVERAL else self.for_all_lines(step, states, after)
        for record, p in queue:
            if len(states) > 1:
                spend(RUN)
            try:
                table.begin(False)
                end = step(record, table)
                if not table.path:
                    after.append((end, p))
                    continue
                ends, whole = table.other_ends(end, step, record)
            except MustDealOut as stopped:
                self.deal(queue, record, p, stopped)
                continue
            after += [(end, p * self.ratio(ways, whole)) for end, ways in ends.items()]
            if len(after) > WAITING:
                after = self.merged(after)
        return self.merged(after) if len(states) > 1 or len(queue) > 1 else after

    def for_all_lines(self, step: Callable[..., Any], states: States, after: States) -> States:
        """Play a step once for all records that differ only in their lines, and add the results to `after`. Return the
        records that must be played on their own: the step reads the line, rolls dice, or few records are alike."""
        if step in self.steps_with_line:
            return [*states]
        rest: States = []
        groups: dict[Any, States] = {}
        for record, p in states:
            if type(getattr(record, "line", None)) in (Line, Lines):
                groups.setdefault(record.key_but(line=None), []).append((record, p))
            else:
                rest.append((record, p))
        for group in groups.values():
            end = self.for_any_line(step, group[0][0], after_line := UnreadLine()) if len(group) > 1 else None
            if end is None:
                rest += group
                continue
            with_line = replacing(end, after_line)
            after += [(with_line(record.line), p) for record, p in group]
            self.budget.spend(LITTLE + 10 * len(group))
        return rest

    def for_any_line(self, step: Callable[..., Any], record: Any, line: UnreadLine) -> Any:
        """Return the only result of the step with this line, which nobody may read; None if there is no such result."""
        table = self.table
        if step in self.steps_with_line:
            return None
        table.begin(False)
        try:
            end = step(record.but(line=line), table)
        except MustDealOut:
            self.steps_with_line.add(step)
            return None
        if table.path or holds(end, line) != 1:
            self.steps_with_line.add(step)
            return None
        return end

    def declare(self, step: Callable[..., Any], states: States) -> States:
        """Play a step as `step` does, for the only record before any dice. The result is cached with all questions."""
        ((record, p),), table = states, self.table
        known = declared.known.get((step, id(record)))
        if known is not None and known[0] is record and table.answers_unchanged(known[1]):
            return [(known[2], p)]
        table.begin(False)
        noted: list[Noted] = []
        table.noted = noted
        try:
            end = step(record, table)
        finally:
            table.noted = None
        if not table.path:
            declared.keep((step, id(record)), (record, noted, end))
            return [(end, p)]
        self.declaring = False
        ends, whole = table.other_ends(end, step, record)
        return [(end, p * self.ratio(ways, whole)) for end, ways in ends.items()]

    def merged(self, states: States) -> States:
        """Return the states with equal records added up. Such a list is not searched again."""
        if len(states) < 2 or states is self.merged_last:
            return states
        chances: dict[Any, Any] = {}
        for record, p in over(states, 10, heavy=weight(states[-1][1])):
            number_before = len(chances)
            chance_before = chances.setdefault(record, p)
            if len(chances) == number_before:
                chances[record] = chance_before + p
        self.widest = max(self.widest, len(chances))
        room(len(chances), RECORDS, DIFFERENT)
        self.merged_last = [*chances.items()]
        return self.merged_last

    def split_by(self, pending: Callable[[Any], Any], states: States) -> tuple[States, States]:
        """Return the records for which the condition holds, and the others. Equal records are not merged."""
        fulfilled: States = []
        others: States = []
        queue = [*states]
        for record, p in queue:
            self.budget.spend(LITTLE)
            try:
                (fulfilled if pending(record) else others).append((record, p))
            except MustDealOut as stopped:
                self.deal(queue, record, p, stopped)
        return fulfilled, others

    def expected(self, counts: list[Callable[[], Counts]]) -> dict[type, Any]:
        """Return the expected number of tokens of each type."""
        numbers: dict[type, Any] = {}
        for count in over(counts, RUN):
            for kind, number in count():
                numbers[kind] = numbers.get(kind, 0) + number
        return numbers


# The results: measures of the records in which the sequence ends.

measured = Cache(1000)


def value_of(value: Callable[[Any], Hashable], record: Any) -> Any:
    """Return the value of a measure. :raises MustDealOut: it reads a lazy value"""
    result = value(record)
    if type(result) is not int and type(value) is not Joint:  # the parts of a `Joint` are numbers
        for part in result if type(result) is tuple else (result,):
            if isinstance(part, LazyValue):  # the value is the pool or line itself
                part.refuse()
    return result


class Joint:
    """Several measures as one."""

    def __init__(self, values: tuple[Callable[[Any], int], ...]) -> None:
        self.values = values

    def __call__(self, record: Any) -> tuple[int, ...]:
        return tuple([value(record) for value in self.values])

    def for_record(self, record: Any) -> Callable[[Any], tuple[int, ...]]:
        """Return the measure for all values of this record. Parts that read no lazy value are measured once."""
        parts: list[Any] = []
        for value in self.values:
            try:
                parts.append(value_of(value, record))
            except MustDealOut:
                parts.append(value)
        return lambda any_record: tuple([part(any_record) if callable(part) else part for part in parts])


joint = lru_cache(64)(Joint)  # cached, so that its results are found again


class Ends:
    """The result of the odds.

    :ivar records: the last records and their chances; pools and lines may be lazy
    """

    def __init__(self, engine: Engine, records: States) -> None:
        self.engine, self.records = engine, records
        self.measured: dict[Joint, dict[Any, Any]] = {}  # by the measures that were taken together
        # they refer to the engine, which would never be freed if it kept them
        self.counts, engine.counts = engine.counts, []

    @property
    def asked(self) -> dict[str, tuple[Question, Any]]:
        """Every question that was not about dice, in order: key -> (the first question of this key, its answer)."""
        return self.engine.table.met

    @cached_property
    def expected(self) -> dict[type, Any]:
        """The expected number of tokens of each type. Tokens that a `Convert` takes are counted then. Tokens that no
        `Convert` takes, such as wounds, are counted when a rule of a `Convert` makes them. `Blow` counts blows of a
        point or more that strike a model."""
        with self.engine.budget:
            return self.engine.expected([*self.counts, *self.engine.counts])  # measures may have added counts

    @property
    def unsaved(self) -> Any:
        """The expected number of blows of a point or more that strike a model."""
        return self.expected.get(Blow, 0)

    @property
    def states(self) -> int:
        """The number of different records at the end, with lazy lines listed."""
        lines = (getattr(record, "line", None) for record, _ in self.records)
        return sum(sum(map(bool, line.chances)) if type(line) is Lines else 1 for line in lines)

    def measure(self, value: Callable[[Any], Hashable]) -> dict[Any, Any]:
        """Return the chance of each result of `value(record)`. A tuple of several measures is one result. Results are
        cached, so `value` must depend on the record alone.
        :raises TooMany: as `odds`"""
        chances: dict[Any, Any] = {}
        queue = [*self.records]
        try:
            for record, p in queue:
                if len(queue) > 1:
                    self.engine.budget.spend(LITTLE)
                line = getattr(record, "line", None)
                if type(line) is Lines and self.measure_line(line, value, record, p, chances, anew=False):
                    continue
                try:
                    result = value_of(value, record)
                except MustDealOut as stopped:
                    if type(stopped.lazy) is not Lines or not self.measure_line(
                        stopped.lazy, value, record, p, chances
                    ):
                        self.engine.deal(queue, record, p, stopped)
                    continue
                chances[result] = chances.get(result, 0) + p
        except TooMany as error:
            error.at("sum up", f"{len(queue):,} different records in the end", self.records[0][0])
            raise
        return chances

    def measure_line(
        self,
        lines: Lines,
        value: Callable[[Any], Hashable],
        record: Any,
        p: Any,
        chances: dict[Any, Any],
        anew: bool = True,
    ) -> bool:
        """Measure a record for every number of wounds lost. Return False if its pool is lazy too.

        :param anew: if False, use only cached results, and return False without them
        """
        with_line = replacing(record, lines)
        key = value, with_line((lines.ranks, lines.reach))
        results = measured.known.get(key)
        if results is None:
            if not anew:
                return False
            try:
                if type(value) is Joint:
                    size = lines.wounds + 1  # the result is cached for any chances, so none may be 0 here
                    parts = value.for_record(with_line(Lines(lines.ranks, lines.reach, [1] * size, size)))
                    results = [parts(with_line(line)) for line in lines.dealt_out()]
                else:
                    results = [value_of(value, with_line(line)) for line in lines.dealt_out()]
            except MustDealOut:
                return False
            measured.keep(key, results)
        if self.engine.exact:
            p *= chance(1, lines.whole, True)
        if len(results) > LITTLE or self.engine.exact:
            self.engine.budget.spend(len(results) * weight(p))
        for result, share in zip(results, lines.chances, strict=False):
            if share:
                chances[result] = chances.get(result, 0) + p * share
        return True

    def distribution(self, value: Callable[[Any], int]) -> list[Any]:
        """Return the chances of 0, 1, 2 ... up to the largest value."""
        return self.as_list(self.measure(value))

    def distributions(self, values: Mapping[str, Callable[[Any], int]]) -> dict[str, list[Any]]:
        """Return the distribution of each measure by name; all are measured together, and only once."""
        together = joint(tuple(values.values()))
        if together not in self.measured:
            self.measured[together] = self.measure(together)
        results, chances = self.measured[together], [*self.measured[together].values()]
        whole, rows = sum(chances), list[dict[int, Any]]()
        for column in zip(*results, strict=True):
            row: dict[int, Any] = {column[0]: whole} if column.count(column[0]) == len(column) else {}
            for number, p in zip(column, chances, strict=True) if not row else ():
                row[number] = row.get(number, 0) + p
            rows.append(row)
        return dict(zip(values, map(self.as_list, rows), strict=True))

    def as_list(self, chances: Mapping[int, Any]) -> list[Any]:
        zero = self.engine.certain * 0
        return [chances.get(number, zero) for number in range(1 + max(chances, default=0))]
