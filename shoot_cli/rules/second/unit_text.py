"""Reads profile lines, shows lists as tables, and writes notes about lists."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from shoot_cli.armies import profile_lines
from shoot_cli.armies.army import Card, CardTable, free_name, weapons_carried, without_empty
from shoot_cli.armies.fields import profile_table
from shoot_cli.armies.profile_lines import BadLine, Statistics, Word, kinds_of_models, unit_name, value_or_bad_line
from shoot_cli.armies.tree import did_you_mean, near, plain_name
from shoot_cli.armies.yaml_text import split_list, whole_number
from shoot_cli.engine.names import name_key
from shoot_cli.engine.reasons import shown
from shoot_cli.rules.second import fields, profiles
from shoot_cli.rules.second.charts import RAPID_FIRE_WEAPONS

# The words of a profile line: ``BS4``, ``12/24``, ``+1/0``, ``Sv-1``, ``D4``, ``(hull 2-5 20/18)``.

# Some of the possible words of a line; misspelt words are compared with these.
HINTS = (
    *profiles.TYPES,
    *profiles.CATEGORIES,
    "BS4",
    "S4",
    "12/24",
    "+1/0",
    "Sv-1",
    "SF2",
    "template",
    "blast",
    "penetration",
    "damage",
    "sustained",
    "T4",
    "W2",
    "Sv3+",
    "field",
    "Ld8",
    "AV20/18",
)

MOST_WORDS_OF_FIELD = 3  # with its save
_OF_BOTH = {
    "cover": "cover=hard", "in cover": "cover=hard", "soft cover": "cover=soft", "in soft cover": "cover=soft",
    "hard cover": "cover=hard", "in hard cover": "cover=hard", "soft": "cover=soft", "hard": "cover=hard",
    "in the open": "cover=none",
    "moved": "moved=all", "stationary": "moved=none", "did not move": "moved=none", "stood still": "moved=none",
    "short range": "short=all", "at short range": "short=all",
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
    """A value of a line: its name, the value, and the number of words `used`. The names of weapon values are those of
    lists, and the value is text. The value of "trait" is text for `traits_of`, that of "armour" a Location.
    """

    name: str
    value: Any
    used: int


def value_at(texts: list[str], role: str) -> LineValue | None:
    """Return the value that these words begin with, or None.

    :raises ValueError: if the value is impossible.
    """
    for read in (_save, _field, _armour, _words, _pair, _trait, _damage):
        if value := read(texts, role):
            return value
    return None


def _save(texts: list[str], role: str) -> LineValue | None:
    """Read ``Sv3+``, ``Sv3+ on 2D6``, ``Sv6+/5+ v area`` of models; ``Sv-1``, ``save -1`` and ``-1`` of weapons."""
    match = re.fullmatch(r"(?i)(save|Sv)[:=]?(.*)", texts[0])
    if not match:
        if role == "attacker" and _MODIFIER.fullmatch(texts[0]):
            profiles.save_modifier_of(texts[0])
            return LineValue("save", texts[0], 1)
        return None
    value, used = (match[2], 1) if match[2] else (" ".join(texts[1:2]), 2)
    if not value:
        return None
    if role == "attacker" and re.fullmatch(rf"{_MINUS}\d+|0", value):
        profiles.save_modifier_of(value)
        return LineValue("save", value, used)
    rest = texts[used:]
    for extra in range(min(4, len(rest)), -1, -1):
        try:
            save = profiles.save_of(" ".join([value, *rest[:extra]]))
        except ValueError:
            if extra:
                continue
            if value[:1].isdigit() or value[:1] in "-+":
                raise
            return None
        if not extra or re.fullmatch(r"(?i)(?:on )?(?:/ ?)?2D6.*|/? ?\d\+.*|v.*|against.*", " ".join(rest[:extra])):
            return LineValue("Sv", save, used + extra)
    return None


def _field(texts: list[str], role: str) -> LineValue | None:
    """Read ``field5+``, ``field 5+``, and fields with names: ``refractor field``, ``refractor 5+``."""
    match = re.fullmatch(r"(?i)(?:field|Inv)[:=]?(.*)", texts[0])
    if match and match[1]:
        return LineValue("field", profiles.field_of(match[1]), 1) if match[1][0].isdigit() or match[1] == "-" else None
    first = int(bool(match))
    for end in range(first + MOST_WORDS_OF_FIELD, first, -1):
        text = " ".join(texts[first:end])
        name = plain_name(re.sub(r" [2-6]\+$", "", text))
        if (
            (match and re.match(r"\d|-$", text) and end == 2)
            or name in profiles.FIELDS
            or ((match or text.endswith("+")) and f"{name} field" in profiles.FIELDS)
        ):
            return LineValue("field", profiles.field_of(text), min(end, len(texts)))
    return None


def _armour(texts: list[str], role: str) -> LineValue | None:
    """Read ``AV20/18`` or ``armour 10``: a location with all six faces of the die."""
    match = re.fullmatch(r"(?i)(?:AV|armou?r)[:=]?(.*)", texts[0])
    if not match:
        return None
    value, used = (match[1], 1) if match[1] else (" ".join(texts[1:2]), 2)
    if not (pair := _ARMOUR.fullmatch(value)):
        return None
    front, side = _sides(pair)
    return LineValue("armour", profiles.Location("hull", (1, 2, 3, 4, 5, 6), front, side), used)


def _sides(pair: re.Match[str]) -> tuple[int, int]:
    first, second = (pair[1], pair[2]) if pair[1] else (pair[3], pair[3])
    front, side = (whole_number(text, 1, profiles.MOST_ARMOUR, " for armour") for text in (first, second))
    return front, side


def _words(texts: list[str], role: str) -> LineValue | None:
    """Read a value with its name before it: ``penetration D6+4``, ``damage 2D6``."""
    match = re.fullmatch(r"(?i)(penetration|pen|AP|damage|dam|dmg)[:=]?(.*)", texts[0])
    if not match:
        return None
    value, used = (match[2], 1) if match[2] else (" ".join(texts[1:2]), 2)
    if not re.fullmatch(rf"(?i){_SUM}|auto(?:matic)?|-", value):
        return None
    damage = match[1][:1].casefold() == "d"
    (profiles.damage_of if damage else profiles.penetration_of)(value)
    return LineValue("damage" if damage else "penetration", value, used)


def _pair(texts: list[str], role: str) -> LineValue | None:
    """Read ranges (``12/24``, ``6/-``) or modifiers (``+1/0``, ``1/0``, ``auto/-2``). Ranges grow and have no sign."""
    if match := _RANGES.fullmatch(texts[0]):
        inches = '"' in texts[0] or "in" in texts[0].casefold()
        if inches or float(match[1]) >= 3 or (match[2] and 0 < float(match[1]) < float(match[2])):
            short, _, long = texts[0].partition("/")
            if (farther := profiles.long_of(long)) is not None and farther <= profiles.inches_of(short):
                raise ValueError(f"{shown(texts[0])} are no ranges; write the short one first, as 12/24")
            return LineValue("ranges", re.sub(r"[^\d./\-–—−]", "", texts[0]), 1)
    if _HITS.fullmatch(texts[0]):
        profiles.hits_of(texts[0])
        return LineValue("hit", texts[0], 1)
    return None


def _trait(texts: list[str], role: str) -> LineValue | None:
    """Read ``SF2``, ``sustained fire 2``, ``blast 2``, ``2" radius``, ``template``, ``move or fire``."""
    first = [text.casefold() for text in texts[:3]]
    if match := re.fullmatch(r"(?i)SF[:=]?(\d{1,2})?", texts[0]):
        number = match[1] or "".join(texts[1:2])
        return LineValue("trait", f"sustained fire {number}", 1 if match[1] else 2) if number.isdigit() else None
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
    """Read ``D4`` and ``D 4`` as a die, ``D1`` as the damage 1."""
    if texts[0].casefold() == "d" and len(texts) > 1 and texts[1][:1].isdecimal():
        result = _damage([f"D{texts[1]}"], role)
        return result._replace(used=2) if result else None
    if not _DAMAGE.fullmatch(texts[0]):
        return None
    value = "1" if texts[0].casefold() == "d1" else texts[0]
    profiles.damage_of(value)
    return LineValue("damage", value, 1)


