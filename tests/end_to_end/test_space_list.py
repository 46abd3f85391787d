"""The commands behind Space: what undo and redo would do is said before the key is pressed."""

from __future__ import annotations

import pytest

from tests.end_to_end.test_table import begin, folder
from tests.end_to_end.test_typed_ahead import to_the_dice

__all__ = ["begin", "folder"]


@pytest.mark.slow
def test_undo_and_redo_are_named_before_they_are_pressed(begin) -> None:
    here = begin(columns=100)
    to_the_dice(here)
    here.press("7\r")
    here.wait("to wound")
    here.press(" ")
    here.wait("takes back: 7 passed (▲); boltgun: to hit", prompt=False)
    assert "nothing to bring back" in here.shown()
    assert "a letter does it  u u u three back  Space Esc close" in here.shown()
    here.press("u")
    here.wait("brings back: 7 passed (▲); boltgun: to hit", prompt=False)  # the list stays
    here.press("U")
    here.wait("takes back: 7 passed (▲); boltgun: to hit", prompt=False)
    here.press("\x1b")
    here.settle(0.3)
    assert "takes back:" not in here.shown().splitlines()[-1]


@pytest.mark.slow
def test_the_list_takes_the_place_of_the_menu(begin) -> None:
    here = begin(columns=40, rows=24)
    here.say("", "Which unit shoots?")
    assert "Rifle Squad" in here.shown()
    here.press(" ")
    here.wait("nothing to bring back", prompt=False)
    here.settle(0.2)
    assert "Rifle Squad" not in here.shown()
    assert max(map(len, here.shown().splitlines())) <= 40
    here.press(" ")
    here.settle(0.3)
    assert "Rifle Squad" in here.shown()
