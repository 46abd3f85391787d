"""Profile lines, cut into words with their columns; ``+`` between blanks ends a part. Editions say what words mean.

``read_line`` reads one; an edition gives it its own ``LinePart``, which knows the values that may stand in it.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, ClassVar, NamedTuple, Self, TypeVar

from shoot_cli.armies.armoury import Armoury, profiles_meant
from shoot_cli.armies.fields import Field
from shoot_cli.armies.tree import ArmyErrors, Problem, near, plain_name
from shoot_cli.armies.yaml_text import split_list, whole_number
from shoot_cli.engine.name_keys import name_key
from shoot_cli.engine.reasons import shown

LONGEST = 1000
LONGEST_NAME = 60
LONGEST_RULE = 12  # words of a rule that stands in no brackets
Value = TypeVar("Value")

_WORDS = r"""
      (?P<brackets>\[[^\]]*\])
    | (?P<inch>(?<=\d[ ])"(?=[\s,]|$))
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
            kind = "word" if found.lastgroup == "inch" else str(found.lastgroup)
            words.append(Word(kind, found[0], place + 1))
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


_NUMBERS = re.compile(r"\d+(?:\.\d)?(?:[/\-–—]\d+(?:\.\d)?)?", re.ASCII)
_INCH_WORDS = ('"', "''", "in", "inch", "inches")


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


# What stands between two + --------------------------------------------------------------------------------------------


class LinePart(ABC):
    """What stands between two ``+``. The order of the words is free.

    An edition says in ``value`` and ``understood`` what may stand in it; all other words are mistakes. A name stands in
    quotes: nobody else can tell it from a rule that was misspelt, or from what players say of an attack.
    """

    HINTS: ClassVar[tuple[str, ...]] = ()  # a small share of the words that may stand here, to compare others with
    FACTS: ClassVar[Mapping[str, Mapping[str, str]]] = {}  # by role: what is said of an attack, and the answer for it
    BRACKETS = "special rules in [brackets]"
    NOTHING = "value, weapon or type"  # what a word is not that is not understood
    PLUS = "“ + ”"
    MOST, THINGS = 200, "models"

    def __init__(self, column: int, role: str) -> None:
        self.column, self.role = column, role
        self.count: int | None = None
        self.names: list[str] = []
        self.unknown: list[Word] = []  # words so far that are no values
        self.said: dict[str, tuple[Any, int]] = {}  # values by their printed names, each with its column
        self.rules: list[tuple[str, int]] = []  # what stood in brackets
        self.weapons: list[Any] = []
        self.carried: list[tuple[str, int]] = []  # names of weapons that a target was given

    def in_inches(self, words: list[Word]) -> list[Word]:
        """``24 inches`` and ``24 in`` as ``24"``; but of ``4 in cover`` the rest is what players say of an attack."""
        found: list[Word] = []
        for place, word in enumerate(words):
            inches = word.kind == "word" and word.text.casefold() in _INCH_WORDS
            number = found and found[-1].kind == "word" and _NUMBERS.fullmatch(found[-1].text)
            if inches and number and not self.longest(words[place:], self.fact):
                found[-1] = found[-1]._replace(text=f'{found[-1].text}"')
            else:
                found.append(word)
        return found

    def read(self, words: list[Word]) -> Self:
        words, place = self.in_inches(words), 0
        while place < len(words):
            word = words[place]
            if word.kind == "name":
                self.name(word.text[1:-1].strip(), word.column)
            elif self.bracketed(word):
                pass
            elif used := self.value(words, place):
                self.settle()
                place += used - 1
            else:
                self.unknown.append(word)
            place += 1
        self.settle()
        return self

    @abstractmethod
    def value(self, words: list[Word], place: int) -> int:
        """How many words the value takes that begins here, and is kept; 0 if none does."""

    def bracketed(self, word: Word) -> bool:
        """True if the word was one in brackets, and is kept."""
        if word.kind == "brackets":
            self.rules += [(said, word.column) for said in split_list(word.text[1:-1])]
        return word.kind == "brackets"

    def counted(self, words: list[Word], place: int) -> int:
        """How many words the number of models takes; 0 if there is none here."""
        said, used = count_at(words, place)
        word = words[place]
        if used and self.count is not None:
            kinds = f"put {self.PLUS} between kinds of {self.THINGS}"
            raise BadLine(word.column, f"{shown(word.text)} is a second number of {self.THINGS}; {kinds}")
        if used:
            self.count = valued(word.column, lambda: whole_number(said, 1, self.MOST, f" {self.THINGS}"))
        return used

    def armed(self, words: list[Word], place: int, armoury: Armoury) -> int:
        """How many words the name of a weapon takes, the longest that there is; 0 if none begins here.

        An attacker has it; of a target ``unarmed`` says so, once the rest is understood.
        """
        for end in range(min(len(words), place + 8), place, -1):
            said = _joined(words[place:end])
            if all(word.kind in ("word", "round") for word in words[place:end]) and (meant := armoury.meant(said)):
                if self.role == "attacker":
                    self.weapons += profiles_meant(meant, armoury.weapons[meant.name])
                else:
                    self.carried.append((said, words[place].column))
                return end - place
        return 0

    def unarmed(self) -> None:
        """:raises BadLine: a target was given a weapon by name."""
        for said, column in self.carried:
            raise BadLine(column, f"a target has no weapon here; leave out {shown(said)}")

    def keep(self, name: str, value: Any, column: int, between: str = "kinds of models") -> None:
        """:raises BadLine: it stands there already."""
        if name in self.said:
            raise BadLine(column, f"{name} stands twice; put {self.PLUS} between {between}")
        self.said[name] = (value, column)

    def name(self, name: str, column: int) -> None:
        """:raises BadLine: the models have one already."""
        if self.names:
            first = f"a second name, {shown(self.names[0])} is the first"
            raise BadLine(column, f"{first}; put {self.PLUS} between kinds of models")
        self.names.append(line_name(name, column))

    def understood(self, said: str, column: int) -> bool:
        """True if the words are kept that are no values: a rule, or a type. :raises BadLine: they belong elsewhere."""
        return False

    def alike(self, word: str, said: str) -> list[str]:
        """What the ``word``, or all that was ``said`` around it, was perhaps meant to be."""
        return near(word, self.HINTS, cutoff=0.75)

    def rules_here(self) -> Iterable[str]:
        """The names of rules that may stand here, to compare others with."""
        return ()

    def hint(self, word: str, alike: list[str]) -> str:
        """What would do in place of the ``word``; "" if only a name would."""
        return f"did you mean {alike[0]}?" if alike else ""

    def settle(self) -> None:
        """Make rules and types of the words so far that are no values. :raises BadLine: they are neither."""
        words, self.unknown = self.unknown, []
        while words:
            if not (used := self.longest(words, self.understood)):
                raise self.refused(words)
            words = words[used:]

    def longest(self, words: list[Word], means: Callable[[str, int], bool]) -> int:
        """How many of the words, the most that will do, mean something together; 0 if the first begins nothing."""
        ends = range(min(len(words), LONGEST_RULE), 0, -1)
        return next((end for end in ends if means(_joined(words[:end]), words[0].column)), 0)

    def fact(self, said: str, column: int = 0) -> bool:
        """True of what players say of an attack, such as ``in cover``."""
        return _plain_fact(said) in self.FACTS.get(self.role, {})

    def refused(self, words: list[Word]) -> BadLine:
        """What is wrong with words of which the first begins nothing that is known."""
        for place, word in enumerate(words):
            if used := self.longest(words[place:], self.fact):
                said = _joined(words[place : place + used])
                answer = f"a fact is said with --set {self.FACTS[self.role][_plain_fact(said)]}"
                what = f"{shown(said)} is no {self.NOTHING}; {answer}"
                return BadLine(word.column, f'{what}, a name is written in quotes: "{said}"')
        end = next((end for end in range(1, len(words)) if self.longest(words[end:], self._known)), len(words))
        odd = words[:end]
        said = _joined(odd)
        for word in odd:
            if hint := self.hint(word.text, self.alike(word.text, said)):
                return BadLine(word.column, f"{shown(word.text)} is no {self.NOTHING}; {hint}")
        what, column = f"{shown(said)} is no {self.NOTHING}", odd[0].column
        if meant := near(said, [*self.rules_here(), *self.FACTS.get(self.role, ())], cutoff=0.75):
            return BadLine(column, f"{what}; did you mean {meant[0]}?")
        return BadLine(column, f'{what}; a name is written in quotes: "{said[:LONGEST_NAME]}", {self.BRACKETS}')

    def _known(self, said: str, column: int) -> bool:
        """True if words behind those that are refused are a rule or a type."""
        try:
            return self.understood(said, column)
        except BadLine:
            return True


def _joined(words: Iterable[Word]) -> str:
    return " ".join(word.text for word in words)


def _plain_fact(said: str) -> str:
    """Without a value that is said with it: ``cover=hard``, ``cover5+``."""
    return plain_name(re.split(r"[=:0-9]", said, maxsplit=1)[0])


AnyPart = TypeVar("AnyPart", bound=LinePart)
AnyUnit = TypeVar("AnyUnit")


def read_line(
    text: str,
    role: str,
    part: type[AnyPart],
    unit: Callable[[list[AnyPart], str], AnyUnit],
    examples: Mapping[str, str],
    round_brackets: bool = False,
) -> AnyUnit:
    """The unit of a line; ``role`` is "attacker" or "target". :raises ArmyErrors: with the column in the line."""
    try:
        if not text.strip():
            raise BadLine(1, "it is empty")
        return unit([part(words[0].column, role).read(words) for words in parts_of(text, round_brackets)], role)
    except BadLine as wrong:
        raise wrong.told(role, examples[role]) from None


class Statistics:
    """The fields of an edition's table that may stand in a line by their names.

    ``value``: a pattern of what may stand behind a name. ``also``: other ways to write a name, in lower case.
    """

    def __init__(self, fields: Iterable[Field], value: str, also: Mapping[str, str] | None = None) -> None:
        self.fields = {field.name: field for field in fields}
        self.names = {name_key(name): name for name in self.fields} | dict(also or {})  # by their spellings
        self.value = re.compile(value, re.IGNORECASE | re.ASCII)
        longest_first = sorted(self.names, key=len, reverse=True)  # for one may begin with another
        self.name = re.compile(rf"({'|'.join(longest_first)})[:=]?(.*)", re.IGNORECASE | re.ASCII)

    def at(self, words: list[Word], place: int) -> tuple[str, str, int] | None:
        """A characteristic that begins here, ``BS4`` or ``BS 4``: its name, its value, and how many words it takes."""
        found = self.name.fullmatch(words[place].text)
        if not found:
            return None
        said, used = found[2], 1
        if not said and place + 1 < len(words) and words[place + 1].kind == "word":
            said, used = words[place + 1].text, 2
        return (self.names[name_key(found[1])], said, used) if self.value.fullmatch(said) else None

    def read(self, name: str, said: str, column: int) -> Any:
        """:raises BadLine: the value is none of this name."""
        field = self.fields[name]
        return valued(column, lambda: field.kind.in_line(said, name))  # type: ignore[union-attr]


def kinds_of_models(parts: Iterable[AnyPart]) -> list[list[AnyPart]]:
    """The parts of each kind of models: an attacker's may have several, one for each weapon."""
    kinds = list[list[AnyPart]]()
    for part in parts:
        if part.role == "target" or part.count is not None or "BS" in part.said or not kinds:
            kinds.append([part])
        else:
            kinds[-1].append(part)
    return kinds


def unit_name(parts: list[AnyPart], models: Iterable[tuple[Any, int]], role: str) -> str:
    """What the unit is called. :raises BadLine: it has too many models."""
    models, most = list(models), parts[0].MOST
    if sum(count for _, count in models) > most:
        raise BadLine(parts[0].column, f"more than {most} models; a unit has at most {most}")
    names = dict.fromkeys(model.name for model, _ in models)
    return ", ".join(names)[:60] if any(part.names for part in parts) else role.capitalize()
