"""One question with options, exactly one of them right; and which kinds of questions there are."""

from __future__ import annotations

from typing import Any

from shoot_cli.core.answers import Reason
from shoot_cli.core.names import name_key
from shoot_cli.core.record import Record


class QuizKind(Record):
    """A way of asking. ``seconds``: who needs longer for a right answer knows it, but is not fluent yet.

    ``closed_book``: which rule is behind it would be the answer, so that it is not shown before.
    """

    key: str
    title: str
    level: int  # 1 opens first
    seconds: float = 12
    closed_book: bool = False


KINDS = (
    QuizKind("hit", "what to hit", 1),
    QuizKind("wound", "what wounds", 1),
    QuizKind("save", "which save, and what it needs", 1),
    QuizKind("shots", "how many shots", 1),
    QuizKind("toughness", "which value counts", 2),
    QuizKind("targets", "which targets are legal", 2, 15),
    QuizKind("allocate", "who takes the next wound", 2, 15),
    QuizKind("six", "what a 6 or a 1 does", 2),
    QuizKind("eligible", "who may fire, and why not", 3, 15),
    QuizKind("decision", "when a decision is due", 3, 15),
    QuizKind("order", "the order of the steps", 3, 15),
    QuizKind("bookkeeping", "what is noted after the attack", 3, 15),
    QuizKind("edition", "which edition it is", 4, 20, True),
    QuizKind("mistake", "where the mistake is", 4, 30, True),
    QuizKind("estimate", "what to expect", 4, 30),
)

BY_KEY = {kind.key: kind for kind in KINDS}
LEVELS = max(kind.level for kind in KINDS)


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
    return name_key(option).rstrip(".")


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
