"""Effects of datasheets: conditions, and effects that stand on models or weapons (10E-FX)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.helpers.each import each
from tests.rules.tenth.helpers.attacks import attack, chances, gun, hits, mean, models, shooters, shots, squad, targets

F = Fraction


@pytest.mark.rule("10E-FX-HIT-1")
@pytest.mark.parametrize(("effect", "chance"), [("+1 to hit", F(5, 6)), ("-1 to hit", F(3, 6)), ("-2 to hit", F(3, 6))])
def test_effects_on_hit_rolls(effect: str, chance: Fraction) -> None:
    assert hits(shooters(gun(effect))) == chance
    assert hits(shooters(gun(), abilities=(effect,))) == chance  # of the weapon, or of the model


@pytest.mark.rule("10E-FX-HIT-1")
@pytest.mark.parametrize(
    ("effect", "keywords", "chance"),
    [
        ("+1 to hit against MONSTER or VEHICLE", ("VEHICLE",), F(5, 6)),
        ("+1 to hit against MONSTER or VEHICLE", ("INFANTRY",), F(4, 6)),
        ("+1 to hit not against CHARACTER", ("INFANTRY",), F(5, 6)),
        ("+1 to hit not against CHARACTER", ("INFANTRY", "CHARACTER"), F(4, 6)),
    ],
)
def test_effects_against_keywords(effect: str, keywords: tuple[str, ...], chance: Fraction) -> None:
    assert hits(shooters(gun(effect)), targets(keywords=keywords)) == chance


@pytest.mark.rule("10E-FX-HIT-1", "10E-TGT-11")
def test_effects_the_players_are_asked_about() -> None:
    unit = shooters(gun("+1 to hit if Oath of Moment target"))
    assert hits(unit) == F(4, 6)
    assert attack(unit, targets(), ("hit:gun", [1]), **{"if Oath of Moment target": "yes"}).need() == 2


@pytest.mark.rule("10E-FX-HIT-1")
def test_effects_of_standing_still_and_half_range() -> None:
    assert hits(shooters(gun("+1 to hit if stationary")), stationary="yes") == F(5, 6)
    near = shooters(gun("+1 to hit within half range"))
    assert (hits(near, distance=12), hits(near, distance=13)) == (F(5, 6), F(4, 6))


@pytest.mark.rule("10E-FX-WND-1")
def test_effects_on_wound_rolls() -> None:
    assert mean(shooters(gun("Torrent", "+1 to wound")), targets()) == F(4, 6)
    assert mean(shooters(gun("Torrent"), abilities=("-1 to wound",)), targets()) == F(2, 6)
    assert mean(shooters(gun("Torrent")), targets(abilities=("incoming: -1 to wound",))) == F(2, 6)


@pytest.mark.rule("10E-FX-AP-1")
def test_effects_on_ap() -> None:
    for effects, chance in (((), F(3, 6)), (("improve AP by 1",), F(4, 6)), (("worsen AP by 1",), F(2, 6))):
        assert mean(shooters(gun("Torrent", *effects, AP=-1)), targets(Sv="3+")) == F(1, 2) * chance


@pytest.mark.rule("10E-FX-ATK-1", "10E-MOD-1")
def test_effects_on_attacks_and_strength() -> None:
    assert shots(shooters(gun("+2 attacks", A=2))) == 4
    assert shots(shooters(gun("attacks become 4", A="D6"))) == 4
    assert mean(shooters(gun("Torrent", "+4 strength")), targets()) == F(5, 6)


@pytest.mark.rule("10E-FX-DMG-1", "10E-FX-DMG-2", "10E-FX-DMG-3", "10E-FX-DMG-4")
@each(
    ("own", "incoming", "wanted"),
    [
        (("+1 damage",), (), F(9, 2)),
        ((), ("incoming: -1 damage",), F(0 + 1 + 1 + 2 + 3 + 4 + 5, 6)),
        ((), ("incoming: half damage",), F(1 + 1 + 2 + 2 + 3 + 3, 6)),
        (("+1 damage",), ("incoming: half damage",), F(2 + 2 + 3 + 3 + 4 + 4, 6)),
        (("+1 damage",), ("incoming: half damage", "incoming: -1 damage"), F(1 + 1 + 2 + 2 + 3 + 3, 6)),
    ],
)
def test_effects_on_damage(own: tuple[str, ...], incoming: tuple[str, ...], wanted: Fraction) -> None:
    assert mean(shooters(gun("Torrent", *own, S=8, D="D6")), targets(1, W=30, abilities=incoming)) == F(5, 6) * wanted


@pytest.mark.rule("10E-FX-DMG-5")
def test_no_damage_once_in_the_odds() -> None:
    found = chances(shooters(gun("Torrent", A=3, S=8, D=2)), targets(1, W=30, abilities=("incoming: no damage once",)))
    assert found == {0: F(1 + 15, 216), 2: F(75, 216), 4: F(125, 216)}


@pytest.mark.rule("10E-FX-FNP-1")
def test_feel_no_pain_of_any_kind() -> None:
    for fnp in range(2, 7):
        assert mean(shooters(gun("Torrent")), targets(FNP=fnp)) == F(1, 2) * F(fnp - 1, 6)


@pytest.mark.rule("10E-FX-SAVE-1")
def test_better_saves_are_for_armour() -> None:
    assert mean(shooters(gun("Torrent")), targets(Sv="5+", abilities=("+1 to saves",))) == F(1, 2) * F(3, 6)
    better = targets(Sv="5+/5++", abilities=("+1 to saves",))
    assert mean(shooters(gun("Torrent", AP=-3)), better) == F(1, 2) * F(4, 6)


@pytest.mark.rule("10E-FX-SAVE-1")
def test_conditions_of_damage_are_those_at_allocation() -> None:
    """Damage 2 that comes to 1 against this model."""
    hard = targets(1, Sv="5+", W=9, abilities=("+1 to saves against damage 1", "incoming: -1 damage"))
    played = attack(shooters(gun(D=2)), hard, ("hit:gun", [5]), ("wound:gun", [5]), ("save:Target", [6]))
    assert played.need("save:Target") == 4


@pytest.mark.rule("10E-FX-RAND-1")
@each(
    ("printed", "average"),
    [
        ("D3", F(2)),
        ("D6", F(7, 2)),
        ("D6+1", F(9, 2)),
        ("D6+3", F(13, 2)),
        ("2D6", F(7)),
        ("2D3", F(4)),
        ("D3+3", F(5)),
    ],
)
def test_random_numbers_of_attacks(printed: str, average: Fraction) -> None:
    assert shots(shooters(gun(A=printed), n=2)) == 2 * average


@pytest.mark.rule("10E-FX-RAND-1", "10E-MOD-1")
def test_the_constant_belongs_to_the_characteristic() -> None:
    """D3+3 doubled: both."""
    played = attack(shooters(gun("double attacks", A="D3+3")), targets(), ("attacks:gun", [2]), ("hit:gun", [1] * 10))
    assert played.question("hit:gun").dice == 10


@pytest.mark.rule("10E-FX-CRIT-1", "10E-FX-CRIT-2", "10E-FX-CRIT-3")
def test_the_widest_critical_counts() -> None:
    both: Any = gun("critical hits on 5+", "Sustained Hits 1")
    assert hits(shooters(both, abilities=("critical hits on 4+",))) == F(4, 6) + F(3, 6)
    wound = gun("Torrent", "Devastating Wounds", "critical wounds on 5+", "Anti-INFANTRY 3+")
    assert mean(shooters(wound), targets(Sv="2+")) == F(4, 6)


@pytest.mark.rule("10E-FX-WND-2")
def test_wound_rolls_that_fail_do_not_touch_lethal_hits() -> None:
    hard = targets(abilities=("incoming: wound rolls of 1-3 fail",))
    assert mean(shooters(gun("Lethal Hits", S=8)), hard) == F(1, 6) + F(1, 2) * F(1, 2)


@pytest.mark.rule("10E-FX-HIT-1")
def test_effects_stay_as_they_were_when_targets_were_selected() -> None:
    """Only the banner bearer makes them hard to hit; he falls to the first weapon."""
    unit = squad("Unit", models("A", 1, gun(name="first")), models("B", 1, gun(name="second")))
    target = squad("Led", models("Banner", 1, W=1, abilities=("incoming: -1 to hit",)), models("Boy", 3, W=1))
    played = attack(unit, target, ("hit:first", [6]), ("wound:first", [6]), ("hit:second", [1]))
    assert (played.need("hit:first"), played.need("hit:second")) == (4, 4)


@pytest.mark.rule("10E-EFF-6")
@pytest.mark.parametrize(
    ("written", "asked"),
    [
        ("lent: +1 attacks", "Lent: +1 attacks"),
        ("lent: +1 attacks as Fury", "Lent: +1 attacks as Fury (Fury)"),
        ('lend INFANTRY within 6": +1 attacks', "Lent: +1 attacks"),
    ],
)
def test_what_is_lent_is_asked_in_its_words(written: str, asked: str) -> None:
    assert attack(shooters(gun(), abilities=(written,)), targets(), ("hit:gun", [1])).question("lent").text == asked


@pytest.mark.rule("10E-EFF-12")
def test_half_range_is_that_of_every_weapon_whether_or_not_it_has_something_of_its_own_there() -> None:
    plain, rapid = gun("Torrent"), gun("Torrent", "Rapid Fire 1", name="rapid")
    unit = targets(9, W=1, abilities=("incoming: +1 to wound within half range",))
    assert mean(shooters(plain, rapid), unit, distance=9) == 3 * F(2, 3)


@pytest.mark.rule("10E-EFF-33")
def test_what_a_critical_sets_ap_to_is_improved_all_the_same() -> None:
    weapon = gun(
        "AP becomes -3 on critical wounds",
        "improve AP by 1 on critical wounds",
        "critical wounds on 2+",
        "Torrent",
        S=8,
    )
    assert mean(shooters(weapon), targets(9, W=1, Sv="2+")) == F(5, 6) * F(5, 6)


@pytest.mark.rule("10E-EFF-31")
def test_the_same_loan_twice_is_one() -> None:
    twice = ("lent: +1 attacks", "lent: +1 attacks")
    assert mean(shooters(gun("Torrent"), abilities=twice), targets(9, W=1), lent="yes") == 2 * F(1, 2)


@pytest.mark.rule("10E-FX-DMG-5")
def test_damage_may_be_changed_to_nothing_under_a_condition_and_for_a_whole_unit() -> None:
    unit = targets(1, W=1, abilities=('friendly within 6": incoming: no damage once against INFANTRY',))
    assert mean(shooters(gun("Torrent")), unit) == 0
    assert mean(shooters(gun("Torrent"), keywords=("VEHICLE",)), unit) == F(1, 2)


@pytest.mark.rule("10E-EFF-11")
def test_what_is_set_and_melta_are_of_the_damage_that_conditions_look_at() -> None:
    unit = targets(9, W=1, Sv="4+", abilities=("+1 to saves against damage 1",))
    assert mean(shooters(gun("Torrent")), unit) == F(1, 2) * F(1, 3)
    assert mean(shooters(gun("Torrent", "damage becomes 2")), unit) == F(1, 2) * F(1, 2)
    assert mean(shooters(gun("Torrent", "Sustained Hits 1", "Melta 2")), unit, distance=9) == F(1, 2) * F(1, 2)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("unit: incoming: -1 to wound as Guardian Drone", "Guardian Drone -1"),
        ("unit: incoming: -1 to wound", "-1 to wound"),
        ("incoming: -1 to wound against INFANTRY", "-1 to wound against INFANTRY"),
    ],
)
@pytest.mark.rule("EVE-33")
def test_a_reason_is_called_by_its_name_without_words_of_lists(line: str, reason: str) -> None:
    played = attack(shooters(), targets(2, abilities=(line,)), ("hit:gun", [6]), ("wound:gun", [1]))
    asked = next(one for one in played.questions if one.key.startswith("wound:"))
    assert reason in [why.text for why in asked.need.because]
