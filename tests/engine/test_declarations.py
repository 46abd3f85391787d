"""Steps before any dice: the odds know from an earlier call what they come to, and ask all the same."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.engine.questions import Choose, Need, Number, Option
from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.engine.record import Record
from shoot_cli.engine.table import Table
from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.odds import forget, odds
from tests.helpers.each import each

YES_NO = (Option("no"), Option("yes"))
NEAR, STILL = Choose("near", YES_NO, "no"), Number("distance", 0, 24, 12)
RUNS: list[str] = []


class Shooter(Record):
    skill: int = 4
    dice: int = 2
    hits: int = 0


def measure(s: Shooter, table: Table) -> Shooter:
    RUNS.append("measure")
    told = table.facts("facts", (NEAR, STILL))
    better = told["near"] == "yes" or told["distance"] < 6
    return s.but(skill=s.skill - better)


def aim(s: Shooter, table: Table) -> Shooter:
    RUNS.append("aim")
    lucky = table.setting("luck") == "good"
    only = table.choose("only", (Option("this"),))
    dice = table.drawn_number("dice", 1, 3, default=2)
    more = table.default_unless_given(Number("more", 0, 9, 0), 0)
    return s.but(skill=s.skill - lucky, dice=dice + more * (only == "this"))


def shoot(s: Shooter, table: Table) -> Shooter:
    return s.but(hits=table.roll("hits", s.dice, Need(s.skill)).passed)


ATTACK = (measure, aim, shoot)


class Counting(Preset):
    """:ivar heard: keys of what was asked, in order"""

    def __init__(self, **said: Any) -> None:
        super().__init__(said, raise_missing)
        self.heard: list[str] = []

    def __call__(self, question: Any, place: int) -> Any:
        self.heard.append(question.key)
        return super().__call__(question, place)


def average(answers: Preset, luck: str = "bad", **how: Any) -> Fraction:
    ends = odds(ATTACK, Shooter(), answers, settings={"luck": luck}, exact=True, **how)
    return sum((hits * p for hits, p in ends.measure(lambda s: s.hits).items()), Fraction(0))


SAID: tuple[tuple[dict[str, Any], Fraction], ...] = (
    ({}, Fraction(1)),
    ({"near": "yes"}, Fraction(4, 3)),
    ({"distance": 3, "dice": 1}, Fraction(2, 3)),
    ({"dice": 3}, Fraction(3, 2)),
    ({"dice": "3: 0.5, 1: 0.5"}, Fraction(1)),
    ({"near": "yes", "dice": "3: 0.5, 2: 0.5"}, Fraction(5, 3)),
)


@pytest.mark.parametrize("first", range(len(SAID)))
def test_every_call_has_its_own_answers(first: int) -> None:
    forget()
    for said, want in (SAID[first], *SAID, *SAID):
        assert average(Preset(said, raise_missing)) == average(Preset(said, raise_missing), brute_force=True) == want


def test_every_call_has_its_own_settings() -> None:
    for luck, want in (("bad", 1), ("good", Fraction(4, 3)), ("bad", 1), ("good", Fraction(4, 3))):
        assert average(Preset({}, raise_missing), luck) == want


@each("said", [said for said, _ in SAID])
def test_every_question_is_asked_once_in_each_call(said: dict[str, Any]) -> None:
    forget()
    for before in ({}, said, said, {"near": "yes", "dice": 1}, said):
        answers = Counting(**before)
        average(answers)
        assert answers.heard == ["facts", "dice"]
        assert answers.assumed.keys() == {"near", "distance", "dice"} - before.keys()


def test_what_was_asked_is_told_of_in_each_call() -> None:
    forget()
    asked = [odds(ATTACK, Shooter(), Preset({}, raise_missing), settings={"luck": "bad"}).asked for _ in range(3)]
    assert asked[0] == asked[1] == asked[2]
    assert [*asked[0]] == ["facts", "dice", "more"]


def test_a_wrong_answer_is_refused_after_right_ones() -> None:
    average(Preset({}, raise_missing))
    for wrong in ({"dice": 7}, {"distance": 99}, {"only": "that"}):
        with pytest.raises(BadAnswer):
            average(Preset(wrong, raise_missing))
    assert average(Preset({}, raise_missing)) == 1


def test_a_step_that_is_told_the_same_does_not_run_again() -> None:
    forget()
    RUNS.clear()
    for said in ({}, {}, {"near": "yes"}, {}, {"dice": 3}, {}):
        average(Preset(said, raise_missing))
    assert RUNS == [
        "measure",
        "aim",
        "measure",
        "aim",
        "measure",
        "aim",
        "aim",
    ]  # where it stands the same, nothing is aimed anew
