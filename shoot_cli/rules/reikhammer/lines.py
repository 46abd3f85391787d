"""Profile lines: a formation in one line, as people write them: ``6x AP4 AT2 range 12``, ``4x INF armour 3``.

A line is cut into words with their columns; ``+`` between blanks ends a kind of unit, ``&`` one of its weapons. The
order of the words is free. Either side may have what the other needs.
"""

from __future__ import annotations

import re
from typing import Any

from shoot_cli.armies.problems import near
from shoot_cli.armies.profile_lines import BadLine, Word, counted, line_name, parts_of, valued
from shoot_cli.armies.reading import split_list, whole_number
from shoot_cli.core.questions import shown
from shoot_cli.rules.reikhammer.building import (
    MOST_MODELS,
    USUAL_RATING,
    finish_unit,
    make_model,
    make_weapon,
    weapon_complaints,
)
from shoot_cli.rules.reikhammer.profiles import VALUES, Model, Unit, Weapon
from shoot_cli.rules.reikhammer.values import (
    MACRO,
    MOST_INTEGRITY,
    MOST_RANGE,
    UNIT_RULES,
    WEAPON_RULES,
    ammo_of,
    armour_of,
    barrage_of,
    invulnerable_of,
    is_type,
    range_of,
    rating_of,
    speed_of,
    type_of,
    unit_rule,
    value_of,
    weapon_rule,
)

MOST_WEAPONS = 12  # of one unit
EXAMPLES = {
    "attacker": "6x AP4 AT2 range 12 ammo 4 + 2x BP3 range 30",
    "target": "4x INF armour 3 integrity 3 + 2x AV armour 4 integrity 2 [reinforced]",
}
# What misspelt words are compared with.
HINTS = (
    "AP4",
    "AT2",
    "AA1",
    "BP3",
    "range",
    "armour",
    "integrity",
    "ammo",
    "speed",
    "CR4",
    "Inv1",
    "INF",
    "LV",
    "AV",
    "WE",
    "AC",
)
OF_WEAPONS = ("AP", "AT", "AA", "BP", "range")

READERS: dict[str, Any] = {
    "AP": value_of, "AT": value_of, "AA": value_of, "BP": barrage_of, "range": range_of, "armour": armour_of,
    "integrity": lambda said: whole_number(said, 1, MOST_INTEGRITY, " for integrity"), "ammo": ammo_of,
    "speed": speed_of, "CR": rating_of, "invulnerable": invulnerable_of,
}  # fmt: skip
STAT_NAMES = {name.casefold(): name for name in READERS} | {
    "armor": "armour", "a": "armour", "int": "integrity", "i": "integrity", "inv": "invulnerable",
}  # fmt: skip
# Longer names before those that they begin with.
_STAT = re.compile(rf"({'|'.join(sorted(STAT_NAMES, key=len, reverse=True))})[:=]?(.*)", re.IGNORECASE | re.ASCII)
_VALUE = re.compile(
    r"[0-9]{1,9}(?:\+{1,2}|-|\"|''|tiles?|in|inch|cm)?|[-‐‑–—−]|none|unlimited", re.IGNORECASE | re.ASCII
)


class Gun:
    """What is said of one weapon."""

    def __init__(self, column: int) -> None:
        self.column = column
        self.name = ""
        self.values: dict[str, Any] = {}  # AP, AT, AA, BP and range, read
        self.columns: dict[str, int] = {}
        self.rules: list[str] = []
        self.macro: tuple[str, ...] = ()

    @property
    def said(self) -> bool:
        return bool(self.values or self.rules or self.macro)


class Part:
    """What stands between two ``+``."""

    def __init__(self, column: int) -> None:
        self.column = column
        self.count: int | None = None
        self.name = ""
        self.stats: dict[str, Any] = {}
        self.columns: dict[str, int] = {}
        self.rules: list[str] = []
        self.guns = [Gun(column)]

    @property
    def begun(self) -> bool:
        """True once a value of the unit, or of the weapon being read, was said."""
        return bool(self.guns[-1].values or (len(self.guns) == 1 and self.stats))


