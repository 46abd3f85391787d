"""The lines of a comparison, units or weapons, and their attacks in all ways in which they may fire."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from shoot_cli.analysis import grid
from shoot_cli.analysis.best_cells import AttackCell, Cells, Judged, cell_of, judged, ways_in
from shoot_cli.analysis.distances import Stances
from shoot_cli.analysis.grid import AttackerRow, Tell
from shoot_cli.analysis.modes import AS_PROPOSED, Modes, weapon_of, with_modes
from shoot_cli.analysis.single_attack import as_input_error, of_sides
from shoot_cli.analysis.ways_to_fire import Fired, fired_cells, together, ways_of
from shoot_cli.engine.record import Record
from shoot_cli.engine.signals import InputError

if TYPE_CHECKING:
    from shoot_cli.armies import AttackSide


BY = ("unit", "weapon", "mode")


class Candidate(Record):
    """One line of a comparison: a unit, or one weapon of a unit with all modes of the weapon."""

    side: AttackSide
    weapon: str = ""  # "" if the unit fires everything
    modes: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        return f"{self.side.as_one.name}: {self.weapon}" if self.weapon else str(self.side.as_one.name)

    def row(self, fired: Modes, said: grid.Said = ()) -> AttackerRow:
        """Return the row of this line with these modes, see `ways_to_fire.py`. ``said`` is what else is said of it."""
        if self.weapon:
            return AttackerRow(self.side, (("weapon", fired[0] if fired else self.modes[0]), *said))
        return AttackerRow(with_modes(self.side, fired), said)

    def ways(self, target: AttackSide, stances: Stances, said: grid.Said = ()) -> list[Fired]:
        """Return the ways in which this line may fire at a target. ``said`` is what else is said of this attack."""
        if not self.weapon:
            return ways_of(self.side, target, stances, said)
        modes = [(mode,) for mode in self.modes] if len(self.modes) > 1 else [AS_PROPOSED]
        rows = [self.row(fired, said) for fired in modes]
        return [Fired(way, row, stances.of(self.side, target, row.said)) for way, row in zip(modes, rows, strict=True)]

    def together(
        self, what: str, target: AttackSide, cells: Sequence[AttackCell], ways: Sequence[Fired]
    ) -> list[Fired]:
        """Return the way with the best mode of each weapon; [] where each was not tried alone, or one is better.

        :param cells: the attack in these ways
        """
        if len(ways) < 3 or ways[0].modes != AS_PROPOSED:
            return []
        (judged_cell,) = judged(what, [self.side], [target], [[cell_of(cells)]], falls_back=False).cells[0]
        best = together(self.side.as_one, judged_cell.modes)
        return [Fired(best, self.row(best, ways[0].row.said), ways[0].far)] if best else []


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
    found: list[Candidate] = []
    for side in sides:
        if any(model.weapons for model, _ in side.as_one.models) and not asks_weapon(side, targets[0], given):
            raise InputError(f"{side.ruleset}: everything fires, no weapon is chosen; leave out --by {by}")
        weapons = {weapon.name: weapon_of(weapon) for model, _ in side.as_one.models for weapon in model.weapons}
        if by == "mode":
            found += [Candidate(side, name, (name,)) for name in weapons]
        else:
            found += [
                Candidate(side, weapon_name, tuple(name for name in weapons if weapons[name] == weapon_name))
                for weapon_name in dict.fromkeys(weapons.values())
            ]
    if not found:
        raise InputError("none of these units has a weapon")
    return found


def asks_weapon(side: AttackSide, target: AttackSide, given: Mapping[str, Any]) -> bool:
    """Return True if an attack of this side asks which weapon fires."""
    with as_input_error():
        task = of_sides(side, target, grid.known_to(side, target, given))
    return any(question.key == "weapon" for question in task.known())


def cells_in_all_ways(
    what: str,
    lines: Sequence[Candidate],
    targets: Sequence[AttackSide],
    stances: Stances,
    *,
    tell: Tell,
    falls_back: bool,
    **options: Any,
) -> Cells:
    """Return a cell for each line and target, computed in all ways of `ways_to_fire.py`. Others as in `compare`."""
    every = [[line.ways(target, stances) for target in targets] for line in lines]
    told = by_cells(tell, len(lines) * len(targets), sum(len(ways) for row in every for ways in row))
    options |= {"tells": True, "laws": True, "tell": told}
    cells = [[*map(cell_of, row)] for row in fired_cells(every, targets, stances.given, **options)]
    measures = judged_lines(what, lines, targets, cells, falls_back).measures
    more = [
        [line.together(*attack) for attack in zip(measures, targets, map(ways_in, cells_row), ways_row, strict=True)]
        for line, cells_row, ways_row in zip(lines, cells, every, strict=True)
    ]
    if not any(ways for row in more for ways in row):
        return cells
    added = fired_cells(more, targets, stances.given, **options | {"tell": lambda n: None})
    return [
        [cell.but(modes=(*cell.modes, *new)) for cell, new in zip(row, news, strict=True)]
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
