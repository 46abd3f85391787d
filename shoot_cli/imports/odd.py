"""What is odd about a roster whatever its edition, and is told."""

from __future__ import annotations

from shoot_cli.imports.roster import MODEL, UNIT, Roster
from shoot_cli.imports.taking import ImportContext
from shoot_cli.imports.words import SAID, is_cut


def tell_cut(roster: Roster, taking: ImportContext) -> None:
    """Says of which texts only the beginning is read."""
    texts = [("", rule.name) for force in roster.forces for rule in force.rules if is_cut(rule.text)]
    texts += [(top.name, name) for _, top in roster.tops() for one in top.every() for name in one.cut()]
    for unit, name in dict.fromkeys(texts):
        taking.guess(unit, f"the text of {name} is too long: only its first {SAID} characters are read")


def tell_empty(roster: Roster, taking: ImportContext) -> None:
    """Says which units have neither models nor weapons in the file, and which have no points besides."""
    has_points = any(top.all_points for _, top in roster.tops())
    for _, unit in roster.units():
        every = [one for one in unit.every() if one.number > 0]
        bare = not any(one.kind == MODEL or any(profile.has("Range") for profile in one.profiles) for one in every)
        if not bare or any(one.ready for one in every) or unit.number <= 0:
            continue
        if has_points and not unit.all_points:
            words = "has no models, no weapons and no points in the file: taken as one model, if it has a statline"
            taking.guess(unit.name, words)
        elif unit.kind == UNIT:
            words = "the file has neither models nor weapons of it: look whether it has more than one model"
            taking.guess(unit.name, words)
