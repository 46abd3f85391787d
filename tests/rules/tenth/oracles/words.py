"""Reads lines of words for ``oracle.py``: [REACH:] EFFECT {WHEN} [as NAME] (10E-EFF, section 1). Nothing of the program's.

A line becomes a ``Said``: what it changes and by how much, with the sign that it has for that number: improving AP and
Ballistic Skill lower it.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from tests.rules.tenth.oracles.dice import ONE, Amount, amount


class Said(NamedTuple):
    what: str
    amount: Amount = ONE
    sign: int = 1
    need: int = 7  # of N+
    keyword: str = ""
    whens: tuple[tuple[str, str], ...] = ()
    reach: str = ""  # led, unit, friendly, enemies, marked, lent
    whom: str = ""  # keywords of friends; inches of enemies
    incoming: bool = False
    called: str = ""
    words: str = ""  # all of it, as written
    crossed: bool = False  # it works on the enemy of whoever has it

    @property
    def number(self) -> int:
        return self.sign * self.amount.plus


X, N, K = r"(?P<x>\d*D[36](?:\+\d+)?|\d+)", r"(?P<x>\d+)", r"(?P<k>[A-Z][A-Z ]*)"
NEED = r"(?P<n>[2-6])\+?"
# Words, what they change, the sign of the number.
PLAIN: tuple[tuple[str, str, int], ...] = (
    (rf"rapid fire {X}", "rapid fire", 1),
    (rf"melta {X}", "melta", 1),
    (rf"sustained hits {X}", "sustained hits", 1),
    (rf"anti-{K} {NEED}", "anti", 1),
    (rf"conversion(?: {N})?", "conversion", 1),
    (rf"mortal wounds {X} on {NEED}", "mortal wounds", 1),
    (r"(?:re-roll|reroll) (hit|wound|damage) rolls of 1", "again {0} ones", 1),
    (r"re-roll (hit|wound|damage) rolls", "again {0} all", 1),
    (r"re-roll saves of 1", "again save ones", 1),
    (r"re-roll saves", "again save all", 1),
    (r"re-roll number of attacks", "again attacks all", 1),
    (r"re-roll one (.+)", "one again", 1),
    (r"set one (.+) to 6", "one six", 1),
    (rf"critical (hits|wounds) on {NEED}", "critical {0}", 1),
    (rf"critical (hits|wounds) on successful {NEED}", "critical if {0}", 1),
    (r"every successful wound is critical", "every wound critical", 1),
    (rf"\+{N} to (hit|wound)", "to {1}", 1),
    (rf"-{N} to (hit|wound)", "to {1}", -1),
    (rf"improve (BS|AP) by {N}", "{0}", -1),
    (rf"worsen (BS|AP) by {N}", "{0}", 1),
    (rf"improve AP by {N} on critical wounds", "critical AP", -1),
    (rf"AP becomes -{N} on critical wounds", "critical AP is", -1),
    (rf"\+{X} damage on critical wounds", "critical D", 1),
    (rf"\+{X} (attacks|strength|damage|toughness)", "{1}", 1),
    (rf"\+{N} attacks per {K} model", "attacks per", 1),
    (rf'\+{N}" range', "range", 1),
    (rf"-{X} (attacks|strength|damage|toughness)", "{1}", -1),
    (rf"(attacks|damage|strength|toughness) becomes? {N}", "{0} is", 1),
    (r"double attacks", "double attacks", 1),
    (rf"{X} mortal wounds in addition on critical (hits|wounds)", "mortal on {1}", 1),
    (rf"{X} mortal wounds on critical (hits|wounds)", "mortal on {1}", 1),
    (rf"(hit|wound) rolls of 1-{N} fail", "{0} fails", 1),
    (rf"Overwatch hits on {NEED}", "overwatch", 1),
    (rf"Feel No Pain {NEED}", "pain", 1),
    (rf"invulnerable save {NEED}", "invulnerable", 1),
    (rf"worsen save by {N}", "save", 1),
    (rf"improve save by {N}(?: to {NEED})?", "save", -1),
    (rf"\+{N} to saves", "to saves", 1),
    (rf"-{N} to saves", "to saves", -1),
    (r"half damage", "half damage", 1),
    (rf"damage at most {N}", "at most", 1),
    (r"damaged: 1-(?P<x>\d+)", "damaged", 1),
)
HINDRANCES = (
    "hit fails", "wound fails", "no re-rolls", "half damage", "at most", "no damage once", "psychic", "hazardous", "stealth",
    "pain", "invulnerable", "has cover", "toughness is", "toughness of the majority", "again save ones", "again save all",
)  # fmt: skip
WHENS = re.compile(
    r"""[ ](?:(?P<a>not\ against|against)[ ]|(?P<w>within|beyond)[ ](?=\d|half)|when\ S\ is[ ]|(?P<i>if)[ ]
    |(?P<o>once\ per)[ ])""",
    re.VERBOSE | re.IGNORECASE,
)


REACHES = (
    r'(?i)(led|unit|marked|lent|friendly(.*?) within (\d+)"|enemies within (\d+)"|mark(?: after shooting)?(?: for a turn)?'
    r'|lend(?: for a turn)? within \d+"): *'
)


@cache
def read(line: str) -> Said:
    words = line.strip()
    found: dict[str, object] = {"words": words}
    if named := re.search(r" as ([^:]+)$", words):
        words, found["called"] = words[: named.start()], named[1]
    if reach := re.match(REACHES, words):
        words = words[reach.end() :]
        word = reach[1].split()[0].casefold()
        found["reach"] = {"mark": "marked", "lend": "lent"}.get(word, word)  # who marks or lends has it himself
        found["whom"] = (reach[2] or "").strip() or reach[4] or ""
    if several := re.match(r"(?i)one of: *([^,]*),", words):
        words = several[1]  # the first, where nothing is said
    if coming := re.match(r"(?i)incoming: *", words):
        words, found["incoming"] = words[coming.end() :], True
    whens: list[tuple[str, str]] = []
    marks = [*WHENS.finditer(words)]
    for mark, end in zip(marks, [*(mark.start() for mark in marks[1:]), len(words)][: len(marks)], strict=True):
        whens.append((mark[0].strip().casefold(), words[mark.end() : end].strip()))
    effect = words[: marks[0].start()] if marks else words
    return of(effect)._replace(whens=tuple(sorted(whens)), **found)  # type: ignore[arg-type]


def of(effect: str) -> Said:
    for pattern, what, sign in PLAIN:
        if match := re.fullmatch(pattern, effect, re.IGNORECASE):
            named = match.groupdict()
            kinds = list(match.groups())
            said = Said(what.format(*map(str, kinds)).casefold(), sign=sign)
            if what.startswith("one "):
                return said._replace(keyword=kinds[0] or "")
            if named.get("x"):
                said = said._replace(amount=amount(named["x"]))
            if named.get("n"):
                said = said._replace(need=int(named["n"]))
            return said._replace(keyword=named.get("k") or "")
    return Said(effect.casefold())


def hinders(said: Said) -> bool:
    """True of what is worse for whoever shoots: done to an enemy it works on his attacks, all else on attacks at him."""
    worse = {"to hit": -1, "to wound": -1, "bs": 1, "ap": 1, "attacks": -1, "strength": -1, "damage": -1}
    signs = {"toughness": 1, "save": -1, "to saves": 1}
    if said.what in worse:
        return said.sign == worse[said.what]
    return said.what in HINDRANCES or signs.get(said.what) == said.sign


def once_key(said: Said) -> str:
    """What is used: its name, or its words without how often."""
    words = re.sub(r" once per (battle|turn|phase)", "", said.words)
    return f"use {said.called or words[:1].upper() + words[1:]}"


def singles(said: Said) -> frozenset[str]:
    """Which dice one of may be changed: "hit roll or wound roll or save"."""
    return frozenset(kind for kind in ("hit", "wound", "damage", "save", "attacks") if kind in said.keyword)
