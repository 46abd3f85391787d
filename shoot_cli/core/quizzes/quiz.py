"""One question with options, exactly one of them right."""

from __future__ import annotations

from typing import Any

from shoot_cli.core.answers import Reason
from shoot_cli.core.record import Record

MOST = 4  # options, unless the question shows a whole scale


class Quiz(Record):
    """``options`` hold the right one once, in an order that does not give it away.

    ``because``: why, the numbers put in. ``rule``: the id of the rule that is asked about, one of those.
    ``situation``: what stands before the question; "" if it says everything itself.
    ``cell``: row and column in that rule's chart where the answer stands, row 0 being the headings and column 0 what
    the rows are called; None if it stands in no chart.
    ``facts``: what the answer follows from, by name, for other programs; never shown.
    """

    kind: str
    text: str
    options: tuple[str, ...]
    right: str
    because: tuple[Reason, ...]
    rule: str
    situation: str = ""
    cell: tuple[int, int] | None = None
    facts: tuple[tuple[str, Any], ...] = ()


def folded(option: str) -> str:
    """What makes two options alike to a reader."""
    return " ".join(option.casefold().split()).rstrip(".")


LAST = (float("inf"), 0.0)
NOTHING = ("-", "no save", "none", "no face will do", "it cannot", "cannot")  # stand behind every number


def size(option: str) -> tuple[float, float] | None:
    """What options that begin with a number are sorted by; None: it is no number."""
    words = folded(option)
    if words in NOTHING:
        return LAST
    digits = ""
    for sign in words.removeprefix("about "):
        if not (sign.isdigit() or sign == "."):
            break
        digits += sign
    rest = words.removeprefix("about ")[len(digits) :]
    return (float(digits), len(rest)) if digits.strip(".") and len(rest) < 24 else None
