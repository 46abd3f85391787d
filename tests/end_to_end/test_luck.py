"""The luck of a battle at a terminal: on its key, at the end, and afterwards."""

from __future__ import annotations

import re

import pytest

from tests.end_to_end.terminal import THE_END, Terminal, play, words
from tests.end_to_end.test_table import GAME, begin, folder, outside

__all__ = ["begin", "folder"]  # fixtures


@pytest.mark.slow
@pytest.mark.parametrize("columns", [80, pytest.param(40, marks=pytest.mark.slow)])
def test_luck_on_its_key_and_at_the_end(begin, folder, columns):
    table: Terminal = begin("--dice", "hand", columns=columns)
    play(table, GAME[:6])
    table.press(" k")  # no Enter: nothing is being typed
    table.wait("No dice that count have been thrown yet.")
    assert words(table.aloud()).count(GAME[5][1]) == 1  # the same prompt, under its question
    play(table, GAME[6:8])
    seen = words(table.look(" k", "Answers taken back or changed do not"))
    assert "7 of 10" in seen
    assert "few" in seen
    table.press(" u")
    table.wait("Taken back")
    play(table, GAME[7:-1])
    table.press(GAME[-1][0] + "\r")
    table.wait(THE_END)
    seen = table.look("k", "LUCK", "Answers taken back or changed do not")
    assert re.search(r"▲ Red Company.* hits +18 of 24 .*few.*● Green Mob", seen, re.DOTALL)
    assert "hits" not in table.shown()  # it is the other screen that shows them
    table.look("\r", "STATUS", "Gunners")
    assert THE_END in table.shown()
    table.end()
    assert ("3.7 slain more than expected" if columns == 80 else "3.7 more") in table.shown()  # it stays there
    kept = outside(folder, "battle", "luck", "Red", "--plain")
    assert kept.returncode == 0
    assert "Green Mob\n" in kept.stdout
    assert "; few dice" in kept.stdout
