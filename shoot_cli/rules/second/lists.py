"""Reads army lists and scenarios of this edition, beginning at ``read``. What is expected stands in ``armies``."""

from __future__ import annotations

from typing import Any

from shoot_cli.armies.army import Scenario
from shoot_cli.armies.checking import Path, Problems
from shoot_cli.armies.fields import SCENARIO
from shoot_cli.armies.library import (
    Library,
    check_name,
    keys_there,
    library_of,
    list_schema,
    opened,
    say_missing,
    scenario_of,
    settings_of,
    settings_schema,
    stats_of,
)
from shoot_cli.armies.naming import named_once
from shoot_cli.armies.outline import (
    rows_of,
    unit_nodes,
    ways_to_fire,
)
from shoot_cli.armies.problems import ArmyErrors, plain_name
from shoot_cli.armies.tree import Items, Mapping, Node, Scalar, text_of
from shoot_cli.core.questions import shown
from shoot_cli.rules.second import lines
from shoot_cli.rules.second.armoury import armoury, armoury_modes, meant
from shoot_cli.rules.second.building import (
    MOST_MODELS,
    finish_unit,
    make_model,
    make_weapon,
    weapon_complaints,
    why_no_unit,
    why_not_alike,
)
from shoot_cli.rules.second.fields import LIST, STATS, UNIT_FORM, WEAPON_FORM, location_of
from shoot_cli.rules.second.profiles import Army, Unit, Weapon
from shoot_cli.rules.second.settings import SETTINGS
from shoot_cli.rules.second.special_rules import Traits, traits_of
from shoot_cli.rules.second.values import is_type, type_of

RULESET_NAME = "40k-2e"
SIDE_NEEDS: dict[str, tuple[str, ...]] = {"attacker": ("BS",), "target": ("T",)}
LIST_NEEDS = ("BS", "T", "Ld", "Sv")  # nothing that changes an answer is guessed for a list
OF_FLESH = ("T", "W", "Sv", "field")  # what models with locations have only if one of those is the crew
PRINTED = ("short", "long", "hit", "short_hit", "long_hit", "S", "damage", "save", "penetration")
TRUTHS = {"yes": "true", "no": "false"}
SAID_FOR = {"more": ">", "more than": ">", "at least": ">="}  # a > that stands first means something else to YAML


def read(tree: Node, file: str) -> Army:
    """The list in a tree; two units of one name get numbers. :raises ArmyErrors: everything that is wrong with it."""
    problems, top, library, page = opened(tree, file, LIST, _library)
    if page and not page.name:
        problems.add((), "“name” is missing; write name: Macragge Column")
    settings = settings_of(top, problems, SETTINGS, "jam_turns: one", _setting)
    units = [
        unit
        for place, node in enumerate(unit_nodes(top, problems))
        if not problems.enough and (unit := _unit(node, ("units", place), library, problems, LIST_NEEDS))
    ]
    if problems.found or page is None:
        raise ArmyErrors(problems.found)
    return Army(RULESET_NAME, page.name, named_once(units), page.faction, settings)


def read_scenario(tree: Node, file: str) -> Scenario:
    """One attack. A side may also be a profile line. :raises ArmyErrors: everything that is wrong with it."""
    return scenario_of(RULESET_NAME, tree, file, SCENARIO, _library, lines.read_line, _side)


def _side(node: Node, path: Path, library: Library, problems: Problems) -> Unit | None:
    role = str(path[0])
    unit = _unit(node, path, library, problems, SIDE_NEEDS[role])
    return unit and (unit if unit.name else unit.but(name=role.capitalize()))


def json_schema() -> dict[str, Any]:
    """The JSON Schema of army lists, for editors. Names of weapons and profiles are not checked by it."""
    found = list_schema(STATS, WEAPON_FORM, UNIT_FORM, settings=(Any, None))
    found["properties"]["settings"] = settings_schema(SETTINGS)
    return found


def _setting(node: Node, values: tuple[str, ...]) -> tuple[str | None, str]:
    text = _value_text(node)
    plain = plain_name(text)
    choices = (text, plain.replace(" ", "_"), TRUTHS.get(plain, text), SAID_FOR.get(plain, text))
    return next((value for value in values if value in choices), None), shown(text or "nothing")


def _value_text(node: Node | None) -> str:
    """The text of a setting; ``{10: -1, 20: -2}`` as ``10:-1 20:-2``."""
    if isinstance(node, Mapping):
        return " ".join(f"{key}:{text_of(value) or ''}" for key, value in node.values.items())
    return (text_of(node) or "") if isinstance(node, Scalar) else "a list"


# Weapons --------------------------------------------------------------------------------------------------------------


def _library(top: Mapping, problems: Problems) -> Library:
    def read_weapon(name: str, node: Node) -> tuple[Weapon, ...]:
        return _weapon(name, node, top, problems)

    return library_of(top, problems, STATS, armoury(), armoury_modes(), meant, read_weapon)


def _weapon(name: str, node: Node, top: Mapping, problems: Problems) -> tuple[Weapon, ...]:
    """The profiles of one entry under ``weapons:``; none if something is wrong with it."""
    path: Path = ("weapons", name)
    before = len(problems.found)
    check_name(name, path, problems)
    page = problems.check(WEAPON_FORM, node, path)
    if page is None:
        return ()
    source = page.source or f"the list {text_of(top.get('name')) or ''}".strip()
    modes: dict[str, Any] = page.modes or {"": page}
    places = [inner for inner, _ in ways_to_fire(node)]
    made: list[Weapon] = []
    for inner, (mode, way) in zip(places, modes.items(), strict=True):
        called = f"{name}: {mode}" if mode else name
        made += _profile(called, page, way, source, path + inner, problems)
    return tuple(made) if len(problems.found) == before else ()


