"""A beginner at the table is asked before the dice, and nobody else notices: not the log, not the clock, not undo."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest

from shoot_cli.storage.store import Store
from tests.end_to_end.terminal import ENTER, Terminal, play, words
from tests.end_to_end.test_amend import change, to_the_saves
from tests.end_to_end.test_lesson import heard_prompt
from tests.end_to_end.test_table import FIRST, GAME, answers, begin, folder, outside
from tests.helpers.kept_answers import counted

__all__ = ["begin", "folder"]

TO_HIT = "boltgun: to hit: 10 dice. What does each need?"
TO_WOUND = "boltgun: to wound: 7 dice. What does each need?"
TAUGHT = ("--dice", "hand", "--teach", "mine", "--seed", "1")  # a seed that asks for numbers until the second attack


def to_hit(table: Terminal) -> None:
    """As far as the first roll, where the teacher stands in front of it."""
    play(table, GAME[:5])
    table.say("", TO_HIT)


@pytest.mark.slow
def test_a_right_answer_a_wrong_one_and_none(begin, folder):
    table = begin(*TAUGHT)
    to_hit(table)
    table.say("3", "ROLL 10 DICE")
    table.say("7", TO_WOUND)
    table.say("2", "No, it needs 4+: Strength 4 against Toughness 4 (7E-WND-1).")
    assert "ROLL 7 DICE 4+ to wound" in words(table.aloud())
    play(table, [GAME[7], *GAME[8:12]])
    table.say("", "assault cannon: nobody moved")
    table.say("", "Which Ballistic Skill counts?")
    table.say("", "ROLL 6 DICE")
    table.press(" q")
    table.end()
    with Store.open(folder / "home" / "shoot.db") as store:
        learned = counted(store)
    assert learned == [("7E-HIT-1", "hit", 1, 1), ("7E-WND-1", "wound", 1, 0)]


@pytest.mark.slow
def test_the_log_is_the_same_as_without(begin, folder):
    calm = begin(home="calm")
    play(calm, GAME[:8])
    calm.press(" q")
    calm.end()
    table = begin(*TAUGHT)
    to_hit(table)
    table.say("5", "ROLL 10 DICE")
    table.say("7", TO_WOUND)
    table.say("", "ROLL 7 DICE")
    play(table, [GAME[7]])
    assert "What does each need" not in table.look(" l", "boltgun: to wound")
    table.press(" q")
    table.end()
    assert answers(folder) == answers(folder, home="calm")
    assert outside(folder, "battle", "verify", "Red").returncode == 0


@pytest.mark.slow
def test_the_situation_is_whole_and_leaves_the_screen_with_its_question(begin):
    table = begin(*TAUGHT)
    to_hit(table)
    assert "boltgun S4 AP5 Rapid Fire, BS 4; target:" in words(table.shown())
    table.say("", "ROLL 10 DICE")
    assert "BS 4" not in words(table.shown())


@pytest.mark.slow
def test_a_question_waits_as_long_as_is_said(begin, folder):
    table = begin(*TAUGHT, "--teach-seconds", "60")
    to_hit(table)
    assert re.search(r"[2-6][0-9] s left", table.shown())
    done = outside(folder, "play", "--teach-seconds", "20")
    assert (done.returncode, done.stderr) == (2, "--teach-seconds needs --teach.\n")


@pytest.mark.slow
def test_why_tells_the_rule_and_not_the_answer(begin):
    table = begin(*TAUGHT)
    to_hit(table)
    table.look("?", "The number needed is 7 minus the Ballistic Skill")
    assert "hits on 3+" not in words(table.all)
    table.look(" s", "Boyz 17")
    table.say("3", "Right:")


@pytest.mark.slow
def test_undo_at_the_question_takes_back_the_answer_before_it(begin):
    table = begin(*TAUGHT)
    to_hit(table)
    table.press(" u")
    table.wait("Taken back: 5 boltguns")
    table.say("", TO_HIT)  # it was not answered, and comes again
    table.say("3", "ROLL 10 DICE")
    table.press(" u")
    table.wait("Taken back: 5 boltguns")
    table.say("", "ROLL 10 DICE 3+")  # it was
    assert TO_HIT not in words(table.heard)


@pytest.mark.slow
def test_an_earlier_answer_can_be_changed_from_the_question(begin):
    table = begin(*TAUGHT)
    to_hit(table)
    change(table, 4, "How far is their nearest model in sight?")
    table.say("20", "Who asked for this change?")
    table.say("", "boltgun: to hit: 5 dice. What does each need?")


@pytest.mark.slow
def test_dice_that_a_change_asks_for_are_not_taught(begin):
    table = begin("--dice", "hand", "--teach", "theirs")
    to_the_saves(table)  # the prompt for them comes at once
    assert "What does each need" not in words(table.all)


@pytest.mark.slow
def test_a_battle_that_was_killed_is_taught_again(begin, open_):
    table = begin(*TAUGHT)
    to_hit(table)
    table.kill()
    again = open_("play", "--resume", "--teach", "mine")
    again.wait(TO_HIT)
    again.say("3", "Right: Ballistic Skill 4 hits on 3+ (7E-HIT-1).")
    again.kill()
    plain = open_("play", "--resume")
    plain.wait("ROLL 10 DICE 3+")
    assert TO_HIT not in words(plain.all)


@pytest.mark.slow
def test_dice_of_the_app_are_thrown_after_the_question(begin):
    table = begin("--dice", "app", "--teach", "mine", "--seed", "1")
    play(table, GAME[:5])
    table.say("", TO_HIT)
    assert re.search(r"10 ─+► · ", words(table.shown()))  # no hits yet
    table.press("3" + ENTER)
    table.wait("What does each need?")
    assert re.search(r"10 ─+► [0-9]+ ─+► · ", words(table.shown()))
    assert re.search(r"to hit [1-6 ]+ = [0-9]+ hits", words(table.shown()))


@pytest.mark.slow
def test_the_opponent_is_not_asked_but_for_rolls_of_their_own(begin):
    table = begin("--dice", "hand", "--teach", "theirs", "--seed", "1")
    play(table, GAME[:15])
    assert "What does each need" not in words(table.all)
    table.say("all", GAME[15][1])
    table.say("", "Green Mob: Look Out, Sir")


@pytest.mark.slow
def test_both_are_asked(begin):
    table = begin("--dice", "hand", "--teach", "both", "--seed", "1")
    to_hit(table)
    table.say("", "ROLL 10 DICE")


@pytest.mark.slow
def test_plain_lines(begin):
    table = begin(*TAUGHT, "--plain", listens=False)
    for keys, then in [*GAME[:5], ("", TO_HIT), ("?", "minus the Ballistic Skill"), ("3+", "Right: Ballistic Skill 4")]:
        table.press(keys + "\n")
        table.wait(then, prompt=False)
        table.settle(0.15)
    assert "15 s left" in table.all
    assert words(table.heard).startswith("3+ > 3+ Right:")  # what is typed is not shown twice
    table.press("7\n")
    table.wait(TO_WOUND, prompt=False)
    table.settle(0.15)
    table.press("\n")
    table.wait("> skip", prompt=False)
    table.wait("ROLL 7 DICE", prompt=False)


@pytest.mark.slow
def test_a_phone_of_40_columns(begin):
    table = begin(*TAUGHT, columns=40, rows=24)
    to_hit(table)
    assert "►  skip" in table.shown()
    assert "to hit: 10 dice" in table.shown()


@pytest.mark.slow
@pytest.mark.parametrize(
    "lists",
    [
        pytest.param(("tau", "eldar"), marks=pytest.mark.slow),
        pytest.param(("adeptus-astartes", "waaagh"), marks=pytest.mark.slow),
        pytest.param(("macragge_column", "goff_mob"), marks=pytest.mark.slow),
        ("blue_column", "red_host"),
    ],
)
def test_every_edition_is_taught_on_a_phone(open_, lists):
    table = open_(
        "play", *lists, "--turns", "1", "--seed", "3", "--dice", "app", "--teach", "both", columns=40, rows=24
    )
    for _ in range(40):
        heard_prompt(table)
        if "15 s left" in table.shown():
            break
        table.press("6" + ENTER if "! How many inches?" in table.shown() else ENTER)  # a distance has no default
    assert "►  skip" in table.shown()
    assert len(table.shown().splitlines()) <= 24


@pytest.mark.slow
def test_the_question_is_on_nobodys_clock(begin, folder):
    table = begin(*TAUGHT, "--clock", "30m")
    to_hit(table)
    time.sleep(3)
    table.say("3", "ROLL 10 DICE")
    table.say("7", TO_WOUND)
    table.press(" q")
    table.end()
    whole = json.loads(outside(folder, "battle", "export", "Red", "--format", "json").stdout)
    (hits,) = [event["payload"] for event in whole["events"] if str(event["payload"].get("key")).startswith("hit")]
    assert 0 < hits["spent"]["Red Company"] < 2900


@pytest.mark.slow
def test_when_time_is_up_the_game_goes_on_and_what_was_typed_is_gone(begin):
    table = begin(*TAUGHT)
    to_hit(table)
    assert re.search(r"1[2-5] s left", table.shown())
    table.wait_to_see("9 s left")
    table.press("5")
    table.wait("ROLL 10 DICE")
    table.say("7", TO_WOUND)
    assert "to hit: 7 hits" in table.shown()


@pytest.mark.slow
def test_in_plain_lines_too(begin):
    plain = begin("--dice", "hand", "--teach", "mine", "--seed", "1", "--plain", home="plain", listens=False)
    for keys, then in [*GAME[:5], ("", TO_HIT)]:
        plain.press(keys + "\n")
        plain.wait(then, prompt=False)
        plain.settle(0.15)
    time.sleep(10)  # of its fifteen: what is typed then is there when they are over
    plain.press("5")
    plain.wait("Time is up: it needs 3+.", prompt=False)
    plain.settle(0.15)
    plain.press("7\n")
    plain.wait(TO_WOUND, prompt=False)


@pytest.mark.slow
def test_whom_to_teach_must_be_said(open_, folder):
    lists = (str(folder / "mine.yaml"), str(folder / "theirs.yaml"))
    assert "'mine', 'theirs', 'both'" in open_("play", *lists, "--teach", "everybody", columns=120).end(2)
    assert "requires an argument" in open_("play", *lists, "--teach", columns=120).end(2)


@pytest.mark.slow
def test_the_demo_teaches_nobody(folder):
    done = outside(folder, "play", "--demo", "--teach", "mine")
    assert (done.returncode, done.stderr) == (2, "--teach asks a beginner at the table; the demo asks nobody.\n")


@pytest.mark.slow
def test_without_a_terminal_nobody_is_taught(folder: Path):
    done = outside(folder, "play", "ultramarines", "orks", "--teach", "mine")
    assert done.returncode == 2
    assert "there is no terminal here" in done.stderr
    assert FIRST not in done.stdout
