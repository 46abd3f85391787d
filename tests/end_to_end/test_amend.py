"""Mistakes mended at the table: an earlier answer is changed, the dice stay, and the screen says what came of it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.end_to_end.terminal import BACK, DOWN, ENTER, UP, Terminal, play, said, words
from tests.end_to_end.test_table import FIRST, GAME, answers, begin, folder, outside

__all__ = ["begin", "folder"]

WHICH = "Enter change it"
WHO = "Who asked for this change?"
HITS = "ROLL 10 DICE 3+"


def change(table: Terminal, number: int, then: str) -> None:
    """The answer with this number is pointed at in the log, and taken."""
    table.press(" c")
    table.wait_to_see(WHICH)
    table.press(UP * (pointed_at(table) - number))
    table.wait_to_see(f"► {number} ")
    assert pointed_at(table) == number
    table.press(ENTER)
    table.wait(then)


def pointed_at(table: Terminal) -> int:
    (line,) = [line for line in table.shown().splitlines() if line.startswith("►")]
    return int(line.split()[1])


def to_the_saves(table: Terminal) -> None:
    """The Boyz were behind something, and nobody said so: the change, up to the saves that are due now."""
    play(table, GAME[:9])
    change(table, 6, "in the open, all at half range")
    table.say("2", "Cover of the target")
    table.say("3", "cover 5+")
    table.say("", WHO)
    table.say(DOWN, "ROLL 5 DICE 5+")


def events(folder: Path) -> list[tuple[str, dict[str, object]]]:
    done = outside(folder, "battle", "export", "Red", "--format", "json")
    return [(event["kind"], event["payload"]) for event in json.loads(done.stdout)["events"]]


@pytest.mark.slow
def test_a_typing_error_three_steps_later_is_mended_and_only_the_missing_die_is_thrown(folder, begin):
    """7 hits should have been 8: of the wounds, 7 dice stay and 1 is thrown."""
    table = begin()
    play(table, GAME[:9])  # the Boyz have suffered, the next unit is asked for
    shown = words(table.look(" c", WHICH))
    assert "7 ▲ boltgun: to hit 10 dice 3+ 7 passed" in shown
    assert "► 9 ● " in shown  # the last one, and whose it is
    change(table, 7, HITS)
    assert "Enter: as it was" in words(table.heard)
    table.say("8", WHO)
    table.press(ENTER)
    table.wait("ROLL 1 DIE 4+")
    heard = words(table.heard)
    assert "Changed at the wish of Red Company: answer 7, boltgun: to hit: now 8, before 7" in heard
    assert "What changes" not in heard  # the change is not through
    for key, then in (("o", "This roll, 1 die"), ("s", "Boyz"), ("?", "WHY 4+? boltgun: to wound, 7 dice stay")):
        table.look(key, then)  # the keys know what is asked
        assert "ROLL 1 DIE" in words(table.aloud())
    table.say("6", "Red Company: Which unit shoots?")
    heard = words(table.heard)
    for line in (
        "What changes:",
        "boltgun: to hit: 1 more passes",
        "boltgun: to wound: 8 dice instead of 7, 1 new die, 1 more passes",
        "Boyz: 1 Boy falls as well, 11 of 17 models left",
    ):
        assert line in heard
    given = {key: answer for key, answer, *_ in answers(folder)}
    assert given["hit:boltgun"] == {"passed": 8}
    assert given["wound:boltgun"] == {"first": [6, 6, 6, 5, 5, 1, 1, 6]}
    # Undo right after takes the change back whole, redo brings it back.
    table.press(" u")
    table.wait("Taken back: the change of answer 7, boltgun: to hit: 7 again, not 8")
    table.wait("Which unit shoots?")
    table.look(" s", "Boyz 12 of 17")
    table.press(" U")
    table.wait("Brought back: the change of answer 7, boltgun: to hit: 8, not 7")
    table.wait("Which unit shoots?")
    table.look(" s", "Boyz 11 of 17")


@pytest.mark.slow
def test_cover_that_was_forgotten_two_models_stand_up_again(folder, begin):
    table = begin()
    to_the_saves(table)
    heard = words(table.heard)
    assert (
        "Changed at the wish of Green Mob: answer 6, 5 boltguns, in the open, all at half range: now cover 5+, before in the open"
        in heard
    )
    after = heard.partition("Changed at the wish")[2]
    assert "slain:" not in after  # what was played already is not played again on the screen
    assert "to hit" not in after
    assert "10 ────────────► 7 ────────────► 5 ────────────► ?" in after  # it stands in the funnel
    table.say("6 5 1 1 1", "Which unit shoots?")
    heard = words(table.heard)
    assert "What changes:" in heard
    assert " slain" in heard  # what comes of new dice is shown as ever
    assert "Boyz: 2 Boys stand up again, 14 of 17 models left" in heard
    kept = {key: answer for key, answer, *_ in answers(folder)}
    assert (kept["hit:boltgun"], kept["wound:boltgun"]) == ({"passed": 7}, {"first": [6, 6, 6, 5, 5, 1, 1]})
    play(table, GAME[9:13])  # and the evening goes on
    table.press(" q")
    table.end()
    show = outside(folder, "battle", "show", "Red").stdout
    assert "6. Red Company: 5 boltguns, in cover 5+, all at half range > cover 5+" in show
    assert "changed at the wish of Green Mob, before: 5 boltguns, in the open, all at half range" in show
    markdown = outside(folder, "battle", "export", "Red").stdout
    assert "## Changes" in markdown
    assert re.search(r"Green Mob asked for a change: 6\. 5 boltguns.*: cover 5\+, not in the open", markdown)
    verified = outside(folder, "battle", "verify", "Red")
    assert verified.returncode == 0
    assert "Changed afterwards, and at whose wish: answer 6 (Green Mob)." in verified.stdout
    assert [kind for kind, _ in events(folder)].count("amend") == 1


@pytest.mark.slow
def test_undo_while_the_missing_dice_are_asked_takes_the_change_back_whole(folder, begin):
    table = begin()
    to_the_saves(table)
    table.press(" u")
    table.wait(
        "Taken back: the change of answer 6, 5 boltguns, in the open, all at half range: in the open again, not cover 5+"
    )
    table.wait("Which unit shoots?")
    assert "What changes" not in words(table.heard)
    table.look(" s", "Boyz 12 of 17")
    table.press(" U")
    table.wait("Brought back: the change of answer 6")
    table.wait("ROLL 5 DICE 5+")
    table.say("6 5 1 1 1", "Which unit shoots?")
    table.look(" s", "Boyz 14 of 17")


@pytest.mark.slow
def test_the_plug_is_pulled_in_the_middle_of_a_change(folder, begin, open_):
    table = begin()
    to_the_saves(table)
    table.kill()
    again = open_("play", "--resume")
    again.wait("The last that was said is a change of an earlier answer; it goes on.", prompt=False)
    again.wait("ROLL 5 DICE 5+")
    again.say("6 5 1 1 1", "Which unit shoots?")
    assert "Boyz: 2 Boys stand up again, 14 of 17 models left" in words(again.heard)
    again.look(" s", "Boyz 14 of 17")
    again.press(" u")  # the saves
    again.wait("ROLL 5 DICE 5+")
    again.press(" u")
    again.wait("Taken back: the change of answer 6")
    again.look(" s", "Boyz 12 of 17")


@pytest.mark.slow
def test_left_in_the_middle_of_a_change_and_gone_on_with(folder, begin, open_):
    table = begin()
    to_the_saves(table)
    table.press(" q")
    table.end()
    assert outside(folder, "battle", "show", "Red").returncode == 0
    assert outside(folder, "battle", "verify", "Red").returncode == 0
    again = open_("play", "--resume")
    again.wait("ROLL 5 DICE 5+")
    again.press(" u")
    again.wait("Taken back: the change of answer 6")
    again.wait("Which unit shoots?")


@pytest.mark.slow
def test_undo_to_the_start_and_redo_to_the_end(folder, begin):
    table = begin()
    to_the_saves(table)
    table.say("6 5 1 1 1", "Which unit shoots?")
    play(table, GAME[9:12])
    before = answers(folder)
    steps = 0
    while not said(FIRST, table.heard):
        table.press(" u")
        table.wait("Taken back:")
        steps += 1
    assert steps == 3 + 1 + 1 + 9  # three answers, the saves, the change, and all that was said until then
    assert answers(folder) == []
    for _ in range(steps):
        table.press(" U")
        table.wait("Brought back:")
    assert answers(folder) == before
    assert "Which weapon fires?" in words(table.heard)
    assert re.search(r"U +redo +nothing to bring back", table.shown())


@pytest.mark.slow
def test_a_wrong_die_among_those_thrown_anew_is_mended_too(folder, begin):
    """A change within a change: nothing that was typed is lost."""
    table = begin()
    to_the_saves(table)
    change(table, 7, HITS)  # while the saves are asked: the hits were wrong as well
    table.say("8", WHO)
    table.say("", "ROLL 1 DIE")
    table.say("1", "ROLL 5 DICE 5+")
    table.say("6 5 1 1 1", "Which unit shoots?")
    assert "Boyz: 2 Boys stand up again, 14 of 17 models left" in words(table.heard)
    table.press(" u")
    table.wait("ROLL 5 DICE 5+")
    table.press(" u")
    table.wait("Taken back: the change of answer 7, boltgun: to hit: 7 again, not 8")
    table.wait("ROLL 5 DICE 5+")  # the first change was not through, and is not now
    table.press(" u")
    table.wait("Taken back: the change of answer 6")
    table.wait("Which unit shoots?")
    table.look(" s", "Boyz 12 of 17")


@pytest.mark.slow
def test_left_as_it_was(folder, begin):
    """Enter, undo, Escape and the same again change nothing, and no event is written."""
    table = begin()
    play(table, GAME[:9])
    table.look(" c", WHICH)  # looked at, and left
    for keys in (ENTER, "u", BACK):
        change(table, 7, HITS)
        table.press(keys)
        table.wait("Which unit shoots?")
        assert "Nothing changes." in words(table.heard)
    assert {kind for kind, _ in events(folder)} == {"answer"}


@pytest.mark.slow
def test_answers_have_one_number_everywhere(folder, begin):
    table = begin()
    play(table, GAME[:9])
    log = words(table.look(" l", "LOG"))
    assert "7 ▲ boltgun: to hit 10 dice 3+ 7 passed" in log
    assert re.search(r"9 ● \S.* stay up", log)
    assert words(table.look(" c", "LOG")) == log
    assert "\n7. Red Company: boltgun: to hit" in outside(folder, "battle", "show", "Red").stdout


@pytest.mark.slow
def test_at_40_columns(folder, begin):
    table = begin(columns=40, rows=24)
    to_the_saves(table)
    assert "ROLL 5 DICE 5+" in words(table.aloud())
    table.say("6 5 1 1 1", "Which unit shoots?")
    shown = words(table.shown())
    assert "What changes:" in shown
    assert "Boyz: 2 Boys stand up again, 14 of 17 models left" in shown
    assert len(table.shown().splitlines()) <= 24


@pytest.mark.slow
@pytest.mark.parametrize("how", [("--plain",), ()])
def test_plain(folder, begin, how):
    table = begin("--dice", "hand", *how, listens=False, **({} if how else {"TERM": "dumb"}))
    steps = [(keys or "", then) for keys, then in GAME[:9]]
    more = [
        ("c", "Which answer was wrong? Its number"),
        ("6", "in the open, all at half range"),
        ("2", "Cover of the target"),
        ("3", "in cover 5+, all at half range"),
        ("", WHO),
        ("Green Mob", "ROLL 5 DICE 5+"),
        ("6 5 1 1 1", "Boyz: 2 Boys stand up again, 14 of 17 models left"),
    ]
    for keys, then in [*steps, *more]:
        table.press(keys + "\n")
        table.wait(then, prompt=False)
        table.settle(0.1)
    assert "What changes:" in words(table.heard)
    assert not re.search(r"\x1b\[[0-9;]*m|[\u2500-\u257f]", table.all)
    table.press("q\n")
    table.end()


@pytest.mark.slow
def test_what_changes_stands_whole_on_24_rows_and_each_attack_has_its_own_losses(tmp_path: Path) -> None:
    """The first of two attacks at one unit is changed: the second one is played again, and its dead are its own."""
    lists, dice = ("adeptus-astartes", "waaagh"), ("--dice", "app", "--seed", "7")
    table = Terminal(tmp_path, "play", *lists, *dice, rows=24)
    table.wait("Who has the first turn")
    table.say("", "Oath of Moment target")
    table.say("none", "Which unit shoots?")
    for unit in ("intercessor squad", "intercessor combat"):
        table.say(unit, "Which target")
        table.say("", "How far is their nearest model")
        table.say("11", "AGREED?")
        table.say("", "a reaction?")
        table.say("", "Who takes")
        table.say("", "Which unit shoots?")
    table.press(" c")
    table.wait_to_see(WHICH)
    table.press(UP * (pointed_at(table) - 6))
    table.wait_to_see("► 6 ")
    table.press(ENTER)
    table.wait("AGREED?")
    table.say("target in cover", "in cover")
    table.say("", WHO)
    table.press(ENTER)
    table.wait("Which unit shoots?")
    shown = table.shown()
    assert "What changes:" in shown
    assert "stand up again" in shown
    left = re.search(r"(\d+) of 20 models left", shown)
    assert left
    again = words(table.all).rpartition("Intercessor Combat Squad → Shoota Boyz")[2]  # above, where many things change
    assert f" slain, {left[1]} of 20 left" in again
    first = re.findall(r"Intercessor Squad → Shoota Boyz\D+11\D+(\d+) slain, (\d+) of 20 left", words(table.all))
    assert {int(slain) + int(rest) for slain, rest in first} == {20}