def location_at(text: str) -> profiles.Location | None:
    """Read ``hull 2-5 20/18``, ``1, 4-6: body 21/19``, ``crew 1-2``; None if it is no location. :raises ValueError:"""
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
    return profiles.Location(called, profiles.faces_of(",".join(faces)), front, side, crew)


# Lists as tables ------------------------------------------------------------------------------------------------------

SHOWN = ("short", "long", "hit", "S", "damage", "save", "penetration")  # the columns of a weapon


def card(army: profiles.Army) -> tuple[Card, ...]:
    """Return one card for each unit, in the order of the list."""
    return tuple(_unit_card(unit) for unit in army.units)


def _unit_card(unit: profiles.Unit) -> Card:
    total = sum(count for _, count in unit.models)
    about = [unit.type, f"{total} model{'s' if total != 1 else ''}", f"a {unit.category} target"]
    if unit.points is not None:
        about.append(f"{unit.points} points")
    weapons = list(dict.fromkeys(unit.weapons()))
    models = (((str(count), model.name), model, _carried(model, unit)) for model, count in unit.models)
    columns = (field for field in fields.STATS.fields if field.name != "locations")
    tables = [profile_table("Models", ("n", "model"), columns, "carries", models)]
    for locations, name in _locations_of(unit).items():
        tables.append(_locations(locations, "Locations" if len(unit.models) == 1 else f"Locations of {name}"))
    if weapons:
        rows = (((weapon.name,), weapon, ", ".join((*traits_texts(weapon), *weapon.rules))) for weapon in weapons)
        tables.append(profile_table("Weapons", ("weapon",), fields.MODE.only(*SHOWN), "rules", rows))
    words = [f"Rules: {', '.join(unit.rules)}"] if unit.rules else []
    words += [unit.note] if unit.note else []
    return Card(unit.name, ", ".join(about), tuple(tables), tuple(words))


