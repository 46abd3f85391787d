"""Questions about several named things in ``--questions``, and answers to them that nobody asked for."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest

from shoot_cli.analysis.unused_answers import check_unused
from shoot_cli.cli.units import show_questions
from shoot_cli.engine.questions import Facts, Numbers, Subset
from shoot_cli.engine.reasons import InputError, Reason
from shoot_cli.engine.record import Record
from shoot_cli.engine.table import Table
from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.input.answers import Task
from tests.helpers.each import each

UNITS = ("Grenadiers 1", "Grenadiers 2", "Howitzer")
FAR = Numbers("distance", UNITS, 0, 48, 12, "tiles", text="How far is each?", otherwise="unseen", across=max)
HIDDEN = Subset("hidden", UNITS, (), text="Who hides?", closed=(("Howitzer", (Reason("too large", "X-HID-1"),)),))
FIRING = Subset("firing", UNITS, UNITS[:2], text="Who fires?", exactly=2)
FACTS = Facts("facts", (FAR.but(key="cover", default="unseen", across=None), FIRING), default={})


class Seen(Record):
    said: tuple[Any, ...]


def look(start: Any, table: Table) -> Seen:
    return Seen((table.numbers(FAR), table.several(HIDDEN), *table.ask(FACTS).values()))


def task(**answers: Any) -> Task:
    ruleset: Any = SimpleNamespace(
        name="toy",
        attack=(look,),
        begin_attack=lambda attacker, target: "start",
        attacked_target=lambda record: record,
        next_attack=lambda attacker, target, remains: "start",
        why_cannot_meet=lambda attacker, target: (),
        defaults=dict,
        settings=(),
        contradictions=(),
        possible_questions_of=lambda attacker, target: (),
        possible_questions=(Numbers("range", UNITS, 0, 9, 1), Numbers("depth", (), 0, 9, 1)),
    )
    return Task(ruleset, SimpleNamespace(models=()), None, {k.replace("__", ":"): v for k, v in answers.items()}, {})


def test_the_list_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    show_questions([task()], json=True, plain=False)
    rows = {row["key"]: row for row in json.loads(capsys.readouterr().out)["questions"]}
    each = "Grenadiers 1, Grenadiers 2, Howitzer"
    assert {key: (row["default"], row["values"]) for key, row in rows.items()} == {
        "distance": ("12", f"0 to 48 tiles, or unseen, or an offset as in 5x3: for each of {each}"),
        "hidden": ("none", "some, all or none of Grenadiers 1, Grenadiers 2"),
        "cover": ("unseen", f"0 to 48 tiles, or unseen: for each of {each}"),
        "firing": ("Grenadiers 1, Grenadiers 2", f"2 of {each}"),
    }
    assert all(row["names"] == list(UNITS) for row in rows.values())


def test_the_list_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    show_questions([task()], json=False, plain=True)
    shown = capsys.readouterr().out
    assert "distance = 12\n  How far is each?: 0 to 48 tiles, or unseen" in shown
    assert "hidden = none\n" in shown


def left_over(asked: tuple[Any, ...], **answers: Any) -> dict[str, Any]:
    here = task(**answers)
    given = Preset(here.answers, raise_missing)
    for question in asked:
        given(question, 0)
    return check_unused(here, given, {question.key: question for question in asked})


ASKED = (FAR, HIDDEN, FACTS)


def test_answers_that_were_used_are_not_left_over() -> None:
    said = {
        "distance": 3,
        "distance__gren": 4,
        "cover__Howitzer": 5,
        "firing": "howitzer, grenadiers 1",
        "hidden": "all",
    }
    assert left_over(ASKED, **said) == {}
    assert left_over(ASKED, distance={"grenadiers": 3, "howitzer": "unseen"}) == {}


def test_answers_that_made_no_difference_are_named() -> None:
    assert left_over(ASKED, range=3, depth=4) == {"range": 3, "depth": 4}
    assert left_over(ASKED, range__howitzer=3) == {"range:howitzer": 3}
    assert left_over(ASKED, range={"howitzer": 3}) == {"range:howitzer": 3}


@each(
    ("key", "value", "words"),
    [
        (
            "distance__Hauwitzer",
            3,
            "distance:Hauwitzer: no “Hauwitzer” here, only Grenadiers 1, Grenadiers 2, Howitzer",
        ),
        ("cover__Mortar", 3, "cover:Mortar: no “Mortar” here, only Grenadiers 1, Grenadiers 2, Howitzer"),
        ("hidden__Howitzer", "yes", "hidden:Howitzer is not asked in this attack"),
        ("depth__Howitzer", 3, "depth:Howitzer is not asked in this attack"),
        ("range__Howitzer", 10, "range:Howitzer: 0 to 9, not 10"),
        ("range", "Mortar 3", "range: no “Mortar” here"),
    ],
)
def test_answers_that_nobody_asked_for_are_refused(key: str, value: Any, words: str) -> None:
    with pytest.raises(InputError) as wrong:
        left_over(ASKED, **{key: value})
    assert words in str(wrong.value)


@pytest.mark.rule("EVE-75", "10E-EFF-12")
@pytest.mark.parametrize("edition", ["10e", "11e"])
def test_the_distance_says_what_is_near_unless_one_shot_says_otherwise(shoot, edition):
    call = ["odds", "-r", edition, '1x A1 BS3+ S4 AP0 D1 24" [+1 to hit if target within 12"]', "1x T4 W1", "--json"]
    far = ["--set", "distance=20"]
    row = {row["key"]: row for row in shoot(*call, *far, "--questions").json["questions"]}['if within 12"']
    assert (row["default"], row["computed"]) == ("no", True)
    other = shoot(*call, *far, "--set", 'if target not more than 12" away=yes')
    assert other.json["expected"]["hits"] == pytest.approx(5 / 6)
    assert other.json["overruled"] == {'if within 12"': {"computed": "no", "said": "yes"}}
    same = shoot(*call, "--set", "distance=9", "--set", 'if within 12"=yes').json
    assert (same.get("overruled", {}), same["expected"]["hits"]) == ({}, pytest.approx(5 / 6))
    nobody = shoot(*call, "--set", 'if within 12"=yes')  # without a distance nothing is known, so nothing is overruled
    assert (nobody.json.get("overruled"), nobody.json["expected"]["hits"]) == (None, pytest.approx(5 / 6))
    less = shoot(*call, "--set", "distance=9", "--set", 'if within 12"=no').json
    assert less["expected"]["hits"] == pytest.approx(2 / 3)
