"""`SetAside`, `PutBack` and `TakeOut` for lazy pools."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from math import comb
from typing import Any

from shoot_cli.engine.budget import RECORDS, RUN, over, room
from shoot_cli.engine.pools import Rank, wounds
from shoot_cli.engine.pools import pool as as_pool
from shoot_cli.engine.sequence import Allocate, PutBack, SetAside, TakeOut
from shoot_cli.engine.table import Table
from shoot_cli.odds import nodes
from shoot_cli.odds.allocation import Allocated, Flow, dense, in_turn, independent, lines, meet, whole_numbers
from shoot_cli.odds.damage import Effects, Sparse, effects_of, tallied
from shoot_cli.odds.first_few import still
from shoot_cli.odds.forking_table import NeedsAllDice, remembered
from shoot_cli.odds.laws import BITS, Branch, Factors, Law, Ways, substituted, unpacked
from shoot_cli.odds.lazy_pools import DependentValue, LazyPool, Lines, Many, MustDealOut, Parts, holds, replacing
from shoot_cli.odds.nodes import alike_but_for_pools, branches_of, places_of, pool_of_branches
from shoot_cli.odds.outcomes import NeedsAll, Outcomes, Turns, composed
from shoot_cli.odds.shared_kinds import Part, Rows, numbered
from shoot_cli.odds.states import DIFFERENT, States, Working

# `SetAside`: tokens wait while others of the same pools meet the line. Their numbers stay unread. When nothing waits
# any more, all tokens are allocated together. If a rule reads the pools earlier, every combination is listed.

Kinds = tuple[Any, ...]
Lots = tuple[tuple[LazyPool, Kinds], ...]  # pools, and the kinds of them that are meant


class PoolShare(DependentValue):
    """Some kinds of tokens of lazy pools; other kinds of the same pools are in another field of the record."""

    __slots__ = ("lots",)

    def __init__(self, lots: Lots) -> None:
        self.lots = lots

    def dealt_out(self, engine: Any, record: Any, p: Any) -> States:
        return dealt_out(engine, record, p)

    def converted(self, engine: Any, node: Outcomes, record: Any, p: Any) -> Any:
        return converted(engine, node, record, p)


class PendingLine(DependentValue):
    """The line after tokens met it, while other tokens of the same pools wait elsewhere.

    :ivar start: the line before the allocation
    :ivar queue: the tokens that met the line, in order
    :ivar lots: the same tokens as kinds of pools
    """

    __slots__ = ("lots", "node", "queue", "ranks", "reach", "start")

    def __init__(self, start: Any, node: Allocate, queue: Kinds, lots: Lots) -> None:
        self.start, self.node, self.queue, self.lots = start, node, queue, lots
        self.ranks: tuple[Rank, ...] = start.ranks
        self.reach: int | None = start.reach

    @property
    def wounds(self) -> int:
        return wounds(self.ranks)

    def known_ranks(self) -> tuple[Rank, ...]:
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


def converted(engine: Working, node: Outcomes, record: Any, p: Any) -> Any:
    """Return the record with the tokens of its pool converted, while others of the same pools wait elsewhere. Return
    None if a rule must see all dice, or if it makes tokens of a kind that waits."""
    if node.all_at_once:
        return None
    after: dict[LazyPool, tuple[LazyPool, Kinds]] = {}  # the pools, and what their tokens here become
    taken: list[tuple[LazyPool, dict[Any, Turns]]] = []
    for pool, kinds in record.pool.lots:
        try:
            turns = {kind: node.turns(kind, engine.table) for kind in kinds}
        except NeedsAll:
            return None
        made = tuple(dict.fromkeys([kind for turn in turns.values() for law, _ in turn.factors for kind in law.kinds]))
        others = {kind for _, factors in pool.branches for law, _ in factors for kind in law.kinds if kind not in turns}
        if pool in after or holds(record, pool) or not others.isdisjoint(made):
            return None
        branches: list[Branch] = []
        for q, factors in over(pool.branches, RUN):
            new = [(composed(law, *[turns.get(kind) or still(kind) for kind in law.kinds]), n) for law, n in factors]
            nodes.check_size(new)
            branches.append((q, tuple(new)))
        rest = [kind for kind in pool.kinds if kind not in turns]
        after[pool] = LazyPool((*made, *rest), branches), made
        taken.append((pool, turns))
    counts = [partial(nodes.average_tokens_of_kinds, engine, pool, turns, p) for pool, turns in taken]
    engine.counts.append(lambda: nodes.averages(engine, node, [row for count in counts for row in count()]))
    here = record.pool

    def moved(field: PoolShare | PendingLine) -> Lots:
        known = [(after.get(pool, (pool, ()))[0], pool, kinds) for pool, kinds in field.lots]
        lots = [(pool, after[before][1] if field is here else kinds) for pool, before, kinds in known]
        return tuple([(pool, kinds) for pool, kinds in lots if kinds])

    changed: dict[str, Any] = {}
    for name, field in zip(record.fields, record[1:], strict=True):
        if type(field) is PoolShare:
            lots = moved(field)
            changed[name] = PoolShare(lots) if lots else ()
        elif type(field) is PendingLine:
            changed[name] = PendingLine(field.start, field.node, field.queue, moved(field))
    return record.but(**changed)


def lots_of(engine: Working, tokens: Any) -> Lots:
    """Return tokens in any form as kinds of pools."""
    if type(tokens) is PoolShare:
        return tokens.lots
    if type(tokens) is LazyPool:
        return ((tokens, tokens.kinds),)
    kinds = tuple([token for token, _ in tokens])
    return ((LazyPool(kinds, branches_of(engine, tokens)), kinds),) if kinds else ()


def chosen(lots: Lots, wanted: Callable[[Any], bool]) -> Lots:
    """Return only the wanted kinds."""
    found = [(pool, tuple([token for token in kinds if wanted(token)])) for pool, kinds in lots]
    return tuple([(pool, kinds) for pool, kinds in found if kinds])


# Allocation -----------------------------------------------------------------------------------------------------------


def allocate(engine: Working, node: Allocate, states: States) -> States:
    """Allocate. Records with tokens that wait elsewhere are postponed, or all postponed tokens are allocated now."""
    tangled = [isinstance(s.pool, DependentValue) or isinstance(s.line, DependentValue) for s, _ in states]
    if not any(tangled):
        return nodes.allocate(engine, node, states)
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
    return after + nodes.allocate(engine, node, others) if others else after


def go_on(engine: Working, node: Allocate, s: Any, p: Any) -> tuple[Any, Any]:
    """Add the tokens of the pool to those that are postponed for the line.
    :raises NeedsAllDice, MustDealOut: the record must be forced"""
    line = s.line
    lots = chosen(lots_of(engine, s.pool), lambda token: type(token) in node.rules)
    kinds = tuple(dict.fromkeys(token for _, kinds in lots for token in kinds))
    if not kinds or not wounds(line.ranks):
        return s.but(pool=()), p
    before = (line.start, line.queue, line.lots) if type(line) is PendingLine else (line, (), ())
    if node.rights(s):
        raise NeedsAllDice("a token may use up a right of others that wait")
    if line.reach is not None or (type(line) is PendingLine and line.node is not node) or {*kinds} & {*before[1]}:
        raise NeedsAllDice("it meets the line in another way")
    if len(kinds) > 1:
        kinds = tuple(engine.table.first(False, node.order, s, kinds))
        if engine.table.path:
            raise NeedsAllDice("the order hangs on dice")
    effects_of(node, kinds, line.ranks, True, engine.table)
    engine.learn_unsaved(node, kinds, s)
    owed = PendingLine(before[0], node, (*before[1], *kinds), (*before[2], *lots))
    elsewhere = [pool for field in s if type(field) is PoolShare and field is not s.pool for pool, _ in field.lots]
    s = s.but(pool=(), line=owed)
    return (s, p) if any(pool in elsewhere for pool, _ in owed.lots) else (s.but(line=at_last(engine, owed, p)), p)


def at_last(engine: Working, owed: PendingLine, p: Any) -> Any:
    """Return the line after all postponed tokens met it."""
    against = effects_of(owed.node, owed.queue, owed.ranks, True, engine.table)
    if not against.effects:
        return owed.start
    pools = pools_of(owed.lots)
    start = places_of(engine, owed.start)
    alone = against.sums is not None or len(against.effects) == 1
    if alone and all(len(pool.branches) == 1 for pool in pools):  # only their total number counts
        factors = tuple([factor for pool in pools for factor in pool.branches[0][1]])
        met = meet(against, [(LazyPool((), [(engine.one, factors)]), start)], False, engine.exact)
    else:
        rows, whole, flows = gone(engine, against, pools, {}, start)
        met = Allocated(rows[0], {}, whole, lambda: flows)
    if owed.node.counted:
        waiting = [(pool, p) for pool in pools]
        engine.counts.append(lambda: nodes.expected_unsaved(engine, owed.queue, waiting, met, p))
    line, _ = lines(owed.ranks, owed.reach, met, engine.exact)
    return line


def pools_of(lots: Iterable[tuple[LazyPool, Kinds]]) -> list[LazyPool]:
    return [*{id(pool): pool for pool, _ in lots}.values()]


Left = dict[tuple[int, Any], int]  # the index of each left-over kind, by the id of its pool


def gone(
    engine: Working, against: Effects | None, pools: list[LazyPool], left: Left, start: Sparse
) -> tuple[Rows, int, list[Flow]]:
    """Allocate these pools, for every number of tokens that `left` keeps."""
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
    """Return the law with each token replaced by its effect or kept; other tokens are dropped."""
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
    """Return a record for each number of waiting tokens, with the lines that go with it."""
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
        met, waiting = Allocated([], {}, whole, lambda: flows), [(pool, p) for pool in pools_of(line.lots)]
        engine.counts.append(lambda: nodes.expected_unsaved(engine, line.queue, waiting, met, p))
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


# `TakeOut` for many records together. Records stay together unless the step treats them differently.

NOISE = 1e-14  # a rounding error in floats that counts as 0
PLAYED_ONE_BY_ONE = 2  # up to this many numbers of tokens are played one by one, even if the step treats them equally
SPLITS, SHARED = 200_000, "ways to set some aside"
Weights = dict[Factors, Any]  # the pool that is left, and its chance, which may be negative


class PoolInspected(Exception):
    """Raised if the step reads the rest of the pool."""


class Rest(Many):
    """A lazy value for everything that is left in the pool."""

    def each(self, exact: bool) -> Parts:
        raise PoolInspected

    halves = each


REST = Rest()


def take_out(engine: Working, node: TakeOut, states: States) -> States:
    """Run the step once for each number of tokens; the rest of the pool stays lazy."""
    after: States = []
    todo: States = [*states]
    known: dict[Any, Any] = {}  # records with the same pool share its rest
    for s, p in todo:
        if type(s.pool) is PoolShare and all(
            type(token) is not node.kind for _, kinds in s.pool.lots for token in kinds
        ):
            after.append((s, p))
        elif type(s.pool) is not LazyPool:
            after += engine.step(node.play, [(s, p)])
        elif node.kind not in map(type, s.pool.kinds):
            after.append((s, p))
        elif holds(s, s.pool) > 1:
            engine.deal(todo, s, p, MustDealOut(s.pool, s.pool.each))
        else:
            try:
                after += taken(engine, node, s, p, known)
            except PoolInspected:
                engine.deal(todo, s, p, MustDealOut(s.pool, s.pool.each))
    return pooled(engine, after)


def taken(engine: Working, node: TakeOut, s: Any, p: Any, known: dict[Any, Any]) -> States:
    """Return the records that the step makes of one record, with the rests of their pools."""
    many = s.pool
    all_: Weights = {}
    for q, factors in many.branches:
        all_[factors] = all_.get(factors, 0) + q
    found: dict[Any, tuple[Weights, bool]] = {s.but(pool=REST): (all_, many.some)}
    for token in many.kinds:
        if type(token) is node.kind:
            before, found = found, {}
            for record, (weights, some) in before.items():
                for ends, rest, none in by_what_comes(engine, node, token, record, weights, known):
                    for end, q in ends:
                        into, one = found.setdefault(end, ({}, True))
                        found[end] = into, one and some and none
                        for factors, x in rest.items():
                            into[factors] = into.get(factors, 0) + x * q
    after: States = []
    for record, (weights, some) in found.items():
        total = sum(weights.values())
        key = some, frozenset(weights.items())
        if key not in known:
            known[key] = pool_of_branches([(x / total, factors) for factors, x in weights.items() if x], some)
        after.append((replacing(record, REST)(known[key]), p * total))
    return after


def by_what_comes(
    engine: Working, node: TakeOut, token: Any, record: Any, weights: Weights, known: dict[Any, Any]
) -> Iterable[tuple[States, Weights, bool]]:
    """Yield the result of the step and the rest of the pools for each number of tokens, and whether the number is 0.
    Many numbers may have equal results: a weapon jams, however often. Their rest is everything minus the other rests.
    """
    most = max(sum(n * most_of(law, token) for law, n in factors) for factors in weights)
    none: States = [(record, engine.one)]
    runs = [none, *(engine.step(partial(given, node, token, n), none) for n in over(range(1, most + 1), RUN))]
    alike: dict[Any, list[int]] = {}
    for n, ends in enumerate(runs):
        alike.setdefault(tuple(ends), []).append(n)
    last = alike.pop(tuple(runs[-1]))
    limit = most if len(last) <= PLAYED_ONE_BY_ONE else max((n for ns in alike.values() for n in ns), default=-1)
    key = frozenset(weights.items()), token, limit
    if key not in known:
        known[key] = put_in_field(engine, weights, token, limit)
    aside: dict[int, Weights] = known[key]
    if len(last) > PLAYED_ONE_BY_ONE:
        rest: Weights = {}
        for factors, p in weights.items():
            kept = forgetting(factors, token)
            rest[kept] = rest.get(kept, 0) + p
        for ns in alike.values():
            for n in ns:
                for factors, p in aside.get(n, {}).items():
                    rest[factors] = rest.get(factors, 0) - p
        if sum(rest.values()) > (0 if engine.exact else NOISE):
            yield runs[-1], rest, False
    else:
        alike[tuple(runs[-1])] = last
    for ends, ns in alike.items():
        for n in ns:
            if sum(aside.get(n, {}).values()) > (0 if engine.exact or n else NOISE):
                yield [*ends], aside[n], not n


def given(node: TakeOut, token: Any, n: int, record: Any, table: Table) -> Any:
    return node.step(record, token, n, table)


def pooled(engine: Working, states: States) -> States:
    """Merge records that differ only in their pools."""
    if len(states) < 2:
        return states
    after: States = []
    one: States = []
    for state in states:
        (after if holds(state[0], state[0].pool) > 1 else one).append(state)
    for s, rows in alike_but_for_pools(one):
        if len(rows) > 1 and any(type(before) is LazyPool for _, before in rows):
            total = sum(p for p, _ in rows)
            weights: Weights = {}
            for p, before in rows:
                for q, factors in branches_of(engine, before):
                    weights[factors] = weights.get(factors, 0) + p / total * q
            room(len(weights))
            after.append((s.but(pool=pool_of_branches([(x, factors) for factors, x in weights.items() if x])), total))
        else:
            after += [(s.but(pool=before), p) for p, before in rows]
    return engine.merged(after)


def put_in_field(engine: Working, weights: Weights, token: Any, limit: int) -> dict[int, Weights]:
    """Return the rests of the pools by the number of these tokens, up to the limit."""
    found: dict[int, Weights] = {}
    held = 0
    for factors, p in over(weights.items(), RUN):
        rows: list[tuple[int, Any, Factors]] = [(0, p, ())]
        for law, n in factors:
            splits: list[tuple[int, Any, Factors]] = [(0, engine.one, ((law, n),))]
            if token in law.kinds:
                splits = shared_out(engine, law, n, token, limit)
            room(held + len(rows) * len(splits), SPLITS, SHARED)
            rows = [
                (a + b, x * y, f + g) for a, x, f in over(rows, len(splits)) for b, y, g in splits if a + b <= limit
            ]
        held += len(rows)
        for number, q, rest in rows:
            into = found.setdefault(number, {})
            into[rest] = into.get(rest, 0) + q
    return found


def shared_out(engine: Working, law: Law, n: int, token: Any, limit: int) -> list[tuple[int, Any, Factors]]:
    """Split `n` tokens: return each number of tokens set aside with its chance, and the laws of the rest."""
    rows: list[tuple[int, int, Any, Factors]] = [(0, n, engine.one, ())]
    parts = parted(law, token)
    last = len(parts) - 1
    for at, (aside, inner) in enumerate(parts):
        p, useful = engine.ratio(inner.all, law.all), any(inner.ways)
        room(sum(left + 1 for _, left, _, _ in rows) if at < last else len(rows), SPLITS, SHARED)
        rows = [
            (
                number + aside * k,
                left - k,
                x * comb(left, k) * p**k,
                (*factors, (inner, k)) if k and useful else factors,
            )
            for number, left, x, factors in over(rows, n)
            for k in (range(left + 1) if at < last else (left,))
            if number + aside * k <= limit
        ]
    return [(number, x, factors) for number, _, x, factors in rows if x]


@remembered
def parted(law: Law, token: Any) -> list[tuple[int, Law]]:
    """Return the law of the rest for each number of these tokens that one token becomes, highest first."""
    parts: dict[int, dict[int, int]] = {}
    kinds = tuple(kind for kind in law.kinds if kind != token)
    places = {kind: BITS * place for place, kind in enumerate(kinds)}
    for code, ways in law.ways.items():
        counts = dict(unpacked(code, law.kinds))
        part = parts.setdefault(counts.pop(token, 0), {})
        rest = sum(n << places[kind] for kind, n in counts.items())
        part[rest] = part.get(rest, 0) + ways
    return [(n, Law(kinds, part, sum(part.values()))) for n, part in sorted(parts.items(), reverse=True)]


def most_of(law: Law, token: Any) -> int:
    return parted(law, token)[0][0] if token in law.kinds else 0


def forgetting(factors: Factors, token: Any) -> Factors:
    """Return the factors without these tokens, for any number of them."""
    kept = [(without(law, token) if token in law.kinds else law, n) for law, n in factors]
    return tuple((law, n) for law, n in kept if any(law.ways))


@remembered
def without(law: Law, token: Any) -> Law:
    """Return the law of the rest, for any number of these tokens."""
    parts = [part for _, part in parted(law, token)]
    return Law(parts[0].kinds, tallied(item for part in parts for item in part.ways.items()), law.all)
