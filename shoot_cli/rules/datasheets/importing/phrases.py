"""Patterns of the tables in ``sentences.md``; one is compiled when a sentence has all the words that it needs."""

from __future__ import annotations

import re
from functools import cache, cached_property
from typing import Any

from shoot_cli.core.record import Record
from shoot_cli.core.tables import tables

# What stands in braces and is no name of the tables. All are bounded: no text, however made, takes long.
_WORD = r"[a-z][a-z'-]{0,24}"
_SLOTS = {
    "n": r"(?P<n>\d{1,2})",
    "m": r"(?P<m>\d{1,2})",
    "x": r"(?P<x>\d{1,2}|\d?d[36](?:\+\d{1,2})?)",
    "K": rf"(?P<K>{_WORD}(?:,? {_WORD}){{0,6}}?)",
    "K2": rf"(?P<K2>{_WORD}(?:,? {_WORD}){{0,6}}?)",
    "abilities": r"(?P<abilities>[a-z][a-z0-9+, -]{2,90}?)",
    "words": r"(?P<words>[^,;:()]{2,160}?)",
}
_END = r"(?=[ ,;:.(]|$)"
_END_OF_ALL = r"(?=[,;:.]|$)"  # behind keywords and other words, of which there may be more


class FoldedSentence:
    """A sentence. ``text`` begins with a blank; ``folded`` is the same in small letters, place by place."""

    __slots__ = ("folded", "text", "words")

    def __init__(self, text: str) -> None:
        self.text = f" {text}"
        self.folded = self.text.lower()
        if len(self.folded) != len(self.text):  # some letters become two
            self.folded = "".join(small if len(small := letter.lower()) == 1 else letter for letter in self.text)
        self.words = frozenset(re.findall(r"[a-z'-]+", self.folded))


class PhraseMatch(Record):
    """A phrase that stands in a sentence, up to ``end``. ``parts``: what stands in its braces, as it is written."""

    row: dict[str, str]
    end: int
    parts: dict[str, str]


class Phrase:
    """One way to write a row."""

    def __init__(self, written: str, row: dict[str, str]) -> None:
        self.written, self.row = written, row
        # what stands there whatever else does: few phrases are worth a closer look
        self.starts = " " + re.match(r"(?:[a-z'-]+ ?(?![/{(]))*", written + " ")[0].strip()  # type: ignore[index]
        bare = re.sub(r"\([^()]*\)|(?<!\S)\S*[{/]\S*", " ", written)
        self.needs = frozenset(re.findall(r"[a-z'-]+", bare))

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        return re.compile(_regex(self.written) + (_END_OF_ALL if self.written.endswith(("{K}", "{words}")) else _END))

    def at(self, line: FoldedSentence, place: int) -> PhraseMatch | None:
        if not self.needs <= line.words or not line.folded.startswith(self.starts.rstrip(), place):
            return None
        found = self.pattern.match(line.folded, place)
        if found is None:
            return None
        spans: dict[str, Any] = {name: found.span(name) for name in found.re.groupindex}
        parts = {name: line.text[start:end] for name, (start, end) in spans.items() if start >= 0}
        return PhraseMatch(self.row, found.end(), parts)


@cache
def phrases(heading: str) -> tuple[Phrase, ...]:
    """Those of one table, in its order."""
    rows = tables(__file__, "sentences.md")[heading]
    return tuple(Phrase(written, row) for row in rows for written in row["written"].split("; "))


@cache
def whose() -> dict[str, str]:
    """Of what stands in ``{who}``: bearer, unit, host, that or it."""
    return {way: row["who"] for row in tables(__file__, "sentences.md")["Who"] for way in row["written"].split("; ")}


def named_at(line: FoldedSentence, place: int) -> str:
    """Of whoever is named there, as ``whose`` has it; "" if nobody is."""
    ways = [way for way in whose() if line.folded.startswith(f" {way} ", place)]
    return whose()[max(ways, key=len)] if ways else ""


@cache
def _names() -> dict[str, str]:
    """Patterns of the names."""
    rows = tables(__file__, "sentences.md")["Names"]
    found = {row["name"]: _one_of(row["written"].split("; ")) for row in rows}
    found["who"] = f"(?P<who>{_one_of([*whose()])})"
    for name in ("char", "char2"):
        found[name] = f"(?P<{name}>{found[name]})"
    return found


def _one_of(ways: list[str]) -> str:
    """A pattern of all, in which what several begin with stands once: such are compiled in half the time."""
    behind: dict[str, list[str]] = {}
    for way in ways:
        first, _, rest = way.partition(" ")
        behind.setdefault(first, []).append(rest)
    parts = []
    for first, rests in behind.items():
        more = _one_of([rest for rest in rests if rest]) if any(rests) else ""
        parts.append(re.escape(first) + (f"(?: {more})?" if more and "" in rests else f" {more}" if more else ""))
    return parts[0] if len(parts) == 1 else f"(?:{'|'.join(parts)})"


def _regex(written: str) -> str:
    """Words, each with a blank before it."""
    parts: list[str] = []
    for found in re.finditer(r"\(([^()]*)\)|(\S+)", written):
        if found[1] is None:
            parts.append(_token(found[2]))
        elif found[1].startswith("excluding "):  # brackets that stand in the sentence
            parts.append(rf" \({_regex(found[1])[1:]}\)")
        else:
            parts.append(f"(?:{_regex(found[1])})?")
    return "".join(parts)


def _token(token: str) -> str:
    """A word, with a comma behind it maybe."""
    bare = token.removesuffix(",")
    if "/" in bare and "{" not in bare and bare != "and/or":
        return f" (?:{'|'.join(map(re.escape, bare.split('/')))})" + token[len(bare) :]
    said = re.split(r"\{(\w+)\}", token)
    said[0::2] = map(re.escape, said[0::2])
    said[1::2] = [_SLOTS.get(name) or _names()[name] for name in said[1::2]]
    return " " + "".join(said)
