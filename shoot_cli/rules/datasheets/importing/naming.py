"""Keywords in a sentence, and conditions in its own words."""

from __future__ import annotations

import re
from functools import cache

from shoot_cli.core.tables import tables
from shoot_cli.rules.datasheets.forms import keywords
from shoot_cli.rules.datasheets.worded import OF_BEARER, OF_UNIT, in_words, meant

MOST_ASKED = 140  # letters of a condition that is asked
# Words that a condition in a sentence's own words cannot have: of dice, which nobody could be asked about beforehand,
# and such as would begin another condition where the line is read.
_NOT_ASKED = (
    r"(?i)\b(?:rolls?|rolled|results?|tests?|passed|failed|critical|unmodified|that attack|those attacks|allocated"
    r"|wounds?|damage|toughness|saving|saves?|if|while|when|against|vs|unless|except|excluding|one of|instead"
    r"|armour penetration|do so|does so|it does)\b|(?<!half-)(?<!starting )\bstrength\b| as [A-Z“\"']|[,;:()]"
    r"|^(?:a|that) (?:enemy )?unit is [a-z-]+$|\b(?:within|beyond) (?:\d+\"|half range)$|once per \w+$"
)
_NO_KEYWORDS = r"(?i)battle-shocked|below|oath|spotted|guided|closest|such|psychic|ranged|melee|hit|wound|critical"


def condition_in_words(said: str) -> str:
    """``if WORDS``, known or to be asked; "" if nobody could answer it."""
    words = " ".join(said.split())
    if known := known_in_words(words):
        return known
    return "" if len(words) > MOST_ASKED or re.search(_NOT_ASKED, words) else f"if {words}"


def known_in_words(said: str, denied: bool = False) -> str:
    """The condition in our words, where it is a fact that is known by name; "" of anything else.

    :param denied: behind "unless"
    """
    fact = meant(_in_capitals(said))
    if fact is None:
        return ""
    return f"if {in_words(fact.words, fact.denied != denied)}"


def both_known(said: str) -> tuple[str, ...]:
    """``leading a unit and contains a SEER model``: two facts that are known by name; empty if it is no such two."""
    words = " ".join(said.split())
    if led := re.fullmatch(r"(?i)(.+ (?:is|are) leading) an? unit that (contains? .+)", words):
        halves = (f"{led[1]} this unit", led[2])
    elif words.count(" and ") == 1:
        halves = tuple(words.split(" and "))  # type: ignore[assignment]
    else:
        return ()
    found = tuple(known_in_words(half) for half in halves)
    if not all(found) or meant(_in_capitals(words)):
        return ()
    first, second = (meant(_in_capitals(half)) for half in halves)
    same = (
        first and second and (second.whose == OF_UNIT) and first.whose == OF_UNIT
    )  # else of whom the second is said is open
    return found if same else ()


def of_bearer(said: str) -> str:
    """``it has lost one or more wounds``, where one model was spoken of: what is counted of that model alone."""
    own = re.sub(r"^it(?= )", "this model", said)
    fact = meant(own)
    return own if fact and fact.state.startswith(OF_BEARER) else said


def _in_capitals(said: str) -> str:
    """``is an Infantry unit``: keywords that rosters do not print in capitals, as lists have them."""
    before = r"\b(?:is|are|is not|are not|is no|targeting) (?:an? )?(?:enemy )?"
    found = re.search(rf"{before}([A-Z][A-Za-z' ]+?)(?: units?| models?)?$", said)
    rows = alternatives(found[1]) if found and found[1] != found[1].upper() else []
    return f"{said[: found.start(1)]}{spoken(rows)}{said[found.end(1) :]}" if found and rows else said


def alternatives(said: str) -> list[list[str]]:
    """Keywords of which one must fit: each is one or more that all must. Empty if they are none for sure."""
    found: list[list[str]] = []
    for part in re.split(r"(?:(?<!\s)\s+)?(?:,|\band/or\b|\bor\b|\band\b)\s*", re.sub(r",? (?:or|and) ", " or ", said)):
        words = re.sub(r"(?:^| )(?:enemy|friendly|an?|the|units?|models?)(?= |$)", "", part).strip()
        if not words or re.search(_NO_KEYWORDS, words):
            return []
        if (
            not all(word[0].isupper() or word in ("of", "the") for word in words.split())
            and words.upper() not in _all()
        ):
            return []
        row = _row(words.upper())
        if not row:
            return []
        found.append(row)
    return found


def spoken(rows: list[list[str]]) -> str:
    """``MONSTER or VEHICLE``."""
    return " or ".join(" ".join(row) for row in rows)


def against(said: str, negated: bool = False) -> tuple[str, ...]:
    """Conditions that the other unit has such keywords, or none of them. Empty if they are none for sure."""
    found = alternatives(said)
    no = "not " if negated else ""
    if all(len(row) == 1 for row in found) and found:
        return (f"{no}against {' or '.join(row[0] for row in found)}",)
    if len(found) == 1 and not negated:
        return tuple(f"against {word}" for word in found[0])
    return ()


def _row(words: str) -> list[str]:
    """The keywords that stand in a row; empty where they cannot be told apart."""
    known = _all()
    rest, found = words.split(), list[str]()
    while rest:
        many = next((many for many in range(len(rest), 0, -1) if _single(" ".join(rest[:many])) in known), 0)
        if not many:
            break
        found.append(_single(" ".join(rest[:many])))
        rest = rest[many:]
    if not rest:
        return found
    # none of it is known: one keyword
    return [words] if not found and not any(_single(word) in known for word in words.split()) else []


def _single(word: str) -> str:
    """Of ``MONSTERS``: ``MONSTER``; BEASTS is known so."""
    known = _all()
    return word.removesuffix("S") if word not in known and word.removesuffix("S") in known else word


@cache
def _all() -> frozenset[str]:
    armies = tables(__file__, "sentences.md")["Keywords of armies"]
    return frozenset(keywords()) | {row["keyword"] for row in armies}
