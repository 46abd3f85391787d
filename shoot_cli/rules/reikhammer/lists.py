"""Reads army lists and scenarios of this edition, beginning at ``read``. What is expected stands in ``armies``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from pydantic import Field

from shoot_cli.armies.army import Scenario
from shoot_cli.armies.checking import Path, Problems
from shoot_cli.armies.library import (
    check_name,
    keys_there,
    opened,
    say_missing,
    scenario_of,
    settings_of,
    settings_schema,
)
from shoot_cli.armies.naming import named_once
from shoot_cli.armies.outline import (
    MOST_UNITS,
    entries,
    rows_of,
    schema_of,
    unit_nodes,
)
from shoot_cli.armies.problems import ArmyErrors, did_you_mean, plain_name
from shoot_cli.armies.reading import split_list
from shoot_cli.armies.tree import Items, Mapping, Node, Scalar, plain, text_of
from shoot_cli.core.questions import shown
from shoot_cli.rules.reikhammer import lines
from shoot_cli.rules.reikhammer.building import (
    FOR_ASSAULTS,
    MOST_MODELS,
    USUAL_RATING,
    finish_unit,
    make_model,
    make_weapon,
    weapon_complaints,
)
from shoot_cli.rules.reikhammer.pages import (
    Known,
    ListPage,
    ModelPage,
    ScenarioPage,
    StatsPage,
    UnitPage,
    WeaponPage,
    meant,
)
from shoot_cli.rules.reikhammer.profiles import VALUES, Army, Model, Unit, Weapon
from shoot_cli.rules.reikhammer.settings import SETTINGS
from shoot_cli.rules.reikhammer.values import ASSAULTS, NONE, macro_of, weapon_rule

RULESET_NAME = "reikhammer"
LIST_NEEDS = ("type", "armour", "integrity")  # nothing that changes an answer is guessed for a list
TARGET_NEEDS = ("type", "armour")
EXAMPLES = {"type": "INF", "armour": "3", "integrity": "2"}
TRUTHS = {"yes": "true", "true": "yes", "no": "false", "false": "no"}  # a setting has one pair or the other

Weapons = tuple[Weapon, ...]


class Profile(NamedTuple):
    """Values used more than once."""

    page: StatsPage
    weapons: Weapons


class Library(NamedTuple):
    """What a list may name, by plain names. None where something is wrong with it, which has been said."""

    weapons: dict[str, Weapon | None]
    profiles: dict[str, Profile | None]
    known: Known


def read(tree: Node, file: str) -> Army:
    """The list in a tree; two formations of one name get numbers. :raises ArmyErrors: everything that is wrong."""
    problems, top, library, page = opened(tree, file, ListPage, _library)
    if page and not page.name:
        problems.add((), "“name” is missing; write name: Red Host")
    settings = settings_of(top, problems, SETTINGS, "macro_save: cover", _setting)
    key = _one_of(top, (), ("formations", "units"), problems)
    units = []
    for place, node in enumerate(unit_nodes(top, problems, key)):
        if not problems.enough:
            units.append(_unit(node, (key, place), library, problems, LIST_NEEDS))
    found = [unit for unit in units if unit]
    if problems.found or page is None:
        raise ArmyErrors(problems.found)
    return Army(
        RULESET_NAME, page.name, named_once(found), page.strategy, page.invented or page.synthetic, settings
    )  # fmt: skip


def read_scenario(tree: Node, file: str) -> Scenario:
    """One attack. A side may also be a profile line. :raises ArmyErrors: everything that is wrong with it."""
    return scenario_of(RULESET_NAME, tree, file, ScenarioPage, _library, lines.read_line, _side)


def _side(node: Node, path: Path, library: Library, problems: Problems) -> Unit | None:
    return _unit(node, path, library, problems, TARGET_NEEDS if path == ("target",) else ())


def json_schema() -> dict[str, Any]:
    """The JSON Schema of army lists, for editors. Names of weapons and profiles are not checked by it."""

    class ArmyList(ListPage):
        """An army list."""

        name: str = Field(min_length=1)
        profiles: dict[str, StatsPage] = Field(default_factory=dict)
        weapons: dict[str, WeaponPage] = Field(default_factory=dict)
        formations: list[UnitPage] = Field(default=[], min_length=1, max_length=MOST_UNITS)
        units: list[UnitPage] = Field(default=[], min_length=1, max_length=MOST_UNITS)

    found = schema_of(ArmyList)
    found["anyOf"] = [{"required": ["formations"]}, {"required": ["units"]}]
    found["properties"]["settings"] = settings_schema(SETTINGS)
    carried = {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/WeaponPage"}]}
    for page in (StatsPage, ModelPage):
        weapons = found["$defs"][page.__name__]["properties"]["weapons"]
        weapons |= {"description": "names of weapons, or weapons with name:", "items": carried}
    return found


# The whole list -------------------------------------------------------------------------------------------------------


def _one_of(node: Node, path: Path, keys: tuple[str, str], problems: Problems) -> str:
    """Which of two keys for the same thing is used: the first if neither is. Both are one too many."""
    there = [key for key in keys if isinstance(node, Mapping) and node.get(key) is not None]
    if len(there) == 2:
        problems.add((*path, keys[1]), f"{keys[1]} stand here and under {keys[0]}: as well; keep one", of_key=True)
    return there[0] if there else keys[0]


def _setting(node: Node, values: tuple[str, ...]) -> tuple[str | None, str]:
    said = text_of(node)
    value = plain_name(said or "").replace(" ", "_")
    value = value if value in values else TRUTHS.get(value, value)
    words = shown(said or "nothing") if isinstance(node, Scalar) else "a list or mapping"
    return value if value in values else None, words


def _library(top: Mapping, problems: Problems) -> Library:
    weapon_nodes, profile_nodes = entries(top, "weapons", problems), entries(top, "profiles", problems)
    known = Known({plain_name(name): name for name in weapon_nodes}, {plain_name(name): name for name in profile_nodes})
    library = Library({}, {}, known)
    for name, node in weapon_nodes.items():
        library.weapons[plain_name(name)] = _weapon(node, ("weapons", name), problems, name)
    for name, node in profile_nodes.items():
        path: Path = ("profiles", name)
        page = problems.check(StatsPage, node, path, known)
        weapons = _carried(node, path, library, problems)
        library.profiles[plain_name(name)] = Profile(page, weapons) if page and weapons is not None else None
    return library


# Weapons --------------------------------------------------------------------------------------------------------------


def _weapon(node: Node, path: Path, problems: Problems, name: str = "") -> Weapon | None:
    """A weapon under its ``name``, or one with ``name:`` inside; None if something is wrong with it."""
    before = len(problems.found)
    check_name(name, path, problems)
    page = problems.check(WeaponPage, node, path)
    if isinstance(node, Mapping):
        if name and node.get("name") is not None:
            problems.add((*path, "name"), "the weapon has its name already, before the colon; leave this out")
        elif not name and node.get("name") is None:
            problems.add(path, "the weapon has no name; write name: autocannon")
        _check_weapon(node, path, problems)
    if page is None or len(problems.found) > before:
        return None
    values = {key: getattr(page, key) for key in ("range", *VALUES, "BP")}
    return make_weapon(name or page.name, values, page.macro, [rule for rule in page.rules if rule])


def _check_weapon(node: Mapping, path: Path, problems: Problems) -> None:
    """What does not go together, or is missing. Looks at the text: so it is said with all else that is wrong."""

    def there(key: str) -> bool:
        said = node.get(key)
        return said is not None and (text_of(said) or "").casefold() not in NONE

    said = node.get("rules")
    texts = split_list(text_of(said) or "") if isinstance(said, Scalar) else []
    texts = [text_of(item) or "" for item in said.items] if isinstance(said, Items) else texts
    rules = [_tried(weapon_rule, text) for text in texts]
    macro = _tried(macro_of, plain(node.values["macro"])) if there("macro") else None
    macro = None if macro is ... else macro
    for key, words in weapon_complaints([key for key in ("range", *VALUES, "BP") if there(key)], macro, rules):
        if ... in rules and key in ("", "range"):
            continue  # a rule that cannot be read may be the one that makes up for this
        problems.add((*path, key) if key else path, words)


def _tried(read_: Callable[[Any], Any], said: Any) -> Any:
    """What is read; ... if it cannot be, which is said elsewhere."""
    try:
        return read_(said)
    except ValueError:
        return ...


def _carried(node: Node, path: Path, library: Library, problems: Problems) -> Weapons | None:
    """What stands under ``weapons:`` of a unit or profile; None if one of them is wrong, which is then said."""
    said = node.get("weapons") if isinstance(node, Mapping) else None
    path = (*path, "weapons")
    found: list[Weapon | None] = []
    if isinstance(said, Scalar):
        for text in split_list(said.text or "") if (said.text or "").strip().casefold() not in NONE else ():
            found += _named(text, path, library, problems)
    elif isinstance(said, Items):
        for place, item in enumerate(said.items):
            if isinstance(item, Mapping):
                found.append(_weapon(item, (*path, place), problems))
            else:
                found += _named(text_of(item), (*path, place), library, problems)
    return None if None in found else tuple(weapon for weapon in found if weapon)


def _named(text: str | None, path: Path, library: Library, problems: Problems) -> list[Weapon | None]:
    """The weapon of this name, as often as it is said."""
    known = library.known
    if not text or len(text) > 140 or not (reference := meant(text, known)):
        hint = did_you_mean(text or "", known.weapons.values()) if known.weapons else "there are none"
        words = f"no weapon {shown(text)} under weapons:; {hint} (or describe it there)"
        problems.add(path, words if text else "nothing is written here; write the name of a weapon")
        return [None]
    if reference.name in known.weapons:
        return [library.weapons[reference.name]] * reference.times
    return [FOR_ASSAULTS[ASSAULTS[reference.name]]] * reference.times


# Formations -----------------------------------------------------------------------------------------------------------


def _unit(node: Node, path: Path, library: Library, problems: Problems, needs: tuple[str, ...]) -> Unit | None:
    before = len(problems.found)
    page = problems.check(UnitPage, node, path, library.known)
    key = _one_of(node, path, ("units", "models"), problems)
    if isinstance(node, Mapping):
        if node.get(key) is None:
            words = "the formation has no units; write units: [{name: Grenadiers, type: INF, armour: 3, integrity: 2}]"
            problems.add(path, words)
        for wanted, example in (("name", "Red Company"), ("CR", "4")) if needs == LIST_NEEDS else ():
            if node.get(wanted) is None:
                problems.add(path, f"the formation has no {wanted}; write {wanted}: {example}")
    carried = []
    for place, row in enumerate(rows_of(node, key)):
        _check_stats(row, (*path, key, place), library, problems, needs)
        carried.append(_carried(row, (*path, key, place), library, problems))
    if page is None or len(problems.found) > before:
        return None
    models: list[tuple[Model, int]] = []
    for place, (row_page, weapons) in enumerate(zip(getattr(page, key), carried, strict=True)):
        model = None if weapons is None else _model(row_page, weapons, page, library, (*path, key, place), problems)
        if model is None:
            return None  # what is wrong with it has been said
        if model.character and model.character in [known.character for known, _ in models]:
            words = f"{shown(model.character)} is in the formation already; give this one a name of its own"
            problems.add((*path, key, place, "character"), words)
            return None
        models.append((model, row_page.count))
    if sum(count for _, count in models) > MOST_MODELS:
        problems.add((*path, key), f"more than {MOST_MODELS} units in one formation; make it two")
        return None
    name = page.name or str(path[0]).capitalize()
    return finish_unit(name, models, page.CR or USUAL_RATING, page.points, page.note)


def _check_stats(row: Node, path: Path, library: Library, problems: Problems, needs: tuple[str, ...]) -> None:
    """What the unit lacks, its profile counted in. Looks at the text: so it is said with all else that is wrong."""
    if found := keys_there(row, {name: profile.page for name, profile in library.profiles.items() if profile}):
        there, has_profile = found
        missing = (key for key in needs if key not in there)
        say_missing(missing, "the unit", EXAMPLES, has_profile, path, problems)


def _model(
    page: ModelPage, weapons: Weapons, of: UnitPage, library: Library, path: Path, problems: Problems
) -> Model | None:
    """A unit. What it says itself goes before its profile; rules of the profile and the formation are added."""
    profile = library.profiles.get(plain_name(page.profile)) if page.profile is not None else None
    if page.profile is not None and profile is None:
        return None
    stats = {key: getattr(page, key) for key in page.model_fields_set if key in StatsPage.model_fields}
    rules = {rule for rule in (*of.rules, *page.rules) if rule}
    if profile:
        stats = {key: getattr(profile.page, key) for key in profile.page.model_fields_set} | stats
        rules |= {rule for rule in profile.page.rules if rule}
        weapons = weapons if "weapons" in page.model_fields_set else profile.weapons
    integrity = stats.get("integrity") or 1
    if page.lost >= integrity:
        words = f"with integrity {integrity} a unit that has lost {page.lost} is destroyed; leave it out"
        problems.add((*path, "lost"), words)
        return None
    character = page.name if page.character is True else page.character or ""
    return make_model(page.name, stats, rules, weapons, character, page.lost).but(plural=page.plural)
