"""Data files of list builders as they were read before: a clone of them takes seconds to read (IMP-64).

What is remembered is worked out from the file, and found by its path, its size, the time it was written, and the
sources that read it: neither another file nor another version of the program ever meets it. It stays on this machine,
in a folder that may be deleted at any time, under the same seal as lists that are remembered
(``armies/remembered.py``): whoever writes into the folder can add nothing and change nothing. What is not as it was
written is passed over. The first line after the seal is the table of contents; only a file of which a unit is wanted is
read to its end.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from json import dumps, loads
from pathlib import Path
from stat import S_ISREG
from typing import Any

from shoot_cli.armies.remembered import at_once, private, seal
from shoot_cli.imports.data.catalogue_files import Catalogue, Listed, catalogue

try:
    from _blake2 import blake2b  # as ``armies/remembered.py`` has it
except ImportError:
    from hashlib import blake2b

MOST = 200  # files; those not used for longest go
MOST_BYTES = 64 * 1024 * 1024  # of one of them
HERE = Path(__file__).parent
SOURCES = (HERE / "catalogue_files.py", HERE / "names.py", HERE.parent / "words.py", HERE / "index.py")


class Contents:
    """What a data file has. ``whole()``: all of it, read when it is wanted."""

    def __init__(self, head: Catalogue, whole: Callable[[], Catalogue]) -> None:
        self.head, self._whole = head, whole
        self.body: Catalogue | None = None

    def whole(self) -> Catalogue:
        """:raises Refused: it is gone, or was broken since."""
        if self.body is None:
            self.body = self._whole()
        return self.body


class RememberedCatalogues:
    """Those in a folder, which need not be there. ``secret(make)``: what seals them; None if there is none."""

    def __init__(self, folder: Path, secret: Callable[[bool], bytes | None]) -> None:
        self.folder, self.secret = folder, secret

    def contents(self, path: Path) -> Contents | None:
        """What is known of a data file; None if nothing is."""
        with suppress(OSError, ValueError, TypeError, KeyError, RecursionError):
            place = self.place(path)
            lines = self.lines(place)
            if lines is not None:
                head = head_of(loads(lines[0]))
                with suppress(OSError):
                    os.utime(place)  # used just now
                return Contents(head, lambda: self.whole(place, head))
        return None

    def whole(self, place: Path, head: Catalogue) -> Catalogue:
        lines = self.lines(place)
        if lines is None:
            raise OSError("it was changed")
        nodes, enhancements = loads(lines[1])
        return head._replace(nodes=nodes, enhancements=enhancements)

    def lines(self, place: Path) -> list[bytes] | None:
        """Contents and nodes, if they are as they were written."""
        with open(place, "rb", opener=at_once) as file:
            if not S_ISREG(os.fstat(file.fileno()).st_mode):
                return None
            found, _, parts = file.read(MOST_BYTES).partition(b"\n")
        secret = self.secret(False)
        if secret is None or seal(secret, place, parts) != found:
            return None
        return parts.split(b"\n", 1)

    def keep(self, path: Path, read: Catalogue) -> None:
        """Remember what a file was read as, unless the disk refuses."""
        with suppress(OSError, ValueError, TypeError):
            place = self.place(path)
            head = dumps([*read[:4], read.units, read.bought], separators=(",", ":"))
            parts = f"{head}\n{dumps([read.nodes, read.enhancements], separators=(',', ':'))}".encode()
            secret = self.secret(True)
            if secret is None or len(parts) > MOST_BYTES - 200:
                return
            for folder in (self.folder.parent, self.folder):
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            other = place.with_name(f"{place.name}.{os.getpid()}")  # a reader sees all of it or nothing
            other.unlink(missing_ok=True)
            with open(other, "xb", opener=private) as file:
                file.write(seal(secret, place, parts) + b"\n" + parts)
            other.replace(place)
            self.tidy()

    def place(self, path: Path) -> Path:
        """Where a data file is remembered. :raises OSError: it is not there, or the program's sources are not."""
        found = path.stat()
        said = f"{path.resolve()}\n{found.st_size}\n{found.st_mtime_ns}".encode("utf-8", "surrogatepass")
        return self.folder / f"{blake2b(sources() + said).hexdigest()}.json"

    def tidy(self) -> None:
        """:raises OSError: a file is gone already."""
        known = sorted(self.folder.iterdir(), key=lambda path: path.stat().st_mtime)
        for path in known[:-MOST]:
            path.unlink()


def head_of(parts: Sequence[Any]) -> Catalogue:
    """:raises ValueError: it is none."""
    own, name, system, links, units, bought = parts
    listed = tuple(Listed(said, unit, rank, tuple(factions)) for said, unit, rank, factions in units)
    return Catalogue(own, name, system, tuple(links), listed, tuple(bought), {}, {})


@cache
def sources() -> bytes:
    """A hash over what reads data files. :raises OSError: it is not there as files."""
    return blake2b(b"".join(path.read_bytes() for path in SOURCES)).digest()


def contents_of(path: Path, read: Callable[[Path], bytes], memory: RememberedCatalogues | None = None) -> Contents:
    """What a data file has, from memory or from its text. Of fifty only those are held that something is wanted of.

    :raises Refused: it is broken, or none
    """

    def from_text() -> Catalogue:
        return catalogue(read(path), path.name)

    known = memory.contents(path) if memory else None
    if known is None:
        found = from_text()
        if memory:
            memory.keep(path, found)
            known = memory.contents(path)
        if known is None:
            return Contents(found._replace(nodes={}, enhancements={}), from_text)
    whole = known.whole

    def whole_or_again() -> Catalogue:
        try:
            return whole()
        except (OSError, ValueError, TypeError, RecursionError):  # gone since, or changed
            return from_text()

    return Contents(known.head, whole_or_again)
