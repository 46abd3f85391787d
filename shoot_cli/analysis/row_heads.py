"""Heads of rows: the unit, its points, its strongest guns, which units are of one kind, and which modes guns fire."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from shoot_cli.analysis.attack_result import points
from shoot_cli.analysis.grid import weapon_of
from shoot_cli.analysis.report import Cell, words_cell

if TYPE_CHECKING:
    from shoot_cli.armies import AttackSide

NAMED, NO_AP = 2, 10  # guns that a head names; an AP that pierces nothing
MOST_PLACES = 2  # places (attacks or targets) that one sentence names


def head_of(title: str, unit: Any, kind: str, *, guns: bool) -> Cell:
    """Return the first cell of a row: its title, and below it points and perhaps the guns of the unit."""
    cost = points(unit)
    parts = [f"{cost} points"] if cost is not None else []
    parts += [guns_of(unit)] if guns and guns_of(unit) else []
    return words_cell(title).but(below=", ".join(parts), kind=kind)


def guns_of(unit: Any, whole: bool = True) -> str:
    """Return the names of the strongest guns of a unit, the strongest first, and how many models have each.

    :param whole: False if the guns that are not named need not be counted
    """
    counts: dict[str, int] = {}
    strengths: dict[str, int] = {}
    for model, number in unit.models:
        for name in dict.fromkeys(map(weapon_of, model.weapons)):
            counts[name] = counts.get(name, 0) + number
        for weapon in model.weapons:
            strengths[weapon_of(weapon)] = max(strengths.get(weapon_of(weapon), 0), strength_of(weapon))
    strongest = sorted(counts, key=lambda name: (strengths[name], counts[name]), reverse=True)
    words = [f"{counts[name]}x {name}" if counts[name] > 1 else name for name in strongest[:NAMED]]
    more = len(strongest) - NAMED
    return ", ".join(words) + (f" and {more} more" if more > 0 and whole else "")


def strength_of(weapon: Any) -> int:
    """Return the Strength of a weapon as a number. One without a Strength counts by its AP, AP2 as Strength 8."""
    found = getattr(weapon, "strength", 0)
    if isinstance(found, int) and found:
        return found
    ap = getattr(weapon, "ap", None)
    return NO_AP - ap if isinstance(ap, int) and 0 < ap < NO_AP else 0


def kinds_of(units: Sequence[Any], weapons: Sequence[str] = ()) -> list[str]:
    """Return for each unit the name of the first that is the same but for its name, fires the same, and stands here.

    :param weapons: the weapon that each unit fires, if it is one
    """
    first: dict[object, str] = {}
    found = []
    for place, unit in enumerate(units):
        weapon = weapons[place] if weapons else ""
        title = f"{unit.name}: {weapon}" if weapon else str(unit.name)
        found.append(first.setdefault((unit.but(name=""), weapon), title))
    return found


def counted_names(names: Iterable[str]) -> list[str]:
    """Return the names, those that a list numbers as one: `Rhino x2` for `Rhino` and `Rhino 2`."""
    counts: dict[str, int] = {}
    for name in names:
        base = re.sub(r" \d+$", "", name)
        first = base if base in counts else name
        counts[first] = counts.get(first, 0) + 1
    return [f"{name} x{n}" if n > 1 else name for name, n in counts.items()]


def first_names(places: Sequence[str]) -> str:
    """Return the first names, and how many more there are."""
    more = len(places) - MOST_PLACES
    return ", ".join(places[:MOST_PLACES]) + (f" and {more} more" if more > 0 else "")


def weapons_with_modes(sides: Iterable[AttackSide]) -> tuple[str, ...]:
    """Return the names of the weapons that have several modes."""
    found: dict[str, set[str]] = {}
    for side in sides:
        for model, _ in side.as_one.models:
            for weapon in model.weapons:
                found.setdefault(weapon_of(weapon), set()).add(weapon.name)
    return tuple(weapon_name for weapon_name, names in found.items() if len(names) > 1)


def proposed_mode_lines(weapons: Sequence[str], page: bool = False) -> list[str]:
    """Return a line about weapons that fire in their proposed mode, though another may do more at a target.

    No ``page`` names an option.
    """
    if not weapons:
        return []
    line = f"In the mode that is proposed; another may do more: {first_names(weapons)}."
    return [line if page else f"{line} The best one at each target: shoot compare --by weapon."]
