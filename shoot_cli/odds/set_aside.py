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
from shoot_cli.odds.damage import Effects, Sparse, added_up, effects_of
from shoot_cli.odds.first_few import unchanged
from shoot_cli.odds.forking_table import NeedsAllDice, remembered
from shoot_cli.odds.laws import BITS, Branch, Factors, Law, Ways, substituted, unpacked
from shoot_cli.odds.lazy_pools import DependentValue, LazyPool, LazyValue, Lines, MustDealOut, Parts, holds, replacing
from shoot_cli.odds.nodes import alike_but_for_pools, branches_of, places_of, pool_of_branches
from shoot_cli.odds.outcomes import ConvertRules, NeedsAll, TokenOutcomes, composed
from shoot_cli.odds.shared_kinds import Part, Rows, numbered
from shoot_cli.odds.states import DIFFERENT, Engine, States

# `SetAside`: tokens wait while others of the same pools meet the line. Their numbers stay unread. When nothing waits
# any more, all tokens are allocated together. If a rule reads the pools earlier, every combination is listed.

Kinds = tuple[Any, ...]
Selections = tuple[tuple[LazyPool, Kinds], ...]  # pools, and the kinds of them that are meant


class PoolShare(DependentValue):
    """Some kinds of tokens of lazy pools; other kinds of the same pools are in another field of the record."""

    __slots__ = ("selections",)

    def __init__(self, selections: Selections) -> None:
        self.selections = selections

    def dealt_out(self, engine: Any, record: Any, p: Any) -> States:
        return dealt_out(engine, record, p)

    def converted(self, engine: Any, node: ConvertRules, record: Any, p: Any) -> Any:
        return converted(engine, node, record, p)


class PendingLine(DependentValue):
    """The line after tokens met it, while other tokens of the same pools wait elsewhere.

    :ivar start: the line before the allocation
    :ivar queue: the tokens that met the line, in order
    :ivar selections: the same tokens as kinds of pools
    """

    __slots__ = ("node", "queue", "ranks", "reach", "selections", "start")

    def __init__(self, start: Any, node: Allocate, queue: Kinds, selections: Selections) -> None:
        self.start, self.node, self.queue, self.selections = start, node, queue, selections
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


def set_aside(engine: Engine, node: SetAside, states: States) -> States:
    """Put tokens of some types into another field; those of lazy pools stay lazy."""
    after: States = []
    for record, p in states:
        selections = selections_of(engine, record.pool)
        waiting = only_kinds(selections, lambda token: type(token) in node.kinds)
        if not waiting:
            after.append((record, p))
        elif type(record.pool) is tuple and type(getattr(record, node.into)) is tuple:
            after.append((node(record, engine.table), p))
        else:
            now = only_kinds(selections, lambda token: type(token) not in node.kinds)
            later = PoolShare((*selections_of(engine, getattr(record, node.into)), *waiting))
            after.append((record.but(pool=PoolShare(now) if now else (), **{node.into: later}), p))
    return after


def put_back(engine: Engine, node: PutBack, states: States) -> States:
    """Bring the waiting tokens back into the pool; those of lazy pools stay lazy."""
    after: States = []
    for record, p in states:
        waiting = getattr(record, node.field)
        if type(waiting) is tuple and (not waiting or type(record.pool) is tuple):
            after.append((node(record, engine.table), p))
        else:
            selections = *selections_of(engine, record.pool), *selections_of(engine, waiting)
            after.append((record.but(pool=PoolShare(selections), **{node.field: ()}), p))
    return after


