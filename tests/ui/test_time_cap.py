"""Prompts that wait only so long: they give up, and what was typed by then falls into no other prompt."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from io import StringIO
from time import monotonic
from typing import Any

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.input.typeahead import store_typeahead
from prompt_toolkit.key_binding.key_processor import KeyPress
from prompt_toolkit.keys import Keys
from prompt_toolkit.output import DummyOutput
from rich.console import Console

from shoot_cli.asked.rows import MenuRow
from shoot_cli.ui import typed_input
from shoot_cli.ui.cursor_screen import CursorScreen
from shoot_cli.ui.plain_screen import PlainScreen
from shoot_cli.ui.screen import Key, PromptFrame
from shoot_cli.ui.typed_input import Capped, TimeUp

ENTER, DOWN = "\r", "\x1b[B"
ROWS = [MenuRow("2+"), MenuRow("3+"), MenuRow("skip")]
SOON, LATER = 0.15, 20.0  # seconds


@pytest.fixture(autouse=True)
def short_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typed_input, "GRACE", 0.1)


def console() -> Console:
    return Console(width=60, color_system=None, file=StringIO())


def capped(screen: Any, seconds: float) -> Capped:
    return Capped(screen, monotonic() + seconds)


# With a cursor -------------------------------------------------------------------------------------------------------


@pytest.fixture
def keys() -> Iterator[Any]:
    with create_pipe_input() as pressed, create_app_session(input=pressed, output=DummyOutput()):
        yield pressed


def test_an_answer_in_time_is_an_answer(keys):
    keys.send_text("3" + ENTER)
    assert capped(CursorScreen(console()), LATER).menu(ROWS, 2, PromptFrame()) == 1


def test_a_key_in_time_is_a_key(keys):
    keys.send_text("?")
    assert capped(CursorScreen(console()), LATER).menu(ROWS, 2, PromptFrame(keys=(Key.WHY,))) is Key.WHY


@pytest.mark.parametrize("typed", ["", DOWN, "3", "\x1b", "sk"])
def test_a_menu_gives_up_and_forgets_what_was_typed(keys, typed, monkeypatch):
    waited: list[float] = []
    left = typed_input.seconds_left
    monkeypatch.setattr(typed_input, "seconds_left", lambda until: waited.append(left(until)) or waited[-1])
    screen = CursorScreen(console())
    keys.send_text(typed)
    with pytest.raises(TimeUp):
        capped(screen, SOON).menu(ROWS, 2, PromptFrame())
    assert waited
    assert all(0 <= wait <= SOON for wait in waited)  # until its moment, and never anew
    keys.send_text(ENTER)
    assert screen.menu(ROWS, 0, PromptFrame()) == 0


def test_a_line_gives_up_and_forgets_what_was_typed(keys):
    screen = CursorScreen(console())
    keys.send_text("12")
    with pytest.raises(TimeUp):
        capped(screen, SOON).line("", PromptFrame(), ())
    keys.send_text("5" + ENTER)
    assert screen.line("", PromptFrame(), ()) == "5"


def test_enter_that_comes_a_moment_too_late_answers_nothing_else(keys, monkeypatch):
    screen = CursorScreen(console())
    monkeypatch.setattr(typed_input, "sleep", lambda wait: keys.send_text("2" + ENTER))
    with pytest.raises(TimeUp):
        capped(screen, SOON).menu(ROWS, 2, PromptFrame())
    keys.send_text(DOWN + ENTER)
    assert screen.menu(ROWS, 0, PromptFrame()) == 1


def test_keys_that_were_read_as_the_time_ran_out_are_forgotten_as_well(keys):
    store_typeahead(keys, [KeyPress(Keys.ControlM, ENTER)])
    typed_input.forget_keys(keys)
    keys.send_text(DOWN + ENTER)
    assert CursorScreen(console()).menu(ROWS, 0, PromptFrame()) == 1


@pytest.mark.parametrize(
    ("kind", "anew", "text"), [("choice", False, "7 u"), ("dice", True, "7 u"), ("dice", False, "")]
)
def test_what_was_typed_too_early_is_forgotten_and_told(keys, kind, anew, text):
    typed_input.answered(keys, "dice")
    keys.send_text(f"7{ENTER}{DOWN} u{ENTER}")
    assert typed_input.forget_unwanted(keys, PromptFrame(kind=kind, anew=anew)) == text


def test_time_that_is_over_before_it_begins_waits_for_nothing(keys):
    with pytest.raises(TimeUp):
        capped(CursorScreen(console()), -1).menu(ROWS, 2, PromptFrame())


def test_the_seconds_are_counted_down():
    assert capped(PlainScreen(console()), 14.5).around(PromptFrame()).clock() == "15 s left"
    assert capped(PlainScreen(console()), -1).around(PromptFrame()).clock() == "0 s left"


# Plain lines ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """A terminal as standard input; what is given to this is typed there."""
    hands, end = pytest.importorskip("pty").openpty()

    def press(text: str) -> None:
        os.write(hands, text.encode())

    with open(end, encoding="utf-8") as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        yield press
    os.close(hands)


def test_a_line_in_time_is_read(typed):
    typed("3+\n")
    assert capped(PlainScreen(console()), LATER).menu(ROWS, 2, PromptFrame()) == "3+"


def test_enter_alone_takes_what_is_proposed(typed):
    typed("\n")
    assert capped(PlainScreen(console()), LATER).menu(ROWS, 2, PromptFrame()) == 2


def test_half_a_line_is_forgotten(typed):
    screen = PlainScreen(console())
    typed("3")
    with pytest.raises(TimeUp):
        capped(screen, SOON).menu(ROWS, 2, PromptFrame())
    typed("2+\n")
    assert capped(screen, LATER).menu(ROWS, 2, PromptFrame()) == "2+"


def test_a_line_that_comes_a_moment_too_late_answers_nothing_else(typed, monkeypatch):
    screen = PlainScreen(console())
    comes = typed_input.comes_until
    with monkeypatch.context() as late:
        late.setattr(typed_input, "comes_until", lambda until: comes(until) or typed("3+\n"))
        with pytest.raises(TimeUp):
            capped(screen, SOON).line("", PromptFrame(), ())
    typed("2+\n")
    assert capped(screen, LATER).line("", PromptFrame(), ()) == "2+"


def test_the_end_of_input_is_no_answer(typed):
    typed("\x04")
    with pytest.raises(EOFError):
        capped(PlainScreen(console()), LATER).line("", PromptFrame(), ())


def test_where_nothing_can_wait_so_long_a_late_line_is_thrown_away(monkeypatch):
    monkeypatch.setattr(sys, "stdin", StringIO("3+\n2+\n"))  # select takes no such thing, as on Windows
    screen = PlainScreen(console())
    with pytest.raises(TimeUp):
        capped(screen, -1).line("", PromptFrame(), ())
    assert capped(screen, LATER).line("", PromptFrame(), ()) == "2+"
