"""Makes the pictures of the README and of ``docs/``: a real battle in a terminal, typed by this script, as it stood on the screen.

    python tests/pictures/make_pictures.py [FOLDER]

Without a folder the pictures here are replaced. It is one evening, played at 80 columns and again at 40: dice are typed
or come of a fixed seed, so the pictures are the same every time.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime
from io import StringIO
from itertools import groupby
from pathlib import Path
from random import Random
from shutil import copytree

import pyte
from rich.console import Console
from rich.style import Style
from rich.text import Text

HOUSE = Path(__file__).parent.parent.parent
sys.path.insert(0, str(HOUSE))

from shoot_cli.practice.mastery import mastery  # noqa: E402
from shoot_cli.rules import edition  # noqa: E402
from shoot_cli.storage.records import DrillAnswer  # noqa: E402
from shoot_cli.ui.quiz_prompt import MasteryScreen  # noqa: E402
from tests.end_to_end.terminal import BACK, ENTER, UP, Terminal  # noqa: E402
from tests.golden.playing import Lines, Screen, call  # noqa: E402

WIDTHS = (80, 40)
ROWS = 100  # what comes before the first line of a picture is cut off
BATTLE = "Friday night"
PLAY = ("play", "ultramarines", "orks", "--dice", "hand", "--turns", "1", "--seed", "7", "--battle", BATTLE)
LUCK = ("battle", "luck", "friday")
ATTACK = (
    *("resolve", "ultramarines::Tactical", "orks::Shoota"),
    *("--distance", "12", "--weapon", "boltgun", "--cover", "ruin", "--seed", "7"),
)
ROSTER = HOUSE / "docs" / "rosters" / "river-watch.json"
DRILL = ("drill", "--ruleset", "7e", "--seed", "89")

# What is typed, and what comes then. Facts are taken as proposed.
TO_THE_ROLL = (
    (ENTER, "Which unit shoots?"),
    ("Tactical" + ENTER, "Which target for Tactical Squad?"),
    (ENTER, "How far"),
    ("12" + ENTER, "Which weapon fires?"),
    ("2" + ENTER, "AGREED?  in the open, all at half range"),
    (ENTER, "ROLL 16 DICE"),
    ("11" + ENTER, "ROLL 11 DICE"),
)
TO_THE_CHANGE = (
    ("3x6 2x5 6x2" + ENTER, "Shoota Boyz: go to ground?"),
    (ENTER, "Which weapon fires?"),
    (" c", "► 9 "),  # nobody had said that the Boyz stood in a ruin
    (3 * UP, "► 6 "),
    (ENTER, "AGREED?  in the open"),
    ("2" + ENTER, "Cover of the target"),
    ("ruin" + ENTER, "AGREED?  in or behind a ruin"),
    (ENTER, "Who asked for this change?"),
    ("2" + ENTER, "ROLL 5 DICE"),
    ("6 5 3 2 1" + ENTER, "stand up again"),
)
# A stratagem of a list, taken at AGREED.
STRATAGEM = (
    "play",
    "adeptus-astartes",
    "waaagh",
    "--dice",
    "hand",
    "--turns",
    "1",
    "--seed",
    "7",
    "--battle",
    "Saturday",
)
TO_THE_STRATAGEM = (
    (ENTER, "Which unit is the Oath of Moment target?"),
    ("none" + ENTER, "Which unit shoots?"),
    ("Intercessor" + ENTER, "Which target for Intercessor Squad?"),
    ("Boyz" + ENTER, "How far"),
    ("12" + ENTER, "AGREED?"),
    ("bursting" + ENTER, "taken"),
)
EVENING = ("play", "adeptus-astartes", "waaagh", "--dice", "hand", "--turns", "2", "--seed", "5", "--battle", BATTLE)
TO_THE_NEXT_TURN = (
    (ENTER, "Which unit is the Oath of Moment target?"),
    ("none" + ENTER, "Which unit shoots?"),
    ("end the phase" + ENTER, "WHAT HAPPENED"),
    ("shoota -2, flash gitz 3 wounds" + ENTER, "WHAT HAPPENED"),
    ("small mob -4, terminator squad 3 wounds", "► small mob"),
)
# Pictures of what a key opens, and what is to be seen then.
AT_THE_ROLL = {"why": ("?", "WHY"), "odds": (" o\t", "Expected:")}
AFTER_THE_CHANGE = {"log": (" l", "LOG"), "status": (" s", "STATUS")}
LOW = 24  # rows of the screen that they fill
OVER = "shoot battle export"  # on the last screen
FAR = "18"  # inches: what is said later, at every question that proposes nothing
COLOURS = {"brown": "yellow", "brightblack": "bright_black", "default": "default"}


def pictures(width: int, over: Path) -> Iterator[tuple[str, str]]:
    """Name and SVG of each picture with so many columns. The evening is kept in ``over`` when it is played to its end."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        one = Terminal(home, *ATTACK, columns=width, rows=ROWS)
        one.end()
        yield "attack", svg(one, "attack", "shoot resolve", "Tactical Squad shooting", "wounds lost")
        table = Terminal(home, *PLAY, columns=width, rows=ROWS)
        try:
            table.wait("Who has the first turn?")
            follow(table, TO_THE_ROLL)
            yield "roll", svg(table, "roll", "shoot play", "─ ▲", "Space ")
            follow(table, TO_THE_CHANGE)
            yield "change", svg(table, "change", "shoot play", "Changed at", "Space ")
            table.press(" q")
            table.end()
            to_the_end(home, over)
        finally:
            table.close()
        yield from views(width)
        yield "between", between_turns(width)
        table = Terminal(home, *STRATAGEM, columns=width, rows=ROWS)
        try:
            table.wait("Who has the first turn?")
            follow(table, TO_THE_STRATAGEM)
            yield "stratagem", svg(table, "stratagem", "shoot play", "─ ▲", "Space ")
        finally:
            table.close()
        told = Terminal(over, *LUCK, columns=width, rows=ROWS)
        told.end()
        yield "luck", svg(told, "luck", "shoot battle luck friday", BATTLE)
        words = ("army", "import", str(ROSTER), "-o", str(home / "river.yaml"))
        taken = Terminal(home, *words, columns=width, rows=ROWS)
        taken.end()
        yield "import", svg(taken, "import", f"shoot army import {ROSTER.name} -o river.yaml", ROSTER.name, "Left out")
        learner = Terminal(home, *DRILL, columns=width, rows=ROWS)
        try:
            learner.wait("What does each hit need to wound?")
            follow(learner, (("4" + ENTER, "NOT QUITE."),))
            yield "drill", svg(learner, "drill", "shoot drill", "shoot: drill", "comes back")
        finally:
            learner.close()
    yield "stats", mastery_picture(width)


