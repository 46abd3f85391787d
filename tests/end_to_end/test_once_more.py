"""The key that throws one die again after all were seen: which, for whom, once a phase, with undo and with changes."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.terminal import Terminal, answers, outside
from tests.end_to_end.test_table_10e import FIRST

__all__ = ["begin"]

MINE = """\
ruleset: 40k-10e
name: Blue Guard
weapons:
  rifle: {range: 24, A: 2, BS: 3+, S: 4, AP: 0, D: 1}
  cannon: {range: 24, A: D6, BS: 3+, S: 8, AP: 0, D: D6}
units:
  - name: Squad
    keywords: [INFANTRY]
    models: [{name: Trooper, count: 3, M: 6, T: 4, W: 2, Sv: 3+, Ld: 6+, OC: 1, weapons: [rifle]}]
  - name: Gunners
    keywords: [INFANTRY]
    models: [{name: Gunner, count: 1, M: 6, T: 4, W: 3, Sv: 3+, Ld: 6+, OC: 1, weapons: [cannon]}]
  - name: Reserve
    keywords: [INFANTRY]
    models: [{name: Guard, count: 1, M: 6, T: 4, W: 3, Sv: 3+, Ld: 6+, OC: 1, weapons: [rifle]}]
"""
THEIRS = """\
ruleset: 40k-10e
name: Red Horde
units:
  - name: Mob
    keywords: [INFANTRY]
    models: [{name: Brute, count: 10, M: 6, T: 4, W: 3, Sv: 4+, Ld: 6+, OC: 1}]
