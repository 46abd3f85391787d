"""A kept battle held against its rules: does every answer still fit, and what does it come to?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from shoot_cli.battles.replay import CannotReplay, reloaded, replayed

if TYPE_CHECKING:
    from shoot_cli.battles import Battle
    from shoot_cli.core.status import Sides


@dataclass(frozen=True)
class Verified:
    """``lost``: models slain by army, mine first. ``why``: the answer that does not fit, in words; "" if all do."""

    answers: int
    lost: tuple[tuple[str, int], ...] = ()
    why: str = ""

    @property
    def casualties(self) -> int:
        return sum(n for _, n in self.lost)


def verified(stored: Battle) -> Verified:
    """The whole log played again, in order."""
    given = stored.answers()
    try:
        began = reloaded(stored)
        again = replayed(stored, given, began)
    except CannotReplay as error:
        return Verified(len(given), why=str(error))
    place, why = again.table.asked, ""
    if again.prompt is None and place < len(given):
        why = f"answer {place + 1} of the log is for “{given[place].key}”, but the battle is over by then"
    elif again.prompt is not None and stored.finished:
        why = f"the log says that the battle is over, but the rules now ask “{again.prompt.key}”"
    if why:
        return Verified(len(given), why=f"“{stored.name}” does not fit the rules any more: {why}.")
    status = again.ruleset.status
    return Verified(len(given), lost_in(status(began[1]), status(again.end)))


def lost_in(before: Sides, after: Sides) -> tuple[tuple[str, int], ...]:
    """Models that stood at the beginning and do not stand at the end, by army."""
    there = {name: sum(row.models_left for row in rows) for name, rows in after}
    return tuple((name, (n := sum(row.models_left for row in rows)) - there.get(name, n)) for name, rows in before)


def in_words(found: Verified) -> list[str]:
    """Two sentences, or the one that says what does not fit."""
    if found.why:
        return [found.why]
    answers = f"All {found.answers} answers fit" if found.answers != 1 else "The one answer fits"
    models = "model" if found.casualties == 1 else "models"
    each = ", ".join(f"{name} {n}" for name, n in found.lost)
    return [
        f"{answers} the rules: they were played again.",
        f"That reproduces {found.casualties} casualties ({models} lost: {each})."
        if each
        else f"That reproduces {found.casualties} casualties.",
    ]
