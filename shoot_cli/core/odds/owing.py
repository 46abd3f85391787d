"""`SetAside`: tokens that wait while others of the same pools go down the line, and nobody looks how many they are.

What waits and where the line stands then hang together. The record keeps both open: of pools the kinds that lie in one
field (`PoolShare`), of the line what is still to go down it (`PendingLine`). Once nothing of these pools waits any
more, all of it goes down the line at one go. Who looks before makes the engine deal all of them out, together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from shoot_cli.core.budget import RECORDS, over, room
from shoot_cli.core.odds import algebra
from shoot_cli.core.odds.algebra import branches_of, places_of, struck
from shoot_cli.core.odds.allocation import Allocated, dense, lines, meet, one_of_several, whole_numbers
from shoot_cli.core.odds.damage import Effects, Sparse, effects_of
from shoot_cli.core.odds.forking import NeedsAllDice
from shoot_cli.core.odds.in_turn import Flow, Part, Rows, in_turn, independent, numbered
from shoot_cli.core.odds.law import BITS, Law, Ways, substituted
from shoot_cli.core.odds.lazy import DependentValue, LazyPool, Lines, MustDealOut
from shoot_cli.core.odds.working import DIFFERENT, States, Working
from shoot_cli.core.pools import Rank, wounds
from shoot_cli.core.pools import pool as as_pool
from shoot_cli.core.sequence import Allocate
from shoot_cli.core.waiting import PutBack, SetAside

Kinds = tuple[Any, ...]
Lots = tuple[tuple[LazyPool, Kinds], ...]  # pools, and which of their kinds are meant


class PoolShare(DependentValue):
    """Some kinds of tokens of pools that stand for many; another field of the record has others of the same."""

    __slots__ = ("lots",)

    def __init__(self, lots: Lots) -> None:
        self.lots = lots

    def dealt_out(self, engine: Any, record: Any, p: Any) -> States:
        return dealt_out(engine, record, p)


class PendingLine(DependentValue):
    """The line after tokens have gone down it, of which others of the same pools wait elsewhere.

    :ivar start: the line before
    :ivar queue: what has gone down it, in order
    :ivar lots: the same as kinds of pools
    """

    __slots__ = ("lots", "node", "queue", "ranks", "reach", "start")

    def __init__(self, start: Any, node: Allocate, queue: Kinds, lots: Lots) -> None:
        self.start, self.node, self.queue, self.lots = start, node, queue, lots
        self.ranks: tuple[Rank, ...] = start.ranks
        self.reach: int | None = start.reach

    @property
    def wounds(self) -> int:
        return wounds(self.ranks)

    def drawn_up(self) -> tuple[Rank, ...]:
        return self.ranks

    def dealt_out(self, engine: Any, record: Any, p: Any) -> States:
        return dealt_out(engine, record, p)


# Setting aside -------------------------------------------------------------------------------------------------------


def set_aside(engine: Working, node: SetAside, states: States) -> States:
    after: States = []
    for s, p in states:
        lots = lots_of(engine, s.pool)
        waiting = chosen(lots, lambda token: type(token) in node.kinds)
        if not waiting:
            after.append((s, p))
        elif type(s.pool) is tuple and type(getattr(s, node.into)) is tuple:
            after.append((node(s, engine.table), p))
        else:
            here = chosen(lots, lambda token: type(token) not in node.kinds)
            late = PoolShare((*lots_of(engine, getattr(s, node.into)), *waiting))
            after.append((s.but(pool=PoolShare(here) if here else (), **{node.into: late}), p))
    return after


def put_back(engine: Working, node: PutBack, states: States) -> States:
    after: States = []
    for s, p in states:
        waiting = getattr(s, node.of)
        if type(waiting) is tuple and (not waiting or type(s.pool) is tuple):
            after.append((node(s, engine.table), p))
        else:
            lots = *lots_of(engine, s.pool), *lots_of(engine, waiting)
            after.append((s.but(pool=PoolShare(lots), **{node.of: ()}), p))
    return after


def lots_of(engine: Working, tokens: Any) -> Lots:
    """Whatever stands for tokens, as kinds of pools."""
    if type(tokens) is PoolShare:
        return tokens.lots
    if type(tokens) is LazyPool:
        return ((tokens, tokens.kinds),)
    kinds = tuple([token for token, _ in tokens])
    return ((LazyPool(kinds, branches_of(engine, tokens)), kinds),) if kinds else ()


def chosen(lots: Lots, wanted: Callable[[Any], bool]) -> Lots:
    """Those of some kinds."""
    found = [(pool, tuple([token for token in kinds if wanted(token)])) for pool, kinds in lots]
    return tuple([(pool, kinds) for pool, kinds in found if kinds])


# Down the line -------------------------------------------------------------------------------------------------------


def allocate(engine: Working, node: Allocate, states: States) -> States:
    """Those of whom something waits elsewhere are put off, or all that was put off is done with them."""
    tangled = [isinstance(s.pool, DependentValue) or isinstance(s.line, DependentValue) for s, _ in states]
    if not any(tangled):
        return algebra.allocate(engine, node, states)
    after: States = []
    others: States = []
    for (s, p), put_off in zip(states, tangled, strict=True):
        if not put_off:
            others.append((s, p))
        elif type(s.pool) is tuple and not s.pool:
            after.append((s, p))
        else:
            try:
                after.append(go_on(engine, node, s, p))
            except (NeedsAllDice, MustDealOut):
                others += dealt_out(engine, s, p)
    return after + algebra.allocate(engine, node, others) if others else after


def go_on(engine: Working, node: Allocate, s: Any, p: Any) -> tuple[Any, Any]:
    """What has to go down the line now joins what has to before it.

    :raises NeedsAllDice, Forced: it has to be dealt out
    """
    line = s.line
    lots = chosen(lots_of(engine, s.pool), lambda token: type(token) in node.rules)
    kinds = tuple(dict.fromkeys(token for _, kinds in lots for token in kinds))
    if not kinds or not wounds(line.ranks):
        return s.but(pool=()), p
    before = (line.start, line.queue, line.lots) if type(line) is PendingLine else (line, (), ())
    if line.reach is not None or (type(line) is PendingLine and line.node is not node) or {*kinds} & {*before[1]}:
        raise NeedsAllDice("it meets the line in another way")
    if len(kinds) > 1:
        kinds = tuple(engine.table.first(False, node.order, s, kinds))
        if engine.table.path:
            raise NeedsAllDice("the order hangs on dice")
    effects_of(node, kinds, line.ranks, True, engine.table)
    owed = PendingLine(before[0], node, (*before[1], *kinds), (*before[2], *lots))
    elsewhere = [pool for field in s if type(field) is PoolShare and field is not s.pool for pool, _ in field.lots]
    s = s.but(pool=(), line=owed)
    return (s, p) if any(pool in elsewhere for pool, _ in owed.lots) else (s.but(line=at_last(engine, owed, p)), p)


def at_last(engine: Working, owed: PendingLine, p: Any) -> Any:
    """The line after all of it."""
    against = effects_of(owed.node, owed.queue, owed.ranks, True, engine.table)
    if not against.effects:
        return owed.start
    pools = pools_of(owed.lots)
    start = places_of(engine, owed.start)
    alone = against.sums is not None or len(against.effects) == 1
    if alone and all(len(pool.branches) == 1 for pool in pools):  # only how many they are together counts
        factors = tuple([factor for pool in pools for factor in pool.branches[0][1]])
        met = meet(against, [(LazyPool((), [(engine.one, factors)]), start)], False, engine.exact)
    elif len(pools) == 1 and one_of_several(pools[0].branches, against.thinner, len(against.effects), engine.exact):
        met = meet(against, [(pools[0], start)], False, engine.exact)
    else:
        rows, whole, flows = gone(engine, against, pools, {}, start)
        met = Allocated(rows[0], {}, whole, lambda: flows)
    if owed.node.counted:
        engine.counts.append(lambda: struck(engine, met, p))
    line, _ = lines(owed.ranks, owed.reach, met, engine.exact)
    return line


def pools_of(lots: Iterable[tuple[LazyPool, Kinds]]) -> list[LazyPool]:
    return [*{id(pool): pool for pool, _ in lots}.values()]


Left = dict[tuple[int, Any], int]  # the place of a kind of a pool, by the id of the pool, among all that are left over


def gone(
    engine: Working, against: Effects | None, pools: list[LazyPool], left: Left, start: Sparse
) -> tuple[Rows, int, list[Flow]]:
    """These pools down the line, whatever of them is left over."""
    effects, scale = against.effects if against else [], 1
    if engine.exact:
        start, scale = whole_numbers(start)
    places = dense(start, effects[0].size if effects else start[-1][0])
    parts: list[Part] = []
    for pool in pools:
        kept = {token: len(effects) + place for (of, token), place in left.items() if of == id(pool)}
        coded = partial(packed, against, kept)
        parts += [(branches, coded) for branches in independent(pool.branches)]
    return in_turn(effects, parts, len(effects) + len(left), places, scale, engine.exact)


def packed(against: Effects | None, kept: dict[Any, int], law: Law) -> tuple[Ways, int]:
    """The law of one, each token replaced by what it does or kept; others are forgotten."""
    if not kept and against:
        return against.thinner(law)
    laws: list[tuple[int, tuple[Ways, int]]] = []
    for place, token in enumerate(law.kinds):
        if token in kept:
            laws.append((place, ({1 << BITS * kept[token]: 1}, 1)))
        elif against and (does := against.acts(token)):
            laws.append((place, does))
    return substituted(law.ways, law.all, laws)


def dealt_out(engine: Working, record: Any, p: Any) -> States:
    """A record for each number of what waits, with the lines that go with it."""
    shares = [(at, field) for at, field in enumerate(record) if type(field) is PoolShare]
    left: Left = {}
    for _, share in shares:
        for pool, kinds in share.lots:
            for token in kinds:
                left.setdefault((id(pool), token), len(left))
    lots = [lot for _, share in shares for lot in share.lots]
    line, against, start = record.line, None, [(0, engine.one)]
    if type(line) is PendingLine:
        against, start = (
            effects_of(line.node, line.queue, line.ranks, True, engine.table),
            places_of(engine, line.start),
        )
        lots += line.lots
    rows, whole, flows = gone(engine, against, pools_of(lots), left, start)
    if type(line) is PendingLine and line.node.counted:
        met = Allocated([], {}, whole, lambda: flows)
        engine.counts.append(lambda: struck(engine, met, p))
    after: States = []
    first = len(against.effects) if against else 0
    for code, row in over(rows.items(), 100):
        if not (total := sum(row)):
            continue
        values: dict[str, Any] = {}
        for at, share in shares:
            numbers = [(token, left[id(pool), token]) for pool, kinds in share.lots for token in kinds]
            ends = [(token, numbered(code, first + place)) for token, place in numbers]
            values[record.fields[at - 1]] = as_pool(*ends)
        if type(line) is PendingLine:
            chances = row if engine.exact else [x / total for x in row]
            values["line"] = Lines(line.ranks, line.reach, chances, total if engine.exact else 1)
        after.append((record.but(**values), p * (engine.ratio(total, whole) if engine.exact else total)))
    room(len(after), RECORDS, DIFFERENT)
    return after