def converted(engine: Engine, node: ConvertRules, record: Any, p: Any) -> Any:
    """Return the record with the tokens of its pool converted, while others of the same pools wait elsewhere. Return
    None if a rule must see all dice, or if it makes tokens of a kind that waits."""
    if node.all_at_once:
        return None
    after: dict[LazyPool, tuple[LazyPool, Kinds]] = {}  # the pools, and what their tokens here become
    done: list[tuple[LazyPool, dict[Any, TokenOutcomes]]] = []
    for pool, kinds in record.pool.selections:
        try:
            outcomes = {kind: node.outcomes(kind, engine.table) for kind in kinds}
        except NeedsAll:
            return None
        made = tuple(
            dict.fromkeys([kind for outcome in outcomes.values() for law, _ in outcome.factors for kind in law.kinds])
        )
        others = {
            kind for _, factors in pool.branches for law, _ in factors for kind in law.kinds if kind not in outcomes
        }
        if pool in after or holds(record, pool) or not others.isdisjoint(made):
            return None
        branches: list[Branch] = []
        for q, factors in over(pool.branches, RUN):
            new = [
                (composed(law, *[outcomes.get(kind) or unchanged(kind) for kind in law.kinds]), n) for law, n in factors
            ]
            nodes.check_size(new)
            branches.append((q, tuple(new)))
        other_kinds = [kind for kind in pool.kinds if kind not in outcomes]
        after[pool] = LazyPool((*made, *other_kinds), branches), made
        done.append((pool, outcomes))
    counts = [partial(nodes.average_tokens_of_kinds, engine, pool, outcomes, p) for pool, outcomes in done]
    engine.counts.append(lambda: nodes.averages(engine, node, [row for count in counts for row in count()]))
    own = record.pool

    def moved(field: PoolShare | PendingLine) -> Selections:
        pools_after = [(after.get(pool, (pool, ()))[0], pool, kinds) for pool, kinds in field.selections]
        selections = [(pool, after[before][1] if field is own else kinds) for pool, before, kinds in pools_after]
        return tuple([(pool, kinds) for pool, kinds in selections if kinds])

    changed: dict[str, Any] = {}
    for name, field in zip(record.fields, record[1:], strict=True):
        if type(field) is PoolShare:
            selections = moved(field)
            changed[name] = PoolShare(selections) if selections else ()
        elif type(field) is PendingLine:
            changed[name] = PendingLine(field.start, field.node, field.queue, moved(field))
    return record.but(**changed)


def selections_of(engine: Engine, tokens: Any) -> Selections:
    """Return tokens in any form as kinds of pools."""
    if type(tokens) is PoolShare:
        return tokens.selections
    if type(tokens) is LazyPool:
        return ((tokens, tokens.kinds),)
    kinds = tuple([token for token, _ in tokens])
    return ((LazyPool(kinds, branches_of(engine, tokens)), kinds),) if kinds else ()


def only_kinds(selections: Selections, wanted: Callable[[Any], bool]) -> Selections:
    wanted_kinds = [(pool, tuple([token for token in kinds if wanted(token)])) for pool, kinds in selections]
    return tuple([(pool, kinds) for pool, kinds in wanted_kinds if kinds])


# Allocation -----------------------------------------------------------------------------------------------------------


def allocate(engine: Engine, node: Allocate, states: States) -> States:
    """Allocate. Records with tokens that wait elsewhere are postponed, or all postponed tokens are allocated now."""
    postponed = [
        isinstance(record.pool, DependentValue) or isinstance(record.line, DependentValue) for record, _ in states
    ]
    if not any(postponed):
        return nodes.allocate(engine, node, states)
    after: States = []
    others: States = []
    for (record, p), waits in zip(states, postponed, strict=True):
        if not waits:
            others.append((record, p))
        elif type(record.pool) is tuple and not record.pool:
            after.append((record, p))
        else:
            try:
                after.append(postpone(engine, node, record, p))
            except (NeedsAllDice, MustDealOut):
                others += dealt_out(engine, record, p)
    return after + nodes.allocate(engine, node, others) if others else after


def postpone(engine: Engine, node: Allocate, record: Any, p: Any) -> tuple[Any, Any]:
    """Add the tokens of the pool to those that are postponed for the line.
    :raises NeedsAllDice, MustDealOut: the record must be forced"""
    line = record.line
    selections = only_kinds(selections_of(engine, record.pool), lambda token: type(token) in node.rules)
    kinds = tuple(dict.fromkeys(token for _, kinds in selections for token in kinds))
    if not kinds or not wounds(line.ranks):
        return record.but(pool=()), p
    before = (line.start, line.queue, line.selections) if type(line) is PendingLine else (line, (), ())
    if node.rights(record):
        raise NeedsAllDice("a token may use up a right of others that wait")
    if line.reach is not None or (type(line) is PendingLine and line.node is not node) or {*kinds} & {*before[1]}:
        raise NeedsAllDice("it meets the line in another way")
    if len(kinds) > 1:
        kinds = tuple(engine.table.first_end(False, node.order, record, kinds))
        if engine.table.path:
            raise NeedsAllDice("the order hangs on dice")
    effects_of(node, kinds, line.ranks, True, engine.table)
    engine.learn_unsaved(node, kinds, record)
    pending = PendingLine(before[0], node, (*before[1], *kinds), (*before[2], *selections))
    elsewhere = [
        pool
        for field in record
        if type(field) is PoolShare and field is not record.pool
        for pool, _ in field.selections
    ]
    record = record.but(pool=(), line=pending)
    return (
        (record, p)
        if any(pool in elsewhere for pool, _ in pending.selections)
        else (record.but(line=line_after_all(engine, pending, p)), p)
    )


