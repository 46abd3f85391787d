"""Effects of datasheets in small attacks, from the words of a list to exact odds.

Those of ``effect_vectors.yaml`` come from a solver of their own, those of ``effects_by_hand.yaml`` from sums by hand.
"""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import yaml

from shoot_cli import armies
from shoot_cli.analysis.single_attack import pairing_of_scenario, worked_out
from shoot_cli.rules.tenth.rulebook import RULES as RULEBOOK

HERE = Path(__file__).parent
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # ten times as quick, where it is installed
VECTORS, BY_HAND = (
    yaml.load((HERE / f"{name}.yaml").read_text(encoding="utf-8"), LOADER)
    for name in ("effect_vectors", "effects_by_hand")
)
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
    "unit gives": pytest.mark.rule("10E-EFF-2"),
    "own aura": pytest.mark.rule("10E-EFF-3"),
    "led incoming": pytest.mark.rule("10E-EFF-7", "10E-EFF-1"),
    "against ranged": pytest.mark.rule("10E-EFF-11"),
    "against psychic": pytest.mark.rule("10E-EFF-11", "10E-EFF-43"),
    "against mortal": pytest.mark.rule("10E-EFF-11", "10E-EFF-43"),
    "against damage": pytest.mark.rule("10E-EFF-11"),
    "against strength": pytest.mark.rule("10E-EFF-11"),
    "against AP": pytest.mark.rule("10E-EFF-11"),
    "S less": pytest.mark.rule("10E-EFF-13"),
    "S equal": pytest.mark.rule("10E-EFF-13"),
    "S greater": pytest.mark.rule("10E-EFF-13"),
    "below half": pytest.mark.rule("10E-EFF-14"),
    "objective": pytest.mark.rule("10E-EFF-15"),
    "own objective": pytest.mark.rule("10E-EFF-15"),
    "shocked": pytest.mark.rule("10E-EFF-16"),
    "closest": pytest.mark.rule("10E-EFF-17"),
    "own half": pytest.mark.rule("10E-EFF-18"),
    "moved": pytest.mark.rule("10E-EFF-19"),
    "one of": pytest.mark.rule("10E-EFF-22"),
    "damage six": pytest.mark.rule("10E-EFF-63"),
    "random S": pytest.mark.rule("10E-EFF-67"),
    "invulnerable stands": pytest.mark.rule("10E-EFF-68"),
    "no cover": pytest.mark.rule("10E-EFF-69"),
    "in combat": pytest.mark.rule("10E-EFF-61"),
    "majority": pytest.mark.rule("10E-EFF-65"),
    "alone": pytest.mark.rule("10E-EFF-65"),
    "better Save": pytest.mark.rule("10E-EFF-50"),
    "set before add": pytest.mark.rule("10E-EFF-33"),
    "attacks of dice": pytest.mark.rule("10E-EFF-52"),
    "aura twice": pytest.mark.rule("10E-EFF-31", "10E-EFF-3"),
    "name twice": pytest.mark.rule("10E-EFF-31"),
    "within": pytest.mark.rule("10E-EFF-12"),
    "half range": pytest.mark.rule("10E-EFF-12"),
    "strong attacks": pytest.mark.rule("10E-EFF-11"),
    "not psychic": pytest.mark.rule("10E-EFF-11"),
    "not against": pytest.mark.rule("10E-EFF-10"),
    "against the attackers": pytest.mark.rule("10E-EFF-10", "10E-EFF-8"),
    "several conditions": pytest.mark.rule("10E-EFF-8"),
    "half damage on conditions": pytest.mark.rule("10E-EFF-53"),
    "no re-rolls at all": pytest.mark.rule("10E-EFF-34"),
    "ignored": pytest.mark.rule("10E-EFF-34"),
    "capped after adding": pytest.mark.rule("10E-EFF-30"),
    "not capped": pytest.mark.rule("10E-EFF-30"),
    "best Feel No Pain": pytest.mark.rule("10E-EFF-32", "10E-EFF-43"),
    "best invulnerable save": pytest.mark.rule("10E-EFF-32", "10E-EFF-46"),
    "cover twice": pytest.mark.rule("10E-EFF-32", "10E-EFF-45"),
    "good armour": pytest.mark.rule("10E-EFF-45"),
    "changed armour": pytest.mark.rule("10E-EFF-45", "10E-EFF-50"),
    "two halvings": pytest.mark.rule("10E-EFF-33"),
    "halve then add": pytest.mark.rule("10E-EFF-33"),
    "damage becomes": pytest.mark.rule("10E-EFF-33"),
    "attacks become": pytest.mark.rule("10E-EFF-33"),
    "one save": pytest.mark.rule("10E-EFF-64", "10E-EFF-35"),
    "set up": pytest.mark.rule("10E-EFF-19"),
    "disembarked": pytest.mark.rule("10E-EFF-19"),
    "target stood still": pytest.mark.rule("10E-EFF-19"),
    "indirect": pytest.mark.rule("10E-EFF-70"),
    "cover out of sight": pytest.mark.rule("10E-EFF-70"),
    "saves as printed": pytest.mark.rule("10E-EFF-71"),
    "lone": pytest.mark.rule("10E-EFF-71", "10E-TGT-6"),
    "AP becomes": pytest.mark.rule("10E-EFF-66"),
    "damage of criticals": pytest.mark.rule("10E-EFF-66"),
    "mortal wounds of critical hits": pytest.mark.rule("10E-EFF-66"),
    "a damage roll and Precision": pytest.mark.rule("10E-EFF-56", "10E-WPN-PREC-1"),
    "a Command Re-roll and Precision": pytest.mark.rule("10E-EFF-72", "10E-WPN-PREC-1"),
    "easier": pytest.mark.rule("10E-EFF-62", "10E-EFF-30"),
}

