"""Profile lines: units in one line, as people write them."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli.rules.second.fields import armoury
from shoot_cli.rules.second.profiles import Dice, Field, Location, Model, Save, Weapon
from shoot_cli.rules.second.unit_text import read_line
from tests.helpers.each import each
from tests.rules.second.helpers.reader import first_of

ALL_FACES = (1, 2, 3, 4, 5, 6)


def model_of(text: str, role: str = "attacker") -> Model:
    ((model, _),) = read_line(text, role).models
    return model


def weapon_of(text: str) -> Weapon:
    (weapon,) = model_of(text).weapons
    return weapon


def test_an_attacker_with_a_weapon_of_the_armoury() -> None:
    unit = read_line("10x BS4 boltgun", "attacker")
    ((model, count),) = unit.models
    assert (unit.name, unit.type, unit.category, count, model.name, model.ballistic_skill) == (
        "Attacker", "Infantry", "human-sized", 10, "model", 4,
    )  # fmt: skip
    assert model.weapons == armoury()["boltgun"]


def test_an_attacker_with_a_weapon_that_is_described() -> None:
    assert weapon_of("10x BS4 S5 20/40 0/0 D4 Sv-2 SF2 [move or fire, heavy]") == Weapon(
        "S5 20/40 0/0", 20, 40, 0, 0, 5, Dice(((1, 4),)), -2, Dice(((1, 6), (1, 4)), 5), 2, True, rules=("Heavy",),
        source="the profile line",
    )  # fmt: skip


def test_what_is_left_out_of_a_weapon_is_plain() -> None:
    assert weapon_of("BS4 S4 12/24") == Weapon(
        "S4 12/24", 12, 24, 0, 0, 4, Dice((), 1), 0, Dice(((1, 6),), 4), source="the profile line"
    )  # fmt: skip


@each(
    ("said", "fields"),
    [
        ("12/24", {"short": 12, "long": 24}), ('12"/24"', {"short": 12, "long": 24}), ("6/-", {"short": 6, "long": None}),
        ("12/24 +1/0", {"hit_short": 1, "hit_long": 0}), ("12/24 1/0", {"hit_short": 1, "hit_long": 0}), ("12/24 auto/-2", {"hit_short": None, "hit_long": -2}),
        ("12/24 0/-1", {"hit_short": 0, "hit_long": -1}), ("12/24 -/-1", {"hit_short": 0, "hit_long": -1}), ("12/24 +2/-", {"hit_short": 2, "hit_long": 0}),
        ("12/24 Sv-2", {"save_modifier": -2}), ("12/24 save -2", {"save_modifier": -2}), ("12/24 -2", {"save_modifier": -2}), ("12/24 −2", {"save_modifier": -2}),
        ("12/24 Sv0", {"save_modifier": 0}), ("12/24 D1", {"damage": Dice((), 1)}), ("12/24 D4", {"damage": Dice(((1, 4),))}), ("12/24 2D6", {"damage": Dice(((2, 6),))}),
        ("12/24 damage D10", {"damage": Dice(((1, 10),))}), ("12/24 dam 2", {"damage": Dice((), 2)}), ("12/24 pen D6+D4+5", {"penetration": Dice(((1, 6), (1, 4)), 5)}),
        ("12/24 penetration automatic", {"penetration": Dice(), "rules": ("Automatic Penetration",)}),
        ("12/24 SF2", {"sustained": 2}), ("12/24 SF 2", {"sustained": 2}), ("12/24 sustained fire 2 dice", {"sustained": 2}), ("12/24 [sustained fire 2]", {"sustained": 2}),
        ("12/24 move or fire", {"move_or_fire": True}), ("12/24 blast 2", {"blast": 2}), ('12/24 2" blast', {"blast": 2}), ('12/24 1.5" radius', {"blast": 1.5}),
        ("12/24 [1 1/2\" radius]", {"blast": 1.5}), ("template", {"template": True, "short": None, "hit_short": None}), ("[template, flamer]", {"template": True, "rules": ("Flamer",)}),
        ("thrown -1/-1", {"thrown": True, "short": None, "hit_long": -1}), ("12/24 SF3 [explodes]", {"explodes": 3}), ("12/24 [plasma]", {"recharge": 1, "rules": ("Plasma",)}),
        ("12/24 [twin-linked]", {"rules": ("Twin-linked",)}),
    ],
)  # fmt: skip
def test_values_of_weapons(said: str, fields: dict[str, Any]) -> None:
    assert model_of(f"3x BS4 S4 {said}").name == "model"
    weapon = weapon_of(f"3x BS4 S4 {said}")
    assert {key: getattr(weapon, key) for key in fields} == fields


@each(
    ("said", "fields"),
    [
        ("T4", {"toughness": 4, "save": None, "wounds": 1}), ("T4 Sv3+", {"save": Save(3)}), ("T4 Sv 3+", {"save": Save(3)}), ("T4 save 3+", {"save": Save(3)}),
        ("T4 Sv3+/2D6", {"save": Save(3, 2)}), ("T4 Sv3+ on 2D6", {"save": Save(3, 2)}), ("T4 Sv 3+ on 2D6 Ld9", {"save": Save(3, 2), "leadership": 9}),
        ("T4 Sv6+/5+", {"save": Save(6, 1, 5)}), ("T4 Sv6+/5+ v area", {"save": Save(6, 1, 5)}), ("Sv6+/5+ vs area T4 W2", {"save": Save(6, 1, 5), "wounds": 2}),
        ("T4 Sv-", {"save": None}), ("T4 field5+", {"field": Field("field", 5)}), ("T4 field refractor 5+", {"field": Field("refractor field", 5)}),
        ("T4 Sv3+ refractor 5+", {"field": Field("refractor field", 5), "save": Save(3)}),
        ("T4 refractor field Sv3+", {"field": Field("refractor field", 5), "save": Save(3)}), ("T4 field displacer", {"field": Field("displacer field", 3)}),
        ("T4 storm shield 3+", {"field": Field("storm shield", 3)}), ("T4 field 4+ Sv3+", {"field": Field("field", 4), "save": Save(3)}),
        ("T8 W10 Sv3+/2D6", {"toughness": 8, "wounds": 10}), ("T4 [tyranid, causes fear]", {"rules": ("Causes Fear", "Tyranid")}),
        ("AV20/18", {"locations": (Location("hull", ALL_FACES, 20, 18),)}), ("armour 10", {"locations": (Location("hull", ALL_FACES, 10, 10),)}),
        ("(track 1 15/15) (hull 2-5 20/18) (6: weapons 12/12)", {"locations": (Location("track", (1,), 15, 15), Location("hull", (2, 3, 4, 5), 20, 18), Location("weapons", (6,), 12, 12))}),
        ("T4 Sv3+ (crew 1-2) (bike 3-6 10/10)", {"locations": (Location("crew", (1, 2), crew=True), Location("bike", (3, 4, 5, 6), 10, 10)), "toughness": 4}),
    ],
)  # fmt: skip
def test_values_of_targets(said: str, fields: dict[str, Any]) -> None:
    model = model_of(f"3x {said}", "target")
    assert {key: getattr(model, key) for key in fields} == fields


@each(
    ("role", "plain", "brackets"),
    [
        ("target", "10x T4 Sv5+ large target", "10x T4 Sv5+ [large target]"),
        ("target", "causes fear 10x T4 tyranid", "10x T4 [causes fear, tyranid]"),
        ("attacker", "10x BS4 S4 12/24 plasma", "10x BS4 S4 12/24 [plasma]"),
        ("attacker", "10x BS4 S4 12/24 SF3 explodes twin-linked", "10x BS4 S4 12/24 SF3 [explodes, twin-linked]"),
        ("attacker", "10x BS4 boltgun rapid fire", "10x BS4 boltgun [rapid fire]"),
    ],
)
def test_rules_count_without_their_brackets(role: str, plain: str, brackets: str) -> None:
    assert read_line(plain, role) == read_line(brackets, role)


@pytest.mark.rule("2E-TGT-1")
@each(
    ("said", "kind", "category"),
    [
        ("1x T4", "Infantry", "human-sized"), ('1x "Carnifex" T8 monstrous', "Monster", "monstrous"), ("1x AV20/18", "Vehicle", "vehicle"),
        ("1x Walker AV20/18", "Walker", "monstrous"), ("Support weapon AV10", "Support weapon", "human-sized"), ("4x smaller T3", "Infantry", "smaller"),
        ("1x Character T4 W3", "Character", "human-sized"), ("3x human sized T3", "Infantry", "human-sized"),
    ],
)  # fmt: skip
def test_types_and_categories(said: str, kind: str, category: str) -> None:
    unit = read_line(said, "target")
    assert (unit.type, unit.category) == (kind, category)


def test_characters() -> None:
    assert first_of(read_line("1x Character T4 W3", "target")).character
    assert not first_of(read_line("1x T4 W3", "target")).character


def test_several_kinds_and_weapons() -> None:
    unit = read_line('8x BS4 boltgun + 1x "Gunner" BS4 missile launcher (krak) + bolt pistol', "attacker")
    assert [(model.name, count, [weapon.name for weapon in model.weapons]) for model, count in unit.models] == [
        ("model", 8, ["boltgun"]), ("Gunner", 1, ["missile launcher (krak)", "bolt pistol"]),
    ]  # fmt: skip
    assert unit.name == "model, Gunner"
    assert [(model.toughness, count) for model, count in read_line("T4 + T3", "target").models] == [(4, 1), (3, 1)]
    target = read_line('9x "Boy" T4 Sv6+ + 1x T4 W2 "Nob"', "target")
    assert [(model.name, count, model.wounds) for model, count in target.models] == [("Boy", 9, 1), ("Nob", 1, 2)]


def test_an_attacker_may_have_what_a_target_needs() -> None:
    model = model_of("5x BS4 T4 Sv3+ S8 12/24 -4 Ld9 [targeter]")
    assert (model.toughness, model.save, model.leadership, model.rules) == (4, Save(3), 9, ("Targeter",))
    assert (model.weapons[0].save_modifier, model.weapons[0].rules) == (-4, ())
    assert model_of("3x BS3 twin-linked heavy bolter [large target]").rules == ("Large Target",)


def test_weapons_that_are_not_alike_have_names_of_their_own() -> None:
    unit = read_line("1x BS4 S4 12/24 + 1x BS4 S4 12/24 SF1 + 1x BS4 S4 12/24 + 1x BS4 S4 12/24 D4", "attacker")
    names = [weapon.name for weapon in unit.weapons()]
    assert names == ["S4 12/24", "S4 12/24, sustained fire 1", "S4 12/24", "S4 12/24 2"]
    assert len(set(unit.weapons())) == len(set(names))


# Words in any order: tests/rules/test_every_line.py
FREE_WORDS = '6x|BS4|S 5|20/40|+1/-1|Sv-2|D4|SF2|[heavy]|T4|Ld 9|move or fire|"Gun crew"|W2'


def test_much_in_one_line() -> None:
    ((model, count),) = read_line(FREE_WORDS.replace("|", " "), "attacker").models
    assert (count, model.name, model.ballistic_skill, model.toughness, model.leadership, model.wounds) == (
        6,
        "Gun crew",
        4,
        4,
        9,
        2,
    )
    (weapon,) = model.weapons
    assert (weapon.short, weapon.long, weapon.hit_short, weapon.hit_long, weapon.strength, weapon.save_modifier) == (
        20,
        40,
        1,
        -1,
        5,
        -2,
    )
    assert (weapon.damage.text, weapon.sustained, weapon.move_or_fire, weapon.rules) == ("D4", 2, True, ("Heavy",))


# Who says it, the line, and what is told of which column: tests/rules/test_every_line.py
WRONG_LINES = [
    ("attacker", "10x BS4", 1, "no weapon stands here; name one, as boltgun"),
    ("attacker", "10x boltgun", 1, "BS missing here; write BS4"),
    ("attacker", "10x BS4 boltgnu", 9, "“boltgnu” is no value, weapon or type; did you mean boltgun?"),
    ("attacker", "10x BS4 S4", 1, "the weapon has no ranges; write 12/24, or template"),
    ("attacker", "10x BS4 12/24", 1, "“S” of the weapon is missing; write S4"),
    ("attacker", "10x BS4 S4 24/12", 12, "write the short one first"),
    ("attacker", "10x BS4 S4 12/24 12/24", 18, "ranges stands twice; put “ + ” between weapons"),
    ("attacker", "10x BS4 BS3 boltgun", 9, "BS stands twice; put “ + ” between kinds of models"),
    ("attacker", "10x BS4 S4 12/24 D7", 18, "write 1, D4 or 2D6"),
    ("attacker", "10x BS4 S4 12/24 SF9", 1, "from 0 to 6"),
    ("attacker", "10x BS4 S4 12/24 [Fearles]", 18, "no special rule “Fearles” of weapons or units is known"),
    ("attacker", "10x BS4 boltgun [plasma]", 17, "rules of weapons belong to a weapon that is described"),
    ("attacker", "10x BS4 S4 template 12/24", 1, "a template has no ranges"),
    ("target", "10x T4 missile launcher (krak)", 8, "a target has no weapon here; leave out “missile launcher"),
    ("target", "10x T4 in cover", 8, "a fact is said with --set cover=hard, a name is written in quotes"),
    ("target", "10x T4 very fast", 8, "a fact is said with --set speed='very fast'"),
    ("attacker", "10x BS4 boltgun moved", 17, "a fact is said with --set moved=all"),
    ("target", "10 Boyz T4", 4, 'a name is written in quotes: "Boyz", special rules in [brackets]'),
    ("target", "10x T4 tyranyd", 8, "“tyranyd” is no value, weapon or type; did you mean Tyranid?"),
    ("target", "10x T4 plasma", 8, "no special rule “plasma” of units is known"),
    ("attacker", "10x BS44 boltgun", 5, "from 0 to 10"),
    ("target", "10x Sv3+", 1, "T missing here; write T4"),
    ("target", "10x T4 Sv9+", 8, "is no armour save"),
    ("target", "10x T4 Sv3+/5++", 8, "fields stand under field:"),
    ("target", "10x T4 12/24", 8, "a target has no weapon here"),
    ("target", "10x T4 [plasma]", 8, "no special rule “plasma” of units is known"),
    ("target", "1x Walker T4", 1, "the type says Walker, but no model has locations; write (hull 1-6 20/18)"),
    ("target", "1x (hull 1-5 20/18)", 1, "each once: 6 is missing"),
    ("target", "1x (hull 20/18)", 4, "is no location; write (hull 2-5 20/18)"),
    ("target", "1x (crew 1-6 20/18)", 4, "the crew is wounded and saved by T and Sv"),
    ("target", "1x (crew 1-6)", 1, "T missing here"),
    ("target", "1x AV20/18 T4", 12, "what is hit location by location has no T"),
    ("target", "1x AV99", 4, "from 1 to 50"),
    ("target", "1x AV20/18 + 1x AV19/18", 1, "the same locations"),
    ("target", "1x AV20/18 + 1x T4", 1, "no unit together"),
    ("target", "1x T4 Walker Bike", 14, "is a second type, Walker is the first"),
]  # fmt: skip


def test_a_type_may_stand_behind_locations() -> None:
    assert read_line("1x (hull 1-6 20/18) Walker", "target").type == "Walker"
