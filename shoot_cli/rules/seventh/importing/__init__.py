"""Rosters of this edition made into lists (section 8 of the import). Begins at ``take``.

Rosters of a game with the same rules may be taken, too, if the player says so: ``AS``.
"""

from __future__ import annotations

from typing import Any

from shoot_cli.armies.naming import numbered
from shoot_cli.armies.problems import plain_name
from shoot_cli.imports.roster import MODEL, UNIT, Roster, Selection
from shoot_cli.imports.taking import Taking
from shoot_cli.imports.words import shortened
from shoot_cli.rules.seventh.importing.back import selection_of
from shoot_cli.rules.seventh.importing.gives import Finder, of_nobody
from shoot_cli.rules.seventh.importing.library import Library
from shoot_cli.rules.seventh.importing.making import ALONE, Maker
from shoot_cli.rules.seventh.importing.parted import parts_of

RULESET = "40k-7e"
SYSTEMS = ("e1ebd931-a209-3ce4-87b4-d9918d25530b",)
# The Horus Heresy, first edition: the same rules but for what its books add.
AS = ("ca571888-56a9-c58e-ddaf-54f4713538bc",)
GAMES = ("Warhammer 40,000 7th Edition", "Warhammer 40000 7th Edition", "Warhammer 40k 7th Edition")
ATTACH = ("joined_to",)  # the key of a character that says whom it has joined
# What somebody who fills a list in must write, of statlines and of weapons (IMP-63).
VALUES = {"profiles": ("BS", "T", "W", "Ld", "Sv"), "weapons": ("range", "S", "AP", "type")}
MOST_UNITS = 200


def take(roster: Roster, taking: Taking) -> dict[str, Any]:
    """The list as a document. What is guessed, left out and left to the players is told to ``taking``."""
    library, faction = Library(), next((force.faction for force in roster.forces if force.faction), "")
    maker = Maker(taking, library, Finder(roster))
    notes = [roster.note] if roster.note else []
    if roster.system in AS:
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


def _leaders(units: list[dict[str, Any]], taking: Taking) -> None:
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


__all__ = ["AS", "ATTACH", "GAMES", "SYSTEMS", "VALUES", "selection_of", "take"]
