"""Profile lines: a unit in one line of text, such as `10x BS4 + lascannon`; and weapons that a list only names.

`read_line` makes the unit. A `+` between blanks ends a part of the line. Each edition has a subclass of `LinePart`
that says what words mean. The armoury says which weapon a name means, and its profiles.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property
from typing import Any, ClassVar, NamedTuple, Protocol, Self, TypeVar

from shoot_cli.armies.fields import Field
from shoot_cli.armies.tree import ArmyErrors, Problem, near, plain_name
from shoot_cli.armies.yaml_text import split_list, whole_number
from shoot_cli.engine.markdown import TableRow, tables
from shoot_cli.engine.names import name_key
from shoot_cli.engine.reasons import shown
from shoot_cli.engine.record import Record

_TIMES_BEGINS = r"(?i)[1-9](?:[x×]|$)"
_TIMES = r"(?i)([1-9])\s*[x×]\s*(?=\S)"
_MODE = r"(.*\S)\s*\(([^()]+)\)"

Modes = Mapping[str, tuple[str, ...]]  # plain names of modes by plain name of the weapon; () for one without modes


class _Weapon(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def mode_of(self) -> str: ...

    @property
    def rules(self) -> tuple[str, ...]: ...

    def but(self, **changed: Any) -> Self: ...


AnyWeapon = TypeVar("AnyWeapon", bound=_Weapon)


class Reference(Record):
    """The meaning of an entry such as ``2x twin-linked missile launcher (krak)``."""

    name: str  # the weapon's plain name
    mode: str = ""  # the plain name of the mode; "" for all modes
    rules: tuple[str, ...] = ()  # the rules that stood before the name
    times: int = 1


def by_name(weapons: Iterable[AnyWeapon]) -> dict[str, tuple[AnyWeapon, ...]]:
    """Return the weapons by plain name; a weapon has one profile, or one per mode."""
    grouped: dict[str, list[AnyWeapon]] = {}
    for weapon in weapons:
        grouped.setdefault(plain_name(weapon.mode_of or weapon.name), []).append(weapon)
    return {name: tuple(profiles) for name, profiles in grouped.items()}


def mode_of(weapon: _Weapon) -> str:
    """Return the plain name of the mode, such as "krak"; "" for a weapon without modes."""
    return plain_name(weapon.name[len(weapon.mode_of) + 2 : -1]) if weapon.mode_of else ""


def reference(text: str, known: Modes, also: Mapping[str, str], prefixes: Mapping[str, str]) -> Reference | None:
    """Return which of the `known` weapons the text names; None if none.

    A whole name comes first: `twin-linked lascannon` is a weapon of its own if there is one.

    :param also: other names that players use, as plain names, each with its meaning such as "missile launcher (krak)"
    :param prefixes: texts that may stand before any weapon, each with its rule
    """
    times = 1
    if match := re.match(_TIMES, text):
        times, text = int(match[1]), text[match.end() :]
    name = plain_name(text)
    rules: list[str] = []
    while True:
        if weapon := _reference_of(name, known):
            return weapon.but(rules=tuple(rules), times=times)
        if name in also:
            name = also[name]  # a list may describe this weapon anew
            continue
        split = re.fullmatch(_MODE, name)
        if split and (base := reference(split[1], known, also, prefixes)) and split[2] in known[base.name]:
            return base.but(mode=split[2], rules=tuple(sorted({*rules, *base.rules})), times=times)
        prefix = next((prefix for prefix in prefixes if name.startswith(prefix)), None)
        if prefix is None:
            return None
        rules = sorted({*rules, prefixes[prefix]})
        name = name.removeprefix(prefix)


def _reference_of(name: str, known: Modes) -> Reference | None:
    spellings = (name, name.removesuffix("s"), name.replace(" ", ""))
    return next((Reference(spelt) for spelt in spellings if spelt in known), None)


def profiles_meant(reference: Reference, profiles: tuple[AnyWeapon, ...]) -> tuple[AnyWeapon, ...]:
    """Return the profiles that the reference means, out of all profiles of its weapon."""
    picked = tuple(p for p in profiles if not reference.mode or mode_of(p) == reference.mode)
    if reference.rules:
        before = " ".join(rule.casefold() for rule in reference.rules) + " "
        picked = tuple(
            profile.but(
                name=before + profile.name,
                mode_of=before + profile.mode_of if profile.mode_of else "",
                rules=tuple(sorted({*profile.rules, *reference.rules})),
            )
            for profile in picked
        )
    return picked * reference.times


class Armoury:
    """The weapons of `armoury.md` in the folder of `module`. The file is read at the first use.

    :param weapon: makes a weapon of a row of the table
    :param prefixes: texts that may stand before any weapon, each with its rule
    :param plurals: True if the other names may be in the plural
    """

    def __init__(
        self, module: str, weapon: Callable[[TableRow], Any], prefixes: Mapping[str, str], plurals: bool = False
    ) -> None:
        self.module, self.weapon, self.prefixes, self.plurals = module, weapon, prefixes, plurals

    @cached_property
    def weapons(self) -> dict[str, tuple[Any, ...]]:
        """The weapons by plain name; a weapon has one profile, or one per mode."""
        return by_name(map(self.weapon, tables(self.module, "armoury.md")["Weapons"]))

    @cached_property
    def modes(self) -> dict[str, tuple[str, ...]]:
        return {name: tuple(mode_of(mode) for mode in modes if mode.mode_of) for name, modes in self.weapons.items()}

    @cached_property
    def also(self) -> dict[str, str]:
        """Other names that players use, as plain names, each with the plain name of its weapon."""
        rows = tables(self.module, "armoury.md")["Other names"]
        names = {plain_name(row["called"]): plain_name(row["weapon"]) for row in rows}
        return ({f"{alias}s": name for alias, name in names.items()} if self.plurals else {}) | names

    @cached_property
    def beginnings(self) -> set[str]:
        """Every text with which a name of a weapon begins, as plain names."""
        return {name[:n] for name in (*self.modes, *self.also, *self.prefixes) for n in range(len(name) + 1)}

    def may_begin(self, word: str) -> bool:
        """Return False if no weapon is named by texts that begin with this word: most words of a line are values."""
        name = plain_name(word.partition("(")[0])
        return bool(re.match(_TIMES_BEGINS, word)) or not self.beginnings.isdisjoint((name, name.removesuffix("s")))

    def meant(self, text: str, known: Modes | None = None) -> Reference | None:
        """Return which weapon the text names, among `known` or the armoury's own; None if none."""
        return reference(text, self.modes if known is None else known, self.also, self.prefixes)


