"""Scenario documents of the 11th edition as plain values, for ``oracle.py``. Nothing of the program's.

Lines of words are written as in 10th edition (``oracle_words.py`` there reads them); what this edition adds is read here:
Close-Quarters, Blast X, Lone Operative X", Hunter, and abilities that are limited by keyword: ``Lethal Hits: VEHICLE``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from tests.rules.tenth.oracles.dice import ONE, Amount, amount
from tests.rules.tenth.oracles.words import Said
from tests.rules.tenth.oracles.words import read as as_before

NONE = 7  # a need that no die shows
BIG = frozenset(("MONSTER", "VEHICLE"))


class Gun(NamedTuple):
    """``skill`` is None where it is printed as N/A."""

    name: str
    range: int
    attacks: Amount
    skill: int | None
    strength: int
    ap: int
    damage: Amount
    lines: tuple[Said, ...]


class Man(NamedTuple):
    """One model. ``joined``: a Leader or Support of other models."""

    kind: str
    toughness: int
    save: int
    invulnerable: int
    wounds: int
    left: int
    keywords: frozenset[str]
    joined: bool
    guns: tuple[Gun, ...]
    lines: tuple[Said, ...]

    @property
    def character(self) -> bool:
        return "CHARACTER" in self.keywords or self.joined


class Troop(NamedTuple):
    """One unit, model by model in the order of its list."""

    name: str
    men: tuple[Man, ...]
    lines: tuple[Said, ...]

    @property
    def keywords(self) -> frozenset[str]:
        characters = [frozenset(("CHARACTER",))] if any(man.character for man in self.men) else []
        return frozenset().union(*(man.keywords for man in self.men), *characters)

    @property
    def big(self) -> bool:
        return bool(self.keywords & BIG)

    def is_a(self, words: str) -> bool:
        """Any of ``INFANTRY/BEASTS``; one of several words is a row of keywords."""
        return any(one in self.keywords or set(one.split()) <= self.keywords for one in words.upper().split("/"))


class Scenario(NamedTuple):
    attacker: Troop
    target: Troop
    answers: dict[str, Any]


def scenario(document: Mapping[str, Any]) -> Scenario:
    assert document["ruleset"] == "40k-11e"
    guns = {name: gun(name, said) for name, said in document["weapons"].items()}
    attacker, target = troop(document["attacker"], guns), troop(document["target"], guns)
    return Scenario(attacker, target, dict(document.get("answers", {})))


def gun(name: str, said: Mapping[str, Any]) -> Gun:
    skill = str(said.get("BS", "N/A"))
    return Gun(
        name,
        int(said["range"]),
        amount(str(said["A"])),
        None if skill in ("N/A", "-") else needed(skill),
        int(said["S"]),
        int(said["AP"]),
        amount(str(said["D"])),
        tuple(map(read, said.get("abilities", ()))),
    )


def troop(said: Mapping[str, Any], guns: Mapping[str, Gun]) -> Troop:
    keywords = upper(said.get("keywords", ()))
    men = [man(one, keywords, guns) for one in said["models"] for _ in range(one.get("count", 1))]
    return Troop(said["name"], tuple(men), tuple(map(read, said.get("abilities", ()))))


def man(said: Mapping[str, Any], keywords: frozenset[str], guns: Mapping[str, Gun]) -> Man:
    lines = [*said.get("abilities", ())]
    if "FNP" in said:
        lines.append(f"Feel No Pain {said['FNP']}")
    return Man(
        said["name"],
        int(said["T"]),
        needed(said.get("Sv", "-")),
        max(2, needed(said.get("Inv", said.get("InSv", "-")))),
        int(said["W"]),
        int(said["W"]) - int(said.get("lost", 0)),
        keywords | upper(said.get("keywords", ())),
        bool(said.get("leader") or said.get("support")),
        tuple(guns[name] for name in said.get("weapons", ()) if name in guns),
        tuple(map(read, lines)),
    )


def needed(text: Any) -> int:
    found = re.search(r"\d+", str(text))
    return int(found[0]) if found else NONE


def upper(words: Any) -> frozenset[str]:
    return frozenset({"GRENADES": "EXPLOSIVES"}.get(str(word).upper(), str(word).upper()) for word in words)


# Lines of words ------------------------------------------------------------------------------------------------------

LIMITED = re.compile(
    r"(?i)(lethal hits|sustained hits [D\d+]+|twin-linked|devastating wounds|precision|rapid fire [D\d+]+|melta \d+"
    r"|ignores cover|blast(?: \d+)?|anti-[a-z ]+ \d\+?|heavy): *([A-Z][A-Z /]*)"
)


@cache
def read(line: str) -> Said:
    if limited := LIMITED.fullmatch(line.strip()):
        said = read(limited[1])
        return said._replace(whens=(*said.whens, ("against", limited[2].upper())), words=line)
    words = line.strip().casefold()
    if words in ("pistol", "close-quarters"):
        return Said("close-quarters", words=line)
    if blast := re.fullmatch(r"blast(?: (\d+))?", words):
        return Said("blast", Amount(plus=int(blast[1] or 1)), words=line)
    if lone := re.fullmatch(r'lone operative(?: (\d+)"?)?', words):
        return Said("lone operative", Amount(plus=int(lone[1] or 12)), words=line)
    if hunter := re.fullmatch(r"hunter: *(.+)", words):
        return Said("hunter", ONE, keyword=hunter[1].upper(), words=line)
    if damaged := re.fullmatch(r"damaged:? (?:1-)?(\d+)(?: wounds)?", words):
        return Said("damaged", Amount(plus=int(damaged[1])), words=line)
    return as_before(line)
