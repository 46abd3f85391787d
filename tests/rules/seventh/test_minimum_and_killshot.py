"""The minimum range of Barrage weapons (7E-WPN-15), and three Predators with Killshot (7E-VEH-6, 7E-WND-6)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.engine.reasons import BadAnswer
from tests.helpers.scripted_table import DEFAULT
from tests.rules.seventh.helpers.one_weapon import chance
from tests.rules.seventh.helpers.tabletop import army, attack, battle, boyz, chances, fire, gun, marines, squad, trooper
from tests.rules.seventh.helpers.vehicles import hull, tank, vehicles

F = Fraction
HOWITZER = gun("howitzer", '36"-240"', "9", "3", "Ordnance 1, Large Blast, Barrage")
LANCE = gun("lance", "48", "9", "4", "Heavy 1")
MONSTER = squad("Monster", trooper("Monster", 1, "boltgun", T=9, W=1, Sv="-"), type="Monstrous Creature")

# The minimum range ---------------------------------------------------------------------------------------------------


def shelled(distance: float, **facts: Any) -> dict[Any, Fraction]:
    return chances(tank(12, 3, HOWITZER), boyz(), under=6, distance=distance, **facts)


@pytest.mark.rule("7E-WPN-15", "7E-TGT-6")
@pytest.mark.parametrize("distance", [36, 36.5, 200])
def test_a_barrage_at_the_unseen_is_fired_beyond_its_minimum_range(distance: float) -> None:
    assert shelled(distance, line_of_sight="no")[6] == F(5, 6) ** 6


@pytest.mark.rule("7E-WPN-15")
@pytest.mark.parametrize("distance", [0, 12, 35.5])
def test_nearer_than_that_somebody_must_see_the_target(distance: float) -> None:
    assert shelled(distance, line_of_sight="yes") == shelled(distance) == shelled(40)
    with pytest.raises(BadAnswer, match=r"must see the target: howitzer, minimum range 36\""):
        shelled(distance, line_of_sight="no")


@pytest.mark.rule("7E-TGT-6")
def test_barrage_without_a_minimum_range_is_fired_from_anywhere() -> None:
    mortar = gun("mortar", "48", "4", "6", "Heavy 1, Blast, Barrage")
    assert chances(marines(1, mortar), boyz(), under=1, distance=1, line_of_sight="no")[1] == F(1, 2)


# Killshot ------------------------------------------------------------------------------------------------------------


def predators(n: int, rules: tuple[str, ...] = ("Killshot",)) -> Any:
    return vehicles((hull("Predator", (13, 11, 10), 3, LANCE), n), type="Vehicle (Tank)", rules=rules)


@pytest.mark.rule("7E-VEH-6")
def test_three_predators_are_tank_hunters() -> None:
    """One lance at AV13: Strength 9 does nothing on 1 to 3, so 1/2; once more, 3/4."""
    one_fires = {"firing": 1, "distance": 24}
    assert chance(predators(3), tank(13), "damage", **one_fires) == F(2, 3) * F(3, 4)
    assert chance(predators(3), tank(13), "damage", tank_hunters="again", **one_fires) == F(2, 3) * (F(1, 9) + F(5, 9))


@pytest.mark.rule("7E-WND-6")
def test_and_monster_hunters() -> None:
    """Strength 9 wounds Toughness 9 on 4+: 1/2, once more 3/4."""
    assert chance(predators(3), MONSTER, "slain", firing=1, distance=24) == F(2, 3) * F(3, 4)


@pytest.mark.rule("7E-VEH-6", "7E-WND-6")
@pytest.mark.parametrize(
    "unit", [predators(2), predators(1), predators(3, rules=())], ids=["two", "one", "no Killshot"]
)
def test_fewer_or_without_killshot_are_not(unit: Any) -> None:
    for target, measure in ((tank(13), "damage"), (MONSTER, "slain")):
        assert chance(unit, target, measure, firing=1, distance=24) == F(2, 3) * F(1, 2)


@pytest.mark.rule("7E-VEH-6")
def test_men_are_no_monsters() -> None:
    men = squad("Men", trooper("Man", 1, "boltgun", T=9, W=1, Sv="-"))
    assert chance(predators(3), men, "slain", firing=1, distance=24) == F(2, 3) * F(1, 2)


@pytest.mark.rule("7E-VEH-6")
def test_a_squadron_that_has_lost_a_tank_has_lost_killshot() -> None:
    """In a battle those who stand are counted."""
    guns = marines(1, gun("melta", "T", "10", "1", "Assault 1"), name="Gunners")
    played = battle(
        army("Mine", guns), army("Theirs", predators(3)),
        ("unit", "Gunners"), ("target", "Predator"), *fire("melta", facing="rear"), ("under:melta", 1),
        ("damage table:Predator", [6]), ("explosion:Predator", [3]), ("near:Predator", 0),
        ("unit", "Predator"), ("target", "Gunners"), ("speed", DEFAULT),
        distance=6,
    )  # fmt: skip
    assert played.left is not None
    record = played.end
    assert sum(firer.n for firer in record.firers) == 2


def test_the_whole_attack_of_three() -> None:
    """Nobody is asked about glancing hits without the rule."""
    assert "tank_hunters" in attack_keys(predators(3))
    assert "tank_hunters" not in attack_keys(predators(2))


def attack_keys(unit: Any) -> set[str]:
    played = attack(unit, tank(14), ("speed", DEFAULT), *fire("lance"), ("hit:lance", [1] * len(shooters(unit))))
    return {part.key for part in played.question("facts:lance").parts}


def shooters(unit: Any) -> list[int]:
    return [1 for _, n in unit.models for _ in range(n)]
