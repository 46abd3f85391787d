"""One stored battle: its header, its events, and the answers in force."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from shoot_cli.replay.history import KeptAnswer
from shoot_cli.storage.database import Lock, flush, snapshot, storage_errors, transaction
from shoot_cli.storage.hash_chain import Header, canonical, event_hash, examine, folded, read_events, read_tip
from shoot_cli.storage.home import StorageError
from shoot_cli.storage.records import Event, LogState, now


@dataclass(eq=False)
class StoredBattle(Header):
    """A battle from the store. It can be written if it comes from `create`, or from `load` with `write=True`.

    `breaks` has a sentence for each break of a damaged log; `events` and `fold` then end before the first break. A
    writer has the battle's lock until `close` or the end of its `with`.
    """

    events: list[Event]
    breaks: list[str]
    fold: LogState = field(repr=False)
    path: Path = field(repr=False)
    connection: sqlite3.Connection | None = field(repr=False)
    writer: Lock | None = field(repr=False)
    closed_with: Callable[[], None] | None = field(default=None, repr=False)  # closes the store of this battle only

    @property
    def last_hash(self) -> str:
        """The hash of the last event, which stands for the whole battle."""
        return self.events[-1].hash if self.events else self.hash

    @property
    def changed(self) -> str:
        """The time of the last event; the time of creation if there are no events."""
        return self.events[-1].at if self.events else self.created

    @property
    def finished(self) -> bool:
        return self.fold.finished

    def answers(self) -> list[KeptAnswer]:
        """Return the answers in force, oldest first."""
        return self.fold.answers.copy()

    def append(self, kind: str, payload: Mapping[str, Any]) -> Event:
        """Write one event. It is on disk when this returns. See `append_all`."""
        return self.append_all([(kind, payload)])[0]

    def append_all(self, events: Sequence[tuple[str, Mapping[str, Any]]]) -> list[Event]:
        """Write several events together: after a power cut either all are there or none.

        :raises StorageError: not open for writing, an event does not fit, or the disk refuses; nothing is written then
        :raises TypeError, ValueError: a payload is no JSON
        """
        connection = self.connection
        if self.writer is None or connection is None:
            raise StorageError(f"“{self.name}” is open for reading only.")
        added: list[Event] = []
        previous = self.last_hash
        rows: list[tuple[int, int, str, str, str, str]] = []
        at = now()
        try:
            for number, (kind, payload) in enumerate(events, len(self.events) + 1):
                text = canonical(dict(payload))
                digest = event_hash(previous, number, kind, text)
                # The payload is read back, so that this process works with the same data as a resumed one.
                event = Event(number, kind, json.loads(text), at, digest)
                self.fold.add(event)
                rows.append((self.identity, number, kind, text, at, digest))
                added.append(event)
                previous = digest
            if added:
                self._write(connection, rows, previous, at)
        except BaseException:
            if added:  # rare; copying the state for each answer would take longer with every event
                self.fold = folded(self.events)
            raise
        self.events += added
        return added

    def _write(
        self, connection: sqlite3.Connection, rows: list[tuple[int, int, str, str, str, str]], last: str, at: str
    ) -> None:
        """Write the rows, and move the end of the log to the last of them."""
        fold = self.fold
        with storage_errors(self.path), transaction(connection):
            moved = connection.execute(
                "UPDATE tips SET events = ?, hash = ?, answers = ?, finished = ?, changed = ?"
                " WHERE battle = ? AND events = ? AND hash = ?",
                (rows[-1][1], last, fold.count, fold.finished, at, self.identity, len(self.events), self.last_hash),
            )
            if moved.rowcount != 1:
                raise StorageError(f"“{self.name}” was changed or deleted by another program meanwhile. Open it again.")
            connection.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)", rows)

    def moved(self) -> bool:
        """Return True if another process has added events. Only one row is read.

        :raises StorageError: the battle is gone, or cannot be read
        """
        if self.connection is None:
            raise StorageError(f"“{self.name}” is closed.")
        with storage_errors(self.path):
            return read_tip(self.connection, self.identity, self.name).hash != self.last_hash

    def refresh(self) -> list[Event]:
        """Read and return the events that another process has added.

        :raises StorageError: the battle is gone, or its log does not go on from here
        """
        if self.connection is None:
            raise StorageError(f"“{self.name}” is closed.")
        there = len(self.events)
        with storage_errors(self.path), snapshot(self.connection):
            tip = read_tip(self.connection, self.identity, self.name)
            rows = read_events(self.connection, self.identity, max(there, 1))
        known = there == 0 or (bool(rows) and rows[0][4] == self.last_hash)
        added, breaks, _ = examine(self.last_hash, rows[1:] if there else rows, tip, self.events)
        if breaks or not known:
            raise StorageError(f"“{self.name}” does not go on from here. {' '.join(breaks)}".strip())
        for event in added:
            self.fold.add(event)
        self.events += added
        return added

    def flush(self) -> None:
        """Move everything to the database file itself, so that a copy of the file is complete."""
        if self.writer is not None and self.connection is not None:
            flush(self.connection)

    def close(self) -> None:
        """Let others write. The battle can still be read, but not written."""
        self.flush()
        self.connection = None
        if self.writer is not None:
            self.writer.release()
            self.writer = None
        close, self.closed_with = self.closed_with, None
        if close is not None:
            close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
