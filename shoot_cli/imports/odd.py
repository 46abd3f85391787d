"""What is odd about a roster whatever its edition, and is told."""

from __future__ import annotations

from shoot_cli.imports.roster import MODEL, Roster
from shoot_cli.imports.taking import Taking
from shoot_cli.imports.words import SAID, is_cut


def tell_cut(roster: Roster, taking: Taking) -> None:
    """Says of which texts only the beginning is read."""
    texts = [("", rule.name) for force in roster.forces for rule in force.rules if is_cut(rule.text)]
    texts += [(top.name, name) for _, top in roster.tops() for one in top.every() for name in one.cut()]
    for unit, name in dict.fromkeys(texts):
        taking.guess(unit, f"the text of {name} is too long: only its first {SAID} characters are read")


def tell_empty(roster: Roster, taking: Taking) -> None:
    """Says which units have neither models nor weapons nor points: they are taken, and may be no units."""
    if not any(top.all_points for _, top in roster.tops()):
        return  # a file without points
    for _, unit in roster.units():
        every = [one for one in unit.every() if one.number > 0]
        bare = not any(one.kind == MODEL or any(profile.has("Range") for profile in one.profiles) for one in every)
        if bare and not any(one.ready for one in every) and not unit.all_points and unit.number > 0:
            words = "has no models, no weapons and no points in the file: taken as one model, if it has a statline"
            taking.guess(unit.name, words)
