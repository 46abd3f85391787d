"""The hash chain of a battle's log, which reveals later changes, and the checks of every row that is read."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from shoot_cli.storage.home import StorageError, printable
from shoot_cli.storage.records import ASIDE, DrillAnswer, Event, KeptCard, LogState, Summary, is_time

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
