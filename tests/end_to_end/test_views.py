"""What keys show at a real terminal: on the other screen, and the prompt stands below it as it was."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.end_to_end.terminal import BACK, CTRL_C, ENTER, UP, Terminal, play, words
from tests.end_to_end.test_table import GAME, begin, folder

__all__ = ["begin", "folder"]  # fixtures

ENTERED, LEFT = "\x1b[?1049h", "\x1b[?1049l"
SHIPPED = ("play", "ultramarines", "orks", "--dice", "hand", "--turns", "1", "--seed", "7")


@pytest.mark.slow
def test_the_other_screen_is_entered_and_left_and_the_prompt_is_as_it_was(begin: Callable[..., Terminal]) -> None:
    table = begin(rows=24)
    play(table, GAME[:6])
    table.say("99", "you typed 99")  # refused, and left in the line for the Up key
    before = without_refusal(table)
    for key, title in ((" s", "STATUS"), (" l", "LOG"), (" o", "ODDS"), ("?", "WHY 3+?")):
        table.press(key)
        table.wait_to_see(title)
        assert ENTERED in table.heard
        assert len(table.shown().splitlines()) == 24
        table.press(BACK)
        table.wait("")
        assert LEFT in table.heard
        assert without_refusal(table) == before
    table.press(UP)
    table.wait_to_see("► 99")


def without_refusal(table: Terminal) -> list[str]:
    """The screen, but for what was refused last, which is gone once something else was done."""
    return [line for line in table.shown().splitlines() if not line.startswith(("! ", " ! "))]


@pytest.mark.slow
def test_interrupting_a_view_leaves_as_at_a_prompt(begin: Callable[..., Terminal]) -> None:
    table = begin()
    play(table, GAME[:6])
    table.press(" s")
    table.wait_to_see("STATUS")
    table.press(CTRL_C)
    assert "Interrupted. Nothing is lost" in table.end(130)
    assert LEFT in table.heard


@pytest.mark.slow
@pytest.mark.parametrize("columns", [80, 40])
def test_40_units_fit_24_rows(open_: Callable[..., Terminal], columns: int) -> None:
    table = open_(*SHIPPED, columns=columns, rows=24)
    table.wait("Who has the first turn?")
    seen = table.look(" s", "back")
    assert "23 untouched" in words(seen)  # and one inside a transport
    assert "15 untouched" in words(seen)
    assert "scroll" not in seen  # all of it is in sight
    assert len(seen.splitlines()) == 24


@pytest.mark.slow
def test_another_width_is_drawn_anew(begin: Callable[..., Terminal]) -> None:
    table = begin(columns=100, rows=24)
    table.press(" s")
    table.wait_to_see("any other key back")
    table.screen.resize(24, 40)
    table.press("")
    table.child.setwinsize(24, 40)
    table.wait_to_see("else back")
    assert all(len(line) <= 40 for line in table.shown().splitlines())
    table.press(BACK)
    table.wait("")


@pytest.mark.slow
def test_the_log_is_scrolled_and_searched_and_a_line_of_it_is_changed(begin: Callable[..., Terminal]) -> None:
    table = begin(columns=40, rows=14)
    play(table, GAME[:9])
    table.press(" l")
    table.wait_to_see("Enter change")
    first = table.shown()
    table.press("\x1b[H")
    table.wait_to_see("► 1 ")
    assert table.shown() != first
    table.press("/wound" + ENTER)
    table.wait_to_see("► 8 ")
    assert "boltgun: to wound" in next(line for line in table.shown().splitlines() if line.startswith("►"))
    table.press(ENTER)
    table.wait("ROLL 7 DICE")
    table.press(ENTER)
    table.wait("Nothing changes.")


@pytest.mark.slow
def test_without_colour_nothing_is_coloured(begin: Callable[..., Terminal]) -> None:
    table = begin(NO_COLOR="1")
    play(table, GAME[:6])
    for key, title in ((" s", "STATUS"), ("?", "WHY 3+?")):
        table.look(key, title)
    assert not re.search(r"\x1b\[(?:[0-9;]*;)?(?:3[0-79]|4[0-79]|9[0-7]|10[0-7])m", table.all)
