"""Statlines and weapons of datasheets, and the shared weapons and profiles of a list."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from difflib import SequenceMatcher
from functools import partial
from typing import Any, TypeVar

from shoot_cli.armies.fields import LONGEST_NAME, NEVER, armour_of, save_of
from shoot_cli.armies.tree import plain_name
from shoot_cli.armies.yaml_text import NONE, split_list, whole_number
from shoot_cli.engine.names import singular
from shoot_cli.engine.reasons import shown
from shoot_cli.engine.record import Record
from shoot_cli.importing.models import looks_ranged
from shoot_cli.importing.roster import CREW, DOUBT, MODEL, UNIT, UNNAMED, Profile, Selection, copied
from shoot_cli.rules.datasheets import profiles
from shoot_cli.rules.datasheets.abilities import Abilities
from shoot_cli.rules.datasheets.ability_forms import WEAPON
from shoot_cli.rules.datasheets.profiles import leadership_of, movement_of

# Statlines (IMP-20, 21) -----------------------------------------------------------------------------------------------

T = TypeVar("T")
COLUMNS = ("T", "W", "Sv")  # a table with all of these columns is a statline
SAVE_STATS = ("Sv", "Inv", "FNP")
INVULNERABLE = ("InSv", "Inv", "Invuln", "Invulnerable Save")  # columns in later data


class Statline(Record):
    """The values of a model. `name` is the profile's name, which shows the wargear that the values include (IMP-22)."""

    name: str
    stats: tuple[tuple[str, Any], ...]  # keys and values as in a list, in its order
    told: tuple[str, ...] = ()  # values that were read differently than written


def is_statline(profile: Profile) -> bool:
    return profile.has(*COLUMNS)


def profile_of(model: Selection, unit: Selection) -> Profile | None:
    """Return the statline of a model (IMP-20): its own, else one inside, else the nearest around it; None if none."""
    around = [one.profiles for one in reversed(_around(model, unit))]
    return own(model) or _first(model, *around, [*_below(unit)])


def own(model: Selection) -> Profile | None:
    """Return the statline of the model itself or of something inside; None if none."""
    return _first(model, model.profiles, [*_below(model)])


def _first(model: Selection, *places: Iterable[Profile]) -> Profile | None:
    for found in places:
        if lines := list(filter(is_statline, found)):
            return nearest(lines, model.name, lambda one: one.name)
    return None


def with_models(unit: Selection) -> Selection:
    """Return the unit with models for selections with statlines, if it has neither models nor a statline itself.

    In some data every kind of model is an upgrade. A single one stays, as it is the unit.
    """
    bodies = [one for one in unit.below() if any(map(is_statline, one.profiles))]
    own = unit.kind != UNIT or any(map(is_statline, unit.profiles)) or any(one.kind == MODEL for one in unit.below())
    if own or sum(one.number for one in bodies) < 2:
        return unit
    return _as_models(unit, {id(one) for one in bodies})


def _as_models(one: Selection, bodies: set[int]) -> Selection:
    inner = tuple(_as_models(each, bodies) for each in one.selections)
    told = f"{one.name} is an upgrade in the file, with a statline: taken as a model"
    if id(one) in bodies:
        return copied(one, kind=MODEL, selections=inner, guessed=(*one.guessed, told))
    return copied(one, selections=inner)


def parts_of(model: Selection) -> list[str]:
    """Return the names of models inside the model that have their own statlines."""
    found = model.below() if model.kind == MODEL else ()
    return [one.name for one in found if one.kind == MODEL and one.number > 0 and any(map(is_statline, one.profiles))]


def _around(model: Selection, unit: Selection) -> list[Selection]:
    """Return the selections around the model from the outside in; [] if it is not in the unit."""
    for one in unit.selections:
        if one is model:
            return [unit]
        if found := _around(model, one):
            return [unit, *found]
    return [unit] if model is unit else []


def _below(selection: Selection) -> Iterator[Profile]:
    """Yield the profiles of everything inside, except other models."""
    for one in selection.selections:
        if one.kind not in (MODEL, CREW) and one.number:
            yield from one.profiles
            yield from _below(one)


