"""Statlines, units and weapons of rosters of 7th edition, in the words of our lists."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from shoot_cli.armies.army import free_name
from shoot_cli.armies.profile_lines import mode_of, profiles_meant
from shoot_cli.armies.tree import near, plain_name
from shoot_cli.armies.yaml_text import NONE, split_list
from shoot_cli.engine.record import Record
from shoot_cli.importing.roster import MODEL, UNIT, UPGRADE, EqualModels, Profile, Selection, copied, shortened
from shoot_cli.importing.seventh.special_rules import MARKS_BEHIND, changes_no_shot, rule_of_weapon
from shoot_cli.rules.seventh import profiles as list_profiles
from shoot_cli.rules.seventh.fields import ARMOURY, weapon_of_row, why_no_weapon

# Statlines and types --------------------------------------------------------------------------------------------------

SKILLS, LIMITS = ("WS", "BS", "S", "I", "A"), {"T": 10, "W": 20, "Ld": 10, "HP": 20}
ARMOUR = ("front", "side", "rear")
NEEDED = ("BS", "T", "W", "Ld", *ARMOUR, "HP")  # keys that need a right value
OF_MODELS, OF_VEHICLES = ("WS", "BS", "S", "T", "W", "I", "A", "Ld"), ("WS", "BS", "S", "I", "A", *ARMOUR, "HP")
_NUMBER = re.compile(r"\d{1,3}")
_SAVE = re.compile(r"([2-7])\s*(\+{0,2})")
_SUPER_HEAVY = re.compile(r"(?i)\bsuper[ -]heavy\b")


class Statline(Record):
    """The values of a model by keys of our lists. `broken` is the reason why it is unusable, or ""."""

    name: str
    values: tuple[tuple[str, str | int], ...]
    type: str  # as in our lists: "Jump Infantry", "Vehicle (Tank, Transport)"; "" if there is none
    character: bool = False
    vehicle: bool = False
    rules: tuple[str, ...] = ()  # rules from its own columns, such as the role of a flyer
    guesses: tuple[str, ...] = ()
    broken: str = ""


def is_vehicle(profile: Profile) -> bool:
    return profile.has("Front", "Side", "Rear")


def is_statline(profile: Profile) -> bool:
    return is_vehicle(profile) or (profile.has("T", "W") and profile.get("Save", "Sv") is not None)


def statline_of(profile: Profile) -> Statline:
    """Return the values of a profile that `is_statline` accepts."""
    vehicle = is_vehicle(profile)
    values, guesses, broken = dict[str, str | int](), list[str](), ""
    for key in OF_VEHICLES if vehicle else OF_MODELS:
        written = profile.get(key)
        if written is None and key not in NEEDED:
            continue
        value, message = _value(key, written)
        if value is None and key in NEEDED:
            broken = broken or f"{key} {written or 'is missing'}: no value"
        elif value is not None:
            values[key] = value
        guesses += [message] * bool(message)
    if vehicle and (inv := _SAVE.match((profile.get("Inv", "InvSv") or "").strip())) and inv[1] != "7":
        values["Inv"] = f"{inv[1]}++"
    if not vehicle:
        saves, message = saves_of(profile.get("Save", "Sv") or "")
        values |= saves
        guesses += [message] * bool(message)
        broken = broken or ("" if saves else f"Save {profile.get('Save', 'Sv')}: no value")
    type_, character, odd = _model_type(profile, vehicle)
    rules = _roles(profile)
    return Statline(profile.name, tuple(values.items()), type_, character, vehicle, rules, (*guesses, *odd), broken)


def _value(key: str, written: str | None) -> tuple[str | int | None, str]:
    """Return the value of a cell, or None if it is wrong, and a message."""
    text = MARKS_BEHIND.sub("", (written or "").strip()[:40])
    most = LIMITS.get(key, 15 if key in ARMOUR else 10)
    if key in SKILLS and text.casefold() in (*NONE, "n/a"):
        return 0, ""
    if key == "Ld" and text.casefold() in (*NONE, "n/a", ""):
        return 1, "no Leadership is printed: 1, so that of the others counts"
    match = _NUMBER.match(text)
    least = 5 if key in ARMOUR else 0 if key in SKILLS else 1
    if not match or not least <= int(match[0]) <= most:
        return None, f"{key} {text}: left out, it is no number" if key not in NEEDED and text else ""
    rest = text[match.end() :].strip()
    if rest.casefold().startswith("d"):  # such as 2D6 Attacks
        return None, f"{key} {text}: left out, it is no number"
    return int(match[0]), f"{key} {text}: {match[0]}" if rest else ""


def saves_of(written: str) -> tuple[dict[str, str | int], str]:
    """Return Sv and Inv of texts such as `3+`, `2+/4++`, `-/5++` and `-`, and a message; {} if it is no save."""
    text = MARKS_BEHIND.sub("", written.strip()[:40])
    if text.casefold() in (*NONE, "n/a"):
        return {"Sv": "-"}, ""
    parts = [part.strip() for part in re.split(r"[/(,]", text.replace(")", "")) if part.strip()]
    first, others = (parts[0], parts[1:]) if parts else ("", [])
    match = _SAVE.match(first)
    if first not in NONE and not match:
        return {}, ""
    armour = "-" if match is None or match[1] == "7" else f"{match[1]}+"
    invulnerable = min((number[1] for part in others if (number := _SAVE.match(part))), default="")
    message = ""
    if match and match[2] == "++" and not others:  # an invulnerable save only
        armour, invulnerable = "-", match[1]
    elif match and not match[2]:
        message = f"Save {first}: {armour}"
    values: dict[str, str | int] = {"Sv": armour}
    if invulnerable not in ("", "7"):
        values["Inv"] = f"{invulnerable}++"
    return values, message


def _model_type(profile: Profile, vehicle: bool) -> tuple[str, bool, tuple[str, ...]]:
    """Return the type in our spelling, whether it has "Character", and the guesses about its words."""
    written = (profile.get("Unit Type", "Type") or "")[:120]
    text, odd = _nearest_type(" ".join(MARKS_BEHIND.sub("", written).split()))
    text = _SUPER_HEAVY.sub("Super-heavy", text)
    words = list_profiles.type_of(text)
    character = "character" in words.casefold()
    outside, _, inside = words.partition("(")
    parts = [part.strip() for part in re.split(r"[,/;()]", inside) if part.strip() and part.strip() != "Character"]
    outside = re.sub(r"(?:,\s*|(?<![\s,])\s+)?\bCharacter\b", "", outside).strip(" ,")
    if not vehicle:
        return f"{outside} ({', '.join(parts)})" if parts and outside else outside or ", ".join(parts), character, odd
    ahead = [part.strip() for part in outside.split(",") if part.strip() and part.strip().casefold() != "vehicle"]
    parts = [*ahead, *parts]
    for word in ("Walker", "Flyer"):
        if word.casefold() in profile.kind.casefold() and not any(word in part for part in parts):
            parts.append(word)
    return f"Vehicle ({', '.join(parts)})" if parts else "Vehicle", character, odd


def _nearest_type(text: str) -> tuple[str, tuple[str, ...]]:
    """Return the type with misspelt words corrected, and a message for each."""
    messages = []
    known = list(dict.fromkeys(word for kind in list_profiles.UNIT_TYPES for word in kind.split()))
    for word in list_profiles.odd_words_of(text)[1]:
        if nearest := near(word, known, most=1, cutoff=0.8):
            text = text.replace(word, nearest[0])
            messages.append(f"type {word}: {nearest[0]}")
    if text and not list_profiles.odd_words_of(text)[0]:
        messages.append(f"the type {text} is not known here")
    return text, tuple(messages)


def _roles(profile: Profile) -> tuple[str, ...]:
    """Return the role of a flyer that is played, if any (7E-FLY-3)."""
    return ("Fighter",) if "fighter" in plain_name(profile.get("Role") or "").split() else ()


# The units of a roster, and the statlines of their models -------------------------------------------------------------


class RosterUnit(NamedTuple):
    """A unit. `stood_in` is the unit around it. `shell` is a holder of units that is no unit itself."""

    selection: Selection
    stood_in: str = ""
    shell: Selection | None = None


def parts_of(top: Selection) -> Iterator[RosterUnit]:
    """Yield the units of an outermost selection: itself if it has models, and the units inside."""
    inside: list[RosterUnit] = []
    rest = _without_units(top, top, inside)
    shell = None
    if has_statline(rest) or (rest.kind in (UNIT, MODEL) and not inside):
        yield RosterUnit(rest)
    else:
        shell = rest
    for part in inside:
        for inner in parts_of(part.selection):
            yield inner._replace(stood_in=inner.stood_in or part.stood_in, shell=inner.shell or shell)
            shell = None  # its points are reported with the first unit only


def is_unit(top: Selection) -> bool:
    """Return True if an outermost selection may be a unit, and is no option of the list builder and no formation."""
    return top.kind in (UNIT, MODEL) and not any("formation" in category.casefold() for category in top.categories)


def has_statline(selection: Selection) -> bool:
    return bool(_statlines(selection.every()))


def _statlines(selections: Iterable[Selection]) -> list[Profile]:
    return [profile for selection in selections for profile in selection.profiles if is_statline(profile)]


def _without_units(selection: Selection, top: Selection, inside: list[RosterUnit]) -> Selection:
    """Return the selection without the units inside it, which are added to `inside`."""
    kept = []
    for inner in selection.selections:
        if _is_own_unit(inner, top):
            inside.append(RosterUnit(inner, top.name))
        else:
            kept.append(_without_units(inner, top, inside))
    return copied(selection, selections=tuple(kept))


def _is_own_unit(item: Selection, top: Selection) -> bool:
    """Return True if a selection inside another is a unit of its own."""
    if item.kind == UNIT or not is_unit(top):
        return item.kind in (UNIT, MODEL) and has_statline(item)
    if not any(is_vehicle(profile) for profile in item.profiles):
        return False
    if any(not is_vehicle(profile) for profile in _statlines(other for other in top.every() if other is not item)):
        return True  # infantry, and the vehicle that it rides in
    if item.kind != UPGRADE:
        return False
    holders = [top, *(other for other in top.below() if other.kind == MODEL)]
    return any(is_vehicle(profile) for holder in holders for profile in holder.profiles)


def with_models(unit: Selection) -> tuple[Selection, tuple[str, ...]]:
    """Return the unit with models for all who are in it, and the names of upgrades that became models.

    An upgrade with a statline is a model, unless its name shares a word with a model, which it then improves.
    """
    models: list[Selection] = []
    lone = not any(inner.kind == MODEL for inner in unit.below()) and any(map(is_statline, unit.profiles))
    if lone or unit.kind == MODEL:
        rest = _single(unit, _name_words(unit), models)
        if not models:
            return unit, ()
        first = copied(rest, kind=MODEL, rules=(), points=0, custom="")
        squad = copied(unit, kind=UNIT, number=1, profiles=(), selections=(first, *models))
        return squad, tuple(dict.fromkeys(model.name for model in models))
    names: list[str] = []
    rest = _as_models(unit, models, names)
    leader = _own_model(rest)
    names += [model.name for model in (*leader, *models)]
    return copied(rest, selections=(*leader, *rest.selections, *models)), tuple(dict.fromkeys(names))


def _own_model(unit: Selection) -> tuple[Selection, ...]:
    """Return the unit itself as a model, if its statline has its name and is no other model's."""
    others = {profile.name for profile in _statlines(unit.below())}
    statlines = [profile for profile in _statlines((unit,)) if plain_name(profile.name) == plain_name(unit.name)]
    without = [inner for inner in unit.below() if inner.kind == MODEL and not has_statline(inner)]
    if unit.kind != UNIT or without or not statlines or not others or statlines[0].name in others:
        return ()
    return (Selection(unit.name, MODEL, profiles=(statlines[0],)),)


