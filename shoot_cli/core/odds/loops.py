"""Going round a `While`: what one turn does to one of many alike tokens is worked out once for any number of them.

A squadron takes its hits one by one. What a hit does hangs on the vehicles that stand there, not on how many hits are
still to come. So a turn is played with a `Count` in the place of each number in the pool, which stands for any number
from ``LEAST`` on: it can be added to, and told from nothing. Then only chances go from record to record, for every
number at once. A turn that wants to know how many there are (`Counted`) is played with plain numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shoot_cli.core.budget import RUN, WAITING, over, room, weight
from shoot_cli.core.odds import algebra
from shoot_cli.core.odds.brute_force import laid_out
from shoot_cli.core.odds.counts import (
    LEAST,
    Count,
    Counted,
    Numbers,
    Places,
    Seen,
    filled,
    hidden,
    number,
    of_places,
    open_numbers,
)
from shoot_cli.core.odds.law import digits
from shoot_cli.core.odds.lazy import LazyPool, Many, MustDealOut, chance
from shoot_cli.core.odds.outcome import Outcomes
from shoot_cli.core.odds.working import Counts, States, Working
from shoot_cli.core.pools import pool
from shoot_cli.core.sequence import Sequence, While

Through = Callable[[Sequence, States], States]


class LoopEnd:
    """A record after one turn, and its chance.

    :ivar lay: the numbers in its pool, of which some may be counts; () if it has none, or stands for many
    :ivar shapes: its shape, or itself if it has no number from ``LEAST`` on, by its numbers: those are alike there
    :ivar from_: if each number that can be open in it comes from one, the place of that, and how many more; or ()
    :ivar again: its shape if all of them are open
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
    """A record with counts in the place of numbers.

    :ivar ends: after one turn; () if there is none to take; None if that hangs on the numbers
    :ivar forgets: nothing after a turn hangs on the numbers
    :ivar mass: the chances of all that took the turn
    :ivar counts: what is to be counted in a turn
    :ivar one_size: with plain numbers, a turn leaves some of what it found: most of it goes first
    """

    __slots__ = ("counts", "ends", "forgets", "mass", "one_size", "record")

    def __init__(self, record: Any) -> None:
        self.record = record
        self.ends: list[LoopEnd] | tuple[()] | None = None
        self.counts: list[Callable[[], Counts]] = []
        self.mass: Any = 0
        self.forgets = self.one_size = False

    def counted(self) -> Counts:
        """What all turns that were taken are expected to come to."""
        return [(kind, x * self.mass) for count in self.counts for kind, x in count()]


Plain = dict["Shape | None", dict[int, States]]  # by the shape they had, by how many tokens lie there


class Loop:
    """One `While`, for many records."""

    def __init__(self, engine: Working, node: While, through: Through) -> None:
        self.engine, self.node, self.through = engine, node, through
        self.counts: list[Count] = []
        self.places: Places = {}
        self.shapes: dict[Any, Shape] = {}
        self.waiting: dict[int, dict[Shape, dict[Numbers, Any]]] = {}  # by how many tokens lie there
        self.masses: dict[Shape, Any] = {}  # of those that forget their numbers
        self.plain: Plain = {}
        self.done: States = []
        self.seen: Seen = {}

    def run(self, states: States) -> States:
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
        return self.engine.merged(self.done)

    # Who waits for a turn --------------------------------------------------------------------------------------------

    def add(self, record: Any, p: Any) -> None:
        """A record that may take a turn."""
        lay = getattr(record, "pool", ())
        if not self.engine.brute_force:
            many = [field for field in record if isinstance(field, Many)]
            if type(lay) is tuple and not many:
                numbers = open_numbers([n for _, n in lay])
                if numbers:
                    self.wait(self.shape(record), numbers, p)
                    return
            elif type(lay) is LazyPool and len(many) == 1 and self.dealt(record):
                self.spread(record, p)
                return
        self.set_apart(None, record, p)

    def dealt(self, record: Any) -> bool:
        """True if the condition of the loop tells all pools apart."""
        try:
            self.node.pending(record)
        except MustDealOut as touched:
            return touched.many is record.pool and touched.parts == record.pool.each
        return False

    def spread(self, record: Any, p: Any) -> None:
        """Every pool that the record's pool stands for: alike where they differ in numbers from ``LEAST`` on."""
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
        """The record with a count for each number from ``LEAST`` on."""
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
        """What a turn does to it."""
        engine = self.engine
        outside, engine.counts = engine.counts, []
        engine.open += 1
        try:
            if not self.node.pending(shape.record):
                shape.ends = ()
                return
            ends = self.through(self.node.body, [(shape.record, engine.one)])
            if not any(hidden(end, shape.record, self.seen) for end, _ in ends):
                shape.ends, shape.counts = [LoopEnd(end, q, self.places) for end, q in ends], engine.counts
                shape.forgets = not any(of_places(n, self.places) for end in shape.ends for n in end.lay)
        except (Counted, MustDealOut):
            pass
        finally:
            engine.open -= 1
            engine.counts = outside

    def turn(self, rows: dict[Shape, dict[Numbers, Any]]) -> None:
        """One turn of all of these."""
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
        """It has come to this, with these numbers in its pool."""
        found = self.arrived(end, lay)
        if type(found) is Shape:
            self.wait(found, open_numbers(lay), p)
        else:
            self.set_apart(None, found, p)

    def arrived(self, end: LoopEnd, lay: tuple[Any, ...]) -> Any:
        """The shape it has then, or the record if none of its numbers is left open."""
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
        """With plain numbers: of one shape all of them together, or those with most in the pool first, so that they
        catch up with those that began with less."""
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
        if shape is not None:
            shape.one_size = any(token_count(record) for record, _ in ends)
        for record, p in ends:
            self.add(record, p)


def token_count(record: Any) -> int:
    """How many tokens lie in the pool of a record, as far as it is known."""
    found = getattr(record, "pool", ())
    return sum([n for _, n in found if type(n) is int]) if type(found) is tuple else 0


def convert(engine: Working, node: Outcomes, states: States) -> States:
    """As `algebra.convert`, where there may be counts of tokens that no rule of the node takes.

    :raises Counted: a rule takes them
    """
    after: States = []
    for s, p in states:
        lay: list[Any] = [] if type(s.pool) is LazyPool else [end for end in s.pool if type(end[1]) is Count]
        if not lay:
            after += algebra.convert_records(engine, node, [(s, p)])
            continue
        if any(type(token) in node.rules for token, _ in lay):
            raise Counted
        rest = s.but(pool=tuple([end for end in s.pool if type(end[1]) is not Count]))
        for end, q in laid_out(engine, algebra.convert_records(engine, node, [(rest, p)])):
            after.append((end.but(pool=pool(*end.pool, *lay)), q))
    return engine.merged(after)
