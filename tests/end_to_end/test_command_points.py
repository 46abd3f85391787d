"""Command points at one terminal: typed, spent by a row and by a re-roll, closed with the reason, and written out."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.end_to_end.terminal import Terminal, outside
from tests.end_to_end.test_once_more import begin

__all__ = ["begin"]

REASON = "Command Re-roll needs 1 CP, 0 left; cp +1 if that is wrong."


@pytest.mark.slow
@pytest.mark.rule("EVE-50", "EVE-52", "EVE-54", "EVE-57")
def test_an_attack_with_command_points(begin: Callable[..., Terminal], tmp_path: Path) -> None:
    here = begin()
    for keys, then in (
        ("", "Which unit shoots?"),
        ("something", "What happened"),
        ("cp = 0, theirs cp = 1", "Which unit shoots?"),
        ("Squad", "Which target for"),
        ("", "How far"),
        ("12", "AGREED?"),
        ("", "a reaction?"),
        ("go to", "ROLL 6 DICE"),
    ):
        here.say(keys, then)
    assert "command points ▲ 0 ● 0" in here.shown()
    assert "Red Horde: 1 CP for Go to Ground, 0 left" in here.shown()
    here.say("6 5 3 2 1 1", "ROLL 3 DICE")
    here.wish("m", REASON)
    here.press(" s")
    here.wait("STATUS", prompt=False)
    assert "CP 0" in here.shown()
    here.press("q")
    here.settle(0.3)
    for _ in range(3):  # the hits, the reaction, the facts
        here.press(" u")
        here.settle(0.5)
    here.wait("AGREED?")
    assert "command points ▲ 0 ● 1" in here.shown()
    here.say("", "a reaction?")
    here.say("go to ground 0", "ROLL 6 DICE")
    assert "command points ▲ 0 ● 1" in here.shown()
    here.say("6 5 3 2 1 1", "ROLL 3 DICE")
    here.say("1 1 1", "Which unit shoots?")
    here.say("something", "What happened")
    here.say("theirs cp -1 for Storm", "Which unit shoots?")
    here.press(" q")
    here.end()
    name = "Blue Guard v Red Horde"
    told = outside(tmp_path / "home", "battle", "export", name).stdout
    assert "## Command points" in told
    assert "- Red Horde: 0 left, spent 1 (Storm 1) since turn 1" in told
    whole = json.loads(outside(tmp_path / "home", "battle", "export", name, "--json").stdout)
    assert whole["command_points"] == {
        "Blue Guard": {"left": 0, "spent": {}, "since_turn": 1},
        "Red Horde": {"left": 0, "spent": {"Storm": 1}, "since_turn": 1},
    }
    assert outside(tmp_path / "home", "battle", "verify", name).returncode == 0
