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
    guesses: tuple[str, ...] = ()  # values that were read differently than written


def is_statline(profile: Profile) -> bool:
    return profile.has(*COLUMNS)


def profile_of(model: Selection, unit: Selection) -> Profile | None:
    """Return the statline of a model (IMP-20): its own, else one inside, else the nearest around it; None if none."""
    outer = [selection.profiles for selection in reversed(_enclosing(model, unit))]
    return own(model) or _first_statline(model, *outer, [*_below(unit)])


def own(model: Selection) -> Profile | None:
    """Return the statline of the model itself or of something inside; None if none."""
    return _first_statline(model, model.profiles, [*_below(model)])


def _first_statline(model: Selection, *groups: Iterable[Profile]) -> Profile | None:
    for tables in groups:
        if lines := list(filter(is_statline, tables)):
            return nearest(lines, model.name, lambda line: line.name)
    return None


def with_models(unit: Selection) -> Selection:
    """Return the unit with models for selections with statlines, if it has neither models nor a statline itself.

    In some data every kind of model is an upgrade. A single one stays, as it is the unit.
    """
    bodies = [part for part in unit.below() if any(map(is_statline, part.profiles))]
    kept = unit.kind != UNIT or any(map(is_statline, unit.profiles)) or any(part.kind == MODEL for part in unit.below())
    if kept or sum(part.number for part in bodies) < 2:
        return unit
    return _as_models(unit, {id(part) for part in bodies})


def _as_models(selection: Selection, bodies: set[int]) -> Selection:
    inner = tuple(_as_models(part, bodies) for part in selection.selections)
    guess = f"{selection.name} is an upgrade in the file, with a statline: taken as a model"
    if id(selection) in bodies:
        return copied(selection, kind=MODEL, selections=inner, guessed=(*selection.guessed, guess))
    return copied(selection, selections=inner)


def parts_of(model: Selection) -> list[str]:
    """Return the names of models inside the model that have their own statlines."""
    inner = (part for part in model.below() if part.kind == MODEL and part.number > 0) if model.kind == MODEL else ()
    return [part.name for part in inner if any(map(is_statline, part.profiles))]


def _enclosing(model: Selection, unit: Selection) -> list[Selection]:
    """Return the selections around the model from the outside in; [] if it is not in the unit."""
    for part in unit.selections:
        if part is model:
            return [unit]
        if path := _enclosing(model, part):
            return [unit, *path]
    return [unit] if model is unit else []


def _below(selection: Selection) -> Iterator[Profile]:
    """Yield the profiles of everything inside, except other models."""
    for part in selection.selections:
        if part.kind not in (MODEL, CREW) and part.number:
            yield from part.profiles
            yield from _below(part)


def nearest(items: Iterable[T], name: str, name_of: Callable[[T], str]) -> T:
    """Return the element with the most similar name; the first of several that are equally similar."""
    wanted = bare(name)

    def likeness(item: T) -> tuple[bool, int, int, float]:
        plain = bare(name_of(item))
        words, others = {*plain.split()}, {*wanted.split()}
        return plain == wanted, len(words & others), -len(words ^ others), SequenceMatcher(a=plain, b=wanted).ratio()

    return max(items, key=likeness)


def bare(name: str) -> str:
    """Return a name for comparison without wargear and plurals."""
    plain = plain_name(re.sub(r"\([^()]*\)|\[[^\[\]]*\]", " ", name))
    plain = re.sub(r"\s(?:w/|with|mit|avec)\s.*", "", plain)
    return " ".join(word.removesuffix("s") for word in plain.split())


def read(profile: Profile) -> Statline:
    """Return the values of a profile. :raises ValueError: a value is wrong, in words."""
    stats: dict[str, Any] = {}
    guesses: list[str] = []
    for key, columns, reader in READERS:
        text = profile.get(*columns)
        if text is None or text in ("", *NONE):
            if key in ("T", "W"):
                raise ValueError(f"{key} is {shown(text or '')} in the file")
            continue
        try:
            value, words = reader(text)
        except ValueError as error:
            raise ValueError(f"{key}: {error}") from None
        if value is not None:
            stats[key] = value
        if words:
            guesses.append(f"{key} {words}")
    stats.setdefault("Sv", "-")
    return Statline(profile.name, in_order(stats), tuple(guesses))


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
    plain = _unmarked(text)
    need = read(plain)
    return f"{need}+" if need else "-", f"{plain} is taken as {plain}+" if plain.isdigit() else ""


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
    plain = _unmarked(text)
    return (int(plain), "") if re.fullmatch(r"(?a)\d{1,2}", plain) else (None, "")


