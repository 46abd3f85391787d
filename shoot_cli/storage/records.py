"""Events and answers as the database stores them, and the state of a log after its events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from json import dumps, loads
from typing import Any, NamedTuple

from shoot_cli.replay.history import History, Impossible, KeptAnswer
from shoot_cli.storage.home import StorageError, printable

# Records read from the database. Times are ISO 8601 in UTC with milliseconds, as in `2025-03-01T18:04:09.120Z` --------

CLOCK, ODDS = "clock", "odds"  # keys of a battle's settings that are no settings of its rules


class Event(NamedTuple):
    """One entry of a battle's log. Numbers start at 1 without gaps. `hash_chain.py` explains `hash`."""

    number: int
    kind: str
    payload: dict[str, Any]
    at: str
    hash: str


class Summary(NamedTuple):
    """A battle in a list. `changed` is the time of its last event; `answers` is how many are in force."""

    name: str
    ruleset: str
    created: str
    changed: str
    answers: int
    finished: bool


class DrillAnswer(NamedTuple):
    """One answer of a drill. `seconds` is how long it took, None if unknown. `at` is in UTC."""

    rule: str
    kind: str
    right: bool
    seconds: float | None
    at: datetime


class KeptCard(NamedTuple):
    """The scheduler's state of one rule asked in one way. `state` is "" if the stored state is no text. `aside` is True
    if the learner laid the card aside."""

    rule: str
    kind: str
    state: str
    aside: bool = False


ASIDE = "aside"  # stands for when a card is due


def now() -> str:
    """Return the current time in UTC, always with the same length, so that times sort as text."""
    return as_kept(datetime.now(UTC))


def soon() -> str:
    """Return the time one minute from now. No correct clock has passed it."""
    return as_kept(datetime.now(UTC) + timedelta(minutes=1))


def as_kept(moment: datetime) -> str:
    """Return a time in UTC as it is stored."""
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def is_time(text: str) -> bool:
    """Return True if `as_kept` could have written this."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return False
    return len(text) == 24 and text.endswith("Z") and moment.utcoffset() is not None


class KeptList(NamedTuple):
    """An army list as a battle stores it. `path` is "" if unknown; `text` is None if it was not stored.

    `proposals` are the stratagems that a package proposed as the battle began, as plain data (`kept_proposal`), and
    `credit` names that package. Both are kept, since the package may be another one later, or gone (EVE-66).
    """

    name: str
    path: str
    text: str | None
    credit: str = ""
    proposals: Sequence[Any] = ()

    def raw(self) -> str:
        """Return the list as ASCII JSON. A file name need not be valid text, which no database could store."""
        kept = {"name": self.name, "path": self.path, "text": self.text}
        return dumps(kept | ({"credit": self.credit, "proposals": list(self.proposals)} if self.proposals else {}))


def file_names(sides: Sequence[str], armies: Sequence[str]) -> dict[str, str]:
    """Return the names of the sides' list files, without their endings; sides without a file are left out."""
    from pathlib import Path

    stems = (Path(kept_list(one).path).stem for one in armies)
    return {side: stem for side, stem in zip(sides, stems, strict=False) if stem}


def kept_list(raw: str) -> KeptList:
    """Return the stored list; parts that cannot be read are empty."""
    try:
        kept = loads(raw)
    except (ValueError, RecursionError):
        kept = None
    fields: dict[str, Any] = kept if isinstance(kept, dict) else {}
    parts = [fields.get(key) for key in ("name", "path", "text", "credit")]
    name, path, text, credit = (part if isinstance(part, str) else None for part in parts)
    proposals = fields.get("proposals", ())
    return KeptList(name or "", path or "", text, credit or "", proposals if isinstance(proposals, list) else ())


