"""Weapons: which tables of a selection are weapons, what stands in them, and which are modes of one (IMP-30 to 34)."""

from __future__ import annotations

import re
from typing import Any

from shoot_cli.armies.problems import plain_name
from shoot_cli.armies.reading import split_list
from shoot_cli.core.questions import shown
from shoot_cli.core.record import Record
from shoot_cli.imports.roster import DOUBT, Profile, Selection
from shoot_cli.rules.datasheets import values
from shoot_cli.rules.datasheets.abilities import Abilities
from shoot_cli.rules.datasheets.forms import WEAPON

ARROWS = "➤➢➣►▶▸→⮞❯»➔➜"
# between a weapon and its mode; not "twin-linked"
_MODE = re.compile(r"(?<!\s)\s+[-‐‑–—−]\s*|(?:(?<!\s)\s+)?(?:[-‐‑–—−:]\s+|[–—]\s*)")
_LOOSE = re.compile(r"\A(.*[^(\s])\s*\(([^()]+)\)")  # behind an arrow
_FIRST = ("standard", "normal", "single shot")  # modes before those that follow
_AFTER = ("supercharge", "supercharged", "overcharge", "overcharged")
POWERS = "C'tan Powers"  # what tables are called of which one is picked each time


class FireMode(Record):
    """A weapon, or one way to fire it, as a list has it. ``page``: range, A, BS, S, AP, D and abilities."""

    page: tuple[tuple[str, Any], ...]
    told: tuple[str, ...] = ()  # what was read otherwise than it is written
    unknown: tuple[str, ...] = ()  # keywords that the edition does not have
    doubt: str = ""  # what whoever has the values says of them


class WeaponTable(Record):
    """``modes``: by their names; one named "" if it has none."""

    name: str
    modes: tuple[tuple[str, FireMode], ...]


def is_melee(profile: Profile) -> bool:
    reach = (profile.get("Range") or "").casefold().strip()
    return reach == "melee" or (profile.get("WS") is not None and profile.get("BS") is None)


def is_ranged(profile: Profile) -> bool:
    """True of a table with a Ballistic Skill: what it is called says nothing."""
    return not is_melee(profile) and (profile.get("BS") is not None or profile.has("Range", "A", "D"))


def is_armed(selection: Selection) -> bool:
    return any(map(is_ranged, selection.profiles))


# Which are one weapon (IMP-31) ---------------------------------------------------------------------------------------


def grouped(selection: Selection) -> list[tuple[str, list[tuple[str, Profile]]]]:
    """The weapons of a selection by their names, each with its modes by theirs; the mode of one without is ""."""
    found: dict[str, tuple[str, list[tuple[str, Profile]]]] = {}
    every = list(dict.fromkeys(filter(is_ranged, selection.profiles)))
    powers = [one for one in every if _is_power(selection, one)]
    powers = powers if len(powers) > 1 else []
    ranged = [one for one in every if one not in powers]
    apart = _said_apart(ranged)
    stems = [stem for stem, _, _ in apart]
    for one, (stem, mode, arrow) in zip(ranged, apart, strict=True):
        if not arrow and (not mode or sum(plain_name(stem) == plain_name(other) for other in stems) < 2):
            stem, mode = _plainly(one.name), ""
        _, modes = found.setdefault(plain_name(stem), (stem, []))
        modes.append((mode, one))
    weapons = [(POWERS, _ordered([(_plainly(one.name), one) for one in powers]))] if powers else []
    for stem, modes in found.values():
        if len(modes) == 1:
            weapons.append((stem, [("", modes[0][1])]))
        else:
            weapons.append((stem, _ordered([(mode or stem, one) for mode, one in modes])))
    return weapons


def _said_apart(ranged: list[Profile]) -> list[tuple[str, str, bool]]:
    """Stem, mode and arrow of each. Behind an arrow a mode may stand in brackets, if that of another one does."""
    found = [_parts(one.name) for one in ranged]
    loose: dict[int, tuple[str, str]] = {}
    for at, (stem, mode, arrow) in enumerate(found):
        if arrow and not mode and (bare := _LOOSE.fullmatch(stem)):
            loose[at] = bare[1], bare[2]
    names = [plain_name(stem) for stem, _ in loose.values()]
    return [
        (*loose[at], True) if at in loose and names.count(plain_name(loose[at][0])) > 1 else one
        for at, one in enumerate(found)
    ]


def _is_power(selection: Selection, profile: Profile) -> bool:
    """True of tables of which one is picked each time."""
    return any(re.fullmatch(r"(?i)\W*c.?tan powers?\W*", one) for one in (profile.kind, selection.name))


def _plainly(name: str) -> str:
    """Without arrows, and without what says that it is no melee weapon."""
    said = name.strip().lstrip(ARROWS + "> ").strip()
    return re.sub(r"(?i)(?:(?<!\s)\s+)?\((?:ranged|shooting)\)$", "", said) or name


