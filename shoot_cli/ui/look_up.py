"""What a learner may look up while they are asked, and the moment to read it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table

from shoot_cli.core.questions import Question
from shoot_cli.core.signals import Leave
from shoot_cli.ui.keys import Key
from shoot_cli.ui.screen import Around, Screen
from shoot_cli.ui.showing import Show
from shoot_cli.ui.tables import as_is, grid

ENOUGH = 1000  # columns: a table measured where there is less room says that it has all it wants


def look_up(show: Show, question: Question) -> None:
    """The rules behind the question, and their charts: what they come to here is for the learner to say."""
    show.why(question)
    for rule in show.rulebook():
        if rule.id in question.rules and rule.chart:
            heads, *rows = rule.chart
            table = grid(*((heading, "left") for heading in heads), plain=show.plain)
            for row in rows:
                table.add_row(*map(as_is, row))
            show.console.print(as_is(f"Chart {rule.id}"), table)


def pause(screen: Screen, say: Callable[[str], None], more: Callable[[], None] | None = None) -> None:
    """Until Enter in an empty line; ``more``: what ``?`` shows, None: there is no more. :raises Leave:"""
    hint, keys = ("Enter goes on, ? for more.", (Key.WHY, Key.LEAVE)) if more else ("Enter goes on.", (Key.LEAVE,))
    try:
        while said := screen.line("", Around(hint=hint, keys=keys, quiet=(Key.WHY,)), keys):
            if said is Key.LEAVE:
                raise Leave
            if said is Key.WHY and more:
                more()
            else:
                say("That was the answer already: Enter goes on.")
    except EOFError:
        raise Leave from None


@dataclass(frozen=True)
class ChartRow:
    """The row of a rule's chart in which an answer stands: a small table, or ``lines`` where that is too wide.

    ``cell``: row and column, counting the headings. ``lines`` say the same.
    """

    chart: Sequence[Sequence[str]]
    cell: tuple[int, int]
    lines: Sequence[str]
    plain: bool = False

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
