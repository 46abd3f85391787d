"""Two lists at each other: every unit at every other one and back, best answers, what threatens whom most."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from shoot_cli.attacks import figures, grid
from shoot_cli.attacks.compare import AttackCell, Candidate, Comparison, compare
from shoot_cli.attacks.grid import Tell, ruleset_of
from shoot_cli.core.budget import SECONDS
from shoot_cli.core.casualties import strength
from shoot_cli.core.record import Record

if TYPE_CHECKING:
    from shoot_cli.armies import AttackSide
    from shoot_cli.core.ruleset import Ruleset

LIKELY = 0.1  # chance to destroy below which the share that is lost tells more
NOTHING = 1e-9


class BestAttacker(Record):
    """Who does most to one unit. ``by``: its place among the others; None: nobody harms it."""

    at: int
    by: int | None
    cell: AttackCell | None = None


class Matchup(Record):
    """``ours``: my units at theirs. ``back``: theirs at mine. ``answers``: to each of theirs; ``threats``: to mine."""

    mine: str  # the names of the lists
    theirs: str
    ours: Comparison
    back: Comparison
    answers: tuple[BestAttacker, ...]
    threats: tuple[BestAttacker, ...]
    oddities: tuple[str, ...] = ()


def matchup(
    mine: Sequence[AttackSide],
    theirs: Sequence[AttackSide],
    said: Mapping[str, Any],
    what: str = "share",
    *,
    jobs: int = 1,
    seconds: float | None = SECONDS,
    tell: Tell = lambda n: None,
) -> Matchup:
    """:raises InputError: a key that no attack of either side knows"""
    ours, back = (
        compare(
            [*map(Candidate, shooters)], targets, said, what, jobs=jobs, seconds=seconds, tell=tell,
            strict=False,
        )
        for shooters, targets in ((mine, theirs), (theirs, mine))
    )  # fmt: skip
    grid.check_known(cell.chance for found in (ours, back) for row in found.cells for cell in row)
    found = Matchup(
        mine[0].army_name, theirs[0].army_name, ours, back, tuple(best_of(ours)), tuple(best_of(back))
    )  # fmt: skip
    return found.but(oddities=tuple(dict.fromkeys(oddities(found))))


def best_of(found: Comparison) -> Iterator[BestAttacker]:
    """For each target whoever is likeliest to destroy it; where nobody has a fair chance to, who takes most of it."""
    ruleset = ruleset_of(found.targets[0])
    for at, side in enumerate(found.targets):
        column = [cells[at] for cells in found.cells]
        likely = max((cell.chance.destroyed for cell in column), default=0.0) >= LIKELY
        by = max(range(len(column)), key=lambda nth: worth(ruleset, side.as_one, column[nth], likely))
        harms = worth(ruleset, side.as_one, column[by], False)[0] > NOTHING
        yield BestAttacker(at, by, column[by]) if harms else BestAttacker(at, None)


def worth(ruleset: Ruleset, target: Any, cell: AttackCell, likely: bool) -> tuple[float, float]:
    lost = figures.share_lost(ruleset, target, cell.chance.destroyed, cell.chance.damage)
    share = cell.chance.damage if lost is None else lost
    return (cell.chance.destroyed, share) if likely else (share, cell.chance.destroyed)


def left(ruleset: Ruleset, target: Any, cell: AttackCell) -> tuple[float, int] | None:
    """What is left of a unit on average, and of how many: models, or wounds. None: its damage has no end."""
    whole = ruleset.whole(target)
    if not whole:
        return None
    if figures.in_wounds(ruleset, target):
        return max(0.0, whole - cell.chance.damage), whole
    models = strength(target)
    return max(0.0, models - cell.chance.slain), models


# What is odd about the lists -----------------------------------------------------------------------------------------


def oddities(found: Matchup) -> Iterator[str]:
    """What to know before it begins: who cannot shoot, whom nobody can harm, attacks without numbers, readings."""
    for name, comparison, answers in (
        (found.mine, found.ours, found.answers),
        (found.theirs, found.back, found.threats),
    ):
        silent = [line.side.as_one.name for line in comparison.lines if not weapons(line.side.as_one)]
        if silent:
            yield f"{name}: without weapons for this phase: {', '.join(silent)}."
        safe = [comparison.targets[best.at].as_one.name for best in answers if best.by is None]
        if safe:
            yield f"{name} harms none of these as it is assumed here: {', '.join(safe)}."
        cheap = [line.side.as_one.name for line in comparison.lines if figures.points(line.side.as_one) is None]
        if 0 < len(cheap) < len(comparison.lines) or (cheap and comparison.what == "points"):
            yield f"{name}: without points: {', '.join(cheap)}."
        first = comparison.lines[0].side
        if first.settings:
            readings = ", ".join(f"{key} {value}" for key, value in first.settings)
            yield f"{name} reads the rules so: {readings}."
        yield from of_import(name, first.imported)


def weapons(unit: Any) -> bool:
    return any(model.weapons for model, _ in unit.models)


def of_import(name: str, report: Any) -> Iterator[str]:
    """Of a list of another program what is left to the players, or was left out."""
    for what, remarks in (
        ("yours to play", getattr(report, "yours_to_play", ())),
        ("left out", getattr(report, "left_out", ())),
    ):
        for remark in remarks:
            yield f"{name}, {what}: {remark.unit + ': ' if remark.unit else ''}{remark.text.rstrip('.')}."
