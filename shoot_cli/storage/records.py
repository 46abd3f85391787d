"""Events and answers as the database stores them, the hash chain of a battle's log, and the state after its events.

The chain reveals later changes. Every row that is read is checked.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from json import dumps, loads
from pathlib import Path
from typing import Any, NamedTuple

from shoot_cli.replay.history import History, Impossible, KeptAnswer
from shoot_cli.storage.home import StorageError, printable

# Records read from the database. Times are ISO 8601 in UTC with milliseconds, as in `2025-03-01T18:04:09.120Z` --------

CLOCK, ODDS = "clock", "odds"  # keys of a battle's settings that are no settings of its rules


class Event(NamedTuple):
    """One entry of a battle's log. Numbers start at 1 without gaps. `event_hash` makes `hash`."""

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


def in_a_minute() -> str:
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

    `proposals` are the stratagems that a package proposed as the battle began, as plain data (`kept_proposal`).
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

    stems = (Path(kept_list(raw).path).stem for raw in armies)
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
        return self.history.answers

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
                    place = _place_in(event, "of") if "of" in payload else None
                    old = self.history.carry.get(place) if place is not None else None
                    answer = _answer_in(event)
                    self.history.add(answer if old is None else answer.but(previous=without_history(old)), place)
                case "undo" if payload.get("amend"):
                    self.history.revert()
                case "undo":
                    self.history.undo(_count_in(event))
                case "redo" if payload.get("amend"):
                    self.history.restore()
                case "redo":
                    self.history.redo(_count_in(event))
                case "amend":
                    at = _place_in(event, "at")
                    old = without_history(self.history.whole()[at]) if at < self.history.count else None
                    self.history.amend(at, _answer_in(event).but(previous=old, wish=_who_asked(event)))
                case "insert":
                    self.history.insert(_place_in(event, "at"), _answer_in(event))
                case "keep":
                    self.history.keep(_runs_in(event, "runs"), _runs_in(event, "drop"))
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
            raise _bad_event(event, f"{kind}{between}{error}.") from None
        if kind != "note":
            self.finished = kind == "finish"

    def copy(self) -> LogState:
        twin = LogState()
        twin.history, twin.finished = self.history.copy(), self.finished
        return twin


def without_history(answer: KeptAnswer) -> KeptAnswer:
    """Return the answer without its own predecessor, so that repeated changes do not build a long chain."""
    return answer.but(previous=None) if answer.previous else answer


def _answer_in(event: Event) -> KeptAnswer:
    payload: Mapping[str, Any] = event.payload
    key, by, hand = payload.get("key"), payload.get("by") or "", payload.get("hand")
    via = payload.get("via") or ""
    if not isinstance(key, str) or "answer" not in payload:
        raise _bad_event(event, "an answer needs a key and an answer.")
    if not isinstance(by, str) or not isinstance(via, str) or not (hand is None or isinstance(hand, bool)):
        raise _bad_event(event, "whose answer it is, or how it was given, is unreadable.")
    return KeptAnswer(key, payload["answer"], by, hand, via=via, number=event.number, at=event.at)


def _bad_event(event: Event, why: str) -> StorageError:
    return StorageError(f"Event {event.number} cannot be applied: {why}")


def _who_asked(event: Event) -> str:
    """Return who asked for an amendment."""
    wish = event.payload.get("wish", "")
    if not isinstance(wish, str):
        raise _bad_event(event, "who asked for the change is unreadable.")
    return wish


