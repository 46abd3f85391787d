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
from shoot_cli.odds.brute_force import laid_out
from shoot_cli.odds.laws import digits
from shoot_cli.odds.lazy_pools import LazyPool, Many, MustDealOut, chance
from shoot_cli.odds.outcomes import Outcomes
from shoot_cli.odds.states import Counts, States, Working

# Open numbers.

LEAST = 2  # large enough that one token less is still more than 0
ATOMS = {int, str, bool, float, type, NoneType}  # types that contain nothing


class Counted(Exception):
    """Raised if a rule needs the value of a `Count`."""


class Count:
    """An open number of tokens, plus `more`.

    :ivar of: the open numbers that are summed, each at least `LEAST`; equal numbers are the same object; sorted
    """

    __slots__ = ("more", "of")

    def __init__(self, of: tuple[object, ...], more: int = 0) -> None:
        self.of, self.more = of, more

    @property
    def least(self) -> int:
        return LEAST * len(self.of) + self.more

    def __add__(self, other: Any) -> Count:
        if isinstance(other, int):
            return Count(self.of, self.more + other)
        if type(other) is Count:
            return Count(tuple(sorted((*self.of, *other.of), key=id)), self.more + other.more)
        raise Counted

    __radd__ = __add__

    def __sub__(self, other: Any) -> Count:
        if isinstance(other, int):
            return Count(self.of, self.more - other)
        raise Counted

    def __gt__(self, other: Any) -> bool:
        return self.surely(isinstance(other, int) and other < self.least)

    def __ge__(self, other: Any) -> bool:
        return self.surely(isinstance(other, int) and other <= self.least)

    def __lt__(self, other: Any) -> bool:
        return not self >= other

    def __le__(self, other: Any) -> bool:
        return not self > other

    def __bool__(self) -> bool:
        return self > 0

    def __eq__(self, other: object) -> bool:
        if type(other) is Count and other.of == self.of:
            return other.more == self.more
        return not self.surely(isinstance(other, int) and other < self.least)

    def __hash__(self) -> int:
        return hash((self.of, self.more))

    @staticmethod
    def surely(known: bool) -> bool:
        if known:
            return True
        raise Counted

    def counted(self, *_: Any) -> NoReturn:
        raise Counted

    __index__ = __int__ = __float__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __floordiv__ = __mod__ = counted
    __divmod__ = __pow__ = __rpow__ = __neg__ = __str__ = __format__ = counted


Places = dict[object, int]  # the index of each open number of a loop
Numbers = tuple[int, ...]


def number(n: Any, places: Places, numbers: Numbers) -> Any:
    """Return a number in place of a count; open numbers of another loop stay open."""
    if type(n) is int:
        return n
    others = tuple([of for of in n.of if of not in places])
    known = n.more + sum([numbers[places[of]] for of in n.of if of in places])
    return Count(others, known) if others else known


def filled(record: Any, places: Places, numbers: Numbers) -> Any:
    """Return the record with numbers in place of its counts."""
    return record.but(pool=tuple([(token, number(n, places, numbers)) for token, n in record.pool]))


def open_numbers(lay: Iterable[Any]) -> Numbers:
    """Return the numbers that are replaced by counts."""
    return tuple([n for n in lay if type(n) is int and n >= LEAST])


def of_places(n: Any, places: Places) -> bool:
    return type(n) is Count and not places.keys().isdisjoint(n.of)


def lazy_values(record: Any) -> int:
    return len([True for field in record if isinstance(field, Many)])


Seen = dict[int, Any]  # by `id`, which is unique as long as the values are kept here


def hidden(record: Any, before: Any, seen: Seen) -> bool:
    """Return True if a count is anywhere but in the pool, where no number would replace it.

    :param seen: values that were searched and hold no count; it grows
    """
    lay = getattr(record, "pool", ())
    known = {id(field) for field in before if field is not before.pool}
    tokens = [token for token, _ in lay] if type(lay) is tuple else ()
    return holds_count([*tokens, *(field for field in record if field is not lay and id(field) not in known)], seen)


