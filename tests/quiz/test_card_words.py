"""Sentences of drill cards: how a value is written where they name it."""

from __future__ import annotations

from typing import Any

from shoot_cli.quiz.cards import filled
from tests.helpers.each import each


@each(
    ("sentence", "value", "wanted"),
    [
        ("{x:model}", 0, "0 models"), ("{x:model}", 1, "1 model"), ("{x:model}", 3, "3 models"),
        ("{x:gun fires/guns fire}", 1, "1 gun fires"), ("{x:gun fires/guns fire}", 2, "2 guns fire"),
        ("{x:a}", "autocannon", "an autocannon"), ("{x:A}", "boltgun", "A boltgun"), ("{x:a}", "'Ard Boy", "an 'Ard Boy"),
        ("{x:First}", "they fall", "They fall"), ("{x:title}", "first_fire", "First Fire"),
        ("{x:+}", 1, "+1"), ("{x:+}", -2, "-2"), ("{x:g}", 6.0, "6"),
        ("{x:list}", (6, 4), "6, 4"), ("{x:and}", ("A", "B", "C"), "A, B and C"), ("{x:and}", ("A",), "A"),
        ("{x:next}", 8, "9"), ("{x:before}", 8, "7"), ("AP{x}", None, "AP-"),
    ],
)  # fmt: skip
def test_how_a_value_is_written(sentence: str, value: Any, wanted: str) -> None:
    assert filled(sentence, {"x": value}) == wanted
