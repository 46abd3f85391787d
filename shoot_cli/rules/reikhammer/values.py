"""Values as lists print them: ``4``, ``-``, ``30 tiles``, ``INF``, ``Reinforced Armour``.

Every function raises ValueError, in words, if the text is no such value.
"""

from __future__ import annotations

import re
from typing import Any

from shoot_cli.armies.problems import did_you_mean, plain_name
from shoot_cli.armies.reading import NONE, split_list, whole_number
from shoot_cli.core.questions import shown
from shoot_cli.rules.reikhammer.profiles import ASSAULT_WEAPON, SMALL_ARMS, TYPE_WORDS, VALUES

HIGHEST = 9  # of AP, AT, AA, armour, an invulnerable save and CR: more than 6 is no better, but some lists print it
MOST_RANGE, MOST_AMMO, MOST_BP, MOST_SPEED = 99, 99, 99, 99
REINFORCED, MACRO = "Reinforced Armour", "Macro-weapon"
ASSAULTS = {"small arms": SMALL_ARMS, "assault weapon": ASSAULT_WEAPON, "assault weapons": ASSAULT_WEAPON}
UNIT_RULES = {"reinforced": REINFORCED, "reinforced armour": REINFORCED, "reinforced armor": REINFORCED} | ASSAULTS
WEAPON_RULES = dict.fromkeys(("macro", "macro weapon", "macro weapons", "mw"), MACRO) | ASSAULTS

TYPE_NAMES = (
    {kind.casefold(): kind for kind in TYPE_WORDS}
    | {word: kind for kind, word in TYPE_WORDS.items()}
    | {"armored vehicle": "AV", "vehicle": "AV"}
)
_YES, _NO = ("yes", "true", "on", "y"), ("no", "false", "off", "n", *NONE)
_UPWARDS = re.compile(r"([2-6])\+{1,2}", re.ASCII)


def _at_most(text: str, low: int, high: int, of: str) -> int:
    """A number that a die has to show or less. Other games print 4+: what means the same here is said."""
    if found := _UPWARDS.fullmatch(text):
        words = f"a die must show {of} or less here; a roll of {found[1]} or more is as likely as {7 - int(found[1])}"
        raise ValueError(f"{words}: write that for {shown(text)}")
    return whole_number(re.sub(r"(?<=\d)-$", "", text), low, high, f" for {of}")


def value_of(text: str) -> int | None:
    """AP, AT or AA; None for "-", a weapon that cannot be fired so. "4-" is 4, as needs are shown."""
    return None if text.casefold() in NONE else _at_most(text, 0, HIGHEST, "the value")


def armour_of(text: str) -> int:
    """0 for "-": nothing is saved."""
    return 0 if text.casefold() in NONE else _at_most(text, 0, HIGHEST, "armour")


def invulnerable_of(text: str) -> int | None:
    """None for "-"."""
    return None if text.casefold() in NONE else _at_most(text, 1, HIGHEST, "the invulnerable save")


def rating_of(text: str) -> int:
    """CR."""
    return _at_most(text, 1, HIGHEST, "CR")


def range_of(text: str) -> int | None:
    """Tiles; None for "-", which weapons of assaults have."""
    if text.casefold() in NONE:
        return None
    if re.search(r"(?i)\"|''|”|″|inch|in$|cm$", text):
        raise ValueError(f"{shown(text)} is no range here; ranges are counted in tiles, as in 12")
    return whole_number(re.sub(r"(?i)\s*tiles?$", "", text), 0, MOST_RANGE, " for the range; it is counted in tiles")


def barrage_of(text: str) -> int:
    """Barrage points; 0 for "-"."""
    return 0 if text.casefold() in NONE else whole_number(text, 1, MOST_BP, " for BP")


def ammo_of(text: str) -> int | None:
    """How often a unit can shoot; None for "-", without end."""
    return None if text.casefold() in (*NONE, "unlimited", "∞") else whole_number(text, 0, MOST_AMMO, " for ammo")


def speed_of(text: str) -> int | None:
    """Tiles; None for "-"."""
    if text.casefold() in NONE:
        return None
    return whole_number(re.sub(r"(?i)\s*tiles?$", "", text), 0, MOST_SPEED, " for the speed; it is counted in tiles")


def type_of(text: str) -> str:
    """One of ``TYPES``, from its letters or words."""
    if found := TYPE_NAMES.get(plain_name(text)):
        return found
    letters = ", ".join(f"{kind} ({word})" for kind, word in TYPE_WORDS.items())
    hint = did_you_mean(text, [*TYPE_WORDS, *TYPE_WORDS.values()])
    raise ValueError(f"{shown(text)} is no type; {hint if hint.startswith('did') else f'write {letters}'}")


def is_type(text: str) -> bool:
    return plain_name(text) in TYPE_NAMES


def macro_of(said: Any) -> tuple[str, ...] | bool:
    """The values of which hits are macro hits, in the order of VALUES; True for all that there are, False for none."""
    texts = split_list(said) if isinstance(said, str) else said
    if not isinstance(texts, list) or not texts or not all(isinstance(text, str) for text in texts):
        raise ValueError("write macro: yes, or the values that make macro hits: [AP, AT]")
    words = [text.strip().casefold() for text in texts]
    if len(words) == 1 and words[0] in _YES + _NO:
        return words[0] in _YES
    for text, word in zip(texts, words, strict=True):
        if word.upper() not in VALUES:
            raise ValueError(f"{shown(text)} makes no macro hits; write yes, or AP, AT or AA")
    return tuple(kind for kind in VALUES if kind.casefold() in words)


def character_of(text: str) -> str | bool:
    """Who is with the unit: a name, True for somebody without one, False for nobody."""
    said = text.casefold()
    if said in _YES + _NO:
        return said in _YES
    if len(text) > 60:
        raise ValueError(f"{len(text)} characters are too long for a name; at most 60")
    return " ".join(text.split())


def weapon_rule(text: str) -> str | None:
    """A rule that a weapon may have; None for "-"."""
    said = plain_name(text)
    if said in UNIT_RULES and said not in WEAPON_RULES:
        raise ValueError(f"{UNIT_RULES[said]} belongs to units; write it under their rules:")
    return _rule(text, WEAPON_RULES, "a weapon")


def unit_rule(text: str) -> str | None:
    """A rule that a unit may have; None for "-"."""
    said = plain_name(text)
    if "invulnerable" in said:
        raise ValueError(f"{shown(text)} is no rule but a value; write invulnerable: 1 beside armour")
    if said in WEAPON_RULES and said not in UNIT_RULES:
        raise ValueError(f"{WEAPON_RULES[said]} belongs to weapons; write macro: yes on the weapon")
    return _rule(text, UNIT_RULES, "a unit")


def _rule(text: str, known: dict[str, str], of: str) -> str | None:
    if text.casefold() in NONE:
        return None
    if found := known.get(plain_name(text)):
        return found
    # What is not known might change an answer: better no answer than a wrong one.
    raise ValueError(f"{shown(text)} is no rule of {of} that is played; {did_you_mean(text, known.values())}")
