"""The folder for everything that outlives a command: the database, the locks, the settings."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import TYPE_CHECKING

from shoot_cli.storage.errors import StorageError, Unwritable

if TYPE_CHECKING:
    from shoot_cli.armies.remembered import RememberedLists

ADVICE = "Name another folder with SHOOT_HOME."
SECRET = 32  # bytes


def home() -> Path:
    """The folder named by ``SHOOT_HOME``, else the platform's own user data folder. It need not exist yet.

    :raises StorageError: ``SHOOT_HOME`` begins with ``~`` and there is no such user.
    """
    named = os.environ.get("SHOOT_HOME", "")
    if named:
        try:
            return Path(named).expanduser().absolute()
        except (OSError, RuntimeError) as error:
            raise StorageError(f"SHOOT_HOME names “{named}”, which cannot be found: {error}") from error
    import platformdirs  # only here: most commands never look for the folder

    return Path(platformdirs.user_data_dir("shoot", appauthor=False))


def cache() -> Path:
    """The folder for what can be worked out again: ``cache`` in ``SHOOT_HOME``, else the platform's own folder for it.

    :raises StorageError: as ``home``.
    """
    if os.environ.get("SHOOT_HOME"):
        return home() / "cache"
    import platformdirs

    return Path(platformdirs.user_cache_dir("shoot", appauthor=False))


def made(folder: Path) -> Path:
    """``folder``, made with its parents if it is not there, and known to be writable.

    Nobody else may look into one that is made here; one that is there already is left as its owner has it.

    :raises Unwritable: it cannot be made or written to.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise Unwritable(f"The folder {folder} cannot be made: {why}. {ADVICE}") from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise Unwritable(f"The folder {folder} cannot be written to. {ADVICE}")
    return folder


def is_there(path: Path) -> bool:
    """Whether there is a file; False where it, its folder and those above it may still be made.

    :raises StorageError: it can never be there: a link to nowhere, a file where a folder must be.
    """
    for place in (path, *path.parents):
        try:
            found = os.stat(place)
        except (FileNotFoundError, NotADirectoryError):
            if place.is_symlink():
                raise StorageError(f"{place} is a link to something that is not there. {ADVICE}") from None
            continue
        except (OSError, ValueError) as error:  # such as a link to itself
            why = getattr(error, "strerror", None) or str(error)
            raise StorageError(f"{place} cannot be opened: {why}. {ADVICE}") from None
        if place == path:
            refuse_special(path, found)
        if S_ISDIR(found.st_mode) == (place == path):
            kinds = ("folder", "file") if place == path else ("file", "folder")
            raise StorageError(f"{place} is a {kinds[0]}, and should be a {kinds[1]}. {ADVICE}")
        return place == path
    return False


def refuse_special(path: Path, found: os.stat_result) -> None:
    """:raises StorageError: it is a pipe or a device, which would keep whoever opens it waiting."""
    if not S_ISREG(found.st_mode) and not S_ISDIR(found.st_mode):
        raise StorageError(f"{path} is a pipe or a device, and should be a file. {ADVICE}")


def private(path: Path) -> Path:
    """The file at ``path``, made empty if there is none; nobody else may read or write it from now on.

    It is never opened if it was there: to close a database's file would let go of the locks this process has on it.

    :raises OSError:
    """
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        if (mode := os.stat(path).st_mode) & 0o077:
            with suppress(PermissionError):  # somebody else's, who lets us write
                os.chmod(path, mode & 0o7700)
    return path


def secret(make: bool) -> bytes | None:
    """What only the owner of ``home()`` can know; None if there is none that nobody else could have read.

    ``make``: one is made then, and its folder.

    :raises OSError: it cannot be written.
    """
    path = home() / "secret"
    with suppress(FileNotFoundError):
        mode = os.stat(path).st_mode
        if S_ISREG(mode) or S_ISDIR(mode):  # a pipe would keep us waiting; one is put in its place
            with open(path, "rb") as file:
                mode, found = os.fstat(file.fileno()).st_mode, file.read(SECRET + 1)
            if len(found) == SECRET and (os.name == "nt" or not mode & 0o077):
                return found
    if not make:
        return None
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    beside = private(path.with_name(f"{path.name}.{os.getpid()}"))
    try:
        beside.write_bytes(os.urandom(SECRET))
        beside.replace(path)
    except OSError:  # a full disk
        beside.unlink(missing_ok=True)
        raise
    return path.read_bytes()  # of several that make one at once the last wins


def remembered() -> RememberedLists | None:
    """What lists were read as before, on this machine; None if nobody knows where that would be."""
    from shoot_cli.armies.remembered import RememberedLists

    try:
        return RememberedLists(cache() / "lists", secret)
    except StorageError:
        return None
