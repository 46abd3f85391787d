"""The data folder, names of battles, storage errors."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import TYPE_CHECKING

from shoot_cli.engine.name_keys import JOINERS
from shoot_cli.engine.signals import Refusal

if TYPE_CHECKING:
    from shoot_cli.armies.cache import RememberedLists


# What can go wrong with battles on disk. Every text is a sentence that can be shown to the player as it is.


class StorageError(Refusal):
    """The database, its folder or a battle in it cannot be read or written."""

    exit_code = 3


class Unwritable(StorageError):
    """Nothing can be written there; perhaps it can be read."""


class UnknownBattle(StorageError):
    """No battle goes by these words, or several do; the text lists the near ones."""

    exit_code = 1


class BadName(StorageError):
    """A new battle cannot have this name."""

    exit_code = 1


class NameTaken(BadName):
    """There is a battle of this name already, or another process begins one just now."""

    def __init__(self, name: str) -> None:
        super().__init__(f"There is a battle named “{name}” already. Give this one another name.")


class Locked(StorageError):
    """Another process, or another part of this one, is writing this battle."""

    exit_code = 1


# The folder for everything that outlives a command: the database, the locks, the settings.

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
    from shoot_cli.armies.cache import RememberedLists

    try:
        return RememberedLists(cache() / "lists", secret)
    except StorageError:
        return None


# Names of battles: what may be one, what counts as the same one, and which are near.

LONGEST = 60  # characters; a name fits on one line of a small screen


def folded_name(name: str) -> str:
    """What two names share that count as the same: case, width of letters and runs of spaces make no difference."""
    return " ".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).split())


def checked(name: str) -> str:
    """``name`` as it will be kept, without spaces at its ends.

    :raises BadName: empty, too long, or with characters that cannot be printed.
    """
    if not name.isprintable():
        raise BadName(
            "A battle's name holds letters, digits, signs and spaces; this one has characters that cannot be printed."
        )
    name = unicodedata.normalize("NFC", name).strip()
    if not folded_name(name):
        raise BadName("A battle needs a name that is not empty.")
    if len(name) > LONGEST:
        raise BadName(f"A battle's name has at most {LONGEST} characters; this one has {len(name)}.")
    return name


def free(first: str, taken: Collection[str]) -> str:
    """A name that may be given, as near to ``first`` as can be: "A v B", then "A v B 2", "A v B 3", ...

    ``taken``: the folded names in use.
    """
    printable = "".join(letter if letter.isprintable() else " " for letter in first)
    wanted = " ".join(unicodedata.normalize("NFC", printable).split()) or "Battle"
    number = 1
    while True:
        tail = f" {number}" if number > 1 else ""
        name = wanted[: LONGEST - len(tail)].strip() + tail
        if folded_name(name) not in taken:
            return name
        number += 1


def meant(words: str, there: Sequence[str]) -> str:
    """The name that is this, else the only one that contains these words; case is ignored.

    :raises UnknownBattle: none or several; the text lists the near ones.
    """
    wanted = folded_name(words)
    holding = [name for name in there if wanted and wanted in folded_name(name)]
    exact = [name for name in there if folded_name(name) == wanted]
    if exact or len(holding) == 1:
        return (exact or holding)[0]
    if holding:
        rest = f" and {len(holding) - 5} more" if len(holding) > 5 else ""
        raise UnknownBattle(
            f"“{printable(words)}” could be {len(holding)} battles: {listed(holding[:5])}{rest}. Say more of the name."
        )
    raise unknown(words, there)


def unknown(words: str, there: Sequence[str]) -> UnknownBattle:
    """That no battle goes by these words."""
    shown = printable(words)
    if not there:
        return UnknownBattle(f"There is no battle named “{shown}”: none has been kept yet.")
    close = near(shown, there)
    hint = f" Did you mean {listed(close)}?" if close else " `shoot battle list` shows what there is."
    return UnknownBattle(f"There is no battle named “{shown}”.{hint}")


def near(words: str, names: Iterable[str], most: int = 5) -> list[str]:
    """Up to ``most`` names that may have been meant, nearest first."""
    from difflib import get_close_matches

    by_folded = {folded_name(name): name for name in names}
    wanted = folded_name(words)
    close = get_close_matches(wanted, by_folded, n=most, cutoff=0.5)
    sharing = [name for name in by_folded if name not in close and set(wanted.split()) & set(name.split())]
    return [by_folded[name] for name in (close + sharing)[:most]]


def printable(text: str, most: int = 60) -> str:
    """At most ``most`` characters of ``text``, none of which a terminal would act on."""
    return "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}"
        for letter in text[:most]
        if letter not in JOINERS
    )


def listed(names: Iterable[str]) -> str:
    """Names in a sentence: “A”, “B”."""
    return ", ".join(f"“{printable(name)}”" for name in names)