LONGEST = 1000  # characters of a line
LONGEST_NAME = 60  # characters
LONGEST_RULE = 12  # words of a rule that is written without brackets
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
_COUNT = r"(?ia)(?:(\d{1,4})[x×]|[x×](\d{1,4}))"


class BadLine(Exception):
    """The error for a mistake in a profile line. `column` counts from 1; `text` says what is wrong."""

    def __init__(self, column: int, text: str) -> None:
        super().__init__(text)
        self.column, self.text = column, text

    def as_army_errors(self, role: str, example: str) -> ArmyErrors:
        """Return the mistake as an error of this role's line ("attacker" or "target"), with an example of a line."""
        words = f"{self.text}{'' if self.text.endswith('?') else '.'} A line looks like {example}"
        return ArmyErrors([Problem(f"{role} line", 1, self.column, words)])


class Word(NamedTuple):
    """A word of a profile line, or a text in quotes or brackets, which counts as one word.

    :ivar kind: "brackets", "name" (in quotes) or "word"; "round" for text in ( ), if the edition reads round brackets
    :ivar column: counts from 1
    """

    kind: str
    text: str
    column: int


@cache  # compiled when needed; an edition needs only one of the two patterns
def _pattern(round_brackets: bool) -> re.Pattern[str]:
    more = (r"| (?P<round>\([^)]*\))", "(", "(") if round_brackets else ("", "", "")
    return re.compile(_WORDS % more, re.VERBOSE)


def parts_of(text: str, round_brackets: bool = False) -> Iterator[list[Word]]:
    """Yield the words of each part. :raises BadLine: the line is too long, a part is empty, or a bracket is open."""
    if len(text) > LONGEST:
        raise BadLine(LONGEST, f"a line of {len(text)} characters is too long; at most {LONGEST}")
    words: list[Word] = []
    index, pattern = 0, _pattern(round_brackets)
    while index < len(text):
        match = pattern.match(text, index)
        assert match is not None
        if match.lastgroup == "odd":
            raise BadLine(index + 1, f"{match[0]} is opened and never closed; write {_CLOSING[match[0]]} behind it")
        if match.lastgroup == "plus":
            if not words:
                raise BadLine(index + 1, "nothing stands before this +")
            yield words
            words = []
        elif match.lastgroup != "blank":
            kind = "word" if match.lastgroup == "inch" else str(match.lastgroup)
            words.append(Word(kind, match[0], index + 1))
        index = match.end()
    if not words:
        raise BadLine(len(text) + 1, "the line ends where a model is expected")
    yield words


