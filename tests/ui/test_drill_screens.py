"""A drill as it is drawn: the question, and what an answer was worth; wide and narrow."""

from __future__ import annotations

from io import StringIO
from itertools import product
from random import Random

import pytest
from rich.console import Console

from shoot_cli.engine.markdown import Rule, columns_around
from shoot_cli.engine.reasons import Reason
from shoot_cli.practice import session
from shoot_cli.practice.memory import Level
from shoot_cli.practice.teaching import MOST_ROWS, UNSURE, cell_of, chart_row
from shoot_cli.quiz.quiz import Quiz
from shoot_cli.rules import RULESETS, Edition
from shoot_cli.ui.quiz_prompt import Sitting, level_words, marked, question, verdict
from shoot_cli.ui.styles import print_lines
from shoot_cli.ui.views import chart
from tests.helpers.each import each
from tests.helpers.samples import THE_QUICKEST, quick_ones

QUIZ = Quiz(
    "wound",
    "A mortar, Strength 4, hits a Wraithlord, Toughness 8. What does each hit need to wound?",
    ("4+", "5+", "6+", "nothing wounds it"),
    "nothing wounds it",
    (Reason("Toughness 8 is 4 above Strength 4: no face will do", "X-WND-1"),),
    "X-WND-1",
    "They stand in a wood.",
)
SITTING = Sitting((True, False), " of 10", 10, "7th edition, level 1")
CHART = [("S / T", *map(str, range(1, 11))), *(tuple(str(row * column) for column in range(11)) for row in range(5))]


def shown(lines, width: int) -> str:
    screen = StringIO()
    print_lines(Console(width=width, file=screen, color_system=None), lines)
    text = screen.getvalue()
    assert all(len(line) <= width for line in text.splitlines()), text
    return " ".join(text.split())


@pytest.mark.parametrize("width", [40, 80])
def test_the_question_stands_below_what_is_so_and_the_answers_before_it(width):
    text = shown(question(SITTING, QUIZ, 2, width), width)
    assert text.startswith("3 of 10 ● ○ ► · · · · · · ·")
    assert "They stand in a wood. A mortar, Strength 4, hits a Wraithlord, Toughness 8. What does each hit" in text
    assert ("▲ attacker" in text) == ("level 1" in text) == (width == 80)


def test_saves_are_asked_of_the_defender():
    assert "● defender" in shown(question(SITTING, QUIZ.but(kind="save"), 2, 80), 80)
    assert "you" in shown(question(SITTING, QUIZ.but(kind="order"), 2, 80), 80)


@pytest.mark.parametrize("marks", [0, 9, 60])
def test_of_many_questions_those_around_this_one_are_shown(marks):
    sitting = SITTING.but(marks=(True,) * marks, wanted=200, left=" of 200")
    assert "►" in shown(question(sitting, QUIZ, marks, 40), 40).partition("They")[0]


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize(("said", "word"), [("6+", "NOT QUITE."), ("nothing wounds it", "RIGHT.")])
def test_a_verdict_has_the_answer_the_reason_the_chart_and_the_level(width, said, word):
    sitting = SITTING.but(marks=(True, False, said == QUIZ.right))
    rule = Rule("X-WND-1", "Wounds", "Look it up.", "", "", chart=tuple(CHART))
    drawn = verdict(
        sitting, QUIZ.but(cell=(4, 8)), said, rule, Level(1, 6, 10, 31), "It comes back after 3 others.", width
    )
    text = shown(drawn, width)
    assert f"you: {said} {word} Nothing wounds it. Toughness 8 is 4 above Strength 4: no face will do" in text
    assert "level 1 ■■■■■■" in text
    assert "10 of 31 met" in text
    assert text.endswith("It comes back after 3 others.")
    assert "S / T" in text
    assert " 7 8 9" in text
    assert ("8 right open level 2" in text) == (width == 80)


@each("width, column", product([12, 20, 36, 76, 200], range(11)))
def test_of_a_chart_as_much_is_shown_as_fits_around_the_cell(width, column):
    wide = [max(len(row[place]) for row in CHART) + 2 for place in range(11)]
    shown = columns_around(column, wide, width)
    assert {0, column} <= {*shown}
    assert shown == [0, *range(min(shown[1:], default=1), max(shown[1:], default=0) + 1)]
    assert sum(wide[place] for place in shown) <= max(width, 12)
    assert len(shown) == 11 or sum(wide[place] for place in shown) + 5 > width or not column


@pytest.mark.parametrize(
    ("standing", "words"),
    [
        (Level(1, 6, 9, 31), "6 right, 9 of 31 met; 8 right open level 2"),
        (Level(1, 0, 0, 31), "0 right, 0 of 31 met; 8 right open level 2"),
        (Level(4, 9, 10, 40), "9 right, 10 of 40 met"),
    ],
)
def test_how_far_it_is_to_the_next_level(standing, words):
    assert level_words(standing) == words


@pytest.mark.parametrize("width", [40, 80])
def test_of_a_chart_in_words_the_whole_row_is_told(width):
    rows = (("", "situation", "effect"), ("b", "ran this phase", f"no shooting, unless {'a rule allows it ' * 6}"))
    assert shown([*chart(rows, (1, 2), width)], width).startswith("b: situation ran this phase, effect no shooting")


def plain_words(text: str) -> str:
    """Without the breaks of lines, the signs and the order of a table."""
    return " ".join(text.replace("[", " ").replace("]", " ").replace(",", " ").replace(":", " ").split())


@pytest.mark.slow
@pytest.mark.parametrize("edition", quick_ones(RULESETS, THE_QUICKEST), ids=lambda edition: edition.short)
def test_after_a_wrong_answer_the_rows_that_decide_are_whole_at_40_columns(edition: Edition) -> None:
    """What tells rows apart stands there: all cells but those below numbers, in every card of the edition."""
    source, rules = session.source(edition.name, Random(40)), {rule.id: rule for rule in edition.rulebook()}
    charts = 0
    for drill in edition.drill().DRILLS:
        for quiz in filter(None, (drill.make(source) for _ in range(3))):
            rule = rules[quiz.rule]
            if not rule.chart:
                continue
            wrong = next(option for option in quiz.options if option != quiz.right)
            heads, *rows = rule.chart
            cell = cell_of(rule, quiz)
            due = [rule.chart[cell[0]]] if cell else rows if len(rows) <= MOST_ROWS else []
            for lines in (shown(marked(quiz, wrong, quiz.right, rule, 40), 40), "\n".join(chart_row(rule, quiz))):
                said = plain_words(lines)
                for head, one in ((head, one) for row in due for head, one in zip(heads, row, strict=True)):
                    if not any(map(str.isdigit, head)) or not cell:
                        assert plain_words(one) in said, (drill.card, head, one, said)
                assert "…" not in said
                charts += bool(due)
    assert charts


def test_who_does_not_know_is_told_the_answer() -> None:
    text = shown(marked(QUIZ, UNSURE, QUIZ.right, None, 80), 80)
    assert "THE ANSWER: Nothing wounds it." in text
    assert "QUITE" not in text


def test_what_a_unit_has_and_the_question_are_two_sentences() -> None:
    said = QUIZ.but(situation='Men: 5 pistols 12" [Pistol]', text="Men: it made a Normal move. Who may shoot?")
    shown = " ".join(" ".join(line.plain.split()) for line in marked(said, "nobody at all", "all", None, 80))
    assert "[Pistol]. Men: it made a Normal move. Who may shoot? you:" in shown
