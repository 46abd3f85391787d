"""Cards are files that people write: every one is read whole, and what is wrong with one is said in a sentence."""

from __future__ import annotations

from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from shoot_cli.core.quizzes.cards import KEYS, Card, CardError, glance, read, read_card
from shoot_cli.core.quizzes.room import Room
from shoot_cli.rules import RULESETS, Edition
from tests.drills.card_checks import check

ROOMS = [(edition, edition.drill().ROOM) for edition in RULESETS]
A_CARD = {"kind": "hit", "rule": "X-1", "draw": {"skill": [3]}, "answer": "to hit", "text": "BS{skill}+?"}


@pytest.mark.parametrize(("edition", "room"), ROOMS, ids=lambda one: getattr(one, "short", ""))
def test_every_card_is_understood(edition: Edition, room: Room) -> None:
    cards = [card for file in room.files for card in read(room.package, f"{file}.toml")]
    assert cards or not room.files
    for card in cards:
        check(card, room.named, room.fit)


@pytest.mark.parametrize(("edition", "room"), ROOMS, ids=lambda one: getattr(one, "short", ""))
def test_a_glance_sees_what_the_cards_are(edition: Edition, room: Room) -> None:
    for file in room.files:
        seen = [
            (known["kind"], known["rule"], int(known.get("common", 1)))
            for known in glance(room.package, f"{file}.toml")
        ]
        cards = read(room.package, f"{file}.toml")
        assert seen == [(one.parts["kind"], one.parts["rule"], one.parts.get("common", 1)) for one in cards], file
        assert [read_card(room.package, f"{file}.toml", place) for place in range(len(cards))] == cards


def test_every_key_is_explained() -> None:
    page = (Path(__file__).parents[2] / "docs" / "cards.md").read_text(encoding="utf-8")
    keys = page[page.index("## What a card may say") : page.index("## Draws")]
    assert [key for key in KEYS if f"`{key}`" not in keys] == []


@pytest.mark.parametrize(("edition", "room"), ROOMS, ids=lambda one: getattr(one, "short", ""))
def test_no_two_functions_of_a_room_have_one_name(edition: Edition, room: Room) -> None:
    modules = [import_module(f"{room.package}.{name}") for name in room.modules]
    found = Counter(
        name
        for module in modules
        for name, one in vars(module).items()
        if callable(one) and getattr(one, "__module__", "") == module.__name__
    )
    assert [name for name, n in found.items() if n > 1] == []


def to_hit(skill: int) -> int:
    return skill


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"kind": "hti"}, "kind: there is no “hti”; is “hit” meant?"),
        ({"txet": "?"}, "there is no “txet”; is “text” meant?"),
        ({"text": "BS{skil}+?"}, "text: there is no “skil”; is “skill” meant?"),
        ({"answer": "to hitt"}, "answer: there is no “to hitt”; is “to hit” meant?"),
        ({"draw": {"bs": [3]}, "text": "?"}, "answer: to hit needs skill, which is not drawn"),
        ({"text": 3}, "text: 3 is not str"),
        ({"met": ["Havy"]}, "met: there is no “Havy”"),
        ({"steps": ["one", "two"], "of": "it"}, "steps: three or more are needed"),
        ({"mistakes": [{"swaped": ["skill", "skill"]}]}, "mistakes: there is no “swaped”; is “swapped” meant?"),
    ],
)
def test_a_mistake_in_a_card_is_said_with_its_file_and_key(changed: dict[str, Any], said: str) -> None:
    def nothing(name: str) -> Any:
        raise KeyError(f"there is no “{name}”")

    parts = A_CARD | changed
    card = Card("hit.toml", parts, {})
    with pytest.raises(CardError) as error:
        check(card, {"to_hit": to_hit}, nothing)
    assert str(error.value) == f"hit.toml, card X-1 ({parts['kind']}): {said}"
