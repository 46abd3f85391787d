"""The abilities of the datasheet games, ``abilities.md``: how each is written, whose it is, and its rule."""

from __future__ import annotations

from functools import cache

from shoot_cli.core.record import Record
from shoot_cli.core.tables import tables

WEAPON, SHOOTER, TARGET, UNIT = "weapon", "shooter", "target", "unit"  # what an ability belongs to
HEADINGS = {"Of weapons": WEAPON, "Of those who shoot": SHOOTER, "Of units": UNIT, "Of targets": TARGET}
CONDITIONS = ANY, IF, NONE = "any", "if", ""  # that an ability may have
YES = ("yes", "")


class Form(Record):
    """How an ability is written: X stands for an amount, N for a number, K for a keyword.

    ``of``: WEAPON abilities may stand on a weapon, or on a model, whose ranged weapons then all have them; so may what
    helps or hinders the SHOOTER; what works for a TARGET, or a whole UNIT, stands on models and units alone.
    """

    name: str  # canonical: the words without X, N and K
    written: str
    of: str
    rule: str  # as all editions call it (``book.py``)
    example: str = ""
    default: int | None = None  # of an X or N that may be left out
    rolled: bool = False  # N is what a die must show
    adds: bool = False  # from two sources it comes to more than from one (EFF-30, EFF-33); of others once is enough
    condition: str = NONE  # ANY; IF: what the players may be asked; NONE also where it decides what may be fired at all


@cache
def every_form() -> tuple[Form, ...]:
    found = tables(__file__, "abilities.md")
    return tuple(
        Form(
            row["ability"], row["written"], of, row["rule"], row["example"],
            int(row["left out"]) if row["left out"] else None,
            row.among("rolled", YES) == "yes", row.among("adds up", YES) == "yes", row.among("condition", CONDITIONS),
        )
        for heading, of in HEADINGS.items()
        for row in found[heading]
    )  # fmt: skip


@cache
def of_no_account() -> tuple[str, ...]:
    """What datasheets print, and does nothing when somebody shoots."""
    return tuple(row["ability"] for row in tables(__file__, "abilities.md")["Of no account"])


@cache
def keywords() -> tuple[str, ...]:
    """Of the rules themselves."""
    return tuple(row["keyword"] for row in tables(__file__, "abilities.md")["Keywords"])
