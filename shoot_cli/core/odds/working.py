"""What all ways through a sequence work with: every record that there can be, with its chance. Knows no node."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from typing import Any

from shoot_cli.core.budget import LITTLE, RECORDS, RUN, WAITING, Budget, over, room, weight
from shoot_cli.core.odds.forking import Cache, Forking, Noted
from shoot_cli.core.odds.lazy import DependentValue, MustDealOut, chance, holds, replacing
from shoot_cli.core.table import Answerer

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
