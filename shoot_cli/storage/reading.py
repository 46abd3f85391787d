"""Rows of the database as records; a row that cannot be what we wrote is a StorageError."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from shoot_cli.storage.chain import ChainTip, armies_hash, header_hash
from shoot_cli.storage.errors import StorageError
from shoot_cli.storage.names import printable
from shoot_cli.storage.records import DrillAnswer, KeptCard, Summary, is_time

DAMAGED = "The drill scores in {} are damaged."
# What was changed later than now was so by a clock that was wrong: nobody knows when, and it is not the latest.
SUMMARY = (
    "SELECT name, ruleset, created, changed, answers, finished FROM battles JOIN tips ON tips.battle = battles.id"
    " ORDER BY changed > ?, changed DESC, battles.id DESC"
)
HEADER = "id, name, ruleset, version, seed, mine, theirs, armies_hash, settings, dice, created, hash"


@dataclass
class Header:
    """A battle's row. ``hash`` is as stored: see ``wrong`` for whether it is right; the first event follows it.

    ``armies``: both army lists as JSON text, mine first, and ``armies_hash`` over them. ``created``: ISO time in UTC.
    ``dice``: who throws, as the command said it.
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
        """A sentence for each way in which the header is not as it was written."""
        wrong = []
        if header_hash(vars(self)) != self.hash:
            wrong.append("The header (name, ruleset, version, seed, armies, settings, dice) is not as it was written.")
        if armies_hash(self.armies) != self.armies_hash:
            wrong.append("The armies do not fit their hash.")
        if not is_time(self.created):
            wrong.append("The time of creation cannot be read.")
        return wrong


def read_header(row: Sequence[object]) -> Header:
    """:raises StorageError: the row cannot be read."""
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
    """:raises StorageError: the battle has no readable tip, or is gone."""
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
    """The rows ``(number, kind, payload, at, hash)`` of a battle as they are, by number, from ``first`` on; 0: all."""
    which = "AND number >= ?2" if first else ""  # else numbers that cannot be are found too
    return connection.execute(
        f"SELECT number, kind, payload, at, hash FROM events WHERE battle = ?1 {which} ORDER BY number",
        (identity, first) if first else (identity,),
    ).fetchall()


def read_summary(row: Sequence[object]) -> Summary:
    """The summary in ``(name, ruleset, created, changed, answers, finished)``. :raises StorageError: unreadable."""
    name, ruleset, created, changed, answers, finished = row
    if not isinstance(name, str) or not isinstance(ruleset, str) or not isinstance(created, str):
        raise unreadable(str(name), "its header")
    if not isinstance(changed, str) or not isinstance(answers, int) or finished not in (0, 1):
        raise unreadable(name, "the note of where its log ends")
    return Summary(name, ruleset, created, changed, answers, bool(finished))


def unreadable(name: str, what: str) -> StorageError:
    return StorageError(f"“{printable(name)}” cannot be read: {what} is damaged.")


def read_answer(row: Sequence[object], path: Path) -> DrillAnswer:
    """The answer of a drill in ``(rule, kind, correct, seconds, at)``. :raises StorageError: unreadable."""
    rule, kind, right, seconds, at = row
    if isinstance(rule, str) and isinstance(kind, str) and (seconds is None or isinstance(seconds, (int, float))):
        with suppress(TypeError, ValueError):
            moment = datetime.fromisoformat(at)  # type: ignore[arg-type]
            if moment.tzinfo is not None:
                return DrillAnswer(rule, kind, bool(right), seconds, moment)
    raise StorageError(DAMAGED.format(path))


def read_card(row: Sequence[object], path: Path) -> KeptCard:
    """The card in ``(rule, kind, state)``. :raises StorageError: nobody can tell whose it is."""
    rule, kind, state = row
    if isinstance(rule, str) and isinstance(kind, str):
        return KeptCard(rule, kind, state if isinstance(state, str) else "")
    raise StorageError(DAMAGED.format(path))
