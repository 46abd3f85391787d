"""Profile lines: a unit in one line, as people write them: ``10x BS4 S4 AP5 Rapid Fire 24"``, ``10x T4 Sv6+``.

A line is cut into words with their columns; ``+`` between blanks ends a kind of model (or, for an attacker, a weapon).
The order of the words is free.
"""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from shoot_cli.armies.armoury import take
from shoot_cli.armies.problems import did_you_mean, near, plain_name
from shoot_cli.armies.profile_lines import BadLine, Word, armoury_at, counted, line_name, parts_of, valued
from shoot_cli.armies.reading import split_list, whole_number
from shoot_cli.core.questions import shown
from shoot_cli.rules.seventh.armoury import armoury, armoury_modes, meant, weapon, why_no_weapon
from shoot_cli.rules.seventh.building import finish_unit, make_model, why_no_unit
from shoot_cli.rules.seventh.profiles import PISTOL, RAPID_FIRE, Model, Unit, Weapon
from shoot_cli.rules.seventh.special_rules import BOTH, UNIT, WEAPON, idle_on, names_for, of_his_weapons, rule_named
from shoot_cli.rules.seventh.values import (
    OF_VEHICLES,
    TYPES,
    ap_of,
    fire_of,
    odd_words_of,
    range_of,
    save_of,
    saves_of,
    skill_of,
    strength_of,
    type_of,
)

EXAMPLES = {
    "attacker": '10x BS4 S4 AP5 Rapid Fire 24" [twin-linked]',
    "target": '6x "Boy" T4 Sv6+ + 1x "Nob" T4 W2 Sv4+ [character]',
}
# A small share of the words that may stand in a line: what misspelt ones are compared with.
HINTS = (
    *TYPES.values(),
    "Template",
    "unlimited",
    "BS4",
    "S4",
    "AP5",
    "T4",
    "W2",
    "Sv3+",
    "Inv5+",
    "FNP5+",
    "Ld8",
    "HP3",
)
VEHICLE = ("front", "side", "rear", "HP")

# Longer names before those that they begin with.
STAT_NAMES = ("BS", "WS", "Ld", "Sv", "Inv", "FNP", "AP", "AV", "HP", "front", "side", "rear", "S", "T", "W", "I", "A")
_STAT = re.compile(rf"({'|'.join(STAT_NAMES)})[:=]?(.*)", re.IGNORECASE | re.ASCII)
_STATS = {s.casefold(): s for s in STAT_NAMES}
_INCHES = re.compile(
    r"(?:\d+(?:\"|''|”|″|in)?[-–—])?\d+(?:\.\d)?(?:\"|''|”|″|in|inch|inches)", re.IGNORECASE | re.ASCII
)
_SHOTS = re.compile(r"[0-9]*D?[0-9]+(?:[+/][0-9]+)?", re.IGNORECASE | re.ASCII)


class Part:
    """What stands between two ``+``."""

    def __init__(self, column: int) -> None:
        self.column = column
        self.count: int | None = None
        self.name = ""
        self.stats: dict[str, tuple[str, int]] = {}  # printed name: value, column
        self.type: tuple[str, int] | None = None
        self.range: str | None = None
        self.rules: list[tuple[str, int]] = []
        self.weapons: list[Weapon] = []
        self.unit_type: str | None = None

    def describes_weapon(self) -> bool:
        return self.type is not None or self.range is not None or "AP" in self.stats


def read_line(text: str, role: str) -> Unit:
    """The unit of a line; ``role`` is "attacker" or "target".

    >>> read_line('10x T4 Sv6+ + 1x "Nob" T4 W2 Sv4+ [character]', "target").models[1][0].armour
    4

    :raises ArmyErrors: with the column in the line, and a line that would do.
    """
    try:
        parts = [_read_part(words, role) for words in parts_of(text)]
        return _unit(parts, role)
    except BadLine as wrong:
        raise wrong.told(role, EXAMPLES[role]) from None


