"""A kept battle played again from its log: what every answer led to, with reasons and casualties."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from shoot_cli.battles.records import CLOCK, ODDS, kept_list
from shoot_cli.core.carrying import Asked, asked_by
from shoot_cli.core.drivers import Missing
from shoot_cli.core.history import Amended, History
from shoot_cli.core.journal import Journal, Mismatch, Said
from shoot_cli.core.luck_slain import Watched
from shoot_cli.core.questions import Question
from shoot_cli.core.sequence import play
from shoot_cli.core.table import Entry
from shoot_cli.core.visible import visible
from shoot_cli.rules import edition

if TYPE_CHECKING:
    from shoot_cli.armies import Army
    from shoot_cli.armies.remembered import Memory
    from shoot_cli.battles import Answer, Battle
    from shoot_cli.core.ruleset import Ruleset


class CannotReplay(Exception):
    """The battle was kept by other rules, or its lists cannot be read any more; the text says which."""


def remembered() -> Memory | None:
    """What lists were read as before, on this machine; None if nobody knows where that would be."""
    from shoot_cli.armies.remembered import Memory
    from shoot_cli.battles import StorageError, cache
    from shoot_cli.battles.home import secret

    try:
        return Memory(cache() / "lists", secret)
    except StorageError:
        return None


def reloaded(stored: Battle, memory: Memory | None = None) -> tuple[Ruleset, Any, dict[str, str]]:
    """The ruleset, the record a stored battle began with, and its settings. :raises CannotReplay: in words.

    ``memory``: lists that it knows are not read again; None: all are read from their text, as those want who check.
    """
    found = edition(stored.ruleset)
    if found is None:
        raise CannotReplay(
            f"“{stored.name}” is of the ruleset {stored.ruleset}, which this version of shoot does not know."
        )
    ruleset = found.ruleset()
    if stored.version != ruleset.version:
        raise CannotReplay(
            f"“{stored.name}” was played with version {stored.version} of the {ruleset.name} rules; "
            f"this is {ruleset.version}. It can be shown and exported, not continued."
        )
    first, second = lists_of(stored, memory)
    settings = dict(stored.settings)
    turns = settings.pop("turns", None)
    if turns and not re.fullmatch("[0-9]{1,3}", turns):
        raise CannotReplay(f"“{stored.name}” cannot begin as it says it did: “{visible(turns[:20])}” turns.")
    settings.pop(CLOCK, None)
    settings.pop(ODDS, None)
    try:
        start = ruleset.begin_battle(first, second, int(turns) if turns else None)
    except Exception as error:  # lists of two rulesets, no number of turns: a record made by other hands
        raise CannotReplay(f"“{stored.name}” cannot begin as it says it did: {error}") from None
    return ruleset, start, ruleset.defaults() | settings


def lists_of(stored: Battle, memory: Memory | None = None) -> tuple[Army, Army]:
    """Both lists of a stored battle, mine first. :raises CannotReplay: naming the one that cannot be read."""
    from shoot_cli import armies

    found = []
    for which, raw in zip(("first", "second"), stored.armies, strict=True):
        kept = kept_list(raw)
        called = f"The {which} list kept in “{stored.name}”" + (f", “{kept.name}”," if kept.name else "")
        if kept.text is None:
            raise CannotReplay(
                f"{called} cannot be read: its text is missing. The battle can be exported, not continued."
            )
        try:
            found.append(armies.load_text(kept.text, kept.path or kept.name or f"the {which} list", memory))
        except armies.ListError as error:
            raise CannotReplay(f"{called} cannot be read: {error}") from None
    return found[0], found[1]


def said_of(answer: Answer) -> Said:
    return Said(answer.key, answer.answer, answer.by, answer.hand)


def journal_of(stored: Battle, memory: Memory | None = None) -> Journal:
    """The journal a kept battle goes on with. Of amendments made earlier, the old questions are found when needed."""
    return Journal(stored, stored.fold.history.mapped(said_of), lambda past: asked_before(stored, past, memory))


def asked_before(stored: Battle, past: Sequence[Amended[Said]], memory: Memory | None = None) -> list[Asked | None]:
    """What the answers that wait after the last of these amendments were asked, by place. :raises CannotReplay:"""
    found: list[Asked | None] = []
    begun = next((at for at in range(len(past) - 1, 0, -1) if not past[at].carry), 0)
    for amended in past[begun:]:  # of several the first was made when nothing waited
        earlier = found
        found = [*asked_by(table_before(stored, amended, memory)[0].log)]  # as far as it goes
        found += [None] * (len(amended.before) - len(found))
        found += [earlier[place] if place < len(earlier) else None for place in amended.carry]
    return found


def table_before(
    stored: Battle, amended: Amended[Said], memory: Memory | None = None
) -> tuple[Watched, Question | None]:
    """The table as it was when this amendment was made, and the prompt. :raises CannotReplay:"""
    ruleset, start, settings = reloaded(stored, memory)
    table = replaying(Journal(None, History(amended.before)), settings)
    with suppress(Mismatch):
        try:
            play(ruleset.battle, start, table)
        except Missing as prompt:
            return table, prompt.question
    return table, None


def replaying(journal: Journal, settings: dict[str, str]) -> Watched:
    """A table with nobody behind the log. :raises Missing: when the log is at its end."""

    def nobody(question: Question, place: int) -> Any:
        raise Missing(question)

    table = Watched(journal.then(nobody, lambda question: "", lambda question: None))
    table.settings = settings
    return table


def log_of(stored: Battle) -> tuple[list[Entry], Any, Ruleset]:
    """Every line of the log as it was at the table, the record it comes to, and the ruleset.

    :raises CannotReplay: other rules, or an answer that does not fit them.
    """
    table, end, ruleset = table_of(stored)
    return table.log, end, ruleset


def table_of(stored: Battle) -> tuple[Watched, Any, Ruleset]:
    """The table as it was, with its log and attacks; otherwise as ``log_of``."""
    ruleset, start, settings = reloaded(stored)

    history = stored.fold.history.mapped(said_of)
    history.settle()  # to look at a battle changes nothing in it
    table = replaying(Journal(None, history), settings)
    try:
        end = play(ruleset.battle, start, table)
    except Missing:
        end = table.record
    except Mismatch as error:
        raise CannotReplay(f"“{stored.name}” does not fit the rules any more: {error}.") from None
    return table, end if end is not None else start, ruleset
