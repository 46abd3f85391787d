"""What a beginner at the table is asked before a roll, and how often."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli.engine.questions import Need, Roll
from shoot_cli.engine.reasons import Reason, TeachingPoint
from shoot_cli.practice.teaching import SKIP, Teaching, as_question, how_often
from shoot_cli.quiz.makers import quizzes
from shoot_cli.rules import RULESETS

RULESET = RULESETS[0].ruleset()
WHY = (Reason("skill 4", "X-HIT-1"),)
MORE = TeachingPoint("toughness", "Which skill counts?", "4", ("3", "5"), (Reason("the better one", "X-HIT-2"),))
HIT = Roll("hit:gun", 8, Need(3, WHY), text="gun: to hit", luck="hits")
WITH_MORE = HIT.but(lessons=lambda: (MORE,))
PLACES = range(2000)


class Remembered:
    """``streaks``: by rule; ``said``: what was answered."""

    def __init__(self, **streaks: int) -> None:
        self.streaks, self.said = streaks, list[tuple[str, str, bool]]()

    def answered(self, rule: str, kind: str, right: bool, seconds: float | None) -> None:
        assert seconds == 2.5
        self.said.append((rule, kind, right))

    def streak(self, rule: str, kind: str) -> int:
        return self.streaks.get(kind, 0)


def asked(teaching: Teaching, roll: Roll, places: Any = PLACES) -> list[Any]:
    """Each place an attack of its own."""
    return [one for place in places if (one := teaching.about(roll, None, place, place))]


@pytest.mark.parametrize(
    ("streak", "chance"), [(0, 1), (2, 1), (3, 1 / 4), (5, 1 / 4), (6, 1 / 12), (7, 1 / 12), (500, 1 / 12)]
)
def test_what_is_known_comes_rarely(streak, chance):
    assert how_often(streak) == chance
    times = len(asked(Teaching(RULESET, 1, Remembered(hit=streak)), HIT))
    assert times == pytest.approx(chance * len(PLACES), rel=0.15)


def test_each_kind_of_question_fades_alone():
    found = asked(Teaching(RULESET, 1, Remembered(hit=6)), WITH_MORE)
    by_kind = [sum(one.quiz.kind == kind for one in found) for kind in ("hit", "toughness")]
    assert by_kind[0] == pytest.approx(len(PLACES) * 3 / 4 / 12, rel=0.25)
    assert by_kind[1] == pytest.approx(len(PLACES) / 4, rel=0.15)


def test_it_is_the_number_that_is_asked_and_now_and_then_something_else():
    found = asked(Teaching(RULESET, 1, Remembered()), WITH_MORE)
    assert len(found) == len(PLACES)
    assert sum(one.number for one in found) == pytest.approx(len(PLACES) * 3 / 4, rel=0.1)
    assert {one.quiz.text for one in found if not one.number} == {"Which skill counts?"}


def test_the_same_battle_asks_the_same():
    once, again, other = (
        [one.quiz.kind for one in asked(Teaching(RULESET, seed, Remembered()), WITH_MORE, range(60))]
        for seed in (5, 5, 6)
    )
    assert once == again
    assert once != other


def test_nothing_is_asked_twice_in_an_attack():
    teaching = Teaching(RULESET, 1, Remembered())
    lesson = teaching.about(HIT, None, 3, "first")
    assert lesson
    assert teaching.about(HIT, None, 3, "first") == lesson  # shown, but undone before it was answered
    teaching.heard(lesson, "first", SKIP, 2.5)
    assert teaching.about(HIT, None, 9, "first") is None
    assert teaching.about(HIT.but(need=Need(4, WHY)), None, 9, "first")  # another number
    assert teaching.about(HIT, None, 9, "second") == lesson


def test_what_gives_nothing_to_ask_is_left_alone():
    assert Teaching(RULESET, 1, Remembered()).about(Roll("scatter", 1, Need(2)), None, 1, 1) is None


@pytest.mark.parametrize(
    ("answer", "words", "kept"),
    [
        ("3+", "Right: skill 4 (X-HIT-1).", [("X-HIT-1", "hit", True)]),
        ("5+", "No, it needs 3+: skill 4 (X-HIT-1).", [("X-HIT-1", "hit", False)]),
        (None, "Time is up: it needs 3+.", []),
        (SKIP, "", []),
    ],
)
def test_only_answers_are_kept_and_each_is_explained_in_a_line(answer, words, kept):
    memory = Remembered()
    teaching = Teaching(RULESET, 1, memory)
    lesson = teaching.about(HIT, None, 3, 1)
    assert lesson
    assert teaching.heard(lesson, 1, answer, 2.5) == words
    assert memory.said == kept


def test_a_number_that_nobody_can_roll_reads_as_a_sentence():
    teaching = Teaching(RULESET, 1, Remembered())
    lesson = teaching.about(HIT.but(need=Need(None, WHY)), None, 3, 1)
    assert lesson
    assert teaching.heard(lesson, 1, None, 2.5) == "Time is up: no face will do."


def test_the_question_says_which_rules_it_is_about_and_no_more():
    (quiz,) = quizzes(HIT, None, RULESET)
    question = as_question(quiz, "teach", skip=True)
    assert question.rules == ("X-HIT-1",)
    assert [option.value for option in question.options] == [*quiz.options, SKIP]
    assert question.default == SKIP
    assert not [option for option in question.options if option.closed]
    assert as_question(quiz, "lesson").default is None
