"""Shots at a vehicle and a marker that scatters, as they are seen at a terminal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.end_to_end.terminal import CLEAR, ENTER, Terminal, words
from tests.end_to_end.test_table import both_lists

MINE = """\
ruleset: 40k-7e
name: Blues
units:
  - name: Tank Killers
    models: [{name: Gunner, count: 2, BS: 4, T: 4, Ld: 8, Sv: 3+, weapons: [lascannon]}]
  - name: Mortars
    models: [{name: Bomber, BS: 4, T: 4, Ld: 8, Sv: 3+, weapons: [frag]}]
weapons:
  frag: {range: 48, S: 4, AP: 6, type: Heavy 1, rules: [Blast]}
"""
THEIRS = """\
ruleset: 40k-7e
name: Reds
units:
  - name: Deff Dread
    type: Vehicle (Walker)
    models: [{name: Deff Dread, WS: 4, BS: 2, S: 5, front: 12, side: 11, rear: 10, HP: 3, I: 2, A: 3, weapons: [shoota]}]
  - name: Boyz
    models: [{name: Boy, count: 13, plural: Boyz, BS: 2, T: 4, Ld: 7, Sv: 6+, weapons: [shoota]}]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return both_lists(tmp_path, MINE, THEIRS)


@pytest.fixture
def begin(folder: Path, open_):
    def run(*more: str, unit: str, target: str, **how) -> Terminal:
        lists = (str(folder / "mine.yaml"), str(folder / "theirs.yaml"))
        here = open_("play", *lists, "--turns", "1", "--seed", "5", "--dice", "hand", *more, **how)
        here.wait("Who has the first turn?")
        here.say("", "Which unit shoots?")
        here.say(unit, "Which target")
        here.say(target, "How far")
        here.say("24", "Which weapon fires?")
        here.say("1", "in the open")
        return here

    return run


@pytest.mark.slow
def test_a_vehicle_from_the_shot_to_the_row_of_its_table(begin) -> None:
    here = begin(unit="tank", target="deff", columns=80, rows=24)
    assert "armour 12/11/10  hull points ■■■  3 of 3 left" in here.shown()
    here.say("", "ROLL 2 DICE 3+ to hit")
    assert "front armour 12 of 12/11/10" in here.shown()
    assert "glance or penetrate" in here.shown()
    assert "wounds" not in here.shown()
    here.say("6 5", "+ 9 each against armour 12: 3 glances, 4+ penetrates")
    here.say("5 2", "on the damage table")
    shown = here.shown()
    assert "against 12: 9 + 5 = 14 penetrates; 9 + 2 = 11 nothing" in shown
    assert "front armour 12 of 12/11/10  hull points ■■×  2 of 3 left" in shown
    assert re.search(r"2 +─+► +2 +─+► +1 +─+► +1\n", shown), shown
    assert "Crew Shaken  Crew Stunned  Weapon Destroyed  Immobilised  Explodes!" in shown
    assert "►Weapon" not in shown
    here.say("3", "Which unit shoots?")
    assert "►Crew Stunned" in here.shown()
    assert "Deff Dread  2 of 3  ■■×  hull points" in here.shown()
    for word in ("showed", "failed", "unsaved"):
        assert word not in here.all
    here.press("\x1a")
    here.wait("on the damage table")
    assert "►Crew Stunned" not in here.shown()


@pytest.mark.slow
def test_a_vehicle_at_forty_columns_keeps_all_of_it(begin) -> None:
    here = begin(unit="tank", target="deff", columns=40, rows=24)
    here.say("", "ROLL 2 DICE")
    here.say("6 1", "against armour 12")
    shown = here.shown()
    assert max(map(len, shown.splitlines())) <= 40
    assert shown.count("3 glances, 4+ penetrates") == 1
    assert "hull lost" in shown
    here.say("5", "on the damage table")
    shown = here.shown()
    assert ["4", "Weapon", "Destroyed"] in [line.split() for line in shown.splitlines()]
    assert "■■×" in shown


