"""Cards: their file format, sentences, values, and functions."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property, reduce
from importlib import import_module
from operator import attrgetter
from pkgutil import get_data
from string import Formatter
from types import ModuleType
from typing import Any, Final, NamedTuple

from shoot_cli.engine.names import counted
from shoot_cli.engine.reasons import series
from shoot_cli.engine.record import Record
from shoot_cli.quiz.quiz import Source

# A card as its file has it: its keys, their types, and their errors.

Named = Mapping[str, Callable[..., Any]]

WORDS: Final = (str,)
LIST: Final = (list,)
TABLE: Final = (dict,)
KEYS: Final[Mapping[str, tuple[type, ...]]] = {
    "kind": WORDS, "rule": WORDS, "like": WORDS, "common": (int,), "met": LIST, "usual": LIST, "draw": TABLE,
    "own": TABLE, "answer": WORDS, "text": WORDS, "right": WORDS, "wrong": LIST, "mistakes": LIST, "elsewhere": LIST,
    "most": (int,), "lowest": (int,), "shuffle": (bool,), "why": WORDS, "because": WORDS,
    "besides": WORDS, "facts": (list, dict), "situation": WORDS, "cell": LIST, "ways": LIST,
    "weight": (int,), "words": TABLE, "maker": WORDS, "steps": LIST, "of": WORDS,
    "shared": WORDS,
}  # fmt: skip
BEGINS: Final = re.compile(r"^\[(?:\[card|like\.([\w-]+))\]", re.MULTILINE)  # a card, or a part that cards share
GLANCED: Final = re.compile(r'^(kind|rule|common|like|shared) = "?([^"# \n]*)', re.MULTILINE)
OF_FILE: Final = ("card", "like", "words", "without")
TABLES: Final = ("draw", "own", "words", "facts")


class CardError(ValueError):
    """A mistake in a card, with its file and a hint."""


class NoSuchName(KeyError):
    """Raised for an unknown name in a card. `str` of it suggests a known name."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        super().__init__(name)
        self.known = [*known]

    def __str__(self) -> str:
        return unknown(self.args[0], self.known)


class Card(Record):
    """A card of a file. `parts` are its keys; `words` are the named sentences that all cards of the file share."""

    file: str
    parts: Mapping[str, Any]
    words: Mapping[str, Any]

    @property
    def name(self) -> str:
        return f"{self.file}, card {self.parts.get('rule', '?')} ({self.parts.get('kind', '?')})"

    def wrong(self, what: str) -> CardError:
        return CardError(f"{self.name}: {what}")

    def every_way(self) -> list[Card]:
        """Return the ways to ask this card. The keys of a way replace those of the card."""
        whole = {key: value for key, value in self.parts.items() if key != "ways"}
        return [self.but(parts=merged(whole, way)) for way in self.parts.get("ways", [{}])]


class Sections(NamedTuple):
    """The text of a file, cut into cards, because reading all cards takes long."""

    shared: str  # the text before the cards, and the shared parts
    likes: Mapping[str, str]
    cards: Sequence[str]


def text_of(package: str, file: str) -> str:
    """Return the text of the file; "" without a package."""
    return (get_data(package, file) or b"").decode() if package else ""


@cache
def sections(package: str, file: str) -> Sections:
    text = text_of(package, file)
    begins = [*BEGINS.finditer(text)]
    ends = [begin.start() for begin in begins[1:]] + [len(text)] * bool(begins)
    pairs = [(begin[1], text[begin.start() : end]) for begin, end in zip(begins, ends, strict=True)]
    likes = {like: words for like, words in pairs if like}
    before = text[: begins[0].start()] if begins else text
    return Sections("".join((before, *likes.values())), likes, [words for like, words in pairs if not like])


# `lent` is a package whose file of the same name shares its words and parts.


def glance(package: str, file: str, lent: str = "") -> list[dict[str, str]]:
    """Return only `kind`, `rule` and `common` of each card in a file."""
    cut = sections(package, file)
    shared = {**sections(lent, file).likes, **cut.likes}
    likes = {like: dict(GLANCED.findall(words)) for like, words in shared.items()}
    cards = [dict(GLANCED.findall(words)) for words in cut.cards]
    return [{**likes.get(keys.get("like", ""), {}), **keys} for keys in cards]


def read(package: str, file: str, lent: str = "") -> list[Card]:
    """Return the cards of a file in the package. :raises CardError: the file has a wrong form"""
    return understood(file, page_of(file, text_of(package, file)), page_of(file, sections(lent, file).shared))


