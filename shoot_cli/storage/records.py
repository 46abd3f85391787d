"""What is read from the database. Times are ISO 8601 in UTC to the millisecond: ``2025-03-01T18:04:09.120Z``."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from json import dumps, loads
from typing import Any, NamedTuple

CLOCK, ODDS = "clock", "odds"  # settings of a battle that are none of its rules: their keys


class Event(NamedTuple):
    """One entry of a battle's log. Numbers begin at 1 and have no gaps; ``hash`` is described in ``chain.py``."""

    number: int
    kind: str
    payload: dict[str, Any]
    at: str
    hash: str


class Summary(NamedTuple):
    """A battle in a list. ``changed`` is the time of its last event, ``answers`` how many are in force."""

    name: str
    ruleset: str
    created: str
    changed: str
    answers: int
    finished: bool


class DrillAnswer(NamedTuple):
    """One answer of a drill. ``seconds``: how long it took; None if that was not measured. ``at``: in UTC."""

    rule: str
    kind: str
    right: bool
    seconds: float | None
    at: datetime


class KeptCard(NamedTuple):
    """What is kept of one rule asked in one way: ``state`` as its scheduler wrote it, "" if that is not even text."""

    rule: str
    kind: str
    state: str


def now() -> str:
    """This moment, in UTC. Always the same length, so that times sort as text."""
    return as_kept(datetime.now(UTC))


def soon() -> str:
    """A minute later: no clock that is right has come to it yet."""
    return as_kept(datetime.now(UTC) + timedelta(minutes=1))


def as_kept(moment: datetime) -> str:
    """A moment in UTC as it is written."""
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def is_time(text: str) -> bool:
    """True for what ``as_kept`` writes."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return False
    return len(text) == 24 and text.endswith("Z") and moment.utcoffset() is not None


class KeptList(NamedTuple):
    """An army list as a battle keeps it: JSON with its name, where it came from, and its text.

    ``path``: where it came from, "" if nobody knows. ``text``: None if the battle does not have it.
    """

    name: str
    path: str
    text: str | None

    def raw(self) -> str:
        """As it is stored: in ASCII, as the name of a file need not be text, and no database keeps what is none."""
        return dumps(self._asdict())


def file_names(sides: Sequence[str], armies: Sequence[str]) -> dict[str, str]:
    """What the lists of these sides are called as files, without their ending; those that have a file."""
    from pathlib import Path

    stems = (Path(kept_list(one).path).stem for one in armies)
    return {side: stem for side, stem in zip(sides, stems, strict=False) if stem}


def kept_list(raw: str) -> KeptList:
    """What there is of it, whoever wrote it."""
    try:
        kept = loads(raw)
    except (ValueError, RecursionError):
        kept = None
    parts = [kept.get(key) if isinstance(kept, dict) else None for key in KeptList._fields]
    name, path, text = (part if isinstance(part, str) else None for part in parts)
    return KeptList(name or "", path or "", text)


def is_text(text: str) -> bool:
    """False if there is half a letter in it (a lone surrogate), as JSON may have escaped it."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
