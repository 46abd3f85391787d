"""The memory of lists that were read before, so that a battle can go on without YAML and pydantic.

The places with values of datasheets that `--data` named are remembered too, by edition, in the folder for user data.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from json import dumps, loads
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING, Any

from shoot_cli.armies import army
from shoot_cli.engine.record import Record
from shoot_cli.rules import RULESETS, Edition

if TYPE_CHECKING:
    from shoot_cli.armies.army import Army


# Records as JSON and back; reading them runs no code ------------------------------------------------------------------

TUPLE = ""  # stands in place of a class name
PLAIN = (str, int, float, bool, type(None))


def packed(record: Any) -> list[Any]:
    """Return the parts of a record, each after the parts that it uses; the record itself is last.

    A part is a text, a number, True, False or None as it is, or a list. A list has the name of the record's class
    (`TUPLE` for a tuple) and the positions of its fields.

    :raises TypeError: something in the record is no record, no tuple and not `PLAIN`
    """
    parts: list[Any] = []
    positions: dict[tuple[type, Any], int] = {}

    def position_of(value: Any) -> int:
        kind = type(value)
        if issubclass(kind, Record):
            part: Any = [kind.__name__, *map(position_of, value[1:])]
        elif kind is tuple:
            part = [TUPLE, *map(position_of, value)]
        elif kind in PLAIN:
            part = value
        else:
            raise TypeError(f"{kind.__name__} cannot be packed")
        same = kind, tuple(part) if type(part) is list else part  # the type counts, as 1, 1.0 and True are equal
        if same not in positions:
            positions[same] = len(parts)
            parts.append(part)
        return positions[same]

    position_of(record)
    return parts


def unpacked(parts: Sequence[Any], classes: Mapping[str, type[Record]]) -> Any:
    """Return the record of these parts. Only records of `classes` are made.

    :raises ValueError: the parts are wrong, or there are none
    """
    values: list[Any] = []
    try:
        for part in parts:
            if type(part) is not list:
                if type(part) not in PLAIN:
                    raise ValueError(f"{type(part).__name__} is no part of a record")
                values.append(part)
                continue
            name, *positions = part
            if positions and min(positions) < 0:
                raise ValueError("a place before the first")
            inside = tuple([values[position] for position in positions])
            values.append(inside if name == TUPLE else made(classes[name], inside))
        return values[-1]
    except (TypeError, KeyError, IndexError) as error:
        raise ValueError(f"these are no parts of a record: {error!r}") from None


def made(kind: type[Record], inside: tuple[Any, ...]) -> Record:
    """Return a record of these fields. :raises ValueError: the number of fields is wrong."""
    if len(inside) != len(kind.fields):
        raise ValueError(f"{kind.__name__} has {len(kind.fields)} fields, not {len(inside)}")
    return kind(*inside)


# Remembered lists as sealed files -------------------------------------------------------------------------------------

try:
    from _blake2 import blake2b  # `hashlib` would load OpenSSL too, which takes longer than reading both lists
except ImportError:
    from hashlib import blake2b


MOST = 40  # lists; those not used for the longest time are deleted
MOST_BYTES = 4 * 1024 * 1024  # bytes of one list; a list of 200 units takes less than 600 KiB
PACKAGE = Path(__file__).parent.parent
Secret = Callable[[bool], bytes | None]
Known = tuple["Army", Any]  # an army, and what else was kept with it


class RememberedLists:
    """The remembered lists in a folder, which need not exist. Errors of the disk are ignored.

    A list has a key: its text, or for a list of another program its bytes and how they were taken. `secret(make)`
    returns the key of the seals, or None if there is none. If `make` is True, it makes a missing one.

    `given` has the places of `--data`, which are remembered beside; None if nothing is.
    """

    def __init__(self, folder: Path, secret: Secret, given: GivenData | None = None) -> None:
        self.folder, self.secret, self.given = folder, secret, given
        self.sources: dict[str, str] = {}  # digest by name of the edition

    def army(self, *key: str | bytes) -> Army | None:
        """Return the army with this key; None if it is not remembered."""
        known = self.known(*key)
        return known and known[0]

    def known(self, *key: str | bytes) -> Known | None:
        """Return the army with this key, and what was kept with it; None if it is not remembered."""
        with suppress(OSError, ValueError, TypeError, RecursionError):
            path = self.path(*key)
            parts = sealed(path, self.secret)
            if parts is None:
                return None
            name, sources, kept, more = loads(parts)
            (edition,) = (ruleset for ruleset in RULESETS if ruleset.name == name)
            if sources != self.digest(edition):  # another version of the program
                return None
            army: Army = unpacked(kept, records_of(edition))
            if type(army).__name__ != "Army":
                return None
            with suppress(OSError):
                os.utime(path)  # so that `tidy` knows when it was used
            return army, more
        return None

    def keep(self, army: Army, *key: str | bytes, more: Any = None) -> None:
        """Remember an army, and `more`, which JSON can write; do nothing if the disk refuses."""
        with suppress(OSError, ValueError, TypeError):
            (edition,) = (ruleset for ruleset in RULESETS if ruleset.name == army.ruleset)
            kept = [edition.name, self.digest(edition), packed(army), more]
            parts = dumps(kept, separators=(",", ":")).encode()
            if unpacked(loads(parts)[2], records_of(edition)) == army:
                keep_sealed(self.path(*key), parts, self.secret)

    def path(self, *key: str | bytes) -> Path:
        """Return the file for a key."""
        parts = (part if isinstance(part, bytes) else part.encode("utf-8", "surrogatepass") for part in key)
        return self.folder / f"{digest_of_parts(parts).hex()}.json"

    def digest(self, edition: Edition) -> str:
        """Return a hash of all sources that read lists of the edition. :raises OSError: one is not readable."""
        if edition.name not in self.sources:
            self.sources[edition.name] = digest_of_files(sources(edition)).hex()
        return self.sources[edition.name]


def sealed(path: Path, secret: Secret, most_bytes: int = MOST_BYTES) -> bytes | None:
    """Return the content of a sealed file; None if the seal is wrong. :raises OSError: the file cannot be read."""
    with open(path, "rb", opener=at_once) as file:
        if not S_ISREG(os.fstat(file.fileno()).st_mode):
            return None
        kept_seal, _, parts = file.read(most_bytes).partition(b"\n")
    known = secret(False)
    return parts if known is not None and seal(known, path, parts) == kept_seal else None


def keep_sealed(
    path: Path, parts: bytes, secret: Secret, most: int | None = None, most_bytes: int = MOST_BYTES
) -> None:
    """Write a sealed file if it is small enough and there is a secret. `most`: how many files stay (None: `MOST`).

    :raises OSError: the disk refuses
    """
    known = secret(True) if len(parts) <= most_bytes - 200 else None
    if known is None:
        return
    for folder in (path.parent.parent, path.parent):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    other = path.with_name(f"{path.name}.{os.getpid()}")  # another process sees the whole file or none
    other.unlink(missing_ok=True)
    try:
        with open(other, "xb", opener=private) as file:
            file.write(seal(known, path, parts) + b"\n" + parts)
        other.replace(path)
    except OSError:  # a full disk
        other.unlink(missing_ok=True)
        raise
    tidy(path.parent, MOST if most is None else most)


def tidy(folder: Path, most: int) -> None:
    """Delete the oldest files until `most` are left. :raises OSError: a file is gone already."""
    known = sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime)
    for path in known[:-most]:
        path.unlink()


def seal(secret: bytes, path: Path, parts: bytes) -> bytes:
    """Return the seal of a content. The name of the file is part of it, so that no file can replace another."""
    return blake2b(path.name.encode() + b"\n" + parts, key=secret).hexdigest().encode()


def at_once(path: str, flags: int) -> int:
    """Open a file without waiting, even if it is a pipe."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def private(path: str, flags: int) -> int:
    """Open a file that only its owner may read or write."""
    return os.open(path, flags, 0o600)


