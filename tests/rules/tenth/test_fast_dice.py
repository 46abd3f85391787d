"""When dice may be rolled together (10E-FAST)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.helpers.each import each
from tests.rules.tenth.helpers.attacks import attack, chances, gun, mean, models, shooters, squad, targets

F = Fraction


def through(n: int, name: str = "gun") -> list[tuple[str, Any]]:
    return [(f"hit:{name}", [5] * n), (f"wound:{name}", [5] * n)]


@pytest.mark.rule("10E-FAST-1")
def test_alike_attacks_are_rolled_together() -> None:
    played = attack(shooters(gun(A=2), n=5), targets(Sv="4+"), through(10), ("save:Target", [6] * 10))
    assert played.dice == ["hit:gun", "wound:gun", "save:Target"]


@pytest.mark.rule("10E-FAST-1")
@each(
    "other", [gun(BS=4), gun(S=5), gun(AP=-1), gun(D=2), gun("Lethal Hits"), gun("Ignores Cover"), gun("Twin-linked")]
)
def test_any_difference_keeps_them_apart(other: Any) -> None:
    unit = squad("Unit", models("A", 2, gun()), models("B", 3, other))
    played = attack(unit, targets(Sv="4+"), ("hit:gun", [1] * 2), ("hit:gun", [1] * 3))
    assert [played.question("hit:gun", n).dice for n in (0, 1)] == [2, 3]


SHIELDS = squad("Shields", models("Shield", 2, W=1, Sv="-/4++"), models("Bare", 2, W=1, Sv="6+"))


@pytest.mark.rule("10E-FAST-2")
def test_saves_change_when_those_in_front_die() -> None:
    """Two with a shield stand in front: three of four wounds get through, the last one meets the others."""
    played = attack(shooters(gun(A=4)), SHIELDS, through(4), ("save:Shield", [1, 1]), ("save:Bare", [6, 1]))
    assert played.alive() == {"Bare": [1]}


@pytest.mark.rule("10E-FAST-2")
def test_models_with_the_same_save_are_rolled_for_together() -> None:
    """Another name does not matter, and neither does the armour behind a better invulnerable save."""
    alike = squad("Alike", models("A", 2, W=1, Sv="5+/4++"), models("B", 2, W=1, Sv="6+/4++"))
    played = attack(shooters(gun(A=4)), alike, through(4), ("save:A", [1, 1, 1, 6]))
    assert played.dice.count("save:A") == 1
    assert played.alive() == {"B": [1]}


@pytest.mark.rule("10E-FAST-2", "10E-FAST-3")
def test_mixed_saves_are_rolled_one_after_the_other_in_the_odds_too() -> None:
    unit = shooters(gun("Torrent", A=2, S=8))
    two = squad("Two", models("A", 1, W=1, Sv="2+"), models("B", 1, W=1, Sv="6+"))
    a, b = F(5, 6) * F(1, 6), F(5, 6) * F(5, 6)  # the chance of each to fall to one attack
    assert chances(unit, two, "slain") == {2: a * b, 1: a * (1 - b) + (1 - a) * a, 0: (1 - a) ** 2}


@pytest.mark.rule("10E-FAST-3")
def test_damage_to_0_is_decided_attack_by_attack() -> None:
    unit = targets(1, W=9, Sv="4+", abilities=("incoming: no damage once",))
    played = attack(
        shooters(gun(A=2)), unit, through(2), ("no_damage", "no"), ("save:Target", [1]), ("no_damage", "yes"),
        ("save:Target", [1]),
    )  # fmt: skip
    assert played.keys[-4:] == ["no_damage", "save:Target"] * 2


@pytest.mark.rule("10E-FAST-3")
def test_random_damage_is_rolled_one_attack_at_a_time() -> None:
    played = attack(
        shooters(gun(A=3, D="D3")), targets(2, W=3, Sv="4+"), through(3), ("save:Target", [1, 1, 1]),
        ("damage:gun", [2]), ("damage:gun", [1]),
    )  # fmt: skip
    assert played.alive() == {"Target": [2]}  # 2, then whatever fells the one with 1 left, then 1 of the next


@pytest.mark.rule("10E-FAST-3")
def test_different_pain_is_felt_apart() -> None:
    two = squad("Two", models("A", 1, W=1, FNP=5), models("B", 1, W=1, FNP=4))
    played = attack(shooters(gun(A=2)), two, through(2), ("feel no pain:A", [1]), ("feel no pain:B", [4]))
    assert played.alive() == {"B": [1]}


@pytest.mark.rule("10E-FAST-4")
@pytest.mark.parametrize(("n", "left"), [(1, {"Boy": [1], "Nob": [3]}), (2, {"Nob": [3]}), (3, {"Nob": [1]}), (4, {})])
def test_packets_fall_on_one_model_after_the_other(n: int, left: dict[str, list[int]]) -> None:
    """Never the sum of all damage: 4 damage in two packets kill two Boyz, not one and a Nob."""
    mob = squad("Mob", models("Boy", 2, W=1, Sv="4+"), models("Nob", 1, W=3, Sv="4+"))
    assert attack(shooters(gun(A=4, D=2)), mob, through(4), ("save:Boy", [1] * n + [6] * (4 - n))).alive() == left


@pytest.mark.rule("10E-FAST-4")
def test_the_mean_of_packets() -> None:
    """D2 on W3: the second attack finishes the model, whatever is too much."""
    assert mean(shooters(gun("Torrent", A=2, S=8, D=2)), targets(1, W=3)) == F(10, 36) * 2 + F(25, 36) * 3


@pytest.mark.rule("10E-FAST-5")
def test_a_single_re_roll_sees_all_dice_first() -> None:
    unit = shooters(gun(A=4), abilities=("re-roll one wound roll",))
    played = attack(unit, targets(), ("hit:gun", [6] * 4), ("wound:gun", [4, 4, 1, 4]), ("one wound again:gun", [4]))
    assert played.dice == ["hit:gun", "wound:gun", "one wound again:gun"]
    assert played.question("wound:gun").dice == 4
    assert played.alive() == {"Target": [2, 2, 2]}
