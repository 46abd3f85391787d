"""The lines of a comparison, units or weapons, with their attacks in all ways in which they may fire.

The head of a line has the unit, its points, its strongest guns, units of the same kind, and modes of guns.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from shoot_cli.analysis import grid
from shoot_cli.analysis.attack_result import points
from shoot_cli.analysis.grid import AttackerRow, Tell
from shoot_cli.analysis.report import Cell, words_cell
from shoot_cli.analysis.single_attack import (
    AS_PROPOSED,
    Modes,
    as_input_error,
    has_values,
    mode_word,
    modes_of,
    names_in,
    of_sides,
    weapon_of,
    with_modes,
)
from shoot_cli.analysis.ways_to_fire import (
    AttackCell,
    Cells,
    Fired,
    Judged,
    ProposedDistances,
    cell_of,
    fired_cells,
    judged,
    together,
    ways_in,
    ways_of,
)
from shoot_cli.engine.names import NONE_OF, name_key, same_name
from shoot_cli.engine.reasons import InputError, series
from shoot_cli.engine.record import Record
from shoot_cli.input.answers import LOST

if TYPE_CHECKING:
    from shoot_cli.armies import AttackSide


NAMED, NO_AP = 2, 10  # guns that a head names; an AP that pierces nothing
PROPOSED = "as proposed"  # which value is fired where nobody tried others, for they are not better
MOST_PLACES = 2  # places (attacks or targets) that one sentence names


def head_of(title: str, unit: Any, kind: str, *, guns: bool, listed: bool = False) -> Cell:
    """Return the first cell of a row: its title, and below it points and perhaps the guns of the unit.

    :param listed: True if fewer stand, so that it is said whose points and guns these are
    """
    cost = points(unit)
    parts = [f"{cost} points"] if cost is not None else []
    parts += [guns_of(unit)] if guns and guns_of(unit) else []
    below = ", ".join(parts)
    return words_cell(title).but(below=f"as listed: {below}" if listed and below else below, kind=kind)


def guns_of(unit: Any, whole: bool = True) -> str:
    """Return the names of the strongest guns of a unit, the strongest first, and how many models have each. What is
    thrown comes last; of it only one is counted where one model of a unit throws.

    :param whole: False if the guns that are not named need not be counted
    """
    counts: dict[str, int] = {}
    ranks: dict[str, tuple[bool, int]] = {}
    for model, number in unit.models:
        for name, weapon in {weapon_of(weapon): weapon for weapon in model.weapons}.items():
            counts[name] = 1 if getattr(weapon, "grenade", False) else counts.get(name, 0) + number
        for weapon in model.weapons:
            thrown = getattr(weapon, "grenade", False) or getattr(weapon, "thrown", False)
            rank = (not thrown, strength_of(weapon))
            ranks[weapon_of(weapon)] = max(ranks.get(weapon_of(weapon), rank), rank)
    strongest = sorted(counts, key=lambda name: (ranks[name], counts[name]), reverse=True)
    words = [f"{counts[name]}x {name}" if counts[name] > 1 else name for name in strongest[:NAMED]]
    more = len(strongest) - NAMED
    return ", ".join(words) + (f" and {more} more" if more > 0 and whole else "")


def strength_of(weapon: Any) -> int:
    """Return the Strength of a weapon as a number. One without a Strength counts by its AP, AP2 as Strength 8."""
    strength = getattr(weapon, "strength", 0)
    if isinstance(strength, int) and strength:
        return strength
    ap = getattr(weapon, "ap", None)
    return NO_AP - ap if isinstance(ap, int) and 0 < ap < NO_AP else 0


def kinds_of(units: Sequence[Any], weapons: Sequence[str] = ()) -> list[str]:
    """Return for each unit the name of the first that is the same but for its name, fires the same, and stands here.

    :param weapons: the weapon that each unit fires, if it is one
    """
    first: dict[object, str] = {}
    kinds = []
    for index, unit in enumerate(units):
        weapon = weapons[index] if weapons else ""
        title = f"{unit.name}: {weapon}" if weapon else str(unit.name)
        kinds.append(first.setdefault((unit.but(name=""), weapon), title))
    return kinds


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


class FiredRow(NamedTuple):
    """A row of attacks: its title, its unit, and its cells, one for each target."""

    title: str
    unit: Any
    cells: Sequence[AttackCell]


def mode_lines(rows: Sequence[FiredRow], targets: Sequence[str]) -> list[str]:
    """Return lines about weapons with several modes: which is fired where, what it costs, and what is not known."""
    titles_by_words: dict[tuple[str, str], list[str]] = {}  # titles by the weapon and where it fires in which mode
    late = [row.title for row in rows if any(is_late(cell) for cell in row.cells)]
    for row in rows:
        for weapon, modes in modes_of(row.unit).items():
            names = {mode.name: mode for mode in modes}
            places: dict[str, list[str]] = {}
            for cell, target in zip(row.cells, targets, strict=True):
                modes_here = names.keys() & {*cell.deciding_modes} if cell.value else set()
                for mode in modes_here or ({PROPOSED} if cell.value and has_values(row.unit) else ()):
                    places.setdefault(mode, []).append(target)
            if places.keys() - {PROPOSED}:
                words = where_in_words({mode_word(mode, weapon): where for mode, where in places.items()})
                titles_by_words.setdefault((weapon, words), []).append(row.title)
    weapons = [weapon for weapon, _ in titles_by_words]
    parts = []
    for (weapon, words), titles in titles_by_words.items():
        of_whom = f" of {first_names(counted_names(titles))}" if weapons.count(weapon) > 1 else ""
        parts.append(f"{weapon}{of_whom}: {words}")
    lines = [f"Fired in the mode that does most. {'; '.join(parts)}."] if parts else []
    return [*lines, *cost_lines(rows), *([f"Not every mode was tried in time: {first_names(late)}."] if late else [])]


def cost_lines(rows: Sequence[FiredRow]) -> list[str]:
    """Return a line for each thing that firing costs, such as Hazardous tests, with the modes that cost it."""
    modes_by_cost: dict[str, dict[str, None]] = {}
    for row in rows:
        fired = {mode for cell in row.cells if cell.value for mode in cell.deciding_modes}
        for mode in (mode for modes in modes_of(row.unit).values() for mode in modes):
            if mode.costs and mode.name in fired:
                modes_by_cost.setdefault(" and ".join(mode.costs), {})[mode.name] = None
    return [f"Mind, {cost}: {', '.join(modes)}." for cost, modes in modes_by_cost.items()]


def lacking_lines(lacks: Mapping[str, Sequence[str]]) -> list[str]:
    """Return a line for each mode that was said, by its key: the units that do not have it."""
    names_by_weapon = {key.partition(":")[2]: names for key, names in lacks.items() if names}
    return [
        f"No such mode{weapon and f' of {weapon}'}: {first_names(counted_names(names))}. They fire what they have."
        for weapon, names in names_by_weapon.items()
    ]


def has_weapons(unit: Any) -> bool:
    return any(model.weapons for model, _ in unit.models)


def without_weapons(names: Iterable[str]) -> str:
    return f"Without weapons for this phase: {', '.join(counted_names(names))}."


def losses_told(given: Mapping[str, Any]) -> dict[str, str]:
    """Return the losses that were told before, by "attacker" and "target"."""
    return {
        role: ", ".join(names_in(value))
        for role, lost in LOST.items()
        for key, value in given.items()
        if same_name(key, lost) and name_key(str(value)) not in NONE_OF
    }


def lost_lines(losses: Mapping[str, str]) -> list[str]:
    """Return a line about losses that were told before, by "attacker" and "target"."""
    lost = "; ".join(f"{words} of each {role}" for role, words in losses.items())
    return [f"Lost before, as you say: {lost}."] if lost else []


def one_die_lines(units: Iterable[tuple[str, Any]]) -> list[str]:
    """Return a line about the units, by title, that may re-roll one die of all their attacks."""
    names = [title for title, unit in units if getattr(unit, "changes_one_die", False)]
    words = "At models that are alike the one re-roll of a unit goes first to the gun to which it is worth most"
    return [f"{words}: {first_names(counted_names(names))}."] if names else []


def is_late(cell: AttackCell) -> bool:
    return not cell.result.late and any(way.result.late for way in cell.ways)


def where_in_words(places: Mapping[str, Sequence[str]]) -> str:
    """Return which mode is fired where, the most frequent one last: `frag at Boyz and Gretchin, else krak`."""
    *others, most = sorted(places.items(), key=lambda mode_and_places: len(mode_and_places[1]))
    words = [f"{mode} at {series(counted_names(where))}" for mode, where in others]
    return ", ".join([*words, f"else {most[0]}" if others else most[0]])


BY = ("unit", "weapon", "mode")


class Candidate(Record):
    """One line of a comparison: a unit, or one weapon of a unit with all modes of the weapon."""

    side: AttackSide
    weapon: str = ""  # "" if the unit fires everything
    modes: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        return f"{self.side.as_one.name}: {self.weapon}" if self.weapon else str(self.side.as_one.name)

    def row(self, fired: Modes, given: grid.AnswerPairs = ()) -> AttackerRow:
        """Return the row of this line with these modes, see `ways_to_fire.py`. ``given`` is what else is said of it."""
        if self.weapon:
            return AttackerRow(self.side, (("weapon", fired[0] if fired else self.modes[0]), *given))
        return AttackerRow(with_modes(self.side, fired), given)

    def ways(self, target: AttackSide, proposed: ProposedDistances, given: grid.AnswerPairs = ()) -> list[Fired]:
        """Return the ways in which this line may fire at a target. ``given`` is what else is said of this attack."""
        if not self.weapon:
            return ways_of(self.side, target, proposed, given)
        modes = [(mode,) for mode in self.modes] if len(self.modes) > 1 else [AS_PROPOSED]
        rows = [self.row(fired, given) for fired in modes]
        return [
            Fired(way, row, proposed.distance_of(self.side, target, row.given))
            for way, row in zip(modes, rows, strict=True)
        ]

    def together(
        self, what: str, target: AttackSide, cells: Sequence[AttackCell], ways: Sequence[Fired]
    ) -> list[Fired]:
        """Return the way with the best mode of each weapon; [] where each was not tried alone, or one is better.

        :param cells: the attack in these ways
        """
        if len(ways) < 3 or ways[0].modes != AS_PROPOSED:
            return []
        (judged_cell,) = judged(what, [self.side], [target], [[cell_of(cells)]], falls_back=False).cells[0]
        best = together(self.side.as_one, judged_cell.ways)
        return [Fired(best, self.row(best, ways[0].row.given), ways[0].distance)] if best else []


def lines_of(
    sides: Sequence[AttackSide], by: str, targets: Sequence[AttackSide], given: Mapping[str, Any]
) -> list[Candidate]:
    """Return a line for each unit, weapon or mode, as ``by`` says. Of a weapon, the best mode counts at each target.

    :raises InputError: if this edition has no choice of weapons, or the choice was given
    """
    if by == "unit":
        return [Candidate(side) for side in sides]
    if "weapon" in given:
        raise InputError(f"--weapon says what fires; leave it out, or --by {by}")
    lines: list[Candidate] = []
    for side in sides:
        if any(model.weapons for model, _ in side.as_one.models) and not asks_weapon(side, targets[0], given):
            raise InputError(f"{side.ruleset}: everything fires, no weapon is chosen; leave out --by {by}")
        weapons = {weapon.name: weapon_of(weapon) for model, _ in side.as_one.models for weapon in model.weapons}
        if by == "mode":
            lines += [Candidate(side, name, (name,)) for name in weapons]
        else:
            lines += [
                Candidate(side, weapon_name, tuple(name for name in weapons if weapons[name] == weapon_name))
                for weapon_name in dict.fromkeys(weapons.values())
            ]
    if not lines:
        raise InputError("none of these units has a weapon")
    return lines


def asks_weapon(side: AttackSide, target: AttackSide, given: Mapping[str, Any]) -> bool:
    """Return True if an attack of this side asks which weapon fires."""
    with as_input_error():
        task = of_sides(side, target, grid.known_to(side, target, given))
    return any(question.key == "weapon" for question in task.known())


def cells_in_all_ways(
    what: str,
    lines: Sequence[Candidate],
    targets: Sequence[AttackSide],
    proposed: ProposedDistances,
    *,
    tell: Tell,
    falls_back: bool,
    **options: Any,
) -> Cells:
    """Return a cell for each line and target, computed in all ways of `ways_to_fire.py`. Others as in `compare`."""
    ways_by_cell = [[line.ways(target, proposed) for target in targets] for line in lines]
    tell_cells = by_cells(tell, len(lines) * len(targets), sum(len(ways) for row in ways_by_cell for ways in row))
    options |= {"tells": True, "laws": True, "tell": tell_cells}
    cells = [[*map(cell_of, row)] for row in fired_cells(ways_by_cell, targets, proposed.given, **options)]
    measures = judged_lines(what, lines, targets, cells, falls_back).measures
    more_ways = [
        [line.together(*attack) for attack in zip(measures, targets, map(ways_in, cells_row), ways_row, strict=True)]
        for line, cells_row, ways_row in zip(lines, cells, ways_by_cell, strict=True)
    ]
    if not any(ways for row in more_ways for ways in row):
        return cells
    added = fired_cells(more_ways, targets, proposed.given, **options | {"tell": lambda n: None})
    return [
        [cell.but(ways=(*cell.ways, *new)) for cell, new in zip(row, news, strict=True)]
        for row, news in zip(cells, added, strict=True)
    ]


def by_cells(tell: Tell, cells: int, attacks: int) -> Tell:
    """Return a function that tells so many cells, when it is told so many attacks."""
    done = [0]

    def told(n: int) -> None:
        before, done[0] = done[0], done[0] + n
        tell(done[0] * cells // attacks - before * cells // attacks)

    return told


def judged_lines(
    what: str, lines: Sequence[Candidate], targets: Sequence[AttackSide], cells: Cells, falls_back: bool = True
) -> Judged:
    return judged(what, [line.side for line in lines], targets, cells, falls_back)