def _read_part(words: list[Word], role: str) -> Part:
    part, place, unknown = Part(words[0].column), 0, list[Word]()
    while place < len(words):
        word = words[place]
        first = not part.stats and part.type is None and part.range is None
        if word.kind == "brackets":
            part.rules += [(rule, word.column) for rule in split_list(word.text[1:-1])]
        elif word.kind == "name":
            _name(part, word.text[1:-1].strip(), word.column)
        elif used := _value(part, words, place, role):
            _after(part, unknown, role, first)
            place += used - 1
        else:
            unknown.append(word)
        place += 1
    _after(part, unknown, role, True)
    return part


def _value(part: Part, words: list[Word], place: int, role: str) -> int:
    """How many words the value takes that begins here; 0 if none does. Weapons first: bolt pistols are no Pistol."""
    return (
        (_armoury(part, words, place) if role == "attacker" else 0)
        or _count(part, words, place)
        or _type(part, words, place)
        or _range(part, words[place])
        or _statistic(part, words, place)
    )


def _count(part: Part, words: list[Word], place: int) -> int:
    """How many words the count takes; 0 if there is none here."""
    part.count, used = counted(words, place, part.count, 200, "models", "“+”")
    return used


def _type(part: Part, words: list[Word], place: int) -> int:
    """How many words the type of a weapon takes, its number of shots included; 0 if there is none here."""
    name, used, shots = _type_name([word.text for word in words[place : place + 2] if word.kind == "word"])
    if not name:
        return 0
    if part.type:
        raise BadLine(words[place].column, "a second type of weapon; put “+” between weapons")
    after = words[place + used].text if place + used < len(words) else ""
    if name not in (RAPID_FIRE, PISTOL) and not shots and _SHOTS.fullmatch(after):
        shots, used = after, used + 1
    text = f"{name} {shots}".strip()
    valued(words[place].column, lambda: fire_of(text))
    part.type = (text, words[place].column)
    return used


def _type_name(said: list[str]) -> tuple[str, int, str]:
    """The type that the next words begin with, how many words it takes, and shots written on to it (``Heavy3``)."""
    short = {"rf": RAPID_FIRE, "rapidfire": RAPID_FIRE}
    for used in (2, 1):
        name = plain_name(" ".join(said[:used]))
        if len(said) >= used and (name in TYPES or name in short):
            return TYPES.get(name) or short[name], used, ""
    for name, printed in TYPES.items():
        if said and said[0].casefold().startswith(name) and _SHOTS.fullmatch(said[0][len(name) :]):
            return printed, 1, said[0][len(name) :]
    return "", 0, ""


def _range(part: Part, word: Word) -> int:
    if not _INCHES.fullmatch(word.text) and word.text.casefold() not in ("template", "unlimited"):
        return 0
    if part.range is not None:
        raise BadLine(word.column, "a second range; put “+” between weapons")
    valued(word.column, lambda: range_of(word.text))
    part.range = word.text
    return 1


def _statistic(part: Part, words: list[Word], place: int) -> int:
    """How many words a characteristic takes (``BS4`` or ``BS 4``); 0 if there is none here."""
    word = words[place]
    found = _STAT.fullmatch(word.text)
    if not found:
        return 0
    name, said, used = _STATS[found[1].casefold()], found[2], 1
    if not said:
        if place + 1 == len(words) or words[place + 1].kind != "word" or not _is_value(words[place + 1].text):
            return 0
        said, used = words[place + 1].text, 2
    if not _is_value(said):
        return 0
    names, values = ["front", "side", "rear"], said.split("/")
    if name != "AV":
        names, values = [name], [said]
    elif len(values) != 3:
        raise BadLine(word.column, f"{shown(word.text)} lacks a side; write front/side/rear as in AV13/11/10")
    for one, value in zip(names, values, strict=True):
        if one in part.stats:
            raise BadLine(word.column, f"{one} stands twice; put “+” between kinds of models")
        _stat_value(one, value, word.column)
        part.stats[one] = (value, word.column)
    return used


def _is_value(text: str) -> bool:
    return bool(re.fullmatch(r"[0-9][0-9+/\-]*|[xX*\-–—]", text))


