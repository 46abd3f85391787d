"""Lists and scenarios of the toy edition: just enough to be read."""

from __future__ import annotations

from typing import Any

from shoot_cli.armies.list_reader import Problems, answers_of, top_of
from shoot_cli.armies.tree import ArmyErrors, Node, plain
from tests.toy_markers import NAME, Army, Model, Scenario, Unit


def unit_of(data: dict[str, Any]) -> Unit:
    """``{name: Boyz, models: 5, save: 6, markers: {frag: 2}}``"""
    models = ((Model(data.get("model", "Boy"), int(data.get("save", 5))), int(data.get("models", 1))),)
    return Unit(data["name"], models, tuple((name, int(n)) for name, n in data.get("markers", {}).items()))


def read(tree: Node, file: str) -> Army:
    data = plain(tree)
    return Army(NAME, data["name"], tuple(map(unit_of, data["units"])))


def read_scenario(tree: Node, file: str) -> Scenario:
    problems = Problems(tree, file)
    data, answers = plain(tree), answers_of(top_of(tree, problems), problems)
    if problems.found:
        raise ArmyErrors(problems.found)
    return Scenario(NAME, unit_of(data["attacker"]), unit_of(data["target"]), answers)
