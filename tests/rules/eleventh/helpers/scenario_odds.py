"""Scenario documents of the 11th edition in few words, and what the program makes of them as fractions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from shoot_cli import armies
from shoot_cli.analysis.single_attack import pairing_of_scenario, worked_out

Document = dict[str, Any]
Law = list[Fraction]  # the chance of 0, 1, 2 ...


def gun(*abilities: str, **said: Any) -> Document:
    return {"range": 24, "A": 1, "BS": "3+", "S": 4, "AP": 0, "D": 1} | said | {"abilities": [*abilities]}


def model(name: str, count: int = 1, **said: Any) -> Document:
    return {"name": name, "count": count, "T": 4, "Sv": "-", "W": 1} | said


def scene(weapons: Document, shooters: list[Document], targets: list[Document], **said: Any) -> Document:
    """``said``: abilities and keywords of the target under ``its``, of the shooters under ``own``; the rest are answers."""
    its, own = said.pop("its", {}), said.pop("own", {})
    answers = {"distance": 20} | said
    return {
        "ruleset": "40k-11e",
        "weapons": weapons,
        "attacker": {"name": "Shooters", "keywords": ["Infantry"], "models": shooters} | own,
        "target": {"name": "Targets", "keywords": ["Infantry"], "models": targets} | its,
        "answers": answers,
    }


def shot(weapon: Document, targets: list[Document], n: int = 1, **said: Any) -> Document:
    """So many models fire one weapon each."""
    return scene({"gun": weapon}, [model("Shooter", n, weapons=["gun"])], targets, **said)


def law(document: Document, what: str = "slain") -> Law:
    result = worked_out(pairing_of_scenario(armies.scenario_from(document), {}).task(), fractions=True).document()
    found = [Fraction(text) for text in result["exact"][what]]
    while found[-1] == 0:
        found.pop()
    return found


def mean(document: Document, what: str = "damage") -> Fraction:
    return sum((k * chance for k, chance in enumerate(law(document, what))), Fraction(0))
