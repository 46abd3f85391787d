"""Which gun for which target: units, weapons or modes side by side, and what would make another of them the best."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from shoot_cli.attacks import figures, grid
from shoot_cli.attacks.grid import AttackerRow, Chance, Overruled, Tell, ruleset_of
from shoot_cli.attacks.tasks import as_input_error, of_sides
from shoot_cli.core.budget import SECONDS
from shoot_cli.core.record import Record
from shoot_cli.core.signals import InputError

if TYPE_CHECKING:
    from shoot_cli.armies import AttackSide
    from shoot_cli.core.ruleset import Ruleset

BY = ("unit", "weapon", "mode")
EQUAL = 1e-9  # what differs by less is as good


class Candidate(Record):
    """One line of a comparison: a unit, or one weapon of it, whose modes are tried one by one."""

    side: AttackSide
    weapon: str = ""  # "": all that it fires
    modes: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        return f"{self.side.as_one.name}: {self.weapon}" if self.weapon else str(self.side.as_one.name)

    def rows(self) -> list[AttackerRow]:
        return [AttackerRow(self.side, (("weapon", mode),)) for mode in self.modes] or [AttackerRow(self.side)]


class AttackCell(Record):
    """One attack of a comparison. ``mode``: the one of several that does most; "" if there is no choice."""

    chance: Chance
    value: float | None
    mode: str = ""


class DecidingFact(Record):
    """A fact that makes another line the best at a target; ``values`` of it that do so, in their order."""

    key: str
    values: tuple[str, ...]
    target: int
    before: int
    after: int
    now: float  # what the line that was the best comes to then
    then: float  # what the new one does


class Comparison(Record):
    """``best``: for each target the lines that are best, none where all come to nothing."""

    what: str
    lines: tuple[Candidate, ...]
    targets: tuple[AttackSide, ...]
    cells: tuple[tuple[AttackCell, ...], ...]
    best: tuple[tuple[int, ...], ...]
    changes: tuple[DecidingFact, ...] = ()
    left_out: tuple[str, ...] = ()  # facts that were not tried, in words
    idle: tuple[str, ...] = ()  # keys that were said and used by none of the attacks
    not_asked: tuple[str, ...] = ()  # of those that may matter otherwise
    assumed: tuple[tuple[str, str], ...] = ()  # what nobody said, where it is the same in all attacks that ask
    overruled: tuple[Overruled, ...] = ()  # what was said in the place of what is worked out


def value_of(what: str, ruleset: Ruleset, chance: Chance, attacker: Any, target: Any) -> float | None:
    """What is compared, more being better; None where there is none. ``points``: removed per 100 of the attacker's."""
    if chance.why_not:
        return None
    if what == "kill":
        return chance.destroyed
    if what == "share":
        share = figures.share_lost(ruleset, target, chance.destroyed, chance.damage)
        return chance.damage if share is None else share
    if what == "points":
        return figures.per_100(attacker, target, chance.slain)
    return figures.mean(ruleset, target, chance.slain, chance.damage)


# Lines ---------------------------------------------------------------------------------------------------------------


def lines_of(
    sides: Sequence[AttackSide], by: str, targets: Sequence[AttackSide], said: Mapping[str, Any]
) -> list[Candidate]:
    """``by``: "unit", "weapon" (of one with modes the best counts, target by target) or "mode".

    :raises InputError: in this edition nobody chooses what fires, or it is said already
    """
    if by == "unit":
        return [Candidate(side) for side in sides]
    if "weapon" in said:
        raise InputError(f"--weapon says what fires; leave it out, or --by {by}")
    found: list[Candidate] = []
    for side in sides:
        if any(model.weapons for model, _ in side.as_one.models) and not chooses(side, targets[0], said):
            raise InputError(f"{side.ruleset}: everything fires, no weapon is chosen; leave out --by {by}")
        weapons = {
            weapon.name: figures.weapon_of(weapon) for model, _ in side.as_one.models for weapon in model.weapons
        }
        if by == "mode":
            found += [Candidate(side, name, (name,)) for name in weapons]
        else:
            found += [
                Candidate(side, of, tuple(name for name in weapons if weapons[name] == of))
                for of in dict.fromkeys(weapons.values())
            ]
    if not found:
        raise InputError("none of these units has a weapon")
    return found


def chooses(side: AttackSide, target: AttackSide, said: Mapping[str, Any]) -> bool:
    """True if an attack of this side can be told which weapon fires."""
    with as_input_error():
        task = of_sides(side, target, grid.known_to(side, target, said))
    return any(question.key == "weapon" for question in task.known())


# Comparing -----------------------------------------------------------------------------------------------------------


