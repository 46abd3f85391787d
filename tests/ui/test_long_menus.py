"""A menu longer than the screen, whose rows are wrapped: what is in sight, and what is said of the rest."""

from __future__ import annotations

import re
from io import StringIO

import pyte
import pytest
from prompt_toolkit.application import create_app_session, get_app
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output
from rich.console import Console

from shoot_cli.asked.rows import MenuRow
from shoot_cli.ui.cursor_screen import CursorScreen
from shoot_cli.ui.menu import HiddenRows, hidden_rows, more_rows_text
from shoot_cli.ui.screen import Key, PromptFrame
from tests.helpers.each import each
from tests.helpers.samples import first

DOWN, UP, ENTER = "\x1b[B", "\x1b[A", "\r"
ROWS = [
    MenuRow(f"unit number {n}", "it went to ground behind the wall and cannot be seen" if n % 3 == 0 else "")
    for n in range(1, 25)
]


def screens(keys: list[str], columns: int, rows: int) -> list[str]:
    """What a terminal of that size shows before each key; the last one must answer."""
    seen: list[str] = []
    file, left = StringIO(), [*keys]
    terminal = pyte.Screen(columns, rows)
    stream = pyte.Stream(terminal)
    console = Console(width=columns, color_system=None, file=StringIO())
    output = Vt100_Output(file, lambda: Size(rows=rows, columns=columns), term="xterm")
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=output):

        def drawn(app: object) -> None:
            stream.feed(file.getvalue().replace("\n", "\r\n").replace("\r\r\n", "\r\n"))
            file.seek(0)
            file.truncate()
            seen.append("\n".join(line.rstrip() for line in terminal.display))
            if left:
                pipe.send_text(left.pop(0))

        screen = CursorScreen(console)

        def listening(asked):
            asked.application.after_render += drawn

        screen._begun = listening  # type: ignore[method-assign]
        screen.menu(ROWS, 0, PromptFrame(keys=(Key.WHY, Key.LEAVE)))
        assert not get_app().is_running
    return seen[: len(keys)]


@pytest.mark.parametrize(("columns", "rows"), first(2, [(40, 30), (40, 18), (70, 24), (60, 14)]))
def test_wrapped_rows_are_in_sight_whole_or_counted(columns: int, rows: int) -> None:
    steps = 15  # every third row is closed: they are unfolded, stand below the others, and are stepped over
    order = sorted(range(1, len(ROWS) + 1), key=lambda place: bool(ROWS[place - 1].closed))
    for shown in screens(["-", *[DOWN] * steps, *[UP] * steps, ENTER], columns, rows)[1:]:
        whole = []
        for place, row in enumerate(ROWS, 1):
            words = f"{place} {row.label}" + (f" ({row.closed})" if row.closed else "")
            if re.search(rf"(?<![0-9]){re.escape(words)}", re.sub(r"\s+", " ", shown)):
                whole.append(place)
        first_one, n = min(map(order.index, whole)), len(whole)
        assert sorted(whole) == sorted(order[first_one : first_one + n]), shown
        cut = {"above": first_one, "below": len(ROWS) - first_one - n}
        said = {way: int(n) for n, way in re.findall(r"… ([0-9]+) more (above|below)", shown)}
        assert said == {way: n for way, n in cut.items() if n}, shown
        pointed = re.search(r"^ ► +([0-9]+) ", shown, re.MULTILINE)
        assert pointed is not None, shown
        assert int(pointed[1]) in whole, shown


def test_a_row_that_is_cut_is_counted() -> None:
    assert hidden_rows([2, 2, 2], 0, 5) == HiddenRows(0, 0)
    assert hidden_rows([2, 2, 2], 0, 4) == HiddenRows(0, 1)  # of the last row one line is there, and under the words
    assert hidden_rows([1, 1, 3, 1], 1, 5) == HiddenRows(2, 0)
    assert hidden_rows([1, 4, 1], 2, 3) == HiddenRows(2, 2)  # a row that is longer than the screen


@each("width", range(5, 90))
def test_the_words_fit(width: int) -> None:
    for way in ("above", "below"):
        assert len(more_rows_text(12, way, width)) <= width
    assert more_rows_text(0, "below", width) == ""


def test_the_longest_words_that_fit_are_shown() -> None:
    assert more_rows_text(12, "below", 60) == " … 12 more below (arrow keys, or type part of a name)"
    assert more_rows_text(12, "below", 40) == " … 12 more below (arrows or a name)"
    assert more_rows_text(3, "above", 60) == " … 3 more above"
