"""How the tests of this edition read lists: by its own reader, whether the program knows the edition yet or not."""

from __future__ import annotations

from pathlib import Path

import pytest

import shoot_cli
from shoot_cli.armies import ArmyErrors, Scenario
from shoot_cli.armies.yaml_text import read_text
from shoot_cli.rules.second import lists
from shoot_cli.rules.second.profiles import Army, Model, Unit

SHIPPED = Path(shoot_cli.__file__).parent.parent / "armies" / "40k-2e"
NAMES = ("macragge_column", "goff_mob", "cadian_line", "craftworld_host", "behemoth_brood")

MODEL = "{name: Boy, BS: 3, T: 4, Ld: 7, Sv: 6+}"
HULL = "{name: Hull, D6: 1-6, front: 20, side: 18}"
LIST = """\
ruleset: 40k-2e
name: Test
profiles:
  marine: {M: 4, WS: 4, BS: 4, S: 4, T: 4, W: 1, I: 4, A: 1, Ld: 8, Sv: 3+}
weapons:
  zapp gun: {short: 12, long: 24, hit: +1/0, S: 8, damage: D6, save: -2, sustained fire: 2, rules: [plasma], source: my codex}
  launcha:
    short: 20
    long: 72
    hit: 0/0
    move or fire: yes
    modes:
      Big: {S: 8, damage: D10, save: -6}
      small: {S: 4, save: -1, blast: 2, long: 40, hit: auto/-1, rules: Knockback}
units:
  - name: Squad
    rules: [Rapid Fire]
    models:
      - {name: Marine, count: 2, profile: marine, weapons: [boltgun]}
"""


def army_of(text: str) -> Army:
    return lists.read(read_text(text, "list.yaml"), "list.yaml")


def scenario_of(text: str) -> Scenario:
    return lists.read_scenario(read_text(text, "list.yaml"), "list.yaml")


def shipped(name: str) -> Army:
    return army_of((SHIPPED / f"{name}.yaml").read_text(encoding="utf-8"))


def unit_of(name: str, words: str) -> Unit:
    """The unit of a shipped list whose name holds the words."""
    (unit,) = (unit for unit in shipped(name).units if words.casefold() in unit.name.casefold())
    return unit


def first_of(unit: Unit) -> Model:
    return unit.models[0][0]


def read_unit(models: str, unit: str = "") -> Unit:
    return army_of(LIST[: LIST.index("units:")] + f"units:\n  - {{name: U, {unit}models: [{models}]}}\n").units[0]


def errors_of(text: str) -> list[str]:
    with pytest.raises(ArmyErrors) as caught:
        army_of(text)
    return str(caught.value).splitlines()
