"""The frozen records of lists, the readers of printed values, and the settings; ``records.py`` has battles."""

from __future__ import annotations

import re
from collections.abc import Iterable

from shoot_cli.armies.tree import did_you_mean, plain_name
from shoot_cli.armies.yaml_text import NONE, whole_number
from shoot_cli.engine.markdown import also_called, tables
from shoot_cli.engine.names import dice_text
from shoot_cli.engine.reasons import shown
from shoot_cli.engine.record import Record
from shoot_cli.engine.ruleset import settings_of

SMALLER, HUMAN_SIZED, VEHICLE, MONSTROUS = CATEGORIES = ("smaller", "human-sized", "vehicle", "monstrous")
AUTOMATIC = None  # a to-hit modifier for a band where no roll is needed
USUAL_LEADERSHIP = 7


class Dice(Record):
    """A sum of dice and a number: ``Dice(((1, 6), (2, 12)), 8)`` is D6+2D12+8, ``Dice((), 1)`` is 1."""

    dice: tuple[tuple[int, int], ...] = ()  # (count, sides), in the printed order
    plus: int = 0

    @property
    def text(self) -> str:
        return dice_text(self.dice, self.plus)

    @property
    def least(self) -> int:
        return sum(n for n, _ in self.dice) + self.plus

    @property
    def most(self) -> int:
        return sum(n * sides for n, sides in self.dice) + self.plus


class Weapon(Record):
    """A weapon without modes, or one mode of a weapon; each has one name that can be chosen to fire."""

    name: str  # "boltgun", "missile launcher (krak)"
    short: float | None  # inches; None for a template
    long: float | None  # inches; None for a template, or if it does not reach beyond short range
    hit_short: int | None = 0  # added to the die; AUTOMATIC if no roll is needed
    hit_long: int | None = 0
    strength: int = 3
    damage: Dice = Dice((), 1)  # of each unsaved wound
    save_modifier: int = 0  # zero or less, added to the save roll
    penetration: Dice = Dice()
    sustained: int = 0  # sustained fire dice
    move_or_fire: bool = False
    blast: float | None = None  # radius in inches
    template: bool = False
    thrown: bool = False  # a grenade: the players say how far it reaches
    rules: tuple[str, ...] = ()  # canonical, sorted
    mode_of: str = ""  # the weapon that has this mode, else ""
    explodes: int | None = None  # this many jams in one roll destroy it and slay the bearer (2E-SF-5)
    recharge: int = 0  # for this many of the owner's turns it is silent after firing (2E-SPC-4)
    source: str = ""

    def has(self, rule: str) -> bool:
        return rule in self.rules

    @property
    def costs(self) -> tuple[str, ...]:
        """What firing it costs its bearer. Such a mode is not proposed if another will do."""
        return ("recharges",) * bool(self.recharge) + ("One Use Only",) * self.has("One Use Only")

    @property
    def area(self) -> bool:
        return self.template or self.blast is not None or self.has("Venom Cannon")


class Save(Record):
    """An armour save: ``3+`` is Save(3), ``3+ on 2D6`` is Save(3, 2), flak (6+, 5+ against areas) is Save(6, 1, 5)."""

    target: int
    dice: int = 1
    area: int | None = None  # the number against blasts and templates; None if it is the same


class Field(Record):
    """A save before armour, without modifiers (2E-SAV-5)."""

    name: str  # "refractor field"
    target: int


class Location(Record):
    """A part of a vehicle, walker or support weapon (2E-VEH-1)."""

    name: str
    faces: tuple[int, ...]  # faces of the location die
    front: int = 0
    side: int = 0  # side and rear
    crew: bool = False  # wounded and saved by the model's own values, like an infantryman
    rows: tuple[str, ...] = ()  # the six rows of its damage table; () if the list has none


class Model(Record):
    """One kind of model."""

    name: str
    ballistic_skill: int  # 0: cannot shoot
    toughness: int = 0  # 0 for a vehicle without a crew that can be hit
    wounds: int = 1
    leadership: int = USUAL_LEADERSHIP
    save: Save | None = None
    field: Field | None = None
    weapons: tuple[Weapon, ...] = ()
    rules: tuple[str, ...] = ()  # of the model and of its whole unit, sorted
    character: bool = False
    locations: tuple[Location, ...] = ()  # () for models that lose wounds
    movement: int | None = None
    weapon_skill: int | None = None
    strength: int | None = None
    initiative: int | None = None
    attacks: int | None = None
    plural: str = ""  # the plural of the name; "" for the regular plural

    def has(self, rule: str) -> bool:
        return rule in self.rules


