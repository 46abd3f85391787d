"""Sentences of prompts."""

from __future__ import annotations

from shoot_cli.asked.sentences import roll_words, step_words
from shoot_cli.engine.questions import Need, Roll, Watch


def test_faces_count_twice_only_where_dice_are_rolled_again() -> None:
    def check(again: tuple[int, ...], words: str) -> None:
        roll = Roll("hit", 4, Need(3), (Watch((1,), both=True),), again)
        assert roll_words(roll).split("; ")[-1] == words

    check((), "count how many show 1")
    check((1,), "count how many show 1 in both throws")


def test_a_step_is_told_with_what_it_is_about_as_that_is_written() -> None:
    assert step_words("Roll to hit", "hit:boltgun") == "Roll to hit: boltgun"
    assert step_words("Go to ground", "ground:Shoota Boyz") == "Go to ground: Shoota Boyz"
    assert step_words("Measure", "first_distance") == "Measure: first distance"
    assert step_words("Choose target", "target") == "Choose target"