def count_at(words: list[Word], index: int) -> tuple[str, int]:
    """Return the number of models that begins at `index`, and how many words it takes; ("", 0) if there is none.

    A number of models is written `10x`, `10 x` or `x10`. At the beginning of a part it may be just `10`.
    """
    word = words[index]
    following = words[index + 1].text if index + 1 < len(words) else ""
    if match := re.fullmatch(_COUNT, word.text):
        return match[1] or match[2], 1
    if word.text.isascii() and word.text.isdigit():
        if following.casefold() in ("x", "×"):
            return word.text, 2
        if index == 0:
            return word.text, 1
    return "", 0


_NUMBERS = r"(?a)\d+(?:\.\d)?(?:[/\-–—]\d+(?:\.\d)?)?"
_INCH_WORDS = ('"', "''", "in", "inch", "inches")


def value_or_bad_line(column: int, read: Callable[[], Value]) -> Value:
    """Return what `read` returns. :raises BadLine: instead of a ValueError of `read`, with the column."""
    try:
        return read()
    except ValueError as error:
        raise BadLine(column, str(error)) from None


def line_name(text: str, column: int) -> str:
    """Return a name without double blanks. :raises BadLine: the name is empty or too long."""
    if not 0 < len(text) <= LONGEST_NAME:
        raise BadLine(column, f"a name has 1 to {LONGEST_NAME} characters, not {len(text)}")
    return " ".join(text.split())


