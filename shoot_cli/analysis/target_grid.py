"""Maps: one gun at every Toughness and Save, or whatever two values make the targets of an edition easy or hard."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from shoot_cli.analysis import grid
from shoot_cli.analysis.attack_result import above_all, points
from shoot_cli.analysis.compare import Comparison, comparison_document, figure_cell, footnotes, problem_lines
from shoot_cli.analysis.compared_lines import Candidate, FiredRow, cost_lines
from shoot_cli.analysis.report import Column, Report, Sheet, words_cell
from shoot_cli.battle.turns import strength
from shoot_cli.engine.reasons import InputError
from shoot_cli.engine.ruleset import TargetGrid

if TYPE_CHECKING:
    from shoot_cli.engine.ruleset import Ruleset

GRID = "grid"  # the word for the map of an edition
BEST_OF_ALL = "best of all at this target"
WRITTEN = re.compile(r"(?:(\d+)\s*x\s*)?(.*)", re.IGNORECASE)


def names_grid(words: Sequence[str]) -> bool:
    """Return True if targets are named as a grid. :raises InputError: beside other targets"""
    grids = [word for word in words if word.split()[:1] and word.split()[0].casefold() == GRID]
    if grids and len(words) > 1:
        raise InputError("--against grid is a map of its own; compare with other targets in another command")
    return bool(grids)


def axes_of(ruleset: Ruleset) -> TargetGrid:
    """Return the grid of an edition. :raises InputError: why it has none"""
    axes = ruleset.target_grid
    if isinstance(axes, TargetGrid):
        return axes
    raise InputError(f"{ruleset.title} has no grid: {axes}; its targets: --against targets")


def lines_of_grid(axes: TargetGrid, words: str) -> list[str]:
    """Return the profile line of each cell, row by row. The cell is the name of its models.

    :param words: `grid`, or `grid 5x W3 Inv4+` with the rest of the line
    :raises InputError: the words are several kinds of models, or have a name
    """
    given = words.split(maxsplit=1)[1:]
    rest = given[0] if given else axes.line
    if set('"+&') & {*re.sub(r"\d\+", "", rest)}:
        raise InputError(f"the targets of a grid are one kind of model without a name, as in: grid {axes.line}")
    match = WRITTEN.fullmatch(rest.strip())
    assert match is not None  # every part of the pattern may be empty
    return [
        f'{match[1] or 1}x "{name}" {match[2]} {name}'
        for row in axes.row_words
        for column in axes.column_words
        for name in [f"{row} {column}".strip()]
    ]


def behind_the_cells(comparison: Comparison, axes: TargetGrid, words: str) -> str:
    """Return a sentence about the target of a cell: how many models and wounds, and what it does not have."""
    ruleset, unit = grid.ruleset_of(comparison.targets[0]), comparison.targets[0].as_one
    models, wounds = strength(unit), ruleset.total_wounds(unit)
    given = words.split(maxsplit=1)[1:]
    rest_words = f"as you say it ({given[0]})" if given else axes.without
    _, several, wounds_named = ruleset.nouns
    one = several.removesuffix("s")
    return (
        f"Behind each cell: {models} {several if models != 1 else one}, {wounds} {wounds_named} in all, {rest_words}."
    )


def grid_report(comparison: Comparison, axes: TargetGrid, words: str) -> Report:
    """Return a map for each line of the comparison: rows and columns as the edition says, one figure a cell."""
    title = f"{measure_words(comparison)}, by {axes.row} and {axes.column}"
    sheets = [map_of(comparison, axes, line) for line in range(len(comparison.lines))]
    sentence = behind_the_cells(comparison, axes, words)
    head = tuple(filter(None, [comparison.standing, *above_all(comparison.answers)]))
    fired = zip(comparison.lines, comparison.cells, strict=True)
    problems = [*cost_lines([FiredRow(line.title, line.side.as_one, cells) for line, cells in fired])]
    problems += problem_lines(comparison)
    notes = [*problems, sentence]
    return Report(
        title, tuple(sheets), (*notes, *footnotes(comparison)), lead=(sentence,), head=head,
        page_notes=(*problems, *footnotes(comparison, page=True)),
    )  # fmt: skip


def measure_words(comparison: Comparison) -> str:
    """Return what the figures are: `Models slain on average`."""
    words = grid.TITLES[comparison.what]
    if comparison.what == "mean":
        target = comparison.targets[0]
        _, models, wounds = (ruleset := grid.ruleset_of(target)).nouns
        words = f"{wounds} lost on average" if grid.in_wounds(ruleset, target.as_one) else f"{models} slain on average"
    return words[0].upper() + words[1:]


def map_of(comparison: Comparison, axes: TargetGrid, line: int) -> Sheet:
    """Return the map of one line. The mark is for a cell at which it is better than all other lines."""
    columns = [Column(word or axes.no_column, word or axes.no_column, True) for word in axes.column_words]
    cells, wide, contest = comparison.cells[line], len(columns), len(comparison.lines) > 1
    rows = [
        (
            words_cell(word),
            *(
                figure_cell(comparison, i, cells[i], span=False).but(best=contest and line in comparison.best[i])
                for i in range(row_index * wide, (row_index + 1) * wide)
            ),
        )
        for row_index, word in enumerate(axes.row_words)
    ]
    values = ([cell.value or 0 for cell in row if not cell.result.late] for row in comparison.cells)
    modes: dict[str, int] = {}
    for cell in cells:
        if cell.mode and cell.value:
            modes[cell.mode] = modes.get(cell.mode, 0) + 1
    mode_words = ", ".join(f"{mode} in {n}" for mode, n in modes.items())
    notes = (f"The mode that does most, by cells: {mode_words}.",) if mode_words else ()
    return Sheet(
        head_line(comparison.lines[line]), (Column("row", axes.row), *columns), tuple(rows), notes,
        means=BEST_OF_ALL, heat=True, strongest=max(chain.from_iterable(values), default=0),
    )  # fmt: skip


def head_line(line: Candidate) -> str:
    cost = points(line.side.as_one)
    return line.title + (f", {cost} points" if cost is not None else "")


def grid_document(comparison: Comparison, axes: TargetGrid, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the comparison as ``--json`` prints it, with the values of both axes."""
    shown = {
        "row": axes.row, "rows": [*axes.row_words], "column": axes.column,
        "columns": [word or axes.no_column for word in axes.column_words],
    }  # fmt: skip
    return comparison_document(comparison, given) | {"grid": shown}
