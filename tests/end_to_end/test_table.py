"""Two people at one terminal: a whole shooting phase with dice of their own, everything that goes wrong, and resume."""

from __future__ import annotations

import json
import random
import re
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.terminal import (
    CLEAR,
    CTRL_C,
    CTRL_D,
    DOWN,
    ENTER,
    OVER,
    Terminal,
    final,
    play,
    printed,
    said,
    words,
)
from tests.end_to_end.terminal import answers as answers_in
from tests.end_to_end.terminal import outside as outside_of
from tests.helpers.samples import many

MINE = """\
ruleset: 40k-7e
name: Red Company
units:
  - name: Rifle Squad
    models: [{name: Marine, count: 5, BS: 4, T: 4, Ld: 8, Sv: 3+, weapons: [boltgun]}]
  - name: Gunners
    models:
      - {name: Scout, count: 2, BS: 4, T: 4, Ld: 8, Sv: 4+, weapons: [twin-linked heavy bolter]}
      - {name: Gunner, count: 2, BS: 4, T: 4, Ld: 8, Sv: 3+, weapons: [assault cannon]}
"""
THEIRS = """\
ruleset: 40k-7e
name: Green Mob
units:
  - name: Boyz
    models:
      - {name: Boy, count: 6, BS: 2, T: 4, Ld: 7, Sv: 6+, weapons: [shoota]}
      - {name: Nob, BS: 2, T: 4, W: 2, Ld: 7, Sv: 4+, character: yes, weapons: [shoota]}
      - {name: Boy, count: 10, BS: 2, T: 4, Ld: 7, Sv: 6+, weapons: [shoota]}
  - name: Grots
    models: [{name: Grot, count: 5, BS: 3, T: 2, Ld: 5, Sv: -, weapons: [grot blasta]}]
"""
FIRST = "Who has the first turn?"

# What is typed, and what comes then. Dice in every form that they may be typed in.
GAME = [
    ("", "Red Company: Which unit shoots?"),
    ("", "Which target for Rifle Squad?"),
    ("", "How far is their nearest model in sight?"),
    ("12", "Red Company: Which weapon fires?"),
    ("", "in the open, all at half range"),
    ("", "ROLL 10 DICE 3+"),
    ("7", "ROLL 7 DICE 4+"),  # so many passed
    ("3x6 2x5 2x1", "Boyz: go to ground?"),  # several of a face
    ("", "Red Company: Which unit shoots?"),
    ("", "Which target for Gunners?"),
    ("", "How far is their nearest model in sight?"),
    ('20,5"', "Red Company: Which weapon fires?"),
    ("", "assault cannon: nobody moved"),
    ("", "ROLL 6 DICE 3+"),
    ("6 5 1 2 3 4 > 3 1", "ROLL 5 DICE 3+"),  # both throws
    ("all", "Boyz: go to ground?"),
    ("", "Green Mob: ROLL 1 DIE 4+ Look Out, Sir"),
    ("2", "1 of 2 wounds left"),  # the face of one die
    ("passed", "10 of 17 left"),
    ("failed", "Red Company: ROLL 8 DICE 3+ to hit"),  # all weapons were agreed upon, and nobody is asked again
    ("66315542", "ROLL 6 DICE 2+"),  # faces without spaces
    ("5/2", "ROLL 2 DICE 7 or less Morale check"),  # passed, and sixes among them; who went to ground is known
    ("3 4", "WHAT HAPPENED since the last shots?"),  # the faces of a sum
    ("", "Green Mob: Which unit shoots?"),
    (DOWN, "Which target for Grots?"),
    (DOWN, "How far is their nearest model in sight?"),
    ("10", "Green Mob: Which weapon fires?"),
    ("", "5 grot blastas"),
    ("", "ROLL 5 DICE 4+"),
    ("6,6,6,2,1", "ROLL 3 DICE 5+"),
    ("3 passed", "ROLL 2 DICE 4+"),
    ("1", "ROLL 1 DIE 4+"),  # so many of the two passed
    ("", "Green Mob: Which unit shoots?"),  # the app throws this one
    (DOWN * 3 + ENTER, "ROLL 2 DICE 8 or less"),  # twice Enter: a unit can still shoot
    ("7", "The battle is over."),  # the sum itself
]


