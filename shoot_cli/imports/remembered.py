"""Lists of other programs that were imported before, remembered: the same bytes are not taken apart again.

As ``armies/remembered.py`` has it: found by a hash over the bytes, what was said of them and the sources of this
program, sealed, and in a folder that may be deleted at any time.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property
from json import dumps, loads
from pathlib import Path

from shoot_cli.armies.remembered import (
    PACKAGE,
    RememberedLists,
    digest_of_files,
    digest_of_parts,
    keep_sealed,
    sealed,
    sources,
)
from shoot_cli.core.packing import packed, unpacked
from shoot_cli.imports.report import Leads, Remark, Report
from shoot_cli.imports.taking import ImportedList, Options
from shoot_cli.rules import Edition, edition

RECORDS = {kind.__name__: kind for kind in (Report, Remark, Leads)}
KINDS = (".py", ".md", ".toml", ".json")  # of files that have a say


class RememberedRosters:
    """Beside the lists that are remembered in ``memory``, and sealed by its secret."""

    def __init__(self, memory: RememberedLists) -> None:
        self.folder, self.secret = memory.folder.parent / "rosters", memory.secret

    def taken(self, raw: bytes, name: str, options: Options) -> tuple[ImportedList, str] | None:
        """What was made of these bytes, and its YAML; None if that is not known."""
        with suppress(OSError, ValueError, TypeError, KeyError, RecursionError):
            path = self.path(raw, name, options)
            parts = sealed(path, self.secret)
            if parts is None:
                return None
            kept = loads(parts)
            found = edition(kept["document"]["ruleset"])
            if found is None or kept["by"] != by(found):
                return None  # the edition has other rules for it by now
            report = unpacked(kept["report"], RECORDS)
            with suppress(OSError):
                os.utime(path)  # used just now
            return ImportedList(kept["document"], report, tuple(kept["header"])), kept["text"]
        return None

    def keep(self, raw: bytes, name: str, options: Options, taken: ImportedList, text: str) -> None:
        """Remember it, unless the disk refuses. What values were looked up in may change: that is not kept."""
        found = edition(taken.report.ruleset)
        if options.data or found is None:
            return
        with suppress(OSError, ValueError, TypeError):
            kept = {
                "by": by(found), "document": taken.document, "report": packed(taken.report),
                "header": taken.header, "text": text,
            }  # fmt: skip
            keep_sealed(self.path(raw, name, options), dumps(kept, separators=(",", ":")).encode(), self.secret)

    def path(self, raw: bytes, name: str, options: Options) -> Path:
        """:raises OSError: the program's own sources cannot be read"""
        said = name.encode("utf-8", "surrogatepass"), repr(options).encode("utf-8", "backslashreplace")
        return self.folder / f"{digest_of_parts((self.of_all, *said, raw)).hex()}.json"

    @cached_property
    def of_all(self) -> bytes:
        """A hash over the sources that take every roster."""
        return digest_of_files(below(PACKAGE / "imports"))


def by(of: Edition) -> str:
    """A hash over the sources by which the edition makes a list of a roster, and reads it."""

    def files() -> Iterator[Path]:
        yield from sources(of)
        for package in filter(None, (of.package, of.room)):
            yield from below(PACKAGE.joinpath(*package.split(".")[1:], "importing"))

    return digest_of_files(files()).hex()


def below(folder: Path) -> Iterator[Path]:
    return iter(sorted(path for path in folder.rglob("*") if path.suffix in KINDS))
