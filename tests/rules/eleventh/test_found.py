"""What random attacks have found: documents in which the program once told another law than ``oracle.py``."""

from __future__ import annotations

import pytest

from tests.rules.eleventh.helpers.random_attacks import Document
from tests.rules.eleventh.helpers.scenario_odds import gun, model, scene, shot
from tests.rules.eleventh.oracles.attack import fight
from tests.rules.eleventh.test_oracle import by_odds, possible

CAPTAIN = {"keywords": ["Character"], "leader": True}


def same(document: Document) -> None:
    assert by_odds(document)[0] == possible(fight(document))


@pytest.mark.rule("11E-ATK-1", "11E-POOL-2")
@pytest.mark.parametrize("changed", ["+1 damage on critical wounds", "improve AP by 1 on critical wounds"])
def test_changed_attacks_of_two_weapons_with_other_numbers_of_dice_are_one_pool(changed: str) -> None:
    weapons = {"gun": gun(changed, A=2, AP=-1), "piece": gun(changed, A=1, AP=-1)}
    shooters = [model("Gunner", weapons=["gun"]), model("Second", weapons=["piece"])]
    same(scene(weapons, shooters, [model("Sergeant", Sv="3+"), model("Nob")]))


@pytest.mark.rule("11E-POOL-2")
@pytest.mark.parametrize(
    ("ap", "changed", "its"),
    [
        (-3, "AP becomes -3 on critical wounds", []),
        (0, "improve AP by 1 on critical wounds", ["incoming: worsen AP by 1"]),
    ],
)
def test_attacks_that_stay_as_they_were_make_no_pile(ap: int, changed: str, its: list[str]) -> None:
    targets = [model("Trooper", T=5, Sv="3+", Inv="5+", W=2), model("Nob", T=3, Sv="4+")]
    same(shot(gun(changed, A=2, BS="2+", S=8, AP=ap, D=3), targets, its={"abilities": its}))


@pytest.mark.rule("10E-EFF-30")
def test_what_a_unit_has_counts_once_though_its_leader_is_written_in_it() -> None:
    targets = [model("Trooper", Sv="5+"), model("Captain", Sv="5+", **CAPTAIN)]
    same(shot(gun(BS="2+"), targets, its={"abilities": ["incoming: -1 strength"]}))
    same(shot(gun(BS="2+"), targets, hit_modifier=1, its={"abilities": ["incoming: -1 to hit"]}))


@pytest.mark.rule("11E-SAV-1")
def test_who_names_a_group_means_all_of_it() -> None:
    """When its Troopers are dead the Nob is what is left of the group that was named first."""
    shooters = [model("Gunner", weapons=["gun"]), model("Hurt", weapons=["gun"], W=2, lost=1, abilities=["Damaged 1"])]
    targets = [model("Trooper", Sv="6+"), model("Sergeant", Sv="3+", W=3), model("Nob", Sv="6+")]
    same(scene({"gun": gun(BS="2+", S=8)}, shooters, targets, allocate="Trooper, Sergeant"))


@pytest.mark.rule("10E-EFF-64", "11E-SAV-2")
def test_saves_are_rolled_again_as_those_who_stand_may() -> None:
    targets = [model("Trooper", Sv="6+", keywords=["Character"]), model("Sergeant", Sv="6+", Inv="4+")]
    weapon = gun("improve AP by 2 on critical wounds", BS="2+", S=8)
    same(shot(weapon, targets, 2, its={"abilities": ["re-roll saves"]}))
