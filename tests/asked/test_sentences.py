"""Sentences of prompts."""

from __future__ import annotations

from shoot_cli.asked.sentences import answer_words, hint, reasons, roll_words, step_words, total_words
from shoot_cli.engine.questions import Choose, HowMany, Need, Number, Option, Roll, Total, Watch
from shoot_cli.rules import tenth
from shoot_cli.ui.console import console
from shoot_cli.ui.summaries import LogPrinter


def test_faces_count_twice_only_where_dice_are_rolled_again() -> None:
    def check(again: tuple[int, ...], words: str) -> None:
        assert roll_words(Roll("hit", 4, Need(3), (Watch((1,), both=True),), again)).split("; ")[-1] == words

    check((), "count how many show 1")
    check((1,), "count how many show 1 in both throws")


def test_sums_that_are_rolled_again_are_named_up_to_the_highest() -> None:
    def words(*again: int) -> str:
        return total_words(Total("damage", 2, again=again)).split("; ")[-1]

    assert words(2, 12) == "roll a 2 or 12 again once"
    assert words(12) == "roll a 12 again once"


def test_one_die_is_not_counted_and_it_is_said_what_hangs_on_its_face() -> None:
    hot = Watch((1,), why="Gets Hot")
    die = Roll("hit", 1, Need(3), (hot, Watch((6,))))
    assert roll_words(die) == "roll 1 die, 3 or more (3+); 1: Gets Hot"
    assert roll_words(die.but(dice=2)).endswith("count how many show 1 (Gets Hot); count how many show 6")
    assert roll_words(die.but(again=(1,), watch=(hot.but(both=True),))).endswith("; 1 in both throws: Gets Hot")


def test_a_step_is_told_with_what_it_is_about_as_that_is_written() -> None:
    assert step_words("Roll to hit", "hit:boltgun") == "Roll to hit: boltgun"
    assert step_words("Go to ground", "ground:Shoota Boyz") == "Go to ground: Shoota Boyz"
    assert step_words("Measure", "first_distance") == "Measure: first distance"
    assert step_words("Choose target", "target") == "Choose target"


def test_more_is_said_with_a_plus_and_the_hint_says_when() -> None:
    under = Number("under", 0, 9, 5, "models", more="if others are under it too")
    each = HowMany("each", (("1 on target", 9), ("2 on target", 9)), (4, 0), apiece=True, more="if others are too")
    assert hint(under) == "Enter: 5 models; type 5+ if others are under it too"
    assert hint(each) == "Enter: 4 0; a + at the end if others are too"
    assert hint(under.but(more="")) == "Enter: 5 models"
    assert (answer_words(under, "3+"), answer_words(under, 3)) == ("3 models, and more", "3 models")
    assert answer_words(each, [3, 2, "+"]) == "3 2, and more"


def test_what_no_rule_decides_says_who_does_and_what_enter_takes() -> None:
    asked = Choose("first turn", (Option("Mine"), Option("Theirs")), "Mine", rules=("X-1",), about="Enter takes Mine.")
    assert reasons(asked) == ["Enter takes Mine."]
    assert LogPrinter(console(True), True, tenth.RULESET).rules_behind(asked) == []  # no rule is about it
