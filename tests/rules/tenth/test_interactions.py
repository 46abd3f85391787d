"""What happens where two abilities meet (10E-INT)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.rules.datasheets.steps.attack import own_damage, own_slain
from tests.helpers.scripted_table import AGAIN
from tests.rules.tenth.helpers.attacks import attack, chances, gun, hits, mean, models, shooters, shots, squad, targets

F = Fraction
ARMOURED = targets(5, Sv="2+")  # one save in six fails
BARE = targets(5)


def damage(*abilities: str, target: Any = BARE, **values: Any) -> Fraction:
    """Mean wounds of one attack; damage 1."""
    return mean(shooters(gun(*abilities, **values)), target)


@pytest.mark.rule("10E-INT-1")
def test_lethal_hits_are_no_critical_wounds() -> None:
    """A critical hit wounds normally, other hits wound normally in a third and devastate in a sixth."""
    normal, devastating = F(1, 6) + F(1, 2) * F(1, 3), F(1, 2) * F(1, 6)
    assert damage("Lethal Hits", "Devastating Wounds", target=ARMOURED) == normal * F(1, 6) + devastating


@pytest.mark.rule("10E-INT-2")
def test_lethal_and_sustained() -> None:
    """The critical wounds at once, its extra hits roll."""
    assert damage("Lethal Hits", "Sustained Hits 2") == F(1, 6) * (1 + 2 * F(1, 2)) + F(1, 2) * F(1, 2)


@pytest.mark.rule("10E-INT-3")
def test_sustained_and_devastating() -> None:
    played = attack(
        shooters(gun("Sustained Hits 1", "Devastating Wounds")), ARMOURED, ("hit:gun", [6]), ("wound:gun", [6, 6])
    )
    assert played.alive() == {"Target": [2] * 4}
    assert damage("Sustained Hits 1", "Devastating Wounds", target=ARMOURED) == F(5, 6) * (F(1, 3) * F(1, 6) + F(1, 6))


@pytest.mark.rule("10E-INT-4")
def test_anti_and_devastating() -> None:
    assert damage("Anti-INFANTRY 4+", "Devastating Wounds", target=ARMOURED) == F(2, 3) * F(1, 2)


@pytest.mark.rule("10E-INT-5")
def test_lethal_and_twin_linked() -> None:
    """Only wound rolls that were made can be made again: 6s of S4 against T8."""
    assert damage("Lethal Hits", "Twin-linked", target=targets(T=8)) == F(1, 6) + F(1, 2) * F(11, 36)


@pytest.mark.rule("10E-INT-6")
def test_torrent_and_what_works_on_wound_rolls() -> None:
    assert damage("Torrent", "Anti-INFANTRY 2+", target=targets(T=20)) == F(5, 6)
    assert damage("Torrent", "Twin-linked") == F(3, 4)
    assert damage("Torrent", "Devastating Wounds", target=ARMOURED) == F(1, 3) * F(1, 6) + F(1, 6)
    assert damage("Torrent", "Sustained Hits 2", "Lethal Hits", "re-roll hit rolls") == damage("Torrent")


@pytest.mark.rule("10E-INT-7")
def test_a_critical_that_is_rolled_again_is_gone() -> None:
    """Fishing takes 5s that are critical by nobody's rule; with a critical on 5+ they stay."""
    unit = shooters(gun("Sustained Hits 1", "re-roll hit rolls", "critical hits on 5+"))
    played = attack(unit, targets(), ("hit:gun", [4, AGAIN, 5]), ("wound:gun", [1, 1]), settings={"rerolls": "fishing"})
    assert played.question("hit:gun").again == (1, 2, 3, 4)


@pytest.mark.rule("10E-INT-8")
def test_wounds_without_a_roll_meet_no_defence_of_wound_rolls() -> None:
    hard = targets(abilities=("incoming: -1 to wound", "incoming: wound rolls of 1-3 fail"))
    played = attack(shooters(gun("Lethal Hits", "Twin-linked")), hard, ("hit:gun", [6]))
    assert played.alive() == {"Target": [1, 2, 2, 2, 2]}
    assert damage("Lethal Hits", target=hard) == F(1, 6) + F(1, 2) * F(1, 3)


@pytest.mark.rule("10E-INT-9")
def test_a_packet_cares_for_no_save() -> None:
    weapon = shooters(gun("Torrent", "Devastating Wounds", "Anti-INFANTRY 2+"))
    for save in ("6+", "2+", "2+/2++"):
        assert chances(weapon, targets(Sv=save), cover="yes")[1] == F(5, 6)
    assert chances(weapon, targets(Sv="-"))[1] == F(5, 6)


@pytest.mark.rule("10E-INT-11", "10E-ORD-4")
def test_normal_damage_of_the_second_weapon_comes_before_packets_of_the_first() -> None:
    """A model with two wounds behind one with one: the packet of 2 finds the big one untouched."""
    unit = squad(
        "Unit", models("A", 1, gun("Devastating Wounds", name="first", D=2)), models("B", 1, gun(name="second"))
    )
    target = squad("Two", models("Small", 1, W=1), models("Big", 1, W=2))
    played = attack(unit, target, ("hit:first", [6]), ("wound:first", [6]), ("hit:second", [5]), ("wound:second", [5]))
    assert played.alive() == {}


@pytest.mark.rule("10E-INT-12", "10E-WPN-MELTA-1")
def test_melta_makes_packets_larger() -> None:
    weapon = shooters(gun("Melta 2", "Devastating Wounds", D=1))
    played = attack(weapon, targets(1, W=9, Sv="2+"), ("hit:gun", [6]), ("wound:gun", [6]), distance=12)
    assert played.alive() == {"Target": [6]}