def nearest(found: Iterable[T], name: str, named: Callable[[T], str]) -> T:
    """Return the element with the most similar name; the first of several that are equally similar."""
    wanted = bare(name)

    def likeness(one: T) -> tuple[bool, int, int, float]:
        said = bare(named(one))
        words, of = {*said.split()}, {*wanted.split()}
        return said == wanted, len(words & of), -len(words ^ of), SequenceMatcher(a=said, b=wanted).ratio()

    return max(found, key=likeness)


def bare(name: str) -> str:
    """Return a name for comparison without wargear and plurals."""
    said = plain_name(re.sub(r"\([^()]*\)|\[[^\[\]]*\]", " ", name))
    said = re.sub(r"\s(?:w/|with|mit|avec)\s.*", "", said)
    return " ".join(word.removesuffix("s") for word in said.split())


def read(profile: Profile) -> Statline:
    """Return the values of a profile. :raises ValueError: a value is wrong, in words."""
    stats: dict[str, Any] = {}
    told: list[str] = []
    for key, columns, reader in READERS:
        said = profile.get(*columns)
        if said is None or said in ("", *NONE):
            if key in ("T", "W"):
                raise ValueError(f"{key} is {shown(said or '')} in the file")
            continue
        try:
            value, words = reader(said)
        except ValueError as error:
            raise ValueError(f"{key}: {error}") from None
        if value is not None:
            stats[key] = value
        if words:
            told.append(f"{key} {words}")
    stats.setdefault("Sv", "-")
    return Statline(profile.name, in_order(stats), tuple(told))


def in_order(stats: dict[str, Any]) -> tuple[tuple[str, Any], ...]:
    """Return the values of a statline in the order of a list."""
    return tuple((key, stats[key]) for key in ORDER if key in stats)


def _unmarked(text: str) -> str:
    """Return a text without the stars of a footnote."""
    return text.strip().rstrip("*").strip() or text.strip()


def _inches(text: str) -> tuple[Any, str]:
    """Return the Movement; a wrong one is left out with a message, as shooting does not need it."""
    try:
        return movement_of(re.sub(r"\"\+$", '"', _unmarked(text))), ""
    except ValueError:
        return None, f"{text} is no Movement: left out"


def _save(text: str, read: Callable[[str], int] = save_of) -> tuple[Any, str]:
    """Return the save. :raises ValueError: it is no save."""
    said = _unmarked(text)
    need = read(said)
    return f"{need}+" if need else "-", f"{said} is taken as {said}+" if said.isdigit() else ""


def _leadership(text: str) -> tuple[Any, str]:
    """Return the Leadership; a wrong one is left out, as shooting does not need it."""
    try:
        return f"{leadership_of(_unmarked(text))}+", ""
    except ValueError:
        return None, ""


def _whole(low: int, high: int) -> Callable[[str], tuple[Any, str]]:
    return lambda text: (whole_number(_unmarked(text), low, high), "")


def _control(text: str) -> tuple[Any, str]:
    """Return the Objective Control; a wrong one is left out, as shooting does not need it."""
    said = _unmarked(text)
    return (int(said), "") if re.fullmatch(r"(?a)\d{1,2}", said) else (None, "")


_armour = partial(_save, read=armour_of)  # a 7+ stays, as cover may improve it
ORDER = ("M", "T", "Sv", "W", "Ld", "OC", "Inv", "FNP")
READERS: tuple[tuple[str, tuple[str, ...], Callable[[str], tuple[Any, str]]], ...] = (
    ("M", ("M",), _inches), ("T", ("T",), _whole(1, 30)), ("Sv", ("Sv",), _armour), ("W", ("W",), _whole(1, 999)),
    ("Ld", ("Ld",), _leadership), ("OC", ("OC",), _control), ("Inv", INVULNERABLE, _save), ("FNP", ("FNP",), _save),
)  # fmt: skip


def better(old: Any, new: int) -> str:
    """Return the better of two saves, which is the lower number."""
    before = str(old or "-")
    number = int(before.rstrip("+")) if before != "-" else NEVER
    return f"{new}+" if new < number else before


# Weapons (IMP-30 to 34) -----------------------------------------------------------------------------------------------

