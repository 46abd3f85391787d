"""Rosters of this edition made into lists (section 8 of the import). Begins at ``take``.

Lists of a game with nearly the same rules may be taken, too, if the player says so: ``experimental``.
"""

from __future__ import annotations

from typing import Any

from shoot_cli.armies.naming import numbered
from shoot_cli.armies.problems import plain_name
from shoot_cli.imports.roster import MODEL, UNIT, Roster, Selection
from shoot_cli.imports.taking import ImportContext
from shoot_cli.imports.words import shortened
from shoot_cli.rules.seventh.importing.gives import Finder, of_nobody
from shoot_cli.rules.seventh.importing.library import Library
from shoot_cli.rules.seventh.importing.making import ALONE, Maker
from shoot_cli.rules.seventh.importing.parted import parts_of

RULESET = "40k-7e"
MOST_UNITS = 200


def take(roster: Roster, taking: ImportContext, experimental: bool = False) -> dict[str, Any]:
    """Return the list as a document. ``taking`` is told what is guessed, left out and left to the players.

    :param experimental: True if the list is of another game with nearly the same rules
    """
    library, faction = Library(), next((force.faction for force in roster.forces if force.faction), "")
    maker = Maker(taking, library, Finder(roster))
    notes = [roster.note] if roster.note else []
    if experimental:
        words = f"a list of {roster.game or 'another game'} taken as one of 7th edition: experimental"
        notes.append(words)
        taking.guess("", f"{words}; rules that its own books have are yours to play")
    for force in roster.forces:
        notes += of_nobody("", Selection(force.name, rules=force.rules), taking)
    for force, top in roster.tops():
        if not top.number:
            continue
        for part in parts_of(top):
            if len(maker.units) >= MOST_UNITS:
                taking.left_out(part.selection.name, f"a list has {MOST_UNITS} units at most")
            else:
                maker.add(part, force, force.faction if force.faction != faction else "")
        if top.kind not in (UNIT, MODEL) and not any(one.kind in (UNIT, MODEL) for one in top.below()):
            notes += [f"{top.name}: {one.name}" for one in top.selections[:1]]
            notes += [note for one in top.every() for note in of_nobody("", one, taking)]
    _leaders(maker.units, taking)
    document: dict[str, Any] = {"ruleset": RULESET, "name": shortened(roster.name or "Imported list")[0]}
    if faction:
        document["faction"] = shortened(faction)[0]
    if notes:
        document["note"] = shortened("; ".join(dict.fromkeys(notes)), 2000)[0]
    used = {"profiles": library.profiles, "weapons": library.weapons}
    return document | {key: value for key, value in used.items() if value} | {"units": maker.units}


def _leaders(units: list[dict[str, Any]], taking: ImportContext) -> None:
    """Whom Independent Characters may join (7E-IC-1), by the names that units have among each other."""
    names = numbered(unit["name"] for unit in units)
    hosts = [name for name, unit in zip(names, units, strict=True) if not _is_alone(unit) and _may_be_joined(unit)]
    for name, unit in zip(names, units, strict=True):
        if _is_alone(unit) and hosts and not _is_vehicle(unit):
            taking.may_lead(name, hosts)


def _is_alone(unit: dict[str, Any]) -> bool:
    return all(ALONE in (*unit.get("rules", ()), *model.get("rules", ())) for model in unit["models"])


def _is_vehicle(unit: dict[str, Any]) -> bool:
    return plain_name(unit.get("type", "")).startswith("vehicle")


def _may_be_joined(unit: dict[str, Any]) -> bool:
    return not _is_vehicle(unit) and not any(word in unit.get("type", "") for word in ("Monstrous", "Gargantuan"))
