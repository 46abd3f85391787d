"""What dice come to in the words of the game: before and after they fall, in sight and read aloud."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli.asked.scene import Scene, act
from shoot_cli.asked.sentences import ahead, came_to, hint, result_text, typed_words
from shoot_cli.engine.questions import Need, Number, Roll, Tally, Total, Watch
from shoot_cli.engine.reasons import Meaning, Outcome, Reason
from shoot_cli.engine.table import Entry
from shoot_cli.rules.seventh.charts import what_it_does
from shoot_cli.rules.seventh.drill.vehicles import strike_at
from shoot_cli.rules.seventh.steps.vehicles import rows_of
from shoot_cli.ui.block import block
from shoot_cli.ui.news import thrown
from shoot_cli.ui.styles import chart
from tests.helpers.each import each

NAMES = ("Blues", "Reds")
WORDS = (Outcome(1, "nothing", nothing=True), Outcome(2, "glances", "glance"), Outcome(3, "penetrates", "penetrate"))
AGAINST = Meaning(WORDS, 9, ("armour", 11))
NEED = Need(2, (Reason("side armour 11", "X-1"),), label="to glance")


def penetration(dice: int = 1, **more: Any) -> Roll:
    text = "lascannon at Trukk: armour penetration"
    return Roll("penetrate", dice, NEED, (Watch((2,)),), text=text, luck="penetration rolls", means=AGAINST).but(**more)


def damage(more: int = 1, dice: int = 1) -> Roll:
    watch = tuple(Watch((result - more,)) for result in (6, 5, 4))
    return Roll(
        "damage", dice, Need(7 - more if more else None), watch, text="Trukk: on the damage table", means=rows_of(more, False)
    )  # fmt: skip


def lines(question: Any, width: int = 80, **scene: Any) -> str:
    drawn = block(Scene(**scene), act(question, NAMES), lambda width, most: [], width, 24, False)
    return "\n".join(line.plain.rstrip() for line in drawn)


def after(question: Any, answer: Any, width: int = 80) -> str:
    entry = Entry("Step", question, answer, question.read(answer))
    return "\n".join(line.plain.rstrip() for line in thrown(entry, width))


def test_the_bar_says_one_thing():
    assert act(penetration(), NAMES).sentence() == (
        "ROLL 1 DIE + 9 against armour 11: 2 glances, 3+ penetrates. Blues, lascannon at Trukk."
    )
    assert " DIE  + 9 against armour 11: 2 glances, 3+ penetrates" in lines(penetration())
    assert "count how many" not in lines(penetration())


def test_what_the_bar_has_no_room_for_stands_below_it_once():
    shown = lines(penetration(), 40)
    assert shown.count("against armour 11") == 1
    assert shown.count("2 glances, 3+ penetrates") == 1


def test_words_that_the_bar_would_cut_stand_below_it_whole_and_only_there():
    need = Need(4, or_less=True)
    barrage = Roll("hit:Flak Car", 3, need, text="barrage: to hit Flak Car", groups=(1, 1, 1), whose=("a", "b", "c"))
    narrow = lines(barrage, 40)
    assert narrow.count("to hit") == narrow.count("to hit Flak Car") == 1
    assert "or less" in narrow
    assert lines(barrage, 80).count("to hit Flak Car") == 1
    test = Roll("action test", 1, need, text="Iron Fist: action test, Advance")
    assert lines(test, 40).count("action test") == lines(test, 40).count("Iron Fist") == 1


@pytest.mark.parametrize(
    ("dice", "answer", "words"),
    [
        (1, {"first": [4]}, "9 + 4 = 13 against 11: penetrates"),
        (1, {"first": [2]}, "9 + 2 = 11 against 11: glances"),
        (1, {"first": [1]}, "9 + 1 = 10 against 11: nothing"),
        (3, {"first": [1, 5, 1]}, "against 11: 9 + 5 = 14 penetrates; 9 + 1 = 10 nothing (2 dice)"),
        (4, {"passed": 3, "watched": [1]}, "2 penetrate, 1 glances, 1 nothing"),
        (1, {"passed": 1, "watched": [1]}, "glances"),
        (1, {"passed": 0, "watched": [0]}, "nothing"),
    ],
)
def test_each_penetration_is_a_sum(dice, answer, words):
    question = penetration(dice)
    assert result_text(question, answer, question.read(answer)) == words
    assert typed_words(question, answer).endswith(f": {words}") or words in ("glances", "nothing")


def test_penetrations_are_no_wounds_on_a_phone_either():
    question = penetration(4).but(luck="penetration rolls")
    assert came_to(question, question.read({"passed": 3, "watched": [1]})) == "2 penetrate, 1 glances, 1 nothing"


def test_dice_that_were_rolled_again_count_as_they_lie_in_the_end():
    question = penetration(2, again=(1,))
    answer = {"first": [1, 3], "again": [6]}
    assert (
        result_text(question, answer, question.read(answer))
        == "against 11: 9 + 6 = 15 penetrates; 9 + 3 = 12 penetrates"
    )
    assert "again: 6" in after(question, answer)


def test_a_sum_of_dice_and_the_highest_of_two():
    melta = Total(
        "penetrate", 2, means=Meaning((WORDS[0], Outcome(6, "glances"), Outcome(7, "penetrates")), 8, ("armour", 14))
    )
    assert ahead(melta) == "6 glances, 7+ penetrates"
    assert result_text(melta, {"first": [5, 4]}, 9) == "8 + 5 + 4 = 17 against 14: penetrates"
    assert result_text(melta, {"sum": 6}, 6) == "8 + 6 = 14 against 14: glances"
    ordnance = penetration(2, means=AGAINST.but(best=True))
    assert (
        result_text(ordnance, {"first": [1, 2]}, ordnance.read({"first": [1, 2]})) == "9 + 2 = 11 against 11: glances"
    )
    assert "the highest + 9 against armour 11" in lines(ordnance)


@each(
    ("armour", "strength", "rules", "words"),
    [
        (11, 9, "", "2 glances, 3+ penetrates"),
        (15, 9, "", "6 glances"),
        (14, 9, "", "5 glances, 6 penetrates"),
        (14, 4, "Gauss", "6 glances"),
        (12, 6, "Rending", "6 penetrates"),
        (14, 6, "Rending", "6 adds D3"),
        (10, 9, "", "1 glances, 2+ penetrates"),
    ],
)
def test_what_the_faces_do_against_an_armour(armour, strength, rules, words):
    assert ahead(penetration(means=what_it_does(strike_at(strength, armour, *filter(None, [rules]))))) == words


def test_the_table_is_seen_before_the_die_falls_with_what_is_added_worked_in():
    shown = lines(damage())
    assert "ROLL" in shown
    assert "on the damage table" in shown
    heads, words = shown.splitlines()[-2:]
    assert heads.split() == list("123456")
    assert heads.index(" 4 ") == words.index("Weapon Destroyed")
    assert "Crew Shaken  Crew Stunned  Weapon Destroyed  Immobilised  Explodes!" in words
    assert act(damage(), NAMES).aloud()[0] == (
        "1-2: Crew Shaken; 3: Crew Stunned; 4: Weapon Destroyed; 5: Immobilised; 6: Explodes!"
    )


@pytest.mark.parametrize("more", [0, 1, 2, 3])
def test_every_face_has_its_row(more):
    rows = act(damage(more), NAMES).chart
    assert " ".join(faces for faces, _ in rows) == "1 2 3 4 5 6"
    assert ("Explodes!" in [words for _, words in rows]) is (more > 0)


def test_the_row_that_came_is_lit_and_marked():
    shown = after(damage(), {"first": [4]})
    assert "►Weapon Destroyed" in shown
    assert shown.count("►") == 1
    narrow = after(damage(), {"first": [4]}, 40).splitlines()
    assert len(narrow) == 5
    assert next(line for line in narrow if "►" in line).split() == ["4", "►Weapon", "Destroyed"]
    assert "►Explodes! ×2" in after(damage(dice=3), {"first": [6, 6, 1]}, 40)


def test_the_row_that_came_is_known_by_counts_alone():
    """Nobody said what the dice showed: all that is left are the rows that nothing was counted of."""
    assert result_text(damage(dice=4), None, Tally(1, 3, (0, 1, 0))) == "1 Explodes!, 1 Weapon Destroyed, 2 Crew Shaken"
    assert result_text(damage(0), {"first": [2]}, damage(0).read({"first": [2]})) == "Crew Shaken"


def test_nothing_is_lit_before_the_die_falls():
    assert "►" not in "".join(line.plain for line in chart((("1 2", "Shaken"), ("3", "Stunned")), 80))


@pytest.mark.parametrize("width", [24, 80])
def test_of_two_rows_in_the_same_words_that_one_is_lit_whose_face_came(width):
    """A table of a list may say the same of 2 and of 5."""
    rows = (("1", "Crew"), ("2", "Fire"), ("3 4", "Gun"), ("5", "Fire"), ("6", "Blows up"))
    lines = chart(rows, width, {"Fire": 1}, [5])
    assert sum(line.plain.count("►") for line in lines) == 1
    lit = next(line.plain for line in lines if "►Fire" in line.plain)
    assert lit.index("►Fire") > lit.index("Gun") if width == 80 else lit.split()[0] == "5"
    assert sum(line.plain.count("► ×") for line in chart(rows, 80, {"Fire": 2}, [2, 5])) == 0


def test_the_prompt_takes_faces():
    assert hint(penetration(3)) == "type the faces"
    assert hint(penetration()) == "type the face"


def test_a_named_side_is_said_and_nothing_passes():
    scatter = Roll(
        "scatter", 1, Need(2, or_less=True), faces=("Hit!", "Hit!", *["arrow"] * 4), text="frag: scatter die"
    )
    assert result_text(scatter, {"first": [5]}, scatter.read({"first": [5]})) == "arrow"
    assert result_text(scatter, None, Tally(1, 0)) == "Hit!"
    assert after(scatter, {"first": [5]}) == "  scatter die  →   arrow"


def test_what_is_done_first_is_the_bar_and_the_question_stands_below():
    asked = Number(
        "under", 0, 13, 3, "models", text="How many Boyz are under it now?", first="MOVE 2 inches along the arrow"
    )
    made = act(asked, NAMES)
    assert made.pieces == ("MOVE", "2", "inches along the arrow")
    assert made.told == "MOVE 2 inches along the arrow. Blues: How many Boyz are under it now? (0 to 13 models)"
    shown = lines(asked)
    assert "inches along the arrow" in shown
    assert shown.splitlines()[-1] == "  HOW MANY Boyz are under it now? (0 to 13 models)"
    assert act(asked.but(first="HIT: it stays"), NAMES).pieces == ("HIT: it stays",)
    half = asked.but(first="MOVE 6.5 inches along the arrow")
    assert act(half, NAMES).pieces == ("MOVE", "6.5", "inches along the arrow")
    assert "MOVE  6.5  inches along the arrow" in lines(half)


def test_what_stands_in_brackets_at_the_end_is_below_the_bar_and_a_mode_is_of_its_weapon():
    made = act(Roll("x", 1, Need(4), text="missile launcher (krak): armour penetration (Hull, front)"), NAMES)
    assert (made.about, made.pieces[-1]) == ("missile launcher (krak)", "armour penetration")
    assert made.below == ("Hull, front",)