def read_line(text: str, role: str) -> Unit:
    """The formation of a line; ``role`` is "attacker" or "target".

    >>> read_line("4x INF armour 3 integrity 3 + 2x AV A4 I2", "target").models[1][0].armour
    4

    :raises ArmyErrors: with the column in the line, and a line that would do.
    """
    try:
        return _unit([_read_part(words) for words in parts_of(text)], role)
    except BadLine as wrong:
        raise wrong.told(role, EXAMPLES[role]) from None


def _read_part(words: list[Word]) -> Part:
    part, place, unknown = Part(words[0].column), 0, list[Word]()
    while place < len(words):
        word, first = words[place], not part.begun
        if word.kind == "brackets":
            for said in split_list(word.text[1:-1]):
                _rule(part, said, word.column)
        elif word.kind == "name":
            _name(part, word.text[1:-1].strip(), word.column)
        elif word.text == "&":
            _after(part, unknown, True)
            _next_gun(part, word)
        elif used := _count(part, words, place) or _type(part, words, place) or _statistic(part, words, place):
            _after(part, unknown, first)
            place += used - 1
        else:
            unknown.append(word)
        place += 1
    _after(part, unknown, True)
    return part


def _next_gun(part: Part, word: Word) -> None:
    if not part.guns[-1].said:
        raise BadLine(word.column, "no weapon stands before this &; write AP4, AT2, AA1 or BP3")
    if len(part.guns) == MOST_WEAPONS:
        raise BadLine(word.column, f"more than {MOST_WEAPONS} weapons of one unit")
    part.guns.append(Gun(word.column))


def _count(part: Part, words: list[Word], place: int) -> int:
    """How many words the count takes; 0 if there is none here."""
    part.count, used = counted(words, place, part.count, MOST_MODELS, "units", "“ + ”")
    return used


def _type(part: Part, words: list[Word], place: int) -> int:
    """How many words a type takes (``INF``, ``war engine``); 0 if there is none here."""
    both = [word.text for word in words[place : place + 2] if word.kind == "word"]
    for said, used in ((" ".join(both), len(both)), (words[place].text, 1)):
        if is_type(said):
            _keep(part.stats, part.columns, "type", type_of(said), words[place])
            return used
    return 0


def _statistic(part: Part, words: list[Word], place: int) -> int:
    """How many words a value takes (``armour3`` or ``armour 3``); 0 if there is none here."""
    word = words[place]
    found = _STAT.fullmatch(word.text)
    if not found:
        return 0
    name, said, used = STAT_NAMES[found[1].casefold()], found[2], 1
    if not said:
        if place + 1 == len(words) or words[place + 1].kind != "word":
            return 0
        said, used = words[place + 1].text, 2
    if not _VALUE.fullmatch(said):
        return 0
    value = valued(word.column, lambda: READERS[name](said))
    gun = part.guns[-1]
    values, columns = (gun.values, gun.columns) if name in OF_WEAPONS else (part.stats, part.columns)
    _keep(values, columns, name, value, word)
    after = words[place + used].text.casefold() if place + used < len(words) else ""
    return used + (name in ("range", "speed") and after in ("tile", "tiles"))


def _keep(values: dict[str, Any], columns: dict[str, int], name: str, value: Any, word: Word) -> None:
    if name in values:
        between = "“ & ” between weapons" if name in OF_WEAPONS else "“ + ” between kinds of units"
        raise BadLine(word.column, f"{name} stands twice; put {between}")
    values[name], columns[name] = value, word.column


def _rule(part: Part, said: str, column: int) -> None:
    """What stands between brackets: of the unit, or of the weapon before it; ``macro AT`` is for one value."""
    gun = part.guns[-1]
    if found := re.fullmatch(r"(?i)macro\s+(AP|AT|AA)", said.strip()):
        gun.macro = tuple(kind for kind in VALUES if kind in (*gun.macro, found[1].upper()))
    elif " ".join(said.casefold().replace("-", " ").split()) in WEAPON_RULES:
        gun.rules.append(valued(column, lambda: weapon_rule(said)) or "")
    elif rule := valued(column, lambda: unit_rule(said)):
        part.rules.append(rule)


def _name(part: Part, name: str, column: int) -> None:
    """The first name of a part is that of its units, the next that of the weapon."""
    if len(part.guns) == 1 and not part.name:
        part.name = line_name(name, column)
    elif not part.guns[-1].name:
        part.guns[-1].name = line_name(name, column)
    else:
        raise BadLine(column, "a third name; the first is that of the units, the second that of their weapon")


