"""The SQLite file and the writer's lock."""

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

# The SQLite file: its tables, the guards that keep the log append-only, and its errors put into words.

VERSION = 2
OURS = 0x73686F74  # "shot", the application id in the file's header
PATIENCE = 5.0  # seconds to wait for another process's transaction
# What SQLite says of a disk that is full, gone or not ours to write: even to read it wants to write beside its file.
UNWRITABLE = {
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
}

# A battle and its events never change. The tip notes where the log ends. Events go only along with their battle: when
# the cascade reaches them, the battle's own row is gone already, which is what the guard looks at.
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

# Since version 2. A file of version 1 gets it with the first card that is written, and is read as it is until then:
# who only looks changes nothing.
CARDS = """CREATE TABLE cards (
    ruleset TEXT NOT NULL,
    rule TEXT NOT NULL,
    kind TEXT NOT NULL,
    state TEXT NOT NULL,
    due TEXT NOT NULL,
    PRIMARY KEY (ruleset, rule, kind)
) WITHOUT ROWID"""


def connect(path: Path) -> sqlite3.Connection:
    """The database at ``path``, made with its folder if it is not there. Every commit is synced before it returns.

    :raises StorageError: it cannot be opened, is none of ours, is damaged, or was made by a newer version.
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
    """What SQLite keeps beside a database while it is open: what is written ahead of it, and the way through that.

    They lie where the database itself does, if ``path`` is a link.
    """
    real = os.path.realpath(path)
    return Path(f"{real}-wal"), Path(f"{real}-shm")


def flush(connection: sqlite3.Connection) -> None:
    """All that was written comes into the database file itself, and is in every copy of it.

    Nothing depends on it: what a disk refuses now stays in the file beside, where it is as safe.
    """
    with suppress(sqlite3.Error):
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def back_up(connection: sqlite3.Connection, file: Path) -> None:
    """Everything in the database as it is at this moment, written to an empty file; synced. It can be read anywhere.

    :raises sqlite3.Error, OSError:
    """
    with closing(sqlite3.connect(file, isolation_level=None)) as copy:
        connection.backup(copy)
        copy.execute("PRAGMA synchronous = FULL")
        copy.execute("PRAGMA fullfsync = ON")
        copy.execute("PRAGMA journal_mode = DELETE")  # nothing is written ahead: it is whole by itself


def empty() -> sqlite3.Connection:
    """A database in memory with our tables and nothing in them: what there is to read before the first write."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    _make_tables(connection)
    return connection


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Everything inside is written at once and synced, or not at all."""
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
    """Everything read inside is of one moment, whatever another process writes meanwhile."""
    connection.execute("BEGIN")
    try:
        yield
    finally:
        with suppress(sqlite3.Error):
            if connection.in_transaction:
                connection.execute("ROLLBACK")


@contextmanager
def storage_errors(path: Path) -> Iterator[None]:
    """Turn whatever the database throws inside into a StorageError that names the file and what to do."""
    try:
        yield
    except sqlite3.ProgrammingError:
        raise  # our own mistake, such as reading from a closed store: not the file's
    except (sqlite3.Error, OSError, MemoryError, OverflowError, UnicodeError) as error:
        kind = home.Unwritable if _primary(error) in UNWRITABLE else home.StorageError
        raise kind(_sentence(path, error)) from error


def faults(connection: sqlite3.Connection) -> list[str]:
    """What SQLite's own check finds, and which tables and guards are not as we made them; one sentence each."""
    found = [str(row[0]) for row in connection.execute("PRAGMA quick_check(10)")]
    wrong = [f"The database file is damaged: {home.printable(text, 200)}." for text in found if text != "ok"]
    twin = empty()
    try:
        expected, there = _made(twin), _made(connection)
    finally:
        twin.close()
    if not has_cards(connection):
        del expected["cards"]
    for name, sql in expected.items():
        if there.get(name) != sql:
            what = "guard" if sql.startswith("CREATE TRIGGER") else "table"
            wrong.append(
                f"The {what} {name} of the database is {'missing' if name not in there else 'not as it was made'}."
            )
    return wrong


