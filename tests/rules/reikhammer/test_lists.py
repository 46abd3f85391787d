"""What a list of this edition may say, what it becomes, and what is said about what it may not say."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli import armies
from shoot_cli.armies import ArmyErrors, Scenario
from shoot_cli.armies.yaml_text import read_text, tree_of
from shoot_cli.importing.list_files import load
from shoot_cli.rules.reikhammer import lists, unit_text
from shoot_cli.rules.reikhammer.profiles import (
    SETTINGS,
    Army,
    Model,
    Unit,
    Weapon,
    ammo_of,
    armour_of,
    macro_of,
    range_of,
    type_of,
    value_of,
)
from tests.helpers.each import each

LIST = """\
ruleset: reikhammer
name: Test
strategy: 3
weapons:
  autocannon: {range: 12, AP: 4, AT: 2}
  howitzer: {range: 30 tiles, BP: 3}
  volcano gun: {range: 24, AT: 5, macro: true}
  mirror: {range: 20, AP: 4, AT: 4, AA: -, macro: [AT]}
  pistols: {range: 2, rules: [Small Arms]}
profiles:
  main tank: {type: AV, speed: 5, armour: 4, integrity: 2, ammo: 5, weapons: [volcano gun, autocannon]}
formations:
  - name: Red Company
    CR: 4
    points: 300
    units:
      - {name: Main Tank, count: 2, profile: main tank}
      - {name: Grenadiers, count: 2, type: INF, armour: 3, integrity: 3, ammo: 4, weapons: [2x autocannon, pistols]}
      - {name: Lord, profile: main tank, character: Lord Vance, rules: [Reinforced Armour], invulnerable: 1}
  - name: Battery
    CR: 3
    units:
      - {name: Howitzer, count: 3, type: AV, armour: 2, integrity: 1, weapons: [howitzer]}
