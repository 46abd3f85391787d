"""A report as CSV: one table, in full precision, for spreadsheets and programs."""

from __future__ import annotations

import csv
from io import StringIO

from shoot_cli.attacks.sheet import Report, Value
from shoot_cli.core.visible import visible

FORMULA = ("=", "+", "-", "@")  # what a spreadsheet takes for more than text
TABLE = "table"


def csv_page(report: Report) -> str:
    """One row a line, below the keys of the columns; lines end with CR LF. What is not there is empty.

    Of several tables each row begins with the title of its own, and has all the columns that any of them has.
    """
    several = len(report.sheets) > 1
    keys = dict.fromkeys(column.key for sheet in report.sheets for column in sheet.columns)
    text = StringIO()
    lines = csv.writer(text)
    lines.writerow(map(safe, [*([TABLE] if several else []), *keys]))
    for sheet in report.sheets:
        for row in sheet.records():
            lines.writerow(map(safe, [*([sheet.title] if several else []), *map(row.get, keys)]))
    return text.getvalue()


def safe(value: Value) -> Value:
    """Text that no spreadsheet works out and no terminal obeys; numbers as they are.

    >>> safe("=1+1"), safe("Boyz"), safe(-0.5)
    ("'=1+1", 'Boyz', -0.5)
    """
    if not isinstance(value, str):
        return value
    text = visible(value)
    return f"'{text}" if text.startswith(FORMULA) else text
