"""A sequence played to its end with a journal behind the table: undo, redo and amendments go back and on again.

Steps are pure, so a walk need not begin at the beginning each time: it goes on from the last place before the change.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from shoot_cli.core.answerers import raise_missing
from shoot_cli.core.journal import Journal
from shoot_cli.core.questions import BadAnswer
from shoot_cli.core.rebase import asked_by
from shoot_cli.core.response import Response
from shoot_cli.core.sequence import Sequence as Steps
from shoot_cli.core.sequence import Walk
from shoot_cli.core.signals import Amend, Redo, Undo
from shoot_cli.core.table import Table

Wished = Callable[[str, list[Response]], None]


def run(
    sequence: Steps,
    start: Any,
    journal: Journal,
    seat: Callable[[], Table],
    wished: Wished,
) -> Any:
    """Play to the end: replay what is known, ask the rest; undo, redo and amend begin again from the changed log.

    ``seat`` makes a table with the journal behind it; ``wished`` hears what was taken back or said again ("undo",
    "redo"), and of amendments ("amend", "undo amend", "redo amend") what was said and what is said now; with "refused"
    why an answer is taken back that no step can go on with.
    """
    going, before, table = Walk(sequence, start), list[Response](), Table(raise_missing)
    while True:
        place = going.back_to(in_common(before, journal.said))
        table = seat().continuing(table, place.mark) if place.mark else seat()
        try:
            end = going.play(place, table)
            journal.settle()
            return end
        except (Undo, Redo, BadAnswer, Amend) as wish:
            before = [*journal.said]
            if not done(wish, journal, table, wished):
                raise


def in_common(before: Sequence[Response], now: Sequence[Response]) -> int:
    """How many answers at the beginning are the same."""
    pairs = zip(before, now, strict=False)
    return next((n for n, (old, new) in enumerate(pairs) if old != new), min(len(before), len(now)))


def done(wish: Exception, journal: Journal, table: Table, wished: Wished) -> bool:
    """Do what the players wish; False if it cannot be done and the error stands."""
    if isinstance(wish, Redo):
        word = "redo amend" if journal.history.can_restore() else "redo"
        wished(word, journal.redo())
        return True
    if isinstance(wish, Amend):
        old = journal.said[wish.place]
        new = old.but(answer=wish.answer, hand=wish.hand)
        journal.amend(wish.place, new, asked_by(table.log), wish.by)
        wished("amend", [old, new])
        return True
    if isinstance(wish, BadAnswer):  # a step refuses what its questions let through: that is taken back
        if not journal.can_undo():
            return False
        wished("refused", [Response("", str(wish), "")])
    word = "undo amend" if journal.undoes_amendment() else "undo"
    wished(word, journal.undo())
    return True
