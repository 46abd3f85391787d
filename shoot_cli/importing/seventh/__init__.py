"""Rosters of 7th edition as documents of lists, and units of lists as selections."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shoot_cli.armies.army import numbered
from shoot_cli.armies.profile_lines import mode_of, profiles_meant, reference
from shoot_cli.armies.tree import plain_name
from shoot_cli.importing.report import ImportContext
from shoot_cli.importing.roster import MODEL, UNIT, UPGRADE, Profile, Roster, Rule, Selection, name_of_list, shortened
from shoot_cli.importing.seventh.profiles import OF_MODELS, OF_VEHICLES, Library, parts_of, table_of
from shoot_cli.importing.seventh.unit import ALONE, Finder, Maker, notes_about_choice
from shoot_cli.rules.seventh.fields import ARMOURY, weapon_of_row
from shoot_cli.rules.seventh.profiles import Weapon

# From a roster to a document (section 8 of the import) ----------------------------------------------------------------

RULESET = "40k-7e"
MOST_UNITS = 200


def take(roster: Roster, context: ImportContext, experimental: bool = False) -> dict[str, Any]:
    """Return the list as a document. Report to `context` what is guessed, left out and left to the players.

    :param experimental: True if the list is of another game with nearly the same rules
    """
    library, faction = Library(), next((force.faction for force in roster.forces if force.faction), "")
    maker = Maker(context, library, Finder(roster))
    notes = [f"Detachment: {', '.join(roster.detachments)}"] if roster.detachments else []
    if experimental:
        words = f"a list of {roster.game or 'another game'} taken as one of 7th edition: experimental"
        notes.append(words)
        context.guess("", f"{words}; rules that its own books have are yours to play")
    for force in roster.forces:
        notes += notes_about_choice("", Selection(force.name, rules=force.rules), context)
    for force, top in roster.tops():
        if not top.number:
            continue
        for part in parts_of(top):
            if len(maker.units) >= MOST_UNITS:
                context.left_out(part.selection.name, f"a list has {MOST_UNITS} units at most")
            else:
                maker.add(part, force, force.faction if force.faction != faction else "")
        if top.kind not in (UNIT, MODEL) and not any(inner.kind in (UNIT, MODEL) for inner in top.below()):
            notes += [f"{top.name}: {choice.name}" for choice in top.selections[:1]]
            notes += [note for part in top.every() for note in notes_about_choice("", part, context)]
    _leaders(maker.units, context)
    document: dict[str, Any] = {"ruleset": RULESET, "name": shortened(name_of_list(roster.name, faction))[0]}
    if faction:
        document["faction"] = shortened(faction)[0]
    if notes:
        document["note"] = shortened("; ".join(dict.fromkeys(notes)), 2000)[0]
    used = {"profiles": library.profiles, "weapons": library.weapons}
    return document | {key: value for key, value in used.items() if value} | {"units": maker.units}


def _leaders(units: list[dict[str, Any]], context: ImportContext) -> None:
    """Report which units Independent Characters may join (7E-IC-1), by their names in the list."""
    names = numbered(unit["name"] for unit in units)
    hosts = [name for name, unit in zip(names, units, strict=True) if not _is_alone(unit) and _may_be_joined(unit)]
    for name, unit in zip(names, units, strict=True):
        if _is_alone(unit) and hosts and not _is_vehicle(unit):
            context.may_lead(name, hosts)


def _is_alone(unit: dict[str, Any]) -> bool:
    return all(ALONE in (*unit.get("rules", ()), *model.get("rules", ())) for model in unit["models"])


def _is_vehicle(unit: dict[str, Any]) -> bool:
    return plain_name(unit.get("type", "")).startswith("vehicle")


def _may_be_joined(unit: dict[str, Any]) -> bool:
    return not _is_vehicle(unit) and not any(word in unit.get("type", "") for word in ("Monstrous", "Gargantuan"))


# From a unit of a list to a selection, so that a list can provide values for a text (IMP-61) --------------------------


def selection_of(unit: Mapping[str, Any], document: Mapping[str, Any]) -> Selection:
    """Return the unit with its models, statlines and weapons, with all values written out."""
    weapons = _own_weapons(document)
    name = str(unit.get("name") or unit["models"][0]["name"])
    models = tuple(_model(row, unit, document, weapons) for row in unit["models"])
    rules = tuple(Rule(str(rule)) for rule in unit.get("rules", ()))
    profiles = []
    if isinstance(transport := unit.get("transport"), Mapping):
        fire = str(transport.get("fire points", "-"))
        capacity = ("Capacity", str(transport["capacity"]))
        profiles.append(Profile(name, "Transport", (capacity, ("Fire Points", fire))))
    return Selection(
        name, UNIT, points=float(unit.get("points") or 0), profiles=tuple(profiles), rules=rules, selections=models
    )


def _model(
    row: Mapping[str, Any], unit: Mapping[str, Any], document: Mapping[str, Any], weapons: dict[str, tuple[Weapon, ...]]
) -> Selection:
    stats = {**_values_named(document.get("profiles"), row.get("profile")), **row}
    number = int(row.get("count") or 1)
    rules = [Rule(str(rule)) for rule in row.get("rules", ())]
    if row.get("independent") in (True, "yes"):
        rules.append(Rule("Independent Character"))
    if stats.get("FNP") not in (None, "-"):
        rules.append(Rule(f"Feel No Pain ({stats['FNP']})"))
    arms = tuple(_weapon(str(text), number, weapons) for text in row.get("weapons", ()))
    return Selection(
        str(row.get("name", unit.get("name"))), MODEL, number, profiles=(_statline(row, stats, unit),),
        rules=tuple(rules), selections=tuple(arm for arm in arms if arm is not None),
    )  # fmt: skip


def _statline(row: Mapping[str, Any], stats: Mapping[str, Any], unit: Mapping[str, Any]) -> Profile:
    vehicle = stats.get("front") is not None
    kind = str(unit.get("type") or ("Vehicle" if vehicle else "Infantry"))
    if row.get("character") in (True, "yes") and "character" not in kind.casefold():
        kind += " (Character)"
    values = [(key, str(stats[key])) for key in (OF_VEHICLES if vehicle else OF_MODELS) if key in stats]
    inv = str(stats.get("Inv") or "-")
    if vehicle:
        return Profile(str(row["name"]), "Vehicle", (("Type", kind), *values, *([("Inv", inv)] if inv != "-" else ())))
    save = str(stats.get("Sv", "-"))
    if inv != "-":
        save = f"{save.partition('/')[0]}/{inv}"
    return Profile(str(row["name"]), "Unit", (("Unit Type", kind), *values, ("Save", save)))


def _weapon(text: str, number: int, weapons: dict[str, tuple[Weapon, ...]]) -> Selection | None:
    known = ARMOURY.modes | {name: tuple(mode_of(row) for row in rows if row.mode_of) for name, rows in weapons.items()}
    meant = reference(text, known, ARMOURY.also, ARMOURY.prefixes)
    if meant is None:
        return None
    modes = profiles_meant(meant.but(times=1), (weapons | ARMOURY.weapons | weapons)[meant.name])
    profiles = tuple(map(table_of, modes))
    return Selection(modes[0].mode_of or modes[0].name, UPGRADE, number * meant.times, profiles=profiles)


def _own_weapons(document: Mapping[str, Any]) -> dict[str, tuple[Weapon, ...]]:
    """Return the weapons that the list describes itself, by plain name."""
    weapons = {}
    for name, page in (document.get("weapons") or {}).items():
        modes = page.get("modes") or {"": {}}
        weapons[plain_name(name)] = tuple(
            _weapon_of(f"{name}: {mode}" if mode else name, {**page, **(own or {})}) for mode, own in modes.items()
        )
    return weapons


def _weapon_of(name: str, page: Mapping[str, Any]) -> Weapon:
    far, strength, ap, kind = (str(page[key]) for key in ("range", "S", "AP", "type"))
    return weapon_of_row(name, far, strength, ap, kind, "", tuple(map(str, page.get("rules") or ())))


def _values_named(profiles: Mapping[str, Any] | None, name: Any) -> Mapping[str, Any]:
    by_name = {plain_name(str(known)): values for known, values in (profiles or {}).items()}
    values = by_name.get(plain_name(str(name or "")))
    return values if isinstance(values, Mapping) else {}
