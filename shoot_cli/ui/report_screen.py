"""A `Report` on a screen: as tables, as split tables, or, on narrow screens, as one block per row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.box import Box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from shoot_cli.analysis.report import BEST, NOTHING, Cell, Report, Sheet, folded
from shoot_cli.engine.names import visible
from shoot_cli.engine.record import Record
from shoot_cli.ui.console import console, is_plain
from shoot_cli.ui.screen import View, ViewPage
from shoot_cli.ui.styles import ROOMY, Part, literal, longest_word, styled_line, wrapped
from shoot_cli.ui.tables import DistributionTable, grid

GAP = 2  # columns between two columns of a table
FIRST, OTHER = 22, 12  # fewest columns of text: in the first column, in others
NARROW_FIRST = 14  # `FIRST` on a narrow screen
WORD = 24  # longer words are broken
BESIDE, APART, INDENT = 3, 3, 2  # most numbers in a line of a block; columns between them; indent
FEWEST = 2  # fewest columns besides the first in each part of a split table
RULED = Box("    \n    \n -- \n    \n    \n    \n    \n    \n", ascii=True)
MARKED = "bold green"


def show_report(report: Report, plain: bool = False) -> None:
    """Print a report as wide as the screen."""
    console(plain).print(ReportView(report.but(lead=()), is_plain(plain)))


class ReportView(Record):
    """A report for any width. What it says first is for pages; a screen has it in the notes."""

    report: Report
    plain: bool = False

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        title, sheets, notes = self.report.title, self.report.sheets, self.report.notes
        yield literal(title, "bold")
        for line in (*self.report.head, *self.report.lead):
            yield literal(line)
        for sheet in sheets:
            yield Text("")
            yield SheetView(folded(sheet.but(title="") if sheet.title == title else sheet), self.plain)
        if notes:
            yield Text("")
        for note in notes:
            yield literal(note, "dim")


class SheetView(Record):
    """A table with its title above and its notes below."""

    sheet: Sheet
    plain: bool = False

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        sheet, width = self.sheet, options.max_width
        if sheet.law and not self.plain:
            yield DistributionTable(sheet.title or "Distribution", sheet.law)
            return
        if sheet.title:
            yield literal(sheet.title, "bold")
        if not sheet.rows:
            yield literal(NOTHING)
        elif parts := parts_of(sheet, width):
            for number, part in enumerate(parts):
                if number:
                    yield Text("")
                yield table(sheet, part, width, self.plain)
        else:
            yield from blocks(sheet, width)
        for legend in sheet.legend():
            yield literal(legend, "dim")
        for note in sheet.notes:
            yield literal(note)


def parts_of(sheet: Sheet, width: int) -> list[list[int]]:
    """Return the column indexes of each part; every part has the first column. Return [] if no table is readable."""
    least = [least_of(sheet, index, width) for index in range(len(sheet.columns))]
    indexes = range(1, len(least))
    if fits(least, width):
        return [[0, *indexes]]
    if width < ROOMY:
        return []
    packed = list(filled(least, width, len(least)))
    even = list(filled(least, width, -(-len(indexes) // len(packed))))
    parts = even if len(even) == len(packed) else packed
    if any(len(part) <= FEWEST or not fits([least[index] for index in part], width) for part in parts):
        return []
    return parts


def filled(least: Sequence[int], width: int, most: int) -> Iterator[list[int]]:
    """Yield parts: the first column and as many others as fit, but at most `most`."""
    part = [0]
    for index in range(1, len(least)):
        if len(part) > 1 and (len(part) > most or not fits([least[i] for i in (*part, index)], width)):
            yield part
            part = [0]
        part.append(index)
    yield part


def needed(sheet: Sheet) -> int:
    """Return the width from which the sheet is one table."""
    least = [least_of(sheet, index, ROOMY) for index in range(len(sheet.columns))] if sheet.rows else [0]
    return sum(least) + GAP * (len(least) - 1)


def fits(widths: Sequence[int], width: int) -> bool:
    return sum(widths) + GAP * (len(widths) - 1) <= width


def least_of(sheet: Sheet, index: int, width: int) -> int:
    """Return the smallest width of a column on a screen of this width. Numbers stay whole; text is wrapped."""
    column, cells = sheet.columns[index], cells_of(sheet, index)
    heading = min(longest_word(visible(column.title)), WORD) + sign(sheet, index)
    if column.number:
        return max(heading, *map(cell_len, cells))
    first = FIRST if width >= ROOMY else NARROW_FIRST
    pressed = min(max(map(cell_len, cells)), OTHER if index else first)
    return max(heading, pressed, *(min(longest_word(text), WORD) for text in cells))


def cells_of(sheet: Sheet, index: int) -> list[str]:
    """Return the texts of a column. If its best number has a sign, the others get a space instead."""
    room = " " * sign(sheet, index)
    return [signed(row[index]) if row[index].best else visible(row[index].text) + room for row in sheet.rows]


def sign(sheet: Sheet, index: int) -> int:
    """Return the width of the sign at the best number: 1 or 0."""
    return int(sheet.columns[index].number and any(row[index].best for row in sheet.rows))


def signed(cell: Cell) -> str:
    return visible(cell.text) + (BEST if cell.best else "")


def table(sheet: Sheet, indexes: Sequence[int], width: int, plain: bool) -> Table:
    drawn = grid(*(("", "left") for _ in indexes), plain=plain)  # rich would remove spaces at the right
    if plain:
        drawn.box, drawn.padding = RULED, (0, 1, 0, 0)
    columns = []
    for column, index, room in zip(drawn.columns, indexes, widths(sheet, indexes, width), strict=True):
        column.header, column.width = heading(sheet, index, room), room
        number = sheet.columns[index].number
        columns.append([to_the_right(text, room) if number else text for text in cells_of(sheet, index)])
    for row, texts in zip(sheet.rows, zip(*columns, strict=True), strict=True):
        marks = (MARKED if row[index].best else "" for index in indexes)
        drawn.add_row(*(Text(text, style=mark, overflow="fold") for text, mark in zip(texts, marks, strict=True)))
    return drawn


def heading(sheet: Sheet, index: int, room: int) -> Text:
    """Return the heading of a column; it is right-aligned above numbers."""
    column, wide = sheet.columns[index], room - sign(sheet, index)
    lines = [line.plain.rstrip() for line in wrapped(styled_line(column.title), wide)]
    return Text("\n".join(to_the_right(line, wide) if column.number else line for line in lines), overflow="fold")


def to_the_right(text: str, room: int) -> str:
    return " " * (room - cell_len(text)) + text


def widths(sheet: Sheet, indexes: Sequence[int], width: int) -> list[int]:
    """Return the width of each column. Extra space goes to text first, then to the highest headings.

    Columns of text that need least are served first, so that one long sentence cannot take all space.
    """
    result = [least_of(sheet, index, width) for index in indexes]
    left = width - sum(result) - GAP * (len(indexes) - 1)
    wide = [max(map(cell_len, cells_of(sheet, index))) for index in indexes]
    for i in sorted(range(len(indexes)), key=lambda i: wide[i] - result[i]):
        more = max(0, min(left, wide[i] - result[i]))
        result[i] += more
        left -= more
    titles = [visible(sheet.columns[index].title) for index in indexes]
    signs = [sign(sheet, index) for index in indexes]
    while True:
        high = [height(title, room - mark) for title, room, mark in zip(titles, result, signs, strict=True)]
        tall = [i for i, lines in enumerate(high) if lines == max(high) > 1]
        lower = {i: lowered(titles[i], result[i] - signs[i]) + signs[i] for i in tall}
        left -= sum(room - result[i] for i, room in lower.items())
        if not lower or left < 0:
            return result
        for i, room in lower.items():
            result[i] = room


def height(title: str, width: int) -> int:
    """Return the number of lines of a heading."""
    lines, room = 1, width
    for word in title.strip().split(" "):
        if room != width and cell_len(word) > room:
            lines, room = lines + 1, width
        room -= cell_len(word) + 1
    return lines


def lowered(title: str, width: int) -> int:
    """Return the next width at which the heading has fewer lines."""
    return next(more for more in range(width + 1, cell_len(title) + 2) if height(title, more) < height(title, width))


def blocks(sheet: Sheet, width: int) -> Iterator[Text]:
    """Yield for each row its first cell, then its other cells with their titles."""
    numbers = [index for index, column in enumerate(sheet.columns) if column.number and index]
    titles = {index: visible(sheet.columns[index].title) for index in range(1, len(sheet.columns))}
    title = max((cell_len(titles[index]) for index in numbers), default=0)
    value = max((cell_len(text) for index in numbers for text in cells_of(sheet, index)), default=0)
    beside = min(BESIDE, (width - INDENT + APART) // (title + GAP + value + APART))
    title = min(title, width - INDENT - GAP - value)
    marks = any(sign(sheet, index) for index in numbers)
    for row in sheet.rows:
        yield literal(signed(row[0]), MARKED if row[0].best else "bold")
        for number, run in groupby(titles, lambda index: sheet.columns[index].number):
            indexes = [*run]
            if not number:
                yield from (piece for index in indexes for piece in worded(titles[index], row[index], width))
            elif beside > 1:
                pairs = [numbered(titles[index], row[index], title, value, marks) for index in indexes]
                for i in range(0, len(pairs), beside):
                    yield line(Text(" " * APART).join(pairs[i : i + beside]))
            else:
                for index in indexes:
                    first, *rest = (piece.plain for piece in wrapped(styled_line(titles[index]), title))
                    yield line(numbered(first, row[index], title, value, marks))
                    yield from (line(" ", more) for more in rest)


def line(*parts: Part) -> Text:
    """Return an indented line of a block."""
    text = styled_line(" " * INDENT, *parts)
    text.end = "\n"
    return text


def numbered(title: str, cell: Cell, title_width: int, width: int, marks: bool) -> Text:
    """Return a title and its number. `marks` leaves a space for the sign."""
    text = signed(cell) + " " * (marks and not cell.best)
    gap = " " * (title_width - cell_len(title) + GAP + width - cell_len(text))
    return styled_line(title, gap, (text, MARKED if cell.best else ""))


def worded(title: str, cell: Cell, width: int) -> Iterator[Text]:
    """Yield a title and its words; nothing for an empty cell."""
    if cell.text:
        words = styled_line(f"{title}: " if title else "", (signed(cell), MARKED if cell.best else ""))
        for number, text in enumerate(wrapped(words, width - INDENT - 2)):
            yield line("  " if number else "", text)


# A report as a view beside a prompt: one page for each printed page.


def matchup_view(report: Report, names: Sequence[str], plain: bool) -> View:
    """Return the view of a matchup. `names` are the names of its pages. General notes stand on each page."""
    pages = [ViewPage(Lines(part, plain), name) for part, name in zip(parts(report), names, strict=True)]
    return View("MATCHUP", pages, lambda: [ReportView(report.but(lead=()), plain)])


def parts(report: Report) -> Iterator[Report]:
    """Yield one report per page."""
    start = 0
    for size in report.pages or (len(report.sheets),):
        yield report.but(title="", lead=(), sheets=report.sheets[start : start + size], pages=())
        start += size


class Lines:
    """The lines of a report, drawn once for each width."""

    def __init__(self, report: Report, plain: bool) -> None:
        self.report, self.plain = report, plain

    def __call__(self, width: int, high: int) -> list[Text]:
        console = Console(width=width, color_system="truecolor", force_terminal=True, highlight=False, emoji=False)
        lines = console.render_lines(
            ReportView(self.report, self.plain), console.options.update(width=width), pad=False
        )
        texts = [Text.assemble(*((part.text, part.style or "") for part in line)) for line in lines]
        return texts[next((n for n, line in enumerate(texts) if line.plain.strip()), 0) :]
