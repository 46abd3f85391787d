"""Dice as they lie under the funnel: of those that have words on them the numbers first, the words behind."""

from __future__ import annotations

from shoot_cli.engine.questions import Need, Roll, Watch
from shoot_cli.engine.table import Entry
from shoot_cli.ui.news import thrown

FACES = ("1", "1", "2", "2", "3", "JAM")
SUSTAINED = Roll(
    "sustained dice:gun", 6, Need(None), faces=FACES, text="gun: sustained fire",
    watch=(Watch((1, 2)), Watch((3, 4)), Watch((5,)), Watch((6,))),
)  # fmt: skip


def test_sustained_fire_ends_in_its_jams_and_says_no_face_twice() -> None:
    answer = {"first": [6, 1, 6, 4, 5, 3]}
    (line,) = thrown(Entry("Sustained fire", SUSTAINED, answer, SUSTAINED.read(answer)), 80)
    assert line.plain.split() == ["sustained", "fire", "3", "2", "2", "1", "JAM", "JAM"]
    bright = [line.plain[span.start : span.end].strip() for span in line.spans if span.style == "passed"]
    assert bright == ["3", "2", "2", "1"]


def test_plain_dice_say_what_they_came_to() -> None:
    roll = Roll("hit:gun", 3, Need(3), text="gun: to hit", luck="hits")
    answer = {"first": [1, 6, 3]}
    (line,) = thrown(Entry("Hit", roll, answer, roll.read(answer)), 80)
    assert line.plain.split() == ["to", "hit", "6", "3", "1", "=", "2", "hits"]
