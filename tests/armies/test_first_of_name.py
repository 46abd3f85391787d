"""The first of several units of one name is found by its number, though somebody has joined it."""

from __future__ import annotations

import pytest

from shoot_cli.armies.loading import find_unit, load_text
from shoot_cli.engine.names import find

TENTH = """
ruleset: 40k-10e
name: Mob
weapons: {shoota: {range: 18, A: 2, BS: 5+, S: 4, AP: 0, D: 1}}
units:
  - {name: Boss, keywords: [Character], LEADS models: [{name: Boss, T: 5, Sv: 4+, W: 6, weapons: [shoota]}]}
  - {name: Mobz, models: [{name: Mob, count: 5, T: 5, Sv: 4+, W: 2, weapons: [shoota]}]}
  - {name: Mobz, models: [{name: Mob, count: 4, T: 5, Sv: 4+, W: 2, weapons: [shoota]}]}
  - {name: Boss, keywords: [Character], models: [{name: Boss, T: 5, Sv: 4+, W: 6, weapons: [shoota]}]}
"""
NAMES = {"Mobz 1": "Mobz with Boss", "Boss 1": "Mobz with Boss", "Mobz 2": "Mobz 2", "Boss 2": "Boss 2"}
OF_THE_SECOND = {"Mobz 1": "Mobz", "Boss 1": "Mobz 2 with Boss", "Mobz 2": "Mobz 2 with Boss"}


@pytest.mark.rule("IMP-50")
@pytest.mark.parametrize(("leads", "names"), [("Mobz 1", NAMES), ("Mobz 2", OF_THE_SECOND)])
@pytest.mark.parametrize("ruleset", ["40k-10e", "40k-11e"])
def test_a_unit_is_found_by_its_number_after_somebody_joined_it(
    ruleset: str, leads: str, names: dict[str, str]
) -> None:
    army = load_text(TENTH.replace("LEADS", f"leader: {leads},").replace("40k-10e", ruleset), "mob.yaml")
    assert {said: find_unit(army, said).name for said in names} == names
    units = [unit.name for unit in army.units]
    assert {said: [units[place] for place in find(said, units)] for said in names} == {
        said: [name] for said, name in names.items()
    }


@pytest.mark.rule("IMP-50")
def test_the_only_unit_of_its_name_is_found_by_a_number_once_it_is_led() -> None:
    text = TENTH.replace("LEADS", "leader: Mobz 1,")
    lines = [line for line in text.splitlines() if "count: 4" not in line]
    assert find_unit(load_text("\n".join(lines), "mob.yaml"), "Mobz 1").name == "Mobz with Boss"


@pytest.mark.rule("7E-IC-6")
def test_a_character_joins_the_first_of_two_by_its_number() -> None:
    text = """
ruleset: 40k-7e
name: Mob
units:
  - {name: Boss, type: Infantry, joined_to: Mobz 1, models: [{name: Boss, independent: yes, BS: 4, T: 4, W: 2, Sv: 3+, Ld: 9}]}
  - {name: Mobz, type: Infantry, models: [{name: Mob, count: 5, BS: 2, T: 4, Sv: 6+, Ld: 7}]}
  - {name: Mobz, type: Infantry, models: [{name: Mob, count: 4, BS: 2, T: 4, Sv: 6+, Ld: 7}]}
"""
    army = load_text(text, "mob.yaml")
    assert [unit.joined_to for unit in army.units] == ["Mobz", "", ""]
    assert find_unit(army, "Mobz 1").name == "Mobz"