def _whole_number(value: Any, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


def _place_in(event: Event, name: str) -> int:
    place = event.payload.get(name)
    if not _whole_number(place, 0):
        raise _bad_event(event, f"{printable(repr(place), 30)} is no place.")
    return int(place)  # type: ignore[arg-type]


def _runs_in(event: Event, name: str) -> list[list[int]]:
    runs: list[list[int]] | Any = event.payload.get(name, [])
    good = isinstance(runs, list) and all(
        isinstance(run, list) and len(run) == 2 and all(_whole_number(place, 0) for place in run) for run in runs
    )
    if not good:
        raise _bad_event(event, "what was kept is unreadable.")
    return [*runs]


def _count_in(event: Event) -> int:
    count = event.payload.get("count", 1)
    if not _whole_number(count, 1):
        raise _bad_event(event, f"{event.kind} of {printable(repr(count), 30)} answers.")
    return int(count)


# The chain of hashes --------------------------------------------------------------------------------------------------

HASHED = ("name", "ruleset", "version", "seed", "armies", "settings", "dice")
DEEPEST = 20  # levels of lists and objects in a payload; answers have 3


def canonical(value: Any) -> str:
    """Return `value` as JSON in the only form that is hashed and stored. :raises TypeError, ValueError: no JSON."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def hash_of(value: Any) -> str:
    return sha256(canonical(value).encode("ascii")).hexdigest()


def armies_hash(armies: tuple[str, str]) -> str:
    return hash_of(list(armies))


def header_hash(facts: Mapping[str, Any]) -> str:
    """Return the hash of a header. `facts` may have more keys than `HASHED`."""
    return hash_of({name: facts[name] for name in HASHED})


def event_hash(previous: str, number: int, kind: str, payload: str) -> str:
    """Return the hash of an event. `payload` is its canonical JSON as stored, so one changed byte shows."""
    text = f"[{_quoted(previous)},{number},{_quoted(kind)},{payload}]"
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _quoted(text: str) -> str:
    """Return the same as `canonical`, faster for letters and digits, which is nearly always the case."""
    return f'"{text}"' if text.isascii() and text.isalnum() else canonical(text)


class ChainTip(NamedTuple):
    """The end of a log, stored with its last event: it shows if the last rows are missing."""

    events: int
    hash: str
    answers: int
    finished: bool
    changed: str


def read_payload(text: object) -> dict[str, Any]:
    """Return the payload of an event. :raises ValueError: it is no JSON object."""
    if not isinstance(text, str):
        raise ValueError("its payload is no text")
    try:
        payload = json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError("its payload is no JSON") from None
    if not isinstance(payload, dict):
        raise ValueError("its payload is no JSON object")
    if too_deep(payload, text):
        raise ValueError("its payload is nested deeper than any answer")
    return payload


def too_deep(payload: dict[str, Any], text: str) -> bool:
    """Return True if the payload is nested deeper than any answer, which could exceed Python's recursion limit."""
    return text.count("[") + text.count("{") > DEEPEST and deeper(payload, DEEPEST)


def deeper(value: Any, levels: int) -> bool:
    if not isinstance(value, (dict, list)):
        return False
    inside = value.values() if isinstance(value, dict) else value
    return levels == 0 or any(deeper(part, levels - 1) for part in inside)


def read_row(row: Sequence[object]) -> Event:
    """Return the event in a row `(number, kind, payload, at, hash)`.

    :raises ValueError: it is none, with the reason
    """
    number, kind, payload, at, digest = row
    if not isinstance(number, int):
        raise ValueError("its number is no whole number")
    if not isinstance(kind, str):
        raise ValueError("its kind is no text")
    if not isinstance(digest, str):
        raise ValueError("its hash is no text")
    if not isinstance(at, str) or not is_time(at):
        raise ValueError("its time is no time")
    return Event(number, kind, read_payload(payload), at, digest)


def row_of(event: Event) -> tuple[int, str, str, str, str]:
    """Return the event as a row. :raises ValueError: its payload is no JSON that can be hashed."""
    return event.number, event.kind, canonical(event.payload), event.at, event.hash


def folded(events: Iterable[Event]) -> LogState:
    """Return the state after these events. :raises StorageError: an event does not fit those before it."""
    fold = LogState()
    for event in events:
        fold.add(event)
    return fold


class Examined(NamedTuple):
    """The result of `examine`: the events before the first break, a sentence for each break, and the state."""

    events: list[Event]
    breaks: list[str]
    fold: LogState


def examine(start: str, rows: Iterable[Sequence[object]], tip: ChainTip, before: Sequence[Event] = ()) -> Examined:
    """Check the rows of a log against their hashes, and fold their events.

    `start` is the hash of the header, or of the last event in `before`, which is known to be good. `rows` follow it, as
    `(number, kind, payload, at, hash)` in the order of their numbers.
    """
    good: list[Event] = []
    wrong: list[str] = []
    fold = folded(before)
    previous: str | None = start  # None after a gap, where no link can be checked
    last = before[-1].number if before else 0
    for row in rows:
        number = row[0]
        if not isinstance(number, int) or number <= last:
            wrong.append(f"After event {last} stands a row with a number that cannot be right.")
            previous = None
            continue
        if number > last + 1:
            wrong.append(missing(last + 1, number - 1))
            previous = None
        last = number
        try:
            event = read_row(row)
        except ValueError as error:
            wrong.append(f"Event {number} cannot be read: {error}.")
            previous = row[4] if isinstance(row[4], str) else None
            continue
        if previous is not None and event_hash(previous, number, event.kind, str(row[2])) != event.hash:
            wrong.append(f"Event {number} ({printable(event.kind)}) is not as it was written.")
        previous = event.hash
        if not wrong:
            try:
                fold.add(event)
            except StorageError as error:
                wrong.append(str(error))
            else:
                good.append(event)
    if tip.events > last:
        wrong.append(missing(last + 1, tip.events))
    elif tip.events < last:
        wrong.append(
            f"Event {tip.events + 1} and later were not written by this program: the log ended at {tip.events}."
        )
    elif previous is not None and tip.hash != previous:
        wrong.append(
            f"Event {last} is not the last one that was written." if last else "The start of the log was changed."
        )
    if not wrong and (tip.answers, tip.finished) != (fold.count, fold.finished):
        wrong.append(f"The log has {fold.count} answers in force; {tip.answers} were noted with event {last}.")
    if not is_time(tip.changed):
        wrong.append("The time of the last change cannot be read.")
    return Examined(good, wrong, fold)


def missing(first: int, last: int) -> str:
    return f"Event {first} is missing." if first == last else f"Events {first} to {last} are missing."


# Rows of the database as records --------------------------------------------------------------------------------------

DAMAGED = "The drill scores in {} are damaged."
# A time in the future comes from a wrong clock, so such battles come last.
SUMMARY = (
    "SELECT name, ruleset, created, changed, answers, finished FROM battles JOIN tips ON tips.battle = battles.id"
    " ORDER BY changed > ?, changed DESC, battles.id DESC"
)
HEADER = "id, name, ruleset, version, seed, mine, theirs, armies_hash, settings, dice, created, hash"


@dataclass
class Header:
    """A battle's row. `hash` is the stored hash, which the first event follows; `wrong` checks it.

    `armies` has both lists as JSON text, mine first. `created` is an ISO time in UTC. `dice`: who throws, "app" or
    "hand".
    """

    identity: int
    name: str
    ruleset: str
    version: str
    seed: int
    armies: tuple[str, str]
    armies_hash: str
    settings: dict[str, str]
    dice: str
    created: str
    hash: str

    def wrong(self) -> list[str]:
        """Return a sentence for each way in which the header was changed."""
        wrong = []
        if header_hash(vars(self)) != self.hash:
            wrong.append("The header (name, ruleset, version, seed, armies, settings, dice) is not as it was written.")
        if armies_hash(self.armies) != self.armies_hash:
            wrong.append("The armies do not fit their hash.")
        if not is_time(self.created):
            wrong.append("The time of creation cannot be read.")
        return wrong


def read_header(row: Sequence[object]) -> Header:
    """Return the header in a row. :raises StorageError: the row cannot be read."""
    identity, *texts = row
    if not isinstance(identity, int):
        raise unreadable(str(texts[0]), "its number")
    for text in texts:
        if not isinstance(text, str):
            raise unreadable(str(texts[0]), "a field that should be text")
    name, ruleset, version, digits, mine, theirs, on_armies, agreed, dice, created, digest = map(str, texts)
    try:
        seed, settings = int(digits), json.loads(agreed)
    except (ValueError, RecursionError):
        raise unreadable(name, "the seed or the settings") from None
    if not isinstance(settings, dict) or not all(isinstance(value, str) for value in settings.values()):
        raise unreadable(name, "the settings")
    return Header(identity, name, ruleset, version, seed, (mine, theirs), on_armies, settings, dice, created, digest)


def read_tip(connection: sqlite3.Connection, identity: int, name: str) -> ChainTip:
    """Return the stored end of a log. :raises StorageError: it is missing or unreadable, or the battle is gone."""
    row = connection.execute(
        "SELECT events, hash, answers, finished, changed FROM tips WHERE battle = ?", (identity,)
    ).fetchone()
    if row is None:
        raise StorageError(f"“{printable(name)}” is gone, or its database is damaged.")
    events, digest, answers, finished, changed = row
    texts, numbers = isinstance(digest, str) and isinstance(changed, str), isinstance(events, int)
    if not (texts and numbers and isinstance(answers, int) and finished in (0, 1)):
        raise unreadable(name, "the note of where its log ends")
    return ChainTip(events, digest, answers, bool(finished), changed)


def read_events(connection: sqlite3.Connection, identity: int, first: int = 0) -> list[tuple[object, ...]]:
    """Return the unchecked rows of a battle by number, from `first` on; 0 for all, even those with wrong numbers."""
    which = "AND number >= ?2" if first else ""
    return connection.execute(
        f"SELECT number, kind, payload, at, hash FROM events WHERE battle = ?1 {which} ORDER BY number",
        (identity, first) if first else (identity,),
    ).fetchall()


def read_summary(row: Sequence[object]) -> Summary:
    """Return the summary in a row `(name, ruleset, created, changed, answers, finished)`. :raises StorageError:"""
    name, ruleset, created, changed, answers, finished = row
    if not isinstance(name, str) or not isinstance(ruleset, str) or not isinstance(created, str):
        raise unreadable(str(name), "its header")
    if not isinstance(changed, str) or not isinstance(answers, int) or finished not in (0, 1):
        raise unreadable(name, "the note of where its log ends")
    return Summary(name, ruleset, created, changed, answers, bool(finished))


def unreadable(name: str, what: str) -> StorageError:
    return StorageError(f"“{printable(name)}” cannot be read: {what} is damaged.")


def read_answer(row: Sequence[object], path: Path) -> DrillAnswer:
    """Return the drill answer in a row `(rule, kind, correct, seconds, at)`. :raises StorageError: it is unreadable."""
    rule, kind, right, seconds, at = row
    if isinstance(rule, str) and isinstance(kind, str) and (seconds is None or isinstance(seconds, (int, float))):
        with suppress(TypeError, ValueError):
            moment = datetime.fromisoformat(at)  # type: ignore[arg-type]
            if moment.tzinfo is not None:
                return DrillAnswer(rule, kind, bool(right), seconds, moment)
    raise StorageError(DAMAGED.format(path))


def read_card(row: Sequence[object], path: Path) -> KeptCard:
    """Return the card in a row `(rule, kind, state, due)`. :raises StorageError: its rule or kind is unreadable."""
    rule, kind, state, due = row
    if isinstance(rule, str) and isinstance(kind, str):
        return KeptCard(rule, kind, state if isinstance(state, str) else "", due == ASIDE)
    raise StorageError(DAMAGED.format(path))