def compare(
    lines: Sequence[Candidate],
    targets: Sequence[AttackSide],
    said: Mapping[str, Any],
    what: str = "kill",
    *,
    jobs: int = 1,
    seconds: float | None = SECONDS,
    tell: Tell = lambda n: None,
    strict: bool = True,
) -> Comparison:
    """Each line at each target.

    :param tell: called with the number of attacks worked out since it was called last
    :param strict: else nobody minds a key that none of the attacks knows, or that nobody can shoot
    :raises InputError: a key that none of the attacks knows; no attack could be worked out, and why
    """
    targets = grid.with_joined_units(targets, "target", said)
    sides = grid.with_joined_units([line.side for line in lines], "attacker", said)
    lines = [line.but(side=side) for line, side in zip(lines, sides, strict=True)]
    rows = rows_of(lines)
    chances = grid.worked_out_together(rows, targets, said, jobs=jobs, seconds=seconds, tell=tell, strict=strict)
    every = [chance for row in chances for chance in row]
    if strict and all(chance.why_not for chance in every):
        raise InputError(every[0].why_not)
    if what == "points":
        check_points(lines, targets)
    cells = collapsed(lines, targets, what, chances)
    return Comparison(
        what, tuple(lines), tuple(targets), cells, best_of(cells), idle=idle_in(every), not_asked=not_asked_in(every),
        assumed=assumed_in(every), overruled=grid.Overrulings(every).found(),
    )  # fmt: skip


def check_points(lines: Iterable[Candidate], targets: Iterable[AttackSide]) -> None:
    """:raises InputError: nobody on one side has points, so that there is nothing to compare"""
    for sides in ([line.side for line in lines], [*targets]):
        if all(figures.points(side.as_one) is None for side in sides):
            names = ", ".join(dict.fromkeys(side.army_name for side in sides))
            words = f"{names}: no unit has points, so none are removed"
            raise InputError(f"{words}. Write points: into the list, or compare something else (--what)")


def rows_of(lines: Iterable[Candidate]) -> list[AttackerRow]:
    return [row for line in lines for row in line.rows()]


def collapsed(
    lines: Sequence[Candidate], targets: Sequence[AttackSide], what: str, chances: Sequence[Sequence[Chance]]
) -> tuple[tuple[AttackCell, ...], ...]:
    """One cell for each line and target: of several modes the one that does most."""
    found: list[tuple[AttackCell, ...]] = []
    rows, ruleset = iter(chances), ruleset_of(targets[0])
    for line in lines:
        modes = [next(rows) for _ in line.rows()]
        cells = []
        for at, target in enumerate(targets):
            tried = [
                AttackCell(row[at], value_of(what, ruleset, row[at], line.side.as_one, target.as_one), name)
                for row, name in zip(modes, line.modes or ("",), strict=True)
            ]
            best = max(tried, key=lambda cell: (-1.0 if cell.value is None else cell.value, cell.chance.damage))
            cells.append(best if len(tried) > 1 else best.but(mode=""))
        found.append(tuple(cells))
    return tuple(found)


def best_of(cells: Sequence[Sequence[AttackCell]]) -> tuple[tuple[int, ...], ...]:
    """For each target the lines that are best; those that are as good are all named."""
    found = []
    for column in zip(*cells, strict=True):
        top = max((cell.value for cell in column if cell.value is not None), default=0.0)
        found.append(
            tuple(
                at for at, cell in enumerate(column)
                if top > EQUAL and cell.value is not None and cell.value >= top - EQUAL * max(1.0, top)
            )
        )  # fmt: skip
    return tuple(found)


def idle_in(chances: Sequence[Chance]) -> tuple[str, ...]:
    """Keys that no attack used."""
    those = [
        {*chance.idle, *(key for key, _ in chance.unknown)}
        for chance in chances
        if not (chance.why_not or chance.quick)
    ]
    return tuple(sorted(set.intersection(*those))) if those else ()


def not_asked_in(chances: Sequence[Chance]) -> tuple[str, ...]:
    """Of the keys that no attack used those that were just not asked in one."""
    here = {key for chance in chances for key in chance.not_asked}
    return tuple(key for key in idle_in(chances) if key in here)


def assumed_in(chances: Sequence[Chance]) -> tuple[tuple[str, str], ...]:
    """What nobody said, where every attack that asks takes the same for granted; of the distance all that were."""
    found: dict[str, dict[str, None]] = {}
    for chance in chances:
        for key, value in chance.assumed:
            found.setdefault(key, {})[value] = None
    single = {key: values for key, values in found.items() if len(values) == 1 and key not in ("weapon", "firing")}
    same = {key: next(iter(values)) for key, values in single.items()}
    if len(apart := sorted(found.get("distance", {}), key=lambda one: (len(one), one))) > 1:
        same = {"distance": f"{', '.join(apart[:-1])} or {apart[-1]}, as each attack proposes"} | same
    return (*same.items(),)


def modal(sides: Iterable[AttackSide]) -> list[str]:
    """Weapons of theirs that have several modes, each once."""
    found: dict[str, set[str]] = {}
    for side in sides:
        for model, _ in side.as_one.models:
            for weapon in model.weapons:
                found.setdefault(figures.weapon_of(weapon), set()).add(weapon.name)
    return [of for of, names in found.items() if len(names) > 1]
