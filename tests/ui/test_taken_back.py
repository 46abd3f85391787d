"""What is taken back did not happen: nothing of it is left on the screen, and it is told in one line."""

from __future__ import annotations

from io import StringIO
from types import SimpleNamespace
from typing import Any

import pyte
import pytest
from rich.console import Console

from shoot_cli.asked.scene import News, Scene
from shoot_cli.engine.questions import Choose, Need, Option, Roll
from shoot_cli.engine.reasons import DEFENDER, Undo
from shoot_cli.engine.table import Entry
from shoot_cli.play.keys import KeysAtTable
from shoot_cli.replay.history import Response
from shoot_cli.ui.news import NewsDisplay
from shoot_cli.ui.summaries import LogPrinter


def told(text: str) -> Entry:
    return Entry("Step", None, None, None, text, (), None, None)


def prompt(news: NewsDisplay, undone: bool = False, place: int = 0) -> None:
    if undone:
        with pytest.raises(Undo), news.asking(place):
            raise Undo
    else:
        with news.asking(place):
            pass


def screen_after(out: StringIO) -> list[str]:
    """What a terminal shows of it."""
    screen = pyte.Screen(80, 24)
    pyte.Stream(screen).feed(out.getvalue().replace("\n", "\r\n"))
    return [line.rstrip() for line in screen.display if line.strip()]


def on_a_terminal() -> tuple[NewsDisplay, StringIO]:
    out = StringIO()
    return NewsDisplay(News(), Console(file=out, width=80, height=24, force_terminal=True, color_system=None)), out


def tell(news: NewsDisplay, text: str, place: int) -> None:
    """Somebody answers the question at this place, around which the text stood."""
    news.news.heard(told(text), passing=False)
    prompt(news, place=place)


def test_what_came_of_answers_that_are_taken_back_leaves_the_screen() -> None:
    news, out = on_a_terminal()
    tell(news, "Turn 1: Reds", 1)
    tell(news, "Boyz have gone to ground", 4)
    tell(news, "Grots fall back", 6)
    prompt(news, undone=True, place=7)  # the answer at 6 is taken back
    prompt(news, undone=True, place=6)  # those at 4 and 5, too
    prompt(news, place=4)
    assert screen_after(out) == ["  Turn 1: Reds", "  Boyz have gone to ground"]  # it stood there at that prompt
    prompt(news, undone=True, place=5)
    prompt(news, place=2)
    assert screen_after(out) == ["  Turn 1: Reds"]
    tell(news, "Boyz stay up", 4)
    assert screen_after(out) == ["  Turn 1: Reds", "  Boyz stay up"]


def test_nothing_else_on_the_screen_is_erased() -> None:
    news, out = on_a_terminal()
    tell(news, "Boyz have gone to ground", 4)
    assert news.console
    news.console.print("Paused. Enter goes on.")
    tell(news, "Grots fall back", 6)
    prompt(news, place=2)
    assert screen_after(out) == ["  Boyz have gone to ground", "Paused. Enter goes on."]


def test_lines_of_a_window_that_was_resized_stay() -> None:
    news, out = on_a_terminal()
    tell(news, "Boyz have gone to ground", 4)
    assert news.console
    news.console.width = 40
    prompt(news, place=2)
    assert screen_after(out) == ["  Boyz have gone to ground"]


def shown_on(out: StringIO | None) -> NewsDisplay:
    return NewsDisplay(News(), Console(file=out, width=80, height=24) if out else None)


def test_what_was_undone_leaves_nothing_and_what_is_told_again_is_left_once() -> None:
    out = StringIO()
    news = shown_on(out)
    news.news.heard(told("Turn 1: Reds"), passing=False)
    prompt(news)  # who shoots
    news.news.heard(told("Boyz may not be shot at"), passing=False)
    prompt(news, undone=True)  # at whom
    news.news.heard(told("Turn 1: Reds"), passing=False)
    assert [item.text for item in news.news.items] == ["Turn 1: Reds"]  # in sight again
    prompt(news)
    news.news.heard(told("Boyz may not be shot at"), passing=False)  # this time it stands
    prompt(news)
    assert out.getvalue().split("\n") == ["  Turn 1: Reds", "  Boyz may not be shot at", ""]


@pytest.mark.parametrize("out", [StringIO(), None], ids=["drawn", "plain"])
def test_a_change_that_is_taken_back_is_not_counted_among_the_answers(out: StringIO | None) -> None:
    news = shown_on(out)

    def taken_back() -> str:
        prompt(news, undone=True)
        news.news.went_back("Taken back", "boltgun: to hit", undone=True)
        return str(news.lines(news.news.items, 80, 9)[-1].plain.strip())

    assert taken_back() == "Taken back: boltgun: to hit"
    assert taken_back() == "Taken back: 2 answers, the last: boltgun: to hit"
    prompt(news, undone=True)  # a change: it has words of its own
    news.news.taken = 0
    assert taken_back() == "Taken back: boltgun: to hit"
    prompt(news)  # somebody answers
    assert taken_back() == "Taken back: boltgun: to hit"
    news.news.went_back("Brought back", "boltgun: to hit", undone=False)
    assert taken_back() == "Taken back: boltgun: to hit"