ARROWS = "➤➢➣►▶▸→⮞❯»➔➜"
# the dash or colon between a weapon and its mode; not the one in "twin-linked"
_MODE = re.compile(r"(?<!\s)\s+[-‐‑–—−]\s*|(?:(?<!\s)\s+)?(?:[-‐‑–—−:]\s+|[–—]\s*)")
_LOOSE = re.compile(r"\A(.*[^(\s])\s*\(([^()]+)\)")  # a mode in brackets, behind an arrow
_FIRST = ("standard", "normal", "single shot")  # modes that come before the next ones
_AFTER = ("supercharge", "supercharged", "overcharge", "overcharged")
POWERS = "C'tan Powers"  # tables of which one is picked each time


class FireMode(Record):
    """One way to fire a weapon. `page` has range, A, BS, S, AP, D and abilities, as a list has them."""

    page: tuple[tuple[str, Any], ...]
    told: tuple[str, ...] = ()  # values that were read differently than written
    unknown: tuple[str, ...] = ()  # keywords that the edition does not have
    doubt: str = ""  # a doubt that comes from the source of the values


class WeaponTable(Record):
    """A weapon. `modes` are its ways to fire by name; a single one has the name ""."""

    name: str
    modes: tuple[tuple[str, FireMode], ...]


def is_melee(profile: Profile) -> bool:
    reach = (profile.get("Range") or "").casefold().strip()
    return reach == "melee" or (profile.get("WS") is not None and profile.get("BS") is None)


def is_ranged(profile: Profile) -> bool:
    """Return True for a table with a Ballistic Skill; its name does not matter."""
    return not is_melee(profile) and (profile.get("BS") is not None or profile.has("Range", "A", "D"))


def is_armed(selection: Selection) -> bool:
    return any(map(is_ranged, selection.profiles))


def is_only_arms(model: Selection) -> bool:
    """Return True if a model is called by its weapons alone, as in “Power fist and combi-weapon”."""
    armed = (one for one in model.below() if any(profile.has("Range") for profile in one.profiles))
    has = {plain_name(name) for one in armed for name in (one.name, *(its.name for its in one.profiles))}
    return model.name not in ("", UNNAMED) and all(
        part in has for part in re.split(r" and | & |, ", plain_name(model.name))
    )


# Which tables are one weapon (IMP-31) ---------------------------------------------------------------------------------


def grouped(selection: Selection) -> list[tuple[str, list[tuple[str, Profile]]]]:
    """Return the weapons of a selection by name, each with its modes by name; a single mode has the name ""."""
    found: dict[str, tuple[str, list[tuple[str, Profile]]]] = {}
    every = list(dict.fromkeys(filter(is_ranged, selection.profiles)))
    powers = [one for one in every if _is_power(selection, one)]
    powers = powers if len(powers) > 1 else []
    ranged = [one for one in every if one not in powers]
    apart = _said_apart(ranged)
    stems = [stem for stem, _, _ in apart]
    for one, (stem, mode, arrow) in zip(ranged, apart, strict=True):
        if not arrow and (not mode or sum(plain_name(stem) == plain_name(other) for other in stems) < 2):
            stem, mode = plainly(one.name), ""
        _, modes = found.setdefault(plain_name(stem), (stem, []))
        modes.append((mode, one))
    weapons = [(POWERS, _ordered([(plainly(one.name), one) for one in powers]))] if powers else []
    for stem, modes in found.values():
        if len(modes) == 1:
            weapons.append((stem, [("", modes[0][1])]))
        else:
            weapons.append((stem, _ordered([(mode or stem, one) for mode, one in modes])))
    return weapons


def _said_apart(ranged: list[Profile]) -> list[tuple[str, str, bool]]:
    """Return stem, mode and arrow of each name. Behind an arrow, modes may be in brackets if several are."""
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
    """Return True for tables of which one is picked each time."""
    return any(re.fullmatch(r"(?i)\W*c.?tan powers?\W*", one) for one in (profile.kind, selection.name))


def plainly(name: str) -> str:
    """Return a name without arrows and without "(ranged)"."""
    said = name.strip().lstrip(ARROWS + "> ").strip()
    return re.sub(r"(?i)(?:(?<!\s)\s+)?\((?:ranged|shooting)\)$", "", said) or name


