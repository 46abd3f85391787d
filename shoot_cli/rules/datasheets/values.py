"""Values as datasheets print them: ``3+``, ``-``, ``24"``, ``D6+1``, ``N/A``, ``-2``, ``2+/4++``.

Every function raises ValueError, in words, if the text is no such value.
"""

from __future__ import annotations

import re

from shoot_cli.armies.reading import NONE, whole_number
from shoot_cli.core.names import written
from shoot_cli.core.questions import shown
from shoot_cli.rules.datasheets.profiles import Amount

AUTOMATIC = ("n/a", "na", *NONE)
LONGEST_RANGE = 960  # inches: Apocalypse tables have been longer than one would think
MOST_DICE = 100  # the most that an amount can come to
MOST_STRENGTH = 50
STRONGEST_AP = -10
LONGEST_KEYWORD = 60
PAIN = "Feel No Pain"  # an ability that is a characteristic too

# Texts and not yet patterns: whoever goes on with a battle reads no values.
_INCHES = r"(?ai)(\d{1,4}(?:\.\d)?)\s*(?:\"|''|”|″|in|inch|inches)?"
_DICE = r"(?ai)(\d{0,2})\s*D([36])(?:\s*\+\s*(\d{1,2}))?"
_SKILL = r"(?a)([2-6])\+?"
_LEADERSHIP = r"(?a)(\d{1,2})\+?"
_AP = r"(?a)[-‐‑–—−]\s*(\d{1,2})"
_MELEE = ("melee", "close combat", "m")


def range_of(text: str) -> float:
    """Inches, more than 0."""
    said = text.casefold()
    if said in _MELEE:
        raise ValueError("close combat weapons do not shoot; leave it out")
    found = re.fullmatch(_INCHES, said)
    if not found or not 0 < float(found[1]) <= LONGEST_RANGE:
        raise ValueError(f'{shown(text)} is no range; write inches as 24 or 24"')
    inches = float(found[1])
    return int(inches) if inches == int(inches) else inches


def movement_of(text: str) -> int | None:
    """Whole inches; None for "-". The ``20+"`` of aircraft is 20."""
    if text in NONE:
        return None
    said = re.sub(r"\+?\s*(?:\"|''|”|″|in|inch|inches)?$", "", text.casefold())
    try:
        return whole_number(said, 0, 100)
    except ValueError:
        raise ValueError(f'{shown(text)} is no Movement; write inches as 6 or 6"') from None


def amount_of(text: str) -> Amount:
    """``3``, ``D3``, ``2D6`` or ``D6+1``; at least 1."""
    if found := re.fullmatch(_DICE, text.strip()):
        amount = Amount(int(found[1] or 1), int(found[2]), int(found[3] or 0))
        if amount.dice >= 1 and amount.most <= MOST_DICE:
            return amount
    elif re.fullmatch(r"[0-9]{1,3}", text.strip()) and 1 <= int(text) <= MOST_DICE:
        return Amount(plus=int(text))
    raise ValueError(f"{shown(text)} is no number; write 3, D3, 2D6 or D6+1, at most {MOST_DICE}")


def damage_of(text: str) -> Amount:
    """As ``amount_of``; "-", of weapons that inflict nothing but mortal wounds, is 0."""
    return Amount() if text.casefold() in NONE else amount_of(text)


def strength_of(text: str) -> int | Amount:
    """1 to 50, or dice (EFF-67); "-", of weapons that inflict nothing but mortal wounds, is 0."""
    if "d" in text.casefold():
        return amount_of(text)
    return 0 if text.casefold() in NONE else whole_number(text, 1, MOST_STRENGTH)


def ap_of(text: str) -> int:
    """0 or less."""
    if text in NONE or text in ("0", "+0"):
        return 0
    if (found := re.fullmatch(_AP, text)) and int(found[1]) <= -STRONGEST_AP:
        return -int(found[1])
    if re.fullmatch(r"\+?\d{1,2}", text, re.ASCII) and int(text) <= -STRONGEST_AP:
        raise ValueError(f"AP is 0 or less; write {-int(text)} for {shown(text)}")
    raise ValueError(f"{shown(text)} is no AP; write 0 to {STRONGEST_AP}, as in -2")


def skill_of(text: str) -> int | None:
    """The number before the plus; None for a weapon that hits automatically (``N/A``, ``-``)."""
    if text.casefold() in AUTOMATIC:
        return None
    if not (found := re.fullmatch(_SKILL, text)):
        raise ValueError(f"{shown(text)} is no BS; write 2+ to 6+, or N/A for a Torrent weapon")
    return int(found[1])


def leadership_of(text: str) -> int:
    """The number before the plus."""
    found = re.fullmatch(_LEADERSHIP, text)
    if not found or not 2 <= int(found[1]) <= 12:
        raise ValueError(f"{shown(text)} is no Leadership; write 6+")
    return int(found[1])


def keyword_of(text: str) -> str:
    """Upper case, in the one way in which all that look like it are written."""
    words = written(text).upper()
    if len(words) > LONGEST_KEYWORD:
        raise ValueError(f"{len(words)} characters are too long for a keyword; at most {LONGEST_KEYWORD}")
    return words
