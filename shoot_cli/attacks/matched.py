"""A matchup as two pages for people, and as a document for programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shoot_cli.attacks import compared, figures
from shoot_cli.attacks.compare import Comparison
from shoot_cli.attacks.grid import Overruled, Overrulings, as_document, ruleset_of
from shoot_cli.attacks.matchup import BestAttacker, Matchup, left
from shoot_cli.attacks.sheet import Cell, Column, Report, Sheet, chance_cell, number_cell, words_cell

ANSWERS = (
    Column("unit", "Unit"),
    Column("by", ""),
    Column("destroyed", "Destroys it", True),
    Column("share", "Share lost", True),
    Column("left", "Left on average", True),
)


def report(found: Matchup) -> Report:
    """Two pages: my attacks with the best answer to each of theirs; theirs with what threatens each of mine.

    My units are the rows of both tables.
    """
    ours = grid_sheet(found.ours, f"{found.mine} shoots at {found.theirs}").but(
        means="does most to this unit of theirs"
    )
    back = compared.transposed(grid_sheet(found.back, f"{found.mine} is shot at by {found.theirs}"))
    back = back.but(means="does most to this unit of ours")
    answers = best_sheet(found.ours, found.answers, f"Best answers of {found.mine}", "Best answer", "nobody harms it")
    threats = best_sheet(found.back, found.threats, f"Threats to {found.mine}", "Worst threat", "nobody harms it")
    proposed = compared.as_proposed([line.side for side in (found.ours, found.back) for line in side.lines])
    notes = [f"The tables have the {figures.TITLES[found.ours.what]}.", HOW, *found.oddities, *proposed]
    notes += assumed(found)
    return Report(f"{found.mine} v {found.theirs}", (answers, ours, threats, back), tuple(notes), (2, 2))


HOW = (
    "The best answer is whoever is likeliest to destroy the unit; where nobody reaches 10%, whoever takes most of it. "
    "One unit shoots once, at full strength."
)


def grid_sheet(found: Comparison, title: str) -> Sheet:
    sheet = compared.comparison_report(found).sheets[0]
    return sheet.but(title=title)


def best_sheet(found: Comparison, best: tuple[BestAttacker, ...], title: str, by: str, nobody: str) -> Sheet:
    columns = tuple(column.but(title=by) if column.key == "by" else column for column in ANSWERS)
    return Sheet(title, columns, tuple(best_row(found, one, nobody) for one in best))


def best_row(found: Comparison, best: BestAttacker, nobody: str) -> tuple[Cell, ...]:
    side = found.targets[best.at]
    name, ruleset = words_cell(side.as_one.name), ruleset_of(side)
    if best.by is None or best.cell is None:
        return name, words_cell(nobody), chance_cell(0.0), chance_cell(0.0), Cell("all of it")
    lost = figures.share_lost(ruleset, side.as_one, best.cell.chance.destroyed, best.cell.chance.damage)
    remains = left(ruleset, side.as_one, best.cell)
    by, destroyed = words_cell(found.lines[best.by].title), chance_cell(best.cell.chance.destroyed)
    if remains is None:
        return name, by, destroyed, number_cell(best.cell.chance.damage), Cell("-")
    unit = noun(found, best)
    return name, by, destroyed, chance_cell(lost), Cell(f"{remains[0]:.1f} of {remains[1]} {unit}", remains[0])


def noun(found: Comparison, best: BestAttacker) -> str:
    """In what the losses of this unit are told."""
    target, ruleset = found.targets[best.at], ruleset_of(found.targets[best.at])
    _, models, wounds = ruleset.nouns
    if best.by is None or not figures.in_wounds(ruleset, target.as_one):
        return models
    start = ruleset.begin_attack(found.lines[best.by].side.as_one, target.as_one)
    return {**ruleset.titles, **ruleset.called(start)}.get("points", wounds).lower()


def assumed(found: Matchup) -> list[str]:
    """What is the same in both directions."""
    both = [one for one in found.ours.assumed if one in found.back.assumed]
    idle = [key for key in found.ours.idle if key in found.back.idle]
    not_asked = [key for key in idle if key in found.ours.not_asked or key in found.back.not_asked]
    return compared.below(
        found.ours.but(
            lines=(), assumed=tuple(both), idle=tuple(idle), not_asked=tuple(not_asked), overruled=overruled(found)
        )
    )


def overruled(found: Matchup) -> tuple[Overruled, ...]:
    """What was said in the place of what is worked out, in either direction."""
    every = (cell.chance for one in (found.ours, found.back) for row in one.cells for cell in row)
    return Overrulings(every).found()


# For programs --------------------------------------------------------------------------------------------------------


def document(found: Matchup, said: Mapping[str, Any]) -> dict[str, Any]:
    """As ``--json`` prints it."""
    ours, back = (compared.comparison_document(one, said) for one in (found.ours, found.back))
    for one in (ours, back):
        one.pop("changes")
    return {
        "ruleset": ours["ruleset"], "what": found.ours.what, "answers": dict(said), "mine": found.mine,
        "theirs": found.theirs, "ours": grid_of(ours), "back": grid_of(back),
        "best_answers": [best_data(found.ours, one) for one in found.answers],
        "threats": [best_data(found.back, one) for one in found.threats],
        "oddities": [*found.oddities], "assumed": dict(one for one in found.ours.assumed if one in found.back.assumed),
        **as_document(overruled(found)),
    }  # fmt: skip


def grid_of(document: dict[str, Any]) -> dict[str, Any]:
    return {key: document[key] for key in ("targets", "rows")}


def best_data(found: Comparison, best: BestAttacker) -> dict[str, Any]:
    side = found.targets[best.at]
    data: dict[str, Any] = {"unit": side.as_one.name, "by": None}
    if best.by is None or best.cell is None:
        return data
    ruleset = ruleset_of(side)
    remains = left(ruleset, side.as_one, best.cell)
    return data | {
        "by": found.lines[best.by].title, "destroyed": best.cell.chance.destroyed,
        "share": figures.share_lost(ruleset, side.as_one, best.cell.chance.destroyed, best.cell.chance.damage),
        "left": None if remains is None else remains[0], "of": None if remains is None else remains[1],
        "in": noun(found, best),
    }  # fmt: skip
