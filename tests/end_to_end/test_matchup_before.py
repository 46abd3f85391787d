"""The matchup is offered before a battle, beside the question whose dice are thrown, unless the odds are locked."""

from __future__ import annotations

import pytest

from tests.end_to_end.terminal import ENTER
from tests.end_to_end.test_table import FIRST, folder
from tests.helpers.samples import first

__all__ = ["folder"]


def lists(folder):
    return str(folder / "mine.yaml"), str(folder / "theirs.yaml")


@pytest.mark.slow
@pytest.mark.parametrize(("columns", "rows"), first(1, [(40, 24), (80, 24)]))
def test_it_is_looked_at_and_the_question_comes_again(folder, open_, columns, rows):
    table = open_("play", *lists(folder), columns=columns, rows=rows)
    table.wait("Whose dice?")
    table.press("matchup" + ENTER + ENTER)  # the second comes while it is worked out, and closes nothing
    table.wait("Best answers of Red Company", prompt=False)
    table.settle(0.3)
    assert "Comparing 2 units with 2, and back ..." in table.all  # before the first figure
    assert "MATCHUP" in table.shown()
    table.press("\t")
    table.wait("Threats to Red Company", prompt=False)
    assert max(map(len, table.shown().splitlines())) <= columns
    table.press("\x1b")
    table.wait("Whose dice?", prompt=False)
    table.say("app", FIRST)


@pytest.mark.slow
def test_locked_odds_offer_none(folder, open_):
    table = open_("play", *lists(folder), "--no-odds")
    table.wait("Whose dice?")
    assert "matchup" not in table.shown()
    table.press("matchup\r")
    table.wait("No open option “matchup”", prompt=False)


@pytest.mark.slow
def test_plain_it_is_printed(folder, open_):
    table = open_("play", *lists(folder), "--plain", columns=40)
    table.wait("Whose dice?", prompt=False)
    table.press("matchup\n")
    table.wait("Best answers of Red Company", prompt=False)
