"""Numbers in the words of a line: points of a unit, how many of something, and items one behind the other.

Each pattern is linear: no two parts of it can match the same characters.
"""

from __future__ import annotations

import re

from shoot_cli.core.record import Record

MOST = 999  # of anything that is counted
UNIT_OF_POINTS = r"(?:pts?|points?|punkte?|puntos?|punti)\b(?! de\b)"
IN_BRACKETS = re.compile(
    rf"[(\[] ?(\+?) ?(\d[\d.,' ]{{0,8}}?) ?{UNIT_OF_POINTS}([^()\[\]]{{0,80}})[)\]]", re.IGNORECASE
)
BARE = re.compile(rf"(?<=[^\d.,(\[+])(\d{{1,2}}[.,]\d{{3}}|\d{{1,4}}) ?{UNIT_OF_POINTS}$", re.IGNORECASE)
COUNTED = re.compile(r"(\d{1,3}) ?[xX](?: |(?=[A-Z'\"]))")
PLAIN_COUNT = re.compile(r"(\d{1,3}) (?=[^\W\d])")
WITH = re.compile(r"(?:^|, ?)(\d{1,3})x? (?:with|avec) ", re.IGNORECASE)
OPENING, CLOSING = "([", ")]"


class Priced(Record):
    """Words with points: ``Captain (95 pts): Power fist`` has a name, 95 and a rest. ``added``: they are additional,
    as of an enhancement: ``(+15 pts)``. ``square``: they stand in such brackets. ``more``: what else stands there."""

    name: str
    points: float
    rest: str
    added: bool = False
    square: bool = False
    more: str = ""


def priced(text: str, bare: bool = False) -> Priced | None:
    """``bare``: points count without brackets, too, at the end of a line: ``Librarian115 Points``."""
    found = IN_BRACKETS.search(text)
    if found and (not found[3].strip() or found[3].lstrip().startswith((",", ".", "limit", "+", ";"))):
        return Priced(
            text[: found.start()].strip(), whole_number(found[2]), text[found.end() :].strip(), bool(found[1]),
            found[0][0] == "[", found[3].strip(" ,"),
        )  # fmt: skip
    if bare and not found and (found := BARE.search(text)):
        return Priced(text[: found.start()].strip(), whole_number(found[1]), "")
    return None


def whole_number(digits: str) -> float:
    """``2,000``, ``2.000`` and ``2 000`` are all the same."""
    return int("".join(one for one in digits if one.isdecimal()) or "0")


def counted(text: str) -> tuple[int | None, str]:
    """``9x Boy`` is 9 of them; None if no number with an x stands before it."""
    if found := COUNTED.match(text):
        return int(found[1]), text[found.end() :].strip()
    return None, text


def how_many(text: str) -> tuple[int, str]:
    """The same of something carried, where no number is one, and a number needs no x: ``2 magma cutters``, ``5x 2 Bolt
    pistols``."""
    n, name = counted(text)
    inner = PLAIN_COUNT.match(name)
    return ((n or 1) if n is None or n else 0) * (int(inner[1]) if inner else 1), name[inner.end() if inner else 0 :]


def split_at_commas(text: str) -> list[str]:
    """What stands between commas; those in brackets do not count."""
    return [part for part in _split(text, lambda at: text[at] == "," and 1) if part]


def split_as_prose(text: str) -> list[str]:
    """``Meltagun, Lasgun, vox-caster and relay and Autogun``: what begins with a capital or a number is another thing;
    what does not still belongs to the thing before: ``Lasgun, vox-caster and relay``."""

    def gap(at: int) -> int:
        for word in (", and ", ", ", " , ", " and "):
            after = text[at + len(word) : at + len(word) + 1]
            if text.startswith(word, at) and (after.isupper() or after.isdecimal()):
                return len(word)
        return 0

    return [part for part in _split(text, gap) if part]


def _split(text: str, gap: object) -> list[str]:
    assert callable(gap)
    parts, begin, depth, at = [], 0, 0, 0
    while at < len(text):
        if text[at] in OPENING:
            depth += 1
        elif text[at] in CLOSING:
            depth = max(0, depth - 1)
        elif not depth and (wide := gap(at)):
            parts.append(text[begin:at].strip())
            begin = at = at + wide
            continue
        at += 1
    return [*parts, text[begin:].strip(" .")]


def is_open(text: str) -> bool:
    """A bracket of it was not closed: the line was broken there."""
    return sum(text.count(one) for one in OPENING) > sum(text.count(one) for one in CLOSING)
