"""What is typed is told while it is typed: dice as what they fill, counts as who they are, an order as its row."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from rich.console import Console

from shoot_cli.asked.sentences import hint_beside_row
from shoot_cli.engine.questions import Arrange, Need, Number, Roll, Subset, Total, Watch
from shoot_cli.engine.reasons import DEFENDER, BadAnswer
from shoot_cli.input.answers import completed, parse
from shoot_cli.ui.cursor_screen import Prompt
from shoot_cli.ui.menu import Choices
from shoot_cli.ui.prompter import telling
from shoot_cli.ui.screen import Key, Preview, PromptFrame
from tests.helpers.each import each
from tests.ui.test_long_menus import ROWS
from tests.ui.test_prompts import AGAIN, FAR, FIRING, Table, table

__all__ = ["table"]

HIT = Roll("hit:gun", 16, Need(3), luck="hits")
RENDS = HIT.but(watch=(Watch((6,)),))
SAVE = Roll("save:Boy", 6, Need(5), owner=DEFENDER, luck="saves")
MOB = Arrange("order", (("Boy", 17), ("Boss Nob", 1), ("Rokkit Boy", 2)), plurals=(("Boy", "Boyz"), ("Rokkit Boy", "Rokkit Boyz")),
              default=((6, "Boy", ""), (1, "Boss Nob", ""), (11, "Boy", ""), (2, "Rokkit Boy", "")))  # fmt: skip


@each(
    ("question", "typed", "told"),
    [
        (HIT, "11", "11 hits"), (HIT, "1", "1 hit"), (HIT, "none", "0 hits"), (HIT, "99", ""), (HIT, "6 6 1", ""), (HIT, "", ""),
        (HIT, "10x6 6x1", "10 hits"), (RENDS, "11/2", "11 hits, 2 showed 6"), (RENDS, "11", ""),
        (HIT.but(luck="wounds"), "6", "6 wounds"), (HIT.but(luck="wounds"), "1", "1 wound"),
        (SAVE, "2", "2 saved"), (SAVE, "6 5 1 1 1 1", "2 saved"),
        (SAVE.but(dice=1), "5", "passed"), (SAVE.but(dice=1), "passed", ""), (SAVE.but(luck=""), "2", "2 of 6 passed"),
        (AGAIN, "6 1 1 3", "then 2 dice again"), (AGAIN, "6 1 1 3 > 4 4", "4 of 4 passed, 1 showed 6"),
        (Total("sum", 2), "3 4", "7"), (Total("sum", 2), "7", ""),
        (Total("sum", 2, need=Need(8, or_less=True)), "3 4", "7: passed"), (Total("sum", 2, need=Need(8, or_less=True)), "9", "9: failed"),
        (FIRING, "5", "5 Marines"), (FIRING, "serg", "1 Sergeant"), (FIRING, "xx", ""),
        (FAR, "squad 9, tank: 5x3", "9 tiles, Tank: 5x3"),
        (Subset("who", ("Boyz", "Nobz")), "b", "Boyz"),
        (Number("far", 0, 48, unit="inches"), "12", ""),
        (MOB, "nob", "then all others"), (MOB, "17 boyz, nob, 2 rokkit", ""), (MOB, "nob, rest, rokkit", ""),
    ],
)  # fmt: skip
def test_what_is_told_behind_it(question: Any, typed: str, told: str) -> None:
    assert telling(question, lambda answer: "")(typed, 80).behind == told


def test_who_falls_is_told_of_answers_alone() -> None:
    asked: list[Any] = []

    def foretell(answer: Any) -> str:
        asked.append(answer)
        return "4 Boyz fall"

    tell = telling(SAVE, foretell)
    assert [tell(text, 80).behind for text in ("", "2", "2", "29")] == [
        "",
        "2 saved: 4 Boyz fall",
        "2 saved: 4 Boyz fall",
        "",
    ]
    assert asked == [{"passed": 2}]  # it is worked out once
    assert telling(SAVE.but(dice=1), foretell)("1", 80).behind == "failed: 4 Boyz fall"


def row(typed: str, width: int = 80, order: Arrange = MOB) -> list[str]:
    return [line.plain.strip() for line in telling(order, lambda answer: "")(typed, width).above]


def test_an_order_is_drawn_as_its_row() -> None:
    assert row("") == [
        "enemy ► ■■■■■■ □ ■■■■■■■■■■■ ◘◘",
        "6 Boyz, 1 Boss Nob, 11 Boyz, 2 Rokkit Boyz",
        "■ Boy   ◘ Rokkit Boy   □ Boss Nob",
    ]
    assert row("nob, rok")[1] == "1 Boss Nob, 1 Rokkit Boy, 6 Boyz, 11 Boyz, 1 Rokkit Boy"
    assert row("rok rok")[1] == row("")[1]  # no answer yet: as it is proposed
    assert all(len(line) <= 38 for line in row("nob", 40))
    assert row("", 24)[0] == "enemy ► 6■ □ 11■ 2◘"
    one_each = Arrange("pools", (("bolter", 1), ("lascannon", 1)), default=((1, "bolter", ""), (1, "lascannon", "")))
    assert row("", order=one_each) == []
    assert hint_beside_row(MOB, "Enter: all of them") == "as in Rokkit Boy, rest; Enter: as it stands"
    assert hint_beside_row(one_each, "Enter: all of them") == "Enter: all of them"


@pytest.mark.parametrize(
    ("typed", "runs"),
    [
        ("nob", [[1, "Boss Nob", ""], [6, "Boy", ""], [11, "Boy", ""], [2, "Rokkit Boy", ""]]),
        ("rest, nob", [[6, "Boy", ""], [11, "Boy", ""], [2, "Rokkit Boy", ""], [1, "Boss Nob", ""]]),
        ("8 boyz, rest, 9 boyz", [[8, "Boy", ""], [1, "Boss Nob", ""], [2, "Rokkit Boy", ""], [9, "Boy", ""]]),
    ],
)
def test_who_is_not_named_stands_behind_or_where_the_rest_stands(typed: str, runs: list[Any]) -> None:
    assert completed(MOB, typed) == runs


def test_too_many_are_refused_and_a_rest_said_twice() -> None:
    with pytest.raises(BadAnswer, match="there are 17 Boyz, that is 18"):
        completed(MOB, "18 boyz, nob")
    with pytest.raises(BadAnswer, match="the rest is said twice"):
        completed(MOB, "rest, nob, rest")
    with pytest.raises(BadAnswer, match="there are 17 Boyz, that is 0"):
        parse(MOB, "nob")  # in a script every one is named, or the rest
    assert parse(MOB, "nob, rest") == completed(MOB, "nob")


def test_at_a_prompt_it_stands_behind_what_is_typed(table) -> None:
    here: Table = table(effect_text=lambda answer: "4 Boyz fall")
    arounds = []
    line = here.prompter.screen.line
    here.prompter.screen.line = lambda text, around, at_once: arounds.append(around) or line(text, around, at_once)
    assert here.press(SAVE, "2", "\r") == {"passed": 2}
    assert arounds[0].tell("2", 80).behind == "2 saved: 4 Boyz fall"


def test_letters_that_come_at_once_are_read_and_told_once() -> None:
    def work(letters: int) -> tuple[int, int]:
        """How often the line is read as an answer, and how often it is told, until it is on the screen."""
        read: list[str] = []
        told: list[str] = []
        tell = telling(SAVE, lambda answer: "")
        with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):

            def reads(text: str) -> bool:
                read.append(text)
                return True

            def telling_it(text: str, width: int) -> Preview:
                told.append(text)
                return tell(text, width)

            console = Console(width=80, file=StringIO())
            around = PromptFrame(keys=(Key.WHY,), reads=reads, tell=telling_it)
            keys.send_text("x" * letters)

            def drawn(app: Any) -> None:
                if len(line.text) == letters and not app.is_done:
                    app.exit(result=line.text)

            prompt = Prompt(console, around, Choices(ROWS, 0, False, reads=reads))
            asked, line = prompt.question(), prompt.buffer
            asked.application.after_render += drawn
            assert asked.unsafe_ask() == "x" * letters
        return len(read), len({*told})

    assert work(5) == work(40) == (1, 2)  # nothing, then all of it
