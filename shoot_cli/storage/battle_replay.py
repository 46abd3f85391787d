"""Stored battles played again from their log."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from shoot_cli.engine.names import visible
from shoot_cli.engine.questions import Question
from shoot_cli.engine.reasons import Refusal
from shoot_cli.engine.sequence import play
from shoot_cli.engine.table import Table
from shoot_cli.input.answerers import Missing
from shoot_cli.replay.history import Amendment, History, Response
from shoot_cli.replay.journal import Journal, Mismatch
from shoot_cli.replay.rebase import OldQuestion, asked_by
from shoot_cli.rules import edition
from shoot_cli.storage.records import CLOCK, ODDS, kept_list

if TYPE_CHECKING:
    from shoot_cli.armies import Army
    from shoot_cli.armies.cache import RememberedLists
    from shoot_cli.engine.ruleset import Ruleset
    from shoot_cli.storage.stored_battle import StoredBattle


class CannotReplay(Refusal):
    """Raised if the battle was played by other rules, or its lists cannot be read; the text says which."""

    exit_code = 3


def reloaded(stored: StoredBattle, memory: RememberedLists | None = None) -> tuple[Ruleset, Any, dict[str, str]]:
    """Return the ruleset, the first state of a stored battle, and its settings. :raises CannotReplay: in words.

    `memory` has lists that need not be read again. Without it both lists are read from their text.
    """
    found = edition(stored.ruleset)
    if found is None:
        raise CannotReplay(
            f"“{stored.name}” is of the ruleset {stored.ruleset}, which this version of shoot does not know."
        )
    ruleset = found.ruleset()
    first, second = lists_of(stored, memory)
    settings = dict(stored.settings)
    turns = settings.pop("turns", None)
    if turns and not re.fullmatch("[0-9]{1,3}", turns):
        raise CannotReplay(f"“{stored.name}” cannot begin as it says it did: “{visible(turns[:20])}” turns.")
    settings.pop(CLOCK, None)
    settings.pop(ODDS, None)
    try:
        start = ruleset.begin_battle(first, second, int(turns) if turns else None)
    except Exception as error:  # lists of two rulesets, or a wrong number of turns, in a record that was tampered with
        raise CannotReplay(f"“{stored.name}” cannot begin as it says it did: {error}") from None
    return ruleset, start, ruleset.defaults() | settings


def lists_of(stored: StoredBattle, memory: RememberedLists | None = None) -> tuple[Army, Army]:
    """Return both lists of a stored battle, mine first. :raises CannotReplay: one cannot be read; the text names it."""
    from shoot_cli import armies
    from shoot_cli.armies.army_block import proposal_kept

    found = []
    for which, raw in zip(("first", "second"), stored.armies, strict=True):
        kept = kept_list(raw)
        called = f"The {which} list kept in “{stored.name}”" + (f", “{kept.name}”," if kept.name else "")
        if kept.text is None:
            raise CannotReplay(
                f"{called} cannot be read: its text is missing. The battle can be exported, not continued."
            )
        try:
            army = armies.load_text(kept.text, kept.path or kept.name or f"the {which} list", memory)
            found.append(armies.with_proposals(army, map(proposal_kept, kept.proposals)))
        except armies.ListError as error:
            raise CannotReplay(f"{called} cannot be read: {error}") from None
        except ValueError as error:
            raise CannotReplay(f"{called} cannot be read: {error}.") from None
    return found[0], found[1]


def journal_of(stored: StoredBattle, memory: RememberedLists | None = None) -> Journal:
    """Return the journal with which a stored battle goes on. The questions of old amendments are found when needed."""
    return Journal(
        stored, stored.fold.history.copy(), lambda past: asked_before(stored, past, memory), stored.dice == "hand"
    )


def asked_before(
    stored: StoredBattle, past: Sequence[Amendment[Response]], memory: RememberedLists | None = None
) -> list[OldQuestion | None]:
    """Return the question of each answer that still waits after the last amendment. :raises CannotReplay:"""
    found: list[OldQuestion | None] = []
    begun = next((at for at in range(len(past) - 1, 0, -1) if not past[at].carry), 0)
    for amended in past[begun:]:  # the first amendment of the group was made when no answers waited
        earlier = found
        found = [*asked_by(table_before(stored, amended, memory)[0].log)]  # the log may end before the last answer
        found += [None] * (len(amended.before) - len(found))
        found += [earlier[place] if place < len(earlier) else None for place in amended.carry]
    return found


def table_before(
    stored: StoredBattle, amended: Amendment[Response], memory: RememberedLists | None = None
) -> tuple[Table, Question | None]:
    """Return the table before this amendment was made, and the question asked then. :raises CannotReplay:"""
    ruleset, start, settings = reloaded(stored, memory)
    table = replaying(amended.before, settings)
    with suppress(Mismatch):
        try:
            play(ruleset.battle, start, table)
        except Missing as prompt:
            return table, prompt.question
    return table, None


def replaying(said: Iterable[Response], settings: dict[str, str]) -> Table:
    """Return a table that has these answers and asks nobody. Its next question raises `Missing`."""

    def nobody(question: Question, place: int) -> Any:
        raise Missing(question)

    table = Journal(None, History(said)).seat(nobody, lambda question: "", lambda question: None)
    table.settings = settings
    return table


class Replayed(NamedTuple):
    """A battle played again. `end` is the last state; `prompt` is the next question, or None if the battle is over."""

    table: Table
    end: Any
    prompt: Question | None
    ruleset: Ruleset


def replayed(stored: StoredBattle, answers: Sequence[Response], began: tuple[Ruleset, Any, dict[str, str]]) -> Replayed:
    """Play a battle again with these answers. `began` comes from `reloaded`. :raises CannotReplay: one does not fit."""
    ruleset, start, settings = began
    table = replaying(answers, settings)
    try:
        return Replayed(table, play(ruleset.battle, start, table), None, ruleset)
    except Missing as error:
        return Replayed(table, start if table.record is None else table.record, error.question, ruleset)
    except Mismatch as error:
        raise misfit(stored, ruleset, str(error)) from None
    except Exception as error:  # a wrong answer in a log that was tampered with
        place = table.asked
        key = answers[place - 1].key if 0 < place <= len(answers) else "?"
        raise CannotReplay(
            f"“{stored.name}” cannot be played again: after answer {place} of the log, for “{key}”, the rules come to"
            f" no end ({type(error).__name__})."
        ) from None


def misfit(stored: StoredBattle, ruleset: Ruleset, why: str) -> CannotReplay:
    """Return the refusal that names the first answer that does not fit, and by which version it was given."""
    older = ""
    if stored.version != ruleset.version:
        older = (
            f" It was begun with version {stored.version} of the {ruleset.name} rules; this is {ruleset.version}."
            " It can be shown and exported, not continued."
        )
    return CannotReplay(f"“{stored.name}” does not fit the rules any more: {why}.{older}")


def checked(stored: StoredBattle, answers: Sequence[Response], began: tuple[Ruleset, Any, dict[str, str]]) -> Replayed:
    """Return what `replayed` does, if the battle also ends where its log ends. :raises CannotReplay: it does not fit"""
    again = replayed(stored, answers, began)
    place = again.table.asked
    if again.prompt is None and place < len(answers):
        why = f"answer {place + 1} of the log is for “{answers[place].key}”, but the battle is over by then"
        raise misfit(stored, again.ruleset, why)
    if again.prompt is not None and stored.finished:
        why = f"the log says that the battle is over, but the rules now ask “{again.prompt.key}”"
        raise misfit(stored, again.ruleset, why)
    return again


def after_an_update(stored: StoredBattle, began: tuple[Ruleset, Any, dict[str, str]]) -> str:
    """Return what to tell of a battle that was begun with another version of the rules, or "" if it was not.

    :raises CannotReplay: an answer does not fit the rules of today; the first one is named
    """
    version = began[0].version
    if stored.version == version:
        return ""
    checked(stored, stored.answers(), began)
    return (
        f"Begun with version {stored.version} of the rules, it goes on with {version}: all answers fit. "
        "Losses are what the rules of today make of them."
    )


def in_force(stored: StoredBattle) -> Replayed:
    """Play a battle again with the answers in force. :raises CannotReplay: as `reloaded` and `replayed`."""
    return replayed(stored, stored.answers(), reloaded(stored))
