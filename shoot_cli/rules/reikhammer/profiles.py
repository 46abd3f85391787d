"""The frozen records of lists, the readers of printed values, and the settings; ``records.py`` has battles."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar

from shoot_cli.armies.tree import did_you_mean, plain_name
from shoot_cli.armies.yaml_text import NONE, split_list, whole_number
from shoot_cli.engine.reasons import shown
from shoot_cli.engine.record import Record
from shoot_cli.engine.ruleset import settings_of

INFANTRY, LIGHT, ARMOURED, WAR_ENGINE, AIRCRAFT = TYPES = ("INF", "LV", "AV", "WE", "AC")
TYPE_WORDS = {
    INFANTRY: "infantry",
    LIGHT: "light vehicle",
    ARMOURED: "armoured vehicle",
    WAR_ENGINE: "war engine",
    AIRCRAFT: "aircraft",
}
AP, AT, AA = VALUES = ("AP", "AT", "AA")  # the ways to fire a weapon: at infantry, armour, aircraft
# Which hits can hurt which units (RH-ALLOC-3).
HURT: Mapping[str, tuple[str, ...]] = {AP: (INFANTRY, LIGHT), AT: (LIGHT, ARMOURED, WAR_ENGINE), AA: (AIRCRAFT,)}
SMALL_ARMS, ASSAULT_WEAPON = "Small Arms", "Assault Weapon"  # they are for assaults and never shoot (RH-ELIG-2)


class Weapon(Record):
    """One weapon. A value is the highest roll that hits; None if it cannot be fired in this way."""

    name: str
    range: int  # tiles
    ap: int | None = None
    at: int | None = None
    aa: int | None = None
    bp: int = 0  # barrage points; a weapon with barrage points has no values
    macro: tuple[str, ...] = ()  # the values that make macro hits (RH-MW-2), in the order of VALUES
    assault: str = ""  # SMALL_ARMS or ASSAULT_WEAPON for a weapon of assaults, else ""
    mode_of: str = ""  # the name of the weapon, if this is the weapon with one of its values alone
    costs: ClassVar[tuple[str, ...]] = ()  # what a way to fire costs who fires it: nothing

    @cached_property
    def ways(self) -> tuple[Weapon, ...]:
        """The weapon with each of its values alone, as its modes; () if it has no choice (RH-HIT-1)."""
        if len(self.values) < 2:
            return ()
        return tuple(
            self.but(
                name=f"{self.name} ({kind})", mode_of=self.name,
                macro=tuple(value for value in self.macro if value == kind),
                **{other.lower(): None for other in VALUES if other != kind},
            )
            for kind in self.values
        )  # fmt: skip

    def ways_at(self, target: Unit) -> tuple[Weapon, ...]:
        """Return those of `ways` that may be best at a target of several types; () if only one may."""
        types = {model.type for model, _ in target.models}
        able = {way: types & {*HURT[way.values[0]]} for way in self.ways}

        def beaten(way: Weapon) -> bool:
            return any(
                able[way] <= able[other] and way.best() <= other.best() and other.macro >= way.macro
                for other in able
                if other is not way and able[other]
            )

        ways = tuple(way for way in able if able[way] and not beaten(way))
        return ways if len(ways) > 1 else ()

    def best(self) -> int:
        """Return the highest value."""
        return max((self.value(kind) or 0 for kind in self.values), default=0)

    def value(self, kind: str) -> int | None:
        return {AP: self.ap, AT: self.at, AA: self.aa}[kind]

    @cached_property  # asked for every weapon at every prompt
    def values(self) -> tuple[str, ...]:
        """Return the possible ways to fire it, in the order of VALUES; () for barrage and assault weapons."""
        return () if self.assault else tuple(kind for kind in VALUES if self.value(kind) is not None)


class Model(Record):
    """One kind of unit in a formation, for example a stand of infantry or a tank."""

    name: str
    type: str  # one of TYPES
    armour: int  # a save needs this or less
    integrity: int = 1  # hits until it is destroyed
    ammo: int | None = None  # number of times it can shoot; None if unlimited
    weapons: tuple[Weapon, ...] = ()  # in the order of the list; a weapon carried twice is named twice
    reinforced: bool = False  # it may save against macro hits (RH-MW-2)
    invulnerable: int | None = None  # a save that is also taken against macro hits (RH-MW-2)
    character: str = ""  # the character with each unit of this kind, else "" (RH-CHAR-1)
    speed: int | None = None  # tiles
    lost: int = 0  # integrity that is already lost
    plural: str = ""  # the plural of the name; "" for the regular plural

    @property
    def left(self) -> int:
        """Return the integrity at the start."""
        return self.integrity - self.lost


class Unit(Record):
    """A formation of a list. `models` are its units in order, the nearest to the enemy first."""

    name: str
    models: tuple[tuple[Model, int], ...]
    rating: int = 4  # CR, its command rating: action and rally tests need this or less
    points: int | None = None
    note: str = ""

    def pieces(self) -> tuple[Model, ...]:
        return tuple(model for model, n in self.models for _ in range(n))

    def names(self) -> tuple[str, ...]:
        """Return a name for each unit: "Grenadiers 1", "Grenadiers 2"; no number if the name is unique."""
        pieces = [model.name for model in self.pieces()]
        return tuple(
            f"{name} {pieces[: index + 1].count(name)}" if pieces.count(name) > 1 else name
            for index, name in enumerate(pieces)
        )

    def weapons(self) -> tuple[Weapon, ...]:
        """Return every weapon of its units, in the order of the list."""
        return tuple(weapon for model, _ in self.models for weapon in model.weapons)


class Army(Record):
    """One side's list. Formation names are unique in it; the loader numbers equal names."""

    ruleset: str
    name: str
    units: tuple[Unit, ...]
    strategy: int = 1  # strategy rating
    invented: bool = False  # its units are our invention
    settings: tuple[tuple[str, str], ...] = ()  # key and value: how this group reads the rules
    only_targets: bool = False  # no army, but units to measure attacks against


