"""The SQLite database and the lock of a battle's writer."""

from __future__ import annotations

import json
import os
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from hashlib import sha256
from pathlib import Path

from shoot_cli.storage import home

# The tables, the guards that keep the log append-only, and errors as sentences ----------------------------------------

VERSION = 2
OURS = 0x73686F74  # "shot", the application id in the file's header
PATIENCE = 5.0  # seconds to wait for another process's transaction
# SQLite's codes for a disk that is full, gone or read-only. Even for reading SQLite wants to write beside the file.
UNWRITABLE = {
    sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_PERM, sqlite3.SQLITE_READONLY,
}  # fmt: skip

# A battle and its events never change; `tips` has the end of each log. Events are deleted only with their battle: the
# guard sees that the row of the battle is already gone when the cascade reaches the events.
SCHEMA = """
CREATE TABLE battles (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE,
    ruleset TEXT NOT NULL,
    version TEXT NOT NULL,
    seed TEXT NOT NULL,
    mine TEXT NOT NULL,
    theirs TEXT NOT NULL,
    armies_hash TEXT NOT NULL,
    settings TEXT NOT NULL,
    dice TEXT NOT NULL,
    created TEXT NOT NULL,
    hash TEXT NOT NULL
);
CREATE TABLE tips (
    battle INTEGER PRIMARY KEY REFERENCES battles(id) ON DELETE CASCADE,
    events INTEGER NOT NULL,
    hash TEXT NOT NULL,
    answers INTEGER NOT NULL,
    finished INTEGER NOT NULL,
    changed TEXT NOT NULL
);
CREATE TABLE events (
    battle INTEGER NOT NULL REFERENCES battles(id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    at TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (battle, number)
) WITHOUT ROWID;
CREATE TABLE drills (
    id INTEGER PRIMARY KEY,
    ruleset TEXT NOT NULL,
    rule TEXT NOT NULL,
    kind TEXT NOT NULL,
    correct INTEGER NOT NULL,
    seconds REAL,
    at TEXT NOT NULL
);
CREATE INDEX drills_by_rule ON drills (ruleset, rule, kind);
CREATE TRIGGER battles_stay BEFORE UPDATE ON battles
BEGIN SELECT RAISE(ABORT, 'the header of a battle is never changed'); END;
CREATE TRIGGER events_stay BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'events are only ever added'); END;
CREATE TRIGGER events_remain BEFORE DELETE ON events WHEN EXISTS (SELECT 1 FROM battles WHERE id = OLD.battle)
BEGIN SELECT RAISE(ABORT, 'events go only along with their battle'); END;
CREATE TRIGGER events_follow BEFORE INSERT ON events
WHEN NEW.number IS NOT (SELECT coalesce(max(number), 0) + 1 FROM events WHERE battle = NEW.battle)
BEGIN SELECT RAISE(ABORT, 'an event has the next number'); END;
CREATE TRIGGER drills_stay BEFORE UPDATE ON drills
BEGIN SELECT RAISE(ABORT, 'scores are only ever added'); END;
"""

# Since version 2. Reading leaves a file of version 1 unchanged; the first card that is written adds this table.
CARDS = """CREATE TABLE cards (
    ruleset TEXT NOT NULL,
    rule TEXT NOT NULL,
    kind TEXT NOT NULL,
    state TEXT NOT NULL,
    due TEXT NOT NULL,
    PRIMARY KEY (ruleset, rule, kind)
) WITHOUT ROWID"""


def connect(path: Path) -> sqlite3.Connection:
    """Return the database at `path`; make it and its folder if they are missing. Every commit is synced at once.

    :raises StorageError: it cannot be opened, is not ours, is damaged, or was made by a newer version
    """
    home.made(path.parent)
    with storage_errors(path):
        for file in (path, *(beside for beside in besides(path) if beside.exists())):
            home.refuse_special(home.private(file), os.stat(file))
        connection = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
        try:
            _make_ready(connection, path)
        except BaseException:
            connection.close()
            raise
    return connection


