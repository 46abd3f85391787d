"""Squadrons: hits one at a time against the closest vehicle (7E-VEH-7)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.rules.seventh.profiles import Unit
from tests.helpers.scripted_table import DEFAULT
from tests.rules.seventh.helpers.one_weapon import chance, need_of, struck, sure
from tests.rules.seventh.helpers.tabletop import attack, chances, fire, gun, marines, no_more
from tests.rules.seventh.helpers.vehicles import hull, shooter, tank, vehicles

F = Fraction
TABLE = "damage table:Predator"
FIRST_ROLLS = {"squadron_order": "penetrate_then_allocate"}


def predators(n: int = 2, points: int = 3) -> Unit:
    return tank((13, 11, 10), points, n=n, name="Predator")


def two(first: int = 11, second: int = 13, points: int = 3) -> Unit:
    """Two vehicles with armour of their own; the first one is the closer."""
    return vehicles((hull("A", first, points, "storm bolter"), 1), (hull("B", second, points, "storm bolter"), 1))


def las(AP: str = "-") -> Any:  # noqa: N803
    return gun("gun", "48", "9", AP, "Heavy 1")


@pytest.mark.rule("7E-VEH-7")
def test_the_first_explodes_and_the_rest_strike_the_second() -> None:
    """The example: three hits, the first vehicle explodes at hit 1."""
    played = struck(
        predators(), las("2"), ("penetrate:gun", [6]), (TABLE, [6]), ("penetrate:gun", [4, 5]), (TABLE, [1]), hits=3
    )  # fmt: skip
    assert [played.question("penetrate:gun", nth).dice for nth in (0, 1)] == [
        1,
        2,
    ]  # a lone one takes all that are left
    assert (played.end.toll.exploded, played.end.toll.wrecked, played.end.toll.hull_lost) == (1, 0, 3)
    assert played.alive() == {"Predator": [1]}


@pytest.mark.rule("7E-VEH-7")
def test_the_next_hit_goes_to_the_next_only_when_the_first_is_gone() -> None:
    played = struck(
        predators(3, 2), las(), ("penetrate:gun", [4]), ("penetrate:gun", [4]), ("penetrate:gun", [4]), hits=3
    )
    assert played.alive() == {"Predator": [1, 2]}
    assert played.end.toll.wrecked == 1


@pytest.mark.rule("7E-VEH-7", "7E-ALC-1", "7E-WPN-1")
def test_the_wounded_stay_where_they_are_for_the_next_weapon() -> None:
    tanks = tank(12, 3, gun("first", S="9", AP="-"), gun("second", S="9", AP="-"))
    script = [
        ("speed", DEFAULT), *fire("first"), ("hit:first", [6]), ("penetrate:first", [4]),
        *fire("second"), ("hit:second", [6]), ("penetrate:second", [4]),
    ]  # fmt: skip
    assert attack(tanks, predators(), *script).alive() == {"Predator": [1, 3]}


@pytest.mark.rule("7E-VEH-7", "7E-VEH-3")
def test_each_vehicle_is_hit_on_its_own_armour() -> None:
    played = struck(two(points=1), las(), ("penetrate:gun", [2]), ("penetrate:gun", [4]), hits=2)
    assert [need_of(played, "penetrate:gun", nth) for nth in (0, 1)] == [2, 4]
    assert played.alive() == {}


@pytest.mark.rule("7E-VEH-7", "7E-ALC-3")
def test_the_players_say_who_is_closest() -> None:
    played = struck(two(), las(), ("penetrate:gun", [4]), order="1 B, 1 A")
    assert need_of(played, "penetrate:gun") == 4
    assert played.alive() == {"B": [2], "A": [3]}
    assert "7E-ALC-1" in played.question("order").rules
    assert "order" not in struck(predators(1), las(), ("penetrate:gun", [4])).parts("facts:gun")


@pytest.mark.rule("7E-VEH-7", "7E-VEH-8")
def test_each_hit_is_saved_and_costs_before_the_next_is_rolled() -> None:
    played = struck(
        predators(), las(), ("penetrate:gun", [4]), ("save:Predator", [6]), ("penetrate:gun", [5]), ("save:Predator", [1]), (TABLE, [2]),
        hits=2, cover="5+",
    )  # fmt: skip
    assert played.keys[-5:] == ["penetrate:gun", "save:Predator", "penetrate:gun", "save:Predator", TABLE]
    assert played.alive() == {"Predator": [2, 3]}


@pytest.mark.rule("7E-VEH-7", "7E-ALC-11")
def test_hits_beyond_the_last_vehicle_are_lost() -> None:
    played = struck(predators(2, 1), las(), ("penetrate:gun", [4]), ("penetrate:gun", [4, 4, 4]), hits=4)
    assert played.alive() == {}
    assert played.end.toll.wrecked == 2
    assert max(chances(sure(5), predators(2, 1), "slain")) == 2


@pytest.mark.rule("7E-VEH-7", "7E-VEH-4")
def test_a_table_roll_of_the_last_hull_point() -> None:
    weapon, target = gun("gun", S="10", AP="1"), tank(10, 1, n=2, name="Predator")
    played = struck(target, weapon, (TABLE, [5]))
    assert (played.end.toll.exploded, played.end.toll.wrecked) == (1, 0)
    no = struck(target, weapon, settings={"explode_after_wreck": "no"})
    assert (no.end.toll.exploded, no.end.toll.wrecked) == (0, 1)


@pytest.mark.rule("7E-VEH-7")
def test_setting_squadron_order() -> None:
    """All rolls against the closest one's armour; penetrating hits are allocated before glances."""
    played = struck(
        two(points=1), las("2"), ("penetrate:gun", [2, 3]), ("damage table:A", [1]), hits=2, settings=FIRST_ROLLS
    )  # fmt: skip
    assert played.question("penetrate:gun").dice == 2
    assert need_of(played, "penetrate:gun") == 2  # A, though one of them fells B
    assert played.alive() == {}
    usual = struck(two(points=1), las("2"), ("penetrate:gun", [2]), ("penetrate:gun", [3]), hits=2)
    assert usual.alive() == {"B": [1]}  # 12 does nothing to armour 13


