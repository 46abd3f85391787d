"""At a real terminal: what is typed is told before Enter, from the rules themselves, and nothing is answered by it."""

from __future__ import annotations

import pytest

from tests.end_to_end.terminal import CLEAR, words
from tests.end_to_end.test_table import begin, folder
from tests.end_to_end.test_typed_ahead import to_the_dice, to_the_weapon

__all__ = ["begin", "folder"]


@pytest.mark.slow
@pytest.mark.parametrize("columns", [80, 40])
def test_hits_wounds_and_who_falls(begin, columns) -> None:
    here = begin(columns=columns, rows=30)
    to_the_dice(here)
    for typed, told in (("7", "► 7  7 hits"), ("6" * 10, f"► {'6' * 10}  10 hits"), ("17", "► 17")):
        here.press(CLEAR + typed)
        here.settle(0.2)
        assert told in [line.strip() for line in here.shown().splitlines()], here.shown()
    here.press(CLEAR)
    here.say("7", "to wound")
    here.say("5", "go to ground?")
    here.say("2", "ROLL 5 DICE")  # cover is 1 better: there is a save
    here.press("3")
    here.wait_to_see("3 saved: 2 Boys fall")
    here.say("", "Which unit shoots?")
    assert "15 of 17 left" in words(here.all)


@pytest.mark.slow
@pytest.mark.parametrize("columns", [80, 40])
def test_an_order_is_drawn_while_it_is_typed(begin, columns) -> None:
    here = begin(columns=columns, rows=30)
    to_the_weapon(here)
    here.say("nearest", "enemy ► ■■■■■■ ◘ ■■■■■■■■■■")
    assert "■ Boy   ◘ Nob" in here.shown()
    here.press("nob")
    here.wait_to_see("enemy ► ◘ ■■■■■■ ■■■■■■■■■■")
    assert "then all others" in here.shown()
    assert max(map(len, here.shown().splitlines())) <= columns
    here.say("", "in the open")
    assert "1 Nob, 6 Boys, 10 Boys" in " ".join(here.shown().split())
