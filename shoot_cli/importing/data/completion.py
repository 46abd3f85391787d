"""Statlines and weapons that a roster only names, from the player's data (IMP-20, 32)."""

from __future__ import annotations

from collections.abc import Iterator

from shoot_cli.importing.data.datasheets import Model, Sheet, models_of
from shoot_cli.importing.data.names import key
from shoot_cli.importing.data.sources import Sources
from shoot_cli.importing.data.visibility import Chosen
from shoot_cli.importing.report import ImportContext
from shoot_cli.importing.roster import MODEL, UNIT, Force, Roster, Selection, beside, copied


def completed(roster: Roster, sources: Sources, taking: ImportContext) -> Roster:
    """Return the roster with missing values from the data. Each unit tells what was taken from there."""
    known = described(roster)
    forces = []
    changed = False
    for force in roster.forces:
        units = []
        for one in force.selections:
            lacking = one.kind in (MODEL, UNIT) and lacks(one, known)
            sheets = sources.datasheets(one.name, force.faction, chosen_in(roster, force, one)) if lacking else ()
            units.append(Completing(Sheet(sheets), known).unit(one) if sheets else one)
            changed = changed or bool(sheets)
        forces.append(force.but(selections=tuple(units)))
    for words in sources.told if changed else ():
        taking.guess("", words)
    return roster.but(forces=tuple(forces))


def chosen_in(roster: Roster, force: Force, unit: Selection) -> Chosen:
    """Return what a roster tells of the choices of the army and a unit."""
    every = [one for _, top in roster.tops() for one in top.every() if one.number > 0]
    top = [one for _, one in beside(roster) if "detachment" in one.name.casefold()]
    detachments = [one.name for outer in top for one in outer.below() if one.number > 0]
    chosen = Chosen.told(detachments, force.faction, (one.name for one in every))
    return chosen.of_unit(one.name for one in unit.every() if one.number > 0)


def described(roster: Roster) -> frozenset[tuple[str, str]]:
    """Return pairs of unit and selection that have values anywhere in the roster, which come before any data."""
    units = [one for _, one in roster.tops() if one.kind in (MODEL, UNIT)]
    return frozenset((key(unit.name), key(one.name)) for unit in units for one in unit.below() if one.profiles)


def lacks(unit: Selection, known: frozenset[tuple[str, str]]) -> bool:
    return any(model.line is None for model in models_of(unit)) or any(
        is_bare(one) and (key(unit.name), key(one.name)) not in known for one in unit.below()
    )


def is_bare(one: Selection) -> bool:
    """Return True for wargear without a profile, and with nothing inside."""
    return one.kind not in (MODEL, UNIT) and one.number > 0 and not (one.profiles or one.selections)


class Completing:
    """The completion of one unit from its datasheet."""

    def __init__(self, sheet: Sheet, known: frozenset[tuple[str, str]]) -> None:
        self.sheet, self.known = sheet, known
        self.taken: dict[str, None] = {}

    def unit(self, unit: Selection) -> Selection:
        without = {id(model.own) for model in models_of(unit) if model.line is None}
        made = self.selection(unit, None, unit.name, without)
        if not self.taken:
            return unit
        words = f"{', '.join(self.taken)}: not in the file, from {self.sheet.file}"
        return copied(made, guessed=(*made.guessed, words))

    def selection(self, one: Selection, model: Model | None, unit: str, without: set[int]) -> Selection:
        """Return a selection with missing values. `model` is the model around it; `without` lack statlines."""
        changed: dict[str, object] = {}
        kind = model
        if one.kind == MODEL or id(one) in without:
            kind = self.sheet.model(one.name) or self.sheet.any_model()
            if id(one) in without and kind and kind.line:
                self.taken[f"the statline of {one.name}"] = None
                changed["profiles"] = (kind.line, *one.profiles)
        elif is_bare(one) and (key(unit), key(one.name)) not in self.known:
            thing = self.sheet.thing(one.name, model)
            if thing and thing.selection.profiles:
                self.taken[one.name] = None
                changed |= {"profiles": thing.selection.profiles, "rules": (*one.rules, *thing.selection.rules)}
        below = tuple(self.below(one, kind, unit, without))
        return copied(one, selections=below, **changed)

    def below(self, one: Selection, model: Model | None, unit: str, without: set[int]) -> Iterator[Selection]:
        return (self.selection(inner, model, unit, without) for inner in one.selections)
