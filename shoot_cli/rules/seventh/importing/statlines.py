"""Statlines of rosters: what a profile says of a model, in the words of our lists; and its type.

Whatever the table is called, its columns tell what it is: T and W and Save for a model, Front and Side and Rear for a
vehicle. What a cell says that is no value is told by its name, never taken for something else.
"""

from __future__ import annotations

import re

from shoot_cli.armies.problems import near, plain_name
from shoot_cli.armies.reading import NONE
from shoot_cli.core.record import Record
from shoot_cli.imports.roster import Profile
from shoot_cli.rules.seventh.values import UNIT_TYPES, odd_words_of, type_of

SKILLS, LIMITS = ("WS", "BS", "S", "I", "A"), {"T": 10, "W": 20, "Ld": 10, "HP": 20}
ARMOUR = ("front", "side", "rear")
NEEDED = ("BS", "T", "W", "Ld", *ARMOUR, "HP")  # the rest says nothing of shooting that a default would spoil
OF_MODELS, OF_VEHICLES = ("WS", "BS", "S", "T", "W", "I", "A", "Ld"), ("WS", "BS", "S", "I", "A", *ARMOUR, "HP")
_NUMBER = re.compile(r"\d{1,3}")
_SAVE = re.compile(r"([2-7])\s*(\+{0,2})")
_STAT_ENDS = re.compile(r"(?<![\s*†‡])[\s*†‡]+$")
_SUPER_HEAVY = re.compile(r"(?i)\bsuper[ -]heavy\b")


class Statline(Record):
    """``values``: keys of our lists and what stands there. ``broken``: why it is none, "" if it is one."""

    name: str
    values: tuple[tuple[str, str | int], ...]
    type: str  # as our lists write it: "Jump Infantry", "Vehicle (Tank, Transport)"; "" if it has none
    character: bool = False
    vehicle: bool = False
    rules: tuple[str, ...] = ()  # that its own columns give: the role of a flyer
    guesses: tuple[str, ...] = ()
    broken: str = ""


def is_vehicle(profile: Profile) -> bool:
    return profile.has("Front", "Side", "Rear")


def is_statline(profile: Profile) -> bool:
    return is_vehicle(profile) or (profile.has("T", "W") and profile.get("Save", "Sv") is not None)


def statline_of(profile: Profile) -> Statline:
    """What a profile says for which ``is_statline`` holds."""
    vehicle = is_vehicle(profile)
    values, guesses, broken = dict[str, str | int](), list[str](), ""
    for key in OF_VEHICLES if vehicle else OF_MODELS:
        written = profile.get(key)
        if written is None and key not in NEEDED:
            continue
        value, said = _value(key, written)
        if value is None and key in NEEDED:
            broken = broken or f"{key} {written or 'is missing'}: no value"
        elif value is not None:
            values[key] = value
        guesses += [said] * bool(said)
    if vehicle and (inv := _SAVE.match((profile.get("Inv", "InvSv") or "").strip())) and inv[1] != "7":
        values["Inv"] = f"{inv[1]}++"
    if not vehicle:
        saves, said = saves_of(profile.get("Save", "Sv") or "")
        values |= saves
        guesses += [said] * bool(said)
        broken = broken or ("" if saves else f"Save {profile.get('Save', 'Sv')}: no value")
    type_, character, odd = _model_type(profile, vehicle)
    rules = _roles(profile)
    return Statline(profile.name, tuple(values.items()), type_, character, vehicle, rules, (*guesses, *odd), broken)