class LinePart(ABC):
    """One part of a profile line. The order of its words is free.

    An edition says in `read_value` and `read_rule_or_type` which words are allowed; all other words are mistakes. A
    name stands in quotes, because otherwise it looks like a misspelt rule or a fact about the attack.
    """

    HINTS: ClassVar[tuple[str, ...]] = ()  # some of the allowed words, to find what a misspelt word meant
    FACTS: ClassVar[
        Mapping[str, Mapping[str, str]]
    ] = {}  # facts about an attack: by role, then by words, the answer KEY=VALUE
    BRACKETS = "special rules in [brackets]"
    NOTHING = "value, weapon or type"  # for messages: what an unknown word is not
    PLUS = "“ + ”"
    MOST, THINGS = 200, "models"

    def __init__(self, column: int, role: str) -> None:
        self.column, self.role = column, role
        self.count: int | None = None
        self.names: list[str] = []
        self.unknown: list[Word] = []  # words since the last value; `read_unknown_words` reads them as rules or types
        self.written: dict[str, tuple[Any, int]] = {}  # values and their columns, by the printed name of the value
        self.rules: list[tuple[str, int]] = []  # rules in brackets, with their columns
        self.weapons: list[Any] = []
        self.carried: list[tuple[str, int]] = []  # weapon names in the line of a target, with their columns

    def in_inches(self, words: list[Word]) -> list[Word]:
        """Return the words with `24 inches` and `24 in` joined to `24"`. `4 in cover` stays: `in cover` is a fact."""
        joined: list[Word] = []
        for index, word in enumerate(words):
            inches = word.kind == "word" and word.text.casefold() in _INCH_WORDS
            number = joined and joined[-1].kind == "word" and re.fullmatch(_NUMBERS, joined[-1].text)
            if inches and number and not self.longest_meaning(words[index:], self.is_fact):
                joined[-1] = joined[-1]._replace(text=f'{joined[-1].text}"')
            else:
                joined.append(word)
        return joined

    def read(self, words: list[Word]) -> Self:
        """Read all words of this part. :raises BadLine: a word means nothing here."""
        words, index = self.in_inches(words), 0
        while index < len(words):
            word = words[index]
            if word.kind == "name":
                self.keep_name(word.text[1:-1].strip(), word.column)
            elif self.read_brackets(word):
                pass
            elif used := self.read_value(words, index):
                self.read_unknown_words()
                index += used - 1
            else:
                self.unknown.append(word)
            index += 1
        self.read_unknown_words()
        return self

    @abstractmethod
    def read_value(self, words: list[Word], index: int) -> int:
        """Keep the value that begins at `index`. Return how many words it takes; 0 if no value begins there."""

    def read_brackets(self, word: Word) -> bool:
        """Keep the rules in brackets. Return False if the word has no brackets."""
        if word.kind == "brackets":
            self.rules += [(rule, word.column) for rule in split_list(word.text[1:-1])]
        return word.kind == "brackets"

    def read_count(self, words: list[Word], index: int) -> int:
        """Keep the number of models. Return how many words it takes; 0 if there is none."""
        number, used = count_at(words, index)
        word = words[index]
        if used and self.count is not None:
            kinds = f"put {self.PLUS} between kinds of {self.THINGS}"
            raise BadLine(word.column, f"{shown(word.text)} is a second number of {self.THINGS}; {kinds}")
        if used:
            self.count = value_or_bad_line(word.column, lambda: whole_number(number, 1, self.MOST, f" {self.THINGS}"))
        return used

    def read_weapon_name(self, words: list[Word], index: int, armoury: Armoury) -> int:
        """Keep the weapon with the longest name that begins at `index`. Return how many words it takes; 0 without one.

        A weapon of a target goes to `carried`. `refuse_weapons` refuses it later, after all other mistakes.
        """
        longest = min(len(words), index + 8) if armoury.may_begin(words[index].text) else index
        for end in range(longest, index, -1):
            weapon_name = _joined(words[index:end])
            if all(word.kind in ("word", "round") for word in words[index:end]) and (
                meant := armoury.meant(weapon_name)
            ):
                if self.role == "attacker":
                    self.weapons += profiles_meant(meant, armoury.weapons[meant.name])
                else:
                    self.carried.append((weapon_name, words[index].column))
                return end - index
        return 0

    def refuse_weapons(self) -> None:
        """Check that the line of a target names no weapon. :raises BadLine: it names one"""
        for weapon_name, column in self.carried:
            raise BadLine(column, f"a target has no weapon here; leave out {shown(weapon_name)}")

    def keep_value(self, name: str, value: Any, column: int, between: str = "kinds of models") -> None:
        """Keep the value of `name`. :raises BadLine: the part has one already. `between` says what a + separates."""
        if name in self.written:
            raise BadLine(column, f"{name} stands twice; put {self.PLUS} between {between}")
        self.written[name] = (value, column)

    def keep_name(self, name: str, column: int) -> None:
        """Keep the name of the models. :raises BadLine: the models have a name already."""
        if self.names:
            first = f"a second name, {shown(self.names[0])} is the first"
            raise BadLine(column, f"{first}; put {self.PLUS} between kinds of models")
        self.names.append(line_name(name, column))

    def read_rule_or_type(self, text: str, column: int) -> bool:
        """Keep the rule or type that these words are, and return True. Return False if they are neither.

        :raises BadLine: if the rule or type does not belong here
        """
        return False

    def similar_words(self, word: str, text: str) -> list[str]:
        """Return allowed words that look like `word`. `text` is the whole text that was not understood."""
        return near(word, self.HINTS, cutoff=0.75)

    def allowed_rules(self) -> Iterable[str]:
        """Return the names of all rules that are allowed here. Misspelt rules are compared with them."""
        return ()

    def hint(self, word: str, similar: list[str]) -> str:
        """Return what to write instead of `word`; "" if no allowed word looks like it."""
        return f"did you mean {similar[0]}?" if similar else ""

    def read_unknown_words(self) -> None:
        """Read the words in `unknown` as rules and types. :raises BadLine: they are neither"""
        words, self.unknown = self.unknown, []
        while words:
            if not (used := self.longest_meaning(words, self.read_rule_or_type)):
                raise self.error_about(words)
            words = words[used:]

    def longest_meaning(self, words: list[Word], means: Callable[[str, int], bool]) -> int:
        """Return how many words from the first on mean something together, at most; 0 if none do.

        :param means: returns True if a text with its column means something
        """
        ends = range(min(len(words), LONGEST_RULE), 0, -1)
        return next((end for end in ends if means(_joined(words[:end]), words[0].column)), 0)

    def is_fact(self, text: str, column: int = 0) -> bool:
        """Return True for a fact about the attack, such as `in cover`."""
        return _plain_fact(text) in self.FACTS.get(self.role, {})

    def error_about(self, words: list[Word]) -> BadLine:
        """Return the error about these words, which were not understood."""
        for index, word in enumerate(words):
            if used := self.longest_meaning(words[index:], self.is_fact):
                text = _joined(words[index : index + used])
                answer = f"a fact is said with --set {self.FACTS[self.role][_plain_fact(text)]}"
                what = f"{shown(text)} is no {self.NOTHING}; {answer}"
                return BadLine(word.column, f'{what}, a name is written in quotes: "{text}"')
        end = next(
            (end for end in range(1, len(words)) if self.longest_meaning(words[end:], self._is_rule_or_type)),
            len(words),
        )
        unknown = words[:end]
        text = _joined(unknown)
        for word in unknown:
            if hint := self.hint(word.text, self.similar_words(word.text, text)):
                return BadLine(word.column, f"{shown(word.text)} is no {self.NOTHING}; {hint}")
        what, column = f"{shown(text)} is no {self.NOTHING}", unknown[0].column
        if meant := near(text, [*self.allowed_rules(), *self.FACTS.get(self.role, ())], cutoff=0.75):
            return BadLine(column, f"{what}; did you mean {meant[0]}?")
        return BadLine(column, f'{what}; a name is written in quotes: "{text[:LONGEST_NAME]}", {self.BRACKETS}')

    def _is_rule_or_type(self, text: str, column: int) -> bool:
        """Return True if the words are a rule or a type, even if it does not belong here."""
        try:
            return self.read_rule_or_type(text, column)
        except BadLine:
            return True