def records_of(edition: Edition) -> dict[str, type[Record]]:
    """Return the records that an army of the edition is made of, by name."""
    profiles = import_module(f"{edition.room or edition.package}.profiles")
    return {
        name: kind
        for module in (army, profiles)
        for name, kind in vars(module).items()
        if isinstance(kind, type) and issubclass(kind, Record) and kind.__module__ == module.__name__
    }


def digest_of_files(files: Iterable[Path]) -> bytes:
    """Return a hash of names and contents. :raises OSError: a file cannot be read."""
    return digest_of_parts(part for path in files for part in (path.name.encode(), path.read_bytes()))


def digest_of_parts(parts: Iterable[bytes]) -> bytes:
    """Return a hash of all parts, with the length of each."""
    digest = blake2b()
    for part in parts:
        digest.update(b"%d " % len(part))
        digest.update(part)
    return digest.digest()


def sources(edition: Edition) -> Iterator[Path]:
    """Yield the sources that decide how a list of the edition is read. :raises OSError: there are no such folders."""
    for package in filter(None, (edition.package, edition.room, "shoot_cli.armies")):
        folder = PACKAGE.joinpath(*package.split(".")[1:])
        yield from sorted(path for path in folder.iterdir() if path.suffix in (".py", ".md"))
    yield from (PACKAGE / "engine" / name for name in ("reasons.py", "record.py", "markdown.py", "names.py"))
    yield PACKAGE / "battle" / "turns.py"  # the spans of rules and stratagems


