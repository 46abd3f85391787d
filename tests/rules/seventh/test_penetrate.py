"""Hitting vehicles, their facings, and armour penetration (7E-VEH-1, 2, 3, 6)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from shoot_cli.rules.seventh.profiles import Weapon
from tests.helpers.each import each
from tests.helpers.scripted_table import AGAIN, refused
from tests.rules.seventh.helpers.one_weapon import chance, need_of, outcome, reasons_of, struck, sure
from tests.rules.seventh.helpers.tabletop import attack, fire, gun, squad, trooper
from tests.rules.seventh.helpers.vehicles import hull, shooter, tank, vehicles

F = Fraction
ARMOURS = range(10, 15)
DIE = range(1, 7)


def special(rules: str = "", S: str = "8", AP: str = "-", type: str = "Heavy 1") -> Weapon:  # noqa: N803
    return gun("gun", S=S, AP=AP, type=f"{type}, {rules}" if rules else type)


def by_hand(totals: list[int], armour: int) -> tuple[Fraction, Fraction]:
    """Glancing and penetrating hits among these totals, each as likely as the others."""
    return F(totals.count(armour), len(totals)), F(sum(total > armour for total in totals), len(totals))


# Seeing and hitting --------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-VEH-1")
def test_the_roll_to_hit_is_the_usual_one() -> None:
    weapon = special(S="10", type="Heavy 1, Twin-linked")
    assert need_of(attack(shooter(weapon), tank(14), *fire("gun"), ("hit:gun", [2, AGAIN, 2])), "hit:gun") == 3
    assert chance(shooter(weapon), tank(14), "damage") == F(8, 9) * F(1, 2)


@pytest.mark.rule("7E-VEH-1")
@pytest.mark.parametrize("area", ["Blast", "Large Blast"])
def test_a_marker_that_clips_a_track_is_one_hit_at_full_strength(area: str) -> None:
    weapon = special(area, type="Assault 1")
    played = attack(shooter(weapon), tank(12), *fire("gun"), ("under:gun", 1), ("penetrate:gun", [5]), ("damage table:Tank", [1]))  # fmt: skip
    assert "hit:gun" not in played.keys
    assert played.question("penetrate:gun").dice == 1
    assert need_of(played, "penetrate:gun") == 4  # Strength 8, not 4
    assert played.question("under:gun").high == 1
    assert "7E-VEH-1" in played.question("under:gun").rules
    assert attack(shooter(weapon), tank(12), *fire("gun"), ("under:gun", 0)).alive() == {"Tank": [3]}


@pytest.mark.rule("7E-VEH-1")
def test_a_template_is_one_hit() -> None:
    played = attack(sure(S="6"), tank(10), *fire("sure"), ("under:sure", 1), ("penetrate:sure", [3]))
    assert played.question("penetrate:sure").dice == 1


# Facing --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-VEH-2")
@pytest.mark.parametrize(("facing", "armour"), [("front", 13), ("side", 11), ("rear", 10)])
def test_the_arc_decides_the_armour(facing: str, armour: int) -> None:
    played = struck(tank((13, 11, 10)), special(S="9"), ("penetrate:gun", [armour - 9]), facing=facing)
    assert need_of(played, "penetrate:gun") == armour - 9
    assert "7E-VEH-2" in reasons_of(played, "penetrate:gun")
    assert played.alive() == {"Tank": [2]}  # glanced


@pytest.mark.rule("7E-VEH-2")
def test_three_in_front_and_two_beside_a_predator() -> None:
    played = struck(
        tank((13, 11, 10), 9), special(S="9"), ("penetrate:gun", [3, 3, 3]), ("penetrate:gun", [2, 1]), hits=(3, 2),
        in_side="2",
    )  # fmt: skip
    assert [(played.question("penetrate:gun", nth).dice, need_of(played, "penetrate:gun", nth)) for nth in (0, 1)] == [
        (3, 4),
        (2, 2),
    ]
    assert played.alive() == {"Tank": [8]}


@pytest.mark.rule("7E-VEH-2")
def test_every_arc_at_once() -> None:
    played = struck(
        tank((13, 11, 10)), special(S="9"), ("penetrate:gun", [3]), ("penetrate:gun", [1, 1]), ("penetrate:gun", [1]),
        hits=(1, 2, 1), facing="front", in_side="1", in_rear="2",
    )  # fmt: skip
    assert [need_of(played, "penetrate:gun", nth) for nth in range(3)] == [4, 1, 2]
    assert [played.question("penetrate:gun", nth).dice for nth in range(3)] == [1, 2, 1]


@pytest.mark.rule("7E-VEH-2")
def test_no_more_stand_elsewhere_than_fire() -> None:
    played = struck(tank(), special(), ("penetrate:gun", [1]))
    answer = {"firing": [1], "in_side": [1], "in_rear": [1]}
    assert "2 Shooters in other arcs, but only 1 fire" in refused(played.question("facts:gun"), answer)


@pytest.mark.rule("7E-VEH-2", "7E-WPN-15")
def test_barrage_hits_the_side_and_nobody_asks() -> None:
    mortar = special("Blast, Barrage", S="9", type="Heavy 1")
    played = attack(shooter(mortar), tank((14, 11, 10)), *fire("gun"), ("under:gun", 1), ("penetrate:gun", [2]))
    assert need_of(played, "penetrate:gun") == 2
    assert not {"facing", "in_front", "in_side", "in_rear"} & set(played.parts("facts:gun"))
    flat = special("Blast", S="9", type="Heavy 1")
    played = attack(shooter(flat), tank((14, 11, 10)), *fire("gun"), ("under:gun", 1), ("penetrate:gun", [2]))
    assert need_of(played, "penetrate:gun") == 5


@pytest.mark.rule("7E-VEH-1", "7E-VEH-2")
def test_models_are_asked_for_no_facing_and_vehicles_for_nothing_of_models() -> None:
    men = attack(shooter(special()), squad("T", trooper("T", 3, "lasgun")), *fire("gun"), ("hit:gun", [1]))
    assert not {"facing", "in_side", "obscured", "facing_hidden", "half_range"} & set(men.parts("facts:gun"))
    lone = struck(tank(), special(), ("penetrate:gun", [1]))
    assert not {"order", "allocation", "within_6", "look_out_sir", "save", "cover:Tank"} & set(lone.parts("facts:gun"))
    assert "target_state" not in lone.keys


# Penetration ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-VEH-3")
@each("strength", range(1, 11))
def test_strength_and_a_die_against_armour(strength: int) -> None:
    for armour in ARMOURS:
        expected = by_hand([strength + die for die in DIE], armour)
        assert outcome(gun("gun", "T", str(strength), "-"), tank(armour)) == expected, armour


@pytest.mark.rule("7E-VEH-3")
@pytest.mark.parametrize(("die", "left", "rolls"), [(1, 3, 0), (2, 2, 0), (3, 2, 1), (6, 2, 1)])
def test_strength_9_against_armour_11(die: int, left: int, rolls: int) -> None:
    table = [("damage table:Tank", [1])] * rolls
    played = struck(tank(11), special(S="9"), ("penetrate:gun", [die]), *table)
    assert played.alive() == {"Tank": [left]}
    assert reasons_of(played, "penetrate:gun") == {"7E-VEH-2", "7E-VEH-3"}


@pytest.mark.rule("7E-VEH-3")
def test_dice_that_can_do_nothing_are_not_rolled() -> None:
    played = attack(shooter(special(S="7")), tank(14), *fire("gun"))
    assert not {"hit:gun", "penetrate:gun"} & {*played.keys}
    assert played.said("no hit can do anything: front armour 14", "7E-VEH-3")
    assert played.said("Strength 7 and the dice against armour 14; they come to 13 at most", "7E-VEH-3")
    hot = attack(shooter(special("Gets Hot", S="7")), tank(14), *fire("gun"), ("hit:gun", [6]))  # it may burn him
    assert hot.said("cannot penetrate (front armour 14", "7E-VEH-3")
    assert "hit:gun" not in attack(shooter(special("Master-crafted", S="7")), tank(14), *fire("gun")).keys
    for rule in ("Haywire", "Gauss", "Rending", "Armourbane"):
        assert "hit:gun" in attack(shooter(special(rule, S="7")), tank(14), *fire("gun"), ("hit:gun", [1])).keys
    assert "penetrate:gun" not in struck(tank(10), special(S="10"), ("damage table:Tank", [1])).keys


# Special rules -------------------------------------------------------------------------------------------------------

TWO_DICE = [sum(dice) for dice in product(DIE, repeat=2)]
THREE_DICE = [sum(dice) for dice in product(DIE, repeat=3)]
BEST_AND_ONE = [max(dice[:2]) + dice[2] for dice in product(DIE, repeat=3)]
HIGHEST = [max(dice) for dice in product(DIE, repeat=2)]


@pytest.mark.rule("7E-VEH-6")
@pytest.mark.parametrize("armour", ARMOURS)
@pytest.mark.parametrize(
    ("rules", "distance", "setting", "rolled"),
    [
        ("Melta", 12, "3d6", TWO_DICE),
        ("Melta", 12.5, "3d6", [*DIE]),
        ("Armourbane", 24, "3d6", TWO_DICE),
        ("Melta, Armourbane", 12, "3d6", THREE_DICE),
        ("Melta, Armourbane", 12, "2d6", TWO_DICE),
        ("Melta, Armourbane", 13, "3d6", TWO_DICE),
        ("Primary Weapon", 12, "3d6", HIGHEST),
        ("Armourbane, Primary Weapon", 12, "3d6", BEST_AND_ONE),
        ("Armourbane, Gauss", 12, "3d6", TWO_DICE),
        ("Poisoned (2+)", 12, "3d6", [*DIE]),
        ("Fleshbane", 12, "3d6", [*DIE]),
        ("Shred", 12, "3d6", [*DIE]),
    ],
)
def test_which_dice_are_added(rules: str, distance: float, setting: str, rolled: list[int], armour: int) -> None:
    weapon = gun("gun", "24", "6", "-", f"Assault 1, {rules}")
    found = outcome(weapon, tank(armour), distance=distance, settings={"melta_armourbane": setting})
    assert found == by_hand([6 + dice for dice in rolled], armour)


@pytest.mark.rule("7E-VEH-6", "7E-WPN-18", "7E-WPN-19")
@pytest.mark.parametrize("type", ["Ordnance 1", "Primary Weapon 1"])
def test_ordnance_keeps_the_higher_die(type: str) -> None:
    cannon = special(type=type)
    played = struck(tank(13), cannon, ("penetrate:gun", [5, 2]))
    assert played.question("penetrate:gun").dice == 2
    assert played.alive() == {"Tank": [2]}  # two dice, one hit
    assert outcome(cannon, tank(13)) == (F(1, 4), F(11, 36))
    melta = special("Melta", type=type)
    assert outcome(melta, tank(14)) == by_hand([8 + dice for dice in BEST_AND_ONE], 14)  # 7E-VEH-15


@pytest.mark.rule("7E-VEH-6")
def test_melta_is_a_matter_of_each_firer() -> None:
    melta = special("Melta", AP="1", type="Assault 1")
    played = struck(tank(14), melta, ("penetrate:gun", 5), ("penetrate:gun", [5]), hits=(1, 1), half_range="1")
    assert played.question("penetrate:gun", 0).dice == 2
    assert played.question("penetrate:gun", 1).dice == 1
    assert struck(tank(14), melta, ("penetrate:gun", [5]), distance=12.5).question("penetrate:gun").dice == 1
    men = attack(shooter(melta), squad("T", trooper("T", 2)), *fire("gun"), ("hit:gun", [1]))
    assert "half_range" not in men.parts("facts:gun")


@pytest.mark.rule("7E-VEH-6", "7E-WPN-13")
def test_melta_blasts_are_at_half_range_by_the_marker() -> None:
    melta = special("Melta, Blast", type="Assault 1")
    played = attack(shooter(melta), tank(14), *fire("gun", half_range="none"), ("under:gun", 1), ("penetrate:gun", [5]))
    assert played.question("penetrate:gun").dice == 1


@pytest.mark.rule("7E-VEH-6")
@each(("armour", "counts"), [(10, 10), (11, 11), (12, 12), (13, 12), (14, 12)])
def test_lance(armour: int, counts: int) -> None:
    assert outcome(special("Lance"), tank(armour)) == by_hand([8 + die for die in DIE], counts)
    played = struck(tank(armour), special("Lance"), ("penetrate:gun", [1]))
    assert ("7E-VEH-6" in reasons_of(played, "penetrate:gun")) == (armour > 12)


@pytest.mark.rule("7E-VEH-6")
@pytest.mark.parametrize("strength", range(4, 8))
@pytest.mark.parametrize("armour", ARMOURS)
def test_rending_adds_a_d3_to_a_six(strength: int, armour: int) -> None:
    totals = [strength + die + (third if die == 6 else 0) for die in DIE for third in (1, 2, 3)]
    assert outcome(special("Rending", S=str(strength)), tank(armour)) == by_hand(totals, armour)


@pytest.mark.rule("7E-VEH-6")
@pytest.mark.parametrize(("third", "left", "rolls"), [(1, 3, 0), (2, 2, 0), (3, 2, 1)])
def test_rending_by_hand(third: int, left: int, rolls: int) -> None:
    """Strength 6 and a 6 against armour 14: 13, 14 or 15."""
    script = [("penetrate:gun", [6]), ("rending:gun", [third]), *[("damage table:Tank", [1])] * rolls]
    played = struck(tank(14), special("Rending", S="6"), *script)
    assert played.question("rending:gun").sides == 3
    assert played.alive() == {"Tank": [left]}
    sure_to = struck(tank(12), special("Rending", S="6"), ("penetrate:gun", [6]), ("damage table:Tank", [1]))
    assert "rending:gun" not in sure_to.keys


@pytest.mark.rule("7E-VEH-6")
@pytest.mark.parametrize("strength", range(4, 8))
@pytest.mark.parametrize("armour", ARMOURS)
def test_gauss_glances_on_a_six_that_does_not_penetrate(strength: int, armour: int) -> None:
    glances, penetrates = by_hand([strength + die for die in DIE], armour)
    found = outcome(special("Gauss", S=str(strength)), tank(armour))
    assert found == (F(1, 6) if strength + 6 < armour else glances, penetrates)


@pytest.mark.rule("7E-VEH-6")
@pytest.mark.parametrize(("strength", "glances", "penetrates"), [(4, 6, 0), (5, 6, 0), (6, 4, 2), (7, 2, 4)])
def test_gauss_and_rending(strength: int, glances: int, penetrates: int) -> None:
    """Out of a 6 and a D3, in thirds of a 6: what does not penetrate armour 14 glances."""
    weapon = special("Gauss, Rending", S=str(strength))
    expected = {4: (F(1, 6), F(0)), 5: (F(1, 6), F(0)), 6: (F(1, 9), F(1, 18)), 7: (F(1, 18), F(1, 9))}
    assert outcome(weapon, tank(14)) == expected[strength]
    hopeless = struck(tank(14), special("Gauss, Rending", S="4"), ("penetrate:gun", [6]))
    assert "rending:gun" not in hopeless.keys
    assert hopeless.alive() == {"Tank": [2]}


@pytest.mark.rule("7E-VEH-6")
@pytest.mark.parametrize("armour", ARMOURS)
@pytest.mark.parametrize("strength", ["2", "10"])
def test_haywire_asks_neither_strength_nor_armour(armour: int, strength: str) -> None:
    assert outcome(special("Haywire", S=strength), tank(armour)) == (F(2, 3), F(1, 6))


@pytest.mark.rule("7E-VEH-6")
@pytest.mark.parametrize(("die", "left", "rolls"), [(1, 3, 0), (2, 2, 0), (5, 2, 0), (6, 2, 1)])
def test_haywire_by_hand(die: int, left: int, rolls: int) -> None:
    played = struck(tank(14), special("Haywire", S="4"), ("haywire:gun", [die]), *[("damage table:Tank", [1])] * rolls)
    assert played.alive() == {"Tank": [left]}
    assert reasons_of(played, "haywire:gun") == {"7E-VEH-6"}


@pytest.mark.rule("7E-VEH-6", "7E-WND-7")
@pytest.mark.parametrize(("armour", "glance"), [(10, F(1, 6)), (11, F(0))])
def test_snipers_have_strength_4(armour: int, glance: Fraction) -> None:
    assert outcome(gun("gun", S="X", type="Heavy 1, Sniper"), tank(armour)) == (glance, F(0))


@pytest.mark.rule("7E-VEH-6", "7E-WND-3", "7E-WND-4")
@pytest.mark.parametrize("rule", ["Poisoned (2+)", "Fleshbane"])
def test_poison_does_nothing_to_armour(rule: str) -> None:
    without = attack(shooter(gun("gun", S="X", type=f"Assault 1, {rule}")), tank(10), *fire("gun"))
    assert "hit:gun" not in without.keys  # Strength 1
    assert without.said("Strength 1 and the dice against armour 10", "7E-VEH-3")
    assert outcome(gun("gun", S="7", type=f"Assault 1, {rule}"), tank(10)) == by_hand([7 + die for die in DIE], 10)


# Rolled once more ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-VEH-6")
def test_tank_hunters_roll_failures_again_and_glances_if_they_say_so() -> None:
    hunters = ("Tank Hunters",)
    nine = special(S="9")
    kept = struck(tank(13), nine, ("penetrate:gun", [4]), rules=hunters)
    assert kept.question("tank_hunters").default == "keep"
    assert kept.alive() == {"Tank": [2]}
    assert struck(tank(13), nine, ("penetrate:gun", [3, AGAIN, 3]), rules=hunters).alive() == {"Tank": [3]}  # once
    again = struck(tank(13), nine, ("penetrate:gun", [4, AGAIN, 3]), rules=hunters, tank_hunters="again")
    assert again.alive() == {"Tank": [3]}  # the second roll stands
    assert "tank_hunters" not in struck(tank(13), nine, ("penetrate:gun", [3])).parts("facts:gun")


@pytest.mark.rule("7E-VEH-6", "7E-HIT-10")
@pytest.mark.parametrize("answer", ["keep", "again"])
@pytest.mark.parametrize(
    ("rules", "rolled"),
    [("", [*DIE]), ("Primary Weapon", HIGHEST), ("Armourbane", TWO_DICE)],
    ids=("one", "two", "sum"),
)
def test_tank_hunters_by_odds(answer: str, rules: str, rolled: list[int]) -> None:
    """Both dice of two are rolled again, once."""
    glances, penetrates = by_hand([9 + dice for dice in rolled], 14)
    nothing = 1 - glances - penetrates
    expected = {
        "keep": (glances + nothing * glances, penetrates + nothing * penetrates),
        "again": ((nothing + glances) * glances, penetrates + (nothing + glances) * penetrates),
    }
    assert outcome(special(rules, S="9"), tank(14), rules=("Tank Hunters",), tank_hunters=answer) == expected[answer]


@pytest.mark.rule("7E-VEH-6", "7E-WPN-16")
def test_twin_linked_templates_penetrate_again() -> None:
    flame = gun("gun", "T", "6", "-", "Assault 1, Twin-linked")
    played = attack(shooter(flame), tank(10), *fire("gun"), ("under:gun", 1), ("penetrate:gun", [3, AGAIN, 4]))
    assert played.alive() == {"Tank": [2]}
    single, twin = outcome(gun("gun", "T", "6", "-", "Assault 1"), tank(10)), outcome(flame, tank(10))
    failed = 1 - sum(single)
    assert twin == (single[0] * (1 + failed), single[1] * (1 + failed))
    assert outcome(special("Twin-linked", S="6"), tank(10)) == tuple(F(4, 3) * p for p in single)  # of 2/3 to hit


@pytest.mark.rule("7E-VEH-3", "7E-VEH-6")
def test_each_hit_of_several_dice_is_rolled_on_its_own() -> None:
    played = struck(tank(14), special("Melta"), ("penetrate:gun", 5), ("penetrate:gun", 6), hits=2)
    assert played.alive() == {"Tank": [2]}
    mixed = vehicles((hull("Tank", 14, 3, "storm bolter"), 1))
    assert struck(mixed, special(), ("penetrate:gun", [5, 5]), hits=2).question("penetrate:gun").dice == 2
