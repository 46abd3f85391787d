"""What the words of a profile line mean: ``BS4``, ``12/24``, ``+1/0``, ``Sv-1``, ``D4``, ``(hull 2-5 20/18)``."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from shoot_cli.armies.reading import whole_number
from shoot_cli.core.questions import shown
from shoot_cli.rules.second.profiles import CATEGORIES, Location
from shoot_cli.rules.second.values import (
    MOST_ARMOUR,
    TYPES,
    damage_of,
    faces_of,
    field_of,
    hits_of,
    inches_of,
    long_of,
    penetration_of,
    save_modifier_of,
    save_of,
)

# A small share of the words that may stand in a line: what misspelt ones are compared with.
HINTS = (
    *TYPES, *CATEGORIES, "BS4", "S4", "12/24", "+1/0", "Sv-1", "SF2", "template", "blast", "penetration", "damage",
    "sustained", "T4", "W2", "Sv3+", "field", "Ld8", "AV20/18",
)  # fmt: skip

_OF_BOTH = {
    "cover": "cover=hard", "in cover": "cover=hard", "soft cover": "cover=soft", "in soft cover": "cover=soft",
    "hard cover": "cover=hard", "in hard cover": "cover=hard", "soft": "cover=soft", "hard": "cover=hard",
    "moved": "moved=all", "stationary": "moved=none", "short range": "short=all", "at short range": "short=all",
    "long range": "short=none", "at long range": "short=none",
}  # fmt: skip
FACTS = {
    "attacker": _OF_BOTH | {"overwatch": "attacker_state=overwatch", "on overwatch": "attacker_state=overwatch"},
    "target": _OF_BOTH | {
        "slow": "speed=slow", "fast": "speed=fast", "very fast": "speed='very fast'", "appearing": "appearing=yes",
        "in stasis": "stasis=yes", "stasis": "stasis=yes", "side armour": "facing=side",
    },
}  # fmt: skip

_INCH = r"(?:\"|''|”|″|in|inch|inches)?"
_MINUS = r"[-–—−]"
_RANGES = re.compile(rf"(\d{{1,3}}(?:\.\d)?){_INCH}/(?:(\d{{1,3}}(?:\.\d)?){_INCH}|{_MINUS})", re.I | re.A)
_HIT = rf"(?:[+]?\d{{1,2}}|{_MINUS}\d{{0,2}}|auto|automatic)"
_HITS = re.compile(rf"{_HIT}/{_HIT}", re.I | re.A)
_MODIFIER = re.compile(rf"{_MINUS}\d{{1,2}}", re.A)
_SUM = r"(?:\d{0,2}D\d{1,2}|\d{1,2})(?:\+(?:\d{0,2}D\d{1,2}|\d{1,2}))*"
_DAMAGE = re.compile(r"D1|\d{0,2}D\d{1,2}(?:\+\d{1,2})?", re.I | re.A)
_ARMOUR = re.compile(r"(\d{1,9})/(\d{1,9})|(\d{1,9})", re.A)


class LineValue(NamedTuple):
    """A value: its name, what was read (text, where a weapon is made of it), and how many words it took.

    The names of weapons' values are those of lists; "trait" is text for ``traits_of``, "armour" a Location.
    """

    name: str
    value: Any
    used: int


def value_at(texts: list[str], role: str) -> LineValue | None:
    """The value that these words begin with; None if they begin with none.

    :raises ValueError: a value that cannot be.
    """
    for read in (_save, _field, _armour, _words, _pair, _trait, _damage):
        if found := read(texts, role):
            return found
    return None


def _save(texts: list[str], role: str) -> LineValue | None:
    """``Sv3+``, ``Sv3+ on 2D6``, ``Sv6+/5+ v area`` of models; ``Sv-1``, ``save -1`` and a lone ``-1`` of weapons."""
    found = re.fullmatch(r"(?i)(save|Sv)[:=]?(.*)", texts[0])
    if not found:
        if role == "attacker" and _MODIFIER.fullmatch(texts[0]):
            save_modifier_of(texts[0])
            return LineValue("save", texts[0], 1)
        return None
    said, used = (found[2], 1) if found[2] else (" ".join(texts[1:2]), 2)
    if not said:
        return None
    if role == "attacker" and re.fullmatch(rf"{_MINUS}\d+|0", said):
        save_modifier_of(said)
        return LineValue("save", said, used)
    rest = texts[used:]
    for more in range(min(4, len(rest)), -1, -1):
        try:
            save = save_of(" ".join([said, *rest[:more]]))
        except ValueError:
            if more:
                continue
            if said[:1].isdigit() or said[:1] in "-+":
                raise
            return None
        if not more or re.fullmatch(r"(?i)(?:on )?(?:/ ?)?2D6.*|/? ?\d\+.*|v.*|against.*", " ".join(rest[:more])):
            return LineValue("Sv", save, used + more)
    return None


def _field(texts: list[str], role: str) -> LineValue | None:
    """``field5+``, ``field 5+``; the names of fields stand in lists."""
    found = re.fullmatch(r"(?i)(?:field|Inv)[:=]?(.*)", texts[0])
    if not found:
        return None
    said, used = (found[1], 1) if found[1] else (" ".join(texts[1:2]), 2)
    return LineValue("field", field_of(said), used) if said[:1].isdigit() or said == "-" else None


def _armour(texts: list[str], role: str) -> LineValue | None:
    """``AV20/18``, ``armour 10``: all six faces of the location die."""
    found = re.fullmatch(r"(?i)(?:AV|armou?r)[:=]?(.*)", texts[0])
    if not found:
        return None
    said, used = (found[1], 1) if found[1] else (" ".join(texts[1:2]), 2)
    if not (pair := _ARMOUR.fullmatch(said)):
        return None
    front, side = _sides(pair)
    return LineValue("armour", Location("hull", (1, 2, 3, 4, 5, 6), front, side), used)


def _sides(found: re.Match[str]) -> tuple[int, int]:
    first, second = (found[1], found[2]) if found[1] else (found[3], found[3])
    front, side = (whole_number(text, 1, MOST_ARMOUR, " for armour") for text in (first, second))
    return front, side


def _words(texts: list[str], role: str) -> LineValue | None:
    """What is named by a whole word: ``penetration D6+4``, ``damage 2D6``."""
    found = re.fullmatch(r"(?i)(penetration|pen|AP|damage|dam|dmg)[:=]?(.*)", texts[0])
    if not found:
        return None
    said, used = (found[2], 1) if found[2] else (" ".join(texts[1:2]), 2)
    if not re.fullmatch(rf"(?i){_SUM}|auto(?:matic)?|-", said):
        return None
    damage = found[1][:1].casefold() == "d"
    (damage_of if damage else penetration_of)(said)
    return LineValue("damage" if damage else "penetration", said, used)


def _pair(texts: list[str], role: str) -> LineValue | None:
    """``12/24`` or ``6/-`` are ranges, ``+1/0``, ``1/0``, ``auto/-2`` are modifiers: ranges grow and have no sign."""
    if found := _RANGES.fullmatch(texts[0]):
        inches = '"' in texts[0] or "in" in texts[0].casefold()
        if inches or float(found[1]) >= 3 or (found[2] and 0 < float(found[1]) < float(found[2])):
            short, _, long = texts[0].partition("/")
            if (farther := long_of(long)) is not None and farther <= inches_of(short):
                raise ValueError(f"{shown(texts[0])} are no ranges; write the short one first, as 12/24")
            return LineValue("ranges", re.sub(r"[^\d./\-–—−]", "", texts[0]), 1)
    if _HITS.fullmatch(texts[0]):
        hits_of(texts[0])
        return LineValue("hit", texts[0], 1)
    return None


def _trait(texts: list[str], role: str) -> LineValue | None:
    """``SF2``, ``sustained fire 2``, ``blast 2``, ``2" radius``, ``template``, ``move or fire``."""
    first = [text.casefold() for text in texts[:3]]
    if found := re.fullmatch(r"(?i)SF[:=]?(\d{1,2})?", texts[0]):
        number = found[1] or "".join(texts[1:2])
        return LineValue("trait", f"sustained fire {number}", 1 if found[1] else 2) if number.isdigit() else None
    if first[:2] == ["sustained", "fire"] and len(texts) > 2 and texts[2].isdigit():
        return LineValue("trait", f"sustained fire {texts[2]}", 3 + (texts[3:4] == ["dice"]))
    if first[:3] == ["move", "or", "fire"]:
        return LineValue("trait", "move or fire", 3)
    if first[:1] in (["template"], ["thrown"]):
        return LineValue("trait", first[0], 1)
    inches = rf"\d{{1,2}}(?:\.\d)?{_INCH}"
    if first[:1] in (["blast"], ["radius"]) and len(texts) > 1 and re.fullmatch(inches, first[1]):
        return LineValue("trait", f"blast {texts[1]}", 2)
    if len(texts) > 1 and first[1] in ("blast", "radius") and re.fullmatch(inches, first[0]):
        return LineValue("trait", f"blast {texts[0]}", 2)
    return None


