"""Styles, and small drawings: lines, dice, rows of models."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.errors import StyleSyntaxError
from rich.style import Style
from rich.text import Text
from rich.theme import Theme

from shoot_cli.asked.scene import FIRST, MARKS, SECOND, ModelBar
from shoot_cli.engine.names import visible
from shoot_cli.engine.ruleset import Gauge

if TYPE_CHECKING:
    from collections.abc import Iterable


COLOURS = "SHOOT_COLOURS"  # environment variable with two other colours
USUAL_COLOURS = ("blue", "yellow")
UNDER_WHITE_TEXT = ("blue", "red", "magenta")  # backgrounds for white text; others have black text
STYLES = {
    "strong": "bold",
    "past": "dim",
    "hint": "dim",
    "passed": "bold reverse",  # a die
    "failed": "dim",
    "counted": "bold bright_white on magenta",  # a die with a face that is counted separately: " 6!"
    "bad": "bold red",  # refusals, JAM, slain models; always with a word or a sign
    "good": "bold green",
    "new": "bold underline",  # in a bar, which is bold itself: what was told a moment ago
    "here": "bold reverse",  # the row that Enter takes, always with ►
    "lit": "bold underline",  # typed letters in a name
    "key": "bold",
}
WITHOUT_COLOUR = {"counted": "bold reverse", "bad": "bold", "good": "bold"}
ROOMY = 60  # screens with more columns have room for whole words


def colours() -> tuple[str, str]:
    """Return the background of each player: from `SHOOT_COLOURS` if it has two colours, or else the usual ones."""
    names = tuple(name.strip().casefold() for name in os.environ.get(COLOURS, "").split(","))
    if len(names) == 2 and names[0] != names[1] and all(_is_colour(name) for name in names):
        return names[0], names[1]
    return USUAL_COLOURS


def _is_colour(name: str) -> bool:
    try:
        return bool(name) and Style.parse(f"on {name}").bgcolor is not None
    except StyleSyntaxError:
        return False


def theme(colour: bool) -> Theme:
    """Return all styles by name. Without colour, both players have reverse bars and differ by their marks."""
    styles = STYLES if colour else STYLES | WITHOUT_COLOUR
    for side, name in zip((FIRST, SECOND), colours(), strict=True):
        bar = f"bold {'bright_white' if name in UNDER_WHITE_TEXT else 'black'} on {name}" if colour else "bold reverse"
        styles = styles | {side: bar, f"{side}_edge": name if colour else "none"}
    return Theme(styles)


def with_theme(console: Console) -> Console:
    """Add our theme to the console, and return the console."""
    console.push_theme(theme(not console.no_color and console.color_system is not None))
    return console


def print_lines(console: Console, lines: Iterable[Text]) -> None:
    """Print drawn lines with our theme."""
    with console.use_theme(theme(not console.no_color and console.color_system is not None)):
        for line in lines:
            console.print(line, end="\n", crop=False)


Part = str | tuple[str, str] | Text


def styled_line(*parts: Part) -> Text:
    """Return a line made of words, (words, style) or Text. Control characters become visible; markup is plain text."""
    line = Text(no_wrap=True, end="")
    for part in parts:
        if isinstance(part, Text):
            line.append_text(part)
        elif isinstance(part, tuple):
            line.append(visible(part[0]), part[1])
        else:
            line.append(visible(part))
    return line


def fill(line: Text, width: int, style: str = "") -> Text:
    """Fill the line with spaces up to `width`."""
    line.append(" " * max(0, width - line.cell_len), style)
    return line


def left_right(left: Text, right: Text, width: int, style: str = "") -> Text:
    """Return a line of this width. The right words stand at its right edge; without room they are left out."""
    room = width - left.cell_len - right.cell_len
    if room < 1:
        return fill(left, width, style)
    return left.append(" " * room, style).append_text(right)


def longest_word(text: str) -> int:
    return max(map(cell_len, text.split(" ")))


def wrapped(line: Text, width: int) -> list[Text]:
    """Return the line in lines of at most `width` columns, wrapped between words."""
    if line.cell_len <= width:
        return [line]
    line = line.copy()
    line.no_wrap = False
    return list(line.wrap(_WRAPPING_CONSOLE, max(4, width), no_wrap=False, overflow="fold"))


_WRAPPING_CONSOLE = Console(width=80, force_terminal=False, color_system=None)  # wrapping only needs its width


def indented(line: Text, width: int, by: int = 2) -> list[Text]:
    return [styled_line(" " * by, part) for part in wrapped(line, width - by - 1)]


def shortened(words: str, room: int) -> str:
    """Shorten words to `room` columns, with dots at the end."""
    words = visible(words)
    if cell_len(words) <= room:
        return words
    return f"{set_cell_size(words, room - 1).rstrip()}…" if room > 1 else ""


def player_mark(side: str) -> tuple[str, str]:
    """Return the player's mark in the player's colour."""
    return (f" {MARKS[side]} ", side) if side else ("", "")


def title_line(side: str, left: str, right: str, width: int) -> Text:
    """Return the line above a prompt: `─ ▲ Ultramarines · turn 1 ───────── 4 of 25 have shot ─`."""
    tail = styled_line((f" {right} ─", "past")) if right else styled_line()
    head = styled_line(("─", "past"), player_mark(side))
    if head.cell_len + cell_len(visible(left)) + 3 + tail.cell_len > width:
        tail = styled_line()
    name, point, when = visible(left).rpartition(" · ")  # only the name may be long
    name = shortened(name, width - head.cell_len - 3 - cell_len(point + when))
    head.append_text(styled_line((f" {name}{point}{shortened(when, width - head.cell_len - 3)} ", "past")))
    return styled_line(head, ("─" * max(0, width - head.cell_len - tail.cell_len), "past"), tail)


def key_row(pairs: Iterable[tuple[str, str]], width: int) -> Text:
    """Return `? why  u undo  Space more`: as many keys as fit, and always the last one."""
    shown = list(pairs)
    while len(shown) > 1 and sum(cell_len(key) + cell_len(word) + 3 for key, word in shown) - 1 > width:
        shown.pop(-2)
    line = styled_line(" ")
    for key, word in shown:
        line.append_text(styled_line((key, "key"), (f" {word}  ", "hint")))
    line.rstrip()
    return line


def full_screen(title: str, right: str, body: list[Text], foot: Text, width: int) -> list[Text]:
    """Return a full screen: title, body and a line of keys."""
    head = left_right(
        styled_line((f" {title}", "here")), styled_line((f"{right} " if right else "", "here")), width, "here"
    )
    return [head, *body, foot]


# Dice and charts

SIGNS = {"arrow": "→"}  # drawings of named sides
LEAD = 10  # columns of the label before the dice


def die(face: str, style: str) -> Text:
    """Return ` 6 `, or ` 6!` in the style "counted". A die with named sides shows the name or an arrow."""
    face = SIGNS.get(face.casefold(), face)
    return styled_line((f" {face}{'!' if style == 'counted' else ' '}", style))


def dice(
    label: str,
    passed: Sequence[str],
    failed: Sequence[str],
    width: int,
    *,
    counted: Collection[str] = (),
    end: str = "",
    lead: int = LEAD,
) -> list[Text]:
    """Return the dice, passed ones bright and first. More than two rows are grouped by face: ` 6 ×5`.

    `counted` has the faces that are marked with `!`. `end` is the result, printed behind the dice. `lead` is the
    width of the label on a wide screen.
    """

    def style(face: str, other: str) -> str:
        return "counted" if face in counted else other

    lead = max(lead, len(label) + 1) if width > ROOMY and label else 0
    passed_chips = [die(face, style(face, "passed")) for face in passed]
    failed_chips = [die(face, style(face, "failed")) for face in failed]
    if sum(chip.cell_len + 1 for chip in [*passed_chips, *failed_chips]) > 2 * (width - 3 - lead):
        passed_chips = [
            styled_line(die(face, style(face, "passed")), (f"×{len(list(run))}", "strong"))
            for face, run in groupby(passed)
        ]
        failed_chips = [
            styled_line(die(face, style(face, "failed")), (f"×{len(list(run))}", "past"))
            for face, run in groupby(failed)
        ]
    lines = [styled_line("  ", (label, "past"))] if label and not lead else []
    line = styled_line("  ", (label.ljust(lead), "past")) if lead else styled_line("  ")
    for index, chip in enumerate([*passed_chips, *failed_chips]):
        if index == len(passed_chips) and passed_chips:
            line.append(" ")
        if line.cell_len + chip.cell_len + 1 > width:
            lines.append(line)
            line = styled_line(" " * (2 + lead))
        line.append_text(chip).append(" ")
    if end and line.cell_len + len(end) + 1 > width:
        lines.append(line)
        line = styled_line(" " * (1 + lead))
    if end:
        line.append_text(styled_line((f" {end}", "strong")))
    return [*lines, line]


def dice_in_order(label: str, sets: Sequence[Sequence[tuple[str, bool]]], width: int, end: str) -> list[Text]:
    """Return the dice of several sets, set after set, each die with its face and whether it passed. A set stays
    together; `end` is printed behind the dice."""
    lead = max(LEAD, len(label) + 1) if width > ROOMY and label else 0
    lines = [styled_line("  ", (label, "past"))] if label and not lead else []
    line = styled_line("  ", (label.ljust(lead), "past")) if lead else styled_line("  ")
    for run in sets:
        chips = styled_line(*(die(face, "passed" if met else "failed") for face, met in run), " " * (len(run) > 1))
        if line.cell_len + chips.cell_len > width:
            lines.append(line)
            line = styled_line(" " * (2 + lead))
        line.append_text(chips).append(" ")
    if line.cell_len + len(end) + 1 > width:
        lines.append(line)
        line = styled_line(" " * (1 + lead))
    line.append_text(styled_line((f" {end}", "strong")))
    return [*lines, line]


def chart(
    rows: Sequence[tuple[str, str]], width: int, lit: Mapping[str, int] | None = None, thrown: Sequence[int] = ()
) -> list[Text]:
    """Return a chart that has a result for each face: side by side if it fits, otherwise one row per line.

    `rows` has pairs of faces ("5 6") and result. `lit` counts the results that occurred by their words; None before
    the roll. `thrown` has the faces that were rolled, if they are known.
    """

    def times(faces: str, words: str) -> int:
        """Return how often this row occurred. Two rows may have the same words, so count faces if known."""
        n = (lit or {}).get(words, 0)
        return sum(str(face) in faces.split() for face in thrown) if n and thrown else n

    def words_of(faces: str, words: str) -> str:
        n = times(faces, words)
        return f"►{words}{f' ×{n}' if n > 1 else ''}" if n else words

    def style_of(faces: str, words: str) -> str:
        return "" if lit is None else "here" if times(faces, words) else "past"

    def chips(faces: str, words: str) -> Text:
        line = styled_line()
        for face in faces.split():
            is_lit = lit is not None and (int(face) in thrown if thrown else words in lit)
            line.append_text(die(face, "passed" if lit is None or is_lit else "failed")).append(" ")
        return line

    if not rows:
        return []
    drawn = [(chips(faces, words), words_of(faces, words), style_of(faces, words)) for faces, words in rows]
    widths = [max(heads.cell_len - 1, cell_len(words)) + 2 for heads, words, _ in drawn]
    if sum(widths) + 2 <= width:
        above, below = styled_line("  "), styled_line("  ")
        for (heads, words, style), room in zip(drawn, widths, strict=True):
            above.append_text(heads).append(" " * (room - heads.cell_len))
            below.append_text(styled_line((words, style), " " * (room - cell_len(words))))
        return [above, below]
    most = max(heads.cell_len for heads, _, _ in drawn)
    lines = []
    for heads, words, style in drawn:
        first, *more = wrapped(styled_line((words, style)), width - most - 4)
        lines.append(styled_line("  ", heads, " " * (most - heads.cell_len + 1), first))
        lines += [styled_line(" " * (most + 3), line) for line in more]
    return lines


# Bars of models: one sign for each model if there is room


def model_signs(standing: int, slain: int, before: int, cells: int = 40) -> Text:
    """Return `■■■××□`: ■ is standing, × slain now, □ slain before. More than `cells` signs are scaled down."""
    shares = [standing, slain, before]
    total = sum(shares)
    if total > cells:
        shares = [max(round(n * cells / total), int(n > 0)) for n in shares]
    return styled_line("■" * shares[0], ("×" * shares[1], "bad"), ("□" * shares[2], "past"))


def gauge_lines(rows: Sequence[Gauge], width: int, most: int) -> list[Text]:
    """Return one line per row: `Main Tank 2  ■×  1 hit now`, in at most `most` lines.

    If there are too many rows, unchanged ones share a line or are left out. If that is not enough, only rows remain
    whose value grows: `Shock  ●○○`.
    """
    if len(rows) > most:
        unchanged = [row for row in rows if not (row.fills or row.lost or row.note)]
        rows = [row for row in rows if row not in unchanged]
        more = [styled_line((f"  {len(unchanged)} more untouched", "past"))] if unchanged and len(rows) < most else []
        if len(rows) > most:
            rows = [row for row in rows if row.fills]
        return [*gauge_lines(rows, width, most), *more] if len(rows) <= most else []
    room = min(max((cell_len(row.name) for row in rows), default=0), width - 24)
    lines = []
    for index, row in enumerate(rows):
        style = "" if row.left + row.lost + row.gone else "past"
        name = styled_line((visible(row.name), style))
        if name.cell_len > room:
            lines += indented(name, width)
            name = styled_line()
        line = styled_line("  ", name, " " * (room - name.cell_len + 2))
        if row.fills:
            line.append_text(styled_line(("●" * row.left, "strong"), "○" * row.gone))
        else:
            line.append_text(model_signs(row.left, row.lost, row.gone))
        free = width - line.cell_len - 1
        before = max(2 * (line.cell_len > 2), room + 12 - line.cell_len)  # aligns the notes, where there is space
        note = " " * min(before, max(2, free - cell_len(row.note))) + row.note if row.note else ""
        below = cell_len(note) > free and len(lines) + len(rows) - index < most
        lines.append(line if below else line.append_text(styled_line((shortened(note, free), "past"))))
        lines += indented(styled_line((row.note, "past")), width, 4) if below else []
    return lines


def kind_lines(rows: Sequence[ModelBar], width: int) -> list[Text]:
    """Return one line per kind: `Boy  13 of 17  ■■■■■××××  note`."""
    cells = 20 if width > ROOMY else 12
    most = max((cell_len(row.name) for row in rows), default=0)
    digits = max((len(str(row.standing + row.slain + row.before)) for row in rows), default=1)
    room = min(most, width - cells - 2 * digits - 12)
    lines = []
    for row in rows:
        total = row.standing + row.slain + row.before
        count = f"{row.standing:>{digits}} of {total:<{digits}}"
        name = styled_line(visible(row.name))
        if name.cell_len > room:  # whole: the next row may begin with the same words
            lines += indented(name, width)
            name = styled_line()
        line = styled_line("  ", name, " " * (room - name.cell_len + 2), (count, "strong" if row.slain else ""), "  ")
        line.append_text(model_signs(row.standing, row.slain, row.before, cells))
        if row.note and line.cell_len + cell_len(row.note) + 2 > width:
            lines += [line, *indented(styled_line((row.note, "past")), width, 4)]
            continue
        if row.note:
            line.append_text(styled_line((f"  {row.note}", "past")))
        lines.append(line)
    return lines


def armour_lines(rows: Sequence[ModelBar], target_name: str, width: int) -> list[Text]:
    """Return one line per row with armour: `side armour 11 of 13/11/10  hull points ■■×  2 of 3 left`.

    The row that has the name `target_name` is printed without a name.
    """
    lines = []
    for row in rows:
        total = row.standing + row.slain + row.before
        line = styled_line("  ", (f"{row.name}  " if row.name != target_name else ""), (row.about, "strong"))
        if row.worn:
            line.append(f"  {row.worn} " if width > ROOMY else "  ")
            line.append_text(model_signs(row.standing, row.slain, row.before, 20 if width > ROOMY else 12))
        for count in () if not row.worn else (f"  {row.standing} of {total} left", f" {row.standing} of {total}"):
            if line.cell_len + len(count) <= width:
                line.append(count)
                break
        first, *rest = wrapped(line, width - 4) if line.cell_len > width else [line]
        lines += [first, *(styled_line("    ", more) for more in rest)]
    return lines


def literal(content: str, style: str = "") -> Text:
    """Return the content as plain text. Markup and control characters have no effect."""
    return Text(visible(content), style=style, overflow="fold")
