"""``shoot battle backup``: everything that is kept, as it is at this moment, in one file that is whole by itself."""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from pathlib import Path

from shoot_cli.battles import Store
from shoot_cli.battles.home import private


class CannotWrite(Exception):
    """The file is not made, in words; what was there is there still."""


def back_up(store: Store, path: Path, force: bool) -> None:
    """Write the backup beside its place, synced, and move it there: nobody ever meets half of one.

    :raises CannotWrite: :raises StorageError: what is kept cannot be read.
    """
    path = path.expanduser()
    if not path.name:
        raise CannotWrite(f"{path} is no name for a file.")
    try:
        place = path.resolve()  # behind links, which stay
        there = place.exists()
        if there and place.samefile(store.path):
            raise CannotWrite(f"{path} is the database itself. Name another file.")
    except (OSError, RuntimeError, ValueError) as error:
        raise CannotWrite(f"{path} cannot be written: {why(error)}.") from None
    if there and not place.is_file():
        raise CannotWrite(f"{path} is not a file that can be written.")
    if there and not force:
        raise CannotWrite(f"{path} is there already; --force overwrites it.")
    beside = place.with_name(f".shoot-{os.getpid()}.tmp")
    try:
        beside.unlink(missing_ok=True)  # of a process that had our number, and was killed
        store.backup(private(beside))
        synced(beside)
        beside.replace(place)
        synced(place.parent)
    except (OSError, sqlite3.Error) as error:
        raise CannotWrite(f"{path} cannot be written: {why(error)}.") from None
    finally:
        for rest in ("", "-journal", "-wal", "-shm"):
            with suppress(OSError):
                beside.with_name(beside.name + rest).unlink(missing_ok=True)


def synced(path: Path) -> None:
    """A file or, where the system has that, a folder is on the disk when this returns."""
    if os.name == "nt" and path.is_dir():
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def why(error: BaseException) -> str:
    return getattr(error, "strerror", None) or str(error)
