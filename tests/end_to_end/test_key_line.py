"""The line of keys at a real terminal: only those that would do something now, and the others say so."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.end_to_end.terminal import Terminal
from tests.end_to_end.test_table import MINE, THEIRS


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    opened: list[Terminal] = []
    for name, text in (("red.yaml", MINE), ("green.yaml", THEIRS)):
        (tmp_path / name).write_text(text, encoding="utf-8")

    def call() -> Terminal:
        lists = str(tmp_path / "red.yaml"), str(tmp_path / "green.yaml")
        opened.append(Terminal(tmp_path / "home", "play", *lists, "--dice", "hand", "--seed", "7"))
        return opened[-1]

    yield call
    for one in opened:
        one.close()


def keys(here: Terminal) -> str:
    here.settle(0.1)
    return re.findall(r"^ (.*\? why .*Space .*)$", here.shown(), re.MULTILINE)[-1]


@pytest.mark.slow
def test_keys_are_listed_when_they_have_something_to_show(terminal: Callable[..., Terminal]) -> None:
    here = terminal()
    here.wait("first turn?")
    assert keys(here) == "Enter take  ? why  Space status, leave"
    for key, words in (
        ("u", "There is nothing to take back."),
        ("U", "There is nothing to bring back."),
        ("c", "Nothing has been answered yet."),
        ("l", "Nothing stands in the log yet."),
        ("k", "No dice that count have been thrown yet."),
    ):
        here.press(" " + key)
        here.wait(words)
        here.settle(0.1)
        assert len(re.findall(r"There is nothing|has been answered yet|stands in the log|No dice", here.shown())) == 1
    here.say("", "Which unit shoots?")
    assert keys(here) == "Enter take  ? why  Space undo, status, log ..."
    here.say("", "Which target for Rifle Squad?")
    here.say("", "How far")
    here.say("12", "Which weapon fires?")
    here.say("", "in the open, all at half range")
    here.say("", "ROLL 10 DICE")
    here.say("7", "ROLL 7 DICE")
    assert "k luck" in keys(here)
    here.press("\x1a")  # Ctrl-Z: the commands stay closed
    here.wait("ROLL 10 DICE")
    assert "U redo" in keys(here)
    assert "luck" not in keys(here)  # the dice were taken back


@pytest.mark.slow
def test_two_undos_typed_where_names_are_typed_take_back_two_answers(terminal: Callable[..., Terminal]) -> None:
    here = terminal()
    here.wait("first turn?")
    here.say("", "Which unit shoots?")
    here.say("", "Which target for Rifle Squad?")
    here.say("", "How far")
    here.say("12", "Which weapon fires?")
    here.say("", "in the open, all at half range")
    here.say("firing", "In range and sight")  # a fact of the list: undo goes back to it, and loses nothing
    here.press(" uu")  # a fact of the list: undo goes back to it
    here.wait("Taken back: Which weapon fires: 5 boltguns")
    assert re.search(r"^ Which weapon fires\? +▲ Red Company$", here.shown(), re.MULTILINE)


@pytest.mark.slow
def test_undo_by_its_letter_goes_on_where_names_are_typed(terminal: Callable[..., Terminal]) -> None:
    here = terminal()
    here.wait("first turn?")
    here.say("", "Which unit shoots?")
    here.say("", "Which target for Rifle Squad?")
    here.say("", "How far")
    here.say("12", "Which weapon fires?")
    here.say("", "in the open, all at half range")
    here.say("", "ROLL 10 DICE")
    here.press("u")
    here.wait("Space u takes back")
    here.press("u")  # where a name could be typed
    here.wait("Which weapon fires?")
    here.press("\x1b")  # any other key: a letter begins a name again
    here.settle(0.1)
    assert "Space u takes back" not in here.shown()
    here.press("u")
    here.settle(0.2)
    assert re.search(r"► u", here.shown())


@pytest.mark.slow
def test_a_drill_has_why_as_the_table_has(tmp_path: Path) -> None:
    here = Terminal(tmp_path / "home", "drill", "--ruleset", "7e", "--seed", "5", "--questions", "3")
    try:
        here.wait("1 of 3")
        here.settle(0.1)
        assert here.shown().endswith("? rule  z aside  Space q leave")  # nothing that does nothing here
        assert re.search(r"7E-[A-Z]+-\d+ +\w", here.look("?", "THE RULE"))
    finally:
        here.close()
