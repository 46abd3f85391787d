"""Rending where more than one die is rolled to penetrate: with Melta, Armourbane, Ordnance (7E-VEH-15)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest

from shoot_cli.rules.seventh.profiles import Unit
from tests.rules.seventh.helpers.tabletop import attack, fire, gun
from tests.rules.seventh.helpers.vehicles import shooter, tank
from tests.rules.seventh.test_vehicle_vectors import glances_and_penetrates

F = Fraction
DIE, D3 = range(1, 7), (1, 1, 2, 2, 3, 3)


def armed(S: str, type: str, range: str = "48", rules: tuple[str, ...] = ()) -> Unit:  # noqa: N803
    return shooter(gun("gun", range, S, "3", type), rules=rules)


@pytest.mark.rule("7E-VEH-15")
@pytest.mark.parametrize(
    ("strength", "type", "armour", "glance", "through"),
    [
        pytest.param("8", "Heavy 1, Melta, Rending", 14, F(5, 36), F(7, 12), id="TV-108"),
        pytest.param("8", "Heavy 1, Melta", 14, F(5, 36), F(7, 12), id="TV-108 without"),
        pytest.param("6", "Heavy 1, Melta, Rending", 14, F(11, 108), F(10, 27), id="TV-109"),
        pytest.param("6", "Heavy 1, Armourbane, Rending", 14, F(11, 108), F(10, 27), id="TV-109 Armourbane"),
        pytest.param("6", "Heavy 1, Armourbane", 14, F(5, 36), F(5, 18), id="TV-109 without"),
        pytest.param("6", "Ordnance 1, Rending", 13, F(11, 108), F(11, 54), id="TV-111"),
        pytest.param("6", "Primary Weapon 1, Rending", 13, F(11, 108), F(11, 54), id="TV-111 Primary"),
    ],
)
def test_tv_108_109_111(strength: str, type: str, armour: int, glance: Fraction, through: Fraction) -> None:
    assert glances_and_penetrates(armed(strength, type), tank(armour), distance=12) == (glance, through)


@pytest.mark.rule("7E-VEH-15")
def test_tv_110_a_reroll_throws_the_d3_again() -> None:
    hunters = armed("4", "Heavy 1, Rending", rules=("Tank Hunters",))
    assert glances_and_penetrates(hunters, tank(12)) == (F(17, 162), F(17, 162))


def counted(rolls: Callable[[tuple[int, ...]], tuple[int, ...]], dice: int, need: int, rends: bool) -> tuple[F, F]:
    """Glances and penetrations over every face of the dice and every D3; ``rolls``: the dice that are kept."""
    found = [F(0), F(0)]
    for faces in product(DIE, repeat=dice):
        kept = rolls(faces)
        sixes = kept.count(6) if rends else 0
        for extra in product(D3, repeat=sixes):
            total = sum(kept) + sum(extra)
            for place, right in enumerate((total == need, total > need)):
                found[place] += F(int(right), 6**dice * 6**sixes)
    return found[0], found[1]


def best_plus_one(faces: tuple[int, ...]) -> tuple[int, ...]:
    return max(faces[:2]), *faces[2:]


def best_two(faces: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(faces)[1:])


def all_of(faces: tuple[int, ...]) -> tuple[int, ...]:
    return faces


@pytest.mark.rule("7E-VEH-15")
@pytest.mark.parametrize("need", [5, 8, 11, 13])
@pytest.mark.parametrize("rends", [False, True])
@pytest.mark.parametrize(
    ("type", "settings", "rolls", "dice"),
    [
        ("Armourbane", {}, all_of, 2),
        ("Melta, Armourbane", {}, all_of, 3),
        ("Melta, Armourbane", {"melta_armourbane": "2d6"}, all_of, 2),
        ("Armourbane, Primary Weapon", {}, best_plus_one, 3),
        ("Armourbane, Melta, Primary Weapon", {}, best_plus_one, 4),
        ("Armourbane, Primary Weapon", {"ordnance_armourbane": "best_two_of_three"}, best_two, 3),
    ],
)
def test_every_number_is_counted_over_the_dice(
    need: int, rends: bool, type: str, settings: dict[str, str], rolls: Callable[..., tuple[int, ...]], dice: int
) -> None:
    if dice == 4 and need != 11:
        pytest.skip("a sample of the largest")
    weapon = armed("1", f"Heavy 1, {type}" + ", Rending" * rends)
    found = glances_and_penetrates(weapon, tank(need + 1), distance=12, settings=settings)
    assert found == counted(rolls, dice, need, rends)


@pytest.mark.rule("7E-VEH-15")
def test_the_setting_leaves_a_sum_alone() -> None:
    none = {"rending_extra_dice": "none"}
    for type in ("Melta", "Armourbane"):
        assert glances_and_penetrates(
            armed("6", f"Heavy 1, {type}, Rending"), tank(14), distance=12, settings=none
        ) == (F(5, 36), F(5, 18))
    assert glances_and_penetrates(armed("6", "Heavy 1, Rending"), tank(13), settings=none) == (F(1, 18), F(1, 9))


@pytest.mark.rule("7E-VEH-15")
def test_at_the_table_the_d3_is_thrown_only_where_it_counts() -> None:
    bane = gun("gun", S="6", type="Heavy 1, Armourbane, Rending")
    played = attack(
        shooter(bane), tank(14), *fire("gun"), ("hit:gun", [6]), ("penetrate:gun", [6, 1]), ("rending:gun", 1)
    )
    assert "a glancing" not in played.keys  # 6 + 1 + 1 is exactly the armour
    assert played.end.toll.hull_lost == 1
    for faces, lost in (([5, 5], 1), ([6, 2], 1), ([4, 3], 0)):
        rest = [("damage table:Tank", [1])] if sum(faces) + 6 > 14 or 6 in faces else []
        played = attack(shooter(bane), tank(14), *fire("gun"), ("hit:gun", [6]), ("penetrate:gun", faces), *rest)
        assert (played.end.toll.hull_lost, "rending:gun" in played.keys) == (lost, False)
