"""Questions for learners: what points at which option, as it is typed and as it is drawn."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO

import pytest
from rich.console import Console
from rich.text import Text

from shoot_cli.asked.rows import MenuRow
from shoot_cli.engine.questions import Choose, Option
from shoot_cli.engine.reasons import Leave
from shoot_cli.ui.quiz_prompt import (
    ANSWER_FIRST,
    UNSURE,
    Keyed,
    PlainQuiz,
    QuizScreen,
    chips,
    choose,
    keys_for,
    keys_of,
    pause,
    picked_row,
    refusal,
)
from shoot_cli.ui.screen import Key, PromptFrame, View
from shoot_cli.ui.styles import print_lines
from tests.helpers.each import each
from tests.ui.test_prompts import DOWN, ENTER, ESCAPE, Table, table

__all__ = ["table"]

FACES = ("4+", "5+", "6+", "no face will do")
SAVES = ("armour save", "cover save", "no save")
VIEW = View("THE RULE", [], list)
CHANGES = ("+1", "-1", "-2", "0")


@each(
    ("options", "keys"),
    [
        (FACES, ["4", "5", "6", "d"]),
        (SAVES, ["a", "b", "c"]),
        (CHANGES, ["+1", "-1", "-2", "0"]),
        (("1", "2 or less", "3 or less"), ["1", "2", "3"]),
        (("2 or less", "3+", "3 or less"), ["2-", "3+", "3-"]),
        (("4+ on the D6", "4+ on 2D6"), ["a", "b"]),
        (("4+", "5+", "6+", "6 and then 4+"), ["a", "b", "c", "d"]),
        (("1 to 3", "1 or 2", "1 to 5", "1 to 4"), ["a", "b", "c", "d"]),
        (("a man of it", "a wall", "2 inches of wood", "2.5 inches of wood"), ["a", "b", "c", "d"]),
        (('2"', '3"'), ["2", "3"]),
        (("about 2", "about 3"), ["2", "3"]),
        (("9", "no shot", "nothing"), ["9", "b", "c"]),
    ],
)
def test_a_number_is_its_own_key_and_all_else_has_the_letter_of_its_place(options, keys):
    assert keys_of(options) == keys


@each(
    ("options", "typed", "taken"),
    [
        (FACES, "4", "4+"),
        (FACES, "4+", "4+"),
        (FACES, "n", None),
        (FACES, "no", "no face will do"),
        (FACES, "face", "no face will do"),
        (FACES, "2", None),
        (FACES, "0", None),
        (FACES, "d", "no face will do"),
        (FACES, "a", "4+"),
        (FACES, "e", None),
        (FACES, "1", None),
        (("2 or less", "3+", "3 or less"), "2", "2 or less"),
        (("2 or less", "3+", "3 or less"), "3", None),
        (("2 or less", "3+", "3 or less"), "3-", "3 or less"),
        (SAVES, "2", None),
        (SAVES, "b", "cover save"),
        (SAVES, "save", None),
        (("no", "none at all"), "no", "no"),
        (("1 model", "2 models", "4 models", "3 models"), "3", "3 models"),
        (("+1 to hit", "no change", "-2 to hit"), "1", "+1 to hit"),
        (("+1 to hit", "no change", "-2 to hit"), "−2", "-2 to hit"),
        (("about 1.5", "about 3.5"), "1.5", "about 1.5"),
        (SAVES, "cov", "cover save"),
        (CHANGES, "0", "0"),
        (CHANGES, "-1", "-1"),
        (CHANGES, "2", "-2"),
        (CHANGES, "1", None),
        (("14", "16"), "1", None),
        (("4+", "5+", "6+", "6 and then 4+"), "6", None),
        (("4+", "5+", "6+", "6 and then 4+"), "5", "5+"),
        (("3+ on the D6", "4+ on 2D6", "4+ on the D6", "5+ on 2D6"), "3", "3+ on the D6"),
        (("3+ on the D6", "4+ on 2D6", "4+ on the D6", "5+ on 2D6"), "4", None),
        (("3+ on the D6", "4+ on 2D6", "4+ on the D6", "5+ on 2D6"), "c", "4+ on the D6"),
        (("1 to 3", "1 or 2", "1 to 5"), "2", None),
        (("a miss", "2 hits"), "2", "2 hits"),
        (FACES, "", None),
        (
            ("yes, as usual", "yes, as at the zoo", "no"),
            "u",
            None,
        ),  # the key that takes back, with nothing to take back
        (("yes, as usual", "yes, as at the zoo", "no"), "z", None),
        (("yes, as usual", "yes, as at the zoo", "no"), "us", "yes, as usual"),
    ],
)
def test_an_option_is_taken_by_its_key_or_its_words(options, typed, taken):
    rows = [MenuRow(option) for option in options]
    choices = Keyed(rows, None, keys_of(options))
    choices.type(typed)
    at = choices.at
    assert (None if at is None else options[at]) == taken
    place = picked_row(typed, rows)
    assert (None if place is None else options[place]) == taken


def drawn(options: tuple[str, ...], width: int, at: int | None = None) -> str:
    screen = StringIO()
    print_lines(Console(width=width, file=screen, color_system=None), chips(options, keys_of(options), at, width))
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
        ([ENTER, "no", ENTER], "no face will do"),
        ([DOWN, ENTER], "4+"),
        (["2", ENTER, ESCAPE, "6", ENTER], "6+"),
        ([" ", ENTER, "6", ENTER], "6+"),
    ],
)
def test_keys_are_pressed(table: Callable[..., Table], keys, answer):
    here = table(require_choice=True, screen=QuizScreen(Console(file=StringIO(), width=80)))
    assert here.press(QUESTION, *keys) == answer


@pytest.mark.parametrize(
    ("options", "keys", "answer"),
    [
        (
            SAVES,
            ["c", ENTER, ESCAPE, "a", ENTER],
            "no save",
        ),  # it is shown as a key, although elsewhere it is a command
        (("keep", "lose", "move", "none", "end"), ["e", ENTER, ESCAPE, "a", ENTER], "end"),
        (("4+", "5+", "6+"), ["c", ENTER, ESCAPE, "4", ENTER], "4+"),  # no such key is shown: one Enter takes nothing
        (("4+", "5+", "6+"), ["c", ENTER, ENTER], "6+"),
    ],
)
def test_a_letter_that_is_shown_is_taken_at_once(table: Callable[..., Table], options, keys, answer) -> None:
    here = table(require_choice=True, screen=QuizScreen(Console(file=StringIO(), width=80)))
    assert here.press(QUESTION.but(options=tuple(map(Option, options))), *keys) == answer


def test_a_sign_is_typed(table: Callable[..., Table]) -> None:
    here = table(require_choice=True, screen=QuizScreen(Console(file=StringIO(), width=80)))
    assert here.press(QUESTION.but(options=tuple(map(Option, CHANGES))), "-1", ENTER) == "-1"


def test_what_takes_no_option_is_refused_with_the_keys_that_do(monkeypatch: pytest.MonkeyPatch, capsys):
    said = iter(["", "banana", "1", "no"])
    monkeypatch.setattr("builtins.input", lambda prompt: print(prompt) or next(said))
    screen = PlainQuiz(Console(width=60, color_system=None))
    around = PromptFrame(keys=(Key.WHY, Key.LEAVE))
    assert screen.menu([MenuRow(option) for option in FACES], None, around) == 3
    out = capsys.readouterr().out
    assert out.count("  4+\n  5+\n  6+\n  d. no face will do\n") == 1
    assert out.count("4, 5, 6 or d: \n") == 4
    assert "! Choose first: 4, 5, 6 or d, then Enter.\n" in out
    assert "! “banana” is none of them: 4, 5, 6 or d.\n" in out
    assert "! “1” is none of them: 4, 5, 6 or d.\n" in out


def test_what_is_refused_leaves_the_line(table: Callable[..., Table]):
    here = table(require_choice=True, screen=QuizScreen(Console(file=StringIO(), width=80)))
    assert here.press(QUESTION, "zz", ENTER, "6", ENTER) == "6+"


def test_a_number_of_several_options_is_told_their_letters() -> None:
    assert (
        refusal("1", keys_of(CHANGES), [MenuRow(one) for one in CHANGES])
        == "! “1” could be +1 (a) or -1 (b): type the letter."
    )


class Asked:
    """A screen on which these keys and rows are chosen, one after the other; it keeps what was shown around them."""

    def __init__(self, *chosen: int | str | Key, leaves: bool = False) -> None:
        self.chosen, self.leaves, self.viewed = [*chosen], leaves, 0
        self.arounds: list[PromptFrame] = []

    def menu(self, rows, start, around):
        self.arounds.append(around)
        return self.chosen.pop(0)

    def line(self, text, around, at_once):
        self.arounds.append(around)
        return self.chosen.pop(0)

    def view(self, view, until=None):
        self.viewed += 1


def drawn_above(columns: int, rows: int) -> list[Text]:
    return []


def test_the_rule_is_looked_up_before_an_answer():
    screen = Asked(Key.WHY, 2)
    assert choose(screen, QUESTION, print, lambda: VIEW, drawn_above) == "6+"
    assert screen.viewed == 1
    assert Key.WHY in screen.arounds[0].shown


@pytest.mark.parametrize("plain", [False, True])
def test_a_rule_that_is_the_answer_is_not_shown_before(plain):
    screen, told = Asked(Key.WHY, 2), []
    assert choose(screen, QUESTION, lambda *lines: told.extend(lines), None, None if plain else drawn_above) == "6+"
    assert screen.viewed == 0
    assert Key.WHY not in screen.arounds[0].shown
    assert told == (["", "What?", ANSWER_FIRST] if plain else [])
    assert screen.arounds[1].refused == ANSWER_FIRST


@pytest.mark.parametrize("plain", [False, True])
def test_whatever_is_typed_in_a_pause_is_told_to_mean_nothing(plain):
    told: list[str] = []
    screen = Asked("zz", Key.WHY, "", leaves=plain)
    pause(screen, told.append, lambda: VIEW)
    assert screen.viewed == 1
    assert all("Enter goes on, ? shows why." in one.hint for one in screen.arounds)
    assert screen.arounds[1].refused == "! “zz” means nothing here."
    assert screen.arounds[2].refused == ""
    assert told == (["! “zz” means nothing here."] if plain else [])


@pytest.mark.parametrize("typed", ["x", "don't know"])
def test_whoever_does_not_know_says_so(typed):
    assert choose(Asked(typed), QUESTION, print, None, drawn_above, unsure=True) == "I don't know"
    assert keys_for([MenuRow(option) for option in (*FACES, UNSURE)], None) == ["4", "5", "6", "d", "x"]


def test_a_learner_leaves_from_a_question_and_from_a_pause():
    with pytest.raises(Leave):
        choose(Asked(Key.LEAVE), QUESTION, print, None, drawn_above)
    with pytest.raises(Leave):
        pause(Asked(Key.LEAVE), print)
