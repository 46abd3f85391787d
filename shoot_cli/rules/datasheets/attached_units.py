"""The units that an Attached unit is made of, and what it is when one of them is destroyed (ORD-6)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from shoot_cli.engine.name_keys import name_key
from shoot_cli.engine.record import Hashed, Record
from shoot_cli.rules.datasheets.profiles import Unit

WITH, AND = " with ", " and "  # in the name of an Attached unit


class Part(Record):
    """One unit of several. ``kinds``: places of its models in the list of all; ``leads``: a leader came with it."""

    name: str
    kinds: tuple[int, ...]
    leads: bool


Group = tuple[Part, ...]  # parts that are one unit


@lru_cache(1024)
def parts_of(unit: Hashed[Unit]) -> Group:
    """Return the units that make an Attached unit, in the order of its models; () of any other."""
    if not unit.value.attached:
        return ()
    found: dict[str, list[int]] = {}
    for kind, (model, _) in enumerate(unit.value.models):
        found.setdefault(model.of, []).append(kind)
    models = unit.value.models
    return tuple(Part(name, tuple(own), any(models[kind][0].leader for kind in own)) for name, own in found.items())


@lru_cache(1024)
def parted(unit: Hashed[Unit], alive: frozenset[int]) -> tuple[Group, ...]:
    """What is left of an Attached unit of which a part is destroyed, as so many units; () while it is as it was.

    Whoever leads and whoever is led stay one unit; without the other each part is a unit of its own.

    :param alive: kinds of models that stand
    """
    parts = parts_of(unit)
    living = tuple(part for part in parts if not alive.isdisjoint(part.kinds))
    if not living or living == parts:
        return ()
    return (living,) if len({part.leads for part in living}) == 2 else tuple((part,) for part in living)


@lru_cache(1024)
def unit_of(unit: Hashed[Unit], group: Group) -> Hashed[Unit]:
    """These parts as a unit: with their own name, keywords and Starting Strength. One part alone is not attached."""
    whole = unit.value
    models = [whole.models[kind] for kind in kinds_of(group)]
    if len(group) == 1:
        models = [(model.but(leader=False, support=False, of="", of_unit=()), n) for model, n in models]
    keywords = tuple(sorted({word for model, _ in models for word in model.keywords}))
    points = whole.points if group == parts_of(unit) else None
    return Hashed(Unit(name_of(whole.name, group), tuple(models), keywords, points, whole.note, whole.faction))


def kinds_of(group: Group) -> tuple[int, ...]:
    """Places of their models in the list of the whole unit, in its order: the place in this is the new one."""
    return tuple(sorted(kind for part in group for kind in part.kinds))


def name_of(whole: str, group: Group) -> str:
    """``Squad with Captain``; a unit that has leaders among its own models keeps its name while some of them stand."""
    led = [part.name for part in group if not part.leads]
    if len(group) > 1 and whole in led:
        return whole
    leaders = [part.name for part in group if part.leads]
    return WITH.join(filter(None, (AND.join(led), AND.join(leaders))))


def renamed(unit: Unit, name: str) -> Unit:
    """Return the unit by another name, by which its models know it as well."""
    return unit if unit.name == name else with_names(unit, {unit.name: name}).but(name=name)


def parts_once(units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """Return the units of an army, with names of their parts that nobody else has: two squads may each be led by a
    Captain.
    """
    taken = {name_key(unit.name) for unit in units}
    found = []
    for unit in units:
        others = dict.fromkeys(model.of for model, _ in unit.models if model.of not in ("", unit.name))
        names = {of: f"{of} of {unit.name}" for of in others if name_key(of) in taken}
        taken |= {name_key(names.get(of, of)) for of in others}
        found.append(with_names(unit, names))
    return tuple(found)


def with_names(unit: Unit, names: Mapping[str, str]) -> Unit:
    """Return the unit with these names in the place of those of its parts."""
    if not any(model.of in names for model, _ in unit.models):
        return unit
    return unit.but(models=tuple((model.but(of=names.get(model.of, model.of)), n) for model, n in unit.models))