def line_after_all(engine: Engine, pending: PendingLine, p: Any) -> Any:
    """Return the line after all postponed tokens met it."""
    against = effects_of(pending.node, pending.queue, pending.ranks, True, engine.table)
    if not against.effects:
        return pending.start
    pools = pools_of(pending.selections)
    start = places_of(engine, pending.start)
    only_totals = against.sums is not None or len(against.effects) == 1
    if only_totals and all(len(pool.branches) == 1 for pool in pools):  # only their total number counts
        factors = tuple([factor for pool in pools for factor in pool.branches[0][1]])
        allocated = meet(against, [(LazyPool((), [(engine.certain, factors)]), start)], False, engine.exact)
    else:
        rows, whole, flows = allocate_pools(engine, against, pools, {}, start)
        allocated = Allocated(rows[0], {}, whole, lambda: flows)
    if pending.node.counted:
        waiting = [(pool, p) for pool in pools]
        engine.counts.append(lambda: nodes.expected_unsaved(engine, pending.queue, waiting, allocated, p))
    line, _ = lines(pending.ranks, pending.reach, allocated, engine.exact)
    return line


def pools_of(selections: Iterable[tuple[LazyPool, Kinds]]) -> list[LazyPool]:
    return [*{id(pool): pool for pool, _ in selections}.values()]


Left = dict[tuple[int, Any], int]  # the index of each left-over kind, by the id of its pool


def allocate_pools(
    engine: Engine, against: Effects | None, pools: list[LazyPool], left_over: Left, start: Sparse
) -> tuple[Rows, int, list[Flow]]:
    """Allocate these pools, for every number of tokens that `left_over` keeps."""
    effects, scale = against.effects if against else [], 1
    if engine.exact:
        start, scale = whole_numbers(start)
    places = dense(start, effects[0].size if effects else start[-1][0])
    parts: list[Part] = []
    for pool in pools:
        kept = {token: len(effects) + index for (pool_id, token), index in left_over.items() if pool_id == id(pool)}
        coded = partial(packed_law, against, kept)
        parts += [(branches, coded) for branches in independent(pool.branches)]
    return in_turn(effects, parts, len(effects) + len(left_over), places, scale, engine.exact)


def packed_law(against: Effects | None, kept: dict[Any, int], law: Law) -> tuple[Ways, int]:
    """Return the law with each token replaced by its effect or kept; other tokens are dropped."""
    if not kept and against:
        return against.thinned_law(law)
    laws: list[tuple[int, tuple[Ways, int]]] = []
    for index, token in enumerate(law.kinds):
        if token in kept:
            laws.append((index, ({1 << BITS * kept[token]: 1}, 1)))
        elif against and (own_law := against.effect_law(token)):
            laws.append((index, own_law))
    return substituted(law.ways, law.all, laws)


def dealt_out(engine: Engine, record: Any, p: Any) -> States:
    """Return a record for each number of waiting tokens, with the lines that go with it."""
    shares = [(index, field) for index, field in enumerate(record) if type(field) is PoolShare]
    left_over: Left = {}
    for _, share in shares:
        for pool, kinds in share.selections:
            for token in kinds:
                left_over.setdefault((id(pool), token), len(left_over))
    all_selections = [selection for _, share in shares for selection in share.selections]
    line, against, start = record.line, None, [(0, engine.certain)]
    if type(line) is PendingLine:
        against, start = (
            effects_of(line.node, line.queue, line.ranks, True, engine.table),
            places_of(engine, line.start),
        )
        all_selections += line.selections
    rows, whole, flows = allocate_pools(engine, against, pools_of(all_selections), left_over, start)
    if type(line) is PendingLine and line.node.counted:
        allocated, waiting = Allocated([], {}, whole, lambda: flows), [(pool, p) for pool in pools_of(line.selections)]
        engine.counts.append(lambda: nodes.expected_unsaved(engine, line.queue, waiting, allocated, p))
    after: States = []
    number_of_effects = len(against.effects) if against else 0
    for code, row in over(rows.items(), 100):
        if not (total := sum(row)):
            continue
        values: dict[str, Any] = {}
        for index, share in shares:
            numbers = [(token, left_over[id(pool), token]) for pool, kinds in share.selections for token in kinds]
            ends = [(token, numbered(code, number_of_effects + kind_index)) for token, kind_index in numbers]
            values[record.fields[index - 1]] = as_pool(*ends)
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