def _carried(model: profiles.Model, unit: profiles.Unit) -> str:
    parts = weapons_carried(model.weapons)
    parts += ["character"] if model.character else []
    return ", ".join([*parts, *(rule for rule in model.rules if rule not in unit.rules)])


def _locations_of(unit: profiles.Unit) -> dict[tuple[profiles.Location, ...], str]:
    """Return each set of locations once, with the name of the first model that has it."""
    names: dict[tuple[profiles.Location, ...], str] = {}
    for model, _ in unit.models:
        if model.locations:
            names.setdefault(model.locations, model.name)
    return names


def _locations(locations: tuple[profiles.Location, ...], title: str) -> CardTable:
    rows = []
    for location in locations:
        armour = ("crew", "crew") if location.crew else (str(location.front), str(location.side))
        rows.append((fields.faces_text(location.faces), location.name, *armour, "yes" if location.rows else "-"))
    return without_empty(CardTable(title, ("D6", "location", "front", "side and rear", "damage table"), tuple(rows)))


def traits_texts(weapon: profiles.Weapon) -> list[str]:
    """Return the traits of the weapon as a list would write them: ``sustained fire 2``."""
    traits = [f"sustained fire {weapon.sustained}"] if weapon.sustained else []
    traits += ["move or fire"] if weapon.move_or_fire else []
    traits += [f'blast {weapon.blast:g}"'] if weapon.blast is not None else []
    traits += [f"explodes on {weapon.explodes} jams"] if weapon.explodes else []
    traits += [f"recharge {weapon.recharge}"] if weapon.recharge else []
    return traits


# Notes on what looks misspelt, does nothing, or has another meaning here ----------------------------------------------

NOT_ROLLED = ("Seeking", "Hunter-killer", "Targeter", "Ignores Speed")  # rules of the roll to hit


def notes(army: profiles.Army) -> tuple[str, ...]:
    """Return sentences about what looks misspelt, does nothing, or has another meaning here; each once."""
    settings = dict(army.settings)
    sentences = [
        f"it reads {setting.key} as {settings[setting.key]}: {setting.text} ({setting.rule})"
        for setting in profiles.SETTINGS
        if setting.key in settings
    ]
    for unit in army.units:
        sentences += [f"{unit.name}: {note}" for note in _unit_notes(unit, army.only_targets)]
    weapons = dict.fromkeys(weapon for unit in army.units for weapon in unit.weapons())
    sentences += [note for weapon in weapons for note in _weapon_notes(weapon)]
    return tuple(dict.fromkeys([*sentences, *_notes_of_use(army)]))


