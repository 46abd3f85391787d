"""What can be asked about a rule."""

from __future__ import annotations

from shoot_cli.core.record import Record


class Kind(Record):
    """A way of asking. ``seconds``: who needs longer for a right answer knows it, but is not fluent yet."""

    key: str
    title: str
    level: int  # 1 opens first
    seconds: float = 12


KINDS = (
    Kind("hit", "what to hit", 1),
    Kind("wound", "what wounds", 1),
    Kind("save", "which save, and what it needs", 1),
    Kind("shots", "how many shots", 1),
    Kind("toughness", "which value counts", 2),
    Kind("targets", "which targets are legal", 2, 15),
    Kind("allocate", "who takes the next wound", 2, 15),
    Kind("six", "what a 6 or a 1 does", 2),
    Kind("eligible", "who may fire, and why not", 3, 15),
    Kind("decision", "when a decision is due", 3, 15),
    Kind("order", "the order of the steps", 3, 15),
    Kind("bookkeeping", "what is noted after the attack", 3, 15),
    Kind("edition", "which edition it is", 4, 20),
    Kind("mistake", "where the mistake is", 4, 30),
    Kind("estimate", "what to expect", 4, 30),
)

BY_KEY = {kind.key: kind for kind in KINDS}
LEVELS = max(kind.level for kind in KINDS)
