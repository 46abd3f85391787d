"""A terminal of one column, or of a few: nothing has to be readable there, but nothing breaks, and all of it ends."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from rich.console import Console
from rich.text import Text
from typer.testing import CliRunner

from shoot_cli.cli.app import app
from shoot_cli.engine.markdown import Rule
from shoot_cli.practice.memory import Level
from shoot_cli.ui.console import in_lines
from shoot_cli.ui.menu import Choices, bands
from shoot_cli.ui.quiz_prompt import bar, dots, question, verdict
from shoot_cli.ui.report_screen import ReportView
from shoot_cli.ui.screen import Reader, progress_line
from shoot_cli.ui.styles import (
    chart,
    dice,
    fill,
    full_screen,
    indented,
    key_row,
    left_right,
    shortened,
    title_line,
    wrapped,
)
from shoot_cli.ui.tables import DistributionTable, StatusTable, dice_pool
from shoot_cli.ui.views import grounds
from tests.helpers.each import each
from tests.helpers.samples import first
from tests.ui.reports import REPORTS
from tests.ui.test_drill_screens import CHART, QUIZ, SITTING
from tests.ui.test_menu import SOME_SHOT, UNITS
from tests.ui.test_views import DISTANCE, FACTS, HITS, LAW, SAVES, SCREENS, SIDES, TARGET, WOUNDS, entry

SOME, EVERY = (1, 3, 12), tuple(range(1, 13))
WORDS = ("", " ", "x", "Boyz", "well-known", "戦士 Boyz", "a b c d e f", "→", "W" * 40)
CHARTS: tuple[tuple[tuple[str, str], ...], ...] = (
    (), (("1", ""),), (("1 2 3", "shaken"), ("4 5 6", "explodes, and all near it are hit")), (("6", "戦士"),),
)  # fmt: skip


def wrap(words: str, width: int) -> list[str]:
    """As a prompt wraps its rows."""
    return [line.plain for line in Text(words).wrap(Console(file=StringIO()), max(10, width))]


def printed(shown: Any, width: int) -> str:
    out = StringIO()
    Console(file=out, width=width, color_system=None, legacy_windows=False).print(shown)
    return out.getvalue()


RULE = Rule("X-WND-1", "Wounds", "Look it up.", "", "", chart=tuple(CHART))
# What is drawn, as a function of the width.
DRAWN: dict[str, Callable[[int], Any]] = {
    **{f"screen {name}": lambda w, v=view: Reader(v, Console(file=StringIO())).lines(w, 8) for name, view in SCREENS.items()},
    **{
        f"report {name} {plain}": lambda w, r=report, p=plain: printed(ReportView(r, p), w)
        for name, report in REPORTS.items() for plain in (True, False)
    },
    **{
        f"why {at}": lambda w, q=asked: (grounds(q, (), w), grounds(q, (), w, charts=True))
        for at, asked in enumerate((HITS, SAVES, WOUNDS, TARGET, FACTS, DISTANCE))
    },
    **{f"chart {at}": lambda w, r=rows: [chart(r, w), chart(r, w, {"": 1}, (1,)), chart(r, w, {"shaken": 2})] for at, rows in enumerate(CHARTS)},
    **{f"words {at}": lambda w, s=words: drawn_words(s, w) for at, words in enumerate(WORDS)},
    "distribution": lambda w: [printed(DistributionTable("slain", LAW, plain), w) for plain in (True, False)],
    "status": lambda w: [printed(StatusTable(SIDES, plain), w) for plain in (True, False)],
    "dice": lambda w: printed(dice_pool(entry("Hit", HITS, {"first": [1, 2, 3, 4] * 4}, 8)), w),
    "menu": lambda w: [bands(Choices(rows, at, False), w, 4, wrap) for rows in (UNITS, SOME_SHOT, ()) for at in (None, 0)],
    "quiz": lambda w: [question(SITTING, QUIZ, 2, w), bar("what", "you", "you", w), dots(SITTING, 2, w)],
    "verdict": lambda w: verdict(SITTING, QUIZ.but(cell=(4, 8)), "6+", RULE, Level(1, 6, 10, 31), "later", w),
    "progress": lambda w: progress_line(("Nominate", "Target", "Hit"), "Target", w),
}  # fmt: skip


def drawn_words(words: str, width: int) -> list[Any]:
    text = Text(words)
    assert wrapped(text, width), "a line is one line at least"
    return [
        wrapped(text, width), indented(text, width), title_line("first", words, words, width), left_right(Text(words), text, width),
        key_row([(words, words)] * 3, width), shortened(words, width), full_screen(words, words, [], Text(), width),
        fill(Text(words), width), dice(words, [words] * 3, [words] * 4, width, end=words),
        [in_lines(words, width, indent, more) for indent in ("", "    ") for more in ("", "      ")],
    ]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("widths", first(1, [[SOME], [EVERY]]), ids=str)
@each("name", DRAWN)
def test_what_is_drawn_is_drawn_at_any_width(name: str, widths: list[tuple[int, ...]]) -> None:
    for width in widths[0]:
        DRAWN[name](width)


COMMANDS = [
    ("odds", "2x BS4 boltgun", "2x T4 Sv6+", "-r", "7e", "--distance", "12"),
    ("army", "import", "docs/rosters/river-watch.json"),
    ("army", "show", "goff_mob"),
    ("army", "check", "vanguard"),
    ("odds", "2x BS4 boltgun", "2x T4 Sv6+", "-r", "7e", "--questions"),
    ("odds", "2x BS4 boltgun", "1x BS4 boltgun", "2x T4 Sv6+", "-r", "7e"),
    ("odds", "2x BS4 boltgun", "2x T4 Sv6+", "-r", "7e", "--what-if"),
    ("odds", "3x BS4 meltagun", "AV13/11/10 HP3", "-r", "7e"),
    ("resolve", "2x BS4 boltgun", "2x T4 Sv6+", "-r", "7e", "--seed", "1"),
    ("resolve", "3x BS4 meltagun", "AV10/10/10 HP3", "-r", "7e", "--seed", "1"),
    ("resolve", "2x BS4 boltgun", "2x T4 Sv6+", "-r", "7e", "--times", "20", "--seed", "1"),
    ("compare", "2x BS4 boltgun", "-a", "2x T4 Sv6+", "-r", "7e", "--no-facts"),
    ("need", "2x T4 Sv6+", "--attacks", "1x BS4 lascannon", "-r", "7e"),
    ("matchup", "blue_column", "red_host"),
    ("rules",), ("rules", "7E-WND-1"), ("rules", "cover"), ("battle", "list"), ("drill", "stats"), ("drill", "stats", "-r", "7e"),
    ("army", "check", "nowhere"), ("army", "show", "vanguard"), ("play", "--demo", "--seed", "1"),
    *((("play", "--demo", mine, theirs, "--seed", "1")) for mine, theirs in (
        ("blue_column", "red_host"), ("macragge_column", "goff_mob"), ("vanguard", "deffskulls"), ("waaagh", "votann"),
    )),
]  # fmt: skip


@pytest.mark.parametrize("nth", first(2, range(len(COMMANDS))), ids=lambda nth: " ".join(COMMANDS[nth][:3]))
def test_a_command_says_what_it_says_at_any_width(nth: int, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOOT_HOME", str(tmp_path))
    widths = (1, 3) if COMMANDS[nth][0] in ("play", "matchup") else SOME if nth < 4 else EVERY
    for width in widths:
        monkeypatch.setenv("COLUMNS", str(width))
        for plain in ([], ["--plain"]):
            done = CliRunner().invoke(app, [*COMMANDS[nth], *plain])
            assert done.exception is None or isinstance(done.exception, SystemExit), (width, done.exception)
            assert done.output
