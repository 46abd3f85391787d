"""Who stands and who has fallen, as a bar: one sign for each model where they fit."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.text import Text

from shoot_cli.core.record import Record
from shoot_cli.core.status import Gauge
from shoot_cli.ui.looks import ROOMY, shortened, styled_line, wrapped


class ModelBar(Record):
    """Models of one kind, or a unit: standing, slain just now, slain before; or its points, such as hull points.

    ``note``: wounds left, marks. ``worn``: the name of those points. ``about``: what is to be known when it is shot at.
    """

    name: str
    standing: int
    slain: int = 0
    before: int = 0
    note: str = ""
    worn: str = ""
    about: str = ""


def pips(standing: int, slain: int, before: int, cells: int = 40) -> Text:
    """``■■■××□``: ■ standing, × slain now, □ slain before; scaled down where they are more than ``cells``."""
    shares = [standing, slain, before]
    total = sum(shares)
    if total > cells:
        shares = [max(round(n * cells / total), int(n > 0)) for n in shares]
    return styled_line("■" * shares[0], ("×" * shares[1], "bad"), ("□" * shares[2], "past"))


def gauges(rows: Sequence[Gauge], width: int, most: int) -> list[Text]:
    """A line for each: ``Main Tank 2  ■×  1 hit now``; in at most so many, those that nothing happened to are told in
    one or left out; where that is too long still, there are none but those that fill up: ``Shock  ●○○``.
    """
    if len(rows) > most:
        still = [row for row in rows if not (row.fills or row.lost or row.note)]
        rows = [row for row in rows if row not in still]
        more = [styled_line((f"  {len(still)} more untouched", "past"))] if still and len(rows) < most else []
        if len(rows) > most:
            rows = [row for row in rows if row.fills]
        return [*gauges(rows, width, most), *more] if len(rows) <= most else []
    room = min(max((cell_len(row.name) for row in rows), default=0), width - 24)
    lines = []
    for row in rows:
        name, silent = shortened(row.name, room), not row.left + row.lost + row.gone
        line = styled_line("  ", (name, "past" if silent else ""), " " * (room - cell_len(name) + 2))
        if row.fills:
            line.append_text(styled_line(("●" * row.left, "strong"), "○" * row.gone))
        else:
            line.append_text(pips(row.left, row.lost, row.gone))
        at = room + 12  # notes stand below each other
        note = f"{' ' * max(2 * (line.cell_len > 2), at - line.cell_len)}{row.note}" if row.note else ""
        line.append_text(styled_line((shortened(note, width - line.cell_len - 1), "past")))
        lines.append(line)
    return lines


def kinds(rows: Sequence[ModelBar], width: int) -> list[Text]:
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
        line = styled_line("  ", name, " " * (room - cell_len(name) + 2), (count, "strong" if row.slain else ""), "  ")
        line.append_text(pips(row.standing, row.slain, row.before, cells))
        if row.note and line.cell_len + cell_len(row.note) + 2 > width:
            lines.append(line)
            line = styled_line("    ", (shortened(row.note, width - 5), "past"))
        elif row.note:
            line.append_text(styled_line((f"  {row.note}", "past")))
        lines.append(line)
    return lines


def hulls(rows: Sequence[ModelBar], whole: str, width: int) -> list[Text]:
    """What has armour, a line for each: ``side armour 11 of 13/11/10  hull points ■■×  2 of 3 left``.

    ``whole``: the name of the target, which stands above already.
    """
    lines = []
    for row in rows:
        total = row.standing + row.slain + row.before
        line = styled_line("  ", (f"{row.name}  " if row.name != whole else ""), (row.about, "strong"))
        if row.worn:
            line.append(f"  {row.worn} " if width > ROOMY else "  ")
            line.append_text(pips(row.standing, row.slain, row.before, 20 if width > ROOMY else 12))
        for count in () if not row.worn else (f"  {row.standing} of {total} left", f" {row.standing} of {total}"):
            if line.cell_len + len(count) <= width:
                line.append(count)
                break
        first, *rest = wrapped(line, width - 4) if line.cell_len > width else [line]
        lines += [first, *(styled_line("    ", more) for more in rest)]
    return lines
