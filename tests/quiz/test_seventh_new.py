"""Cards about characters in units, effects, flyers and the traps around them, each against what is typed for it.

A card is drawn often, so that every answer comes up that it can have: a card with one answer teaches nothing.
"""

from __future__ import annotations

from random import Random

import pytest

from shoot_cli.practice.session import source
from shoot_cli.quiz import Quiz
from shoot_cli.rules import edition
from tests.helpers.samples import every_nth
from tests.quiz.expected.seventh_tables import TABLES

EDITION = "40k-7e"
TIMES = 45


def asked(about: str, kind: str) -> list[Quiz]:
    found = edition(EDITION)
    assert found is not None
    (drill,) = (one for one in found.drill().DRILLS if one.card == (about, kind))
    drawn = source(EDITION, Random(f"{about} {kind}"))
    return [quiz for _ in range(TIMES) if (quiz := drill.make(drawn)) is not None]


ONES = ("nothing", "a glancing hit", "a penetrating hit")
AT_FLYERS = ("no, it cannot hit it", "yes, as Snap Shots", "yes, as usual")
BLASTS = ("yes, with Ballistic Skill 1", "yes, as usual", "no, it stays silent")
TURN = "until its owner's next turn"
FALLS = ("it falls, takes an S9 hit and Glides", "nothing, it Swoops on")
AIR = ("it crashes", "Crew Stunned", "Weapon Destroyed", "Crew Shaken", "Immobilised", "Explodes!")
FALLEN = tuple(f"{how}, {cover}" for how in ("it Swoops", "it Glides") for cover in ("with 4+ cover", "without cover"))
TRY = ("he does, and cannot pass it on", "he does, unless he passes it on with 2+")


