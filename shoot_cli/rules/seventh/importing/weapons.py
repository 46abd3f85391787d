"""Weapons of rosters: what a profile says, as our lists write it; the modes of one; what the armoury knows already."""

from __future__ import annotations

import re
from collections.abc import Sequence

from shoot_cli.armies.armoury import mode_of, profiles_meant
from shoot_cli.armies.problems import near, plain_name
from shoot_cli.armies.reading import NONE, split_list
from shoot_cli.core.record import Record
from shoot_cli.imports.roster import Profile, Selection
from shoot_cli.imports.words import shortened
from shoot_cli.rules.seventh.armoury import ARMOURY, weapon_of_row, why_no_weapon
from shoot_cli.rules.seventh.importing.special import changes_no_shot, rule_of_weapon
from shoot_cli.rules.seventh.profiles import PISTOL, RAPID_FIRE, UNLIMITED, Weapon
from shoot_cli.rules.seventh.values import TYPES, fire_of

TWIN = "Twin-linked"
_ENDS = re.compile(r"(?<![\s*†‡])[\s*†‡]+$")
# Behind the name of a weapon that is used in two ways: which of them it is. The first is ours.
_SHOT = re.compile(r"(?i)(?:(?<!\s)\s+)?(?:\((?:shooting|shot|thrown|ranged)\)|[-–]\s*(?:shooting|thrown|ranged))$")
_BLOW = re.compile(r"(?i)(?:\((?:assault|melee|close combat|combat)\)|[-–]\s*(?:assault|melee|close combat|combat))$")
_STEM = re.compile(r"\A(?P<stem>.*\S)(?:\s*\((?P<inside>[^()]+)\)|\s+[-–]\s+(?P<dash>.+)|:\s+(?P<colon>.+))")
_TWIN = re.compile(r"(?i)\b(?:twin[- ]?linked|tl)\b[\s-]*")
_TWO_WAYS = re.compile(r" ?/ ?(?=[^\d ])")
_IN_BRACKETS = re.compile(r"(?i) ?\((?:shooting|thrown|ranged|melee|assault)\)")
_SHOTS = r" ?(?P<shots>(?:\d*d\d|\d)[\d+/d]*)?"
_TYPE = re.compile(
    rf"(?i)(?:(?P<times>[2-9]) ?[x×] ?)?(?P<name>{'|'.join(TYPES).replace(' ', '[ -]?')})\b{_SHOTS}(?: (?P<rest>\D.*))?"
    r"|(?P<close>(?:assault|heavy|ordnance|salvo)(?=\d))(?P<many>\d*d?\d[\d+/d]*)"
)
_SPELT = re.compile(rf"(?i)(?P<name>[a-z][a-z -]*?){_SHOTS}")
_USER = re.compile(r"(?i)(?:user|as user|s)?\s*(?:([x×+])\s*(\d))?")
# Names of several things in one selection: what is in it stays apart.
_BUNDLE = re.compile(r"(?i)\b(?:wargear|weapons|equipment|grenades|and|with|standard|arm(?:ament|our)\w*)\b|[&+,/]")


class FireMode(Record):
    """One way to fire. ``values``: range, S, AP, type as a list has them; ``unknown``: rules that it does not know."""

    name: str
    values: tuple[tuple[str, str], ...]
    rules: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    times: int = 1  # how often the weapon is there: "3x Rapid Fire"
    guesses: tuple[str, ...] = ()


