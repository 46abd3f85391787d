"""Transcripts of keys: modes by number, what is said stays said, and no word of ours in front of players."""

from __future__ import annotations

import re

import pytest

from tests.end_to_end.terminal import CLEAR, Terminal, words
from tests.end_to_end.test_table import begin, folder
from tests.end_to_end.test_typed_ahead import to_the_dice, to_the_weapon

__all__ = ["begin", "folder"]

INNER = re.compile(r"\b\w+_\w+\b|\bas said\b|\bcover:\w|number of things|\blisted, ask\b")


@pytest.mark.slow
def test_a_mode_is_chosen_by_its_number_in_plain_sight(open_) -> None:
    here = open_("play", "adeptus-astartes", "waaagh", "--dice", "hand", "--seed", "7", rows=40)
    here.wait("Who has the first turn?")
    for keys, then in (
        ("", "Oath of Moment"),
        ("none", "Which unit shoots?"),
        ("", "Which target"),
        ("", "HOW FAR"),
        ("12", "AGREED?"),
    ):
        here.say(keys, then)
    row = re.search(r"(\d+) plasma pistol, standard or supercharge +standard", here.shown())
    assert row, here.shown()
    here.say(row[1], "supercharge")
    here.say("super", "AGREED?")
    assert re.search(r"plasma pistol, standard or supercharge +supercharge", here.shown())
    here.say("", "a reaction?")
    assert "another target" not in words(here.all).casefold()  # nobody asks unprompted
    assert not INNER.search(here.look(" l", "LOG"))  # what was agreed to is written out


@pytest.mark.slow
def test_what_was_said_of_a_unit_is_proposed_to_the_next_that_shoots_at_it(begin) -> None:
    here: Terminal = begin()
    to_the_weapon(here)
    here.say("2", "Cover")
    here.say("5+", "AGREED?")
    here.say("", "to hit")
    here.say("0", "Which unit shoots?")
    for keys, then in (("", "Which target for Gunners?"), ("", "How far"), ("12", "Which weapon fires?")):
        here.say(keys, then)
    here.say("", "AGREED?")
    assert "in the open" not in words(here.shown())
    assert "5+" in here.shown()


@pytest.mark.slow
@pytest.mark.parametrize("plain", [True, False])
def test_nonsense_at_every_prompt_is_refused_in_words_of_the_game(begin, plain) -> None:
    here = begin("--dice", "hand", *(["--plain"] if plain else []), listens=not plain)
    steps = (("", "Which unit"), ("1", "Which target for"), ("1", "How far"), ("12", "Which weapon fires?"), ("1", "in the open"),
             ("1", "to hit"), ("7", "to wound"), ("5", "go to ground?"))  # fmt: skip
    end = "\n" if plain else "\r"
    for keys, then in steps:
        for nonsense in ("xyzzy", "99999", "%"):
            here.press(CLEAR + nonsense + end)
            here.wait("!", prompt=not plain)
        here.press(CLEAR + keys + end)
        here.wait(then, prompt=not plain)
    assert not INNER.search(words(here.all)), INNER.search(words(here.all))


@pytest.mark.slow
def test_what_is_taken_back_is_not_told_as_if_it_were_new(begin) -> None:
    here = begin()
    to_the_dice(here)
    here.say("7", "to wound")
    here.say("5", "go to ground?")
    here.say("1", "Which unit shoots?")
    assert "5 Boys slain" in words(here.all)
    here.press(" u")
    here.wait("go to ground?")
    assert "slain: " not in words(here.heard).replace("unsaved slain", "")
    assert "Taken back" in words(here.heard)
