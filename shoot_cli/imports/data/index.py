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
from typing import Any

from shoot_cli.armies.remembered import RememberedLists, digest_of_files, digest_of_parts, keep_sealed, sealed
from shoot_cli.imports.data.catalogue_files import Catalogue, CatalogueEntry, catalogue

MOST_INDEXED = 200  # files; those not used for longest go
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
    """Beside the lists that are remembered in ``memory``, and sealed by its secret."""

    def __init__(self, memory: RememberedLists) -> None:
        self.folder, self.secret = memory.folder.parent / "catalogues", memory.secret

    def contents(self, path: Path) -> Contents | None:
        """What is known of a data file; None if nothing is."""
        with suppress(OSError, ValueError, TypeError, KeyError, RecursionError):
            place = self.place(path)
            head, _, _ = self.kept(place).partition(b"\n")
            found = head_of(loads(head))
            with suppress(OSError):
                os.utime(place)  # used just now
            return Contents(found, lambda: self.whole(place, found))
        return None

    def whole(self, place: Path, head: Catalogue) -> Catalogue:
        """:raises OSError: it is gone, or was changed since"""
        nodes, enhancements = loads(self.kept(place).partition(b"\n")[2])
        return head._replace(nodes=nodes, enhancements=enhancements)

    def kept(self, place: Path) -> bytes:
        """Contents and nodes. :raises OSError: they are not there, or not as they were written"""
        parts = sealed(place, self.secret, MOST_BYTES)
        if parts is None:
            raise OSError(f"{place} is not as it was written")
        return parts

    def keep(self, path: Path, read: Catalogue) -> None:
        """Remember what a file was read as, unless the disk refuses."""
        with suppress(OSError, ValueError, TypeError):
            head = dumps([*read[:4], read.units, read.bought], separators=(",", ":"))
            parts = f"{head}\n{dumps([read.nodes, read.enhancements], separators=(',', ':'))}".encode()
            keep_sealed(self.place(path), parts, self.secret, MOST_INDEXED, MOST_BYTES)

    def place(self, path: Path) -> Path:
        """Where a data file is remembered. :raises OSError: it is not there, or the program's sources are not."""
        found = path.stat()
        said = f"{path.resolve()}\n{found.st_size}\n{found.st_mtime_ns}".encode("utf-8", "surrogatepass")
        return self.folder / f"{digest_of_parts((sources(), said)).hex()}.json"


def head_of(parts: Sequence[Any]) -> Catalogue:
    """:raises ValueError: it is none."""
    own, name, system, links, units, bought = parts
    listed = tuple(CatalogueEntry(said, unit, rank, tuple(known), target) for said, unit, rank, known, target in units)
    return Catalogue(own, name, system, tuple(links), listed, tuple(bought), {}, {})


@cache
def sources() -> bytes:
    """A hash over what reads data files. :raises OSError: it is not there as files."""
    return digest_of_files(SOURCES)


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
