"""10th edition at one terminal: split fire, the defender's choices, dice of every form, undo, a power cut, few keys."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.end_to_end.terminal import (
    CLEAR,
    ENTER,
    OVER,
    Terminal,
    answers,
    final,
    outside,
    play,
    said,
    words,
)
from tests.helpers.samples import many

FIRST = "Who has the first turn?"
MARINES, ORKS = "Gladius of the Fifth", "Bad Moons Dakka"
QUESTION = "Who takes"
WHO = f"{ORKS}: {QUESTION}"

# What is typed, and what comes then. In a menu: the number of a row, or the cursor keys.
GAME = [
    ("", f"{MARINES}: Which unit is the Oath of Moment target?"),
    ("none", f"{MARINES}: Which unit shoots?"),
    ("", "Which target for Intercessor Squad?"),
    ("", "How far is their nearest model in sight?"),
    ("14", '9 bolt rifles, 2 astartes grenade launchers (frag) · 14" AGREED? in the open'),
    ("what fires", "What fires"),
    ("9 bolt rifles", '9 bolt rifles · 14" AGREED? in the open'),
    ("", "Another target for 1 bolt pistol, 2 astartes grenade launchers, 1 plasma pistol?"),
    ("8", "How far is their nearest model in sight?"),
    ('20,5"', '2 astartes grenade launchers (krak) · 20.5" AGREED? in the open'),
    ("", "Shoota Boyz: a reaction?"),
    ("", "Flash Gitz: a reaction?"),
    ("", "ROLL 18 DICE 3+"),  # every weapon has its target before a die is thrown
    ("11", "ROLL 11 DICE 5+"),  # so many passed
    ("3x6 2x5 2x4 4x1", WHO),  # several of a face
    ("one boy", "ROLL 1 DIE 6+"),  # one Boy, and then we shall see
    ("2", WHO),  # the face of one die
    ("boss", "ROLL 2 DICE 6+"),  # the Nob has two wounds, and so two dice at once
    ("61", "ROLL 1 DIE 6+"),  # faces without spaces
    ("failed", WHO),
    ("", "ROLL 1 DIE 6+"),
    ("6", "ROLL 2 DICE 3+"),
    ("6, 5", "ROLL 2 DICE 3+"),
    ("all", "ROLL 2 DICE 6+"),
    ("0", "ROLL 1 D3 damage D3 astartes grenade launcher (krak)"),
    ("3", "ROLL 1 D3 damage D3 astartes grenade launcher (krak)"),
    ("1", f"{MARINES}: Which unit shoots?"),
    ("end the phase", f"{ORKS}: Turn 1: WHAT HAPPENED since the last shots?"),
    ("", f"{ORKS}: Which unit shoots?"),  # nothing
    ("8", "Which target for Flash Gitz?"),
    ("", "How far is their nearest model in sight?"),
    ("24", '9 snazzguns · 24" AGREED?'),
    ("", "Intercessor Squad: a reaction?"),
    ("go to ground", "ROLL 27 DICE 5+"),
    ("9/4", "ROLL 13 DICE 3+"),  # passed, and sixes among them, which hit twice
    ("2 passed", f"{MARINES}: {QUESTION}"),
    ("", "ROLL 2 DICE 3+"),
    ("", f"{ORKS}: Which unit shoots?"),  # the app throws this one
    ("end the phase", OVER),
]
CHOICE = 17  # the Orks have lost a Boy and say who is next
WITHIN = (5, 6)  # no answers of their own: parts of the declaration that is confirmed after them


def answers_in(steps: int) -> int:
    """How many answers are on disk after so many steps."""
    return sum(step not in WITHIN for step in range(steps))


def steps_for(count: int) -> int:
    """After how many steps so many answers are on disk."""
    return next(steps for steps in range(len(GAME) + 1) if answers_in(steps) == count)


@pytest.fixture
def begin(open_: Callable[..., Terminal]) -> Callable[..., Terminal]:
    """A new battle of two shipped lists, at its first question."""

    def run(mine: str = "adeptus-astartes", theirs: str = "waaagh", dice: str = "hand", **how: Any) -> Terminal:
        how = {"rows": 60} | how
        terminal = open_("play", mine, theirs, "--turns", "1", "--seed", "5", "--dice", dice, **how)
        terminal.wait(FIRST)
        return terminal

    return run


def take_back(terminal: Terminal, *answers: str) -> None:
    """Press the key once for each, which must be named: its beginning stays in one line."""
    for n, answer in enumerate(answers, 1):
        terminal.press(" u")
        terminal.wait(f"Taken back: {f'{n} answers, the last: ' if n > 1 else ''}{answer[:11]}")


# A phase of each side ------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_split_fire_another_choice_and_a_power_cut_end_like_an_undisturbed_game(tmp_path, begin, open_):
    undisturbed = begin(home="calm")
    play(undisturbed, GAME)
    undisturbed.end()

    table = begin()
    play(table, GAME[:13])
    # Nonsense and impossible totals are refused in words.
    table.say("nineteen", "! “nineteen” is no face of these dice: 1 to 6.")
    table.say(CLEAR + "19", "! 18 dice were rolled, you typed 19")
    table.say(CLEAR + "9/3", "! Only how many passed counts here: type 9 alone.")
    table.say(CLEAR + "11", GAME[13][1])
    table.say(GAME[14][0], WHO)
    # The Nob in front, after all not: three steps back over the choice, and another one.
    table.say("boss", "ROLL 2 DICE 6+")
    table.say("0", WHO)
    assert "1 Boss Nob slain" in table.shown()
    table.say("boy", "ROLL 3 DICE 6+")
    take_back(
        table,
        f"{QUESTION} 3 wounds, AP-1: 17 Boyz, 6+ save (answered by Bad Moons Dakka)",
        "Boss Nob: armour save: 0 passed (answered by Bad Moons Dakka)",
        f"{QUESTION} 5 wounds, AP-1: Boss Nob, 6+ save, 2 wounds left (answered by Bad Moons Dakka)",
    )
    assert "Boss Nob  " in table.shown()  # he stands, and may be chosen again
    play(table, GAME[15 : CHOICE + 1])
    table.kill()  # between the choice and the dice of the Nob

    again = open_("play", "--resume", rows=40)
    again.wait(f"Going on with “{MARINES} v {ORKS}”: {answers_in(CHOICE + 1)} answers so far.", prompt=False)
    again.wait(GAME[CHOICE][1])
    assert "Which unit shoots?" not in again.shown()  # nothing is asked twice
    take_back(again, f"{QUESTION}")  # also after a power cut
    play(again, GAME[CHOICE:24])
    again.press(" q")
    assert f"Left “{MARINES} v {ORKS}”" in again.end()

    last = open_("play", "--resume", rows=60)
    last.wait(GAME[23][1])
    play(last, GAME[24:])
    last.end()

    assert answers(tmp_path / "home") == answers(tmp_path / "calm")
    assert final(last.shown()) == final(undisturbed.shown())
    assert re.search(r"Shoota Boyz +18 of 20", last.shown())
    assert re.search(r"Flash Gitz +9 of 10 .* Flash Git 1 of 2", last.shown())
    assert outside(tmp_path / "home", "battle", "verify", "Gladius").returncode == 0
    shown = outside(tmp_path / "home", "battle", "show", "Gladius").stdout
    assert "1 Boss Nob slain: " in shown
    assert "6 6 6 5 5 4 4 1 1 1 1 (by hand): 5 of 11 passed" in shown


@pytest.mark.slow
def test_every_weapon_has_its_target_before_a_die_is_thrown_and_undo_goes_back_there(begin):
    table = begin()
    play(table, GAME[:9])
    assert words("→ Flash Gitz HOW FAR") in words(table.shown())  # what was said of the first target is not of this one
    play(table, GAME[9:13])
    assert 'Intercessor Squad → Shoota Boyz 9 bolt rifles · 14" · in the open' in words(table.shown())
    take_back(
        table,
        "Flash Gitz: a reaction: no reaction",
        "Shoota Boyz: a reaction: no reaction",
        "AGREED at Flash Gitz",
        "How far is their nearest model in sight: 20.5 inches",
        "Another target for 1 bolt pistol, 2 astartes grenade launchers, 1 plasma pistol: Flash Gitz",
    )
    table.say("", "Shoota Boyz: a reaction?")  # the grenadiers hold their fire
    table.say("", "ROLL 36 DICE")  # all shoot at one unit: +2 attacks each
    play(table, GAME[13:15])
    table.look("?", "10E-ALL-1")
    table.look(" s", "Shoota Boyz 20")
    assert said(WHO, table.shown())


@pytest.mark.slow
def test_a_second_target_that_nothing_can_fire_at_leaves_the_first_one_its_attacks(begin):
    table = begin()
    play(table, GAME[:8])
    table.say("3", "How far is their nearest model in sight?")
    table.say("40", "40 inches: nothing of this unit reaches further than 24")  # a slip? no
    table.say("40", "Another target for 1 bolt pistol, 2 astartes grenade launchers")
    shown = words(table.shown())
    assert 'grenade launcher (krak), astartes grenade launcher (frag) cannot fire: out of range (24")' in shown
    assert "nothing can fire at Small Mob" in shown
    table.say("3", "! Small Mob: nothing of the unit can fire at it")
    table.say(CLEAR, "Shoota Boyz: a reaction?")
    table.say("", "ROLL 36 DICE")
    play(table, GAME[13:15])
    assert "3 Rokkit Boy 6+ save" in words(table.shown())  # the Small Mob has none
    table.say("boyz", "ROLL 5 DICE 6+")
    table.say("0", f"{MARINES}: Which unit shoots?")
    assert "Shoota Boyz 15 of 20 left" in words(table.shown())


@pytest.mark.slow
def test_closed_rows_say_why(begin):
    table = begin()
    play(table, GAME[:8])
    table.press("1" + ENTER)
    table.wait("! Shoota Boyz")
    table.say("", "Shoota Boyz: a reaction?")
    table.press("-")
    table.wait("- folds", prompt=False)
    assert "it has no SMOKE" in words(table.shown())


@pytest.mark.slow
def test_a_phone_of_40_columns(begin):
    table = begin(columns=40, rows=24)
    play(table, GAME[:5])
    assert "► 1 yes" in table.shown() or "►  1 yes" in table.shown()
    play(table, [(keys, then.removeprefix(f"{ORKS}: ")) for keys, then in GAME[5:18]])  # the army is cut short
    assert "ROLL 2 DICE 6+ armour save Boss Nob" in words(table.aloud())
    assert len(table.shown().splitlines()) <= 24


# Few keys ------------------------------------------------------------------------------------------------------------


def keys_until(terminal: Terminal, steps: list[str], sentence: str) -> int:
    """How many answers are given from here until this stands on the screen."""
    for count, keys in enumerate(steps, 1):
        asked = len(terminal.all)
        terminal.press(keys + ENTER)
        stop = time.monotonic() + terminal.patience
        while not terminal.listens_after("") and time.monotonic() < stop:
            terminal.read()
        terminal.settle(0.05)
        if said(sentence, terminal.aloud()) or sentence in words(terminal.all[asked:]):
            return count
    raise AssertionError(f"{sentence!r} did not come:\n{terminal.shown()}")


@pytest.mark.slow
@pytest.mark.parametrize("inches", ["12", pytest.param("20", marks=pytest.mark.slow)])
def test_ten_models_with_three_kinds_of_weapons_take_six_answers_to_the_first_dice(begin, inches):
    table = begin()
    table.say("", "Oath of Moment")
    table.say("none", "Which unit shoots?")
    steps = ["", "", inches, *[""] * 3]  # the squad, the mob, how far, and Enter
    assert keys_until(table, steps, "ROLL 36 DICE") <= 6


@pytest.mark.slow
def test_who_is_the_target_of_an_oath_is_known_where_facts_are_agreed(begin):
    table = begin()
    table.say("", "Oath of Moment")
    table.say("", "Which unit shoots?")
    keys_until(table, ["", "", "12", *[""] * 3], "AGREED?")
    table.say("oath of moment", "that is settled here: Oath of Moment target: yes")


@pytest.mark.slow
@pytest.mark.parametrize(("row", "unit"), [("8", "Flash Git"), pytest.param("", "Boyz", marks=pytest.mark.slow)])
def test_the_common_case_takes_six_answers(begin, row, unit):
    """A squad with one weapon in the open, the app throws: from nomination to casualties."""
    table = begin("necrons", dice="app")
    table.say("", "Which unit shoots?")
    assert keys_until(table, ["", row, "12", *[""] * 3], f"{unit} slain") <= 6
    assert "Which unit shoots?" in table.shown()


# Pulling the plug ----------------------------------------------------------------------------------------------------


UNDISTURBED: list[tuple[Any, ...]] = []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(many(5)))
def test_kill_9_at_any_moment_keeps_what_was_confirmed(tmp_path, begin, open_, seed):
    """What the screen confirmed is on disk; what was being typed may or may not be. The same prompt comes back."""
    chance = random.Random(seed)
    table = begin()
    stop = chance.randrange(1, len(GAME) - 1)
    play(table, GAME[:stop])
    table.press(GAME[stop][0] + ENTER)  # and pull it somewhere between the key and the next prompt
    time.sleep(chance.choice([0, 0.001, 0.005, 0.02, 0.05]) * chance.random())
    table.kill()
    again = open_("play", "--resume", rows=40)
    again.wait("answers so far.", prompt=False)
    count = int(re.search(r"(\d+) answers so far", words(again.all))[1])
    assert count in (answers_in(stop), answers_in(stop + 1))
    again.wait(GAME[steps_for(count) - 1][1])
    play(again, GAME[steps_for(count) :])
    again.end()
    if not UNDISTURBED:
        calm = begin(home="calm")
        play(calm, GAME)
        calm.end()
        UNDISTURBED.extend(answers(tmp_path / "calm"))
    assert answers(tmp_path / "home") == UNDISTURBED
