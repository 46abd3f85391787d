"""What is taken back did not happen: nothing of it is left on the screen, and it is told in one line."""

from __future__ import annotations

from io import StringIO
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

from shoot_cli.asked.sight import BattleFrame
from shoot_cli.engine.signals import Undo
from shoot_cli.engine.table import Entry
from shoot_cli.play.session import Session
from shoot_cli.ui.news import News


def told(text: str) -> Entry:
    return Entry("Step", None, None, None, text, (), None, None)


def prompt(news: News, undone: bool = False) -> None:
    if undone:
        with pytest.raises(Undo), news.asking():
            raise Undo
    else:
        with news.asking():
            pass


def test_what_was_undone_leaves_nothing_and_what_is_told_again_is_left_once() -> None:
    out = StringIO()
    news = News(Console(file=out, width=80, height=24))
    news.heard(told("Turn 1: Reds"), passing=False)
    prompt(news)  # who shoots
    news.heard(told("Boyz may not be shot at"), passing=False)
    prompt(news, undone=True)  # at whom
    news.heard(told("Turn 1: Reds"), passing=False)
    assert [item.text for item in news.items] == ["Turn 1: Reds"]  # in sight again
    prompt(news)
    news.heard(told("Boyz may not be shot at"), passing=False)  # this time it stands
    prompt(news)
    assert out.getvalue().split("\n") == ["  Turn 1: Reds", "  Boyz may not be shot at", ""]


def test_a_change_that_is_taken_back_is_not_counted_among_the_answers() -> None:
    news = News(Console(file=StringIO(), width=80, height=24))
    here: Any = SimpleNamespace(news=news)

    def taken_back() -> str:
        prompt(news, undone=True)
        BattleFrame.went_back(here, "Taken back", "boltgun: to hit", undone=True)
        return str(news.items[-1].lines(80)[0].plain.strip())

    assert taken_back() == "Taken back: boltgun: to hit"
    assert taken_back() == "Taken back: 2 answers, the last: boltgun: to hit"
    prompt(news, undone=True)  # a change: it has words of its own
    news.taken = 0
    assert taken_back() == "Taken back: boltgun: to hit"
    prompt(news)  # somebody answers
    assert taken_back() == "Taken back: boltgun: to hit"
    BattleFrame.went_back(here, "Said again", "boltgun: to hit", undone=False)
    assert taken_back() == "Taken back: boltgun: to hit"


def test_news_of_the_battle_are_not_shown_while_an_answer_of_before_is_asked_again() -> None:
    asked: list[dict[str, Any]] = []
    here: Any = SimpleNamespace(
        in_sight=SimpleNamespace(elsewhere=lambda names: "elsewhere", news="news"),
        screen=SimpleNamespace(why=None), names=None, looks=SimpleNamespace(only_log=None),
        asker=lambda **more: asked.append(more),
    )  # fmt: skip
    Session.changing(here, lambda asker: asker(empty_answer_text="as it was"))
    assert (asked[0]["scene"], asked[0]["news"], asked[0]["empty_answer_text"]) == ("elsewhere", None, "as it was")
