"""What undo and redo would do now, in words, and how far the battle is, for the list of commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shoot_cli.core.journal import Journal
from shoot_cli.core.plurals import counted
from shoot_cli.core.questions import Question
from shoot_cli.core.response import Response
from shoot_cli.core.table import Table
from shoot_cli.ui.screen import Key
from shoot_cli.ui.showing import question_and_answer

Asked = Callable[[int, Response], Question | None]  # what was answered by this, at this place


def steps(journal: Journal, asked: Asked, mark: Callable[[str], str]) -> dict[Key, str]:
    """Of each key the answer and whose it was, then the question. ``mark``: of the player of this name."""
    n = len(journal.said)
    found = {
        Key.LOG: f"{n} answer{'s' * (n != 1)}; all on disk",
        Key.LEAVE: "all is kept; shoot play --resume goes on here",
    }
    last = journal.last()
    if journal.undoes_amendment():
        found[Key.UNDO] = "takes back the change of an earlier answer"
    elif last is not None:
        rolls = n - 1 - last if journal.asks else 0  # where the app throws all dice it goes without saying
        found[Key.UNDO] = f"takes back: {undo_label(journal.said[last], asked(last, journal.said[last]), mark, rolls)}"
    back = next(journal.history.back(), None)
    if journal.history.can_restore():
        found[Key.REDO] = "brings back the change of an earlier answer"
    elif isinstance(back, Response):
        found[Key.REDO] = f"brings back: {undo_label(back, asked(len(journal.said), back), mark)}"
    return found


def undo_label(said: Response, question: Question | None, mark: Callable[[str], str], rolls: int = 0) -> str:
    """``rolls``: of the app that nobody was asked for, after it."""
    asked, answer = question_and_answer(said, question)
    answer += ", thrown by the app" if said.hand is False else ""
    answer += f", and {counted(rolls, 'roll')} after it" if rolls else ""
    return f"{answer} ({mark(said.by)}); {asked}"


def place_in_attack(table: Table | None, question: Question | None) -> tuple[Any, int]:
    """Which unit shoots as a question is asked, and how often the same was answered in its attack; no unit: None."""
    answered = [entry for entry in table.log if entry.question] if table else []
    start = answered[-1].attack if answered else None
    keys = [entry.question.key for entry in answered[start or 0 :] if entry.question]
    return None if start is None else answered[start].answer, keys.count(question.key) if question else 0