class Arm(Record):
    """A weapon as it is carried. ``modes``: of one that fires in several ways their names; else one without a name."""

    name: str
    ways: tuple[tuple[str, FireMode], ...]
    guesses: tuple[str, ...] = ()

    @property
    def times(self) -> int:
        return self.ways[0][1].times

    @property
    def type(self) -> str:
        return fire_of(dict(self.ways[0][1].values)["type"]).type

    def made(self) -> tuple[Weapon, ...]:
        """As the reader of lists would make it."""
        several = len(self.ways) > 1 or self.ways[0][0]
        return tuple(
            weapon_of_row(f"{self.name}: {mode}" if several else self.name, *_of(way), "", way.rules)
            for mode, way in self.ways
        )

    def known(self) -> str:
        """What the armoury calls it, if it has it with the same values; else ""."""
        twin = all(TWIN in way.rules for _, way in self.ways)
        return self._known(self.name) or (self._known(f"{TWIN} {self.name}") if twin else "")

    def _known(self, name: str) -> str:
        meant = ARMOURY.meant(name)
        if meant is None or meant.times != 1 or any(way.unknown for _, way in self.ways):
            return ""
        theirs = profiles_meant(meant, ARMOURY.weapons[meant.name])
        same = {(mode_of(one), _alike(one)) for one in theirs} == {(mode_of(one), _alike(one)) for one in self.made()}
        return _called(theirs[0].of or theirs[0].name, meant.mode) if same else ""

    def page(self) -> dict[str, object]:
        """What stands under its name in a list."""
        if len(self.ways) == 1 and not self.ways[0][0]:
            return _page(self.ways[0][1])
        return {"modes": {mode: _page(way) for mode, way in self.ways}}

    def note(self) -> str:
        """Of rules that are not known, by their names."""
        said = dict.fromkeys(one for _, way in self.ways for one in way.unknown)
        return f"not played: {', '.join(said)}" if said else ""


def is_weapon(profile: Profile) -> bool:
    said = profile.has("Range", "Type") and profile.get("Strength", "S") is not None
    return said and "psychic" not in profile.kind.casefold()  # a power is there when it was manifested


def is_melee(profile: Profile) -> bool:
    """True of what is used in the Assault phase alone: no range, or one of the ways that its name tells apart."""
    far, type_ = _first(profile.get("Range")), (profile.get("Type") or "").strip().casefold()
    none = far.casefold() in (*NONE, "", "n/a", "melee", "base", "user", "touch", "close combat")
    return none or type_.startswith(("melee", "close combat")) or bool(_BLOW.search(profile.name[-60:]))


def way_of(profile: Profile, user: int | None) -> FireMode | str:
    """The profile of a weapon that shoots, or why it cannot be taken. ``user``: the Strength of who carries it."""
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
        why = why_no_weapon(weapon_of_row(way.name, *_of(way), "", way.rules))
    except ValueError as error:
        return str(error)
    return why or way


def cleaned(name: str) -> str:
    """The name of a weapon without what tells ways to use it apart."""
    name = shortened(name)[0]
    return _SHOT.sub("", _ENDS.sub("", name)).strip() or name


def arms_of(selection: Selection, ways: Sequence[FireMode]) -> tuple[Arm, ...]:
    """The weapons of one selection. Ways with one stem are modes of one weapon; so are those of a selection that is no
    bundle by its name."""
    twin = _is_twin(selection)
    ways = [_with(way, TWIN) if twin and TWIN not in way.rules and not _is_plain(way, ways) else way for way in ways]
    stems: dict[str, list[tuple[str, str, FireMode]]] = {}
    for way in ways:
        stem, mode = _stem(way.name)
        stems.setdefault(plain_name(stem), []).append((stem, mode, way))
    found = [_arm(parts, twin) for parts in stems.values()]
    if len(found) < 2 or selection.kind != "upgrade" or _BUNDLE.search(selection.name):
        return tuple(found)
    if any(plain_name(arm.name) == plain_name(selection.name) for arm in found):
        return tuple(found)
    modes = tuple((_free(mode or arm.name), way) for arm in found for mode, way in arm.ways)
    name = cleaned(selection.name)
    said = f"{name}: {', '.join(mode for mode, _ in modes)} are taken for ways to fire one weapon"
    arm = Arm(name, _combined(name, modes), (said,))
    return (arm.but(guesses=()) if arm.known() else arm,)


def tables_of_armoury(name: str) -> tuple[Profile, ...]:
    """The weapon of this name as a roster would have it, if the armoury has it: a table for each way to fire."""
    meant = ARMOURY.meant(cleaned(name))
    return (
        () if meant is None else tuple(map(table_of, profiles_meant(meant.but(times=1), ARMOURY.weapons[meant.name])))
    )


