"""Profile lines: units in one line, as people write them."""

from __future__ import annotations

import pytest

from shoot_cli.armies import ArmyErrors
from shoot_cli.rules.datasheets.profiles import Amount, Model, Weapon
from shoot_cli.rules.tenth.unit_text import read_line
from tests.helpers.each import each


def refused(text: str, role: str) -> str:
    with pytest.raises(ArmyErrors) as caught:
        read_line(text, role)
    return str(caught.value)


def weapon_of(text: str) -> Weapon:
    ((model, _),) = read_line(text, "attacker").models
    (weapon,) = model.weapons
    return weapon


def target_of(text: str) -> Model:
    ((model, _),) = read_line(text, "target").models
    return model


def test_an_attacker() -> None:
    ((model, count),) = read_line("10x A2 BS3+ S4 AP-1 D1 [rapid fire 1, lethal hits]", "attacker").models
    (weapon,) = model.weapons
    assert (count, model.name, model.toughness, model.save, model.wounds) == (10, "model", 0, None, 1)
    assert weapon[1:8] == ("A2 S4 AP-1 D1", 24, Amount(plus=2), 3, 4, -1, Amount(plus=1))
    assert [ability.name for ability in weapon.abilities] == ["Lethal Hits", "Rapid Fire"]
    assert model.abilities == ()


def test_a_target() -> None:
    ((model, count),) = read_line(
        "5x T4 Sv3+ W2 Inv5+ FNP6+ [stealth, incoming: -1 damage] (INFANTRY, character)", "target"
    ).models
    assert (count, model.toughness, model.save, model.wounds, model.weapons) == (5, 4, 3, 2, ())
    assert (model.invulnerable, model.feel_no_pain, model.character) == (5, 6, True)
    assert model.keywords == ("CHARACTER", "INFANTRY")
    assert [ability.name for ability in model.abilities] == ["- damage", "Stealth"]


def test_several_kinds_in_their_order() -> None:
    unit = read_line("9x T5 Sv5+ W1 + 1x T5 Sv5+ W2", "target")
    assert [(model.name, count, model.wounds) for model, count in unit.models] == [("model", 9, 1), ("model 2", 1, 2)]
    named = read_line('6x "Boy" T5 Sv5+ + 1x "Nob" T5 W2 Sv4+ (character) + 3x "Boy" T5 Sv5+', "target")
    assert [(model.name, count) for model, count in named.models] == [("Boy", 6), ("Nob", 1), ("Boy", 3)]
    assert named.models[0][0] == named.models[2][0]
    assert named.name == "Boy, Nob"
    assert named.keywords == ("CHARACTER",)


def test_several_weapons_are_several_kinds_of_model() -> None:
    unit = read_line("4x A2 BS3+ S4 AP-1 D1 [heavy] + 1x A1 BS3+ S9 AP-4 D D6 [melta 2]", "attacker")
    ((first, four), (second, one)) = unit.models
    assert (four, one) == (4, 1)
    assert [weapon.name for weapon in unit.weapons()] == ["A2 S4 AP-1 D1", "A1 S9 AP-4 D D6"]
    assert (second.name, second.weapons[0].damage) == ("model (A1 S9 AP-4 D D6)", Amount(1, 6))
    assert first.weapons[0].has("Heavy")
    assert not second.weapons[0].has("Heavy")


def test_weapons_of_several_parts_have_names_of_their_own() -> None:
    part = "A2 BS3+ S4 AP0 D1"
    unit = read_line(
        f'1x {part} + 1x {part} [heavy] + 1x {part} [heavy] 12" + 2x {part} + 1x A2 BS4+ S4 AP0 D1', "attacker"
    )
    assert [weapon.name for weapon in unit.weapons()] == [
        "A2 S4 AP0 D1", "A2 S4 AP0 D1 Heavy", 'A2 S4 AP0 D1 12"', "A2 S4 AP0 D1", 'A2 S4 AP0 D1 24"',
    ]  # fmt: skip


# Words in any order: tests/rules/test_every_line.py
FREE_WORDS = '10x|A D6|BS3+|S 4|AP-1|D D3+1|18"|[twin-linked, torrent]|(Infantry)|W2|Sv3+'


def test_much_in_one_line() -> None:
    ((model, count),) = read_line(FREE_WORDS.replace("|", " "), "attacker").models
    (weapon,) = model.weapons
    assert (count, weapon.range, weapon.attacks, weapon.damage) == (10, 18, Amount(1, 6), Amount(1, 3, 1))
    assert (model.wounds, model.save, model.keywords) == (2, 3, ("INFANTRY",))