@pytest.mark.rule("10E-INT-13", "10E-FX-RAND-1")
def test_blast_and_rapid_fire_both_add() -> None:
    """The battle cannon: D6+3, Rapid Fire D3, and two for ten models."""
    assert shots(shooters(gun("Blast", "Rapid Fire 2", A="D6+3")), targets(10), distance=12) == F(13, 2) + 2 + 2


@pytest.mark.rule("10E-INT-14", "10E-INT-15")
def test_heavy_stealth_and_damage_at_what_nobody_sees() -> None:
    stealthy = targets(abilities=("Stealth",))
    unit = squad(
        "Tank",
        models("Tank", 1, gun("Indirect Fire"), W=10, lost=8, abilities=("Damaged: 1-4",)),
        keywords=("VEHICLE",),
    )
    assert hits(unit, stealthy, visible="no") == F(3, 6)  # -3 counts as -1
    heavy = shooters(gun("Indirect Fire", "Heavy", BS=2))
    assert hits(heavy, visible="no", stationary="yes") == F(3, 6)  # +1 and -1, and 1-3 miss


@pytest.mark.rule("10E-INT-16")
def test_a_wound_of_lethal_hits_may_be_precise() -> None:
    unit = squad("Led", models("Guard", 2, W=1), models("Boss", W=4, leader=True))
    played = attack(shooters(gun("Precision", "Lethal Hits")), unit, ("hit:gun", [6]), ("precision:gun", "Boss"))
    assert played.alive() == {"Guard": [1, 1], "Boss": [3]}


@pytest.mark.rule("10E-INT-17")
def test_hazardous_and_feel_no_pain() -> None:
    hard = {"W": 3, "abilities": ("Feel No Pain 4+ against Psychic Attacks",)}
    plain, psychic = shooters(gun("Hazardous"), **hard), shooters(gun("Hazardous", "Psychic"), **hard)
    assert chances(plain, targets(), "own_slain")[1] == F(1, 6)
    assert chances(psychic, targets(), "own_slain")[1] == F(1, 6) * F(1, 8)
    mortal = shooters(gun("Hazardous"), W=3, abilities=("Feel No Pain 4+ against mortal wounds",))
    assert chances(mortal, targets(), "own_slain")[1] == F(1, 6) * F(1, 8)


@pytest.mark.rule("10E-INT-17", "10E-MW-3")
def test_two_failed_hazardous_tests_are_suffered_one_after_the_other() -> None:
    """Each bearer ignores points of his own three, and the second packet goes on where the first one stopped."""
    unit = shooters(gun("Hazardous"), n=2, W=4, abilities=("Feel No Pain 5+ against mortal wounds",))
    pain = "feel no pain:Shooter"
    played = attack(unit, targets(), ("hit:gun", [1, 1]), ("hazardous", [1, 1]), (pain, [5, 4, 1]), (pain, [1, 1, 1]))
    assert (own_slain(played.end), own_damage(played.end)) == (1, 4)
    both = F(1, 36) * F(2 * 6 * 8 + 12 * 12 + 2 * 12 * 8 + 8 * 8, 27 * 27)  # four points or more of six
    assert chances(unit, targets(), "own_damage")[4] == both
    assert sum(chances(unit, targets(), "own_damage").values()) == 1


@pytest.mark.rule("10E-WPN-HAZ-2")
@pytest.mark.parametrize(("lost", "left"), [(1, ["Man"]), (0, ["Hero"])])
def test_who_suffers_is_hurt_or_else_no_character(lost: int, left: list[str]) -> None:
    weapon = gun("Hazardous")
    unit = squad("Unit", models("Man", 1, weapon), models("Hero", 1, weapon, W=3, character=True, lost=lost))
    played = attack(unit, targets(), ("hit:gun", [1, 1]), ("hazardous", [1, 6]))
    assert [rank.kind.name for rank in played.end.own.standing()] == left


@pytest.mark.rule("10E-INT-18")
def test_the_best_save_is_looked_for_against_each_of_the_two_groups() -> None:
    """AP-1 leaves the first of the list as good as the second, the AP-3 of critical wounds does not."""
    weapon = gun("improve AP by 2 on critical wounds", "critical wounds on 2+", "Torrent", S=8, AP=-1)
    unit = squad("Mixed", models("Boy", 1, W=1, Sv="3+"), models("Nob", 1, W=3, Sv="3+/4++"))
    slain = chances(shooters(weapon), unit, "slain", {"allocation": "best_save"})
    assert slain == {0: 1}, "the Nob takes it on his 4+, and has three wounds"


@pytest.mark.rule("10E-INT-18")
def test_wounds_with_a_better_ap_are_saved_apart() -> None:
    weapon = gun("improve AP by 2 on critical wounds", "Torrent", A=2)
    played = attack(
        shooters(weapon), targets(Sv="3+"), ("wound:gun", [6, 5]), ("save:Target", [3]), ("save:Target", [4])
    )
    assert [played.need("save:Target", n) for n in (0, 1)] == [3, 5], (
        "what criticals make better comes after the others"
    )
    assert played.alive() == {"Target": [1, 2, 2, 2, 2]}
    assert mean(shooters(gun("improve AP by 2 on critical wounds", "Torrent")), targets(Sv="3+")) == F(1, 6) * F(
        4, 6
    ) + F(1, 3) * F(2, 6)
