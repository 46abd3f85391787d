"""Many attacks for programs: every attacker at every target."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from shoot_cli.api.attack import answers_said, sides_of
from shoot_cli.api.units import Army, Unit
from shoot_cli.api.values import ShootError, Value, for_programs, in_turn
from shoot_cli.core.budget import SECONDS

if TYPE_CHECKING:
    from shoot_cli.attacks.grid import Chance

Units = Army | Unit | str | Iterable[Unit | str]


class Cell(NamedTuple):
    """One attack of a comparison. Where there are no numbers they are None, and ``why_not`` is the sentence."""

    attacker: str
    target: str
    destroyed: float | None  # the chance that nothing is left
    slain: float | None  # models that are removed on average
    damage: float | None  # wounds (hull points, integrity) that are lost on average
    per_100_points: float | None  # points removed for each 100 points of the attacker; None, too: one has no points
    why_not: str
    assumed: Mapping[str, str]  # answers that nobody gave, by key
    unused: tuple[str, ...]  # keys that were said, and make no difference or mean nothing in this attack


class Comparison(Value[tuple[tuple[Cell, ...], ...]]):
    """Attackers by targets.

    >>> found = compare(["5x BS4 plasma gun", "5x BS4 meltagun"], "5x T4 Sv2+ Inv5+", ruleset="7e", distance=6)
    >>> found["5x BS4 plasma gun", "5x T4 Sv2+ Inv5+"].destroyed > found.cells[1][0].destroyed
    True
    """

    __slots__ = ()

    @property
    def cells(self) -> tuple[tuple[Cell, ...], ...]:
        """A row for each attacker, in it a cell for each target."""
        return self._held

    @property
    def attackers(self) -> tuple[str, ...]:
        return tuple(row[0].attacker for row in self._held)

    @property
    def targets(self) -> tuple[str, ...]:
        return tuple(cell.target for cell in self._held[0])

    def __getitem__(self, names: tuple[str, str]) -> Cell:
        """The first cell of this attacker and target, named as in `attackers` and `targets`.

        :raises ShootError: there is none
        """
        for row in self._held:
            for cell in row:
                if cell[:2] == names:
                    return cell
        raise ShootError(f"{names!r}: the comparison has {', '.join(self.attackers)} at {', '.join(self.targets)}")

    def to_rows(self) -> list[dict[str, Any]]:
        """One a cell, by the names of its columns, as `pandas.DataFrame` takes them. Facts are left out."""
        return [dict(zip(COLUMNS, cell, strict=False)) for row in self._held for cell in row]

    def __repr__(self) -> str:
        return f"<{len(self.attackers)} at {len(self.targets)}: {', '.join(self.targets)}>"

    def __hash__(self) -> int:
        return hash((self.attackers, self.targets))


COLUMNS = Cell._fields[: Cell._fields.index("why_not") + 1]


def compare(
    attackers: Units,
    targets: Units,
    *,
    answers: Mapping[str, Any] | None = None,
    budget: float | None = SECONDS,
    ruleset: str | None = None,
    **more: Any,
) -> Comparison:
    """Every attacker at every target; equal ones are worked out once.

    :param attackers: an `Army` is all its units
    :param answers: as for `odds`, for all of them; an attack that does not know a key goes without it
    :param budget: seconds of CPU for each attack; one that takes longer is told in its cell, as all that is refused is
    :raises ShootError: nobody is there; they are of several rulesets; none of the attacks knows a key
    """
    with in_turn():
        from shoot_cli.attacks.figures import per_100
        from shoot_cli.attacks.grid import Row, worked_out_together

        shooters, victims = every(attackers), every(targets)
        if not shooters or not victims:
            raise ShootError("nobody is there to compare; name an attacker and a target at least")
        sides, others = sides_of(shooters, victims, ruleset)
        said = answers_said(sides[0].ruleset, answers, more)
        grid = worked_out_together([*map(Row, sides)], others, said, seconds=budget)
        return Comparison(
            tuple(
                tuple(
                    cell_of(chance, str(one), str(other), per_100(side.unit, at.unit, chance.slain))
                    for chance, other, at in zip(chances, victims, others, strict=True)
                )
                for chances, one, side in zip(grid, shooters, sides, strict=True)
            )
        )


def every(of: Units) -> list[Unit | str]:
    """Units one by one. :raises ShootError: they are none"""
    if not isinstance(of, Iterable) and not isinstance(of, Unit):
        raise ShootError(f"units are an army, a unit, words for one, or several of them; not {of!r}")
    return [of] if isinstance(of, (Unit, str)) else [*of]


def cell_of(chance: Chance, attacker: str, target: str, per_100: float | None) -> Cell:
    unused = (*chance.idle, *(key for key, _ in chance.unknown))
    if chance.why_not:
        return Cell(attacker, target, None, None, None, None, for_programs(chance.why_not), {}, unused)
    numbers = chance.destroyed, chance.slain, chance.damage, per_100
    return Cell(attacker, target, *numbers, "", dict(chance.assumed), unused)