_armour = partial(_save, read=armour_of)  # a 7+ stays, as cover may improve it
ORDER = ("M", "T", "Sv", "W", "Ld", "OC", "Inv", "FNP")
READERS: tuple[tuple[str, tuple[str, ...], Callable[[str], tuple[Any, str]]], ...] = (
    ("M", ("M",), _inches), ("T", ("T",), _whole(1, 30)), ("Sv", ("Sv",), _armour), ("W", ("W",), _whole(1, 999)),
    ("Ld", ("Ld",), _leadership), ("OC", ("OC",), _control), ("Inv", INVULNERABLE, _save), ("FNP", ("FNP",), _save),
)  # fmt: skip


def better(old: Any, new: int) -> str:
    """Return the better of two saves, which is the lower number."""
    old_save = str(old or "-")
    number = int(old_save.rstrip("+")) if old_save != "-" else NEVER
    return f"{new}+" if new < number else old_save


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
    guesses: tuple[str, ...] = ()  # values that were read differently than written
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
    armed = (item for item in model.below() if any(profile.has("Range") for profile in item.profiles))
    arms = {plain_name(name) for item in armed for name in (item.name, *(profile.name for profile in item.profiles))}
    return model.name not in ("", UNNAMED) and all(
        part in arms for part in re.split(r" and | & |, ", plain_name(model.name))
    )


# Which tables are one weapon (IMP-31) ---------------------------------------------------------------------------------


def grouped(selection: Selection) -> list[tuple[str, list[tuple[str, Profile]]]]:
    """Return the weapons of a selection by name, each with its modes by name; a single mode has the name ""."""
    by_stem: dict[str, tuple[str, list[tuple[str, Profile]]]] = {}
    tables = list(dict.fromkeys(filter(is_ranged, selection.profiles)))
    powers = [table for table in tables if _is_power(selection, table)]
    powers = powers if len(powers) > 1 else []
    ranged = [table for table in tables if table not in powers]
    parts = _split_names(ranged)
    stems = [stem for stem, _, _ in parts]
    for table, (stem, mode, arrow) in zip(ranged, parts, strict=True):
        if not arrow and (not mode or sum(plain_name(stem) == plain_name(other) for other in stems) < 2):
            stem, mode = plainly(table.name), ""
        _, modes = by_stem.setdefault(plain_name(stem), (stem, []))
        modes.append((mode, table))
    weapons = [(POWERS, _ordered([(plainly(power.name), power) for power in powers]))] if powers else []
    for stem, modes in by_stem.values():
        if len(modes) == 1:
            weapons.append((stem, [("", modes[0][1])]))
        else:
            weapons.append((stem, _ordered([(mode or stem, table) for mode, table in modes])))
    return weapons


def _split_names(ranged: list[Profile]) -> list[tuple[str, str, bool]]:
    """Return stem, mode and arrow of each name. Behind an arrow, modes may be in brackets if several are."""
    parts = [_split_name(table.name) for table in ranged]
    loose: dict[int, tuple[str, str]] = {}
    for index, (stem, mode, arrow) in enumerate(parts):
        if arrow and not mode and (match := _LOOSE.fullmatch(stem)):
            loose[index] = match[1], match[2]
    stems = [plain_name(stem) for stem, _ in loose.values()]
    return [
        (*loose[index], True) if index in loose and stems.count(plain_name(loose[index][0])) > 1 else part
        for index, part in enumerate(parts)
    ]


def _is_power(selection: Selection, profile: Profile) -> bool:
    """Return True for tables of which one is picked each time."""
    return any(re.fullmatch(r"(?i)\W*c.?tan powers?\W*", name) for name in (profile.kind, selection.name))


def plainly(name: str) -> str:
    """Return a name without arrows and without "(ranged)"."""
    plain = name.strip().lstrip(ARROWS + "> ").strip()
    return re.sub(r"(?i)(?:(?<!\s)\s+)?\((?:ranged|shooting)\)$", "", plain) or name


