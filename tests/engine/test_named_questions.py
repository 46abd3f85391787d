"""A number for each of several things, and some of several things: what rules read of them, and answers given beforehand."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli.engine.questions import Choose, Facts, Number, Numbers, Question, Subset, in_a_sentence
from shoot_cli.engine.reasons import BadAnswer, Reason
from shoot_cli.engine.record import Record
from shoot_cli.engine.table import Entry, Table
from shoot_cli.input.answerers import Missing, Preset, PresetTable, raise_missing
from shoot_cli.odds import odds
from shoot_cli.replay.history import Response
from shoot_cli.replay.journal import entry_json, replayed
from tests.helpers.each import each

UNITS = ("Grenadiers 1", "Grenadiers 2", "Main Tank 1", "Main Tank 2", "Howitzer")


def away(along: int, across: int) -> float:
    return max(along, across) + min(along, across) / 2


FAR = Numbers("distance", UNITS, 0, 48, 12, "tiles", otherwise="none", across=away)
HIDDEN = Subset("hidden", UNITS, (), closed=(("Howitzer", (Reason("too large", "X-HID-1"),)),))


@each(
    ("answer", "value"),
    [
        (3, (3, 3, 3, 3, 3)),
        ("none", (None,) * 5),
        ([5, 3], (6.5,) * 5),
        ({}, (12,) * 5),
        ({"howitzer": [4, 2], "Main Tank 1": "none"}, (12, 12, None, 12, 5)),
    ],
)
def test_a_number_for_each(answer: Any, value: tuple[float | None, ...]) -> None:
    assert FAR.read(answer) == value


@each("answer", ["3", None, True, [3], [3, 4, 5], [-1, 2], [1.5, 2], {"Howitzer": "far"}, {3: 4}])
def test_what_is_no_number_for_each(answer: Any) -> None:
    with pytest.raises(BadAnswer):
        FAR.read(answer)


def test_without_a_default_nobody_may_be_left_out() -> None:
    bare = FAR.but(default=None)
    with pytest.raises(BadAnswer, match=r"nothing is said of Grenadiers 1, Grenadiers 2, Main Tank 1, Main Tank 2$"):
        bare.read({"Howitzer": 3})
    assert bare.read(dict.fromkeys(UNITS, 3)) == (3,) * 5


UNDER = Numbers("under", UNITS, 0, 10, 0, "models", most=(10, 8, 1, 1, 1), by_name=True)


def test_each_has_its_own_most() -> None:
    assert UNDER.read({"Grenadiers 1": 10, "Grenadiers 2": 8}) == (10, 8, 0, 0, 0)
    for answer in ({"Grenadiers 2": 9}, 2):
        with pytest.raises(BadAnswer, match=r"^(Grenadiers 2: 0 to 8|Main Tank 1: 0 to 1) models?, not"):
            UNDER.read(answer)


def test_some_of_them_are_read_as_places() -> None:
    assert HIDDEN.read(["main tank 2", "Grenadiers 1", "Grenadiers 1"]) == (0, 3)
    assert HIDDEN.read(()) == ()
    wrong: Any
    for wrong in ("Grenadiers 1", ["Howitzer"], ["Mortar"], [1], {}, None):
        with pytest.raises(BadAnswer):
            HIDDEN.read(wrong)


# At the table --------------------------------------------------------------------------------------------------------


def test_what_has_one_answer_is_not_asked() -> None:
    table = Table(raise_missing)
    assert table.numbers(FAR.but(names=())) == ()
    assert table.numbers(FAR.but(low=3, high=3, otherwise="")) == (3,) * 5
    assert table.several(HIDDEN.but(names=("Howitzer",))) == ()
    assert table.several(HIDDEN.but(exactly=4)) == (0, 1, 2, 3)
    assert table.several(HIDDEN.but(exactly=0)) == ()
    assert table.several(HIDDEN.but(names=("Howitzer", "Mortar"), at_least=2)) == (1,)
    assert table.log == []
    with pytest.raises(Missing):
        table.several(HIDDEN.but(default=None, exactly=3))


def test_what_was_given_must_be_the_one_answer() -> None:
    two = HIDDEN.but(names=UNITS[:2], exactly=2)
    assert PresetTable(Preset({"hidden": "grenadiers"}, raise_missing)).several(two) == (0, 1)
    with pytest.raises(BadAnswer, match="hidden: only all is possible here"):
        PresetTable(Preset({"hidden": "Grenadiers 1"}, raise_missing)).several(two)
    with pytest.raises(BadAnswer, match="3 to 3 tiles, not 4"):
        PresetTable(Preset({"distance:Howitzer": 4}, raise_missing)).numbers(FAR.but(low=3, high=3, otherwise=""))


def test_answers_in_a_log_fit_or_are_refused() -> None:
    answer = {"Howitzer": [5, 3]}
    assert replayed(Response("distance", answer, "app"), FAR, 0) == answer
    entry = Entry("Look", FAR, answer, FAR.read(answer))
    assert entry_json(entry, ("A", "B"))["answer"] == "12, Howitzer: 5x3"
    entry = Entry("Look", Facts("facts", (FAR, HIDDEN)), {"hidden": ["Main Tank 1"]})
    assert entry_json(entry, ("A", "B"))["answer"] == {"distance": "12", "hidden": "Main Tank 1"}


def test_facts_read_the_defaults_of_everybody() -> None:
    facts = Facts("facts", (FAR, HIDDEN.but(default=("Main Tank 1",))), default={})
    assert facts.read({}) == {"distance": (12,) * 5, "hidden": (2,)}
    assert facts.read({"hidden": []}) == {"distance": (12,) * 5, "hidden": ()}


class Seen(Record):
    far: tuple[float | None, ...]
    hidden: tuple[int, ...]


def test_odds_ask_as_the_table_does() -> None:
    def look(start: Any, table: Table) -> Seen:
        return Seen(table.numbers(FAR), table.several(HIDDEN))

    given = Preset({"distance:main tank": 7, "hidden": "grenadiers"}, raise_missing)
    ends = odds((look,), "start", given, settings={})
    assert [*ends.records] == [(Seen((12, 12, 7, 7, 12), (0, 1)), 1)]
    assert [question.key for question, _ in ends.asked.values()] == ["distance", "hidden"]
    assert given.unused() == []


# Given beforehand ----------------------------------------------------------------------------------------------------


@each(
    ("question", "said", "value"),
    [
        (FAR, {"distance": 3}, (3,) * 5),
        (FAR, {"distance": "3, howitzer 5x3"}, (3, 3, 3, 3, 6.5)),
        (FAR, {"distance": [5, 3]}, (6.5,) * 5),  # an offset, not one answer after the other
        (FAR, {"distance": {"Howitzer": 3, "Main Tank": "none", "main tank 2": [5, 3]}}, (12, 12, None, 6.5, 3)),
        (FAR, {"distance": 3, "distance:howitzer": "5x3"}, (3, 3, 3, 3, 6.5)),
        (FAR, {"distance": "4, main tank 5", "distance:grenadiers": 6}, (6, 6, 5, 5, 4)),
        (FAR.but(default=None), {"distance": "none", "distance:Howitzer": "4"}, (None, None, None, None, 4)),
        (FAR.but(key="distance:gun"), {"distance": 3, "distance:gun:Howitzer": 4}, (3, 3, 3, 3, 4)),
        (FAR.but(key="distance:gun"), {"distance:gun": 3, "distance:Howitzer": 4}, (3, 3, 3, 3, 4)),
        (HIDDEN, {"hidden": "main tank"}, (2, 3)),
        (HIDDEN, {"hidden": ["main tank", "Grenadiers 1"]}, (0, 2, 3)),
        (HIDDEN, {"hidden": []}, ()),
        (HIDDEN, {"hidden": False}, ()),
    ],
)
def test_given_answers(question: Question, said: dict[str, Any], value: Any) -> None:
    given = Preset(said, raise_missing)
    assert question.read(given(question, 0)) == value
    assert given.unused() == []


def test_given_facts() -> None:
    facts = Facts("facts:gun", (FAR, HIDDEN), nth=1)
    given = Preset(
        {"distance": ["3", "4"], "distance:Howitzer": ["5", "none"], "hidden": [["Main Tank 1"], []]}, raise_missing
    )
    assert facts.read(given(facts, 0)) == {"distance": (4, 4, 4, 4, None), "hidden": ()}
    assert given.unused() == []
    given = Preset({"distance:gun": 3, "distance:gun:Howitzer": 6, "distance:main tank 1": 7}, raise_missing)
    assert facts.read(given(facts, 0)) == {"distance": (3, 3, 7, 3, 6), "hidden": ()}
    assert (given.unused(), given.assumed) == ([], {"hidden": "none"})


def test_what_is_assumed_for_the_others() -> None:
    given = Preset({"distance:Howitzer": 3}, raise_missing)
    given(FAR, 0)
    assert given.assumed == {"distance": "12"}


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"distance:Howitzer": 60}, "distance:Howitzer: 0 to 48 tiles, not 60"),
        ({"distance:Howitzer": "howitzer 3"}, "distance:Howitzer: one number is wanted"),
        ({"distance:tank 1": 3, "distance:Main Tank 1": 4}, "distance: Main Tank 1 is said twice"),
        ({"distance": "Mortar 3"}, "distance: no “Mortar” here"),
    ],
)
def test_what_is_given_and_does_not_fit(said: dict[str, Any], words: str) -> None:
    with pytest.raises(BadAnswer, match=words):
        Preset(said, raise_missing)(FAR, 0)


def test_a_name_that_is_not_there_is_left_over() -> None:
    given = Preset({"distance:Mortar": 3}, raise_missing)
    assert given(FAR, 0) == 12
    assert given.unused() == ["distance:Mortar"]
    assert Preset({"distance:gun": 3}, raise_missing)(Number("distance:gun", 0, 48, 12), 0) == 3


@each(
    ("text", "words"),
    [("Look Out, Sir is tried?", "Look Out, Sir is tried"), ("Night Fighting: all have Stealth", "Night Fighting"),
     ("Target in cover", "target in cover"), ("Cover of Boyz", "cover of Boyz"), ("", "")],
)  # fmt: skip
def test_behind_other_words_a_fact_is_no_name(text: str, words: str) -> None:
    assert in_a_sentence(Choose("x", (), text=text)) == words
