"""Whether a file is a list of another program, by its content: a roster, or a list that was pasted as text.

Only looked at here, never read: ``shoot_cli.imports`` does that, and refuses what it does not know. A list of ours says
its ruleset or its units in a line of its own, and costs one search.
"""

from __future__ import annotations

import re

MOST_FOREIGN_BYTES = 8 * 1024 * 1024  # of such a file
BOM = b"\xef\xbb\xbf"
_OURS = rb"(?:\A|[\r\n])[ \t]*[\"']?(?:ruleset|units)[\"']?[ \t]*:|\A\s*\{\s*[\"']?(?:ruleset|units)[\"']?\s*:"
_WIDE = (b"\xff\xfe<\0", b"\xfe\xff\0<")  # XML in UTF-16
_KEY = rb"\"(?:forces|roster|registry)\"\s*:"  # JSON of a list builder
# Points behind a name, the line of a header, or who wrote it: no text of ours has any of them but in words.
_TEXT = (
    rb"(?im)[\[(][ \t]*[0-9][0-9., \t\xa0\xc2]*(?:points|pts)\b|[0-9][ \t]*points[ \t]*$"
    rb"|^\+[ \t]*(?:faction keyword|total army points)[ \t]*:|created with warorgan|exported with app version"
)
_LINK = rb"https?://\S*listforge"


def is_foreign(raw: bytes) -> bool:
    """True if this looks like a list of another program."""
    start = raw.removeprefix(BOM).lstrip()
    if start.startswith((b"PK\x03\x04", b"<", *_WIDE)):
        return True
    if b"\nruleset:" in raw or re.search(_OURS, start):  # most need no pattern
        return False
    if start.startswith(b"{"):
        return re.search(_KEY, start) is not None
    return re.match(_LINK, start, re.IGNORECASE) is not None or re.search(_TEXT, raw) is not None
