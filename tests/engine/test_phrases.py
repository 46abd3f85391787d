"""Phrases that a ruleset reads: typed, said beforehand, narrowed to one of several things, refused in words."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli.engine.questions import Phrases
from shoot_cli.engine.reasons import BadAnswer
from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.input.answers import parse, say
from tests.helpers.each import each

NAMES = ("Prescience", "First Rank, Fire! Second Rank, Fire!", "Guide")
GUNS = ("boltgun", "storm bolter", "pulse rifle", "pulse carbine", "Sergeant")


def spelt(said: str) -> str:
    for name in (*NAMES, "bs +1", "hit ones"):
        if name.casefold().rstrip("!") == said.casefold().rstrip("!"):
            return name
    raise BadAnswer(f"no effect {said}")


TOLD = Phrases("effects", spelt, NAMES, GUNS, example="Prescience, bs +1")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("prescience", ("Prescience",)),
        ("Prescience, BS +1", ("Prescience", "bs +1")),
        ("Prescience; bs +1; bs +1", ("Prescience", "bs +1", "bs +1")),
        ("first rank, fire! second rank, fire!, guide", ("First Rank, Fire! Second Rank, Fire!", "Guide")),
        ("hit ones:boltgun", ("hit ones:boltgun",)),
        ("hit ones: Boltgun, bs +1", ("hit ones:boltgun", "bs +1")),
        ("boltgun: hit ones", ("hit ones:boltgun",)),
        ("hit ones:pulse", ("hit ones:pulse",)),
        ("bs +1:sergeant", ("bs +1:Sergeant",)),
        ('["First Rank, Fire! Second Rank, Fire!", "bs +1"]', ("First Rank, Fire! Second Rank, Fire!", "bs +1")),
        ("none", ()),
    ],
)
def test_as_people_type_them(text: str, value: tuple[str, ...]) -> None:
    assert TOLD.read(parse(TOLD, text)) == value
    assert TOLD.read(parse(TOLD, say(TOLD, list(value)))) == value


@each("text", ["Presience", "hit ones:lasgun", ",", "hit ones:", "bs +1:boltgun:boltgun"])
def test_what_nobody_knows_is_refused(text: str) -> None:
    with pytest.raises(BadAnswer):
        parse(TOLD, text)


@each("answer", ["Prescience", None, 3, [3], {"boltgun": "hit ones"}])
def test_what_is_no_list_of_phrases(answer: Any) -> None:
    with pytest.raises(BadAnswer):
        TOLD.read(answer)


@each(
    ("answers", "value"),
    [
        ({}, ()),
        ({"effects": "Prescience"}, ("Prescience",)),
        ({"effects": ["First Rank, Fire! Second Rank, Fire!", "bs +1"]}, ("First Rank, Fire! Second Rank, Fire!", "bs +1")),
        ({"effects:boltgun": "hit ones, bs +1"}, ("hit ones:boltgun", "bs +1:boltgun")),
        ({"effects": {"boltgun": "hit ones"}}, ("hit ones:boltgun",)),
        ({"effects": "Guide", "effects:pulse": "hit ones"}, ("Guide", "hit ones:pulse")),
    ],
)  # fmt: skip
def test_said_beforehand(answers: dict[str, Any], value: tuple[str, ...]) -> None:
    given = Preset(answers, raise_missing)
    assert given.default_unless_given(TOLD, ()) == value
    assert not given.unused()


def test_narrowed_to_what_is_not_there() -> None:
    with pytest.raises(BadAnswer, match=r"effects: no “lasgun” here, only boltgun"):
        Preset({"effects:lasgun": "hit ones"}, raise_missing).default_unless_given(TOLD, ())


def test_nothing_told_is_assumed() -> None:
    given = Preset({}, raise_missing)
    assert given(TOLD, 0) == ()
    assert given.assumed == {"effects": "none"}
