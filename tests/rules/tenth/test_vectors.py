"""Every published vector of the edition, through the scenario that a user would write."""

from __future__ import annotations

from fractions import Fraction

import pytest

from shoot_cli import armies
from shoot_cli.analysis.single_attack import pairing_of_scenario, worked_out
from tests.rules.tenth.vectors import Vector, vectors

VECTORS = vectors()
ONE_BY_ONE = ("V60",)  # the mortal wounds of its Devastating Wounds spill, so each of them is counted
COUNTED = {"attacks": "shots", "hits": "hits", "wounds": "wounds", "unsaved": "unsaved", "damage": "damage"}


def test_all_of_them_are_here() -> None:
    assert [vector.id for vector in VECTORS] == [f"V{n:02}" for n in range(1, 104)]


@pytest.mark.parametrize(
    "vector", [pytest.param(v, id=v.id, marks=[pytest.mark.rule(rule) for rule in v.rules]) for v in VECTORS]
)
def test_vector(vector: Vector) -> None:
    result = worked_out(pairing_of_scenario(armies.scenario_from(vector.scenario), {}).task()).document()
    assert {*result.get("unused", {})} <= {"cover"}  # where every weapon ignores it
    slain, damage = ("own_slain", "own_damage") if vector.kind == "hazardous" else ("slain", "damage")
    alike(result[slain], vector.slain)
    alike(result[damage], vector.damage)
    if vector.kind == "attack":
        for theirs, ours in COUNTED.items():
            if theirs in vector.means and (theirs != "unsaved" or vector.id not in ONE_BY_ONE):
                assert result["expected"][ours] == pytest.approx(float(vector.means[theirs]), abs=1e-12), ours


def alike(ours: list[float], theirs: dict[int, Fraction]) -> None:
    """The same chances, to a millionth of a millionth."""
    for k in range(max(len(ours), 1 + max(theirs))):
        assert (ours[k] if k < len(ours) else 0.0) == pytest.approx(float(theirs.get(k, 0)), abs=1e-12), k