@cache
def read_card(package: str, file: str, index: int, lent: str = "") -> Card:
    """Return one card of a file. :raises CardError: the card has a wrong form"""
    cut, page = sections(package, file), page_of(file, sections(lent, file).shared)
    try:
        return understood(file, page_of(file, cut.shared) | page_of(file, cut.cards[index]), page)[0]
    except CardError:
        read(package, file, lent)  # raises the same error with the line of the file
        raise


@cache
def page_of(file: str, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CardError(f"{file}: {error}") from None


def understood(file: str, page: Mapping[str, Any], lent: Mapping[str, Any]) -> list[Card]:
    for key in page.keys() - {*OF_FILE}:
        raise CardError(f"{file}: {key} is none of {', '.join(OF_FILE)}")
    likes, words = ({**lent.get(key, {}), **page.get(key, {})} for key in ("like", "words"))
    cards = [Card(file, parts, words) for parts in page.get("card", [])]
    for card in cards:
        if "like" in card.parts and card.parts["like"] not in likes:
            raise card.wrong(f"like: there is no “{card.parts['like']}” in this file")
    return [card.but(parts=merged(likes.get(card.parts.get("like"), {}), card.parts)) for card in cards]


def merged(shared: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Return both mappings merged; tables under the same key are merged too."""
    tables = [key for key in TABLES if isinstance(shared.get(key), dict) and isinstance(own.get(key), dict)]
    return {**shared, **own, **{key: {**shared[key], **own[key]} for key in tables}}


def unknown(name: str, known: Iterable[str]) -> str:
    """Return a sentence about an unknown name, with a suggestion."""
    from difflib import get_close_matches  # only for errors

    close = get_close_matches(name, [*known], 1)
    return f"there is no “{name}”" + (f"; is “{close[0]}” meant?" if close else "")


def key_of(name: str) -> str:
    """Return the name of a function from a card: `to hit` is `to_hit`."""
    return name.replace(" ", "_").casefold()


# Sentences of cards. `{names}` are replaced by drawn values; an ending after a colon tells how to write them.


def article(noun: str) -> str:
    return f"{'an' if noun.lstrip(chr(39))[:1].casefold() in tuple('aeiou') else 'a'} {noun}"


def first(words: str) -> str:
    """Return the words with a capital letter at the beginning."""
    return words[:1].upper() + words[1:]


class Sentences(Formatter):
    def format_field(self, value: Any, format_spec: str) -> str:
        if value is None:
            return "-"
        match format_spec:
            case "a":
                return article(str(value))
            case "A":
                return first(article(str(value)))
            case "First":
                return first(str(value))
            case "title":
                return str(value).replace("_", " ").title()
            case "list":
                return ", ".join(map(str, value))
            case "and":
                return series([*map(str, value)])
            case "next" | "before":
                return str(value + 1 if format_spec == "next" else value - 1)
            case "g" | "+" | "":
                return format(value, format_spec)
        singular, _, plural = format_spec.partition("/")
        return counted(value, singular, plural)


SENTENCES = Sentences()


@cache
def pieces(sentence: str) -> tuple[tuple[str, str | None, str], ...]:
    """Return the parts of a sentence as (words, name after them or None, format). Cached, as sentences are used
    often."""
    return tuple((words, name, how or "") for words, name, how, _ in SENTENCES.parse(sentence))


def filled(sentence: str, values: Mapping[str, Any]) -> str:
    """Return the sentence with its values. :raises KeyError: a value is unknown"""
    text = ""
    for words, name, how in pieces(sentence):
        text += words
        if name is not None:
            how = filled(how, values) if "{" in how else how
            text += SENTENCES.format_field(valued(name, values), how)
    return text


def valued(name: str, values: Mapping[str, Any]) -> Any:
    """Return the value of a name: `skill`, or a field such as `one.weapon.skill`."""
    return values[name] if name.isidentifier() else SENTENCES.get_field(name, (), values)[0]


def names_in(sentence: str) -> set[str]:
    """Return the names that the sentence needs."""
    named = [(name, how) for _, name, how in pieces(sentence) if name]
    within = (names_in(how) for _, how in named if "{" in how)
    return {name.replace("[", ".").partition(".")[0] for name, _ in named}.union(*within)


# The values of a question by name.


class Values(dict[str, Any]):
    """The values of a question, and the named sentences of its card and file."""

    def __init__(self, source: Source, words: Mapping[str, Any]) -> None:
        super().__init__(source=source, own=source.own)
        self.words = words

    def __missing__(self, name: str) -> Any:
        if name not in self.words:
            raise NoSuchName(name, [*self, *self.words])
        words = self.words[name]
        if isinstance(words, dict):
            fields = words.get("by", name)
            key = ", ".join(key_words(valued(field, self)) for field in fields.split(", "))
            if key not in words and "else" not in words:
                raise NoSuchName(key, words)
            words = words.get(key, words.get("else"))
        return filled(words, self)

    def known(self, name: str) -> bool:
        return name in self or name in self.words


def key_words(value: Any) -> str:
    """Return a value as the key of a table: `true`, `6`, `none`."""
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)


def is_plain(value: Any) -> bool:
    return (
        value is None
        or isinstance(value, (str, int, float))
        or (type(value) in (list, tuple) and all(map(is_plain, value)))
    )


def plain(value: Any) -> Any:
    """Return a value for facts: a list becomes a tuple, and "-" becomes None, which TOML does not have."""
    if isinstance(value, dict):
        return {name: plain(part) for name, part in value.items()}
    return tuple(map(plain, value)) if isinstance(value, (list, tuple)) else None if value == "-" else value


# The drill of an edition: its cards and their functions.


def nothing_met(shooter: Any, target: Any) -> Iterable[tuple[Any, float]]:
    return ()


def nothing_had(name: str) -> Callable[[Any], bool]:
    raise NoSuchName(name, ())


def holds(field: str, wanted: Any) -> Callable[[Any], bool]:
    """Return a test for one field: equal to the value, in the list, or at least `from`. For true or false: whether the
    field is set."""
    value_of = attrgetter(field)  # fast, because it tests thousands of meetings
    if isinstance(wanted, bool):
        return lambda met: bool(value_of(met)) is wanted
    if isinstance(wanted, dict):
        return lambda met: (value_of(met) or 0) >= wanted["from"]
    choice = wanted if isinstance(wanted, list) else [wanted]
    return lambda met: value_of(met) in choice


def every_of(fits: Sequence[Callable[[Any], bool]]) -> Callable[[Any], bool]:
    """Return a test that all these tests are True. A single test is returned unchanged, which is fast."""
    return reduce(both, fits) if fits else lambda met: True


def both(test: Callable[[Any], bool], other: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda met: test(met) and other(met)


class SharedCards(NamedTuple):
    """Cards and functions that drills of several editions share, in a package that names no edition.

    An edition has all these cards, but for the rules in the key `without` of its file of the same name. Its own card
    with the key `shared` is the shared card of that rule, with its own keys first. It knows the words and shared parts
    of that file too.
    """

    package: str
    files: Sequence[str]
    modules: Sequence[str]
    rule: Callable[[str], str]  # returns the edition's id of a shared rule
    given: Mapping[str, Any]  # values for parameters of the functions


BESIDES = ("FLY", "MOUNTED", "PSYKER", "TITANIC", "TOWERING", "Feel No Pain", "invulnerable", "macro", "reinforced")


class DrillModules:
    """The drill of an edition: `files` hold its cards, `modules` the functions that they name.

    `meetings` is as in `Source.meeting`. `having` returns a test for a name in `met` or `meet` without a function, such
    as a special rule; `known` returns all these names. `scales` holds by kind every possible need, and last the words
    for none. `of_meeting` returns values from a meeting, by name. `shared` is what other editions share.
    """

    def __init__(
        self,
        package: str,
        files: Sequence[str],
        modules: Sequence[str],
        meetings: Callable[[Any, Any], Iterable[tuple[Any, float]]] = nothing_met,
        having: Callable[[str], Callable[[Any], bool]] = nothing_had,
        scales: Mapping[str, tuple[str, ...]] | None = None,
        of_meeting: Mapping[str, Callable[[Any], Any]] | None = None,
        known: Callable[[], Iterable[str]] = tuple,
        shared: SharedCards | None = None,
    ) -> None:
        self.package, self.own_files, self.meetings, self.having = package, files, meetings, having
        self.files = tuple(dict.fromkeys((*files, *(shared.files if shared else ()))))
        self.scales, self.of_meeting = scales or {}, of_meeting or {}
        self.modules, self.names_known, self.shared = modules, known, shared
        self.tests: dict[str, Callable[[Any], bool]] = {}  # by the names of which they were made

    @property
    def given(self) -> Mapping[str, Any]:
        """Values for parameters of the functions, besides drawn ones."""
        return self.shared.given if self.shared else {}

    @cached_property
    def words(self) -> re.Pattern[str]:
        """The special rules and keywords that a text may name, and what not every list has besides; with “not” before
        it, if it has one."""
        named = {name.removeprefix("target ").removeprefix("shooter ") for name in self.names_known()}
        names = {name for name in named if name[:1].isupper() and name != "Instant Death"} | {*BESIDES}
        alternatives = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
        return re.compile(rf"\b((?:not|nor|neither|without) (?:an? )?)?\b({alternatives})\b")

    # Cards -----------------------------------------------------------------------------------------------------------

    def page(self, file: str) -> tuple[str, str, str]:
        """Return the package of the cards or "", the file, and the package that shares with it, or ""."""
        lent = self.shared.package if self.shared and file in self.shared.files else ""
        return self.package if file in self.own_files else "", f"{file}.toml", lent

    def glance(self, file: str) -> list[dict[str, str]]:
        """Return only `kind`, `rule` and `common` of each card in a file."""
        cards = [self.seen(file, index, keys) for index, keys in enumerate(glance(*self.page(file)))]
        return cards + [self.seen(file, 0, {"shared": rule, "kind": kind}) for rule, kind in self.borrowed(file)]

    def borrowed(self, file: str) -> list[tuple[str, str]]:
        """Return rule and kind of the shared cards that the file takes as they are."""
        package, name, lent = self.page(file)
        cards = glance(lent, name)
        shared = [(index, keys) for index, keys in enumerate(glance(package, name, lent)) if "shared" in keys]
        taken = {self.lent(file, index, keys) for index, keys in shared}
        without = page_of(name, sections(package, name).shared).get("without", ())
        left = [card for index, card in enumerate(cards) if index not in taken and card["rule"] not in without]
        return [(card["rule"], card["kind"]) for card in left]

    def seen(self, file: str, index: int, keys: Mapping[str, str]) -> dict[str, str]:
        if self.shared is None or "shared" not in keys:
            return {**keys}
        nth = self.lent(file, index, keys)
        return {**glance(self.shared.package, f"{file}.toml")[nth], "rule": self.shared.rule(keys["shared"]), **keys}

    def lent(self, file: str, index: int, keys: Mapping[str, Any]) -> int:
        """Return the index of the shared card in its file. :raises CardError: there is none"""
        package, name, lent = self.page(file)
        for nth, card in enumerate(glance(lent, name)):
            if card["rule"] == keys["shared"] and keys.get("kind", card["kind"]) == card["kind"]:
                return nth
        raise read_card(package, name, index, lent).wrong(f"shared: there is no card of {keys['shared']}")

    def card(self, file: str, index: int) -> Card:
        """Return one card completely. :raises CardError: the card has a wrong form"""
        package, name, lent = self.page(file)
        if index < (count := len(sections(package, name).cards)):
            card = read_card(package, name, index, lent)
        else:
            rule, kind = self.borrowed(file)[index - count]
            words = page_of(name, sections(package, name).shared).get("words", {})
            lends = page_of(name, sections(lent, name).shared).get("words", {})
            card = Card(name, {"shared": rule, "kind": kind}, {**lends, **words})
        if self.shared is None or "shared" not in card.parts:
            return card
        parts = {**read_card(lent, name, self.lent(file, index, card.parts)).parts}
        parts["rule"] = self.shared.rule(parts["rule"])
        return card.but(parts=merged(parts, card.parts))

    # Functions -------------------------------------------------------------------------------------------------------

    @property
    def opened(self) -> list[ModuleType]:
        """The modules of the functions, own and shared."""
        rooms = [(self.package, self.modules), *([(self.shared.package, self.shared.modules)] if self.shared else [])]
        return [
            import_module(name)
            for room, files in rooms
            for name in (room, *(f"{room}.{file}" for file in files))
            if name
        ]

    @cached_property
    def named(self) -> dict[str, Callable[..., Any]]:
        """The functions of the modules by name."""
        all_ = [(name, function, module.__name__) for module in self.opened for name, function in vars(module).items()]
        return {
            name: item for name, item, module in all_ if callable(item) and getattr(item, "__module__", "") == module
        }

    @cached_property
    def known(self) -> frozenset[str]:
        return frozenset(self.names_known())

    def fits(self, names: Iterable[Any]) -> Callable[[Any], bool]:
        """Return the test that all these names give; the same one for the same names."""
        if (key := str(names)) not in self.tests:
            self.tests[key] = every_of([self.fit(name) for name in names])
        return self.tests[key]

    def fit(self, name: str | Mapping[str, Any]) -> Callable[[Any], bool]:
        """Return the test of this name: a function, or `having`, negated by `no`; or tests of fields.
        :raises NoSuchName: the name is unknown"""
        if not isinstance(name, str):
            return every_of([holds(field, wanted) for field, wanted in name.items()])
        if name.startswith("no ") and key_of(name) not in self.named:
            other = self.fit(name.removeprefix("no "))
            return lambda met: not other(met)
        if key_of(name) in self.named:
            return self.named[key_of(name)]
        if name not in self.known:
            raise NoSuchName(name, [*self.known, *(known.replace("_", " ") for known in self.named)])
        return self.having(name)

    def function(self, card: Card, key: str, name: str) -> Callable[..., Any]:
        try:
            return self.named[key_of(name)]
        except KeyError:
            raise card.wrong(f"{key}: {unknown(name, (known.replace('_', ' ') for known in self.named))}") from None
