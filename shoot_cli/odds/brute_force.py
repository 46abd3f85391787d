"""Whole pools, played for every result of the dice and merged. Short: it is the reference for all faster modules."""

from __future__ import annotations

from typing import Any

from shoot_cli.engine.budget import LITTLE, over
from shoot_cli.engine.pools import Blow
from shoot_cli.engine.sequence import Allocate
from shoot_cli.odds.lazy_pools import MustDealOut
from shoot_cli.odds.outcomes import ConvertRules
from shoot_cli.odds.states import Counts, Engine, States


def convert(engine: Engine, node: ConvertRules, states: States) -> States:
    """Play rule by rule over whole pools. `ConvertRules` tells which tokens are counted."""
    states = with_plain_pools(engine, states)
    before, counts = left_over(engine, states), list[tuple[type, Any]]()
    for kind in node.rules:
        for record, p in states:
            for token, n in record.pool:
                if type(token) is kind:
                    means = {kind: (1, 1), **node.node.means(token)}
                    counts += [(token_type, p * n * engine.ratio(*average)) for token_type, average in means.items()]
        states = engine.step(node.node.one_rule(kind), states)
    left_after = left_over(engine, states)
    counts += [(kind, x - before.get(kind, 0)) for kind, x in left_after.items()]
    engine.counts.append(lambda: [(kind, x) for kind, x in counts if x])
    return states


def with_plain_pools(engine: Engine, states: States) -> States:
    """Return the records with ordinary pools."""
    plain: States = []
    queue = [*states]
    for record, p in queue:
        engine.budget.spend(LITTLE)
        try:
            iter(record.pool)  # forces a lazy pool
            plain.append((record, p))
        except MustDealOut as stopped:
            engine.deal(queue, record, p, stopped)
    return engine.merged(plain)


def left_over(engine: Engine, states: States) -> dict[type, Any]:
    """Return the expected number of tokens of each type that no `Convert` takes."""
    numbers: dict[type, Any] = {}
    for record, p in over(states, 20):
        for token, n in record.pool:
            kind = type(token)
            if kind not in engine.taken_types:
                numbers[kind] = numbers.get(kind, 0) + p * n * getattr(token, "size", 1)
    return numbers


def allocate(engine: Engine, node: Allocate, states: States) -> States:
    """Allocate one token after the other, as at the table. Count the unsaved attacks, see `Allocate`."""
    states = engine.step(node.line_up, states)
    done: States = []
    blows: list[Any] = []
    tokens_met = [(token, p * n) for record, p in states for token, n in record.pool]
    for record, _ in states:
        engine.learn_unsaved(node, [token for token, _ in record.pool], record)
    while states:
        unfinished, finished = engine.split_by(node.waiting, states)
        done += finished
        for record, p in unfinished:
            if type(record.pool[0][0]) is Blow:
                blows.append(p * strikes(record.line, *record.pool[0]))
        states = engine.step(node.deal, unfinished)

    def count() -> Counts:
        if (known := engine.unsaved) is None:
            return [(Blow, sum(blows))]
        return [(Blow, p * engine.ratio(*known[token])) for token, p in tokens_met if token in known]

    if node.counted and tokens_met:
        engine.counts.append(count)
    return engine.merged(done)


def strikes(line: Any, blow: Blow, n: int) -> int:
    """Return how many of `n` blows strike a model; blows of 0 points do not count."""
    struck = 0
    while struck < n and blow.points > 0 and (front := line.front()):
        line = line.after_blow(blow, front[2])
        struck += 1
    return struck