class Unit(Record):
    """A unit of a list; its models are in order, the nearest to the enemy first."""

    name: str
    type: str  # "Infantry", "Vehicle", "Walker", "Support weapon", "Character"
    category: str  # one of CATEGORIES (2E-TGT-1)
    models: tuple[tuple[Model, int], ...]
    rules: tuple[str, ...] = ()
    points: int | None = None
    note: str = ""
    faction: str = ""

    def has(self, rule: str) -> bool:
        """Return True if the unit or at least one of its models has the rule."""
        return rule in self.rules or any(model.has(rule) for model, _ in self.models)

    @property
    def datafax(self) -> bool:
        """Return True if hits go to locations."""
        return any(model.locations for model, _ in self.models)

    @property
    def machine(self) -> bool:
        """Return True for vehicles and walkers: they fire every manned weapon, also after a move."""
        return self.type in ("Vehicle", "Walker") or any(model.locations for model, _ in self.models)

    def weapons(self) -> tuple[Weapon, ...]:
        """Return every weapon of its models, in the order of the list."""
        return tuple(weapon for model, _ in self.models for weapon in model.weapons)


class Army(Record):
    """One side's list. Unit names are unique in it; the loader numbers equal names."""

    ruleset: str
    name: str
    units: tuple[Unit, ...]
    faction: str = ""
    settings: tuple[tuple[str, str], ...] = ()  # key and value: how this group reads the rules
    only_targets: bool = False  # no army, but units to measure attacks against


# Readers of values as lists print them: ``12"``, ``+1/0``, ``2D6``, ``D6+D4+5``, ``3+ on 2D6``, ``6+/5+ v area``.

SIDES = (3, 4, 6, 8, 10, 12, 20)  # of weapons' dice
MOST_DICE, MOST_PLUS = 10, 40  # in one sum
MOST_INCHES, MOST_RADIUS = 960, 12
MOST_SUSTAINED, MOST_STRENGTH, MOST_ARMOUR = 6, 20, 50
FARTHEST_HIT, FARTHEST_SAVE = 5, 12  # largest distance of a modifier from zero

_TABLES = tables(__file__, "units.md")
HIT_BY = ("locations", "")
ARMOURS = {row["armour"]: row["saves"] for row in _TABLES["Armour"]}
FIELDS = {row["field"]: int(row["saves"].removesuffix("+")) for row in _TABLES["Fields"]}
TYPES = {row["type"]: row.among("category", CATEGORIES) for row in _TABLES["Types"]}  # with the category of each type
OF_LOCATIONS = tuple(row["type"] for row in _TABLES["Types"] if row.among("hit by", HIT_BY) == "locations")


def _spelt(heading: str, head: str) -> dict[str, str]:
    """Return the names under a heading by all their spellings."""
    rows = _TABLES[heading]
    return {plain_name(spelling): row[head] for row in rows for spelling in (row[head], *also_called(row))}


_TYPES, _CATEGORIES = _spelt("Types", "type"), _spelt("Categories", "category")


def _ending(names: Iterable[str]) -> re.Pattern[str]:
    """Return a pattern for names that end with one of these, in the plural or with a word like "swarm"."""
    plural = (plain_name(name).replace(" of", "s? of") + "(?:s|es)?" for name in names)
    return re.compile(rf"\b(?:{'|'.join(plural)})(?: (?:swarm|base|brood|mob|herd|pack|cluster)s?)?$")


_ENDS = tuple(
    (row["category"], _ending(row["whose name ends so"].split(", ")))
    for row in _TABLES["Categories"]
    if row["whose name ends so"]
)
_INCH = r"\s*(?:\"|''|”|″|in|inch|inches)?\s*"
_RANGE = re.compile(rf"(?:(\d{{1,3}}){_INCH}[-–—]\s*)?(\d{{1,3}}(?:\.\d)?){_INCH}", re.ASCII | re.IGNORECASE)
_RADIUS = re.compile(rf"(\d{{1,2}}(?:\.\d{{1,2}})?)(\s*1/2|\s*½)?{_INCH}(?:radius)?", re.ASCII | re.IGNORECASE)
_TERM = re.compile(r"(\d{0,2})D(\d{1,2})|(\d{1,2})", re.ASCII | re.IGNORECASE)
_SAVE = re.compile(
    r"(\d{1,2})\+?(?:\s*(?:on|/)?\s*(2)D6)?(?:\s*[/(,]\s*(\d)\+?(?:\s*(?:v|vs|against)?\.?\s*areas?)?\s*\)?)?",
    re.ASCII | re.IGNORECASE,
)
_FIELD = re.compile(r"(?P<name>.*?)\s*(?:(?<!\d)(?P<target>[2-6])\+{0,2})?", re.ASCII | re.DOTALL)
_FACES = re.compile(r"([1-6])(?:\s*(?:[-–—]|to)\s*([1-6]))?", re.ASCII | re.IGNORECASE)