@pytest.mark.parametrize(
    ("about", "kind", "rights"),
    every_nth(3, [
        pytest.param("7E-IC-1", "eligible", ("a tank", "a Monstrous Creature", "a squad on Bikes"), marks=pytest.mark.rule("7E-IC-1")),
        pytest.param("7E-IC-2", "toughness", ("3", "4", "5"), marks=pytest.mark.rule("7E-IC-2", "7E-WND-2")),
        pytest.param("7E-IC-2", "bookkeeping", ("10", "7", "3"), marks=pytest.mark.rule("7E-IC-2", "7E-END-2")),
        pytest.param("7E-IC-2", "allocate", ("2+", "4+", "it cannot"), marks=pytest.mark.rule("7E-IC-2", "7E-ALC-6")),
        pytest.param("7E-IC-3", "hit", ("3+", "4+", "6+"), marks=pytest.mark.rule("7E-IC-3", "7E-WPN-21")),
        pytest.param("7E-IC-3", "save", ("2+", "3+", "4+", "5+", "6+", "no save"), marks=pytest.mark.rule("7E-IC-3")),
        pytest.param("7E-IC-5", "save", ("3+", "4+", "no save"), marks=pytest.mark.rule("7E-IC-5")),
        pytest.param("7E-IC-5", "allocate", TRY, marks=pytest.mark.rule("7E-IC-5")),
        pytest.param("7E-FLY-4", "hit", ("2+", "3+", "4+", "6+"), marks=pytest.mark.rule("7E-FLY-4", "7E-FLY-5")),
        pytest.param("7E-FLY-2", "shots", ("four", "five", "none"), marks=pytest.mark.rule("7E-FLY-2", "7E-WPN-22")),
        pytest.param("7E-FLY-11", "shots", ("one", "two", "three", "four"), marks=pytest.mark.rule("7E-FLY-11", "7E-FMC-2")),
        pytest.param("7E-FLY-5", "eligible", AT_FLYERS, marks=pytest.mark.rule("7E-FLY-5")),
        pytest.param("7E-FLY-6", "save", ("2+", "3+", "4+", "no save"), marks=pytest.mark.rule("7E-FLY-6")),
        pytest.param("7E-FLY-7", "hit", ("2+", "3+", "4+", "6+"), marks=pytest.mark.rule("7E-FLY-7", "7E-HIT-12")),
        pytest.param("7E-IC-4", "hit", ("2+", "6+"), marks=pytest.mark.rule("7E-IC-4", "7E-EFF-4")),
        pytest.param("7E-EFF-1", "save", ("3+", "4+", "6+", "no save"), marks=pytest.mark.rule("7E-EFF-1", "7E-EFF-3")),
        pytest.param("7E-EFF-2", "bookkeeping", (TURN, "this phase"), marks=pytest.mark.rule("7E-EFF-2")),
        pytest.param("7E-EFF-3", "hit", ("those that show 1", "those that show 1 or 2"), marks=pytest.mark.rule("7E-EFF-3", "7E-HIT-10")),
        pytest.param("7E-EFF-4", "eligible", BLASTS, marks=pytest.mark.rule("7E-EFF-4")),
        pytest.param("7E-EFF-4", "six", ("0", "1", "2"), marks=pytest.mark.rule("7E-EFF-4", "7E-WND-5")),
        pytest.param("7E-EFF-4", "save", ("2+", "4+", "6+", "no save"), marks=pytest.mark.rule("7E-EFF-4")),
        pytest.param("7E-EFF-5", "hit", ("2+", "4+", "5+", "6+"), marks=pytest.mark.rule("7E-EFF-5", "7E-HIT-12")),
        pytest.param("7E-EFF-6", "shots", (), marks=pytest.mark.rule("7E-EFF-6")),
        pytest.param("7E-EFF-7", "eligible", ("Take Aim! (Precision Shots)",), marks=pytest.mark.rule("7E-EFF-7")),
        pytest.param("7E-FMC-4", "six", FALLS, marks=pytest.mark.rule("7E-FMC-4")),
        pytest.param("7E-FLY-9", "six", AIR, marks=pytest.mark.rule("7E-FLY-9", "7E-FLY-10")),
        pytest.param("7E-FLY-10", "save", ("2+", "3+", "5+", "no save"), marks=pytest.mark.rule("7E-FLY-10")),
        pytest.param("7E-FMC-4", "save", ("4+", "5+", "no save"), marks=pytest.mark.rule("7E-FMC-4")),
        pytest.param("7E-FMC-4", "bookkeeping", ("0", "1"), marks=pytest.mark.rule("7E-FMC-4", "7E-END-7")),
        pytest.param("7E-FMC-5", "bookkeeping", FALLEN, marks=pytest.mark.rule("7E-FMC-5")),
        pytest.param("7E-FLY-3", "eligible", ("a Zooming Flyer", "a Skimmer"), marks=pytest.mark.rule("7E-FLY-3")),
        pytest.param("7E-VEH-16", "six", ("0", "1", "2"), marks=pytest.mark.rule("7E-VEH-16")),
        pytest.param("7E-VEH-15", "six", ONES, marks=pytest.mark.rule("7E-VEH-15")),
        pytest.param(
            "7E-WPN-24", "eligible", ("yes, as usual", "no, it is too far away"), marks=pytest.mark.rule("7E-WPN-24")
        ),
    ]),
)  # fmt: skip
def test_a_card_says_what_the_rules_say(about: str, kind: str, rights: tuple[str, ...]) -> None:
    quizzes = asked(about, kind)
    assert len(quizzes) == TIMES
    for quiz in quizzes:
        assert str(TABLES[about, kind](dict(quiz.facts), quiz)) == quiz.right, quiz
    assert {*rights} <= {quiz.right for quiz in quizzes}


@pytest.mark.rule("7E-SAV-8")
def test_the_save_that_is_chosen_is_not_called_worse() -> None:
    chosen = [quiz for quiz in asked("7E-SAV-8", "save") if "the lowest number" in quiz.because[0].text]
    assert chosen
    for quiz in chosen:
        assert f"{quiz.right.partition(',')[0]} {quiz.right.rpartition(' ')[2]} is worse" not in quiz.because[0].text