def _as_models(selection: Selection, models: list[Selection], names: list[str]) -> Selection:
    """Return the selection with models for upgrades with statlines. Those inside models are added to `models`."""
    if selection.kind == MODEL:
        return _single(selection, _name_words(selection), models)
    if selection.kind == UPGRADE and any(map(is_statline, selection.profiles)):
        names.append(selection.name)
        return copied(selection, kind=MODEL)
    return copied(selection, selections=tuple(_as_models(inner, models, names) for inner in selection.selections))


def _single(selection: Selection, words: frozenset[str], models: list[Selection]) -> Selection:
    """Return a model without other models inside, which are added to `models`."""
    kept = []
    for inner in selection.selections:
        tables = _statlines((inner,))
        another = words and not any(words & _long_words(table.name) for table in tables)
        if tables and (inner.kind == MODEL or (inner.kind == UPGRADE and another)):
            models.append(copied(inner, kind=MODEL))
        else:
            kept.append(_single(inner, words, models))
    return copied(selection, selections=tuple(kept))


def _name_words(model: Selection) -> frozenset[str]:
    """Return the words of its names; none if it has no statline, and takes one from the inside."""
    names = [profile.name for profile in _statlines((model,))]
    return frozenset().union(*map(_long_words, (model.name, *names))) if names else frozenset()