def _parts(name: str) -> tuple[str, str, bool]:
    """Return stem and mode of a name, and whether an arrow stands before it; the mode may be ""."""
    bare = plainly(name)
    arrow = name.strip()[:1] in ARROWS
    found = _MODE.search(bare)
    if not found or not bare[: found.start()] or not bare[found.end() :]:
        return bare, "", arrow
    return plainly(bare[: found.start()]), bare[found.end() :], arrow


def _ordered(modes: list[tuple[str, Profile]]) -> list[tuple[str, Profile]]:
    """Return the modes in the order of the file, with the safe mode before the dangerous one, and unique names."""
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


# The values of a weapon (IMP-33, 34) ----------------------------------------------------------------------------------


def shooting(profile: Profile, known: Abilities) -> FireMode:
    """Return the mode of a profile. :raises ValueError: a value is wrong, in words."""
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
        found["abilities"] = abilities
    return FireMode(tuple(found.items()), tuple(told), unknown, profile.get(DOUBT) or "")


def _range(text: str) -> tuple[Any, str]:
    return profiles.range_of(text), ""


def _amount(text: str) -> tuple[Any, str]:
    profiles.amount_of(text)
    return _number(text), ""


def _skill(text: str) -> tuple[Any, str]:
    need = profiles.skill_of(text)
    return ("N/A", "") if need is None else (f"{need}+", f"BS {text} is taken as {need}+" if text.isdigit() else "")


def _strength(text: str) -> tuple[Any, str]:
    """Return the Strength; "+1" is for melee weapons only."""
    if text.startswith("+"):
        raise ValueError(f"{shown(text)} is no Strength; write it plain, as in 4")
    profiles.strength_of(text)
    return _number(text), ""


def _ap(text: str) -> tuple[Any, str]:
    """Return the AP; a positive number is read as negative (IMP-33)."""
    if re.fullmatch(r"(?a)\+?[1-9]\d?", text):
        return profiles.ap_of(f"-{text.lstrip('+')}"), f"AP {text} is taken as -{text.lstrip('+')}"
    return profiles.ap_of(text or "0"), ""


def _damage(text: str) -> tuple[Any, str]:
    profiles.damage_of(text)
    return _number(text), ""


def _number(text: str) -> int | str:
    """Return `6` as a number, and `d6 + 1` as `D6+1`."""
    said = text.upper().replace(" ", "")
    return int(said) if re.fullmatch(r"(?a)\d+", said) else said


READ = {"Range": _range, "A": _amount, "BS": _skill, "S": _strength, "AP": _ap, "D": _damage}


