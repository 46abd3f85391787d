"""What is easily got wrong: section 11 of the specification. Each test has the right number, worked out by hand, and
the wrong one that it is often taken for."""

from __future__ import annotations

from fractions import Fraction

import pytest

from shoot_cli.rules.reikhammer import charts
from tests.helpers.scripted_table import closed_by
from tests.rules.reikhammer.helpers.attacks import (
    FIRST,
    act,
    army,
    attack,
    battle,
    chances,
    formation,
    gun,
    hits,
    mean,
    mixed,
    mortar,
    shooters,
    targets,
    units,
)

F = Fraction


@pytest.mark.rule("RH-HIT-1", "RH-SAVE-1", "RH-SAVE-3")
def test_trap_01_everything_is_roll_under() -> None:
    assert hits(shooters(gun(AP=2))) == F(2, 6) != F(5, 6)
    assert mean(shooters(), targets(armour=2)) == F(4, 6) * F(4, 6) != F(4, 6) * F(1, 6)
    found = attack(shooters(), targets(armour=3), ("hit:gun", [3]), ("save:Target 1", [4]), cover=4)
    assert found.need("save:Target 1") == 4 != min(3, 4)
    assert found.left_of == [1] * 5  # a 4 is equal, and saves
    assert attack(shooters(), targets(), ("hit:gun", [4]), ("save:Target 1", [4])).left_of == [0, 1, 1, 1, 1]


@pytest.mark.rule("RH-HIT-2", "RH-XF-3")
def test_trap_02_modifiers_change_the_value_so_plus_is_good() -> None:
    assert hits(shooters(), action="sustained_fire") == F(5, 6) != F(3, 6)
    assert hits(shooters(), action="double") == F(3, 6) != F(5, 6)
    crossed = mean(shooters(), targets(armour=3), crossfire="yes")
    assert crossed == F(4, 6) * F(4, 6) > mean(shooters(), targets(armour=3)) == F(4, 6) * F(3, 6)


@pytest.mark.rule("RH-HIT-3")
@pytest.mark.parametrize("value", [5, 6, 7, 9])
def test_trap_03_a_6_misses_and_a_1_is_no_sure_success(value: int) -> None:
    assert hits(shooters(gun(AP=value))) == F(5, 6) != 1
    assert hits(shooters(gun(AP=0)), cover=1, action="double") == F(1, 36) != F(1, 6)  # value -2
    assert mean(shooters(gun(AP=value)), targets(armour=0)) == F(5, 6)  # no save of 1 that always succeeds


@pytest.mark.rule("RH-HIT-4", "RH-XF-3")
def test_trap_04_the_second_die_is_for_hitting_only() -> None:
    assert hits(shooters(gun(AP=1)), cover=1) == F(1, 12)
    played = attack(shooters(), targets(armour=1), ("hit:gun", [1]), crossfire="yes")
    assert played.dice == ["hit:gun"]  # armour 1 in crossfire is 0: nothing is rolled
    assert played.left_of[0] == 0
    assert mean(shooters(), targets(armour=1), crossfire="yes") == F(4, 6) != F(4, 6) * (1 - F(1, 12))


@pytest.mark.rule("RH-SHOCK-1", "RH-SUP-2")
def test_trap_05_shock_comes_before_dice_and_needs_somebody_who_fires() -> None:
    assert chances(shooters(n=6), targets(armour=9), "shock", settings={"save_six_fails": "false"}) == {1: 1}  # not 6
    nobody = attack(shooters(n=2), targets(), shock=2)
    assert (nobody.end.target_shock, nobody.dice) == (0, [])
    assert attack(shooters(), targets(), obstruction=2).end.target_shock == 0
    steps = [entry.step for entry in attack(shooters(), targets(), ("hit:gun", [6])).table.log]
    assert steps.index("Come under fire") < steps.index("Roll to hit")


@pytest.mark.rule("RH-SUP-1")
def test_trap_06_own_shock_suppresses_the_farthest_that_could_fire() -> None:
    far = "Gunner 1: 3, Gunner 2: 9, Gunner 3: 6, Gunner 4: 30"
    played = attack(shooters(n=4), targets(), ("hit:gun", [6] * 2), distance=far, shock=1)
    assert played.suppressed == ["Gunner 2"]  # not the one out of range, nor the first listed
    assert played.fired == ["Gunner 1", "Gunner 3"]
    assert attack(shooters(n=2), targets(), ("hit:gun", [6] * 2), target_shock=4).suppressed == []


@pytest.mark.rule("RH-AMMO-1", "RH-SUP-2")
def test_trap_07_ammo_is_of_units_and_the_suppressed_keep_it() -> None:
    both = shooters(gun("one"), gun("two"), n=2, ammo=1)
    played = attack(both, targets(), ("hit:one", [6]), ("hit:two", [6]), shock=1, distance="Gunner 1: 4, Gunner 2: 8")
    assert [gunner.ammo for gunner in played.end.gunners] == [0, 1]