def both_lists(folder: Path, mine: str, theirs: str) -> Path:
    """The lists of both sides, written into the folder."""
    (folder / "mine.yaml").write_text(mine, encoding="utf-8")
    (folder / "theirs.yaml").write_text(theirs, encoding="utf-8")
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return both_lists(tmp_path, MINE, THEIRS)


@pytest.fixture
def begin(folder: Path, open_: Callable[..., Terminal]) -> Callable[..., Terminal]:
    """A new battle of the two small lists, at its first question."""

    def run(*more: str, listens: bool = True, **how: Any) -> Terminal:
        lists = (str(folder / "mine.yaml"), str(folder / "theirs.yaml"))
        terminal = open_("play", *lists, "--turns", "1", "--seed", "5", *(more or ("--dice", "hand")), **how)
        terminal.wait(FIRST, listens)
        return terminal

    return run


def outside(folder: Path, *arguments: str, home: str = "home") -> subprocess.CompletedProcess[str]:
    return outside_of(folder / home, *arguments)


def answers(folder: Path, home: str = "home") -> list[tuple[Any, ...]]:
    return answers_in(folder / home)


# The evening ---------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_an_evening_with_mistakes_undo_and_a_power_cut_ends_like_one_without(folder, begin, open_):
    undisturbed = begin(home="calm")
    play(undisturbed, GAME)
    undisturbed.end()

    table = begin()
    play(table, GAME[:6])
    # Nonsense and impossible totals are refused in words; what was typed stays to be mended.
    table.say("fife", "! “fife” is no face of these dice: 1 to 6.")
    table.say(CLEAR + "11", "! 10 dice were rolled, you typed 11, or 2 faces.")
    table.say(CLEAR + "6 6 6", "! 10 dice were rolled, you typed 3.")
    table.say(CLEAR + "7/2", "! Only how many passed counts here: type 7 alone.")
    table.say(CLEAR + "7 7 7 7 7 7 7 7 7 7", "! The 1st die shows 7: faces go from 1 to 6.")
    table.say(CLEAR + "9", "ROLL 9 DICE 4+")
    table.say("4", "Boyz: go to ground?")
    # Three steps back, each named; then the right dice.
    table.press(" u")
    table.wait("Taken back: boltgun: to wound: 4 passed (answered by Red Company)")
    table.wait("ROLL 9 DICE")
    table.press(" u")
    table.wait("Taken back: 2 answers, the last: boltgun: to hi")
    table.press(" u")
    table.wait("Taken back: 3 answers, the last: 5 boltguns, in the open, all at half range")
    table.say("", "ROLL 10 DICE 3+")
    play(table, GAME[6:16])
    table.press(GAME[16][0] + ENTER)
    table.wait(GAME[16][1])
    table.kill()  # in the middle of somebody's wounds

    again = open_("play", "--resume")
    again.wait("Going on with “Red Company v Green Mob”: 17 answers so far.", prompt=False)
    again.wait(GAME[16][1])
    assert "Which unit shoots?" not in again.shown()  # nothing is asked twice
    play(again, GAME[17:21])
    again.press(" q")
    assert "Left “Red Company v Green Mob”. Go on with: shoot play --resume --battle" in again.end()

    last = open_("play", "--resume", "--battle", "red company")
    last.wait("Turn 1, Red Company: ", prompt=False)
    last.wait(GAME[20][1])
    play(last, GAME[21:])
    last.end()

    assert answers(folder) == answers(folder, home="calm")
    assert final(last.shown()) == final(undisturbed.shown())
    assert "● 3 of 17: Boyz" in last.shown()
    assert re.search(r"Gunners +2 of 4 +■■××", last.shown())
    assert outside(folder, "battle", "verify", "Red").returncode == 0
    shown = outside(folder, "battle", "show", "Red").stdout
    assert "6 6 3 1 5 5 4 2 (by hand): 6 of 8 passed" in shown
    assert "Nob: 1 of 2 wounds left" in shown
    nothing = outside(folder, "play", "--resume")
    assert (nothing.returncode, "no unfinished battle" in nothing.stderr) == (1, True)