def _split_name(name: str) -> tuple[str, str, bool]:
    """Return stem and mode of a name, and whether an arrow stands before it; the mode may be ""."""
    plain = plainly(name)
    arrow = name.strip()[:1] in ARROWS
    match = _MODE.search(plain)
    if not match or not plain[: match.start()] or not plain[match.end() :]:
        return plain, "", arrow
    return plainly(plain[: match.start()]), plain[match.end() :], arrow


def _ordered(modes: list[tuple[str, Profile]]) -> list[tuple[str, Profile]]:
    """Return the modes in the order of the file, with the safe mode before the dangerous one, and unique names."""
    plain_names = [plain_name(mode) for mode, _ in modes]
    if any(name in _FIRST for name in plain_names):
        modes = sorted(modes, key=lambda pair: plain_name(pair[0]) in _AFTER)
    unique: list[tuple[str, Profile]] = []
    for mode, table in modes:
        taken, name, number = {plain_name(known) for known, _ in unique}, mode, 2
        while plain_name(name) in taken:
            name, number = f"{mode} {number}", number + 1
        unique.append((name, table))
    return unique


# The values of a weapon (IMP-33, 34) ----------------------------------------------------------------------------------


def shooting(profile: Profile, known: Abilities) -> FireMode:
    """Return the mode of a profile. :raises ValueError: a value is wrong, in words."""
    abilities, unknown = keywords_of(profile.get("Keywords") or "", known)
    torrent = "torrent" in map(plain_name, abilities)
    guesses: list[str] = []
    page: dict[str, Any] = {}
    for key in ("Range", "A", "BS", "S", "AP", "D"):
        text = " ".join((profile.get(key) or "").split())
        text = text.strip("* ") or text
        try:
            page[key], words = READ[key](text)
        except ValueError as error:
            raise ValueError(f"{key}: {error}") from None
        if words:
            guesses.append(words)
    if page["BS"] == "N/A" and not torrent:
        abilities, guesses = (*abilities, "Torrent"), [*guesses, "its BS is N/A: taken as Torrent"]
    values = {"range": page["Range"], **{key: page[key] for key in ("A", "BS", "S", "AP", "D")}}
    if abilities:
        values["abilities"] = abilities
    return FireMode(tuple(values.items()), tuple(guesses), unknown, profile.get(DOUBT) or "")


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
    plain = text.upper().replace(" ", "")
    return int(plain) if re.fullmatch(r"(?a)\d+", plain) else plain


READ = {"Range": _range, "A": _amount, "BS": _skill, "S": _strength, "AP": _ap, "D": _damage}


