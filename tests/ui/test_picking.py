"""Menus where a learner must point at something: Enter alone takes nothing, and no digit is taken for a place."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from shoot_cli.engine.markdown import Rule
from shoot_cli.engine.questions import Choose, Option
from shoot_cli.rules import RULESETS
from shoot_cli.ui.screen import printed
from shoot_cli.ui.summaries import LogPrinter, look_up
from tests.ui.test_prompts import DOWN, END, ENTER, HOME, UP, Table, table

__all__ = ["table"]

NUMBERS = Choose("drill hit", (Option("4+"), Option("5+"), Option("6+"), Option("no face will do")), text="What?")
MIXED = Choose("drill hit", (Option("1, it is a Snap Shot"), Option("3"), Option("4")), text="Which?")
NAMES = Choose("drill allocate", (Option("Boy"), Option("Nob"), Option("Warboss")), text="Who?")


@pytest.mark.parametrize(
    ("question", "keys", "answer"),
    [
        (NUMBERS, [ENTER, ENTER, DOWN, ENTER], "4+"),
        (NUMBERS, [ENTER, UP, ENTER], "no face will do"),
        (NUMBERS, [ENTER, DOWN, DOWN, ENTER], "5+"),
        (NUMBERS, [END, ENTER], "no face will do"),
        (NUMBERS, [HOME, ENTER], "4+"),
        (NUMBERS, ["5", ENTER], "5+"),
        (NUMBERS, ["no", ENTER], "no face will do"),
        (NAMES, [ENTER, "2", ENTER], "Nob"),
        (NAMES, [ENTER, "w", ENTER], "Warboss"),
    ],
)
def test_something_must_be_pointed_at(table: Callable[..., Table], question: Choose, keys: list[str], answer: str):
    assert table(require_choice=True).press(question, *keys) == answer


@pytest.mark.parametrize("pick", [True, False])
@pytest.mark.parametrize(("question", "digit"), [(NUMBERS, "2"), (NUMBERS, "1"), (MIXED, "2")], ids=["2", "1", "mixed"])
def test_among_numbers_a_digit_is_no_place(table: Callable[..., Table], question: Choose, digit: str, pick: bool):
    """It opens a line instead, where it fits nothing: what is meant is typed there."""
    here = table(require_choice=pick)
    assert here.press(question, digit, ENTER, "4", ENTER) == ("4+" if question is NUMBERS else "4")
    assert f"“{digit}”" in here.shown


def test_the_rules_are_looked_up_with_their_charts(table: Callable[..., Table]):
    here = table()
    rule = Rule("X-HIT-1", "To hit", "Look it up.", "", "", chart=(("BS", "needs"), ("3", "4+"), ("4", "3+")))

    class Here(LogPrinter):
        def rulebook(self):
            return (rule, rule.but(id="X-HIT-2", title="Another"))

    view = look_up(Here(here.prompter.console, True, RULESETS[0].ruleset()), NUMBERS.but(rules=("X-HIT-1",)))
    printed(view, here.prompter.console)
    assert "X-HIT-1 To hit: Look it up.\nChart X-HIT-1\nBS needs\n3  4+\n4  3+" in re.sub(r" +\n", "\n", here.shown)
    (page,) = view.pages
    seen = "\n".join(line.plain.rstrip() for line in page.body(80, 22))
    assert "X-HIT-1  To hit. Look it up.\n   BS  needs\n   3   4+\n   4   3+" in seen
    assert "Another" not in here.shown + seen