@pytest.mark.rule("7E-VEH-7")
@pytest.mark.parametrize(("setting", "both"), [("allocate_then_penetrate", F(5, 6) * F(1, 2)), ("penetrate_then_allocate", F(25, 36))])  # fmt: skip
def test_setting_squadron_order_by_odds(setting: str, both: Fraction) -> None:
    """Armour 11 in front of armour 13, a hull point each: 2+ and then 4+, or twice 2+."""
    assert chances(sure(2, AP="-"), two(points=1), "slain", {"squadron_order": setting})[2] == both


@pytest.mark.rule("7E-VEH-7", "7E-VEH-8")
def test_setting_squadron_order_saves_on_the_vehicle_that_is_hit() -> None:
    shielded = vehicles((hull("A", 11, 1), 1), (hull("B", 11, 1, invulnerable=4), 1))
    played = struck(
        shielded, las(), ("penetrate:gun", [2, 2]), ("save:B", [4]), hits=2, settings=FIRST_ROLLS,
        before=[("working_weapons", 0)],
    )  # fmt: skip
    assert played.alive() == {"B": [1]}


@pytest.mark.rule("7E-VEH-7", "7E-VEH-2")
def test_firers_in_different_arcs() -> None:
    played = struck(predators(2, 9), las(), ("penetrate:gun", [4]), ("penetrate:gun", [2]), hits=(1, 1), in_side="1")
    assert {need_of(played, "penetrate:gun", nth) for nth in (0, 1)} == {4, 2}
    assert played.alive() == {"Predator": [7, 9]}


@pytest.mark.rule("7E-VEH-7", "7E-WPN-14")
def test_a_marker_over_a_squadron() -> None:
    weapon = gun("gun", S="9", AP="-", type="Assault 1, Large Blast")
    played = attack(shooter(weapon), predators(3), *fire("gun"), ("under:gun", 2), ("penetrate:gun", [4]), ("penetrate:gun", [4]))  # fmt: skip
    assert played.question("under:gun").high == 3
    assert played.question("under:gun").default == 1
    assert played.alive() == {"Predator": [1, 3, 3]}


@pytest.mark.rule("7E-VEH-7")
def test_by_odds_the_second_is_reached_only_past_the_first() -> None:
    """Every hit costs a point (S10, armour 10) and AP- never explodes; two points each."""
    pair = tank(10, 2, n=2)
    assert chances(sure(1, "10", "-"), pair, "slain") == {0: 1}
    assert chances(sure(4, "10", "-"), pair, "slain")[2] == 1
    assert chances(sure(3, "10", "-"), pair, "damage") == {3: 1}
    assert chance(sure(1, "10", "1"), pair, "explodes") == F(1, 3)


@pytest.mark.rule("7E-WPN-22", "7E-VEH-7")
def test_a_squadron_that_shoots_counts_weapons_for_each_vehicle() -> None:
    pair = tank(12, 3, gun("gun"), gun("piece"), n=2)
    played = attack(
        pair, marines(5), ("speed", "combat"), *fire("gun"), ("hit:gun", [1, 1]), *fire("piece"), ("hit:piece", [1, 1])
    )
    assert [need_of(played, key) for key in ("hit:gun", "hit:piece")] == [3, 6]


@pytest.mark.rule("7E-VEH-7", "7E-WPN-6")
def test_the_rest_may_be_spared() -> None:
    played = attack(
        tank(12, 3, gun("gun", S="9", AP="-"), "storm bolter"), predators(), ("speed", DEFAULT), *fire("gun"),
        ("hit:gun", [6]), ("penetrate:gun", [4]), *no_more(),
    )  # fmt: skip
    assert played.alive() == {"Predator": [2, 3]}