def _signed(text: str) -> str:
    """Replace any kind of dash by a minus."""
    return re.sub("[–—−]", "-", text.strip())


def _number(inches: str) -> float:
    number = float(inches)
    return int(number) if number == int(number) else number


def inches_of(text: str) -> float:
    """Return a range in inches. A minimum before it is ignored: ``12-24`` is 24."""
    if "template" in text.casefold():
        raise ValueError(f"{shown(text)} is no range; write template: yes, and no ranges")
    match = _RANGE.fullmatch(text)
    if not match or not 0 < float(match[2]) <= MOST_INCHES or (match[1] and float(match[1]) >= float(match[2])):
        raise ValueError(f'{shown(text)} is no range; write inches as 12, 12" or 0-12')
    return _number(match[2])


def long_of(text: str) -> float | None:
    """Return the long range in inches; None for "-", a weapon without one."""
    return None if text.casefold() in NONE else inches_of(text)


def hit_of(text: str) -> int | None:
    """Return a to-hit modifier; "-" is 0 and ``auto`` is AUTOMATIC."""
    modifier = _signed(text)
    if modifier.casefold() in ("auto", "automatic", "always"):
        return AUTOMATIC
    if modifier.casefold() in NONE:
        return 0
    if not re.fullmatch(r"[+-]?\d{1,2}", modifier, re.ASCII) or abs(int(modifier)) > FARTHEST_HIT:
        raise ValueError(f"{shown(text)} is no to-hit modifier; write +1, 0, -1 or auto")
    return int(modifier)


def hits_of(text: str) -> tuple[int | None, int | None]:
    """Return the modifiers at short and at long range: ``+1/0``, ``auto/-2``."""
    short, stroke, long = text.partition("/")
    if not stroke or not short.strip() or not long.strip():
        raise ValueError(f"{shown(text)} is no pair of modifiers; write short and long as +1/0 or auto/-2")
    return hit_of(short.strip()), hit_of(long.strip())


def save_modifier_of(text: str) -> int:
    """Return the save modifier, 0 or less; "-" is 0."""
    modifier = _signed(text)
    if modifier.casefold() in NONE:
        return 0
    if not re.fullmatch(r"-?\d{1,2}", modifier, re.ASCII) or not -FARTHEST_SAVE <= int(modifier) <= 0:
        raise ValueError(f"{shown(text)} is no save modifier; it makes saves worse: write -2, or 0 for none")
    return int(modifier)


def strength_of(text: str) -> int:
    """Return the Strength; above 10 it still counts against armour, but as 10 against Toughness."""
    return whole_number(text, 1, MOST_STRENGTH, " for Strength")


def dice_of(text: str, like: str) -> Dice:
    """Return the sum of ``2D6``, ``D6+D4+5`` or ``8``; equal dice become one term. Errors show `like`."""
    dice: dict[int, int] = {}
    plus = 0
    for part in re.sub(r"\s", "", text).split("+"):
        match = _TERM.fullmatch(part)
        if match and match[3]:
            plus += int(match[3])
        elif match and int(match[2]) in SIDES and match[1] not in ("0", "00"):
            dice[int(match[2])] = dice.get(int(match[2]), 0) + int(match[1] or 1)
        else:
            raise ValueError(f"{shown(text)} is no sum of dice; write {like}")
    if sum(dice.values()) > MOST_DICE or plus > MOST_PLUS:
        raise ValueError(f"{shown(text)} is too much; at most {MOST_DICE} dice and {MOST_PLUS}")
    return Dice(tuple((count, sides) for sides, count in dice.items()), plus)


def damage_of(text: str) -> Dice:
    """Return the damage of each unsaved wound: ``1``, ``D4``, ``2D6``."""
    damage = dice_of(text, "1, D4 or 2D6")
    if not damage.most:
        raise ValueError(f"{shown(text)} is no damage; write 1, D4 or 2D6")
    return damage


def penetration_of(text: str) -> Dice | None:
    """Return ``D6+D4+5`` as dice. "-" gives no dice and never penetrates; ``automatic`` gives None and always does."""
    if text.casefold() in ("auto", "automatic"):
        return None
    return Dice() if text.casefold() in NONE else dice_of(text, 'D6+4, D6+D4+5, automatic, or "-" for none')


def usual_penetration(strength: int, damage: Dice) -> Dice:
    """Return Strength, D6 and the damage dice (2E-AP-1).

    >>> usual_penetration(9, Dice(((2, 6),))).text, usual_penetration(5, Dice(((1, 4),))).text
    ('3D6+9', 'D6+D4+5')
    """
    dice = {6: 1}
    for count, sides in damage.dice:
        dice[sides] = dice.get(sides, 0) + count
    plus = damage.plus if damage.dice or damage.plus > 1 else 0
    return Dice(tuple((count, sides) for sides, count in dice.items()), strength + plus)