def _joined(words: Iterable[Word]) -> str:
    return " ".join(word.text for word in words)


def _plain_fact(text: str) -> str:
    """Return the plain name of a fact without its value: `cover` for `cover=hard` and `cover5+`."""
    return plain_name(re.split(r"[=:0-9]", text, maxsplit=1)[0])


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
    """Return the unit of a line.

    :param role: "attacker" or "target"
    :param part: the edition's class of parts
    :param unit: makes the unit of its parts
    :param examples: a correct line for each role, for messages
    :raises ArmyErrors: a mistake, with its column
    """
    try:
        if not text.strip():
            raise BadLine(1, "it is empty")
        return unit([part(words[0].column, role).read(words) for words in parts_of(text, round_brackets)], role)
    except BadLine as wrong:
        raise wrong.as_army_errors(role, examples[role]) from None


class Statistics:
    """The characteristics of an edition that a line may have, such as `BS4`.

    `value` is the pattern of their values. `also` maps other spellings of names, in lower case, to the printed names.
    """

    def __init__(self, fields: Iterable[Field], value: str, also: Mapping[str, str] | None = None) -> None:
        self.fields = {field.name: field for field in fields}
        self.names = {name_key(name): name for name in self.fields} | dict(also or {})  # printed names by spelling
        self.value = re.compile(value, re.IGNORECASE | re.ASCII)
        longest_first = sorted(
            self.names, key=len, reverse=True
        )  # otherwise a name could hide a longer one that begins with it
        self.name = re.compile(rf"({'|'.join(longest_first)})[:=]?(.*)", re.IGNORECASE | re.ASCII)

    def at(self, words: list[Word], index: int) -> tuple[str, str, int] | None:
        """Return name, value and number of words of the characteristic at `index` (`BS4`, `BS 4`); None without one."""
        match = self.name.fullmatch(words[index].text)
        if not match:
            return None
        value, used = match[2], 1
        if not value and index + 1 < len(words) and words[index + 1].kind == "word":
            value, used = words[index + 1].text, 2
        return (self.names[name_key(match[1])], value, used) if self.value.fullmatch(value) else None

    def read(self, name: str, text: str, column: int) -> Any:
        """Return the value of a characteristic. :raises BadLine: it cannot have this value."""
        field = self.fields[name]
        return value_or_bad_line(column, lambda: field.kind.in_line(text, name))  # type: ignore[union-attr]


def kinds_of_models(parts: Iterable[AnyPart]) -> list[list[AnyPart]]:
    """Return the parts of each kind of model. An attacker may have several parts for one kind, one for each weapon."""
    kinds = list[list[AnyPart]]()
    for part in parts:
        if part.role == "target" or part.count is not None or "BS" in part.written or not kinds:
            kinds.append([part])
        else:
            kinds[-1].append(part)
    return kinds


def unit_name(parts: list[AnyPart], models: Iterable[tuple[Any, int]], role: str) -> str:
    """Return the name of a unit: the names of its models, or the role. :raises BadLine: there are too many models."""
    models, most = list(models), parts[0].MOST
    if sum(count for _, count in models) > most:
        raise BadLine(parts[0].column, f"more than {most} models; a unit has at most {most}")
    names = dict.fromkeys(model.name for model, _ in models)
    return ", ".join(names)[:60] if any(part.names for part in parts) else role.capitalize()