def views(width: int) -> Iterator[tuple[str, str]]:
    """What the keys open."""
    with tempfile.TemporaryDirectory() as folder:
        table = Terminal(Path(folder), *PLAY, columns=width, rows=LOW)
        try:
            table.wait("Who has the first turn?")
            for script, looks in ((TO_THE_ROLL, AT_THE_ROLL), (TO_THE_CHANGE, AFTER_THE_CHANGE)):
                follow(table, script)
                for name, (keys, seen) in looks.items():
                    table.press(keys)
                    table.wait_to_see(seen)
                    yield name, svg(table, name, "shoot play", name.upper(), "back")
                    table.press(BACK)
                    table.wait("")
        finally:
            table.close()


def between_turns(width: int) -> str:
    """The line between two player turns, with something typed into it."""
    with tempfile.TemporaryDirectory() as folder:
        table = Terminal(Path(folder), *EVENING, columns=width, rows=LOW)
        try:
            table.wait("Who has the first turn?")
            follow(table, TO_THE_NEXT_TURN)
            return svg(table, "between", "shoot play", "─ ●", "Enter tell it")
        finally:
            table.close()


def mastery_picture(width: int) -> str:
    """What is known after a week of drills: of a learner who is not in the store, so that no day goes by for them."""
    random = Random("a week")
    found = edition("7e")
    drills = [drill for drill in found.drill().DRILLS if drill.level < 4]
    said = []
    for day in range(7):
        for _ in range(20):
            drill = random.choices(drills, [one.common**2 * (5 - one.level) for one in drills])[0]
            right = random.random() < (0.45 if drill.rule in ("7E-SAV-12", "7E-WND-2") else 0.85)
            at = datetime(2026, 5, 1 + day, 18, tzinfo=UTC)
            said.append(DrillAnswer(drill.rule, drill.kind, right, round(random.uniform(3, 12), 1), at))
    due = [date(2026, 5, 7 + day) for day in (0, 0, 0, 1, 1, 2, 4, 5)]
    known = mastery(found.drill().DRILLS, found.rulebook(), said, {}, level=3, due=due, today=date(2026, 5, 7))
    console = Console(record=True, width=width, file=StringIO(), force_terminal=True, color_system="truecolor")
    console.print(MasteryScreen(found.title, known, short=True))
    return tidy(console.export_svg(title="shoot drill stats", unique_id=f"stats{width}"))


def tidy(text: str) -> str:
    return "".join(f"{line.rstrip()}\n" for line in text.splitlines())


def follow(table: Terminal, script: tuple[tuple[str, str], ...]) -> None:
    for keys, awaited in script:
        table.press(keys)
        if awaited.startswith("►"):
            table.wait_to_see(awaited)
        else:
            table.wait(awaited)
    table.settle(0.3)


class AsProposed(Lines):
    """Players who say what is proposed, and leave the dice to the app."""

    def next(self) -> str:
        since, self.before = self.screen.getvalue()[self.before :], len(self.screen.getvalue())
        heard = " ".join(since.split())
        again = f"or {FAR} again" in heard  # it is further than any weapon reaches
        assert again or not heard.startswith("! "), heard
        return FAR if again or "How far" in heard else "q" if OVER in heard else ""


def to_the_end(home: Path, over: Path) -> None:
    """Play the rest of the battle in this process, once: nobody looks at its four hundred screens."""
    if not over.exists():
        copytree(home, over)
        call(("play", "--resume", "--plain", "--battle", BATTLE), AsProposed([], Screen()), over)


def svg(table: Terminal, name: str, title: str, first: str, last: str = "") -> str:
    """What stands on the screen from the last line with ``first`` to the last with ``last``."""
    columns = table.screen.columns
    console = Console(record=True, width=columns, file=StringIO(), force_terminal=True, color_system="truecolor")
    console.print(coloured(table, first, last), no_wrap=True, crop=False)
    return tidy(console.export_svg(title=title, unique_id=f"{name}{columns}"))


def coloured(table: Terminal, first: str, last: str) -> Text:
    """From the line with the one to the line with the other, each the last that has it."""
    lines = table.shown().splitlines()
    top, bottom = (max(y for y, line in enumerate(lines) if words in line) for words in (first, last))
    return rows_of(table, range(top, bottom + 1))


def rows_of(table: Terminal, rows: Iterable[int]) -> Text:
    """These lines with their colours."""
    found = Text()
    for y in rows:
        row = [table.screen.buffer[y][x] for x in range(table.screen.columns)]
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


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
    with tempfile.TemporaryDirectory() as kept:
        for width in WIDTHS:
            for name, picture in pictures(width, Path(kept, "over")):
                (folder / f"{name}-{width}.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
