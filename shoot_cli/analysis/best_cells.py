"""The best attacks at each target: one rule for the star of a grid, the best answer and the worst threat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from shoot_cli.analysis import grid
from shoot_cli.analysis.attack_result import AttackResult
from shoot_cli.analysis.grid import ruleset_of
from shoot_cli.engine.record import Record

if TYPE_CHECKING:
    from shoot_cli.armies import AttackSide
    from shoot_cli.engine.ruleset import Ruleset


LIKELY = 0.05  # the smallest chance to destroy, or share of the target, that is called the best
LIKELY_TEXT = f"{LIKELY:.0%}"
DIGITS = 9
EQUAL: float = 10**-DIGITS  # smaller differences do not count

# Who is called the best, by the compared measure.
WHO = {
    "kill": f"whoever is likeliest to destroy it, or takes most of it where nobody reaches {LIKELY_TEXT}",
    "share": "whoever takes most of it",
    "mean": "whoever takes most of it",
    "points": "whoever removes most for its points",
}


class AttackCell(Record):
    """One attack of a comparison. ``value`` is what is compared; None if there is none. A higher value is better.

    ``fired`` has the modes of its weapons that were chosen, and ``ways`` the attack in each way that was tried; () for
    a single one (`ways_to_fire.py`). ``far`` is the distance at which the attacker stands; None if that was said or
    proposed.
    """

    result: AttackResult
    value: float | None = None
    fired: tuple[str, ...] = ()
    far: float | None = None
    ways: tuple[AttackCell, ...] = ()

    @property
    def told(self) -> tuple[str, ...]:
        """Those of `fired` that matter. All modes of a weapon that does not fire do as much: a pistol beside rifles."""
        same = {one.fired for one in self.ways if rank(one) == rank(self)}
        others = [one.fired for one in self.ways if len(one.fired) == len(self.fired) > 1]
        found = []
        for place, mode in enumerate(self.fired):
            instead = [one for one in others if {*one} - {one[place]} == {*self.fired} - {mode}]
            if not instead or not same.issuperset(instead):
                found.append(mode)
        return tuple(found)

    @property
    def mode(self) -> str:
        """The modes in which its weapons fire, in words; "" if none was chosen."""
        return ", ".join(self.told)


def ways_in(cell: AttackCell) -> Sequence[AttackCell]:
    """Return the attack in each way that was tried."""
    return cell.ways or (cell,)


def cell_of(ways: Sequence[AttackCell]) -> AttackCell:
    """Return one cell for an attack that was computed in these ways."""
    return ways[0].but(ways=tuple(ways)) if len(ways) > 1 else ways[0]


Cells = Sequence[Sequence[AttackCell]]  # a row for each attacker, a cell for each target


class Judged(Record):
    """The cells with their values. ``best`` has for each target the indexes of the best rows; () if nobody is.

    ``measures`` has for each target the measure that is compared.
    """

    cells: tuple[tuple[AttackCell, ...], ...]
    best: tuple[tuple[int, ...], ...]
    measures: tuple[str, ...]


def judged(
    what: str, attackers: Sequence[AttackSide], targets: Sequence[AttackSide], cells: Cells, falls_back: bool = True
) -> Judged:
    """Return the value of each cell, and the best at each target.

    Where nobody has a fair chance to destroy a target, ``kill`` falls back to ``share``. Nobody is the best without a
    fair chance, or a fair share of the target; if its damage has no end, any damage is enough.

    :param what: the measure, one of `grid.WHAT`
    :param falls_back: False if all targets are to have the same measure
    """
    measures = tuple(measure_of(what, [row[at] for row in cells]) if falls_back else what for at in range(len(targets)))
    found = tuple(
        tuple(
            valued(measure, side.as_one, target, cell)
            for measure, target, cell in zip(measures, targets, row, strict=True)
        )
        for side, row in zip(attackers, cells, strict=True)
    )
    best = tuple(
        best_at(measure, target, [row[at] for row in found])
        for at, (measure, target) in enumerate(zip(measures, targets, strict=True))
    )
    return Judged(found, best, measures)


def measure_of(what: str, column: Sequence[AttackCell]) -> str:
    """Return the measure by which these attacks at one target are compared."""
    known = [one.result.destroyed for cell in column for one in cell.ways or (cell,) if not one.result.why_not]
    return "share" if what == "kill" and known and max(known) < LIKELY else what


def valued(measure: str, attacker: Any, target: AttackSide, cell: AttackCell) -> AttackCell:
    """Return the cell with its value, and in the mode that does most."""

    def value_in(one: AttackCell) -> float | None:
        return value_of(measure, ruleset_of(target), one.result, attacker, target.as_one)

    if not cell.ways:
        return cell.but(value=value_in(cell))
    every = [one.but(value=value_in(one)) for one in cell.ways]
    return max(every, key=rank).but(ways=tuple(every))


def rank(cell: AttackCell) -> tuple[float, float]:
    """Return the sort key of an attack in one mode. The first of equal modes counts, and tiny differences do not."""
    return (-1.0 if cell.value is None else round(cell.value, DIGITS), round(cell.result.average("damage"), DIGITS))


def value_of(what: str, ruleset: Ruleset, result: AttackResult, attacker: Any, target: Any) -> float | None:
    """Return the number that `what` compares; None if there is none. A higher number is better."""
    if result.why_not:
        return None
    if what == "kill":
        return result.destroyed
    if what == "share":
        share = grid.share_lost(ruleset, target, result)
        return result.average("damage") if share is None else share
    if what == "points":
        return grid.per_100(attacker, target, result.average("slain"))
    return grid.mean(ruleset, target, result)


def best_at(measure: str, target: AttackSide, column: Sequence[AttackCell]) -> tuple[int, ...]:
    """Return the indexes of the best attacks at one target, which have their values; several if they are equal."""
    most = max((cell.value for cell in column if cell.value is not None), default=0.0)
    if most <= EQUAL:
        return ()
    least = most - EQUAL * max(1.0, most)
    found = [at for at, cell in enumerate(column) if cell.value is not None and cell.value >= least]
    return tuple(at for at in found if is_fair(measure, target, column[at].result))


def is_fair(measure: str, target: AttackSide, result: AttackResult) -> bool:
    """Return True if the attack does enough to be called the best."""
    if measure == "kill":
        return result.destroyed >= LIKELY
    share = grid.share_lost(ruleset_of(target), target.as_one, result)
    return share is None or share >= LIKELY
