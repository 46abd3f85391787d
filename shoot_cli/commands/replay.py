"""A kept battle played again from its log: what every answer led to, with reasons and casualties."""

from __future__ import annotations

from contextlib import suppress
from json import loads
from typing import TYPE_CHECKING, Any

from shoot_cli.core.drivers import Missing
from shoot_cli.core.history import History
from shoot_cli.core.journal import Journal, Mismatch, Said
from shoot_cli.core.questions import Question, Roll, Total
from shoot_cli.core.sequence import play
from shoot_cli.core.table import Entry, Table
from shoot_cli.rules import edition

if TYPE_CHECKING:
    from shoot_cli.battles import Battle
    from shoot_cli.core.ruleset import Ruleset


BELOW = "    - "  # before what an answer led to, so that Markdown makes a list of it


class CannotReplay(Exception):
    """The battle was kept by other rules, or its lists cannot be read any more; the text says which."""


def reloaded(stored: Battle) -> tuple[Ruleset, Any, dict[str, str]]:
    """The ruleset, the record a stored battle began with, and its settings. :raises CannotReplay: in words."""
    from shoot_cli import armies

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
    try:
        kept = [loads(text) for text in stored.armies]
        first, second = (armies.load_text(one["text"], one.get("path") or one["name"]) for one in kept)
    except (armies.ListError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise CannotReplay(f"The lists kept in “{stored.name}” cannot be read: {error}") from None
    settings = dict(stored.settings)
    turns = settings.pop("turns", None)
    return ruleset, ruleset.begin_battle(first, second, int(turns) if turns else None), ruleset.defaults() | settings


def journal_of(stored: Battle) -> Journal:
    """The journal a kept battle goes on with. Where an amendment was broken off, its old questions are found again."""
    history = stored.fold.history.mapped(lambda a: Said(a.key, a.answer, a.by, a.hand))
    return Journal(stored, history, questions_before(stored, history) if history.carry else ())


def questions_before(stored: Battle, history: History[Said]) -> list[Question]:
    """What the answers before the last amendment answered, by place. :raises CannotReplay: as ``reloaded``."""
    ruleset, start, settings = reloaded(stored)
    table = replaying(Journal(None, History(history.past[-1].before)), settings)
    with suppress(Missing, Mismatch):  # as far as it goes
        play(ruleset.battle, start, table)
    return [entry.question for entry in table.log if entry.question is not None]


def replaying(journal: Journal, settings: dict[str, str]) -> Table:
    """A table with nobody behind the log. :raises Missing: when the log is at its end."""

    def nobody(question: Question, place: int) -> Any:
        raise Missing(question)

    table = Table(journal.then(nobody, lambda question: "", lambda question: None))
    table.settings = settings
    return table


def log_of(stored: Battle) -> tuple[list[Entry], Any, Ruleset]:
    """Every line of the log as it was at the table, the record it comes to, and the ruleset.

    :raises CannotReplay: other rules, or an answer that does not fit them.
    """
    ruleset, start, settings = reloaded(stored)

    history = stored.fold.history.mapped(lambda a: Said(a.key, a.answer, a.by, a.hand))
    history.settle()  # to look at a battle changes nothing in it
    table = replaying(Journal(None, history), settings)
    try:
        end = play(ruleset.battle, start, table)
    except Missing:
        end = table.record
    except Mismatch as error:
        raise CannotReplay(f"“{stored.name}” does not fit the rules any more: {error}.") from None
    return table.log, end if end is not None else start, ruleset


def lines_of_log(stored: Battle) -> list[str]:
    """The log to be read: each answer with its number and owner, what was told between them.

    :raises CannotReplay: as ``log_of``.
    """
    from shoot_cli.ui.words import answer_words, instruction, need_reasons, result

    log, _, ruleset = log_of(stored)
    given, lines, number = stored.answers(), [], 0
    for entry in log:
        question = entry.question
        if question is None:
            lines.append(f"{BELOW}{entry.text}")
            continue
        by_hand = given[number].hand
        number += 1
        names = ruleset.sides(entry.record)
        asked = instruction(question, names)
        answer = answer_words(question, entry.answer)
        dice = {True: " (by hand)", False: " (by the app)", None: ""}[by_hand]
        came = f": {result(entry)}" if by_hand is not None else ""
        lines.append(f"{number}. {asked} > {answer}{dice}{came}")
        if isinstance(question, (Roll, Total)) and question.need:
            lines += [BELOW + reason for reason in need_reasons(question.need)]
    return lines
