"""One key throws the rest of an attack with the app's dice; what players decide is asked all the same."""

from __future__ import annotations

import pytest

from tests.end_to_end.terminal import Terminal, words
from tests.end_to_end.test_table import answers, begin, folder
from tests.end_to_end.test_typed_ahead import to_the_dice

__all__ = ["begin", "folder"]


def hands(folder) -> list[bool | None]:
    """Of the dice on disk: True if they came from a hand."""
    return [hand for *_, hand in answers(folder) if hand is not None]


def left(here: Terminal) -> None:
    here.press(" q")
    here.end()


@pytest.mark.slow
def test_r_throws_what_is_asked_and_all_that_follows(begin, folder) -> None:
    here = begin()
    to_the_dice(here)
    assert "r roll" in here.shown()
    here.press("7\r")
    here.wait("to wound")
    here.press("r")
    here.wait("go to ground?")  # that is for the other player to say
    assert "r roll" not in here.shown()
    here.say("", "Which unit shoots?")  # saves and all
    thrown = hands(folder)
    assert thrown[0] is True
    assert len(thrown) > 1
    assert not any(thrown[1:])
    here.say("Gunners", "Which target for")  # the next attack is thrown by hand again
    here.say("", "How far")
    here.say("12", "Which weapon fires?")
    here.say("", "in the open")
    here.say("", "to hit")
    left(here)


@pytest.mark.slow
def test_space_r_at_a_decision(begin, folder) -> None:
    here = begin()
    for keys, then in (("", "Which unit shoots?"), ("", "Which target for")):
        here.say(keys, then)
    here.wish("r", "No attack is going on.")
    for keys, then in (("", "How far"), ("12", "Which weapon fires?")):
        here.say(keys, then)
    here.wish("r", "The app rolls the rest of this attack.")
    here.say("", "in the open")
    here.say("", "go to ground?")
    assert not any(hands(folder))
    left(here)


@pytest.mark.slow
def test_after_undo_the_dice_are_asked_for_again_and_are_the_same(begin, folder) -> None:
    here = begin()
    to_the_dice(here)
    here.press("r")
    here.wait("go to ground?")
    before = answers(folder)
    here.press(" u\x1b")
    here.wait(
        "5 boltguns, in the open, all at half range", prompt=False
    )  # where r was pressed; nobody throws it unasked
    here.settle(0.3)
    here.press("r")
    here.wait("go to ground?")
    assert answers(folder) == before
    left(here)


@pytest.mark.slow
def test_undo_goes_back_to_the_prompt_where_the_app_was_let_throw(begin, folder) -> None:
    here = begin()
    to_the_dice(here)
    here.say("", "to wound")
    before = answers(folder)
    here.press(" ")
    here.wait("thrown by the app (▲)", prompt=False)
    here.press("u\x1b")
    here.wait("5 boltguns, in the open, all at half range", prompt=False)
    here.settle(0.3)
    assert answers(folder) == before[:-1]
    here.say("", "to wound")
    assert answers(folder) == before  # Enter again: the same dice
    left(here)


@pytest.mark.slow
def test_plain_shows_each_roll_that_is_thrown(begin) -> None:
    here = begin("--dice", "hand", "--plain", listens=False)
    for keys, then in (("", "Which unit"), ("1", "Which target for"), ("1", "How far"), ("12", "Which weapon"), ("", "in the open"), ("", "to hit")):  # fmt: skip
        here.press(keys + "\n")
        here.wait(then, prompt=False)
        here.settle(0.1)
    here.press("r\n")
    here.wait("go to ground?", prompt=False)
    assert "The app rolls." in words(here.heard)
    assert "The app rolls the rest of this attack." in words(here.heard)
    assert "to wound" in words(here.heard)


@pytest.mark.slow
def test_where_a_beginner_is_taught_nothing_more_is_asked(begin, folder) -> None:
    here = begin("--dice", "hand", "--teach", "mine", "--seed", "1")
    for keys, then in (("", "Which unit shoots?"), ("", "Which target for"), ("", "How far"), ("12", "Which weapon fires?"), ("", "in the open")):  # fmt: skip
        here.say(keys, then)
    here.say("", "What does each need?")
    here.press(" r")
    here.wait("go to ground?")
    assert "each need" not in here.shown()
    assert not any(hands(folder))
    left(here)


@pytest.mark.slow
def test_with_the_apps_dice_there_is_no_such_key(begin) -> None:
    here = begin("--dice", "app")
    here.say("", "Which unit shoots?")
    here.press(" ")
    here.settle(0.2)
    assert "rest of this attack" not in here.shown()