def radius_of(text: str) -> float:
    """Return the radius in inches: ``2``, ``1.5``, ``1 1/2"``, ``2" radius``."""
    match = _RADIUS.fullmatch(text)
    inches = _number(match[1]) + (0.5 if match[2] else 0) if match else 0
    if not 0 < inches <= MOST_RADIUS:
        raise ValueError(f"{shown(text)} is no radius; write inches as 2 or 1.5, at most {MOST_RADIUS}")
    return inches


def save_of(text: str) -> Save | None:
    """Return the save of ``3+``, ``3+ on 2D6``, ``6+/5+ v area`` or a known armour name; None for "-"."""
    printed = text.casefold()
    if printed in NONE:
        return None
    printed = ARMOURS.get(plain_name(printed).replace("armor", "armour"), printed)
    if match := _SAVE.fullmatch(printed):
        target, dice, area = int(match[1]), int(match[2] or 1), int(match[3]) if match[3] else None
        if dice == 1 and target == 7 and area is None:
            return None
        if (1 <= target <= 6 or (dice == 2 and 2 <= target <= 12)) and (area is None or 1 <= area <= 6):
            return Save(target, dice, area)
    words = f'{shown(text)} is no armour save; write 3+, 3+ on 2D6, 6+/5+ v area, or "-" for none'
    raise ValueError(f"{words} (fields stand under field:)" if "++" in printed else words)


def field_of(text: str) -> Field | None:
    """Return the field of ``refractor``, ``refractor field``, ``refractor 5+`` or ``5+``; None for "-"."""
    if text.casefold() in NONE:
        return None
    match = _FIELD.fullmatch(text)
    name = " ".join(match["name"].split()) if match else ""
    plain = plain_name(name).replace("armor", "armour")
    known = next((spelt for spelt in (plain, f"{plain} field") if spelt in FIELDS), None)
    target = int(match["target"]) if match and match["target"] else FIELDS.get(known or "")
    if target is None or any(c.isdigit() or c in "+/" for c in name) or len(name) > 60:
        hint = did_you_mean(name, FIELDS)
        raise ValueError(f"{shown(text)} is no field that is known; {hint} (or write its save too: force wall 4+)")
    return Field(known or name or "field", target)


def faces_of(text: str) -> tuple[int, ...]:
    """Return the faces of a location die: ``1``, ``2-5``, ``1, 4-6``."""
    faces = set[int]()
    for part in text.split(","):
        match = _FACES.fullmatch(part.strip())
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
        if first > last:
            raise ValueError(f"{shown(text)} is no part of a D6; write 1, 2-5 or 1, 4-6")
        faces.update(range(first, last + 1))
    return tuple(sorted(faces))


def skill_of(text: str) -> int:
    """Return a skill from 0 to 10; "-" is 0."""
    return 0 if text.casefold() in NONE else whole_number(text, 0, 10, ' or "-"')


def movement_of(text: str) -> int:
    """Return the movement in inches; "-" is 0."""
    return 0 if text.casefold() in NONE else whole_number(re.sub(rf"{_INCH}$", "", text, flags=re.I), 0, 99, " inches")


def _one_of(names: dict[str, str], text: str) -> str | None:
    plain = plain_name(text)
    return names.get(plain) or names.get(plain.removesuffix("s"))


def type_of(text: str) -> str:
    """Return one of `TYPES`, from its name or from a word that players use."""
    if name := _one_of(_TYPES, text):
        return name
    raise ValueError(f"{shown(text)} is no type of unit; {did_you_mean(text, TYPES)}")


def is_type(text: str) -> bool:
    return _one_of(_TYPES, text) is not None


def category_by(names: Iterable[str]) -> str | None:
    """Return the category that all these names have, or None. The last word counts: ``Ripper Swarm``.

    >>> category_by(["Ork Snotlings"]), category_by(["Snotling", "Runtherd"]), category_by(["Ripper Gun Ogryns"])
    ('smaller', None, None)
    """
    categories = {next((category for category, ends in _ENDS if ends.search(plain_name(name))), None) for name in names}
    return categories.pop() if len(categories) == 1 else None


def category_of(text: str) -> str:
    if category := _one_of(_CATEGORIES, text):
        return category
    raise ValueError(f"{shown(text)} is no category of targets; write {', '.join(CATEGORIES[:-1])} or {CATEGORIES[-1]}")


def is_category(text: str) -> bool:
    return _one_of(_CATEGORIES, text) is not None


# Settings: rules that groups read differently (``settings.md``). The first value of each is the default.

SETTINGS = settings_of(__file__)
