"""The store: every battle and every drill score of this player, in one SQLite file."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from pathlib import Path
from typing import Self

from shoot_cli.storage import database, hash_chain
from shoot_cli.storage import home as data_folder
from shoot_cli.storage.records import DrillAnswer, Event, KeptCard, Summary, now, soon
from shoot_cli.storage.stored_battle import StoredBattle


class Store:
    """Open with ``Store.open``; use it in a ``with``. Nothing is made on disk before the first write."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._connection = database.empty()
        self._there = self._writes = False  # there is a file; it can be written
        self._writers: list[StoredBattle] = []

    @classmethod
    def open(cls, path: Path | None = None) -> Store:
        """The database at ``path``; None means ``shoot.db`` in ``home()``. One that is not there is read as empty.

        One that cannot be written, or lies where nothing can be, can still be read.

        :raises StorageError: it cannot be opened, is no database of ours, or was made by a newer version.
        """
        store = cls(data_folder.home() / "shoot.db" if path is None else path)
        try:
            store._reading()
        except BaseException:
            store.close()
            raise
        return store

    def close(self) -> None:
        """Close the file and let go of the locks of every battle that was opened for writing here."""
        for battle in self._writers:
            battle.close()
        self._writers.clear()
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _to_disk(self) -> sqlite3.Connection:
        """The connection for writing: makes the folder and the file if they are not there yet."""
        if not self._writes:
            self._take(database.connect(self.path), True)
        return self._connection

    def _take(self, connection: sqlite3.Connection, writes: bool) -> None:
        self._connection.close()
        self._connection, self._there, self._writes = connection, True, writes

    # Battles

    def create(
        self,
        name: str,
        ruleset: str,
        version: str,
        seed: int,
        armies: tuple[str, str],
        settings: Mapping[str, str],
        dice: str,
    ) -> StoredBattle:
        """A new battle, on disk when this returns, open for writing and locked.

        ``armies``: two army lists as JSON text, mine first; they are kept in the battle as they are.

        :raises BadName: empty, too long, not printable, or the name of another battle (case ignored).
        :raises StorageError: the folder or the file cannot be written.
        """
        name = self._free(name)
        on_armies = hash_chain.armies_hash(armies)
        header = hash_chain.Header(0, name, ruleset, version, seed, armies, on_armies, dict(settings), dice, now(), "")
        header.hash = hash_chain.header_hash(vars(header))
        lock = self._named(name)
        try:
            header = self._insert(header, hash_chain.ChainTip(0, header.hash, 0, False, header.created), [])
        except BaseException:
            lock.release()
            raise
        return self._opened(header, lock)

    def add(self, header: hash_chain.Header, events: Sequence[Event]) -> None:
        """Take in a battle that was played elsewhere: all of it or, if anything is wrong, nothing.

        ``header.identity`` is not used; ``events`` follow its hash.

        :raises BadName: as ``create``.
        :raises StorageError: it is not whole, or cannot be written.
        """
        header = replace(header, name=self._free(header.name))
        last = events[-1] if events else None
        fold = hash_chain.folded(events)
        changed = last.at if last else header.created
        tip = hash_chain.ChainTip(len(events), last.hash if last else header.hash, fold.count, fold.finished, changed)
        _, breaks, _ = hash_chain.examine(header.hash, [hash_chain.row_of(event) for event in events], tip)
        if broken := header.wrong() + breaks:
            raise data_folder.StorageError(broken[0])
        lock = self._named(header.name)
        try:
            self._insert(header, tip, events)
        finally:
            lock.release()

    def _named(self, name: str) -> database.Lock:
        """The lock of a battle that will have this name. :raises Taken: by another process, just now."""
        try:
            return database.Lock.take(self.path.parent / "locks", name)
        except data_folder.Locked:
            raise data_folder.NameTaken(name) from None

    def _free(self, name: str) -> str:
        """The name as it will be kept. :raises BadName: it cannot be one, or is taken."""
        name = data_folder.checked(name)
        self._to_disk()
        if data_folder.folded_name(name) in self._folded():
            raise data_folder.NameTaken(name)
        return name

    def _insert(
        self, header: hash_chain.Header, tip: hash_chain.ChainTip, events: Sequence[Event]
    ) -> hash_chain.Header:
        """A battle written at once; the header with the number it got."""
        with database.storage_errors(self.path), database.transaction(self._connection):
            if data_folder.folded_name(header.name) in self._folded():
                raise data_folder.NameTaken(header.name)
            which = (header.name, data_folder.folded_name(header.name), header.ruleset, header.version)
            rest = (header.dice, header.created, header.hash)
            identity = self._connection.execute(
                "INSERT INTO battles (name, folded, ruleset, version, seed, mine, theirs, armies_hash, settings,"
                " dice, created, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    *which,
                    str(header.seed),
                    *header.armies,
                    header.armies_hash,
                    hash_chain.canonical(header.settings),
                    *rest,
                ),
            ).lastrowid
            row = (identity, tip.events, tip.hash, tip.answers, int(tip.finished), tip.changed)
            self._connection.execute("INSERT INTO tips VALUES (?, ?, ?, ?, ?, ?)", row)
            rows = [(identity, *hash_chain.row_of(event)) for event in events]
            self._connection.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)", rows)
        database.flush(self._connection)
        return replace(header, identity=identity or 0)

    def new_name(self, first: str) -> str:
        """A name that may be given and is free, as near to ``first`` as can be: "A v B", "A v B 2", ..."""
        return data_folder.free(first, self._folded())

    def battles(self) -> list[Summary]:
        """Every battle, the one changed last first. :raises StorageError: a battle's row is damaged."""
        with database.storage_errors(self.path):
            return [hash_chain.read_summary(row) for row in self._reading().execute(hash_chain.SUMMARY, (soon(),))]

    def find(self, words: str) -> Summary:
        """The battle with this name, else the only one whose name contains these words; case is ignored.

        :raises UnknownBattle: none or several; the text lists the near ones.
        """
        battles = {summary.name: summary for summary in self.battles()}
        return battles[data_folder.meant(words, [*battles])]

    def latest(self, unfinished: bool = True) -> Summary | None:
        """The battle changed last: among those not finished, or among all. None if there is none."""
        return next((summary for summary in self.battles() if not (unfinished and summary.finished)), None)

    def load(self, name: str, write: bool = False, intact: bool = False) -> StoredBattle:
        """The battle with exactly this name (case ignored), with its whole log checked against its hashes.

        ``write``: take the battle's lock, so that ``append`` works. ``intact``: of a broken log take what comes before
        the first break and leave the rest in ``StoredBattle.breaks``, instead of an error; never with ``write``.

        :raises UnknownBattle: there is none.
        :raises Locked: ``write``, and another terminal has it open.
        :raises StorageError: it is damaged; the text names the first break.
        """
        if write and intact:
            raise ValueError("a broken log cannot be added to")
        if write and self._there:
            self._to_disk()
        header = self._header(name)
        lock = database.Lock.take(self.path.parent / "locks", header.name) if write else None
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
        """A sentence about everything that is wrong with the file or with this battle; none if all is whole.

        :raises UnknownBattle: there is no such battle, or its name was changed.
        :raises StorageError: the file is too damaged to look.
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
        """Remove a battle with its whole log.

        :raises UnknownBattle: there is none. :raises Locked: it is being played.
        """
        identity, exact = self._identity(name)
        self._to_disk()
        lock = database.Lock.take(self.path.parent / "locks", exact)
        try:
            with database.storage_errors(self.path), database.transaction(self._connection):
                self._connection.execute("DELETE FROM battles WHERE id = ?", (identity,))
        finally:
            lock.release()

    def look_again(self) -> None:
        """Open the file anew, for those who watch: what is remembered of it may not be what is there any more.

        :raises StorageError: it is gone, or cannot be read.
        """
        self._take(database.empty(), False)
        self._there = False
        self._reading()
        if not self._there:
            raise data_folder.StorageError(f"{self.path} is gone, and every battle in it.")

    def backup(self, file: Path) -> None:
        """Everything there is, as it is at this moment, written to an empty file; see ``back_up``.

        :raises StorageError: there is nothing, or it is damaged. :raises sqlite3.Error, OSError: the file refuses.
        """
        with database.storage_errors(self.path):
            wrong = database.faults(self._reading())
        if wrong or not self._there:
            raise (
                data_folder.StorageError(wrong[0])
                if wrong
                else data_folder.UnknownBattle("There is nothing to copy: nothing was kept yet.")
            )
        database.back_up(self._connection, file)

    # Drills: answers are only ever added, a card is what they come to

    def answered(
        self,
        ruleset: str,
        rule: str,
        kind: str,
        right: bool,
        seconds: float | None,
        at: str,
        then: Callable[[str | None], tuple[str, str]],
    ) -> None:
        """Note one answer, and what its card comes to: both are on disk, synced, when this returns, or neither.

        ``seconds``: how long it took; None if that was not measured. ``at``: as `records.as_kept` writes it. ``then``:
        the card's state before, None if there is none -> its state now, and when it is due.
        """
        connection = self._to_disk()
        with database.storage_errors(self.path), database.transaction(connection):
            connection.execute(
                "INSERT INTO drills (ruleset, rule, kind, correct, seconds, at) VALUES (?, ?, ?, ?, ?, ?)",
                (ruleset, rule, kind, int(right), seconds, at),
            )
            database.make_cards(connection)
            row = connection.execute(
                "SELECT state FROM cards WHERE ruleset = ? AND rule = ? AND kind = ?", (ruleset, rule, kind)
            ).fetchone()
            # A state that is no text is no state of ours: the card begins anew.
            state, due = then(row[0] if row and isinstance(row[0], str) else None)
            connection.execute(
                "INSERT INTO cards VALUES (?1, ?2, ?3, ?4, ?5)"
                " ON CONFLICT (ruleset, rule, kind) DO UPDATE SET state = ?4, due = ?5",
                (ruleset, rule, kind, state, due),
            )

    def answers(self, ruleset: str) -> list[DrillAnswer]:
        """Every answer about a ruleset, oldest first. :raises StorageError: one of them is damaged."""
        with database.storage_errors(self.path):
            query = "SELECT rule, kind, correct, seconds, at FROM drills WHERE ruleset = ? ORDER BY id"
            rows = self._reading().execute(query, (ruleset,)).fetchall()
        return [hash_chain.read_answer(row, self.path) for row in rows]

    def cards(self, ruleset: str) -> list[KeptCard]:
        """Every card of a ruleset, by rule and kind. :raises StorageError: one is of nobody knows what."""
        with database.storage_errors(self.path):
            if not database.has_cards(self._reading()):
                return []
            query = "SELECT rule, kind, state FROM cards WHERE ruleset = ? ORDER BY rule, kind"
            rows = self._connection.execute(query, (ruleset,)).fetchall()
        return [hash_chain.read_card(row, self.path) for row in rows]

    def streak(self, ruleset: str, rule: str, kind: str = "") -> int:
        """How many of the latest answers about a rule in a row were right; ``kind`` "": asked in whatever way."""
        query = (
            "SELECT correct FROM drills WHERE ruleset = ?1 AND rule = ?2 AND (?3 = '' OR kind = ?3) ORDER BY id DESC"
        )
        with database.storage_errors(self.path):
            rows = self._reading().execute(query, (ruleset, rule, kind))
            return sum(1 for _ in takewhile(lambda row: row[0] == 1, rows))

    # Inside

    def _reading(self) -> sqlite3.Connection:
        """The connection for reading: the file's as soon as there is one, even if another process made it."""
        if not self._there and data_folder.is_there(self.path) and (found := database.opened(self.path)):
            self._take(*found)
        return self._connection

    def _folded(self) -> set[str]:
        with database.storage_errors(self.path):
            return {
                data_folder.folded_name(str(name)) for (name,) in self._reading().execute("SELECT name FROM battles")
            }

    def _identity(self, name: str) -> tuple[int, str]:
        """The row id and the exact name. Names are compared here, not by the index: a damaged index hides rows."""
        with database.storage_errors(self.path):
            rows = self._reading().execute("SELECT id, name FROM battles").fetchall()
        for identity, there in rows:
            if data_folder.folded_name(str(there)) == data_folder.folded_name(name):
                return int(identity), str(there)
        raise data_folder.unknown(name, [str(there) for _, there in rows])

    def _header(self, name: str) -> hash_chain.Header:
        identity, exact = self._identity(name)
        with database.storage_errors(self.path):
            row = self._connection.execute(
                f"SELECT {hash_chain.HEADER} FROM battles WHERE id = ?", (identity,)
            ).fetchone()
        if row is None:
            raise data_folder.UnknownBattle(f"“{data_folder.printable(exact)}” is gone.")
        return hash_chain.read_header(row)

    def _opened(self, header: hash_chain.Header, lock: database.Lock | None) -> StoredBattle:
        """The battle with its events read and checked; ``lock`` None for reading."""
        with database.storage_errors(self.path), database.snapshot(self._connection):
            tip: hash_chain.ChainTip = hash_chain.read_tip(self._connection, header.identity, header.name)
            rows = hash_chain.read_events(self._connection, header.identity)
        events, breaks, fold = hash_chain.examine(header.hash, rows, tip)
        battle = StoredBattle(
            **vars(header),
            events=events,
            breaks=header.wrong() + breaks,
            fold=fold,
            path=self.path,
            connection=self._connection,
            writer=lock,
        )
        if lock is not None:
            self._writers.append(battle)
        return battle
