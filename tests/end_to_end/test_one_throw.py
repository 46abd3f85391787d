"""One throw of pairs at one terminal: how many live, undo, a plug that is pulled, and one face that is changed. Then
five missiles, counted in one answer.

Only what needs a terminal: which dice are thrown at once is in `tests/engine/test_one_throw.py`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.terminal import CLEAR, ENTER, Terminal, printed, words
from tests.end_to_end.test_amend import change
from tests.end_to_end.test_table_10e import FIRST

pytestmark = [
    pytest.mark.slow,
    pytest.mark.rule("10E-FNP-1", "2E-BLA-1"),
]

PAIRS, NEXT = "ROLL 7 PAIRS 5+", "ROLL 16 DICE 3+"  # 7 Boyz failed their saves; then the grenade launchers
FACES = [1, 5, 6, 5, 2, 3, 1, 1, 6, 6, 1, 2, 2, 1]
BEFORE = [
    ("", "Which unit shoots?"),
    ("Intercessor Squad with Captain and Lieutenant", "Which target"),
    ("Boyz with Warboss and Painboy", "How far"),
    ("11", "AGREED?"),
    ("focused fire", "focused"),
    ("", "ROLL 20 DICE"),
    ("14/0", "ROLL 14 DICE"),
    ("9", "Who saves first, with the lowest dice"),
    ("", "ROLL 9 DICE"),
    ("2", PAIRS),
]


def to_the_pairs(open_: Callable[..., Terminal], **how: Any) -> Terminal:
    table = open_(
        "play", "vanguard", "deffskulls", "--turns", "1", "--seed", "5", "--dice", "hand", "--battle", "Pairs", **how
    )
    table.wait(FIRST)
    for keys, then in BEFORE:
        table.say(keys, then)
    return table


def last_answer(home: Path) -> Any:
    """What is on disk of the last throw of pairs."""
    said = json.loads(printed(home, "battle", "export", "Pairs", "--format", "json"))
    return [answer for event in said["events"] if (answer := event["payload"].get("answer"))][-1]


def test_undo_takes_all_pairs_back_and_a_kill_keeps_what_was_confirmed(open_: Any, tmp_path: Path) -> None:
    table = to_the_pairs(open_)
    assert "type how many live, or the faces, as in 64 26 42 …" in words(table.heard)
    table.press("8" + ENTER)
    table.wait("7 pairs were rolled, so 0 to 7 can live, not 8")
    table.say(CLEAR + "2", NEXT)
    assert "5 Boyz slain" in words(table.heard)
    table.press(" u")
    table.wait("Taken back: Boy: Feel No Pain: 2 live")
    table.wait(PAIRS)
    table.press("15 65 2")  # the plug is pulled while the pairs are typed: none of them was said
    table.kill()
    table = open_("play", "--resume")
    table.wait(PAIRS)
    table.say("15 65 23 11 66 12 21", NEXT)
    assert "2 of 7 live 5 Boyz slain" in words(table.heard)
    table.kill()
    assert last_answer(tmp_path / "home") == {"first": FACES}
    table = open_("play", "--resume")
    table.wait(NEXT)
    table.press(" u")
    table.wait(PAIRS)
    table.press(" U")
    table.wait(NEXT)
    table.look(" s", "Boyz with Warboss and Painboy", "17 of 22")


def test_one_face_is_changed_and_the_other_pairs_stay(open_: Any, tmp_path: Path) -> None:
    table = to_the_pairs(open_)
    table.say("15 65 23 11 66 12 21", NEXT)
    table.say("10/3", "")
    change(table, 10, PAIRS)
    assert "Enter: as it was" in words(table.heard)
    table.say("65 65 23 11 66 12 21", "Who asked for this change?")
    table.press(ENTER)
    table.wait("What changes")
    assert "Boyz with Warboss and Painboy: 1 Boy stands up again" in words(table.heard)
    table.look(" s", "18 of 22")
    table.press(" u")
    table.wait("Taken back: the change of answer 10, Boy: Feel No Pain")
    table.look(" s", "17 of 22")


@pytest.mark.parametrize("columns", [80, 40])
def test_the_pairs_stand_in_their_order_on_a_small_screen(open_: Any, columns: int) -> None:
    table = to_the_pairs(open_, rows=24, columns=columns)
    shown = words(table.aloud())
    assert "ROLL 7 PAIRS 5+ Feel No Pain" in shown
    assert "as in 64 26 42 …" in shown
    table.say("15 65 23 11 66 12 21", NEXT)
    if columns == 80:
        assert "Feel No Pain 1 5 6 5 2 3 1 1 6 6 1 2 2 1 = 2 of 7 live" in words(table.aloud())
    table.press(" c")
    table.wait("Enter change it")
    assert "15 65 23 11 66 12 21" in words(table.shown())


UNDER, ELSE = (
    "HOW MANY of Goff Boyz are wholly under each of 5 markers?",
    "WHO else is under the markers, and how many of Goff Boyz are only partly?",
)


@pytest.mark.parametrize("columns", [80, 40])
def test_five_missiles_are_two_throws_and_what_lies_is_counted_at_once(open_: Any, columns: int) -> None:
    arguments = "play", "craftworld_host", "goff_mob", "--turns", "1", "--dice", "hand", "--battle", "Reapers"
    table = open_(*arguments, rows=24, columns=columns)
    table.wait("first turn?")
    script = [
        ("", "overwatch"), ("", "Which unit shoots?"), ("dark", "Which target"), ("1", "Which weapon"),
        ("", "How far"), ("20", "AGREED?"), ("", "ROLL 5 DICE"), ("3", "ROLL 2 DICE"), ("4 2", UNDER),
    ]  # fmt: skip
    for keys, then in script:
        table.say(keys, then)
    assert '1 on target, 2 on target, 3 on target, 4 moved 2", 5 moved 4"; 0 to 20 each' in words(table.aloud())
    table.press("3 2 2" + ENTER)
    table.wait("One number for each is wanted")
    table.say(CLEAR + "3 2 2 1 0+", ELSE)
    table.press(" u")
    table.wait("brings back: 3 2 2 1")
    table.wait(UNDER)
    table.say("2 2 2 1 0+", ELSE)
    table.kill()
    table = open_("play", "--resume", rows=24, columns=columns)
    table.wait(ELSE)
    table.say("only partly 2", "ROLL 2 DICE 4+")
    change(table, 10, UNDER)
    table.say("0 0 0 1 0+", "Who asked for this change?")
    table.press(ENTER)
    table.wait("ROLL 2 DICE 4+")
    table.say("0", "Which of Goff Boyz is hit?")
