"""A file that a command writes for its caller: whole, or as it was before."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from shutil import copymode
from stat import S_ISREG

from shoot_cli.ui.console import WRONG, fail

BESIDE_A_DATABASE = ("-journal", "-wal", "-shm")  # what SQLite writes next to one


@contextmanager
def writing(path: Path, json: bool) -> Iterator[None]:
    """Why a file that was named cannot be written, as a sentence and an exit code."""
    from sqlite3 import Error

    try:
        refuse_ours(path, json)
        yield
    except FileExistsError:
        fail(f"{path} is there already; --force overwrites it.", WRONG, json)
    except (OSError, Error) as error:
        fail(f"{path} cannot be written: {getattr(error, 'strerror', None) or error}.", WRONG, json)


def refuse_ours(path: Path, json: bool) -> None:
    """No file of a command takes the place of what battles are kept in, nor of a database with a log beside it."""
    from shoot_cli.storage.home import home

    there, ours = Path(os.path.realpath(path)), Path(os.path.realpath(home() / "shoot.db"))
    if there.exists() and ours.exists() and os.path.samefile(there, ours):
        fail(f"{path} is the database itself. Name another file.", WRONG, json)
    if there.parent == ours.parent and there.name in (
        "secret",
        *(ours.name + end for end in ("", "-wal", "-shm", "-journal")),
    ):
        fail(f"{path} is for shoot itself. Name another file.", WRONG, json)
    log, written = Path(f"{there}-wal"), 0
    with suppress(OSError):  # there is none
        written = log.stat().st_size
    if written:
        fail(f"{path} is a database that somebody is writing, or that a crash left: {log.name} lies beside it. "
             "Name another file.", WRONG, json)  # fmt: skip


def write_whole(path: Path, text: str, force: bool) -> None:
    """Write the text under this name, as UTF-8. :raises OSError: as `put_in_place`"""
    with (
        put_in_place(path, force) as beside,
        open(beside, "w", encoding="utf-8", errors="replace", newline="\n") as file,
    ):
        file.write(text)


@contextmanager
def put_in_place(path: Path, force: bool, mode: int = 0o666) -> Iterator[Path]:
    """An empty file to be filled; it is synced and moved to this name, so that no crash leaves half of it.

    A link stays one and its target is written; permissions of a file that is there are kept.

    :param mode: permissions of a new file, before the umask.
    :raises FileExistsError: there is a file already, and not ``force``.
    :raises OSError: it cannot be written, or is no file; what was there is there still.
    """
    target = Path(os.path.realpath(path))
    try:
        before = target.stat().st_mode
    except FileNotFoundError:
        before = None
    if before is not None and not S_ISREG(before):
        raise OSError(errno.EINVAL, "it is not a file")
    if before is not None and not force:
        raise FileExistsError(errno.EEXIST, "it is there already")
    beside = target.with_name(f".shoot-{token_hex(8)}.tmp")  # short: the name itself may be as long as names can be
    try:
        os.close(os.open(beside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode))
        if before is not None:
            copymode(target, beside)  # before there is anything in it to be read
        yield beside
        _sync(beside)
        os.replace(beside, target)
    except BaseException:
        for rest in ("", *BESIDE_A_DATABASE):
            with suppress(OSError):
                beside.with_name(beside.name + rest).unlink()
        raise
    with suppress(OSError):  # of a folder: Windows, and some network drives; the file is in its place anyway
        _sync(target.parent)


def _sync(path: Path) -> None:
    """A file, or the names in a folder, are on the disk when this returns. :raises OSError:"""
    descriptor = os.open(path, os.O_RDWR if path.is_file() else os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