class Rest(LazyValue):
    """A lazy value for everything that is left in the pool."""

    def all_values(self, exact: bool) -> Parts:
        raise PoolInspected

    halves = all_values


REST = Rest()


def take_out(engine: Engine, node: TakeOut, states: States) -> States:
    """Run the step once for each number of tokens; the rest of the pool stays lazy."""
    after: States = []
    queue: States = [*states]
    known: dict[Any, Any] = {}  # records with the same pool share its rest
    for record, p in queue:
        if type(record.pool) is PoolShare and all(
            type(token) is not node.kind for _, kinds in record.pool.selections for token in kinds
        ):
            after.append((record, p))
        elif type(record.pool) is not LazyPool:
            after += engine.step(node.play, [(record, p)])
        elif node.kind not in map(type, record.pool.kinds):
            after.append((record, p))
        elif holds(record, record.pool) > 1:
            engine.deal(queue, record, p, MustDealOut(record.pool, record.pool.all_values))
        else:
            try:
                after += take_out_of_record(engine, node, record, p, known)
            except PoolInspected:
                engine.deal(queue, record, p, MustDealOut(record.pool, record.pool.all_values))
    return merge_pools(engine, after)


def take_out_of_record(engine: Engine, node: TakeOut, record: Any, p: Any, known: dict[Any, Any]) -> States:
    """Return the records that the step makes of one record, with the rests of their pools."""
    lazy_pool = record.pool
    all_weights: Weights = {}
    for q, factors in lazy_pool.branches:
        all_weights[factors] = all_weights.get(factors, 0) + q
    weights_by_record: dict[Any, tuple[Weights, bool]] = {record.but(pool=REST): (all_weights, lazy_pool.never_empty)}
    for token in lazy_pool.kinds:
        if type(token) is node.kind:
            before, weights_by_record = weights_by_record, {}
            for record_now, (weights, never_empty) in before.items():
                for ends, rest, is_none in results_of_step(engine, node, token, record_now, weights, known):
                    for end, q in ends:
                        weights_after, never_empty_so_far = weights_by_record.setdefault(end, ({}, True))
                        weights_by_record[end] = weights_after, never_empty_so_far and never_empty and is_none
                        for factors, weight in rest.items():
                            weights_after[factors] = weights_after.get(factors, 0) + weight * q
    after: States = []
    for record_now, (weights, never_empty) in weights_by_record.items():
        total = sum(weights.values())
        key = never_empty, frozenset(weights.items())
        if key not in known:
            known[key] = pool_of_branches(
                [(weight / total, factors) for factors, weight in weights.items() if weight], never_empty
            )
        after.append((replacing(record_now, REST)(known[key]), p * total))
    return after


def results_of_step(
    engine: Engine, node: TakeOut, token: Any, record: Any, weights: Weights, known: dict[Any, Any]
) -> Iterable[tuple[States, Weights, bool]]:
    """Yield the result of the step and the rest of the pools for each number of tokens, and whether the number is 0.
    Many numbers may have equal results: a weapon jams, however often. Their rest is everything minus the other rests.
    """
    most = max(sum(n * most_of(law, token) for law, n in factors) for factors in weights)
    start: States = [(record, engine.certain)]
    runs = [start, *(engine.step(partial(run_step, node, token, n), start) for n in over(range(1, most + 1), RUN))]
    alike: dict[Any, list[int]] = {}
    for n, ends in enumerate(runs):
        alike.setdefault(tuple(ends), []).append(n)
    last_numbers = alike.pop(tuple(runs[-1]))
    limit = (
        most
        if len(last_numbers) <= PLAYED_ONE_BY_ONE
        else max((n for numbers in alike.values() for n in numbers), default=-1)
    )
    key = frozenset(weights.items()), token, limit
    if key not in known:
        known[key] = rests_by_number(engine, weights, token, limit)
    rests: dict[int, Weights] = known[key]
    if len(last_numbers) > PLAYED_ONE_BY_ONE:
        rest: Weights = {}
        for factors, p in weights.items():
            other_factors = without_tokens(factors, token)
            rest[other_factors] = rest.get(other_factors, 0) + p
        for numbers in alike.values():
            for n in numbers:
                for factors, p in rests.get(n, {}).items():
                    rest[factors] = rest.get(factors, 0) - p
        if sum(rest.values()) > (0 if engine.exact else NOISE):
            yield runs[-1], rest, False
    else:
        alike[tuple(runs[-1])] = last_numbers
    for ends, numbers in alike.items():
        for n in numbers:
            if sum(rests.get(n, {}).values()) > (0 if engine.exact or n else NOISE):
                yield [*ends], rests[n], not n