def keywords_of(text: str, known: Abilities) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the known weapon abilities of the column, as a list has them, and the unknown ones (IMP-34)."""
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
    """Return a keyword as printed: `Anti-INFANTRY 4+` for `anti-infantry 4+`, `Twin-linked` for `twin linked`."""
    said = " ".join(part.split()).strip(" .")
    if anti := re.fullmatch(r"(?i)anti[-‐‑–— ]\s*(.+?)\s*:?\s*([2-6])\+?", said):
        return f"Anti-{anti[1].upper()} {anti[2]}+"
    if re.fullmatch(r"(?i)twin[-‐‑–— ]?linked", said):
        return "Twin-linked"
    return said


# Names of shared weapons and statlines (IMP-35) -----------------------------------------------------------------------

_TOKEN = re.compile("\x00\\d+;")


class SharedWeapon:
    """A weapon of the list. `owners` are pairs of model and unit, `bearers` the number of models that have it.

    `lent` is True if its values are another weapon's.
    """

    def __init__(self, token: str, gun: WeaponTable, lent: bool) -> None:
        self.token, self.gun, self.lent, self.bearers = token, gun, lent, 0
        self.owners: dict[tuple[str, str], None] = {}
        self.notes: dict[str, None] = {}
        self.guessed: dict[tuple[str, str], None] = {}  # pairs of unit and words

    @property
    def shared(self) -> bool:
        """True if neither the name of one model nor that of one unit says whose it is."""
        return all(len({owner[at] for owner in self.owners}) > 1 for at in (0, 1))


class Library:
    """The entries under `weapons:` and `profiles:` of a list that is being written."""

    def __init__(self) -> None:
        self.profiles: dict[str, dict[str, Any]] = {}
        self._guns: dict[Any, SharedWeapon] = {}
        self._stats: dict[str, tuple[str, tuple[Any, ...]]] = {}  # written name and values by plain name

    def weapon(self, gun: WeaponTable, model: str, unit: str, bearers: int, lent: bool = False) -> SharedWeapon:
        """Return the shared weapon: one for all that have this name and these values.

        A lent one gets an entry of its own, so that it can be corrected alone.
        """
        own = (model, unit) if lent else ()
        key = _simple(gun.name), tuple((plain_name(mode), _values(way)) for mode, way in gun.modes), own
        entry = self._guns.get(key)
        if entry is None:
            entry = self._guns[key] = SharedWeapon(f"\x00{len(self._guns)};", gun, lent)
        entry.owners[model, unit] = None
        entry.bearers += bearers
        return entry

    def weapons(self) -> tuple[dict[str, dict[str, Any]], dict[str, SharedWeapon]]:
        """Return the weapons of the list by name, as pages and as entries.

        Of weapons with one name and different values, one that several units have is called by the name alone, as no
        owner's name would be right for all of them; else the first one of the file.
        """
        pages: dict[str, dict[str, Any]] = {}
        entries: dict[str, SharedWeapon] = {}
        alone: dict[str, SharedWeapon] = {}  # the weapons that are called by their names alone
        for entry in sorted(self._guns.values(), key=lambda one: (one.lent, -one.bearers * one.shared)):
            models, units = (dict.fromkeys(owner[at] for owner in entry.owners) for at in (0, 1))
            behind = [*(models if len(models) == 1 else ()), *(units if len(units) == 1 else ())]
            if usual := alone.get(_simple(entry.gun.name)):
                behind = behind or _difference(entry.gun, usual.gun) or [*units]
            name = next(one for one in names(entry.gun.name, *behind) if _simple(one) not in alone)
            alone[_simple(name)] = entry
            entries[name] = entry
            pages[name] = page_of(entry.gun) | ({"note": "; ".join(entry.notes)} if entry.notes else {})
        order = {entry.token: place for place, entry in enumerate(self._guns.values())}
        placed = sorted(pages, key=lambda name: order[entries[name].token])
        return {name: pages[name] for name in placed}, {name: entries[name] for name in placed}

    def profile(self, stats: tuple[tuple[str, Any], ...], *owners: str) -> str:
        """Return the name of these values. `owners` are possible names, first the statline's own."""
        for name in names(*owners):
            known = self._stats.get(plain_name(name))
            if known is None:
                self._stats[plain_name(name)] = name, stats
                self.profiles[name] = dict(stats)
                return name
            if known[1] == stats:
                return known[0]
        raise AssertionError("names never end")


def _values(way: FireMode) -> tuple[tuple[str, Any], ...]:
    """Return the values of a mode for comparison: the order and spelling of abilities do not matter."""
    return tuple(
        (key, tuple(sorted(plain_name(one) for one in value)) if isinstance(value, tuple) else value)
        for key, value in way.page
    )


def _difference(gun: WeaponTable, other: WeaponTable) -> list[str]:
    """Return the first value that differs from another weapon of the name, such as `BS 4+`; [] if modes differ."""
    for (_, way), (_, its) in zip(gun.modes, other.modes, strict=False):
        own, others = dict(way.page), dict(its.page)
        for key in ("BS", "A", "S", "AP", "D", "range"):
            if own.get(key) != others.get(key):
                return [f"{key} {own[key]}"]
    return []


def with_names(said: Iterable[str], entries: dict[str, SharedWeapon]) -> list[str]:
    """Return the carried weapons with names instead of tokens."""
    by_token = {entry.token: name for name, entry in entries.items()}
    return [_TOKEN.sub(lambda found: by_token[found[0]], one) for one in said]


def _simple(name: str) -> str:
    """Return a weapon's name for comparison; colons and brackets before the mode do not matter."""
    return plain_name(re.sub(r"[:()]", " ", name))


