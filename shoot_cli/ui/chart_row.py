"""The row of a rule's chart in which an answer stands: a small table, or lines where that is too wide."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table

from shoot_cli.ui.tables import as_is, grid

Chart = Sequence[Sequence[str]]

ENOUGH = 1000  # columns: a table measured where there is less room says that it has all it wants


class ChartRow:
    """See ``chart_row``."""

    def __init__(self, chart: Chart, cell: tuple[int, int], lines: Sequence[str], plain: bool) -> None:
        self.chart, self.cell, self.lines, self.plain = chart, cell, lines, plain

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        table = self.table()
        wanted = console.measure(table, options=options.update(max_width=ENOUGH)).maximum
        if not self.plain and wanted <= options.max_width:
            yield table
            return
        for line in self.lines:
            yield as_is(line)

    def table(self) -> Table:
        """The headings and the row, the cell in brackets as well: colour alone says nothing."""
        row, column = self.cell
        table = grid(*((heading, "left") for heading in self.chart[0]), plain=self.plain)
        cells = [as_is(f"[{text}]" if at == column else text) for at, text in enumerate(self.chart[row])]
        cells[column].stylize("bold")
        table.add_row(*cells)
        return table


def chart_row(chart: Chart, cell: tuple[int, int], lines: Sequence[str], *, plain: bool = False) -> ChartRow:
    """``cell``: row and column, counting the headings. ``lines`` say the same where a table has no room."""
    return ChartRow(chart, cell, lines, plain)