def table_of(one: Weapon) -> Profile:
    """A weapon as a roster has it."""
    values = dict(columns(one))
    kind = ", ".join((values["type"], *rules_of(one)))
    written = (("Range", values["range"]), ("Strength", values["S"]), ("AP", values["AP"]), ("Type", kind))
    return Profile(one.name, "Weapon", written)


def columns(one: Weapon) -> tuple[tuple[str, str], ...]:
    """What a weapon would have in a list: range, S, AP, type."""
    if one.range is None:
        far = "Template"
    elif one.range == UNLIMITED:
        far = "unlimited"
    else:
        far = (f'{one.minimum:g}"-' if one.minimum else "") + f'{one.range:g}"'
    shots = f"{one.moved_shots.text}/{one.shots.text}" if one.moved_shots else one.shots.text
    kind = one.type if one.type in (PISTOL, RAPID_FIRE) else f"{one.type} {shots}"
    strength = ("*" if one.has("Graviton") else "X") if one.strength is None else str(one.strength)
    return ("range", far), ("S", strength), ("AP", "-" if one.ap is None else str(one.ap)), ("type", kind)


def rules_of(one: Weapon) -> tuple[str, ...]:
    """Its rules as a list has them, with their values."""
    values = {"Poisoned": f"{one.poisoned}+", "Torrent": f'{one.torrent:g}"' if one.torrent else ""}
    told = [rule for rule in one.rules if rule != "Template"]
    return tuple(f"{rule} ({values[rule]})" if values.get(rule) else rule for rule in told)


def near_weapon(name: str) -> str:
    """A weapon of the armoury that this misspelt name perhaps means; "" if none is near."""
    names = [profiles[0].of or profiles[0].name for profiles in ARMOURY.weapons.values()]
    return next(iter(near(cleaned(name), names, most=1, cutoff=0.85)), "")


# ---- how it is done


def _first(text: str | None) -> str:
    """The first of two ways to use a weapon: ``8" (thrown) / - (Melee)``."""
    return _IN_BRACKETS.sub("", _TWO_WAYS.split(" ".join((text or "")[:200].split()))[0]).strip()


def _range(text: str) -> str:
    said = _first(text)
    said = re.sub(r"(?i)^(?:<|≤|up to|g)\s*(?=\d)", "", said)
    return re.sub(r"(?:(?<!\s)\s+)?[-–—]\s*(?=\d)", "-", said) or text


def _strength(said: str, user: int | None, guesses: list[str]) -> str:
    text = _ENDS.sub("", said) if said != "*" else said
    if text.casefold() in ("n/a", "", "x", *NONE):
        return "X" if text.casefold() == "x" else "-"
    found = _USER.fullmatch(text)
    if found is None or user is None:
        return text
    sign, number = found[1], int(found[2] or 0)
    strength = min(10, user * number if sign in ("x", "X", "×") else user + number)
    guesses.append(f"S {text}: {strength}, of who carries it")
    return str(strength)


def _weapon_type(text: str, guesses: list[str]) -> tuple[str, list[str], list[str], int]:
    """Its type as a list has it, the rules behind it, those that nobody knows, and how often it is there."""
    kind, times = "", 1
    rules, unknown = list[str](), list[str]()
    parts = split_list(" ".join(_first(text).split())[:200])
    for part in parts:
        found = None if kind else _kind(part, guesses if part == parts[0] else None)
        if found is None:
            _sort(part, rules, unknown, guesses)
            continue
        kind, times, rest = found
        if rest:
            _sort(rest, rules, unknown, guesses)
    return kind or text.strip(), list(dict.fromkeys(rules)), list(dict.fromkeys(unknown)), times


