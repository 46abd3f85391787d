"""At a real terminal: who joins whom, and what is in force, each told in two answers; armies without any are not asked."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.end_to_end.terminal import Terminal, words
from tests.end_to_end.test_table import both_lists

MINE = """\
ruleset: 40k-7e
name: Blues
units:
  - name: Tactical Squad
    models: [{name: Marine, count: 5, BS: 4, T: 4, Ld: 8, Sv: 3+, weapons: [boltgun]}]
  - name: Librarian
    rules: [Independent Character, Psyker (Mastery Level 1)]
    models: [{name: Librarian, BS: 4, T: 4, W: 2, Ld: 10, Sv: 3+, weapons: [bolt pistol]}]
"""
THEIRS = """\
ruleset: 40k-7e
name: Reds
units:
  - name: Boyz
    models: [{name: Boy, count: 9, plural: Boyz, BS: 2, T: 4, Ld: 7, Sv: 6+, weapons: [shoota]}]
"""
STATE = "a unit's state"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return both_lists(tmp_path, MINE, THEIRS)


@pytest.fixture
def begun(folder: Path, open_):
    def run(**how) -> Terminal:
        here = open_(
            "play", str(folder / "mine.yaml"), str(folder / "theirs.yaml"), "--seed", "5", "--dice", "hand", **how
        )
        here.wait("Who has the first turn?")
        here.say("", "Which unit shoots?")
        return here

    return run


@pytest.mark.slow
@pytest.mark.parametrize("columns", [80, pytest.param(40, marks=pytest.mark.slow)])
def test_a_join_and_a_power_take_two_answers_each(begun, columns) -> None:
    here = begun(columns=columns)
    here.say(STATE, "Whose state?")
    here.say("Librarian", "What is Librarian?")
    here.say("joins Tac", "Which unit shoots?")
    assert "Tactical Squad + Librarian" in words(here.shown())
    here.say(STATE, "Whose state?")
    here.say("Tactical", "What is Tactical Squad + Librarian?")
    here.say("presc", "Which unit shoots?")
    assert "Prescience" in words(here.shown())
    here.look(" s", "Tactical Squad + Librarian")
    here.say("Tactical", "Which target for Tactical Squad + Librarian (Prescience)?")
    for keys, then in (("", "How far"), ("20", "Which weapon fires?"), ("boltgun", "boltgun")):
        here.say(keys, then)
    here.say("", "ROLL 5 DICE")
    here.say("1 2 6 6 6 > 3 3", "ROLL 5 DICE")  # failed dice are thrown again
    for _ in range(12):
        here.press(" u")
        here.wait("Taken back")
    here.wait_to_see("Which unit shoots?")
    assert re.search(r"1 Tactical Squad +5 models", here.shown()), here.shown()


@pytest.mark.slow
def test_nobody_is_asked_of_what_no_army_has(begun) -> None:
    here = begun()
    for keys, then in (
        ("", "Which target"),
        ("", "How far"),
        ("20", "Which weapon fires?"),
        ("", "boltguns"),
        ("", "ROLL 5 DICE"),
    ):
        here.say(keys, then)
    assert not {"effect", "Skyfire", "joined", "markerlight"} & {*words(here.all).split()}
