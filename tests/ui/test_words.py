"""Sentences of prompts."""

from __future__ import annotations

from shoot_cli.core.questions import Need, Roll, Watch
from shoot_cli.ui.words import roll_words


def test_faces_count_twice_only_where_dice_are_rolled_again() -> None:
    def check(again: tuple[int, ...], words: str) -> None:
        roll = Roll("hit", 4, Need(3), (Watch((1,), both=True),), again)
        assert roll_words(roll).split("; ")[-1] == words

    check((), "count each 1")
    check((1,), "count each 1 thrown twice")
