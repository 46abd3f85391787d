"""Names of units, models and weapons as they are compared between a file and the data (IMP-62).

A name is first looked for as it is. Only then may it be without its faction, in the plural, or with its words in
another order: each source writes those in its own way. Anything farther off is proposed to the player, never taken.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

from shoot_cli.armies.tree import near

ALIKE = 0.88  # how much of two names must be the same to propose one for the other
_LEGENDS = re.compile(r"[\[(]\s*legends?\s*[\])]", re.IGNORECASE)
_ARMED = re.compile(r"\s(?:w/|with\s)|\(", re.IGNORECASE)
_APOSTROPHES = str.maketrans("", "", "'’‘`´ʼ")
_NO_LETTERS = re.compile(r"[^0-9a-z]+")
_BREADCRUMB = re.compile(r"(?<!\s)\s+[-–—]\s+|(?:(?<!\s)\s+)?[/,:]\s+")


@lru_cache(1 << 16)  # a folder of catalogues has ten thousand names
def key(name: str) -> str:
    """The name without case, accents, punctuation and ``[Legends]``; "" if it has neither letters nor digits."""
    text = unicodedata.normalize("NFKD", _LEGENDS.sub(" ", name.replace("&", " and "))).translate(_APOSTROPHES)
    text = "".join(letter for letter in text if not unicodedata.combining(letter)).casefold()
    return _NO_LETTERS.sub(" ", text).strip()


@lru_cache(1 << 16)  # a folder of catalogues has ten thousand names
def singular(name: str) -> str:
    """The key of a name with each of its words in the singular, as well as that can be told."""
    return " ".join(map(_one, key(name).split()))


def _one(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return f"{word[:-3]}y"
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


@lru_cache(1 << 16)  # a folder of catalogues has ten thousand names
def unarmed(name: str) -> str:
    """The name of a model without what it is told to have: “Boy w/ big shoota”, “Guard (Spear)”, “Veteran with bow”."""
    found = _ARMED.search(name)
    return name[: found.start()].strip() or name if found else name


@lru_cache(1 << 16)  # a folder of catalogues has ten thousand names
def any_order(name: str) -> str:
    """The same with its words in the order of the alphabet: “Veterans with Jump Packs”, “Jump Pack Veteran with”."""
    return " ".join(sorted(singular(name).split()))


def factions(*said: str) -> frozenset[str]:
    """Keys of the factions in what files call them: ``Chaos - World Eaters``, ``Faction: World Eaters``."""
    parts = (part for text in said for part in _BREADCRUMB.split(text))
    return frozenset(found for part in parts if (found := key(part)) and found != "faction")


def without(faction: str, name: str) -> str:
    """What is left of a key when a faction stands before it; "" if it does not, or if nothing else is there."""
    return name[len(faction) + 1 :] if name.startswith(f"{faction} ") else ""


def alike(name: str, others: Iterable[str]) -> tuple[str, ...]:
    """Names near enough to this one to be proposed, the nearest first."""
    return tuple(near(name, sorted(set(others)), cutoff=ALIKE))


Listed = Sequence[tuple[str, frozenset[str]]]


def exact(name: str, listed: Listed, said: frozenset[str]) -> list[int]:
    """Places of the units of this name; of the faction that was said, if there is one of that."""
    wanted = key(name)
    found = [place for place, (other, _) in enumerate(listed) if key(other) == wanted]
    return of_faction(found, listed, said)


def nearly(name: str, listed: Listed, said: frozenset[str], every: bool = False) -> list[int]:
    """Places of units that bear this name but for a faction before it, and the plural. None if several names do, unless
    ``every`` is wanted."""
    wanted = key(name)
    found = []
    for place, (other, own) in enumerate(listed):
        theirs = key(other)
        ways = {singular(way) for way in (theirs, *(without(faction, theirs) for faction in own)) if way}
        if ways & {singular(way) for way in (wanted, *(without(faction, wanted) for faction in own | said)) if way}:
            found.append(place)
    ours = of_faction(found, listed, said)
    return ours if every or len({key(listed[place][0]) for place in ours}) == 1 else []


def of_faction(places: list[int], listed: Listed, said: frozenset[str]) -> list[int]:
    """Those that have most of what is said of the faction: two of Chaos are not both of the World Eaters."""
    most = max((len(listed[place][1] & said) for place in places), default=0)
    return [place for place in places if len(listed[place][1] & said) == most]