def _notes_of_use(army: profiles.Army) -> list[str]:
    """Return one sentence about rules of other phases and their use; [] if there are none."""
    uses: dict[fields.SpecialRule, None] = {}
    for unit in army.units:
        named = [(rule, fields.UNIT) for rule in _rules_of(unit)]
        named += [(rule, fields.WEAPON) for weapon in unit.weapons() for rule in weapon.rules]
        known = (fields.rule_named(*entry).known for entry in named)
        uses |= {rule: None for rule in known if rule is not None and rule.use}
    words = ", ".join(f"{rule.name} ({rule.use})" for rule in uses)
    return [f"no shot hangs on {words}"] if uses else []


def _rules_of(unit: profiles.Unit) -> list[str]:
    """Return the rules of the unit and of its models, each once."""
    return list(dict.fromkeys([*unit.rules, *(rule for model, _ in unit.models for rule in model.rules)]))


def _unit_notes(unit: profiles.Unit, only_target: bool) -> list[str]:
    return [
        *_category_notes(unit),
        *misspelt(unit),
        *_rule_notes(unit),
        *([] if only_target else _shooting_notes(unit)),
    ]


def _category_notes(unit: profiles.Unit) -> list[str]:
    """Return notes on models whose name suggests another category than the unit's (2E-TGT-1)."""
    names = dict.fromkeys(model.name for model, _ in unit.models) if unit.category == profiles.HUMAN_SIZED else ()
    return [
        f"a {unit.category} target, though {name} is the name of a {category} one; category: can say so (2E-TGT-1)"
        for name in names
        if (category := profiles.category_by([name]))
    ]


def misspelt(unit: profiles.Unit) -> list[str]:
    """Return notes on the rules of the unit that are not known, and look like others."""
    unknown = (rule for rule in _rules_of(unit) if fields.rule_named(rule, fields.UNIT).known is None)
    near = ((rule, fields.near_misses(rule)) for rule in unknown if not _is_trait(rule))
    return [
        f"the rule {rule} is not known and does nothing here; did you mean {meant[0]}?" for rule, meant in near if meant
    ]


def _rule_notes(unit: profiles.Unit) -> list[str]:
    notes, unknown = list[str](), list[str]()
    for rule in _rules_of(unit):
        known = fields.rule_named(rule, fields.UNIT).known
        if known is not None:
            if known.where == fields.WEAPON:
                notes.append(f"{known.name} is a rule of weapons and does nothing here; write it with the weapon")
        elif _is_trait(rule):
            notes.append(f"{rule} is a trait of weapons and does nothing here; write it with the weapon")
        elif not fields.near_misses(rule):
            unknown.append(rule)
    if unknown:
        notes.append(f"not known, and without effect here: {', '.join(unknown)}")
    if unit.has("Ceramite") and not unit.datafax:
        notes.append("Ceramite is armour of what is hit location by location, and does nothing here (2E-AP-3)")
    return notes


def _is_trait(rule: str) -> bool:
    """Return True for a trait that only weapons have, such as ``sustained fire 2``."""
    try:
        return fields.trait_of(rule) is not None
    except ValueError:
        return True


def _shooting_notes(unit: profiles.Unit) -> list[str]:
    idle = [model for model, _ in unit.models if fields.unarmed(model)]
    if len(idle) == len(unit.models):
        return ["nobody in it can shoot; it can be shot at"]
    notes = [
        f"{model.name} carries weapons but has BS 0; it never shoots (2E-ELIG-1)" for model in idle if model.weapons
    ]
    if unit.has("Scout") and unit.has("Rapid Fire"):
        notes.append("scouts do not use Rapid Fire; leave out one of the two rules (2E-SPC-1)")
    if unit.has("Rapid Fire") and not any(name_key(weapon.name) in RAPID_FIRE_WEAPONS for weapon in unit.weapons()):
        notes.append(f"Rapid Fire is for a {', '.join(RAPID_FIRE_WEAPONS)}, and nobody in it has one (2E-SPC-1)")
    return notes


def _weapon_notes(weapon: profiles.Weapon) -> list[str]:
    """Return notes on rules without effect on this weapon, and on an unusual penetration."""
    notes = [note] if (note := _penetration_note(weapon)) else []
    if weapon.template:
        idle = [rule for rule in NOT_ROLLED if weapon.has(rule)]
        notes += [f"{weapon.name}: a template is not rolled to hit, so {rule} does nothing (2E-TMP-1)" for rule in idle]
    if weapon.has("Auxiliary") and not weapon.sustained:
        notes.append(f"{weapon.name}: it has no sustained fire dice, so Auxiliary rolls no jam again (2E-SF-3)")
    return notes


