"""What undo and redo would do now, in words, for the list of commands."""

from __future__ import annotations

from collections.abc import Callable

from shoot_cli.core.journal import Journal
from shoot_cli.core.questions import Question
from shoot_cli.core.response import Response
from shoot_cli.ui.screen import Key
from shoot_cli.ui.showing import in_words

Asked = Callable[[int, Response], Question | None]  # what was answered by this, at this place


def steps(journal: Journal, asked: Asked) -> dict[Key, str]:
    """The answer and whose it was, then the question, as the line is cut where there is no room."""
    found: dict[Key, str] = {}
    last = max((place for place, said in enumerate(journal.said) if said.human), default=None)
    if journal.undoes_amendment():
        found[Key.UNDO] = "takes back the change of an earlier answer"
    elif last is not None:
        found[Key.UNDO] = f"takes back: {in_short(journal.said[last], asked(last, journal.said[last]))}"
    back = next(journal.history.back(), None)
    if journal.history.can_restore():
        found[Key.REDO] = "brings back the change of an earlier answer"
    elif isinstance(back, Response):
        found[Key.REDO] = f"brings back: {in_short(back, asked(len(journal.said), back))}"
    return found


def in_short(said: Response, question: Question | None) -> str:
    asked, answer = in_words(said, question)
    return f"{answer} ({said.by}), {asked}"
