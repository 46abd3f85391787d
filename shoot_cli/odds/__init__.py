"""Exact odds of a sequence, from the same steps and rules that are played at the table.

``odds(SEQUENCE, start, answer).distribution(lambda record: record.line.lost)`` is the chance of 0, 1, 2 ... wounds.
Where to start reading:

- ``engine``: going through the nodes with every record and its chance; steps run as they are, on every way dice fall;
- ``working``: those records, stepped, dealt out and merged: what all ways through the nodes work with;
- ``brute_force``: fork and merge over whole pools, the reference (``brute_force=True``) and the last resort;
- ``algebra``, ``taking_out``: `Convert`, `Allocate` and `TakeOut` the short way. The idea: run a rule for *one* token
  (``outcome``), so that what it turns into is a polynomial (``law``); many of them are its power, and need not be
  unpacked until somebody looks (``lazy``) and has them counted (``mixtures``). What one token does to a model gives
  the walk along the line (``damage``), whose whole state is the number of wounds lost; ``allocation`` lets numbers of
  tokens walk it, by Horner's rule or model by model, or sums up what a lone model loses;
- ``loops``: a `While` that takes token after token: what one does is worked out once for any number of them;
- ``owing``, ``in_turn``: what waits while others of its pool go down the line, and the line meanwhile;
- ``forking``: the table on which dice fall every way and each question gets its one answer;
- ``ends``: what comes out.

What a rules author must know: a rule sees its token and how many, nothing else; tokens are equal when later rules
cannot tell them apart; a rule that looks at its dice together says ``table.needs_all_dice(why)`` before it rolls. Blows
of no points, and ``Line.met`` which they are for, are of the table alone: a rule gives or asks for them ``if
table.is_live``.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from shoot_cli.engine.budget import Budget, TooMany, in_force
from shoot_cli.engine.distributions import tallies, totals
from shoot_cli.engine.sequence import Sequence
from shoot_cli.engine.table import Answerer
from shoot_cli.odds.forking_table import cache
from shoot_cli.odds.outcomes import known_nodes
from shoot_cli.odds.solver import Solver
from shoot_cli.odds.states import Ends, declared, measured

NOTHING: Mapping[str, str] = MappingProxyType({})


def odds(
    sequence: Sequence,
    start: Any,
    answer: Answerer,
    *,
    settings: Mapping[str, str] = NOTHING,
    exact: bool = False,
    brute_force: bool = False,
    budget: Budget | None = None,
) -> Ends:
    """Every record the sequence can end in.

    :param answer: called once for each different question that is not about dice
    :param settings: of the ruleset, every key that the steps read
    :param exact: chances as fractions instead of floats (which are within 1e-12 of them)
    :param brute_force: only fork and merge over whole pools: slow, the reference for everything else
    :param budget: of all that is worked out, the measures of the ends too; None: the one in force, if any
    :raises TooMany: it would take more than that, or more than is kept at once
    """
    if budget is None:
        engine = Solver(answer, settings, exact, brute_force, in_force())
        return Ends(engine, engine.run(sequence, start))
    with budget:
        engine = Solver(answer, settings, exact, brute_force, budget)
        return Ends(engine, engine.run(sequence, start))


def forget() -> None:
    """Forget all that was worked out in earlier calls, as in a fresh process."""
    cache.known.clear()
    declared.known.clear()
    known_nodes.known.clear()
    measured.known.clear()
    tallies.cache_clear()
    totals.cache_clear()


__all__ = ["Budget", "Ends", "TooMany", "forget", "odds"]
