"""A target and its distance in one line, `2 14`: two answers of the log, in every edition that asks for a distance."""

from __future__ import annotations

import re

import pytest

from shoot_cli.asked.rows import MenuRow, with_number
from tests.end_to_end.terminal import ENTER, Terminal, words
from tests.end_to_end.test_table import folder
from tests.helpers.each import each

__all__ = ["folder"]

LISTS = {  # both lists, what leads to the menu of targets, and the prompt after target and distance
    "2e": (("macragge-column", "goff-mob"), ("", "", ""), "Which weapon fires?"),
    "7e": (("ultramarines", "orks"), ("", ""), "Which weapon fires?"),
    "10e": (("adeptus-astartes", "waaagh"), ("",) * 3, "AGREED?"),
    "11e": (("vanguard", "deffskulls"), ("",) * 2, "AGREED?"),
    "rh": (("red-host", "blue-column"), ("", "", ""), ""),
}
HINT = 'as in 1 14: row 1 at 14"'
ROWS = [MenuRow(name) for name in ("Squad 2", "Squad 3", "2nd Company 14", "Orks, 10 models")]


@each(
    ("text", "row", "number"),
    [
        ("2 14", "#2", "14"),
        ("2, 14", "#2", "14"),
        ("#2 14", "#2", "14"),
        ('orks 14"', "orks", '14"'),
        ("orks 9,5 in", "orks", "9,5 in"),
        ("squad 2 14", "squad 2", "14"),
        ("2 far", "#2", "far"),
        ("Squad 2", "Squad 2", ""),
        ("2nd Company 14", "2nd Company 14", ""),
        ("company 14", "company 14", ""),
        ("2nd company 14 9", "2nd company 14", "9"),
        ("2", "2", ""),
        ("orks", "orks", ""),
    ],
)
def test_a_name_that_ends_with_a_number_is_a_name(text: str, row: str, number: str) -> None:
    assert with_number(text, [row._replace(note=row.label.partition(", ")[2]) for row in ROWS]) == (row, number)


def test_a_name_that_begins_with_both_numbers_is_a_name() -> None:
    rows = [MenuRow("2 14th Guard"), MenuRow("Orks")]
    assert with_number("2 14", rows) == ("2 14", "")
    assert with_number("2 9", rows) == ("#2", "9")


def test_where_rows_begin_with_counts_words_behind_a_number_are_no_distance() -> None:
    rows = [MenuRow("all as usual"), MenuRow("8 boltguns"), MenuRow("10 bolt pistols")]
    assert with_number("8 boltguns", rows) == ("8 boltguns", "")
    assert with_number("8 pistols", rows) == ("8 pistols", "")
    assert with_number("1 14", rows) == ("#1", "14")


def at_the_targets(open_, edition: str, *options: str, **size: int) -> Terminal:
    lists, keys, _ = LISTS[edition]
    here: Terminal = open_("play", *lists, "--seed", "3", "--dice", "app", *options, rows=40, patience=12, **size)
    plain = "--plain" in options
    here.wait("turn" if edition != "rh" else "in turn 1?", prompt=not plain)
    for place, key in enumerate(keys):
        last = place + 1 == len(keys)
        here.press(key + ENTER)
        here.wait("Which target for" if last else "?", prompt=not plain)
    return here


@pytest.mark.slow
@pytest.mark.parametrize("columns", [40, 80])
@pytest.mark.parametrize("edition", ["2e", "7e", "10e", "11e"])
def test_a_target_and_its_distance_are_typed_in_one_line(open_, folder, edition: str, columns: int) -> None:
    here, then = at_the_targets(open_, edition, columns=columns), LISTS[edition][2]
    assert (HINT in here.shown()) == (edition != "2e"), "2nd edition names weapons before anything is measured"
    if edition != "2e":  # where players say how far a template reaches
        here.say("2 170", "again if it is so far")  # each is refused at once, and nothing is picked
    here.say("2 700", "0 to 200")
    here.say("2 far", "how many inches?")
    here.say("2 14", then)
    if edition == "2e":
        assert HINT not in here.shown(), "one is typed already"
        here.say("", "AGREED?")
    assert '14"' in words(here.shown()), here.shown()
    assert "HOW FAR" not in words(here.all), "nobody was asked"
    here.wish("u", "HOW FAR")  # the distance is an answer of its own, and so is the target
    here.press(" u")
    here.wait("Which weapon fires?" if edition == "2e" else "Which target for")


@pytest.mark.slow
def test_behind_the_weapons_too_where_measuring_comes_after_them(open_) -> None:
    here = at_the_targets(open_, "2e", columns=40)
    here.say("2 9", "Which weapon fires?")
    here.press(" u")  # what waited is taken back with its target
    here.wait("Which target for")
    here.say("2", "Which weapon fires?")
    assert HINT in here.shown(), here.shown()
    here.say("1 14", "AGREED?")
    assert '14"' in here.shown()
    assert "HOW FAR" not in words(here.all)
    here.press(" uu")
    here.wait("Which weapon fires?")
    here.say("bolt pistols 13", "AGREED?")  # who fires is agreed first, and the distance waits
    here.say("", "AGREED?")
    assert '13"' in here.shown()


@pytest.mark.slow
def test_a_distance_that_nobody_asks_for_is_dropped_in_words(open_) -> None:
    here = at_the_targets(open_, "7e", columns=80)
    here.say("do not shoot, 9", "Which unit shoots?")
    assert 'No distance was asked for: the 9" you typed are dropped.' in words(here.shown()), here.shown()


@pytest.mark.slow
def test_lines_without_a_cursor_do_the_same_and_print_both(open_) -> None:
    here = at_the_targets(open_, "7e", "--plain", columns=80)
    assert HINT in here.all
    here.press("green tide 9,5" + ENTER)
    here.wait("Which weapon fires?", prompt=False)
    assert "How far is their nearest model in sight?" in words(here.all)
    assert re.search(r"> 9\.5 inches", here.all)


@pytest.mark.slow
def test_nothing_is_offered_where_no_distance_is_asked(open_) -> None:
    here = at_the_targets(open_, "rh", columns=80)
    assert "14" not in here.shown().replace("140", "")
    here.say("2 14", "No open target")