def _parts(name: str) -> tuple[str, str, bool]:
    """Stem and mode of a name, and whether an arrow stands before it; the mode is "" if there is none."""
    bare = _plainly(name)
    arrow = name.strip()[:1] in ARROWS
    found = _MODE.search(bare)
    if not found or not bare[: found.start()] or not bare[found.end() :]:
        return bare, "", arrow
    return _plainly(bare[: found.start()]), bare[found.end() :], arrow


def _ordered(modes: list[tuple[str, Profile]]) -> list[tuple[str, Profile]]:
    """As in the file, but the usual way before the dangerous one; each name once."""
    names = [plain_name(mode) for mode, _ in modes]
    if any(name in _FIRST for name in names):
        modes = sorted(modes, key=lambda one: plain_name(one[0]) in _AFTER)
    found: list[tuple[str, Profile]] = []
    for mode, one in modes:
        taken, name, number = {plain_name(known) for known, _ in found}, mode, 2
        while plain_name(name) in taken:
            name, number = f"{mode} {number}", number + 1
        found.append((name, one))
    return found


# What stands in one (IMP-33, 34) -------------------------------------------------------------------------------------


def shooting(profile: Profile, known: Abilities) -> FireMode:
    """:raises ValueError: a value that is none, in words"""
    abilities, unknown = keywords_of(profile.get("Keywords") or "", known)
    torrent = "torrent" in map(plain_name, abilities)
    told: list[str] = []
    page: dict[str, Any] = {}
    for key in ("Range", "A", "BS", "S", "AP", "D"):
        said = " ".join((profile.get(key) or "").split())
        said = said.strip("* ") or said
        try:
            page[key], words = READ[key](said)
        except ValueError as error:
            raise ValueError(f"{key}: {error}") from None
        if words:
            told.append(words)
    if page["BS"] == "N/A" and not torrent:
        abilities, told = (*abilities, "Torrent"), [*told, "its BS is N/A: taken as Torrent"]
    found = {"range": page["Range"], **{key: page[key] for key in ("A", "BS", "S", "AP", "D")}}
    if abilities:
        found["abilities"] = list(abilities)
    return FireMode(
        tuple((key, _frozen(value)) for key, value in found.items()), tuple(told), unknown, profile.get(DOUBT) or ""
    )


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _range(text: str) -> tuple[Any, str]:
    return values.range_of(text), ""


def _amount(text: str) -> tuple[Any, str]:
    values.amount_of(text)
    return _number(text), ""


def _skill(text: str) -> tuple[Any, str]:
    need = values.skill_of(text)
    return ("N/A", "") if need is None else (f"{need}+", f"BS {text} is taken as {need}+" if text.isdigit() else "")


def _strength(text: str) -> tuple[Any, str]:
    """What is added to a Strength is none of a ranged weapon."""
    if text.startswith("+"):
        raise ValueError(f"{shown(text)} is no Strength; write it plain, as in 4")
    values.strength_of(text)
    return _number(text), ""


def _ap(text: str) -> tuple[Any, str]:
    """A positive one is a slip for a negative one (IMP-33)."""
    if re.fullmatch(r"(?a)\+?[1-9]\d?", text):
        return values.ap_of(f"-{text.lstrip('+')}"), f"AP {text} is taken as -{text.lstrip('+')}"
    return values.ap_of(text or "0"), ""


def _damage(text: str) -> tuple[Any, str]:
    values.damage_of(text)
    return _number(text), ""


def _number(text: str) -> int | str:
    """``6`` as a number, ``d6 + 1`` as ``D6+1``."""
    said = text.upper().replace(" ", "")
    return int(said) if re.fullmatch(r"(?a)\d+", said) else said


READ = {"Range": _range, "A": _amount, "BS": _skill, "S": _strength, "AP": _ap, "D": _damage}


def keywords_of(text: str, known: Abilities) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The weapon abilities of this column, as a list has them, and those that nobody knows (IMP-34)."""
    found, unknown = list[str](), list[str]()
    for part in split_list(re.sub(r"[;\n]|\.(?=\s)", ",", re.sub(r"[\[\]^*]+", " ", text))):
        word = _tidy(part)
        if not word or not re.search(r"\w", word):
            continue
        try:
            ability = known.of_weapon(word)
        except ValueError:
            unknown.append(word)
            continue
        if ability is None:
            continue
        if known.form_of(ability).of == WEAPON and not ability.when and word in (word.lower(), word.upper()):
            word = word.title()  # as datasheets print it
        if word not in found:
            found.append(word)
    return tuple(found), tuple(unknown)


def _tidy(part: str) -> str:
    """``anti-infantry 4+`` as ``Anti-INFANTRY 4+``, ``twin linked`` as ``Twin-linked``: as datasheets print them."""
    said = " ".join(part.split()).strip(" .")
    if anti := re.fullmatch(r"(?i)anti[-‐‑–— ]\s*(.+?)\s*:?\s*([2-6])\+?", said):
        return f"Anti-{anti[1].upper()} {anti[2]}+"
    if re.fullmatch(r"(?i)twin[-‐‑–— ]?linked", said):
        return "Twin-linked"
    return said