def run_step(node: TakeOut, token: Any, n: int, record: Any, table: Table) -> Any:
    return node.step(record, token, n, table)


def merge_pools(engine: Engine, states: States) -> States:
    """Merge records that differ only in their pools."""
    if len(states) < 2:
        return states
    after: States = []
    single: States = []
    for state in states:
        (after if holds(state[0], state[0].pool) > 1 else single).append(state)
    for record, rows in alike_but_for_pools(single):
        if len(rows) > 1 and any(type(old_pool) is LazyPool for _, old_pool in rows):
            total = sum(p for p, _ in rows)
            weights: Weights = {}
            for p, old_pool in rows:
                for q, factors in branches_of(engine, old_pool):
                    weights[factors] = weights.get(factors, 0) + p / total * q
            room(len(weights))
            after.append(
                (record.but(pool=pool_of_branches([(x, factors) for factors, x in weights.items() if x])), total)
            )
        else:
            after += [(record.but(pool=old_pool), p) for p, old_pool in rows]
    return engine.merged(after)


def rests_by_number(engine: Engine, weights: Weights, token: Any, limit: int) -> dict[int, Weights]:
    """Return the rests of the pools by the number of these tokens, up to the limit."""
    rests: dict[int, Weights] = {}
    rests_held = 0
    for factors, p in over(weights.items(), RUN):
        rows: list[tuple[int, Any, Factors]] = [(0, p, ())]
        for law, n in factors:
            splits: list[tuple[int, Any, Factors]] = [(0, engine.certain, ((law, n),))]
            if token in law.kinds:
                splits = split_power(engine, law, n, token, limit)
            room(rests_held + len(rows) * len(splits), SPLITS, SHARED)
            rows = [
                (taken + more, share * chance, kept + added)
                for taken, share, kept in over(rows, len(splits))
                for more, chance, added in splits
                if taken + more <= limit
            ]
        rests_held += len(rows)
        for number, q, rest in rows:
            rests_of_number = rests.setdefault(number, {})
            rests_of_number[rest] = rests_of_number.get(rest, 0) + q
    return rests


def split_power(engine: Engine, law: Law, n: int, token: Any, limit: int) -> list[tuple[int, Any, Factors]]:
    """Split `n` tokens: return each number of tokens set aside with its chance, and the laws of the rest."""
    rows: list[tuple[int, int, Any, Factors]] = [(0, n, engine.certain, ())]
    parts = by_token_count(law, token)
    last = len(parts) - 1
    for index, (aside, inner) in enumerate(parts):
        p, useful = engine.ratio(inner.all, law.all), any(inner.ways)
        room(sum(left + 1 for _, left, _, _ in rows) if index < last else len(rows), SPLITS, SHARED)
        rows = [
            (
                number + aside * k,
                left - k,
                x * comb(left, k) * p**k,
                (*factors, (inner, k)) if k and useful else factors,
            )
            for number, left, x, factors in over(rows, n)
            for k in (range(left + 1) if index < last else (left,))
            if number + aside * k <= limit
        ]
    return [(number, x, factors) for number, _, x, factors in rows if x]


@remembered
def by_token_count(law: Law, token: Any) -> list[tuple[int, Law]]:
    """Return the law of the rest for each number of these tokens that one token becomes, highest first."""
    parts: dict[int, dict[int, int]] = {}
    kinds = tuple(kind for kind in law.kinds if kind != token)
    shifts = {kind: BITS * index for index, kind in enumerate(kinds)}
    for code, ways in law.ways.items():
        counts = dict(unpacked(code, law.kinds))
        part = parts.setdefault(counts.pop(token, 0), {})
        rest = sum(n << shifts[kind] for kind, n in counts.items())
        part[rest] = part.get(rest, 0) + ways
    return [(n, Law(kinds, part, sum(part.values()))) for n, part in sorted(parts.items(), reverse=True)]


def most_of(law: Law, token: Any) -> int:
    return by_token_count(law, token)[0][0] if token in law.kinds else 0


def without_tokens(factors: Factors, token: Any) -> Factors:
    """Return the factors without these tokens, for any number of them."""
    kept = [(law_without(law, token) if token in law.kinds else law, n) for law, n in factors]
    return tuple((law, n) for law, n in kept if any(law.ways))


@remembered
def law_without(law: Law, token: Any) -> Law:
    """Return the law of the rest, for any number of these tokens."""
    parts = [part for _, part in by_token_count(law, token)]
    return Law(parts[0].kinds, added_up(item for part in parts for item in part.ways.items()), law.all)
