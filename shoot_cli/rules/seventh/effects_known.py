"""The effects that are known by name (7E-EFF-4, 7E-EFF-6): ``effects_known.md``."""

from __future__ import annotations

from shoot_cli.core.record import Record
from shoot_cli.core.tables import also_called, tables

# How long they last, as a battle proposes it (7E-EFF-2).
SHOT, PHASE, NEXT_TURN, UNTIL_SAID = "this shot", "this phase", "until its owner's next turn", "until said"
OWN_TURN_ENDS = "to the end of its next turn"  # Blind
AGAINST = ENEMY, NOBODY = "an enemy", ""
LASTS = (SHOT, PHASE, NEXT_TURN, UNTIL_SAID, OWN_TURN_ENDS)
# Whom they are on: the unit that is told to have them, one of its models, or a unit as somebody shoots at it.
ON = ON_UNIT, MODEL, AT_IT, EITHER = "the unit", "one model", "shots at it", "the firer, or shots at it"


class NamedEffect(Record):
    """An effect that is known by its name."""

    name: str
    whose: str
    words: tuple[str, ...]
    on: str = ON_UNIT
    lasts: str = NEXT_TURN
    numbers: tuple[tuple[str, tuple[str, ...]], ...] = ()  # told behind the name: what it is, and its words
    asks: str = ""  # what the number is
    once: str = ""  # several of these count once
    hostile: bool = False  # somebody puts it on his enemy
    note: str = ""


def _words(cell: str) -> tuple[str, ...]:
    return tuple(filter(None, cell.split(", ")))


def _by_number(cell: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """``2: fnp 6+; 3-99: fnp 5+``."""
    pairs = (one.split(": ") for one in cell.split("; ") if one)
    return tuple((number, _words(words)) for number, words in pairs)


_ROWS = tables(__file__, "effects_known.md")["Effects"]  # read with the edition: its questions offer their names
KNOWN = tuple(
    NamedEffect(
        row["effect"], row["whose"], _words(row["does"]), row.among("on", ON), row.among("lasts", LASTS),
        _by_number(row["by number"]), row["number"], row["once"], row.among("against", AGAINST) == ENEMY, row["note"],
    )
    for row in _ROWS
)  # fmt: skip
SPOKEN = {said: row["effect"] for row in _ROWS for said in also_called(row)}  # other words for the same
