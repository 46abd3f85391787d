"""The modes of weapons: which there are, which ones were said, and units whose weapons have some of them alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from shoot_cli.analysis.attack_result import NotAsked
from shoot_cli.engine.names import name_key, same_name

if TYPE_CHECKING:
    from shoot_cli.armies import AttackSide

MODE = "mode"  # the key of a mode that was said: for all weapons, or `mode:WEAPON`
Modes = tuple[str, ...]  # names of modes, at most one of each weapon; a weapon without one fires as proposed
AS_PROPOSED: Modes = ()


def names_in(said: Any) -> list[str]:
    """Return the names in an answer, as they were given: text with commas, or a list."""
    parts = said if isinstance(said, (list, tuple)) else [said]
    return [name.strip() for part in parts for name in str(part).split(",") if name.strip()]


def weapon_of(weapon: Any) -> str:
    """Return the common name of a weapon with modes, or the weapon's own name."""
    return getattr(weapon, "of", "") or str(weapon.name)


def modes_of(unit: Any, several: bool = True, targets: Sequence[Any] | None = None) -> dict[str, list[Any]]:
    """Return the modes of each weapon, by its name; those that cost their bearer something are last.

    :param several: False to return also weapons with a single mode left
    :param targets: None for all values of a weapon that has several, else those that may be best at one of these units
    """
    found: dict[str, dict[str, Any]] = {}
    for model, _ in unit.models:
        for weapon in getattr(model, "weapons", ()):
            ways = getattr(weapon, "ways", ())
            if ways and targets is not None:
                ways = [way for way in ways if any(way in weapon.ways_at(target) for target in targets)]
            for mode in ways or ((weapon,) if weapon_of(weapon) != weapon.name else ()):
                found.setdefault(weapon_of(mode), {}).setdefault(mode.name, mode)
    return {
        name: sorted(modes.values(), key=lambda mode: len(mode.costs))
        for name, modes in found.items()
        if len(modes) > several
    }


def has_values(unit: Any) -> bool:
    """Return True if the unit has weapons with several values, of which it fires the usual one unless it is said."""
    return any(getattr(weapon, "ways", ()) for model, _ in unit.models for weapon in getattr(model, "weapons", ()))


def mode_word(mode: str, weapon: str) -> str:
    """Return the short name of a mode: `krak` for `missile launcher (krak)`."""
    return mode.removeprefix(f"{weapon} (").removesuffix(")")


@lru_cache(4096)
def with_modes(side: AttackSide, fired: Modes) -> AttackSide:
    """Return the side with weapons that have these modes alone. Other weapons stay as they are."""
    if not fired:
        return side
    joint = None if side.joint is None else unit_with_modes(side.joint, fired)
    units = tuple(unit_with_modes(unit, fired) for unit in side.units)
    return side.but(unit=unit_with_modes(side.unit, fired), units=units, joint=joint)


def unit_with_modes(unit: Any, fired: Modes) -> Any:
    """Return the unit whose models have these modes alone of the weapons that they belong to."""
    models = []
    for model, n in getattr(unit, "models", ()) if fired else ():
        chosen = {weapon_of(weapon) for weapon in model.weapons if weapon.name in fired}
        kept = tuple(
            next((way for way in getattr(weapon, "ways", ()) if way.name in fired), weapon)
            for weapon in model.weapons
            if weapon_of(weapon) not in chosen or weapon.name in fired
        )
        models.append((model if kept == model.weapons else model.but(weapons=kept), n))
    return unit.but(models=tuple(models)) if models and tuple(models) != unit.models else unit


def is_mode(key: str) -> bool:
    """Return True for the key of a mode that is said."""
    return same_name(key.partition(":")[0], MODE)


def said_modes(unit: Any, said: Mapping[str, Any]) -> tuple[Modes, frozenset[str]]:
    """Return the modes that were said with `mode` or `mode:WEAPON`, and the keys of these answers.

    :raises NotAsked: if no weapon of the unit has such modes; other units may have them
    """
    keys = [*filter(is_mode, said)]
    found: dict[str, str] = {}
    every = modes_of(unit, several=False) if keys else {}
    for key in sorted(keys, key=lambda key: ":" in key):
        about = key.partition(":")[2]
        weapons = {name: modes for name, modes in every.items() if not about or same_name(name, about)}
        if not weapons:
            raise NotAsked(key, f"{key}: {unit.name} has no {about or 'weapon'} with modes")
        parts = names_in(said[key])
        wanted = {*map(name_key, parts)}
        meant = {
            name: mode.name
            for name, modes in weapons.items()
            for mode in modes
            if wanted & {name_key(mode.name), name_key(mode_word(mode.name, name))}
        }
        if not meant:
            have = dict.fromkeys(mode_word(mode.name, name) for name, modes in weapons.items() for mode in modes)
            raise NotAsked(key, f"{key}={', '.join(parts)}: {unit.name} has no such mode; it has {', '.join(have)}")
        found |= meant
    return (*found.values(),), frozenset(keys)


def lacking(units: Iterable[Any], said: Mapping[str, Any]) -> dict[str, list[int]]:
    """Return the keys of said modes that some of these units do not have, with the indexes of these units."""
    found: dict[str, list[int]] = {}
    for key in said:
        for place, unit in enumerate(units if is_mode(key) else ()):
            try:
                said_modes(unit, {key: said[key]})
            except NotAsked:
                found.setdefault(key, []).append(place)
    return found
