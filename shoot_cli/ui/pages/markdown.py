"""A report as Markdown, with tables as GitHub and most others have them."""

from __future__ import annotations

import re

from rich.cells import cell_len

from shoot_cli.attacks.sheet import BEST, NOTHING, Cell, Column, Report, Sheet
from shoot_cli.core.visible import visible

MEANS_SOMETHING = re.compile(r"([\\`*_{}\[\]|~$#@!^]|(?<=:)/(?=/)|(?<=www)\.)", re.IGNORECASE)
AT_THE_BEGINNING = re.compile(r"^([-+=]|\d+(?=[.)](?:\s|$)))")  # of a paragraph: a list, a rule, a heading
ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def markdown_page(report: Report) -> str:
    parts = [f"# {escaped(report.title)}"]
    for sheet in report.sheets:
        if sheet.title and sheet.title != report.title:
            parts.append(f"## {escaped(sheet.title)}")
        parts.append(markdown_table(sheet) if sheet.rows else NOTHING)
        parts += map(paragraph, (*sheet.legend(), *sheet.notes))
    parts += map(paragraph, report.notes)
    return "\n\n".join(parts) + "\n"


def markdown_table(sheet: Sheet) -> str:
    """Columns stand below each other in the source too."""
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
    """The best is bold, and has the sign."""
    text = escaped(cell.text)
    return f"**{text}** {escaped(BEST)}" if cell.best and text else text


def paragraph(text: str) -> str:
    r"""
    >>> paragraph("- 1"), paragraph("3. Rhino"), paragraph("3.5 Rhinos")
    ('\\- 1', '3\\. Rhino', '3.5 Rhinos')
    """
    return AT_THE_BEGINNING.sub(
        lambda found: f"{found[0]}\\" if found[0].isdigit() else f"\\{found[0]}", escaped(text.strip())
    )


def escaped(text: str) -> str:
    r"""Text that is read as it is written: no markup, no HTML, no line break, no link.

    >>> escaped("<b>a|b</b> *1*")
    '&lt;b&gt;a\\|b&lt;/b&gt; \\*1\\*'
    """
    return MEANS_SOMETHING.sub(r"\\\1", visible(text)).translate(ENTITIES)
