"""The plain way: whole piles forked over all dice and merged. The reference for all else, and the last resort."""

from __future__ import annotations

from typing import Any

from shoot_cli.core.budget import LITTLE, over
from shoot_cli.core.odds.becomes import Becoming
from shoot_cli.core.odds.many import Touched
from shoot_cli.core.odds.working import States, Working
from shoot_cli.core.piles import Blow
from shoot_cli.core.sequence import Onto


def each(engine: Working, node: Becoming, states: States) -> States:
    """Rule by rule over whole piles. What is counted: see ``Becoming``."""
    states = laid_out(engine, states)
    before, taken = left_over(engine, states), list[tuple[type, Any]]()
    for kind in node.rules:
        taken.append((kind, sum(p * n for s, p in states for thing, n in s.pile if type(thing) is kind)))
        states = engine.step(node.node.one_rule(kind), states)
    made = left_over(engine, states)
    taken += [(kind, x - before.get(kind, 0)) for kind, x in made.items()]
    engine.counts.append(lambda: [(kind, x) for kind, x in taken if x])
    return states


def laid_out(engine: Working, states: States) -> States:
    """The records with plain piles."""
    out: States = []
    todo = [*states]
    for s, p in todo:
        engine.budget.spend(LITTLE)
        try:
            iter(s.pile)  # touches what stands for many
            out.append((s, p))
        except Touched as touched:
            engine.deal(todo, s, p, touched)
    return engine.merged(out)


def left_over(engine: Working, states: States) -> dict[type, Any]:
    """How many things of each class that no `Each` takes can be expected."""
    out: dict[type, Any] = {}
    for s, p in over(states, 20):
        for thing, n in s.pile:
            kind = type(thing)
            if kind not in engine.taken:
                out[kind] = out.get(kind, 0) + p * n
    return out


def onto(engine: Working, node: Onto, states: States) -> States:
    """Dealt one after the other, as at the table. Counted are blows of a point or more that strike somebody."""
    states = engine.step(node.line_up, states)
    done: States = []
    blows: list[Any] = []
    while states:
        more, over = engine.asked(node.waiting, states)
        done += over
        for s, p in more:
            if type(s.pile[0][0]) is Blow:
                blows.append(p * strikes(s.line, *s.pile[0]))
        states = engine.step(node.deal, more)
    if blows and node.counted:
        engine.counts.append(lambda: [(Blow, sum(blows))])
    return engine.merged(done)


def strikes(line: Any, blow: Blow, n: int) -> int:
    """How many of ``n`` blows find somebody; blows of no points are none."""
    found = 0
    while found < n and blow.points > 0 and (front := line.front()):
        line = line.struck(blow, front[2])
        found += 1
    return found
