"""Rows of the database as records; a row that cannot be what we wrote is a StorageError."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from shoot_cli.battles.chain import Tip, armies_hash, header_hash
from shoot_cli.battles.errors import StorageError
from shoot_cli.battles.names import printable
from shoot_cli.battles.records import Summary, is_time

HEADER = "id, name, ruleset, version, seed, mine, theirs, armies_hash, settings, dice, created, hash"


@dataclass(frozen=True, slots=True)
class Header:
    """A battle's row. ``hash`` is as stored: see ``breaks`` for whether it is right."""

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

    def breaks(self) -> list[str]:
        """A sentence for each way in which the header is not as it was written."""
        wrong = []
        right = header_hash(self.name, self.ruleset, self.version, self.seed, self.armies, self.settings, self.dice)
        if right != self.hash:
            wrong.append("The header (name, ruleset, version, seed, armies, settings, dice) is not as it was written.")
        if armies_hash(self.armies) != self.armies_hash:
            wrong.append("The armies do not fit their hash.")
        if not is_time(self.created):
            wrong.append("The time of creation cannot be read.")
        return wrong


def read_header(row: Sequence[object]) -> Header:
    """:raises StorageError: the row cannot be read."""
    identity, *texts = row
    name = printable(str(texts[0]))
    if not isinstance(identity, int):
        raise unreadable(name, "its number")
    for text in texts:
        if not isinstance(text, str):
            raise unreadable(name, "a field that should be text")
    words = [str(text) for text in texts]
    try:
        seed = int(words[3])
        settings = json.loads(words[7])
    except (ValueError, RecursionError):
        raise unreadable(name, "the seed or the settings") from None
    if not isinstance(settings, dict) or not all(isinstance(value, str) for value in settings.values()):
        raise unreadable(name, "the settings")
    return Header(
        identity,
        words[0],
        words[1],
        words[2],
        seed,
        (words[4], words[5]),
        words[6],
        settings,
        words[8],
        words[9],
        words[10],
    )


def read_tip(connection: sqlite3.Connection, identity: int, name: str) -> Tip:
    """:raises StorageError: the battle has no readable tip, or is gone."""
    row = connection.execute(
        "SELECT events, hash, answers, finished, changed FROM tips WHERE battle = ?", (identity,)
    ).fetchone()
    if row is None:
        raise StorageError(f"“{printable(name)}” is gone, or its database is damaged.")
    events, digest, answers, finished, changed = row
    if not isinstance(events, int) or not isinstance(answers, int) or finished not in (0, 1):
        raise unreadable(name, "the note of where its log ends")
    if not isinstance(digest, str) or not isinstance(changed, str):
        raise unreadable(name, "the note of where its log ends")
    return Tip(events, digest, answers, bool(finished), changed)


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
