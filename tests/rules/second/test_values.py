"""Values as lists print them, and the special rules that lists may name."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli.rules.second.fields import (
    UNIT,
    WEAPON,
    Traits,
    every_rule,
    names_for,
    near_misses,
    rule_named,
    trait_of,
    traits_of,
)
from shoot_cli.rules.second.profiles import (
    SETTINGS,
    Dice,
    Field,
    Save,
    category_of,
    damage_of,
    dice_of,
    faces_of,
    field_of,
    hit_of,
    hits_of,
    inches_of,
    long_of,
    movement_of,
    penetration_of,
    radius_of,
    save_modifier_of,
    save_of,
    skill_of,
    strength_of,
    type_of,
    usual_penetration,
)
from tests.helpers.each import each


@each(
    ("read", "said", "means"),
    [
        (inches_of, "12", 12), (inches_of, '12"', 12), (inches_of, "0-12", 12), (inches_of, '12"-24"', 24), (inches_of, "7.5", 7.5),
        (inches_of, "24 in", 24), (long_of, "24", 24), (long_of, "-", None), (long_of, "none", None),
        (hit_of, "+1", 1), (hit_of, "1", 1), (hit_of, "0", 0), (hit_of, "-", 0), (hit_of, "−1", -1), (hit_of, "auto", None),
        (hits_of, "+1/0", (1, 0)), (hits_of, "auto/-2", (None, -2)), (hits_of, "+2 / -1", (2, -1)), (hits_of, "-/-1", (0, -1)),
        (save_modifier_of, "-2", -2), (save_modifier_of, "0", 0), (save_modifier_of, "-", 0), (save_modifier_of, "−6", -6),
        (strength_of, "10", 10), (damage_of, "1", Dice((), 1)), (damage_of, "D4", Dice(((1, 4),))), (damage_of, "2d12", Dice(((2, 12),))),
        (penetration_of, "D6+D4+5", Dice(((1, 6), (1, 4)), 5)), (penetration_of, "3D6+9", Dice(((3, 6),), 9)),
        (penetration_of, "D6 + 8 + D10", Dice(((1, 6), (1, 10)), 8)), (penetration_of, "D6+D6+4", Dice(((2, 6),), 4)),
        (penetration_of, "automatic", None), (penetration_of, "-", Dice()),
        (radius_of, "2", 2), (radius_of, "1.5", 1.5), (radius_of, '1 1/2"', 1.5), (radius_of, '2" radius', 2), (radius_of, "1½", 1.5),
        (save_of, "3+", Save(3)), (save_of, "3", Save(3)), (save_of, "3+ on 2D6", Save(3, 2)), (save_of, "3+/2D6", Save(3, 2)),
        (save_of, "2+ 2d6", Save(2, 2)), (save_of, "6+/5+ v area", Save(6, 1, 5)), (save_of, "6+/5+", Save(6, 1, 5)),
        (save_of, "6+ (5+ v area)", Save(6, 1, 5)), (save_of, "-", None), (save_of, "7+", None), (save_of, "10+ on 2D6", Save(10, 2)),
        (save_of, "Flak Armour", Save(6, 1, 5)), (save_of, "terminator armor", Save(3, 2)), (save_of, "power armour", Save(3)),
        (field_of, "refractor 5+", Field("refractor field", 5)), (field_of, "Refractor", Field("refractor field", 5)), (field_of, "refractor 4+", Field("refractor field", 4)),
        (field_of, "conversion field", Field("conversion field", 4)), (field_of, "power field", Field("power field", 2)),
        (field_of, "displacer", Field("displacer field", 3)), (field_of, "storm shield", Field("storm shield", 4)),
        (field_of, "Rosarius", Field("rosarius", 4)), (field_of, "rune armour", Field("rune armour", 4)),
        (field_of, "daemonic aura 4+", Field("daemonic aura", 4)), (field_of, "lictor exoskeleton", Field("lictor exoskeleton", 5)),
        (field_of, "force wall 4+", Field("force wall", 4)), (field_of, "5+", Field("field", 5)), (field_of, "-", None),
        (faces_of, "1", (1,)), (faces_of, "2-5", (2, 3, 4, 5)), (faces_of, "1, 4-6", (1, 4, 5, 6)), (faces_of, "2 to 3", (2, 3)),
        (skill_of, "-", 0), (skill_of, "0", 0), (skill_of, "10", 10), (movement_of, '6"', 6), (movement_of, "4", 4), (movement_of, "-", 0),
        (type_of, "vehicle", "Vehicle"), (type_of, "Tank", "Vehicle"), (type_of, "dreadnought", "Walker"), (type_of, "bikes", "Bike"),
        (type_of, "Infantry (Character)", "Character"), (type_of, "support weapon", "Support weapon"), (type_of, "infantry", "Infantry"),
        (category_of, "Human sized", "human-sized"), (category_of, "monstrous", "monstrous"), (category_of, "vehicles", "vehicle"),
        (category_of, "Smaller", "smaller"),
    ],
)  # fmt: skip
def test_values(read: Any, said: str, means: Any) -> None:
    assert read(said) == means


@each(
    ("read", "said", "words"),
    [
        (inches_of, "template", "write template: yes"), (inches_of, "24-12", "is no range"), (inches_of, "0", "is no range"),
        (inches_of, "٣", "is no range"), (inches_of, "1000", "is no range"), (long_of, "x", "is no range"),
        (hit_of, "+9", "is no to-hit modifier"), (hit_of, "--1", "is no to-hit modifier"), (hits_of, "+1", "is no pair"), (hits_of, "+1/", "is no pair"),
        (save_modifier_of, "1", "write -2, or 0 for none"), (save_modifier_of, "3+", "is no save modifier"), (save_modifier_of, "-13", "is no save"),
        (strength_of, "0", "from 1 to 20"), (damage_of, "0", "is no damage"), (damage_of, "D7", "write 1, D4 or 2D6"), (damage_of, "0D6", "no sum"),
        (damage_of, "99D6", "too much"), (penetration_of, "D+4", "is no sum of dice"), (penetration_of, "D6++4", "is no sum of dice"),
        (penetration_of, "", "is no sum"), (penetration_of, "D6+99", "too much"), (radius_of, "0", "is no radius"), (radius_of, "13", "is no radius"),
        (save_of, "3++", "fields stand under field"), (save_of, "0+", "is no armour save"), (save_of, "8+", "is no armour save"),
        (save_of, "13+ on 2D6", "is no armour save"), (save_of, "6+/9+ v area", "is no armour save"), (save_of, "good", "is no armour save"),
        (field_of, "refrctor", "did you mean refractor field?"), (field_of, "force wall", "write its save too"), (field_of, "3+/5++", "is no field"),
        (faces_of, "7", "is no part of a D6"), (faces_of, "5-2", "is no part of a D6"), (faces_of, "", "is no part of a D6"), (faces_of, "1,,2", "no part"),
        (skill_of, "11", "from 0 to 10"), (movement_of, "x", "inches"), (type_of, "Infntry", "did you mean Infantry?"),
        (category_of, "huge", "write smaller, human-sized, vehicle or monstrous"),
    ],
)  # fmt: skip
def test_what_is_no_value(read: Any, said: str, words: str) -> None:
    with pytest.raises(ValueError, match=r"\A") as caught:
        read(said)
    assert words in str(caught.value)


def test_sums_are_printed_as_they_are_read() -> None:
    for said in ("D6+D4+5", "3D6+9", "2D12", "1", "D6+2D12+8", "D20+10"):
        assert dice_of(said, "").text == said


@pytest.mark.rule("2E-AP-1")
@each(
    ("strength", "damage", "means"),
    [
        (4, "1", "D6+4"),
        (8, "D6", "2D6+8"),
        (9, "2D6", "3D6+9"),
        (8, "2D12", "D6+2D12+8"),
        (5, "D4", "D6+D4+5"),
        (4, "2", "D6+6"),
    ],
)
def test_usual_penetration(strength: int, damage: str, means: str) -> None:
    assert usual_penetration(strength, damage_of(damage)).text == means


# Special rules ---------------------------------------------------------------------------------------------------------


@each(
    ("said", "where", "text"),
    [
        ("twin linked", WEAPON, "Twin-linked"), ("TWIN-LINKED", WEAPON, "Twin-linked"), ("sniper toxin", WEAPON, "Needle"),
        ("fear", WEAPON, "Fear"), ("fear", UNIT, "Causes Fear"), ("causes fear", WEAPON, "Causes Fear"), ("Targeter (+1)", UNIT, "Targeter"),
        ('Hive Mind (18")', UNIT, "Hive Mind"), ("shaken not broken", UNIT, "Shaken Not Broken"), ("large", UNIT, "Large Target"), ("commander", UNIT, "Leader"),
        ("holo suit", UNIT, "Holo-suit"), ("Armor Piercing", WEAPON, "Armour-piercing"), ("targeter", WEAPON, "Targeter"),
        ("heroic character", UNIT, "Hero"), ("Heavy", WEAPON, "Heavy"), ("Waaagh", UNIT, "Waaagh"), ("scouts", UNIT, "Scout"),
    ],
)  # fmt: skip
def test_rules_by_name(said: str, where: str, text: str) -> None:
    assert rule_named(said, where).text == text


def test_every_rule_is_found_by_its_name_where_it_belongs() -> None:
    assert len({rule.name for rule in every_rule()}) == len(every_rule())
    for rule in every_rule():
        for where in (WEAPON, UNIT):
            if rule.where != "both" or rule.name in names_for(where):
                assert rule_named(rule.name, rule.where if rule.where != "both" else where).known == rule
    assert "Rapid Fire" in names_for(UNIT)
    assert "Rapid Fire" not in names_for(WEAPON)
    assert near_misses("Rapd Fire") == ("Rapid Fire",)
    assert near_misses("Waaagh") == ()


@each(
    ("said", "trait"),
    [
        ("sustained fire 2", ("sustained", 2)), ("Sustained fire - 2 dice", ("sustained", 2)), ("1 Sustained Fire DIce", ("sustained", 1)),
        ("Sustained Fire (3)", ("sustained", 3)), ("Move or Fire", ("move_or_fire", True)), ("template", ("template", True)),
        ("thrown", ("thrown", True)), ("blast 2", ("blast", 2)), ('2" radius', ("blast", 2)), ('1 1/2" radius', ("blast", 1.5)),
        ('2" blast radius', ("blast", 2)), ("radius 1.5", ("blast", 1.5)), ("blast (2)", ("blast", 2)), ("explodes", ("explodes", 3)),
        ("explodes on 3 jams", ("explodes", 3)), ("explodes 2", ("explodes", 2)), ("recharge 1", ("recharge", 1)), ("recharge", ("recharge", 1)),
        ("Flamer", None), ("Heavy", None), ("", None),
    ],
)  # fmt: skip
def test_traits(said: str, trait: tuple[str, Any] | None) -> None:
    assert trait_of(said) == trait


@each(
    ("said", "words"),
    [("sustained fire 9", "from 0 to 6"), ("sustained fire", "write sustained fire 2"), ("blast", "write blast 2"), ("blast 40", "no radius"),
     ("explodes 0", "from 1 to 6"), ("recharge 9", "from 0 to 3")],
)  # fmt: skip
def test_traits_that_cannot_be(said: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        trait_of(said)


def test_traits_together() -> None:
    assert traits_of(["heavy", "sustained fire 2", "move or fire"]) == Traits(2, True, rules=("Heavy",))
    with pytest.raises(ValueError, match="sustained fire stands twice, as 1 and as 2; keep one"):
        traits_of(["sustained fire 1", "sustained fire 2"])
    assert traits_of(["sustained fire 1", "sustained fire 1"]).sustained == 1


@pytest.mark.rule("2E-SPC-4")
def test_plasma_recharges_unless_it_says_otherwise() -> None:
    assert traits_of(["plasma"]).recharge == 1
    assert traits_of(["plasma", "recharge 0"]).recharge == 0
    assert traits_of(["melta"]).recharge == 0


# Settings --------------------------------------------------------------------------------------------------------------


def test_settings_are_those_of_the_rules() -> None:
    assert {setting.key: setting.values for setting in SETTINGS} == {
        "overwatch_penalty": ("appearing_only", "always", "none"), "fast_target": ("10:-1 20:-2", "none"), "jam_turns": ("per_jam_die", "one"),
        "penetrate_on": (">", ">="), "casualty_choice": ("target_owner", "nearest_first"), "character_targeting": ("closest_only", "free"),
        "misfire": ("dud", "ask"), "hth_allocation": ("exact", "d6_rounded"), "break_timing": ("end_of_phase", "end_of_turn"),
        "sustained_same_unit": ("true", "false"), "measure_before_declare": ("false", "true"), "second_rank_los": ("false", "true"),
        "heavy_special_target": ("other_group", "other_category"), "hit_spread": ("one_each_first", "free"), "sustained_min_dice": ("0", "1"),
        "rapid_fire_jam": ("both_shots", "second_lost"), "scatter_hit_face": ("small_arrow", "on_target"), "scatter_cap": ("none", "half_distance"),
        "blast_partial": ("4+", "always"), "vehicle_blast": ("covered_hit", "each_covered_4+"),
    }  # fmt: skip
    assert all(setting.rule.startswith("2E-") and setting.text for setting in SETTINGS)
