"""The keys that work at every prompt, their words, and the one line that shows them."""

from __future__ import annotations

from collections.abc import Collection
from enum import Enum


class Key(Enum):
    """A wish that is no answer. The value is the letter; undo and redo differ by case."""

    WHY = "?"
    UNDO = "u"
    REDO = "U"
    CHANGE = "c"
    STATUS = "s"
    LOG = "l"
    ODDS = "o"
    LUCK = "k"
    PAUSE = "p"
    LEAVE = "q"

    @property
    def word(self) -> str:
        return self.name.lower()


def typed(text: str, keys: Collection[Key]) -> Key | None:
    """The key whose letter or word is the whole of this text; None if it is anything else."""
    said = text.strip()
    return next((key for key in keys if said == key.value or said.casefold() == key.word), None)


def key_line(keys: Collection[Key], width: int) -> str:
    """``? why  u undo  q leave`` in at most ``width`` columns; words that do not fit are left out, the last first."""
    shown = [key for key in Key if key in keys]
    for gap in ("  ", " "):
        for words in range(len(shown), -1, -1):
            parts = [f"{key.value} {key.word}" if place < words else key.value for place, key in enumerate(shown)]
            line = gap.join(parts)
            if len(line) <= width and (gap == " " or words == len(shown)):
                return line
    return " ".join(key.value for key in shown)[:width]
