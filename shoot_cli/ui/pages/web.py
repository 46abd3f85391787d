"""A report as one web page: for a screen, light or dark, for a phone, and for paper. It asks nobody for anything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from itertools import count
from pathlib import Path

from shoot_cli.attacks.sheet import BEST, NOTHING, Cell, Column, Report, Sheet
from shoot_cli.core.visible import visible
from shoot_cli.ui.pages.paper import least_wide, printed, upright

STYLE = Path(__file__).with_name("web.css")
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
    names, papers = (f"table{number}" for number in count(1)), printed(report)
    for one in papers:
        lies = "across" if one.across else "upright"
        yield f'<section class="page {lies}" style="--points: {one.points:g}pt">'
        if one is papers[0]:
            yield f"<h1>{shown(report.title)}</h1>"
        for sheet in one.sheets:
            yield from drawn(sheet.but(title="") if sheet.title == report.title else sheet, next(names))
        if one is papers[-1]:
            yield from notes(report.notes)
        yield "</section>"


def shown(text: str) -> str:
    """Text as text, also between quotes."""
    return escape(visible(text))


def drawn(sheet: Sheet, name: str) -> Iterator[str]:
    """One table. ``name``: by which the box that scrolls says whose it is."""
    yield '<section class="sheet">'
    if sheet.rows:
        yield from html_table(sheet, name)
    else:
        yield f"<h2>{shown(sheet.title)}</h2><p>{NOTHING}</p>"
    yield from notes([*sheet.legend(), *sheet.notes])
    yield "</section>"


def html_table(sheet: Sheet, name: str) -> Iterator[str]:
    yield f'<div class="box" role="region" tabindex="0" aria-labelledby="{name}">'
    yield '<table class="many">' if upright(sheet) else "<table>"
    heads = (heading(column, least_wide(sheet, place)) for place, column in enumerate(sheet.columns))
    yield f'<caption id="{name}"><span>{shown(sheet.title)}</span></caption>'
    yield f"<thead><tr>{''.join(heads)}</tr></thead>"
    yield "<tbody>"
    for first, *others in sheet.rows:
        cells = "".join(cell(one, column) for one, column in zip(others, sheet.columns[1:], strict=True))
        yield f'<tr><th scope="row">{content(first)}</th>{cells}</tr>'
    yield "</tbody>"
    yield "</table>"
    yield "</div>"


def heading(column: Column, least: float) -> str:
    """``least``: as wide as the column has to be, where words in it may be broken."""
    looks = ' class="number"' if column.number else f' style="min-width: {least:.4g}em"'
    return f'<th scope="col"{looks}><span>{shown(column.title)}</span></th>'


def cell(cell: Cell, column: Column) -> str:
    kinds = [kind for kind, so in (("number", column.number), ("best", cell.best), ("share", cell.share)) if so]
    kind = f' class="{" ".join(kinds)}"' if kinds else ""
    bar = f' style="--share: {100 * min(1.0, cell.share):.4g}%"' if cell.share else ""
    return f"<td{kind}{bar}>{content(cell)}</td>"


def content(cell: Cell) -> str:
    """The sign of the best hangs out at the right, so that numbers stand below each other."""
    text = shown(cell.text)
    return f'<b>{text}<span class="sign">{BEST}</span></b>' if cell.best else text


def notes(texts: Iterable[str]) -> Iterator[str]:
    lines = [f"<p>{shown(text)}</p>" for text in texts]
    if lines:
        yield f'<div class="notes">{"".join(lines)}</div>'
