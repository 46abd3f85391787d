"""`While` for any number of tokens. Each number in the pool is replaced by a `Count`, which means "`LEAST` or more":
rules may add to it and compare it with 0. One turn of the loop is then computed once for all numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import NoneType
from typing import Any, NoReturn

from shoot_cli.engine.budget import RUN, WAITING, over, room, weight
from shoot_cli.engine.pools import pool
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.sequence import Sequence, While
from shoot_cli.odds import nodes
from shoot_cli.odds.brute_force import with_plain_pools
from shoot_cli.odds.laws import digits
from shoot_cli.odds.lazy_pools import LazyPool, LazyValue, MustDealOut, chance
from shoot_cli.odds.outcomes import ConvertRules
from shoot_cli.odds.states import Counts, Engine, States

# Open numbers.

LEAST = 2  # large enough that one token less is still more than 0
ATOMS = {int, str, bool, float, type, NoneType}  # types that contain nothing


class Counted(Exception):
    """Raised if a rule needs the value of a `Count`."""


class Count:
    """An open number of tokens, plus `more`.

    :ivar unknowns: the open numbers that are summed, each at least `LEAST`; equal numbers are the same object; sorted
    """

    __slots__ = ("more", "unknowns")

    def __init__(self, unknowns: tuple[object, ...], more: int = 0) -> None:
        self.unknowns, self.more = unknowns, more

    @property
    def least(self) -> int:
        return LEAST * len(self.unknowns) + self.more

    def __add__(self, other: Any) -> Count:
        if isinstance(other, int):
            return Count(self.unknowns, self.more + other)
        if type(other) is Count:
            return Count(tuple(sorted((*self.unknowns, *other.unknowns), key=id)), self.more + other.more)
        raise Counted

    __radd__ = __add__

    def __sub__(self, other: Any) -> Count:
        if isinstance(other, int):
            return Count(self.unknowns, self.more - other)
        raise Counted

    def __gt__(self, other: Any) -> bool:
        return self.true_or_counted(isinstance(other, int) and other < self.least)

    def __ge__(self, other: Any) -> bool:
        return self.true_or_counted(isinstance(other, int) and other <= self.least)

    def __lt__(self, other: Any) -> bool:
        return not self >= other

    def __le__(self, other: Any) -> bool:
        return not self > other

    def __bool__(self) -> bool:
        return self > 0

    def __eq__(self, other: object) -> bool:
        if type(other) is Count and other.unknowns == self.unknowns:
            return other.more == self.more
        return not self.true_or_counted(isinstance(other, int) and other < self.least)

    def __hash__(self) -> int:
        return hash((self.unknowns, self.more))

    @staticmethod
    def true_or_counted(known: bool) -> bool:
        if known:
            return True
        raise Counted

    def refuse(self, *_: Any) -> NoReturn:
        raise Counted

    __index__ = __int__ = __float__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __floordiv__ = __mod__ = refuse
    __divmod__ = __pow__ = __rpow__ = __neg__ = __str__ = __format__ = refuse


Indexes = dict[object, int]  # the index of each open number of a loop
Numbers = tuple[int, ...]


def with_number(n: Any, indexes: Indexes, numbers: Numbers) -> Any:
    """Return a number in place of a count; open numbers of another loop stay open."""
    if type(n) is int:
        return n
    still_open = tuple([unknown for unknown in n.unknowns if unknown not in indexes])
    known = n.more + sum([numbers[indexes[unknown]] for unknown in n.unknowns if unknown in indexes])
    return Count(still_open, known) if still_open else known


def with_numbers(record: Any, indexes: Indexes, numbers: Numbers) -> Any:
    """Return the record with numbers in place of its counts."""
    return record.but(pool=tuple([(token, with_number(n, indexes, numbers)) for token, n in record.pool]))


def open_numbers(amounts: Iterable[Any]) -> Numbers:
    """Return the numbers that are replaced by counts."""
    return tuple([n for n in amounts if type(n) is int and n >= LEAST])


def is_open(n: Any, indexes: Indexes) -> bool:
    return type(n) is Count and not indexes.keys().isdisjoint(n.unknowns)


def count_lazy_values(record: Any) -> int:
    return len([True for field in record if isinstance(field, LazyValue)])


Seen = dict[int, Any]  # by `id`, which is unique as long as the values are kept here


def has_hidden_count(record: Any, before: Any, seen: Seen) -> bool:
    """Return True if a count is anywhere but in the pool, where no number would replace it.

    :param seen: values that were searched and hold no count; it grows
    """
    record_pool = getattr(record, "pool", ())
    known = {id(field) for field in before if field is not before.pool}
    tokens = [token for token, _ in record_pool] if type(record_pool) is tuple else ()
    return holds_count(
        [*tokens, *(field for field in record if field is not record_pool and id(field) not in known)], seen
    )


def holds_count(values: Any, seen: Seen) -> bool:
    """Return True if a count is among these values, or inside one of them."""
    for value in values:
        kind = type(value)
        if kind is Count:
            return True
        if kind not in ATOMS and id(value) not in seen:
            if holds_count(value if isinstance(value, tuple) else content_of(value), seen):
                return True
            seen[id(value)] = value
    return False


def content_of(value: Any) -> tuple[Any, ...]:
    return (value.value,) if type(value) is Hashed else ()


# One turn of a `While`, computed once for any number of alike tokens.

Through = Callable[[Sequence, States], States]


class EndlessLoop(RuntimeError):
    """Raised if a turn of a `While` can leave its record as it was: the odds of such a loop would never end."""


def check_changed(before: Any, ends: States) -> None:
    """Check that no end of a turn equals the record before it. :raises EndlessLoop: one does"""
    for end, _ in ends:
        if end is before or (type(end) is type(before) and all(map(same_value, end, before))):
            raise EndlessLoop(f"a turn may leave {type(before).__name__} as it was, so its loop never ends")


def same_value(one: Any, other: Any) -> bool:
    """Return True if two fields are equal. A lazy value equals only itself, and is not forced."""
    return one is other or (not isinstance(one, LazyValue) and not isinstance(other, LazyValue) and bool(one == other))


class LoopEnd:
    """A record after one turn, and its chance.

    :ivar amounts: the numbers in its pool, some of which may be counts; () without an ordinary pool
    :ivar patterns: its pattern by its numbers, or the record itself if no number is at least `LEAST`
    :ivar sources: for each open number: the position of the number it comes from, and the difference. Empty if there is
        no single source.
    :ivar next_pattern: its pattern if all these numbers are open
    """

    __slots__ = ("amounts", "chance", "next_pattern", "patterns", "record", "sources")

    def __init__(self, record: Any, chance: Any, indexes: Indexes) -> None:
        self.record, self.chance = record, chance
        self.next_pattern: Pattern | None = None
        self.patterns: dict[tuple[int, ...], Any] = {}
        record_pool = getattr(record, "pool", ())
        self.amounts: tuple[Any, ...] = tuple([n for _, n in record_pool]) if type(record_pool) is tuple else ()
        open_amounts = [n for n in self.amounts if type(n) is Count or n >= LEAST]
        self.sources: tuple[tuple[int, int], ...] = ()
        if all(type(n) is Count and len(n.unknowns) == 1 and n.unknowns[0] in indexes for n in open_amounts):
            self.sources = tuple([(indexes[n.unknowns[0]], n.more) for n in open_amounts])


class Pattern:
    """A record with counts in place of numbers.

    :ivar ends: the records after one turn; () if the loop ends; None if this depends on the numbers
    :ivar forgets: True if nothing after a turn depends on the numbers
    :ivar total_chance: the chances of all records that took the turn
    :ivar counts: the tokens to count in a turn
    :ivar largest_first: True if a turn with plain numbers leaves tokens in the pool; the largest pools then go first
    """

    __slots__ = ("counts", "ends", "forgets", "largest_first", "record", "total_chance")

    def __init__(self, record: Any) -> None:
        self.record = record
        self.ends: list[LoopEnd] | tuple[()] | None = None
        self.counts: list[Callable[[], Counts]] = []
        self.total_chance: Any = 0
        self.forgets = self.largest_first = False

    def expected_counts(self) -> Counts:
        """Return the expected counts of all turns that were taken."""
        return [(kind, x * self.total_chance) for count in self.counts for kind, x in count()]


Plain = dict["Pattern | None", dict[int, States]]  # by their former pattern, by number of tokens


class Loop:
    """One `While` for many records."""

    def __init__(self, engine: Engine, node: While, through: Through) -> None:
        self.engine, self.node, self.through = engine, node, through
        self.counts: list[Count] = []
        self.indexes: Indexes = {}
        self.patterns: dict[Any, Pattern] = {}
        self.waiting: dict[int, dict[Pattern, dict[Numbers, Any]]] = {}  # by number of tokens
        self.chances_waiting: dict[Pattern, Any] = {}  # of patterns that forget their numbers
        self.plain: Plain = {}
        self.done: States = []
        self.before: frozenset[Any] = frozenset()  # the records of the plain turn before
        self.seen: Seen = {}

    def run(self, states: States) -> States:
        """Return all records in which the loop ends."""
        if not self.any_pending(states):
            return nodes.merge_lines(self.engine, states, read=True)
        for record, p in states:
            self.add(record, p)
        while self.waiting or self.chances_waiting or self.plain:
            if self.waiting:
                self.take_turns(self.waiting.pop(max(self.waiting)))
            elif self.chances_waiting:
                pattern, mass = self.chances_waiting.popitem()
                self.take_turn(pattern, (LEAST,) * len(self.counts), mass)
            else:
                self.plain_turn()
            room(len(self.done), WAITING, "records")
        self.engine.counts += [
            pattern.expected_counts for pattern in self.patterns.values() if pattern.counts and pattern.total_chance
        ]
        return nodes.merge_lines(self.engine, self.done, read=True)

    def any_pending(self, states: States) -> bool:
        """Return False if no record takes a turn, and none must be forced to know it."""
        try:
            return any(self.node.pending(record) for record, _ in states)
        except MustDealOut:
            return True

    # Records that wait for a turn

    def add(self, record: Any, p: Any) -> None:
        """Add a record that may take a turn."""
        record_pool = getattr(record, "pool", ())
        if type(record_pool) is tuple and record_pool:
            numbers = open_numbers([n for _, n in record_pool])
            if numbers and not self.engine.brute_force and not count_lazy_values(record):
                self.add_waiting(self.pattern_of(record), numbers, p)
                return
        elif type(record_pool) is LazyPool and count_lazy_values(record) == 1 and self.forces_whole_pool(record):
            self.add_each_pool(record, p)
            return
        self.add_plain(None, record, p)

    def forces_whole_pool(self, record: Any) -> bool:
        """Return True if the condition of the loop forces the pool completely."""
        try:
            self.node.pending(record)
        except MustDealOut as stopped:
            return bool(stopped.parts == record.pool.all_values)  # of this pool, and not its halves
        return False

    def add_each_pool(self, record: Any, p: Any) -> None:
        """Add every pool of a lazy pool. Pools that differ only in numbers from `LEAST` on share a pattern."""
        lazy_pool, exact = record.pool, self.engine.exact
        packed_pools, whole = lazy_pool.joint(lazy_pool.kinds, exact)
        end = LoopEnd(record.but(pool=tuple([(kind, 0) for kind in lazy_pool.kinds])), self.engine.certain, {})
        alike: dict[Numbers, list[tuple[Numbers, Any]]] = {}
        for code, ways in over(packed_pools.items(), 20, heavy=weight(whole)):
            if ways and (code or not lazy_pool.never_empty):
                numbers = digits(code, len(lazy_pool.kinds))
                alike.setdefault(tuple([n if n < LEAST else LEAST for n in numbers]), []).append((numbers, ways))
        for rows in alike.values():
            pattern = self.pattern_or_record(end, rows[0][0])
            if type(pattern) is Pattern and pattern.forgets:
                rows = [(rows[0][0], sum([ways for _, ways in rows]))]
            for numbers, ways in rows:
                self.add_end(end, numbers, p * chance(ways, whole, exact))

    def add_waiting(self, pattern: Pattern, numbers: Numbers, p: Any) -> None:
        if pattern.forgets:
            self.chances_waiting[pattern] = self.chances_waiting.get(pattern, 0) + p
            return
        rows = self.waiting.setdefault(sum(numbers), {}).setdefault(pattern, {})
        rows[numbers] = rows.get(numbers, 0) + p

    def add_plain(self, pattern: Pattern | None, record: Any, p: Any) -> None:
        self.plain.setdefault(pattern, {}).setdefault(token_count(record), []).append((record, p))

    # A turn for any number -------------------------------------------------------------------------------------------

    def pattern_of(self, record: Any) -> Pattern:
        """Return the pattern of the record, with a count for each number from `LEAST` on."""
        tokens: list[tuple[Any, Any]] = []
        index = 0
        for token, n in record.pool:
            if type(n) is int and n >= LEAST:
                if index == len(self.counts):
                    unknown = object()
                    self.counts.append(Count((unknown,)))
                    self.indexes[unknown] = index
                tokens.append((token, self.counts[index]))
                index += 1
            else:
                tokens.append((token, n))
        record = record.but(pool=tuple(tokens))
        known = self.patterns.get(record)
        if known is None:
            known = self.patterns[record] = Pattern(record)
            self.find_ends(known)
        return known

    def find_ends(self, pattern: Pattern) -> None:
        """Play one turn of the pattern and store its ends."""
        engine = self.engine
        outside, engine.counts = engine.counts, []
        engine.in_loops += 1
        try:
            if not self.node.pending(pattern.record):
                pattern.ends = ()
                return
            ends = self.through(self.node.body, [(pattern.record, engine.certain)])
            check_changed(pattern.record, ends)
            if not any(has_hidden_count(end, pattern.record, self.seen) for end, _ in ends):
                pattern.ends, pattern.counts = [LoopEnd(end, q, self.indexes) for end, q in ends], engine.counts
                pattern.forgets = not any(is_open(n, self.indexes) for end in pattern.ends for n in end.amounts)
        except (Counted, MustDealOut):
            pass
        finally:
            engine.in_loops -= 1
            engine.counts = outside

    def take_turns(self, rows: dict[Pattern, dict[Numbers, Any]]) -> None:
        """Play one turn of all these records."""
        for pattern, by_numbers in rows.items():
            if pattern.ends:
                for numbers, p in over(by_numbers.items(), 20 * len(pattern.ends)):
                    self.take_turn(pattern, numbers, p)
                continue
            for numbers, p in over(by_numbers.items(), 100):
                record = with_numbers(pattern.record, self.indexes, numbers)
                if pattern.ends is None:
                    self.add_plain(pattern, record, p)
                else:
                    self.done.append((record, p))

    def take_turn(self, pattern: Pattern, numbers: Numbers, p: Any) -> None:
        """Let a record of this pattern, with these numbers, take its turn."""
        pattern.total_chance += p
        for end in pattern.ends or ():
            if end.next_pattern:
                numbers_left = tuple([numbers[index] + more for index, more in end.sources])
                if min(numbers_left) >= LEAST:
                    self.add_waiting(end.next_pattern, numbers_left, p * end.chance)
                    continue
            self.add_end(end, tuple([with_number(n, self.indexes, numbers) for n in end.amounts]), p * end.chance)

    def add_end(self, end: LoopEnd, amounts: tuple[Any, ...], p: Any) -> None:
        """Add the record at this end with these numbers in its pool."""
        pattern = self.pattern_or_record(end, amounts)
        if type(pattern) is Pattern:
            self.add_waiting(pattern, open_numbers(amounts), p)
        else:
            self.add_plain(None, pattern, p)

    def pattern_or_record(self, end: LoopEnd, amounts: tuple[Any, ...]) -> Any:
        """Return the pattern of the end with these numbers, or the record if no number is open."""
        any_open = any(type(n) is int and n >= LEAST for n in amounts)
        key = tuple([LEAST if type(n) is int and n > LEAST else n for n in amounts]) if any_open else amounts
        result = end.patterns.get(key)
        if result is None:
            record = end.record
            if amounts:
                tokens = zip(record.pool, amounts, strict=True)
                record = record.but(pool=tuple([(token, n) for (token, _), n in tokens if type(n) is Count or n]))
            result = end.patterns[key] = self.pattern_of(record) if any_open else record
            if any_open and len(end.sources) == len(open_numbers(amounts)):
                end.next_pattern = result
        return result

    # A turn with plain numbers ---------------------------------------------------------------------------------------

    def plain_turn(self) -> None:
        """Play a turn with plain numbers: all records of a pattern, or those with the largest pools first. The others
        can then be merged with them later."""
        engine = self.engine
        pattern = max(self.plain, key=lambda pattern: max(self.plain[pattern]))
        group = self.plain[pattern]
        if pattern is None or pattern.largest_first:
            states = group.pop(max(group))
        else:
            states = [state for size in sorted(group, reverse=True) for state in group[size]]
            group.clear()
        if not group:
            del self.plain[pattern]
        unfinished, finished = engine.split_by(self.node.pending, engine.merged(states))
        self.done += finished
        if not unfinished:
            return
        engine.budget.spend(RUN)
        ends = self.through(self.node.body, unfinished)
        records = frozenset([record for record, _ in unfinished])
        if len(unfinished) == 1:
            check_changed(unfinished[0][0], ends)
        elif records == self.before:  # each of them came from one of them, so some stay for ever
            raise EndlessLoop(f"turns may leave {len(records)} records as they were, so their loop never ends")
        self.before = records
        if pattern is not None:
            pattern.largest_first = any(token_count(record) for record, _ in ends)
        for record, p in ends:
            self.add(record, p)


def token_count(record: Any) -> int:
    """Return the known number of tokens in the pool of a record."""
    record_pool = getattr(record, "pool", ())
    return sum([n for _, n in record_pool if type(n) is int]) if type(record_pool) is tuple else 0


def convert(engine: Engine, node: ConvertRules, states: States) -> States:
    """Play `nodes.convert_records`, where the pool may hold counts of tokens that the node does not take.
    :raises Counted: a rule takes tokens with a count"""
    after: States = []
    for record, p in states:
        open_tokens: list[Any] = (
            [] if type(record.pool) is LazyPool else [end for end in record.pool if type(end[1]) is Count]
        )
        if not open_tokens:
            after += nodes.convert_records(engine, node, [(record, p)])
            continue
        if any(type(token) in node.rules for token, _ in open_tokens):
            raise Counted
        rest = record.but(pool=tuple([end for end in record.pool if type(end[1]) is not Count]))
        for end, q in with_plain_pools(engine, nodes.convert_records(engine, node, [(rest, p)])):
            after.append((end.but(pool=pool(*end.pool, *open_tokens)), q))
    return engine.merged(after)
