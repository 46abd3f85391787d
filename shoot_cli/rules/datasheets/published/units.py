"""A datasheet of the package as a roster has a unit: its models, what they may carry, and its abilities."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from shoot_cli.imports.data.names import any_order, key
from shoot_cli.imports.roster import MODEL, UNIT, Profile, Rule, Selection
from shoot_cli.imports.words import cleaned
from shoot_cli.rules.datasheets.abilities import Abilities
from shoot_cli.rules.datasheets.published import abilities
from shoot_cli.rules.datasheets.published.gear import ABILITY, Arms, gear
from shoot_cli.rules.datasheets.published.weapons import weapon

Raw = Mapping[str, Any]
LEADER = "Leader"
ROLES = ("leader", "support")  # abilities that the list of those to be led stands for


class ById:
    """Records by id, of which each faction may have its own: that of the unit's faction first."""

    def __init__(self, records: Iterable[Raw], key: str) -> None:
        self.found: dict[str, list[Raw]] = {}
        for one in records:
            self.found.setdefault(str(one.get(key, "")), []).append(one)

    def get(self, wanted: str, faction: str) -> Raw | None:
        same = self.found.get(wanted, [])
        return next((one for one in same if one.get("faction_id") == faction), same[0] if same else None)

    def all(self, wanted: str, faction: str) -> list[Raw]:
        return [one for one in self.found.get(wanted, ()) if one.get("faction_id", faction) == faction]


class Library:
    """What units lead to."""

    def __init__(self, raw: Mapping[str, Sequence[Raw]], known: Abilities, arms: Arms) -> None:
        self.known, self.arms = known, arms
        self.named: dict[str, list[Raw]] = {}  # abilities by their names
        for one in raw["abilities"]:
            self.named.setdefault(key(str(one.get("name", ""))), []).append(one)
        self.weapons = ById(raw["weapons"], "id")
        self.abilities = ById(raw["abilities"], "ability_id")
        self.bodies = ById(raw["unit_compositions"], "unit_id")
        self.options = ById(raw.get("wargear_options") or (), "unit_id")
        self.gear = ById(raw.get("wargear") or (), "id")
        self.words = {str(one.get("id")): str(one.get("name")) for one in raw.get("weapon_keywords") or ()}
        names = {str(one.get("id")): cleaned(str(one.get("name", ""))) for one in raw["units"]}
        self.leads: dict[str, list[str]] = {}
        for one in raw.get("leader_attachments") or ():
            led = self.leads.setdefault(str(one.get("leader_id")), [])
            led += [names[own] for own in map(str, one.get("eligible_bodyguard_ids") or ()) if own in names]

    def rows(self, unit: Raw) -> list[Raw]:
        """The kinds of its models; one of its name with all it may carry where the data does not say."""
        body = self.bodies.get(str(unit.get("id")), faction_of(unit))
        if body and body.get("models"):
            return list(body["models"])
        size = unit.get("model_count") or {}
        return [{
            "name": unit.get("name"), "min": size.get("min", 1), "max": size.get("max", 1),
            "default_weapon_ids": list(unit.get("weapon_ids") or ()),
        }]  # fmt: skip

    def has_rows(self, unit: Raw) -> bool:
        return self.bodies.get(str(unit.get("id")), faction_of(unit)) is not None

    def thing(self, own: str, unit: Raw, number: int = 1) -> Selection | None:
        """What has this id; None if the data does not have it."""
        if found := self.weapons.get(own, faction_of(unit)):
            return weapon(found, self.words, number)
        known = self.gear.get(own, faction_of(unit))
        return gear(known, self, unit, number) if known else None

    def selection(self, unit: Raw, apply: bool = False) -> Selection:
        """``apply``: abilities hold as the data describes them."""
        faction = faction_of(unit)
        rows = self.rows(unit)
        models = tuple(self.model(row, unit) for row in rows)
        carried = [own for row in rows for own in row.get("default_weapon_ids") or ()]
        more = [own for own in self.choices(unit) if own not in carried]
        rest = tuple(one for own in more if (one := self.thing(own, unit, 0)))
        listed = [self.abilities.get(own, faction) for own in map(str, unit.get("ability_ids") or ())]
        told = AbilityResults(self.known, apply)
        for ability in filter(None, listed):
            told.ability(ability)
        return Selection(
            cleaned(str(unit.get("name", ""))), UNIT, categories=tuple(categories(unit)), selections=(*models, *rest),
            profiles=(*self.leading(unit), *transport(unit), *told.profiles), rules=tuple(told.rules),
            ready=tuple(dict.fromkeys(told.ready)), guessed=tuple(told.guessed),
        )  # fmt: skip

    def model(self, row: Raw, unit: Raw) -> Selection:
        own = list(map(str, row.get("default_weapon_ids") or ()))
        carried = tuple(one for each in dict.fromkeys(own) if (one := self.thing(each, unit, own.count(each))))
        return Selection(
            cleaned(str(row.get("name", ""))), MODEL, max(int(row.get("min") or 0), 1), selections=carried,
            profiles=(statline(row, unit),),
        )  # fmt: skip

    def choices(self, unit: Raw) -> list[str]:
        """Ids of all that its models may carry."""
        found = list(map(str, unit.get("weapon_ids") or ()))
        for option in self.options.all(str(unit.get("id")), faction_of(unit)):
            found += map(str, option.get("replacement") or ())
            found += [str(one) for choice in option.get("replacement_choice") or () for one in choice]
        return list(dict.fromkeys(found))

    def leading(self, unit: Raw) -> Iterator[Profile]:
        if led := self.leads.get(str(unit.get("id"))):
            listed = "\n".join(f"■ {name}" for name in dict.fromkeys(led))
            role = str(unit.get("attachment_role") or LEADER).title()
            yield Profile(role, ABILITY, (("Description", listed),))


