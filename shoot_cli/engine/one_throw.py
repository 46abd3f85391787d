"""Several uses of a rule whose dice players throw at once. `values_of` asks; `with_values` then runs each use.

Each use is tried until it asks for dice. Equal questions of several uses become one question, whose dice belong to the
uses in their order. The tries have no effect: rules are pure, and nothing is logged. Without real dice
nobody asks here: the odds use the rule once for each token.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, NamedTuple

from shoot_cli.engine.questions import Question, Roll, Tally
from shoot_cli.engine.table import KnownValues, Table, Unanswered


class Use(NamedTuple):
    """One use of a rule. Uses with an equal `token` do the same with the same dice."""

    token: Hashable
    run: Callable[[], Any]


def values_of(uses: Sequence[Use], table: Table, lives: bool = False) -> list[list[Any]]:
    """Ask for the dice of all uses, and return the values of the questions of each. `lives` is as in `Roll`."""
    values: list[list[Any]] = [[] for _ in uses]
    places = range(len(uses))
    pending = {place: question_of(uses[place], [], table) for place in places}
    while asking := [place for place in places if pending[place] is not None]:
        first = pending[min(asking, key=lambda place: len(values[place]))]  # all roll to wound before one saves
        same = [place for place in asking if pending[place] is first or alike(pending[place], first)]
        symmetric = all((uses[at].token, values[at]) == (uses[same[0]].token, values[same[0]]) for at in same)
        rolls = [pending[place] for place in same]
        for place, value in zip(same, asked(rolls, symmetric, lives, table), strict=True):
            values[place].append(value)
            pending[place] = question_of(uses[place], values[place], table)
    return values


def with_values(values: Sequence[Any], table: Table, use: Callable[..., Any], *given: Any) -> Any:
    """Return `use(*given)`, whose questions have these values. What it tells is logged."""
    return known(KnownValues(values, False), table, use, *given)


def question_of(use: Use, values: Sequence[Any], table: Table) -> Question | None:
    """Return the next question of a use; None if it asks no more."""
    try:
        known(KnownValues(values, True), table, use.run)
    except Unanswered as stopped:
        return stopped.question
    return None


def known(values: KnownValues, table: Table, use: Callable[..., Any], *given: Any) -> Any:
    table.in_one_throw = values
    try:
        return use(*given)
    finally:
        table.in_one_throw = None


def alike(one: Question | None, other: Question | None) -> bool:
    """Return True if the dice of both can be thrown at once: what they need is equal, and no face is counted apart."""
    if type(one) is not Roll or type(other) is not Roll:
        return False
    plain = {"key": "", "dice": 0, "text": "", "rules": (), "lessons": None}
    return (
        not (one.watch or one.again or one.once or one.means)
        and one.but(need=one.need.but(because=()), **plain) == other.but(need=other.need.but(because=()), **plain)
    )  # fmt: skip


def asked(rolls: Sequence[Any], symmetric: bool, lives: bool, table: Table) -> list[Any]:
    """Ask these alike rolls as one, and return the value of each. `symmetric`: the order of their dice is of no account
    if each has one die."""
    first = rolls[0]
    if len(rolls) == 1:
        return [table.ask(first)]
    sizes = tuple(roll.dice for roll in rolls)
    if symmetric and max(sizes) == 1:
        tally = table.ask(first.but(dice=len(rolls)))
        return [Tally(0, 1)] * tally.failed + [Tally(1, 0)] * tally.passed
    names = tuple(roll.text.rpartition(": ")[0] for roll in rolls)
    whose = names if len({*names}) > 1 else ()
    return [*table.ask(first.but(dice=sum(sizes), groups=sizes, lives=lives and symmetric, whose=whose)).parts]
