"""Refused answers, keys with nothing to do, and several keys typed at once, through a real prompt_toolkit input."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from prompt_toolkit.input import DummyInput
from rich.console import Console
from rich.text import Text

from shoot_cli.asked.rows import MenuRow
from shoot_cli.engine.questions import Choose, Need, Option, Phrases, Roll
from shoot_cli.engine.reasons import BadAnswer, Leave, Reason, Redo, Undo
from shoot_cli.ui import typed_input
from shoot_cli.ui.cursor_screen import Prompt
from shoot_cli.ui.menu import Choices
from shoot_cli.ui.screen import Key, PromptFrame, View, ViewPage
from tests.ui.test_prompts import (
    AGAIN,
    CTRL_C,
    DISTANCE,
    DOWN,
    EIGHT,
    ENTER,
    FACTS,
    FIRING,
    LONG,
    ORDER,
    TARGET,
    UP,
    Table,
    plain,
    table,
)

__all__ = ["plain", "table"]  # fixtures

LONG_WRONG = "5 marines with bayonets, sergeant"


# Refused ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wrong", ["9 foes", LONG_WRONG, "one nob, ten of the boyz, and then the rest of them"])
def test_what_is_refused_is_replaced_by_what_is_typed_next(table: Callable[..., Table], wrong: str) -> None:
    assert table().press(FIRING, wrong, ENTER, "sergeant", ENTER) == [0, 1]
    assert table().press(FIRING, wrong, ENTER, ENTER) == [8, 1]  # and Enter takes what is proposed


@pytest.mark.parametrize("wrong", ["99", "9" * 40])
def test_after_a_refusal_the_keys_work_again(table: Callable[..., Table], wrong: str) -> None:
    with pytest.raises(Leave):
        table().press(DISTANCE, wrong, ENTER, "q")


def test_the_refusal_says_what_was_read(table: Callable[..., Table]) -> None:
    here = table()
    here.press(FIRING, LONG_WRONG, ENTER, ENTER)
    assert f"“{LONG_WRONG}”" in " ".join(here.shown.split())
    here = table()
    here.press(EIGHT, "6 6 6 6 6 6 6 6 6 6", ENTER, "8", ENTER)
    assert "! 8 dice were rolled, you typed 10. Your line: “6 6 6 6 6 6 6 6 6 6”.\n" in here.shown
    here = table()
    here.press(EIGHT, "10", ENTER, "8", ENTER)
    assert "! 8 dice were rolled, you typed 10.\n" in here.shown  # said already


def test_what_was_refused_comes_back_to_be_mended(table: Callable[..., Table]) -> None:
    assert table().press(FIRING, "5 marines, sergeantt", ENTER, UP, "\x7f", ENTER) == [5, 1]


def test_plain_lines_begin_empty_as_well(plain: Callable[..., Table], monkeypatch: pytest.MonkeyPatch) -> None:
    readline = pytest.importorskip("readline")
    put: list[str] = []
    monkeypatch.setattr(readline, "insert_text", put.append)
    assert plain(LONG_WRONG, "sergeant").press(FIRING) == [0, 1]
    assert not any(put)


# Nothing to do yet -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("question", [TARGET, DISTANCE, FIRING, ORDER, EIGHT, AGAIN, FACTS])
@pytest.mark.parametrize(("key", "words"), [("u", "There is nothing to take back."), ("U", "nothing to bring back.")])
def test_a_key_with_nothing_to_do_says_so(table: Callable[..., Table], question, key: str, words: str) -> None:
    here = table(can_undo=lambda: False, can_redo=lambda: False)
    with pytest.raises(Leave):
        here.press(question, " " + key, " q")
    assert words in here.shown
    assert "! " not in here.shown


@pytest.mark.parametrize("question", [TARGET, DISTANCE, FIRING, EIGHT])
def test_in_plain_lines_as_well(plain: Callable[..., Table], question) -> None:
    here = plain("u", "undo", can_undo=lambda: False)
    with pytest.raises(Leave):
        here.press(question)
    assert here.shown.count("There is nothing to take back.\n") == 2


def test_keys_with_nothing_to_show_are_not_listed_but_work(plain: Callable[..., Table]) -> None:
    here = plain("l", "", quiet=lambda: (Key.LOG,), can_undo=lambda: False, can_redo=lambda: False)
    here.press(TARGET)
    assert here.called == ["log"]
    assert "? why, s status, o odds, q leave\n" in here.shown


# Typed quickly ---------------------------------------------------------------------------------------------------------


class Game:
    """Questions one after the other, of which undo goes back, as at the table."""

    def __init__(self, here: Table, *questions) -> None:
        self.here, self.questions = here, questions
        self.done: list[str] = []

    def play(self) -> list:
        answers: list = []
        undone: list = []
        players = self.here.prompter.players
        keys = players.keys.but(can_undo=lambda: bool(answers), can_redo=lambda: bool(undone))
        self.here.prompter.players = players.but(keys=keys)
        while len(answers) < len(self.questions):
            try:
                answers.append(self.here.prompter(self.questions[len(answers)], len(answers)))
                undone.clear()
            except Undo:
                undone.append(answers.pop())
                self.done.append("undo")
            except Redo:
                answers.append(undone.pop())
                self.done.append("redo")
        return answers


@pytest.mark.parametrize("second", [TARGET, DISTANCE, FIRING, EIGHT])
@pytest.mark.parametrize("typed", ["uu", "u u", " uu "])
def test_two_undos_typed_at_once_are_two(plain: Callable[..., Table], second, typed: str) -> None:
    game = Game(plain("30", "7", typed, "2", "8", ""), LONG, DISTANCE, second)
    assert game.play()[:2] == ["unit 2", 8]
    assert game.done == ["undo", "undo"]


def test_redos_typed_at_once_and_both_mixed(plain: Callable[..., Table]) -> None:
    game = Game(plain("30", "7", "uu", "UU", ""), LONG, DISTANCE, FIRING)
    assert game.play() == ["unit 30", 7, [8, 1]]
    assert game.done == ["undo", "undo", "redo", "redo"]
    game = Game(plain("30", "7", "uU", ""), LONG, DISTANCE, FIRING)
    assert game.play() == ["unit 30", 7, [8, 1]]
    assert game.done == ["undo", "redo"]


def test_more_undos_than_there_are_answers_say_so_and_are_forgotten(plain: Callable[..., Table]) -> None:
    here = plain("30", "uuuu", "2", "7")
    game = Game(here, LONG, DISTANCE)
    assert game.play() == ["unit 2", 7]
    assert game.done == ["undo"]
    assert here.shown.count("There is nothing to take back.\n") == 1


def test_two_undos_are_never_an_answer(plain: Callable[..., Table]) -> None:
    odd = FIRING.but(groups=(("Muumuu", 8), ("Sergeant", 1)))
    with pytest.raises(Undo):
        plain("uu").press(odd)
    named = TARGET.but(options=(TARGET.options[0].but(value="Muumuu"), *TARGET.options[1:]))
    with pytest.raises(Undo):
        plain("uu").press(named)


def test_at_a_screen_where_names_are_typed(table: Callable[..., Table]) -> None:
    here = table()
    here.type(*["7", ENTER] * 2, " uu", "8", ENTER, "9", ENTER, ENTER)
    game = Game(here, DISTANCE, DISTANCE, FIRING)
    assert game.play() == [8, 9, [8, 1]]
    assert game.done == ["undo", "undo"]


def test_at_a_screen_where_keys_act_at_once(table: Callable[..., Table]) -> None:
    here = table()
    here.type(*["7", ENTER] * 2, "uu", "8", ENTER, "9", ENTER, "3", ENTER)
    game = Game(here, DISTANCE, DISTANCE, DISTANCE)
    assert game.play() == [8, 9, 3]
    assert game.done == ["undo", "undo"]


# A refusal under the line -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", ["s", UP, " "])
@pytest.mark.parametrize("menu", [False, True])
def test_a_refusal_goes_at_the_first_key(
    table: Callable[..., Table], monkeypatch: pytest.MonkeyPatch, first: str, menu: bool
) -> None:
    here, seen = table(), []
    whole = Prompt.question

    def watched(prompt: Prompt) -> Any:
        asked = whole(prompt)
        asked.application.after_render += lambda application: seen.append(prompt._why_refused())
        return asked

    monkeypatch.setattr(Prompt, "question", watched)
    here.type(first, CTRL_C)
    around = PromptFrame(refused="! No unit “x”.")
    screen = here.prompter.screen
    rows = [MenuRow("Squad"), MenuRow("Tank")]
    ask = (lambda: screen.menu(rows, 0, around)) if menu else (lambda: screen.line("x", around, ()))
    with pytest.raises(KeyboardInterrupt):
        ask()
    assert seen[0] == "! No unit “x”."
    assert not any(seen[1:])


LINE = Phrases(
    "told", lambda text: text if text.startswith("boyz") else refuse(text),
    pieces_of=lambda text: [one.strip() for one in text.split(",")], example="boyz -2",
)  # fmt: skip


def refuse(text: str) -> str:
    raise BadAnswer(f"no unit “{text}” here")


@pytest.mark.parametrize("rows", [(), (Option("nothing"), Option("a state"))])
@pytest.mark.parametrize(("typed", "nothing"), [("boyz -2, grotz -1", True), ("grotz -1", False)])
def test_where_one_part_is_refused_it_is_said_that_nothing_is_taken(
    table: Callable[..., Table], typed: str, nothing: bool, rows: tuple[Option, ...]
) -> None:
    here = table()
    assert here.press(LINE.but(rows=rows), typed, ENTER, "boyz -2", ENTER) == ["boyz -2"]
    shown = " ".join(here.shown.split())
    assert "! No unit “grotz -1” here." in shown
    assert ("Nothing of the line is taken. The Up key brings it back." in shown) == nothing


@pytest.mark.parametrize("rows", [(), (Option("nothing"), Option("a state"))])
def test_the_up_key_brings_back_the_refused_line_to_be_mended(
    table: Callable[..., Table], rows: tuple[Option, ...]
) -> None:
    here, left = table(), "\x1b[D"
    asked = LINE.but(rows=rows)
    assert here.press(asked, "grotz -1", ENTER, UP, *[left] * 8, *["\x1b[3~"] * 5, "boyz", ENTER) == ["boyz -1"]
    assert here.press(asked.but(rows=rows), "boyz -2", ENTER) == ["boyz -2"]


SHUT = Choose("unit", (
    Option("Small Lootas"), Option("Lootas", closed=(Reason("it has shot", "X-1"),)), Option("Big Lootas"),
    Option("Grots and Herder", closed=(Reason("it has shot", "X-1"),)), Option("Small Grots"),
), text="Which unit shoots?")  # fmt: skip


@pytest.mark.parametrize("typed", ["lootas", "LOOTAS", "Lootas "])
def test_the_whole_name_of_a_closed_unit_never_picks_another(table: Callable[..., Table], typed: str) -> None:
    here = table()
    assert here.press(SHUT, typed, ENTER, "big", ENTER) == "Big Lootas"
    assert "! Lootas: it has shot." in " ".join(here.shown.split())
    assert here.press(SHUT, "loot", ENTER) == "Small Lootas"  # a part of a name means what is open
    assert here.press(SHUT, "lootas", DOWN, ENTER) == "Small Lootas"  # pointed at, it is taken


WHO = Choose("allocate", (
    Option("Boy", "17 Boyz"), Option("Boss Nob"), Option("listed", "in this order, ask no more: Boy, Boss Nob"),
), "listed", text="Who takes 8 wounds?")  # fmt: skip


def test_the_letter_of_a_command_takes_no_row_that_only_has_it_inside(table: Callable[..., Table]) -> None:
    who = WHO.but(options=(*WHO.options, Option("Gunner")))
    assert table().press(who, "u", ENTER, "\x1b", ENTER) == "listed"
    assert table().press(who, "u", ENTER, ENTER) == "Gunner"
    assert table().press(who, "b", ENTER) == "Boy"


@pytest.mark.parametrize("typed", ["nob, rest", "Boss Nob, the rest", "nob then the others", "nob; all others"])
def test_who_is_first_may_be_typed_with_the_rest_behind(table: Callable[..., Table], typed: str) -> None:
    assert table().press(WHO, typed, ENTER) == "Boss Nob"


@pytest.mark.parametrize("typed", ["boss, boy", "2 1", "2, 1"])
def test_an_order_where_one_is_picked_is_refused_with_what_would_do(table: Callable[..., Table], typed: str) -> None:
    here = table()
    assert here.press(WHO, typed, ENTER, "boss", ENTER) == "Boss Nob"
    assert "! One at a time here: Boss Nob alone, then it is asked again" in " ".join(here.shown.split())


@pytest.mark.parametrize(
    ("faces", "keys"), [(("arrow",) * 4 + ("Hit!",) * 2, "ucl"), (("1", "1", "2", "2", "3", "jam"), "urcs")]
)
def test_letters_that_begin_no_side_of_a_die_are_keys(table: Callable[..., Table], faces: Any, keys: str) -> None:
    here = table()
    die = Roll("scatter", 1, Need(5), faces=faces, text="scatter die")
    works = {key.value for key in here.prompter.at_once(die)}
    assert not works & {"p", *(side[0].casefold() for side in faces)}
    assert "?" in works
    assert {*keys} & {key.value for key in here.prompter.taken()} <= works


def test_rows_are_moved_among_as_ever_where_nothing_was_refused(table: Callable[..., Table]) -> None:
    here = table()
    rows = (Option("nothing"), Option("a state"), Option("more"))
    assert here.press(LINE.but(rows=rows), UP, ENTER) == ["more"]
    assert here.press(LINE.but(rows=rows), "x", ENTER, "\x1b[B", UP, ENTER, ENTER) == []  # asked once more


def test_in_plain_lines_too(plain: Callable[..., Table]) -> None:
    here = plain("boyz -2, grotz -1", "boyz -2")
    assert here.press(LINE) == ["boyz -2"]
    assert "here. Nothing of the line is taken.\n" in here.shown


def test_after_a_line_the_plain_rows_are_printed_only_where_they_are_others(plain: Callable[..., Table]) -> None:
    first = LINE.but(rows=(Option("nothing"), Option("Boyz", "Boyz, 9 of 9"), Option("Tank", "Tank, 3 of 3")))
    then = first.but(rows=(*first.rows[:1], Option("Boyz", "Boyz, 7 of 9"), first.rows[2]))
    here = plain("boyz -2", "boyz: shocked", "?", "nothing", "nothing")
    assert [here.press(one) for one in (first, then, then)] == [["boyz -2"], ["boyz: shocked"], []]
    _, _, told, more, seen = here.shown.split("(one thing, or several with commas")
    assert " 2. Boyz, 7 of 9\n? shows the rows\n" in told
    assert "\nas in boyz -2\n" not in here.shown  # the question has it
    assert "Tank" not in told
    assert "1. nothing" not in told
    assert "Boyz, 7 of 9" not in more
    assert " 1. nothing\n 2. Boyz, 7 of 9\n 3. Tank, 3 of 3\n" in seen  # after ?
    assert here.press(then) == []
    assert here.shown.count(" 3. Tank, 3 of 3\n") == 3  # asked anew, all rows are there again


@pytest.mark.parametrize("width", [80, 40])
def test_the_example_of_the_line_stands_below_the_rows_where_it_has_no_room(
    table: Callable[..., Table], width: int
) -> None:
    example = "as in lootas -2, captain 3 wounds, lootas: Stealth this turn, cp -1"
    around = PromptFrame(hint=example, block=lambda columns, rows: [], reads=lambda text: "-" in text)
    rows = [MenuRow("nothing"), MenuRow("Boyz", rarely_chosen=True)]
    prompt = Prompt(Console(width=width), around, Choices(rows, 0, False, reads=around.reads))
    below = " ".join(line.plain for line in prompt._below())
    assert (example in below) == (width == 40)
    assert (prompt._aside() == example) == (width == 80)
    assert "1 that seldom matters" in below
    prompt.buffer.text = "boyz -2"
    assert example not in " ".join(line.plain for line in prompt._below())


@pytest.mark.parametrize("rows", [(), (Option("nothing"), Option("a state"))])
def test_enter_after_a_refused_line_does_not_end_the_asking_yet(
    table: Callable[..., Table], rows: tuple[Option, ...]
) -> None:
    here = table()
    assert here.press(LINE.but(rows=rows), "grotz -1", ENTER, ENTER, "boyz -2", ENTER) == ["boyz -2"]
    assert "The line was not taken: type it once more" in " ".join(here.shown.split())
    assert here.press(LINE.but(rows=rows), "grotz -1", ENTER, ENTER, ENTER) == []
    assert here.press(LINE.but(rows=rows), ENTER) == []


def test_enter_after_a_refused_line_about_one_unit_leaves_it(table: Callable[..., Table]) -> None:
    assert table().press(LINE.but(offers=tuple), "grotz -1", ENTER, ENTER) == []


# The key that rolls the rest ---------------------------------------------------------------------------------------------


@pytest.fixture
def doubts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was said of an Enter that took nothing."""
    said: list[str] = []
    doubt = Prompt._doubt

    def heard(prompt: Prompt, why: str) -> None:
        doubt(prompt, why)
        said.append(prompt.around.refused)

    monkeypatch.setattr(Prompt, "_doubt", heard)
    return said


