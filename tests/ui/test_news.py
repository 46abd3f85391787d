"""What just happened: how much of it is in sight, and what is left of it in the scrollback."""

from __future__ import annotations

from io import StringIO
from itertools import product

import pytest
from rich.console import Console

from shoot_cli.asked.scene import AttackOver, ModelBar, News, Scene, ShotAt, Told
from shoot_cli.battle.summaries import PoolSummary
from shoot_cli.engine.questions import Need, Roll, Tally, Watch
from shoot_cli.engine.table import Entry
from shoot_cli.ui.news import NewsDisplay, lines_of, thrown
from shoot_cli.ui.styles import with_theme
from tests.helpers.each import each

DICE = Entry("Hit", Roll("hit", 2, Need(3)), {"first": [6, 1]}, Tally(1, 1))


def told(text: str) -> Entry:
    return Entry("Hit", None, text=text)


@pytest.fixture
def news() -> NewsDisplay:
    return NewsDisplay(News(), with_theme(Console(width=40, file=StringIO(), color_system=None)))


def left(news: NewsDisplay) -> list[str]:
    """In the scrollback."""
    return [line.strip() for line in news.console.file.getvalue().splitlines()]  # type: ignore[union-attr]


def in_sight(news: NewsDisplay, most: int) -> list[str]:
    return [line.plain.strip() for line in news.lines(news.news.items, 40, most)]


def test_dice_and_what_was_told_of_an_attack_leave_nothing_behind(news):
    for _ in range(5):
        news.news.heard(DICE, passing=True)
        news.news.heard(told("3 Boyz slain"), passing=True)
    news.make_room(40, 4)
    assert len(in_sight(news, 4)) == 4
    news.over()
    assert left(news) == []


def test_dice_of_several_weapons_are_named_whatever_stands_between(news):
    for gun, rolls in (("bolter", ("hit", "wound")), ("melta", ("hit",))):
        for roll in rolls:
            question = Roll(f"{roll}:{gun}", 2, Need(3), text=f"{gun}: to {roll}")
            news.news.heard(Entry(roll, question, {"first": [6, 1]}, Tally(1, 1)), passing=True)
    heads = [line for line in in_sight(news, 9) if "to" in line]
    assert [head.partition("  ")[0] for head in heads] == ["bolter: to hit", "to wound", "melta: to hit"]


@each(("sums", "drawn"), [([7], "frag: scatter distance   7"), ([9, 4], "scatter distance  9   4")])
def test_sums_that_are_read_as_they_lie_are_not_told_again(sums: list[int], drawn: str) -> None:
    watch = tuple(Watch((total,)) for total in range(2, 13))
    scatter = Roll(
        "scatter distance:frag",
        len(sums),
        Need(None),
        sides=12,
        watch=watch,
        adds=(6, 6),
        text="frag: scatter distance",
    )
    rolled = Entry("Scatter", scatter, {"first": sums}, scatter.read({"first": sums}))
    assert " ".join(line.plain.strip() for line in thrown(rolled, 80)) == drawn


def test_what_a_change_came_to_is_whole_and_leaves_with_the_next_answer(news):
    news.news.heard(told("Turn 1: Orks"), passing=False)
    news.news.items += [Told("What changes:", once=True), Told("  Boyz: 2 Boys stand up again", once=True)]
    assert in_sight(news, 9)[-2:] == ["What changes:", "Boyz: 2 Boys stand up again"]
    news.over()
    assert left(news) == ["Turn 1: Orks"]
    news.news.items += [Told("What changes:", once=True), Told("  Boyz: 2 Boys stand up again", once=True)]
    news.make_room(40, 1)
    assert left(news) == ["Turn 1: Orks", "What changes:"]  # there is no room for all of it, and it is whole


def test_what_was_told_between_attacks_stays_and_an_attack_is_one_line(news):
    news.news.heard(told("Turn 1: Orks"), passing=False)
    target = ShotAt(Scene(who="Boyz", whom="Marines"), ("3 slain: Marines 2 of 5 left",))
    news.news.items.append(AttackOver("Boyz → Marines", "3 slain", (target,)))
    news.make_room(40, 2)
    assert left(news) == ["Turn 1: Orks"]  # there is no room for it, so it is said at once
    assert in_sight(news, 2) == ["Boyz → Marines", "3 slain: Marines 2 of 5 left"]
    news.over()
    assert left(news)[0] == "Turn 1: Orks"
    assert left(news)[1].split() == ["Boyz", "→", "Marines", "3", "slain"]


