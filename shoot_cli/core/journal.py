"""The answers of one run: replayed first, then asked for; undone and redone one human answer at a time.

Undo is an event of the log, not an erasure: whoever keeps the log (a battle on disk, or a list) gets "answer", "undo"
and "redo" in the order in which they happened.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from shoot_cli.core.questions import Answer, BadAnswer, Question
from shoot_cli.core.record import Record
from shoot_cli.core.sequence import Sequence, play
from shoot_cli.core.signals import Redo, Undo
from shoot_cli.core.table import Answerer, Table


class Said(Record):
    """An answer in force. ``hand``: True if dice came from a hand, False if from the app, None if it is no dice."""

    key: str
    answer: Answer
    by: str
    hand: bool | None = None

    @property
    def human(self) -> bool:
        """Somebody had to say it: what undo steps over is the app's own dice."""
        return self.hand is not False


class Keeper(Protocol):
    """Where events go. It must have them safe when ``append`` returns."""

    def append(self, kind: str, payload: Mapping[str, Any]) -> Any: ...


class Mismatch(Exception):
    """A log that does not fit the rules any more: refused by the name of the question, never guessed at."""


class Journal:
    """Answers in force, and those taken back, newest last.

    :param said: the answers a stored battle has, oldest first
    :param undone: what redo would bring back, the next one last
    """

    def __init__(
        self, keeper: Keeper | None = None, said: list[Said] | None = None, undone: list[Said] | None = None
    ) -> None:
        self.keeper = keeper
        self.said: list[Said] = list(said or [])
        self.undone: list[Said] = list(undone or [])
        self.place = 0  # of the next question

    def then(
        self, live: Answerer, who: Callable[[Question], str], by_hand: Callable[[Question], bool | None]
    ) -> Answerer:
        """Answers from the log while they last, then from ``live``; each new one is kept before it is used."""
        self.place = 0

        def answer(question: Question, place: int) -> Answer:
            if place < len(self.said):
                self.place = place + 1
                return replayed(self.said[place], question, place)
            new = live(question, place)
            question.read(new)  # a bad answer must not reach the log
            self.add(Said(question.key, new, who(question), by_hand(question)))
            self.place = place + 1
            return new

        return answer

    def add(self, said: Said) -> None:
        if self.keeper:
            self.keeper.append("answer", {"key": said.key, "answer": said.answer, "by": said.by, "hand": said.hand})
        self.said.append(said)
        self.undone.clear()

    @property
    def replaying(self) -> bool:
        return self.place < len(self.said)

    def can_undo(self) -> bool:
        return any(said.human for said in self.said)

    def can_redo(self) -> bool:
        return bool(self.undone)

    def undo(self) -> list[Said]:
        """Take back the last human answer and the app's dice that followed from it; oldest first."""
        at = max((i for i, said in enumerate(self.said) if said.human), default=None)
        if at is None:
            return []
        taken = self.said[at:]
        if self.keeper:
            self.keeper.append("undo", {"count": len(taken)})
        del self.said[at:]
        self.undone += reversed(taken)
        return taken

    def redo(self) -> list[Said]:
        """Bring back the human answer taken back last, and the app's dice that followed from it."""
        back: list[Said] = []
        while self.undone and (not back or not self.undone[-1].human):
            back.append(self.undone.pop())
        if back and self.keeper:
            self.keeper.append("redo", {"count": len(back)})
        self.said += back
        return back


def replayed(said: Said, question: Question, place: int) -> Answer:
    """:raises Mismatch: if this answer is not for this question."""
    if said.key != question.key:
        raise Mismatch(f"answer {place + 1} of the log is for “{said.key}”, but the rules now ask “{question.key}”")
    try:
        question.read(said.answer)
    except BadAnswer as error:
        raise Mismatch(f"answer {place + 1} of the log does not fit “{question.key}” any more: {error}") from None
    return said.answer


def walk(
    sequence: Sequence,
    start: Any,
    journal: Journal,
    seat: Callable[[], Table],
    wished: Callable[[str, list[Said]], None],
) -> Any:
    """Play to the end: replay what is known, ask the rest; undo and redo begin again from the changed log.

    ``seat`` makes a table with the journal behind it; ``wished`` hears what was taken back or said again.
    """
    while True:
        try:
            return play(sequence, start, seat())
        except Undo:
            wished("undo", journal.undo())
        except Redo:
            wished("redo", journal.redo())
