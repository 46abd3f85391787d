"""Results as tables, whoever draws them: a terminal, a page, a spreadsheet, a program."""

from __future__ import annotations

from collections.abc import Iterator

from shoot_cli.engine.names import percent
from shoot_cli.engine.record import Record

ENDINGS = (".html", ".svg", ".md", ".csv")  # of the files that a report may become
NOTHING = "There is nothing to show."  # in the place of a table without rows
BEST = "*"  # beside the best of a column: a sign, so that nothing hangs on colour
OF_COLUMN = "best of its column"  # what the sign says, unless a table says otherwise
Value = str | int | float | None


class Column(Record):
    """``key``: in CSV and JSON. ``number_cell``: its cells stand to the right."""

    key: str
    title: str
    number: bool = False


class Cell(Record):
    """``text``: what people read. ``value``: what programs do, in full precision; None: there is none.

    ``share``: from 0 to 1, the length of a bar behind it where one can be drawn; None: no bar.
    """

    text: str
    value: Value = None
    best: bool = False  # of its column, or as its table says
    share: float | None = None


class Sheet(Record):
    """One table: its rows have a cell for each column, in order; the first column says what a row is about.

    ``notes``: sentences that belong below it. ``means``: what the sign of the best says.
    """

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()
    means: str = OF_COLUMN

    def records(self) -> Iterator[dict[str, Value]]:
        """Each row by the keys of its columns."""
        for row in self.rows:
            yield {column.key: cell.value for column, cell in zip(self.columns, row, strict=True)}

    def legend(self) -> list[str]:
        """What the sign of the best means, where one stands: a line, or none."""
        return [f"{BEST} {self.means}"] if self.has_best() else []

    def has_best(self) -> bool:
        return any(cell.best for row in self.rows for cell in row)


class Report(Record):
    """What a command has found. ``notes``: what holds of all its tables, such as what was assumed.

    ``pages``: of how many tables each printed page has; () where nobody cares.
    """

    title: str
    sheets: tuple[Sheet, ...]
    notes: tuple[str, ...] = ()
    pages: tuple[int, ...] = ()


def words_cell(text: str) -> Cell:
    """A cell that is its text."""
    return Cell(text, text)


def chance_cell(p: float | None, best: bool = False) -> Cell:
    """A chance as a percentage; None: there is none to be had."""
    if p is None:
        return Cell("-")
    return Cell(percent(p), p, best, p)


def number_cell(x: float | None, digits: int = 2, best: bool = False) -> Cell:
    return Cell("-") if x is None else Cell(f"{x:.{digits}f}", x, best)