"""


@pytest.fixture
def begin(open_: Callable[..., Terminal], tmp_path: Path) -> Callable[..., Terminal]:
    def run(dice: str = "hand", seed: str = "5") -> Terminal:
        for name, text in (("mine", MINE), ("theirs", THEIRS)):
            (tmp_path / f"{name}.yaml").write_text(text)
        lists = (str(tmp_path / "mine.yaml"), str(tmp_path / "theirs.yaml"))
        here = open_("play", *lists, "--turns", "1", "--seed", seed, "--dice", dice, rows=40)
        here.wait(FIRST)
        return here

    return run


def to_the_hits(here: Terminal) -> None:
    for keys, then in (("", "Which unit shoots?"), ("Squad", "Which target for"), ("", "How far"), ("12", "AGREED?"), ("", "a reaction?"), ("4", "ROLL 6 DICE")):  # fmt: skip
        here.say(keys, then)


def given(folder: Path) -> list[Any]:
    """Of the rolls of the rifles, what is on disk."""
    return [answer for key, answer, *_ in answers(folder) if key in ("hit:rifle", "wound:rifle", "save:Brute")]


COMMAND = "Command Re-roll"


@pytest.mark.slow
@pytest.mark.rule("10E-EFF-72", "10E-RR-6", "10E-FAST-5")
def test_one_failed_die_is_thrown_again_after_all_were_seen(begin: Callable[..., Terminal], tmp_path: Path) -> None:
    here = begin()
    to_the_hits(here)
    assert "m again" not in here.shown()  # nothing lies there yet
    here.say("6 5 3 2 1 1", "ROLL 3 DICE")
    assert "m again" in here.shown()
    here.press("m")
    here.wait("ROLL 1 DIE")
    assert "Command Re-roll of Blue Guard   undo leaves it as it lies" in here.shown()
    here.say("4", "ROLL 4 DICE")
    assert "Blue Guard: Command Re-roll: 2 becomes 4 (answer 7, rifle: to hit)" in here.shown()
    assert "m again" not in here.shown()  # once a phase
    here.say("6 6 2 1", "ROLL 2 DICE")
    here.press("m")  # a save: that of the other player, but none has been thrown
    here.settle(0.2)
    here.press("\x7f")
    here.say("4 1", "Which unit shoots?")
    here.press(" m")
    here.wait("ROLL 1 DIE")
    here.say("", "Which unit shoots?")  # the app throws it
    (face,) = re.findall(r"Red Horde: Command Re-roll: 1 becomes (\d)", here.shown())
    assert "Mob 10 of 10" in here.shown()
    here.press(" q")
    here.end()
    assert given(tmp_path / "home") == [
        {"first": [6, 5, 3, 2, 1, 1], "more": [{"by": COMMAND, "first": [4]}]},
        {"first": [6, 6, 2, 1]},
        {"first": [4, 1], "more": [{"by": COMMAND, "first": [int(face)], "hand": False}]},
    ]
    told = outside(tmp_path / "home", "battle", "export", "Blue Guard v Red Horde").stdout
    assert "Blue Guard threw a die again: 7. rifle: to hit: 6 5 3 2 1 1, Command Re-roll: 2 becomes 4\n" in told
    assert f"Command Re-roll: 1 becomes {face} (by hand, again by the app)" in told
    assert "changed at the wish" not in told  # nobody has changed what he said


@pytest.mark.slow
@pytest.mark.rule("10E-EFF-72", "10E-RR-6")
def test_it_is_once_a_phase_for_each_player_and_not_for_who_left_it(begin: Callable[..., Terminal]) -> None:
    here = begin()
    to_the_hits(here)
    here.say("6 5 3 2 1 1", "ROLL 3 DICE")
    here.say("6 1 1", "ROLL 1 DIE")  # nobody wants one here
    here.say("6", "Which unit shoots?")
    for keys, then in (("Gunners", "Which target for"), ("", "How far"), ("12", "AGREED?"), ("", "ROLL 1 DIE attacks")):
        here.say(keys, then)
    here.say("1", "ROLL 1 DIE 3+")
    here.press("m")  # the number of attacks
    here.wait("ROLL 1 DIE")
    here.say("3", "ROLL 3 DICE 3+")
    here.say("1 1 1", "Which unit shoots?")
    assert "m again" not in here.shown()
    here.wish("m", "No die lies there that anybody may throw again.")


@pytest.mark.slow
@pytest.mark.rule("10E-EFF-72")
def test_undo_takes_it_back_and_it_may_be_used_elsewhere(begin: Callable[..., Terminal], tmp_path: Path) -> None:
    here = begin()
    to_the_hits(here)
    here.say("6 5 3 2 1 1", "ROLL 3 DICE")
    here.press("m")
    here.wait("ROLL 1 DIE")
    here.say("4", "ROLL 4 DICE")
    here.press(" u")
    here.wait("Taken back: Command Re-roll: 2 becomes 4 (answer 7, rifle: to hit)", prompt=False)
    here.press("\x1b")
    here.settle(0.2)
    here.say("3", "ROLL 3 DICE")
    here.wish("m", "again: no failed die of it is left that was not rolled again already.")
    here.press("u")
    here.wait("ROLL 3 DICE")
    here.say("6 6 1", "ROLL 2 DICE")
    here.press("m")
    here.wait("ROLL 1 DIE 4+ to wound, the 1 again")
    here.press("u")  # no, not that one
    here.wait("ROLL 2 DICE")
    here.press("m")
    here.wait("ROLL 1 DIE")
    here.say("6", "ROLL 3 DICE")
    here.press(" q")
    here.end()
    assert given(tmp_path / "home") == [
        {"first": [6, 5, 3, 2, 1, 1]},
        {"first": [6, 6, 1], "more": [{"by": COMMAND, "first": [6]}]},
    ]


@pytest.mark.slow
@pytest.mark.rule("10E-EFF-72", "10E-FAST-5")
def test_of_the_apps_dice_any_roll_since_the_last_answer(begin: Callable[..., Terminal], tmp_path: Path) -> None:
    here = begin("app", "2")
    for keys, then in (("", "Which unit shoots?"), ("Squad", "Which target for"), ("", "How far"), ("12", "AGREED?"), ("", "a reaction?"), ("4", "Which unit shoots?")):  # fmt: skip
        here.say(keys, then)
    before = given(tmp_path / "home")
    here.press(" m")
    here.wait("Which die is thrown again?")
    shown = " ".join(here.shown().split())
    assert re.search(r"rifle: to wound, the [1-3] again \(.* passed\): Command Re-roll of Blue Guard", shown)
    assert re.search(r"Brute: armour save, the [1-3] again \(.* passed\): Command Re-roll of Red Horde", shown)
    here.say("to hit", "Which unit shoots?")
    now = given(tmp_path / "home")
    assert now[0]["first"] == before[0]["first"]
    assert now[0]["more"][0]["by"] == COMMAND
    assert now[1]["first"][: len(before[1]["first"])] == before[1]["first"]  # the dice after it lie as they fell
    here.press(" q")
    here.end()


@pytest.mark.slow
@pytest.mark.rule("10E-EFF-72")
def test_who_has_used_it_is_known_when_the_battle_goes_on_another_day(
    begin: Callable[..., Terminal], open_: Callable[..., Terminal]
) -> None:
    here = begin()
    to_the_hits(here)
    here.say("6 5 3 2 1 1", "ROLL 3 DICE")
    here.press("m")
    here.wait("ROLL 1 DIE")
    here.say("4", "ROLL 4 DICE")
    here.press("o")
    here.wait("This roll, 4 dice", prompt=False)  # the odds of what is left, with the die as it lies now
    here.press("q")
    here.settle(0.3)
    here.press(" q")
    here.end()
    again = open_("play", "--resume", rows=40)
    again.wait("ROLL 4 DICE")
    assert "m again" not in again.shown()
    again.say("1 1 1 1", "Which unit shoots?")
    again.wish("m", "No die lies there that anybody may throw again.")
    again.press(" c")
    again.wait("Command Re-roll: 2 becomes 4", prompt=False)  # in the log, where it may be changed