def _penetration_note(weapon: profiles.Weapon) -> str:
    """Return a note if the penetration differs from the result of 2E-AP-1, or ""."""
    usual = profiles.usual_penetration(weapon.strength, weapon.damage)
    written = weapon.penetration
    if (sorted(written.dice), written.plus) == (sorted(usual.dice), usual.plus) or weapon.has("Automatic Penetration"):
        return ""
    words = f"penetration {written.text} is taken as written, although S and damage give {usual.text}"
    return f"{weapon.name}: {words} (2E-AP-1)"


# Profile lines: a unit in one line, for example ``10x BS4 boltgun``, ``5x T4 Sv3+ on 2D6``.

EXAMPLES = {
    "attacker": "8x BS4 boltgun + 2x BS4 S5 20/40 0/0 D4 Sv-2 SF2 [move or fire]",
    "target": '9x "Boy" T4 Sv6+/5+ v area + 1x "Nob" T4 W2 Sv4+',
}
MODEL_STATS = ("M", "WS", "BS", "T", "W", "I", "A", "Ld", "Sv", "field")
STATISTICS = Statistics(fields.STATS.only("M", "WS", "BS", "S", "T", "W", "I", "A", "Ld"), r"\d{1,9}\"?|[-–—−]")
OF_WEAPONS = ("ranges", "hit", "save", "damage", "penetration")  # describe a weapon, besides S and its traits


class LinePart(profile_lines.LinePart):
    """A part of a profile line. `written` has the characteristics and weapon values by their printed names."""

    HINTS, FACTS = HINTS, FACTS

    def __init__(self, column: int, role: str) -> None:
        super().__init__(column, role)
        self.traits: list[str] = []
        self.locations: list[profiles.Location] = []
        self.type: str | None = None
        self.category: str | None = None

    @property
    def describes_weapon(self) -> bool:
        return bool(self.traits) or not self.written.keys().isdisjoint(OF_WEAPONS)

    def read_value(self, words: list[Word], place: int) -> int:
        """Read one value and return the number of words; a weapon has priority."""
        word = words[place]
        if used := self.read_weapon_name(words, place, fields.ARMOURY) or self.read_count(words, place):
            return used
        if used := self.kind(words, place):
            return used
        if word.kind == "round":
            self.locations.append(self.location(word))
            return 1
        reading = value_or_bad_line(
            word.column, lambda: value_at([other.text for other in words[place : place + 6]], self.role)
        )
        if reading is None:
            return self.statistic(words, place)
        if reading.name == "armour":
            self.locations.append(reading.value)
        elif reading.name == "trait":
            self.traits.append(reading.value)
        else:
            between = "weapons" if reading.name in OF_WEAPONS else "kinds of models"
            self.keep_value(reading.name, reading.value, word.column, between)
        return reading.used

    def statistic(self, words: list[Word], place: int) -> int:
        """Return the number of words of a characteristic, or 0. For an attacker, S belongs to the weapon."""
        if not (result := STATISTICS.at(words, place)):
            return 0
        (name, text, used), column = result, words[place].column
        if name == "S" and self.role == "attacker":
            value_or_bad_line(column, lambda: profiles.strength_of(text))
            value: Any = text
        else:
            value = STATISTICS.read(name, text, column)
        self.keep_value(name, value, column, "weapons" if name == "S" else "kinds of models")
        return used

    def location(self, word: Word) -> profiles.Location:
        if location := value_or_bad_line(word.column, lambda: location_at(word.text[1:-1])):
            return location
        raise BadLine(word.column, f"{shown(word.text)} is no location; write (hull 2-5 20/18) or (crew 1-2)")

    def kind(self, words: list[Word], place: int) -> int:
        """Return the number of words of a type or category (``Walker``, ``human sized``), or 0."""
        if words[place].kind != "word":  # in (hull 1-6 20/18) Walker only the second is a type
            return 0
        texts = [word.text for word in words[place : place + 2] if word.kind == "word"]
        for used in range(len(texts), 0, -1):
            text = " ".join(texts[:used])
            if profiles.is_type(text) and (self.type is None or not profiles.is_category(text)):
                if self.type:
                    first = f"{self.type} is the first"
                    raise BadLine(words[place].column, f"{shown(text)} is a second type, {first}; keep one")
                self.type = profiles.type_of(text)
                return used
            if profiles.is_category(text):
                self.category = profiles.category_of(text)
                return used
        return 0

    def read_brackets(self, word: Word) -> bool:
        for text in split_list(word.text[1:-1]) if word.kind == "brackets" else ():
            self.rule(text, word.column)
        return word.kind == "brackets"

    def rule(self, text: str, column: int) -> None:
        if self.role == "attacker" and value_or_bad_line(column, lambda: fields.trait_of(text)):
            self.traits.append(text)
        else:
            self.rules.append((text, column))

    def read_rule_or_type(self, text: str, column: int) -> bool:
        trait = self.role == "attacker" and value_or_bad_line(column, lambda: fields.trait_of(text))
        known = bool(trait) or fields.rule_named(text, fields.WEAPON).known is not None
        if known:
            self.rule(text, column)
        return known

    def allowed_rules(self) -> list[str]:
        return (
            fields.names_for(fields.UNIT)
            if self.role == "target"
            else [
                *fields.names_for(fields.WEAPON),
                *fields.names_for(fields.UNIT),
                *fields.TRAITS,
            ]
        )

    def hint(self, word: str, alike: list[str]) -> str:
        if re.fullmatch(r'\d+(?:\.\d)?"', word):
            return "write both ranges, the short one first, as 12/24"
        return super().hint(word, alike)

    def similar_words(self, word: str, text: str) -> list[str]:
        similar = super().similar_words(word, text)
        return similar or (near(text, fields.ARMOURY.modes, cutoff=0.7) if self.role == "attacker" else [])