def _after(part: Part, unknown: list[Word], at_an_end: bool) -> None:
    """What to make of words that are no values: the name of the units, then that of a weapon.

    A name stands right behind the count, before or behind ``&``, or at the very end; elsewhere such words are mistakes.
    """
    if not unknown:
        return
    said, column = " ".join(word.text for word in unknown), unknown[0].column
    words = unknown[:]
    unknown.clear()
    plain = " ".join(said.casefold().replace("-", " ").split())
    if plain in UNIT_RULES or plain in WEAPON_RULES:
        raise BadLine(column, f"{shown(said)} is a rule; put rules in brackets, as in [{said[:60]}]")
    for word in words:
        alike = near(word.text, HINTS, cutoff=0.75)
        if alike or not at_an_end or any(c.isdigit() for c in word.text):
            raise BadLine(word.column, f"{shown(word.text)} is no value; {_hint(word.text, alike)}")
    _name(part, said, column)


def _hint(text: str, alike: list[str]) -> str:
    if re.fullmatch(r"[0-9]+(?:tiles?|\"|in|cm)?", text):
        return f"say what it is: AP{text[:2]}, armour {text[:2]} or range {text[:2]}"
    return f"did you mean {' or '.join(alike)}?" if alike else "put names in quotes, rules in [brackets]"


def _unit(parts: list[Part], role: str) -> Unit:
    models: list[tuple[Model, int]] = []
    rating: int | None = None
    for part in parts:
        if role == "attacker" and part is not parts[0] and part.count is None:
            raise BadLine(part.column, "how many units are of this kind is not said; write 1x before it")
        if "CR" in part.stats and rating is not None:
            raise BadLine(part.columns["CR"], "CR stands twice; a formation has one")
        rating = part.stats.pop("CR", rating)
        models.append((_model(part, role), part.count or 1))
    if sum(count for _, count in models) > MOST_MODELS:
        raise BadLine(parts[0].column, f"more than {MOST_MODELS} units; a formation has at most {MOST_MODELS}")
    if role == "attacker" and not any(model.weapons for model, _ in models):
        raise BadLine(parts[0].column, "nobody in this line has a weapon; write AP4, AT2, AA1 or BP3")
    names = list(dict.fromkeys(part.name for part in parts if part.name))
    return finish_unit(", ".join(names)[:60] or role.capitalize(), models, rating or USUAL_RATING)


def _model(part: Part, role: str) -> Model:
    if missing := [key for key in ("type", "armour") if key not in part.stats and role == "target"]:
        like = " and ".join({"type": "INF (or LV, AV, WE, AC)", "armour": "armour 3"}[key] for key in missing)
        raise BadLine(
            part.column,
            f"{' and '.join(missing)} of the units {'is' if len(missing) == 1 else 'are'} missing here; write {like}",
        )
    weapons = tuple(_weapon(gun) for gun in part.guns if gun.said or len(part.guns) > 1)
    if not weapons and part.guns[0].name:
        raise BadLine(part.column, f"{shown(part.guns[0].name)} has no value; a weapon needs AP4, AT2, AA1 or BP3")
    return make_model(part.name or "unit", part.stats, part.rules, weapons)


def _weapon(gun: Gun) -> Weapon:
    values = {"range": 0 if set(gun.rules) - {MACRO} else MOST_RANGE} | gun.values
    there = [key for key, value in values.items() if value is not None and (key != "BP" or value)]
    for key, words in weapon_complaints(there, gun.macro or None, gun.rules):
        raise BadLine(gun.columns.get(key, gun.column), words.replace("range: ", "range ").replace(": ", ""))
    made = make_weapon("", values, gun.macro, gun.rules)
    return made.but(name=gun.name or _described(made))


def _described(made: Weapon) -> str:
    """ "AP4 AT2 macro" """
    words = [f"{kind}{made.value(kind)}" for kind in VALUES if made.value(kind) is not None]
    words += [f"BP{made.bp}"] if made.bp else []
    words += ["macro"] if made.macro == made.values and made.macro else [f"macro {kind}" for kind in made.macro]
    return " ".join([*words, made.assault] if made.assault else words)