MOST_BYTES_OF_PLACES = 64 * 1024  # bytes of the file
MOST_PLACES = 20  # places of an edition
FORGET = "none"  # in place of a path: forget them all
FORGETTING = "--data none forgets it"


class GivenData:
    """The file with the places. It need not exist; a file that is broken is as good as none.

    The places of an edition are absolute paths, in the order in which they are searched.
    """

    def __init__(self, file: Path) -> None:
        self.file = file

    def by_edition(self) -> dict[str, tuple[str, ...]]:
        """Return the places by the name of the edition."""
        with suppress(OSError, ValueError, TypeError, RecursionError, AttributeError):
            with open(self.file, "rb") as opened:
                raw = opened.read(MOST_BYTES_OF_PLACES + 1)
            kept = loads(raw[:MOST_BYTES_OF_PLACES].decode())
            good = {key: [path for path in paths if isinstance(path, str)][:MOST_PLACES] for key, paths in kept.items()}
            return {key: tuple(paths) for key, paths in good.items() if paths}
        return {}

    def places_of(self, ruleset: str) -> tuple[str, ...]:
        """Return the places of an edition; () if none is remembered."""
        return self.by_edition().get(ruleset, ())

    def keep(self, places: Mapping[str, Iterable[str]]) -> bool:
        """Remember the places of some editions in place of those before. Return True if that is new.

        :raises OSError: the file cannot be written
        """
        before = self.by_edition()
        after = before | {name: tuple(paths)[:MOST_PLACES] for name, paths in places.items()}
        if after == before:
            return False
        self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft = self.file.with_name(f"{self.file.name}.{os.getpid()}")
        try:
            draft.write_text(dumps(after, indent=1), encoding="utf-8")
            draft.replace(self.file)
        finally:
            draft.unlink(missing_ok=True)
        return True

    def forget(self) -> tuple[str, ...]:
        """Forget all places, and return them. :raises OSError: the file cannot be removed"""
        known = tuple(dict.fromkeys(path for paths in self.by_edition().values() for path in paths))
        self.file.unlink(missing_ok=True)
        return known


def state_of(place: str, endings: Iterable[str]) -> str:
    """Return a text that changes when what stands at a place does: sizes and times of its files.

    :param endings: of the files of a folder that count
    :raises OSError: it cannot be looked at
    """
    path, counted = Path(place).expanduser(), tuple(endings)
    inside = sorted(path.iterdir()) if path.is_dir() else [path]
    files = [file for file in inside if file == path or file.suffix.casefold() in counted]
    states = [(file.name, (stat := file.stat()).st_size, stat.st_mtime_ns) for file in files]
    return repr((str(path), states))
