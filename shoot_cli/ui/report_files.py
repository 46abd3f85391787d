"""A `Report` as a file: HTML, SVG, Markdown or CSV (`written`)."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from io import StringIO
from itertools import count
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING

from rich.cells import cell_len

from shoot_cli.analysis.report import BEST, NOTHING, Cell, Column, Report, Sheet, Value, chance_cell
from shoot_cli.engine.distributions import at_least, figures_of
from shoot_cli.engine.names import visible
from shoot_cli.engine.record import Record

if TYPE_CHECKING:
    from rich.style import Style


def written(report: Report, ending: str) -> str:
    """Return the report as text. `ending` is one of `ENDINGS`. Only a spreadsheet gets each row on its own."""
    match ending:
        case ".html":
            return html_page(report.for_people())
        case ".svg":
            return svg_page(report.for_people())
        case ".md":
            return markdown_page(report.for_people())
        case _:
            return csv_page(report)


# Markdown, with tables as on GitHub.

MEANS_SOMETHING = re.compile(r"([\\`*_{}\[\]|~$#@!^]|(?<=:)/(?=/)|(?<=www)\.)", re.IGNORECASE)
AT_THE_BEGINNING = re.compile(r"^([-+=]|\d+(?=[.)](?:\s|$)))")  # signs of a list, a rule, a heading
ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def markdown_page(report: Report) -> str:
    parts = [f"# {escaped(report.title)}", *map(paragraph, (*report.head, *report.lead))]
    for sheet in report.sheets:
        if sheet.title and sheet.title != report.title:
            parts.append(f"## {escaped(sheet.title)}")
        parts.append(markdown_table(sheet) if sheet.rows else NOTHING)
        parts += map(paragraph, (*sheet.legend(), *sheet.notes))
    parts += map(paragraph, report.notes)
    return "\n\n".join(parts) + "\n"


def markdown_table(sheet: Sheet) -> str:
    """Return a table whose columns are aligned in the source too."""
    lines = [[escaped(column.title) for column in sheet.columns], *([*map(marked, row)] for row in sheet.rows)]
    widths = [max(3, *map(cell_len, column)) for column in zip(*lines, strict=True)]
    head, *rows = (
        [filled(text, width, column) for text, width, column in zip(line, widths, sheet.columns, strict=True)]
        for line in lines
    )
    under = [
        "-" * (width - 1) + ":" if column.number else "-" * width
        for width, column in zip(widths, sheet.columns, strict=True)
    ]
    return "\n".join(f"| {' | '.join(line)} |" for line in (head, under, *rows))


def filled(text: str, width: int, column: Column) -> str:
    room = " " * (width - cell_len(text))
    return room + text if column.number else text + room


def marked(cell: Cell) -> str:
    """Return the text of a cell with what stands below it; the best is bold and has the sign."""
    text = escaped(f"{cell.text} ({cell.below})" if cell.below else cell.text)
    return f"**{text}** {escaped(BEST)}" if cell.best and text else text


def paragraph(text: str) -> str:
    r"""Return text as a Markdown paragraph that begins no list and no heading.

    >>> paragraph("- 1"), paragraph("3. Rhino"), paragraph("3.5 Rhinos")
    ('\\- 1', '3\\. Rhino', '3.5 Rhinos')
    """
    return AT_THE_BEGINNING.sub(
        lambda match: f"{match[0]}\\" if match[0].isdigit() else f"\\{match[0]}", escaped(text.strip())
    )


def escaped(text: str) -> str:
    r"""Return text without markup, HTML, line breaks or links.

    >>> escaped("<b>a|b</b> *1*")
    '&lt;b&gt;a\\|b&lt;/b&gt; \\*1\\*'
    """
    return MEANS_SOMETHING.sub(r"\\\1", visible(text)).translate(ENTITIES)


# The printed pages: tables on each page, orientation of the paper, size of the letters.

SHORT, LONG = 190, 259  # millimetres inside margins of 10 that both A4 and US Letter have
SPARE = 0.03  # share of the height that stays free, because fonts differ
POINT = 25.4 / 72  # millimetres
LARGEST, SMALLEST, STEP = 12.0, 5.0, 0.25  # points
EASY = 6.0  # points; with smaller letters there is no small print
ONE_PAGE, FLOWING = 7.5, 9.0  # points: the smallest on a single page; then it goes on at this size on a second one
MANY = 8  # columns from which headings are vertical
LETTER = 0.64  # width of a letter in ems, for any font
LINE = 1.3  # height of a line in ems
CELL_WIDE, CELL_HIGH, NARROW = 1.4, 0.5, 1.2  # ems around a cell: width, height, width if many columns
ENDLESS = 1e6  # millimetres of a page that goes on
UPRIGHT = 11  # longest vertical heading in ems
LONGEST_BELOW = 60  # letters of small print that a column makes room for
SMALL, LEAD = 0.85, 1.15  # size of small print, and of what is said first, in ems
PRESSED, WORD = 14, 24  # fewest letters in a column of words; longer words are broken


class Page(Record):
    """A printed page: its tables, the size of its letters in points, and whether it is landscape (`across`).

    `tight`: it has no room for the small print below cells.
    """

    sheets: tuple[Sheet, ...]
    points: float
    across: bool
    tight: bool = False


def printed(report: Report) -> list[Page]:
    """Return the pages with the largest letters that fit. A page is landscape only if its letters are larger then.

    Where letters would be too small to be read with ease, the small print gives way.
    """
    sheets = pages_of(report)
    pages = []
    for index in range(len(sheets)):
        points, across = largest(report, index, sheets)
        if tight := points < EASY:
            points, across = largest(report, index, [tuple(map(without_small, page)) for page in sheets])
        pages.append(Page(sheets[index], points, across, tight))
    return pages


def largest(report: Report, index: int, pages: Sequence[tuple[Sheet, ...]]) -> tuple[float, bool]:
    """Return the size of the letters of a page, and whether it is landscape.

    What is too long for a page goes on at the next one, unless the pages are fixed.
    """
    fixed = bool(report.pages)
    upright, across = (size(report, index, pages, width, height) for width, height in ((SHORT, LONG), (LONG, SHORT)))
    if fixed or max(upright, across) >= ONE_PAGE:
        return max(upright, across), across > upright
    upright, across = (min(FLOWING, size(report, index, pages, width, ENDLESS)) for width in (SHORT, LONG))
    return max(upright, across), across > upright


def without_small(sheet: Sheet) -> Sheet:
    return sheet.but(rows=tuple(tuple(cell.but(below="") for cell in row) for row in sheet.rows))


def pages_of(report: Report) -> list[tuple[Sheet, ...]]:
    """Return the tables of each page in order. Tables without a page are on one more."""
    left, pages = [*report.sheets], []
    for n in report.pages:
        pages.append(tuple(left[:n]))
        left = left[n:]
    if left or not pages:
        pages.append(tuple(left))
    return [sheets for sheets in pages if sheets] or [()]


def size(report: Report, index: int, pages: Sequence[tuple[Sheet, ...]], width: float, height: float) -> float:
    """Return the largest letters, in points, with which a page fits between its margins (in millimetres)."""
    title = report.title if index == 0 else ""
    notes = report.notes if index == len(pages) - 1 else ()
    points = LARGEST
    while points > SMALLEST:
        wide, high = width / points / POINT, height * (1 - SPARE) / points / POINT
        lines = (
            1.6 * words_high(title, wide / 1.6) + 0.6 + sum(SMALL * words_high(note, wide / SMALL) for note in notes)
        )
        if index == 0:
            lines += sum(SMALL * words_high(line, wide / SMALL) for line in report.head)
            lines += sum(LEAD * words_high(line, wide / LEAD) for line in report.lead)
        lines += sum(sheet_high(sheet, wide) for sheet in pages[index])
        if lines <= high and all(sum(columns_wide(sheet, 0)) <= wide for sheet in pages[index]):
            return points
        points -= STEP
    return SMALLEST


def sheet_high(sheet: Sheet, wide: float) -> float:
    """Return the height of a table with title and notes, in ems."""
    columns = columns_wide(sheet, wide)
    titles = [visible(column.title) for column in sheet.columns]
    if upright(sheet):
        head = min(UPRIGHT, LETTER * max(map(cell_len, titles[1:]))) + 0.6
    else:
        head = LINE * max(map(lines_of, titles, columns)) + CELL_HIGH
    broken = [index for index, column in enumerate(sheet.columns) if index == 0 or not column.number]
    if sheet.law:
        sheet = distribution_rows(sheet)
    rows = sum(LINE * max(cell_high(row[index], columns[index]) for index in broken) + CELL_HIGH for row in sheet.rows)
    below = LINE if sheet.has_best() or sheet.heat else 0
    return 1.2 * words_high(sheet.title, wide / 1.2) + head + rows + below + 1.5


def cell_high(cell: Cell, wide: float) -> float:
    """Return the lines of a cell of words, with the small print below it."""
    below = SMALL * lines_of(visible(cell.below), wide / SMALL) if cell.below else 0
    return lines_of(visible(cell.text), wide) + below


def upright(sheet: Sheet) -> bool:
    """Return True if the table has so many columns that the headings are vertical."""
    return len(sheet.columns) > MANY


def columns_wide(sheet: Sheet, wide: float) -> list[float]:
    """Return the width of each column in ems. Words take the space that numbers leave, and are wrapped if necessary."""
    least = [least_wide(sheet, index) for index in range(len(sheet.columns))]
    most = [
        low if column.number else max(low, LETTER * max(map(longest, row_cells(sheet, index)), default=0) + CELL_WIDE)
        for index, (column, low) in enumerate(zip(sheet.columns, least, strict=True))
    ]
    left, lack = wide - sum(least), sum(most) - sum(least)
    share = max(0.0, min(1.0, left / lack)) if lack else 0.0
    return [low + share * (high - low) for low, high in zip(least, most, strict=True)]


def least_wide(sheet: Sheet, index: int) -> float:
    """Return the smallest width of a column in ems. Numbers are never broken, text only between words."""
    column, texts = sheet.columns[index], texts_of(sheet, index)
    title, longest = visible(column.title), max(map(cell_len, texts), default=0)
    if column.number and index:
        high = LINE * ceil(LETTER * cell_len(title) / UPRIGHT) if upright(sheet) else LETTER * longest_word(title)
        return max(high, LETTER * longest) + (NARROW if upright(sheet) else CELL_WIDE)
    pressed = max(min(longest, PRESSED), *(min(longest_word(text), WORD) for text in (title, *texts)))
    return LETTER * pressed + CELL_WIDE


def row_cells(sheet: Sheet, index: int) -> list[Cell]:
    return [row[index] for row in sheet.rows]


def longest(cell: Cell) -> float:
    """Return the letters of the longer line of a cell: its text, or the small print below it."""
    return max(cell_len(visible(cell.text)), SMALL * min(LONGEST_BELOW, cell_len(visible(cell.below))))


def texts_of(sheet: Sheet, index: int) -> list[str]:
    return [visible(row[index].text) for row in sheet.rows]


def lines_of(text: str, wide: float) -> int:
    return max(1, ceil(LETTER * cell_len(text) / max(1.0, wide - CELL_WIDE) - 1e-9))


def words_high(text: str, wide: float) -> float:
    return LINE * ceil(LETTER * cell_len(visible(text)) / wide)


# SVG: the output of a terminal of 80 columns, wider if a table needs more. Light or dark as the browser is.

COLUMNS, MOST = 80, 240
WIDE, HIGH, MARGIN = 8.4, 19, 20  # pixels: width of a letter, height of a line, margin
BASELINE = 14
SVG = """\
<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width:g}" height="{height:g}"
 viewBox="0 0 {width:g} {height:g}">
