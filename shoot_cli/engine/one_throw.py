"""Several uses of a rule whose dice players throw at once. `values_of` asks; `with_values` then runs each use.

Each use is tried until it asks for dice. Equal questions of several uses become one question, whose dice belong to the
uses in their order. The tries have no effect: rules are pure, and nothing is logged. Without real dice
nobody asks here: the odds use the rule once for each token.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from shoot_cli.engine.questions import Question, Roll, Tally
from shoot_cli.engine.table import KnownValues, Table, Unanswered


class Use(NamedTuple):
    """One use of a rule. Uses with an equal `token` do the same with the same dice. `whose` is the name of the model
    or unit that the dice are about."""

    token: Hashable
    run: Callable[[], Any]
    whose: str = ""


def values_of(
    uses: Sequence[Use], table: Table, lives: bool = False, values: list[list[Any]] | None = None
) -> list[list[Any]]:
    """Ask for the dice of all uses, and return the values of the questions of each. `lives` is as in `Roll`. They are
    put into `values`, a list for each use, as they become known."""
    values = [[] for _ in uses] if values is None else values
    places = range(len(uses))
    pending = {place: question_of(uses[place], [], table) for place in places}
    while asking := [place for place in places if pending[place] is not None]:
        first = pending[min(asking, key=lambda place: len(values[place]))]  # all roll to wound before one saves
        same = [place for place in asking if pending[place] is first or alike(pending[place], first)]
        symmetric = all((uses[at].token, values[at]) == (uses[same[0]].token, values[same[0]]) for at in same)
        rolls = [pending[place] for place in same]
        whose = tuple(uses[at].whose for at in same)
        for place, value in zip(same, asked(rolls, whose, symmetric, lives, table), strict=True):
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
    plain: dict[str, Any] = {"key": "", "dice": 0, "text": "", "rules": (), "lessons": None}
    return (
        not (one.watch or one.again or one.once or (one.means and one.means.chart))
        and one.but(need=one.need.but(because=()), **plain) == other.but(need=other.need.but(because=()), **plain)
    )  # fmt: skip


def asked(rolls: Sequence[Any], whose: tuple[str, ...], symmetric: bool, lives: bool, table: Table) -> list[Any]:
    """Ask these alike rolls as one, and return the value of each. `whose` has the name of each. `symmetric`: the order
    of their dice is of no account if each has one die."""
    first = rolls[0]
    if len(rolls) == 1 or not table.throws_at_once:  # the odds take over where no more dice are known
        return [table.ask(roll) for roll in rolls]
    sizes = tuple(roll.dice for roll in rolls)
    if symmetric and max(sizes) == 1:
        tally = table.ask(first.but(dice=len(rolls)))
        return [Tally(0, 1)] * tally.failed + [Tally(1, 0)] * tally.passed
    because = tuple(dict.fromkeys(reason for roll in rolls for reason in roll.need.because))
    together = first.but(
        dice=sum(sizes), groups=sizes, lives=lives and symmetric, whose=whose if len({*whose}) > 1 else (),
        need=first.need.but(because=because), text=shared_text([roll.text for roll in rolls]),
        rules=tuple(dict.fromkeys(rule for roll in rolls for rule in roll.rules)),
    )  # fmt: skip
    return [*table.ask(together).parts]


def shared_text(texts: Sequence[str]) -> str:
    """Return what these texts have in common: `gun: to wound` of `gun: to wound Boy` and `gun: to wound Nob`.

    >>> shared_text(["Ork Boy: armour save", "Ork Nob: armour save"])
    'armour save'
    >>> shared_text(["gun: to wound Boy (one model, 2 hits)", "gun: to wound Boy (one model, 3 hits)"])
    'gun: to wound Boy'
    """
    words = [text.split() for text in texts]
    if all(one == words[0] for one in words):
        return texts[0]
    begin, end = common(words), common([one[::-1] for one in words])[::-1]
    shared = " ".join(begin if any(word.endswith(":") for word in begin) else end)
    return re.sub(r" \([^()]*$", "", shared) or texts[0]


def common(words: Sequence[Sequence[str]]) -> list[str]:
    """Return the words with which all of these begin."""
    return [same[0] for same in takewhile(lambda same: len({*same}) == 1, zip(*words, strict=False))]
