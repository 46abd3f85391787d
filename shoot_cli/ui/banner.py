"""The one loud thing on the screen: a bar in the colour of whoever must act, with the act and its numbers."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.text import Text

from shoot_cli.core.visible import visible
from shoot_cli.ui.looks import MARKS, ROOMY, fill, left_right, shortened, styled_line, wrapped

# Three columns and five half rows for each sign.
DIGITS = {
    "0": "111101101101111", "1": "010110010010111", "2": "111001111100111", "3": "111001111001111",
    "4": "101101111001001", "5": "111100111001111", "6": "111100111101111", "7": "111001001001001",
    "8": "111101111101111", "9": "111101111001111", "+": "000010111010000", ":": "000010000010000",
    "-": "000000111000000",
}  # fmt: skip


LEAST = 12  # columns of whose a bar is, cut where there is no room for more


def large(text: str) -> list[str]:
    """Digits and ``+ : -`` in three rows of half blocks, the last half row of them air.

    :raises KeyError: a sign that has no large form
    """
    rows = []
    for top in (0, 2, 4):
        signs = []
        for sign in text:
            bits = DIGITS[sign]
            halves = [(bits[top * 3 + x] == "1", top < 4 and bits[(top + 1) * 3 + x] == "1") for x in range(3)]
            signs.append("".join(" ▄▀█"[upper * 2 + lower] for upper, lower in halves))
        rows.append(" ".join(signs))
    return rows


def is_large(word: str) -> bool:
    """True if it is made of digits and signs that are drawn large: ``11``, ``4+``."""
    return bool(word) and all(sign in DIGITS for sign in word)


def banner(side: str, pieces: Sequence[str], right: Sequence[str], width: int) -> list[Text]:
    """Four rows: ``ROLL 11 DICE 4+ to wound``, its numbers large. ``right``: up to three short lines at the edge.

    What does not fit at the right is left out; words that do not fit beside the numbers are cut, so say the act first.
    """
    gap = "  " if width > ROOMY else " "
    rows = [styled_line((" ", side)) for _ in range(3)]
    for place, piece in enumerate(pieces):
        last = place == len(pieces) - 1
        block = large(piece) if is_large(piece) else ["", shortened(piece, width - rows[1].cell_len - 1), ""]
        wide = 0 if last and not is_large(piece) else max(map(cell_len, block))
        for row, cells in zip(rows, block, strict=True):
            row.append(cells + " " * (wide - cell_len(cells)) + ("" if last and not is_large(piece) else gap), side)
    for row, words in zip(rows, [*right, "", "", ""][:3], strict=True):
        room = width - row.cell_len - 2
        words = shortened(words, room) if room > 5 else words[:1] if room > 0 else ""  # whose it is, if no more
        row.append(" " * max(0, width - row.cell_len - cell_len(words) - 1) + words + " ", side)
        row.truncate(width)
    return [styled_line(("▄" * width, f"{side}_edge" if side else "")), *rows]


def one_row(side: str, pieces: Sequence[str], right: Sequence[str], width: int) -> list[Text]:
    """The same without large numbers: for low screens, and those that cannot draw them."""
    return asked(side, " ".join(pieces), next(iter(right), ""), width)


def asked(side: str, words: str, right: str, width: int) -> list[Text]:
    """A bar of one row, of more where the words need them, with whose it is at the right: in a row of its own, if need
    be."""
    lines = [styled_line((f" {one.plain.rstrip()}", side)) for one in wrapped(styled_line(words), width - 2)]
    room = width - lines[-1].cell_len - 3
    if right and room < min(cell_len(right), LEAST):
        lines, room = [*lines, styled_line()], width - 1
    last = lines.pop()
    who = styled_line((f"{shortened(right, room)} ", side)) if right else styled_line()
    return [*(fill(line, width, side) for line in lines), left_right(last, who, width, side)]


def whose(side: str, name: str) -> str:
    """A player with the mark: ``▲ Ultramarines``; "" where there is but one."""
    return f"{MARKS[side]} {visible(name)}".strip() if name else ""
