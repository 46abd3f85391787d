"""Profile lines, cut into words with their columns; ``+`` between blanks ends a part. Editions say what words mean.

An edition makes a ``Part`` of its own and hands it to ``read_parts``; ``Statistics`` are the fields of its table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple, TypeVar

from shoot_cli.armies.armoury import Reference
from shoot_cli.armies.fields import Field
from shoot_cli.armies.problems import ArmyErrors, Problem, near
from shoot_cli.armies.reading import split_list, whole_number
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


class Statistics:
    """The fields of an edition that may stand in a line, by their names: ``BS3+``, ``BS 3+``, ``BS: 3+``.

    ``value``: a pattern of what may stand behind a name. ``also``: other ways to write a name, in lower case.
    """

    def __init__(self, fields: Iterable[Field], value: str, also: Mapping[str, str] | None = None) -> None:
        self.fields = {field.name: field for field in fields}
        self.names = {name.casefold(): name for name in self.fields} | dict(also or {})
        longest_first = sorted(self.names, key=len, reverse=True)  # for one may begin with another
        self.pattern = re.compile(rf"({'|'.join(longest_first)})[:=]?(.*)", re.IGNORECASE | re.ASCII)
        self.value = re.compile(value, re.IGNORECASE | re.ASCII)

    def at(self, words: list[Word], place: int) -> tuple[str, str, int]:
        """The name, its value as written and how many words they take; "", "" and 0 if none begins here."""
        found = self.pattern.fullmatch(words[place].text)
        if not found:
            return "", "", 0
        said, used = found[2], 1
        if not said and place + 1 < len(words) and words[place + 1].kind == "word":
            said, used = words[place + 1].text, 2
        return (self.names[found[1].casefold()], said, used) if self.value.fullmatch(said) else ("", "", 0)

    def read(self, name: str, said: str, column: int) -> Any:
        """:raises BadLine: the value is none of this name."""
        field = self.fields[name]
        return valued(column, lambda: field.kind.in_line(said, name))  # type: ignore[union-attr]


class Part:
    """What stands between two ``+``. Editions say what the words mean; what is no value may be a name.

    A name stands in quotes, right behind the count or at the very end; elsewhere words that are no values are mistakes.
    """

    hints: tuple[str, ...] = ()  # a small share of the words that may stand in a line, for misspelt ones
    no_what = "no value"  # what a misspelt word is
    between = "“ + ”"  # how the sign between parts is written

    def __init__(self, column: int, role: str) -> None:
        self.column, self.role = column, role
        self.count: int | None = None
        self.names: list[str] = []
        self.unknown: list[Word] = []

    @property
    def begun(self) -> bool:
        """True once something but the count was said: names stand before it, or at the end."""
        raise NotImplementedError

    @property
    def named(self) -> bool:
        """True if no other name may follow."""
        return bool(self.names)

    def value(self, words: list[Word], place: int) -> int:
        """How many words the value takes that begins here; 0 if none does."""
        raise NotImplementedError

    def brackets(self, said: str, column: int) -> None:
        """One of those that stand in [ ], between commas."""
        raise NotImplementedError

    def name(self, said: str, column: int) -> None:
        if self.names:
            words = f"a second name, {shown(self.names[0])} is the first; put {self.between} between kinds of models"
            raise BadLine(column, words)
        self.names.append(line_name(said, column))

    def other(self, said: str, column: int) -> bool:
        """True if words that are no values are something else than a name, which is then kept or refused."""
        return False

    def alike(self, word: Word, said: str) -> list[str]:
        """What the word, of those that are no values, may be meant for."""
        return near(word.text, self.hints, cutoff=0.75)

    def hint(self, text: str, alike: list[str]) -> str:
        return f"did you mean {alike[0]}?" if alike else "put names in quotes, special rules in [brackets]"

    def aside(self, word: Word) -> bool:
        """True if the word is no value and no part of a name; it has been taken then."""
        return False

    def take(self, words: list[Word]) -> None:
        """Everything that is said between the two ``+``, in order."""
        place = 0
        while place < len(words):
            word, first = words[place], not self.begun
            if word.kind == "brackets":
                for said in split_list(word.text[1:-1]):
                    self.brackets(said, word.column)
            elif word.kind == "name":
                self.name(word.text[1:-1].strip(), word.column)
            elif self.aside(word):
                pass
            elif used := self.value(words, place):
                self.settle(first)
                place += used - 1
            else:
                self.unknown.append(word)
            place += 1
        self.settle(True)

    def settle(self, at_an_end: bool) -> None:
        """What to make of the words so far that are no values."""
        words, said = self.unknown, " ".join(word.text for word in self.unknown)
        self.unknown = []
        if not words or self.other(said, words[0].column):
            return
        for word in words:
            alike = self.alike(word, said)
            if alike or not at_an_end or self.named or any(c.isdigit() for c in word.text):
                raise BadLine(word.column, f"{shown(word.text)} is {self.no_what}; {self.hint(word.text, alike)}")
        self.name(said, words[0].column)

    def counted(self, words: list[Word], place: int, most: int, things: str = "models") -> int:
        """How many words the count takes; 0 if there is none here."""
        self.count, used = counted(words, place, self.count, most, things, self.between)
        return used


AnyPart = TypeVar("AnyPart", bound=Part)


def read_parts(
    text: str,
    role: str,
    examples: Mapping[str, str],
    part: Callable[[int, str], AnyPart],
    unit_of: Callable[[list[AnyPart], str], Value],
    round_brackets: bool = False,
) -> Value:
    """What ``unit_of`` makes of a line for ``role``. :raises ArmyErrors: with the column, and a line that would do."""
    try:
        parts = []
        for words in parts_of(text, round_brackets):
            parts.append(part(words[0].column, role))
            parts[-1].take(words)
        return unit_of(parts, role)
    except BadLine as wrong:
        raise wrong.told(role, examples[role]) from None


def unit_name(models: Iterable[tuple[Any, int]], parts: Iterable[Part], role: str) -> str:
    """Of the names of its models, if one of them was named."""
    names = dict.fromkeys(model.name for model, _ in models)
    return (", ".join(names) if any(part.names for part in parts) else role.capitalize())[:60]


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