@each(
    "text",
    [
        "5 x A 2 BS 3+ S 4 AP -1 D 1 [heavy]", "x5 a2 bs3+ s4 ap-1 d1 [Heavy]", "5 A2 BS3 S4 AP−1 D1 [HEAVY]",
        "5×, A2, BS3+, S4, AP-1, D1, [Heavy]", "A=2 BS:3+ S=4 AP:-1 D=1 [heavy] 5x", '5x A2 BS3+ S4 AP–1 D1 24" [heavy]',
        "5x A2 BS3+ S4 AP-1 D1 range 24 [heavy]", "5x A2 BS3+ S4 AP-1 D1 24in [heavy]",
    ],
)  # fmt: skip
def test_spellings_that_mean_the_same(text: str) -> None:
    plain, found = weapon_of("5x A2 BS3+ S4 AP-1 D1 [Heavy]"), weapon_of(text)
    assert [ability.name for ability in found.abilities] == ["Heavy"]
    assert found.but(abilities=(), name="") == plain.but(abilities=(), name="")
    assert read_line(text, "attacker").models[0][1] == 5


@each(
    ("said", "attacks", "damage"),
    [
        ("A6 D6", Amount(plus=6), Amount(plus=6)),
        ("AD6 DD6", Amount(1, 6), Amount(1, 6)),
        ("A D6 D D6", Amount(1, 6), Amount(1, 6)),
        ("A2D6 D6+1", Amount(2, 6), Amount(1, 6, 1)),
        ("A:2D3+1 D:D6+1", Amount(2, 3, 1), Amount(1, 6, 1)),
        ("A D3 DD6+1", Amount(1, 3), Amount(1, 6, 1)),
        ("AD3+3 D D6+1", Amount(1, 3, 3), Amount(1, 6, 1)),
        ("A3 D3", Amount(plus=3), Amount(plus=3)),
        ("A3 D3+3", Amount(plus=3), Amount(1, 3, 3)),
        ("D2D6 A12", Amount(plus=12), Amount(2, 6)),
        ("ad6 d d3", Amount(1, 6), Amount(1, 3)),
    ],
)
def test_attacks_and_damage(said: str, attacks: Amount, damage: Amount) -> None:
    weapon = weapon_of(f"1x BS3+ S4 AP0 {said}")
    assert (weapon.attacks, weapon.damage) == (attacks, damage)


@each("said", ["BS-", "BSN/A", "BS N/A", "N/A", "", "BS3+"])
def test_weapons_that_need_not_hit(said: str) -> None:
    assert weapon_of(f"1x AD6 {said} S4 AP0 D1 [torrent]").skill is None


def test_a_weapon_of_mortal_wounds_alone() -> None:
    weapon = weapon_of('1x A6 8" [mortal wounds 1 on 4+]')
    assert (weapon.range, weapon.attacks, weapon.skill, weapon.strength, weapon.damage) == (
        8,
        Amount(plus=6),
        None,
        0,
        Amount(),
    )


def test_what_belongs_to_the_models_of_an_attacker() -> None:
    ((model, _),) = read_line(
        "3x T6 W3 Sv2+/4++ A2 BS3+ S4 AP0 D1 [hazardous, damaged: 1-2, Feel No Pain 5+ against mortal wounds] (Vehicle/Walker)",
        "attacker",
    ).models
    assert (model.toughness, model.wounds, model.save, model.invulnerable) == (6, 3, 2, 4)
    assert [(ability.name, ability.need) for ability in model.abilities] == [("Damaged", None), ("Feel No Pain", 5)]
    assert [ability.name for ability in model.weapons[0].abilities] == ["Hazardous"]
    assert model.keywords == ("VEHICLE", "WALKER")


def test_a_comma_that_would_cut_an_ability_short_is_told() -> None:
    said = refused("A2 BS3+ S4 AP-1 D1 [heavy, mark: +1 to hit, lethal hits]", "attacker")
    assert "1:20: the comma behind “mark: +1 to hit” ends it; write ; there" in said
    ((model, _),) = read_line("A2 BS3+ S4 AP-1 D1 [one of: lethal hits; blast, heavy]", "attacker").models
    assert [one.name for one in (*model.abilities, *model.weapons[0].abilities)] == ["One of", "Heavy"]


def test_other_spellings_of_a_target() -> None:
    assert target_of("T4 2+/4++").invulnerable == 4
    assert target_of("T4 Sv2+/4+").save == 2
    assert target_of("T4 Sv3+ 5++").invulnerable == 5
    assert target_of("T4 Sv-").save is None
    assert (target_of("T4 Sv7+").save, target_of("T4 7+/5++").save, target_of("T4 Sv7+").invulnerable) == (7, 7, None)
    assert target_of("T4").wounds == 1
    assert target_of('M6" T4 Ld7+ OC2').movement == 6
    assert target_of("T4 [FNP 5+, deep strike, feel no pain 4+]").feel_no_pain == 4


@each(
    ("text", "name"),
    [("10 “Boyz” T5 Sv5+", "Boyz"), ("10x T5 Sv5+ “Ork Boyz”", "Ork Boyz"), ("T5 “Big Mek”", "Big Mek"), ("T5", "model"),
     ('2x "Wraithguard" T7', "Wraithguard"), ('2x "Boyz (Goff)" T5', "Boyz (Goff)")],
)  # fmt: skip
def test_names(text: str, name: str) -> None:
    assert target_of(text).name == name


