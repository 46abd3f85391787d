"""Effects that players tell at the table: whose they are, until when, and how they end (EVE-20 to 36).

This module knows spans and tellings. What the words of an effect do is a matter of the edition.
"""

from __future__ import annotations

from shoot_cli.battle.turns import Mark

# Spans, in the order in which they end (EVE-24)
ATTACK, PHASE, TURN, ROUND, NEXT_TURN, BATTLE = SPANS = (
    "this attack", "this phase", "this turn", "this round", "until my next turn", "this battle",
)  # fmt: skip


class Telling(Mark):
    """An effect that players told of a unit. It is a mark of the unit that it was told of.

    `name` is what players call it, or its words: of two tellings with one name the later counts (EVE-26). `words` are
    the effect in the words of the edition. `by` is the index of the side that told it. If `as_target` is True, it works
    for the unit when it is shot at, or for whoever attacks it (EVE-22). `span` is one of `SPANS`. `until` is (turn,
    active side) at whose end it goes; None for "this attack", "this phase" and "this battle". `keywords` are those that
    a unit needs for it, if it was told of all units of a side (EVE-23). `cost` is what it cost in command points.
    """

    words: str = ""
    by: int = 0
    as_target: bool = False
    span: str = BATTLE
    keywords: tuple[str, ...] = ()
    cost: int = 0


def end_of(span: str, by: int, turn: int, active: int, first: int) -> tuple[int, int] | None:
    """Return (turn, active side) at whose end a span is over. None: it ends with the attack, the phase or the battle.

    `by` is the side that tells it. `turn`, `active` and `first` are those of the battle.

    >>> end_of(NEXT_TURN, 0, 1, 0, 0)  # the first player, in his turn 1: to the end of the enemy's turn 1
    (1, 1)
    >>> end_of(NEXT_TURN, 1, 1, 1, 0)  # the second player, in his turn 1: to the end of the enemy's turn 2
    (2, 0)
    """
    if span == TURN:
        return turn, active
    if span == ROUND:
        return turn, 1 - first
    if span == NEXT_TURN:
        return turn + (active == by and active != first), 1 - by
    return None
