"""A kept battle played again: does every answer still fit its rules, what does it come to, and what was its luck?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from shoot_cli.battles.replay import CannotReplay, reloaded, replaying, table_of
from shoot_cli.core.budget import SECONDS, Budget
from shoot_cli.core.drivers import Missing
from shoot_cli.core.history import History
from shoot_cli.core.journal import Journal, Mismatch, Said
from shoot_cli.core.luck_report import Report, report
from shoot_cli.core.sequence import play

if TYPE_CHECKING:
    from shoot_cli.battles import Battle
    from shoot_cli.core.status import Sides


@dataclass(frozen=True)
class Replayed:
    """``lost``: models slain by army, mine first. ``why``: the answer that does not fit, in words; "" if all do."""

    answers: int
    lost: tuple[tuple[str, int], ...] = ()
    why: str = ""

    @property
    def casualties(self) -> int:
        return sum(n for _, n in self.lost)


def replayed(stored: Battle) -> Replayed:
    """The whole log played again, in order."""
    given = stored.answers()
    try:
        ruleset, start, settings = reloaded(stored)
    except CannotReplay as error:
        return Replayed(len(given), why=str(error))
    history = stored.fold.history.mapped(lambda a: Said(a.key, a.answer, a.by, a.hand))
    history.settle()  # to look at a battle changes nothing in it
    table = replaying(Journal(None, History(history.said)), settings)
    asked: Any = None
    try:
        end = play(ruleset.battle, start, table)
    except Missing as error:
        asked, end = error.question, table.record
    except Mismatch as error:
        return Replayed(len(given), why=f"“{stored.name}” does not fit the rules any more: {error}.")
    except Exception as error:  # an answer nobody at the table could give, such as of a log made by other hands
        place = table.asked
        key = given[place - 1].key if 0 < place <= len(given) else "?"
        return Replayed(
            len(given),
            why=f"“{stored.name}” cannot be played again: after answer {place} of the log, for “{key}”, the rules come"
            f" to no end ({type(error).__name__}).",
        )
    why = ""
    if asked is None and table.asked < len(given):
        more = given[table.asked]
        why = f"answer {table.asked + 1} of the log is for “{more.key}”, but the battle is over by then"
    elif asked is not None and stored.finished:
        why = f"the log says that the battle is over, but the rules now ask “{asked.key}”"
    if why:
        return Replayed(len(given), why=f"“{stored.name}” does not fit the rules any more: {why}.")
    return Replayed(len(given), lost_in(ruleset.status(start), ruleset.status(end) if end is not None else ()))


def lost_in(before: Sides, after: Sides) -> tuple[tuple[str, int], ...]:
    """Models that stood at the beginning and do not stand at the end, by army."""
    there = {name: sum(row.models_left for row in rows) for name, rows in after}
    return tuple((name, (n := sum(row.models_left for row in rows)) - there.get(name, n)) for name, rows in before)


def in_words(found: Replayed) -> list[str]:
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


def found_in(battle: Battle, seconds: float = SECONDS) -> tuple[Report, Mapping[str, str]]:
    """Its luck, and what the edition calls things. ``seconds``: of CPU, for the odds of its attacks.

    :raises CannotReplay: other rules, or lists that cannot be read.
    """
    table, end, ruleset = table_of(battle)
    hands = [answer.hand for answer in battle.answers()]
    return report(table, hands, ruleset, end, budget=Budget(seconds)), ruleset.titles


def show(name: str, found: Report, titles: Mapping[str, str], plain: bool) -> None:
    from shoot_cli.core.visible import visible
    from shoot_cli.ui.chances import luck
    from shoot_cli.ui.console import console, is_plain

    out = console(plain)
    out.print(visible(name), soft_wrap=True)
    out.print(luck(found, titles, plain=is_plain(plain)))
