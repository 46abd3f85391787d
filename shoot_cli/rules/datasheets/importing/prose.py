"""What a roster says of an ability, made plain and cut into sentences."""

from __future__ import annotations

import re
import unicodedata

from shoot_cli.core.record import Record

LONGEST = 600  # letters of a sentence that is looked at; a longer one is read by nobody
MOST = 40  # sentences of an ability

_SAME = (
    ("[‐‑‒–—−]", "-"),
    ("[’‘`´]", "'"),
    ("[“”″〃]|''", '"'),
    (r"(?i)\breroll", "re-roll"),
    (r"(?i)\bhalf[ -]{1,3}strength\b", "Half-strength"),
    (r"(?i)\bstarting[ -]{1,3}strength\b", "Starting Strength"),
    (r"(?i)\bbattleshocked\b", "Battle-shocked"),
    (r"[\[\]^*]", ""),
    (r"\(\s+", "("),
    (r"(?i)^\(?(?:aura|psychic)(?:, (?:aura|psychic))?\)?: ?", ""),  # a part of the name
)  # fmt: skip
_BULLET = r"[■•◦▪●‣➤*+-]\s*"


class Sentence(Record):
    """``text``: plain, without its full stop. ``head``: what it is a bullet of; "" if of none."""

    text: str
    head: str = ""


def plain(text: str) -> str:
    """One line without markup, each mark written in one way, blanks single and none before a comma."""
    said = unicodedata.normalize("NFKC", text)
    for pattern, by in _SAME:
        said = re.sub(pattern, by, said)
    said = re.sub(r" ([,.;:)])", r"\1", " ".join(said.split()))
    return said.rstrip()


def sentences(text: str) -> list[Sentence]:
    """In their order. :raises ValueError: it is longer than anybody reads"""
    if len(text) > MOST * LONGEST:
        raise ValueError("too long")
    found: list[Sentence] = []
    head = ""
    for line in _lines(unicodedata.normalize("NFKC", text)):
        bullet = re.match(_BULLET, line)
        for part in re.split(r"(?<=[.!])\s+(?=[A-Z\[“\"'(■])", plain(line[bullet.end() :] if bullet else line)):
            said = part.strip().rstrip(".").strip()
            if not said:
                continue
            found.append(Sentence(said, head if bullet else ""))
            if not bullet:
                head = said
    if len(found) > MOST or any(len(one.text) > LONGEST for one in found):
        raise ValueError("too long")
    return found


def _lines(text: str) -> list[str]:
    """Those with words, each to its end: a line that ends in the middle of a sentence goes on in the next one."""
    found: list[str] = []
    open_ended = False
    for line in text.splitlines():
        said = line.strip().strip("^*").strip()
        if re.match(r"(?i)designer['’‘`]s notes?:", said):  # no rule
            said = ""
        if said and found and ((open_ended and not re.match(_BULLET, said)) or said[0].islower()):
            found[-1] += f" {said}"
        elif said:
            found.append(said)
        open_ended = bool(said) and said[-1] not in ".:;!?"
    return found
