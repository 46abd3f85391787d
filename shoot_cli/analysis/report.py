"""Results as tables, for every output: a terminal, a page, a spreadsheet, a program."""

from __future__ import annotations

from collections.abc import Iterator

from shoot_cli.engine.names import percent
from shoot_cli.engine.record import Record

ENDINGS = (".html", ".svg", ".md", ".csv")  # file types of reports
NOTHING = "There is nothing to show."  # shown for a table without rows
BEST = "*"  # marks the best of a column without colour
OF_COLUMN = "best of its column"  # the meaning of the mark, unless a table has its own
Value = str | int | float | None


class Column(Record):
    """A column. ``key`` is its name in CSV and JSON. ``number`` aligns its cells to the right."""

    key: str
    title: str
    number: bool = False


class Cell(Record):
    """A cell. ``text`` is for people, ``value`` for programs in full precision, or None. ``share`` is the length of a
    bar behind it, from 0 to 1; None means no bar.
    """

    text: str
    value: Value = None
    best: bool = False  # best of its column, or as its table says
    share: float | None = None


class Sheet(Record):
    """One table: each row has a cell for each column, in order; the first column says what a row is about. ``notes``
    are printed below it. ``means`` is the meaning of the mark for the best.
    """

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()
    means: str = OF_COLUMN

    def records(self) -> Iterator[dict[str, Value]]:
        """Yield each row by the keys of its columns."""
        for row in self.rows:
            yield {column.key: cell.value for column, cell in zip(self.columns, row, strict=True)}

    def legend(self) -> list[str]:
        """Return a line about the mark for the best; [] if no cell has it."""
        return [f"{BEST} {self.means}"] if self.has_best() else []

    def has_best(self) -> bool:
        return any(cell.best for row in self.rows for cell in row)


class Report(Record):
    """The result of a command. ``notes`` are about all its tables, for example assumed values. ``pages`` has the number
    of tables on each printed page; () if it does not matter.
    """

    title: str
    sheets: tuple[Sheet, ...]
    notes: tuple[str, ...] = ()
    pages: tuple[int, ...] = ()


def words_cell(text: str) -> Cell:
    """Return a cell whose value is its text."""
    return Cell(text, text)


def chance_cell(p: float | None, best: bool = False) -> Cell:
    """Return a chance as a percentage; "-" for None."""
    if p is None:
        return Cell("-")
    return Cell(percent(p), p, best, p)


def number_cell(x: float | None, digits: int = 2, best: bool = False) -> Cell:
    return Cell("-") if x is None else Cell(f"{x:.{digits}f}", x, best)
