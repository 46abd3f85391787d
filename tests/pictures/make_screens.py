"""Makes snapshots of whole screens, 80x24, 40x24 and some 100x40: moments of battles and drills as they stand in a terminal.

    python tests/pictures/make_screens.py [FOLDER]

Without a folder those in ``screens/`` are replaced. Each is ``NAME-80.svg`` and ``NAME-40.svg``; a few are there without
colour (NO_COLOR), with ``--plain``, and on a light background as well. They are for people to look at.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import DEFAULT_TERMINAL_THEME, SVG_EXPORT_THEME
from rich.text import Text

HOUSE = Path(__file__).parent.parent.parent
sys.path.insert(0, str(HOUSE))

from tests.end_to_end.terminal import ENTER, Terminal  # noqa: E402
from tests.pictures.make_pictures import rows_of, tidy  # noqa: E402

SIZES = {80: 24, 40: 24, 100: 40}  # columns: rows
BACK = "\x7f"
FIRST = ("play", "--seed", "7", "--turns", "1", "--battle", "Friday night")
BY_HAND = (*FIRST, "--dice", "hand", "ultramarines", "orks")
BY_APP = (*FIRST, "--dice", "app", "adeptus-astartes", "waaagh")
FORMED = (*FIRST, "--dice", "hand", "red-host", "blue-column")
BY_SECOND = (*FIRST, "--dice", "hand", "macragge_column", "goff_mob")
DRILL = ("drill", "--ruleset", "7e", "--seed", "4")
# Of each battle: what is typed, what comes then, and the name of the snapshot made of it; "" for none.
SEVENTH = (
    ("", "Who has the first turn?", ""),
    (ENTER, "Which unit shoots?", "units"),
    ("squ", "Esc", "filter"),
    (BACK * 3 + "tact" + ENTER, "Which target", ""),
    ("shoota" + ENTER, "How far", "number"),
    ("12" + ENTER, "Which weapon fires?", "weapons"),
    (" ", "takes back", "space"),
    (" ", "8 boltguns", ""),
    ("2" + ENTER, "AGREED?", "facts"),
    (ENTER, "ROLL 16 DICE", "roll"),
    ("6 6 6 5 5 4 4 3 3 3 3 2 2 1 1 1" + ENTER, "ROLL 11 DICE", "wound"),
    ("6 6 5 5 4 4 3 3 2 1 1" + ENTER, "go to ground?", "ground"),
    ("3" + ENTER, "ROLL 6 DICE", "save"),
    ("6 5 4 3 2 1" + ENTER, "Which weapon fires?", "end"),
    ("fire nothing" + ENTER, "Which unit shoots?", "over"),
    ("annihilator" + ENTER, "Which target", ""),
    ("deff" + ENTER, "How far", ""),
    ("30" + ENTER, "move this turn?", ""),
    (ENTER, "Which weapon fires?", ""),
    (ENTER, "AGREED?", "vehicle-facts"),
    (ENTER, "ROLL", "vehicle"),
    ("6" + ENTER, "against armour 12", "penetration"),
    ("6" + ENTER, "damage table", "damage"),
    ("4" + ENTER, "ROLL 2 DICE", "damaged"),
)
SCATTER = (
    ("", "Who has the first turn?", ""),
    (ENTER, "Which unit shoots?", ""),
    ("tactical" + ENTER, "Which target", ""),
    ("shoota" + ENTER, "How far", ""),
    ("30" + ENTER, "Which weapon fires?", ""),
    ("frag" + ENTER, "AGREED?", ""),
    (ENTER, "type hit or arrow", "scatter-die"),
    ("arrow" + ENTER, "distance", ""),
    ("4 2" + ENTER, "along the arrow", "scatter"),
)
ALOUD = (
    ("", "Enter for 1:", ""),
    (ENTER, "Which unit shoots?", ""),
    ("annihilator" + ENTER, "Which target", ""),
    ("deff" + ENTER, "How far", ""),
    ("30" + ENTER, "move this turn?", ""),
    (ENTER, "Which weapon fires?", ""),
    (ENTER, "in the open, at", ""),
    (ENTER, "to hit", ""),
    ("6" + ENTER, "against armour 12", ""),
    ("6" + ENTER, "damage table", "damage"),
)
TENTH = (
    ("", "Who has the first turn?", ""),
    (ENTER, "Oath of Moment", "oath"),
    ("shoota" + ENTER, "Which unit shoots?", ""),
    ("intercessor squad" + ENTER, "Which target", ""),
    ("shoota" + ENTER, "How far", ""),
    ("12" + ENTER, "AGREED?", "facts-10e"),
    (ENTER, "reaction", "reaction"),
    (ENTER, "Who takes", "allocate"),
    (ENTER, "Which unit shoots?", "app-dice"),
    ("end the phase" + ENTER, "WHAT HAPPENED", "phase"),
    (ENTER, "Which unit shoots?", ""),
    ("end the phase" + ENTER, "shoot battle export", "battle"),
)
FORMATIONS = (
    ("", "strategy roll", ""),
    ("4" + ENTER, "strategy roll", ""),
    ("2" + ENTER, "WHO goes first", ""),
    (ENTER, "Which formation acts?", ""),
    ("iron" + ENTER, "Which action", ""),
    ("advance" + ENTER, "action test", "action"),
    ("2" + ENTER, "Which target", ""),
    ("blue squadron" + ENTER, "AGREED?", ""),
    (ENTER, "to hit", ""),
    ("3 1 2 5 6" + ENTER, "armour save", "formation"),
    ("6 2 5" + ENTER, "Which formation acts?", "formation-over"),
    ("retain" + ENTER, "Which formation acts next?", ""),
    ("thunder" + ENTER, "Which action", ""),
    ("sustained" + ENTER, "action test", ""),
    ("1" + ENTER, "Which target", ""),
    ("tile" + ENTER, "AGREED?", ""),
    (ENTER, "Which formations", ""),
    ("Sky Watch, The Old Bear" + ENTER, "AGREED?", ""),
    (ENTER, "ROLL 3 DICE", "barrage-dice"),
    ("1 2 5" + ENTER, "armour save", "barrage"),
)
SECOND = (
    ("", "Who has the first turn?", ""),
    (ENTER, "overwatch", ""),
    (ENTER, "Which unit shoots?", ""),
    ("terminator" + ENTER, "Which target", ""),
    (ENTER, "Which weapon fires?", ""),
    (ENTER, "How far", ""),
    ("10" + ENTER, "AGREED?", "facts-2e"),
    (ENTER, "ROLL 6 DICE", ""),
    ("5" + ENTER, "sustained fire", ""),
    ("3 2 2 jam jam" + ENTER, "to wound", "sustained"),
)
PAIRS = (
    ("", "Who has the first turn?", ""),
    ("2" + ENTER, "overwatch", ""),
    (ENTER, "Which unit shoots?", ""),
    ("goff boyz" + ENTER, "Which target", ""),
    ("terminator" + ENTER, "Which weapon fires?", ""),
    (ENTER, "How far", ""),
    ("6" + ENTER, "AGREED?", ""),
    (ENTER, "to hit", ""),
    ("5" + ENTER, "to wound", ""),
    ("4 5 6 6 3" + ENTER, "PAIRS", "pairs"),
    ("3 9 11 7" + ENTER, "ROLL 2 DICE", "pairs-over"),
)
DRILLS = (("", "1 of 10", "drill"), ("5" + ENTER, "NOT QUITE.", "verdict"))
SPOKEN = {"units", "roll", "save", "end", "damage"}  # which are made in every way
WIDE = {*SPOKEN, "facts", "facts-10e", "allocate", "pairs"}  # which are made 100 columns wide


def moments(
    script: tuple[tuple[str, str, str], ...], width: int, *arguments: str, **env: str
) -> Iterator[tuple[str, Text]]:
    with tempfile.TemporaryDirectory() as folder:
        here = Terminal(Path(folder), *arguments, columns=width, rows=SIZES[width], **env)
        try:
            for keys, awaited, name in script:
                if keys:
                    here.press(keys)
                here.wait(awaited, prompt=False)
                here.settle(0.3)
                if name and (width <= 80 or name in WIDE):
                    yield name, whole(here)
        finally:
            here.close()


def whole(here: Terminal) -> Text:
    """The screen as it stands."""
    filled = [y for y, line in enumerate(here.shown().splitlines()) if line.strip()]
    return rows_of(here, range(filled[0], filled[-1] + 1))


def picture(name: str, shown: Text, width: int, light: bool = False) -> str:
    console = Console(record=True, width=width, file=StringIO(), force_terminal=True, color_system="truecolor")
    console.print(shown, no_wrap=True, crop=False)
    theme = DEFAULT_TERMINAL_THEME if light else SVG_EXPORT_THEME
    return tidy(console.export_svg(title="shoot", unique_id=f"{name}{width}", theme=theme))


def screens(width: int) -> Iterator[tuple[str, str]]:
    for name, shown in moments(SEVENTH, width, *BY_HAND):
        yield f"{name}-{width}", picture(name, shown, width)
        if name in SPOKEN:
            yield f"{name}-{width}-light", picture(name, shown, width, light=True)
    scripts = (
        (SCATTER, BY_HAND),
        (TENTH, BY_APP),
        (SECOND, BY_SECOND),
        (PAIRS, BY_SECOND),
        (FORMATIONS, FORMED),
        (DRILLS, DRILL),
    )
    for script, arguments in scripts:
        for name, shown in moments(script, width, *arguments):
            yield f"{name}-{width}", picture(name, shown, width)
    for name, shown in moments(SEVENTH, width, *BY_HAND, NO_COLOR="1"):
        if name in SPOKEN:
            yield f"{name}-{width}-nocolor", picture(name, shown, width)
    for name, shown in moments(ALOUD, width, *BY_HAND, "--plain"):
        yield f"{name}-{width}-plain", picture(name, shown, width)


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "screens"
    folder.mkdir(parents=True, exist_ok=True)
    for width in SIZES:
        for name, made in screens(width):
            (folder / f"{name}.svg").write_text(made, encoding="utf-8")


if __name__ == "__main__":
    main()
