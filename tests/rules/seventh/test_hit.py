"""Rolling to hit (7E-HIT)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from shoot_cli.rules.seventh.tokens import Burn
from tests.helpers.each import each
from tests.helpers.scripted_table import AGAIN
from tests.rules.seventh.helpers.tabletop import Played, attack, boyz, chances, fire, gun, hits, marines, squad, trooper

F = Fraction
ONE_SHOT = gun("gun", "24", "10", "-", "Assault 1")


def special(*rules: str, shots: int = 1) -> object:
    return gun("gun", "24", "4", "5", f"Assault {shots}" + "".join(f", {rule}" for rule in rules))


def shoot(weapon: object, *dice: object, **stats: object) -> Played:
    """One Marine fires one weapon; hits, if any, fail to wound."""
    script = list(dice)
    landed = [] if len(script) < 2 else [("wound:gun", script[1])]
    return attack(marines(1, weapon, **stats), boyz(), *fire("gun"), ("hit:gun", script[0]), *landed)


@pytest.mark.rule("7E-HIT-1")
@each(("skill", "chance"), [(1, F(1, 6)), (2, F(1, 3)), (3, F(1, 2)), (4, F(2, 3)), (5, F(5, 6))])
def test_chance_to_hit(skill: int, chance: Fraction) -> None:
    assert hits(marines(1, ONE_SHOT, BS=skill))[1] == chance


@pytest.mark.rule("7E-HIT-1")
def test_a_natural_1_misses_and_the_need_says_why() -> None:
    need = shoot(special(), [1], BS=5).question("hit:gun").need
    assert need.text == "2+"
    assert [(reason.rule, reason.text) for reason in need.because] == [("7E-HIT-1", "Ballistic Skill 5 hits on 2+")]


@pytest.mark.rule("7E-HIT-2")
def test_one_die_for_each_shot() -> None:
    assert attack(marines(8), boyz(), *fire("boltgun"), ("hit:boltgun", [1] * 16)).question("hit:boltgun").dice == 16


@pytest.mark.rule("7E-HIT-2")
def test_different_skills_are_rolled_apart() -> None:
    mixed = squad("Mixed", trooper("Recruit", 2, "boltgun", BS=3), trooper("Veteran", 1, "boltgun", BS=5))
    played = attack(
        mixed,
        boyz(),
        *fire("boltgun"),
        ("hit:boltgun", [3, 3]),
        ("hit:boltgun", [2]),
        ("wound:boltgun", [1]),
        distance=24,
    )
    assert [e.question.need.target for e in played.asked if e.question.key == "hit:boltgun"] == [4, 2]


@pytest.mark.rule("7E-HIT-3")
@each(("skill", "chance"), [(6, F(31, 36)), (7, F(8, 9)), (8, F(11, 12)), (9, F(17, 18)), (10, F(35, 36))])
def test_high_skills_roll_ones_again(skill: int, chance: Fraction) -> None:
    assert hits(marines(1, ONE_SHOT, BS=skill))[1] == chance


@pytest.mark.rule("7E-HIT-3")
def test_the_second_roll_uses_the_second_line() -> None:
    played = shoot(special(), [1, AGAIN, 4], BS=7)  # 4 would hit at Ballistic Skill 7, not on the second line
    roll = played.question("hit:gun")
    assert (roll.need.target, roll.again, roll.again_need.target) == (2, (1,), 5)
    assert "wound:gun" not in played.keys


@pytest.mark.rule("7E-HIT-3", "7E-HIT-6", "7E-HIT-10")
def test_twin_linked_replaces_the_second_line() -> None:
    assert hits(marines(1, gun("gun", type="Assault 1, Twin-linked"), BS=7))[1] == F(35, 36)
    assert shoot(special("Twin-linked"), [1, AGAIN, 2], [1], BS=7).question("hit:gun").again_need is None


@pytest.mark.rule("7E-HIT-3", "7E-HIT-8")
def test_preferred_enemy_replaces_the_second_line() -> None:
    assert hits(marines(1, ONE_SHOT, BS=7, rules=("Preferred Enemy",)))[1] == F(35, 36)


@pytest.mark.rule("7E-HIT-3", "7E-HIT-7")
def test_setting_mastercrafted_bs6() -> None:
    crafted = marines(1, special("Master-crafted", shots=2), BS=7)
    both = {
        "replaces": F(5, 6) ** 2 + 2 * F(1, 6) * F(5, 6) * F(5, 6),
        "adds": F(5, 6) ** 2 + 2 * F(1, 6) * F(5, 6) * F(5, 6) + F(1, 36) * F(5, 6) * F(1, 3),
    }
    assert hits(crafted)[2] == both["replaces"]  # the default
    for value, chance in both.items():
        assert hits(crafted, settings={"mastercrafted_bs6": value})[2] == chance


@pytest.mark.rule("7E-HIT-4")
def test_snap_shots_change_nothing_but_the_skill() -> None:
    assert shoot(special(shots=3), [6, 5, 5], [1, 1, 1]).question("hit:gun").need.target == 3
    lone = attack(
        marines(1, special(shots=3)),
        boyz(),
        ("attacker_state", "falling back"),
        *fire("gun"),
        ("hit:gun", [6, 5, 5]),
        ("wound:gun", [3]),
    )
    roll = lone.question("hit:gun")
    assert (roll.dice, roll.need.target, roll.again) == (3, 6, ())
    assert lone.question("wound:gun").need.target == 4


@pytest.mark.rule("7E-HIT-4")
def test_no_second_line_on_snap_shots() -> None:
    assert hits(marines(1, ONE_SHOT, BS=8), attacker_state="falling back")[1] == F(1, 6)


@pytest.mark.rule("7E-HIT-4")
@pytest.mark.parametrize(
    ("rules", "unit_rules", "yes"),
    [(("Twin-linked",), (), F(11, 36)), ((), ("Preferred Enemy",), F(7, 36)), (("Master-crafted",), (), F(11, 36))],
)
def test_setting_snap_rerolls(rules: tuple[str, ...], unit_rules: tuple[str, ...], yes: Fraction) -> None:
    snapping = marines(1, special(*rules), rules=unit_rules)
    assert hits(snapping, attacker_state="falling back")[1] == yes  # the default
    for value, chance in (("yes", yes), ("no", F(1, 6))):
        assert hits(snapping, attacker_state="falling back", settings={"snap_rerolls": value})[1] == chance


@pytest.mark.rule("7E-HIT-4")
def test_setting_snap_rerolls_leaves_other_shots_alone() -> None:
    assert hits(marines(1, special("Twin-linked")), settings={"snap_rerolls": "no"})[1] == F(8, 9)


@pytest.mark.rule("7E-HIT-5")
@pytest.mark.parametrize("type_", ["Heavy 1, Blast", "Heavy 1, Large Blast", "Ordnance 1", "Assault 1, Template"])
def test_what_is_never_a_snap_shot_does_not_fire(type_: str) -> None:
    """They do not hit on 6 either."""
    weapon = gun("gun", "T" if "Template" in type_ else "24", "4", "5", type_)
    played = attack(marines(1, weapon), boyz(), ("attacker_state", "falling back"))
    assert played.keys == ["attacker_state", "target_state", "distance"]
    assert played.said("it is falling back", "7E-HIT-5")
    assert chances(marines(1, weapon), boyz(), attacker_state="falling back") == {0: 1}
    assert chances(marines(1, weapon), boyz()) != {0: 1}


@pytest.mark.rule("7E-HIT-6")
@pytest.mark.parametrize(("skill", "chance"), [(2, F(5, 9)), (4, F(8, 9)), (5, F(35, 36))])
def test_twin_linked(skill: int, chance: Fraction) -> None:
    found = hits(marines(1, special("Twin-linked"), BS=skill))
    assert found[1] == chance
    assert set(found) == {0, 1}  # no extra shots


@pytest.mark.rule("7E-HIT-6")
def test_twin_linked_rolls_every_miss_again() -> None:
    assert shoot(special("Twin-linked", shots=4), [3, 2, 1, 6, AGAIN, 2, 3], [1, 1, 1]).question("wound:gun").dice == 3


@pytest.mark.rule("7E-HIT-7")
def test_master_crafted_rolls_one_miss_again() -> None:
    played = attack(
        marines(1, special("Master-crafted", shots=3)),
        boyz(),
        *fire("gun"),
        ("hit:gun", [1, 2, 5]),
        ("master-crafted:gun", [4]),
        ("wound:gun", [1, 1]),
    )
    assert played.question("master-crafted:gun").dice == 1
    assert hits(marines(1, special("Master-crafted", shots=2)))[2] == F(20, 27)


@pytest.mark.rule("7E-HIT-7")
def test_each_master_crafted_weapon_has_its_own() -> None:
    played = attack(
        marines(2, special("Master-crafted", shots=2)), boyz(), *fire("gun"),
        ("hit:gun", [1, 1]), ("master-crafted:gun", [1]), ("hit:gun", [1, 4]), ("master-crafted:gun", [1]), ("wound:gun", [1]),
    )  # fmt: skip
    assert played.keys.count("master-crafted:gun") == 2


@pytest.mark.rule("7E-HIT-7")
def test_nothing_missed_nothing_rolled_again() -> None:
    played = attack(
        marines(1, special("Master-crafted", shots=2)), boyz(), *fire("gun"), ("hit:gun", [3, 4]), ("wound:gun", [1, 1])
    )
    assert "master-crafted:gun" not in played.keys


@pytest.mark.rule("7E-HIT-7", "7E-HIT-8", "7E-HIT-10")
def test_master_crafted_and_preferred_enemy() -> None:
    """The 1s go to Preferred Enemy, the craft picks up a missed 2; no die is rolled three times."""
    crafted = marines(1, special("Master-crafted", shots=2), rules=("Preferred Enemy",))
    played = attack(
        crafted,
        boyz(),
        *fire("gun"),
        ("hit:gun", [1, 2]),
        ("hit again:gun", [1]),
        ("master-crafted:gun", [3]),
        ("wound:gun", [1, AGAIN, 1]),
    )
    assert played.question("wound:gun").dice == 1


@pytest.mark.rule("7E-HIT-8")
def test_preferred_enemy() -> None:
    hunters = marines(1, special(), BS=3, rules=("Preferred Enemy (Orks)",))
    orks = squad("Boyz", trooper("Boy", 10, "shoota"), faction="Orks")
    assert hits(hunters, orks)[1] == F(7, 12)
    assert hits(hunters, squad("Guard", trooper("Guardsman", 10, "lasgun"), faction="Astra Militarum"))[1] == F(1, 2)
    played = attack(hunters, orks, *fire("gun"), ("hit:gun", [1, AGAIN, 4]), ("wound:gun", [1, AGAIN, 1]))
    assert played.question("wound:gun").again == (1,)


@pytest.mark.rule("7E-HIT-8")
def test_one_model_with_preferred_enemy_is_enough() -> None:
    unit = squad("Squad", trooper("Marine", 1, special(), BS=3), trooper("Captain", 1, rules=("Preferred Enemy",)))
    assert hits(unit)[1] == F(7, 12)


@pytest.mark.rule("7E-HIT-8")
def test_whether_it_counts_can_be_said() -> None:
    hunters = marines(1, special(), BS=3, rules=("Preferred Enemy (Tyranids)",))
    assert hits(hunters)[1] == F(1, 2)
    assert hits(hunters, preferred_enemy="yes")[1] == F(7, 12)
    assert "preferred_enemy" not in shoot(special(), [1]).parts("facts:gun")  # nobody has it: nobody is asked


# Precision Shots -----------------------------------------------------------------------------------------------------

SNIPER = gun("gun", "36", "X", "6", "Heavy 3, Sniper")
MIXED = squad("Mixed", trooper("Boy", 5, "shoota", Sv="-"), trooper("Nob", 1, "slugga", Sv="-"))


@pytest.mark.rule("7E-HIT-9")
def test_sixes_of_snipers_are_precise() -> None:
    played = attack(
        marines(1, SNIPER), MIXED, *fire("gun"), ("hit:gun", [6, 4, 2]), ("wound:gun", [4]), ("wound:gun", [4]), ("go_to_ground", "no"),
        ("precision", "Nob"),
    )  # fmt: skip
    assert played.alive() == {"Boy": [1] * 4}


@pytest.mark.rule("7E-HIT-9")
def test_models_with_precision_shots() -> None:
    played = attack(
        marines(1, special(shots=2), rules=("Precision Shots",)), MIXED, *fire("gun"), ("hit:gun", [6, 5]), ("wound:gun", [4]), ("wound:gun", [1]),
        ("go_to_ground", "no"), ("precision", "Nob"),
    )  # fmt: skip
    assert played.alive() == {"Boy": [1] * 5}


@pytest.mark.rule("7E-HIT-9")
@pytest.mark.parametrize("rules", [(), ("Character",)])
def test_nobody_else_is_precise(rules: tuple[str, ...]) -> None:
    played = attack(
        marines(1, special(), rules=rules),
        MIXED,
        *fire("gun"),
        ("hit:gun", [6]),
        ("wound:gun", [4]),
        ("go_to_ground", "no"),
    )
    assert "precision" not in played.keys
    assert played.alive() == {"Boy": [1] * 4, "Nob": [1]}


@pytest.mark.rule("7E-HIT-9", "7E-HIT-4")
def test_no_precision_on_snap_shots() -> None:
    played = attack(
        marines(1, SNIPER),
        MIXED,
        *fire("gun", moved="1"),
        ("hit:gun", [6, 6, 1]),
        ("wound:gun", [4, 1]),
        ("go_to_ground", "no"),
    )
    assert "precision" not in played.keys


@pytest.mark.rule("7E-HIT-9")
def test_whom_is_not_asked_without_a_precision_wound() -> None:
    played = attack(
        marines(1, SNIPER), MIXED, *fire("gun"), ("hit:gun", [5, 4, 2]), ("wound:gun", [4, 1]), ("go_to_ground", "no")
    )
    assert "precision" not in played.keys


# Re-rolls and Gets Hot -----------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-HIT-10")
def test_a_die_is_rolled_again_once() -> None:
    both = marines(1, special("Twin-linked"), rules=("Preferred Enemy",))
    assert hits(both)[1] == F(8, 9)
    assert attack(both, boyz(), *fire("gun"), ("hit:gun", [1, AGAIN, 1])).keys.count("hit:gun") == 1


def plasma(*rules: str, shots: int = 1) -> object:
    return special("Gets Hot", *rules, shots=shots)


@pytest.mark.rule("7E-HIT-11")
def test_a_1_wounds_the_bearer() -> None:
    played = attack(
        marines(2, plasma(), Sv="3+"),
        boyz(),
        *fire("gun"),
        ("hit:gun", [1]),
        ("gets hot:gun", [2]),
        ("hit:gun", [3]),
        ("wound:gun", [1]),
    )
    assert played.end.toll.burnt == ((Burn(0, 1, 1), 1),)
    assert played.said("Gets hot: 1 Marine slain", "7E-HIT-11")
    assert played.question("gets hot:gun").need.target == 3
    assert played.question("gets hot:gun").dice == 1


@pytest.mark.rule("7E-HIT-11")
@each(
    ("stats", "chance"),
    [
        ({"Sv": "3+"}, F(1, 18)),
        ({"Sv": "-"}, F(1, 6)),
        ({"Sv": "4+/3++"}, F(1, 18)),
        ({"Sv": "3+", "rules": ("Feel No Pain",)}, F(1, 27)),
        ({"Sv": "3+", "rules": ("Stealth",)}, F(1, 18)),
        ({"Sv": "-", "rules": ("Stealth",)}, F(1, 6)),
    ],
)
def test_saves_against_his_own_weapon(stats: dict[str, object], chance: Fraction) -> None:
    assert chances(marines(1, plasma(), **stats), boyz(), "own_slain")[1] == chance


@pytest.mark.rule("7E-HIT-11")
def test_hot_weapons_that_are_rolled_again_need_two_ones() -> None:
    for rules, unit_rules, skill in (
        (("Twin-linked",), (), 4),
        ((), ("Preferred Enemy",), 4),
        ((), (), 7),
        (("Master-crafted",), (), 4),
    ):
        unit = marines(1, plasma(*rules), BS=skill, rules=unit_rules)
        assert chances(unit, boyz(), "own_slain")[1] == F(1, 108), (rules, unit_rules, skill)


@pytest.mark.rule("7E-HIT-11")
def test_a_missed_2_rolled_into_a_1_does_not_hurt() -> None:
    played = attack(marines(1, plasma("Twin-linked", shots=2)), boyz(), *fire("gun"), ("hit:gun", [2, 2, AGAIN, 1, 1]))
    assert played.end.toll.burnt == ()


@pytest.mark.rule("7E-HIT-11", "7E-HIT-7", "7E-HIT-8")
def test_the_craft_on_a_2_does_not_cool_a_double_1() -> None:
    unit = marines(1, plasma("Master-crafted", shots=2), rules=("Preferred Enemy",), Sv="-")
    played = attack(
        unit, boyz(), *fire("gun"), ("hit:gun", [1, 2]), ("hit again:gun", [1]), ("master-crafted:gun", [2])
    )
    assert played.end.toll.burnt == ((Burn(0, 1, 1), 1),)


@pytest.mark.rule("7E-HIT-11")
def test_the_other_shots_still_count_and_others_do_not_burn() -> None:
    played = attack(
        marines(2, plasma(shots=2), W=1), boyz(), *fire("gun"),
        ("hit:gun", [1, 6]), ("gets hot:gun", [1]), ("hit:gun", [3, 3]), ("wound:gun", [1, 1, 1]),
    )  # fmt: skip
    assert played.question("wound:gun").dice == 3
    assert played.end.toll.burnt == ((Burn(0, 1, 1), 1),)


@pytest.mark.rule("7E-HIT-11")
def test_no_look_out_sir_and_no_passing_on() -> None:
    led = squad("Led", trooper("Sergeant", 1, plasma(), character=True), trooper("Marine", 4, "boltgun"))
    played = attack(
        led, boyz(), *fire("gun"), ("hit:gun", [1]), ("gets hot:gun", [1]), *fire("boltgun"), ("hit:boltgun", [1] * 8)
    )
    assert not any("look out" in key for key in played.keys)
    assert [n for _, n in played.end.toll.burnt] == [1]


@pytest.mark.rule("7E-HIT-11")
def test_the_dead_fire_nothing_more() -> None:
    creature = squad("Suit", trooper("Suit", 2, plasma(), "storm bolter", rules=("Multi-tracker",)))
    played = attack(
        creature,
        boyz(),
        *fire("gun"),
        ("hit:gun", [1]),
        ("gets hot:gun", [1]),
        ("hit:gun", [2]),
        *fire("storm bolter"),
        ("hit:storm bolter", [1, 1]),
    )
    assert played.question("hit:storm bolter").dice == 2


@pytest.mark.rule("7E-HIT-11")
def test_several_wounds_are_carried() -> None:
    played = attack(marines(1, plasma(shots=2), W=3, Sv="-"), boyz(), *fire("gun"), ("hit:gun", [1, 1]))
    assert played.end.toll.burnt == ((Burn(0, 3, 2), 1),)
    assert chances(marines(1, plasma(shots=2), W=3, Sv="-"), boyz(), "own_slain") == {0: 1}


# Modifiers and extra hits --------------------------------------------------------------------------------------------


@pytest.mark.rule("7E-HIT-12")
@each(
    ("change", "chance"),
    [(1, F(5, 6)), (-1, F(1, 2)), (-9, F(1, 6)), (9, F(35, 36)), (8, F(35, 36)), (6, F(35, 36)), (3, F(8, 9))],
)
def test_changed_skill(change: int, chance: Fraction) -> None:
    assert hits(marines(1, ONE_SHOT), bs_modifier=change)[1] == chance


@pytest.mark.rule("7E-HIT-12")
def test_changes_do_not_touch_snap_shots() -> None:
    assert hits(marines(1, ONE_SHOT), bs_modifier=3, attacker_state="falling back")[1] == F(1, 6)
    assert "bs_modifier" not in attack(
        marines(1, ONE_SHOT), boyz(), ("attacker_state", "falling back"), *fire("gun"), ("hit:gun", [1])
    ).parts("facts:gun")


@pytest.mark.rule("7E-HIT-12", "7E-NOM-3")
def test_changes_do_not_help_skill_0() -> None:
    mixed = squad("Mixed", trooper("Blind", 1, ONE_SHOT, BS=0), trooper("Marine", 1, ONE_SHOT))
    assert max(hits(mixed, bs_modifier=1)) == 1


@pytest.mark.rule("7E-HIT-13")
def test_tesla() -> None:
    played = attack(
        marines(1, special("Tesla", shots=3)), boyz(), *fire("gun"), ("hit:gun", [6, 5, 1]), ("wound:gun", [1] * 4)
    )
    assert played.question("wound:gun").dice == 4
    assert hits(marines(1, special("Tesla"))) == {0: F(1, 3), 1: F(1, 2), 3: F(1, 6)}
    assert hits(marines(1, special("Tesla")), attacker_state="falling back") == {0: F(5, 6), 1: F(1, 6)}
