"""How a report is printed: what is on each page, which way the paper lies, and how large the letters are.

No browser makes a page fit, so it is estimated here, rather too large than too small: a page that was promised is one.
Lengths are in ems, the size of a letter, unless said otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from rich.cells import cell_len

from shoot_cli.attacks.sheet import Report, Sheet
from shoot_cli.core.record import Record
from shoot_cli.core.visible import visible

SHORT, LONG = 190, 277  # millimetres of A4 between margins of 10
SPARE = 0.03  # of the height: letters and lines are not as large everywhere
POINT = 25.4 / 72  # millimetres
LARGEST, SMALLEST, STEP = 14.0, 5.0, 0.25  # points
FLOWING = 10.5  # where tables may go on overleaf, and do
MANY = 8  # columns from which headings stand upright
LETTER = 0.64  # wide, with whatever font a browser has
LINE = 1.3  # high
CELL_WIDE, CELL_HIGH, NARROW = 1.2, 0.5, 0.95  # around what is in a cell; wide, where there are many columns
UPRIGHT = 11  # of a heading that stands upright, at most
PRESSED, WORD = 14, 24  # letters that a column of words may be pressed into; a longer word is broken


class Page(Record):
    """The tables of a printed page, the size of its letters in points, and which way the paper lies."""

    sheets: tuple[Sheet, ...]
    points: float
    across: bool


def printed(report: Report) -> list[Page]:
    """As large as fits; upright unless it is larger across."""
    sheets = pages_of(report)
    found = []
    for place in range(len(sheets)):
        upright, across = (
            size(report, place, sheets, width, height) for width, height in ((SHORT, LONG), (LONG, SHORT))
        )
        found.append(Page(sheets[place], max(upright, across), across > upright))
    return found


def pages_of(report: Report) -> list[tuple[Sheet, ...]]:
    """The tables of each page, in order; those that nobody gave a page are on one more."""
    left, found = [*report.sheets], []
    for many in report.pages:
        found.append(tuple(left[:many]))
        left = left[many:]
    if left or not found:
        found.append(tuple(left))
    return [sheets for sheets in found if sheets] or [()]


def size(report: Report, place: int, pages: Sequence[tuple[Sheet, ...]], width: float, height: float) -> float:
    """The largest letters, in points, with which a page fits between its margins (in millimetres)."""
    title = report.title if place == 0 else ""
    notes = report.notes if place == len(pages) - 1 else ()
    points = LARGEST
    while points > SMALLEST:
        wide, high = width / points / POINT, height * (1 - SPARE) / points / POINT
        lines = 1.6 * words_high(title, wide / 1.6) + 0.6 + sum(words_high(note, wide) for note in notes)
        lines += sum(sheet_high(sheet, wide) for sheet in pages[place])
        over = not report.pages and points <= FLOWING
        if (lines <= high or over) and all(sum(columns_wide(sheet, 0)) <= wide for sheet in pages[place]):
            return points
        points -= STEP
    return SMALLEST


def sheet_high(sheet: Sheet, wide: float) -> float:
    """A table with its title and its notes."""
    columns = columns_wide(sheet, wide)
    titles = [visible(column.title) for column in sheet.columns]
    if upright(sheet):
        head = min(UPRIGHT, LETTER * max(map(cell_len, titles[1:]))) + 0.6
    else:
        head = LINE * max(map(lines_of, titles, columns)) + CELL_HIGH
    broken = [place for place, column in enumerate(sheet.columns) if place == 0 or not column.number]
    rows = sum(
        LINE * max(lines_of(visible(row[place].text), columns[place]) for place in broken) + CELL_HIGH
        for row in sheet.rows
    )
    below = sum(words_high(note, wide) for note in sheet.notes) + (LINE if sheet.has_best() else 0)
    return 1.2 * words_high(sheet.title, wide / 1.2) + head + rows + below + 1.5


def upright(sheet: Sheet) -> bool:
    """Its headings stand upright: too many to lie."""
    return len(sheet.columns) > MANY


def columns_wide(sheet: Sheet, wide: float) -> list[float]:
    """Of each column; words take what numbers leave, and are broken where that is not enough."""
    least = [least_wide(sheet, place) for place in range(len(sheet.columns))]
    most = [
        low if column.number else max(low, LETTER * max(map(cell_len, texts_of(sheet, place)), default=0) + CELL_WIDE)
        for place, (column, low) in enumerate(zip(sheet.columns, least, strict=True))
    ]
    left, lack = wide - sum(least), sum(most) - sum(least)
    share = max(0.0, min(1.0, left / lack)) if lack else 0.0
    return [low + share * (high - low) for low, high in zip(least, most, strict=True)]


def least_wide(sheet: Sheet, place: int) -> float:
    """Of a column, with what is around its cells: numbers are never broken, words between them."""
    column, texts = sheet.columns[place], texts_of(sheet, place)
    title, longest = visible(column.title), max(map(cell_len, texts), default=0)
    if column.number and place:
        high = LINE * ceil(LETTER * cell_len(title) / UPRIGHT) if upright(sheet) else LETTER * longest_word(title)
        return max(high, LETTER * longest) + (NARROW if upright(sheet) else CELL_WIDE)
    pressed = max(min(longest, PRESSED), *(min(longest_word(text), WORD) for text in (title, *texts)))
    return LETTER * pressed + CELL_WIDE


def texts_of(sheet: Sheet, place: int) -> list[str]:
    return [visible(row[place].text) for row in sheet.rows]


def longest_word(text: str) -> int:
    return max(map(cell_len, text.split(" ")))


def lines_of(text: str, wide: float) -> int:
    return max(1, ceil(LETTER * cell_len(text) / max(1.0, wide - CELL_WIDE) - 1e-9))


def words_high(text: str, wide: float) -> float:
    return LINE * ceil(LETTER * cell_len(visible(text)) / wide)