def besides(path: Path) -> tuple[Path, Path]:
    """Return the files that SQLite keeps beside an open database: the write-ahead log and its index.

    If `path` is a link, they are beside the real file.
    """
    real = os.path.realpath(path)
    return Path(f"{real}-wal"), Path(f"{real}-shm")


def flush(connection: sqlite3.Connection) -> None:
    """Move everything from the write-ahead log to the database file, so that a copy of the file is complete.

    An error is ignored, because the data is as safe in the log.
    """
    with suppress(sqlite3.Error):
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def back_up(connection: sqlite3.Connection, file: Path) -> None:
    """Copy the whole database to an empty file, and sync it. The copy needs no file beside it.

    :raises sqlite3.Error, OSError: the copy cannot be written
    """
    with closing(sqlite3.connect(file, isolation_level=None)) as copy:
        copy.execute("PRAGMA synchronous = FULL")  # both before the copy, or it is written as SQLite was built
        copy.execute("PRAGMA fullfsync = ON")
        connection.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # no write-ahead log: the file is complete by itself


def empty() -> sqlite3.Connection:
    """Return a database in memory with our tables and no rows; it is read before the first write."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    _make_tables(connection)
    return connection


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Write and sync everything inside together, or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        raise


@contextmanager
def snapshot(connection: sqlite3.Connection) -> Iterator[None]:
    """Read everything inside as of one moment, whatever another process writes meanwhile."""
    connection.execute("BEGIN")
    try:
        yield
    finally:
        with suppress(sqlite3.Error):
            if connection.in_transaction:
                connection.execute("ROLLBACK")


@contextmanager
def storage_errors(path: Path) -> Iterator[None]:
    """Turn errors of the database inside into a StorageError that names the file and what to do."""
    try:
        yield
    except sqlite3.ProgrammingError:
        raise  # a mistake in this program, such as reading from a closed store
    except (sqlite3.Error, OSError, MemoryError, OverflowError, UnicodeError) as error:
        kind = home.Unwritable if _primary_code(error) in UNWRITABLE else home.StorageError
        raise kind(_sentence(path, error)) from error


def faults(connection: sqlite3.Connection) -> list[str]:
    """Return a sentence for each fault that SQLite's check finds, and for each table or guard that was changed."""
    lines = [str(row[0]) for row in connection.execute("PRAGMA quick_check(10)")]
    wrong = [f"The database file is damaged: {home.printable(text, 200)}." for text in lines if text != "ok"]
    twin = empty()
    try:
        expected, actual = _tables_and_guards(twin), _tables_and_guards(connection)
    finally:
        twin.close()
    if not has_cards(connection):
        del expected["cards"]
    for name, sql in expected.items():
        if actual.get(name) != sql:
            what = "guard" if sql.startswith("CREATE TRIGGER") else "table"
            wrong.append(
                f"The {what} {name} of the database is {'missing' if name not in actual else 'not as it was made'}."
            )
    return wrong


