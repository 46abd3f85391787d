"""The end of a phase and of a battle at a terminal: what is seen, what the keys do, and what stays."""

from __future__ import annotations

import re

import pytest

from shoot_cli.ui.block import large
from tests.end_to_end import terminal
from tests.end_to_end.terminal import CTRL_C, CTRL_D, ENTER, UP, Terminal, words
from tests.end_to_end.test_table import begin, folder  # fixtures are found by their names
from tests.helpers.samples import first

__all__ = ["begin", "folder"]

WAITS = "Enter: the armies"
END = UP + ENTER + ENTER  # the last row, and once more, as units can still shoot
BOTH_PHASES = [
    ("", "Which unit shoots?"), (UP + ENTER, "since the last shots?"), ("", "Green Mob: Which unit shoots?"),
    (UP + ENTER, WAITS),
]  # fmt: skip


def to_the_end(begin, **how) -> Terminal:
    table = begin("--dice", "app", **how)
    for keys, then in BOTH_PHASES:
        table.press(keys + ENTER)
        table.wait(then.rpartition(": ")[2] if then != WAITS else then)
    return table


@pytest.mark.slow
@pytest.mark.parametrize(("columns", "rows"), first(1, [(80, 24), (40, 24)]))
def test_the_end_waits_on_one_screen(begin, columns, rows):
    table = to_the_end(begin, columns=columns, rows=rows)
    shown = table.shown()
    assert "The battle is over." in shown
    assert "▲ Red Company" in shown
    assert "● Green Mob" in shown
    assert "models slain" in shown
    assert WAITS in shown
    assert words(table.heard).count("Green Mob · turn 1") <= 1
    table.press(ENTER)  # the armies
    table.wait("Rifle Squad")
    table.press("k")
    table.wait(WAITS)
    table.press("q")
    table.end()
    assert "The battle is over." in table.shown()
    assert "shoot battle export 'Red Company v Green Mob'" in words(table.all)


@pytest.mark.slow
def test_nobody_waits_for_a_program_that_waits_itself(begin, monkeypatch):
    """A terminal test that fails is told soon; one at a busy machine has all its time."""
    monkeypatch.setattr(terminal, "STILL", 1)
    table = begin("--dice", "app", patience=300)
    table.press("")
    with pytest.raises(AssertionError, match="'Nobody says this' did not come"):
        table.wait("Nobody says this")
    assert table.idle


@pytest.mark.slow
def test_a_battle_that_ended_by_a_slip_is_taken_back_and_played_on(begin, open_):
    table = to_the_end(begin, columns=80, rows=24)
    table.press("u")
    table.wait("Taken back")
    table.wait("Which unit shoots?")
    assert "The battle is over." not in table.shown()
    table.press(END)
    table.wait(WAITS)
    table.press("q")
    table.end()
    assert words(table.shown()).count("The battle is over.") == 1
    again = open_("play", "--resume", "--battle", "Red Company v Green Mob", columns=80, rows=24)
    again.wait(WAITS)
    again.press("u")
    again.wait("Which unit shoots?")


@pytest.mark.slow
def test_a_phase_ends_with_a_bar_before_the_other_side_is_asked(begin):
    table = begin("--dice", "app", columns=80, rows=24)
    table.press(ENTER)
    table.wait("Which unit shoots?")
    table.press(END)
    table.wait("since the last shots?")
    shown = table.shown()
    assert "TURN 1: nobody slain" in shown
    assert shown.index("TURN 1: nobody slain") < shown.rindex("WHAT HAPPENED")


@pytest.mark.slow
@pytest.mark.parametrize("keys", [CTRL_C, CTRL_D, "q"])
def test_whoever_leaves_at_the_end_has_played_to_the_end(begin, folder, keys):
    table = to_the_end(begin)
    table.left_end = True
    table.press(keys)
    table.end()


@pytest.mark.slow
@pytest.mark.parametrize("columns", [80, 40])
def test_the_demo_has_them_in_colour(open_, columns):
    demo = open_("play", "--demo", columns=columns, rows=24)
    demo.end()
    said = words(demo.all)
    phases = [int(slain) for slain in re.findall(r"TURN 1: (\d+) models slain", said)]
    assert len(phases) == 2
    assert all(phases)
    at_the_end = said[said.index("The battle is over.") :]
    for one, other in zip(*(large(str(slain)) for slain in phases), strict=True):  # the same two numbers, large
        assert words(f"{one} {other}") in at_the_end
    assert "BEST ATTACK" in said
    assert "\x1b[1;97;44m" in demo.all  # the bar of the first player
    assert "\x1b[1;30;43m" in demo.all  # and of the second


@pytest.mark.slow
def test_the_plain_demo_has_them_in_words(open_):
    demo = open_("play", "--demo", "--plain", columns=40)
    demo.end()
    said = words(demo.all)
    slain = re.search(r"Turn 1, Ultramarines Strike Force: (\d+) models slain[.,]", said)
    assert slain
    assert f"Ultramarines Strike Force: {slain[1]} enemy models slain, " in said
    assert "Best attack: Ultramarines Strike Force, " in said
    assert "\x1b[" not in demo.all
    assert not {*"▲●■×█"} & {*demo.all}


@pytest.mark.slow
def test_a_phase_that_is_taken_back_and_ends_again_is_told_again(begin):
    table = begin("--dice", "app", columns=80, rows=24)
    for keys, then in ((ENTER, "Which unit shoots?"), (END, "since the last shots?")):
        table.press(keys)
        table.wait(then)
    assert "TURN 1: nobody slain" in table.shown()
    table.wish("u", "Taken back")
    table.wait("Which unit shoots?")
    table.press(END)
    table.wait("since the last shots?")
    assert "TURN 1: nobody slain" in words(table.heard)