def _long_words(name: str) -> frozenset[str]:
    return frozenset(word for word in plain_name(name).split() if len(word) > 2 and word not in ("the", "and", "with"))


def statline_for(row: EqualModels, unit: Selection) -> tuple[Profile | None, str]:
    """Return the statline of a model, or None, and a message about the choice (IMP-20)."""
    own, below = _statlines((row.model,)), _statlines(_worn(row.model))
    name = row.model.name
    if own and below:
        words = set(plain_name(name).split())
        alike = [profile for profile in below if words & set(plain_name(profile.name).split())]
        taken = _nearest_statline(name, alike or own)
        return taken, f"{taken.name} is taken of {len(own) + len(below)} statlines"
    lines = own or below or _statlines((unit,)) or _statlines(part for part in unit.below() if part.kind == UPGRADE)
    if not lines:
        return None, ""
    taken = _nearest_statline(name, lines)
    several = len({(profile.name, profile.values) for profile in lines}) > 1
    return taken, f"{taken.name} is taken of {len(lines)} statlines" if several else ""


def _worn(model: Selection) -> Iterator[Selection]:
    """Yield everything inside a model, except other models."""
    for inner in model.selections:
        if inner.kind not in (MODEL, UNIT):
            yield inner
            yield from _worn(inner)