def _stat_value(name: str, said: str, column: int) -> Any:
    readers: dict[str, Any] = {"S": strength_of, "AP": ap_of, "Sv": saves_of, "Inv": save_of, "FNP": save_of}
    bounds = {"T": (1, 10), "W": (1, 20), "Ld": (1, 10), "HP": (1, 20)} | dict.fromkeys(
        ("front", "side", "rear"), (5, 15)
    )
    if name in bounds:
        return valued(column, lambda: whole_number(said, *bounds[name], f" for {name}"))
    return valued(column, lambda: readers.get(name, skill_of)(said))


def _unit_type(part: Part, said: str, column: int) -> None:
    """The type of a unit. The commas in its brackets went with the cutting into words."""
    if part.unit_type:
        raise BadLine(column, f"{shown(said)} is a second type of unit, {shown(part.unit_type)} is the first; keep one")
    first, bracket, inside = type_of(said).partition("(")
    within = ", ".join(inside.strip(" )").replace(",", " ").split())
    part.unit_type = f"{first.strip()} ({within})" if bracket and within else first.strip()


def _name(part: Part, name: str, column: int) -> None:
    if name.casefold().startswith("vehicle (") and not odd_words_of(name)[1]:
        _unit_type(part, name, column)  # a type in quotes, as its brackets suggest
        return
    if part.name:
        raise BadLine(column, f"a second name, {shown(part.name)} is the first; put “+” between kinds of models")
    part.name = line_name(name, column)


def _after(part: Part, unknown: list[Word], role: str, at_an_end: bool) -> None:
    """What to make of words that are no values: a type of unit, or the name of the models.

    A name stands right behind the count or at the very end; elsewhere such words are mistakes.
    """
    if not unknown:
        return
    said, column = " ".join(word.text for word in unknown), unknown[0].column
    words = unknown[:]
    unknown.clear()
    known, odd = odd_words_of(said)
    if known and not odd and not any(c.isdigit() for c in said):
        _unit_type(part, said, column)
        return
    for word in words:
        alike = near(word.text, (*HINTS, "Rapid", "Fire"), cutoff=0.75)
        if not alike and role == "attacker":
            alike = near(said, armoury_modes())
        if alike or not at_an_end or part.name or any(c.isdigit() for c in word.text):
            hint = f"did you mean {alike[0]}?" if alike else "put names in quotes, special rules in [brackets]"
            raise BadLine(word.column, f"{shown(word.text)} is no value, weapon or type; {hint}")
    _name(part, said, column)


def _armoury(part: Part, words: list[Word], place: int) -> int:
    """How many words the name of a weapon takes, the longest that there is; 0 if none begins here."""
    reference, used = armoury_at(words, place, lambda text: meant(text, armoury_modes()))
    if reference:
        part.weapons += take(reference, armoury()[reference.name])
    return used


def _unit(parts: list[Part], role: str) -> Unit:
    models: list[tuple[Model, int]] = []
    kind, rows = None, list[list[Part]]()
    for part in parts:
        kind = kind or part.unit_type
        if role == "target" or part.count is not None or "BS" in part.stats or not rows:
            rows.append([part])
        else:
            rows[-1].append(part)  # another weapon of the same models
    vehicle_type = kind is not None and any(word in kind for word in OF_VEHICLES)
    for row in rows:
        models.append(_model(row, role, vehicle_type))
    if why := why_no_unit(kind, [model.vehicle for model, _ in models]):
        raise BadLine(parts[0].column, why)
    if sum(count for _, count in models) > 200:
        raise BadLine(parts[0].column, "more than 200 models; a unit has at most 200")
    names = list(dict.fromkeys(model.name for model, _ in models))
    unit_name = ", ".join(names) if any(part.name for part in parts) else role.capitalize()
    return finish_unit(unit_name[:60], kind, models, ())


