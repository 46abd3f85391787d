"""Effects of datasheets in small attacks (``effect_vectors.yaml``), from the words of a list to exact odds."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import yaml

from shoot_cli import armies
from shoot_cli.commands.attacking import of_scenario
from shoot_cli.commands.odds import worked_out

VECTORS = yaml.safe_load((Path(__file__).parent / "effect_vectors.yaml").read_text(encoding="utf-8"))
RULES = {
    "E01": pytest.mark.rule("10E-EFF-1"),
    "E02": pytest.mark.rule("10E-EFF-30", "10E-EFF-52"),
    "E03": pytest.mark.rule("10E-EFF-5"),
    "E04": pytest.mark.rule("10E-EFF-4", "10E-EFF-47"),
    "E05": pytest.mark.rule("10E-EFF-4", "10E-EFF-50"),
    "E06": pytest.mark.rule("10E-EFF-46"),
    "E07": pytest.mark.rule("10E-EFF-43", "10E-EFF-21"),
    "E08": pytest.mark.rule("10E-EFF-45"),
    "E09": pytest.mark.rule("10E-EFF-40", "10E-EFF-8", "10E-EFF-10"),
    "E10": pytest.mark.rule("10E-EFF-56", "10E-EFF-35"),
    "E11": pytest.mark.rule("10E-EFF-56"),
    "E12": pytest.mark.rule("10E-EFF-70"),
    "E13": pytest.mark.rule("10E-EFF-64"),
    "E14": pytest.mark.rule("10E-EFF-71", "10E-EFF-34"),
    "E15": pytest.mark.rule("10E-EFF-71"),
    "E16": pytest.mark.rule("10E-EFF-34", "10E-EFF-71"),
    "E17": pytest.mark.rule("10E-EFF-62"),
    "E18": pytest.mark.rule("10E-EFF-57"),
    "E20": pytest.mark.rule("10E-EFF-42", "10E-EFF-12"),
    "E21": pytest.mark.rule("10E-EFF-71"),
    "E22": pytest.mark.rule("10E-EFF-30"),
    "E23": pytest.mark.rule("10E-EFF-66"),
    "E24": pytest.mark.rule("10E-EFF-53"),
    "E25": pytest.mark.rule("10E-EFF-71"),
    "E26": pytest.mark.rule("10E-EFF-56"),
    "E27": pytest.mark.rule("10E-EFF-71"),
    "E28": pytest.mark.rule("10E-EFF-6", "10E-EFF-43"),
}
# What the program cannot say yet, and why.
NOT_YET: dict[str, str] = {
    **dict.fromkeys(("E18",), "not known"),
}


def marks(name: str) -> list[pytest.MarkDecorator]:
    words = NOT_YET.get(name)
    return [RULES[name], *([pytest.mark.xfail(reason=words, strict=name != "E18")] if words else ())]


ATTACKS = [
    pytest.param(each, id=f"{name}{end}: {told['words']}", marks=marks(name))
    for name, told in VECTORS.items()
    for each, end in ((told, ""), (told | told.get("but", {}), " else"))
    if not end or "but" in told
]


def scenario(told: dict[str, Any]) -> dict[str, Any]:
    """The attack as a player writes it."""
    gun = {"range": 24, "A": 1, "BS": "3+", "S": 4, "AP": 0, "D": 1} | told.get("gun", {})
    plain: dict[str, Any] = {"T": 4, "W": 1, "Sv": "-"}
    shooter = {"name": "Shooter", **plain, "weapons": ["rifle"], "abilities": told.get("shooter", [])}
    unit: dict[str, Any] = {"name": "Shooters", "keywords": ["Infantry"], "models": [shooter]}
    unit["effects"] = told.get("effects", [])
    if "leader" in told:
        unit["models"].append({"name": "Captain", **plain, "leader": True, "abilities": told["leader"]})
    target = {"name": "Target", **plain, "count": told.get("models", 1), **told.get("target", {})}
    return {
        "ruleset": "40k-10e",
        "weapons": {"rifle": gun},
        "attacker": unit,
        "target": {"name": "Targets", "keywords": told.get("keywords", ["Infantry"]), "models": [target]},
        "answers": {"distance": 20} | told.get("answers", {}),
    }


def test_all_of_them_are_here() -> None:
    """None was given the number 19."""
    assert [*VECTORS] == [*RULES] == [f"E{n:02}" for n in range(1, 29) if n != 19]
    assert {*NOT_YET} <= {*VECTORS}


@pytest.mark.parametrize("told", ATTACKS)
def test_vector(told: dict[str, Any]) -> None:
    result, idle = worked_out(of_scenario(armies.scenario_from(scenario(told)), {}), fractions=True)
    assert {*idle} <= {"cover"}  # where it is ignored
    assert sum(map(Fraction, told["slain"])) == 1
    assert [Fraction(one) for one in result["exact"]["slain"]] == [Fraction(one) for one in told["slain"]]