def _nearest_statline(name: str, profiles: list[Profile]) -> Profile:
    names = near(name, [profile.name for profile in profiles], most=1, cutoff=0.3)
    return next((profile for profile in profiles if names and profile.name == names[0]), profiles[0])


# Weapons --------------------------------------------------------------------------------------------------------------

TWIN = "Twin-linked"
# Endings of a weapon's name for two uses: shooting, and the Assault phase, which is not played.
_SHOT = re.compile(r"(?i)(?:(?<!\s)\s+)?(?:\((?:shooting|shot|thrown|ranged)\)|[-–]\s*(?:shooting|thrown|ranged))$")
_BLOW = re.compile(r"(?i)(?:\((?:assault|melee|close combat|combat)\)|[-–]\s*(?:assault|melee|close combat|combat))$")
_STEM = re.compile(r"\A(?P<stem>.*\S)(?:\s*\((?P<inside>[^()]+)\)|\s+[-–]\s+(?P<dash>.+)|:\s+(?P<colon>.+))")
_TWIN = re.compile(r"(?i)\b(?:twin[- ]?linked|tl)\b[\s-]*")
_TWO_WAYS = re.compile(r" ?/ ?(?=[^\d ])")
_IN_BRACKETS = re.compile(r"(?i) ?\((?:shooting|thrown|ranged|melee|assault)\)")
_SHOTS = r" ?(?P<shots>(?:\d*d\d|\d)[\d+/d]*)?"
_TYPE = re.compile(
    rf"(?i)(?:(?P<times>[2-9]) ?[x×] ?)?(?P<name>{'|'.join(list_profiles.TYPES).replace(' ', '[ -]?')})\b{_SHOTS}"
    r"(?: (?P<rest>\D.*))?"
    r"|(?P<close>(?:assault|heavy|ordnance|salvo)(?=\d))(?P<many>\d*d?\d[\d+/d]*)"
)
_SPELT = re.compile(rf"(?i)(?P<name>[a-z][a-z -]*?){_SHOTS}")
_USER = re.compile(r"(?i)(?:user|as user|s)?\s*(?:([x×+])\s*(\d))?")
# Names of several things, which are no modes of one weapon.
_BUNDLE = re.compile(r"(?i)\b(?:wargear|weapons|equipment|grenades|and|with|standard|arm(?:ament|our)\w*)\b|[&+,/]")


