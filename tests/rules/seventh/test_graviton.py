"""Graviton weapons against models and vehicles (7E-WND-8, 7E-VEH-6)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.rules.seventh import RULESET
from tests.helpers.each import each
from tests.helpers.scripted_table import DEFAULT
from tests.rules.seventh.helpers.one_weapon import chance, need_of, reasons_of, struck
from tests.rules.seventh.helpers.tabletop import attack, chances, fire, gun, squad, trooper
from tests.rules.seventh.helpers.vehicles import shooter, tank

F = Fraction
GRAV = gun("gun", S="*", AP="2", type="Assault 1, Graviton")


def squad_of(*saves: tuple[int, str]) -> Any:
    """So many models with each armour save."""
    return squad("T", *(trooper(f"Sv{save}", n, "lasgun", Sv=save) for n, save in saves), rules=("Fearless",))


def needed(target: Any, **how: Any) -> int | None:
    return need_of(struck(target, GRAV, ("wound:gun", [1]), **how), "wound:gun")


# Against models ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-WND-8")
@each(("save", "need"), [("2+", 2), ("3+", 3), ("4+", 4), ("5+", 5), ("6+", 6), ("-", 6)])
def test_the_armour_save_is_what_it_needs(save: str, need: int) -> None:
    played = struck(squad_of((3, save)), GRAV, ("wound:gun", [1]))
    assert need_of(played, "wound:gun") == need
    assert reasons_of(played, "wound:gun") == {"7E-WND-8"}


@pytest.mark.rule("7E-WND-8")
def test_toughness_and_invulnerable_saves_do_not_count() -> None:
    assert needed(squad("T", trooper("T", 3, "lasgun", T=10, Sv="3+/4++"), rules=("Fearless",))) == 3


@pytest.mark.rule("7E-WND-8")
@each(
    ("saves", "need"),
    [
        (((1, "2+"), (3, "5+")), 5),  # most
        (((3, "5+"), (3, "3+")), 3),  # of those that tie, the best save
        (((2, "-"), (2, "4+")), 4),
        (((3, "-"), (2, "2+")), 6),
        (((3, "6+"), (3, "-")), 6),
    ],
)
def test_mixed_saves(saves: Any, need: int) -> None:
    assert needed(squad_of(*saves)) == need


@pytest.mark.rule("7E-WND-8")
@pytest.mark.parametrize(("setting", "need"), [("majority", 5), ("closest", 2)])
def test_setting_graviton_mixed(setting: str, need: int) -> None:
    target, settings = squad_of((1, "2+"), (3, "5+")), {"graviton_mixed": setting}
    assert needed(target, settings=settings) == need
    assert needed(target, settings=settings, order="3 Sv5+, 1 Sv2+") == 5


@pytest.mark.rule("7E-WND-8")
def test_it_is_the_models_that_still_stand() -> None:
    two = squad("S", trooper("A", 2, gun("first", S="10", AP="1")), trooper("B", 1, GRAV))
    played = attack(
        two, squad_of((2, "2+"), (1, "5+")), *fire("first"), ("hit:first", [6, 6]), ("wound:first", [6, 6]),
        *fire("gun"), ("hit:gun", [6]), ("wound:gun", [5]),
    )  # fmt: skip
    assert need_of(played, "wound:gun") == 5
    assert played.alive() == {}


@pytest.mark.rule("7E-WND-8", "7E-SAV-12")
def test_it_has_no_strength_to_double() -> None:
    played = struck(squad("T", trooper("T", 1, "lasgun", T=1, W=3, Sv="3+")), GRAV, ("wound:gun", [3]), ("go_to_ground", "no"))  # fmt: skip
    assert played.alive() == {"T": [2]}


@pytest.mark.rule("7E-WND-8")
@pytest.mark.parametrize(("save", "wounds"), [("2+", F(5, 6)), ("3+", F(2, 3)), ("-", F(1, 6))])
def test_by_odds(save: str, wounds: Fraction) -> None:
    assert chances(shooter(GRAV), squad_of((2, save)))[1] == F(2, 3) * wounds


@pytest.mark.rule("7E-WND-8", "7E-WPN-11")
def test_a_grav_gun_is_a_salvo_weapon() -> None:
    played = attack(shooter(gun("gun", "18", "*", "2", "Salvo 2/3, Graviton")), squad_of((2, "2+")), *fire("gun"), ("hit:gun", [3, 3, 1]), ("wound:gun", [1, 1]))  # fmt: skip
    assert need_of(played, "wound:gun") == 2


# Against vehicles ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-WND-8", "7E-VEH-6")
@pytest.mark.parametrize("armour", [10, 14])
def test_a_6_immobilises_and_costs_a_hull_point(armour: int) -> None:
    played = struck(tank(armour, 4), GRAV, ("graviton:gun", [6, 5]), hits=2)
    assert played.alive() == {"Tank": [3]}
    assert RULESET.measures["immobilised"](played.end) == 1
    assert "penetrate:gun" not in played.keys
    assert not [key for key in played.keys if key.startswith("damage table")]
    assert need_of(played, "graviton:gun") == 6
    assert chance(shooter(GRAV), tank(armour), "immobilised") == F(2, 3) * F(1, 6)


@pytest.mark.rule("7E-WND-8", "7E-VEH-6")
def test_already_immobilised_it_costs_two() -> None:
    assert struck(tank(12, 4), GRAV, ("graviton:gun", [6, 6]), hits=2).alive() == {"Tank": [1]}
    assert struck(tank(12, 6), GRAV, ("graviton:gun", [6, 6, 6]), hits=3).alive() == {"Tank": [1]}
    wrecked = struck(tank(12, 3), GRAV, ("graviton:gun", [6, 6]), hits=2)
    assert (wrecked.end.toll.wrecked, wrecked.end.toll.hull_lost) == (1, 3)


@pytest.mark.rule("7E-WND-8", "7E-VEH-8")
def test_it_is_saved_like_a_penetrating_hit() -> None:
    saved = struck(tank(12), GRAV, ("graviton:gun", [6]), ("save:Tank", [4]), cover="4+")
    assert saved.alive() == {"Tank": [3]}
    assert RULESET.measures["immobilised"](saved.end) == 0
    assert chance(shooter(GRAV), tank(12, invulnerable=5), "immobilised") == F(2, 3) * F(1, 6) * F(2, 3)


@pytest.mark.rule("7E-VEH-7", "7E-WND-8")
def test_a_squadron_takes_them_one_by_one() -> None:
    assert struck(tank(12, 2, n=2), GRAV, ("graviton:gun", [6]), ("graviton:gun", [6]), hits=2).alive() == {"Tank": [2]}


@pytest.mark.rule("7E-VEH-6", "7E-VEH-13")
def test_extra_armour_and_venerable_do_nothing_against_it() -> None:
    played = struck(tank(12, 3, rules=("Extra Armour", "Venerable")), GRAV, ("graviton:gun", [6]))
    assert played.alive() == {"Tank": [2]}
    fast = tank(12, 3, GRAV)
    assert attack(fast, tank(12), ("speed", DEFAULT), *fire("gun"), ("hit:gun", [6]), ("graviton:gun", [1])).alive()
