"""Profile lines: units in one line, as people write them."""

from __future__ import annotations

import pytest

from shoot_cli.armies.tree import ArmyErrors
from shoot_cli.rules.seventh.profiles import Shots
from shoot_cli.rules.seventh.unit_text import read_line
from tests.helpers.each import each


def test_the_attacker_of_the_contract() -> None:
    ((model, count),) = read_line('10x BS4 S4 AP5 Rapid Fire 24"', "attacker").models
    (weapon,) = model.weapons
    assert (count, model.ballistic_skill) == (10, 4)
    assert weapon[1:6] == ("S4 AP5 Rapid Fire", 24, 4, 5, "Rapid Fire")


def test_the_target_of_the_contract() -> None:
    ((model, count),) = read_line("10x T4 Sv6+", "target").models
    assert (count, model.toughness, model.wounds, model.armour, model.weapons) == (10, 4, 1, 6, ())


def test_several_kinds_in_their_order() -> None:
    unit = read_line('6x "Boy" T4 Sv6+ + 1x "Nob" T4 W2 Sv4+ [character] + 10x "Boy" T4 Sv6+', "target")
    assert [(model.name, count, model.wounds, model.armour) for model, count in unit.models] == [
        ("Boy", 6, 1, 6), ("Nob", 1, 2, 4), ("Boy", 10, 1, 6),
    ]  # fmt: skip
    assert [model.character for model, _ in unit.models] == [False, True, False]
    assert unit.models[0][0] == unit.models[2][0]
    assert unit.name == "Boy, Nob"


# Words in any order: tests/rules/test_every_line.py
FREE_WORDS = '10x|BS4|S4|AP5|Rapid Fire|24"|[twin-linked, gets hot]'


def test_much_in_one_line() -> None:
    ((model, count),) = read_line(FREE_WORDS.replace("|", " "), "attacker").models
    assert count == 10
    assert model.weapons[0].rules == ("Gets Hot", "Twin-linked")


@each(
    "text",
    [
        '5 x BS 4 S 6 AP 4 Heavy 4 24" [rending]', "5x BS4 S6 AP4 Heavy4 24in [Rending]", "x5 bs4 s6 ap4 heavy 4 24'' [rending]",
        "5 BS4 S6 AP4 24” heavy 4 [RENDING]", '5×, BS4, S6, AP4, Heavy 4, 24", [Rending]', 'BS=4 S:6 AP=4 Heavy 4 24" 5x [rending]',
    ],
)  # fmt: skip
def test_spellings_that_mean_the_same(text: str) -> None:
    plain = read_line('5x BS4 S6 AP4 Heavy 4 24" [Rending]', "attacker")
    assert read_line(text, "attacker") == plain


def test_types_shots_and_odd_strengths() -> None:
    def weapon(text: str) -> tuple[object, ...]:
        found = read_line(f"1x BS4 {text}", "attacker").models[0][0].weapons[0]
        return found.strength, found.ap, found.range, found.type, found.shots, found.moved_shots

    assert weapon('SX AP6 Heavy 1 36" [sniper]') == (None, 6, 36, "Heavy", Shots(plus=1), None)
    assert weapon('S* AP2 Salvo 2/3 18"') == (None, 2, 18, "Salvo", Shots(plus=3), Shots(plus=2))
    assert weapon("S4 AP- Assault D6 Template") == (4, None, None, "Assault", Shots(1, 6), None)
    assert weapon('S4 AP - HeavyD3 48"') == (4, None, 48, "Heavy", Shots(1, 3), None)
    assert weapon('S4 AP5 RF 24"') == (4, 5, 24, "Rapid Fire", Shots(plus=1), None)
    assert weapon("S8 AP3 Heavy 1 unlimited")[2] == float("inf")


def test_several_weapons_and_weapons_by_name() -> None:
    unit = read_line('8x BS4 boltgun + 1x BS4 plasma gun bolt pistol + S8 AP1 Assault 1 12" [melta]', "attacker")
    names = [[weapon.name for weapon in model.weapons] for model, _ in unit.models]
    assert names == [["boltgun"], ["plasma gun", "bolt pistol", "S8 AP1 Assault 1"]]
    assert [count for _, count in unit.models] == [8, 1]


