"""Dice that are rolled again, or set to a 6 (10E-RR, 10E-FX-RR, 10E-FX-DIE)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.helpers.scripted_table import AGAIN
from tests.rules.tenth.helpers.attacks import attack, chances, gun, hits, mean, models, shooters, squad, targets

F = Fraction
FISHING = {"rerolls": "fishing"}


@pytest.mark.rule("10E-FX-RR-1")
def test_ones_are_rolled_again() -> None:
    assert hits(shooters(gun("re-roll hit rolls of 1"))) == F(4, 6) + F(1, 6) * F(4, 6)
    assert mean(shooters(gun("Torrent", "re-roll wound rolls of 1")), targets()) == F(1, 2) + F(1, 6) * F(1, 2)
    damage = shooters(gun("Torrent", "re-roll damage rolls of 1", S=8, D="D6"))
    assert mean(damage, targets(1, W=9)) == F(5, 6) * (F(7, 2) + F(1, 6) * F(5, 2))


@pytest.mark.rule("10E-FX-RR-1")
def test_only_an_unmodified_1() -> None:
    """A 2 at -1 fails but is no 1."""
    played = attack(
        shooters(gun("re-roll hit rolls of 1", A=3)), targets(), ("hit:gun", [2, 1, 3, AGAIN, 3]), hit_modifier=-1
    )
    assert played.question("hit:gun").again == (1,)


@pytest.mark.rule("10E-FX-RR-2", "10E-RR-2")
def test_what_fails_after_modifiers_is_rolled_again() -> None:
    """BS3+ at -1: 4s hit, and every 1, 2 and 3 goes back."""
    assert hits(shooters(gun("re-roll hit rolls")), hit_modifier=-1) == F(3, 4)
    played = attack(
        shooters(gun("re-roll hit rolls", A=2)),
        targets(),
        ("hit:gun", [3, 1, AGAIN, 3, 4]),
        ("wound:gun", [1]),
        hit_modifier=-1,
    )
    assert played.question("wound:gun").dice == 1
    assert mean(shooters(gun("Torrent", "re-roll wound rolls")), targets()) == F(3, 4)


@pytest.mark.rule("10E-RR-1", "10E-FX-RR-3")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Twin-linked", "re-roll wound rolls of 1"),
        ("Twin-linked", "re-roll wound rolls"),
        ("re-roll wound rolls", "re-roll wound rolls of 1"),
    ],
)
def test_no_die_is_rolled_a_third_time(one: str, other: str) -> None:
    assert mean(shooters(gun("Torrent", one), abilities=(other,)), targets()) == F(3, 4)


@pytest.mark.rule("10E-FX-RR-4", "10E-INT-7")
def test_fishing_for_criticals() -> None:
    """With a critical on 6 worth two hits: everything else goes back."""
    unit = shooters(gun("Sustained Hits 1", "re-roll hit rolls"))
    usual = F(2, 3) + F(1, 3) * F(2, 3) + F(1, 6) + F(1, 3) * F(1, 6)
    assert hits(unit) == usual
    assert hits(unit, settings=FISHING) == F(1, 6) * 2 + F(5, 6) * (F(2, 3) + F(1, 6))
    played = attack(unit, targets(), ("hit:gun", [5, AGAIN, 2]), settings=FISHING)
    assert played.question("hit:gun").again == (1, 2, 3, 4, 5)


@pytest.mark.rule("10E-FX-RR-4", "10E-WPN-TWIN-1")
def test_nobody_fishes_where_criticals_are_worth_no_more() -> None:
    assert hits(shooters(gun("re-roll hit rolls")), settings=FISHING) == F(8, 9)
    twin = shooters(gun("Torrent", "Twin-linked", "Devastating Wounds", "Anti-INFANTRY 4+", S=8))
    assert mean(twin, targets(Sv="2+"), settings=FISHING) == F(1, 2) + F(1, 2) * (F(1, 2) + F(1, 3) * F(1, 6))


# Damage rolls --------------------------------------------------------------------------------------------------------

BIG = targets(1, W=40)


def damage_of(*abilities: str, printed: str = "D6") -> Fraction:
    """The mean damage of one wound."""
    return mean(shooters(gun("Torrent", "every successful wound is critical", *abilities, S=8, D=printed)), BIG) / F(
        5, 6
    )


@pytest.mark.rule("10E-FX-RR-5")
def test_low_damage_rolls_are_rolled_again() -> None:
    assert damage_of("re-roll damage rolls") == F(17, 4)
    played = attack(
        shooters(gun("re-roll damage rolls", A=2, D="D6")), BIG, ("hit:gun", [5, 5]), ("wound:gun", [5, 5]),
        ("damage:gun", [3, AGAIN, 1]), ("damage:gun", [4]),
    )  # fmt: skip
    assert played.alive() == {"Target": [35]}


@pytest.mark.rule("10E-RR-3")
def test_a_roll_of_two_dice_is_rolled_again_whole() -> None:
    script = (("hit:gun", [5]), ("wound:gun", [5]))
    whole = attack(shooters(gun("re-roll damage rolls", D="2D6")), BIG, *script, ("damage:gun", [1, 5, AGAIN, 2, 2]))
    assert whole.alive() == {"Target": [36]}
    faces = attack(shooters(gun("re-roll damage rolls of 1", D="2D6")), BIG, *script, ("damage:gun", [1, 5, AGAIN, 2]))
    assert faces.alive() == {"Target": [33]}  # 2 and the 5 that stays
    assert damage_of("re-roll damage rolls of 1", printed="2D6") == 2 * (F(7, 2) + F(1, 6) * F(5, 2))


@pytest.mark.rule("10E-RR-4")
def test_a_d3_is_judged_as_it_counts() -> None:
    """A 1 comes up with a 1 or 2 of the die: one in three."""
    assert damage_of("re-roll damage rolls of 1", printed="D3") == 2 + F(1, 3) * 1
    assert damage_of("re-roll damage rolls", printed="D3") == 2 + F(1, 3) * 1


@pytest.mark.rule("10E-RR-5")
def test_a_die_rolled_again_triggers_what_rolls_trigger() -> None:
    unit = shooters(gun("Torrent", "Twin-linked", "Devastating Wounds"))
    assert attack(unit, targets(Sv="2+"), ("wound:gun", [1, AGAIN, 6])).alive() == {"Target": [1, 2, 2, 2, 2]}


# One die of the unit -------------------------------------------------------------------------------------------------


@pytest.mark.rule("10E-FX-RR-6", "10E-FAST-5")
def test_one_hit_roll_is_chosen_after_all_were_seen() -> None:
    unit = shooters(gun(A=3), abilities=("re-roll one hit roll",))
    played = attack(unit, targets(), ("hit:gun", [1, 6, 2]), ("one hit again:gun", [6]), ("wound:gun", [1, 1]))
    assert played.question("one hit again:gun").dice == 1
    assert "one hit again:gun" not in attack(unit, targets(), ("hit:gun", [3, 3, 3]), ("wound:gun", [1] * 3)).dice
    assert hits(shooters(gun(A=2), abilities=("re-roll one hit roll",))) == F(4, 3) + F(5, 9) * F(2, 3)


@pytest.mark.rule("10E-FX-RR-6")
def test_it_is_one_for_the_whole_unit() -> None:
    unit = squad(
        "Unit", models("A", 1, gun(name="first"), abilities=("re-roll one wound roll",)),
        models("B", 1, gun(name="second"), abilities=("re-roll one wound roll",)),
    )  # fmt: skip
    played = attack(
        unit, targets(), ("hit:first", [6]), ("wound:first", [1]), ("one wound again:first", [1]), ("hit:second", [6]),
        ("wound:second", [1]),
    )  # fmt: skip
    assert played.dice.count("one wound again:first") == 1
    assert "one wound again:second" not in played.dice


@pytest.mark.rule("10E-RR-1", "10E-FX-RR-3")
def test_the_one_re_roll_is_not_for_a_die_that_was_rolled_again() -> None:
    unit = shooters(gun("re-roll hit rolls of 1"), abilities=("re-roll one hit roll",))
    assert "one hit again:gun" not in attack(unit, targets(), ("hit:gun", [1, AGAIN, 2])).dice
    assert attack(unit, targets(), ("hit:gun", [2]), ("one hit again:gun", [1])).dice[-1] == "one hit again:gun"


@pytest.mark.rule("10E-FX-DIE-1")
@pytest.mark.parametrize("faces", [[1, 3], [2, 2]])
def test_a_die_set_to_6_is_critical(faces: list[int]) -> None:
    unit: Any = shooters(gun("Sustained Hits 1", A=2), abilities=("set one hit roll to 6",))
    played = attack(unit, targets(), ("hit:gun", faces), ("wound:gun", [1] * (3 if 3 in faces else 2)))
    assert played.said("One die becomes an unmodified 6", "10E-FX-DIE-1")
    wound = shooters(gun("Torrent", "Devastating Wounds"), abilities=("set one wound roll to 6",))
    assert chances(wound, targets(Sv="2+"))[1] == 1


# Command Re-roll -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("10E-RR-6", "10E-FAST-5")
@pytest.mark.parametrize(
    ("roll", "dice"),
    [("hit", ["hit:gun", "one hit again:gun"]), ("wound", ["hit:gun", "wound:gun", "one wound again:gun"])],
)
def test_a_command_re_roll_is_one_die_of_many(roll: str, dice: list[str]) -> None:
    unit = shooters(gun(A=3))
    first = [("hit:gun", [1, 1, 1])] if roll == "hit" else [("hit:gun", [6, 1, 1]), ("wound:gun", [1])]
    played = attack(unit, targets(), *first, (f"one {roll} again:gun", [1]), command_reroll=roll)
    assert played.dice == dice
    assert played.question("command_reroll").default == "no"


@pytest.mark.rule("10E-RR-6")
def test_the_odds_with_a_command_re_roll() -> None:
    assert hits(shooters(gun(A=2)), command_reroll="hit") == F(4, 3) + F(5, 9) * F(2, 3)
    assert mean(shooters(gun("Torrent")), targets(), command_reroll="wound") == F(3, 4)
    assert hits(shooters(gun(A=2))) == F(4, 3)
