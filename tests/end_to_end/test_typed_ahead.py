"""What is typed before it is asked for: no Enter too many and no die ever answers a question of another kind."""

from __future__ import annotations

import os
import signal

import pytest

from tests.end_to_end.terminal import CTRL_C, ENTER, READY, Terminal, words
from tests.end_to_end.test_table import begin, folder
from tests.helpers.samples import first

__all__ = ["begin", "folder"]


def stands(here: Terminal, question: str) -> None:
    """The question stands there, and stays."""
    here.wait(question)
    here.settle(0.3)
    assert question.casefold() in words(here.aloud()).casefold(), here.shown()


def to_the_weapon(here: Terminal) -> None:
    for keys, then in (("", "Which unit shoots?"), ("", "Which target for"), ("", "How far"), ("12", "Which weapon fires?"),
                       ("", "in the open")):  # fmt: skip
        here.say(keys, then)


def to_the_dice(here: Terminal) -> None:
    to_the_weapon(here)
    here.say("", "to hit")


@pytest.mark.slow
def test_enter_pressed_once_too_often_answers_no_question_of_another_kind(begin) -> None:
    here = begin(doubled=True)
    for keys, then in (("", "Which unit shoots?"), ("", "Which target for"), ("", "How far")):
        here.say(keys, then)
    here.press("12" + ENTER * 3)  # a number, then a menu
    stands(here, "Which weapon fires?")
    here.say("", "in the open")
    here.say("", "to hit")
    here.press("7" + ENTER + ENTER)  # dice, then dice: Enter alone would let the app throw them
    stands(here, "to wound")
    here.press("7" + ENTER + "3" + ENTER)  # the last dice, then a menu: they choose nothing
    stands(here, "go to ground?")


@pytest.mark.slow
def test_answers_of_one_kind_may_be_typed_in_one_go(begin) -> None:
    here = begin()
    here.press("1" + ENTER + "1" + ENTER + "2" + ENTER)  # who begins, who shoots, at whom; menus all of them
    stands(here, "HOW FAR is their nearest model in sight?")
    here.press(" u")
    here.wait("Which target for")
    here.say("1", "How far")
    for keys, then in (("12", "Which weapon fires?"), ("", "in the open"), ("", "to hit")):
        here.say(keys, then)
    here.press("7" + ENTER + "0" + ENTER)
    stands(here, "Which unit shoots?")


@pytest.mark.slow
def test_behind_what_is_refused_nothing_is_taken(begin) -> None:
    here = begin()
    to_the_dice(here)
    here.press("17" + ENTER + "7" + ENTER)
    here.wait("10 dice were rolled, you typed 17")
    stands(here, "to hit")
    assert "“7” was typed before this was asked, and is not taken." in words(here.aloud())
    assert "to wound" not in here.shown()
    here.say("7", "to wound")


@pytest.mark.slow
def test_plain_lines_forget_as_well(begin) -> None:
    here = begin("--dice", "hand", "--plain", listens=False)
    for keys, then in (("", "Which unit"), ("1", "Which target for"), ("1", "How far")):
        here.press(keys + "\n")
        here.wait(then, prompt=False)
    here.press("12\n\n\n")
    here.wait("Which weapon fires?", prompt=False)
    here.settle(0.5)
    assert "in the open" not in words(here.heard)
    assert words(here.heard).count("12") == 1  # shown once, as it is typed
    assert "u undo" in words(here.heard)  # the keys, though they are the same as before


def echoes(here: Terminal, wanted: bool) -> None:
    """Sooner or later the terminal shows what is typed, or does no longer."""
    for _ in range(1000):
        if here.child.getecho() == wanted:
            return
        here.read()
        here.child.isalive()
    raise AssertionError(f"echo is {not wanted}")


@pytest.mark.slow
def test_what_is_typed_while_nobody_asks_is_not_shown(begin, open_, folder) -> None:
    here = open_("play", str(folder / "mine.yaml"), str(folder / "theirs.yaml"), "--turns", "1", "--dice", "hand")
    here.wait("shoot, at the table", prompt=False)
    here.press("zyx")
    here.wait("has the first turn?")  # "zyx" may already filter its menu
    assert "zyx" not in here.all[: here.all.index(READY)]
    here.press(CTRL_C)
    here.end(130)


@pytest.mark.slow
@pytest.mark.parametrize("end", first(1, ["\x03", " q", signal.SIGTERM]))
def test_the_terminal_is_as_it_was_whatever_ends_it(begin, end) -> None:
    here = begin()
    echoes(here, False)
    if isinstance(end, str):
        here.press(end)
    else:
        os.kill(here.child.pid, end)
    echoes(here, True)


@pytest.mark.slow
@pytest.mark.parametrize("plain", [False, True])
def test_a_suspended_battle_gives_the_terminal_back_and_goes_on(begin, plain) -> None:
    here = begin("--dice", "hand", *(["--plain"] if plain else []), listens=not plain)
    here.settle(0.1)
    os.kill(here.child.pid, signal.SIGTSTP)
    echoes(here, True)
    os.kill(here.child.pid, signal.SIGCONT)
    if not plain:
        echoes(here, False)
    here.press("1" + ("\n" if plain else ENTER))
    here.wait("Which unit shoots?", prompt=not plain)


@pytest.mark.slow
def test_an_army_is_known_by_the_name_of_its_list(begin) -> None:
    here = begin()
    here.press("theirs")
    here.settle(0.2)
    assert "Green Mob" in here.shown()
    here.say("", "Green Mob: Which unit shoots?")


def still(here: Terminal, question: str) -> None:
    here.settle(0.3)
    assert question.casefold() in words(here.aloud()).casefold(), here.shown()


@pytest.mark.slow
def test_a_finger_that_presses_twice_takes_no_row_that_is_lit(begin) -> None:
    """The next question stands there long before the second press: it is no answer to it, of whatever kind."""
    here = begin(doubled=True)
    for keys, then in (("1", "Which unit shoots?"), ("1", "Which target for"), ("1", "How far")):
        here.say(keys, then)
        here.press(ENTER, at_once=True)
        still(here, then)
    for keys, then in (("12", "Which weapon fires?"), ("1", "in the open"), ("1", "to hit"), ("7", "to wound")):
        here.say(keys, then)
        here.press(ENTER, at_once=True)
        still(here, then)
    for _ in range(3):  # held down
        here.press(ENTER, at_once=True)
    still(here, "to wound")
    here.say("5", "go to ground?")
    here.say("2", "ROLL")  # what is typed or pointed at is answered at once
    here.press("1" + ENTER, at_once=True)
    here.wait("Which unit shoots?")