def test_the_second_name_of_an_attacker_is_that_of_its_weapon() -> None:
    unit = read_line(
        '4x "Intercessor" A2 BS3+ S4 AP-1 D1 "bolt rifle" + 1x A1 BS3+ S9 AP-2 D D3 "Gunner" "krak"', "attacker"
    )
    assert [(model.name, model.weapons[0].name) for model, _ in unit.models] == [
        ("Intercessor", "bolt rifle"), ("Gunner", "krak"),
    ]  # fmt: skip
    assert unit.name == "Intercessor, Gunner"


# Who says it, the line, and what is told of which column: tests/rules/test_every_line.py
WRONG_LINES = [
    ("attacker", "10x", 1, "the weapon has no A and BS and S and AP and D; write A2, BS3+, S4, AP-1 or AP0, D1, or add [torrent]"),
    ("attacker", "5x A2 S4 AP0 D1", 1, "the weapon has no BS; write BS3+, or add [torrent]"),
    ("attacker", "5x A2 BS- S4 AP0 D1", 7, "the weapon has no BS"),
    ("attacker", "5x A2 BS3+ S- AP0 D1", 12, "the weapon has no S; write S4"),
    ("attacker", "5x A2 BS3+ S4 AP1 D1", 15, "AP is 0 or less; write -1 for “1”"),
    ("attacker", "5x A2 BS9+ S4 AP0 D1", 7, "“9+” is no BS"),
    ("attacker", "5x A2 BS3+ S4 S5 AP0 D1", 15, "S stands twice"),
    ("attacker", "5x A2 BS3+ S4 AP0 2D6", 19, "“2D6” is no value; say what it is: A2D6 or D 2D6"),
    ("attacker", "5x A2 BS3+ S4 AP0 D1 [lethal hit]", 22, "did you mean Lethal Hits?"),
    ("attacker", "5x A2 BS3+ S4 AP0 D1 Lethal Hits", 22, "“Lethal Hits” is an ability; put abilities in brackets, as in [Lethal Hits]"),
    ("attacker", "5x A2 BS3+ S4 AP0 D1 24\" 12\"", 26, "range stands twice"),
    ("attacker", "5x A2 BS3+ S4 AP0 D1 + A1 BS3+ S4 AP0 D1", 24, "how many models carry this weapon is not said; write 1x before it"),
    ("attacker", "5x A2 BS3+ S4 AP0 D0", 19, "“0” is no number"),
    ("attacker", '"a" "b" "c" 5x A2 BS3+ S4 AP0 D1', 9, "a third name"),
    ("target", "5x T4 [stelth]", 7, "did you mean Stealth?"),
    ("target", "5x T4 [lethal hits]", 7, "Lethal Hits helps whoever shoots; a target has no use for it"),
    ("target", "5x T4 [4+ invulnerable]", 7, "write Inv: 4+"),
    ("target", "T4 Sv3+ Q7", 9, "“Q7” is no value"),
    ("target", "T4 Sv9+", 4, "“9+” is no save"),
    ("target", "T4 Sv3+ 4+", 9, "say what it is: Sv4+, Inv4+, FNP4+ or BS4+"),
    ("target", "T4 Sv3+/4++ Inv5+", 13, "the invulnerable save stands twice"),
    ("target", "T99", 1, "from 1 to 30 for T"),
    ("target", "T4 (INFANTRY", 4, "( is opened and never closed; write ) behind it"),
    ("target", f"T4 ({'x' * 61})", 4, "too long for a keyword"),
    ("target", "T4 (VEHICEL)", 4, "no ability knows the keyword “VEHICEL”; did you mean VEHICLE?"),
    ("target", "T4 (ORKS, monstre)", 4, "no ability knows the keyword “monstre”; did you mean MONSTER?"),
    ("target", "10x Sv3+", 1, "T is missing here; write T4"),
    ("target", "T4 S4 AP-1", 4, "a target has no weapon here; leave out S, AP"),
]  # fmt: skip


@pytest.mark.rule("10E-ALL-4")
def test_a_model_of_a_target_may_lead_the_others() -> None:
    unit = read_line('1x "Captain" T5 Sv3+ W5 [leader] + 4x T4 Sv3+ W2', "target")
    assert [(model.name, model.leader, model.character) for model, _ in unit.models] == [
        ("model", False, False), ("Captain", True, True)
    ]  # fmt: skip
    assert unit.attached
    assert not read_line("1x T5 Sv3+ W5 [leader]", "target").attached


@each("keyword", ["BEASTBOSS", "TITAN", "ORKS", "DEATHWING", "FLYER"])
def test_other_keywords_of_armies_are_taken(keyword: str) -> None:
    assert read_line(f"1x T5 Sv3+ W5 ({keyword})", "target").keywords == (keyword,)
