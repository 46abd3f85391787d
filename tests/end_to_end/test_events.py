"""What happened without the app, told at a real terminal: between turns, at every prompt, live, taken back (EVE-6, 7, 10)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.end_to_end.terminal import CLEAR, ENTER, UP, words
from tests.end_to_end.test_table_10e import begin

__all__ = ["begin"]

SINCE = "WHAT HAPPENED since the last shots?"
SIZES = pytest.mark.parametrize(("columns", "rows"), [(80, 24), (40, 28)], ids=["80", "40"])
slow = pytest.mark.slow


def to_the_second_player(table: Any) -> None:
    table.say("", "Which unit is the Oath of Moment target?")
    table.say("none", "Which unit shoots?")
    table.press(UP + ENTER)  # the last row: end the phase
    table.wait_to_see("can still shoot; Enter again ends the phase")
    table.say("", SINCE)


def to_agreed(table: Any) -> None:
    table.say("", "Which unit is the Oath of Moment target?")
    table.say("none", "Which unit shoots?")
    table.say("", "Which target")
    table.say("", "HOW FAR")
    table.say("14", "AGREED?")


@slow
@SIZES
@pytest.mark.rule("EVE-6", "EVE-7")
def test_between_turns_what_is_typed_is_told_before_enter(begin: Any, columns: int, rows: int) -> None:
    table = begin(columns=columns, rows=rows)
    to_the_second_player(table)
    for row in ("► 1 nothing", "2 a unit's state ...", "3 nothing, and do not ask again", "25 that seldom matter"):
        assert row in words(table.shown())
    table.press("shoota -2, flash gitz 3 wounds")
    told = ("Shoota Boyz: 2 Boyz fall: 18 of 20 left", "Flash Gitz: 1 Flash Git falls: 9 of 10 left")
    table.wait_to_see(" · ".join(told))
    assert "Enter tell it" in words(table.shown())
    table.press(CLEAR + "shoota -99")
    table.wait_to_see("! Shoota Boyz has 20: 99 cannot fall")
    table.press(ENTER)
    table.wait_to_see("99 cannot fall.")
    table.press(CLEAR + "shoota -2, flash gitz 3 wounds")
    table.wait_to_see(told[0])
    table.say("", SINCE)
    assert "4 ● Shoota Boyz 18 of 20" in words(table.shown())  # the hurt ones come into sight
    assert all(len(line) <= columns for line in table.lines())
    table.press("flash")
    table.wait_to_see("Enter ● Flash Gitz")
    table.say("", "WHAT HAPPENED to Flash Gitz")
    table.press("+1")
    table.wait_to_see("Flash Gitz: 1 Flash Git comes back: 10 of 10 left")
    table.say("", SINCE)
    table.say("3", "Which unit shoots?")
    table.press("end the phase" + ENTER)
    table.wait("Enter: the armies", prompt=False)


@slow
@SIZES
@pytest.mark.rule("EVE-6", "EVE-10")
def test_the_key_tells_it_before_the_attack_and_undo_takes_exactly_it_back(begin: Any, columns: int, rows: int) -> None:
    table = begin(columns=columns, rows=rows)
    to_agreed(table)
    table.press(" ")
    table.wait_to_see("e event")
    table.press("e")
    table.wait_to_see("Enter: none")
    table.press("shoota -2")
    table.wait_to_see("Shoota Boyz: 2 Boyz fall: 18 of 20 left")
    table.say("", "AGREED?")
    assert "Told before this attack: shoota -2" in words(table.heard)
    table.press(" ")
    table.wait_to_see("takes back: shoota -2")
    table.press(" ")
    table.say("", "a reaction?")
    table.say("", "ROLL 36 DICE 3+")
    table.press("e" + ENTER)
    table.wait_to_see("Enter: none")
    table.press("shoota -1")
    table.wait_to_see("! The dice of Shoota Boyz lie here")
    table.press(CLEAR + "slugga -4")
    table.wait_to_see("Slugga Boyz: 4 Boyz fall: 16 of 20 left")
    table.say("", "ROLL 36 DICE 3+")
    table.say("9", "ROLL 9 DICE 5+")
    table.press("u")
    table.wait("ROLL 36 DICE 3+")
    table.press("u")
    table.wait("Taken back: slugga -4")
    table.press("U")
    table.wait("Brought back: slugga -4")
    table.press("q")
    table.end()


@slow
@pytest.mark.rule("EVE-6", "EVE-10")
def test_a_plain_screen_has_the_same_words_and_goes_on_after_it_was_left(open_: Any) -> None:
    table = open_("play", "adeptus-astartes", "waaagh", "--plain", "--seed", "5", "--dice", "hand", columns=40, rows=60)
    menu, row_or_line, line = "Enter for 1:", "Number or a line, Enter for 1:", ">"
    for typed, shown, prompt in (
        ("", "Who has the first", menu),
        ("", "Oath of Moment target?", menu),
        ("end the phase", "Which unit shoots?", menu),
        ("shoota -99", "what happened since the last shots?", row_or_line),
        ("shoota -2", "99 cannot fall.", row_or_line),
        ("1", "Shoota Boyz: 2 Boyz fall: 18 of 20 left", row_or_line),
        ("e", "1. Shoota Boyz, 18 models", menu),
        ("lootas -1", "What happened (one or", line),
        ("q", "5. Lootas, 9 models", menu),
    ):
        is_asked(table, shown, prompt)
        table.press(typed + ENTER)
    table.end()
    again = open_("play", "--resume", "--plain")
    is_asked(again, "5. Lootas, 9 models", menu)
    again.press("undo" + ENTER)
    is_asked(again, "Taken back: What happened: lootas -1", menu)
    again.press("q" + ENTER)
    again.end()


def is_asked(table: Any, shown: str, prompt: str) -> None:
    """Wait until these words are to be seen, and the last line waits for an answer."""
    table.wait_to_see(shown)
    for _ in range(1000):  # each waits a moment for more
        if table.shown().endswith(prompt):
            break
        assert table.read(), table.shown()
    else:
        raise AssertionError(table.shown())
    table.settle()