def test_models_carry_what_the_line_says() -> None:
    unit = read_line('3x "Terminator" T4 W1 Sv2+ Inv5++ FNP5+ Ld9 [stealth, Feel No Pain (6+)] Infantry', "target")
    model = unit.models[0][0]
    assert (model.armour, model.invulnerable, model.feel_no_pain, model.leadership) == (2, 5, 5, 9)
    assert model.has("Stealth")
    assert unit.type == "Infantry"
    assert read_line("2x T4 Sv3+/5++", "target").models[0][0].invulnerable == 5
    assert read_line("1x T8 W3 Sv3+ Monstrous Creature", "target").type == "Monstrous Creature"
    bearer = read_line(
        "1x BS4 plasma gun T4 Sv3+ [preferred enemy (Orks)]".replace(" [", ' + S4 AP5 Pistol 12" ['), "attacker"
    )
    assert bearer.models[0][0].armour == 3
    assert bearer.models[0][0].rules == ("Preferred Enemy (Orks)",)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("10 “Boyz” T4 Sv6+", "Boyz"),
        ("10x T4 Sv6+ “Ork Boyz”", "Ork Boyz"),
        ("T4 “Big Mek”", "Big Mek"),
        ("T4", "model"),
    ],
)
def test_names(text: str, name: str) -> None:
    assert read_line(text, "target").models[0][0].name == name


@each(
    ("role", "plain", "brackets"),
    [
        ("target", "10x T4 Sv5+ feel no pain", "10x T4 Sv5+ [feel no pain]"),
        ("target", "Stealth 10x Feel No Pain (4+) T4 Sv5+", "10x T4 Sv5+ [stealth, feel no pain (4+)]"),
        ("target", "10x T4 fnp 6+ eternal warrior", "10x T4 FNP6+ [eternal warrior]"),
        ("target", "10x Infantry shrouded T4", "10x T4 [shrouded] Infantry"),
        ("target", "AV12/12/10 HP3 extra armour", "AV12/12/10 HP3 [extra armour]"),
        ("attacker", '10x BS4 S4 AP5 RF 24" rending', '10x BS4 S4 AP5 RF 24" [rending]'),
        ("attacker", '10x BS4 gets hot twin-linked S4 AP5 RF 24"', '10x BS4 S4 AP5 RF 24" [gets hot, twin-linked]'),
        ("attacker", "10x BS4 boltgun relentless", "10x BS4 boltgun [relentless]"),
    ],
)  # fmt: skip
def test_rules_count_without_their_brackets(role: str, plain: str, brackets: str) -> None:
    assert read_line(plain, role) == read_line(brackets, role)


def test_a_vehicle() -> None:
    model = read_line('AV13/11/10 HP3 "Rhino"', "target").models[0][0]
    assert (model.front, model.side, model.rear, model.hull_points, model.name) == (13, 11, 10, 3, "Rhino")
    assert read_line("front13 side11 rear10 HP3", "target").models[0][0].side == 11


def test_a_vehicle_with_rules_and_saves() -> None:
    unit = read_line("3x AV13/11/10 HP3 Inv5+ Vehicle (Tank, Fast) [open-topped, extra armour]", "target")
    model, count = unit.models[0]
    assert (count, unit.type) == (3, "Vehicle (Tank, Fast)")
    assert (model.wounds, model.hull_points, model.invulnerable) == (3, 3, 5)
    assert model.rules == ("Extra Armour", "Open-topped")
    assert unit.of_type("Fast")
    assert unit.of_type("Open-topped")


@each(
    ("said", "kind"),
    [
        ("Walker", "Vehicle (Walker)"), ('"Vehicle (Tank)"', "Vehicle (Tank)"), ("vehicle (tank, open topped)", "Vehicle (Tank, Open-topped)"),
        ("", "Vehicle"), ("[skimmer]", "Vehicle"), ("Vehicle", "Vehicle"), ("(fast skimmer)", "Vehicle (Fast, Skimmer)"),
    ],
)  # fmt: skip
def test_types_of_vehicles(said: str, kind: str) -> None:
    unit = read_line(f"AV12/12/10 HP3 {said}", "target")
    assert (unit.type, unit.name, unit.models[0][0].name) == (kind, "Target", "model")