def holds_count(found: Any, seen: Seen) -> bool:
    for part in found:
        kind = type(part)
        if kind is Count:
            return True
        if kind not in ATOMS and id(part) not in seen:
            if holds_count(part if isinstance(part, tuple) else inside(part), seen):
                return True
            seen[id(part)] = part
    return False


def inside(part: Any) -> tuple[Any, ...]:
    return (part.value,) if type(part) is Hashed else ()


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
    return one is other or (not isinstance(one, Many) and not isinstance(other, Many) and bool(one == other))


class LoopEnd:
    """A record after one turn, and its chance.

    :ivar lay: the numbers in its pool, some of which may be counts; () without an ordinary pool
    :ivar shapes: its shape by its numbers, or the record itself if no number is at least `LEAST`
    :ivar from_: for each open number: the position of the number it comes from, and the difference. Empty if there is
        no single source.
    :ivar again: its shape if all these numbers are open
    """

    __slots__ = ("again", "chance", "from_", "lay", "record", "shapes")

    def __init__(self, record: Any, chance: Any, places: Places) -> None:
        self.record, self.chance = record, chance
        self.again: Shape | None = None
        self.shapes: dict[tuple[int, ...], Any] = {}
        lay = getattr(record, "pool", ())
        self.lay: tuple[Any, ...] = tuple([n for _, n in lay]) if type(lay) is tuple else ()
        counts = [n for n in self.lay if type(n) is Count or n >= LEAST]
        self.from_: tuple[tuple[int, int], ...] = ()
        if all(type(n) is Count and len(n.of) == 1 and n.of[0] in places for n in counts):
            self.from_ = tuple([(places[n.of[0]], n.more) for n in counts])


class Shape:
    """A record with counts in place of numbers.

    :ivar ends: the records after one turn; () if the loop ends; None if this depends on the numbers
    :ivar forgets: True if nothing after a turn depends on the numbers
    :ivar mass: the chances of all records that took the turn
    :ivar counts: the tokens to count in a turn
    :ivar one_size: True if a turn with plain numbers leaves tokens in the pool; the largest pools then go first
    """

    __slots__ = ("counts", "ends", "forgets", "mass", "one_size", "record")

    def __init__(self, record: Any) -> None:
        self.record = record
        self.ends: list[LoopEnd] | tuple[()] | None = None
        self.counts: list[Callable[[], Counts]] = []
        self.mass: Any = 0
        self.forgets = self.one_size = False

    def counted(self) -> Counts:
        """Return the expected counts of all turns that were taken."""
        return [(kind, x * self.mass) for count in self.counts for kind, x in count()]


Plain = dict["Shape | None", dict[int, States]]  # by their former shape, by number of tokens


