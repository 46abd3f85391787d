"""What went wrong in a battle: answers that were taken back or changed later, and the rules behind their questions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from shoot_cli.core.questions import Facts, Question, Roll, Total
from shoot_cli.storage.folding import LogState
from shoot_cli.storage.replay import CannotReplay, reloaded, replayed

if TYPE_CHECKING:
    from shoot_cli.core.response import KeptAnswer
    from shoot_cli.storage.battle import StoredBattle


LATEST_BATTLES = 40  # mistakes looked into: each may take the battle played again up to there

Mistake = tuple[int, Sequence["KeptAnswer"]]  # the place of the answer, and all that were in force then


def rules_undone(stored: StoredBattle) -> tuple[str, ...]:
    """Ids of the rules behind what was taken back for good, or amended; none if nothing was.

    What redo brought back was no mistake. Of several answers taken back at once only the first counts: it was the
    players', and the app's dice went along with it.

    :raises CannotReplay: the rules are others now, or the log does not fit them.
    """
    found = mistakes(stored)[-LATEST_BATTLES:]
    if not found:
        return ()
    played = PlayedAgain(stored)
    rules = [rule for place, before in found for rule in rules_of(played.question(place, before))]
    return tuple(dict.fromkeys(rules))


def mistakes(stored: StoredBattle) -> list[Mistake]:
    """Those that stayed taken back, or amended, to the end."""
    fold = LogState()
    found: list[Mistake] = []
    taken: list[Mistake | None] = []  # what redo would bring back, the next one last; None: that was no mistake
    changed: list[Mistake] = []  # amendments in force
    unchanged: list[Mistake] = []  # amendments taken back: what they changed was right after all
    for event in stored.events:
        before, payload = fold.history.whole(), event.payload
        fold.add(event)
        count = payload.get("count", 1)
        match event.kind:
            case "undo" if payload.get("amend"):
                unchanged.append(changed.pop())
                taken.append(None)
            case "undo":
                taken += [*[None] * (count - 1), (len(before) - count, before)]  # the app's dice, and the answer
            case "redo" if payload.get("amend"):
                changed.append(unchanged.pop())
                taken.pop()
            case "redo":
                del taken[-count:]
            case "answer" | "amend":
                found += [one for one in taken if one]
                taken.clear()
                unchanged.clear()
                if event.kind == "amend":
                    changed.append((payload["at"], before))
    return [*found, *(one for one in taken if one), *changed]


class PlayedAgain:
    """The battle played again, as often as must be: what was said before an answer says what it was asked."""

    def __init__(self, stored: StoredBattle) -> None:
        self.stored = stored
        self.began = reloaded(stored)
        self.logs = [self.replayed(stored.answers())]

    def question(self, place: int, answers: Sequence[KeptAnswer]) -> Question:
        """What the answer of this place was given to. :raises CannotReplay: the log does not fit the rules."""
        for before, questions in self.logs:
            if place < len(questions) and answer_pairs(before[:place]) == answer_pairs(answers[:place]):
                return questions[place]
        self.logs.append(self.replayed(answers))
        if place < len(self.logs[-1][1]):
            return self.logs[-1][1][place]
        raise CannotReplay(f"“{self.stored.name}” is over before answer {place + 1} of its log.")

    def replayed(self, answers: Sequence[KeptAnswer]) -> tuple[Sequence[KeptAnswer], list[Question]]:
        """The answers, and what they were asked, with what was asked next."""
        again = replayed(self.stored, answers, self.began)
        asked = [entry.question for entry in again.table.log if entry.question is not None]
        return answers, [*asked, again.prompt] if again.prompt else asked


def answer_pairs(answers: Sequence[KeptAnswer]) -> list[tuple[str, Any]]:
    return [(answer.key, answer.answer) for answer in answers]


def rules_of(question: Question) -> tuple[str, ...]:
    """The rules it comes from, and those behind the number it needs."""
    found = [*question.rules]
    if isinstance(question, (Roll, Total)) and question.need:
        found += [reason.rule for reason in question.need.because]
    if isinstance(question, Facts):
        found += [rule for part in question.parts for rule in rules_of(part)]
    return tuple(dict.fromkeys(rule for rule in found if rule))