ATTACKS = [
    pytest.param(each, id=f"{name}{end}: {told['words']}", marks=RULES[name])
    for name, told in (VECTORS | BY_HAND).items()
    for each, end in ((told, ""), (told | told.get("but", {}), " else"))
    if not end or "but" in told
]


def scenario(told: dict[str, Any]) -> dict[str, Any]:
    """The attack as a player writes it."""
    gun = {"range": 24, "A": 1, "BS": "3+", "S": 4, "AP": 0, "D": 1} | told.get("gun", {})
    plain: dict[str, Any] = {"T": 4, "W": 1, "Sv": "-"}
    shooter = {"name": "Shooter", **plain, "weapons": ["rifle"], "abilities": told.get("shooter", [])}
    shooter["count"] = told.get("n", 1)
    unit: dict[str, Any] = {"name": "Shooters", "keywords": told.get("ours", ["Infantry"]), "models": [shooter]}
    unit["effects"] = told.get("effects", [])
    if "leader" in told:
        unit["models"].append({"name": "Captain", **plain, "leader": True, "abilities": told["leader"]})
    for each in ("bearer", "second"):
        if each in told:
            unit["models"].append({"name": each, **plain, "abilities": told[each]})
    target = {"name": "Target", **plain, "count": told.get("models", 1), **told.get("target", {})}
    more = [{"name": "Chief", **plain, "leader": True, "abilities": told["chief"]}] if "chief" in told else []
    more += [{"name": "Other", **plain, **told["others"]}] if "others" in told else []
    return {
        "ruleset": "40k-10e",
        "weapons": {"rifle": gun},
        "attacker": unit,
        "target": {"name": "Targets", "keywords": told.get("keywords", ["Infantry"]), "models": [target, *more]},
        "answers": {"distance": 20} | told.get("answers", {}),
    }


def test_all_of_them_are_here() -> None:
    """None was given the number 19."""
    assert [*VECTORS] == [f"E{n:02}" for n in range(1, 29) if n != 19]
    assert {*RULES} == {*VECTORS, *BY_HAND}


@pytest.mark.parametrize("told", ATTACKS)
def test_vector(told: dict[str, Any]) -> None:
    result = worked_out(pairing_of_scenario(armies.scenario_from(scenario(told)), {}).task(), fractions=True).document()
    idle = result.get("unused", {})
    assert {*idle} <= {"cover", "command_reroll"}  # where it is ignored, and where nothing is re-rolled
    slain = [Fraction(one) for one in told["slain"]]
    assert sum(slain) == 1
    assert [Fraction(one) for one in result["exact"]["slain"]] == slain


EXAMPLES = {  # rules whose example is one of these attacks
    "10E-EFF-42": "E20", "10E-EFF-43": "E07", "10E-EFF-45": "E08", "10E-EFF-46": "E06", "10E-EFF-50": "E05",
    "10E-EFF-52": "E02", "10E-EFF-56": "E26", "10E-EFF-57": "E18", "10E-EFF-62": "E17", "10E-EFF-64": "E13",
    "10E-EFF-66": "E23", "10E-EFF-69": "no cover",
}  # fmt: skip


@pytest.mark.parametrize(("rule", "name"), EXAMPLES.items())
def test_examples_of_rules_come_to_that(rule: str, name: str) -> None:
    (example,) = (one.example for one in RULEBOOK if one.id == rule)
    assert {*re.findall(r"= (\d+/\d+)", example)} & {*(VECTORS | BY_HAND)[name]["slain"]}