def names(name: str, *owners: str) -> Iterator[str]:
    """Yield the name, then the name with each owner in brackets, then with numbers."""
    yield fitting(name, "")
    for owner in owners:
        if plain_name(owner) != plain_name(name):
            yield fitting(name, f" ({owner})")
    number = 2
    while True:
        yield fitting(name, f" {number}")
        number += 1


def fitting(name: str, behind: str) -> str:
    """Return both texts together, each cut so that the name is not too long."""
    if len(behind) > LONGEST_NAME // 2:
        behind = behind[: LONGEST_NAME // 2 - 2] + "…)"
    room = LONGEST_NAME - len(behind)
    return (name if len(name) <= room else name[: room - 1].rstrip() + "…") + behind


def page_of(gun: WeaponTable) -> dict[str, Any]:
    """Return the weapon as a page; a range that all modes share stands once."""
    pages = {
        mode: {key: [*value] if isinstance(value, tuple) else value for key, value in way.page}
        for mode, way in gun.modes
    }
    if "" in pages:
        return pages[""]
    ranges = {page["range"] for page in pages.values()}
    if len(ranges) > 1:
        return {"modes": pages}
    return {
        "range": ranges.pop(),
        "modes": {mode: {key: one for key, one in page.items() if key != "range"} for mode, page in pages.items()},
    }


# Weapons that a file only names: other places in it that have their values (IMP-32) -----------------------------------

_NUMBERS = {"two": 2, "three": 3, "four": 4}
_NUMBERED = re.compile(r"(?ai)(\d{1,2})x?\s+|(?=(?:two|three|four)\s)(\w+)\s+")
MOST_IN_BUNDLE = 9


class Elsewhere:
    """The selections with weapons, by unit, by datasheet and by name. Other datasheets have other values."""

    def __init__(self) -> None:
        self._by_unit: dict[tuple[int, str], Selection] = {}
        self._by_sheet: dict[tuple[str, str], Selection] = {}

    def note(self, unit: Selection) -> None:
        """Note the selections of a unit, first by their own names, then by the names of their weapons."""
        every = [one for one in unit.every() if is_armed(one) or any(map(is_melee, one.profiles))]
        found = [(one.name, one) for one in every if one.kind not in (UNIT, MODEL)]
        for one in every:
            for weapon, modes in grouped(one):
                found.append((weapon, copied(one, profiles=tuple(profile for _, profile in modes))))
            found += [(table.name, copied(one, profiles=(table,))) for table in one.profiles if is_melee(table)]
        for called, one in found:
            name = plain_name(called.strip("* "))
            self._by_unit.setdefault((id(unit), name), one)
            self._by_sheet.setdefault((plain_name(unit.name), name), one)

    def find(self, item: Selection, unit: Selection) -> Selection | None:
        """Return the item with the tables of another one with its name; None if there is none."""
        name = plain_name(item.name.strip("* "))
        found = self._by_unit.get((id(unit), name)) or self._by_sheet.get((plain_name(unit.name), name))
        return copied(item, profiles=found.profiles) if found else None

    def parts(self, item: Selection, unit: Selection) -> Iterator[tuple[Selection, int]]:
        """Yield the weapons that a bundle names, with their numbers: `2x Hand flamers`, `Boltgun and axe`.

        A part without values that looks like a ranged weapon is yielded as it is.
        """
        for part in re.split(r"(?i) and | & |, ", item.name):
            counted = _NUMBERED.match(part)
            n = int(counted[1] or _NUMBERS[counted[2].casefold()]) if counted else 1
            named = part[counted.end() :] if counted else part
            ways = (copied(item, name=name) for name in dict.fromkeys((named, singular(named))))
            found = next((one for way in ways if (one := self.find(way, unit))), None)
            if found or looks_ranged(part):
                yield found or copied(item, name=part), min(n, MOST_IN_BUNDLE)


def is_bare(item: Selection) -> bool:
    """Return True for a selection without any profile."""
    return not any(one.profiles for one in item.every())


def looks_armed(item: Selection) -> bool:
    """Return True if a selection without profiles is probably a ranged weapon."""
    return looks_ranged(item.name) or "ranged" in item.group.casefold()
