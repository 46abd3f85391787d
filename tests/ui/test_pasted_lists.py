"""A prompt that takes a row, the path of a file, or a text that is pasted with all its lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import StringIO

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from rich.console import Console

from shoot_cli.engine.questions import Choose, Option
from shoot_cli.engine.reasons import Leave
from shoot_cli.ui import plain_screen
from shoot_cli.ui.plain_screen import the_rest
from shoot_cli.ui.prompter import Players, Prompter, told_of_text
from shoot_cli.ui.typed_input import has_lines, pasted_words
from tests.ui.test_prompts import DOWN, ENTER, ESCAPE, type_one_by_one

ARMY = Choose("army", (Option("orks"), Option("eldar")), "orks", text="Your army?")
LIST = "River Watch (500 points)\n\nRiver Guard (65 points)\n  • 9x River Guard\n\n"
MARKED = f"\x1b[200~{LIST}\x1b[201~"
CTRL_D = "\x04"


@pytest.fixture
def ask() -> Iterator[Callable[..., str]]:
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):

        def ask(*pressed: str) -> str:
            players = Players.alone(Console(file=StringIO(), width=80), False, ("", "")).but(terminal=lambda: True)
            prompter = Prompter(players)
            type_one_by_one(prompter.screen, keys, *pressed)
            return prompter.row_or_text(ARMY, lambda text: text.startswith("/"))

        yield ask


@pytest.mark.parametrize(
    ("pressed", "answer"),
    [
        ([ENTER], "orks"),
        ([DOWN, ENTER], "eldar"),
        (["eld", ENTER], "eldar"),
        (["/my/list.txt", ENTER], "/my/list.txt"),
        (["my list", ENTER, ESCAPE, "2", ENTER], "eldar"),  # neither a row nor a path: refused
        ([MARKED, ENTER], LIST),
        ([MARKED, CTRL_D], LIST),
        ([MARKED, MARKED, ENTER], LIST + LIST),  # a text that is copied in two parts
        ([MARKED, ESCAPE, ENTER], "orks"),
        ([MARKED, ESCAPE, MARKED, ENTER], LIST),
        (["\x1b[200~/my/list.txt\x1b[201~", ENTER], "/my/list.txt"),  # as a file is dropped on a terminal
    ],
)
def test_a_row_a_path_or_a_text(ask: Callable[..., str], pressed: list[str], answer: str) -> None:
    assert ask(*pressed) == answer


def test_ctrl_d_in_an_empty_line_leaves(ask: Callable[..., str]) -> None:
    with pytest.raises(Leave):
        ask(CTRL_D)


def test_what_enter_does_is_said() -> None:
    assert told_of_text(pasted_words(LIST), has_lines).startswith("Enter takes it; Esc empties")
    assert told_of_text("/x", lambda text: True) == "Enter takes what is there"
    assert (told_of_text("", lambda text: True), told_of_text("orks", lambda text: False)) == ("", "")
    assert (pasted_words("one"), pasted_words(LIST)) == ("[1 line pasted]", "[4 lines pasted]")


# Without a cursor


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        (["1"], "orks"),
        (["/my/list.txt"], "/my/list.txt"),
        ([*LIST.rstrip("\n").split("\n"), "", "", "2"], LIST.rstrip("\n") + "\n\n"),
        ([LIST], LIST),  # marked by the terminal, as the library for lines reads it
    ],
)
def test_lines_that_come_at_once_are_one_text(typed: list[str], answer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = iter(typed)
    monkeypatch.setattr("builtins.input", lambda *prompt: next(lines))
    monkeypatch.setattr(plain_screen, "comes_until", lambda until: len(typed) > 2)
    players = Players.alone(Console(file=StringIO(), width=80), True, ("", "")).but(terminal=lambda: True)
    assert Prompter(players).row_or_text(ARMY, lambda text: text.startswith("/")) == answer


def test_the_rest_of_a_text_ends_with_two_empty_lines_or_the_input(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = iter(["a", "", "b", "", "", "c"])

    def read() -> str:
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", read)
    assert [*the_rest()] == ["a", "", "b", "", ""]
    assert [*the_rest()] == ["c"]
