"""A pasted list as one of ours without values, to be filled in by hand (IMP-63)."""

from __future__ import annotations

from typing import Any

from shoot_cli.imports.editions import importer
from shoot_cli.imports.leading import called
from shoot_cli.imports.roster import Selection
from shoot_cli.imports.taking import ImportContext
from shoot_cli.imports.text.joining import attached
from shoot_cli.imports.text.lists import Group, TextList, TextUnit
from shoot_cli.imports.text.shares import shared_out
from shoot_cli.imports.words import shortened
from shoot_cli.rules import Edition

MOST = 9  # of one weapon that a model of our lists carries


def to_be_filled_in(of: Edition, text: TextList, taking: ImportContext) -> dict[str, Any]:
    """The names and numbers of the text, with every key that the edition wants and nothing behind it.

    Whatever anybody carries stands under ``weapons``: a text does not tell which of it is for shooting.
    """
    values = importer(of).values
    document: dict[str, Any] = {"ruleset": of.name, "name": fit(text.name) or "A list"}
    if text.faction:
        document["faction"] = fit(text.faction)
    if text.detachment:
        document["note"] = f"Detachment: {text.detachment}"
    profiles: dict[str, Any] = {}
    weapons: dict[str, Any] = {}
    leading = dict(attached(text.entries, {at: Selection(entry.name) for at, entry in enumerate(text.entries)}))
    names = called(entry.name for entry in text.entries)
    units = []
    for place, entry in enumerate(text.entries):
        unit: dict[str, Any] = {"name": fit(entry.name)}
        if entry.points is not None:
            unit["points"] = int(entry.points)
        if note := note_of(entry, leading.get(names[place], "")):
            unit["note"] = note
        unit["models"] = []
        for group in groups_of(entry):
            profiles.setdefault(fit(group.name), dict.fromkeys(values["profiles"]))
            for item in group.items:
                weapons.setdefault(fit(item.name), dict.fromkeys(values["weapons"]))
            unit["models"] += models_of(group)
        for doubt in entry.doubts:
            taking.guess(unit["name"], doubt, ("units", place))
        units.append(unit)
    return document | {"profiles": profiles, "weapons": weapons, "units": units}


def fit(name: str) -> str:
    return shortened(name)[0]


def groups_of(entry: TextUnit) -> tuple[Group, ...]:
    """Its models; what stands under the unit is theirs if it names no models, and noted otherwise."""
    return entry.groups or (Group(entry.name, entry.models, entry.items, entry.line),)


def note_of(entry: TextUnit, led: str) -> str:
    """What else the text says of a unit. ``led``: the unit that it leads, which a list takes only of those that may."""
    said = [f"leads {led}"] if led else []
    said += ["Warlord"] if entry.warlord else []
    for one in entry.enhancements:
        said.append(one.name + (f" ({one.points:g} points)" if one.points else ""))
    if entry.groups:
        said += [f"{item.n}x {item.name}" if item.n > 1 else item.name for item in entry.items]
    return "; ".join(said)


def models_of(group: Group) -> list[dict[str, Any]]:
    """A group, parted where not all of it carry the same."""
    found = []
    for share in shared_out(group.n, [item.n for item in group.items]):
        carried = [(fit(group.items[place].name), min(n, MOST)) for place, n in share.carried]
        model: dict[str, Any] = {"name": fit(group.name), "count": share.models, "profile": fit(group.name)}
        if carried:
            model["weapons"] = [f"{n}x {name}" if n > 1 else name for name, n in carried]
        found.append(model)
    return found