class FireMode(Record):
    """One way to fire. `values` are as in a list; `unknown` are rules that the list does not have."""

    name: str
    values: tuple[tuple[str, str], ...]
    rules: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    times: int = 1  # the number of weapons, as in "3x Rapid Fire"
    guesses: tuple[str, ...] = ()


class Arm(Record):
    """A carried weapon. `ways` are its modes by name; a single mode has the name ""."""

    name: str
    ways: tuple[tuple[str, FireMode], ...]
    guesses: tuple[str, ...] = ()

    @property
    def times(self) -> int:
        return self.ways[0][1].times

    @property
    def type(self) -> str:
        return list_profiles.fire_of(dict(self.ways[0][1].values)["type"]).type

    def made(self) -> tuple[list_profiles.Weapon, ...]:
        """Return the weapon as the reader of lists would make it."""
        several = len(self.ways) > 1 or self.ways[0][0]
        return tuple(
            weapon_of_row(f"{self.name}: {mode}" if several else self.name, *_cells(way), "", way.rules)
            for mode, way in self.ways
        )

    def known(self) -> str:
        """Return the armoury's name for it, if the armoury has it with the same values; else ""."""
        twin = all(TWIN in way.rules for _, way in self.ways)
        return self._known(self.name) or (self._known(f"{TWIN} {self.name}") if twin else "")

    def _known(self, name: str) -> str:
        meant = ARMOURY.meant(name)
        if meant is None or meant.times != 1 or any(way.unknown for _, way in self.ways):
            return ""
        theirs = profiles_meant(meant, ARMOURY.weapons[meant.name])
        same = {(mode_of(gun), _alike(gun)) for gun in theirs} == {(mode_of(gun), _alike(gun)) for gun in self.made()}
        return _with_mode(theirs[0].mode_of or theirs[0].name, meant.mode) if same else ""

    def page(self) -> dict[str, object]:
        """Return the entry of the weapon in a list."""
        if len(self.ways) == 1 and not self.ways[0][0]:
            return _page(self.ways[0][1])
        return {"modes": {mode: _page(way) for mode, way in self.ways}}

    def note(self) -> str:
        """Return a note with the names of unknown rules; "" if there are none."""
        rules = dict.fromkeys(rule for _, way in self.ways for rule in way.unknown)
        return f"not played: {', '.join(rules)}" if rules else ""


def is_weapon(profile: Profile) -> bool:
    fits = profile.has("Range", "Type") and profile.get("Strength", "S") is not None
    return fits and "psychic" not in profile.kind.casefold()  # a psychic power works only after it was manifested


def is_melee(profile: Profile) -> bool:
    """Return True for a weapon of the Assault phase: it has no range, or its name says so."""
    far, type_ = _first(profile.get("Range")), (profile.get("Type") or "").strip().casefold()
    none = far.casefold() in (*NONE, "", "n/a", "melee", "base", "user", "touch", "close combat")
    return none or type_.startswith(("melee", "close combat")) or bool(_BLOW.search(profile.name[-60:]))


def fire_mode_of(profile: Profile, user: int | None) -> FireMode | str:
    """Return the mode of a shooting weapon, or why it is unusable. `user` is the Strength of its bearer."""
    guesses: list[str] = []
    far = _range(profile.get("Range") or "")
    strength = _strength(_first(profile.get("Strength", "S")), user, guesses)
    ap = _first(profile.get("AP")).casefold().removeprefix("ap").strip() or "-"
    kind, rules, unknown, times = _weapon_type(profile.get("Type") or "", guesses)
    values = (("range", far), ("S", strength), ("AP", "-" if ap in (*NONE, "n/a") else ap), ("type", kind))
    if "-" in far and "Barrage" not in rules:
        guesses.append(f"range {far}: that it reaches no nearer is yours to mind")
    way = FireMode(cleaned(profile.name), values, tuple(rules), tuple(unknown), times, tuple(guesses))
    try:
        why = why_no_weapon(weapon_of_row(way.name, *_cells(way), "", way.rules))
    except ValueError as error:
        return str(error)
    return why or way


