"""What lists say, frozen; printed values; settings."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any

from shoot_cli.armies.tree import did_you_mean, plain_name
from shoot_cli.armies.yaml_text import NONE, split_list, whole_number
from shoot_cli.engine.reasons import shown
from shoot_cli.engine.record import Record
from shoot_cli.engine.ruleset import settings_of

# What formations and army lists say, as frozen records. What happens to them in a battle is in ``records.py``.

INFANTRY, LIGHT, ARMOURED, WAR_ENGINE, AIRCRAFT = TYPES = ("INF", "LV", "AV", "WE", "AC")
TYPE_WORDS = {
    INFANTRY: "infantry",
    LIGHT: "light vehicle",
    ARMOURED: "armoured vehicle",
    WAR_ENGINE: "war engine",
    AIRCRAFT: "aircraft",
}
AP, AT, AA = VALUES = ("AP", "AT", "AA")  # what a weapon may be fired as: at infantry, armour, aircraft
SMALL_ARMS, ASSAULT_WEAPON = "Small Arms", "Assault Weapon"  # of assaults: they never shoot (RH-ELIG-2)


class Weapon(Record):
    """One weapon. A value is the number to roll or less; None where the list prints "-": it cannot be fired so."""

    name: str
    range: int  # tiles
    ap: int | None = None
    at: int | None = None
    aa: int | None = None
    bp: int = 0  # barrage points; a weapon with any has no values
    macro: tuple[str, ...] = ()  # the values of which hits are macro hits (RH-MW-2), in the order of VALUES
    assault: str = ""  # SMALL_ARMS or ASSAULT_WEAPON: it fights in assaults only; else ""

    def value(self, kind: str) -> int | None:
        """The value of AP, AT or AA."""
        return {AP: self.ap, AT: self.at, AA: self.aa}[kind]

    @cached_property  # asked of every weapon at every prompt
    def values(self) -> tuple[str, ...]:
        """What it can be fired as, in the order of VALUES; () for barrage weapons and those of assaults."""
        return () if self.assault else tuple(kind for kind in VALUES if self.value(kind) is not None)


class Model(Record):
    """One kind of unit of a formation, such as a stand of infantry or a tank."""

    name: str
    type: str  # one of TYPES
    armour: int  # to save, a die must show this or less
    integrity: int = 1  # hits it can lose before it is destroyed
    ammo: int | None = None  # how often it can shoot; None: without end
    weapons: tuple[Weapon, ...] = ()  # in the order of the list; a name stands twice if two are carried
    reinforced: bool = False  # reinforced armour: it saves against macro hits (RH-MW-2)
    invulnerable: int | None = None  # a save that macro hits do not take away (RH-MW-2)
    character: str = ""  # who is with each unit of this kind; "" nobody (RH-CHAR-1)
    speed: int | None = None  # tiles
    lost: int = 0  # integrity it has lost already
    plural: str = ""  # what several are called; "": by the rule of English

    @property
    def left(self) -> int:
        """Integrity at the beginning."""
        return self.integrity - self.lost


class Unit(Record):
    """A formation as its list has it. ``models``: its units, nearest to the enemy first."""

    name: str
    models: tuple[tuple[Model, int], ...]
    rating: int = 4  # CR, its command rating: action and rally tests show this or less
    points: int | None = None
    note: str = ""

    def pieces(self) -> tuple[Model, ...]:
        """Its units one by one."""
        return tuple(model for model, n in self.models for _ in range(n))

    def names(self) -> tuple[str, ...]:
        """A name for each of its units: "Grenadiers 1", "Grenadiers 2"; no number where there is one of the name."""
        pieces = [model.name for model in self.pieces()]
        return tuple(
            f"{name} {pieces[: place + 1].count(name)}" if pieces.count(name) > 1 else name
            for place, name in enumerate(pieces)
        )

    def weapons(self) -> tuple[Weapon, ...]:
        """Every weapon that its units carry, in the order of the list."""
        return tuple(weapon for model, _ in self.models for weapon in model.weapons)


class Army(Record):
    """One side's list. Formation names are unique in it (the loader adds numbers to those that are not)."""

    ruleset: str
    name: str
    units: tuple[Unit, ...]
    strategy: int = 1  # strategy rating
    invented: bool = False  # its units are nobody's but ours
    settings: tuple[tuple[str, str], ...] = ()  # key and value: how this group reads the rules
    only_targets: bool = False  # no army: units that attacks are measured against


# Values as lists print them: ``4``, ``-``, ``30 tiles``, ``INF``, ``Reinforced Armour``.

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


# Lines of the rules that groups read differently, of ``settings.md``; the first value of each is ours.

SETTINGS = settings_of(__file__)
