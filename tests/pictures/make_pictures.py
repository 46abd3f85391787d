"""Makes the picture of the README: a real battle in a terminal, typed by this script, as it stood on the screen.

    python tests/pictures/make_pictures.py [FOLDER]

Without a folder the pictures here are replaced. Dice are typed and the seed is fixed, so it is the same every time.
"""

from __future__ import annotations

import os
import sys
import tempfile
from io import StringIO
from itertools import groupby
from pathlib import Path

import pexpect
import pyte
from rich.console import Console
from rich.style import Style
from rich.text import Text

WIDTH, HEIGHT = 80, 30
PROMPT = "q leave"
ENTER = "\r"
COMMAND = ["play", "ultramarines", "orks", "--dice", "hand", "--seed", "7", "--battle", "Friday night"]

# What is awaited on the screen, and what is typed then. Facts are taken as proposed, dice are typed as counts.
TYPED = (
    ("Who has the first turn?", ENTER),
    ("Which unit shoots?", "2" + ENTER),
    ("shoot at?", ENTER),
    ("How far", "12" + ENTER),
    ("Which weapon fires?", ENTER),
    ("8 fire boltgun", ENTER),
    ("to hit", "11" + ENTER),
    ("to wound", "?"),
    ("Why", ""),
)
COLOURS = {"brown": "yellow", "brightblack": "bright_black", "default": "default"}


class Screen:
    """A command in a terminal, and what is to be seen there."""

    def __init__(self, command: list[str], home: str, width: int = WIDTH, height: int = HEIGHT) -> None:
        kept = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS", "LINES")}
        env = kept | {"SHOOT_HOME": home, "TERM": "xterm-256color"}
        self.screen = pyte.Screen(width, height)
        self.stream = pyte.Stream(self.screen)
        self.child = pexpect.spawn(
            sys.executable, ["-m", "shoot_cli", *command], env=env, encoding="utf-8", dimensions=(height, width)
        )

    def until(self, words: str, seconds: float = 30) -> None:
        """Read on until these words and a prompt after them are on the screen, and nothing more comes."""
        quiet = 0
        for _ in range(int(seconds * 10)):
            try:
                new = self.child.read_nonblocking(1 << 16, 0.1)
            except pexpect.TIMEOUT:
                quiet += 1
                if quiet > 2 and PROMPT in self.text().rpartition(words)[2] and words in self.text():
                    return
                continue
            quiet = 0
            self.stream.feed(new)
            if "\x1b[6n" in new:  # where is the cursor?
                self.child.send(f"\x1b[{self.screen.cursor.y + 1};{self.screen.cursor.x + 1}R")
        raise TimeoutError(f"{words!r} was not shown:\n{self.text()}")

    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display)

    def picture(self) -> Text:
        """The screen with its colours, without the empty lines at its end."""
        lines = self.text().rstrip().count("\n") + 1
        found = Text()
        for y in range(lines):
            row = [self.screen.buffer[y][x] for x in range(self.screen.columns)]
            for style, cells in groupby(row, key=style_of):
                found.append("".join(cell.data for cell in cells), style)
            found.append("\n")
        found.rstrip()
        return found


def style_of(cell: pyte.screens.Char) -> Style:
    return Style(
        color=colour(cell.fg),
        bgcolor=colour(cell.bg),
        bold=cell.bold,
        italic=cell.italics,
        underline=cell.underscore,
        reverse=cell.reverse,
    )


def colour(name: str) -> str:
    """pyte's name of a colour as rich has it."""
    if name.startswith("bright") and name not in COLOURS:
        return f"bright_{name.removeprefix('bright')}"
    return COLOURS.get(name, f"#{name}" if len(name) == 6 and not name.isalpha() else name)


def play() -> str:
    """``shoot play``, in the middle of the first attack, as SVG."""
    with tempfile.TemporaryDirectory() as home:
        screen = Screen(COMMAND, home)
        try:
            for awaited, typed in TYPED:
                screen.until(awaited)
                screen.child.send(typed)
        finally:
            screen.child.close(force=True)
    console = Console(record=True, width=WIDTH, file=StringIO(), force_terminal=True, color_system="truecolor")
    console.print(screen.picture(), no_wrap=True, crop=False)
    return console.export_svg(title="shoot play", unique_id="shoot")


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
    svg = "\n".join(line.rstrip() for line in play().splitlines())
    (folder / "play.svg").write_text(svg + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