def cleaned(name: str) -> str:
    """Return the name of a weapon without words for its use."""
    name = shortened(name)[0]
    return _SHOT.sub("", MARKS_BEHIND.sub("", name)).strip() or name


def arms_of(selection: Selection, ways: Sequence[FireMode]) -> tuple[Arm, ...]:
    """Return the weapons of one selection. Ways whose names begin alike are modes of one weapon; so are all ways of an
    upgrade whose name is no bundle.
    """
    twin = bool(_TWIN.search(selection.name))
    ways = [_ruled(way, TWIN) if twin and TWIN not in way.rules and not _is_plain(way, ways) else way for way in ways]
    stems: dict[str, list[tuple[str, str, FireMode]]] = {}
    for way in ways:
        stem, mode = _stem(way.name)
        stems.setdefault(plain_name(stem), []).append((stem, mode, way))
    arms = [_arm(parts, twin) for parts in stems.values()]
    if len(arms) < 2 or selection.kind != "upgrade" or _BUNDLE.search(selection.name):
        return tuple(arms)
    if any(plain_name(arm.name) == plain_name(selection.name) for arm in arms):
        return tuple(arms)
    modes = tuple((_mode_name(mode or arm.name), way) for arm in arms for mode, way in arm.ways)
    name = cleaned(selection.name)
    guess = f"{name}: {', '.join(mode for mode, _ in modes)} are taken for ways to fire one weapon"
    arm = Arm(name, _combined(name, modes), (guess,))
    return (arm.but(guesses=()) if arm.known() else arm,)


def tables_of_armoury(name: str) -> tuple[Profile, ...]:
    """Return the armoury's weapon of this name as tables, one per mode; () if there is none."""
    meant = ARMOURY.meant(cleaned(name))
    return (
        () if meant is None else tuple(map(table_of, profiles_meant(meant.but(times=1), ARMOURY.weapons[meant.name])))
    )


def table_of(weapon: list_profiles.Weapon) -> Profile:
    """Return a weapon as a table of a roster."""
    values = dict(columns(weapon))
    kind = ", ".join((values["type"], *rules_of(weapon)))
    written = (("Range", values["range"]), ("Strength", values["S"]), ("AP", values["AP"]), ("Type", kind))
    return Profile(weapon.name, "Weapon", written)


def columns(weapon: list_profiles.Weapon) -> tuple[tuple[str, str], ...]:
    """Return range, S, AP and type of a weapon, as in a list."""
    if weapon.range is None:
        far = "Template"
    elif weapon.range == list_profiles.UNLIMITED:
        far = "unlimited"
    else:
        far = (f'{weapon.minimum:g}"-' if weapon.minimum else "") + f'{weapon.range:g}"'
    shots = f"{weapon.moved_shots.text}/{weapon.shots.text}" if weapon.moved_shots else weapon.shots.text
    kind = weapon.type if weapon.type in (list_profiles.PISTOL, list_profiles.RAPID_FIRE) else f"{weapon.type} {shots}"
    strength = ("*" if weapon.has("Graviton") else "X") if weapon.strength is None else str(weapon.strength)
    return ("range", far), ("S", strength), ("AP", "-" if weapon.ap is None else str(weapon.ap)), ("type", kind)


def rules_of(weapon: list_profiles.Weapon) -> tuple[str, ...]:
    """Return the rules of a weapon with their values, as in a list."""
    values = {"Poisoned": f"{weapon.poisoned}+", "Torrent": f'{weapon.torrent:g}"' if weapon.torrent else ""}
    rules = [rule for rule in weapon.rules if rule != "Template"]
    return tuple(f"{rule} ({values[rule]})" if values.get(rule) else rule for rule in rules)


def near_weapon(name: str) -> str:
    """Return the weapon of the armoury with the most similar name; "" if none is similar."""
    names = [profiles[0].mode_of or profiles[0].name for profiles in ARMOURY.weapons.values()]
    return next(iter(near(cleaned(name), names, most=1, cutoff=0.85)), "")


# Parts of a weapon's table --------------------------------------------------------------------------------------------


def _first(text: str | None) -> str:
    """Return the first of two uses, as in `8" (thrown) / - (Melee)`."""
    return _IN_BRACKETS.sub("", _TWO_WAYS.split(" ".join((text or "")[:200].split()))[0]).strip()


