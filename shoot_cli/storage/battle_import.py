"""The reader of `shoot battle import`: it checks what `export` wrote as JSON or JSON lines, line by line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from json import JSONDecodeError, loads
from pathlib import Path
from typing import Any

from shoot_cli.storage import records
from shoot_cli.storage.home import StorageError, printable

LARGEST = 64 * 1024 * 1024  # bytes; 3,000 answers take less than 1 MiB
MOST_EVENTS = 200_000
TEXTS = ("name", "ruleset", "version", "dice", "armies_hash", "created", "hash")


class NotABattle(Exception):
    """Raised if a file is no battle, or was changed. The text is a sentence that names the line."""


@dataclass(frozen=True)
class ImportedBattle:
    """A battle read from a file, with every hash checked."""

    header: records.Header
    events: list[records.Event]


def read_file(path: Path) -> ImportedBattle:
    """Return the battle in a file; "-" is standard input. :raises OSError: unreadable. :raises NotABattle: in words."""
    import sys

    if str(path) == "-":
        data = sys.stdin.buffer.read(LARGEST + 1)
    else:
        with open(path, "rb") as file:
            data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise NotABattle(f"It is larger than {LARGEST // 1024 // 1024} MiB: no battle is.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotABattle(f"Line {data[: error.start].count(10) + 1}: it is no text.") from None
    return read(text)


def read(text: str) -> ImportedBattle:
    """Return the battle in a text. :raises NotABattle: it is none."""
    if not text.strip():
        raise NotABattle("There is nothing in it.")
    lines = text.split("\n")
    first = next(index for index, line in enumerate(lines) if line.strip())
    try:
        opening = loads(lines[first])
    except (ValueError, RecursionError):
        opening = None
    if isinstance(opening, dict) and "events" not in opening:
        return from_lines(lines, first, opening)
    return from_document(text)


def from_lines(lines: Sequence[str], first: int, opening: dict[str, Any]) -> ImportedBattle:
    """Return the battle in JSON lines: first the header, then one event per line."""
    if not isinstance(opening.get("battle"), dict):
        raise NotABattle(f"Line {first + 1}: JSON lines begin with the battle, as {{“battle”: ...}}.")
    line_numbers, events = [], []
    for number, line in enumerate(lines[first + 1 :], first + 2):
        if line.strip():
            line_numbers.append(number)
            events.append(one_line(line, number))
    return checked_battle(opening["battle"], events, lambda index: f"Line {line_numbers[index]}", f"Line {first + 1}")


def one_line(line: str, number: int) -> Any:
    try:
        return loads(line)
    except RecursionError:
        raise NotABattle(f"Line {number}: it is nested too deeply.") from None
    except ValueError:
        raise NotABattle(f"Line {number}: this is no JSON; is the file cut off?") from None


def from_document(text: str) -> ImportedBattle:
    """Return the battle in one JSON document."""
    try:
        whole = loads(text)
    except JSONDecodeError as error:
        end = "; is the file cut off?" if not text[error.pos :].strip() else ""
        raise NotABattle(f"Line {error.lineno}, column {error.colno}: this is no JSON{end}") from None
    except (ValueError, RecursionError):
        raise NotABattle("It is JSON with a number or a depth that no battle has.") from None
    if not isinstance(whole, dict) or not isinstance(whole.get("events"), list):
        raise NotABattle("It is JSON, but no battle: `shoot battle export --format json` writes one.")

    def where(index: int) -> str:
        numbers = [match.start() for match in re.finditer(r'"number":', text)]  # each event begins with its number
        return f"Line {text.count(chr(10), 0, numbers[index]) + 1}" if index < len(numbers) else f"Event {index + 1}"

    return checked_battle(whole, whole["events"], where, "The header")


def checked_battle(facts: dict[str, Any], events: list[Any], where: Any, top: str) -> ImportedBattle:
    """Return the checked battle. `where(index)` and `top` name the places of events and header. :raises NotABattle:"""
    header = header_of(facts, top)
    if len(events) > MOST_EVENTS:
        raise NotABattle(f"It has {len(events)} events: no battle has more than {MOST_EVENTS}.")
    fold, good, previous = records.LogState(), [], header.hash
    for index, raw in enumerate(events):
        event, payload = event_of(raw, index, where)
        if records.event_hash(previous, index + 1, event.kind, payload) != event.hash:
            raise NotABattle(f"{where(index)}: event {index + 1} ({printable(event.kind)}) is not as it was written.")
        try:
            fold.add(event)
        except StorageError as error:
            raise NotABattle(f"{where(index)}: {error}") from None
        good.append(event)
        previous = event.hash
    if facts.get("breaks"):
        raise NotABattle(f"{top}: it was exported from a record that is broken.")
    last = f"event {len(good)} is not the last one that was written" if good else "its events are missing"
    if facts.get("last_hash", previous) != previous:
        raise NotABattle(f"{where(len(good) - 1) if good else top}: {last}: the file is cut off.")
    if facts.get("finished", fold.finished) is not fold.finished:
        raise NotABattle(f"{top}: it does not say rightly whether the battle is finished.")
    in_force = [(row.number, row.key, row.answer, row.by, row.hand, row.at, row.via or None) for row in fold.answers]
    if "answers" in facts and answers_in(facts["answers"]) != in_force:
        raise NotABattle(f"{top}: the answers in force are not those that its events come to.")
    return ImportedBattle(header, good)


def answers_in(given: Any) -> Any:
    if not isinstance(given, list) or not all(isinstance(answer, dict) for answer in given):
        return None
    return [tuple(map(answer.get, ("event", "key", "answer", "by", "hand", "at", "via"))) for answer in given]


def header_of(facts: dict[str, Any], top: str) -> records.Header:
    """Return the header. :raises NotABattle: a part is missing, of the wrong type, or changed."""
    for name in TEXTS:
        if not isinstance(facts.get(name), str):
            raise NotABattle(f"{top}: “{name}” is missing or no text.")
    seed, armies, settings = facts.get("seed"), facts.get("armies"), facts.get("settings")
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise NotABattle(f"{top}: “seed” is missing or no whole number.")
    if not isinstance(armies, list) or len(armies) != 2 or not all(isinstance(army, str) for army in armies):
        raise NotABattle(f"{top}: “armies” is missing or does not hold two lists.")
    if not isinstance(settings, dict) or not all(isinstance(value, str) for value in settings.values()):
        raise NotABattle(f"{top}: “settings” is missing or does not hold words.")
    for name, text in [*((name, facts[name]) for name in TEXTS), *(("armies", army) for army in armies)]:
        if not records.is_text(text):
            raise NotABattle(f"{top}: “{name}” has half a letter in it (a lone surrogate), which no file can hold.")
    texts = {name: facts[name] for name in TEXTS}
    header = records.Header(identity=0, seed=seed, armies=(armies[0], armies[1]), settings=settings, **texts)
    try:
        breaks = header.wrong()
    except ValueError:
        breaks = ["The seed has more digits than a seed has."]
    if breaks:
        raise NotABattle(f"{top}: {breaks[0][0].lower()}{breaks[0][1:]}")
    return header


def event_of(raw: Any, index: int, where: Any) -> tuple[records.Event, str]:
    """Return the event, and its payload as the text that is hashed. :raises NotABattle: it is no event."""
    if not isinstance(raw, dict):
        raise NotABattle(f"{where(index)}: an event is expected here.")
    number, kind, payload = raw.get("number"), raw.get("kind"), raw.get("payload")
    when, digest = raw.get("at"), raw.get("hash")
    if number != index + 1 or isinstance(number, bool):
        shown = printable(repr(number), 20)
        raise NotABattle(f"{where(index)}: event {index + 1} is expected here, this one has the number {shown}.")
    if not isinstance(kind, str) or not isinstance(payload, dict) or not isinstance(digest, str):
        raise NotABattle(f"{where(index)}: event {index + 1} has no kind, payload or hash that could be read.")
    if not isinstance(when, str) or not records.is_time(when):
        raise NotABattle(f"{where(index)}: the time of event {index + 1} is no time.")
    try:
        text = records.canonical(payload)
    except (ValueError, RecursionError):
        raise NotABattle(f"{where(index)}: event {index + 1} holds something that no answer is.") from None
    if records.too_deep(payload, text):
        raise NotABattle(f"{where(index)}: event {index + 1} is nested deeper than any answer.")
    return records.Event(index + 1, kind, payload, when, digest), text


def renamed(battle: ImportedBattle, name: str) -> ImportedBattle:
    """Return the battle under another name. The hashes change with the name, so a note keeps the old last hash."""
    header = replace(battle.header, name=name)
    header.hash = previous = records.header_hash(vars(header))
    note = {"imported": battle.header.name, "last_hash": (battle.events[-1] if battle.events else battle.header).hash}
    rows = [(event.kind, event.payload, event.at) for event in battle.events] + [("note", note, records.now())]
    events = []
    for number, (kind, payload, at) in enumerate(rows, 1):
        previous = records.event_hash(previous, number, kind, records.canonical(payload))
        events.append(records.Event(number, kind, payload, at, previous))
    return ImportedBattle(header, events)
