"""The first lesson: what is told, asked and thrown, and what comes of the answers."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from shoot_cli.engine.questions import Choose, Roll
from shoot_cli.engine.reasons import Leave, Reason
from shoot_cli.input.answerers import resolve
from shoot_cli.play.teaching import A_ROLL, MOST, NOT_THIS_TIME, Lesson, beginning
from shoot_cli.practice.teaching import chart_row
from shoot_cli.quiz.quiz import FirstLesson, Quiz
from shoot_cli.rules import RULESETS, edition
from shoot_cli.ui.summaries import LogPrinter
from tests.helpers.each import each

SEVENTH = edition("7e")
assert SEVENTH
STAGES = ("Target", "Weapon", "Hit", "Wound", "Allocate", "Save")
LESSON = FirstLesson(
    attacker=("ultramarines", "Tactical Squad"),
    target=("orks", "Shoota Boyz"),
    answers=(("distance", "12"), ("cover", "5+"), ("weapon", "boltgun, plasma gun")),
    seed=7,
    opening="OPENING",
    stages=tuple((stage, f"WORDS OF {stage}") for stage in STAGES),
    closing="CLOSING",
)


class Remembered:
    def __init__(self) -> None:
        self.said: list[tuple[str, str, bool]] = []

    def answered(self, rule: str, kind: str, right: bool, seconds: float | None) -> None:
        self.said.append((rule, kind, right))

    def streak(self, rule: str, kind: str) -> int:
        return 0


class Learner:
    """``says``: what to answer a question with, by the right answer of a quiz (None: it is no quiz)."""

    def __init__(
        self, says: Callable[[Choose, str | None], Any], first: FirstLesson = LESSON, of: Any = SEVENTH
    ) -> None:
        self.says, self.first, self.of = says, first, of
        self.screen = StringIO()
        ruleset = of.ruleset()
        show = LogPrinter(Console(width=100, color_system=None, file=self.screen), True, ruleset)
        self.memory = Remembered()
        self.lesson = Lesson(ruleset, first, of.rulebook(), self.memory, show, self.ask, self.ask, self.pause)
        self.right: dict[str, str] = {}
        self.asked: list[Choose] = []
        quiz = self.lesson.quiz

        def listened(one: Quiz, number: bool, owner: str) -> None:
            self.right[one.text] = one.right
            quiz(one, number, owner)

        self.lesson.quiz = listened  # type: ignore[method-assign]

    def ask(self, question: Any, place: int = 0) -> Any:
        self.asked.append(question)
        print(f"ASKED {question.text}", file=self.screen)
        return self.says(question, self.right.get(question.text))

    def pause(self) -> None:
        print("PAUSE", file=self.screen)

    def walk(self) -> str:
        self.lesson.walk(*beginning(self.of, self.first))
        return self.shown

    @property
    def shown(self) -> str:
        return self.screen.getvalue()


def rightly(question: Choose, right: str | None) -> Any:
    return question.default if right is None else right


def wrongly(question: Choose, right: str | None) -> Any:
    return question.default if right is None else next(o.value for o in question.options if o.value != right)


def test_every_stage_is_explained_once_before_its_dice():
    shown = Learner(rightly).walk()
    places = [shown.index(f"WORDS OF {stage}") for stage in STAGES]
    assert places == sorted(places)
    assert shown.count("WORDS OF") == len(STAGES)
    dice = [shown.index(words) for words in ("to hit: 16 dice, 3+", "to wound: 12 dice, 4+", "cover save: 6 dice, 5+")]
    hit, wound, save = (places[STAGES.index(stage)] for stage in ("Hit", "Wound", "Save"))
    assert hit < dice[0] < wound < dice[1] < save < dice[2]
    assert shown.index("OPENING") < places[0]
    assert dice[2] < shown.index("CLOSING")


def test_a_roll_is_asked_about_before_it_is_thrown():
    shown = Learner(rightly).walk()
    for roll in ("boltgun: to hit: 16 dice", "boltgun: to wound: 12 dice"):
        assert shown.index(f"ASKED {roll}. What does each need?") < shown.index(f"{roll}, ")
        assert shown.count(f"ASKED {roll}") == 1


def test_a_situation_is_told_once_as_long_as_it_stays():
    shown = Learner(rightly).walk()
    assert shown.count("Tactical Squad at Shoota Boyz, 12") == 2  # with the boltgun, with the plasma gun


def test_the_dice_are_those_of_the_seed():
    learner = Learner(rightly)
    learner.walk()
    start, settings = beginning(SEVENTH, LESSON)
    _, table = resolve(SEVENTH.ruleset(), start, dict(LESSON.answers), LESSON.seed, settings)
    assert rolls(learner.lesson.table) == rolls(table)


def rolls(table: Any) -> list[tuple[str, Any]]:
    return [(one.question.key, one.answer) for one in table.log if isinstance(one.question, Roll)]


def test_what_players_decide_is_told_with_who_decides_it():
    shown = Learner(rightly).walk()
    assert "Target: Shoota Boyz: go to ground? > stay up" in shown
    assert "> 12 inches" in shown
    assert "> 1 plasma gun" in shown  # asked once only: the second weapon is told
    assert shown.count("ASKED Which weapon fires?") == 1


def test_a_right_answer_counts_and_says_why():
    learner = Learner(rightly)
    shown = learner.walk()
    assert "Right: Strength 4 against Toughness 4 (7E-WND-1)." in shown
    assert "Once more" not in shown
    assert ("7E-WND-1", "wound", True) in learner.memory.said
    assert f"{len(learner.memory.said)} of {len(learner.memory.said)} answers were right." in shown


def test_a_wrong_answer_is_explained_and_asked_once_more_and_the_first_one_counts():
    learner = Learner(wrongly)
    shown = learner.walk()
    said = learner.memory.said
    assert "No, it needs 4+: Strength 4 against Toughness 4 (7E-WND-1).\nChart 7E-WND-1" in shown
    assert said
    assert not any(right for _, _, right in said)
    assert shown.count("Once more:") == shown.count("It will come again in a drill.") == len(said)
    assert len(learner.asked) == 2 * len(said) + 1  # and the weapon
    assert f"0 of {len(said)} answers were right." in shown


def test_who_knows_better_the_second_time_is_told_so():
    times: dict[str, int] = {}

    def better(question: Choose, right: str | None) -> Any:
        times[question.text] = times.get(question.text, 0) + 1
        return (wrongly if times[question.text] == 1 else rightly)(question, right)

    learner = Learner(better)
    shown = learner.walk()
    assert shown.count("Once more:") == shown.count("\nRight.\n") == len(learner.memory.said)


def test_nothing_is_asked_twice_and_never_too_much():
    learner = Learner(rightly, LESSON.but(answers=(("distance", "6"), ("cover", "5+"))))
    learner.walk()
    quizzes = [question for question in learner.asked if question.text in learner.right]
    assert 4 <= len(quizzes) <= MOST
    shown = learner.shown.splitlines()
    runs = "".join("a" if line.startswith("ASKED") else "d" if " dice, " in line else "" for line in shown)
    assert "a" * (A_ROLL + 2) not in runs  # the weapon may stand before them
    assert len({(question.key, question.text) for question in quizzes}) == len(quizzes)


@pytest.mark.parametrize("weapon", ["bolt pistol", "plasma gun", "missile launcher (frag)"])
def test_another_weapon_may_be_chosen(weapon):
    learner = Learner(lambda question, right: weapon if question.key == "weapon" else rightly(question, right))
    assert "CLOSING" in learner.walk()
    assert any(
        entry.question.key == "weapon" and entry.answer == weapon
        for entry in learner.lesson.table.log
        if entry.question
    )


def test_one_weapon_is_no_choice():
    learner = Learner(rightly, LESSON.but(attacker=("tau", "Cadre Reserve"), answers=(("distance", "14"),)))
    assert "> 6 pulse rifles" in learner.walk()
    assert not [question for question in learner.asked if question.key == "weapon"]


def test_a_stage_that_does_not_come_about_is_explained_at_the_end():
    shown = Learner(lambda question, right: "no more" if question.key == "weapon" else rightly(question, right)).walk()
    end = shown.partition(f"Hit {NOT_THIS_TIME}")[2]
    assert "WORDS OF Hit" in end
    assert "WORDS OF Save" in end
    assert shown.count("WORDS OF") == len(STAGES)
    assert "Nothing was asked." in end


def test_leaving_keeps_what_was_answered():
    def leaves(question: Choose, right: str | None) -> Any:
        if question.text.startswith("boltgun: to wound"):
            raise Leave
        return rightly(question, right)

    learner = Learner(leaves)
    with pytest.raises(Leave):
        learner.walk()
    assert ("7E-HIT-1", "hit", True) in learner.memory.said
    assert learner.lesson.score() == f"{len(learner.memory.said)} of {len(learner.memory.said)} answers were right."


def test_at_the_end_stands_what_each_stage_came_to():
    end = Learner(rightly).walk().partition("What happened")[2]
    lines = [" ".join(line.split()) for line in end.splitlines()]
    assert "Hit: boltgun: to hit: 12 of 16 passed; plasma gun: to hit: 2 of 2 passed, none showed 1" in lines
    assert any(line.startswith("Save: Boy: cover save: ") for line in lines)
    assert any(line.startswith("Models slain: ") and "Wounds lost: " in line for line in lines)


def test_there_is_a_pause_to_read_what_was_thrown_before_the_next_stage():
    shown = Learner(rightly).walk()
    assert shown[shown.index("to hit: 16 dice, 3+") : shown.index("WORDS OF Wound")].count("PAUSE") == 1
    assert "PAUSE" not in shown[shown.index("WORDS OF Wound") : shown.index("to wound: 12 dice, 4+")]


# Charts --------------------------------------------------------------------------------------------------------------

RULES = {rule.id: rule for rule in SEVENTH.rulebook()}


def of(rule: str, text: str, right: str, **more: Any) -> Quiz:
    return Quiz("hit", "?", (right, "x"), right, (Reason(text, rule),), rule, **more)


@each(
    ("rule", "text", "right", "lines"),
    [
        ("7E-HIT-1", "Ballistic Skill 4 hits on 3+", "3+", ["Chart 7E-HIT-1: BS 4, needed 3+"]),
        (
            "7E-WND-1",
            "Strength 4 against Toughness 5",
            "5+",
            ["Chart 7E-WND-1, S / T:", "  S / T 1  2  3  4  5    6 7 8", "  4     2+ 2+ 3+ 4+ [5+] 6 6 -"],
        ),
        ("7E-WND-1", "Strength 4 against Toughness 5", "3+", []),  # that is not what stands there
        ("7E-WND-1", "as strong as they are tough", "4+", []),
        ("7E-HIT-2", "Ballistic Skill 4 hits on 3+", "3+", []),  # a rule without a chart
    ],
)
def test_the_row_of_the_chart(rule, text, right, lines):
    assert chart_row(RULES[rule], of(rule, text, right)) == lines


def test_a_question_that_knows_its_place_in_the_chart_is_believed():
    quiz = of("7E-WND-1", "equal", "4+", cell=(3, 3))
    assert chart_row(RULES["7E-WND-1"], quiz) == [
        "Chart 7E-WND-1, S / T:",
        "  S / T 1  2  3    4  5 6 7 8",
        "  3     2+ 3+ [4+] 5+ 6 6 - -",
    ]


def test_of_several_cells_that_fit_none_is_shown_but_all_rows_after_a_wrong_answer():
    rule = RULES["7E-WND-1"].but(chart=(("skill", "near", "far"), ("4", "3+", "3+"), ("5", "2+", "3+")))
    assert chart_row(rule, of(rule.id, "skill 4", "3+"), right=True) == []
    assert len(chart_row(rule, of(rule.id, "skill 4", "3+"))) == 2
    assert chart_row(rule, of(rule.id, "skill 5", "3+"))
    steps = rule.but(chart=(("step", "who", "what"), ("1", "-", "they save")))
    assert chart_row(steps, of(rule.id, "they save", "1")) == [f"Chart {rule.id}: step 1, what they save"]


def test_no_rule_no_chart():
    assert chart_row(None, of("7E-WND-1", "Strength 4 against Toughness 5", "5+")) == []


# Every edition -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("found", RULESETS, ids=lambda found: found.short)
def test_the_lesson_of_an_edition_goes_through_as_its_author_meant_it(found):
    first, ruleset = found.drill().LESSON, found.ruleset()
    start, settings = beginning(found, first)
    _, table = resolve(ruleset, start, dict(first.answers), first.seed, settings)
    assert table.given.unused() == []
    learner = Learner(rightly, first, found)
    shown = learner.walk()
    assert {stage for stage, _ in first.stages} <= {*ruleset.stages}
    assert [words for _, words in first.stages if " ".join(words.split()) not in " ".join(shown.split())] == []
    assert NOT_THIS_TIME not in shown
    assert len(learner.memory.said) >= 3
    assert len(learner.memory.said) <= MOST
    assert all(right for _, _, right in learner.memory.said)
