"""Formations that a question is about: two that can meet, and what cards ask of them by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from shoot_cli.core.quizzes import NothingToAsk, Source
from shoot_cli.rules.reikhammer import charts
from shoot_cli.rules.reikhammer.profiles import (
    AIRCRAFT,
    AP,
    AT,
    INFANTRY,
    LIGHT,
    VALUES,
    WAR_ENGINE,
    Model,
    Unit,
    Weapon,
)


class FormationPair(NamedTuple):
    """Two formations that can meet, and how the rules are read."""

    shooter: Unit
    target: Unit
    settings: Mapping[str, str]

    @property
    def shooters(self) -> int:
        return len(self.shooter.pieces())

    @property
    def targets(self) -> int:
        return len(self.target.pieces())


def formations(source: Source, fits: str = "any") -> FormationPair:
    """Any two formations that fit."""
    good = FITS[fits]
    for shooter, target, settings in source.units():
        if good(shooter, target):
            return FormationPair(shooter, target, settings)
    every = [
        FormationPair(a, b, pair.settings)
        for pair in source.pairs
        for a in pair.shooter.units
        for b in pair.target.units
        if not source.ruleset.closed(a, b) and good(a, b)
    ]
    if not every:
        raise NothingToAsk
    return source.one(every)


# What a model has ----------------------------------------------------------------------------------------------------


def guns_of(model: Model) -> list[Weapon]:
    """What it fires at formations."""
    return [weapon for weapon in model.weapons if weapon.values]


def mortars_of(model: Model) -> list[Weapon]:
    return [weapon for weapon in model.weapons if weapon.bp and not weapon.assault]


def by_armour(model: Model) -> bool:
    """Its armour is the save that it takes in the open."""
    return model.armour >= (model.invulnerable or 0)


def hurts_in_cover(weapon: Weapon) -> bool:
    """A gun for infantry that comes to 1 or more in cover."""
    return (weapon.ap or 0) > 1 and not weapon.assault


def types_of(unit: Unit) -> set[str]:
    return {model.type for model, _ in unit.models}


def ways(weapon: Weapon, target: Unit) -> list[str]:
    """Those of its values that hurt somebody there."""
    return [kind for kind in VALUES if weapon.value(kind) is not None and types_of(target) & {*charts.HURT[kind]}]


# What one formation of a list must have ------------------------------------------------------------------------------


def either(shooter: Unit, target: Unit) -> Iterator[tuple[Unit, float]]:
    yield shooter, 1
    yield target, 1


def macro(unit: Unit) -> bool:
    return any(weapon.macro for weapon in unit.weapons())


def barrage(unit: Unit) -> bool:
    return any(weapon.bp and not weapon.assault for weapon in unit.weapons())


def character(unit: Unit) -> bool:
    return any(model.character for model, _ in unit.models)


def light_vehicles(unit: Unit) -> bool:
    return LIGHT in types_of(unit)


# What two formations must be like ------------------------------------------------------------------------------------


def all_guns(shooter: Unit, target: Unit) -> bool:
    """Several units, each of which fires at formations and nothing else."""
    models = [model for model, _ in shooter.models]
    return len(shooter.pieces()) > 2 and all(guns_of(model) and not mortars_of(model) for model in models)


def strung_out(shooter: Unit, target: Unit) -> bool:
    """At least four units that fire, fewer than the tiles their guns reach."""
    size = len(shooter.pieces())
    reach = [max(weapon.range for weapon in guns_of(model)) for model, _ in shooter.models if guns_of(model)]
    return all_guns(shooter, target) and 4 <= size <= 7 and min(reach) >= size


def mixed_battery(shooter: Unit, target: Unit) -> bool:
    """Barrage points in some units, guns without them in others."""
    models = [model for model, _ in shooter.models]
    return any(map(mortars_of, models)) and any(guns_of(model) and not mortars_of(model) for model in models)


def soft(shooter: Unit, target: Unit) -> bool:
    """Three to six units of infantry, and nothing else."""
    return types_of(target) == {INFANTRY} and 3 <= len(target.pieces()) <= 7


def mixed(shooter: Unit, target: Unit) -> bool:
    """Some that AP hits and some that it does not, or AT."""
    types = types_of(target)
    return len(types) > 1 and any(0 < len(types & {*charts.HURT[kind]}) < len(types) for kind in (AP, AT))


def on_foot(shooter: Unit, target: Unit) -> bool:
    """A gun for infantry, and a formation of nothing but infantry."""
    return any(map(hurts_in_cover, shooter.weapons())) and types_of(target) == {INFANTRY} and len(target.pieces()) > 2


FITS: Final[Mapping[str, Callable[[Unit, Unit], bool]]] = {
    "any": lambda shooter, target: True,
    "several": lambda shooter, target: len(target.pieces()) > 2,
    "several shooters": lambda shooter, target: len(shooter.pieces()) > 2,
    "all guns": all_guns,
    "one kind of gun": lambda shooter, target: all_guns(shooter, target) and len(shooter.models) == 1,
    "with a war engine": lambda shooter, target: all_guns(shooter, target) and WAR_ENGINE in types_of(shooter),
    "strung out": strung_out,
    "several mortars": lambda shooter, target: sum(n for model, n in shooter.models if mortars_of(model)) > 1,
    "mixed battery": mixed_battery,
    "not only aircraft": lambda shooter, target: types_of(target) != {AIRCRAFT},
    "soft": soft,
    "mixed": mixed,
    "on foot": on_foot,
    "sturdy": lambda shooter, target: any(model.integrity > 1 and by_armour(model) for model, _ in target.models),
    "one value of several": lambda shooter, target: any(
        len(ways(weapon, target)) == 1 < len(weapon.values) for weapon in shooter.weapons()
    ),
}