def _model(row: list[Part], role: str, of_vehicles: bool) -> tuple[Model, int]:
    first = row[0]
    stats = {
        name: _stat_value(name, value, column)
        for part in row
        for name, (value, column) in part.stats.items()
        if name != "AP" and not (name == "S" and role == "attacker")
    }
    vehicle = (of_vehicles and "T" not in stats) or any(name in stats for name in VEHICLE)
    wanted = ("BS",) if role == "attacker" else () if vehicle else ("T",)
    if missing := [name for name in (*wanted, *(VEHICLE if vehicle else ())) if name not in stats]:
        like = {"BS": "BS4", "T": "T4", "HP": "HP3"}.get(missing[0], "AV13/11/10 HP3")
        raise BadLine(first.column, f"{' and '.join(missing)} missing here; write {like}")
    if vehicle and (odd := [name for name in ("T", "W", "Sv", "FNP") if name in stats]):
        column = next(part.stats[odd[0]][1] for part in row if odd[0] in part.stats)
        raise BadLine(column, f"a vehicle has no {' or '.join(odd)}; leave it out, or leave out {', '.join(VEHICLE)}")
    weapons: list[Weapon] = []
    rules: list[str] = []
    for part in row:
        weapon_rules = [] if role == "target" else [r for r in part.rules if _where(*r, role) != UNIT]
        rules += [
            rule for rule, column in part.rules if (rule, column) not in weapon_rules and _where(rule, column, role)
        ]
        for rule, column in part.rules:
            known = valued(column, partial(rule_named, rule)).known
            if known is not None and (idle := idle_on(known, vehicle)):
                raise BadLine(column, f"{idle}; leave it out")
        weapons += part.weapons
        if role == "attacker" and (part.describes_weapon() or not part.weapons):
            weapons.append(_weapon(part, [rule for rule, _ in weapon_rules], weapons))
        elif weapon_rules:
            raise BadLine(
                weapon_rules[0][1],
                "special rules of weapons belong to a weapon that is described by S, AP, type and range",
            )
        elif role == "target" and part.describes_weapon():
            raise BadLine(part.column, "a target has no weapon here; leave out AP, type and range")
    return make_model(first.name or "model", stats, rules, tuple(weapons)), first.count or 1


def _where(rule: str, column: int, role: str) -> str:
    """Whether a rule belongs to a weapon, a unit or both."""
    named = valued(column, lambda: rule_named(rule))
    of_weapon = named.known is not None and (named.known.where == WEAPON or named.known.name in of_his_weapons())
    if named.known is None or (role == "target" and of_weapon):
        names = names_for(UNIT) if role == "target" else [*names_for(WEAPON), *names_for(UNIT)]
        hint, of = did_you_mean(rule.split("(")[0], names), "units" if role == "target" else "weapons or units"
        raise BadLine(column, f"no special rule {shown(rule)} of {of} is known; {hint}")
    if named.known.note and not named.known.rule:  # a line has no check that could say so
        raise BadLine(column, f"{named.known.name} is not played here ({named.known.note}); leave it out")
    return WEAPON if named.known.where == BOTH else str(named.known.where)


def _weapon(part: Part, rules: list[str], before: list[Weapon]) -> Weapon:
    wanted = {
        "S": "S" in part.stats,
        "AP": "AP" in part.stats,
        "type": part.type is not None,
        "range": part.range is not None,
    }
    if missing := [name for name, there in wanted.items() if not there]:
        like = {"S": "S4", "AP": "AP5 or AP-", "type": "Rapid Fire or Heavy 3", "range": '24"'}[missing[0]]
        raise BadLine(part.column, f"the weapon lacks {' and '.join(missing)}; write {like}")
    assert part.type is not None
    assert part.range is not None
    strength, ap = part.stats["S"][0], part.stats["AP"][0]
    name = f"S{strength} AP{ap} {part.type[0]}"
    if any(name == other.name for other in before):
        name = f"{name} {part.range}"
    for rule in rules:
        valued(part.column, partial(rule_named, rule))
    made = weapon(name, part.range, strength, ap, part.type[0], "the profile line", tuple(rules))
    if why := why_no_weapon(made):
        raise BadLine(part.column, why)
    return made
