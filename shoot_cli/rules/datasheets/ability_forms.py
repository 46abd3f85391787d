"""The table of abilities in ``abilities.md``: what each one changes, how it is written, and its rule."""

from __future__ import annotations

import re
from functools import cache

from shoot_cli.engine.markdown import TableRow, tables
from shoot_cli.engine.record import Record

WEAPON, ATTACK, TARGET, UNIT, SEVERAL = "weapon", "attack", "target", "unit", "several"  # the owner of an ability
HEADINGS = {
    "Of weapons": WEAPON, "Of attacks": ATTACK, "Of targets": TARGET, "Of units": UNIT, "Of several": SEVERAL,
}  # fmt: skip
YES = ("yes", "")
ADDS, BEST, ONCE = "adds", "best", "once"  # the result of two equal abilities from two sources
THE_SHOOTER, THE_TARGET = "shooter", "target"  # the unit that gains by an ability
ANY, EARLY = "any", "early"  # allowed conditions; early: none about the attack itself
ONE_DIE, ONE_ROLL = "die", "roll"  # an effect on the whole unit; the odds branch here
LATE = (  # conditions about the attack itself, which are only known when it is made
    "attack", "not attack", "greater", "less", "equal", "not greater", "not less", "not equal",
)  # fmt: skip
KNOWN_BY = ("counted", "list", "log", "turn", "told", "")
DECIDES = "may be fired"  # a change that is read before there is an attack


class Form(Record):
    """An effect: what it changes, and how it is written. X is an amount, N a number, K a keyword, R rolls.

    ``owner`` is what has it. A WEAPON ability stands on a weapon, or on a model for all its ranged weapons. An ATTACK
    ability stands there too; ``incoming:`` before it means attacks at the bearer. TARGET and UNIT abilities stand on
    models and units only. A SEVERAL ability holds others.
    """

    name: str  # canonical: the text without X, N and K
    written: str
    owner: str
    rule: str  # as all editions call it (`edition.py`)
    example: str = ""
    default: int | None = None  # the value of an X or N that is left out
    rolled: bool = False  # N is the roll needed on a die
    changes: str = ""  # a characteristic, roll, die or permission
    operation: str = ""  # "+" and "-" are modifiers; other words name another change
    doubled: str = ONCE
    helped: str = THE_SHOOTER
    condition: str = ANY  # ANY, EARLY, or "": no condition is allowed
    for_the_unit: str = ""  # ONE_DIE: one die of all its rolls; ONE_ROLL: all its dice (EFF-35, EFF-52)

    @property
    def adds(self) -> bool:
        """Return True if two sources do more than one (EFF-30, EFF-33)."""
        return self.doubled == ADDS


@cache
def every_form() -> tuple[Form, ...]:
    by_heading = tables(__file__, "abilities.md")
    return tuple(
        Form(
            row["ability"], row["written"], owner, row["rule"], row["example"],
            int(row["left out"]) if row["left out"] else None, row.among("rolled", YES) == "yes",
            row["changes"], row["by"], row.among("twice", (ADDS, BEST, ONCE)),
            row.among("helps", (THE_SHOOTER, THE_TARGET)), row.among("condition", (ANY, EARLY, "")),
            row.among("for the unit", (ONE_DIE, ONE_ROLL, "")),
        )
        for heading, owner in HEADINGS.items()
        for row in by_heading[heading]
    )  # fmt: skip


class When(Record):
    """A kind of condition: how it is written, and which value of the attack it reads."""

    name: str
    written: tuple[str, ...]
    known: str
    rule: str


class State(Record):
    """A state of a unit that players may be asked about. N, M, K and W in its name stand for numbers, keywords and a
    weapon.

    ``fact`` is the key of the attack for the shooter, ``of_target`` the key for the target. ``written`` are other words
    for the state and ``opposite`` words for its contrary. ``known`` says how the app knows it; "" if players are asked.
    """

    name: str
    written: tuple[str, ...]
    opposite: tuple[str, ...]
    fact: str
    of_target: str
    known: str
    rule: str


class Whom(Record):
    """A reach: the units that an ability works for."""

    name: str
    written: str
    rule: str
    words: str


@cache
def condition_forms() -> dict[str, When]:
    rows = tables(__file__, "abilities.md")["Conditions"]
    return {
        row["condition"]: When(row["condition"], _several(row, "written"), row["known"], row["rule"]) for row in rows
    }


@cache
def states() -> dict[str, State]:
    rows = tables(__file__, "abilities.md")["States"]
    return {
        row["state"]: State(
            row["state"], _several(row, "also written"), _several(row, "opposite"), row["fact"], row["of a target"],
            row.among("known", KNOWN_BY), row["rule"],
        )
        for row in rows
    }  # fmt: skip


LETTERS = {"N": "3", "M": "4", "K": "BEAST", "W": "lamps"}


def example_of(state: str) -> str:
    """Return the state with an example for each letter: ``3 or more models``."""
    return re.sub(r"\b[NMKW]\b", lambda match: LETTERS[match[0]], state)


@cache
def reaches() -> dict[str, Whom]:
    rows = tables(__file__, "abilities.md")["Reaches"]
    return {row["reach"]: Whom(row["reach"], row["written"], row["rule"], row["whom it works for"]) for row in rows}


def _several(row: TableRow, head: str) -> tuple[str, ...]:
    return tuple(words for words in row[head].split("; ") if words)


@cache
def names_without_influence() -> tuple[str, ...]:
    """Return the names of printed abilities that do not affect shooting."""
    return tuple(row["ability"] for row in tables(__file__, "abilities.md")["Of no account"])


@cache
def keywords() -> tuple[str, ...]:
    """Return the keywords that the rules mention."""
    return tuple(row["keyword"] for row in tables(__file__, "abilities.md")["Keywords"])
