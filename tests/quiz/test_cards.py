"""Cards are files that people write: every one is read whole, and what is wrong with one is said in a sentence."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from shoot_cli.practice.session import source
from shoot_cli.quiz.card_questions import maker
from shoot_cli.quiz.cards import KEYS, Card, CardError, DrillModules, SharedCards, read, read_card
from shoot_cli.rules import RULESETS, Edition
from tests.helpers.each import each
from tests.quiz.card_checks import check

ROOMS = [(edition, edition.drill().ROOM) for edition in RULESETS]
A_CARD = {"kind": "hit", "rule": "X-1", "draw": {"skill": [3]}, "answer": "to hit", "text": "BS{skill}+?", "why": "."}
A_ROOM = DrillModules("", (), (), having=lambda name: bool, known=lambda: ("Heavy",))


@pytest.mark.parametrize(("edition", "room"), ROOMS, ids=lambda one: getattr(one, "short", ""))
def test_every_card_is_understood(edition: Edition, room: DrillModules) -> None:
    assert all(read(*room.page(file)) for file in room.own_files)
    cards = [room.card(file, place) for file in room.files for place in range(len(room.glance(file)))]
    for card in cards:
        check(card, room.named, room.fit, edition.ruleset().defaults(), room.given)


@pytest.mark.parametrize(("edition", "room"), ROOMS, ids=lambda one: getattr(one, "short", ""))
def test_a_glance_sees_what_the_cards_are(edition: Edition, room: DrillModules) -> None:
    for file in room.files:
        seen = [(known["kind"], known["rule"], int(known.get("common", 1))) for known in room.glance(file)]
        cards = [room.card(file, place) for place in range(len(seen))]
        assert seen == [(one.parts["kind"], one.parts["rule"], one.parts.get("common", 1)) for one in cards], file
        package, name, lent = room.page(file)
        whole = read(package, name, lent)
        assert [read_card(package, name, place, lent) for place in range(len(whole))] == whole


def test_every_key_is_explained() -> None:
    page = (Path(__file__).parents[2] / "docs" / "cards.md").read_text(encoding="utf-8")
    keys = page[page.index("## What a card may say") : page.index("## Draws")]
    assert [key for key in KEYS if f"`{key}`" not in keys] == []


@pytest.mark.parametrize(("edition", "room"), ROOMS, ids=lambda one: getattr(one, "short", ""))
def test_no_two_functions_of_a_room_have_one_name(edition: Edition, room: DrillModules) -> None:
    found = Counter(
        name
        for module in room.opened
        for name, one in vars(module).items()
        if callable(one) and getattr(one, "__module__", "") == module.__name__
    )
    assert [name for name, n in found.items() if n > 1] == []


def test_a_slip_is_told_with_its_line_in_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    card = '[[card]]\nkind = "hit"\nrule = "X-1"\n'
    (tmp_path / "slips").mkdir()
    (tmp_path / "slips" / "__init__.py").touch()
    (tmp_path / "slips" / "hit.toml").write_text(card * 3 + "most = = 3\n" + card, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(CardError, match=r"hit.toml: .*at line 10, "):
        read_card("slips", "hit.toml", 2)


def test_a_card_takes_one_of_others_and_says_what_is_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lent = '[words]\nend = "?"\n[like.x]\nkind = "hit"\n[[card]]\nlike = "x"\nrule = "X-1"\ncommon = 2\ntext = "A{end}"'
    own = '[[card]]\nshared = "X-1"\ntext = "B{end}"\n[[card]]\nlike = "x"\nrule = "1E-Y"\n[[card]]\nshared = "X-2"\n'
    for package, text in (("their_cards", lent), ("our_cards", own)):
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").touch()
        (tmp_path / package / "hit.toml").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    room = DrillModules(
        "our_cards", ("hit",), (), shared=SharedCards("their_cards", ("hit",), (), lambda rule: f"1E-{rule}", {})
    )
    found = room.card("hit", 0)
    assert (found.parts["rule"], found.parts["kind"], found.parts["text"], found.words) == (
        "1E-X-1", "hit", "B{end}", {"end": "?"},
    )  # fmt: skip
    assert room.card("hit", 1).parts["kind"] == "hit"
    with pytest.raises(CardError, match=r"^hit.toml, .*: shared: there is no card of X-2"):
        room.glance("hit")


def test_an_unknown_value_is_told_when_a_question_is_made() -> None:
    """Of a function that gives several nobody knows before what they are called."""
    room = DrillModules("", (), ())
    room.named = {"given": lambda: {"answer": 3, "skill": 4}}
    for key in ("text", "why"):
        card = Card("hit.toml", A_CARD | {"draw": {}, "answer": "given", "text": "?", key: "{skil}?"}, {})
        with pytest.raises(CardError, match=f"^hit.toml, card X-1 .*: {key}: there is no “skil”; is “skill” meant"):
            maker(room, card)(source("reikhammer", Random(1)))


def to_hit(skill: int) -> int:
    return skill


@each(
    ("changed", "said"),
    [
        ({"kind": "hti"}, "kind: there is no “hti”; is “hit” meant?"),
        ({"txet": "?"}, "there is no “txet”; is “text” meant?"),
        ({"text": "BS{skil}+?"}, "text: there is no “skil”; is “skill” meant?"),
        ({"answer": "to hitt"}, "answer: there is no “to hitt”; is “to hit” meant?"),
        ({"draw": {"bs": [3]}, "text": "?"}, "answer: to hit needs skill, which is not drawn"),
        ({"text": 3}, "text: 3 is not str"),
        ({"met": ["Havy"]}, "met: there is no “Havy”; is “Heavy” meant?"),
        ({"met": ["no Havy"]}, "met: there is no “Havy”; is “Heavy” meant?"),
        ({"draw": {"one": {"meet": ["Havy"]}}, "answer": "to hit"}, "one: there is no “Havy”; is “Heavy” meant?"),
        ({"draw": {"skill": {"is": "Havy", "of": "one"}}}, "skill: there is no “Havy”; is “Heavy” meant?"),
        ({"usual": ["gues"]}, "usual: there is no “gues”; is “guess” meant?"),
        ({"facts": ["skil"]}, "facts: there is no “skil”; is “skill” meant?"),
        ({"facts": {"bs": "skil.plus"}}, "facts: there is no “skil”; is “skill” meant?"),
        ({"cell": ["skil", 1]}, "cell: there is no “skil”; is “skill” meant?"),
        ({"cell": ["skill"]}, "cell: ['skill'] is not a row and a column"),
        ({"why": None}, "why is missing"),
        ({"draw": {"skill": {"dise": 2}}}, "skill: there is no “dise”; is “dice” meant?"),
        ({"draw": {"skill": {"dice": 2, "shw": [6]}}}, "skill: there is no “shw”; is “show” meant?"),
        (
            {"draw": {"it": {"meet": [], "made": {"skill": {"fom": 1, "to": 2}}}}},
            "skill: there is no “fom”; is “from” meant?",
        ),
        ({"draw": {"skill": {"from": 1, "too": 2}}}, "skill: there is no “too”; is “to” meant?"),
        ({"draw": {"skill": {"from": 1}}}, "skill: to or below is missing"),
        ({"draw": {"skill": {"is": "Heavy"}}}, "skill: of is missing"),
        ({"draw": {"skill": "to hitt"}}, "skill: there is no “to hitt”; is “to hit” meant?"),
        ({"draw": {"skill": {"by": "to hit", "skil": 2}}}, "skill: there is no “skil”; is “skill” meant?"),
        ({"draw": {"skill": 3}}, "skill: 3 is not a list, the name of a function or a table"),
        ({"draw": {"skill": [3], "show": [6]}}, "draw: nothing uses show"),
        ({"steps": ["one", "two"], "of": "it"}, "steps: three or more are needed"),
        ({"mistakes": [{"swaped": ["skill", "skill"]}]}, "mistakes: there is no “swaped”; is “swapped” meant?"),
    ],
)
def test_a_mistake_in_a_card_is_said_with_its_file_and_key(changed: dict[str, Any], said: str) -> None:
    parts = {key: value for key, value in (A_CARD | changed).items() if value is not None}
    card = Card("hit.toml", parts, {})
    with pytest.raises(CardError) as error:
        check(card, {"to_hit": to_hit}, A_ROOM.fit, ["guess"])
    assert str(error.value) == f"hit.toml, card X-1 ({parts['kind']}): {said}"