<title>{title}</title>
<style>
.page {{ fill: #ffffff }}
text {{ font: 14px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #1b1b1f; white-space: pre }}
.bold {{ font-weight: bold }}
.dim {{ fill: #5c5c66 }}
.best {{ font-weight: bold; fill: #116329 }}
.bar {{ fill: #2f6fb5 }}
@media (prefers-color-scheme: dark) {{
.page {{ fill: #16161a }}
text {{ fill: #e8e8ec }}
.dim {{ fill: #a0a0aa }}
.best {{ fill: #6fdd8b }}
.bar {{ fill: #7fb2ea }}
}}
</style>
<rect class="page" width="100%" height="100%" rx="8"/>
{lines}
</svg>
"""


def with_small_print(sheet: Sheet) -> Sheet:
    """Return the table with the small print of its row heads in brackets behind them."""
    heads = (row[0].but(text=f"{row[0].text} ({row[0].below})" if row[0].below else row[0].text) for row in sheet.rows)
    return sheet.but(rows=tuple((head, *row[1:]) for head, row in zip(heads, sheet.rows, strict=True)))


def svg_page(report: Report) -> str:
    from rich.console import Console
    from rich.style import Style

    from shoot_cli.ui.report_screen import ReportView, needed

    report = report.but(sheets=tuple(map(with_small_print, report.sheets)))
    columns = min(MOST, max(COLUMNS, *map(needed, report.sheets))) if report.sheets else COLUMNS
    console = Console(
        file=StringIO(), width=columns, force_terminal=True, color_system="truecolor", no_color=False,
        legacy_windows=False, markup=False, emoji=False, highlight=False,
    )  # fmt: skip
    drawn, lines = [], console.render_lines(ReportView(report), pad=False)
    for row, line in enumerate(lines):
        column = 0
        for text, style, _ in line:
            wide = cell_len(text)
            if text.strip():
                drawn.append(piece(text, style or Style(), column, row, wide))
            column += wide
    return SVG.format(
        width=columns * WIDE + 2 * MARGIN,
        height=len(lines) * HIGH + 2 * MARGIN,
        title=escape(visible(report.title)),
        lines="\n".join(drawn),
    )


def piece(text: str, style: Style, column: int, row: int, wide: int) -> str:
    """Return text of one style. `textLength` keeps its letters in their columns with any font."""
    start = column + len(text) - len(text.lstrip(" "))
    text, end = text.strip(" "), column + wide - (len(text) - len(text.rstrip(" ")))
    looks = (
        "best"
        if style.bold and style.color
        else "bar"
        if style.color
        else "bold"
        if style.bold
        else "dim"
        if style.dim
        else ""
    )
    kind = f' class="{looks}"' if looks else ""
    x, y = MARGIN + start * WIDE, MARGIN + row * HIGH + BASELINE
    return f'<text{kind} x="{x:g}" y="{y:g}" textLength="{(end - start) * WIDE:g}">{escape(text)}</text>'


# CSV: one table in full precision, for spreadsheets and programs.

FORMULA = ("=", "+", "-", "@")  # a spreadsheet would compute text that begins so
TABLE = "table"


def csv_page(report: Report) -> str:
    """Return one line per row below the keys of the columns. Lines end with CR LF; missing values are empty.

    With several tables each row begins with its table's title and has the columns of all tables.
    """
    sheets = (*report.sheets, *report.more)
    several = len(sheets) > 1
    keys = dict.fromkeys(key for sheet in sheets for key in sheet.record_keys())
    text = StringIO()
    lines = csv.writer(text)
    lines.writerow(map(safe, [*([TABLE] if several else []), *keys]))
    for sheet in sheets:
        for row in sheet.records():
            lines.writerow(map(safe, [*([sheet.title] if several else []), *map(row.get, keys)]))
    return text.getvalue()


def safe(value: Value) -> Value:
    """Return text that no spreadsheet computes and no terminal obeys. Numbers stay as they are.

    >>> safe("=1+1"), safe("Boyz"), safe(-0.5)
    ("'=1+1", 'Boyz', -0.5)
    """
    if not isinstance(value, str):
        return value
    text = visible(value)
    return f"'{text}" if text.startswith(FORMULA) else text


# HTML: one page for screens, phones and paper, light or dark. It loads nothing.

STYLE = Path(__file__).with_name("report_files.css")
PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="shoot">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>
{style}</style>
</head>
<body>
<main>
{body}
</main>
</body>
</html>
"""


def html_page(report: Report) -> str:
    style = STYLE.read_text(encoding="utf-8")
    return PAGE.format(title=shown(report.title), style=style, body="\n".join(body(report)))


def body(report: Report) -> Iterator[str]:
    names, pages = (f"table{number}" for number in count(1)), printed(report)
    for page in pages:
        lies = ("across" if page.across else "upright") + (" tight" if page.tight else "")
        yield f'<section class="page {lies}" style="--points: {page.points:g}pt">'
        if page is pages[0]:
            yield f"<h1>{shown(report.title)}</h1>"
            yield from (f'<p class="head">{words(line)}</p>' for line in report.head)
            yield from (f'<p class="lead">{words(line)}</p>' for line in report.lead)
        for sheet in page.sheets:
            yield from drawn(sheet.but(title="") if sheet.title == report.title else sheet, next(names))
        if page is pages[-1]:
            yield from notes(report.notes)
        yield "</section>"


def shown(text: str) -> str:
    """Escape text, also for attributes."""
    return escape(visible(text))


WHOLE = re.compile(r"\d+-\d+|(?<!\S)-{1,2}\w[\w-]*")  # numbers and options that no line may break


def words(text: str) -> str:
    """Escape text for people; a span of numbers, or an option, stays in one line.

    >>> words("in 8 of 10 games 6-12"), words("--chance 80%")
    ('in 8 of 10 games <span class="whole">6-12</span>', '<span class="whole">--chance</span> 80%')
    """
    return WHOLE.sub(r'<span class="whole">\g<0></span>', shown(text))


def drawn(sheet: Sheet, name: str) -> Iterator[str]:
    """Yield one table. `name` is its id."""
    yield '<section class="sheet">'
    sheet = scaled(sheet)
    if sheet.rows and sheet.law:
        yield f'<h2>{shown(sheet.title)}</h2><div class="beside">'
        yield from html_table(sheet.but(title=""), name)
        yield f"{curve(sheet.title, sheet.law)}</div>"
    elif sheet.rows:
        yield from html_table(sheet, name)
    else:
        yield f"<h2>{shown(sheet.title)}</h2><p>{NOTHING}</p>"
    legend = [*sheet.legend(), *(["the stronger the colour, the more"] if sheet.heat else [])]
    line = "; ".join(legend)
    yield from notes([line[0].upper() + line[1:]] if line else [])
    yield "</section>"


def scaled(sheet: Sheet) -> Sheet:
    """Return the table with shares of its greatest number: of the whole table if it has heat, else of each column.

    A distribution has few enough rows to be read: those at its ends, and neighbours, are one.
    """
    if sheet.law:
        sheet = distribution_rows(sheet)
    if sheet.heat:
        cells = [cell for row in sheet.rows for cell in row[1:]]
        chances = any(cell.share is not None for cell in cells)  # a damage without end has another scale
        sizes = {cell: size for cell in cells if (size := cell.share if chances else size_of(cell)) is not None}
        top = sheet.strongest or max(sizes.values(), default=0.0)
        rows = [
            (first, *(other.but(share=sizes[other] / top if other in sizes and top > 0 else None) for other in others))
            for first, *others in sheet.rows
        ]
        return sheet.but(rows=tuple(rows))
    tops = [max(row[i].share or 0.0 for row in sheet.rows) for i in range(len(sheet.columns) if sheet.rows else 0)]
    return sheet.but(rows=tuple(tuple(map(with_bar, row, tops)) for row in sheet.rows))


def with_bar(cell: Cell, top: float) -> Cell:
    """Return the cell with the share of the greatest number of its column."""
    return cell.but(share=cell.share / top) if cell.share else cell


def longest_word(text: str) -> int:
    """Return the columns of the longest word. (That of `styles.py` would import the console, which no file needs.)"""
    return max(map(cell_len, text.split(" ")))


def size_of(cell: Cell) -> float | None:
    return float(cell.value) if isinstance(cell.value, (int, float)) else None


def distribution_rows(sheet: Sheet) -> Sheet:
    """Return the table of a distribution with a row for each outcome that is not rare."""
    from shoot_cli.ui.tables import fold, outcomes

    law, chances = sheet.law, at_least(sheet.law)
    rows = [
        (Cell(outcomes(low, high, len(law) - 1)), chance_cell(p), chance_cell(chances[low]))
        for low, high, p in fold(law, MOST_ROWS)
        if p > 0
    ]
    return sheet.but(rows=tuple(rows))


# The curve: the chance of at least so many, as steps, and where half of all games lie.

MOST_ROWS = 16  # rows of a distribution
CURVE_WIDE, CURVE_TALL = 460, 230  # pixels of the picture
LEFT, RIGHT, TOP, BOTTOM = 44, 12, 26, 34  # margins around the curve, in pixels
TICKS = 8  # most numbers below the curve
FULL, HALF = 1.0, 0.5


def curve(name: str, law: Sequence[float]) -> str:
    """Return a picture of the chance of at least 1, 2, 3 ... as inline SVG. A line and words mark the median."""
    last = max((k for k, p in enumerate(law) if p >= RARE), default=0)
    if last < 2:
        return ""  # one step says no more than its table
    wide, tall = CURVE_WIDE - LEFT - RIGHT, CURVE_TALL - TOP - BOTTOM
    figures = figures_of(law)
    step = wide / last

    def x(number: float) -> float:
        return LEFT + step * number

    def y(chance: float) -> float:
        return TOP + tall * (1 - chance)

    path = f"M{x(0):.1f} {y(0):.1f}" + "".join(
        f"L{x(k):.1f} {y(p):.1f}L{x(k + 1):.1f} {y(p):.1f}" for k, p in enumerate(figures.at_least[1 : last + 1])
    )
    half = figures.median
    middle = x(half - 0.5) if half else x(0)
    side = "end" if half > last / 2 else "start"
    shift = -5 if side == "end" else 5
    lines = "".join(
        f'<line class="rule" x1="{LEFT}" y1="{y(p):.1f}" x2="{LEFT + wide}" y2="{y(p):.1f}"/>'
        f'<text x="{LEFT - 6}" y="{y(p) + 4:.1f}" text-anchor="end">{percent_mark(p)}</text>'
        for p in (0.0, HALF, FULL)
    )
    spacing = -(-last // TICKS)
    marks = "".join(
        f'<text x="{x(k - 0.5):.1f}" y="{y(0) + 15:.1f}" text-anchor="middle">{k}</text>'
        for k in range(spacing, last + 1, spacing)
    )
    words = f"Median {half}: half of all games bring {half} or more"
    return (
        f'<svg class="curve" role="img" viewBox="0 0 {CURVE_WIDE} {CURVE_TALL}" aria-label="{shown(name)}: {words}">'
        f'{lines}{marks}<path class="area" d="{path}L{x(last):.1f} {y(0):.1f}Z"/>'
        f'<line class="median" x1="{middle:.1f}" y1="{TOP - 6}" x2="{middle:.1f}" y2="{y(0):.1f}"/>'
        f'<text class="told" x="{middle + shift:.1f}" y="{TOP - 9}" text-anchor="{side}">median {half}</text>'
        f'<text x="{LEFT + wide / 2:.1f}" y="{CURVE_TALL - 4}" text-anchor="middle">'
        f"chance of at least so many: {shown(name.lower())}</text></svg>"
    )


RARE = 0.0005  # what is rarer than this has no place in the curve


def percent_mark(p: float) -> str:
    return f"{100 * p:.0f}%"


def html_table(sheet: Sheet, name: str) -> Iterator[str]:
    yield f'<div class="box" role="region" tabindex="0" aria-labelledby="{name}">'
    kinds = [kind for kind, holds in (("many", upright(sheet)), ("heat", sheet.heat)) if holds]
    yield f'<table class="{" ".join(kinds)}">' if kinds else "<table>"
    heads = (heading(column, least_wide(sheet, index)) for index, column in enumerate(sheet.columns))
    yield f'<caption id="{name}"><span>{shown(sheet.title)}</span></caption>'
    yield f"<thead><tr>{''.join(heads)}</tr></thead>"
    yield "<tbody>"
    for first, *others in sheet.rows:
        cells = "".join(cell(other, column) for other, column in zip(others, sheet.columns[1:], strict=True))
        folds = [(column.title, other) for other, column in zip(others, sheet.columns[1:], strict=True) if column.folds]
        small = "; ".join(f"{title.lower()} {other.text}" for title, other in folds if other.text)
        folded = f'<small class="folded">{words(small)}</small>' if small else ""
        yield f'<tr><th scope="row">{content(first)}{folded}</th>{cells}</tr>'
    yield "</tbody>"
    yield "</table>"
    yield "</div>"


def heading(column: Column, least: float) -> str:
    """Return a heading. `least` is the smallest width of its column, in ems."""
    kinds = "number folds" if column.folds else "number"
    looks = f' class="{kinds}"' if column.number else f' style="min-width: {least:.4g}em"'
    return f'<th scope="col"{looks}><span>{shown(column.title)}</span></th>'


def cell(cell: Cell, column: Column) -> str:
    looks = ("number", column.number), ("best", cell.best), ("share", cell.share), ("folds", column.folds)
    kinds = [kind for kind, holds in looks if holds]
    kind = f' class="{" ".join(kinds)}"' if kinds else ""
    share = min(1.0, cell.share or 0.0)
    bar = f' style="--share: {100 * share:.4g}%; --heat: {share:.3g}"' if cell.share else ""
    return f"<td{kind}{bar}>{content(cell)}</td>"


def content(cell: Cell) -> str:
    """Return the content of a cell. The sign of the best stands outside, so that numbers stay aligned."""
    text = words(cell.text)
    text = f'<b>{text}<span class="sign">{BEST}</span></b>' if cell.best else text
    return f"{text}<small>{words(cell.below)}</small>" if cell.below else text


def notes(texts: Iterable[str]) -> Iterator[str]:
    lines = [f"<p>{words(text)}</p>" for text in texts]
    if lines:
        yield f'<div class="notes">{"".join(lines)}</div>'
