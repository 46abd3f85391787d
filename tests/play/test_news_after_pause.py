"""When the summary of a change comes: `Battle.caught_up` and `Battle.sum_up`, by what is typed at the table."""

from __future__ import annotations

from pathlib import Path

import pytest

from shoot_cli.replay.change_summary import NOTHING_ELSE
from tests.end_to_end.test_table import DOWN, GAME, MINE, THEIRS
from tests.golden.playing import Lines, Screen, call

# The second weapon of the Gunners is asked for: the first one was fired, its dice and decisions lie there.
SECOND_WEAPON = 1 + next(place for place, (_, then) in enumerate(GAME) if "ROLL 8 DICE" in then)
# Places of answers, as the list of them shows.
RANGE, HITS, WOUNDS, SECOND_HITS, SECOND_WOUNDS = "4", "7", "8", "15", "16"
TYPED = {"": "as usual", DOWN: "twin-linked heavy bolter"}  # on a plain screen
PROMPT = "ROLL 8 DICE, 3+ to hit. Red Company, assault cannon."
CHANGES = "What changes:\n"


@pytest.fixture
def told(tmp_path: Path, home: Path):
    """What the screen says once the change is chosen, which is asked for where ``SECOND_WEAPON`` says."""

    def run(*more: str) -> str:
        lists = []
        for name, text in (("red.yaml", MINE), ("green.yaml", THEIRS)):
            lists.append(str(tmp_path / name))
            (tmp_path / name).write_text(text, encoding="utf-8")
        screen = Screen()
        lines = Lines([*(TYPED.get(keys, keys) for keys, _ in GAME[:SECOND_WEAPON]), "change", *more, "q"], screen)
        call(["play", *lists, "--plain", "--dice", "hand", "--seed", "7", "--battle", "A change"], lines, home)
        return screen.getvalue().partition("Which answer was wrong?")[2]

    return run


def summary(said: str) -> str:
    """The summary, which comes once, before the prompt at which the change was made."""
    assert said.count(CHANGES) == 1, said
    lines, _, prompt = said.partition(CHANGES)[2].partition("\n\n")
    assert prompt.startswith(PROMPT), said
    return lines


def test_caught_up_though_answers_wait_that_nothing_asks_for(told):
    """No wound after all: nothing asks for going to ground and Look Out, Sir, and their answers wait still."""
    lines = summary(told(SECOND_WOUNDS, "none", "as usual"))
    assert "to wound: 5 fewer pass" in lines
    assert "Boyz: 3 Boys, 1 Nob stand up again, 12 of 17 models left" in lines


def test_caught_up_though_answers_of_an_attack_before_were_given_up_and_others_wait(told):
    """No wound by the first unit: it is not asked who goes to ground then, and more Look Out, Sir wait than are due."""
    lines = summary(told(WOUNDS, "none", "as usual"))
    assert "boltgun: to wound: 5 fewer pass" in lines
    assert "stand up again" in lines


def test_not_caught_up_while_dice_are_asked_for_because_of_the_change(told):
    said = told(HITS, "10", "as usual", "6 6 6", *["failed"] * 4)
    asked = said.partition(CHANGES)[0]
    assert "ROLL 3 DICE, 4+ to wound, 7 dice stay. Red Company, boltgun." in asked
    assert asked.count("ROLL 1 DIE") == 4
    assert "boltgun: to wound: 10 dice instead of 7, 3 new dice, 3 more pass" in summary(said)


def test_caught_up_is_silent_after_undo_of_a_change_that_moved_nobody(told):
    made, _, back = told(RANGE, "11", "as usual", "undo").partition(f"Taken back: the change of answer {RANGE},")
    assert NOTHING_ELSE in summary(made)
    assert NOTHING_ELSE not in back
    assert CHANGES not in back
    assert back.count(PROMPT) == 1


def test_caught_up_tells_what_undo_of_a_change_moved(told):
    said = told(SECOND_WOUNDS, "none", "as usual", "undo")
    back = said.partition(f"Taken back: the change of answer {SECOND_WOUNDS},")[2]
    assert "Boyz: 3 Boys, 1 Nob fall as well, 8 of 17 models left" in summary(back)
