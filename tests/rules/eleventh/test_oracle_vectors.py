"""``oracle.py``, which judges the program, against the vectors of the specification: equal as fractions, in every reading."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tests.helpers.each import each
from tests.rules.eleventh.oracles.attack import fight, own_losses
from tests.rules.eleventh.vectors import Vector, vectors

VECTORS = vectors()


def row(law: Mapping[Any, Fraction], place: int, size: int) -> list[Fraction]:
    """The chance of 0, 1, 2 ... of one of the results of the oracle."""
    found = [Fraction(0)] * size
    for end, chance in law.items():
        if chance:
            found[end[place]] += chance
    return found


@each("vector", VECTORS, ids=lambda vector: vector.id)
def test_oracle(vector: Vector) -> None:
    of_oracle(vector.scenario, vector.laws)
    if vector.other is not None:
        of_oracle(vector.read_otherwise(), vector.other[1])


def of_oracle(document: Mapping[str, Any], laws: Mapping[str, list[Fraction]]) -> None:
    theirs = fight(document)
    for place, what in enumerate(("slain", "damage")):
        assert row(theirs, place, len(laws[what])) == laws[what], what
    if "own_slain" in laws:
        assert row(own_losses(document), 0, len(laws["own_slain"])) == laws["own_slain"]
