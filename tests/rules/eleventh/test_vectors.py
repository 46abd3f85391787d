"""Every published vector of the edition, through the scenario that a user would write: equal as fractions."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from shoot_cli import armies
from shoot_cli.analysis.single_attack import pairing_of_scenario, worked_out
from tests.rules.eleventh.vectors import Vector, vectors

VECTORS = vectors()
BESIDE = {"cover", "stationary", "lethal", "precision", "spotted", "hit_modifier"}  # told where nothing asks for it


def test_all_of_them_are_here() -> None:
    assert [vector.id for vector in VECTORS] == [f"E{n:02}" for n in range(1, 103)]
    assert sum("own_slain" in vector.laws for vector in VECTORS) == 5
    assert sum(vector.other is not None for vector in VECTORS) == 5


def of_rules(found: list[Vector]) -> list[Any]:
    return [pytest.param(v, id=v.id, marks=[pytest.mark.rule(rule) for rule in v.rules]) for v in found]


@pytest.mark.parametrize("vector", of_rules(VECTORS))
def test_vector(vector: Vector) -> None:
    comes_out(vector.scenario, vector.laws)


@pytest.mark.parametrize("vector", of_rules([vector for vector in VECTORS if vector.other]))
def test_the_other_reading_has_a_setting(vector: Vector) -> None:
    assert vector.other is not None
    comes_out(vector.read_otherwise(), vector.other[1])


def comes_out(document: dict[str, Any], laws: Mapping[str, list[Fraction]]) -> None:
    result = worked_out(pairing_of_scenario(armies.scenario_from(document), {}).task(), fractions=True).document()
    assert {*result.get("unused", {})} <= BESIDE
    for what, chances in laws.items():
        found = [Fraction(text) for text in result["exact"][what]]
        for k in range(max(len(found), len(chances))):
            assert (found[k] if k < len(found) else 0) == (chances[k] if k < len(chances) else 0), (what, k)
