"""What other tools get wrong: sections 17 and 23 of the specification. Each test has the right number, worked out by
hand, and the wrong one that it is often taken for.

Most weapons here are Torrent and S8 against T4, so that one attack is one hit and wounds with ``SURE``; targets have no
save unless it is about saves.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from shoot_cli.rules.datasheets.profiles import Weapon, movement_of
from shoot_cli.rules.tenth.edition import ABILITIES
from tests.helpers.each import each
from tests.rules.tenth.helpers.tabletop import (
    Law,
    army,
    attack,
    battle,
    gun,
    kind,
    law,
    led,
    mean,
    shooters,
    squad,
    targets,
    times,
    worked,
)

F = Fraction
SURE = F(5, 6)  # S8 against T4
EVEN = F(1, 2)  # S4 against T4
HIT = F(2, 3)  # BS3+


def sure(name: str = "gun", *abilities: str, **values: Any) -> Weapon:
    """Hits automatically and wounds T4 on 2+."""
    return gun(name, "Torrent", *abilities, **({"S": 8, "BS": None} | values))


def one(*weapons: Weapon, **stats: Any) -> Any:
    return shooters(1, *weapons, **stats)


def slain(weapon: Weapon, target: Any, **said: Any) -> Law:
    return law(one(weapon), target, **said)


def damage(weapon: Weapon, target: Any, **said: Any) -> Law:
    return law(one(weapon), target, "damage", **said)


def chance(weapon: Weapon, target: Any, **said: Any) -> Fraction:
    """That the one attack of this weapon hurts somebody."""
    return 1 - damage(weapon, target, **said).get(0, F(0))


# Hit and wound rolls -------------------------------------------------------------------------------------------------


@pytest.mark.rule("10E-WND-1")
@each(
    ("strength", "toughness", "right", "wrong"),
    [
        (4, 8, F(1, 6), F(1, 3)),  # exactly half is half or less
        (4, 9, F(1, 6), F(1, 3)),
        (5, 9, F(1, 3), F(1, 6)),  # half of 9 is 4.5
        (5, 10, F(1, 6), F(1, 3)),
        (8, 4, F(5, 6), F(2, 3)),
        (7, 4, F(2, 3), F(5, 6)),
    ],
)
def test_trap_01_half_is_looked_at_before_less(strength: int, toughness: int, right: Fraction, wrong: Fraction) -> None:
    assert chance(sure(S=strength), targets(T=toughness)) == right != wrong


@pytest.mark.rule("10E-HIT-4", "10E-WND-3", "10E-HIT-5")
def test_trap_02_the_sum_is_capped_not_each_modifier() -> None:
    bonus = gun("gun", S=8)
    stealth = targets(1, has=("Stealth", "incoming: -1 to hit"))
    assert law(one(bonus, has=("+1 to hit",)), stealth)[1] == F(1, 2) * SURE != HIT * SURE  # -1 -1 +1 is -1
    twice = one(sure(S=4), has=("+1 to wound", "+1 to wound against INFANTRY"))
    assert law(twice, targets(has=("incoming: -1 to wound",)))[1] == F(2, 3) != EVEN  # +1 +1 -1 is +1
    worse = law(one(gun("gun", BS=4, S=8), has=("worsen BS by 1",)), targets(has=("Stealth",)))
    assert worse[1] == F(1, 6) * SURE != F(1, 3) * SURE  # a characteristic is no modifier of the roll


@pytest.mark.rule("10E-HIT-3", "10E-WPN-SUST-1")
def test_trap_03_criticals_are_unmodified() -> None:
    hits = worked(one(gun("gun", "Sustained Hits 1", S=8), has=("+1 to hit",)), targets(5))["expected"]["hits"]
    assert F(hits).limit_denominator(1000) == F(5, 6) + F(1, 6) != F(5, 6) + F(2, 6)


@pytest.mark.rule("10E-WPN-ANTI-2")
@pytest.mark.parametrize(("modifier", "wrong"), [("-1 to wound", F(1, 3)), ("+1 to wound", F(2, 3))])
def test_trap_03_anti_ignores_modifiers(modifier: str, wrong: Fraction) -> None:
    assert law(one(sure("gun", "Anti-INFANTRY 4+", S=4), has=(modifier,)), targets(T=8))[1] == F(1, 2) != wrong


@pytest.mark.rule("10E-INT-2", "10E-WPN-SUST-2")
def test_more_hits_of_sustained_hits_roll_to_wound_though_the_critical_hit_does_not() -> None:
    found = mean(slain(gun("gun", "Lethal Hits", "Sustained Hits 1"), targets(5, T=8)))
    right = F(1, 6) * (1 + F(1, 6)) + F(1, 2) * F(1, 6)
    all_at_once, none_at_once = F(1, 6) * 2 + F(1, 2) * F(1, 6), (F(2, 3) + F(1, 6)) * F(1, 6)
    assert found == right == F(5, 18)
    assert found not in (all_at_once, none_at_once)


@pytest.mark.rule("10E-FX-RR-2", "10E-RR-2")
def test_trap_15_failed_means_after_modifiers() -> None:
    found = law(one(gun("gun", S=8), has=("re-roll hit rolls",)), targets(has=("Stealth",)))
    only_ones_and_twos = F(1, 2) + F(2, 6) * F(1, 2)
    assert found[1] == (F(1, 2) + F(1, 2) * F(1, 2)) * SURE != only_ones_and_twos * SURE


@pytest.mark.rule("10E-FX-RR-3", "10E-WPN-TWIN-1")
def test_no_die_is_rolled_three_times() -> None:
    found = law(one(sure("gun", "Twin-linked", S=4), has=("re-roll wound rolls of 1",)), targets(T=5))
    assert found[1] == F(5, 9) != F(1, 3) + F(2, 3) * (F(1, 3) + F(1, 6) * F(1, 3))


@pytest.mark.rule("10E-WPN-CONV-1", "10E-FX-CRIT-2")
@pytest.mark.parametrize(
    ("skill", "distance", "right", "wrong"),
    [
        (3, 12, F(2, 3) + F(1, 6), F(2, 3) + F(1, 2)),  # more than 12", not 12"
        (3, 12.1, F(2, 3) + F(1, 2), F(2, 3) + F(1, 6)),
        (5, 12.1, F(1, 3) + F(1, 3), F(1, 2) + F(1, 2)),  # an unmodified 4 is critical only if it hits
    ],
)
def test_conversion_is_for_hits_beyond_12_inches(skill: int, distance: float, right: Fraction, wrong: Fraction) -> None:
    beam = gun("beam", "Conversion 12", "Sustained Hits 1", BS=skill, S=8)
    assert mean(slain(beam, targets(5), distance=distance)) == right * SURE != wrong * SURE


@pytest.mark.rule("10E-INT-5")
def test_only_wound_rolls_that_were_made_are_rolled_again() -> None:
    found = slain(gun("gun", "Lethal Hits", "Twin-linked"), targets(T=8))
    assert found[1] == F(1, 6) + F(1, 2) * F(11, 36) == F(23, 72) != F(2, 3) * F(11, 36)


@pytest.mark.rule("10E-WPN-INDIRECT-2", "10E-INT-14")
def test_trap_14_indirect_fire_misses_on_the_faces_1_to_3() -> None:
    mortar = gun("mortar", "Indirect Fire", "Heavy", BS=2, S=8)
    blind = {"visible": "no", "stationary": "yes"}
    assert chance(mortar, targets(), **blind) == F(1, 2) * SURE != F(5, 6) * SURE
    seen = {"visible": "yes", "stationary": "yes"}
    assert chance(mortar, targets(), **seen) == F(5, 6) * SURE  # somebody of the unit sees them


@pytest.mark.rule("10E-WPN-TORRENT-2", "10E-INT-6")
def test_an_automatic_hit_is_never_critical() -> None:
    flamer = gun("flamer", "Torrent", "Lethal Hits", "Sustained Hits 1", BS=None)
    assert damage(flamer, targets(5, T=8)) == {0: F(5, 6), 1: F(1, 6)}
    critical = F(1, 6) * 1 + F(5, 6) * F(1, 6)
    assert chance(flamer, targets(5, T=8)) != critical


@pytest.mark.rule("10E-DEF-STEALTH-1", "10E-WPN-IGNCOVER-1")
def test_trap_19_stealth_is_no_cover() -> None:
    found = chance(gun("gun", "Ignores Cover", S=8), targets(Sv="4+", has=("Stealth",)))
    as_cover = HIT * SURE * F(1, 2)  # which Ignores Cover would cancel
    assert found == F(1, 2) * SURE * F(1, 2) != as_cover


@pytest.mark.rule("10E-DEF-STEALTH-1")
def test_stealth_wants_every_model() -> None:
    mixed = led(targets(2, has=("Stealth",)), squad("Boss", kind("Boss", 1, character=True)))
    assert slain(gun("gun", S=8), mixed)[1] == HIT * SURE != F(1, 2) * SURE


# Number of attacks ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("10E-WPN-BLAST-1")
@each(("models", "right", "wrong"), [(4, 1, 2), (5, 2, 1), (9, 2, 3), (10, 3, 2), (11, 3, 4)])
def test_blast_counts_whole_fives(models: int, right: int, wrong: int) -> None:
    assert worked(one(sure("gun", "Blast")), targets(models))["expected"]["shots"] == right != wrong


@pytest.mark.rule("10E-WPN-BLAST-1")
def test_blast_counts_the_leader() -> None:
    boss = squad("Boss", kind("Boss", 1, character=True))
    assert worked(one(sure("gun", "Blast")), led(targets(9), boss))["expected"]["shots"] == 3


@pytest.mark.rule("10E-TGT-11", "10E-WPN-BLAST-1")
def test_trap_11_blast_counts_who_stood_there_when_the_target_was_selected() -> None:
    team = squad("Team", kind("First", 1, sure("first", A=6)), kind("Second", 1, gun("second", "Blast")))
    played = attack(team, targets(10), ("wound:first", [6] * 6), ("hit:second", [1] * 3))
    assert played.wounds() == {"Target": [1] * 4}  # of whom four would be worth nothing
    assert played.question("hit:second").dice == 1 + 2


@pytest.mark.rule("10E-WPN-BLAST-1", "10E-ATK-2")
def test_trap_13_blast_and_random_attacks_are_of_each_weapon() -> None:
    assert worked(shooters(2, sure("gun", "Blast")), targets(10))["expected"]["shots"] == 2 * (1 + 2)
    found = law(shooters(2, sure("flamer", A="D6")), targets(20))
    none_of = {n: F(1, 6) ** n for n in range(1, 13)}  # of n attacks
    own = sum((F(1, 6) * none_of[n] for n in range(1, 7)), F(0)) ** 2
    doubled = sum((F(1, 6) * none_of[2 * n] for n in range(1, 7)), F(0))
    assert found[0] == own != doubled
    assert mean(found) == 2 * F(7, 2) * SURE  # which is the same for both


@pytest.mark.rule("10E-ATK-3", "10E-WPN-RF-1")
def test_rapid_fire_comes_before_the_minimum_and_blast_after_it() -> None:
    rapid = shooters(1, sure("gun", "Rapid Fire 1"), has=("-1 attacks",))
    assert worked(rapid, targets(9), distance=12)["expected"]["shots"] == 1
    assert worked(shooters(1, sure("gun", "Blast"), has=("-1 attacks",)), targets(10))["expected"]["shots"] == 3


@pytest.mark.rule("10E-WPN-RF-1", "10E-WPN-MELTA-1")
def test_exactly_half_the_range_is_half_range() -> None:
    rapid = one(sure("gun", "Rapid Fire 1"))
    assert [worked(rapid, targets(9), distance=d)["expected"]["shots"] for d in (12, 12.1)] == [2, 1]


# Saves ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("10E-COV-3", "10E-MOD-AP-1")
def test_trap_06_ap_worsened_to_0_switches_cover_off() -> None:
    weak = law(one(sure(AP=-1), has=("worsen AP by 1",)), targets(Sv="3+"), cover="yes")
    assert weak[1] == SURE * F(1, 3) != SURE * F(1, 6)
    assert law(one(sure(AP=-1)), targets(Sv="3+", has=("incoming: worsen AP by 1",)), cover="yes") == weak


@pytest.mark.rule("10E-COV-3")
def test_trap_06_ap_0_improved_to_1_achieves_nothing_against_cover() -> None:
    found = law(one(sure(), has=("improve AP by 1",)), targets(Sv="3+"), cover="yes")
    assert found[1] == SURE * F(1, 3) != SURE * F(1, 2)
    assert law(one(sure()), targets(Sv="4+"), cover="yes")[1] == SURE * F(1, 3)  # the limit is for 3+ and better


@pytest.mark.rule("10E-SAV-2", "10E-SAV-1")
def test_trap_07_a_6_does_not_always_save() -> None:
    assert chance(sure(AP=-5), targets(Sv="3+")) == SURE != SURE * F(5, 6)


@pytest.mark.rule("10E-SAV-2")
def test_trap_07_a_1_always_fails() -> None:
    assert chance(sure(), targets(Sv="2+", has=("+1 to saves",))) == SURE * F(1, 6) != 0


@pytest.mark.rule("10E-SAV-3")
def test_trap_07_the_cap_is_on_what_remains() -> None:
    braced = targets(Sv="4+", has=("+1 to saves",))
    assert chance(sure(AP=-2), braced, cover="yes") == SURE * F(1, 2)
    assert chance(sure(AP=-2), braced, cover="yes", save_cap="bonuses_only") == SURE * F(2, 3)
    assert chance(sure(), braced, cover="yes") == SURE * F(1, 3) != SURE * F(1, 6)


@pytest.mark.rule("10E-SAV-4", "10E-COV-2")
def test_cover_and_ap_leave_an_invulnerable_save_alone() -> None:
    assert chance(sure(AP=-3), targets(Sv="5+/4++"), cover="yes") == SURE * F(1, 2) != SURE * F(1, 3)


@pytest.mark.rule("10E-SAV-1")
def test_one_save_for_the_attack_not_for_each_point() -> None:
    found = damage(sure(D=3), targets(Sv="4+", W=6))
    assert found == {0: 1 - SURE / 2, 3: SURE / 2}
    assert found[3] != SURE / 8


# Damage --------------------------------------------------------------------------------------------------------------


def wounds_of(n: int) -> Law:
    return times(n, {0: 1 - SURE, 1: SURE})


@pytest.mark.rule("10E-DMG-2")
def test_trap_08_kills_are_not_damage_divided_by_wounds() -> None:
    found = slain(sure(A=3, D=2), targets(5, W=3))
    right, divided = dict[int, Fraction](), dict[int, Fraction]()
    for n, p in wounds_of(3).items():
        right[n // 2] = right.get(n // 2, F(0)) + p  # two for each model
        divided[2 * n // 3] = divided.get(2 * n // 3, F(0)) + p
    assert found == right != divided
    assert 2 not in found


@pytest.mark.rule("10E-DMG-2", "10E-DMG-3")
def test_a_d6_of_damage_into_models_with_2_wounds() -> None:
    found = slain(sure(A=2, D="D6"), targets(5, W=2))
    none, single, both = F(1, 36), F(10, 36), F(25, 36)
    # Of two: each shows 2 or more; else the first shows 1, and the second what it likes, or only the second a 1.
    assert found == {0: none + single / 6, 1: single * F(5, 6) + both * F(11, 36), 2: both * F(25, 36)}
    assert mean(found) != 2 * SURE * F(7, 2) / 2
    assert max(found) == 2 != 2 * 6 // 2


@pytest.mark.rule("10E-ALL-1", "10E-FAST-4")
def test_the_next_weapon_meets_the_wounded_model() -> None:
    team = squad("Team", kind("A", 1, sure("first")), kind("B", 1, sure("second", D=2)))
    assert law(team, targets(2, W=2)) == {0: F(1, 6), 1: F(5, 6)}  # the second kills, whoever is before it
    pair = squad("Team", kind("A", 1, sure("first")), kind("B", 1, sure("second", AP=-1)))
    assert law(pair, targets(2, W=2)) == {0: 1 - SURE**2, 1: SURE**2}
    assert law(pair, targets(2, W=2)) != {0: F(1)}
    lost = law(team, targets(2, W=2), "damage")
    assert lost == {0: F(1, 36), 1: F(5, 36), 2: F(30, 36)}  # of D2 on the wounded one a point is lost
    assert 3 not in lost


@pytest.mark.rule("10E-FNP-1", "10E-FNP-2")
def test_trap_09_feel_no_pain_is_of_each_point_and_before_excess_is_lost() -> None:
    found = slain(sure(D=3), targets(2, W=2, FNP=5))
    through = F(2, 3)
    right = 3 * through**2 * (1 - through) + through**3  # two of three points
    for_the_wounds_left, for_the_attack = through**2, through
    assert found[1] == SURE * right == SURE * F(20, 27)
    assert found[1] not in (SURE * for_the_wounds_left, SURE * for_the_attack)


@pytest.mark.rule("10E-MOD-1", "10E-FX-DMG-4")
def test_trap_10_half_before_melta() -> None:
    found = damage(
        sure("melta", "Melta 2", D="D6", range=12), targets(1, W=20, has=("incoming: half damage",)), distance=6
    )
    right = {0: F(1, 6), 3: SURE / 3, 4: SURE / 3, 5: SURE / 3}  # 1, 1, 2, 2, 3, 3 and 2 more
    melta_first = {0: F(1, 6), 2: SURE / 3, 3: SURE / 3, 4: SURE / 3}
    assert found == right != melta_first
    assert mean(found) == SURE * 4 != SURE * 3


@pytest.mark.rule("10E-FX-DMG-4", "10E-MOD-2")
def test_damage_is_rounded_up_once_at_the_end_and_never_0() -> None:
    tough = targets(1, W=9, has=("incoming: half damage", "incoming: -1 damage"))
    assert damage(sure("melta", "Melta 2", D=5), tough, distance=6) == {0: F(1, 6), 4: SURE}  # 2.5 + 2 - 1
    assert damage(sure(), tough) == {0: F(1, 6), 1: SURE}


# Devastating Wounds --------------------------------------------------------------------------------------------------

DEVASTATING = "Devastating Wounds"


@pytest.mark.rule("10E-WPN-DEV-3", "10E-MW-3")
def test_trap_04_devastating_wounds_do_not_spill() -> None:
    weapon = sure("gun", DEVASTATING, S=4, D=3)
    spilt = {0: F(1, 2), 1: F(1, 3), 3: F(1, 6)}
    assert slain(weapon, targets(10)) == {0: F(1, 2), 1: F(1, 2)} != spilt
    assert slain(weapon, targets(10), devastating="launch") == spilt  # as printed in June 2023


@pytest.mark.rule("10E-ORD-4", "10E-INT-11")
def test_trap_04_devastating_wounds_come_last() -> None:
    first, second = sure("first", DEVASTATING, D=3), sure("second")
    team = squad("Team", kind("A", 1, first, has=("every successful wound is critical",)), kind("B", 1, second))
    found = law(team, squad("Mob", kind("Boy", 1, W=1, Sv="-"), kind("Nob", 1, W=3, Sv="-")))
    one_of_them = 2 * SURE * (1 - SURE)
    right = {0: (1 - SURE) ** 2, 1: one_of_them, 2: SURE**2}
    in_turn = {0: (1 - SURE) ** 2, 1: one_of_them + SURE**2}
    assert found == right != in_turn


@pytest.mark.rule("10E-WPN-DEV-4", "10E-FNP-3", "10E-WPN-DEV-2")
def test_trap_04_devastating_wounds_are_mortal_wounds() -> None:
    found = damage(sure("gun", DEVASTATING, S=4), targets(1, Sv="2+", has=("Feel No Pain 4+ against mortal wounds",)))
    right = F(1, 6) * F(1, 2) + F(1, 3) * F(1, 6)
    assert found[1] == right != F(1, 6) + F(1, 3) * F(1, 6)  # unsaveable damage, as in September 2023


@pytest.mark.rule("10E-WPN-DEV-5", "10E-INT-12")
def test_damage_modifiers_change_devastating_wounds() -> None:
    team = one(sure("gun", DEVASTATING, "Melta 2", S=8, D=3), has=("every successful wound is critical",))
    hard = targets(1, W=9, has=("incoming: -1 damage",))
    assert law(team, hard, "damage") == {0: F(1, 6), 2: SURE}
    assert law(team, hard, "damage", distance=6) == {0: F(1, 6), 4: SURE}


@pytest.mark.rule("10E-INT-1", "10E-WPN-LETHAL-1")
def test_trap_05_wounds_of_lethal_hits_are_never_critical() -> None:
    found = damage(gun("gun", "Lethal Hits", DEVASTATING), targets(1, Sv="2+"))
    unsaved = F(1, 6)
    right = (F(1, 6) + F(1, 2) * F(1, 3)) * unsaved + F(1, 2) * F(1, 6)
    critical_both_times = F(1, 2) * F(1, 3) * unsaved + F(1, 6) + F(1, 2) * F(1, 6)
    declined = HIT * (F(1, 3) * unsaved + F(1, 6))  # not optional here
    assert found[1] == right == F(5, 36)
    assert found[1] not in (critical_both_times, declined)


@pytest.mark.rule("10E-INT-3")
def test_more_hits_of_sustained_hits_may_be_devastating() -> None:
    found = mean(damage(gun("gun", "Sustained Hits 1", DEVASTATING), targets(5, Sv="2+")))
    hits = HIT + F(1, 6)
    assert found == hits * (F(1, 6) + F(1, 3) * F(1, 6)) != HIT * F(1, 6) + hits * F(1, 3) * F(1, 6)


@pytest.mark.rule("10E-INT-4")
def test_every_face_of_anti_is_devastating() -> None:
    found = chance(sure("gun", DEVASTATING, "Anti-INFANTRY 4+", S=4), targets(1, Sv="2+"))
    assert found == F(1, 2) != F(1, 6) + F(1, 3) * F(1, 6)


# Who takes it --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("10E-WND-4", "10E-ALL-4")
def test_trap_16_the_toughness_of_the_bodyguard_but_the_save_of_the_leader() -> None:
    captain = squad("Captain", kind("Captain", 1, T=8, W=1, Sv="2+", character=True))
    found = slain(sure(A=2, S=4), led(targets(1), captain))
    both_wound, unsaved = EVEN**2, F(1, 6)
    assert found[2] == both_wound * unsaved
    assert found[2] != EVEN * F(1, 6) * unsaved  # not his own Toughness
    assert found[2] != both_wound  # not the save of the bodyguard


@pytest.mark.rule("10E-ALL-3", "10E-OOP-3", "10E-MW-2")
def test_trap_12_a_model_that_saved_takes_mortal_wounds_of_another_unit_too() -> None:
    throwers = shooters(1, gun("rifle"), name="Throwers", keywords=("GRENADES", "INFANTRY"))
    mine = army("Imperium", shooters(1, gun("first"), name="A"), throwers)
    mob = squad("Mob", kind("Boy", 3, gun("slugga"), W=2, Sv="4+"), kind("Nob", 1, gun("slugga"), W=2, Sv="4+"))
    played = battle(
        mine, army("Orks", mob), ("unit", "A"), ("target", "Mob"), ("hit:first", [6]), ("wound:first", [6]), ("allocate", "Nob"), ("save:Nob", [6]),
        ("unit", "grenade"), ("grenade", "Throwers"), ("target", "Mob"), ("distance", "8"), ("mortal:grenade", [4, 4, 4, 1, 1, 1]), distance=12,
    )  # fmt: skip
    assert played.wounds("Mob") == {"Boy": [1, 2, 2]}  # he first, the third goes on to the next
    assert played.question("mortal:grenade").need.target == 4


@pytest.mark.rule("10E-WPN-ANTI-1")
def test_trap_20_keywords_are_of_the_unit() -> None:
    psyker = squad("Psyker", kind("Psyker", 1, character=True, keywords=("INFANTRY", "PSYKER")))
    assert slain(sure("gun", "Anti-PSYKER 2+", S=4), led(targets(3, T=8), psyker))[1] == F(5, 6) != F(1, 6)


@pytest.mark.rule("10E-FX-SAVE-1", "10E-ALL-2")
def test_trap_20_but_effects_on_saves_are_of_the_model() -> None:
    mob = squad("Mob", kind("Boy", 1, W=1, Sv="4+"), kind("Nob", 1, W=1, Sv="4+", has=("+1 to saves",)))
    assert slain(sure(), mob)[1] == SURE * F(1, 2) != SURE * F(1, 3)


# Hazardous -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("10E-WPN-HAZ-2", "10E-WPN-HAZ-3")
def test_trap_18_one_hazardous_test_for_each_weapon_after_everything() -> None:
    plasma = gun("plasma", "Hazardous", A=3)
    assert law(one(plasma), targets(9), "own_slain") == {0: F(5, 6), 1: F(1, 6)}  # W2 and 3 mortal wounds
    assert law(one(plasma), targets(9), "own_slain")[1] != 1 - F(5, 6) ** 3
    two = law(shooters(2, plasma), targets(9), "own_damage")
    assert two == {0: F(25, 36), 2: F(10, 36), 4: F(1, 36)}  # they do not spill
    played = attack(
        squad("Team", kind("A", 1, gun("plasma", "Hazardous")), kind("B", 1, gun("rifle"))), targets(9),
        ("hit:plasma", [1]), ("hit:rifle", [1]), ("hazardous", [1]),
    )  # fmt: skip
    assert played.every_key[-1] == "hazardous"


# Data ----------------------------------------------------------------------------------------------------------------


def test_trap_17_abilities_are_spelt_as_data_files_have_them() -> None:
    for texts in (
        ("Twin-linked", "Twin-Linked", "Twin Linked", "twin-linked,"),
        ("Anti-infantry 4+", "ANTI-INFANTRY 4+", "Anti-Infantry 4", "anti infantry 4+"),
        ("Anti-fly 2", "Anti-FLY 2+"),
        ("Sustained Hits D3", "sustained hits d3"),
    ):
        found = {ability.but(text="") for text in texts if (ability := ABILITIES.of_weapon(text))}
        assert len(found) == 1, texts
    assert movement_of("6") == movement_of('6"') == 6
