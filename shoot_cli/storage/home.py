"""The data folder, the names of battles, and the errors of the storage."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import TYPE_CHECKING

from shoot_cli.engine.names import JOINERS
from shoot_cli.engine.reasons import Refusal

if TYPE_CHECKING:
    from shoot_cli.armies.cache import GivenData, RememberedLists


# Errors. Each text is a sentence that players may see -----------------------------------------------------------------


class StorageError(Refusal):
    """The database, its folder or a battle in it cannot be read or written."""

    exit_code = 3


class Unwritable(StorageError):
    """A place where nothing can be written; reading may be possible."""


class UnknownBattle(StorageError):
    """No battle has this name, or several could be meant; the text lists similar names."""

    exit_code = 1


class BadName(StorageError):
    """A new battle cannot have this name."""

    exit_code = 1


class NameTaken(BadName):
    """Another battle has this name, or another process just begins one with it."""

    def __init__(self, name: str) -> None:
        super().__init__(f"There is a battle named “{name}” already. Give this one another name.")


class Locked(StorageError):
    """Another process, or another part of this one, is writing the battle."""

    exit_code = 1


# The folder for the database, the locks and the settings --------------------------------------------------------------

ADVICE = "Name another folder with SHOOT_HOME."
SECRET = 32  # bytes


def home() -> Path:
    """Return the folder in `SHOOT_HOME`, else the platform's folder for user data. It may not exist yet.

    :raises StorageError: `SHOOT_HOME` begins with `~` and the name of an unknown user
    """
    named = os.environ.get("SHOOT_HOME", "")
    if named:
        try:
            return Path(named).expanduser().absolute()
        except (OSError, RuntimeError) as error:
            raise StorageError(f"SHOOT_HOME names “{named}”, which cannot be found: {error}") from error
    import platformdirs  # imported here, as most commands never need the folder

    return Path(platformdirs.user_data_dir("shoot", appauthor=False))


def cache() -> Path:
    """Return the folder for data that can be made again: `cache` in `SHOOT_HOME`, else the platform's own.

    :raises StorageError: as `home`
    """
    if os.environ.get("SHOOT_HOME"):
        return home() / "cache"
    import platformdirs

    return Path(platformdirs.user_cache_dir("shoot", appauthor=False))


def made(folder: Path) -> Path:
    """Make the folder and its parents if they are missing, and check that it can be written. Return `folder`.

    A new folder can be read by its owner only; an existing folder keeps its permissions.

    :raises Unwritable: it cannot be made or written to
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
    """Return True if the file exists; False if it and its folders can still be made.

    :raises StorageError: it can never exist, because a link is broken or a file stands in place of a folder
    """
    for part in (path, *path.parents):
        try:
            status = os.stat(part)
        except (FileNotFoundError, NotADirectoryError):
            if part.is_symlink():
                raise StorageError(f"{part} is a link to something that is not there. {ADVICE}") from None
            continue
        except (OSError, ValueError) as error:  # such as a link to itself
            why = getattr(error, "strerror", None) or str(error)
            raise StorageError(f"{part} cannot be opened: {why}. {ADVICE}") from None
        if part == path:
            refuse_special(path, status)
        if S_ISDIR(status.st_mode) == (part == path):
            kinds = ("folder", "file") if part == path else ("file", "folder")
            raise StorageError(f"{part} is a {kinds[0]}, and should be a {kinds[1]}. {ADVICE}")
        return part == path
    return False


def refuse_special(path: Path, status: os.stat_result) -> None:
    """Check that this is a file or a folder. :raises StorageError: a pipe or a device, which could block the reader."""
    if not S_ISREG(status.st_mode) and not S_ISDIR(status.st_mode):
        raise StorageError(f"{path} is a pipe or a device, and should be a file. {ADVICE}")


def private(path: Path) -> Path:
    """Make the file if it is missing, and let only its owner read and write it. Return `path`.

    An existing file is never opened: closing a file of the database would release this process's locks on it.

    :raises OSError: it cannot be made
    """
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        if (mode := os.stat(path).st_mode) & 0o077:
            with suppress(PermissionError):  # the file of somebody else, who lets us write
                os.chmod(path, mode & 0o7700)
    return path


