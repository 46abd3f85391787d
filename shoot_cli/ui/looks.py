"""How things look: one table of styles, and the pieces of a line that every screen is put together from.

ANSI colour names alone, so that the terminal's theme decides; nothing is said by colour alone. A style is named where
it is used (``("6 left", "strong")``) and looked up when it is drawn, so that `NO_COLOR` is known in one place.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.errors import StyleSyntaxError
from rich.style import Style
from rich.text import Text
from rich.theme import Theme

from shoot_cli.core.visible import visible

if TYPE_CHECKING:
    from collections.abc import Iterable

FIRST, SECOND = "first", "second"  # the players, by their lists; styles as well
MARKS = {FIRST: "▲", SECOND: "●", "": ""}
COLOURS = "SHOOT_COLOURS"  # names two others, for themes on which the usual ones are hard to tell apart
USUAL = ("blue", "yellow")
LIGHT_ON = ("blue", "red", "magenta")  # backgrounds that white is read on; on all others black
STYLES = {
    "strong": "bold",
    "past": "dim",
    "hint": "dim",
    "passed": "bold reverse",  # a die
    "failed": "dim",
    "counted": "bold bright_white on magenta",  # a die that shows what is watched: " 6!"
    "bad": "bold red",  # refusals, JAM, who is slain; always with a word or a sign
    "good": "bold green",
    "here": "bold reverse",  # the row that Enter takes, always with ► before it
    "lit": "bold underline",  # letters of a name that were typed
    "key": "bold",
}
WITHOUT_COLOUR = {"counted": "bold reverse", "bad": "bold", "good": "bold"}
ROOMY = 60  # columns from which there is room for whole words


def colours() -> tuple[str, str]:
    """The backgrounds of both players; the usual ones if `SHOOT_COLOURS` names no two others."""
    said = tuple(name.strip().casefold() for name in os.environ.get(COLOURS, "").split(","))
    if len(said) == 2 and said[0] != said[1] and all(_is_colour(name) for name in said):
        return said[0], said[1]
    return USUAL


def _is_colour(name: str) -> bool:
    try:
        return bool(name) and Style.parse(f"on {name}").bgcolor is not None
    except StyleSyntaxError:
        return False


def theme(colour: bool) -> Theme:
    """Every style by its name. Without colour both players have bars in reverse, told apart by marks and names."""
    styles = STYLES if colour else STYLES | WITHOUT_COLOUR
    for side, name in zip((FIRST, SECOND), colours(), strict=True):
        bar = f"bold {'bright_white' if name in LIGHT_ON else 'black'} on {name}" if colour else "bold reverse"
        styles = styles | {side: bar, f"{side}_edge": name if colour else "none"}
    return Theme(styles)


def dressed(console: Console) -> Console:
    """The same console, which knows every style of ours by name."""
    console.push_theme(theme(not console.no_color and console.color_system is not None))
    return console


def printed(console: Console, lines: Iterable[Text]) -> None:
    """Lines that were drawn, one below the other, in the styles of this console."""
    with console.use_theme(theme(not console.no_color and console.color_system is not None)):
        for line in lines:
            console.print(line, end="\n", crop=False)


Part = str | tuple[str, str] | Text


def styled_line(*parts: Part) -> Text:
    """A line of pieces: plain words, (words, style) or Text. Control characters are shown, markup is text."""
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
    """To the edge."""
    line.append(" " * max(0, width - line.cell_len), style)
    return line


def left_right(left: Text, right: Text, width: int, style: str = "") -> Text:
    """Left words, and right ones at the edge if they fit."""
    room = width - left.cell_len - right.cell_len
    if room < 1:
        return fill(left, width, style)
    return left.append(" " * room, style).append_text(right)


def wrapped(line: Text, width: int) -> list[Text]:
    """In as many lines as it needs, broken between words."""
    if line.cell_len <= width:
        return [line]
    line = line.copy()
    line.no_wrap = False
    return list(line.wrap(_RULER, max(4, width), no_wrap=False, overflow="fold"))


_RULER = Console(width=80, force_terminal=False, color_system=None)  # wrapping asks one for nothing but its width


def indented(line: Text, width: int, by: int = 2) -> list[Text]:
    return [styled_line(" " * by, one) for one in wrapped(line, width - by - 1)]


def shortened(words: str, room: int) -> str:
    """At most so many columns; what does not fit ends in dots."""
    words = visible(words)
    if cell_len(words) <= room:
        return words
    return f"{set_cell_size(words, room - 1).rstrip()}…" if room > 1 else ""


def marked(side: str) -> tuple[str, str]:
    """The mark of a player on their colour."""
    return (f" {MARKS[side]} ", side) if side else ("", "")


def rule(side: str, left: str, right: str, width: int) -> Text:
    """Where we are: ``─ ▲ Ultramarines · turn 1 ───────── 4 of 25 have shot ─``."""
    tail = styled_line((f" {right} ─", "past")) if right else styled_line()
    head = styled_line(("─", "past"), marked(side))
    if head.cell_len + cell_len(visible(left)) + 3 + tail.cell_len > width:
        tail = styled_line()
    name, point, when = visible(left).rpartition(" · ")  # of whoever it is, what is long is the name
    name = shortened(name, width - head.cell_len - 3 - cell_len(point + when))
    head.append_text(styled_line((f" {name}{point}{shortened(when, width - head.cell_len - 3)} ", "past")))
    return styled_line(head, ("─" * max(0, width - head.cell_len - tail.cell_len), "past"), tail)


def key_row(pairs: Iterable[tuple[str, str]], width: int) -> Text:
    """``? why  u undo  Space more``: as many as fit, the last one always."""
    shown = list(pairs)
    while len(shown) > 1 and sum(cell_len(key) + cell_len(word) + 3 for key, word in shown) - 1 > width:
        shown.pop(-2)
    line = styled_line(" ")
    for key, word in shown:
        line.append_text(styled_line((key, "key"), (f" {word}  ", "hint")))
    line.rstrip()
    return line


def whole(title: str, right: str, body: list[Text], foot: Text, width: int) -> list[Text]:
    """A screen of its own: a title, what is shown, and a line of keys."""
    head = left_right(
        styled_line((f" {title}", "here")), styled_line((f"{right} " if right else "", "here")), width, "here"
    )
    return [head, *body, foot]
