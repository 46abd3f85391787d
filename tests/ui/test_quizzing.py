"""Questions for learners: what points at which option, as it is typed and as it is drawn."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO

import pytest
from rich.console import Console

from shoot_cli.core.questions import Choose, Option
from shoot_cli.ui.looks import printed
from shoot_cli.ui.quizzing import Keyed, PlainQuiz, QuizScreen, chips, keys_of, meant
from shoot_cli.ui.screen import Around, Key, Row
from tests.ui.test_prompts import DOWN, ENTER, ESCAPE, Table, table

__all__ = ["table"]

FACES = ("4+", "5+", "6+", "no face will do")
SAVES = ("armour save", "cover save", "no save")
CHANGES = ("+1", "-1", "-2", "0")


@pytest.mark.parametrize(
    ("options", "keys"),
    [
        (FACES, "456n"),
        (SAVES, "123"),
        (CHANGES, "abcd"),
        (("1", "2 or less", "3 or less"), "123"),
        (("4+ on the D6", "4+ on 2D6"), "ab"),
        (("about 2", "about 3"), "23"),
        (("9", "no shot", "nothing"), "9no"),
    ],
)
def test_every_option_has_a_key_that_is_no_other_number(options, keys):
    assert keys_of(options) == list(keys)


def test_a_letter_that_means_something_else_is_no_key():
    assert keys_of(CHANGES, {"c", "q"}) == list("abde")
    assert keys_of(("4+", "quite"), {"q"}) == ["4", "u"]


@pytest.mark.parametrize(
    ("options", "typed", "taken"),
    [
        (FACES, "4", "4+"),
        (FACES, "4+", "4+"),
        (FACES, "n", "no face will do"),
        (FACES, "face", "no face will do"),
        (FACES, "2", None),
        (SAVES, "2", "cover save"),
        (SAVES, "cov", "cover save"),
        (CHANGES, "0", "0"),
        (CHANGES, "-1", "-1"),
        (CHANGES, "d", "0"),
        (CHANGES, "1", None),
        (("14", "16"), "1", None),
        (FACES, "", None),
    ],
)
def test_an_option_is_taken_by_its_key_or_its_words(options, typed, taken):
    rows = [Row(option) for option in options]
    choices = Keyed(rows, None, keys_of(options))
    choices.type(typed)
    at = choices.at
    assert (None if at is None else options[at]) == taken
    place = meant(typed, rows, keys_of(options))
    assert (None if place is None else options[place]) == taken


def drawn(options: tuple[str, ...], width: int, at: int | None = None) -> str:
    screen = StringIO()
    printed(Console(width=width, file=screen, color_system=None), chips(options, keys_of(options), at, width))
    return screen.getvalue()


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("options", [FACES, SAVES, CHANGES, ("a very long sentence " * 6, "no")])
def test_the_options_fit_and_show_their_keys(options, width):
    lines = drawn(options, width).splitlines()
    assert all(len(line) <= width for line in lines)
    said = " ".join(" ".join(lines).split())
    for option, key in zip(options, keys_of(options), strict=True):
        assert (option if option.startswith(key) else f"{key} {' '.join(option.split())}") in said


def test_the_option_that_enter_takes_has_a_sign():
    assert "►" not in drawn(FACES, 80)
    assert drawn(FACES, 80, 1).index("►") < drawn(FACES, 80, 1).index("5+") < drawn(FACES, 80, 1).index("6+")


QUESTION = Choose("drill hit", tuple(map(Option, FACES)), text="What?")


@pytest.mark.parametrize(
    ("keys", "answer"),
    [
        (["5", ENTER], "5+"),
        ([ENTER, "n", ENTER], "no face will do"),
        ([DOWN, ENTER], "4+"),
        (["2", ENTER, ESCAPE, "6", ENTER], "6+"),
        ([" ", ENTER, "6", ENTER], "6+"),
    ],
)
def test_keys_are_pressed(table: Callable[..., Table], keys, answer):
    here = table(pick=True, screen=QuizScreen(Console(file=StringIO(), width=80)))
    assert here.press(QUESTION, *keys) == answer


def test_enter_alone_says_that_something_must_be_chosen(monkeypatch: pytest.MonkeyPatch, capsys):
    said = iter(["", "banana", "1", "n"])
    monkeypatch.setattr("builtins.input", lambda prompt: print(prompt) or next(said))
    screen = PlainQuiz(Console(width=40, color_system=None))
    around = Around(keys=(Key.WHY, Key.LEAVE))
    rows = [Row(option) for option in FACES]
    assert [screen.menu(rows, None, around) for _ in range(4)] == ["", "banana", "1", 3]
    out = capsys.readouterr().out
    assert "  4+\n  5+\n  6+\n  n. no face will do\n" in out
    assert "4, 5, 6 or n: " in out
