"""Names of units, models and weapons, as they are compared between a file and the data (IMP-62).

A name is first searched as it is. Then its faction, the plural and the order of words may differ, as sources write
these differently. A name that differs by one letter is taken if only one is so near, and told as a guess. Names that
differ more are proposed to the player, but never taken.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

from shoot_cli.armies.tree import near

ALIKE = 0.88  # the similarity that is needed for a proposal
_LEGENDS = re.compile(r"[\[(]\s*legends?\s*[\])]", re.IGNORECASE)
_ARMED = re.compile(r"\s(?:w/|with\s)|\(", re.IGNORECASE)
_APOSTROPHES = str.maketrans("", "", "'’‘`´ʼ")
_NO_LETTERS = re.compile(r"[^0-9a-z]+")
TWICE = (
    ("imperial agents", "agents of the imperium"), ("heretic astartes", "chaos space marines"),
    ("legiones daemonica", "chaos daemons"), ("adeptus astartes", "space marines"),
)  # fmt: skip
SAME = {name: other for pair in TWICE for name, other in (pair, pair[::-1])}
_BREADCRUMB = re.compile(r"(?<!\s)\s+[-–—]\s+|(?:(?<!\s)\s+)?[/,:]\s+")


@lru_cache(1 << 16)  # a folder of catalogues has ten thousand names
def key(name: str) -> str:
    """Return the name without case, accents, punctuation and `[Legends]`; "" if no letter or digit is left."""
    text = unicodedata.normalize("NFKD", _LEGENDS.sub(" ", name.replace("&", " and "))).translate(_APOSTROPHES)
    text = "".join(letter for letter in text if not unicodedata.combining(letter)).casefold()
    return _NO_LETTERS.sub(" ", text).strip()


@lru_cache(1 << 16)
def singular(name: str) -> str:
    """Return the key of a name with each word in the singular, as far as that can be told."""
    return " ".join(map(_singular_word, key(name).split()))


def _singular_word(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return f"{word[:-3]}y"
    return word[:-1] if len(word) > 3 and word.endswith(("s", "z")) and word[-2] not in "sz" else word  # Orks are Boyz


@lru_cache(1 << 16)
def unarmed(name: str) -> str:
    """Return a model's name without its weapons: “Boy w/ big shoota”, “Guard (Spear)”, “Veteran with bow”."""
    match = _ARMED.search(name)
    return name[: match.start()].strip() or name if match else name


@lru_cache(1 << 16)
def any_order(name: str) -> str:
    """Return the key with singular words in alphabetical order, as for “Veterans with Jump Packs”."""
    return " ".join(sorted(singular(name).split()))


def factions(*texts: str) -> frozenset[str]:
    """Return the keys of factions in a text such as ``Chaos - World Eaters`` or ``Faction: World Eaters``.

    A faction that sources call by two names has both.
    """
    parts = (part for text in texts for part in _BREADCRUMB.split(text))
    keys = {name_key for part in parts if (name_key := key(part)) and name_key != "faction"}
    return frozenset(keys | {SAME[name_key] for name_key in keys & SAME.keys()})


def without(faction: str, name: str) -> str:
    """Return the key without the faction before it; "" if it does not begin so, or nothing is left."""
    return name[len(faction) + 1 :] if name.startswith(f"{faction} ") else ""


def alike(name: str, others: Iterable[str]) -> tuple[str, ...]:
    """Return the names that are similar enough for a proposal, the nearest first."""
    return tuple(near(name, sorted(set(others)), cutoff=ALIKE))


def a_word_apart(name: str, other: str) -> bool:
    """Return True if one name has all words of the other and one more at its end: “Glare” and “Glare pistol”.

    A word in front is no such difference, as it makes other things: “Heavy bow” is no bow.
    """
    shorter, longer = sorted((singular(name).split(), singular(other).split()), key=len)
    return bool(shorter) and len(longer) == len(shorter) + 1 and longer[:-1] == shorter and longer[-1].isalpha()


