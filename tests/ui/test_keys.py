"""The line of keys and the list behind Space: each with its word, those used least left out, Space itself never."""

from __future__ import annotations

import re

import pytest

from shoot_cli.asked.rows import MenuRow
from shoot_cli.ui.menu import Choices, commands, filter_keys, keys_text, letter_keys, name_keys_line
from shoot_cli.ui.screen import COMMANDS, Key, PromptFrame

USUAL = tuple(key for key in Key if key not in (Key.REDO, Key.ROLL, Key.AGAIN, Key.PAUSE))
UNITS = (
    MenuRow("Boyz"),
    MenuRow("Ultramarines of the Fifth Company, all of them"),
    MenuRow("Nobz", "has shot"),
    MenuRow("Burna Boyz"),
)


def test_words_are_never_lost_and_space_stands_last() -> None:
    assert (
        letter_keys(USUAL, 79).plain == " ? why  u undo  c change  s status  l log  o odds  k luck  q leave  Space more"
    )
    assert letter_keys([*Key], 79).plain == " ? why  u undo  U redo  r roll  m again  c change  p pause  Space more"
    assert letter_keys(USUAL, 39).plain == " ? why  u undo  c change  Space more"
    for width in range(14, 100):
        for line in (letter_keys([*Key], width), name_keys_line([*Key], width, Choices(UNITS, None, False))):
            assert len(line.plain) <= width
            assert line.plain.rsplit("  ", 1)[-1].strip().startswith("Space ")
    for width in range(14, 100):
        assert re.fullmatch(r" (\S \w+  )*Space more", letter_keys([*Key], width).plain)


def test_where_names_are_typed_enter_takes_and_space_says_what_it_has() -> None:
    menu = Choices(UNITS, None, False)
    assert name_keys_line(USUAL, 79, menu).plain == " Enter take  ? why  - closed rows  Space undo, status, odds ..."
    assert name_keys_line(USUAL, 39, menu).plain == " Enter take  ? why  Space more"
    assert name_keys_line([Key.WHY, Key.LEAVE], 79, None).plain == " ? why  Space q leave"
    assert (
        "Enter" not in name_keys_line(USUAL, 79, Choices(UNITS, None, True)).plain
    )  # nothing is lit, nothing is taken
    menu.fold()
    assert "- fold" in name_keys_line(USUAL, 79, menu).plain


def test_while_filtering_a_habit_of_the_hand_is_told_the_new_way() -> None:
    menu = Choices(UNITS, None, False)
    menu.type("u")
    assert filter_keys(menu, USUAL, 99).plain == (
        " Enter Ultramarines of the Fifth Company, all of them  Esc, then Space u undo"
    )
    narrow = filter_keys(menu, USUAL, 39).plain
    assert re.fullmatch(r" Enter Ultramarines of.*…  Esc all 3", narrow)
    assert len(narrow) <= 39
    menu.type("ul")
    assert "undo" not in filter_keys(menu, USUAL, 99).plain


def list_of(around: PromptFrame, width: int = 79, only_back: bool = False) -> list[str]:
    return [line.plain.rstrip() for line in commands(around, only_back, width)]


def test_the_list_has_what_does_something_and_says_what_undo_does() -> None:
    told = {Key.UNDO: "takes back: 12 inches to those at the edge (▲); How far", Key.LOG: "18 answers; all on disk"}
    lines = list_of(PromptFrame(keys=tuple(Key), quiet={Key.REDO, Key.LUCK}, labels=lambda: told))
    assert lines[:2] == [
        "  u  undo    takes back: 12 inches to those at the edge (▲); How far",
        "  U  redo    nothing to bring back",
    ]
    assert "  l  log     18 answers; all on disk" in lines
    assert not any("luck" in line for line in lines)
    assert lines[-1] == " a letter does it  u u u three back  Space Esc close"
    one = list_of(PromptFrame(keys=tuple(Key), thrice=lambda: False))
    assert one[-1] == " a letter does it  Space Esc close"  # there are no three answers to take back
    narrow = list_of(PromptFrame(keys=tuple(Key), labels=lambda: told), 39)
    assert narrow[0] == "  u  undo    takes back: 12 inches… (▲)"  # whose it was is never cut off
    assert all(len(line) <= 39 for line in narrow)
    assert len(list_of(PromptFrame(keys=tuple(Key), labels=lambda: told), only_back=True)) == 3


def test_where_nothing_can_be_taken_back_undo_is_not_listed() -> None:
    lines = list_of(PromptFrame(keys=(Key.WHY, Key.UNDO, Key.REDO, Key.LEAVE), quiet={Key.UNDO, Key.REDO}))
    assert lines == ["  q  leave   everything is kept", " a letter does it  Space Esc close"]
    lines = list_of(PromptFrame(keys=(Key.UNDO, Key.REDO), quiet={Key.UNDO}))
    assert lines[-1] == " a letter does it  Space Esc close", "nothing can be taken back, three times less"


@pytest.mark.parametrize("key", COMMANDS, ids=str)
def test_at_40_columns_each_command_says_its_whole_sense(key: Key) -> None:
    assert "…" not in list_of(PromptFrame(keys=(key,)), 39)[0]


def test_to_be_read_aloud_all_keys_are_told_in_as_many_lines_as_it_takes() -> None:
    assert (
        keys_text(USUAL, 80) == "? why, u undo, c change, s status, l log, o odds, k luck, q leave, e event,\nz aside"
    )
    assert (
        keys_text(USUAL, 40) == "? why, u undo, c change, s status,\nl log, o odds, k luck, q leave, e event,\nz aside"
    )
    assert keys_text((), 40) == ""


def test_whose_answer_is_taken_back_is_told_of_several_facts_too() -> None:
    told = {Key.UNDO: "takes back: target in cover: yes; half range: all (▲); 8 boltguns at Boyz"}
    for width in (40, 60):
        undo = list_of(PromptFrame(keys=(Key.UNDO,), labels=lambda: told), width, True)[0]
        assert undo.endswith(" (▲)")
        assert len(undo) <= width
    assert "yes; half" in undo