def keywords_of(text: str, known: Abilities) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the known weapon abilities of the column, as a list has them, and the unknown ones (IMP-34)."""
    abilities, unknown = list[str](), list[str]()
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
        if known.form_of(ability).owner == WEAPON and not ability.conditions and word in (word.lower(), word.upper()):
            word = word.title()  # as datasheets print it
        if word not in abilities:
            abilities.append(word)
    return tuple(abilities), tuple(unknown)


def _tidy(part: str) -> str:
    """Return a keyword as printed: `Anti-INFANTRY 4+` for `anti-infantry 4+`, `Twin-linked` for `twin linked`."""
    plain = " ".join(part.split()).strip(" .")
    if anti := re.fullmatch(r"(?i)anti[-‐‑–— ]\s*(.+?)\s*:?\s*([2-6])\+?", plain):
        return f"Anti-{anti[1].upper()} {anti[2]}+"
    if re.fullmatch(r"(?i)twin[-‐‑–— ]?linked", plain):
        return "Twin-linked"
    return plain


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
        return all(len({owner[index] for owner in self.owners}) > 1 for index in (0, 1))


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
        owner = (model, unit) if lent else ()
        key = _simple(gun.name), tuple((plain_name(name), _values(mode)) for name, mode in gun.modes), owner
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
        for entry in sorted(self._guns.values(), key=lambda entry: (entry.lent, -entry.bearers * entry.shared)):
            models, units = (dict.fromkeys(owner[index] for owner in entry.owners) for index in (0, 1))
            behind = [*(models if len(models) == 1 else ()), *(units if len(units) == 1 else ())]
            if usual := alone.get(_simple(entry.gun.name)):
                behind = behind or _difference(entry.gun, usual.gun) or [*units]
            name = next(name for name in names(entry.gun.name, *behind) if _simple(name) not in alone)
            alone[_simple(name)] = entry
            entries[name] = entry
            pages[name] = page_of(entry.gun) | ({"note": "; ".join(entry.notes)} if entry.notes else {})
        order = {entry.token: index for index, entry in enumerate(self._guns.values())}
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


def _values(mode: FireMode) -> tuple[tuple[str, Any], ...]:
    """Return the values of a mode for comparison: the order and spelling of abilities do not matter."""
    return tuple(
        (key, tuple(sorted(plain_name(ability) for ability in value)) if isinstance(value, tuple) else value)
        for key, value in mode.page
    )


def _difference(gun: WeaponTable, other: WeaponTable) -> list[str]:
    """Return the first value that differs from another weapon of the name, such as `BS 4+`; [] if modes differ."""
    for (_, mode), (_, other_mode) in zip(gun.modes, other.modes, strict=False):
        values, other_values = dict(mode.page), dict(other_mode.page)
        for key in ("BS", "A", "S", "AP", "D", "range"):
            if values.get(key) != other_values.get(key):
                return [f"{key} {values[key]}"]
    return []


def with_names(tokens: Iterable[str], entries: dict[str, SharedWeapon]) -> list[str]:
    """Return the carried weapons with names instead of tokens."""
    by_token = {entry.token: name for name, entry in entries.items()}
    return [_TOKEN.sub(lambda match: by_token[match[0]], text) for text in tokens]


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
        name: {key: [*value] if isinstance(value, tuple) else value for key, value in mode.page}
        for name, mode in gun.modes
    }
    if "" in pages:
        return pages[""]
    ranges = {page["range"] for page in pages.values()}
    if len(ranges) > 1:
        return {"modes": pages}
    return {
        "range": ranges.pop(),
        "modes": {name: {key: value for key, value in page.items() if key != "range"} for name, page in pages.items()},
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
        armed = [item for item in unit.every() if is_armed(item) or any(map(is_melee, item.profiles))]
        named = [(item.name, item) for item in armed if item.kind not in (UNIT, MODEL)]
        for item in armed:
            for weapon, modes in grouped(item):
                named.append((weapon, copied(item, profiles=tuple(profile for _, profile in modes))))
            named += [(table.name, copied(item, profiles=(table,))) for table in item.profiles if is_melee(table)]
        for written, item in named:
            name = plain_name(written.strip("* "))
            self._by_unit.setdefault((id(unit), name), item)
            self._by_sheet.setdefault((plain_name(unit.name), name), item)

    def find(self, item: Selection, unit: Selection) -> Selection | None:
        """Return the item with the tables of another one with its name; None if there is none."""
        name = plain_name(item.name.strip("* "))
        lender = self._by_unit.get((id(unit), name)) or self._by_sheet.get((plain_name(unit.name), name))
        return copied(item, profiles=lender.profiles) if lender else None

    def parts(self, item: Selection, unit: Selection) -> Iterator[tuple[Selection, int]]:
        """Yield the weapons that a bundle names, with their numbers: `2x Hand flamers`, `Boltgun and axe`.

        A part without values that looks like a ranged weapon is yielded as it is.
        """
        for part in re.split(r"(?i) and | & |, ", item.name):
            counted = _NUMBERED.match(part)
            n = int(counted[1] or _NUMBERS[counted[2].casefold()]) if counted else 1
            named = part[counted.end() :] if counted else part
            copies = (copied(item, name=name) for name in dict.fromkeys((named, singular(named))))
            weapon = next((lent for copy in copies if (lent := self.find(copy, unit))), None)
            if weapon or looks_ranged(part):
                yield weapon or copied(item, name=part), min(n, MOST_IN_BUNDLE)


def is_bare(item: Selection) -> bool:
    """Return True for a selection without any profile."""
    return not any(part.profiles for part in item.every())


def looks_armed(item: Selection) -> bool:
    """Return True if a selection without profiles is probably a ranged weapon."""
    return looks_ranged(item.name) or "ranged" in item.group.casefold()