@pytest.mark.parametrize("keys", [("r", ENTER, DOWN, ENTER), ("r" + ENTER, DOWN, ENTER), ("r\n", DOWN, ENTER)])
def test_enter_behind_the_key_that_rolls_answers_nothing(table: Callable[..., Table], doubts, keys) -> None:
    here = table(rest=lambda: True)
    here.type(*keys)
    here.prompter(EIGHT, 3)
    assert here.prompter(TARGET, 4) == "trukk"  # below what was proposed: the first Enter did not take that
    assert doubts == ["! r needs no Enter; Enter again takes nobz."]


@pytest.mark.parametrize("keys", [("u", ENTER, "7", ENTER), ("u" + ENTER, "7", ENTER)])
def test_enter_behind_the_key_that_takes_back_lets_nobody_roll(table: Callable[..., Table], doubts, keys) -> None:
    """The dice that were taken back are typed anew, as people have them: the Enter throws none."""
    here = table()
    here.type(*keys)
    with pytest.raises(Undo):
        here.prompter(EIGHT, 3)
    assert here.prompter(EIGHT, 2) == {"passed": 7}
    assert doubts == ["! u needs no Enter; Enter again answers."]


@pytest.mark.parametrize("behind", [ENTER, "\n"])
def test_enter_behind_the_key_for_one_die_lets_nobody_roll(table: Callable[..., Table], doubts, behind: str) -> None:
    here = table(again=lambda: "No die lies there.")
    here.type("m" + behind, "7", ENTER)
    assert here.prompter(EIGHT, 3) == {"passed": 7}
    assert doubts == ["! m needs no Enter; Enter again answers."]


