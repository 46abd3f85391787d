"""Battles read where nothing can be written: a folder that is only lent, a disk that is full."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from shoot_cli.battles.database import PATIENCE, besides, connect, in_words, make_readable
from shoot_cli.battles.errors import StorageError, Unwritable
from shoot_cli.battles.names import printable


def opened(path: Path) -> tuple[sqlite3.Connection, bool]:
    """The database at ``path``, and whether it can be written; where it cannot be, it is read as it lies there.

    :raises StorageError: as ``connect``, but for a disk that cannot be written.
    """
    try:
        return connect(path), True
    except Unwritable:
        with in_words(path):
            return looked_at(path), False


def looked_at(path: Path) -> sqlite3.Connection:
    """The database at ``path``, without writing anything beside it.

    What was said last may stand in the file that is written ahead, and can be read there while the file that leads
    readers through it is there, as that of another process is. If it is not, both files are read as copies.

    :raises sqlite3.Error, StorageError:
    """
    ahead, _ = besides(path)
    try:
        return _by(path, "mode=ro")
    except sqlite3.OperationalError:
        if ahead.exists() and ahead.stat().st_size:
            return _copied(path)
        return _by(path, "immutable=1")


def _by(path: Path, way: str) -> sqlite3.Connection:
    address = f"{path.absolute().as_uri()}?{way}"
    connection = sqlite3.connect(address, timeout=PATIENCE, isolation_level=None, uri=True)
    try:
        make_readable(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def _copied(path: Path) -> sqlite3.Connection:
    """The database with what is written ahead of it, in memory; by way of a folder for temporary files."""
    from shutil import copyfile
    from tempfile import TemporaryDirectory

    ahead, _ = besides(path)
    try:
        with TemporaryDirectory(prefix="shoot-") as folder:
            twin = Path(folder) / path.name
            copyfile(path, twin)
            copyfile(ahead, besides(twin)[0])
            connection = sqlite3.connect(":memory:", isolation_level=None)
            with closing(sqlite3.connect(twin)) as copy:
                copy.backup(connection)
    except (OSError, sqlite3.OperationalError) as error:
        raise StorageError(
            f"What was said last stands in {ahead}, and its folder cannot be written, as reading it needs. Copy it and"
            f" {path.name} to a folder that can be, and name that with SHOOT_HOME. ({printable(str(error), 200)})"
        ) from error
    make_readable(connection, path)
    return connection
