"""A file that a command writes for its caller: whole, or as it was before."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from shutil import copymode
from stat import S_ISREG


def write_whole(path: Path, text: str, force: bool) -> None:
    """Write the text under this name, as UTF-8. A link stays one and its target is written; permissions are kept.

    It is written beside the file, synced, and moved to its place, so that no crash leaves half of it.

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
        with open(beside, "x", encoding="utf-8", errors="replace", newline="\n") as file:
            if before is not None:
                copymode(target, beside)  # before there is anything in it to be read
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, target)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
    _sync(target.parent)


def _sync(folder: Path) -> None:
    """Make a name in the folder as lasting as the file; where that cannot be done, the file is in its place anyway."""
    with suppress(OSError):  # Windows, and some network drives
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