def has_cards(connection: sqlite3.Connection) -> bool:
    """False for a file of version 1."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return bool(version > 1)


def make_cards(connection: sqlite3.Connection) -> None:
    """Inside a transaction: make a file of version 1 one of version 2, unless another process was quicker."""
    if not has_cards(connection):
        connection.execute(CARDS)
        connection.execute(f"PRAGMA user_version = {VERSION}")


def _made(connection: sqlite3.Connection) -> dict[str, str]:
    rows = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    return {str(name): str(sql) for name, sql in rows if not str(name).startswith("sqlite_")}


def _make_ready(connection: sqlite3.Connection, path: Path) -> None:
    if not make_readable(connection, path):
        _insist_on_wal(connection)
        with transaction(connection):
            if not _is_ours(connection, path):  # another process may have been quicker
                _make_tables(connection)
                connection.execute(f"PRAGMA application_id = {OURS}")
    _insist_on_wal(connection)
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA fullfsync = ON")  # on macOS an ordinary sync stops at the drive's own cache
    connection.execute("PRAGMA foreign_keys = ON")


def make_readable(connection: sqlite3.Connection, path: Path) -> bool:
    """False if there is nothing in it yet. :raises StorageError: as ``_is_ours``."""
    # A byte that is no UTF-8 must not keep the rest of the row from being read: verify names the row by its hash.
    connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
    with snapshot(connection):  # or its parts could be of before and after another process made it
        return _is_ours(connection, path)


def _is_ours(connection: sqlite3.Connection, path: Path) -> bool:
    """False for a file with nothing in it yet. :raises StorageError: somebody else's, or of a newer version."""
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
    """Write-ahead logging, so that a second terminal can read while the first one writes."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            # The switch does not wait for others by itself as statements do.
            if _primary(error) != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.02)
        else:
            return


def _make_tables(connection: sqlite3.Connection) -> None:
    statement = ""
    for line in SCHEMA.splitlines(keepends=True):  # executescript would commit before it begins
        statement += line
        if sqlite3.complete_statement(statement):
            connection.execute(statement)
            statement = ""
    make_cards(connection)


def _primary(error: BaseException) -> int | None:
    """SQLite's primary result code; None for errors that are not SQLite's own."""
    code = getattr(error, "sqlite_errorcode", None)
    return code & 0xFF if isinstance(code, int) else None


def _sentence(path: Path, error: BaseException) -> str:
    detail = home.printable(str(error) or type(error).__name__, 200)
    match _primary(error):
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
    if isinstance(error, (OverflowError, UnicodeError)):  # on the way there: what comes from it is read as it is
        return f"{path} cannot hold what was to be saved in it ({detail})."
    return (
        f"{path} is damaged or no database ({detail})."
        " Move it aside to begin with a new one, or put a copy of it from a backup in its place."
    )


# Where nothing can be written: a folder that is only lent, a disk that is full ---------------------------------------


def opened(path: Path) -> tuple[sqlite3.Connection, bool] | None:
    """The database at ``path``, and whether it can be written; where it cannot be, it is read as it lies there.

    None: nothing is in it, and nothing can be put there, as after a first start on a full disk.
    :raises StorageError: as ``connect``, but for a disk that cannot be written.
    """
    try:
        return connect(path), True
    except home.Unwritable:
        with storage_errors(path):
            return (found, False) if (found := looked_at(path)) else None


def looked_at(path: Path) -> sqlite3.Connection | None:
    """The database at ``path``, without writing anything beside it; None if nothing is in it.

    What was said last may stand in the file that is written ahead, and can be read there while the file that leads
    readers through it is there, as that of another process is. If it is not, both files are read as copies.

    :raises sqlite3.Error, StorageError:
    """
    ahead, _ = besides(path)
    try:
        return _by(path, "mode=ro")
    except sqlite3.OperationalError:
        return _copied(path) if ahead.exists() and ahead.stat().st_size else _by(path, "immutable=1")


def _by(path: Path, way: str) -> sqlite3.Connection | None:
    address = f"{path.absolute().as_uri()}?{way}"
    return _readable(sqlite3.connect(address, timeout=PATIENCE, isolation_level=None, uri=True), path)


def _copied(path: Path) -> sqlite3.Connection | None:
    """The database with what is written ahead of it, in memory; by way of a folder for temporary files."""
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
    """The same, closed where nothing is in it. :raises StorageError: as ``make_readable``"""
    there = False
    try:
        there = make_readable(connection, path)
    finally:
        if not there:
            connection.close()
    return connection if there else None


# One writer per battle: a lock of the operating system, which lets go by itself when the process dies.


class Lock:
    """The right to write one battle, from ``Lock.take`` until ``release``.

    The file stays when the lock is released: whoever removed it could take it from under the feet of the next one.
    """

    def __init__(self, file: int) -> None:
        self._file: int | None = file

    @classmethod
    def take(cls, folder: Path, name: str) -> Lock:
        """Lock the battle called ``name`` with a file in ``folder``, which is made if need be.

        :raises Locked: somebody else holds it.
        :raises StorageError: the file cannot be made.
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
                    f"“{name}” is open in another terminal{_holder(file)}. Close it there first,"
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
        """Let others write. Doing it twice does no harm."""
        if self._file is not None:
            file, self._file = self._file, None
            os.close(file)  # closing lets go of the lock, on every system


def _holder(file: int) -> str:
    """Who holds the lock, as " (process 1234 since 12:31)" in local time; empty if the note cannot be read."""
    try:
        os.lseek(file, 0, os.SEEK_SET)
        note = json.loads(os.read(file, 1000))
        return f" (process {int(note['process'])} since {datetime.fromisoformat(note['since']).astimezone():%H:%M})"
    except (OSError, ValueError, KeyError, TypeError):
        return ""


if sys.platform == "win32":
    import msvcrt

    FAR = 1 << 20  # locks are mandatory here: this byte lies behind the note, which others must be able to read

    def locked(file: int) -> bool:
        """True if this process holds the lock now."""
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
        """True if this process holds the lock now. :raises OSError: the file system knows no locks."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
