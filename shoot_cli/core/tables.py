"""Tables of a Markdown file that stands beside the code: data that people read on the web."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from pathlib import Path


class Misprint(ValueError):
    """A page that is not in form: its file and line, and what is wrong there."""

    def __init__(self, page: str, line: int, wrong: str) -> None:
        super().__init__(f"{page}:{line}: {wrong}")


class TableRow(dict[str, str]):
    """Cells by the heads of their columns; "" where nothing stands. ``page`` and ``line``: where the row stands."""

    __slots__ = ("line", "page")

    def __init__(self, page: str, line: int, heads: list[str], cells: list[str]) -> None:
        super().__init__(zip(heads, cells, strict=True))
        self.page, self.line = page, line

    def __missing__(self, head: str) -> str:
        raise self.wrong(f"no column “{head}” here; {_instead(head, self)}")

    def among(self, head: str, words: Collection[str]) -> str:
        """The word that stands there, which is one of these. Raises Misprint."""
        if (said := self[head]) not in words:
            raise self.wrong(f"“{said}” is not known under “{head}”; {_instead(said, words)}")
        return said

    def wrong(self, why: str) -> Misprint:
        return Misprint(self.page, self.line, why)


def is_ruler(line: str) -> bool:
    """True of what Markdown wants below the heads of a table: ``|---|---|``. (A pattern would cost every start.)"""
    cells = line.split("|")
    return len(cells) > 2 and not cells[0] + cells[-1] and all({*cell.strip()} == {"-"} for cell in cells[1:-1])


@cache
def tables(module: str, name: str) -> dict[str, tuple[TableRow, ...]]:
    """The rows under each heading of the Markdown file ``name`` that stands beside ``module`` (its ``__file__``).

    Raises Misprint.
    """
    found: dict[str, list[TableRow]] = {}
    heading, heads, below = "", list[str](), 0
    file = Path(module).with_name(name)
    page = f"{file.parent.name}/{name}"
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.startswith("|"):
            heading, heads = (line.lstrip("# ") if line.startswith("#") else heading), []
            continue
        cells = [cell.strip() for cell in line.strip()[1:].split("|")]
        if cells.pop():
            raise Misprint(page, number, "the row does not end with |")
        if not heads:
            heads, below = cells, number + 1
        elif len(cells) != len(heads):
            raise Misprint(page, number, f"{len(cells)} cells, where the table has {len(heads)}")
        elif number != below:
            found.setdefault(heading, []).append(TableRow(page, number, heads, cells))
        elif not is_ruler(line.strip()):
            raise Misprint(page, number, "below the heads of a table stands a line as |---|---|")
    return {heading: tuple(rows) for heading, rows in found.items()}


def _instead(said: str, words: Collection[str]) -> str:
    """What somebody who misspelt it may have meant."""
    from difflib import get_close_matches  # only when something is misspelt

    near = get_close_matches(said, words, n=1)
    return f"did you mean “{near[0]}”?" if near else f"known are {', '.join(filter(None, words))}"


def also_called(row: TableRow) -> list[str]:
    """Other names of what a row is about."""
    return [said for said in row.get("also called", "").split("; ") if said]
