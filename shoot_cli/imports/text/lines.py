"""A pasted text, line by line: where each begins, its bullet, its words. What pasting spoils is mended here.

Marks of chats and mails go out (``**``, ``>``), and so do control characters; every space is a plain one, every quote
straight. Bullets may be of any kind, and tabs or spaces may stand before them.
"""

from __future__ import annotations

import re
import unicodedata

from shoot_cli.core.record import Record
from shoot_cli.imports.refused import Refused

MOST_BYTES, MOST_LINES, LONGEST = 256 * 1024, 5_000, 4_000
TAB = 4
OUTER, INNER = "•*-‣▪●·–∙.", "◦○▫⚬"  # bullets; an inner one stands deeper than an outer one even without an indent
QUOTES = str.maketrans({
    "‘": "'", "’": "'", "ʼ": "'", "´": "'", "`": "'", "′": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"',
    "‐": "-", "‑": "-", "−": "-", "×": "x",
})  # fmt: skip
SPACES = re.compile(r"[ \t]+")
BEFORE_BULLET = re.compile(r"(?<=[^\s>]) {1,8}(?=[•◦] ?\d{1,3}x? )")
MARKUP = re.compile(r"\*\*|__|\\(?=[*_#~\-+])|```|\^\^")


class TextLine(Record):
    """``indent``: where it begins, ``column``: where its words do, behind a bullet. ``bullet``: "" if it has none.

    ``opens``: a blank line stands before it, or none at all. ``heading``: how many ``#`` stood before it.
    """

    number: int
    indent: int
    column: int
    text: str
    bullet: str = ""
    opens: bool = False
    heading: int = 0

    @property
    def inner(self) -> bool:
        return self.bullet != "" and self.bullet in INNER


def lines_of(text: str) -> tuple[TextLine, ...]:
    """The lines that have words; a text that is too long for a list is refused."""
    if len(text) > MOST_BYTES or len(text.encode("utf-8", "replace")) > MOST_BYTES:
        raise Refused(f"this text is too long for a list: at most {MOST_BYTES // 1024} KiB are read")
    found: list[TextLine] = []
    opens = True
    raw = [part for words in text.expandtabs(TAB).splitlines() for part in parted(words)]
    if len(raw) > MOST_LINES:
        raise Refused(f"this text is too long for a list: it has {len(raw)} lines, at most {MOST_LINES} are read")
    for number, words in enumerate(raw, 1):
        if len(words) > LONGEST:
            raise Refused(f"line {number} is too long for a list: at most {LONGEST} characters are read")
        line = line_of(number, plain(words), opens)
        opens = line is None
        if line is not None:
            found.append(line)
    return tuple(found)


def parted(words: str) -> list[str]:
    """Items that stand one behind the other in a line, each with a bullet, below each other again."""
    first, *others = BEFORE_BULLET.split(words)
    indent = " " * (len(words) - len(words.lstrip(" ")))
    return [first, *(indent + other for other in others)]


def plain(words: str) -> str:
    """A line without what pasting added; spaces before it stay."""
    words = unicodedata.normalize("NFKC", words).translate(QUOTES)
    words = "".join(
        " " if unicodedata.category(one) == "Zs" else one for one in words if unicodedata.category(one)[0] != "C"
    )
    return MARKUP.sub("", words)


def line_of(number: int, words: str, opens: bool) -> TextLine | None:
    """None of a line without words."""
    rest = words.lstrip()
    while rest.startswith(">"):  # a quoted mail
        words = rest[1:]
        rest = words.lstrip()
    indent = column = len(words) - len(rest)
    heading = len(rest) - len(rest.lstrip("#"))
    if heading:
        rest = rest.lstrip("# ")
    bullet = ""
    if rest and (rest[0] in INNER or rest[0] in "•●▪‣" or (rest[0] in OUTER and rest[1:2] == " ")):
        bullet, after = rest[0], rest[1:].lstrip()
        column += len(rest) - len(after)
        rest = after
    rest = SPACES.sub(" ", rest).strip()
    return TextLine(number, indent, column, rest, bullet, opens, heading) if rest else None
