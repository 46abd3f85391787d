"""The fifteen traps of the specification (its section 9), each by name."""

from __future__ import annotations

from fractions import Fraction

import pytest

from shoot_cli.rules.second.charts import group_of
from shoot_cli.rules.second.profiles import Field, Save
from shoot_cli.rules.second.steps import morale
from tests.helpers.scripted_table import DEFAULT
from tests.rules.second.helpers.guns_and_men import TERMINATOR, both, car, firer, flamer, gun, hull, men, sure
from tests.rules.second.helpers.reader import unit_of
from tests.rules.second.helpers.tabletop import army, attack, battle, chances, fire, mean, printed

F = Fraction


PAPER = car(hull(0))
PIERCING = ("Automatic Penetration",)


def hit(modifier: int, skill: int = 3) -> F:
    return chances(firer(gun(rules=PIERCING), skill=skill), PAPER, "penetrated", modifier=modifier).get(1, F(0))


@pytest.mark.rule("2E-HIT-1", "2E-SAV-2")
def test_trap_1_signs_of_modifiers() -> None:
    assert (hit(1), hit(0), hit(-1)) == (F(4, 6), F(3, 6), F(2, 6))
    needs = [
        attack(firer(sure(4, save)), men(save=Save(3)), fire("gun"), ("wound", [6]), ("save", [1]))
        .question("save")
        .need.target
        for save in (0, -1, -2)
    ]
    assert needs == [3, 4, 5]


@pytest.mark.rule("2E-HIT-3")
def test_trap_2_a_natural_1_misses() -> None:
    assert hit(3, skill=8) == F(5, 6)


@pytest.mark.rule("2E-HIT-5")
def test_trap_3_two_dice_and_sustained_fire_waits_for_both() -> None:
    assert [hit(-n) for n in (3, 4, 5, 6)] == [F(1, 12), F(1, 18), F(1, 36), F(0)]
    played = attack(firer(gun(sustained=1), skill=3), men(), fire("gun", modifier=-3), ("hit", [6]), ("hit again", [3]))
    assert "sustained dice" not in played.keys


@pytest.mark.rule("2E-SF-1", "2E-SF-2")
def test_trap_4_the_dice_are_hits_and_a_jam_is_none() -> None:
    assert attack(firer(gun(sustained=1)), men(5), fire("gun"), ("hit", [6]), ("sustained dice", [6])).table.hits == 0
    assert attack(firer(gun(sustained=3)), men(5), fire("gun"), ("hit", [1])).question("hit").dice == 1


@pytest.mark.rule("2E-SF-4", "2E-COV-4")
def test_trap_5_extra_hits_reach_neither_better_cover_nor_another_squad() -> None:
    crowd = both(men(name="Open"), men(name="Behind a wall"))
    law = chances(firer(sure(10, -9, sustained=3)), crowd, order=[[[1, "Open", "none"], [1, "Behind a wall", "hard"]]])
    assert max(law) == 1


@pytest.mark.rule("2E-HIT-4")
def test_trap_6_very_fast_replaces_fast() -> None:
    needs = [
        attack(firer(gun()), men(), fire("gun", speed=speed), ("hit", [1])).question("hit").need.target
        for speed in ("slow", "fast", "very fast")
    ]
    assert needs == [3, 4, 5]


@pytest.mark.rule("2E-WND-1")
def test_trap_7_three_above_wounds_on_a_6() -> None:
    assert chances(firer(sure(4, -9)), men(toughness=7))[1] == F(1, 6)
    assert chances(firer(sure(4, -9)), men(toughness=8)) == {0: 1}


@pytest.mark.rule("2E-SAV-3")
def test_trap_8_two_dice_and_no_rule_about_ones() -> None:
    assert chances(firer(sure(10, 0)), TERMINATOR)[1] == F(5, 6) * F(1, 36)
    assert chances(firer(sure(10, -1)), TERMINATOR)[1] == F(5, 6) * F(1, 12)
    assert chances(firer(sure(10, 0)), men(save=Save(2, 2))) == {0: 1}  # the Chaos suit


@pytest.mark.rule("2E-SAV-4")
def test_trap_9_flak_improves_before_the_modifier() -> None:
    assert chances(firer(flamer(10, -1)), men(save=Save(6, 1, 5)), distance=6)[1] == F(5, 6) * F(5, 6)


