"""The store: every battle and every drill answer of this player, in one SQLite file; and one battle of it.

A stored battle has its header, its events, and the answers in force.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from pathlib import Path
from typing import Any, Self

from shoot_cli.replay.history import KeptAnswer
from shoot_cli.storage import database, records
from shoot_cli.storage import home as data_folder
from shoot_cli.storage.database import Lock, flush, snapshot, storage_errors, transaction
from shoot_cli.storage.home import StorageError
from shoot_cli.storage.records import (
    ASIDE,
    DrillAnswer,
    Event,
    Header,
    KeptCard,
    LogState,
    Summary,
    canonical,
    event_hash,
    examine,
    folded,
    in_a_minute,
    now,
    read_events,
    read_tip,
)


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
        count = len(self.events)
        with storage_errors(self.path), snapshot(self.connection):
            tip = read_tip(self.connection, self.identity, self.name)
            rows = read_events(self.connection, self.identity, max(count, 1))
        known = count == 0 or (bool(rows) and rows[0][4] == self.last_hash)
        added, breaks, _ = examine(self.last_hash, rows[1:] if count else rows, tip, self.events)
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


KEEP_CARD = """INSERT INTO cards VALUES (?1, ?2, ?3, ?4, ?5)
    ON CONFLICT (ruleset, rule, kind) DO UPDATE SET state = ?4, due = ?5"""


class Store:
    """The open database; use it in a `with`. Nothing is made on disk before the first write."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._connection = database.empty()
        self._exists = self._writes = False  # whether the file exists; whether it can be written
        self._writers: list[StoredBattle] = []

    @classmethod
    def open(cls, path: Path | None = None) -> Store:
        """Open the database at `path`; None means `shoot.db` in `home()`. A missing file counts as empty.

        A file that cannot be written can still be read.

        :raises StorageError: it cannot be opened, is not ours, or was made by a newer version
        """
        store = cls(data_folder.home() / "shoot.db" if path is None else path)
        try:
            store._reading()
        except BaseException:
            store.close()
            raise
        return store

    def close(self) -> None:
        """Close the file, and release the locks of all battles that were opened for writing."""
        for battle in self._writers:
            battle.close()
        self._writers.clear()
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _to_disk(self) -> sqlite3.Connection:
        """Return the connection for writing; make the folder and the file if they are missing."""
        if not self._writes:
            self._use(database.connect(self.path), True)
        return self._connection

    def _use(self, connection: sqlite3.Connection, writes: bool) -> None:
        self._connection.close()
        self._connection, self._exists, self._writes = connection, True, writes

    # Battles ----------------------------------------------------------------------------------------------------------

    def create(
        self, name: str, ruleset: str, version: str, seed: int, armies: tuple[str, str], settings: Mapping[str, str],
        dice: str,
    ) -> StoredBattle:  # fmt: skip
        """Return a new battle, which is on disk, open for writing and locked.

        `armies` has two lists as JSON text, mine first. The battle keeps them unchanged.

        :raises BadName: the name is empty, too long, not printable, or taken (case does not matter)
        :raises StorageError: the folder or the file cannot be written
        """
        name = self._free_name(name)
        on_armies = records.armies_hash(armies)
        header = records.Header(0, name, ruleset, version, seed, armies, on_armies, dict(settings), dice, now(), "")
        header.hash = records.header_hash(vars(header))
        lock = self._lock_new_name(name)
        try:
            header = self._insert(header, records.ChainTip(0, header.hash, 0, False, header.created), [])
        except BaseException:
            lock.release()
            raise
        return self._opened(header, lock)

    def add(self, header: records.Header, events: Sequence[Event]) -> None:
        """Add a battle that was played elsewhere: all of it, or nothing if anything is wrong.

        `header.identity` is not used. The first of `events` follows the header's hash.

        :raises BadName: as `create`
        :raises StorageError: it is not complete, or cannot be written
        """
        header = replace(header, name=self._free_name(header.name))
        last = events[-1] if events else None
        fold = records.folded(events)
        changed = last.at if last else header.created
        tip = records.ChainTip(len(events), last.hash if last else header.hash, fold.count, fold.finished, changed)
        _, breaks, _ = records.examine(header.hash, [records.row_of(event) for event in events], tip)
        if broken := header.wrong() + breaks:
            raise data_folder.StorageError(broken[0])
        lock = self._lock_new_name(header.name)
        try:
            self._insert(header, tip, events)
        finally:
            lock.release()

    def _lock_new_name(self, name: str) -> database.Lock:
        """Return the lock for a new battle of this name. :raises NameTaken: another process just took the name."""
        try:
            return self._lock(name)
        except data_folder.Locked:
            raise data_folder.NameTaken(name) from None

    def _lock(self, name: str) -> database.Lock:
        return database.Lock.take(self.path.parent / "locks", name)

    def _free_name(self, name: str) -> str:
        """Return the name as it is stored. :raises BadName: it is not allowed, or taken."""
        name = data_folder.checked(name)
        self._to_disk()
        if data_folder.folded_name(name) in self._folded_names():
            raise data_folder.NameTaken(name)
        return name

    def _insert(self, header: records.Header, tip: records.ChainTip, events: Sequence[Event]) -> records.Header:
        """Write a whole battle. Return the header with its row id."""
        with database.storage_errors(self.path), database.transaction(self._connection):
            if data_folder.folded_name(header.name) in self._folded_names():
                raise data_folder.NameTaken(header.name)
            first = (header.name, data_folder.folded_name(header.name), header.ruleset, header.version)
            settings, rest = records.canonical(header.settings), (header.dice, header.created, header.hash)
            identity = self._connection.execute(
                "INSERT INTO battles (name, folded, ruleset, version, seed, mine, theirs, armies_hash, settings,"
                " dice, created, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*first, str(header.seed), *header.armies, header.armies_hash, settings, *rest),
            ).lastrowid
            row = (identity, tip.events, tip.hash, tip.answers, int(tip.finished), tip.changed)
            self._connection.execute("INSERT INTO tips VALUES (?, ?, ?, ?, ?, ?)", row)
            rows = [(identity, *records.row_of(event)) for event in events]
            self._connection.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)", rows)
        database.flush(self._connection)
        return replace(header, identity=identity or 0)

    def new_name(self, first: str) -> str:
        """Return a free name close to `first`: "A v B", "A v B 2", ..."""
        return data_folder.free(first, self._folded_names())

    def battles(self) -> list[Summary]:
        """Return every battle, the last changed first. :raises StorageError: a row is damaged."""
        with database.storage_errors(self.path):
            return [records.read_summary(row) for row in self._reading().execute(records.SUMMARY, (in_a_minute(),))]

    def find(self, words: str) -> Summary:
        """Return the battle with this name, else the only one whose name contains `words`; case does not matter.

        :raises UnknownBattle: there is none, or several; the text lists similar names
        """
        battles = {summary.name: summary for summary in self.battles()}
        return battles[data_folder.meant(words, [*battles])]

    def latest(self, unfinished: bool = True) -> Summary | None:
        """Return the battle that was changed last, among the unfinished ones or all; None if there is none."""
        return next((summary for summary in self.battles() if not (unfinished and summary.finished)), None)

    def load(self, name: str, write: bool = False, intact: bool = False) -> StoredBattle:
        """Return the battle with exactly this name (case does not matter), with its log checked against the hashes.

        `write` takes the battle's lock, so that `append` works. `intact` accepts a broken log, and reads it up to the
        first break; `StoredBattle.breaks` has the breaks. Both together are not allowed.

        :raises UnknownBattle: there is none. :raises Locked: `write`, and another process has the battle open.
        :raises StorageError: it is damaged; the text names the first break
        """
        if write and intact:
            raise ValueError("a broken log cannot be added to")
        if write and self._exists:
            self._to_disk()
        header = self._header(name)
        lock = self._lock(header.name) if write else None
        try:
            battle = self._opened(header, lock)
        except BaseException:
            if lock is not None:
                lock.release()
            raise
        if battle.breaks and not intact:
            battle.close()
            raise data_folder.StorageError(
                f"The record of “{data_folder.printable(battle.name)}” is broken. {battle.breaks[0]}"
                " `shoot battle verify` tells more."
            )
        return battle

    def verify(self, name: str) -> list[str]:
        """Return a sentence for each fault of the file or of this battle; [] if there is none.

        :raises UnknownBattle: there is no such battle, or its name was changed
        :raises StorageError: the file is too damaged to be read
        """
        with database.storage_errors(self.path):
            wrong = database.faults(self._reading())
        try:
            wrong += self.load(name, intact=True).breaks
        except data_folder.UnknownBattle:
            if not wrong:
                raise
            wrong.append(f"“{data_folder.printable(name)}” cannot be found in it.")
        except data_folder.StorageError as error:
            wrong.append(str(error))
        return wrong

    def delete(self, name: str) -> None:
        """Delete a battle with its whole log.

        :raises UnknownBattle: there is none. :raises Locked: it is being played.
        """
        identity, exact = self._identity(name)
        self._to_disk()
        lock = self._lock(exact)
        try:
            with database.storage_errors(self.path), database.transaction(self._connection):
                self._connection.execute("DELETE FROM battles WHERE id = ?", (identity,))
        finally:
            lock.release()

    def look_again(self) -> None:
        """Open the file anew, because a watched file may have been replaced.

        :raises StorageError: it is gone or unreadable
        """
        self._use(database.empty(), False)
        self._exists = False
        self._reading()
        if not self._exists:
            raise data_folder.StorageError(f"{self.path} is gone, and every battle in it.")

    def backup(self, file: Path) -> None:
        """Copy the whole database to an empty file, as `back_up` does.

        :raises StorageError: nothing to copy, or damaged. :raises sqlite3.Error, OSError: the copy cannot be written
        """
        with database.storage_errors(self.path):
            wrong = database.faults(self._reading())
        if wrong or not self._exists:
            raise (
                data_folder.StorageError(wrong[0])
                if wrong
                else data_folder.UnknownBattle("There is nothing to copy: nothing was kept yet.")
            )
        database.back_up(self._connection, file)

    # Drills: answers are only added; a card is the state that they lead to --------------------------------------------

    def answered(
        self, ruleset: str, rule: str, kind: str, right: bool, seconds: float | None, at: str,
        then: Callable[[str | None], tuple[str, str]],
    ) -> Callable[[], None]:  # fmt: skip
        """Write one answer and the new state of its card, both or neither.

        `seconds` is how long the answer took, None if unknown. `at` is written by `records.as_kept`. `then` gets the
        card's old state, None for a new card. It returns the new state and when that is due. Return a function that
        takes the answer back: its line goes, and the card is as before.
        """
        connection = self._to_disk()
        with database.storage_errors(self.path), database.transaction(connection):
            written = connection.execute(
                "INSERT INTO drills (ruleset, rule, kind, correct, seconds, at) VALUES (?, ?, ?, ?, ?, ?)",
                (ruleset, rule, kind, int(right), seconds, at),
            ).lastrowid
            database.make_cards(connection)
            row = connection.execute(
                "SELECT state, due FROM cards WHERE ruleset = ? AND rule = ? AND kind = ?", (ruleset, rule, kind)
            ).fetchone()
            # A state that is no text is not ours: the card starts again.
            state, due = then(row[0] if row and isinstance(row[0], str) else None)
            connection.execute(KEEP_CARD, (ruleset, rule, kind, state, due))

        def taken_back() -> None:
            with database.storage_errors(self.path), database.transaction(connection):
                connection.execute("DELETE FROM drills WHERE id = ?", (written,))
                connection.execute(
                    "DELETE FROM cards WHERE ruleset = ? AND rule = ? AND kind = ?", (ruleset, rule, kind)
                )
                if row:
                    connection.execute(KEEP_CARD, (ruleset, rule, kind, *row))

        return taken_back

    def lay_aside(self, ruleset: str, rule: str, kind: str) -> None:
        """Lay a card aside, until it is answered again. What is known of it stays."""
        connection = self._to_disk()
        with database.storage_errors(self.path), database.transaction(connection):
            database.make_cards(connection)
            connection.execute(
                "INSERT INTO cards VALUES (?1, ?2, ?3, '', ?4)"
                " ON CONFLICT (ruleset, rule, kind) DO UPDATE SET due = ?4",
                (ruleset, rule, kind, ASIDE),
            )

    def rulesets(self) -> list[str]:
        """Return the names of the rulesets that were played or drilled, the latest first."""
        query = (
            "SELECT ruleset FROM (SELECT ruleset, changed AS at FROM battles JOIN tips ON tips.battle = battles.id"
            " UNION ALL SELECT ruleset, at FROM drills) GROUP BY ruleset ORDER BY max(at) DESC"
        )
        with database.storage_errors(self.path):
            return [str(name) for (name,) in self._reading().execute(query)]

    def answers(self, ruleset: str) -> list[DrillAnswer]:
        """Return every answer about a ruleset, oldest first. :raises StorageError: one is damaged."""
        with database.storage_errors(self.path):
            query = "SELECT rule, kind, correct, seconds, at FROM drills WHERE ruleset = ? ORDER BY id"
            rows = self._reading().execute(query, (ruleset,)).fetchall()
        return [records.read_answer(row, self.path) for row in rows]

    def cards(self, ruleset: str) -> list[KeptCard]:
        """Return every card of a ruleset, by rule and kind. :raises StorageError: a rule or kind is unreadable."""
        with database.storage_errors(self.path):
            if not database.has_cards(self._reading()):
                return []
            query = "SELECT rule, kind, state, due FROM cards WHERE ruleset = ? ORDER BY rule, kind"
            rows = self._connection.execute(query, (ruleset,)).fetchall()
        return [records.read_card(row, self.path) for row in rows]

    def streak(self, ruleset: str, rule: str, kind: str = "") -> int:
        """Return how many of the latest answers about a rule were right in a row. `kind` "" counts every kind."""
        query = (
            "SELECT correct FROM drills WHERE ruleset = ?1 AND rule = ?2 AND (?3 = '' OR kind = ?3) ORDER BY id DESC"
        )
        with database.storage_errors(self.path):
            rows = self._reading().execute(query, (ruleset, rule, kind))
            return sum(1 for _ in takewhile(lambda row: row[0] == 1, rows))

    def _reading(self) -> sqlite3.Connection:
        """Return the connection for reading. Use the file as soon as it exists, even if another process made it."""
        if not self._exists and data_folder.is_there(self.path) and (opened := database.opened(self.path)):
            self._use(*opened)
        return self._connection

    def _folded_names(self) -> set[str]:
        with database.storage_errors(self.path):
            return {
                data_folder.folded_name(str(name)) for (name,) in self._reading().execute("SELECT name FROM battles")
            }

    def _identity(self, name: str) -> tuple[int, str]:
        """Return the row id and the exact name. The index is not used, because a damaged index hides rows."""
        with database.storage_errors(self.path):
            rows = self._reading().execute("SELECT id, name FROM battles").fetchall()
        for identity, kept_name in rows:
            if data_folder.folded_name(str(kept_name)) == data_folder.folded_name(name):
                return int(identity), str(kept_name)
        raise data_folder.unknown(name, [str(kept_name) for _, kept_name in rows])

    def _header(self, name: str) -> records.Header:
        identity, exact = self._identity(name)
        with database.storage_errors(self.path):
            row = self._connection.execute(f"SELECT {records.HEADER} FROM battles WHERE id = ?", (identity,)).fetchone()
        if row is None:
            raise data_folder.UnknownBattle(f"“{data_folder.printable(exact)}” is gone.")
        return records.read_header(row)

    def _opened(self, header: records.Header, lock: database.Lock | None) -> StoredBattle:
        """Return the battle with its events read and checked. `lock` is None for reading."""
        with database.storage_errors(self.path), database.snapshot(self._connection):
            tip: records.ChainTip = records.read_tip(self._connection, header.identity, header.name)
            rows = records.read_events(self._connection, header.identity)
        events, breaks, fold = records.examine(header.hash, rows, tip)
        battle = StoredBattle(
            **vars(header), events=events, breaks=header.wrong() + breaks, fold=fold, path=self.path,
            connection=self._connection, writer=lock,
        )  # fmt: skip
        if lock is not None:
            self._writers.append(battle)
        return battle