def read_line(text: str, role: str) -> profiles.Unit:
    """Return the unit of a line; `role` is "attacker" or "target".

    >>> read_line("5x T4 Sv3+ on 2D6", "target").models[0][0].save
    Save(target=3, dice=2, area=None)

    :raises ArmyErrors: with the column of the mistake and an example of a valid line.
    """
    return profile_lines.read_line(text, role, LinePart, _unit, EXAMPLES, round_brackets=True)


# Units ----------------------------------------------------------------------------------------------------------------


def _unit(parts: list[LinePart], role: str) -> profiles.Unit:
    kind = next((part.type for part in parts if part.type), None)
    category = next((part.category for part in parts if part.category), None)
    models: list[tuple[profiles.Model, int]] = []
    weapons: dict[str, profiles.Weapon] = {}
    for row in kinds_of_models(parts):
        models.append(_model(row, role, weapons))
    located = [bool(model.locations) for model, _ in models]
    if (role == "target" or any(located) or kind not in profiles.OF_LOCATIONS) and (
        why := fields.why_no_unit(kind, located)
    ):
        words = why.replace("locations: [{name: Hull, D6: 1-6, front: 20, side: 18}]", "(hull 1-6 20/18)")
        words = words.replace("{name: Crew, D6: 4-6, crew: yes}", "(crew 4-6)")
        raise BadLine(parts[0].column, words)
    if why := fields.why_not_alike(models):
        raise BadLine(parts[0].column, why)
    return fields.finish_unit(unit_name(parts, models, role), kind, category, models, ())