def _kind(part: str, guesses: list[str] | None) -> tuple[str, int, str] | None:
    """The type that this is, how often it is there, and what else is said; None if it is no type. A misspelt one is
    told to ``guesses``, if there are any."""
    if (found := _TYPE.fullmatch(part)) is not None:
        name = TYPES[plain_name(found["name"] or found["close"]).replace("rapidfire", "rapid fire")]
        shots, times, rest = found["shots"] or found["many"], int(found["times"] or 1), found["rest"] or ""
    elif guesses is not None and (found := _SPELT.fullmatch(part)) is not None:
        spelt = near(found["name"], TYPES.values(), most=1, cutoff=0.8)
        if not spelt:
            return None
        name, shots, times, rest = spelt[0], found["shots"], 1, ""
        guesses.append(f"{found['name'].strip()}: {name}")
    else:
        return None
    if name != PISTOL or shots in (None, "1"):
        return f"{name} {shots if name != PISTOL else ''}".strip() if shots else name, times, rest
    if guesses is not None:
        guesses.append(f"{name} {shots}: Assault {shots}")
    return f"Assault {shots}", times, rest


def _sort(part: str, rules: list[str], unknown: list[str], guesses: list[str]) -> None:
    if changes_no_shot(part) or part in ("-", "*"):
        return
    word, said = rule_of_weapon(part)
    (rules if word else unknown).append(word or part)
    guesses += [said] * bool(said)


def _of(way: FireMode) -> tuple[str, str, str, str]:
    values = dict(way.values)
    return values["range"], values["S"], values["AP"], values["type"]


def _page(way: FireMode) -> dict[str, object]:
    page: dict[str, object] = dict(way.values)
    return page | ({"rules": [*way.rules]} if way.rules else {})


def _alike(one: Weapon) -> Weapon:
    """What it does, without what it is called and where it was read."""
    return one.but(name="", of="", source="", grenade=False)


def _called(name: str, mode: str) -> str:
    return f"{name} ({mode})" if mode and not name.endswith(f"({mode})") else name


def _stem(name: str) -> tuple[str, str]:
    """``Missile Launcher (Frag)`` is the weapon and its mode; of others the mode is ""."""
    found = _STEM.fullmatch(name)
    if found is None:
        return name, ""
    return found["stem"], (found["inside"] or found["dash"] or found["colon"]).strip()


def _arm(parts: Sequence[tuple[str, str, FireMode]], twin: bool) -> Arm:
    """A weapon of its ways with one stem; a lone way keeps its name."""
    if len(parts) == 1:
        stem, mode, way = parts[0]
        name = f"{stem} ({mode})" if mode else stem
        modes: tuple[tuple[str, FireMode], ...] = (("", way),)
    else:
        name = parts[0][0]
        modes = tuple((_free(mode or f"{name} {place}"), way) for place, (_, mode, way) in enumerate(parts, 1))
    if twin and not _TWIN.search(name):
        name = f"{TWIN} {name}"
    return Arm(name, modes, tuple(dict.fromkeys(said for _, way in modes for said in way.guesses)))


def _free(mode: str) -> str:
    """A name of a mode without what a list cannot have in it."""
    return re.sub(r"[():]", "", mode).strip() or "second"


def _is_twin(selection: Selection) -> bool:
    """True if the selection says so by its name; a rule that hangs on it is among those of the weapon already."""
    return bool(_TWIN.search(selection.name))


def _is_plain(way: FireMode, ways: Sequence[FireMode]) -> bool:
    """True of one of several weapons whose name says it of others: those that are twin-linked by their names."""
    return len(ways) > 1 and any(_TWIN.search(one.name) for one in ways) and not _TWIN.search(way.name)


def _with(way: FireMode, rule: str) -> FireMode:
    return way.but(rules=(*way.rules, rule))


def _combined(name: str, modes: Sequence[tuple[str, FireMode]]) -> tuple[tuple[str, FireMode], ...]:
    """A combi-weapon fires what stands behind its first part once in a battle."""
    if not plain_name(name).startswith(("combi ", "kombi ")):
        return tuple(modes)
    once = "One Use Only"
    return (modes[0], *((mode, way if once in way.rules else _with(way, once)) for mode, way in modes[1:]))