def _value(key: str, written: str | None) -> tuple[str | int | None, str]:
    """What stands in a cell, None if that is no value; and what is to be said of it."""
    text = _STAT_ENDS.sub("", (written or "").strip()[:40])
    most = LIMITS.get(key, 15 if key in ARMOUR else 10)
    if key in SKILLS and text.casefold() in (*NONE, "n/a"):
        return 0, ""
    if key == "Ld" and text.casefold() in (*NONE, "n/a", ""):
        return 1, "no Leadership is printed: 1, so that of the others counts"
    found = _NUMBER.match(text)
    least = 5 if key in ARMOUR else 0 if key in SKILLS else 1
    if not found or not least <= int(found[0]) <= most:
        return None, f"{key} {text}: left out, it is no number" if key not in NEEDED and text else ""
    rest = text[found.end() :].strip()
    if rest.casefold().startswith("d"):  # 2D6 Attacks
        return None, f"{key} {text}: left out, it is no number"
    return int(found[0]), f"{key} {text}: {found[0]}" if rest else ""


def saves_of(written: str) -> tuple[dict[str, str | int], str]:
    """Sv and Inv of ``3+``, ``2+/4++``, ``-/5++``, ``-``, and what is to be said; nothing if that is no save."""
    text = _STAT_ENDS.sub("", written.strip()[:40])
    if text.casefold() in (*NONE, "n/a"):
        return {"Sv": "-"}, ""
    parts = [part.strip() for part in re.split(r"[/(,]", text.replace(")", "")) if part.strip()]
    first, others = (parts[0], parts[1:]) if parts else ("", [])
    found = _SAVE.match(first)
    if first not in NONE and not found:
        return {}, ""
    armour = "-" if found is None or found[1] == "7" else f"{found[1]}+"
    invulnerable = min((number[1] for part in others if (number := _SAVE.match(part))), default="")
    said = ""
    if found and found[2] == "++" and not others:  # an invulnerable save and no other
        armour, invulnerable = "-", found[1]
    elif found and not found[2]:
        said = f"Save {first}: {armour}"
    values: dict[str, str | int] = {"Sv": armour}
    if invulnerable not in ("", "7"):
        values["Inv"] = f"{invulnerable}++"
    return values, said


def _model_type(profile: Profile, vehicle: bool) -> tuple[str, bool, tuple[str, ...]]:
    """The type in our spelling, whether it is a character's, and what was guessed of its words."""
    written = (profile.get("Unit Type", "Type") or "")[:120]
    text, said = _nearest_type(" ".join(_STAT_ENDS.sub("", written).split()))
    text = _SUPER_HEAVY.sub("Super-heavy", text)
    words = type_of(text)
    character = "character" in words.casefold()
    outside, _, inside = words.partition("(")
    parts = [part.strip() for part in re.split(r"[,/;()]", inside) if part.strip() and part.strip() != "Character"]
    outside = re.sub(r"(?:,\s*|(?<![\s,])\s+)?\bCharacter\b", "", outside).strip(" ,")
    if not vehicle:
        return f"{outside} ({', '.join(parts)})" if parts and outside else outside or ", ".join(parts), character, said
    ahead = [part.strip() for part in outside.split(",") if part.strip() and part.strip().casefold() != "vehicle"]
    parts = [*ahead, *parts]
    for word in ("Walker", "Flyer"):
        if word.casefold() in profile.kind.casefold() and not any(word in part for part in parts):
            parts.append(word)
    return f"Vehicle ({', '.join(parts)})" if parts else "Vehicle", character, said


def _nearest_type(text: str) -> tuple[str, tuple[str, ...]]:
    """The type with what is misspelt in it as the nearest words spell it, and what was said of each."""
    said = []
    known = list(dict.fromkeys(word for kind in UNIT_TYPES for word in kind.split()))
    for word in odd_words_of(text)[1]:
        if found := near(word, known, most=1, cutoff=0.8):
            text = text.replace(word, found[0])
            said.append(f"type {word}: {found[0]}")
    if text and not odd_words_of(text)[0]:
        said.append(f"the type {text} is not known here")
    return text, tuple(said)


def _roles(profile: Profile) -> tuple[str, ...]:
    """Of the roles of a flyer the one that is played (7E-FLY-3)."""
    return ("Fighter",) if "fighter" in plain_name(profile.get("Role") or "").split() else ()
