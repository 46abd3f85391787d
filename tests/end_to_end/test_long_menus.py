"""A menu that is longer than the screen says so, with the keys of a person at a terminal of that size."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.end_to_end.terminal import DOWN, Terminal

END, HOME = "\x1b[F", "\x1b[H"
QUESTION = "Your army?"


def pressed(here: Terminal, keys: str) -> None:
    here.press(keys)
    here.settle(0.15)


def lines_in_sight(here: Terminal) -> list[list[int]]:
    """The rows that stand in each line of the menu, one or two."""
    found = [re.findall(r"(?:^| ) [► ] {1,2}([0-9]+) [a-z]", line) for line in here.shown().splitlines()]
    return [[int(number) for number in numbers] for numbers in found if numbers]


def said(here: Terminal) -> dict[str, int]:
    """How many rows are said to be out of sight, by where they are."""
    return {way: int(n) for n, way in re.findall(r"^ … ([0-9]+) more (above|below)", here.shown(), re.MULTILINE)}


def honest(here: Terminal, rows: int) -> None:
    """What is said of the rows out of sight is true; each is in sight or counted."""
    seen = lines_in_sight(here)
    tall = -(-rows // len(seen[0]))  # of two columns the left one is read first
    whole = [[*range(line + 1, rows + 1, tall)] for line in range(tall)]
    first = seen[0][0] - 1
    assert seen == whole[first : first + len(seen)], here.shown()
    cut = {"above": sum(map(len, whole[:first])), "below": sum(map(len, whole[first + len(seen) :]))}
    assert said(here) == {way: n for way, n in cut.items() if n}, here.shown()
    assert len(re.findall(r" ► +[0-9]", here.shown())) == 1, here.shown()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("columns", "rows"),
    [(40, 20), (80, 12), (30, 12), (120, 12)],
)
def test_a_menu_longer_than_the_screen_says_how_much_more_there_is(
    open_: Callable[..., Terminal], columns: int, rows: int
) -> None:
    from shoot_cli import armies

    total = len(armies.samples())
    here = open_("play", columns=columns, rows=rows)
    here.wait(QUESTION)
    here.settle(0.15)
    honest(here, total)
    assert "above" not in said(here)
    assert "below" in said(here)
    for row in range(2, total + 1):
        here.press(DOWN)
        here.wait_to_see(f"► {row} ")
        here.settle(0.05)
        honest(here, total)
    assert "below" not in said(here)
    assert "above" in said(here)
    pressed(here, HOME)
    honest(here, total)
    pressed(here, END)
    honest(here, total)
    assert all(len(line) <= columns for line in here.shown().splitlines())


@pytest.mark.slow
def test_a_menu_that_fits_says_nothing(open_: Callable[..., Terminal]) -> None:
    here = open_("play", columns=80, rows=60)
    here.wait(QUESTION)
    here.settle(0.15)
    assert said(here) == {}
    assert "arrow keys" not in here.shown()


@pytest.mark.slow
def test_the_line_tells_how_to_get_there(open_: Callable[..., Terminal]) -> None:
    here = open_("play", columns=80, rows=16)
    here.wait(QUESTION)
    here.settle(0.15)
    assert re.search(r"^ … \d+ more below \(arrow keys, or type part of a name\)$", here.shown(), re.MULTILINE)
