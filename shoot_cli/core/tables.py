"""Tables of a Markdown file that stands beside the code: data that people read on the web."""

from __future__ import annotations

from functools import cache
from pathlib import Path

Row = dict[str, str]  # cells by the heads of their columns; "" where nothing stands


@cache
def tables(module: str, name: str) -> dict[str, tuple[Row, ...]]:
    """The rows under each heading of the Markdown file ``name`` that stands beside ``module`` (its ``__file__``)."""
    found: dict[str, tuple[Row, ...]] = {}
    heading, heads = "", list[str]()
    for line in Path(module).with_name(name).read_text(encoding="utf-8").splitlines():
        if not line.startswith("|"):
            heading, heads = (line.lstrip("# ") if line.startswith("#") else heading), []
        elif not heads:
            heads = _cells(line)
        elif not line.startswith("|---"):
            found[heading] = (*found.get(heading, ()), dict(zip(heads, _cells(line), strict=True)))
    return found


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip()[1:-1].split("|")]


def also_called(row: Row) -> list[str]:
    """Other names of what a row is about."""
    return [said for said in row.get("also called", "").split("; ") if said]