# Readers of values as lists print them: ``4``, ``-``, ``30 tiles``, ``INF``, ``Reinforced Armour``.

HIGHEST = 9  # highest AP, AT, AA, armour, invulnerable save and CR; above 6 nothing improves, but some lists print it
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


def _at_most(text: str, low: int, name: str) -> int:
    """Return the highest roll that succeeds; for ``4+`` of other games, the error names the equal number."""
    if match := _UPWARDS.fullmatch(text):
        words = f"a die must show {name} or less here; a roll of {match[1]} or more is as likely as {7 - int(match[1])}"
        raise ValueError(f"{words}: write that for {shown(text)}")
    return whole_number(re.sub(r"(?<=\d)-$", "", text), low, HIGHEST, f" for {name}")


def value_of(text: str) -> int | None:
    """Return AP, AT or AA; "4-" is 4. None for "-", a weapon that cannot be fired in this way."""
    return None if text.casefold() in NONE else _at_most(text, 0, "the value")


def armour_of(text: str) -> int:
    """Return the armour; 0 for "-", which saves nothing."""
    return 0 if text.casefold() in NONE else _at_most(text, 0, "armour")


def invulnerable_of(text: str) -> int | None:
    """Return the invulnerable save; None for "-"."""
    return None if text.casefold() in NONE else _at_most(text, 1, "the invulnerable save")


def rating_of(text: str) -> int:
    return _at_most(text, 1, "CR")


def range_of(text: str) -> int | None:
    """Return the range in tiles; None for "-", as assault weapons have."""
    if text.casefold() in NONE:
        return None
    if re.search(r"(?i)\"|''|”|″|inch|in$|cm$", text):
        raise ValueError(f"{shown(text)} is no range here; ranges are counted in tiles, as in 12")
    return whole_number(re.sub(r"(?i)\s*tiles?$", "", text), 0, MOST_RANGE, " for the range; it is counted in tiles")


def barrage_of(text: str) -> int:
    """Return the barrage points; 0 for "-"."""
    return 0 if text.casefold() in NONE else whole_number(text, 1, MOST_BP, " for BP")


def ammo_of(text: str) -> int | None:
    """Return how often a unit can shoot; None for "-", which is unlimited."""
    return None if text.casefold() in (*NONE, "unlimited", "∞") else whole_number(text, 0, MOST_AMMO, " for ammo")


def speed_of(text: str) -> int | None:
    """Return the speed in tiles; None for "-"."""
    if text.casefold() in NONE:
        return None
    return whole_number(re.sub(r"(?i)\s*tiles?$", "", text), 0, MOST_SPEED, " for the speed; it is counted in tiles")


def type_of(text: str) -> str:
    """Return one of `TYPES`, from its letters or words."""
    if known := TYPE_NAMES.get(plain_name(text)):
        return known
    letters = ", ".join(f"{kind} ({word})" for kind, word in TYPE_WORDS.items())
    hint = did_you_mean(text, [*TYPE_WORDS, *TYPE_WORDS.values()])
    raise ValueError(f"{shown(text)} is no type; {hint if hint.startswith('did') else f'write {letters}'}")


def is_type(text: str) -> bool:
    return plain_name(text) in TYPE_NAMES


def macro_of(value: Any) -> tuple[str, ...] | bool:
    """Return the values that make macro hits, in the order of VALUES; True for all values, False for none."""
    texts = split_list(value) if isinstance(value, str) else value
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
    """Return the name of the character with the unit; True for one without a name, False for none."""
    word = text.casefold()
    if word in _YES + _NO:
        return word in _YES
    if len(text) > 60:
        raise ValueError(f"{len(text)} characters are too long for a name; at most 60")
    return " ".join(text.split())


def weapon_rule(text: str) -> str | None:
    """Return a rule of weapons; None for "-"."""
    name = plain_name(text)
    if name in UNIT_RULES and name not in WEAPON_RULES:
        raise ValueError(f"{UNIT_RULES[name]} belongs to units; write it under their rules:")
    return _rule(text, WEAPON_RULES, "a weapon")


def unit_rule(text: str) -> str | None:
    """Return a rule of units; None for "-"."""
    name = plain_name(text)
    if "invulnerable" in name:
        raise ValueError(f"{shown(text)} is no rule but a value; write invulnerable: 1 beside armour")
    if name in WEAPON_RULES and name not in UNIT_RULES:
        raise ValueError(f"{WEAPON_RULES[name]} belongs to weapons; write macro: yes on the weapon")
    return _rule(text, UNIT_RULES, "a unit")


def _rule(text: str, known: dict[str, str], owner: str) -> str | None:
    if text.casefold() in NONE:
        return None
    if rule := known.get(plain_name(text)):
        return rule
    # An unknown rule could change an answer, so it is an error.
    raise ValueError(f"{shown(text)} is no rule of {owner} that is played; {did_you_mean(text, known.values())}")


# Settings: rules that groups read differently (``settings.md``). The first value of each is the default.

SETTINGS = settings_of(__file__)