SHORTEST = 5  # letters of names that may differ by one of them; “Axe” and “Ace” are different things
MARKS = 4  # letters that a name may lose in its key, such as accents and brackets


def a_letter_apart(name: str, other: str) -> bool:
    """Return True if exactly one letter differs, is missing, or is too many. A number or a plural is no such slip."""
    return abs(len(name) - len(other)) <= MARKS and _a_letter_apart(name, other)


@lru_cache(1 << 16)
def _a_letter_apart(name: str, other: str) -> bool:
    one, two = key(name), key(other)
    if singular(name) == singular(other) or min(len(one), len(two)) < SHORTEST:
        return False
    return one_letter_off(one, two)


def one_letter_off(one: str, two: str, swaps: bool = False) -> bool:
    """Return True if exactly one letter differs, is missing, or is too many.

    :param swaps: True if two neighbours may be swapped as well
    """
    if one == two or abs(len(one) - len(two)) > 1:
        return False
    shortest = min(len(one), len(two))
    begin = next((index for index in range(shortest) if one[index] != two[index]), shortest)
    tail, other_tail = one[begin:], two[begin:]
    rest = max(len(tail), len(other_tail)) - 1  # letters behind the one that differs
    mine, its = tail[: len(tail) - rest], other_tail[: len(other_tail) - rest]
    differs = tail[len(tail) - rest :] == other_tail[len(other_tail) - rest :]
    swapped = swaps and tail[:2] == other_tail[1::-1] and tail[2:] == other_tail[2:]
    return swapped or (differs and all(part.isalpha() for part in (mine, its) if part))


def misspelt(name: str, others: Iterable[str]) -> str:
    """Return the only one of these names that differs by one letter; "" if there is none, or more than one."""
    by_key = {key(other): other for other in others if a_letter_apart(name, other)}
    return next(iter(by_key.values())) if len(by_key) == 1 else ""


Listed = Sequence[tuple[str, frozenset[str]]]


def exact(name: str, listed: Listed, stated: frozenset[str]) -> list[int]:
    """Return the indexes of the units of this name, those of the stated faction if there are any."""
    wanted = key(name)
    indexes = [index for index, (other, _) in enumerate(listed) if key(other) == wanted]
    return of_faction(indexes, listed, stated)


def nearly(name: str, listed: Listed, stated: frozenset[str], several: bool = False) -> list[int]:
    """Return the indexes of units whose names differ only by a faction or the plural.

    Return [] if they have several names, unless `several` is True.
    """
    wanted = key(name)
    indexes = []
    for index, (other, known) in enumerate(listed):
        theirs = key(other)
        ways = {singular(way) for way in (theirs, *(without(faction, theirs) for faction in known)) if way}
        if ways & {singular(way) for way in (wanted, *(without(faction, wanted) for faction in known | stated)) if way}:
            indexes.append(index)
    ours = of_faction(indexes, listed, stated)
    return ours if several or len({key(listed[index][0]) for index in ours}) == 1 else []


def slips(name: str, listed: Listed, stated: frozenset[str]) -> list[int]:
    """Return the indexes of the only unit of the stated faction whose name differs by one letter; else []."""
    candidates = [index for index, (_, factions_of) in enumerate(listed) if factions_of & stated]
    ours = {index: [listed[index][0]] for index in candidates}
    for index, names in ours.items():
        names += [short for faction in listed[index][1] if (short := without(faction, key(names[0])))]
    near_ones = [index for index, names in ours.items() if any(a_letter_apart(name, other) for other in names)]
    return of_faction(near_ones, listed, stated) if len({key(listed[index][0]) for index in near_ones}) == 1 else []


def of_faction(indexes: list[int], listed: Listed, stated: frozenset[str]) -> list[int]:
    """Return the units that share most of the stated factions: “Chaos” alone does not make World Eaters."""
    most = max((len(listed[index][1] & stated) for index in indexes), default=0)
    return [index for index in indexes if len(listed[index][1] & stated) == most]
