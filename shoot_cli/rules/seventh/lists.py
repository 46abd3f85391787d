"""Reads army lists and scenarios of this edition, beginning at ``read``. What is expected stands in ``armies``."""

from __future__ import annotations

from typing import Any

from shoot_cli.armies.army import Scenario
from shoot_cli.armies.checking import Path, Problems
from shoot_cli.armies.fields import LIST, SCENARIO
from shoot_cli.armies.library import (
    Library,
    check_name,
    keys_there,
    library_of,
    list_schema,
    opened,
    say_missing,
    scenario_of,
    stats_of,
)
from shoot_cli.armies.naming import named_once
from shoot_cli.armies.outline import (
    MOST_UNITS,
    rows_of,
    unit_nodes,
    ways_to_fire,
)
from shoot_cli.armies.problems import ArmyErrors
from shoot_cli.armies.tree import Items, Mapping, Node, text_of
from shoot_cli.rules.seventh import lines
from shoot_cli.rules.seventh.armoury import armoury, armoury_modes, meant, weapon, why_no_weapon
from shoot_cli.rules.seventh.building import finish_unit, make_model, why_no_unit
from shoot_cli.rules.seventh.fields import MODE, MOST_MODELS, STATS, UNIT_FORM, WEAPON_FORM
from shoot_cli.rules.seventh.joining import host_of, why_not_joined
from shoot_cli.rules.seventh.profiles import Army, Unit, Weapon

RULESET_NAME = "40k-7e"
VEHICLE_ONLY, NEVER_OF_VEHICLES = ("front", "side", "rear", "HP"), ("T", "W", "Sv", "FNP")
SIDE_NEEDS: dict[str, tuple[str, ...]] = {"attacker": ("BS",), "target": ("T",)}
LIST_NEEDS = ("BS", "T", "Ld", "Sv")  # nothing that changes an answer is guessed for a list
EXAMPLES = STATS.like(*LIST_NEEDS, *VEHICLE_ONLY)
WEAPON_NEEDS = MODE.like("range", "S", "AP", "type")


def read(tree: Node, file: str) -> Army:
    """The list in a tree; two units of one name get numbers. :raises ArmyErrors: everything that is wrong with it."""
    problems, top, library, page = opened(tree, file, LIST, _library)
    if page and not page.name:
        problems.add((), "“name” is missing; write name: Ultramarines Strike Force")
    units = [
        unit
        for place, node in enumerate(unit_nodes(top, problems))
        if not problems.enough and (unit := _unit(node, ("units", place), library, problems, LIST_NEEDS))
    ]
    found = named_once(units)
    if not problems.found:
        found = _joined(found, ("units",), problems)
    if problems.found or page is None:
        raise ArmyErrors(problems.found)
    return Army(RULESET_NAME, page.name, found, page.faction)


def _joined(units: tuple[Unit, ...], path: Path, problems: Problems) -> tuple[Unit, ...]:
    """With the names of the units that characters have joined as they stand in the list (7E-IC-6)."""
    found = []
    for place, unit in enumerate(units):
        host = None
        if unit.joined_to:
            host, why = host_of(unit, units)
            if why:
                problems.add((*path, place, "joined_to"), why)
        found.append(unit.but(joined_to=host.name) if host else unit)
    return tuple(found)


def read_scenario(tree: Node, file: str) -> Scenario:
    """One attack. A side may also be a profile line. :raises ArmyErrors: everything that is wrong with it."""
    return scenario_of(RULESET_NAME, tree, file, SCENARIO, _library, lines.read_line, _side, _sides)


def _side(node: Node, path: Path, library: Library, problems: Problems) -> Unit | None:
    role = str(path[0])
    unit = _unit(node, path, library, problems, SIDE_NEEDS[role])
    return unit and (unit if unit.name else unit.but(name=role.capitalize()))


def _sides(node: Items, path: Path, library: Library, problems: Problems) -> tuple[Unit, ...]:
    """A side that is several units: the first, and characters who may have joined it (7E-IC-1)."""
    role = str(path[0])
    read = [_unit(one, (*path, place), library, problems, SIDE_NEEDS[role]) for place, one in enumerate(node.items)]
    if problems.found or len(read) > MOST_UNITS:
        problems.add(path, f"{len(read)} units are too many; at most {MOST_UNITS}") if len(read) > MOST_UNITS else None
        return ()
    units = named_once(unit if unit.name else unit.but(name=role.capitalize()) for unit in read if unit)
    for place, unit in enumerate(units[1:], 1):
        if why := why_not_joined(units[0], unit):
            problems.add((*path, place), f"{why[0].text}; only characters stand behind the first unit of a side")
    return _joined(units, path, problems)


def json_schema() -> dict[str, Any]:
    """The JSON Schema of army lists, for editors. Names of weapons and profiles are not checked by it."""
    return list_schema(STATS, WEAPON_FORM, UNIT_FORM)