@pytest.mark.slow
def test_redo_brings_back_what_was_taken(begin):
    table = begin()
    play(table, GAME[:8])
    table.press(" u")
    table.wait("Taken back: boltgun: to wound: 6 6 6 5 5 1 1")
    table.wait(GAME[6][1])
    table.press(" u")
    table.wait(GAME[5][1])
    table.press(" U")
    table.wait("Brought back: boltgun: to hit: 7 passed (answered by Red Company)")
    table.wait(GAME[6][1])
    table.press(" U")
    table.wait(GAME[7][1])
    table.press(" u")
    table.wait(GAME[6][1])
    table.say("2", GAME[7][1])  # something new: there is no way back to the old dice
    assert "U redo" not in words(table.shown())


@pytest.mark.slow
def test_undo_goes_back_to_the_beginning(begin):
    table = begin()
    play(table, GAME[:9])
    for _ in range(9):
        table.press(" u")
        table.wait("Taken back:")
    assert said(FIRST, table.shown())
    assert re.search(r"u +undo +nothing to take back", table.shown())
    for _ in range(2):
        table.press("u")
        table.wait("There is nothing to take back.")
    assert words(table.shown()).count("There is nothing to take back.") == 1  # however often it is wished
    assert "To let the app throw: q, then shoot play --resume --dice app." in words(table.shown())
    table.press("\x1b")
    table.settle(0.1)
    assert "u undo" not in words(table.shown())


@pytest.mark.slow
def test_undo_never_yields_other_dice(begin):
    table = begin("--dice", "app")
    play(table, GAME[:5])
    table.say("", "Boyz: go to ground?")
    first = dice_of(table)
    assert re.fullmatch(r"to hit( \d)+ = 6 hits to wound( \d)+ = 1 wound", first)
    assert len(re.findall(r"\b\d\b", first)) == 10 + 1 + 6 + 1
    table.press(" u")
    table.wait(GAME[4][1])
    table.say("", "Boyz: go to ground?")
    assert dice_of(table) == first


def dice_of(table: Terminal) -> str:
    """The rows of dice in the block, as they stand."""
    return words("\n".join(line for line in table.shown().splitlines() if re.match(r"  to \w+ +\d", line)))


# Keys ----------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_keys_show_why_status_and_log_and_the_question_stands_again(begin):
    table = begin()
    play(table, GAME[:6])
    before = table.shown()
    table.look("?", "WHY 3+?", "3+ Ballistic Skill 4 hits on 3+ 7E-HIT-1", "any other key back")
    seen = words(table.look(" s", "STATUS", "untouched"))
    assert "Rifle Squad 5" in seen
    assert "Boyz 17" in seen
    table.look(" l", "LOG", "Which weapon fires", "Enter change it")
    assert table.shown() == before
    assert words(table.aloud()).count("ROLL 10 DICE 3+") == 1
    table.say("7", GAME[6][1])


@pytest.mark.slow
def test_a_closed_unit_says_why(begin):
    table = begin()
    play(table, GAME[:9])
    table.press("-")
    table.wait("- folds", prompt=False)
    assert "Rifle Squad, 5 models, no charge this turn (has shot)" in words(table.heard)
    table.press("1" + ENTER)  # a closed row is refused in words, never taken for the one proposed
    table.wait("! Rifle Squad has shot.")
    table.press(ENTER)
    table.wait("Which target for Gunners?")


@pytest.mark.slow
def test_space_and_undo_twice_take_back_two_answers(begin):
    """The commands stay open after it; and a name that begins with a command is a name."""
    table = begin()
    play(table, GAME[:4])
    table.press(" u")
    table.wait("Taken back:")
    table.press("u")
    table.wait("Taken back:")
    table.press("u")
    table.wait("Taken back:")
    table.press("U")
    table.wait("Brought back:")
    assert "► u" not in table.shown()
    table.press("z")
    table.settle(0.1)
    assert "► z" in table.shown()  # the commands are closed: it filters
    assert "Enter Boyz" in table.shown()
    table.press("u")
    table.settle(0.1)
    assert "no open target “zu”" in table.shown()
    assert "Taken back" not in words(table.heard)


