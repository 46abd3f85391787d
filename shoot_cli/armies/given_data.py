"""The places with values of datasheets that `--data` named, remembered by edition in the folder for user data.

Short: where texts find their values is asked by every command that reads a list, and told by one file.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from json import dumps, loads
from pathlib import Path

MOST_BYTES = 64 * 1024  # bytes of the file
MOST = 20  # places of an edition
FORGET = "none"  # in place of a path: forget them all
FORGETTING = "--data none forgets it"


class GivenData:
    """The file with the places. It need not exist; a file that is broken is as good as none.

    The places of an edition are absolute paths, in the order in which they are searched.
    """

    def __init__(self, file: Path) -> None:
        self.file = file

    def all(self) -> dict[str, tuple[str, ...]]:
        """Return the places by the name of the edition."""
        with suppress(OSError, ValueError, TypeError, RecursionError, AttributeError):
            with open(self.file, "rb") as opened:
                raw = opened.read(MOST_BYTES + 1)
            kept = loads(raw[:MOST_BYTES].decode())
            found = {name: [one for one in said if isinstance(one, str)][:MOST] for name, said in kept.items()}
            return {name: tuple(said) for name, said in found.items() if said}
        return {}

    def of(self, ruleset: str) -> tuple[str, ...]:
        """Return the places of an edition; () if none is remembered."""
        return self.all().get(ruleset, ())

    def keep(self, places: Mapping[str, Iterable[str]]) -> bool:
        """Remember the places of some editions in place of those before. Return True if that is new.

        :raises OSError: the file cannot be written
        """
        before = self.all()
        after = before | {name: tuple(said)[:MOST] for name, said in places.items()}
        if after == before:
            return False
        self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        beside = self.file.with_name(f"{self.file.name}.{os.getpid()}")
        try:
            beside.write_text(dumps(after, indent=1), encoding="utf-8")
            beside.replace(self.file)
        finally:
            beside.unlink(missing_ok=True)
        return True

    def forget(self) -> tuple[str, ...]:
        """Forget all places, and return them. :raises OSError: the file cannot be removed"""
        known = tuple(dict.fromkeys(one for said in self.all().values() for one in said))
        self.file.unlink(missing_ok=True)
        return known


def state_of(place: str, endings: Iterable[str]) -> str:
    """Return a text that changes when what stands at a place does: sizes and times of its files.

    :param endings: of the files of a folder that count
    :raises OSError: it cannot be looked at
    """
    path, counted = Path(place).expanduser(), tuple(endings)
    inside = sorted(path.iterdir()) if path.is_dir() else [path]
    files = [one for one in inside if one == path or one.suffix.casefold() in counted]
    told = [(one.name, (found := one.stat()).st_size, found.st_mtime_ns) for one in files]
    return repr((str(path), told))
