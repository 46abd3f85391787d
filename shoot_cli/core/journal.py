"""The answers of one run: replayed, then asked for; undone and redone one human answer at a time; amended anywhere.

Undo and amendment are events of the log, not erasures: whoever keeps the log (a battle on disk, or a list) gets them in
the order in which they happened. What they do to the answers in force is in ``history.py``, how old answers are used
again in ``carrying.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from shoot_cli.core.carrying import fit, places_for, rest_of_attack, with_missing
from shoot_cli.core.history import History
from shoot_cli.core.questions import Answer, BadAnswer, Question, Roll, Total
from shoot_cli.core.record import Record
from shoot_cli.core.sequence import Sequence as Steps
from shoot_cli.core.sequence import play
from shoot_cli.core.signals import Amend, Redo, Undo
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


class Turn(Record):
    """What an amendment did to one question. ``before`` None: it was not asked then; ``said`` None: not yet answered.

    ``why``: words for the players, such as why it had to be asked anew; "" if nothing needs saying.
    """

    question: Question
    before: Question | None
    old: Answer
    answer: Answer
    thrown: int = 0  # dice thrown anew
    why: str = ""


class Keeper(Protocol):
    """Where events go. It must have them safe when ``append`` returns."""

    def append(self, kind: str, payload: Mapping[str, Any]) -> Any: ...


class Mismatch(Exception):
    """A log that does not fit the rules any more: refused by the name of the question, never guessed at."""


class Journal:
    """Answers in force, and those taken back, newest last.

    :param history: what a stored battle has; a new one if None
    :param questions: what the answers before the last amendment answered, by place; () if nobody knows
    :ivar turns: what the amendment going on has changed so far
    """

    def __init__(
        self,
        keeper: Keeper | None = None,
        history: History[Said] | None = None,
        questions: Sequence[Question] = (),
    ) -> None:
        self.keeper = keeper
        self.history: History[Said] = history if history is not None else History()
        self.questions = questions
        self.turns: list[Turn] = []
        self.given_up: dict[int, Said] = {}
        self.runs: list[list[int]] = []  # kept, not yet told to the keeper
        self.place = 0  # of the next question

    @property
    def said(self) -> list[Said]:
        return self.history.said

    def then(
        self, live: Answerer, who: Callable[[Question], str], by_hand: Callable[[Question], bool | None]
    ) -> Answerer:
        """Answers from the log while they last, then from before an amendment, then from ``live``.

        Each new one is kept before it is used.
        """
        self.place = 0

        def answer(question: Question, place: int) -> Answer:
            if place < len(self.said):
                self.place = place + 1
                return replayed(self.said[place], question, place)
            found = self.carried(question, place, live, by_hand)
            if found is None:
                self.flush()
                new = live(question, place)
                question.read(new)  # a bad answer must not reach the log
                self.add(Said(question.key, new, who(question), by_hand(question)))
                found = new
            self.place = place + 1
            return found

        return answer

    def add(self, said: Said, of: int | None = None) -> None:
        self.flush()
        self.tell("answer", said_json(said) | ({} if of is None else {"of": of}))
        self.history.add(said, of)

    def tell(self, kind: str, payload: Mapping[str, Any]) -> None:
        if self.keeper:
            self.keeper.append(kind, payload)

    @property
    def replaying(self) -> bool:
        return self.place < len(self.said)

    # Undo and redo ---------------------------------------------------------------------------------------------------

    def can_undo(self) -> bool:
        return any(said.human for said in self.said)

    def can_redo(self) -> bool:
        return bool(self.history.undone)

    def undoes_amendment(self) -> bool:
        """True if undo takes back an amendment whole: nobody has answered anything anew since."""
        return bool(self.history.past) and not any(said.human for said in self.history.since())

    def undo(self) -> list[Said]:
        """Take back the last human answer and the app's dice that followed from it; oldest first.

        After an amendment it is the amendment that is taken back, and what it replaced is in force again: see
        ``undoes_amendment``. Nothing is returned then.
        """
        self.flush()
        if self.undoes_amendment():
            self.tell("undo", {"amend": True})
            self.history.revert()
            return []
        at = max((i for i, said in enumerate(self.said) if said.human), default=None)
        if at is None:
            return []
        count = len(self.said) - at
        self.tell("undo", {"count": count})
        return self.history.undo(count)

    def redo(self) -> list[Said]:
        """Bring back the human answer taken back last, and the app's dice that followed; or an amendment, whole."""
        self.flush()
        if self.history.can_restore():
            self.tell("redo", {"amend": True})
            self.history.restore()
            return []
        count = 0
        for said in reversed(self.history.undone):
            if not isinstance(said, Said) or (count and said.human):
                break
            count += 1
        if not count:
            return []
        self.tell("redo", {"count": count})
        return self.history.redo(count)

    # Amendments ------------------------------------------------------------------------------------------------------

    def amend(self, at: int, said: Said, questions: Sequence[Question]) -> None:
        """Another answer at this place; later answers are used again wherever their question still stands.

        ``questions``: what the answers in force answer, by place.
        """
        self.flush()
        self.tell("amend", said_json(said) | {"at": at})
        old = self.said[at]
        self.history.amend(at, said)
        self.questions, self.given_up = questions, {}
        self.turns = [Turn(questions[at], questions[at], old.answer, said.answer)]

    def carried(
        self, question: Question, place: int, live: Answerer, by_hand: Callable[[Question], bool | None]
    ) -> Answer | None:
        """The answer from before the amendment, if its question still stands; None if somebody must be asked."""
        while self.history.carry:
            places, lapsed = places_for(question, self.history.carry)
            self.give_up(lapsed)
            if not places:
                return None
            at = places[0]
            old = self.history.carry[at]
            before = self.questions[at] if at < len(self.questions) else None
            fitted = fit(question, before, old.answer)
            if fitted.answer is not None:
                self.use(question, before, at, old, fitted.answer)
                return fitted.answer
            if fitted.missing is not None and isinstance(question, (Roll, Total)):
                thrown = live(fitted.missing, place)
                whole = with_missing(question, fitted, thrown)
                question.read(whole)
                hand = old.hand or by_hand(fitted.missing)
                self.add(old.but(answer=whole, hand=hand), at)
                self.turns.append(Turn(question, before, old.answer, whole, fitted.missing.dice))
                return whole
            self.turns.append(Turn(question, before, old.answer, None, 0, fitted.why))
            self.give_up(rest_of_attack(self.history.carry, at) if question.key == "unit" else [at])
        return None

    def use(self, question: Question, before: Question | None, at: int, old: Said, answer: Answer) -> None:
        """An old answer is in force again; as it was, or judged anew."""
        if before is not None and question != before:
            self.turns.append(Turn(question, before, old.answer, answer))
        if answer != old.answer:
            self.add(old.but(answer=answer), at)
            return
        if self.runs and self.runs[-1][1] == at:
            self.runs[-1][1] = at + 1
        else:
            self.runs.append([at, at + 1])
        self.history.keep([[at, at + 1]])

    def give_up(self, places: Sequence[int]) -> None:
        """Old answers that nothing asks for any more."""
        for place in places:
            self.given_up[place] = self.history.carry.pop(place)
        if places and not self.history.carry:
            self.settle()

    def settle(self) -> None:
        self.flush()
        self.tell("settle", {})
        self.history.settle()

    def flush(self) -> None:
        """Answers kept from before an amendment reach the keeper together."""
        if self.runs:
            runs, self.runs = self.runs, []
            self.tell("keep", {"runs": runs})


def said_json(said: Said) -> dict[str, Any]:
    return {"key": said.key, "answer": said.answer, "by": said.by, "hand": said.hand}


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
    sequence: Steps,
    start: Any,
    journal: Journal,
    seat: Callable[[], Table],
    wished: Callable[[str, list[Said]], None],
) -> Any:
    """Play to the end: replay what is known, ask the rest; undo, redo and amend begin again from the changed log.

    ``seat`` makes a table with the journal behind it; ``wished`` hears what was taken back or said again ("undo",
    "redo"), and of amendments ("amend", "undo amend", "redo amend").
    """
    while True:
        table = seat()
        try:
            end = play(sequence, start, table)
            journal.flush()
            return end
        except Undo:
            wish = "undo amend" if journal.undoes_amendment() else "undo"
            wished(wish, journal.undo())
        except Redo:
            wish = "redo amend" if journal.history.can_restore() else "redo"
            wished(wish, journal.redo())
        except Amend as change:
            questions = [entry.question for entry in table.log if entry.question is not None]
            old = journal.said[change.place]
            said = Said(old.key, change.answer, change.by, change.hand)
            journal.amend(change.place, said, questions)
            wished("amend", [old, said])
