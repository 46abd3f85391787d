"""Reikhammer at one terminal: a barrage on both sides, overwatch, undo across it, a power cut, a phone, few keys."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.end_to_end.terminal import CLEAR, OVER, UP, Terminal, answers, final, outside, play, words
from tests.end_to_end.test_table_10e import keys_until
from tests.helpers.samples import first

WATCHED = "Blue Column: Iron Fist has made move {} of 2: who fires on overwatch?"

# What is typed, and what comes then. In a menu: the number of a row, or the cursor keys.
GAME = [
    ("4", "ROLL 1 DIE"),
    ("2", "Red Host: Who goes first in turn 1?"),
    ("", "Red Host: Which formation acts?"),
    ("7", "Red Host: Which action for Thunder Row?"),
    ("5", "ROLL 1 DIE 3 or less"),
    ("3", "Red Host: Which target for Thunder Row?"),
    ("9", "Thunder Row → a tile"),
    ("", "Red Host: Which formations have a unit in the area?"),
    ("Sky Watch, The Old Bear", "Thunder Row → Sky Watch"),  # the land ship is a friend
    ("", "ROLL 3 DICE 4 or less"),
    ("1 5 6", "ROLL 1 DIE 2 or less"),
    ("4", "Thunder Row → The Old Bear"),
    ("", "ROLL 1 DIE 3 or less"),
    ("5", "ROLL 2 DICE 4 or less"),
    ("3 4", "ROLL 2 DICE 2 or less"),  # their own side saves
    ("1 6", "Blue Column: Which formation acts?"),
    ("6", "Blue Column: Which action for Gun Carriers?"),
    ("6", "ROLL 1 DIE 4 or less"),
    ("2", "Red Host: Which formation acts?"),
    ("4", "Red Host: Which action for Iron Fist?"),
    ("2", "ROLL 1 DIE 4 or less"),
    ("4", WATCHED.format(1)),
    ("", "Red Host: Iron Fist: does it unload troops after this move?"),  # they wait
    ("", WATCHED.format(2)),  # nor is it asked again
    ("1", "Blue Column: in range"),
    ("", "ROLL 4 DICE 4 or less"),
    ("2", "Red Host: Nearest to the shooters first: who takes hits?"),
    ("", "ROLL 2 DICE 4 or less"),
    ("6 4", "Red Host: Which target for Iron Fist?"),
    (UP, "Blue Column: Which formation acts?"),  # the last row: no shooting
    (UP, "Red Host: Which formation acts?"),  # nothing more this turn
    (UP, "Red Host: Iron Fist: is an enemy within 8 tiles?"),
    ("2", "ROLL 1 DIE 3 or less"),
    ("3", "Red Host: The Old Bear: is an enemy within 8 tiles?"),
    ("", "ROLL 1 DIE 3 or less"),  # broken
    ("1", "Blue Column: Sky Watch: is an enemy within 8 tiles?"),
    ("", "ROLL 1 DIE 2 or less"),
    ("", OVER),  # the app throws this one
]
CHANCE = 22  # steps until the double is announced and the first move of it may be answered
FIRE = 28  # steps until overwatch fire has hit, and it is said who is nearest


@pytest.fixture
def begin(open_: Callable[..., Terminal]) -> Callable[..., Terminal]:
    """A new battle of the two shipped lists, at its first question."""

    def run(dice: str = "hand", seed: str = "5", first: str = "strategy roll", **how: Any) -> Terminal:
        how = {"rows": 40} | how
        arguments = ("red_host", "blue_column", "--turns", "1", "--seed", seed, "--dice", dice)
        terminal = open_("play", *arguments, **how)
        terminal.wait(first)
        return terminal

    return run


def status(terminal: Terminal) -> str:
    """What stands on the screen of both armies."""
    lines = terminal.look(" s", "every unit", then=[("-", "folded"), ("\x1b[F", "Sky Watch")]).splitlines()
    return words("\n".join([*(line[:40] for line in lines), *(line[40:] for line in lines)]))


def take_back(terminal: Terminal, *taken: str) -> None:
    """Press the key once for each answer, which must be named by its beginning; where names are typed, Enter makes it a key."""
    for n, answer in enumerate(taken, 1):
        terminal.wish("u", f"Taken back: {f'{n} answers, the last: ' if n > 1 else ''}{answer[:11]}")


# A turn --------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_barrage_falls_on_both_sides_and_each_formation_is_resolved_on_its_own(begin):
    table = begin()
    play(table, GAME[:8])
    assert "Thunder Row → a tile" in table.shown()  # a tile is the target, and no formation yet
    table.say("Moon", "! No “Moon” here")
    table.say(CLEAR + GAME[8][0], GAME[8][1])
    assert "barrage of 12 points: radius 2, that is 25 tiles; AP 3, AT 2, +1 Shock" in words(table.all)
    play(table, GAME[9:16])
    heard = words(table.all)
    assert "Sky Watch under fire: +2 Shock, 2 in all" in heard
    assert "1 destroyed: Sky Watch 2 of 3 units left, 3 Shock" in heard
    assert "Sky Watch broken: it withdraws, and must rally at -2" in heard
    assert "The Old Bear under fire: +2 Shock, 2 in all" in heard
    assert "1 destroyed: The Old Bear 2 of 3 units left, 3 Shock" in heard
    assert "The Old Bear broken: it withdraws, and must rally at -2" in heard
    shown = status(table)
    assert re.search(r"Thunder Row 5 of 5 .*?has acted this turn.*?ammo left: Howitzer 1: 2", shown)
    assert re.search(r"Sky Watch 2 of 3.*?broken, Shock 3", shown)
    assert re.search(r"Gun Carriers 4 of 4.*?Shock 0, 4 more to break", shown)


@pytest.mark.slow
def test_each_move_of_a_double_may_be_answered_once_and_undo_goes_back_across_it(begin):
    table = begin()
    play(table, GAME[:CHANCE])
    rows = words(table.shown())
    assert "1 Gun Carriers 4 units, on overwatch ► 2 nobody" in rows  # and no row for those that are not on overwatch
    play(table, GAME[CHANCE:FIRE])
    assert re.search(r"4 ─+► 2 ─+► \?", words(table.shown()))  # four shots, two hits, and saves to come
    assert "Iron Fist under fire: +1 Shock, 1 in all" in words(table.all)
    take_back(
        table,
        "Nearest to the shooters first: who takes hits",
        "long rifle gun: to hit, AT: 2 passed (answered by Blue Column)",
        "in range, in the open (answered by Blue Column)",
        "Iron Fist has made move 2 of 2: who fires on overwatch: Gun Carriers",
    )
    table.wait(WATCHED.format(2))
    table.say("2", "Red Host: Which target for Iron Fist?")  # nobody, and the guns stay loaded
    shown = status(table)
    assert re.search(r"Gun Carriers 4 of 4 ■+ on overwatch, Shock 0, 4 more to break", shown)
    assert re.search(r"Iron Fist 5 of 5 ■+ Shock 0, 5 more to break", shown)
    take_back(table, "Iron Fist has made move 2 of 2: who fires on overwatch: nobody")
    play(table, GAME[CHANCE + 2 :])
    assert "Iron Fist rallied: 0 Shock" in words(table.all)
    table.end()


@pytest.mark.slow
def test_kill_9_in_the_middle_of_overwatch_fire_ends_like_an_undisturbed_game(tmp_path, begin, open_):
    calm = begin(home="calm")
    play(calm, GAME)
    calm.end()

    table = begin()
    play(table, GAME[:FIRE])
    table.kill()
    again = open_("play", "--resume", rows=40)
    again.wait(f"Going on with “Red Host v Blue Column”: {FIRE} answers so far.", prompt=False)
    again.wait(GAME[FIRE - 1][1])
    take_back(again, "Nearest to the shooters first", "long rifle gun: to hit, AT: 2 passed")  # also after a power cut
    play(again, GAME[FIRE - 2 :])
    again.end()
    assert answers(tmp_path / "home") == answers(tmp_path / "calm")
    assert final(again.shown()) == final(calm.shown())
    assert outside(tmp_path / "home", "battle", "verify", "Red").returncode == 0
    shown = outside(tmp_path / "home", "battle", "show", "Red").stdout
    assert "Flak Wagon 2 destroyed: The Old Bear now has 3 Shock" in shown
    assert "Main Tank 1 loses 1 integrity, 1 of " in shown


@pytest.mark.slow
def test_a_formation_that_has_acted_says_so(begin):
    table = begin()
    play(table, GAME[:16])
    table.say("7", "! Sky Watch: broken")
    table.look("?", "RH-ACT-1")
    table.say("9", "Red Host: Which formation acts next?")  # who acted last retains the initiative
    table.say("7", "! Thunder Row has acted")
    table.say(CLEAR + "3", "Which action for Cinder Guard?")
    table.say("", "ROLL 1 DIE 4 or less")


@pytest.mark.slow
def test_a_phone_of_40_columns(begin):
    table = begin(columns=40, rows=30)
    play(table, GAME[:7])
    assert "Distance in range" in words(table.shown())
    play(table, GAME[7:25])
    assert "► 1 yes" in table.shown() or "►  1 yes" in table.shown()
    assert max(map(len, table.shown().splitlines())) <= 40
    play(table, GAME[25:29])
    assert "Main Tank 1 loses 1 integrity" in words(table.all)
    assert len(table.shown().splitlines()) <= 30
    table.look(" s", "to break")


# Few keys ------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("steps", first(1, [["3", "", "3", "", ""], ["3", "", "5", ""]]))
def test_the_common_case_takes_six_answers(begin, steps):
    """Grenadiers advance and shoot, the app throws: from nomination to casualties."""
    table = begin("app", first="Who goes first")
    table.say("Red Host", "Red Host: Which formation acts?")
    assert keys_until(table, steps, "Blue Column · turn 1") <= 6
    assert "Which formation acts? ● Blue Column" in words(table.shown())
