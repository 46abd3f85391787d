"""One writer per battle: a lock of the operating system, which lets go by itself when the process dies."""

from __future__ import annotations

import json
import os
import sys
from datetime import datetime
from hashlib import sha256
from pathlib import Path

from shoot_cli.storage.errors import Locked, StorageError
from shoot_cli.storage.home import made
from shoot_cli.storage.names import folded_name


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
        path = made(folder) / f"{sha256(folded_name(name).encode()).hexdigest()}.lock"
        try:
            file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise StorageError(f"{path} cannot be opened: {error.strerror}.") from error
        try:
            if not locked(file):
                from shlex import quote

                raise Locked(
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
            raise StorageError(f"“{name}” cannot be locked for writing ({path}): {error.strerror}.") from error
        except Locked:
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
