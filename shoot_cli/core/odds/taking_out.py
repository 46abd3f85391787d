"""`TakeOut` for many records at once: told apart by what its step makes of them, and by nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from math import comb
from typing import Any

from shoot_cli.core.budget import RUN, over, room
from shoot_cli.core.odds.algebra import alike_but_for_pools, branches_of, stands_for
from shoot_cli.core.odds.forking import cache
from shoot_cli.core.odds.law import BITS, Factors, Law, unpacked
from shoot_cli.core.odds.lazy import LazyPool, Many, MustDealOut, Parts, holds, replacing
from shoot_cli.core.odds.working import States, Working
from shoot_cli.core.sequence import TakeOut
from shoot_cli.core.table import Table

NOISE = 1e-14  # what may be left of nothing, in floats
FEW = 2  # numbers of tokens that are set aside one by one, though the step makes the same of them
SPLITS, SHARED = 200_000, "ways to set some aside"  # kept at once
Weights = dict[Factors, Any]  # what is left in the pool, and its chance; one may be taken away from the others


class PoolInspected(Exception):
    """The step looked at the rest of the pool."""


class Rest(Many):
    """Stands for all that is left in the pool, whatever it is."""

    def each(self, exact: bool) -> Parts:
        raise PoolInspected

    halves = each


REST = Rest()


def take_out(engine: Working, node: TakeOut, states: States) -> States:
    """The step runs once for each number of tokens; what is left in the pools still stands for many."""
    after: States = []
    todo: States = [*states]
    known: dict[Any, Any] = {}  # records with the same pool go on to share what becomes of it
    for s, p in todo:
        if type(s.pool) is not LazyPool:
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
    """The records that the step makes of one, with what is left in their pools."""
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
            known[key] = stands_for([(x / total, factors) for factors, x in weights.items() if x], some)
        after.append((replacing(record, REST)(known[key]), p * total))
    return after


def by_what_comes(
    engine: Working, node: TakeOut, token: Any, record: Any, weights: Weights, known: dict[Any, Any]
) -> Iterable[tuple[States, Weights, bool]]:
    """What the step makes of each number of these tokens, what is left in the pools then, and whether it is none.

    Of many numbers of which it makes the same (a weapon jams, however often), what is left is all there is, less what
    is left by the other numbers.
    """
    most = max(sum(n * most_of(law, token) for law, n in factors) for factors in weights)
    none: States = [(record, engine.one)]
    runs = [none, *(engine.step(partial(given, node, token, n), none) for n in over(range(1, most + 1), RUN))]
    alike: dict[Any, list[int]] = {}
    for n, ends in enumerate(runs):
        alike.setdefault(tuple(ends), []).append(n)
    last = alike.pop(tuple(runs[-1]))
    limit = most if len(last) <= FEW else max((n for ns in alike.values() for n in ns), default=-1)
    key = frozenset(weights.items()), token, limit
    if key not in known:
        known[key] = put_in_field(engine, weights, token, limit)
    aside: dict[int, Weights] = known[key]
    if len(last) > FEW:
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
    """Records that differ in their pools alone, as one."""
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
            after.append((s.but(pool=stands_for([(x, factors) for factors, x in weights.items() if x])), total))
        else:
            after += [(s.but(pool=before), p) for p, before in rows]
    return engine.merged(after)


def put_in_field(engine: Working, weights: Weights, token: Any, limit: int) -> dict[int, Weights]:
    """By the number of these tokens, none above the limit: what else is in the pools that go with it."""
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
    """``n`` tokens, each of which sets so many aside: how many do, and the laws of what else they turn into."""
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


def parted(law: Law, token: Any) -> list[tuple[int, Law]]:
    """The law of one by how many of these tokens it sets aside, none last: for each the law of all else."""
    key = parted, law, token
    found = cache.known.get(key)
    if found is None:
        parts: dict[int, dict[int, int]] = {}
        kinds = tuple(kind for kind in law.kinds if kind != token)
        places = {kind: BITS * place for place, kind in enumerate(kinds)}
        for code, ways in law.ways.items():
            counts = dict(unpacked(code, law.kinds))
            part = parts.setdefault(counts.pop(token, 0), {})
            rest = sum(n << places[kind] for kind, n in counts.items())
            part[rest] = part.get(rest, 0) + ways
        found = [(n, Law(kinds, part, sum(part.values()))) for n, part in sorted(parts.items(), reverse=True)]
        cache.keep(key, found)
    return found


def most_of(law: Law, token: Any) -> int:
    return parted(law, token)[0][0] if token in law.kinds else 0


def forgetting(factors: Factors, token: Any) -> Factors:
    """The same without these tokens, however many there are."""
    kept = [(without(law, token) if token in law.kinds else law, n) for law, n in factors]
    return tuple((law, n) for law, n in kept if any(law.ways))


def without(law: Law, token: Any) -> Law:
    key = without, law, token
    found = cache.known.get(key)
    if found is None:
        ways: dict[int, int] = {}
        for _, part in parted(law, token):
            for code, n in part.ways.items():
                ways[code] = ways.get(code, 0) + n
        found = Law(parted(law, token)[0][1].kinds, ways, law.all)
        cache.keep(key, found)
    return found
