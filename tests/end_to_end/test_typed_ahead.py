"""What is typed before it is asked for: no Enter too many and no die ever answers a question of another kind."""

from __future__ import annotations

import os
import signal

import pytest

from tests.end_to_end.terminal import CTRL_C, ENTER, READY, Terminal, words
from tests.end_to_end.test_table import FIRST, GAME, begin, folder, open_, play, pytestmark

__all__ = ["begin", "folder", "open_", "pytestmark"]


def stands(here: Terminal, question: str) -> None:
    """The question stands there, and stays."""
    here.wait(question)
    here.settle(0.3)
    last = words(here.all)[words(here.all).rfind(question) :]
    assert ">" in last  # its line
    assert "> " + question not in last


def test_enter_pressed_once_too_often_answers_no_question_of_another_kind(begin) -> None:
    here = begin()
    play(here, GAME[:3])
    here.press("12" + ENTER * 3)  # a number, then a menu
    stands(here, "Which weapon fires?")
    assert "5 fire boltgun" not in words(here.heard)
    here.say("", "5 fire boltgun")
    here.say("", "roll 10 dice")
    here.press("7" + ENTER + ENTER)  # dice, then dice: Enter alone would let the app throw them
    stands(here, "roll 7 dice")
    assert "The app rolls." not in here.all
    here.press("4" + ENTER + "3" + ENTER)  # the last dice, then a menu
    stands(here, "Does Boyz go to ground?")


def test_answers_of_one_kind_may_be_typed_in_one_go(begin) -> None:
    here = begin()
    here.press("1" + ENTER + "1" + ENTER + "2" + ENTER)  # who begins, who shoots, at whom; menus all of them
    stands(here, "How far")
    assert "What does Rifle Squad shoot at?" in words(here.heard)
    here.say("12", "Which weapon fires?")
    here.say("", "5 fire boltgun")
    here.say("", "roll 10 dice")
    here.press("7" + ENTER + "4" + ENTER)
    here.wait("> 4")
    assert "> 7" in words(here.heard)


def test_behind_what_is_refused_nothing_is_taken(begin) -> None:
    here = begin()
    play(here, GAME[:3])
    here.say("12", "Which weapon fires?")
    here.say("", "5 fire boltgun")
    here.say("", "roll 10 dice")
    here.press("17" + ENTER + "7" + ENTER)
    here.wait("10 dice were rolled, that is 17")
    here.settle(0.3)
    assert "roll 7 dice" not in words(here.heard)
    here.say("7", "roll 7 dice")


def test_plain_lines_forget_as_well(begin) -> None:
    here = begin("--dice", "hand", "--plain", listens=False)
    for keys, then in (("", "Which unit"), ("1", "What does"), ("2", "How far")):
        here.press(keys + "\n")
        here.wait(then, prompt=False)
    here.press("12\n\n\n")
    here.wait("Which weapon fires?", prompt=False)
    here.settle(0.5)
    assert "5 fire boltgun" not in words(here.heard)
    assert words(here.heard).count("12") == 1 + words(here.heard).count("12 inches")  # shown once as it is typed


def echoes(here: Terminal, wanted: bool) -> None:
    """Sooner or later the terminal shows what is typed, or does no longer."""
    for _ in range(1000):
        if here.child.getecho() == wanted:
            return
        here.read()
        here.child.isalive()
    raise AssertionError(f"echo is {not wanted}")


def test_what_is_typed_while_nobody_asks_is_not_shown(begin, open_, folder) -> None:
    here = open_("play", str(folder / "mine.yaml"), str(folder / "theirs.yaml"), "--turns", "1", "--dice", "hand")
    here.wait("shoot: battle", prompt=False)
    here.press("zyx")
    here.wait(FIRST)
    before = here.all[: here.all.index(READY)]
    assert "zyx" not in before
    here.press(CTRL_C)
    here.end(130)


@pytest.mark.parametrize("end", ["\x03", " q", signal.SIGTERM])
def test_the_terminal_is_as_it_was_whatever_ends_it(begin, end) -> None:
    here = begin()
    echoes(here, False)
    if isinstance(end, str):
        here.press(end)
    else:
        os.kill(here.child.pid, end)
    echoes(here, True)


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
