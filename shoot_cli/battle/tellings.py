"""Effects that players tell at the table: whose they are, until when, and how they end (EVE-20 to 36).

This module knows spans and tellings. What the words of an effect do is a matter of the edition.
"""

from __future__ import annotations

from shoot_cli.battle.turns import Mark

# Spans, in the order in which they end (EVE-24)
ATTACK, PHASE, TURN, ROUND, NEXT_TURN, BATTLE = SPANS = (
    "this attack", "this phase", "this turn", "this round", "until my next turn", "this battle",
)  # fmt: skip

INCOMING = "Incoming: "  # the first words of an effect on attacks at the unit that has it


class Telling(Mark):
    """An effect that players told of a unit. It is a mark of the unit that it was told of.

    :ivar name: what players call it, or its words; of two tellings with one name the later counts (EVE-26)
    :ivar until: (turn, active side) at whose end it goes; None for "this attack", "this phase" and "this battle"
    :ivar words: the effect in the words of the edition
    :ivar by: the index of the side that told it
    :ivar as_target: True if it works when the unit is shot at, or for whoever attacks it (EVE-22)
    :ivar span: one of `SPANS`
    :ivar of_side: True if it was told of all units of a side; each of them has the telling
    :ivar keywords: those that a unit needs for it, if it was told of all units of a side (EVE-23)
    :ivar cost: what it cost in command points
    :ivar part: a number that tells apart several effects of one name
    :ivar attackers: groups of keywords; with `as_target` whoever attacks the unit needs one group, () for anybody
    :ivar but_not: keywords of which whoever attacks the unit has none
    """

    words: str = ""
    by: int = 0
    as_target: bool = False
    span: str = BATTLE
    keywords: tuple[str, ...] = ()
    cost: int = 0
    of_side: bool = False
    part: int = 0
    attackers: tuple[tuple[str, ...], ...] = ()
    but_not: tuple[str, ...] = ()

    @property
    def of_attacks_at_it(self) -> bool:
        """True if it is about attacks at the unit, whoever has it."""
        return self.as_target or self.words.startswith(INCOMING)

    @property
    def plainly(self) -> str:
        """Return what it does, and its name if it has one: `-1 to hit (Smoke)`."""
        words = self.words.removeprefix(INCOMING)
        return f"{words} ({self.name})" if self.name != self.words else words

    @property
    def shown(self) -> str:
        """Return what is in force on the unit, as screens show it: `whoever attacks it: -1 to hit (Smoke)`."""
        return f"whoever attacks it: {self.plainly}" if self.of_attacks_at_it else self.plainly

    def on(self, unit: str, side: str) -> str:
        """Return what is in force with those who have it: `Stealth (Smoke) on Boyz`."""
        if self.of_side:
            unit = f"{whom(self.keywords)} of {side}"
        return f"attacks at {unit}: {self.plainly}" if self.of_attacks_at_it else f"{self.plainly} on {unit}"


def whom(keywords: tuple[str, ...]) -> str:
    """Return the units of a side that have these keywords: `all INFANTRY`."""
    return " ".join(("all", *keywords))


def end_words(telling: Telling, sides: tuple[str, ...], first: int) -> str:
    """Return until when it is in force: `this phase`, or `until Orks' turn 3` (EVE-24).

    `sides` are the names of both armies. `first` is the index of the army that has the first turn.
    """
    if telling.span != NEXT_TURN or telling.until is None:
        return telling.span
    turn, side = telling.until
    return f"until {possessive(sides[1 - side])} turn {turn + (side != first)}"


def possessive(name: str) -> str:
    """
    >>> possessive("Silver Skulls"), possessive("Green Tide")
    ("Silver Skulls'", "Green Tide's")
    """
    return f"{name}'" if name.endswith("s") else f"{name}'s"


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
