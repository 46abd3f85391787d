"""Both armies on one screen: who is hurt or marked with a bar, those that nothing has happened to in one line."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from rich.cells import cell_len
from rich.text import Text

from shoot_cli.core.status import Sides, UnitRow, with_number
from shoot_cli.ui.looks import FIRST, ROOMY, SECOND, fill, left_right, marked, shortened, styled_line, wrapped
from shoot_cli.ui.pips import pips

CELLS = 10  # of a bar
BETWEEN = 2  # columns between the armies
FOLDED = 2  # rows at least for those that nothing has happened to


def armies(sides: Sides, width: int, high: int, whole: bool) -> list[Text]:
    """Side by side where there is room, else one below the other; the first list's player first.

    ``whole``: every unit has its row and all that is to be said of it, however many rows that takes.
    """
    players = list(zip((FIRST, SECOND), sides, strict=False))
    beside = width > ROOMY
    wide = (width - BETWEEN) // 2 if beside else width
    for uncut in (True, whole):  # what is to be said is cut only if there is no room for all of it
        columns = []
        for side, (name, units) in players:
            shown = [unit for unit in units if whole or not untouched(unit)]
            rows = [line for unit in shown for line in unit_lines(unit, wide, uncut)]
            columns.append(([army_head(side, name, units, wide), *rows], [unit for unit in units if unit not in shown]))
        taken = [len(lines) for lines, _ in columns]
        spare = [high - 1 - n if beside else (high - sum(taken) - len(taken)) // len(taken) for n in taken]
        if min(spare, default=0) >= FOLDED:
            break
    made = [
        [fill(line, wide) for line in (*lines, *(folded(rest, wide, max(1, room)) if rest else ()))]
        for (lines, rest), room in zip(columns, spare, strict=True)
    ]
    if not beside:
        return [line for lines in made for line in (styled_line(), *lines)]
    empty = styled_line(" " * wide)
    return [
        styled_line(),
        *(styled_line(left, " " * BETWEEN, right) for left, right in zip_longest(*made, fillvalue=empty)),
    ]


def army_head(side: str, name: str, units: Sequence[UnitRow], width: int) -> Text:
    """`` ▲ Ultramarines      104 of 105 `` in the player's colour: how many models are left."""
    left, start = sum(unit.models_left for unit in units), sum(unit.models_start for unit in units)
    total = f"{left} of {start} "
    return left_right(
        styled_line(marked(side), (shortened(name, width - len(total) - 5), side)),
        styled_line((total, side)),
        width,
        side,
    )


def untouched(unit: UnitRow) -> bool:
    return unit.models_left == unit.models_start and not unit.wounds_note and not unit.marks


def folded(units: Sequence[UnitRow], width: int, room: int) -> list[Text]:
    """``22 untouched: Melta Squad 10, Rhino, …``, in at most so many rows."""
    names = [with_number(unit.name, str(n)) if (n := unit.models_left) > 1 else unit.name for unit in units]
    lines: list[Text] = []
    for kept in range(len(names), -1, -1):
        end = "" if kept == len(names) else f", and {len(names) - kept} more" if kept else ""
        words = f"{len(names)} untouched" + (": " if kept else "") + ", ".join(names[:kept]) + end
        lines = wrapped(styled_line((words, "past")), width - 2)
        if len(lines) <= room:
            break
    return [styled_line(" ", line) for line in lines]


def unit_lines(unit: UnitRow, width: int, whole: bool) -> list[Text]:
    """``Shoota Boyz  13 of 20 ■■■■■■□□□□`` and what is to be remembered; a single model has what it has left instead.

    In short all that is remembered is one line.
    """
    gone = "past" if not unit.models_left else ""
    notes = [note for note in (*unit.marks, unit.hurt) if note]
    if unit.models_start == 1:
        notes = notes if unit.models_left else ["destroyed", *notes]
        name = shortened(unit.name, width - 4)
        right = ", ".join(notes)
        if cell_len(name) + cell_len(right) + 4 <= width:
            return [left_right(styled_line((f" {name}", gone)), styled_line((f"{right} ", "past")), width)]
        return [styled_line((f" {name}", gone)), *noted([right], width, whole)]
    digits = f"{unit.models_left:>3} ", f"of {unit.models_start:<4}"
    room = width - CELLS - 12
    own_line = whole and cell_len(unit.name) > room  # a long name, such as of those who joined, is not cut
    name = "" if own_line else shortened(unit.name, room)
    cells = min(unit.models_start, CELLS)
    standing = max(int(unit.models_left > 0), round(cells * unit.models_left / unit.models_start))
    line = styled_line(
        (f" {name}{' ' * (room - cell_len(name))}", gone), (digits[0], gone or "strong"), (digits[1], gone)
    )
    line.append_text(pips(standing, 0, cells - standing))
    above = [styled_line((f" {shortened(unit.name, width - 2)}", gone))] if own_line else []
    return [*above, line, *noted(notes, width, whole)]


def noted(notes: Sequence[str], width: int, whole: bool) -> list[Text]:
    words = ", ".join(notes)
    if not words:
        return []
    if not whole:
        return [styled_line("   ", (shortened(words, width - 4), "past"))]
    return [styled_line("   ", line) for line in wrapped(styled_line((words, "past")), width - 4)]
