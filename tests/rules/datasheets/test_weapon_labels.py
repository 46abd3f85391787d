"""The menu of a unit does not repeat whose a weapon is, if it has one weapon of the name only."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli.analysis.single_attack import questions_of, worked_out
from shoot_cli.armies import load_text
from shoot_cli.input.answers import Task
from shoot_cli.rules import edition
from tests.helpers.each import each

LIST = """
ruleset: 40k-%s
name: Reeds
profiles: {a: {M: 6, T: 4, Sv: 3+, W: 2}}
weapons:
  Bow: {range: 24, A: 2, BS: 3+, S: 4, AP: 0, D: 1}
  Bow (Chief): {range: 24, A: 2, BS: 2+, S: 4, AP: 0, D: 1, abilities: [Rapid Fire 1]}
  Gun (Hands):
    range: 24
    modes: {krak: {A: 1, BS: 3+, S: 9, AP: -2, D: 3}, frag: {A: 2, BS: 3+, S: 4, AP: 0, D: 1}}
units:
  - {name: Lord, models: [{name: Chief, profile: a, weapons: [Bow (Chief)]}]}
  - name: Hands
    models:
      - {name: Hand, count: 4, profile: a, weapons: [Bow]}
      - {name: Chief, profile: a, weapons: [Bow (Chief), Gun (Hands)]}
"""


def task(of: str, unit: int, **said: Any) -> Task:
    army = load_text(LIST % of, "reeds.yaml")
    found = edition(of)
    assert found is not None
    return Task(found.ruleset(), army.units[unit], army.units[1], said, {})


@pytest.mark.rule("10E-TGT-1", "IMP-35")
@each("of", ["10e", "11e"])
def test_a_weapon_is_called_by_its_owner_only_beside_another_of_its_name(of: str) -> None:
    lord = {one.key: one for one in questions_of(task(of, 0))}
    assert (lord["firing"].names(), lord["half_range"].names()) == ("1 Bow", "1 Bow")
    assert [option.label.partition(":")[0] for option in lord["weapon"].options[1:2]] == ["Bow"]
    assert [option.value for option in lord["weapon"].options[1:2]] == ["Bow (Chief)"]  # as logs have it
    hands = {one.key: one for one in questions_of(task(of, 1))}
    assert hands["firing"].names() == "4 Bows, 1 Bow (Chief), 1 Gun (krak), 1 Gun (frag)"


@pytest.mark.rule("10E-TGT-1", "IMP-35")
@each("typed", ["Bow", "bow (chief)", "bows"])
def test_either_name_is_understood(typed: str) -> None:
    assert (
        worked_out(task("10e", 0, weapon=typed)).document()["slain"] == worked_out(task("10e", 0)).document()["slain"]
    )
