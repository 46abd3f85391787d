"""Everything at everything, for analysts: one record for each pair of different units, in an order that never changes.

A run that was ended goes on: each record bears the mark of its run, so that what is there can be told from another.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from shoot_cli import __version__
from shoot_cli.attacks import figures, grid
from shoot_cli.attacks.grid import Row, Tell, ruleset_of
from shoot_cli.core.budget import SECONDS
from shoot_cli.core.record import Record

if TYPE_CHECKING:
    from shoot_cli.armies import AttackSide
    from shoot_cli.core.ruleset import Ruleset

KEYS = (
    "run", "attacker_list", "attacker", "attacker_points", "target_list", "target", "target_points", "pairs",
    "destroyed", "slain", "damage", "share", "points_removed", "points_per_100", "error",
)  # fmt: skip
AT_ONCE, ONE_BY_ONE = 20_000, 200  # pairs that are worked out before they are written: as arrays, or by the engine


class Matrix(Record):
    """Different units at different units. ``times``: how often each is there, in order."""

    attackers: tuple[AttackSide, ...]
    targets: tuple[AttackSide, ...]
    attackers_times: tuple[int, ...]
    targets_times: tuple[int, ...]
    said: tuple[tuple[str, Any], ...] = ()

    def __len__(self) -> int:
        """Pairs, that is records."""
        return len(self.attackers) * len(self.targets)

    @property
    def run(self) -> str:
        """A mark of these units, these answers and this version: whoever has the same one has the same records."""
        sides = [
            [(one.army_name, one.unit, one.units, one.settings) for one in of] for of in (self.attackers, self.targets)
        ]
        return sha256(repr((__version__, sides, self.said)).encode()).hexdigest()[:12]


def matrix_of(attackers: Sequence[AttackSide], targets: Sequence[AttackSide], said: Mapping[str, Any]) -> Matrix:
    """Units that are the same in two lists stand once, as the first list has them."""
    (mine, mine_times), (theirs, theirs_times) = (
        once_each(grid.standing(sides, role, said)) for sides, role in ((attackers, "attacker"), (targets, "target"))
    )
    return Matrix(mine, theirs, mine_times, theirs_times, (*sorted(said.items()),))


def once_each(sides: Sequence[AttackSide]) -> tuple[tuple[AttackSide, ...], tuple[int, ...]]:
    first: dict[Any, AttackSide] = {}
    times: dict[Any, int] = {}
    for side in sides:
        key = (side.as_one, side.settings)
        first.setdefault(key, side)
        times[key] = times.get(key, 0) + 1
    return (*first.values(),), (*times.values(),)


def records(
    matrix: Matrix,
    after: int = 0,
    *,
    jobs: int = 1,
    seconds: float | None = SECONDS,
    tell: Tell = lambda n: None,
) -> Iterator[list[dict[str, Any]]]:
    """The records in their order, attacker by attacker, some at a time. ``after``: so many are there already.

    :raises InputError: a key that none of the first attacks knows
    """
    wide, run, ruleset = len(matrix.targets), matrix.run, ruleset_of(matrix.attackers[0])
    deep = max(1, (ONE_BY_ONE if ruleset.chains is None else AT_ONCE) // wide)
    begun = after // (wide * deep) * deep  # as many together as in a run that was not ended: to the last digit the same
    skip = after - begun * wide
    for at in range(begun, len(matrix.attackers), deep):
        rows = [*map(Row, matrix.attackers[at : at + deep])]
        chances = grid.worked_out_together(
            rows, matrix.targets, dict(matrix.said), jobs=jobs, seconds=seconds, tell=tell, strict=at == 0
        )  # fmt: skip
        found = [
            record_of(matrix, ruleset, run, at + i, j, chance)
            for i, row in enumerate(chances)
            for j, chance in enumerate(row)
        ]
        yield found[skip:]
        skip = 0


def record_of(matrix: Matrix, ruleset: Ruleset, run: str, i: int, j: int, chance: grid.Chance) -> dict[str, Any]:
    mine, theirs = matrix.attackers[i], matrix.targets[j]
    record: dict[str, Any] = dict.fromkeys(KEYS)
    record |= {
        "run": run, "attacker_list": mine.army_name, "attacker": mine.as_one.name,
        "attacker_points": figures.points(mine.as_one), "target_list": theirs.army_name, "target": theirs.as_one.name,
        "target_points": figures.points(theirs.as_one), "pairs": matrix.attackers_times[i] * matrix.targets_times[j],
    }  # fmt: skip
    if chance.why_not:
        return record | {"error": chance.why_not}
    return record | {
        "destroyed": chance.destroyed, "slain": chance.slain, "damage": chance.damage,
        "share": figures.share(ruleset, theirs.as_one, chance.destroyed, chance.damage),
        "points_removed": figures.removed(theirs.as_one, chance.slain),
        "points_per_100": figures.per_100(mine.as_one, theirs.as_one, chance.slain),
    }  # fmt: skip
