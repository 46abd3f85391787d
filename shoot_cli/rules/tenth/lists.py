"""Reads army lists and scenarios of this edition, beginning at ``read``. What is expected stands in ``armies``."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from shoot_cli.armies.army import Scenario
from shoot_cli.armies.checking import Path, Problems
from shoot_cli.armies.fields import LIST, SCENARIO
from shoot_cli.armies.library import (
    check_name,
    keys_there,
    list_schema,
    opened,
    profiles_of,
    say_missing,
    scenario_of,
    stats_of,
)
from shoot_cli.armies.naming import named_once
from shoot_cli.armies.outline import (
    entries,
    mode_names,
    rows_of,
    unit_nodes,
    ways_to_fire,
)
from shoot_cli.armies.problems import ArmyErrors, did_you_mean, plain_name
from shoot_cli.armies.reading import split_list
from shoot_cli.armies.tree import Items, Mapping, Node, Scalar, text_of
from shoot_cli.core.questions import shown
from shoot_cli.rules.tenth import lines
from shoot_cli.rules.tenth.building import (
    MOST_LEADERS,
    attached,
    finish_unit,
    make_model,
    make_weapon,
    needs_skill,
    needs_strength,
)
from shoot_cli.rules.tenth.fields import MOST_MODELS, OF_WEAPONS, STATS, UNIT, WEAPON_FORM
from shoot_cli.rules.tenth.profiles import Ability, Army, Model, Unit, Weapon
from shoot_cli.rules.tenth.values import AUTOMATIC, NONE, weapon_ability

RULESET_NAME = "40k-10e"
LIST_NEEDS = ("T", "Sv", "W")  # nothing that changes an answer is guessed for a list
_TIMES = re.compile(r"([1-9])\s*[x×]\s*(?=\S)", re.IGNORECASE)


class Reference(NamedTuple):
    """What an entry like ``2x plasma incinerator: supercharge`` means."""

    name: str  # plain name of the weapon
    mode: str = ""  # plain name of the one mode that is meant; "" for all
    times: int = 1


class Known(NamedTuple):
    """The names that a list may use, by their plain names; read off the text before anything is checked."""

    weapons: dict[str, Reference]
    weapon_names: tuple[str, ...]  # as they are shown
    profiles: dict[str, str]  # plain name: as written

    def check_weapon(self, said: str) -> None:
        """:raises ValueError: no weapon of the list."""
        if len(said) > 140 or not meant(said, self):
            hint = did_you_mean(said, self.weapon_names) if self.weapon_names else "there are none"
            raise ValueError(f"no weapon {shown(said)} under weapons:; {hint} (or describe it there)")

    def check_profile(self, said: str) -> None:
        """:raises ValueError: no profile of the list."""
        if plain_name(said) not in self.profiles:
            raise ValueError(f"no profile {shown(said)}; {did_you_mean(said, self.profiles.values())}")


def known_names(weapons: dict[str, tuple[str, ...]], profiles: tuple[str, ...]) -> Known:
    """``weapons``: their names as written, each with the names of its modes."""
    found: dict[str, Reference] = {}
    for name, modes in weapons.items():
        for mode in modes:
            found.setdefault(_simple(f"{name} {mode}"), Reference(plain_name(name), plain_name(mode)))
    found |= {_simple(name): Reference(plain_name(name)) for name in weapons}  # before modes of the same name
    return Known(found, tuple(weapons), {plain_name(name): name for name in profiles})


def meant(text: str, known: Known) -> Reference | None:
    """What the text names among the ``known`` weapons, as in ``2x bolt rifle``, ``plasma gun (supercharge)``."""
    times = 1
    if (found := _TIMES.match(text)) and _simple(text) not in known.weapons:
        times, text = int(found[1]), text[found.end() :]
    name = _simple(text)
    for spelt in (name, name.removesuffix("s")):
        if spelt in known.weapons:
            return known.weapons[spelt]._replace(times=times)
    return None


def _simple(text: str) -> str:
    """Without what may stand between a weapon and its mode: a colon, a hyphen, brackets."""
    return plain_name(re.sub(r"[:()]", " ", text))


class Library(NamedTuple):
    """What a list may name: its weapons and its profiles, by their plain names."""

    weapons: dict[str, dict[str, Weapon]]  # each way to fire by the plain name of its mode; "" without modes
    profiles: dict[str, Any]  # pages of STATS
    known: Known


def read(tree: Node, file: str) -> Army:
    """The list in a tree; two units of one name get numbers. :raises ArmyErrors: everything that is wrong with it."""
    problems, top, library, page = opened(tree, file, LIST, _library)
    if page and not page.name:
        problems.add((), "“name” is missing; write name: Ultramarines Strike Force")
    written = []
    for place, node in enumerate(unit_nodes(top, problems)):
        path: Path = ("units", place)
        unit = None if problems.enough else _unit(node, path, library, problems, LIST_NEEDS)
        written.append(Written(path, _text(node, "name") or "", _text(node, "leader"), unit))
    units = () if problems.enough else join_leaders(written, problems)
    if problems.found or page is None:
        raise ArmyErrors(problems.found)
    return Army(RULESET_NAME, page.name, units, page.faction)


def read_scenario(tree: Node, file: str) -> Scenario:
    """One attack. A side may also be a profile line. :raises ArmyErrors: everything that is wrong with it."""
    return scenario_of(RULESET_NAME, tree, file, SCENARIO, _library, lines.read_line, _side)


def _side(node: Node, path: Path, library: Library, problems: Problems) -> Unit | None:
    if _text(node, "leader") is not None:
        words = "a leader is one of the models here; write leader: yes on that model, and leave this out"
        problems.add((*path, "leader"), words)
    return _unit(node, path, library, problems, ("T",) if path == ("target",) else ())


def json_schema() -> dict[str, Any]:
    """The JSON Schema of army lists, for editors. Names of weapons, profiles and units are not checked by it."""
    return list_schema(STATS, WEAPON_FORM, UNIT)


def _text(node: Node, key: str) -> str | None:
    return text_of(node.get(key)) if isinstance(node, Mapping) else None


def _library(top: Mapping, problems: Problems) -> Library:
    weapon_nodes, profile_nodes = entries(top, "weapons", problems), entries(top, "profiles", problems)
    known = known_names({name: mode_names(node) for name, node in weapon_nodes.items()}, tuple(profile_nodes))
    profiles = profiles_of(profile_nodes, STATS, problems)
    weapons = {plain_name(name): _weapon(name, node, top, problems) for name, node in weapon_nodes.items()}
    return Library(weapons, profiles, known)


# Weapons --------------------------------------------------------------------------------------------------------------


def _weapon(name: str, node: Node, top: Mapping, problems: Problems) -> dict[str, Weapon]:
    """The ways to fire of one entry under ``weapons:``; none if something is wrong with it."""
    path: Path = ("weapons", name)
    before = len(problems.found)
    check_name(name, path, problems)
    page = problems.check(WEAPON_FORM, node, path)
    for inner, mapping in ways_to_fire(node):
        assert isinstance(node, Mapping)
        _check_weapon(path, inner, mapping, node, problems)
    first: dict[str, str] = {}
    for mode in mode_names(node):
        if (same := first.setdefault(plain_name(mode), mode)) != mode:
            words = f"{shown(mode)} is the same name as {shown(same)}; keep one"
            problems.add((*path, "modes", mode), words, of_key=True)
    if page is None or len(problems.found) > before:
        return {}
    source = page.source or f"the list {text_of(top.get('name')) or ''}".strip()
    if not page.modes:
        return {"": _way(name, page, page, "", source)}
    return {plain_name(mode): _way(f"{name} ({mode})", page, way, name, source) for mode, way in page.modes.items()}


def _way(name: str, page: Any, way: Any, of: str, source: str) -> Weapon:
    values = {key: getattr(way, key) if key in way.model_fields_set else getattr(page, key) for key in OF_WEAPONS}
    shared = page.abilities if way is not page else ()
    return make_weapon(name, values, filter(None, (*shared, *way.abilities)), of, source)


def _check_weapon(path: Path, inner: Path, way: Mapping, node: Mapping, problems: Problems) -> None:
    """What a way to fire lacks, what its modes share counted in. Looks at the text: so it is said with all else."""
    abilities = _abilities(node) if way is node else [*_abilities(node), *_abilities(way)]
    for key, example in WEAPON_FORM.like(*OF_WEAPONS).items():
        here = way if way.get(key) is not None else node
        said = here.get(key)
        none = isinstance(said, Scalar) and (said.text or "").strip().casefold() in _none_of(key)
        if said is not None and not none:
            continue
        if None in abilities and key not in ("range", "A"):
            continue  # an ability that cannot be read may be the one that makes up for this
        readable = [ability for ability in abilities if ability]
        if (key == "BS" and not needs_skill(readable)) or (key in ("S", "AP", "D") and not needs_strength(readable)):
            continue
        also = ", or Torrent among its abilities" if key == "BS" else ""
        if none:
            where = path + (inner if here is way else ()) + (key,)
            problems.add(where, f"only a weapon with {_excuse(key)} has no {key}; write {key}: {example}{also}")
        else:
            problems.add(path + inner, f"“{key}” of the weapon is missing; write {key}: {example}{also}")


def _none_of(key: str) -> tuple[str, ...]:
    return AUTOMATIC if key == "BS" else NONE if key in ("S", "D") else ()


def _excuse(key: str) -> str:
    return "Torrent" if key == "BS" else "Mortal Wounds X on N+"


def _abilities(node: Mapping) -> list[Ability | None]:
    """The abilities that are written there; None for one that cannot be read."""
    said = node.get("abilities")
    if isinstance(said, Scalar):
        texts: list[str | None] = list(split_list(said.text or ""))
    else:
        texts = [_entry(item) for item in said.items] if isinstance(said, Items) else []
    found: list[Ability | None] = []
    for text in texts:
        try:
            ability = weapon_ability((text or "")[:300])
        except ValueError:
            found.append(None)
        else:
            found += [ability] if ability else []
    return found


def _entry(node: Node) -> str | None:
    if isinstance(node, Mapping) and len(node.values) == 1:
        return ": ".join(f"{key}: {text_of(value)}" for key, value in node.values.items())
    return text_of(node)


# Units ----------------------------------------------------------------------------------------------------------------


def _unit(node: Node, path: Path, library: Library, problems: Problems, needs: tuple[str, ...]) -> Unit | None:
    before = len(problems.found)
    page = problems.check(UNIT, node, path, library.known)
    if needs == LIST_NEEDS and isinstance(node, Mapping) and node.get("name") is None:
        problems.add(path, "the unit has no name; write name: Intercessor Squad")
    for place, row in enumerate(rows_of(node)):
        _check_statline(row, (*path, "models", place), library, problems, needs)
    if page is None or len(problems.found) > before:
        return None
    models: list[tuple[Model, int]] = []
    for place, row_page in enumerate(page.models):
        model = _model(row_page, page, library, (*path, "models", place), problems)
        if model is None:
            return None  # what is wrong with it has been said
        models.append((model, row_page.count))
        if sum(count for _, count in models) > MOST_MODELS:
            problems.add((*path, "models", place), f"more than {MOST_MODELS} models in one unit; make it two")
            return None
    leaders = sum(count for model, count in models if model.leader)
    if leaders > MOST_LEADERS:
        problems.add((*path, "models"), f"{leaders} models with leader: yes are too many; at most {MOST_LEADERS}")
    elif leaders and all(model.leader for model, _ in models):
        problems.add((*path, "models"), "every model has leader: yes, and nobody is left to be led; leave it out")
    else:
        return finish_unit(page.name or str(path[0]).capitalize(), models, page.points, page.note, page.faction)
    return None


def _check_statline(row: Node, path: Path, library: Library, problems: Problems, needs: tuple[str, ...]) -> None:
    """What the model lacks, its profile counted in. Looks at the text: so it is said with all else that is wrong."""
    if found := keys_there(row, library.profiles):
        there, has_profile = found
        missing = (key for key in needs if key not in there)
        say_missing(missing, "the model", STATS.like(*LIST_NEEDS), has_profile, path, problems)


def _model(page: Any, unit: Any, library: Library, path: Path, problems: Problems) -> Model | None:
    stats = stats_of(page, STATS, library.profiles)
    if stats is None:
        return None
    wounds = stats.get("W") or 1
    if page.lost >= wounds:
        problems.add((*path, "lost"), f"with W {wounds} a model that has lost {page.lost} is destroyed; leave it out")
        return None
    weapons = _weapons_of(page, library)
    if weapons is None:
        return None
    abilities = filter(None, (*unit.abilities, *unit.effects, *page.abilities, *page.effects))
    keywords = (*unit.keywords, *page.keywords)
    made = make_model(page.name, stats, abilities, keywords, weapons, page.character, page.leader, page.lost)
    return made.but(plural=page.plural)


def _weapons_of(model: Any, library: Library) -> tuple[Weapon, ...] | None:
    """What the model carries; None if one of them is wrong, which has been said."""
    found: list[Weapon] = []
    for said in model.weapons:
        reference = meant(said, library.known)
        assert reference is not None  # the page has checked it
        ways = library.weapons[reference.name]
        if not ways:
            return None
        picked = [ways[reference.mode]] if reference.mode else [*ways.values()]
        found += picked * reference.times
    return tuple(found)


# Attached units: ``leader: UNIT`` makes one unit of the leader's and the one that it names ---------------------------


class Written(NamedTuple):
    """A unit of a list as far as it could be read: ``unit`` is None if something is wrong with it."""

    path: Path
    name: str  # as written; "" if that is missing
    leads: str | None  # the name of the unit that it leads
    unit: Unit | None


def join_leaders(written: list[Written], problems: Problems) -> tuple[Unit, ...]:
    """The units of the list, leaders joined to their bodyguards. Two of one name get numbers, in the order of the list.

    What is wrong with the leaders is added to the problems.
    """
    leads = {place: at for place in range(len(written)) if (at := _bodyguard(place, written, problems)) is not None}
    led: dict[int, list[int]] = {}
    for place, at in leads.items():
        if _may_lead(place, at, leads, written, problems):
            led.setdefault(at, []).append(place)
    for at, places in led.items():
        before = sum(count for model, count in _models(written[at]) if model.leader)
        for place in places[max(MOST_LEADERS - before, 0) :]:
            words = f"{written[at].name} has {MOST_LEADERS} leaders already; at most {MOST_LEADERS}"
            problems.add((*written[place].path, "leader"), words)
    if problems.found or any(one.unit is None for one in written):
        return ()
    units = named_once(one.unit for one in written if one.unit)
    joined = [
        attached(unit, [units[leader] for leader in led[place]]) if place in led else unit
        for place, unit in enumerate(units)
        if place not in leads
    ]
    return named_once(joined)


def _models(one: Written) -> tuple[tuple[Model, int], ...]:
    return one.unit.models if one.unit else ()


def _bodyguard(place: int, written: list[Written], problems: Problems) -> int | None:
    """Which unit is led by the one at ``place``; None if none, or not one, which is then among the problems."""
    said = written[place].leads
    if said is None:
        return None
    names = [plain_name(one.name) for one in written]
    found = [at for at, name in enumerate(names) if name == plain_name(said)]
    numbered = re.fullmatch(r"(.+?) ([1-9]\d?)", plain_name(said))
    if not found and numbered:  # the second unit of this name is called "NAME 2"
        found = [at for at, name in enumerate(names) if name == numbered[1]][int(numbered[2]) - 1 :][:1]
    others = [at for at in found if at != place]
    if len(others) == 1 and (len(found) == 1 or names[place] == plain_name(said)):
        return others[0]
    if found and not others:
        words = f"{shown(said)} cannot lead itself; name another unit of the list"
    elif others:
        numbers = " or ".join(f"{shown(f'{said} {number}')}" for number in range(1, min(len(found), 3) + 1))
        words = f"{len(found)} units are called {shown(said)}; count them in the order of the list: {numbers}"
    else:
        known = [one.name for at, one in enumerate(written) if one.name and at != place]
        words = f"no unit {shown(said)} in this list; {did_you_mean(said, known)}"
    problems.add((*written[place].path, "leader"), words)
    return None


def _may_lead(place: int, at: int, leads: dict[int, int], written: list[Written], problems: Problems) -> bool:
    unit, bodyguard, path = written[place].unit, written[at], (*written[place].path, "leader")
    if at in leads:
        problems.add(path, f"{bodyguard.name} leads a unit itself; name the unit that both lead")
    elif unit and not any(model.character for model, _ in unit.models):
        problems.add(path, f"only CHARACTERs lead; add Character to the keywords of {unit.name}")
    elif unit and any(model.leader for model, _ in unit.models):
        problems.add(path, f"a model of {unit.name} leads already; leave out its leader: yes, or this")
    else:
        return True
    return False
