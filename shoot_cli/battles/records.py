"""What is read from the database. Times are ISO 8601 in UTC to the millisecond: ``2025-03-01T18:04:09.120Z``."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from shoot_cli.core.said import Said

CLOCK, ODDS = "clock", "odds"  # settings of a battle that are none of its rules: their keys


@dataclass(frozen=True, slots=True)
class Event:
    """One entry of a battle's log. Numbers begin at 1 and have no gaps; ``hash`` is described in ``chain.py``."""

    number: int
    kind: str
    payload: dict[str, Any]
    at: str
    hash: str


class Answer(Said):
    """An answer in force, and how it came to be. ``number`` is its event's.

    ``was``: what stood there before an amendment, where that changed it; ``wish``: who asked for it, "" if it is only
    what came of an amendment.
    """

    number: int = 0
    at: str = ""
    was: Answer | None = None
    wish: str = ""


@dataclass(frozen=True, slots=True)
class Summary:
    """A battle in a list. ``changed`` is the time of its last event, ``answers`` how many are in force."""

    name: str
    ruleset: str
    created: str
    changed: str
    answers: int
    finished: bool


@dataclass(frozen=True, slots=True)
class Score:
    """How often a kind of drill question about one rule was asked and answered right; ``last`` is when, last."""

    ruleset: str
    rule: str
    kind: str
    asked: int
    right: int
    last: str


@dataclass(frozen=True, slots=True)
class Answered:
    """One answer of a drill. ``seconds``: how long it took; None if that was not measured. ``at``: in UTC."""

    rule: str
    kind: str
    right: bool
    seconds: float | None
    at: datetime


@dataclass(frozen=True, slots=True)
class KeptCard:
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
