"""An army list as a battle keeps it: JSON with its name, where it came from, and its text."""

from __future__ import annotations

from json import dumps, loads
from typing import NamedTuple


class KeptList(NamedTuple):
    """``path``: where it came from, "" if nobody knows. ``text``: None if the battle does not have it."""

    name: str
    path: str
    text: str | None

    def raw(self) -> str:
        """As it is stored: in ASCII, as the name of a file need not be text, and no database keeps what is none."""
        return dumps(self._asdict())


def kept_list(raw: str) -> KeptList:
    """What there is of it, whoever wrote it."""
    try:
        kept = loads(raw)
    except (ValueError, RecursionError):
        kept = None
    parts = [kept.get(key) if isinstance(kept, dict) else None for key in KeptList._fields]
    name, path, text = (part if isinstance(part, str) else None for part in parts)
    return KeptList(name or "", path or "", text)


def is_text(text: str) -> bool:
    """False if there is half a letter in it (a lone surrogate), as JSON may have escaped it."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