def has_cards(connection: sqlite3.Connection) -> bool:
    """Return False for a file of version 1."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return bool(version > 1)


def make_cards(connection: sqlite3.Connection) -> None:
    """Make a file of version 1 one of version 2, unless another process did so. Call this inside a transaction."""
    if not has_cards(connection):
        connection.execute(CARDS)
        connection.execute(f"PRAGMA user_version = {VERSION}")


def _tables_and_guards(connection: sqlite3.Connection) -> dict[str, str]:
    rows = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    return {str(name): str(sql) for name, sql in rows if not str(name).startswith("sqlite_")}


def _make_ready(connection: sqlite3.Connection, path: Path) -> None:
    if not make_readable(connection, path):
        _insist_on_wal(connection)
        with transaction(connection):
            if not _is_ours(connection, path):  # another process may have done it
                _make_tables(connection)
                connection.execute(f"PRAGMA application_id = {OURS}")
    _insist_on_wal(connection)
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA fullfsync = ON")  # on macOS an ordinary sync ends in the cache of the drive
    connection.execute("PRAGMA foreign_keys = ON")


def make_readable(connection: sqlite3.Connection, path: Path) -> bool:
    """Set up reading; return False if the database is empty. :raises StorageError: as `_is_ours`."""
    # A byte that is no UTF-8 must not hide the rest of the row: `verify` names the row by its hash.
    connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
    with snapshot(connection):  # another process may be making it right now
        return _is_ours(connection, path)


def _is_ours(connection: sqlite3.Connection, path: Path) -> bool:
    """Return False if the database is empty. :raises StorageError: it is not ours, or of a newer version."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (owner,) = connection.execute("PRAGMA application_id").fetchone()
    (things,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if (version, owner, things) == (0, 0, 0):
        return False
    if owner != OURS or version < 1:
        raise home.StorageError(
            f"{path} is a database, but not one of shoot. Move it away, or name another folder with SHOOT_HOME."
        )
    if version > VERSION:
        raise home.StorageError(
            f"{path} was written by a newer version of shoot (tables of version {version}; this one knows {VERSION})."
            " Bring shoot up to date, or name another folder with SHOOT_HOME."
        )
    return True


def _insist_on_wal(connection: sqlite3.Connection) -> None:
    """Turn on write-ahead logging, so that a second terminal can read while the first one writes."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            # Unlike statements, this switch does not wait for other processes.
            if _primary_code(error) != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.02)
        else:
            return


def _make_tables(connection: sqlite3.Connection) -> None:
    statement = ""
    for line in SCHEMA.splitlines(keepends=True):  # `executescript` would commit first
        statement += line
        if sqlite3.complete_statement(statement):
            connection.execute(statement)
            statement = ""
    make_cards(connection)


def _primary_code(error: BaseException) -> int | None:
    """Return SQLite's primary result code; None if the error is not SQLite's."""
    code = getattr(error, "sqlite_errorcode", None)
    return code & 0xFF if isinstance(code, int) else None


def _sentence(path: Path, error: BaseException) -> str:
    """Return the sentence about an error of SQLite or of the disk."""
    detail = home.printable(str(error) or type(error).__name__, 200)
    match _primary_code(error):
        case sqlite3.SQLITE_FULL:
            return f"The disk is full: nothing was saved to {path}. Free some space and try again."
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM | sqlite3.SQLITE_AUTH:
            return (
                f"{path} cannot be written to. Make it and its folder writable, or name another folder with SHOOT_HOME."
            )
        case sqlite3.SQLITE_CANTOPEN:
            return f"{path} cannot be opened. Its folder must be writable; or name another folder with SHOOT_HOME."
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return f"{path} is held by another program. Try again in a moment."
        case sqlite3.SQLITE_IOERR:
            return f"{path} could not be read or written ({detail}). Look at the disk: is it full, gone or failing?"
        case sqlite3.SQLITE_CONSTRAINT:
            return f"{path} refused to save: {detail}."
    if isinstance(error, OSError):
        return f"{path} could not be read or written: {error.strerror or detail}."
    if isinstance(error, MemoryError):
        return f"There is not enough memory to read {path} or to write it."
    if isinstance(error, (OverflowError, UnicodeError)):  # data that was read never fails so
        return f"{path} cannot hold what was to be saved in it ({detail})."
    return (
        f"{path} is damaged or no database ({detail})."
        " Move it aside to begin with a new one, or put a copy of it from a backup in its place."
    )


# Reading where nothing can be written: a folder of somebody else, a full disk -----------------------------------------


def opened(path: Path) -> tuple[sqlite3.Connection, bool] | None:
    """Return the database at `path`, and whether it can be written; one that cannot is opened for reading.

    Return None if it is empty and cannot be written. :raises StorageError: as `connect`, but for unwritable disks
    """
    try:
        return connect(path), True
    except home.Unwritable:
        with storage_errors(path):
            return (connection, False) if (connection := looked_at(path)) else None


def looked_at(path: Path) -> sqlite3.Connection | None:
    """Return the database at `path` without writing anything beside it; None if it is empty.

    The write-ahead log can be read only with its index, which exists while another process uses the database. Without
    an index, copies of both files are read.

    :raises sqlite3.Error, StorageError: it cannot be read
    """
    ahead, _ = besides(path)
    try:
        return _connected(path, "mode=ro")
    except sqlite3.OperationalError:
        return _memory_copy(path) if ahead.exists() and ahead.stat().st_size else _connected(path, "immutable=1")


def _connected(path: Path, way: str) -> sqlite3.Connection | None:
    address = f"{path.absolute().as_uri()}?{way}"
    return _readable(sqlite3.connect(address, timeout=PATIENCE, isolation_level=None, uri=True), path)


def _memory_copy(path: Path) -> sqlite3.Connection | None:
    """Return the database with its write-ahead log, in memory. It is put together in a temporary folder."""
    from shutil import copyfile
    from tempfile import TemporaryDirectory

    ahead, _ = besides(path)
    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        with TemporaryDirectory(prefix="shoot-") as folder:
            twin = Path(folder) / path.name
            copyfile(path, twin)
            copyfile(ahead, besides(twin)[0])
            with closing(sqlite3.connect(twin)) as copy:
                copy.backup(connection)
    except BaseException as error:
        connection.close()
        if not isinstance(error, (OSError, sqlite3.OperationalError)):
            raise
        raise home.StorageError(
            f"What was said last stands in {ahead}, and its folder cannot be written, as reading it needs. Copy it and"
            f" {path.name} to a folder that can be, and name that with SHOOT_HOME. ({home.printable(str(error), 200)})"
        ) from error
    return _readable(connection, path)


def _readable(connection: sqlite3.Connection, path: Path) -> sqlite3.Connection | None:
    """Return the connection; None, and closed, if the database is empty. :raises StorageError: as `make_readable`."""
    readable = False
    try:
        readable = make_readable(connection, path)
    finally:
        if not readable:
            connection.close()
    return connection if readable else None


# The writer's lock. The operating system releases it when the process dies --------------------------------------------


class Lock:
    """The right to write one battle, from `Lock.take` until `release`.

    The file stays after the release: removing it could take away the lock of the next process.
    """

    def __init__(self, file: int) -> None:
        self._file: int | None = file

    @classmethod
    def take(cls, folder: Path, name: str) -> Lock:
        """Lock the battle with this name by a file in `folder`. The folder is made if it is missing.

        :raises Locked: another process has the lock
        :raises StorageError: the file cannot be made
        """
        path = home.made(folder) / f"{sha256(home.folded_name(name).encode()).hexdigest()}.lock"
        try:
            file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise home.StorageError(f"{path} cannot be opened: {error.strerror}.") from error
        try:
            if not locked(file):
                from shlex import quote

                raise home.Locked(
                    f"“{name}” is open in another terminal{_lock_holder(file)}. Close it there first,"
                    f" or follow it here: shoot battle watch {quote(name)}"
                )
            note = json.dumps(
                {"process": os.getpid(), "since": datetime.now().astimezone().isoformat(timespec="seconds")}
            )
            os.ftruncate(file, 0)
            os.write(file, note.encode())
        except OSError as error:
            os.close(file)
            raise home.StorageError(f"“{name}” cannot be locked for writing ({path}): {error.strerror}.") from error
        except home.Locked:
            os.close(file)
            raise
        return cls(file)

    def release(self) -> None:
        """Let others write. A second call does nothing."""
        if self._file is not None:
            file, self._file = self._file, None
            os.close(file)  # closing releases the lock on every system


def _lock_holder(file: int) -> str:
    """Return who has the lock, as " (process 1234 since 12:31)" in local time; "" if the note cannot be read."""
    try:
        os.lseek(file, 0, os.SEEK_SET)
        note = json.loads(os.read(file, 1000))
        return f" (process {int(note['process'])} since {datetime.fromisoformat(note['since']).astimezone():%H:%M})"
    except (OSError, ValueError, KeyError, TypeError):
        return ""


if sys.platform == "win32":
    import msvcrt

    FAR = 1 << 20  # locks are mandatory here, so the locked byte lies behind the note, which others must read

    def locked(file: int) -> bool:
        """Return True if this process has the lock now."""
        os.lseek(file, FAR, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(file, 0, os.SEEK_SET)
        return True

else:
    import fcntl

    def locked(file: int) -> bool:
        """Return True if this process has the lock now. :raises OSError: the file system has no locks."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