@pytest.mark.rule("RH-COV-1")
def test_trap_08_ignoring_cover_gives_up_the_covered_units() -> None:
    """Two in the wood, three in the open: 4 on three, or 3 on five."""
    target, cover = targets(5, integrity=3), "Target 1: 2, Target 2: 2"
    three = [("hit:gun", [1] * 6), *[(f"save:Target {n}", [1, 1]) for n in (3, 4, 5)]]
    ignored = attack(shooters(n=6), target, *three, ignore_cover__gun="yes", cover=cover)
    assert ignored.need() == 4
    assert ignored.struck == {"Target 3": 2, "Target 4": 2, "Target 5": 2}
    assert mean(shooters(), target, ignore_cover__gun="no", cover=cover) == F(3, 6) * F(3, 6)


@pytest.mark.rule("RH-ALLOC-2", "RH-ALLOC-3")
def test_trap_09_even_allocation_ignores_integrity() -> None:
    big = formation("Targets", units("Big", integrity=3), units("Small"))
    script = [("hit:gun", [1] * 4), ("save:Big", [1, 1]), ("save:Small", [1, 1])]
    assert attack(shooters(n=4), big, *script).struck == {"Big": 2, "Small": 2}


@pytest.mark.rule("RH-MW-1", "RH-BRK-1")
def test_trap_10_normal_hits_first_then_macro_hits_then_one_break_check() -> None:
    """One unit falls to the normal hit; the macro hit finds the other. Shock 0 + 1 + 2."""
    both = formation("S", units("A", 1, gun("bolt")), units("B", 1, gun("melta", macro=("AP",))))
    played = attack(
        both, targets(2), ("hit:bolt", [1]), ("hit:melta", [1]), ("save:Target 1", [6]), target_shock=1
    )  # fmt: skip
    assert played.left_of == [0, 0]
    assert played.end.target_shock == 4
    assert not played.end.broken  # destroyed, and never checked in between
    four = attack(both, targets(4), ("hit:bolt", [1]), ("hit:melta", [6]), ("save:Target 1", [6]), target_shock=1)
    assert [entry.step for entry in four.table.log if "RH-BRK-1" in entry.rules] == ["Check break"]
    assert four.end.broken


@pytest.mark.rule("RH-BAR-3", "RH-BAR-5", "RH-BAR-7")
def test_trap_11_barrages_do_not_allocate() -> None:
    hurt = formation("Targets", units("Hurt", integrity=3, lost=1), units("Whole", integrity=3))
    script = [("hit:Hurt", [1, 1]), ("hit:Whole", [6] * 3), ("save:Hurt", [6, 6])]
    played = attack(shooters(mortar(9)), hurt, *script)
    assert played.left_of == [0, 3]  # both hits stay on it, though the other is nearer to none
    both = formation("S", units("A", 1, mortar(9)), units("B", 1, gun()))
    assert attack(both, targets(1), ("hit:Target", [6]), shooting="barrage").fired == ["A"]
    friends = army("Mine", formation("Guns", units("Gun", 1, mortar(9))), targets(1, "Friends"))
    shelled = battle(
        friends, targets(1), FIRST,
        act("Guns", "advance", ("target", "a barrage at a tile"), ("touched", "Targets, Friends")),
        ("hit:Target", [6]), ("hit:Target", [6]),
    )  # fmt: skip
    assert [shelled.unit_at(name).shock for name in ("Friends", "Targets")] == [2, 2]


@pytest.mark.rule("RH-HIT-2", "RH-ACT-2")
def test_trap_12_marshal_is_at_minus_1() -> None:
    assert hits(shooters(gun(AT=2)), mixed("AV"), action="marshal") == F(1, 6) != F(2, 6)
    assert charts.ACTIONS["marshal"].modifier == -1


@pytest.mark.rule("RH-OW-4", "RH-OW-5")
def test_trap_13_overwatch_fire_in_the_next_turn_is_its_action() -> None:
    mine, theirs = army("Mine", shooters(name="Watch")), army("Theirs", targets(3, "Movers"))
    script = [
        *FIRST, *act("Watch", "overwatch"), ("unit", "nothing more this turn"), ("next turn", "go on"),
        ("strategy:1", [1]), ("strategy:2", [6]), *act("Movers", "advance"), ("overwatch", "Watch"), ("hit:gun", [6]),
    ]  # fmt: skip
    kept = battle(mine, theirs, *script[:-2])
    assert [mark.name for mark in kept.unit_at("Watch").marks] == ["on overwatch"]  # over the turn
    fired = battle(mine, theirs, *script, ("rally", [1]))
    assert fired.unit_at("Watch").acted
    assert not fired.unit_at("Watch").marks
    assert fired.keys[-3:] == ["hit:gun", "near:Movers", "rally"]  # nobody asked it to act
    both = army("Mine", shooters(name="Watch"), shooters(name="Other"))
    later = battle(
        both, theirs, FIRST, act("Watch", "overwatch"), script[5], ("unit", "nothing more this turn"), *script[6:]
    )
    assert closed_by(later.left, "Watch") == ["RH-ACT-1"]