def _model(row: list[LinePart], role: str, known: dict[str, profiles.Weapon]) -> tuple[profiles.Model, int]:
    first = row[0]
    stats = {name: value for part in row for name, (value, _) in part.written.items() if name in MODEL_STATS}
    locations = [location for part in row for location in part.locations]
    if locations and (why := fields.why_no_locations(locations)):
        raise BadLine(first.column, why)
    stats["locations"] = tuple(locations)
    crew = any(location.crew for location in locations)
    wanted = "BS" if role == "attacker" else "T" if crew or not locations else None
    if wanted and wanted not in stats:
        like = "BS4" if wanted == "BS" else "T4, or (hull 1-6 20/18) for what is hit location by location"
        raise BadLine(first.column, f"{wanted} missing here; write {like}")
    if locations and not crew and (odd := [name for name in ("T", "W", "Sv", "field") if name in stats]):
        column = next(part.written[odd[0]][1] for part in row if odd[0] in part.written)
        raise BadLine(column, f"what is hit location by location has no {odd[0]}; leave it out, or add (crew 1-2)")
    rules: list[str] = []
    weapons: list[profiles.Weapon] = []
    for part in row:
        of_weapon = [(rule, column) for rule, column in part.rules if _where(rule, column, part, role) == fields.WEAPON]
        rules += [rule for rule, column in part.rules if (rule, column) not in of_weapon]
        weapons += part.weapons
        if role == "target":
            _no_weapon(part)
        elif part.describes_weapon or not part.weapons:
            weapons.append(_weapon(part, [rule for rule, _ in of_weapon], known))
        elif of_weapon:
            words = "rules of weapons belong to a weapon that is described, as by S4 12/24 +1/0"
            raise BadLine(of_weapon[0][1], f"{words}; in a list, a weapon of the armoury can be written anew")
    return fields.make_model(first.names[0] if first.names else "model", stats, rules, tuple(weapons)), first.count or 1


def _where(rule: str, column: int, part: LinePart, role: str) -> str:
    """Return WEAPON or UNIT, whichever the rule belongs to; a rule of both belongs to the models."""
    named = fields.rule_named(rule, fields.WEAPON if role == "attacker" and part.describes_weapon else fields.UNIT)
    if named.known is None or (role == "target" and named.known.where == fields.WEAPON):
        names = (
            fields.names_for(fields.UNIT)
            if role == "target"
            else [*fields.names_for(fields.WEAPON), *fields.names_for(fields.UNIT)]
        )
        owners = "units" if role == "target" else "weapons or units"
        hint = did_you_mean(rule.split("(")[0], names)
        raise BadLine(column, f"no special rule {shown(rule)} of {owners} is known; {hint}")
    return fields.WEAPON if named.known.where == fields.WEAPON else fields.UNIT


def _no_weapon(part: LinePart) -> None:
    """Check that a target has no weapon. :raises BadLine: if it has one, described or named."""
    part.refuse_weapons()
    if part.describes_weapon:
        column = next((part.written[key][1] for key in OF_WEAPONS if key in part.written), part.column)
        raise BadLine(column, "a target has no weapon here; leave out ranges, modifiers, damage and penetration")


def _weapon(part: LinePart, rules: list[str], known: dict[str, profiles.Weapon]) -> profiles.Weapon:
    """Return the weapon that the part describes, and add it to `known`, the line's weapons by name."""
    if not part.describes_weapon and "S" not in part.written:
        raise BadLine(part.column, "no weapon stands here; name one, as boltgun, or describe it, as S4 12/24 +1/0 Sv-1")
    answers: dict[str, str] = {key: value for key, (value, _) in part.written.items() if key in ("S", *OF_WEAPONS)}
    if ranges := answers.pop("ranges", ""):
        short, _, long = ranges.partition("/")
        answers |= {"short": short, "long": long}
    traits = value_or_bad_line(part.column, lambda: fields.traits_of([*part.traits, *rules]))
    for _, words in fields.weapon_complaints(answers, traits, in_a_list=False):
        sentence = (
            "the weapon has no ranges; write 12/24, or template" if "“short”" in words or "“long”" in words else words
        )
        raise BadLine(part.column, sentence.replace("write S: 4", "write S4, or the name of a weapon"))
    made = value_or_bad_line(part.column, lambda: fields.make_weapon("weapon", answers, traits, "the profile line"))
    return _named(made, answers, traits, known)


def _named(
    weapon: profiles.Weapon, answers: dict[str, str], traits: fields.Traits, known: dict[str, profiles.Weapon]
) -> profiles.Weapon:
    """Name the weapon by its figures; if that name is taken by another weapon, add its traits or a number."""
    ranges = (
        [f"{answers['short']}/{answers['long']}"]
        if "short" in answers
        else ["template" if traits.template else "thrown"]
    )
    name = " ".join([f"S{weapon.strength}", *ranges, *([answers["hit"]] if "hit" in answers else [])])
    longer = ", ".join([name, *traits_texts(weapon), *weapon.rules])[:60]
    for wish in (name, longer, free_name(longer, longer, known)):
        named = weapon.but(name=wish)
        if known.setdefault(wish, named) == named:
            return named
    raise AssertionError(name)  # the last name is free
