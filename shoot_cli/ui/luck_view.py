"""Luck as a needle: to the right what is better for whoever threw, the further the rarer."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import NormalDist

from rich.text import Text

from shoot_cli.core.luck import ALL, EXPECTED, MORE, SLAIN, LuckRow
from shoot_cli.core.luck_report import LuckReport
from shoot_cli.core.percent import percent
from shoot_cli.ui.chances import came, notes_of
from shoot_cli.ui.looks import FIRST, ROOMY, SECOND, fill, marked, shortened, styled_line, wrapped

MOST = 1.7  # as far off as the needle goes, in standard deviations: about one game in twenty


def needles(found: LuckReport, first: str, apart: bool, width: int) -> list[Text]:
    """A bar for each player and a line for each kind of dice. ``first``: the player with the first mark.

    ``apart``: dice thrown by hand and by the app have lines of their own.
    """
    lines = [styled_line()]
    half = 10 if width > ROOMY else 5
    for name in dict.fromkeys(row.side for row in found.rows):
        own = [row for row in found.rows if row.side == name and (apart or row.by == ALL)]
        side = FIRST if name == first else SECOND
        lines.append(fill(styled_line(marked(side), (f"{shortened(name, width - 4)} ", side)), width, side))
        lines.append(heads(half, width))
        lines += [needle(row, half, width) for row in own]
        lines.append(styled_line())
    lines += [
        styled_line("  ", line) for note in notes_of(found) for line in wrapped(styled_line((note, "past")), width - 3)
    ]
    return lines


def heads(half: int, width: int) -> Text:
    if width > ROOMY:
        gauge = "worse  ◄   ►  better".center(2 * half + 1)
        return styled_line((f"  {'':<12}{'came':<12}{'expected':>9}   {gauge}   so far off", "past"))
    return styled_line((f"  {'':<7}{'':<11}{'bad ◄ ► good'.center(2 * half + 1)}", "past"))


def needle(row: LuckRow, half: int, width: int) -> Text:
    """``hits     107 of 165    114.2   ────■────│──────────   12.5%``, or ``few dice`` in words."""
    gauge = dial(needle_column(row, half), half)
    chance = ("few attacks" if row.kind == SLAIN else "few dice") if row.small else percent(row.chance)
    if width > ROOMY:
        name = shortened(name_of(row), 12)
        return styled_line(
            f"  {name:<12}", (f"{came(row):<12}", "strong"), f"{row.expected:>9.1f}   ", gauge, f"   {chance:>10}"
        )
    name = shortened(name_of(row), 6)
    chance = "few" if row.small else chance
    return styled_line(f"  {name:<7}", (f"{shortened(came(row), 10):<10}", "strong"), " ", gauge, f" {chance:>6}")


def name_of(row: LuckRow) -> str:
    return row.kind.removesuffix(" rolls") if row.by == ALL else f" {row.by}"


def needle_column(row: LuckRow, half: int) -> int:
    """Columns from the middle, to the right if more came than was expected; a step for whatever is off at all."""
    if row.direction == EXPECTED or row.chance >= 0.5:
        return 0
    off = -NormalDist().inv_cdf(max(row.chance, 1e-9))
    steps = min(half, max(1, round(off / MOST * half)))
    return steps if row.direction == MORE else -steps


def dial(at: int, half: int) -> Text:
    cells = ["─"] * (2 * half + 1)
    cells[half], cells[half + at] = "│", "■"
    low, high = sorted((half, half + at))
    parts: Sequence[tuple[str, str]] = [
        ("".join(cells[:low]), "past"),
        ("".join(cells[low : high + 1]), "strong"),
        ("".join(cells[high + 1 :]), "past"),
    ]
    return styled_line(*parts)
