"""The key ``o`` at a real terminal: the dice in the hand, the whole attack, the lock; at 80 and at 40 columns."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end import test_table as seventh
from tests.end_to_end import test_table_10e as tenth
from tests.end_to_end import test_table_reikhammer as reikhammer
from tests.end_to_end.terminal import Terminal, play, words
from tests.helpers.samples import first

AGREED = "Odds are locked in this battle, for both players: the key o shows none."
IN_THE_OPEN = seventh.GAME[:6]  # up to the hit roll of ten boltguns


def up_to(game: list[tuple[str, str]], asked: str) -> list[tuple[str, str]]:
    """The steps of a game until this is asked for the first time."""
    return game[: [then for _, then in game].index(asked) + 1]


@pytest.fixture
def begin(tmp_path: Path, open_: Callable[..., Terminal]) -> Callable[..., Terminal]:
    seventh.both_lists(tmp_path, seventh.MINE, seventh.THEIRS)

    def run(*more: str, rows: int = 60, listens: bool = True, **how: Any) -> Terminal:
        lists = (str(tmp_path / "mine.yaml"), str(tmp_path / "theirs.yaml"))
        terminal = open_("play", *lists, "--turns", "1", "--seed", "5", "--dice", "hand", *more, rows=rows, **how)
        terminal.wait(seventh.FIRST, listens)
        return terminal

    return run


@pytest.mark.slow
@pytest.mark.parametrize("columns", first(1, [40, 80]))
def test_at_a_hit_roll(begin: Callable[..., Terminal], columns: int) -> None:
    table = begin(columns=columns)
    play(table, IN_THE_OPEN)
    assert "o odds" in words(table.heard) or columns == 40
    before = table.shown()
    whole = [("\t", "The whole attack, as it began")]
    heard = words(table.look(" o", "This roll, 10 dice, 3 or more (3+)", then=whole))
    assert table.shown() == before
    assert "They pass: 7 is likeliest; 6.67 on average." in heard
    assert "Rifle Squad → Boyz" in heard
    assert "Expected: 10.00 shots, 6.67 hits, 3.33 wounds, 3.33 unsaved" in heard  # AP 5 against 6+
    assert "Models slain" in heard
    assert "from here" not in heard
    assert all(len(line) <= columns for line in table.shown().splitlines())
    table.say("7", "ROLL 7 DICE 4+")
    pages = [*whole, ("\t", "The attack in the end, from here"), ("\t", "This roll")]
    heard = words(table.look(" o", "This roll, 7 dice", then=pages))
    assert "3.50 on average" in heard.partition("from here")[2]


@pytest.mark.slow
def test_plain_lines(begin: Callable[..., Terminal]) -> None:
    table = begin("--plain", columns=40, listens=False)
    for keys, then in IN_THE_OPEN:
        table.press(keys + "\r")
        table.wait(then, prompt=False)
    table.press("o\r")
    table.wait("6.67 pass on average", prompt=False)
    table.wait("Destroyed:", prompt=False)
    assert all(len(line) <= 40 for line in table.shown().splitlines())


@pytest.mark.slow
def test_before_an_attack(begin: Callable[..., Terminal]) -> None:
    table = begin()
    play(table, IN_THE_OPEN[:1])
    table.press(" o")  # no view for that
    table.wait("No odds yet: first say who shoots, at whom, and how far it is.")
    assert words(table.shown()).count("Which unit shoots?") == 1  # the question still stands above it
    play(table, IN_THE_OPEN[1:3])
    table.press(" u")
    table.wait(IN_THE_OPEN[1][1])


@pytest.mark.slow
def test_locked_for_both_and_for_good(begin: Callable[..., Terminal], open_: Callable[..., Terminal]) -> None:
    table = begin("--no-odds")
    assert AGREED in words(table.all)
    play(table, IN_THE_OPEN)
    assert "o odds" not in words(table.all)
    assert "l log" in words(table.all)
    table.press(" o")
    table.wait(AGREED)
    assert words(table.aloud()).count(IN_THE_OPEN[-1][1]) == 1
    assert "on average" not in words(table.all)
    table.press(" q")
    table.end()
    again = open_("play", "--resume", rows=60)
    again.wait(AGREED, prompt=False)
    again.wait(IN_THE_OPEN[-1][1])
    again.press(" o")
    again.wait(AGREED)
    assert "odds: locked" in open_("battle", "show", "Red").end(0)


@pytest.mark.slow
def test_two_targets_have_a_line_each(open_: Callable[..., Terminal]) -> None:
    table = open_("play", "adeptus-astartes", "waaagh", "--turns", "1", "--seed", "5", "--dice", "hand", rows=60)
    table.wait(tenth.FIRST)
    play(table, up_to(tenth.GAME, "ROLL 18 DICE 3+"))
    heard = words(table.look(" o", "This roll, 18 dice", "12.00 on average", then=[("\t", "destroyed")]))
    assert "lost destroyed" in heard
    assert "Shoota Boyz" in heard
    assert "Flash Gitz" in heard


@pytest.mark.slow
def test_overwatch_and_an_action_test(open_: Callable[..., Terminal]) -> None:
    table = open_("play", "red_host", "blue_column", "--turns", "1", "--seed", "5", "--dice", "hand", rows=60)
    table.wait("strategy roll")
    assert "Tab" not in table.look(" o", "This roll, 1D6", "3.50 on average")  # no attack is going on
    play(table, up_to(reikhammer.GAME, "ROLL 4 DICE 4 or less"))
    heard = words(
        table.look(
            " o", "This roll, 4 dice, 4 or less (4-)", "2.67 on average", then=[("\t", "whole attack, as it began")]
        )
    )
    assert "Integrity lost" in heard
    assert "Shock on the target" in heard
