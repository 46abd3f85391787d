"""A battle that goes on says in a line or two where it stands, before anything is asked."""

from __future__ import annotations

from pathlib import Path

from tests.commands.test_battle_command import ANSWERS, Thrown
from tests.golden.playing import Lines, Screen, call

TURN = "Turn 1, Ultramarines Strike Force: 1 of 24 have shot."
NEW = ["ultramarines", "orks", "--seed", "27", "--turns", "1", "--dice", "hand"]
LAST = "Last attack: Flamer Squad at Gretchin with Runtherd, 6 slain, 5 of 11 left, gone to ground."


def going_on(home: Path, answers: list[str], *options: str) -> str:
    """What is seen while these answers are given, and then the players leave."""
    lines = Lines([*answers, "q"], Screen())
    call(["play", *options, "--plain"], Thrown(lines), home)
    return " ".join(lines.screen.getvalue().split())


def test_it_is_the_turn_and_the_last_attack(home: Path) -> None:
    begun = going_on(home, ANSWERS[:-3], *NEW)
    assert TURN not in begun
    assert LAST not in begun
    again = going_on(home, [], "--resume")
    assert f"{TURN} {LAST}" in again
    assert again.index(LAST) < again.index("Which unit shoots?")


def test_before_the_first_attack_it_is_the_turn_alone(home: Path) -> None:
    going_on(home, ["as usual", "Flamer Squad"], *NEW)
    again = going_on(home, [], "--resume")
    assert "2 answers so far. Turn 1, Ultramarines Strike Force: 0 of 24 have shot. " in again
    assert "Last attack" not in again


def test_before_the_first_answer_there_is_nothing_to_say(home: Path) -> None:
    going_on(home, [], *NEW)
    assert "0 answers so far. Ultramarines Strike Force: Who" in going_on(home, [], "--resume")