@pytest.mark.slow
def test_what_a_vehicle_suffers_is_read_in_plain_words(folder, open_) -> None:
    lists = (str(folder / "mine.yaml"), str(folder / "theirs.yaml"))
    here = open_("play", *lists, "--turns", "1", "--seed", "5", "--dice", "hand", "--plain")
    heard = "first turn?"
    for keys, heard_then in (
        ("", "Which unit shoots?"), ("tank", "Which target"), ("deff", "How far"), ("24", "Which weapon fires?"),
        ("1", "in the open, at its front"), ("", "ROLL 2 DICE, 3+ to hit."),
        ("6 5", "ROLL 2 DICE + 9 each against armour 12: 3 glances, 4+ penetrates. Blues, lascannon at Deff Dread."),
        ("5 2", "1-2: Crew Shaken; 3: Crew Stunned; 4: Weapon Destroyed; 5: Immobilised; 6: Explodes!"),
        ("3", "Which unit shoots?"),
    ):  # fmt: skip
        here.wait(heard, prompt=False)
        here.settle(0.2)
        here.press(f"{keys}\r")
        heard = heard_then
    here.wait(heard, prompt=False)
    told = " ".join(here.all.split())
    assert "against 12: 9 + 5 = 14 penetrates; 9 + 2 = 11 nothing" in told
    assert "Deff Dread loses 1 hull point, 2 of 3 left" in told
    assert "> 3 Crew Stunned" in told


@pytest.mark.slow
def test_the_scatter_die_takes_its_words_alone_and_the_bar_says_the_move(begin) -> None:
    here = begin(unit="mortars", target="boyz", columns=80, rows=24)
    here.say("", "type hit or arrow")
    for wrong in ("1", "6", "miss"):
        here.press(f"{wrong}\r")
        here.wait("is no face of this die", prompt=False)
    here.say("arrow", "scatter distance")
    here.say("4 2", "MOVE 2 inches along the arrow")
    shown = here.shown()
    assert "scatter    →   4   2   = 6" in shown
    assert "HOW MANY models of Boyz are under the marker now? (0 to 13 models)" in shown
    assert shown.index("inches along the arrow") < shown.index("HOW MANY")
    here.press("3\r")
    here.settle(0.3)
    here.press("\x1a\x1a\x1a")
    here.wait("type hit or arrow")
    here.say("hit", "HIT: the marker stays")
    assert "HOW MANY" in here.shown()


@pytest.mark.slow
@pytest.mark.rule("EVE-1", "EVE-6", "EVE-7", "EVE-10", "EVE-12")
@pytest.mark.parametrize("columns", [80, 40])
def test_what_happened_without_the_app_is_told_refused_and_taken_back(folder: Path, open_, columns) -> None:
    lists = (str(folder / "mine.yaml"), str(folder / "theirs.yaml"))
    here = open_("play", *lists, "--turns", "1", "--seed", "5", "--dice", "hand", columns=columns, rows=30)
    here.wait("Who has the first turn?")
    here.say("", "Which unit shoots?")
    here.say("something", "What happened")
    here.press("dread hull -4" + ENTER)
    here.wait_to_see("Deff Dread has 3 hull points left: 4 cannot be lost")
    here.press(CLEAR + "dread hull -1, immobilised")
    here.wait_to_see("2 of 3 hull points left")
    here.say("", "Which unit shoots?")
    assert "Deff Dread: immobilised" in words(here.all)
    here.wish("u", "WHAT HAPPENED")
    here.say("dread weapon destroyed", "Which unit shoots?")
    assert "shoota destroyed" in words(here.all)
    here.say("end the phase", "since the last shots?")
    here.say("boyz 2 left", "since the last shots?")
    assert "11 Boyz fall: 2 of 13 left" in words(here.all)
    here.say("", "Which unit shoots?")
