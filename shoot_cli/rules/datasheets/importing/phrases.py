"""Patterns of the tables in ``sentences.md``; one is compiled when a sentence has all the words that it needs."""

from __future__ import annotations

import re
from functools import cache, cached_property

from shoot_cli.core.tables import tables

# What stands in braces and is no name of the tables. All are bounded: no text, however made, takes long (IMP-41).
_WORD = r"[A-Za-z][A-Za-z'-]{0,24}"
_SLOTS = {
    "n": r"(?P<n>\d{1,2})",
    "m": r"(?P<m>\d{1,2})",
    "x": r"(?P<x>\d{1,2}|\d?[dD][36](?:\+\d{1,2})?)",
    "K": rf"(?P<K>{_WORD}(?:,? {_WORD}){{0,6}}?)",
    "abilities": r"(?P<abilities>[A-Za-z][A-Za-z0-9+, -]{2,90}?)",
    "words": r"(?P<words>[^,;:()]{2,160}?)",
}
_END = r"(?=[ ,;:.(]|$)"


class Phrase:
    """One way to write a row: ``row`` has the other cells."""

    def __init__(self, written: str, row: dict[str, str]) -> None:
        self.written, self.row = written, row
        # a word that must be there, whatever else is: few phrases are worth a closer look
        bare = re.sub(r"\([^()]*\)|\{[^{}]*\}\S*|\S*/\S*|\"", " ", written)
        self.needs = max(re.findall(r"[a-z'-]+", bare), key=len, default="")

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        return re.compile(_regex(self.written) + _END, re.IGNORECASE)

    def at(self, text: str, folded: str, place: int) -> re.Match[str] | None:
        """:param text: with a blank before its first word; ``folded``: the same in lower case"""
        if self.needs and folded.find(self.needs, place) < 0:
            return None
        return self.pattern.match(text, place)


@cache
def phrases(heading: str) -> tuple[Phrase, ...]:
    """Those of one table, in its order."""
    return tuple(
        Phrase(written, row)
        for row in tables(__file__, "sentences.md")[heading]
        for written in row["written"].split("; ")
    )


@cache
def _names() -> dict[str, str]:
    """Patterns of the names; each catches what stood there under its own name."""
    found: dict[str, str] = {}
    for row in tables(__file__, "sentences.md")["Names"]:
        ways = sorted(
            (_regex(way)[1:] if "(" not in way else _optional(way) for way in row["written"].split("; ")), key=len
        )
        found[row["name"]] = f"(?:{'|'.join(reversed(ways))})"
    ways = [
        re.escape(way).replace(r"\ ", " ")
        for row in tables(__file__, "sentences.md")["Who"]
        for way in row["written"].split("; ")
    ]
    found["who"] = f"(?P<who>{'|'.join(sorted(ways, key=len, reverse=True))})"
    for name in ("char", "char2"):
        found[name] = f"(?P<{name}>{found[name][3:-1]})"
    return found


def _optional(way: str) -> str:
    """``(shooting) phase``: the blank goes with what may be missing."""
    return re.sub(r"\(([^()]*)\) ", lambda found: f"(?:(?:{found[1].replace('/', '|')}) )?", way)


@cache
def whose() -> dict[str, str]:
    """Of what stands in ``{who}``: bearer, unit, host, that or it."""
    return {way: row["who"] for row in tables(__file__, "sentences.md")["Who"] for way in row["written"].split("; ")}


def _regex(written: str) -> str:
    """Words, each with a blank before it."""
    parts: list[str] = []
    for found in re.finditer(r"\(([^()]*)\)|(\S+)", written):
        if found[1] is None:
            parts.append(_token(found[2]))
        elif re.match(r"(?:excluding)\b", found[1]):  # brackets that stand in the sentence
            parts.append(rf" \({_regex(found[1])[1:]}\)")
        else:
            parts.append(f"(?:{_regex(found[1])})?")
    return "".join(parts)


def _token(token: str) -> str:
    """A word, with a comma behind it maybe."""
    comma = "," if token.endswith(",") else ""
    token = token.removesuffix(",")
    if "/" in token and "{" not in token:
        if token == "and/or":
            return f" and/or{comma}"
        return f" (?:{'|'.join(map(re.escape, token.split('/')))}){comma}"
    said = re.split(r"\{(\w+)\}", token)
    said[0::2] = map(re.escape, said[0::2])
    said[1::2] = [_SLOTS.get(name) or _names()[name] for name in said[1::2]]
    return " " + "".join(said) + comma
