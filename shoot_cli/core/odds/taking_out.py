"""`TakeOut` for many records at once: dealt out by the number of tokens set aside, and by nothing else."""

from __future__ import annotations

from functools import partial
from math import comb
from typing import Any

from shoot_cli.core.budget import RUN, WAITING, over, room
from shoot_cli.core.odds.algebra import stands_for
from shoot_cli.core.odds.forking import cache
from shoot_cli.core.odds.law import BITS, Branch, Factors, Law, unpacked
from shoot_cli.core.odds.lazy import Forced, LazyPool, holds
from shoot_cli.core.odds.working import States, Working
from shoot_cli.core.sequence import TakeOut
from shoot_cli.core.table import Table

NOISE = 1e-14  # what may be left of nothing, in floats
SPLITS, SHARED = 200_000, "ways to set some aside"  # kept at once


def take_out(engine: Working, node: TakeOut, states: States) -> States:
    """Dealt out by the number of tokens set aside alone: the rest of the pool still stands for many."""
    after: States = []
    todo = [*states]
    for s, p in todo:
        if type(s.pool) is not LazyPool:
            after += engine.step(node.play, [(s, p)])
        elif node.kind not in map(type, s.pool.kinds):
            after.append((s, p))
        elif holds(s, s.pool) > 1:
            engine.deal(todo, s, p, Forced(s.pool, s.pool.each))
        else:
            for taken, rest, q in set_aside(engine, s.pool, node.kind):
                now: States = [(s.but(pool=rest), p * q)]
                for token, n in taken:
                    now = engine.step(partial(given, node, token, n), now)
                after += now
                if len(after) > WAITING:
                    after = engine.merged(after)
    return engine.merged(after)


def given(node: TakeOut, token: Any, n: int, record: Any, table: Table) -> Any:
    return node.step(record, token, n, table)


def set_aside(engine: Working, many: LazyPool, kind: type) -> list[tuple[Any, Any, Any]]:
    """Every number of tokens of this class with its chance, and the pools of all other tokens that go with it."""
    wanted = tuple(token for token in many.kinds if type(token) is kind)
    places = {token: place for place, token in enumerate(wanted)}
    found: dict[int, list[Branch]] = {}
    held = 0
    for p, factors in over(many.branches, RUN):
        rows: list[tuple[int, Any, Factors]] = [(0, p, ())]
        for law, n in factors:
            splits: list[tuple[int, Any, Factors]] = [(0, engine.one, ((law, n),))]
            if any(token in places for token in law.kinds):
                splits = shared_out(engine, law, n, places)
            room(held + len(rows) * len(splits), SPLITS, SHARED)
            rows = [(a + b, x * y, f + g) for a, x, f in over(rows, len(splits)) for b, y, g in splits]
        held += len(rows)
        for code, q, rest in rows:
            found.setdefault(code, []).append((q, rest))
    out = []
    for code, branches in found.items():
        total = sum(q for q, _ in branches)
        if total > 0 and (engine.exact or code or not many.some or total > NOISE):
            rest = stands_for([(q / total, factors) for q, factors in branches], many.some and not code)
            out.append((unpacked(code, wanted), rest, total))
    return out


def shared_out(engine: Working, law: Law, n: int, places: dict[Any, int]) -> list[tuple[int, Any, Factors]]:
    """``n`` tokens, each of which sets so many aside: how many do which, and the laws of what else they turn into."""
    rows: list[tuple[int, int, Any, Factors]] = [(0, n, engine.one, ())]
    parts = parted(law, tuple(places))
    last = len(parts) - 1
    for at, (taken, inner) in enumerate(parts):
        p = engine.ratio(inner.all, law.all)
        useful = any(inner.ways)
        room(sum(left + 1 for _, left, _, _ in rows) if at < last else len(rows), SPLITS, SHARED)
        rows = [
            (code + taken * k, left - k, x * comb(left, k) * p**k, (*factors, (inner, k)) if k and useful else factors)
            for code, left, x, factors in over(rows, n)
            for k in (range(left + 1) if at < last else (left,))
        ]
    return [(code, x, factors) for code, _, x, factors in rows if x]


def parted(law: Law, aside: tuple[Any, ...]) -> list[tuple[int, Law]]:
    """The law of one by what it sets aside, packed: for each the law of what else comes of it."""
    found = cache.known.get((parted, law, aside))
    if found is None:
        parts: dict[int, dict[int, int]] = {}
        places = {token: place for place, token in enumerate(aside)}
        others = {token: place for place, token in enumerate(token for token in law.kinds if token not in places)}
        for code, ways in law.ways.items():
            counts = dict(unpacked(code, law.kinds))
            taken = sum(n << BITS * places[token] for token, n in counts.items() if token in places)
            rest = sum(n << BITS * others[token] for token, n in counts.items() if token in others)
            part = parts.setdefault(taken, {})
            part[rest] = part.get(rest, 0) + ways
        found = [(taken, Law(tuple(others), part, sum(part.values()))) for taken, part in parts.items()]
        cache.keep((parted, law, aside), found)
    return found
