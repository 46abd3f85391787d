"""Names and texts of other programs, fit for our lists and for any screen (IMP-15).

Whatever a file says is data: what would move a cursor, turn the direction of writing, or end a line is taken out here,
once, so that nobody further down has to think of it.
"""

from __future__ import annotations

import re
from unicodedata import normalize

MOST = 60  # characters of a name in our lists
LONGEST = 256  # characters of a name that are looked at: whatever is cut to 60 in the end needs no more
SAID = 4_000  # characters of what an ability or a rule says; the longest that are printed have half of it
CUT = "…"  # what stands behind a text of which that is the beginning
MARKS = re.compile(r"[*^]{2,}")  # what sets words bold in the data of list builders
APOSTROPHES = str.maketrans(dict.fromkeys("’‘ʼ", "'"))


def cleaned(name: str) -> str:
    """A name on one line: compatible letters as their plain ones, no markup, no controls, single spaces."""
    name = name[:LONGEST]
    if not (name.isascii() and name.isprintable()):
        compatible = normalize("NFKC", name)[:LONGEST]  # one letter may become eighteen
        # Again: what a control kept apart may belong together.
        name = normalize("NFKC", _printable(compatible).translate(APOSTROPHES))
    return " ".join(MARKS.sub("", name).split())


def shortened(name: str, most: int = MOST) -> tuple[str, bool]:
    """A name as long as lists allow, and whether it had to be cut for that."""
    if len(name) <= most:
        return name, False
    return f"{name[: most - 1].rstrip()}…", True


def beginning(text: str) -> str:
    """A text as far as it is read."""
    return text if len(text) <= SAID else text[: SAID - len(CUT)] + CUT


def is_cut(text: str) -> bool:
    return len(text) == SAID and text.endswith(CUT)


def plain(text: str) -> str:
    """A text of several lines: its markup and its lines stay, controls and odd blanks go."""
    if text.isascii() and text.isprintable():
        return text
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join(_printable(line).translate(APOSTROPHES) for line in lines)


def _printable(text: str) -> str:
    """Blanks of any width as a space; direction marks, joiners, halves of letters and other controls taken out."""
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() else " " if one.isspace() else "" for one in text)