@each(
    ("said", "name"),
    [
        ("bolters", "boltgun"), ("twin-linked bolters", "twin-linked boltgun"), ("krak missile", "missile launcher (krak)"),
        ("frag missiles", "missile launcher (frag)"), ("cyclones", "cyclone missile launcher (frag)"),
    ],
)  # fmt: skip
def test_other_names_of_weapons_in_the_plural(said: str, name: str) -> None:
    assert read_line(f"5x BS4 {said}", "attacker").models[0][0].weapons[0].name == name


def test_an_invulnerable_save_as_players_write_it() -> None:
    for text, rest in (("T4 W2 Sv3+ 5++", (3, 5)), ("T4 5++", (None, 5)), ("AV13/11/10 HP3 4++", (None, 4))):
        model = read_line(text, "target").models[0][0]
        assert (model.armour, model.invulnerable) == rest, text
    with pytest.raises(ArmyErrors, match="Inv stands twice"):
        read_line("T4 Sv3+ Inv4+ 5++", "target")


@pytest.mark.rule("7E-FMC-1")
@each(
    ("said", "kind"),
    [
        ("Flying Monstrous Creature", "Flying Monstrous Creature"), ("(Flying Monstrous Creatures)", "Flying Monstrous Creatures"),
        ("(monstrous creature, character)", "Monstrous Creature, Character"), ("(jump infantry)", "Jump Infantry"),
        ("Jet pack infantry (character)", "Jet Pack Infantry (Character)"), ("fmc", "Flying Monstrous Creature"),
        ("(monstrous creature, flying)", "Flying Monstrous Creature"),
    ],
)  # fmt: skip
def test_types_of_several_words_in_brackets(said: str, kind: str) -> None:
    unit = read_line(f"T6 W4 Sv3+ {said}", "target")
    assert unit.type == kind
    assert unit.of_type("Monstrous Creature") == ("Monstrous" in kind)


@pytest.mark.rule("7E-ALC-6")
@each("said", ["[character]", "(character)", "character", "characters", "bike (character)", "bike [character]"])
def test_character_is_said_of_the_models_it_stands_with(said: str) -> None:
    unit = read_line(f'1x "Boss" T4 W2 Sv3+ {said} + 3x "Man" T4 Sv6+', "target")
    assert [model.character for model, _ in unit.models] == [True, False]
    assert ("Bike" in unit.type) == ("bike" in said)


def test_a_vehicle_that_shoots() -> None:
    unit = read_line('1x BS4 AV13/11/10 HP3 S9 AP2 Heavy 1 48"', "attacker")
    model = unit.models[0][0]
    assert (unit.type, model.ballistic_skill, model.front, model.wounds) == ("Vehicle", 4, 13, 3)
    assert model.weapons[0][2:6] == (48, 9, 2, "Heavy")


def test_blasts_templates_and_ordnance() -> None:
    def weapon(text: str) -> tuple[object, ...]:
        found = read_line(f"5x BS4 {text}", "attacker").models[0][0].weapons[0]
        return found.range, found.minimum, found.type, found.rules

    assert weapon("S4 AP5 Assault 1 Template") == (None, None, "Assault", ("Template",))
    assert weapon('S4 AP6 Heavy 1 48" [blast]') == (48, None, "Heavy", ("Blast",))
    assert weapon('S8 AP3 Ordnance 1 72" [5" blast]') == (72, None, "Ordnance", ("Large Blast",))
    assert weapon('S9 AP3 Ordnance 1 36"-240" [large blast, barrage]') == (
        240,
        36,
        "Ordnance",
        ("Barrage", "Large Blast"),
    )
    assert weapon('S10 AP1 Primary Weapon 1 72"') == (72, None, "Primary Weapon", ())