def _damage(texts: list[str], role: str) -> LineValue | None:
    """``D4`` and ``D 4`` are a die, ``D1`` the damage 1."""
    if texts[0].casefold() == "d" and len(texts) > 1 and texts[1][:1].isdecimal():
        found = _damage([f"D{texts[1]}"], role)
        return found._replace(used=2) if found else None
    if not _DAMAGE.fullmatch(texts[0]):
        return None
    said = "1" if texts[0].casefold() == "d1" else texts[0]
    damage_of(said)
    return LineValue("damage", said, 1)


def location_at(text: str) -> Location | None:
    """``hull 2-5 20/18``, ``1, 4-6: body 21/19``, ``crew 1-2``; None if it is none. :raises ValueError:"""
    faces: list[str] = []
    armour: tuple[int, int] | None = None
    name: list[str] = []
    for word in text.replace(",", " ").replace(":", " ").split():
        if (pair := _ARMOUR.fullmatch(word)) and "/" in word:
            armour = _sides(pair)
        elif re.fullmatch(r"[1-6](?:[-–—][1-6])?", word, re.A):
            faces.append(word)
        elif any(c.isdigit() for c in word):
            return None
        else:
            name.append(word)
    called = " ".join(name)[:60] or "hull"
    crew = called.casefold() in ("crew", "rider", "riders")
    if not faces or (armour is None and not crew):
        return None
    if crew and armour:
        raise ValueError("the crew is wounded and saved by T and Sv; leave out its armour")
    front, side = armour or (0, 0)
    return Location(called, faces_of(",".join(faces)), front, side, crew)