@pytest.mark.slow
def test_ctrl_c_is_130_and_loses_nothing(folder, begin, open_):
    table = begin()
    play(table, GAME[:8])
    table.press(CTRL_C)
    assert "Interrupted. Nothing is lost: shoot play --resume --battle" in table.end(130)
    again = open_("play", "--resume")
    again.wait(GAME[7][1])
    again.press(CTRL_D)
    assert "Left “Red Company v Green Mob”" in again.end(0)
    assert len(answers(folder)) == 8


@pytest.mark.slow
def test_a_second_writer_is_refused_and_may_look(folder, begin, open_):
    table = begin()
    play(table, GAME[:3])
    assert "open in another terminal" in open_("play", "--resume").end(1)
    assert "distance" not in outside(folder, "battle", "show", "Red").stderr
    assert outside(folder, "battle", "show", "Red").returncode == 0
    play(table, GAME[3:5])  # the first goes on as if nothing had been


@pytest.mark.slow
def test_a_list_that_changed_meanwhile_is_said_so(folder, begin, open_):
    table = begin()
    play(table, GAME[:4])
    table.press(" q")
    table.end()
    (folder / "theirs.yaml").write_text(THEIRS.replace("count: 10", "count: 3"), encoding="utf-8")
    (folder / "mine.yaml").unlink()
    again = open_("play", "--resume")
    again.wait("Green Mob has changed since; the battle goes on with the list as it was.", prompt=False)
    again.wait(GAME[3][1])
    assert "Red Company has changed" not in words(again.all)
    play(again, GAME[4:9])
    again.look(" s", "Boyz 12 of 17")


# Screens -------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_phone_of_40_columns(begin):
    table = begin(columns=40, rows=24)
    play(table, GAME[:9])
    assert re.search(r"Gunners +4 models", table.shown())
    table.look("?", "else back")
    table.look(" s", "Boyz 12 of 17")
    table.look(" l", "boltgun: to wound")
    assert "Which unit shoots?" in table.shown()
    play(table, GAME[9:16])
    assert "go to ground" in table.shown()
    assert len(table.shown().splitlines()) <= 24


@pytest.mark.slow
@pytest.mark.parametrize("how", [("--plain",), pytest.param((), marks=pytest.mark.slow)])
def test_plain_lines_need_nothing_but_enter(begin, how):
    table = begin("--dice", "hand", *how, listens=False, **({} if how else {"TERM": "dumb"}))
    for keys, then in [
        ("Red Company", "Which unit shoots?"),
        ("1", "Which target for Rifle Squad?"),
        ("boyz", "How far is"),
        ("twelve", "! “twelve”: how many inches? As in 12."),
        (CLEAR + "status", "17/17"),
        ("?", "7E-TGT-5"),
    ]:
        table.press(keys + "\n")
        table.wait(then, prompt=False)
        table.settle(0.15)
    assert " 1. Boyz, 17 models" in table.all  # lists are numbered and nothing is redrawn
    table.press("q\n")
    assert "Left" in table.end()
    assert not re.search(r"\x1b\[[0-9;]*m|[\u2500-\u257f]", table.all)


# Few keys ------------------------------------------------------------------------------------------------------------


def test_the_common_case_takes_six_answers(begin):
    """A squad with one weapon at a target in the open, the app throws: from nomination to casualties."""
    table = begin("--dice", "app")
    table.say("", "Which unit shoots?")
    steps = [
        ("", "Which target for Rifle Squad?"),
        ("", "How far is"),
        ("12", "Which weapon fires?"),
        ("", "in the open, all at half range"),
        ("", "Boyz: go to ground?"),
        ("", "slain"),
    ]
    play(table, steps)
    assert len(steps) <= 6
    assert "Which unit shoots?" in table.shown()