def _library(top: Mapping, problems: Problems) -> Library:
    def read_weapon(name: str, node: Node) -> tuple[Weapon, ...]:
        return _weapon(name, node, top, problems)

    return library_of(top, problems, STATS, armoury(), armoury_modes(), meant, read_weapon)


def _weapon(name: str, node: Node, top: Mapping, problems: Problems) -> tuple[Weapon, ...]:
    """The profiles of one entry under ``weapons:``; none if something is wrong with it."""
    path: Path = ("weapons", name)
    check_name(name, path, problems)
    page = problems.check(WEAPON_FORM, node, path)
    missing = False
    for inner, mapping in ways_to_fire(node):
        for key, example in WEAPON_NEEDS.items():
            if mapping.get(key) is None and (not isinstance(node, Mapping) or node.get(key) is None):
                problems.add(path + inner, f"“{key}” of the weapon is missing; write {key}: {example}")
                missing = True
    if page is None or missing:
        return ()
    source = page.source or f"the list {text_of(top.get('name')) or ''}".strip()
    modes: dict[str, Any] = page.modes or {"": page}
    made = [_profile(f"{name}: {mode}" if mode else name, page, way, source) for mode, way in modes.items()]
    for one, mode in zip(made, modes, strict=True):
        if why := why_no_weapon(one):
            problems.add((*path, "modes", mode) if mode else path, why, of_key=True)
    return tuple(one if page.grenade is None else one.but(grenade=page.grenade) for one in made)


def _profile(name: str, page: Any, way: Any, source: str) -> Weapon:
    inches, strength, ap, kind = (getattr(way, key) or getattr(page, key) for key in WEAPON_NEEDS)
    return weapon(name, inches, strength, ap, kind, source, (*page.rules, *way.rules))


def _unit(node: Node, path: Path, library: Library, problems: Problems, needs: tuple[str, ...]) -> Unit | None:
    before = len(problems.found)
    page = problems.check(UNIT_FORM, node, path, library.known)
    if needs == LIST_NEEDS and isinstance(node, Mapping) and node.get("name") is None:
        problems.add(path, "the unit has no name; write name: Tactical Squad")
    rows = enumerate(rows_of(node))
    kinds = [_check_statline(row, (*path, "models", place), library, problems, needs) for place, row in rows]
    _check_kinds(node, path, [kind for kind in kinds if kind is not None], problems)
    if page is None or len(problems.found) > before:
        return None
    models = []
    for place, model in enumerate(page.models):
        stats = stats_of(model, STATS, library.profiles)
        if stats is None:
            return None  # its profile is wrong, and that has been said
        rules, weapons = (*page.rules, *model.rules), library.weapons_of(model)
        made = make_model(model.name, stats, rules, weapons, model.character, model.independent)
        models.append((made.but(plural=model.plural), model.count))
        if sum(count for _, count in models) > MOST_MODELS:
            problems.add((*path, "models", place), f"more than {MOST_MODELS} models in one unit; make it two")
            return None
    kind = page.type or next((model.type for model in page.models if model.type), None)
    carries = (page.transport.capacity, page.transport.fire_points) if page.transport else (None, 0)
    unit = finish_unit(page.name, kind, models, page.rules, page.points, page.note, page.faction, *carries)
    return unit.but(joined_to=page.joined_to) if page.joined_to else unit


def _check_kinds(node: Node, path: Path, vehicles: list[bool], problems: Problems) -> None:
    """Whether the models make a unit of its type, and may carry others. Looks at the text, as ``_check_statline``."""
    if not isinstance(node, Mapping):
        return
    of_models = (text_of(row.get("type")) for row in rows_of(node) if isinstance(row, Mapping))
    kind = text_of(node.get("type")) or next(filter(None, of_models), None)
    if why := why_no_unit(kind, vehicles):
        problems.add((*path, "models" if any(vehicles) else "type"), why)
    if node.get("transport") is not None and vehicles and not any(vehicles):
        problems.add((*path, "transport"), "only vehicles carry others; leave transport out", of_key=True)


def _check_statline(row: Node, path: Path, library: Library, problems: Problems, needs: tuple[str, ...]) -> bool | None:
    """What the model lacks, its profile counted in. Looks at the text: so it is said with all else that is wrong.

    True for a vehicle, None if that cannot be told.
    """
    found = keys_there(row, library.profiles)
    if found is None:
        return None
    there, has_profile = found
    vehicle = bool(there.intersection(VEHICLE_ONLY))
    wanted = ("BS", *VEHICLE_ONLY) if vehicle else needs
    of = "the vehicle" if vehicle else "the model"
    say_missing((key for key in wanted if key not in there), of, EXAMPLES, has_profile, path, problems)
    if vehicle and (odd := [key for key in NEVER_OF_VEHICLES if key in there]):
        problems.add(path, f"a vehicle has no {' or '.join(odd)}; leave it out, or leave out {', '.join(VEHICLE_ONLY)}")
    return vehicle
