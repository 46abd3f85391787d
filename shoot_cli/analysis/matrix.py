"""All units against all units: one record for each pair of different units, always in the same order.

An interrupted run can continue. Each record has the mark of its run (`Matrix.run`), which shows that it belongs to it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from shoot_cli import __version__
from shoot_cli.analysis import grid
from shoot_cli.analysis.attack_result import AttackResult, points, removed
from shoot_cli.analysis.best_cells import AttackCell, cell_of, judged
from shoot_cli.analysis.distances import Stances
from shoot_cli.analysis.grid import AttackerRow, Tell, ruleset_of
from shoot_cli.analysis.modes import AS_PROPOSED, with_modes
from shoot_cli.analysis.ways_to_fire import combinations, together
from shoot_cli.engine.budget import SECONDS
from shoot_cli.engine.record import Record

if TYPE_CHECKING:
    from shoot_cli.armies import AttackSide
    from shoot_cli.engine.ruleset import Ruleset

KEYS = (
    "run", "attacker_list", "attacker", "attacker_points", "target_list", "target", "target_points", "pairs",
    "destroyed", "slain", "damage", "share", "points_removed", "points_per_100", "mode", "error",
)  # fmt: skip
NAMES = ("attacker_list", "attacker", "target_list", "target")
TEXTS = (*NAMES, "mode")
AT_ONCE, ONE_BY_ONE = 20_000, 200  # pairs computed before they are written: as arrays, and by the solver


class Matrix(Record):
    """Different units against different units. `attackers_times` and `targets_times` say how often each one occurs."""

    attackers: tuple[AttackSide, ...]
    targets: tuple[AttackSide, ...]
    attackers_times: tuple[int, ...]
    targets_times: tuple[int, ...]
    said: tuple[tuple[str, Any], ...] = ()

    def __len__(self) -> int:
        """Return the number of pairs, which is the number of records."""
        return len(self.attackers) * len(self.targets)

    def names(self, place: int) -> tuple[str, str, str, str]:
        """Return the `NAMES` of the record at this index."""
        i, j = divmod(place, len(self.targets))
        mine, theirs = self.attackers[i], self.targets[j]
        return mine.army_name, mine.as_one.name, theirs.army_name, theirs.as_one.name

    @cached_property
    def run(self) -> str:
        """A hash of the units, the answers and the version. Equal hashes mean equal records."""
        sides = [
            [(one.army_name, one.unit, one.units, one.settings) for one in group]
            for group in (self.attackers, self.targets)
        ]
        return sha256(repr((__version__, KEYS, sides, self.said)).encode()).hexdigest()[:12]


def matrix_of(attackers: Sequence[AttackSide], targets: Sequence[AttackSide], given: Mapping[str, Any]) -> Matrix:
    """Return the matrix; equal units of two lists occur once, as in the first list."""
    (mine, mine_times), (theirs, theirs_times) = (
        unique_sides(grid.with_joined_units(sides, role, given))
        for sides, role in ((attackers, "attacker"), (targets, "target"))
    )
    return Matrix(mine, theirs, mine_times, theirs_times, (*sorted(given.items()),))


def unique_sides(sides: Sequence[AttackSide]) -> tuple[tuple[AttackSide, ...], tuple[int, ...]]:
    """Return each different side once, and how often each one occurs."""
    first: dict[Any, AttackSide] = {}
    times: dict[Any, int] = {}
    for side in sides:
        key = (side.as_one, side.settings)
        first.setdefault(key, side)
        times[key] = times.get(key, 0) + 1
    return (*first.values(),), (*times.values(),)


def records(
    matrix: Matrix,
    missing: Sequence[int] | None = None,
    *,
    jobs: int = 1,
    seconds: float | None = SECONDS,
    tell: Tell = lambda n: None,
    on_results: Callable[[Iterable[AttackResult]], None] = lambda results: None,
) -> Iterator[list[dict[str, Any]]]:
    """Yield the records in order, several at a time, attacker by attacker.

    A continued run computes the same groups of attackers as a complete one, so its figures are identical.

    :param missing: indexes of the wanted records, in order; None means all
    :param on_results: called with the results of each group of wanted attacks
    :raises InputError: if none of the first attacks knows a key
    """
    columns, ruleset = len(matrix.targets), ruleset_of(matrix.attackers[0])
    rows_at_once = max(1, (ONE_BY_ONE if ruleset.chains is None else AT_ONCE) // columns)
    places = range(len(matrix)) if missing is None else missing
    said = dict(matrix.said)
    stances = Stances(ruleset, said)
    for first_row in range(0, len(matrix.attackers), rows_at_once):
        sides = matrix.attackers[first_row : first_row + rows_at_once]
        first, end = (bisect_left(places, row * columns) for row in (first_row, first_row + len(sides)))
        wanted = [divmod(place - first_row * columns, columns) for place in places[first:end]]
        if not wanted:
            continue
        ways = [
            combinations(side, matrix.targets, said, None, stances.reaches(side, matrix.targets[0], said))
            for side in sides
        ]
        rows = [
            AttackerRow(with_modes(side, way)) for side, of_side in zip(sides, ways, strict=True) for way in of_side
        ]
        begin = [0, *accumulate(map(len, ways))]  # the first row of each attacker
        results = grid.worked_out_at(
            [(i, j) for i in range(len(rows)) for j in range(columns)], rows, matrix.targets, said,
            jobs=jobs, seconds=seconds, tell=lambda n: None,
            wanted=frozenset((row, j) for i, j in wanted for row in range(begin[i], begin[i + 1])),
        )  # fmt: skip
        if first_row == 0 and len(wanted) == len(sides) * columns:  # otherwise an earlier run has checked
            grid.check_known(results.values())
        cells = []
        for i, j in wanted:
            tried = [AttackCell(results[begin[i] + nth, j], fired=way) for nth, way in enumerate(ways[i])]
            cells.append(best_way(matrix, sides[i], matrix.targets[j], tried, seconds))
        tell(len(wanted))
        on_results(cell.result for cell in cells)
        yield [
            record_at(matrix, ruleset, (first_row + i) * columns + j, cell.result, cell.mode)
            for (i, j), cell in zip(wanted, cells, strict=True)
        ]


def best_way(
    matrix: Matrix, side: AttackSide, target: AttackSide, tried: list[AttackCell], seconds: float | None
) -> AttackCell:
    """Return the attack in the modes that take most of the target (`ways_to_fire.py`)."""
    best = judged("share", [side], [target], [[cell_of(tried)]]).cells[0][0]
    way = together(side.as_one, best.modes) if tried[1:] and tried[0].fired == AS_PROPOSED else AS_PROPOSED
    if not way:
        return best
    result = grid.result_at(with_modes(side, way), target, dict(matrix.said), seconds, tells=False)
    return judged("share", [side], [target], [[cell_of([best, AttackCell(result, fired=way)])]]).cells[0][0]


def record_at(matrix: Matrix, ruleset: Ruleset, index: int, result: AttackResult, mode: str = "") -> dict[str, Any]:
    """Return the record at this index. ``mode`` has the modes in which its weapons fire, if they were chosen."""
    i, j = divmod(index, len(matrix.targets))
    attacker, target = matrix.attackers[i], matrix.targets[j]
    record: dict[str, Any] = dict.fromkeys(KEYS)
    record |= {
        "run": matrix.run, "attacker_list": attacker.army_name, "attacker": attacker.as_one.name,
        "attacker_points": points(attacker.as_one), "target_list": target.army_name, "target": target.as_one.name,
        "target_points": points(target.as_one), "pairs": matrix.attackers_times[i] * matrix.targets_times[j],
        "mode": mode,
    }  # fmt: skip
    if result.why_not:
        return record | {"mode": "", "error": result.why_not}
    slain = result.average("slain")
    return record | result.averages() | {
        "share": grid.share_lost(ruleset, target.as_one, result),
        "points_removed": removed(target.as_one, slain),
        "points_per_100": grid.per_100(attacker.as_one, target.as_one, slain),
    }  # fmt: skip
