"""The row of a chart in which an answer stands: a table where it has room, else lines."""

from __future__ import annotations

from io import StringIO

from rich.console import Console

from shoot_cli.ui.tables import ChartRow

CHART = (("S \\ T", "3", "4", "5"), ("3", "4+", "5+", "6+"), ("4", "3+", "4+", "5+"))
LINES = ["row 4, column 5", "3+ 4+ [5+]"]


def shown(width: int, *, plain: bool = False) -> list[str]:
    console = Console(width=width, color_system=None, file=StringIO())
    console.print(ChartRow(CHART, (2, 3), LINES, plain=plain))
    return [" ".join(line.split()) for line in console.file.getvalue().splitlines()]  # type: ignore[attr-defined]


def test_a_table_has_the_headings_the_row_and_the_cell_marked():
    heads, _, row = shown(80)
    assert heads == "S \\ T 3 4 5"
    assert row == "4 3+ 4+ [5+]"


def test_where_a_table_has_no_room_there_are_lines():
    assert shown(15) == LINES


def test_plain_is_lines():
    assert shown(80, plain=True) == LINES
