"""Templates on open-topped transports (7E-WPN-16, 7E-VEH-9)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.seventh.helpers.tabletop import Played, army, battle, boyz, fire, gun, marines, squad, trooper
from tests.rules.seventh.helpers.vehicle_battles import NO, army_of, hull_points, ride, riders, standing
from tests.rules.seventh.helpers.vehicles import tank

# Templates -----------------------------------------------------------------------------------------------------------

BURNER = marines(1, "flamer", name="Burners")


def burns(*script: Any, kind: str = "Vehicle (Open-topped)", target: Any = None, **stats: Any) -> Played:
    trukk = tank(12, 3, name="Trukk", type=kind).but(capacity=10)
    return battle(
        army("Hunt", BURNER, marines(1, name="B")), army_of(trukk, target or riders(4, **stats), boyz()), ride(transport="Trukk"),
        ("unit", "Burners"), ("target", "Trukk"), *fire("flamer"), ("under:flamer", 1), *script, distance=6,
    )  # fmt: skip


@pytest.mark.rule("7E-WPN-16", "7E-VEH-9", "7E-ALC-10")
def test_a_template_strikes_those_inside_an_open_topped_vehicle_too() -> None:
    played = burns(
        ("hits inside:Riders", 3), ("harm:Riders", {}), ("wound:flamer", [6, 6, 1]), ("random model", 4),
        ("random model", 1), ("unit", "B"),
    )  # fmt: skip
    roll = played.question("hits inside:Riders")
    assert (roll.dice, roll.sides) == (1, 6)
    assert standing(played, "Riders") == 2
    assert played.marks("Riders") == ["embarked"]
    assert played.question("allocation").default == "random"
    assert played.said("Riders, inside the open-topped Trukk: 3 hits", "7E-WPN-13")


@pytest.mark.rule("7E-WPN-16", "7E-SAV-10")
def test_random_allocation_inside_goes_model_by_model() -> None:
    mixed = squad("Riders", trooper("Rider", 2, "boltgun", Sv="-"), trooper("Boss", 1, "boltgun", Sv="-", W=2))
    played = burns(
        ("hits inside:Riders", 2), ("harm:Riders", {}), ("wound:flamer", [6, 6]), ("random model", 3),
        ("unit", "B"), target=mixed,
    )  # fmt: skip
    assert [(rank.kind, rank.n) for rank in played.unit_at("Riders").ranks] == [(0, 2)]  # the Boss took both


@pytest.mark.rule("7E-WPN-16")
def test_a_closed_vehicle_shelters_its_passengers() -> None:
    played = burns(("unit", "B"), kind="Vehicle (Tank)")
    assert "hits inside:Riders" not in played.keys
    assert hull_points(played, "Trukk") == [3]


@pytest.mark.rule("7E-WPN-16")
def test_a_template_that_misses_the_vehicle_strikes_nobody_inside() -> None:
    trukk = tank(12, 3, name="Trukk", type="Vehicle (Open-topped)").but(capacity=10)
    played = battle(
        army("Hunt", BURNER, marines(1, name="B")), army_of(trukk, riders(4)), ride(transport="Trukk"), ("unit", "Burners"),
        ("target", "Trukk"), *fire("flamer"), ("under:flamer", 0), ("unit", "B"), distance=6,
    )  # fmt: skip
    assert standing(played, "Riders") == 4


@pytest.mark.rule("7E-WPN-16", "7E-VEH-10")
def test_burnt_inside_and_blown_up_with_it() -> None:
    hell = marines(1, gun("hell", "T", "10", "1", "Assault 1"), name="Burners")
    trukk = tank(10, 3, name="Trukk", type="Vehicle (Open-topped)").but(capacity=10)
    played = battle(
        army("Hunt", hell, marines(1, name="B")), army_of(trukk, riders(4), boyz()), ride(transport="Trukk"),
        ("unit", "Burners"), ("target", "Trukk"), *fire("hell"), ("under:hell", 1), ("hits inside:Riders", 1),
        ("damage table:Trukk", [4]), ("explosion:Trukk", 1), ("near:Trukk", 0),
        ("harm:Riders", {}), ("wound:hell", [6]), ("random model", 1), ("harm:Riders", {}), ("wound:explosion", [6, 1, 1, 1]), NO,
        ("pinning", 2), ("unit", "B"), distance=6,
    )  # fmt: skip
    assert standing(played, "Riders") == 2
    assert played.marks("Riders") == []


@pytest.mark.rule("7E-WPN-16")
def test_each_of_two_templates_strikes_those_inside() -> None:
    trukk = tank(12, 3, name="Trukk", type="Vehicle (Open-topped)").but(capacity=10)
    two = marines(2, "flamer", name="Burners")
    played = battle(
        army("Hunt", two, marines(1, name="B")), army_of(trukk, riders(8), boyz()), ride(transport="Trukk"),
        ("unit", "Burners"), ("target", "Trukk"), *fire("flamer"), ("under each:flamer", "1 1"),
        ("hits inside:Riders", 3), ("hits inside:Riders", 2), distance=6,
    )  # fmt: skip
    assert [key for key in played.keys if key == "hits inside:Riders"] == ["hits inside:Riders"] * 2