def test_a_digit_that_closes_a_view_stands_in_the_line(table: Callable[..., Table]) -> None:
    opened: list[str] = []

    def why(question: Any) -> View:
        opened.append(question.key)
        return View("WHY", [ViewPage(lambda width, rows: [Text("a line")])], lambda: ["a line"])

    here = table(why=why)
    here.type("?", "8", ENTER)
    assert here.prompter(EIGHT, 3) == {"passed": 8}
    assert opened == [EIGHT.key]


@pytest.mark.parametrize(("keys", "seconds", "said"), [((ENTER, ENTER), 60, 1), ((ENTER,), 0, 0)])
def test_enter_answers_where_that_was_said_or_the_prompt_was_read(
    table: Callable[..., Table], monkeypatch: pytest.MonkeyPatch, doubts, keys, seconds: float, said: int
) -> None:
    monkeypatch.setattr("shoot_cli.ui.typed_input.HABIT", seconds)
    here = table(rest=lambda: True)
    here.type("r", *keys)
    here.prompter(EIGHT, 3)
    assert here.prompter(TARGET, 4) == TARGET.default
    assert len(doubts) == said


@pytest.mark.parametrize(
    ("enters", "begun", "doubled"),
    [
        ((10.0,), 9.0, False),  # the first of all
        ((10.0, 10.1), 9.0, True),
        ((10.0, 10.3), 10.05, False),
        ((10.0, 10.6), 10.5, True),  # a slow machine: half a second until the next question
        ((10.0, 10.8), 10.5, False),
    ],
)
def test_nobody_reads_and_answers_a_question_in_a_fifth_of_a_second(
    enters: tuple[float, ...], begun: float, doubled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = DummyInput()
    monkeypatch.setattr(typed_input, "pressed_by_fingers", lambda _: True)
    found = False
    for now in enters:
        monkeypatch.setattr(typed_input.time, "monotonic", lambda now=now: now)
        found = typed_input.is_doubled(keys, begun)
    assert found is doubled
