"""Profile lines, cut into words with their columns; ``+`` between blanks ends a part. Editions say what words mean."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple, TypeVar

from shoot_cli.armies.armoury import Reference
from shoot_cli.armies.problems import ArmyErrors, Problem
from shoot_cli.armies.reading import whole_number
from shoot_cli.core.questions import shown

LONGEST = 1000
LONGEST_NAME = 60
Value = TypeVar("Value")

_WORDS = r"""
      (?P<brackets>\[[^\]]*\])
    | (?P<name>"[^"]*"|“[^”]*”)
    %s
    | (?P<plus>\+(?=\s|$))
    | (?P<word>(?:[^\s,\[“"%s]|(?<=\d)")+)
    | (?P<odd>[\["“%s])
    | (?P<blank>[\s,]+)
"""
_CLOSING = {"[": "]", '"': '"', "“": "”", "(": ")"}
_COUNT = re.compile(r"(?:(\d{1,4})[x×]|[x×](\d{1,4}))", re.IGNORECASE | re.ASCII)


class BadLine(Exception):
    """What is wrong and the column, from 1."""

    def __init__(self, column: int, text: str) -> None:
        super().__init__(text)
        self.column, self.text = column, text

    def told(self, role: str, example: str) -> ArmyErrors:
        """As an error of the line for this role ("attacker" or "target"), with a line that would do."""
        words = f"{self.text}{'' if self.text.endswith('?') else '.'} A line looks like {example}"
        return ArmyErrors([Problem(f"{role} line", 1, self.column, words)])


class Word(NamedTuple):
    kind: str  # "brackets", "name", "plus" or "word"; "round" for what stands in ( ), where an edition has that
    text: str
    column: int


@cache  # compiled when an edition wants it: none wants both
def _pattern(round_brackets: bool) -> re.Pattern[str]:
    more = (r"| (?P<round>\([^)]*\))", "(", "(") if round_brackets else ("", "", "")
    return re.compile(_WORDS % more, re.VERBOSE)


def parts_of(text: str, round_brackets: bool = False) -> Iterator[list[Word]]:
    """The words between two ``+``. :raises BadLine: too long, nothing in a part, or a bracket that is never closed."""
    if len(text) > LONGEST:
        raise BadLine(LONGEST, f"a line of {len(text)} characters is too long; at most {LONGEST}")
    words: list[Word] = []
    place, pattern = 0, _pattern(round_brackets)
    while place < len(text):
        found = pattern.match(text, place)
        assert found is not None
        if found.lastgroup == "odd":
            raise BadLine(place + 1, f"{found[0]} is opened and never closed; write {_CLOSING[found[0]]} behind it")
        if found.lastgroup == "plus":
            if not words:
                raise BadLine(place + 1, "nothing stands before this +")
            yield words
            words = []
        elif found.lastgroup != "blank":
            words.append(Word(str(found.lastgroup), found[0], place + 1))
        place = found.end()
    if not words:
        raise BadLine(len(text) + 1, "the line ends where a model is expected")
    yield words


def count_at(words: list[Word], place: int) -> tuple[str, int]:
    """A number of models (``10x``, ``10 x``, ``x10``; bare at the beginning), and how many words it takes (0: none)."""
    word = words[place]
    following = words[place + 1].text if place + 1 < len(words) else ""
    if found := _COUNT.fullmatch(word.text):
        return found[1] or found[2], 1
    if word.text.isascii() and word.text.isdigit():
        if following.casefold() in ("x", "×"):
            return word.text, 2
        if place == 0:
            return word.text, 1
    return "", 0


def counted(
    words: list[Word], place: int, before: int | None, most: int, things: str, plus: str
) -> tuple[int | None, int]:
    """The number of ``things`` (models) as far as it is known, and how many words it takes here (0: none stands here).

    ``before``: what was said of it already. ``plus``: how the sign between kinds of them is written.

    :raises BadLine: it stands twice, or is more than ``most``.
    """
    said, used = count_at(words, place)
    if not used:
        return before, 0
    word = words[place]
    if before is not None:
        kinds = f"put {plus} between kinds of {things}"
        raise BadLine(word.column, f"{shown(word.text)} is a second number of {things}; {kinds}")
    return valued(word.column, lambda: whole_number(said, 1, most, f" {things}")), used


def armoury_at(words: list[Word], place: int, meant: Callable[[str], Reference | None]) -> tuple[Reference | None, int]:
    """The weapon whose name begins here, the longest that there is, and how many words it takes; None and 0: none."""
    for end in range(min(len(words), place + 8), place, -1):
        if all(word.kind in ("word", "round") for word in words[place:end]):
            found = meant(" ".join(word.text for word in words[place:end]))
            if found:
                return found, end - place
    return None, 0


def valued(column: int, read: Callable[[], Value]) -> Value:
    """What ``read`` finds. :raises BadLine: with its complaint."""
    try:
        return read()
    except ValueError as error:
        raise BadLine(column, str(error)) from None


def line_name(text: str, column: int) -> str:
    """A name without double blanks. :raises BadLine: empty or too long."""
    if not 0 < len(text) <= LONGEST_NAME:
        raise BadLine(column, f"a name has 1 to {LONGEST_NAME} characters, not {len(text)}")
    return " ".join(text.split())