def test_news_of_the_battle_are_not_shown_while_an_answer_of_before_is_asked_again() -> None:
    names, question = ("Reds", "Greens"), Choose("target", (Option("Boyz"),), owner=DEFENDER)
    ruleset = SimpleNamespace(sides=lambda record: names)
    game = SimpleNamespace(
        ruleset=ruleset, start=None, stored=SimpleNamespace(armies=()), journal=SimpleNamespace(answers=[]),
        dice=SimpleNamespace(by_hand=True, throw=None),
    )  # fmt: skip
    sight = SimpleNamespace(elsewhere=lambda question, names, who, fact: Scene(who=who, facts=(fact,)))
    shown: Any = SimpleNamespace(
        console=None, plain=False, screen=None, sight=sight, printer=SimpleNamespace(why=str), news="news"
    )
    keys = KeysAtTable(game, shown, SimpleNamespace(), None)  # type: ignore[arg-type]
    players = keys.elsewhere(names)
    assert players.news is None
    assert players.scene is not None
    assert players.scene(question).facts == ("Esc leaves it as it was",)
    assert (players.keys.why is str, keys.elsewhere(names, why=False).keys.why) == (True, None)
    assert (players.keys.can_undo(), players.keys.can_redo(), players.keys.odds) == (True, False, None)


@pytest.mark.parametrize(
    ("width", "answers", "shown"),
    [
        (80, 1, "Taken back: bolt rifle: to wound: 1 1 1 5 1 2 3 4 5 6 1 2 3 4 5 6 1 2 3 4 5 6"),
        (40, 1, "Taken back: bolt rifle: to wound"),
        (40, 2, "Taken back (2): bolt rifle: to wound"),
    ],
)
def test_of_dice_taken_back_without_room_for_them_it_is_said_what_they_were_for(
    width: int, answers: int, shown: str
) -> None:
    news, roll = shown_on(StringIO()), Roll("wound:bolt rifle", 22, Need(4), text="bolt rifle: to wound")
    given = Response("wound:bolt rifle", [*[1, 1, 1, 5], *range(1, 7), *range(1, 7), *range(1, 7)], "attacker", True)
    words, short = LogPrinter.response_text(given, roll), LogPrinter.short_response(given, roll)
    for _ in range(answers):
        news.news.went_back("Taken back", words, undone=True, short=short)
    assert [line.plain.strip() for line in news.lines(news.news.items[-1:], width, 9)] == [shown]


LONG = "How many of Goff Boyz are wholly under each of 5 markers: 3 2 2 1 0 (answered by Craftworld Host)"


@pytest.mark.parametrize(
    ("width", "shown"),
    [
        (120, f"Taken back: {LONG}"),
        (80, "Taken back: How many of Goff Boyz a…: 3 2 2 1 0 (answered by Craftworld Host)"),
        (40, "Taken back: How many of G…: 3 2 2 1 0"),
    ],
)
def test_what_was_taken_back_is_one_line_with_the_answer_and_gone_at_the_next_one(width: int, shown: str) -> None:
    out = StringIO()
    news = shown_on(out)
    prompt(news, undone=True)
    news.news.went_back("Taken back", LONG, undone=True)
    assert [line.plain.strip() for line in news.lines(news.news.items, width, 9)] == [shown]
    prompt(news)
    assert out.getvalue() == ""


@pytest.mark.parametrize(("width", "shown"), [(120, LONG), (40, "AGREED at Goff Boyz")])
def test_where_it_does_not_fit_what_was_taken_back_has_fewer_words(width: int, shown: str) -> None:
    news = shown_on(StringIO())
    news.news.went_back("Taken back", LONG, undone=True, short="AGREED at Goff Boyz")
    assert [line.plain.strip() for line in news.lines(news.news.items, width, 9)] == [f"Taken back: {shown}"]


@pytest.mark.parametrize("words", ["words " * 40, "a question: " + "long " * 40])
def test_whatever_was_taken_back_is_one_line(words: str) -> None:
    news = shown_on(StringIO())
    news.news.went_back("Taken back", words, undone=True)
    (line,) = news.lines(news.news.items, 40, 9)
    assert line.cell_len <= 40


def test_what_was_taken_back_stands_last_whatever_is_told_after_it() -> None:
    news = shown_on(StringIO())
    news.news.went_back("Taken back", "boltgun: to hit", undone=True)
    news.news.heard(told("Turn 1: Reds"), passing=False)
    lines = [line.plain.strip() for line in news.lines(news.news.items, 80, 9)]
    assert lines == ["Turn 1: Reds", "Taken back: boltgun: to hit"]
