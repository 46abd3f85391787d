"""Exact odds of a sequence, from the same steps and rules that are played at the table.

`odds(SEQUENCE, start, answer).distribution(lambda record: record.line.lost)` is the chance of 0, 1, 2 ... wounds.

Where to start reading:

- `solver`: plays the nodes with every record and its chance; steps run once for every result of their dice;
- `states`: these records with their chances (stepped, forced, merged), and the measures of the last ones;
- `brute_force`: plays whole pools and merges; the reference (`brute_force=True`) and the last resort;
- `nodes`: `Convert` and `Allocate` the fast way. A rule runs for *one* token (`outcomes`), and its result is a
  polynomial (`laws`). The result of many tokens is a power of it, which stays lazy (`lazy_pools`) until somebody reads
  it. The effect of one token on one model (`damage`) gives the walk along the line. Its only state is the number of
  wounds lost. `allocation` plays all tokens on this walk, by Horner's rule or model by model;
- `shared_rights`: the same walk along a longer line, for tokens that share rights, such as the re-roll of one die;
- `loops`: a `While` that takes token after token; one turn is computed once for any number of tokens;
- `set_aside`: tokens that wait while others of their pool meet the line, and `TakeOut`;
- `forking_table`: the table that plays every result of every roll and gives each question its one answer.

What an author of rules must know: a rule sees its token and the count, nothing else. Tokens are equal if later rules
cannot tell them apart. A rule that must see all dice together calls `table.needs_all_dice(why)` before it rolls. Blows
of 0 points, and `Line.met`, exist only at the table: a rule uses them only by `table.detail` or `table.in_sight`.
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
    sequence: Sequence, start: Any, answer: Answerer, *, settings: Mapping[str, str] = NOTHING, exact: bool = False,
    brute_force: bool = False, budget: Budget | None = None,
) -> Ends:  # fmt: skip
    """Return every record that the sequence can end in.

    :param answer: called once for each different question that is not about dice
    :param settings: all settings of the ruleset that the steps read
    :param exact: use fractions instead of floats (floats are right within 1e-12)
    :param brute_force: play whole pools only; slow, the reference for the fast ways
    :param budget: limits everything, including later measures; None: the current budget
    :raises TooMany: more than the budget allows
    """
    if budget is None:
        engine = Solver(answer, settings, exact, brute_force, in_force())
        return Ends(engine, engine.run(sequence, start))
    with budget:
        engine = Solver(answer, settings, exact, brute_force, budget)
        return Ends(engine, engine.run(sequence, start))


def forget() -> None:
    """Clear all caches, as in a new process."""
    cache.known.clear()
    declared.known.clear()
    known_nodes.known.clear()
    measured.known.clear()
    tallies.cache_clear()
    totals.cache_clear()


__all__ = ["Budget", "Ends", "TooMany", "forget", "odds"]
