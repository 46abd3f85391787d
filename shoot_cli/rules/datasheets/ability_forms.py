"""The abilities of the datasheet games, ``abilities.md``: what each changes, how it is written, and its rule."""

from __future__ import annotations

import re
from functools import cache

from shoot_cli.engine.markdown import TableRow, tables
from shoot_cli.engine.record import Record

WEAPON, ATTACK, TARGET, UNIT, SEVERAL = "weapon", "attack", "target", "unit", "several"  # what an ability belongs to
HEADINGS = {
    "Of weapons": WEAPON, "Of attacks": ATTACK, "Of targets": TARGET, "Of units": UNIT, "Of several": SEVERAL,
}  # fmt: skip
YES = ("yes", "")
ADDS, BEST, ONCE = "adds", "best", "once"  # what becomes of the same from two sources
THE_SHOOTER, THE_TARGET = "shooter", "target"  # who gains by it
ANY, EARLY = "any", "early"  # conditions that may stand behind it; early: none of the attack itself
ONE_DIE, ONE_ROLL = "die", "roll"  # of the whole unit: there odds branch
LATE = (  # kinds of conditions of the attack itself, which are known once it is made
    "attack", "not attack", "greater", "less", "equal", "not greater", "not less", "not equal",
)  # fmt: skip
KNOWN_BY = ("counted", "list", "log", "turn", "told", "")
DECIDES = "may be fired"  # what such an ability changes: it is looked at before there is an attack


class Form(Record):
    """An effect: what it changes, and how it is written: X an amount, N a number, K a keyword, R rolls.

    ``of``: WEAPON abilities may stand on a weapon, or on a model, whose ranged weapons then all have them; so may what
    is of an ATTACK, the bearer's or, behind ``incoming:``, one at the bearer; what works for a TARGET, or is of a whole
    UNIT, stands on models and units alone. SEVERAL: it holds other abilities.
    """

    name: str  # canonical: the words without X, N and K
    written: str
    of: str
    rule: str  # as all editions call it (``edition.py``)
    example: str = ""
    default: int | None = None  # of an X or N that may be left out
    rolled: bool = False  # N is what a die must show
    changes: str = ""  # a characteristic, roll, die or permission
    by: str = ""  # "+" and "-" add; other words say what else happens to it
    twice: str = ONCE
    helps: str = THE_SHOOTER
    condition: str = ANY  # or EARLY; "": none may stand behind it
    for_the_unit: str = ""  # ONE_DIE of all that the unit rolls; ONE_ROLL for all of it (EFF-35, EFF-52)

    @property
    def adds(self) -> bool:
        """Return True if from two sources it comes to more than from one (EFF-30, EFF-33)."""
        return self.twice == ADDS


@cache
def every_form() -> tuple[Form, ...]:
    found = tables(__file__, "abilities.md")
    return tuple(
        Form(
            row["ability"], row["written"], of, row["rule"], row["example"],
            int(row["left out"]) if row["left out"] else None, row.among("rolled", YES) == "yes",
            row["changes"], row["by"], row.among("twice", (ADDS, BEST, ONCE)),
            row.among("helps", (THE_SHOOTER, THE_TARGET)), row.among("condition", (ANY, EARLY, "")),
            row.among("for the unit", (ONE_DIE, ONE_ROLL, "")),
        )
        for heading, of in HEADINGS.items()
        for row in found[heading]
    )  # fmt: skip


class When(Record):
    """A kind of condition: how it is written, and what of the attack tells whether it holds."""

    name: str
    written: tuple[str, ...]
    known: str
    rule: str


class State(Record):
    """What a unit may be, as it is asked. N, M, K and W in its name stand for numbers, keywords and a weapon.

    ``fact``: the key of an attack that says it of the shooter; ``of_target``: of the target. ``written``: other words
    for it; ``opposite``: words for the contrary. ``known``: what tells it, so that nobody is asked; "" if players do.
    """

    name: str
    written: tuple[str, ...]
    opposite: tuple[str, ...]
    fact: str
    of_target: str
    known: str
    rule: str


class Whom(Record):
    """A reach."""

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
    """Return a state with something in the place of each letter: ``3 or more models``."""
    return re.sub(r"\b[NMKW]\b", lambda found: LETTERS[found[0]], state)


@cache
def reaches() -> dict[str, Whom]:
    rows = tables(__file__, "abilities.md")["Reaches"]
    return {row["reach"]: Whom(row["reach"], row["written"], row["rule"], row["whom it works for"]) for row in rows}


def _several(row: TableRow, head: str) -> tuple[str, ...]:
    return tuple(said for said in row[head].split("; ") if said)


@cache
def of_no_account() -> tuple[str, ...]:
    """What datasheets print, and does nothing when somebody shoots."""
    return tuple(row["ability"] for row in tables(__file__, "abilities.md")["Of no account"])


@cache
def keywords() -> tuple[str, ...]:
    """Of the rules themselves."""
    return tuple(row["keyword"] for row in tables(__file__, "abilities.md")["Keywords"])
