"""The key that throws one die again after all were seen: which, for whom, once a phase, with undo and with changes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.terminal import Terminal
from tests.end_to_end.test_table_10e import FIRST, answers, open_, pytestmark

__all__ = ["begin", "open_", "pytestmark"]

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
    def run(dice: str = "hand", *more: str) -> Terminal:
        for name, text in (("mine", MINE), ("theirs", THEIRS)):
            (tmp_path / f"{name}.yaml").write_text(text)
        lists = (str(tmp_path / "mine.yaml"), str(tmp_path / "theirs.yaml"))
        here = open_("play", *lists, "--turns", "1", "--seed", "5", "--dice", dice, *more, rows=40)
        here.wait(FIRST)
        return here

    return run


def to_the_hits(here: Terminal) -> None:
    for keys, then in (("", "Which unit shoots?"), ("Squad", "Which target for"), ("", "How far"), ("12", "AGREED?"), ("", "a reaction?"), ("2", "ROLL 6 DICE")):  # fmt: skip
        here.say(keys, then)


def given(folder: Path) -> list[Any]:
    return [answer for key, answer, *_ in answers(folder) if key in ("hit:rifle", "wound:rifle", "save:Brute")]


def test_one_failed_die_is_thrown_again_after_all_were_seen(begin: Callable[..., Terminal], tmp_path: Path) -> None:
    here = begin()
    to_the_hits(here)
    assert "m again" not in here.shown()  # nothing lies there yet
    here.say("6 5 3 2 1 1", "ROLL 3 DICE")
    assert "m again" in here.shown()
    here.press("m")
    here.wait("ROLL 1 DIE")
    print(here.shown())
    here.say("4", "ROLL 4 DICE")
    print(here.shown())
    here.press(" u\x1b")
    here.wait("ROLL 3 DICE")
    print(here.shown())
    here.press("m")
    here.wait("ROLL 1 DIE")
    here.say("2", "ROLL 3 DICE")
    print(here.shown())
    assert "m again" not in here.shown()
    here.say("6 6 6", "ROLL 3 DICE")
    print(here.shown())
    assert "m again" not in here.shown()  # once a phase
    here.say("1 1 5", "Which unit shoots?")
    print(here.shown())
    here.press(" m")
    here.wait("")
    here.settle(0.3)
    print(here.shown())
    here.say("5", "")
    here.settle(0.3)
    print(here.shown())
    assert answers(tmp_path / "home")
