"""Who stands and who has fallen, as a bar: one sign for each model where they fit."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.text import Text

from shoot_cli.core.record import Record
from shoot_cli.ui.looks import ROOMY, said, shortened


class Kind(Record):
    """Models of one kind, or a unit: standing, slain just now, slain before. ``note``: wounds left, marks."""

    name: str
    standing: int
    slain: int = 0
    before: int = 0
    note: str = ""


def pips(standing: int, slain: int, before: int, cells: int = 40) -> Text:
    """``■■■××□``: ■ standing, × slain now, □ slain before; scaled down where they are more than ``cells``."""
    shares = [standing, slain, before]
    total = sum(shares)
    if total > cells:
        shares = [max(round(n * cells / total), int(n > 0)) for n in shares]
    return said("■" * shares[0], ("×" * shares[1], "bad"), ("□" * shares[2], "past"))


def kinds(rows: Sequence[Kind], width: int) -> list[Text]:
    """A line for each: ``Boy  13 of 17  ■■■■■××××  note``."""
    cells = 20 if width > ROOMY else 12
    most = max((cell_len(row.name) for row in rows), default=0)
    digits = max((len(str(row.standing + row.slain + row.before)) for row in rows), default=1)
    room = min(most, width - cells - 2 * digits - 12)
    lines = []
    for row in rows:
        total = row.standing + row.slain + row.before
        count = f"{row.standing:>{digits}} of {total:<{digits}}"
        name = shortened(row.name, room)
        line = said("  ", name, " " * (room - cell_len(name) + 2), (count, "strong" if row.slain else ""), "  ")
        line.append_text(pips(row.standing, row.slain, row.before, cells))
        if row.note and line.cell_len + cell_len(row.note) + 2 > width:
            lines.append(line)
            line = said("    ", (shortened(row.note, width - 5), "past"))
        elif row.note:
            line.append_text(said((f"  {row.note}", "past")))
        lines.append(line)
    return lines
