"""Dice whose sides have names: how faces and needs are said, and what becomes of the dice after a change."""

from __future__ import annotations

import pytest

from shoot_cli.engine.questions import NO_FACE, Need, Roll, Total, Watch
from shoot_cli.engine.reasons import BadAnswer, Reason
from shoot_cli.engine.table import Entry
from shoot_cli.input.answers import example, parse, say
from shoot_cli.input.dice import say_faces
from shoot_cli.quiz.makers import quizzes
from shoot_cli.replay.change_summary import turn_words
from shoot_cli.replay.journal import ChangedAnswer, entry_json
from shoot_cli.replay.rebase import AnswerMatch, rebased
from shoot_cli.rules import RULESETS

SCATTER = Roll("scatter", 1, Need(2, or_less=True), faces=("hit", "hit", "arrow", "arrow", "arrow", "arrow"))
WHY = Need(4, (Reason("skull or better", "T-1"),))
SIDES = ("dud", "dud", "dud", "skull", "skull", "blood")
SKULLS = Roll("wound", 4, WHY, (Watch((6,)),), faces=SIDES, text="Do they hurt?")
FAR = Total("far", 2)


def test_what_is_needed_is_said_by_name():
    assert SCATTER.need_text() == "hit"
    assert SKULLS.need_text() == "skull or blood"
    assert SKULLS.but(need=Need(None)).need_text() == "-"
    assert SKULLS.but(need=Need(7)).need_text() == NO_FACE
    assert SKULLS.but(faces=()).need_text() == "4+"
    assert (SKULLS.faces_text((1, 2, 6)), SKULLS.but(faces=()).faces_text((4, 5, 6))) == ("dud or blood", "4 to 6")


def test_sides_of_one_name_are_counted_together():
    assert say_faces([1, 4, 2, 6, 5, 3], SIDES, grouped=True) == "1xblood 2xskull 3xdud"
    assert say_faces([2, 1, 3], SIDES) == "dud dud dud"
    assert say_faces([3, 1, 3], (), grouped=True) == "2x3 1x1"


@pytest.mark.parametrize("faces", [[6, 5, 4, 1], [1, 2, 3, 3], [6, 6, 6, 6]])
def test_what_is_said_is_read_back_as_the_same(faces):
    answer = {"first": faces}
    assert SKULLS.read(parse(SKULLS, say(SKULLS, answer))) == SKULLS.read(answer)
    many = SKULLS.but(dice=16)
    assert many.read(parse(many, say(many, {"first": faces * 4}))) == many.read({"first": faces * 4})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("3", "say also how many showed blood, as in 3/1, or type the dice"),
        ("1/3", "of 4 dice with 1 passed, 0 to 1 can show blood, not 3"),
        ("skull blood dud sword", "“sword” is no face of these dice: dud, skull, blood"),
    ],
)
def test_what_is_wrong_with_them_is_said_by_name(text, words):
    with pytest.raises(BadAnswer) as refused:
        parse(SKULLS, text)
    assert str(refused.value) == words


def test_counts_of_another_number_of_watches_name_the_sides():
    with pytest.raises(BadAnswer, match="say also how many showed blood, as in 3/0"):
        SKULLS.read({"passed": 3})


def test_examples_can_be_typed():
    for roll in (SCATTER, SKULLS, SKULLS.but(again=(1, 2, 3))):
        parse(roll, example(roll))


def test_dice_with_the_same_sides_are_carried_over():
    assert rebased(SKULLS.but(need=Need(6)), SKULLS, {"first": [6, 4, 1, 1]}) == AnswerMatch({"first": [6, 4, 1, 1]})
    assert rebased(FAR, FAR, {"sum": 7}) == AnswerMatch({"sum": 7})


@pytest.mark.parametrize("answer", [{"first": [6, 4, 1, 1]}, {"passed": 2, "watched": [1]}])
def test_dice_with_other_sides_are_thrown_anew(answer):
    assert rebased(SKULLS.but(faces=()), SKULLS, answer).why.endswith("these are dice with other sides now")
    assert rebased(SKULLS, SKULLS.but(faces=()), answer).answer is None


def test_what_another_need_means_for_counts():
    old, new = SKULLS.but(watch=()), SKULLS.but(watch=(), need=Need(6))
    assert rebased(new, old, {"passed": 2}).why.endswith("they need blood now")
    turn = ChangedAnswer(new, old, {"first": [6, 4, 1, 1]}, {"first": [6, 4, 1, 1]})
    assert turn_words(turn) == "Do they hurt: blood instead of skull or blood, 1 fewer passes"


def test_programs_get_numbers_and_names():
    entry = Entry("Wound", SKULLS, {"first": [6, 4, 1, 1]}, SKULLS.read({"first": [6, 4, 1, 1]}))
    line = entry_json(entry, ("Mine", "Theirs"))
    assert (line["dice"], line["need"], line["faces"]) == ([6, 4, 1, 1], "skull or blood", list(SIDES))
    again = SKULLS.but(again=(1, 2, 3), again_need=Need(6))
    answer = {"first": [6, 4, 4, 1], "again": [6]}
    line = entry_json(Entry("Wound", again, answer, again.read(answer)), ("Mine", "Theirs"))
    assert line["again_need"] == "blood"
    plain = SKULLS.but(faces=())
    for question, answer in ((FAR, {"sum": 7}), (plain, {"first": [6, 4, 1, 1]})):
        assert "faces" not in entry_json(Entry("", question, answer, question.read(answer)), ("Mine", "Theirs"))


def test_nobody_is_drilled_for_the_number_of_a_side():
    ruleset = RULESETS[0].ruleset()
    assert quizzes(SKULLS.but(luck="hits"), None, ruleset) == []
    assert [quiz.right for quiz in quizzes(SKULLS.but(luck="hits", faces=()), None, ruleset)] == ["4+"]
