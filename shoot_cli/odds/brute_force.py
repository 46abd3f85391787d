"""Whole pools, played for every result of the dice and merged. Short: it is the reference for all faster modules."""

from __future__ import annotations

from typing import Any

from shoot_cli.engine.budget import LITTLE, over
from shoot_cli.engine.pools import Blow
from shoot_cli.engine.sequence import Allocate
from shoot_cli.odds.lazy_pools import MustDealOut
from shoot_cli.odds.outcomes import Outcomes
from shoot_cli.odds.states import Counts, States, Working


def convert(engine: Working, node: Outcomes, states: States) -> States:
    """Play rule by rule over whole pools. `Outcomes` tells which tokens are counted."""
    states = laid_out(engine, states)
    before, taken = left_over(engine, states), list[tuple[type, Any]]()
    for kind in node.rules:
        for s, p in states:
            for token, n in s.pool:
                if type(token) is kind:
                    means = {kind: (1, 1), **node.node.means(token)}
                    taken += [(of, p * n * engine.ratio(*mean)) for of, mean in means.items()]
        states = engine.step(node.node.one_rule(kind), states)
    made = left_over(engine, states)
    taken += [(kind, x - before.get(kind, 0)) for kind, x in made.items()]
    engine.counts.append(lambda: [(kind, x) for kind, x in taken if x])
    return states


def laid_out(engine: Working, states: States) -> States:
    """Return the records with ordinary pools."""
    out: States = []
    todo = [*states]
    for s, p in todo:
        engine.budget.spend(LITTLE)
        try:
            iter(s.pool)  # forces a lazy pool
            out.append((s, p))
        except MustDealOut as touched:
            engine.deal(todo, s, p, touched)
    return engine.merged(out)


def left_over(engine: Working, states: States) -> dict[type, Any]:
    """Return the expected number of tokens of each type that no `Convert` takes."""
    out: dict[type, Any] = {}
    for s, p in over(states, 20):
        for token, n in s.pool:
            kind = type(token)
            if kind not in engine.taken:
                out[kind] = out.get(kind, 0) + p * n * getattr(token, "size", 1)
    return out


def allocate(engine: Working, node: Allocate, states: States) -> States:
    """Allocate one token after the other, as at the table. Count the unsaved attacks, see `Allocate`."""
    states = engine.step(node.line_up, states)
    done: States = []
    blows: list[Any] = []
    met = [(token, p * n) for s, p in states for token, n in s.pool]
    for s, _ in states:
        engine.learn_unsaved(node, [token for token, _ in s.pool], s)
    while states:
        more, over = engine.asked(node.waiting, states)
        done += over
        for s, p in more:
            if type(s.pool[0][0]) is Blow:
                blows.append(p * strikes(s.line, *s.pool[0]))
        states = engine.step(node.deal, more)

    def count() -> Counts:
        if (known := engine.unsaved) is None:
            return [(Blow, sum(blows))]
        return [(Blow, p * engine.ratio(*known[token])) for token, p in met if token in known]

    if node.counted and met:
        engine.counts.append(count)
    return engine.merged(done)


def strikes(line: Any, blow: Blow, n: int) -> int:
    """Return how many of `n` blows strike a model; blows of 0 points do not count."""
    found = 0
    while found < n and blow.points > 0 and (front := line.front()):
        line = line.after_blow(blow, front[2])
        found += 1
    return found
