"""What a phone sends is read as what is typed: it is an answer, or refused in words; nothing else is ever kept."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from shoot_cli.engine.questions import Facts, Phrases, Question, Roll, Total
from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.input.dice import RollAgain
from shoot_cli.phone.hub import read_json
from shoot_cli.play.with_phones import safe
from tests.asked.test_prompt import QUESTIONS, each_kind, every
from tests.asked.walks import met
from tests.phone.guest import filled, throw

VALUES: list[Any] = [
    None, True, False, 0, 1, -1, 7, 10**30, 1.5, -0.0, float("1e308"), float("inf"), float("nan"), "", "0", "boyz", "no", "yes", "none",
    "\x00", "\ud800", "x" * 600, [], [1], [8, 1], [[]], [1, 2, 3], ["boyz"], ["hit ones"], [[2, "Boy", ""], [1, "Nob", ""]], [[1, "Boy", 5]],
    {}, {"first": [1, 2, 3]}, {"first": [1, 2, 3], "again": [6]}, {"first": None}, {"passed": 1}, {"passed": True, "watched": [0]},
    {"passed": 1, "watched": "x"}, {"sum": 7}, {"sum": 7.5}, {"typed": "6 6 1"}, {"typed": 5}, {"typed": "x" * 600}, {"throw": True},
    {"throw": False}, {"cover": "yes"}, {"cover": ["yes"]}, {"Squad": 5, "Tank": [5, 3]}, {"Squad": {}}, {"unasked": 1}, {"more": [1]},
]  # fmt: skip


def some_json(chance: Random, deep: int = 0) -> Any:
    kind = chance.randrange(8 if deep < 3 else 6)
    if kind < 5:
        return chance.choice(VALUES)
    if kind == 5:
        return chance.randint(-5, 60)
    if kind == 6:
        return [some_json(chance, deep + 1) for _ in range(chance.randrange(4))]
    keys = [
        "first",
        "again",
        "passed",
        "watched",
        "sum",
        "typed",
        "throw",
        "cover",
        "firing",
        "half",
        "Squad",
        "Tank",
        "x",
    ]
    return {chance.choice(keys): some_json(chance, deep + 1) for _ in range(chance.randrange(4))}


@each_kind
@pytest.mark.rule("PH-3", "PH-13")
def test_any_json_is_an_answer_or_is_refused_in_words(question: Question) -> None:
    chance, taken, refused = Random(question.key), 0, set()
    for value in (*VALUES, *(some_json(chance) for _ in range(400))):
        try:
            answer, throws = read_json(question, value, {})
        except BadAnswer as wrong:
            refused.add(str(wrong))
            continue
        taken += 1
        if throws:
            assert isinstance(question, (Roll, Total))
            continue
        question.read(answer)
        assert question.read(json.loads(json.dumps(answer))) == question.read(answer)
        assert "x" * 100 not in json.dumps(answer) or isinstance(question, Phrases)
    assert taken > 0
    assert all(refused)


@pytest.mark.rule("PH-13")
def test_what_is_kept_is_spelled_as_the_question_spells_it() -> None:
    by_key = {question.key: question for question in QUESTIONS}
    assert read_json(by_key["target"], "  BOYZ ", {}) == ("boyz", False)
    assert read_json(by_key["hides"], ["squad"], {}) == (["Squad"], False)
    assert read_json(by_key["far"], {"TANK": 5}, {}) == ({"Tank": 5}, False)
    assert read_json(by_key["order"], [[1, "NOB", ""], [2, "boy", "hidden"]], {})[0] == [
        [1, "Nob", ""],
        [2, "Boy", "hidden"],
    ]
    assert read_json(by_key["facts"], {"cover": {"typed": "Yes"}, "half": 0}, {}) == ({"cover": "yes"}, False)
    for question in by_key.values():
        with pytest.raises(BadAnswer, match="no answer to this question"):
            read_json(question, None, {})
    with pytest.raises(BadAnswer, match="not asked here"):
        read_json(by_key["facts"], {"unasked": "no"}, {})
    with pytest.raises(BadAnswer):  # rights to a single re-roll are given at the laptop
        read_json(by_key["hit"], {"first": [1, 2, 3], "again": [4], "more": [[0, 6]]}, {})


@every
@pytest.mark.rule("PH-11")
def test_whatever_a_form_offers_is_taken(edition: Any) -> None:
    chance, kinds = Random(3), set()
    for one in met(edition):
        raw: dict[str, str] = {}
        sent = json.loads(json.dumps(safe(one.asked.json(), raw)))
        for _ in range(3):
            said = filled(sent["form"], sent["options"], sent["default"], chance)
            question = one.asked.question
            try:
                answer, throws = read_json(question, said, raw)
            except RollAgain as again:
                more = {"typed": f"{again.typed} > {throw(again.dice, sent['form'], chance)}"}
                answer, throws = read_json(question, more, raw)
            except BadAnswer:
                if isinstance(question, Facts) and question.check:  # facts that contradict each other are refused
                    continue
                raise
            assert throws or question.read(answer) is not None or sent["form"]["kind"] == "number"
        kinds.add(sent["form"]["kind"])
    assert len(kinds) >= 3


@every
@pytest.mark.rule("PH-15")
def test_no_state_holds_a_chance(edition: Any) -> None:
    for one in met(edition):
        sent = json.dumps(one.asked.json())
        assert "%" not in sent
        assert not any(f'"{word}"' in sent for word in ("odds", "luck", "chance", "expected"))