@pytest.mark.rule("2E-SAV-5")
def test_trap_10_fields_ignore_modifiers_and_come_first() -> None:
    wearer = men(save=Save(3), field=Field("refractor field", 5))
    played = attack(firer(sure(10, -9)), wearer, fire("gun"), ("wound", [6]), ("field", [4]))
    assert played.question("field").need.target == 5
    assert "save" not in played.keys


@pytest.mark.rule("2E-DMG-1", "2E-AP-1")
def test_trap_11_a_vehicle_never_takes_wounds() -> None:
    played = attack(firer(sure(8, -6, "D10", penetration="D6+D10+8")), car(hull(10)), fire("gun"), ("penetration", 3))
    assert not {"wound", "save", "damage"} & {*played.keys}
    assert played.end.penetrations == ((0, 1),)


@pytest.mark.rule("2E-TGT-1", "2E-VEH-1")
def test_trap_12_a_dreadnought_is_monstrous_not_large_and_has_a_datafax() -> None:
    walker = unit_of("macragge_column", "dreadnought")
    assert (walker.category, walker.datafax, walker.has("Large Target")) == ("monstrous", True, False)
    assert group_of(walker.category) == group_of("vehicle")
    assert (
        attack(firer(gun(9, penetration="D6+20")), walker, fire("gun"), ("hit", [1])).question("large").default == "no"
    )


@pytest.mark.rule("2E-BRK-1")
def test_trap_13_a_quarter_of_those_at_the_start_of_the_turn_once() -> None:
    assert morale.break_test_due(10, 3)
    assert not morale.break_test_due(10, 2)
    assert morale.break_test_due(4, 1)
    assert not morale.break_test_due(5, 1)
    killer = sure(10, -9)
    played = battle(
        army("A", firer(killer, n=3), men(name="Idle")), army("B", men(10)), ("unit", DEFAULT), ("target", "Men"),
        fire("gun"), ("wound", [6] * 3), ("break test", 8),
    )  # fmt: skip
    assert played.said("3 of the 10 models", "2E-BRK-1")
    assert played.said("Men is broken", "2E-BRK-2")
    assert played.keys.count("break test") == 1


@pytest.mark.rule("2E-SEQ-1", "2E-SPC-4")
def test_trap_14_a_lost_shot_is_fired_and_plasma_recharges() -> None:
    plasma = both(firer(printed("plasma gun"), n=2), firer(printed("boltgun")))
    played = battle(
        army("A", plasma), army("B", men(9)), ("unit", DEFAULT), ("target", "Men"),
        fire("plasma gun"), ("hit", [1, 1]), fire("boltgun"), ("hit", [1]), distance=24,
    )  # fmt: skip
    assert sum(silence.n for silence in played.unit_at("Firers").silent) == 2


@pytest.mark.rule("2E-OW-1", "2E-OW-3", "2E-OW-5", "2E-OW-6")
def test_trap_15_overwatch_is_whole_squads_and_lost_to_a_failed_test() -> None:
    mine = army("A", firer(printed("boltgun"), n=5).but(name="Watchers"), firer(printed("boltgun")))
    played = battle(
        mine, army("B", firer(printed("lasgun"), n=2).but(name="Guard")), ("overwatch", ["Watchers"]),
        ("unit", "Firers"), ("target", "Guard"), fire("boltgun"), ("hit", [1]),
        ("overwatch fire", "nobody"), ("unit", "Guard"), ("target", "Watchers"), fire("lasgun"), ("hit", [1, 1]),
        ("overwatch test", 8),
    )  # fmt: skip
    assert played.said("Watchers: overwatch lost", "2E-OW-6")
    fired = battle(
        mine, army("B", firer(printed("lasgun"), n=2).but(name="Guard")), ("overwatch", ["Watchers"]),
        ("unit", "Firers"), ("target", "Guard"), fire("boltgun"), ("hit", [1]),
        ("overwatch fire", "Watchers"), ("target", "Guard"), fire("boltgun", appearing="yes"), ("hit", [1] * 5),
    )  # fmt: skip
    assert fired.marks("Watchers") == []
    assert fired.question("hit", 1).need.target == 3


@pytest.mark.rule("2E-LOS-2", "2E-COV-4")
def test_from_a_roof_a_wall_is_no_cover_unless_the_owner_says_so() -> None:
    assert mean(chances(firer(gun(rules=PIERCING)), PAPER, "penetrated", cover="none")) == F(2, 3)
