"""Profile lines: formations in one line, as people write them."""

from __future__ import annotations

import pytest

from shoot_cli.armies import ArmyErrors
from shoot_cli.rules.reikhammer.profiles import Model, Weapon
from shoot_cli.rules.reikhammer.unit_text import read_line
from tests.helpers.each import each


def refused(text: str, role: str) -> str:
    with pytest.raises(ArmyErrors) as caught:
        read_line(text, role)
    return str(caught.value)


def model_of(text: str, role: str = "attacker") -> Model:
    ((model, _),) = read_line(text, role).models
    return model


def test_an_attacker() -> None:
    unit = read_line("6x AP4 AT2 range 12 ammo 4 [macro]", "attacker")
    ((model, count),) = unit.models
    assert (unit.name, unit.rating, count, model.name) == ("Attacker", 4, 6, "unit")
    assert (model.type, model.armour, model.integrity, model.ammo) == ("INF", 3, 1, 4)
    assert model.weapons == (Weapon("AP4 AT2 macro", 12, 4, 2, macro=("AP", "AT")),)


def test_a_target() -> None:
    unit = read_line("4x INF armour 3 integrity 3", "target")
    ((model, count),) = unit.models
    assert (unit.name, count, model.type, model.armour, model.integrity, model.weapons) == (
        "Target",
        4,
        "INF",
        3,
        3,
        (),
    )
    tank = model_of("2x AV A4 I2 [reinforced] Inv 1", "target")
    assert (tank.type, tank.armour, tank.integrity, tank.reinforced, tank.invulnerable) == ("AV", 4, 2, True, 1)


def test_several_kinds_in_their_order() -> None:
    unit = read_line("4x INF A3 I3 + 1x AV A4 I2 + 2x INF A3 I3", "target")
    assert [(model.name, count) for model, count in unit.models] == [("unit", 4), ("unit, other", 1), ("unit", 2)]
    assert len(set(unit.names())) == 7
    named = read_line("4x “Men” INF A3 + 1x “Big Tank” AV A4 I2 CR5", "target")
    assert (named.name, named.names()[-1], named.rating) == ("Men, Big Tank", "Big Tank", 5)


def test_several_kinds_with_their_weapons() -> None:
    unit = read_line("2x AP3 AT3 range 20 + 2x AP4 range 8 + 3x BP3 range 30", "attacker")
    assert [weapon.name for weapon in unit.weapons()] == ["AP3 AT3", "AP4", "BP3"]
    assert [weapon.range for weapon in unit.weapons()] == [20, 8, 30]
    assert [model.name for model, _ in unit.models] == ["unit", "unit (AP4)", "unit (BP3)"]


def test_several_weapons_of_one_unit() -> None:
    model = model_of("2x AP3 AT3 range 20 & AP4 range 8 [macro] & AA2")
    assert model.weapons == (
        Weapon("AP3 AT3", 20, 3, 3),
        Weapon("AP4 macro", 8, 4, macro=("AP",)),
        Weapon("AA2", 99, aa=2),
    )
    assert [w.name for w in model_of('"Tank" 1x AV A4 AP3 "cannon" & AP4 "hull gun"').weapons] == ["cannon", "hull gun"]
    assert [w.name for w in model_of('1x "Tank" "cannon" AP3 & "hull gun" AP4').weapons] == ["cannon", "hull gun"]


def test_weapons_of_several_parts_have_names_of_their_own() -> None:
    unit = read_line(
        '1x AP4 range 8 + 1x AP4 range 12 + 1x AP4 range 8 + 1x "gun" AP4 "cannon" + 1x "gun" AP3 "cannon"', "attacker"
    )
    assert [weapon.name for weapon in unit.weapons()] == ["AP4", "AP4 range 12", "AP4", "cannon", "cannon range 99"]


# Words in any order: tests/rules/test_every_line.py
FREE_WORDS = "6x|AP4|AT 2|range 12 tiles|[macro AT, reinforced]|ammo 3|LV|armour 2|I2|CR5|speed 8|Inv1"


def test_much_in_one_line() -> None:
    unit = read_line(FREE_WORDS.replace("|", " "), "attacker")
    ((model, count),) = unit.models
    assert (count, unit.rating, model.type, model.armour, model.integrity, model.ammo, model.speed) == (
        6,
        5,
        "LV",
        2,
        2,
        3,
        8,
    )
    assert (model.reinforced, model.invulnerable) == (True, 1)
    assert model.weapons == (Weapon("AP4 AT2 macro AT", 12, 4, 2, macro=("AT",)),)


@each(
    "text",
    [
        "5 x AP 4 range 12", "x5 ap4 range12", "5 AP4, range 12", "5× AP=4 range:12", "5x range 12 tiles AP4-", "5x AP4 AT- range 12tiles",
        "5x AP4 BP- range 12", "5x INF armor 3 integrity 1 AP4 range 12", "5x infantry A3 Int1 AP4 range 12", "5x AP4 range 12 ammo -",
    ],
)  # fmt: skip
def test_spellings_that_mean_the_same(text: str) -> None:
    assert read_line(text, "attacker") == read_line("5x AP4 range 12", "attacker")


