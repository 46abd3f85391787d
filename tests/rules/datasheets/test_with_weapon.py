"""`with WEAPON` behind an effect: only these weapons of the unit have it, in lists and where it is told (EVE-25)."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli.analysis import single_attack
from shoot_cli.armies import scenario_from
from shoot_cli.armies.tree import ArmyErrors
from shoot_cli.engine.record import Hashed
from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.odds import odds
from shoot_cli.rules.datasheets.conditions import weapons_with
from shoot_cli.rules.tenth.edition import ABILITIES
from tests.helpers.samples import every_nth

ATTACK = {"of": ("weapon", "attack")}
LINES = [
    line
    for line in ABILITIES.examples(*ATTACK["of"])
    if (one := ABILITIES.of_unit(line))
    and (form := ABILITIES.form_of(one)).condition
    and form.changes != "may target"
    and not one.incoming
]


def scenario(effects: list[str], on_flamer: list[str], on_gun: list[str]) -> dict[str, Any]:
    plain = {"range": 24, "A": 2, "S": 5, "AP": -1, "D": 2}
    return {
        "ruleset": "40k-10e",
        "weapons": {
            "heavy flamer": {**plain, "BS": "N/A", "abilities": ["Torrent", *on_flamer]},
            "storm bolter": {**plain, "BS": "3+", "abilities": on_gun},
        },
        "attacker": {
            "name": "Squad",
            "keywords": ["Infantry"],
            "abilities": effects,
            "models": [
                {"name": "One", "M": 6, "T": 4, "Sv": "3+", "W": 2, "weapons": ["heavy flamer"]},
                {"name": "Two", "M": 6, "T": 4, "Sv": "3+", "W": 2, "weapons": ["storm bolter"]},
            ],
        },
        "target": {
            "name": "Foes",
            "keywords": ["Infantry", "Grot"],
            "models": [{"name": "Foe", "count": 5, "M": 6, "T": 5, "Sv": "4+", "W": 3}],
        },
        "answers": {"distance": 10},
    }


def law(document: dict[str, Any]) -> list[float]:
    task = single_attack.pairing_of_scenario(scenario_from(document), {}).task()
    settings = {**task.ruleset.defaults(), **task.settings, "abilities_used": "always"}
    ends = odds(task.ruleset.attack, task.start(), Preset(task.answers, raise_missing), settings=settings)
    return [float(p) for p in ends.distribution(task.ruleset.measures["damage"])]


@pytest.mark.rule("EVE-25")
@pytest.mark.parametrize("line", every_nth(4, LINES))
def test_it_is_as_if_these_weapons_alone_had_it(line: str) -> None:
    for words, flamer, gun in (
        ("with Torrent", [line], []), ("with storm", [], [line]), ("with “heavy flamer”", [line], []),
    ):  # fmt: skip
        got, want = law(scenario([f"{line} {words}"], [], [])), law(scenario([], flamer, gun))
        assert len(got) == len(want)
        assert all(abs(a - b) < 1e-12 for a, b in zip(got, want, strict=True)), words


@pytest.mark.rule("EVE-25")
def test_an_ability_goes_before_a_name() -> None:
    """Of a unit with a meltagun and a weapon with Melta, `with Melta` means the weapon with the ability."""
    document = scenario([], ["Melta 2"], [])
    document["weapons"]["melta torch"] = document["weapons"].pop("storm bolter")
    document["attacker"]["models"][1]["weapons"] = ["melta torch"]
    unit = single_attack.pairing_of_scenario(scenario_from(document), {}).task().attacker
    assert weapons_with(Hashed(unit), "melta") == {"heavy flamer"}
    assert weapons_with(Hashed(unit), "torch") == {"melta torch"}
    assert weapons_with(Hashed(unit), "rapid-fire") == frozenset()


@pytest.mark.rule("EVE-25")
def test_a_list_with_weapons_that_nobody_carries_is_refused() -> None:
    with pytest.raises(ArmyErrors) as error:
        law(scenario(["Lethal Hits with lamps"], [], []))
    assert "“Lethal Hits with lamps”: no weapon of Squad is called “lamps”, or has such an ability; it has heavy flamer, storm bolter" in str(error.value)  # fmt: skip


@pytest.mark.rule("EVE-25")
@pytest.mark.parametrize("line", ["Feel No Pain 5+ with bolt", "incoming: -1 to hit with bolt", "Stealth with bolt"])
def test_it_stands_behind_what_weapons_have(line: str) -> None:
    with pytest.raises(ValueError, match="with names weapons of those who shoot"):
        ABILITIES.of_unit(line)


@pytest.mark.rule("EVE-25")
def test_with_in_a_condition_is_no_limit() -> None:
    ability = ABILITIES.of_unit("+1 to hit if target was hit with lamps by this unit")
    assert ability is not None
    assert [one.kind for one in ability.conditions] != ["with"]