# Who says it, the line, and what is told of which column: tests/rules/test_every_line.py
WRONG_LINES = [
    ("attacker", '10x BS4 S4 AP5 Rapd Fire 24"', 16, "“Rapd” is no value, weapon or type; did you mean Rapid?"),
    ("attacker", "10x BS4 bolgun", 9, "did you mean boltgun?"),
    ("attacker", '10x BS4 S4 AP5 24"', 1, "the weapon lacks type; write Rapid Fire or Heavy 3"),
    ("attacker", "10x BS4 S4 Rapid Fire", 1, "the weapon lacks AP and range"),
    ("attacker", "10x", 1, "BS missing here; write BS4"),
    ("attacker", '5x BS4 S4 AP5 RF 24" [twin linkd]', 22, "did you mean Twin-linked?"),
    ("attacker", '5x BS11 S4 AP5 RF 24"', 4, "“11” is no whole number from 0 to 10"),
    ("attacker", '5x BS4 S4 S5 AP5 RF 24"', 11, "S stands twice"),
    ("attacker", "5x BS4 S4 AP5 Heavy 24\"", 15, "“Heavy” lacks the number of shots"),
    ("attacker", '5x BS4 S4 AP5 RF 24" 12"', 22, "a second range"),
    ("attacker", '5x BS4 S4 AP5 RF Heavy 2 24"', 18, "a second type of weapon"),
    ("attacker", "5x BS4 boltgun [rending]", 16, "special rules of weapons belong to a weapon"),
    ("target", "5x T4 [stelth]", 7, "did you mean Stealth?"),
    ("target", "5x T4 [rending]", 7, "no special rule “rending” of units is known"),
    ("target", "5x T4 stelth", 7, "“stelth” is no value, weapon or type; did you mean Stealth?"),
    ("target", "5x T4 rending", 7, "no special rule “rending” of units is known: it belongs to weapons"),
    ("target", "5x T4 feel no pain (7+)", 7, "“7+” is no roll; write Feel No Pain (5+)"),
    ("target", "5x Ork Boyz stealth T4", 4, 'a name is written in quotes: "Ork Boyz", special rules in [brackets]'),
    ("target", "5x T4 gone to ground", 7, "a fact is said with --set go_to_ground=yes, a name is written in quotes"),
    ("attacker", "5x BS4 boltgun gone to ground", 16, "is said with --set attacker_state='gone to ground', a name"),
    ("target", "5x T4 5+ cover", 10, "“cover” is no value, weapon or type; a fact is said with --set cover=5+"),
    ("target", "5x T4 bolt pistol", 7, "a target has no weapon here; leave out “bolt pistol”"),
    ("target", "5x T4 moved stealth", 7, "“moved” is no value, weapon or type; a fact is said with --set moved=all"),
    ("target", "T4 Sv3+ Q7", 9, "“Q7” is no value, weapon or type"),
    ("target", "T4 Sv9+", 4, "“9+” is no save"),
    ("target", "10x Sv3+", 1, "T missing here; write T4"),
    ("target", "HP3 T4", 1, "front and side and rear missing here"),
    ("target", "5x Tank", 1, "front and side and rear and HP missing here; write AV13/11/10 HP3"),
    ("target", "AV13/11/10", 1, "HP missing here; write HP3"),
    ("target", "AV12/12/10 HP3 Sv3+", 16, "a vehicle has no Sv; leave it out, or leave out front, side, rear, HP"),
    ("target", "AV12/12/10 HP3 + 5x T4", 1, "vehicles and other models are no unit together"),
    ("target", "T4 Walker", 1, "the type says Walker, but the models have no armour values"),
    ("target", "T4 Tank Sv3+ Bike", 14, "“Bike” is a second type of unit, “Tank” is the first"),
    ("target", "AV12/12/10 HP3 [opn-topped]", 16, "did you mean Open-topped?"),
    ("attacker", "1x BS4 HP3 boltgun", 1, "front and side and rear missing here"),
    ("attacker", "1x BS4 Walker boltgun", 1, "front and side and rear and HP missing here"),
    ("attacker", '1x BS4 S4 AP5 Heavy 1 48"-12"', 23, "is no range"),
    ("target", "AV13/11 HP3", 1, "lacks a side"),
    ("target", 'T4 S4 AP5 RF 24"', 1, "a target has no weapon here"),
]  # fmt: skip
