"""A card of an edition's drill as its file has it: which keys there are, what they hold, and what is wrong with one.

``docs/cards.md`` explains the keys to whoever writes cards; ``asking`` makes questions of them.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pkgutil import get_data
from typing import Any, Final, NamedTuple

from shoot_cli.core.record import Record

Named = Mapping[str, Callable[..., Any]]

WORDS: Final = (str,)
LIST: Final = (list,)
TABLE: Final = (dict,)
KEYS: Final[Mapping[str, tuple[type, ...]]] = {
    "kind": WORDS, "rule": WORDS, "like": WORDS, "common": (int,), "met": LIST, "usual": LIST, "draw": TABLE,
    "own": TABLE, "answer": WORDS, "text": WORDS, "right": WORDS, "wrong": LIST, "mistakes": LIST, "elsewhere": LIST,
    "scale": LIST, "most": (int,), "lowest": (int,), "shuffle": (bool,), "why": WORDS, "because": WORDS,
    "besides": WORDS, "more": LIST, "facts": (list, dict), "situation": WORDS, "cell": LIST, "ways": LIST,
    "weight": (int,), "words": TABLE, "maker": WORDS, "given": TABLE, "patience": (int,), "steps": LIST, "of": WORDS,
    "shared": WORDS,
}  # fmt: skip
BEGINS: Final = re.compile(r"^\[(?:\[card|like\.([\w-]+))\]", re.MULTILINE)  # a card, or what cards share
GLANCED: Final = re.compile(r'^(kind|rule|common|like|shared) = "?([^"# \n]*)', re.MULTILINE)
OF_FILE: Final = ("card", "like", "words")
TABLES: Final = ("draw", "own", "words", "facts")


class CardError(ValueError):
    """What is wrong with a card, in which file, and what would do."""


class NoSuchName(KeyError):
    """Nothing is called as a card has it: ``str`` of it says so, with what was perhaps meant."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        super().__init__(name)
        self.known = [*known]

    def __str__(self) -> str:
        return unknown(self.args[0], self.known)


class Card(Record):
    """``parts``: its keys; ``words``: sentences that its file gives to all cards in it, by name."""

    file: str
    parts: Mapping[str, Any]
    words: Mapping[str, Any]

    @property
    def name(self) -> str:
        return f"{self.file}, card {self.parts.get('rule', '?')} ({self.parts.get('kind', '?')})"

    def wrong(self, what: str) -> CardError:
        return CardError(f"{self.name}: {what}")

    def every_way(self) -> list[Card]:
        """The ways in which it can be asked: what one says goes before what the card says."""
        whole = {key: value for key, value in self.parts.items() if key != "ways"}
        return [self.but(parts=merged(whole, way)) for way in self.parts.get("ways", [{}])]


class Sections(NamedTuple):
    """The text of a file, cut: to read all of it takes long, and nobody asks all its cards."""

    shared: str  # what stands before the cards, and what they may be like
    likes: Mapping[str, str]
    cards: Sequence[str]


def text_of(package: str, file: str) -> str:
    """ "" of no package."""
    return (get_data(package, file) or b"").decode() if package else ""


@cache
def sections(package: str, file: str) -> Sections:
    text = text_of(package, file)
    begins = [*BEGINS.finditer(text)]
    ends = [begin.start() for begin in begins[1:]] + [len(text)] * bool(begins)
    found = [(begin[1], text[begin.start() : end]) for begin, end in zip(begins, ends, strict=True)]
    likes = {like: words for like, words in found if like}
    before = text[: begins[0].start()] if begins else text
    return Sections("".join((before, *likes.values())), likes, [words for like, words in found if not like])


# ``lent``: a package whose file of the same name lends its words, and what cards may be like.


def glance(package: str, file: str, lent: str = "") -> list[dict[str, str]]:
    """``kind``, ``rule`` and ``common`` of each card in a file, of which no more is read."""
    cut = sections(package, file)
    shared = {**sections(lent, file).likes, **cut.likes}
    likes = {like: dict(GLANCED.findall(words)) for like, words in shared.items()}
    every = [dict(GLANCED.findall(words)) for words in cut.cards]
    return [{**likes.get(keys.get("like", ""), {}), **keys} for keys in every]


def read(package: str, file: str, lent: str = "") -> list[Card]:
    """The cards of a file beside the package's modules. :raises CardError: something in it is not understood"""
    return understood(file, page_of(file, text_of(package, file)), page_of(file, sections(lent, file).shared))


@cache
def read_card(package: str, file: str, place: int, lent: str = "") -> Card:
    """One of them. :raises CardError: something in it is not understood"""
    cut, page = sections(package, file), page_of(file, sections(lent, file).shared)
    try:
        return understood(file, page_of(file, cut.shared) | page_of(file, cut.cards[place]), page)[0]
    except CardError:
        read(package, file, lent)  # says it with the line of the file
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
    """Both; of two tables what stands in either."""
    tables = [key for key in TABLES if isinstance(shared.get(key), dict) and isinstance(own.get(key), dict)]
    both = {key: {**shared[key], **own[key]} for key in tables}
    return {**shared, **own, **both}


def unknown(name: str, known: Iterable[str]) -> str:
    """In a sentence, with what was perhaps meant."""
    from difflib import get_close_matches  # for errors alone

    close = get_close_matches(name, [*known], 1)
    return f"there is no “{name}”" + (f"; is “{close[0]}” meant?" if close else "")


def key_of(name: str) -> str:
    """A function by its name in a card: ``to hit`` is ``to_hit``."""
    return name.replace(" ", "_").casefold()
