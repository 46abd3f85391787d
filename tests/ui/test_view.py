"""A view on the alternate screen: scrolling, finding, turning its pages, taking a line, and the way back."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO
from time import monotonic
from typing import Any

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from rich.console import Console

from shoot_cli.ui.cursor_screen import CursorScreen
from shoot_cli.ui.plain_screen import PlainScreen
from shoot_cli.ui.screen import Reader, Timed, View, ViewPage
from shoot_cli.ui.styles import styled_line
from shoot_cli.ui.typed_input import Capped, TimeUp

ENTER, ESCAPE, UP, DOWN, TAB, BACKSPACE = "\r", "\x1b", "\x1b[A", "\x1b[B", "\t", "\x7f"
PAGE_UP, PAGE_DOWN, HOME, END = "\x1b[5~", "\x1b[6~", "\x1b[H", "\x1b[F"
CTRL_C, CTRL_D = "\x03", "\x04"
ROWS = 12  # of the terminal here: ten of them are the body


def lines(n: int = 40, word: str = "line") -> Callable[[int, int], list[Any]]:
    return lambda width, high: [styled_line(f" {word} {at}" + " boyz" * (at % 9 == 7)) for at in range(n)]


LONG = View("LOG", [ViewPage(lines())], lambda: ["all of it"])
PICKED = LONG._replace(
    pages=[ViewPage(lines(), picks=lambda width: {at: at // 2 for at in range(0, 40) if at % 4 < 2})],
    take=lambda place: None,
)
TWO = LONG._replace(pages=[ViewPage(lines(3), "first"), ViewPage(lines(3, "other"), "second")])


class Small(DummyOutput):
    def get_size(self) -> Size:
        return Size(rows=ROWS, columns=80)


class Shown:
    """The screens that were seen, one for each key, and what came of it all."""

    def __init__(self, keys: Any) -> None:
        self.keys, self.console = keys, Console(file=StringIO(), color_system=None)

    def read(self, view: View, *pressed: str) -> Any:
        self.reader = Reader(view, self.console)
        for key in pressed:
            self.keys.send_text(key)
        return self.reader.question().unsafe_ask()

    @property
    def seen(self) -> list[str]:
        return [line.plain.rstrip() for line in self.reader.lines(80, ROWS)]

    @property
    def first(self) -> str:
        return self.seen[1].removesuffix(" boyz").strip()


@pytest.fixture
def shown() -> Iterator[Shown]:
    with create_pipe_input() as keys, create_app_session(input=keys, output=Small()):
        yield Shown(keys)


@pytest.mark.parametrize(
    ("pressed", "first"),
    [
        ([], "line 0"),
        ([UP], "line 0"),
        ([DOWN, DOWN], "line 2"),
        ([PAGE_DOWN], "line 10"),
        ([PAGE_DOWN, PAGE_DOWN, PAGE_UP], "line 10"),
        ([END], "line 30"),
        ([END, DOWN, PAGE_DOWN], "line 30"),
        ([END, UP], "line 29"),
        ([END, HOME], "line 0"),
        (["/", "e 2", "5", ENTER], "line 16"),  # no further than it must
        (["/boyz", ENTER, "n", "n"], "line 16"),
        (["/boyz", ENTER, *"nnnn"], "line 7"),  # round and round: 7 16 25 34, then 7
        (["/nobz", ENTER], "line 0"),
        (["/boyz", ESCAPE], "line 0"),
        (["/boyx", BACKSPACE, "z", ENTER], "line 0"),
        (["/lin", ESCAPE, DOWN, "n"], "line 1"),  # nothing is looked for any more: n goes back
    ],
)
def test_what_is_seen_after_these_keys(shown: Shown, pressed: list[str], first: str) -> None:
    assert shown.read(LONG, *pressed, "x") is None
    assert shown.first == first


def test_what_is_looked_for_is_forgotten_by_escape(shown: Shown) -> None:
    shown.read(LONG, "/nobz", ESCAPE, "x")
    assert "nobz" not in shown.seen[-1]


def test_what_is_looked_for_is_typed_in_the_last_line_and_told(shown: Shown) -> None:
    shown.read(LONG, "/no", "bz", ENTER, "x")
    assert "no “nobz”" in shown.seen[-1]
    reader = Reader(LONG, shown.console)
    reader.lines(80, ROWS)
    reader.look_for()
    reader.typed("boy")
    assert reader.lines(80, ROWS)[-1].plain.startswith(" find: boy")


@pytest.mark.parametrize("key", ["x", " ", "q", "u", "7", ENTER, ESCAPE, "\x7f"])
def test_any_other_key_goes_back(shown: Shown, key: str) -> None:
    assert shown.read(LONG, DOWN, key) is None


def test_next_goes_back_where_nothing_was_looked_for(shown: Shown) -> None:
    assert shown.read(LONG, "n") is None


@pytest.mark.parametrize(
    ("pressed", "place"),
    [
        ([ENTER], 18),  # the last one is proposed
        ([UP, ENTER], 16),
        ([UP, UP, DOWN, ENTER], 16),
        ([HOME, ENTER], 0),
        ([HOME, DOWN, DOWN, ENTER], 4),
        ([DOWN, ENTER], 18),
        (["/line 9", ENTER, ENTER], 4),
        ([ESCAPE], None),
        (["x"], None),
    ],
)
def test_enter_takes_the_line_that_is_pointed_at(shown: Shown, pressed: list[str], place: int | None) -> None:
    assert shown.read(PICKED, *pressed) == place


def test_what_is_pointed_at_has_a_sign_and_is_in_sight(shown: Shown) -> None:
    shown.read(PICKED, "x")
    assert [line for line in shown.seen if line.startswith("►")] == ["►line 36"]
    shown.read(PICKED, *[UP] * 5, "x")
    assert [line for line in shown.seen if line.startswith("►")] == ["►line 16 boyz"]


def test_pages_are_turned_and_the_key_says_to_which(shown: Shown) -> None:
    shown.read(TWO, "x")
    assert "Tab second" in shown.seen[-1]
    shown.read(TWO, TAB, "x")
    assert shown.first == "other 0"
    assert "Tab first" in shown.seen[-1]
    shown.read(TWO, TAB, TAB, "x")
    assert shown.first == "line 0"


def test_a_narrower_screen_is_drawn_anew(shown: Shown) -> None:
    reader = Reader(
        LONG._replace(pages=[ViewPage(lambda width, high: [styled_line(f"{width} by {high}")])]), shown.console
    )
    assert reader.lines(80, 24)[1].plain == "80 by 22"
    assert reader.lines(40, 24)[1].plain == "40 by 22"
    assert len(reader.lines(40, 3)) == 3


@pytest.mark.parametrize(("key", "raised"), [(CTRL_C, KeyboardInterrupt), (CTRL_D, EOFError)])
@pytest.mark.parametrize("view", [LONG, PICKED])
def test_one_leaves_it_as_one_leaves_a_prompt(shown: Shown, view: View, key: str, raised: type) -> None:
    with pytest.raises(raised):
        shown.read(view, DOWN, key)


def test_a_cap_closes_it(shown: Shown) -> None:
    with pytest.raises(TimeUp):
        Capped(CursorScreen(shown.console), monotonic()).view(LONG)


def test_a_clock_stands_beside_the_title(shown: Shown) -> None:
    reader = Reader(LONG._replace(right="words", clock=lambda room: f"[A 1:00] in {room}"), shown.console)
    assert reader.lines(80, ROWS)[0].plain.split() == ["LOG", "[A", "1:00]", "in", "72"]


class Watch:
    """A clock that says whether it runs."""

    runs = False

    @contextmanager
    def running(self) -> Iterator[None]:
        self.runs = True
        yield
        self.runs = False

    paused = running

    def line(self, width: int, plain: bool) -> str:
        return f"{self.runs} in {width}"


def test_the_clock_runs_while_one_looks(shown: Shown) -> None:
    watch, seen = Watch(), []

    class Looked:
        leaves = False

        @staticmethod
        def view(view: View, until: float | None) -> int:
            assert view.clock
            seen.append(view.clock(30))
            return 7

    timed = Timed(Looked(), watch, shown.console, False)  # type: ignore[arg-type]
    assert timed.view(LONG) == 7
    assert seen == ["True in 30"]
    assert not watch.runs


# On a plain screen ---------------------------------------------------------------------------------------------------


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


MANY = LONG._replace(spoken=lambda: [f"unit {n}" for n in range(20)])


@pytest.mark.parametrize(
    ("typed", "units", "asked"), [("\n\n", 20, 2), ("\nstop\n", 18, 2), ("q\n", 9, 1)], ids=["all", "two", "one"]
)
def test_a_plain_screen_shows_a_page_at_a_time(
    monkeypatch: pytest.MonkeyPatch, typed: str, units: int, asked: int
) -> None:
    out = Terminal()
    monkeypatch.setattr("sys.stdin", Terminal(typed))
    monkeypatch.setattr("sys.stdout", out)
    monkeypatch.setattr("shoot_cli.ui.plain_screen.get_terminal_size", lambda: os.terminal_size((80, 10)))
    PlainScreen(Console(file=out, width=80, color_system=None)).view(MANY)
    assert out.getvalue().count("unit") == units
    assert out.getvalue().count("Enter for more") == asked


def test_a_plain_screen_that_nobody_sees_has_no_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    out = StringIO()
    monkeypatch.setattr("sys.stdin", StringIO())
    PlainScreen(Console(file=out, width=80, color_system=None)).view(MANY)
    assert out.getvalue().split("\n") == [*(f"unit {n}" for n in range(20)), ""]
