"""Many attacks for programs: every attacker at every target."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from shoot_cli.api import given
from shoot_cli.api.attack import answers_said
from shoot_cli.api.units import Army, Unit, check_whole, side_in, side_of
from shoot_cli.api.values import ShootError, Value, for_programs, in_turn
from shoot_cli.core.budget import MOST_JOBS, SECONDS

if TYPE_CHECKING:
    from shoot_cli.armies import AttackSide
    from shoot_cli.attacks.grid import Chance

Units = Army | Unit | str | Iterable[Army | Unit | str]


class ComparisonCell(NamedTuple):
    """One attack of a comparison. Where there are no numbers they are None, and ``why_not`` is the sentence."""

    attacker: str
    target: str
    destroyed: float | None  # the chance that nothing is left
    slain: float | None  # models that are removed on average
    damage: float | None  # wounds (hull points, integrity) that are lost on average
    per_100_points: float | None  # points removed for each 100 points of the attacker; None, too: one has no points
    why_not: str
    assumed: Mapping[str, str]  # answers that nobody gave, by key
    unused: tuple[str, ...]  # keys that were said, and were not used or mean nothing in this attack
    overruled: Mapping[str, Mapping[str, str]] = {}  # by key what is worked out, and what was said in its place


class Comparison(Value[tuple[tuple[ComparisonCell, ...], ...]]):
    """Attackers by targets.

    >>> found = compare(["5x BS4 plasma gun", "5x BS4 meltagun"], "5x T4 Sv2+ Inv5+", ruleset="7e", distance=6)
    >>> found["5x BS4 plasma gun", "5x T4 Sv2+ Inv5+"].destroyed > found.cells[1][0].destroyed
    True
    """

    __slots__ = ()

    @property
    def cells(self) -> tuple[tuple[ComparisonCell, ...], ...]:
        """A row for each attacker, in it a cell for each target."""
        return self._held

    @property
    def attackers(self) -> tuple[str, ...]:
        return tuple(row[0].attacker for row in self._held)

    @property
    def targets(self) -> tuple[str, ...]:
        return tuple(cell.target for cell in self._held[0])

    def __getitem__(self, names: tuple[str, str]) -> ComparisonCell:
        """The first cell of this attacker and target, named as in `attackers` and `targets`.

        :raises ShootError: there is none
        """
        if isinstance(names, tuple) and all(isinstance(name, str) for name in names):
            for row in self._held:
                for cell in row:
                    if cell[:2] == names:
                        return cell
        there = f"{', '.join(self.attackers)} at {', '.join(self.targets)}"
        raise ShootError(f"{given.told(names)}: the comparison has {there}")

    def to_rows(self) -> list[dict[str, Any]]:
        """One a cell, by the names of its columns, as `pandas.DataFrame` takes them. Facts are left out."""
        return [dict(zip(COLUMNS, cell, strict=False)) for row in self._held for cell in row]

    def __repr__(self) -> str:
        return f"<{len(self.attackers)} at {len(self.targets)}: {', '.join(self.targets)}>"

    def __hash__(self) -> int:
        return hash((self.attackers, self.targets))


COLUMNS = ComparisonCell._fields[: ComparisonCell._fields.index("why_not") + 1]


def compare(
    attackers: Units,
    targets: Units,
    *,
    answers: Mapping[str, Any] | None = None,
    budget: float | None = SECONDS,
    jobs: int = 1,
    ruleset: str | None = None,
    **more: Any,
) -> Comparison:
    """Every attacker at every target; equal ones are worked out once.

    :param attackers: units; words name several as ``shoot compare`` takes them: ``"orks"`` is the whole list, as an
        `Army` is, ``"orks::Boyz, Lootas"`` are two. Whoever has joined another unit of the list is a part of that
    :param targets: likewise; ``"targets"`` are the usual ones of the ruleset
    :param answers: as for `odds`, for all of them; an attack that does not know a key goes without it
    :param budget: seconds of CPU for each attack; one that takes longer is told in its cell, as all that is refused is
    :param jobs: processes that share the work; 0: one for each core
    :raises ShootError: nobody is there; they are of several rulesets; none of the attacks knows a key
    """
    with in_turn():
        from shoot_cli.armies.finding import edition_name
        from shoot_cli.attacks.figures import per_100
        from shoot_cli.attacks.grid import AttackerRow, worked_out_together
        from shoot_cli.attacks.tasks import check_one_ruleset

        budget, jobs = given.seconds("budget", budget), given.whole("jobs", jobs, 0, MOST_JOBS)
        some, others = several(attackers), several(targets)
        name = edition_name(given.known_ruleset(ruleset))
        of = name or next((one.ruleset for one in (*some, *others) if not isinstance(one, str)), None)
        shooters = [named for one in some for named in sides_of_many(one, of, "attacker")]
        victims = [named for one in others for named in sides_of_many(one, of or shooters[0][1].ruleset, "target")]
        for words, shooter in shooters:
            for other, victim in victims:
                check_one_ruleset(shooter, victim, (words, other), name)
        said = answers_said(shooters[0][1].ruleset, answers, more)
        rows, columns = [AttackerRow(side) for _, side in shooters], [side for _, side in victims]
        grid = worked_out_together(rows, columns, said, jobs=jobs, seconds=budget)
        return Comparison(
            tuple(
                tuple(
                    cell_of(chance, words, other, per_100(shooter.as_one, victim.as_one, chance.slain))
                    for chance, (other, victim) in zip(chances, victims, strict=True)
                )
                for chances, (words, shooter) in zip(grid, shooters, strict=True)
            )
        )


UNITS = "units are an army, a unit, words for some, or several of these"


def several(of: Units) -> list[Army | Unit | str]:
    """Those that are named one by one. :raises ShootError: nobody is, or they are no units"""
    if isinstance(of, (Army, Unit, str)):
        return [of]
    found: list[Army | Unit | str] = []
    for one in of if isinstance(of, Iterable) else ():
        if not isinstance(one, (Army, Unit, str)):
            raise ShootError(f"{UNITS}, and not {given.told(one)}")
        found.append(one)
    if not found:
        raise ShootError(f"{UNITS}, and not {given.told(of)}")
    return found


def sides_of_many(one: Army | Unit | str, ruleset: str | None, role: str) -> list[tuple[str, AttackSide]]:
    """The units that are meant, each by what it is called in a comparison."""
    from shoot_cli.imports.list_files import as_they_stand, units_from
    from shoot_cli.rules import edition

    if isinstance(one, Unit):
        return [(str(one), side_of(one, ruleset, role))]
    if isinstance(one, str):
        found = units_from([one], ruleset, role)
        for side in found:
            check_whole(side.imported)
        return [(str(side.unit.name) if side.units else one, side.but(imported=None)) for side in found]
    army, of = one._held.army, edition(one.ruleset)
    assert of is not None  # lists of unknown rulesets do not load
    return [(str(unit.name), side_in(army, unit)) for unit, _ in as_they_stand(army, None, of, role)]


def cell_of(chance: Chance, attacker: str, target: str, per_100: float | None) -> ComparisonCell:
    unused = (*chance.idle, *(key for key, _ in chance.unknown))
    if chance.why_not:
        return ComparisonCell(attacker, target, None, None, None, None, for_programs(chance.why_not), {}, unused)
    numbers = chance.destroyed, chance.slain, chance.damage, per_100
    against = {key: {"computed": own, "said": said} for key, own, said in chance.overruled}
    return ComparisonCell(attacker, target, *numbers, "", dict(chance.assumed), unused, against)