def is_text(text: str) -> bool:
    """Return False if the text has a lone surrogate, which JSON can contain."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


# Events folded to the answers in force, the answers taken back, and the amendments ------------------------------------

KINDS = ("answer", "undo", "redo", "amend", "insert", "keep", "settle", "finish", "note")


class LogState:
    """The state of a battle after some events; `add` brings it up to date.

    Any event except a note after "finish" reopens the battle, such as an undo of the last answer.
    """

    def __init__(self) -> None:
        self.history: History[KeptAnswer] = History()
        self.finished = False

    @property
    def answers(self) -> list[KeptAnswer]:
        return self.history.said

    @property
    def count(self) -> int:
        """The number of answers in force."""
        return self.history.count

    def add(self, event: Event) -> None:
        """Apply the next event. If it raises, the state is unchanged.

        :raises StorageError: an unknown kind, a wrong payload, or more answers undone than there are
        """
        kind, payload = event.kind, event.payload
        try:
            match kind:
                case "answer":
                    of = _place(event, "of") if "of" in payload else None
                    old = self.history.carry.get(of) if of is not None else None
                    answer = _answer(event)
                    self.history.add(answer if old is None else answer.but(was=without_history(old)), of)
                case "undo" if payload.get("amend"):
                    self.history.revert()
                case "undo":
                    self.history.undo(_count(event))
                case "redo" if payload.get("amend"):
                    self.history.restore()
                case "redo":
                    self.history.redo(_count(event))
                case "amend":
                    at = _place(event, "at")
                    old = without_history(self.history.whole()[at]) if at < self.history.count else None
                    self.history.amend(at, _answer(event).but(was=old, wish=_wish(event)))
                case "insert":
                    self.history.insert(_place(event, "at"), _answer(event))
                case "keep":
                    self.history.keep(_runs(event, "runs"), _runs(event, "drop"))
                case "settle":
                    self.history.settle()
                case "finish" | "note":
                    pass
                case _:
                    known = ", ".join(KINDS)
                    raise StorageError(
                        f"Event {event.number} is of no known kind: “{printable(kind, 30)}” is none of {known}."
                    )
        except Impossible as error:
            between = " of " if "count" in payload else ", "
            raise _cannot(event, f"{kind}{between}{error}.") from None
        if kind != "note":
            self.finished = kind == "finish"

    def copy(self) -> LogState:
        twin = LogState()
        twin.history, twin.finished = self.history.copy(), self.finished
        return twin


def without_history(answer: KeptAnswer) -> KeptAnswer:
    """Return the answer without its own predecessor, so that repeated changes do not build a long chain."""
    return answer.but(was=None) if answer.was else answer


def _answer(event: Event) -> KeptAnswer:
    payload: Mapping[str, Any] = event.payload
    key, by, hand = payload.get("key"), payload.get("by") or "", payload.get("hand")
    via = payload.get("via") or ""
    if not isinstance(key, str) or "answer" not in payload:
        raise _cannot(event, "an answer needs a key and an answer.")
    if not isinstance(by, str) or not isinstance(via, str) or not (hand is None or isinstance(hand, bool)):
        raise _cannot(event, "whose answer it is, or how it was given, is unreadable.")
    return KeptAnswer(key, payload["answer"], by, hand, via=via, number=event.number, at=event.at)


def _cannot(event: Event, why: str) -> StorageError:
    return StorageError(f"Event {event.number} cannot be applied: {why}")


def _wish(event: Event) -> str:
    """Return who asked for an amendment."""
    wish = event.payload.get("wish", "")
    if not isinstance(wish, str):
        raise _cannot(event, "who asked for the change is unreadable.")
    return wish


def _whole(value: Any, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


def _place(event: Event, name: str) -> int:
    place = event.payload.get(name)
    if not _whole(place, 0):
        raise _cannot(event, f"{printable(repr(place), 30)} is no place.")
    return int(place)  # type: ignore[arg-type]


def _runs(event: Event, name: str) -> list[list[int]]:
    runs: list[list[int]] | Any = event.payload.get(name, [])
    good = isinstance(runs, list) and all(
        isinstance(run, list) and len(run) == 2 and all(_whole(place, 0) for place in run) for run in runs
    )
    if not good:
        raise _cannot(event, "what was kept is unreadable.")
    return [*runs]


def _count(event: Event) -> int:
    count = event.payload.get("count", 1)
    if not _whole(count, 1):
        raise _cannot(event, f"{event.kind} of {printable(repr(count), 30)} answers.")
    return int(count)
