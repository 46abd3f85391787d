"""Records as JSON and back: the same content, and nothing that is not a record of ours."""

from __future__ import annotations

import json
from math import inf

import pytest

from shoot_cli.armies.cache import packed, unpacked
from shoot_cli.engine.record import Hashed, Record
from tests.helpers.each import each


class Gun(Record):
    name: str
    range: float | None = None
    tags: tuple[str, ...] = ()
    twin: bool = False


class Model(Record):
    name: str
    guns: tuple[tuple[Gun, int], ...]


CLASSES = {"Gun": Gun, "Model": Model}
MODEL = Model("Zoë", ((Gun("bolter", 24.0), 1), (Gun("lascannon", inf, ("heavy",), True), 2), (Gun("bolter", 24.0), 3)))


def test_what_comes_back_is_the_same_after_json() -> None:
    back = unpacked(json.loads(json.dumps(packed(MODEL))), CLASSES)
    assert back == MODEL
    assert repr(back) == repr(MODEL)
    assert type(back.guns[0][0]) is Gun


def test_equal_parts_are_packed_once_and_come_back_as_one() -> None:
    parts = packed(MODEL)
    assert sum(part[0] == "Gun" for part in parts if isinstance(part, list)) == 2
    back = unpacked(parts, CLASSES)
    assert back.guns[0][0] is back.guns[2][0]


def test_numbers_that_are_equal_stay_what_they_are() -> None:
    mixed = (1, 1.0, True, 0, False, None, Gun("a", 1), Gun("a", 1.0), Gun("a", True))
    assert repr(unpacked(json.loads(json.dumps(packed(mixed))), CLASSES)) == repr(mixed)


@pytest.mark.parametrize("value", [Hashed(Gun("a")), [1], {"a": 1}, {1}, b"a", Gun("a", tags=["b"])], ids=repr)  # type: ignore[arg-type]
def test_nothing_else_is_packed(value: object) -> None:
    with pytest.raises(TypeError, match="cannot be packed"):
        packed(value)


@each(
    "parts",
    [
        [],
        ["a", ["Gun", 0]],  # fewer fields
        ["a", ["Gun", 0, 0, 0, 0, 0]],
        ["a", ["Path", 0]],
        ["a", ["", 1]],  # itself
        ["a", ["", -1]],
        ["a", ["", "0"]],
        ["a", ["", 0.0]],
        ["a", [["Gun"], 0]],
        [[]],
        [{"a": 1}],
    ],
    ids=repr,
)
def test_what_was_never_packed_is_refused(parts: list[object]) -> None:
    with pytest.raises(ValueError, match=r"no part|fields|before the first|not enough values"):
        unpacked(parts, CLASSES)