def _profile(name: str, page: Any, way: Any, source: str, path: Path, problems: Problems) -> tuple[Weapon, ...]:
    """One way to fire; what it does not say itself stands beside its modes. None if something is wrong with it."""
    said = {key: value for key in PRINTED if (value := _own(page, way, key)) is not None}
    try:
        traits = _traits(page, way)
        complaints = [*weapon_complaints(said, traits, in_a_list=True)]
        for key, words in complaints:
            problems.add((*path, key) if key else path, words)
        return () if complaints else (make_weapon(name, said, traits, source),)
    except ValueError as error:
        problems.add(path, str(error))
        return ()


def _own(page: Any, way: Any, key: str) -> Any:
    """What the mode says, else what stands beside the modes. Modifiers said in one way hide those said in the other."""
    own, shared = getattr(way, key), getattr(page, key)
    other = {"hit": ("short_hit", "long_hit"), "short_hit": ("hit",), "long_hit": ("hit",)}.get(key, ())
    return own if own is not None or any(getattr(way, one) is not None for one in other) else shared


def _traits(page: Any, way: Any) -> Traits:
    """:raises ValueError: the same trait with two values."""
    numbers = {"sustained fire": "sustained_fire", "blast": "blast", "explodes": "explodes", "recharge": "recharge"}
    texts = [f"{said} {value}" for said, key in numbers.items() if (value := _own(page, way, key)) is not None]
    yes = {"move or fire": "move_or_fire", "template": "template", "thrown": "thrown"}
    texts += [said for said, key in yes.items() if _own(page, way, key)]
    return traits_of([*texts, *page.rules, *way.rules])


# Units ----------------------------------------------------------------------------------------------------------------


def _unit(node: Node, path: Path, library: Library, problems: Problems, needs: tuple[str, ...]) -> Unit | None:
    before = len(problems.found)
    page = problems.check(UNIT_FORM, node, path, library.known)
    if needs == LIST_NEEDS and isinstance(node, Mapping) and node.get("name") is None:
        problems.add(path, "the unit has no name; write name: Tactical Squad")
    rows = enumerate(rows_of(node))
    kinds = [_check_statline(row, (*path, "models", place), library, problems, needs) for place, row in rows]
    _check_kinds(node, path, kinds, problems)
    if page is None or len(problems.found) > before:
        return None
    models = []
    for place, model in enumerate(page.models):
        stats = _stats(model, library)
        if stats is None:
            return None  # its profile is wrong, and that has been said
        rules = (*page.rules, *model.rules)
        made = make_model(model.name, stats, rules, library.weapons_of(model), model.character)
        models.append((made.but(plural=model.plural), model.count))
        if sum(count for _, count in models) > MOST_MODELS:
            problems.add((*path, "models", place), f"more than {MOST_MODELS} models in one unit; make it two")
            return None
    if why := why_not_alike(models):
        problems.add((*path, "models"), why)
        return None
    return finish_unit(page.name, page.type, page.category, models, page.rules, page.points, page.note, page.faction)


def _check_kinds(node: Node, path: Path, located: list[bool | None], problems: Problems) -> None:
    """Whether the models make a unit of its type. Looks at the text, as ``_check_statline``."""
    if not isinstance(node, Mapping) or None in located:
        return
    said = text_of(node.get("type")) or ""
    if said and not is_type(said):
        return  # that is wrong already
    if why := why_no_unit(type_of(said) if said else None, [one for one in located if one is not None]):
        problems.add((*path, "type") if said else path, why)


def _check_statline(row: Node, path: Path, library: Library, problems: Problems, needs: tuple[str, ...]) -> bool | None:
    """What the model lacks, its profile counted in. Looks at the text: so it is said with all else that is wrong.

    True if it is hit location by location, None if that cannot be told.
    """
    found = keys_there(row, library.profiles)
    if found is None:
        return None
    there, has_profile = found
    located = "locations" in there
    crew = located and _has_crew(row, library)
    wanted = tuple(key for key in needs if not located or key == "BS" or (crew and key in OF_FLESH))
    of = "the vehicle" if located else "the model"
    say_missing((key for key in wanted if key not in there), of, STATS.like(*LIST_NEEDS), has_profile, path, problems)
    if located and not crew and (odd := [key for key in OF_FLESH if key in there]):
        words = f"what is hit location by location has no {' or '.join(odd)}"
        problems.add(path, f"{words}; leave it out, or make a location its crew with crew: yes")
    return located


def _has_crew(row: Node, library: Library) -> bool:
    assert isinstance(row, Mapping)
    own = row.get("locations")
    if own is None:
        profile = library.profiles[plain_name(text_of(row.get("profile")) or "")]
        return any(location.crew for location in profile.locations)
    parts = own.items if isinstance(own, Items) else []
    said = (text_of(part.get("crew")) for part in parts if isinstance(part, Mapping))
    return any((text or "").casefold() in ("yes", "true", "on", "y") for text in said)


def _stats(model: Any, library: Library) -> dict[str, Any] | None:
    found = stats_of(model, STATS, library.profiles)
    if found and "locations" in found:
        found["locations"] = tuple(location_of(page) for page in found["locations"])
    return found