def _range(text: str) -> str:
    plain = _first(text)
    plain = re.sub(r"(?i)^(?:<|≤|up to|g)\s*(?=\d)", "", plain)
    return re.sub(r"(?:(?<!\s)\s+)?[-–—]\s*(?=\d)", "-", plain) or text


def _strength(words: str, user: int | None, guesses: list[str]) -> str:
    text = MARKS_BEHIND.sub("", words) if words != "*" else words
    if text.casefold() in ("n/a", "", "x", *NONE):
        return "X" if text.casefold() == "x" else "-"
    match = _USER.fullmatch(text)
    if match is None or user is None:
        return text
    sign, number = match[1], int(match[2] or 0)
    strength = min(10, user * number if sign in ("x", "X", "×") else user + number)
    guesses.append(f"S {text}: {strength}, of who carries it")
    return str(strength)


def _weapon_type(text: str, guesses: list[str]) -> tuple[str, list[str], list[str], int]:
    """Return the type as in a list, the known rules, the unknown rules, and the number of weapons."""
    kind, times = "", 1
    rules, unknown = list[str](), list[str]()
    parts = split_list(" ".join(_first(text).split())[:200])
    for part in parts:
        parsed = None if kind else _read_type(part, guesses if part == parts[0] else None)
        if parsed is None:
            _add_rule(part, rules, unknown, guesses)
            continue
        kind, times, rest = parsed
        if rest:
            _add_rule(rest, rules, unknown, guesses)
    return kind or text.strip(), list(dict.fromkeys(rules)), list(dict.fromkeys(unknown)), times


def _read_type(part: str, guesses: list[str] | None) -> tuple[str, int, str] | None:
    """Return the type, the number of weapons and the other words; None if it is no type. A misspelt type is accepted if
    `guesses` is given, which gets a message.
    """
    if (match := _TYPE.fullmatch(part)) is not None:
        name = list_profiles.TYPES[plain_name(match["name"] or match["close"]).replace("rapidfire", "rapid fire")]
        shots, times, rest = match["shots"] or match["many"], int(match["times"] or 1), match["rest"] or ""
    elif guesses is not None and (match := _SPELT.fullmatch(part)) is not None:
        spelt = near(match["name"], list_profiles.TYPES.values(), most=1, cutoff=0.8)
        if not spelt:
            return None
        name, shots, times, rest = spelt[0], match["shots"], 1, ""
        guesses.append(f"{match['name'].strip()}: {name}")
    else:
        return None
    if name != list_profiles.PISTOL or shots in (None, "1"):
        return f"{name} {shots if name != list_profiles.PISTOL else ''}".strip() if shots else name, times, rest
    if guesses is not None:
        guesses.append(f"{name} {shots}: Assault {shots}")
    return f"Assault {shots}", times, rest


def _add_rule(part: str, rules: list[str], unknown: list[str], guesses: list[str]) -> None:
    if changes_no_shot(part) or part in ("-", "*"):
        return
    word, message = rule_of_weapon(part)
    (rules if word else unknown).append(word or part)
    guesses += [message] * bool(message)


def _cells(way: FireMode) -> tuple[str, str, str, str]:
    values = dict(way.values)
    return values["range"], values["S"], values["AP"], values["type"]


def _page(way: FireMode) -> dict[str, object]:
    page: dict[str, object] = dict(way.values)
    return page | ({"rules": [*way.rules]} if way.rules else {})


def _alike(weapon: list_profiles.Weapon) -> list_profiles.Weapon:
    """Return the weapon without its names and source, to compare what it does."""
    return weapon.but(name="", mode_of="", source="", grenade=False)


def _with_mode(name: str, mode: str) -> str:
    return f"{name} ({mode})" if mode and not name.endswith(f"({mode})") else name


def _stem(name: str) -> tuple[str, str]:
    """Return weapon and mode of a name such as `Missile Launcher (Frag)`; the mode may be ""."""
    match = _STEM.fullmatch(name)
    if match is None:
        return name, ""
    return match["stem"], (match["inside"] or match["dash"] or match["colon"]).strip()


