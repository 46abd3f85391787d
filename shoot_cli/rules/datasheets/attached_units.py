"""The parts of an Attached unit, and what remains when a part is destroyed (ORD-6)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from shoot_cli.engine.name_keys import name_key
from shoot_cli.engine.record import Hashed, Record
from shoot_cli.rules.datasheets.profiles import Unit

WITH, AND = " with ", " and "  # words that join the names of the parts


class JoinedPart(Record):
    """One unit of an Attached unit.

    `kinds` has the indexes of its models in the list of the whole unit. `leads` is True if it leads the other part.
    """

    name: str
    kinds: tuple[int, ...]
    leads: bool


Group = tuple[JoinedPart, ...]  # parts that form one unit


@lru_cache(1024)
def parts_of(unit: Hashed[Unit]) -> Group:
    """Return the units that form an Attached unit, in the order of its models; () for any other unit."""
    if not unit.value.attached:
        return ()
    found: dict[str, list[int]] = {}
    for kind, (model, _) in enumerate(unit.value.models):
        found.setdefault(model.of, []).append(kind)
    models = unit.value.models
    return tuple(
        JoinedPart(name, tuple(kinds), any(models[kind][0].leader for kind in kinds)) for name, kinds in found.items()
    )


def leaders_of(unit: Unit) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the units that lead an Attached unit, each with the names of its models."""
    own = (part for part in parts_of(Hashed(unit)) if part.leads)
    return tuple((part.name, tuple(unit.models[kind][0].name for kind in part.kinds)) for part in own)


@lru_cache(1024)
def remaining_groups(unit: Hashed[Unit], alive: frozenset[int]) -> tuple[Group, ...]:
    """Return the parts of an Attached unit that remain, grouped by unit; () if no part is destroyed.

    A leader and the unit that it leads stay one unit. Otherwise each remaining part becomes a unit.

    :param alive: indexes of the models, or kinds of models, that are not destroyed
    """
    parts = parts_of(unit)
    living = tuple(part for part in parts if not alive.isdisjoint(part.kinds))
    if not living or living == parts:
        return ()
    return (living,) if len({part.leads for part in living}) == 2 else tuple((part,) for part in living)


@lru_cache(1024)
def unit_of(unit: Hashed[Unit], group: Group) -> Hashed[Unit]:
    """Return a unit of these parts only, with its own name and keywords. A single part is no Attached unit."""
    attached_unit = unit.value
    models = [attached_unit.models[kind] for kind in kinds_of(group)]
    if len(group) == 1:
        models = [(model.but(leader=False, support=False, of="", of_unit=()), n) for model, n in models]
    keywords = tuple(sorted({word for model, _ in models for word in model.keywords}))
    points = attached_unit.points if group == parts_of(unit) else None
    return Hashed(
        Unit(
            name_of(attached_unit.name, group),
            tuple(models),
            keywords,
            points,
            attached_unit.note,
            attached_unit.faction,
        )
    )


def kinds_of(group: Group) -> tuple[int, ...]:
    """Return the indexes of the models in the list of the whole unit. The position in this tuple is the new index."""
    return tuple(sorted(kind for part in group for kind in part.kinds))


def name_of(whole_name: str, group: Group) -> str:
    """Return the name, such as ``Squad with Captain``. A unit with leaders among its own models keeps its name."""
    led_units = [part.name for part in group if not part.leads]
    if len(group) > 1 and whole_name in led_units:
        return whole_name
    leaders = [part.name for part in group if part.leads]
    return WITH.join(filter(None, (AND.join(led_units), AND.join(leaders))))


def renamed(unit: Unit, name: str) -> Unit:
    """Return the unit with another name; its models refer to the new name."""
    return unit if unit.name == name else with_names(unit, {unit.name: name}).but(name=name)


def with_unique_part_names(units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """Return the units with unique names of their parts: `Captain of Red Squad` if two Captains lead two squads."""
    used_keys = {name_key(unit.name) for unit in units}
    found = []
    for unit in units:
        part_names = dict.fromkeys(model.of for model, _ in unit.models if model.of not in ("", unit.name))
        new_names = {part: f"{part} of {unit.name}" for part in part_names if name_key(part) in used_keys}
        used_keys |= {name_key(new_names.get(part, part)) for part in part_names}
        found.append(with_names(unit, new_names))
    return tuple(found)


def with_names(unit: Unit, new_names: Mapping[str, str]) -> Unit:
    """Return the unit with the names of its parts replaced."""
    if not any(model.of in new_names for model, _ in unit.models):
        return unit
    return unit.but(models=tuple((model.but(of=new_names.get(model.of, model.of)), n) for model, n in unit.models))


def with_keywords_left(unit: Hashed[Unit], standing: tuple[int, ...]) -> Hashed[Unit]:
    """Return the unit with the keywords of the kinds of models that stand, if all leaders or bodyguards are gone."""
    if not unit.value.attached:
        return unit
    living = [unit.value.models[kind][0] for kind in standing]
    if len({model.leader for model in living}) == 2:
        return unit
    keywords = {word for model in living for word in model.keywords}
    return Hashed(unit.value.but(keywords=tuple(sorted(keywords))))