def secret(make: bool) -> bytes | None:
    """Return a key that only the owner of `home()` can know. Return None if others could have read it.

    If `make` is True, a missing key is made, with its folder.

    :raises OSError: it cannot be written
    """
    path = home() / "secret"
    with suppress(FileNotFoundError):
        mode = os.stat(path).st_mode
        if S_ISREG(mode) or S_ISDIR(mode):  # a pipe would block; it is replaced
            with open(path, "rb") as file:
                mode, key = os.fstat(file.fileno()).st_mode, file.read(SECRET + 1)
            if len(key) == SECRET and (os.name == "nt" or not mode & 0o077):
                return key
    if not make:
        return None
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = private(path.with_name(f"{path.name}.{os.getpid()}"))
    try:
        draft.write_bytes(os.urandom(SECRET))
        draft.replace(path)
    except OSError:  # a full disk
        draft.unlink(missing_ok=True)
        raise
    return path.read_bytes()  # if several processes make a key at once, the last one counts


def remembered() -> RememberedLists | None:
    """Return the memory of lists that were read before; None if its folder is unknown."""
    from shoot_cli.armies.cache import RememberedLists

    try:
        return RememberedLists(cache() / "lists", secret, given_data())
    except StorageError:
        return None


def given_data() -> GivenData:
    """Return the remembered places of `--data`. :raises StorageError: as `home`"""
    from shoot_cli.armies.cache import GivenData

    return GivenData(home() / "data.json")


# Names of battles -----------------------------------------------------------------------------------------------------

LONGEST = 60  # characters; a name fits on one line of a small screen


def folded_name(name: str) -> str:
    """Return the form of a name that is compared: case, width of letters and runs of spaces do not matter."""
    return " ".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).split())


def checked(name: str) -> str:
    """Return the name as it is stored, without spaces at its ends. :raises BadName: empty, too long or unprintable."""
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
    """Return a free name close to `first`: "A v B", then "A v B 2", "A v B 3", ...

    `taken` has the names in use, as `folded_name` returns them.
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


def meant(words: str, names: Sequence[str]) -> str:
    """Return the name that equals `words`, else the only name that contains them; case does not matter.

    :raises UnknownBattle: there is none, or several; the text lists similar names
    """
    wanted = folded_name(words)
    holding = [name for name in names if wanted and wanted in folded_name(name)]
    exact = [name for name in names if folded_name(name) == wanted]
    if exact or len(holding) == 1:
        return (exact or holding)[0]
    if holding:
        rest = f" and {len(holding) - 5} more" if len(holding) > 5 else ""
        raise UnknownBattle(
            f"“{printable(words)}” could be {len(holding)} battles: {listed(holding[:5])}{rest}. Say more of the name."
        )
    raise unknown(words, names)


def unknown(words: str, names: Sequence[str]) -> UnknownBattle:
    """Return the error for words that name no battle."""
    shown = printable(words)
    if not names:
        return UnknownBattle(f"There is no battle named “{shown}”: none has been kept yet.")
    close = near(shown, names)
    hint = f" Did you mean {listed(close)}?" if close else " `shoot battle list` shows what there is."
    return UnknownBattle(f"There is no battle named “{shown}”.{hint}")


def near(words: str, names: Iterable[str], most: int = 5) -> list[str]:
    """Return up to `most` names that may have been meant, the most similar first."""
    from difflib import get_close_matches

    by_folded = {folded_name(name): name for name in names}
    wanted = folded_name(words)
    close = get_close_matches(wanted, by_folded, n=most, cutoff=0.5)
    sharing = [name for name in by_folded if name not in close and set(wanted.split()) & set(name.split())]
    return [by_folded[name] for name in (close + sharing)[:most]]


def printable(text: str, most: int = 60) -> str:
    """Return at most `most` characters of `text`, without any that would control a terminal."""
    return "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}"
        for letter in text[:most]
        if letter not in JOINERS
    )


def listed(names: Iterable[str]) -> str:
    """Return the names for a sentence: “A”, “B”."""
    return ", ".join(f"“{printable(name)}”" for name in names)
