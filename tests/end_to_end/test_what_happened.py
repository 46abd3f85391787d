"""What happened without the app, told at a terminal in 2nd edition and in Reikhammer: before Enter, refused, taken back."""

from __future__ import annotations

import pytest

from tests.end_to_end.terminal import CLEAR, ENTER, words
from tests.end_to_end.test_table import folder

__all__ = ["folder"]


@pytest.mark.slow
@pytest.mark.rule("EVE-1", "EVE-6", "EVE-7", "EVE-10", "EVE-12")
@pytest.mark.parametrize("columns", [80, 40])
def test_second_edition(open_, columns) -> None:
    here = open_(
        "play", "macragge_column", "goff_mob", "--turns", "1", "--seed", "5", "--dice", "app", columns=columns, rows=30
    )
    here.wait("Who has the first turn?")
    here.say("", "Who goes on overwatch")
    here.say("", "Which unit shoots?")
    here.say("something", "What happened")
    here.press("gretchin -99" + ENTER)
    here.wait_to_see("99 cannot fall")
    here.wait_to_see("► Enter: none")  # the sentence stands there before Enter, too, and drops what is typed ahead
    here.press("dreadnought left leg 2" + ENTER)
    here.wait_to_see("has a datafax")
    here.wait_to_see("► Enter: none")
    here.press(CLEAR + "gretchin -2, dreadnought dead")
    here.wait_to_see("2 Gretchin fall")
    here.say("", "Which unit shoots?")
    assert "Dreadnought: 1 Dreadnought falls: destroyed" in words(here.all)
    here.wish("u", "WHAT HAPPENED")
    here.say("gretchin broken", "Which unit shoots?")
    here.say("end the phase", "since the last shots?")
    here.say("gretchin rallied", "since the last shots?")
    assert "Gretchin Gunners: no longer broken" in words(here.all), here.shown()
    here.say("", "Who goes on overwatch")


@pytest.mark.slow
@pytest.mark.rule("EVE-1", "EVE-6", "EVE-7", "EVE-10", "EVE-12")
@pytest.mark.parametrize("columns", [80, 40])
def test_reikhammer(open_, columns) -> None:
    here = open_(
        "play", "blue_column", "red_host", "--turns", "2", "--seed", "5", "--dice", "app", columns=columns, rows=30
    )
    here.wait("Who goes first in turn 1?")
    here.say("", "Which formation acts?")
    here.say("something", "What happened")
    here.press("iron fist shock -1" + ENTER)
    here.wait_to_see("Iron Fist: 0 Shock, so 1 cannot go")
    here.press(CLEAR + "iron fist -1, shock +2")
    here.wait_to_see("2 Shock")
    here.say("", "Which formation acts?")
    assert "integrity left" in words(here.all)
    here.wish("u", "WHAT HAPPENED")
    here.say("iron fist broken, shock +1", "Which formation acts?")
    here.say("nothing more", "Which formation acts?")
    here.say("nothing more", "within 8 tiles?")
    here.say("", "since the last shots?")
    here.say("thunder row ammo -1", "since the last shots?")
    assert "ammo left" in words(here.all)
    here.say("", "Who goes first in turn 2?")
