"""Every kind of question reads any JSON that a surface may send, or refuses it in words.

What people type goes through `input/answers.py` first. A page, a script or an edited battle sends JSON to `read` at once.
"""

from __future__ import annotations

import json
import random
from typing import Any, get_args

import pytest

from shoot_cli.engine.questions import (
    Arrange,
    Choose,
    Facts,
    HowMany,
    Need,
    Number,
    Numbers,
    Option,
    Phrases,
    Question,
    Roll,
    Subset,
    Total,
    Watch,
)
from shoot_cli.engine.reasons import BadAnswer

NEED = Need(4)


def phrase(text: str) -> str:
    if text != "hit ones":
        raise BadAnswer(f"{text} is not known")
    return text


DISTANCE = Number("distance", 0, 48, 12, "inches", whole=False, otherwise="in range")
COVER = Choose("cover", (Option("yes"), Option("no")), "no")
KINDS: tuple[Question, ...] = (
    Roll("hit", 3, NEED, (Watch((6,)),), (1,)),
    Roll("save", 3, NEED, once=("save",)),
    Total("charge", 2, again=(2,), once=("charge",), each=1),
    COVER,
    DISTANCE,
    Number("models", 0, 5, whole=True),
    HowMany("firing", (("Marine", 3), ("Sergeant", 1))),
    Arrange("order", (("Boy", 2), ("Nob", 1)), (("hidden", "behind the wall"),)),
    Numbers("far", ("Squad", "Tank"), 0, 48, 12, "tiles", otherwise="unseen", across=max),
    Numbers("hurt", ("Squad", "Tank"), 0, 48, 0, "wounds", most=(3, 4)),
    Subset("hides", ("Squad", "Tank"), ()),
    Phrases("effects", phrase, about=("boltgun", "plasma gun"), example="hit ones"),
    Facts("facts", (DISTANCE, COVER), check=lambda said: None),
)
LEAVES: tuple[Any, ...] = (
    None, True, False, 0, 1, 2, 3, -1, 6, 7, 10**30, -(10**400), 0.5, -0.0, 12.0, 1e308, float("inf"), float("-inf"),
    float("nan"), "", "yes", "Boy", "hidden", "Squad", "hit ones", "hit ones:boltgun", ":", "in range", "\0", "戦士",
)  # fmt: skip
NAMES = ("first", "again", "passed", "watched", "sum", "more", "by", "Squad", "Tank", "distance", "cover", "")


def any_json(chance: random.Random, depth: int = 3) -> Any:
    shape = chance.randrange(4) if depth else 0
    if shape < 2:
        return chance.choice(LEAVES)
    parts = [any_json(chance, depth - 1) for _ in range(chance.randrange(4))]
    return parts if shape == 2 else {chance.choice(NAMES): part for part in parts}


def near_misses() -> list[Any]:
    """Answers that fit in all but one part of them."""
    runs = [[[2, "Boy", mark], [1, "Nob", ""]] for mark in (["hidden"], {}, 1, None)]
    more = [{"passed": 1, "more": [one]} for one in ({}, {"by": "save"}, {"by": [], "first": [6]}, {"passed": 1}, 1)]
    more += [{"first": [1, 2], "more": [one]} for one in ({}, {"by": "charge"}, {"by": "charge", "sum": "x"}, None)]
    return [*runs, *more, {"passed": 1, "more": {}}, {"first": [1, 1, 1], "more": None}, *LEAVES]


def refusal(question: Question, said: Any) -> str | None:
    """Return the words in which an answer is refused, or None if it is read."""
    try:
        question.read(said)
    except BadAnswer as refused:
        return str(refused).strip()
    return None


def test_every_kind_is_tried() -> None:
    assert {*map(type, KINDS)} == {*get_args(Question)}


@pytest.mark.parametrize("question", KINDS, ids=lambda question: f"{type(question).__name__} {question.key}")
def test_any_json_is_read_or_refused_in_words(question: Question) -> None:
    chance = random.Random(f"{question.key}")
    for said in (*near_misses(), *(any_json(chance) for _ in range(400))):
        assert refusal(question, said) != "", said


@pytest.mark.parametrize("number", [float("inf"), float("-inf"), float("nan"), 10**400])
@pytest.mark.parametrize("question", [DISTANCE, KINDS[5], KINDS[8], KINDS[9]], ids=lambda question: question.key)
def test_a_number_without_an_end_is_refused_by_its_bounds(question: Question, number: float) -> None:
    answer = {"Squad": number} if isinstance(question, Numbers) else number
    with pytest.raises(BadAnswer) as refused:
        question.read(answer)
    assert str(refused.value) != ""
    assert json.dumps(str(refused.value))