class Loop:
    """One `While` for many records."""

    def __init__(self, engine: Working, node: While, through: Through) -> None:
        self.engine, self.node, self.through = engine, node, through
        self.counts: list[Count] = []
        self.places: Places = {}
        self.shapes: dict[Any, Shape] = {}
        self.waiting: dict[int, dict[Shape, dict[Numbers, Any]]] = {}  # by number of tokens
        self.masses: dict[Shape, Any] = {}  # of shapes that forget their numbers
        self.plain: Plain = {}
        self.done: States = []
        self.before: frozenset[Any] = frozenset()  # the records of the plain turn before
        self.seen: Seen = {}

    def run(self, states: States) -> States:
        if not self.any_pending(states):
            return nodes.gathered(self.engine, states, read=True)
        for s, p in states:
            self.add(s, p)
        while self.waiting or self.masses or self.plain:
            if self.waiting:
                self.turn(self.waiting.pop(max(self.waiting)))
            elif self.masses:
                shape, mass = self.masses.popitem()
                self.take(shape, (LEAST,) * len(self.counts), mass)
            else:
                self.plain_turn()
            room(len(self.done), WAITING, "records")
        self.engine.counts += [shape.counted for shape in self.shapes.values() if shape.counts and shape.mass]
        return nodes.gathered(self.engine, self.done, read=True)

    def any_pending(self, states: States) -> bool:
        """Return False if no record takes a turn, and none must be forced to know it."""
        try:
            return any(self.node.pending(s) for s, _ in states)
        except MustDealOut:
            return True

    # Records that wait for a turn

    def add(self, record: Any, p: Any) -> None:
        """Add a record that may take a turn."""
        lay = getattr(record, "pool", ())
        if type(lay) is tuple and lay:
            numbers = open_numbers([n for _, n in lay])
            if numbers and not self.engine.brute_force and not lazy_values(record):
                self.wait(self.shape(record), numbers, p)
                return
        elif type(lay) is LazyPool and lazy_values(record) == 1 and self.dealt(record):
            self.spread(record, p)
            return
        self.set_apart(None, record, p)

    def dealt(self, record: Any) -> bool:
        """Return True if the condition of the loop forces the pool completely."""
        try:
            self.node.pending(record)
        except MustDealOut as touched:
            return bool(touched.parts == record.pool.each)  # of this pool, and not its halves
        return False

    def spread(self, record: Any, p: Any) -> None:
        """Add every pool of a lazy pool. Pools that differ only in numbers from `LEAST` on share a shape."""
        many, exact = record.pool, self.engine.exact
        found, whole = many.joint(many.kinds, exact)
        end = LoopEnd(record.but(pool=tuple([(kind, 0) for kind in many.kinds])), self.engine.one, {})
        alike: dict[Numbers, list[tuple[Numbers, Any]]] = {}
        for code, x in over(found.items(), 20, heavy=weight(whole)):
            if x and (code or not many.some):
                numbers = digits(code, len(many.kinds))
                alike.setdefault(tuple([n if n < LEAST else LEAST for n in numbers]), []).append((numbers, x))
        for rows in alike.values():
            shape = self.arrived(end, rows[0][0])
            if type(shape) is Shape and shape.forgets:
                rows = [(rows[0][0], sum([x for _, x in rows]))]
            for numbers, x in rows:
                self.arrive(end, numbers, p * chance(x, whole, exact))

    def wait(self, shape: Shape, numbers: Numbers, p: Any) -> None:
        if shape.forgets:
            self.masses[shape] = self.masses.get(shape, 0) + p
            return
        rows = self.waiting.setdefault(sum(numbers), {}).setdefault(shape, {})
        rows[numbers] = rows.get(numbers, 0) + p

    def set_apart(self, shape: Shape | None, record: Any, p: Any) -> None:
        self.plain.setdefault(shape, {}).setdefault(token_count(record), []).append((record, p))

    # A turn for any number -------------------------------------------------------------------------------------------

    def shape(self, record: Any) -> Shape:
        """Return the shape of the record, with a count for each number from `LEAST` on."""
        after: list[tuple[Any, Any]] = []
        place = 0
        for token, n in record.pool:
            if type(n) is int and n >= LEAST:
                if place == len(self.counts):
                    of = object()
                    self.counts.append(Count((of,)))
                    self.places[of] = place
                after.append((token, self.counts[place]))
                place += 1
            else:
                after.append((token, n))
        record = record.but(pool=tuple(after))
        found = self.shapes.get(record)
        if found is None:
            found = self.shapes[record] = Shape(record)
            self.learn(found)
        return found

    def learn(self, shape: Shape) -> None:
        """Play one turn of the shape and store its ends."""
        engine = self.engine
        outside, engine.counts = engine.counts, []
        engine.open += 1
        try:
            if not self.node.pending(shape.record):
                shape.ends = ()
                return
            ends = self.through(self.node.body, [(shape.record, engine.one)])
            check_changed(shape.record, ends)
            if not any(hidden(end, shape.record, self.seen) for end, _ in ends):
                shape.ends, shape.counts = [LoopEnd(end, q, self.places) for end, q in ends], engine.counts
                shape.forgets = not any(of_places(n, self.places) for end in shape.ends for n in end.lay)
        except (Counted, MustDealOut):
            pass
        finally:
            engine.open -= 1
            engine.counts = outside

    def turn(self, rows: dict[Shape, dict[Numbers, Any]]) -> None:
        """Play one turn of all these records."""
        for shape, by_numbers in rows.items():
            if shape.ends:
                for numbers, p in over(by_numbers.items(), 20 * len(shape.ends)):
                    self.take(shape, numbers, p)
                continue
            for numbers, p in over(by_numbers.items(), 100):
                record = filled(shape.record, self.places, numbers)
                if shape.ends is None:
                    self.set_apart(shape, record, p)
                else:
                    self.done.append((record, p))

    def take(self, shape: Shape, numbers: Numbers, p: Any) -> None:
        shape.mass += p
        for end in shape.ends or ():
            if end.again:
                left = tuple([numbers[place] + more for place, more in end.from_])
                if min(left) >= LEAST:
                    self.wait(end.again, left, p * end.chance)
                    continue
            self.arrive(end, tuple([number(n, self.places, numbers) for n in end.lay]), p * end.chance)

    def arrive(self, end: LoopEnd, lay: tuple[Any, ...], p: Any) -> None:
        """Add the record at this end with these numbers in its pool."""
        found = self.arrived(end, lay)
        if type(found) is Shape:
            self.wait(found, open_numbers(lay), p)
        else:
            self.set_apart(None, found, p)

    def arrived(self, end: LoopEnd, lay: tuple[Any, ...]) -> Any:
        """Return the shape of the end with these numbers, or the record if no number is open."""
        many = any(type(n) is int and n >= LEAST for n in lay)
        key = tuple([LEAST if type(n) is int and n > LEAST else n for n in lay]) if many else lay
        found = end.shapes.get(key)
        if found is None:
            record = end.record
            if lay:
                tokens = zip(record.pool, lay, strict=True)
                record = record.but(pool=tuple([(token, n) for (token, _), n in tokens if type(n) is Count or n]))
            found = end.shapes[key] = self.shape(record) if many else record
            if many and len(end.from_) == len(open_numbers(lay)):
                end.again = found
        return found

    # A turn with plain numbers ---------------------------------------------------------------------------------------

    def plain_turn(self) -> None:
        """Play a turn with plain numbers: all records of a shape, or those with the largest pools first. The others can
        then be merged with them later."""
        engine = self.engine
        shape = max(self.plain, key=lambda shape: max(self.plain[shape]))
        group = self.plain[shape]
        if shape is None or shape.one_size:
            now = group.pop(max(group))
        else:
            now = [state for size in sorted(group, reverse=True) for state in group[size]]
            group.clear()
        if not group:
            del self.plain[shape]
        more, ready = engine.asked(self.node.pending, engine.merged(now))
        self.done += ready
        if not more:
            return
        engine.budget.spend(RUN)
        ends = self.through(self.node.body, more)
        records = frozenset([record for record, _ in more])
        if len(more) == 1:
            check_changed(more[0][0], ends)
        elif records == self.before:  # each of them came from one of them, so some stay for ever
            raise EndlessLoop(f"turns may leave {len(records)} records as they were, so their loop never ends")
        self.before = records
        if shape is not None:
            shape.one_size = any(token_count(record) for record, _ in ends)
        for record, p in ends:
            self.add(record, p)


def token_count(record: Any) -> int:
    """Return the known number of tokens in the pool of a record."""
    found = getattr(record, "pool", ())
    return sum([n for _, n in found if type(n) is int]) if type(found) is tuple else 0


def convert(engine: Working, node: Outcomes, states: States) -> States:
    """Play `nodes.convert_records`, where the pool may hold counts of tokens that the node does not take.
    :raises Counted: a rule takes tokens with a count"""
    after: States = []
    for s, p in states:
        lay: list[Any] = [] if type(s.pool) is LazyPool else [end for end in s.pool if type(end[1]) is Count]
        if not lay:
            after += nodes.convert_records(engine, node, [(s, p)])
            continue
        if any(type(token) in node.rules for token, _ in lay):
            raise Counted
        rest = s.but(pool=tuple([end for end in s.pool if type(end[1]) is not Count]))
        for end, q in laid_out(engine, nodes.convert_records(engine, node, [(rest, p)])):
            after.append((end.but(pool=pool(*end.pool, *lay)), q))
    return engine.merged(after)