class AbilityResults:
    """What becomes of the abilities of a unit."""

    def __init__(self, known: Abilities, apply: bool) -> None:
        self.known, self.apply = known, apply
        self.profiles: list[Profile] = []
        self.rules: list[Rule] = []
        self.ready: list[str] = []
        self.guessed: list[str] = []

    def ability(self, one: Raw) -> None:
        name = cleaned(str(one.get("name", "")))
        if name.casefold() in ROLES:
            return
        if one.get("ability_type") == abilities.CORE or self.is_core(name):
            self.rules.append(Rule(name))
        elif abilities.is_quiet(one):
            self.profiles.append(Profile(name, ABILITY, (("Description", abilities.OF_NO_ACCOUNT),)))
        elif words := abilities.words_of(one, self.known):
            if self.apply:
                self.ready += words
                self.guessed.append(f"{name}: as the data has it, which may lack a condition")
            else:
                self.profiles.append(unread(name))
                self.guessed.append(
                    f"{name}: the data has “{', '.join(words)}”, which may lack a condition: not applied"
                )
        else:
            self.profiles.append(unread(name))

    def is_core(self, name: str) -> bool:
        """True of an ability that our lists know by its name."""
        try:
            self.known.of_unit(name)
        except ValueError:
            return False
        return True


def unread(name: str) -> Profile:
    """An ability that the players must read."""
    return Profile(name, ABILITY, (("Description", abilities.OF_ATTACKS),))


def faction_of(unit: Raw) -> str:
    return str(unit.get("faction_id", ""))


def categories(unit: Raw) -> Iterator[str]:
    yield from (str(one).upper() for one in unit.get("keywords") or ())
    yield from (f"Faction: {one}" for one in unit.get("faction_keywords") or ())


def transport(unit: Raw) -> Iterator[Profile]:
    if capacity := (unit.get("transport_capacity") or {}).get("capacity"):
        yield Profile("Transport", "Transport", (("Capacity", str(capacity)),))


def line_of(row: Raw, unit: Raw) -> Raw | None:
    """The statline that the row names, else that of its name, else the only one that has words of it; None without."""
    lines = [one for one in unit.get("profiles") or () if isinstance(one, Mapping)]
    wanted = any_order(str(row.get("profile_name") or row.get("name") or "")).split()
    if len(lines) < 2:
        return lines[0] if lines else {}
    known = [(one, any_order(str(one.get("name", ""))).split()) for one in lines]
    same = [one for one, words in known if words == wanted]
    near = [one for one, words in known if {*words} <= {*wanted} or {*wanted} <= {*words}]
    return same[0] if same else near[0] if len(near) == 1 else None


def statline(row: Raw, unit: Raw) -> Profile:
    """As a roster has it; the first, where nobody can tell which."""
    found = line_of(row, unit)
    if found is None:
        found = next(one for one in unit.get("profiles") or () if isinstance(one, Mapping))
    save = found.get("invuln_sv_ranged") or found.get("invuln_sv")
    values = {
        "M": (found.get("M"), '{}"'), "T": (found.get("T"), "{}"), "SV": (found.get("Sv"), "{}+"),
        "W": (found.get("W"), "{}"), "LD": (found.get("Ld"), "{}+"), "OC": (found.get("OC"), "{}"),
        "InSv": (save, "{}+"),
    }  # fmt: skip
    columns = tuple((key, form.format(value)) for key, (value, form) in values.items() if value is not None)
    return Profile(cleaned(str(found.get("name") or unit.get("name") or "")), "Unit", columns)