@pytest.mark.slow
def test_without_lists_they_are_picked_and_so_are_the_dice(open_):
    table = open_("play", "--seed", "1")
    table.wait("Your army?")
    assert "ultramarines" in table.shown()
    table.say(DOWN, "Your opponent's army?")
    table.say("", "Whose dice?")
    table.press("?")
    table.wait("Each roll can still be left to the app.")
    table.say("", FIRST)
    assert "Warhost of Biel-Tan" in table.shown()
    table.press(" q")
    assert "Left “Warhost of Biel-Tan v Cadian 91st”" in table.end()


@pytest.mark.slow
def test_leaving_before_there_is_a_battle_leaves_none(folder, open_):
    for key, code in ((" q", 0), (CTRL_C, 130)):
        table = open_("play")
        table.wait("Your army?")
        table.press(key)
        table.end(code)
    assert json.loads(outside(folder, "battle", "list", "--json").stdout) == []


@pytest.mark.slow
def test_the_same_name_twice_is_refused(begin, folder, open_):
    table = begin("--dice", "hand", "--battle", "Friday")
    table.press(" q")
    table.end()
    lists = (str(folder / "mine.yaml"), str(folder / "theirs.yaml"))
    assert "There is a battle named “friday” already" in open_(
        "play", *lists, "--dice", "app", "--battle", "friday"
    ).end(1)


@pytest.mark.slow
def test_the_demo_needs_no_terminal(folder):
    done = outside(folder, "play", "--demo")
    assert (done.returncode, done.stderr) == (0, "")
    assert OVER in done.stdout
    assert {file.name for file in (folder / "home").iterdir()} <= {"cache", "secret"}  # lists it has read; no battle


# Drill ---------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_drill_of_two_lists_asks_about_those_and_can_be_left(folder, open_):
    lists = ("--mine", str(folder / "mine.yaml"), "--theirs", str(folder / "theirs.yaml"))
    table = open_("drill", *lists, "--seed", "1")
    table.wait("1 of 10")
    table.settle(0.3)
    asked = table.shown()
    table.press(" q")
    assert "Nothing was asked." in table.end()
    table = open_("drill", *lists, "--seed", "1")
    table.wait("1 of 10")
    table.settle(0.3)
    assert table.shown() == asked  # the same seed, the same questions
    table.press(DOWN + ENTER)
    table.wait("(7E-")
    table.press(CTRL_C)
    assert re.search(r"[01] of 1 right, in", table.end(130))


# Pulling the plug ----------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(many(6)))
def test_kill_9_at_any_moment_keeps_what_was_confirmed(folder, begin, open_, seed):
    """What the screen confirmed is on disk; what was being typed may or may not be. The same prompt comes back."""
    chance = random.Random(seed)
    table = begin()
    stop = chance.randrange(1, len(GAME) - 1)
    play(table, GAME[:stop])
    table.press(GAME[stop][0] + ENTER)  # and pull it somewhere between the key and the next prompt
    time.sleep(chance.choice([0, 0, 0.001, 0.003, 0.005, 0.01, 0.02, 0.05]) * chance.random())
    table.kill()
    again = open_("play", "--resume")
    again.wait("answers so far.", prompt=False)
    count = int(re.search(r"(\d+) answers so far", words(again.all))[1])
    assert count in (stop, stop + 1)
    again.wait(GAME[count - 1][1])
    printed(folder / "home", "battle", "verify", "Red")
    play(again, GAME[count:])
    again.end()
    assert [answer[:2] for answer in answers(folder)] == expected_answers(folder, begin)


UNDISTURBED: list[tuple[Any, ...]] = []


def expected_answers(folder: Path, begin: Callable[..., Terminal]) -> list[tuple[Any, ...]]:
    """Of the game as it is, played once."""
    if not UNDISTURBED:
        calm = begin(home="calm")
        play(calm, GAME)
        calm.end()
        UNDISTURBED.extend(answers(folder, home="calm"))
    return [answer[:2] for answer in UNDISTURBED]