def _arm(parts: Sequence[tuple[str, str, FireMode]], twin: bool) -> Arm:
    """Return a weapon from its ways; a single way keeps its name."""
    if len(parts) == 1:
        stem, mode, way = parts[0]
        name = f"{stem} ({mode})" if mode else stem
        modes: tuple[tuple[str, FireMode], ...] = (("", way),)
    else:
        name = parts[0][0]
        modes = tuple((_mode_name(mode or f"{name} {number}"), way) for number, (_, mode, way) in enumerate(parts, 1))
    if twin and not _TWIN.search(name):
        name = f"{TWIN} {name}"
    return Arm(name, modes, tuple(dict.fromkeys(guess for _, way in modes for guess in way.guesses)))


def _mode_name(mode: str) -> str:
    """Return the name of a mode without characters that a list cannot have."""
    return re.sub(r"[():]", "", mode).strip() or "second"


def _is_plain(way: FireMode, ways: Sequence[FireMode]) -> bool:
    """Return True for a weapon that is not twin-linked by its name, beside one that is."""
    return len(ways) > 1 and any(_TWIN.search(other.name) for other in ways) and not _TWIN.search(way.name)


def _ruled(way: FireMode, rule: str) -> FireMode:
    return way.but(rules=(*way.rules, rule))


def _combined(name: str, modes: Sequence[tuple[str, FireMode]]) -> tuple[tuple[str, FireMode], ...]:
    """Return the modes; a combi-weapon fires all but the first only once in a battle."""
    if not plain_name(name).startswith(("combi ", "kombi ")):
        return tuple(modes)
    once = "One Use Only"
    return (modes[0], *((mode, way if once in way.rules else _ruled(way, once)) for mode, way in modes[1:]))


# Shared weapons and statlines of the list (IMP-35) --------------------------------------------------------------------

LONGEST = 60
_TIMES = re.compile(r"^(?:\d\s?[x×]\s?)+", re.IGNORECASE)  # a list would read it as a number of weapons


class Library:
    """The weapons and statlines of the list by name. Weapons of the armoury are not described."""

    def __init__(self) -> None:
        self.weapons: dict[str, dict[str, Any]] = {}
        self.profiles: dict[str, dict[str, Any]] = {}
        self._meant: dict[str, object] = {}  # taken plain names, with their meaning

    def weapon(self, arm: Arm, model: str, unit: str) -> str:
        """Return the weapon's name in the list; describe the weapon there if needed."""
        if (known := arm.known()) and self._is_free(known):
            return known
        page = arm.page()
        if note := arm.note():
            page["note"] = note
        for name in _names(_fit(arm.name), model, unit):
            plain = plain_name(name)
            if self._meant.get(plain, page) == page:
                self._meant[plain] = page
                self.weapons.setdefault(name, page)
                return next(other for other in self.weapons if plain_name(other) == plain)
        raise AssertionError("numbers never end")

    def _is_free(self, known: str) -> bool:
        """Return True if the name means the armoury's weapon, and reserve it; "twin-linked" before it is ignored."""
        meant = ARMOURY.meant(known)
        if meant is None or (plain_name(known) in self._meant and self._meant[plain_name(known)] is not ARMOURY):
            return False
        return self._meant.setdefault(meant.name, ARMOURY) is ARMOURY

    def profile(self, name: str, values: dict[str, Any], unit: str) -> str:
        """Return the statline's name in the list."""
        names = {plain_name(known): known for known in self.profiles}
        for wanted in _names(_fit(name).casefold(), unit.casefold()):
            known = names.get(plain_name(wanted))
            if known is None:
                self.profiles[wanted] = values
                return wanted
            if self.profiles[known] == values:
                return known
        raise AssertionError("numbers never end")


def _names(base: str, *behind: str) -> Iterable[str]:
    """Yield the name, then the name with each text in brackets, then with numbers."""
    tried = [base]
    yield base
    for text in behind:
        words = f"{base} ({text})"
        if len(words) <= LONGEST:
            tried.append(words)
            yield words
    while True:
        tried.append(free_name(base, base, tried))
        yield tried[-1]


def _fit(name: str) -> str:
    """Return the name cut for a list, with room for a number."""
    return shortened(_TIMES.sub("", name.strip()))[0][: LONGEST - 4].strip() or "weapon"