@each(
    ("said", "kind"),
    [
        ("INF", "INF"),
        ("lv", "LV"),
        ("light vehicle", "LV"),
        ("Armoured Vehicle", "AV"),
        ("war engine", "WE"),
        ("aircraft", "AC"),
    ],
)
def test_types(said: str, kind: str) -> None:
    for text in (f"3x {said} armour 3", f"3x armour 3 {said}"):
        model = model_of(text, "target")
        assert (model.type, model.name) == (kind, "unit")


def test_weapons_that_never_shoot() -> None:
    assert model_of("4x AP4 & AP3 [small arms]").weapons[1] == Weapon("AP3 Small Arms", 0, 3, assault="Small Arms")
    assert model_of("4x INF A3 [assault weapons]", "target").weapons[0].assault == "Assault Weapon"
    assert refused("4x INF A3 [small arms, assault weapon]", "target")


def test_either_side_may_have_what_the_other_needs() -> None:
    assert model_of("4x INF A3 AP4 range 8", "target").weapons == (Weapon("AP4", 8, 4),)
    unit = read_line("2x INF A3 + 1x AP4", "attacker")
    assert [len(model.weapons) for model, _ in unit.models] == [0, 1]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("10 “Rifles” INF A3", "Rifles"),
        ("10x INF A3 “Old Rifles”", "Old Rifles"),
        ("INF A3 “Land Ship”", "Land Ship"),
        ("INF A3", "unit"),
    ],
)
def test_names(text: str, name: str) -> None:
    assert model_of(text, "target").name == name


# Who says it, the line, and what is told of which column: tests/rules/test_every_line.py
WRONG_LINES = [
    ("attacker", "6x", 1, "nobody in this line has a weapon; write AP4, AT2, AA1 or BP3"),
    ("attacker", "6x range 12", 1, "the weapon has no value; write AP4, AT2, AA1 or BP3"),
    ("attacker", "6x AP4+ range 12", 4, "a roll of 4 or more is as likely as 3: write that for “4+”"),
    ("attacker", "6x AP44", 4, "“44” is no whole number from 0 to 9 for the value"),
    ("attacker", "6x AP4 12", 8, "“12” is no value; say what it is: AP12, armour 12 or range 12"),
    ("attacker", '6x AP4 range 12"', 8, "ranges are counted in tiles"),
    ("attacker", "6x AP4 range -", 8, "“range” of the weapon is missing; write range 12 (tiles)"),
    ("attacker", "6x AP4 BP3", 8, "a weapon with barrage points has no other value; leave out AP, or make two"),
    ("attacker", "6x BP3 [macro]", 1, "barrages make no macro hits"),
    ("attacker", "6x AP4 [macro AT]", 1, "the weapon has no AT"),
    ("attacker", "6x AP4 macro", 8, "“macro” is a rule; put rules in brackets, as in [macro]"),
    ("attacker", "6x AP4 Reinforced Armour", 8, "is a rule; put rules in brackets"),
    ("attacker", "6x AP4 [fearless]", 8, "“fearless” is no rule of a unit that is played"),
    ("attacker", "6x AP4 [invulnerable]", 8, "write invulnerable: 1 beside armour"),
    ("attacker", "6x AP4 AP3", 8, "AP stands twice; put “ & ” between weapons"),
    ("attacker", "6x AP4 A3 A4", 11, "armour stands twice; put “ + ” between kinds of units"),
    ("attacker", "6x AP4 + AP3", 10, "how many units are of this kind is not said; write 1x before it"),
    ("attacker", "6x & AP4", 4, "no weapon stands before this &"),
    ("attacker", "6x AP4 &", 8, "the weapon has no value"),
    ("attacker", "6x AP4 CR4 + 1x AP4 CR4", 21, "CR stands twice; a formation has one"),
    ("attacker", '"a" "b" "c" 5x AP4', 9, "a third name"),
    ("attacker", "6x AP4 rnge 12", 8, "did you mean range?"),
    ("attacker", "6x AP4" + " & AP4" * 12, 74, "more than 12 weapons of one unit"),
    ("target", "4x", 1, "type and armour of the units are missing here; write INF (or LV, AV, WE, AC) and armour 3"),
    ("target", "4x INF", 1, "armour of the units is missing here; write armour 3"),
    ("target", "4x armour 3", 1, "type of the units is missing here; write INF"),
    ("target", "4x INF armour 3+", 8, "a die must show armour or less here; a roll of 3 or more is as likely as 4"),
    ("target", "4x INF A3 I0", 11, "from 1 to 20 for integrity"),
    ("target", "4x INF AV A3", 8, "type stands twice"),
    ("target", "4x INF A3 Q7", 11, "“Q7” is no value"),
    ("target", '4x INF A3 "a" "b"', 1, "“b” has no value; a weapon needs AP4"),
]  # fmt: skip