"""


def army_of(text: str) -> Army:
    army = lists.read(read_text(text, "list.yaml"), "list.yaml")
    hash(army)
    return army


def unit_of(units: str, more: str = "") -> Unit:
    text = LIST[: LIST.index("formations:")]
    return army_of(f"{text}formations:\n  - {{name: F, CR: 4, {more}units: [{units}]}}\n").units[0]


def model_of(more: str = "", unit: str = "") -> Model:
    return unit_of(f"{{name: M, profile: main tank, {more}}}", unit).models[0][0]


def weapon_of(described: str) -> Weapon:
    (weapon,) = model_of(f"weapons: [{{name: gun, {described}}}]").weapons
    return weapon


def errors_of(text: str) -> list[str]:
    with pytest.raises(ArmyErrors) as caught:
        army_of(text)
    return str(caught.value).splitlines()


def scenario_of(text: str) -> Scenario:
    return lists.read_scenario(read_text(text, "one.yaml"), "one.yaml")


# What is read ---------------------------------------------------------------------------------------------------------


def test_a_list_as_written() -> None:
    army = army_of(LIST)
    assert (army.ruleset, army.name, army.strategy, army.invented, army.settings) == (
        "reikhammer",
        "Test",
        3,
        False,
        (),
    )
    company, battery = army.units
    assert (company.name, company.rating, company.points) == ("Red Company", 4, 300)
    assert (battery.rating, battery.points) == (3, None)
    assert company.names() == ("Main Tank 1", "Main Tank 2", "Grenadiers 1", "Grenadiers 2", "Lord")
    tank, grenadiers, lord = (model for model, _ in company.models)
    assert tank[1:6] == ("Main Tank", "AV", 4, 2, 5)
    assert [weapon.name for weapon in tank.weapons] == ["volcano gun", "autocannon"]
    assert [weapon.name for weapon in grenadiers.weapons] == ["autocannon", "autocannon", "pistols"]
    assert (lord.character, lord.reinforced, lord.invulnerable, lord.speed) == ("Lord Vance", True, 1, 5)
    assert lord.weapons == tank.weapons
    assert battery.models[0][0].ammo is None


def test_weapons_as_written() -> None:
    tank, grenadiers, _ = (model for model, _ in army_of(LIST).units[0].models)
    volcano, autocannon = tank.weapons
    assert volcano == Weapon("volcano gun", 24, at=5, macro=("AT",))
    assert autocannon == Weapon("autocannon", 12, 4, 2)
    assert grenadiers.weapons[2] == Weapon("pistols", 2, assault="Small Arms")
    assert grenadiers.weapons[2].values == ()
    assert army_of(LIST).units[1].models[0][0].weapons == (Weapon("howitzer", 30, bp=3),)
    (mirror,) = model_of("weapons: [mirror]").weapons
    assert mirror == Weapon("mirror", 20, 4, 4, None, 0, ("AT",))


@each(
    ("described", "weapon"),
    [
        ("range: 8, AP: 0", Weapon("gun", 8, 0)),
        ("range: 8, AP: 4-, AA: 1", Weapon("gun", 8, 4, aa=1)),
        ("range: 8, AP: 4, AT: 2, macro: yes", Weapon("gun", 8, 4, 2, macro=("AP", "AT"))),
        ("range: 8, AP: 4, AT: 2, macro: AT", Weapon("gun", 8, 4, 2, macro=("AT",))),
        ("range: 8, AP: 4, AT: 2, macro: [at, AP]", Weapon("gun", 8, 4, 2, macro=("AP", "AT"))),
        ("range: 8, AP: 4, macro: no", Weapon("gun", 8, 4)),
        ("range: 8, AP: 4, macro: -", Weapon("gun", 8, 4)),
        ("range: 8, AP: 4, rules: [Macro-weapon]", Weapon("gun", 8, 4, macro=("AP",))),
        ("AP: 4, rules: Assault Weapons", Weapon("gun", 0, 4, assault="Assault Weapon")),
        ("rules: [small arms, -]", Weapon("gun", 0, assault="Small Arms")),
        ("range: 30, BP: 5, AP: -, macro: no", Weapon("gun", 30, bp=5)),
    ],
)
def test_weapons_described_where_they_are_carried(described: str, weapon: Weapon) -> None:
    assert weapon_of(described) == weapon


def test_small_arms_need_no_description() -> None:
    for said in ("weapons: [autocannon, Small Arms]", "weapons: [autocannon], rules: [small arms]"):
        assert [weapon.assault for weapon in model_of(said).weapons] == ["", "Small Arms"]
    own = LIST.replace("  pistols:", "  Small Arms: {range: 4, AP: 3}\n  pistols:").replace(
        "[2x autocannon, pistols]", "Small Arms"
    )
    assert army_of(own).units[0].models[1][0].weapons == (Weapon("Small Arms", 4, 3),)


def test_rules_of_a_formation_are_those_of_its_units() -> None:
    assert model_of(unit="rules: [Reinforced Armor], ").reinforced
    assert not model_of().reinforced


@each(
    ("said", "field", "value"),
    [
        ("ammo: -", "ammo", None),
        ("ammo: unlimited", "ammo", None),
        ("ammo: 0", "ammo", 0),
        ("armour: -", "armour", 0),
        ("speed: 7 tiles", "speed", 7),
        ("speed: -", "speed", None),
        ("integrity: 3, lost: 2", "left", 1),
        ("weapons: -", "weapons", ()),
        ("weapons: []", "weapons", ()),
        ("type: infantry", "type", "INF"),
        ("type: War Engine", "type", "WE"),
        ("character: yes", "character", "M"),
        ("character: no", "character", ""),
        ("invulnerable: -", "invulnerable", None),
    ],
)
def test_what_a_unit_changes_of_its_profile(said: str, field: str, value: object) -> None:
    assert getattr(model_of(said), field) == value


def test_other_values() -> None:
    assert [value_of(said) for said in ("4", "0", "9", "-", "−", "4-")] == [4, 0, 9, None, None, 4]
    assert [armour_of(said) for said in ("4", "-", "0")] == [4, 0, 0]
    assert [range_of(said) for said in ("12", "0", "12 tiles", "1 tile", "-")] == [12, 0, 12, 1, None]
    assert [ammo_of(said) for said in ("3", "-", "∞")] == [3, None, None]
    assert [type_of(said) for said in ("inf", "Light-Vehicle", "AV", "armored vehicle", "Aircraft")] == [
        "INF",
        "LV",
        "AV",
        "AV",
        "AC",
    ]
    assert [macro_of(said) for said in ("yes", "no", "AP, AT", ["AT"])] == [True, False, ("AP", "AT"), ("AT",)]


def test_the_general_words_of_lists_do_as_well() -> None:
    assert army_of(LIST.replace("formations:", "units:").replace("    units:", "    models:")) == army_of(LIST)


def test_kinds_of_one_name_are_told_apart() -> None:
    tank, gun, lord, hurt = (
        f"{{name: Tank, profile: main tank, {more}}}"
        for more in ("count: 2", "weapons: [howitzer]", "character: Vance", "lost: 1")
    )
    unit = unit_of(f"{tank}, {gun}, {lord}, {hurt}, {tank}, {{name: Tank 2, profile: main tank, armour: 3}}")
    assert [model.name for model, _ in unit.models] == [
        "Tank", "Tank (howitzer)", "Tank (Vance)", "Tank (1 lost)", "Tank", "Tank 2, other",
    ]  # fmt: skip
    assert unit.names()[:2] + unit.names()[5:7] == ("Tank 1", "Tank 2", "Tank 3", "Tank 4")
    assert len(set(unit.names())) == len(unit.names())


def test_weapons_of_one_name_are_told_apart() -> None:
    guns = ("range: 8, AP: 3", "range: 9, AP: 3", "range: 8, AP: 4", "range: 8, AP: 3")
    units = (f"{{name: U{n}, profile: main tank, weapons: [{{name: gun, {gun}}}]}}" for n, gun in enumerate(guns))
    unit = unit_of(", ".join(units))
    assert [weapon.name for weapon in unit.weapons()] == ["gun", "gun range 9", "gun range 8", "gun"]


def test_formations_of_one_name_get_numbers() -> None:
    army = army_of(LIST.replace("name: Battery", "name: Red Company"))
    assert [unit.name for unit in army.units] == ["Red Company", "Red Company 2"]


@pytest.mark.parametrize("key", ["invented", "synthetic"])
def test_invented_lists(key: str) -> None:
    assert army_of(LIST.replace("strategy: 3", f"{key}: true")).invented
    assert not army_of(LIST.replace("strategy: 3", f"{key}: no")).invented


@pytest.mark.parametrize(
    ("said", "settings"),
    [
        ("{macro_save: cover, barrage_hits: automatic}", (("barrage_hits", "automatic"), ("macro_save", "cover"))),
        ("{Barrage with guns: true, empty-units-soak: no}", (("barrage_with_guns", "yes"), ("empty_units_soak", "false"))),
        ("{bp_over_30: last row, barrage_low_at: 1}", (("barrage_low_at", "1"), ("bp_over_30", "last_row"))),
        ("", ()),
    ],
)  # fmt: skip
def test_settings(said: str, settings: tuple[tuple[str, str], ...]) -> None:
    assert army_of(LIST.replace("strategy: 3", f"settings: {said}")).settings == settings


@each("setting", SETTINGS, ids=lambda setting: setting.key)
def test_every_setting_can_be_written(setting: Any) -> None:
    for value in setting.values:
        army = army_of(LIST.replace("strategy: 3", f"settings: {{{setting.key}: {value}}}"))
        assert army.settings == ((setting.key, value),)


# Scenarios ------------------------------------------------------------------------------------------------------------


def test_a_scenario() -> None:
    found = scenario_of(
        "ruleset: rh\n"
        "weapons:\n  gun: {range: 12, AP: 4}\n"
        "profiles:\n  tank: {type: AV, armour: 4}\n"
        "attacker: {units: [{name: Shooter, count: 5, weapons: [gun]}]}\n"
        "target: {name: Squad, models: [{name: Tank, count: 2, profile: tank}, {name: Men, type: INF, armour: 2}]}\n"
        "answers: {distance: 12, cover: [none, 2], macro_save: cover}\n"
    )
    ((shooter, count),) = found.attacker.models
    assert (found.attacker.name, found.attacker.rating, count) == ("Attacker", 4, 5)
    assert (shooter.type, shooter.armour, shooter.integrity, shooter.ammo) == ("INF", 3, 1, None)
    assert [(model.type, model.armour, model.integrity) for model, _ in found.target.models] == [
        ("AV", 4, 1),
        ("INF", 2, 1),
    ]
    assert found.answers == (("distance", "12"), ("cover", "none"), ("cover", "2"), ("macro_save", "cover"))


def test_sides_as_profile_lines() -> None:
    found = scenario_of("ruleset: rh\nattacker: 6x AP4 AT2 range 12\ntarget: 4x INF armour 3 integrity 3\n")
    assert found.attacker.models[0][1] == 6
    assert found.target.models[0][0].integrity == 3


@each(
    ("attacker", "target", "words"),
    [
        ("6x AP4+", "INF A3", "one.yaml:2:11: in “6x AP4+”, character 4: a die must show the value or less here"),
        ("AP4", "{units: [{name: M, armour: 2}]}", "one.yaml:3:18: the unit has no type; write type: INF, or profile: NAME"),
        ("{units: [{name: M, integrity: 0}]}", "INF A3", "“0” is no whole number from 1 to 20"),
        ("{units: [{name: M, weapons: [gun]}]}", "INF A3", "no weapon “gun” under weapons:; there are none"),
        ("{name: x}", "INF A3", "the formation has no units; write units: [{name: Grenadiers"),
        ("", "INF A3", "“attacker” is missing"),
    ],
)  # fmt: skip
def test_scenarios_that_cannot_be(attacker: str, target: str, words: str) -> None:
    with pytest.raises(ArmyErrors) as caught:
        scenario_of(f"ruleset: reikhammer\nattacker: {attacker}\ntarget: {target}\n")
    assert words in str(caught.value)


def test_a_scenario_from_data_names_paths() -> None:
    data = {"ruleset": "rh", "attacker": "AP4", "target": {"units": [{"name": "M", "type": "INF", "armour": 12}]}}
    with pytest.raises(ArmyErrors) as caught:
        lists.read_scenario(tree_of(data), "")
    assert str(caught.value) == "target.units[0].armour: “12” is no whole number from 0 to 9 for armour"


# What is wrong --------------------------------------------------------------------------------------------------------

GRENADIERS = "type: INF, armour: 3, integrity: 3, ammo: 4"


# Old words, new words, what stands at the place that is complained of, and the complaint: tests/rules/test_every_list.py
MISTAKES = [
    ("name: Test", "nmae: Test", "nmae", "“nmae” is not known here; did you mean name?"),
    ("name: Test", "name: ''", "''", "nothing is written here; write a name"),
    ("strategy: 3", "strategy: 3\ninvented: perhaps", "perhaps", "“perhaps” is neither yes nor no"),
    ("strategy: 3", "strategy: x", "x", "“x” is no whole number from 0 to 9"),
    ("strategy: 3", "settings: {macrosave: cover}", "macrosave", "“macrosave” is no setting; did you mean macro_save?"),
    ("strategy: 3", "settings: {macro_save: covers}", "covers", "“covers” is no value of macro_save; it can be none or armour or cover (RH-MW-2)"),
    ("strategy: 3", "settings: {macro_save: }", "}", "“nothing” is no value of macro_save"),
    ("strategy: 3", "settings: {macro_save: [cover]}", "[cover]", "a list or a “key: value” entry is no value of macro_save"),
    ("strategy: 3", "settings: {macro_save: cover, Macro-Save: none}", "Macro-Save", "“Macro-Save” stands twice"),
    ("strategy: 3", "settings: macro_save", "macro_save", "settings stand by their keys; write settings: {macro_save: cover}"),
    ("strategy: 3", "units: [a]", "units: [a]", "units stand here and under formations: as well; keep one"),
    ("range: 12, AP: 4", "range: 12\", AP: 4", "12\"", "“12\"” is no range here; ranges are counted in tiles"),
    ("range: 12, AP: 4", "range: 100, AP: 4", "100", "“100” is no whole number from 0 to 99 for the range; it is counted in tiles"),
    ("range: 12, AP: 4", "AP: 4", "{AP", "“range” of the weapon is missing; write range: 12 (tiles)"),
    ("range: 12, AP: 4", "range: -, AP: 4", "-, AP", "“range” of the weapon is missing"),
    ("AP: 4, AT: 2", "AP: 4+, AT: 2", "4+", "a die must show the value or less here; a roll of 4 or more is as likely as 3: write that for “4+”"),
    ("AP: 4, AT: 2", "AP: 10, AT: 2", "10", "“10” is no whole number from 0 to 9 for the value"),
    ("AP: 4, AT: 2", "ap: 4, AT: 2", "ap:", "“ap” is not known here; did you mean AP"),
    ("AP: 4, AT: 2", "note: empty", "{range: 12", "the weapon has no value; write AP: 4, AT: 2, AA: 1 or BP: 3"),
    ("BP: 3", "BP: 0", "0}", "“0” is no whole number from 1 to 99 for BP"),
    ("BP: 3", "BP: 3, AP: 1, AT: 2", "3, AP", "a weapon with barrage points has no other value; leave out AP and AT, or make two weapons"),
    ("BP: 3", "BP: 3, macro: yes", "yes", "barrages make no macro hits"),
    ("BP: 3", "BP: 3, rules: [MW]", "[MW]", "barrages make no macro hits"),
    ("BP: 3", "BP: 3, rules: [Small Arms]", "[Small", "Small Arms fires no barrage; leave out BP or the rule"),
    ("macro: true", "macro: AP", "AP", "the weapon has no AP; write the value, or leave it out of macro"),
    ("macro: true", "macro: [AX]", "[AX]", "“AX” makes no macro hits; write yes, or AP, AT or AA"),
    ("macro: true", "macro: {AP: yes}", "{AP: yes}", "write macro: yes, or the values that make macro hits: [AP, AT]"),
    ("rules: [Small Arms]", "rules: [Small Arm]", "Small Arm]", "“Small Arm” is no rule of a weapon that is played; did you mean Small Arms?"),
    ("rules: [Small Arms]", "rules: [Disrupt]", "Disrupt]", "“Disrupt” is no rule of a weapon that is played; known are Assault Weapon, Macro-weapon, Small Arms"),
    ("rules: [Small Arms]", "rules: [Reinforced Armour]", "Reinf", "Reinforced Armour belongs to units; write it under their rules:"),
    ("rules: [Small Arms]", "rules: [Small Arms, Assault Weapon]", "[Small", "a weapon is either Small Arms or Assault Weapon; keep one"),
    ("  mirror:", "  Auto-Cannon: {range: 1, AP: 1}\n  auto cannon:", "auto cannon", "“auto cannon” is the same name as “Auto-Cannon”"),
    ("[2x autocannon, pistols]", "[autocanon]", "autocanon", "no weapon “autocanon” under weapons:; did you mean autocannon or"),
    ("[2x autocannon, pistols]", "autocanon", "autocanon", "no weapon “autocanon” under weapons:; did you mean autocannon or"),
    ("[2x autocannon, pistols]", "['']", "'']", "nothing is written here; write the name of a weapon"),
    ("[2x autocannon, pistols]", "{a: 1}", "{a: 1}", "a “key: value” entry stands where a list is expected"),
    ("[2x autocannon, pistols]", "[{range: 3, AP: 1}]", "{range: 3", "the weapon has no name; write name: autocannon"),
    ("[2x autocannon, pistols]", "[{name: x, range: 3}]", "{name: x", "the weapon has no value"),
    ("[2x autocannon, pistols]", f"[{'autocannon, ' * 13}]", "[autocannon, autocannon", "13 entries stand here; at most 12"),
    ("  pistols: {", "  pistols: {name: p, ", "p, range", "the weapon has its name already, before the colon"),
    ("profile: main tank}", "profile: mian tank}", "mian tank", "no profile “mian tank”; did you mean main tank?"),
    (GRENADIERS, "armor: 3", "armor", "“armor” is not known here; did you mean armour or ammo?"),
    (GRENADIERS, "armour: 3", "{name: Grenadiers", "the unit has no type and integrity; write type: INF, integrity: 2, or profile: NAME"),
    (GRENADIERS, "type: INV, armour: 3, integrity: 1", "INV", "“INV” is no type; did you mean INF?"),
    (GRENADIERS, "type: X, armour: 3, integrity: 1", "X, ar", "“X” is no type; write INF (infantry), LV (light vehicle)"),
    (GRENADIERS, "type: INF, armour: 3+, integrity: 1", "3+", "a die must show armour or less here; a roll of 3 or more is as likely as 4"),
    (GRENADIERS, "type: INF, armour: 3, integrity: 21", "21", "“21” is no whole number from 1 to 20"),
    ("ammo: 4", "ammo: 100", "100", "“100” is no whole number from 0 to 99 for ammo"),
    ("count: 2, type", "count: 0, type", "0, type", "from 1 to 30"),
    ("count: 2, type", "count: 2, lost: 1, type", "{name: Gren", "a unit that has lost integrity stands alone"),
    ("count: 2, type", "count: 2, character: X, type", "{name: Gren", "a unit with a character stands alone"),
    ("count: 2, type", "lost: 3, type", "3, type", "with integrity 3 a unit that has lost 3 is destroyed; leave it out"),
    ("count: 2, type", "character: Lord Vance, type", "Lord Vance, rules", "“Lord Vance” is in the formation already"),
    ("[Reinforced Armour]", "[Reinforced Armor, Fearless]", "Fearless", "“Fearless” is no rule of a unit that is played; known are Assault Weapon, Reinforced Armour, Small Arms"),
    ("[Reinforced Armour]", "[Invulnerable Save]", "Invulnerable Save", "is no rule but a value; write invulnerable: 1 beside armour"),
    ("[Reinforced Armour]", "[Macro-weapon]", "Macro-weapon", "Macro-weapon belongs to weapons; write macro: yes on the weapon"),
    ("invulnerable: 1", "invulnerable: 0", "0}", "from 1 to 9 for the invulnerable save"),
    ("    CR: 4\n", "", "name: Red", "the formation has no CR; write CR: 4"),
    ("    CR: 4\n", "    CR: 4+\n", "4+", "a die must show CR or less here"),
    ("  - name: Red Company", "  - nam: Red Company", "nam: Red", "the formation has no name; write name: Red Company"),
    ("    units:", "    unit:", "unit:", "did you mean units?"),
    ("    points: 300\n", "    models: [{name: A, profile: main tank}]\n", "models:", "models stand here and under units: as well; keep one"),
    ("formations:", "formation:", "formation:", "did you mean formations?"),
]  # fmt: skip


def test_all_mistakes_are_told_at_once() -> None:
    text = LIST
    for old, new in (
        ("strategy: 3", "settings: {metric: round}"),
        ("AP: 4, AT: 2", "AP: 4+, AT: 2"),
        ("type: AV, speed", "type: VA, speed"),
        ("2x autocannon", "2x autocanon"),
        ("[Reinforced Armour]", "[Fearless]"),
        ("CR: 3", "CR: 30"),
    ):
        assert old in text
        text = text.replace(old, new, 1)
    found = errors_of(text)
    assert [line.split(":")[1] for line in found] == ["3", "5", "11", "18", "19", "21"]


def test_what_a_wrong_weapon_or_profile_is_used_by_is_not_blamed() -> None:
    (line,) = errors_of(LIST.replace("AP: 4, AT: 2", "AP: x, AT: 2"))
    assert "“x” is no whole number" in line
    (line,) = errors_of(LIST.replace("speed: 5", "speed: x"))
    assert "“x” is no whole number" in line


# What is shown --------------------------------------------------------------------------------------------------------


def test_notes_name_what_may_surprise() -> None:
    text = LIST.replace("strategy: 3", "invented: yes\nsettings: {macro_save: cover}")
    text = text.replace("[2x autocannon, pistols]", "[pistols]").replace("BP: 3", "BP: 11")
    assert unit_text.notes(army_of(text)) == (
        "its units are invented: no published list has them",
        "it reads macro_save as cover: the save everybody has against macro hits (RH-MW-2)",
        "Red Company: Grenadiers carries nothing but Small Arms, which fight in assaults only; it never shoots (RH-ELIG-2)",
        "Reinforced Armour: saves against macro hits are played, the second save roll of the parent game is not (RH-MW-2)",
        "Battery has 33 barrage points; a barrage of more than 30 counts as the last row (RH-BAR-4)",
        "Small Arms: for assaults, which are not played; range and values of pistols are shown, and never used (RH-ELIG-2)",
    )
    refusing = text.replace("macro_save: cover", "bp_over_30: refuse").replace(
        "weapons: [howitzer]", "weapons: [3x howitzer]"
    )
    assert "a barrage of more than 30 is refused" in unit_text.notes(army_of(refusing))[-2]
    unarmed = LIST.replace(", weapons: [howitzer]", "")
    assert "Battery carries nothing to shoot with; it can be shot at, but not shoot" in unit_text.notes(
        army_of(unarmed)
    )
    assert [note.partition(":")[0] for note in unit_text.notes(army_of(LIST))] == ["Reinforced Armour", "Small Arms"]


def test_notes_name_values_that_no_die_can_miss_or_reach() -> None:
    """RH-HIT-3, RH-SAVE-1, RH-ACT-1: a die shows 6 at most."""
    text = LIST.replace("{range: 12, AP: 4, AT: 2}", "{range: 12, AP: 7, AT: 6}").replace("armour: 3", "armour: 8")
    text = text.replace("CR: 4", "CR: 9").replace("invulnerable: 1", "invulnerable: 7")
    found = [note for note in unit_text.notes(army_of(text)) if "is more than" in note]
    assert found == [
        "Red Company: CR 9 is more than a die shows; a test always passes unless more than 3 is taken off (RH-ACT-1)",
        "autocannon: AP 7 is more than a die shows; a 6 misses all the same, so it hits on 5 or less (RH-HIT-3)",
        "Grenadiers: armour 8 is more than a die shows; a 6 fails all the same, so it saves on 5 or less (RH-SAVE-1)",
        "Lord: invulnerable 7 is more than a die shows; a 6 fails all the same, so it saves on 5 or less (RH-SAVE-1)",
    ]
    read = text.replace("strategy: 3", "settings: {save_six_fails: no, cr_six_passes: no}")
    words = "\n".join(unit_text.notes(army_of(read)))
    assert "CR 9 is more than a die shows; a 6 fails all the same, so a test passes on 5 or less (RH-ACT-1)" in words
    assert "armour 8 is more than a die shows; it always saves unless more than 2 is taken off (RH-SAVE-1)" in words
    assert "autocannon: AP 7" in words


def test_the_highest_values_that_a_die_shows_need_no_note() -> None:
    text = LIST.replace("AP: 4, AT: 2", "AP: 6, AT: 6").replace("armour: 3", "armour: 6").replace("CR: 4", "CR: 6")
    assert not [note for note in unit_text.notes(army_of(text)) if "a die" in note]


def test_the_json_schema_knows_settings_and_weapons_that_are_described() -> None:
    found = lists.json_schema()
    assert set(found["properties"]["settings"]["properties"]) == {setting.key for setting in SETTINGS}
    assert {"$ref": "#/$defs/WeaponPage"} in found["$defs"]["ModelPage"]["properties"]["weapons"]["items"]["anyOf"]


def test_cards_show_what_was_understood() -> None:
    company, battery = unit_text.card(army_of(LIST))
    units, weapons = company.tables
    assert (company.name, company.about) == ("Red Company", "5 units, CR 4, 300 points")
    assert units.heads == ("n", "unit", "type", "armour", "integrity", "ammo", "speed", "carries")
    assert units.rows[0] == ("2", "Main Tank", "AV", "4", "2", "5", "5", "volcano gun, autocannon")
    assert units.rows[1] == ("2", "Grenadiers", "INF", "3", "3", "4", "-", "2x autocannon, pistols")
    assert units.rows[2][-1] == "volcano gun, autocannon, Reinforced Armour, invulnerable 1, Lord Vance"
    assert weapons.heads == ("weapon", "range", "AP", "AT", "macro", "rules")
    assert weapons.rows == (
        ("volcano gun", "24", "-", "5", "yes", ""),
        ("autocannon", "12", "4", "2", "", ""),
        ("pistols", "2", "-", "-", "", "Small Arms"),
    )
    assert battery.about == "3 units, CR 3, 9 barrage points"


SHIPPED = [sample for sample in armies.samples() if sample.ruleset == "reikhammer"]


@pytest.mark.parametrize("sample", SHIPPED, ids=lambda sample: sample.name)
def test_a_shipped_list_is_said_to_be_invented(sample: armies.Sample) -> None:
    loaded = load(sample.path)
    army: Any = loaded.army
    assert army.invented
    assert loaded.text.startswith("# An invented force for Reikhammer")
    assert all(3 <= sum(count for _, count in unit.models) <= 8 for unit in army.units)
    assert unit_text.notes(army)[0].startswith("its units are invented")


def test_the_shipped_lists_have_something_of_everything() -> None:
    units = [unit for sample in SHIPPED for unit in load(sample.path).army.units]
    models = [model for unit in units for model, _ in unit.models]
    assert len(SHIPPED) >= 4
    assert {model.type for model in models} == {"INF", "LV", "AV", "WE", "AC"}
    assert any(model.reinforced for model in models)
    assert any(model.character for model in models)
    assert any(model.invulnerable for model in models)
    assert any(weapon.macro and weapon.macro != weapon.values for model in models for weapon in model.weapons)
    assert any(weapon.aa is not None for model in models for weapon in model.weapons)
    assert {weapon.assault for model in models for weapon in model.weapons} == {"", "Small Arms", "Assault Weapon"}
