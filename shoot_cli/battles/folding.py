"""Which answers are in force: events fold into a list of answers and a stack of those taken back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shoot_cli.battles.errors import StorageError
from shoot_cli.battles.names import printable
from shoot_cli.battles.records import Answer, Event

KINDS = ("answer", "undo", "redo", "finish", "note")


class Fold:
    """The state after some events, kept up to date one event at a time.

    ``undone`` holds what redo would bring back, the next one last. Anything but a note after "finish" takes the
    battle up again: players who undo the last answer are not finished.
    """

    def __init__(self) -> None:
        self.answers: list[Answer] = []
        self.undone: list[Answer] = []
        self.finished = False

    def add(self, event: Event) -> None:
        """Take in the next event.

        :raises StorageError: an unknown kind, a payload that does not fit it, or more undone than there is; the state
            is as before then.
        """
        kind = event.kind
        match kind:
            case "answer":
                self.answers.append(_answer(event))
                self.undone.clear()
            case "undo":
                _move(_count(event, len(self.answers)), self.answers, self.undone)
            case "redo":
                _move(_count(event, len(self.undone)), self.undone, self.answers)
            case "finish" | "note":
                pass
            case _:
                known = ", ".join(KINDS)
                raise StorageError(
                    f"Event {event.number} is of no known kind: “{printable(kind, 30)}” is none of {known}."
                )
        if kind != "note":
            self.finished = kind == "finish"

    def copy(self) -> Fold:
        twin = Fold()
        twin.answers, twin.undone, twin.finished = self.answers.copy(), self.undone.copy(), self.finished
        return twin


def _move(count: int, source: list[Answer], target: list[Answer]) -> None:
    for _ in range(count):
        target.append(source.pop())


def _answer(event: Event) -> Answer:
    payload: Mapping[str, Any] = event.payload
    key, by, hand = payload.get("key"), payload.get("by") or "", payload.get("hand")
    if not isinstance(key, str) or "answer" not in payload:
        raise StorageError(f"Event {event.number} cannot be applied: an answer needs a key and an answer.")
    if not isinstance(by, str) or not (hand is None or isinstance(hand, bool)):
        raise StorageError(
            f"Event {event.number} cannot be applied: whose answer it is, or how it was given, is unreadable."
        )
    return Answer(key, payload["answer"], by, hand, event.number, event.at)


def _count(event: Event, most: int) -> int:
    count = event.payload.get("count", 1)
    if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= most:
        there = f"{most} can be taken" if most else "there is nothing to take"
        way = "back" if event.kind == "undo" else "forward"
        raise StorageError(
            f"Event {event.number} cannot be applied: {event.kind} of {printable(repr(count), 30)}, but {there} {way}."
        )
    return count