def test_of_split_fire_each_target_is_whole_in_a_third_of_a_small_screen(news):
    pools = (PoolSummary("shots", 8), PoolSummary("hits", 6, "3+"), PoolSummary("slain", 1, "2+"))
    targets = [
        ShotAt(Scene(who="Boyz", whom=whom, pools=pools), (f"1 slain: {whom} 4 of 5 left",), (ModelBar(whom, 4, 1),))
        for whom in ("Terminators", "Scouts")
    ]
    news.news.items.append(AttackOver("Boyz → Terminators, Scouts", "2 slain", tuple(targets)))
    shown = [line.plain.strip() for line in news.lines(news.news.items, 80, 24 // 3)]
    assert shown == [
        "Boyz → Terminators   8 shots, 6 hits (3+), 1 slain (2+)",
        "1 slain: Terminators 4 of 5 left",
        "Terminators  4 of 5  ■■■■×",
        "Boyz → Scouts   8 shots, 6 hits (3+), 1 slain (2+)",
        "1 slain: Scouts 4 of 5 left",
        "Scouts  4 of 5  ■■■■×",
    ]


def test_the_newest_is_cut_rather_than_not_shown(news):
    news.news.heard(told("older"), passing=True)
    news.news.heard(told(" ".join(f"word{n}" for n in range(40))), passing=True)
    news.make_room(40, 5)
    assert len(in_sight(news, 3)) == 3
    assert in_sight(news, 3)[0].startswith("word0")
    assert in_sight(news, 20)[-1].endswith("word39")


def test_what_was_said_at_once_for_want_of_room_is_forgotten_with_its_prompt(news):
    for _ in range(2):
        with news.asking():  # a third of the screen has room for eight
            pass
        for n in range(12):
            news.news.heard(told(f"line {n}"), passing=False)
        news.make_room(40, 4)
        assert in_sight(news, 20) == [f"line {n}" for n in range(8, 12)]
    news.over()
    assert left(news) == [f"line {n}" for _ in range(2) for n in range(12)]


def test_an_attack_that_does_not_fit_says_that_there_is_more(news):
    """A name that is too long stands above its numbers: alone it would be half a row."""
    kinds = tuple(ModelBar(name, 1) for name in ("Autocannon Team with a Long Name", "Guardsman"))
    over = AttackOver("A → B", "1 slain", (ShotAt(Scene(who="A", whom="B"), (), kinds),))
    whole = [line.plain for line in lines_of(over, 40)]
    assert len(whole) > 3
    news.news.add(over)
    assert in_sight(news, len(whole)) == [line.strip() for line in whole]
    assert in_sight(news, 2) == [whole[0].strip(), "…"]
    facts = ("18 inches, beyond half range", "not in cover, in the open", "8 boltguns and a plasma gun, 9 shots")
    news.news.items[0] = over.but(targets=(ShotAt(Scene(who="A", whom="B", facts=facts), (), kinds),))
    assert in_sight(news, len(whole)) == [line.strip() for line in whole]  # who is left comes before how it came to it


def test_of_dice_that_do_not_fit_what_they_came_to_is_shown(news):
    frag = Entry("Hit", Roll("hit", 1, Need(4), text="frag grenade: to hit"), {"first": [6]}, Tally(1, 0))
    news.news.heard(frag, passing=True)
    assert in_sight(news, 2) == ["frag grenade: to hit 4+", "6   = passed"]
    assert in_sight(news, 1) == ["6   = passed"]
    assert in_sight(news, 0) == []


@each("width, letters", product([39, 60, 61, 79], range(1, 90, 4)))
def test_what_a_die_is_of_is_told_where_there_is_room_for_it(width, letters):
    about = "w" * letters
    entry = Entry("Hit", Roll("hit", 1, Need(4), text=f"{about}: to hit"), {"first": [6]}, Tally(1, 0))
    lines = [line.plain for line in thrown(entry, width)]
    assert max(map(len, lines)) <= width
    assert "to hit 4+" in lines[0]
    assert ("w" in lines[0]) is (letters + 11 <= width - (24 if width > 60 else 3))


@pytest.mark.parametrize("width", [40, 80])
def test_rows_of_dice_that_look_alike_bear_the_names_of_their_weapons(news, width):
    def threw(text: str) -> None:
        news.news.heard(Entry("Hit", Roll("hit", 2, Need(3), text=text), {"first": [6, 1]}, Tally(1, 1)), passing=True)

    for text in ("boltgun: to hit", "plasma gun: to hit", "plasma gun: to wound"):
        threw(text)
    shown = "\n".join(line.plain for item in news.news.items for line in lines_of(item, width))
    assert [shown.count(words) for words in ("boltgun: to hit", "plasma gun: to hit", "plasma gun: to wound")] == [
        1,
        1,
        0,
    ]
    news.news.undone()
    threw("boltgun: to hit")
    assert "boltgun" not in "".join(line.plain for line in lines_of(news.news.items[0], width))


def test_what_is_told_in_another_place_is_not_told_twice(news):
    news.news.heard(told("3 slain: Boyz 7 of 10 left"), passing=True)
    news.news.heard(DICE, passing=True)
    news.news.forget(["3 slain: Boyz 7 of 10 left"])
    assert len(in_sight(news, 9)) == 1
    news.news.forget([""])
    assert len(in_sight(news, 9)) == 1  # dice have no words of their own
