"""What a list of this edition may say, what it becomes, and what is said about what it may not say."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli.armies import ArmyErrors, Scenario
from shoot_cli.armies.fields import saves_of
from shoot_cli.armies.yaml_text import read_text, tree_of
from shoot_cli.rules.datasheets.ability_forms import condition_forms, example_of, reaches, states
from shoot_cli.rules.datasheets.ability_grammar import OF_A_TARGET, is_about_battle
from shoot_cli.rules.datasheets.profiles import (
    Amount,
    Army,
    Condition,
    Model,
    Unit,
    Weapon,
    amount_of,
    ap_of,
    movement_of,
    range_of,
    skill_of,
)
from shoot_cli.rules.tenth import lists, unit_text
from shoot_cli.rules.tenth.edition import ABILITIES
from tests.helpers.each import each

LIST = """\
ruleset: 40k-10e
name: Test
profiles:
  tacticus: {M: 6, T: 4, Sv: 3+, W: 2, Ld: 6+, OC: 2}
weapons:
  bolt rifle: {range: 24, A: 2, BS: 3+, S: 4, AP: -1, D: 1, abilities: [assault, Heavy]}
  bolt pistol: {range: 12", A: 1, BS: 3+, S: 4, AP: 0, D: 1, abilities: Pistol, source: my codex}
  plasma incinerator:
    range: 24
    A: 2
    BS: 3+
    abilities: [Assault]
    modes:
      standard: {S: 7, AP: -2, D: 1}
      Supercharge: {S: 8, AP: −3, D: D3+1, abilities: [Hazardous, Heavy], range: 20}
  flamer: {range: 12, A: D6+1, S: 4, AP: 0, D: 1, abilities: [Ignores Cover, Torrent]}
  grenades: {range: 8, A: 6, abilities: [Mortal Wounds 1 on 4+]}
units:
  - name: Intercessor Squad
    points: 80
    keywords: [Infantry, battleline, '  Adeptus   Astartes ']
    abilities: [Stealth]
    models:
      - {name: Intercessor, count: 4, profile: tacticus, weapons: [bolt rifle, bolt pistol]}
  - name: Terminator Squad
    points: 170
    models:
      - {name: Terminator, count: 5, T: 5, Sv: 2+/4++, W: 3, weapons: [bolt rifle]}
  - name: Captain in Terminator Armour
    points: 95
    keywords: [Character, Infantry]
    models:
      - {name: Captain, M: 5", T: 5, Sv: 2+, Inv: 4+, W: 6, weapons: [bolt pistol]}
"""
LEADS = "  - name: Captain in Terminator Armour\n"


def army_of(text: str) -> Army:
    army = lists.read(read_text(text, "list.yaml"), "list.yaml")
    hash(army)
    return army


def unit_of(models: str, more: str = "") -> Unit:
    text = LIST[: LIST.index("units:")] + f"units:\n  - {{name: U, {more}models: [{models}]}}\n"
    return army_of(text).units[0]


def model_of(more: str = "", unit: str = "") -> Model:
    return unit_of(f"{{name: M, profile: tacticus, {more}}}", unit).models[0][0]


def weapons_of(names: str) -> tuple[Weapon, ...]:
    return model_of(f"weapons: {names}").weapons


def weapon_of(described: str) -> Weapon:
    text = LIST.replace("weapons:\n", f"weapons:\n  gun: {described}\n", 1)
    text = text.replace("weapons: [bolt rifle, bolt pistol]", "weapons: [gun]")
    return army_of(text).units[0].models[0][0].weapons[0]


def errors_of(text: str) -> list[str]:
    with pytest.raises(ArmyErrors) as caught:
        army_of(text)
    return str(caught.value).splitlines()


def scenario_of(text: str) -> Scenario:
    return lists.read_scenario(read_text(text, "one.yaml"), "one.yaml")


# Weapons --------------------------------------------------------------------------------------------------------------


def test_a_weapon_as_printed() -> None:
    rifle, pistol = weapons_of("[bolt rifle, bolt pistol]")
    assert rifle[1:8] == ("bolt rifle", 24, Amount(plus=2), 3, 4, -1, Amount(plus=1))
    assert [(ability.name, ability.text) for ability in rifle.abilities] == [("Assault", "Assault"), ("Heavy", "Heavy")]
    assert (rifle.mode_of, rifle.source) == ("", "the list Test")
    assert (pistol.range, pistol.ap, pistol.source) == (12, 0, "my codex")
    assert pistol.has("Pistol")


def test_modes_share_what_stands_beside_them() -> None:
    standard, supercharge = weapons_of("[plasma incinerator]")
    assert (standard.name, supercharge.name) == ("plasma incinerator (standard)", "plasma incinerator (Supercharge)")
    assert {standard.mode_of, supercharge.mode_of} == {"plasma incinerator"}
    assert (standard.range, standard.attacks, standard.skill, standard.strength) == (24, Amount(plus=2), 3, 7)
    assert (supercharge.range, supercharge.ap, supercharge.damage) == (20, -3, Amount(1, 3, 1))
    assert [ability.name for ability in supercharge.abilities] == ["Assault", "Hazardous", "Heavy"]


@pytest.mark.parametrize(
    "said",
    [
        "[plasma incinerator: supercharge]", "['plasma incinerator (SUPERCHARGE)']", "[plasma incinerator - supercharge]",
        "'Plasma Incinerator supercharge'",
    ],
)  # fmt: skip
def test_one_mode_alone(said: str) -> None:
    (weapon,) = weapons_of(said)
    assert (weapon.name, weapon.mode_of) == ("plasma incinerator (Supercharge)", "plasma incinerator")


def test_several_of_one_weapon() -> None:
    assert (
        weapons_of("[2x bolt rifles]")
        == weapons_of("[bolt rifle, Bolt-Rifle]")
        == weapons_of("'bolt rifle, bolt rifle'")
    )
    assert len(weapons_of("[2x plasma incinerator]")) == 4
    assert weapons_of("-") == weapons_of("[]") == ()


def test_weapons_that_need_not_hit() -> None:
    assert weapons_of("[flamer]")[0].skill is None
    for skill in ("BS: N/A, ", "BS: -, ", "BS: 3+, "):
        assert weapon_of(f"{{range: 12, A: D6, {skill}S: 4, AP: 0, D: 1, abilities: [Torrent]}}").skill is None
    assert weapon_of("{range: 12, A: D6, BS: 4+, S: 4, AP: 0, D: 1, abilities: [Torrent within half range]}").skill == 4


def test_weapons_of_mortal_wounds_alone() -> None:
    for said in ("", "S: -, AP: 0, D: -, BS: '-', "):
        weapon = weapon_of(f"{{range: 8, A: 6, {said}abilities: [Mortal Wounds 1 on 4+]}}")
        assert (weapon.strength, weapon.ap, weapon.damage, weapon.skill) == (0, 0, Amount(), None)
        assert weapon.abilities[0].need == 4


def test_effects_may_stand_on_weapons() -> None:
    weapon = weapon_of("{range: 8, A: 6, BS: 4+, S: 4, AP: 0, D: 1, abilities: [re-roll wound rolls against VEHICLE]}")
    assert (weapon.abilities[0].name, weapon.abilities[0].conditions[0].words) == ("Re-roll wound rolls", ("VEHICLE",))
    assert weapon_of("{range: 8, A: 6, BS: 4+, S: 4, AP: 0, D: 1, abilities: -}").abilities == ()


@each(
    ("text", "amount"),
    [("3", Amount(plus=3)), ("D3", Amount(1, 3)), ("d6", Amount(1, 6)), ("2D6", Amount(2, 6)), ("D6+1", Amount(1, 6, 1)),
     ("2D3+3", Amount(2, 3, 3)), ("D6 + 3", Amount(1, 6, 3))],
)  # fmt: skip
def test_amounts(text: str, amount: Amount) -> None:
    assert amount_of(text) == amount


@each("text", ["0", "D", "D4", "0D6", "101", "99D6", "-1", "D6-1", "two", "D6+1+1", "٣", ""])
def test_what_is_no_amount(text: str) -> None:
    with pytest.raises(ValueError, match="write 3, D3, 2D6 or D6\\+1"):
        amount_of(text)


def test_other_values() -> None:
    assert [ap_of(said) for said in ("0", "-1", "−2", "–3", "- 4", "-")] == [0, -1, -2, -3, -4, 0]
    assert [skill_of(said) for said in ("2+", "6", "N/A", "-", "n/a")] == [2, 6, None, None, None]
    assert [saves_of(said) for said in ("2+", "7+", "-", "2+/4++", "3+ / 5+")] == [
        (2, None),
        (0, None),
        (0, None),
        (2, 4),
        (3, 5),
    ]
    assert [movement_of(said) for said in ("6", '6"', '20+"', "-", "0")] == [6, 6, 20, None, 0]
    assert [range_of(said) for said in ("24", '24"', "7.5", "18 inches")] == [24, 24, 7.5, 18]


# Models and units -----------------------------------------------------------------------------------------------------


def test_a_model_as_printed() -> None:
    model = model_of()
    assert model[1:6] == ("M", 4, 3, 2, None)
    assert (model.movement, model.leadership, model.objective_control, model.lost) == (6, 6, 2, 0)


def test_a_profile_and_what_a_model_changes() -> None:
    model = model_of("W: 4, Sv: 2+/4++, FNP: 5+, lost: 3")
    assert (model.toughness, model.wounds, model.save, model.invulnerable) == (4, 4, 2, 4)
    assert (model.feel_no_pain, model.lost) == (5, 3)
    assert model_of("Sv: -, Inv: 5++").save is None
    assert model_of("Sv: -, Inv: 5++").invulnerable == 5
    assert model_of("Inv: -").invulnerable is None


@pytest.mark.parametrize(
    ("written", "field", "value"),
    [
        ("abilities: [Feel No Pain 5+]", "feel_no_pain", 5),
        ("abilities: [FNP 5+], FNP: 6+", "feel_no_pain", 5),
        ("effects: [Feel No Pain 6+], FNP: 5+", "feel_no_pain", 5),
        ("FNP: -", "feel_no_pain", None),
    ],
)
def test_feel_no_pain_is_a_characteristic(written: str, field: str, value: int | None) -> None:
    for model in (model_of(written), model_of(unit=written + ", ") if "FNP:" not in written else model_of(written)):
        assert getattr(model, field) == value
        assert model.abilities == ()


@pytest.mark.parametrize(
    ("against", "kind"), [("mortal wounds", "mortal"), ("Psychic Attacks", "psychic"), ("damage 1", "damage 1")]
)
def test_feel_no_pain_against_something_is_an_ability(against: str, kind: str) -> None:
    (ability,) = model_of(f"abilities: [Feel No Pain 4+ against {against}]").abilities
    assert (ability.name, ability.need, ability.conditions) == ("Feel No Pain", 4, (Condition("attack", (kind,)),))


def test_abilities_of_the_unit_are_those_of_its_models() -> None:
    model = model_of("abilities: [Lethal Hits, STEALTH]", "abilities: [Stealth, Deep Strike], effects: [lance], ")
    assert [ability.text for ability in model.abilities] == ["Lance", "Lethal Hits", "Stealth"]


@each(
    "written",
    [
        "abilities: [led: incoming: -1 to hit, Stealth]",
        "abilities: ['led: incoming: -1 to hit', Stealth]",
        "abilities: [led: {incoming: -1 to hit}, Stealth]",
        "abilities: [Stealth, {led: [incoming: -1 to hit]}]",
        "abilities: Stealth, effects: [led: incoming: -1 to hit]",
    ],
)
def test_a_reach_before_incoming_needs_no_quotes(written: str) -> None:
    """YAML refuses a second colon; what is meant can be one thing alone."""
    one, other = model_of(written).abilities
    assert (one.name, one.reach.kind, one.incoming, other.name) == ("- to hit", "led", True, "Stealth")


@each(
    "written",
    [
        "      - mark after shooting: +1 to hit, no cover",
        "      - mark after shooting:\n          - +1 to hit\n          - no cover",
        "      - mark after shooting: +1 to hit; no cover",
        '      - "mark after shooting: +1 to hit, no cover"',
    ],
)
def test_what_a_mark_does_may_stand_in_one_line_or_below_it(written: str) -> None:
    text = LIST.replace("abilities: [Stealth]", f"abilities:\n      - Stealth\n{written}\n      - Lethal Hits", 1)
    abilities = army_of(text).units[0].models[0][0].abilities
    assert [one.name for one in abilities] == ["Lethal Hits", "Mark", "Stealth"]
    assert [one.name for one in abilities[1].gives] == ["+ to hit", "No cover"]


@each(
    "written",
    [
        "abilities: [mark after shooting: +1 to hit, no cover]",
        "abilities: [Stealth, one of: Lethal Hits, Sustained Hits 1, no cover]",
        "effects: ['Stealth', lend INFANTRY within 6\": +1 attacks, Lethal Hits]",
    ],
)
def test_a_comma_in_a_row_that_would_cut_an_ability_short_is_told(written: str) -> None:
    """In brackets it begins the next ability, which may not be meant: nothing is guessed."""
    (said,) = [one for one in errors_of(LIST.replace("abilities: [Stealth]", written, 1)) if "the comma" in one]
    assert "ends it; write ; there, or put it in quotes if that is all" in said
    assert model_of(written.replace(",", ";").replace("Stealth;", "Stealth,").replace("'Stealth';", "'Stealth',"))


@each(
    "written",
    [
        "abilities: [one of: Lethal Hits; Sustained Hits 1, Stealth]",
        "abilities: ['mark: +1 to hit', Stealth]",
        "abilities: [Stealth, mark: +1 to hit]",
    ],
)
def test_no_comma_is_told_where_it_is_clear(written: str) -> None:
    assert len(model_of(written).abilities) == 2


def test_one_of_one_is_told() -> None:
    (said,) = errors_of(LIST.replace("[Stealth]", "[Stealth, one of: Lethal Hits]", 1))
    assert "leaves nothing to pick from; write one of: Lethal Hits, Sustained Hits 1, with commas" in said


def test_abilities_with_colons_may_stand_without_quotes() -> None:
    model = model_of("abilities: [incoming: -1 damage, Damaged: 1-4]")
    assert [(ability.name, ability.number) for ability in model.abilities] == [("Damaged", 4), ("- damage", 1)]


def test_conditions_of_abilities() -> None:
    (half,) = model_of("abilities: [+1 to hit within half range]").abilities
    assert half.conditions == (Condition("half range"),)
    (asked,) = model_of("abilities: ['+1 to hit if Oath of Moment target']").abilities
    assert asked.conditions == (Condition("if", ("Oath of Moment target",)),)


def test_keywords() -> None:
    unit = army_of(LIST).units[0]
    assert unit.keywords == ("ADEPTUS ASTARTES", "BATTLELINE", "INFANTRY")
    assert unit.models[0][0].keywords == unit.keywords
    mixed = unit_of("{name: A, profile: tacticus}, {name: B, profile: tacticus, keywords: Psyker}", "keywords: Fly, ")
    assert [model.keywords for model, _ in mixed.models] == [("FLY",), ("FLY", "PSYKER")]
    assert mixed.keywords == ("FLY", "PSYKER")


def test_characters() -> None:
    assert model_of("character: yes").keywords == ("CHARACTER",)
    assert model_of("character: yes").character
    assert model_of("keywords: [character]").character
    assert model_of(unit="keywords: [Character], ").character
    assert not model_of().character


def test_models_of_one_name_are_told_apart() -> None:
    rifle, pistol, hurt = (
        f"{{name: M, profile: tacticus, {more}}}" for more in ("weapons: bolt rifle", "weapons: flamer", "lost: 1")
    )
    unit = unit_of(f"{rifle}, {pistol}, {rifle}, {hurt}")
    assert [model.name for model, _ in unit.models] == ["M", "M (flamer)", "M", "M 2"]


def test_units_of_one_name_get_numbers() -> None:
    text = LIST.replace("name: Terminator Squad", "name: Intercessor Squad")
    assert [unit.name for unit in army_of(text).units][:2] == ["Intercessor Squad", "Intercessor Squad 2"]


def test_points_and_factions() -> None:
    army = army_of(LIST.replace("name: Test", "name: Test\nfaction: Ultramarines"))
    assert (army.ruleset, army.name, army.faction) == ("40k-10e", "Test", "Ultramarines")
    assert [unit.points for unit in army.units] == [80, 170, 95]
    assert not army.units[0].attached


# Leaders --------------------------------------------------------------------------------------------------------------


def led(unit: str, text: str = LIST) -> str:
    return text.replace(LEADS, f"{LEADS}    leader: {unit}\n")


@pytest.mark.parametrize("said", ["Terminator Squad", "terminator-squad"])
def test_a_leader_and_its_unit_are_one(said: str) -> None:
    squad, terminators = army_of(led(said)).units
    assert squad.name == "Intercessor Squad"
    assert terminators.name == "Terminator Squad with Captain in Terminator Armour"
    assert terminators.points == 265
    assert terminators.attached
    assert terminators.keywords == ("CHARACTER", "INFANTRY")
    (guard, guards), (captain, captains) = terminators.models
    assert (guard.name, guards, guard.leader, guard.character, guard.from_unit) == (
        "Terminator",
        5,
        False,
        False,
        "Terminator Squad",
    )
    assert (captain.name, captains, captain.leader, captain.character) == ("Captain", 1, True, True)
    assert captain.from_unit == "Captain in Terminator Armour"
    assert captain.keywords == ("CHARACTER", "INFANTRY")
    assert guard.keywords == ()


def test_a_leader_may_stand_before_its_unit_and_others_may_follow() -> None:
    start, units = LIST.split("units:\n")
    squad, terminators, captain = ("  - name: " + part for part in units.split("  - name: ")[1:])
    second = captain.replace("Captain", "Librarian")
    text = f"{start}units:\n" + led("Terminator Squad", captain) + squad + terminators + second.replace(
        "    points", "    leader: Terminator Squad\n    points"
    )  # fmt: skip
    first, joined = army_of(text).units
    assert first.name == "Intercessor Squad"
    assert joined.name == "Terminator Squad with Captain in Terminator Armour and Librarian in Terminator Armour"
    assert [model.leader for model, _ in joined.models] == [False, True, True]
    third = second.replace("Librarian", "Chaplain").replace("    points", "    leader: Terminator Squad\n    points")
    assert any("has 2 leaders already" in line for line in errors_of(text + third))


def test_two_units_of_one_name_are_counted() -> None:
    text = LIST.replace("name: Intercessor Squad", "name: Terminator Squad")
    assert [unit.name for unit in army_of(led("Terminator Squad 2", text)).units] == [
        "Terminator Squad", "Terminator Squad 2 with Captain in Terminator Armour",
    ]  # fmt: skip
    assert [unit.name for unit in army_of(led("Terminator Squad 1", text)).units] == [
        "Terminator Squad with Captain in Terminator Armour", "Terminator Squad 2",
    ]  # fmt: skip
    (line,) = errors_of(led("Terminator Squad", text))
    assert "2 units are called “Terminator Squad”; count them in the order of the list: “Terminator Squad 1” or" in line


def test_equal_leaders_of_one_unit_are_told_apart() -> None:
    captain = LIST[LIST.index(LEADS) :].replace(LEADS, LEADS + "    leader: Terminator Squad\n")
    unit = army_of(LIST[: LIST.index(LEADS)] + captain * 2).units[1]
    assert [model.name for model, _ in unit.models] == ["Terminator", "Captain", "Captain 2"]
    assert len({model.from_unit for model, _ in unit.models}) == 3


def test_those_who_come_with_a_leader_are_bodyguards() -> None:
    retinue = "      - {name: Veteran, count: 2, profile: tacticus}\n"
    text = (
        led("Terminator Squad")
        .replace("    keywords: [Character, Infantry]\n", "")
        .replace(", W: 6", ", W: 6, character: yes")
    )
    unit = army_of(text + retinue).units[1]
    assert [(model.name, model.leader) for model, _ in unit.models] == [
        ("Terminator", False),
        ("Veteran", False),
        ("Captain", True),
    ]


@each(
    ("text", "words"),
    [
        (led("Terminatr Squad"), "no unit “Terminatr Squad” in this list; did you mean Terminator Squad or"),
        (led("Captain in Terminator Armour"), "cannot lead itself; name another unit of the list"),
        (led("Terminator Squad 2"), "no unit “Terminator Squad 2” in this list; did you mean Terminator Squad or"),
        (led("yes"), "no unit “yes” in this list; known are Intercessor Squad, Terminator Squad"),
        (led("Terminator Squad").replace("[Character, Infantry]", "[Infantry]"), "only CHARACTERs lead; add Character"),
        (
            led("Terminator Squad").replace("    points: 170\n", "    leader: Intercessor Squad\n"),
            "Terminator Squad leads a unit itself; name the unit that both lead",
        ),
    ],
)
def test_leaders_that_cannot_be(text: str, words: str) -> None:
    line = text[: text.index("    leader:", text.index(LEADS))].count("\n") + 1
    assert any(error.startswith(f"list.yaml:{line}:13: ") and words in error for error in errors_of(text)), errors_of(
        text
    )


def test_a_leader_of_a_unit_that_is_wrong_is_not_blamed() -> None:
    (line,) = errors_of(led("Terminator Squad").replace("T: 5, Sv: 2+/4++, W: 3", "T: 5, Sv: 2+/4++, W: 0"))
    assert "“0” is no whole number" in line


def test_a_leader_in_one_unit() -> None:
    unit = unit_of("{name: Boss, profile: tacticus, leader: yes}, {name: Boy, count: 9, profile: tacticus}")
    assert unit.attached
    (boy, _), (boss, _) = unit.models
    assert (boy.name, boy.leader, boy.from_unit) == ("Boy", False, "U")
    assert (boss.name, boss.leader, boss.character, boss.from_unit) == ("Boss", True, True, "Boss")


# Scenarios ------------------------------------------------------------------------------------------------------------


def test_a_scenario() -> None:
    found = scenario_of(
        "ruleset: 40k-10e\n"
        "weapons:\n  gun: {range: 24, A: 2, BS: 3+, S: 4, AP: 0, D: 1, abilities: [Hazardous]}\n"
        "attacker: {models: [{name: Shooter, count: 5, weapons: [gun]}]}\n"
        "target: {name: Squad, models: [{name: Boy, count: 9, T: 5}, {name: Boss, T: 5, Sv: 4+, W: 6, leader: yes}]}\n"
        "answers: {distance: 12, cover: yes, weapon: [gun, done]}\n"
    )
    ((shooter, count),) = found.attacker.models
    assert (found.attacker.name, count, shooter.toughness, shooter.save, shooter.wounds) == ("Attacker", 5, 0, None, 1)
    assert found.target.attached
    (boy, _), (boss, _) = found.target.models
    assert (boy.toughness, boy.save, boy.wounds, boss.leader) == (5, None, 1, True)
    assert found.answers == (("distance", "12"), ("cover", "yes"), ("weapon", "gun"), ("weapon", "done"))


def test_sides_as_profile_lines() -> None:
    found = scenario_of("ruleset: 10e\nattacker: 5x A2 BS3+ S4 AP-1 D1\ntarget: 10x T4 Sv3+ W2\n")
    assert found.attacker.models[0][1] == 5
    assert found.target.models[0][0].wounds == 2


@each(
    ("attacker", "target", "words"),
    [
        ("5x A2 BS3+ S4 AP1 D1", "T4", "one.yaml:2:11: in “5x A2 BS3+ S4 AP1 D1”, character 15: AP is 0 or less; write -1"),
        ("5x A2 BS3+ S4 AP0 D1", "{models: [{name: M, W: 2}]}", "one.yaml:3:19: the model has no T; write T: 4"),
        ("{models: [{name: M}], leader: X}", "T4", "a leader is one of the models here; write leader: yes on that model"),
        ("{models: [{name: M, W: 0}]}", "T4", "“0” is no whole number from 1 to 999"),
        ("{models: [{name: M, weapons: [gun]}]}", "T4", "no weapon “gun” under weapons:; there are none"),
        ("{models: [{name: M, leader: yes}]}", "T4", "every model has leader: yes, and nobody is left to be led"),
        ("{models: [{name: M}, {name: N, count: 3, leader: yes}]}", "T4", "3 models with leader: yes are too many"),
        ("", "T4", "“attacker” is missing"),
    ],
)  # fmt: skip
def test_scenarios_that_cannot_be(attacker: str, target: str, words: str) -> None:
    with pytest.raises(ArmyErrors) as caught:
        scenario_of(f"ruleset: 40k-10e\nattacker: {attacker}\ntarget: {target}\n")
    assert words in str(caught.value)


def test_a_scenario_from_data_names_paths() -> None:
    data: dict[str, Any] = {
        "ruleset": "40k-10e",
        "attacker": "5x A2 BS3+ S4 AP0 D1",
        "target": {"models": [{"name": "M", "T": 99}]},
    }
    with pytest.raises(ArmyErrors) as caught:
        lists.read_scenario(tree_of(data), "")
    assert str(caught.value) == "target.models[0].T: “99” is no whole number from 1 to 30"


# What is wrong --------------------------------------------------------------------------------------------------------


# Old words, new words, what stands at the place that is complained of, and the complaint: tests/rules/test_every_list.py
MISTAKES = [
    ("name: Test", "nmae: Test", "nmae", "“nmae” is not known here; did you mean name?"),
    ("name: Test", "name: ''", "''", "nothing is written here; write a name"),
    (" T: 4", " T: 0", "0, Sv", "“0” is no whole number from 1 to 30"),
    (" T: 4", " t: 4", "t: 4,", "“t” is not known here"),
    (" T: 4", " T: 1:2", "1:2", "“1:2” is no whole number"),
    ("Sv: 3+", "Sv: 3+++", "3+++", "“3+++” is no save; write 2+ to 6+"),
    ("Sv: 3+", "Sv: 3+/5++, Inv: 4+", "{M", "the invulnerable save stands twice"),
    ("M: 6", "M: fast", "fast", "“fast” is no Movement; write inches as 6"),
    ("Ld: 6+", "Ld: 13", "13", "“13” is no Leadership; write 6+"),
    ("range: 24, A", "range: 0, A", "0, A", "“0” is no range; write inches as 24"),
    ("range: 24, A", "range: Melee, A", "Melee", "close combat weapons do not shoot; leave it out"),
    ("range: 24, A", "A", "{A: 2", "“range” of the weapon is missing; write range: 24"),
    ("A: 2, BS", "A: D4, BS", "D4", "“D4” is no number; write 3, D3, 2D6 or D6+1"),
    ("BS: 3+, S: 4, AP: -1", "BS: 7+, S: 4, AP: -1", "7+", "“7+” is no BS; write 2+ to 6+, or N/A for a Torrent weapon"),
    ("BS: 3+, S: 4, AP: -1", "S: 4, AP: -1", "{range: 24, A: 2, S", "“BS” of the weapon is missing; write BS: 3+, or Torrent among"),
    ("BS: 3+, S: 4, AP: -1", "BS: N/A, S: 4, AP: -1", "N/A", "only a weapon with Torrent has no BS; write BS: 3+, or Torrent"),
    ("BS: 3+, S: 4, AP: -1", "BS: -, S: 4, AP: -1", "-, S", "only a weapon with Torrent has no BS"),
    ("    BS: 3+\n", "", "{S: 7", "“BS” of the weapon is missing"),
    ("range: 24, A: 2, BS", "BS", "{BS", "the weapon has no range and A; write range: 24, A: 2"),
    ("    BS: 3+\n", "    BS: N/A\n", "N/A", "only a weapon with Torrent has no BS"),
    ("S: 7, AP", "AP", "{AP: -2", "“S” of the weapon is missing; write S: 4"),
    ("S: 7, AP", "S: -, AP", "-, AP", "only a weapon with Mortal Wounds X on N+ has no S; write S: 4"),
    ("AP: -1", "AP: 1", "1, D", "AP is 0 or less; write -1 for “1”"),
    ("AP: -1", "AP: -99", "-99", "“-99” is no AP; write 0 to -10"),
    ("D: 1, abilities: [assault", "abilities: [assault", "{range: 24, A", "“D” of the weapon is missing; write D: 1"),
    ("D: 1, abilities: [assault", "D: 0, abilities: [assault", "0, ab", "“0” is no number"),
    ("[assault, Heavy]", "[asault, Heavy]", "asault", "“asault” is no ability that is known; did you mean Assault or"),
    ("[assault, Heavy]", "[Stealth]", "Stealth", "“Stealth” belongs to models and units; write it under their abilities:"),
    ("[assault, Heavy]", "[Deadly Demise D3]", "Deadly", "“Deadly Demise D3” belongs to models and units"),
    ("[assault, Heavy]", "[Deep Strike]", "Deep", "“Deep Strike” is no ability of weapons; leave it out"),
    ("[assault, Heavy]", "[anti-infantry 9+]", "anti", "a die shows 2+ to 6+, not 9"),
    ("[assault, Heavy]", "[Rapid Fire 0]", "Rapid", "“Rapid Fire 0” has an amount of 0; 1 to 100 at most"),
    ("[assault, Heavy]", "[Sustained Hits 99D6]", "Sustained", "has an amount of 99D6"),
    ("[assault, Heavy]", "[{a: b, c: d}]", "{a", "a “key: value” entry stands here; write an ability of weapons"),
    ("  bolt pistol:", "  Bolt-Rifle:", "Bolt-Rifle", "“Bolt-Rifle” is the same name as “bolt rifle”"),
    ("      Supercharge:", "      Standard:", "Standard", "“Standard” is the same name as “standard”"),
    ("[bolt rifle, bolt pistol]", "[bolt rilfe]", "bolt rilfe", "no weapon “bolt rilfe” under weapons:; did you mean bolt rifle"),
    ("[bolt rifle, bolt pistol]", "[plasma incinerator: huge]", "plasma incinerator", "no weapon “plasma incinerator: huge”"),
    ("[bolt rifle, bolt pistol]", "{a: 1}", "{a: 1}", "a “key: value” entry stands where a list is expected"),
    ("[bolt rifle, bolt pistol]", "['']", "'']", "nothing is written here; write the name of a weapon"),
    ("[bolt rifle, bolt pistol]", f"[{'flamer, ' * 21}]", "[flamer, ", "21 entries stand here; at most 20"),
    ("profile: tacticus", "profile: tactcius", "tactcius", "no profile “tactcius”; did you mean tacticus?"),
    ("profile: tacticus", "M: 6", "{name: Inter", "the model has no T, Sv and W; write T: 4, Sv: 3+, W: 2, or profile: NAME"),
    ("profile: tacticus", "BS: 3+", "BS: 3+, weap", "“BS” is not known here"),
    ("count: 4", "count: 0", "0, prof", "from 1 to 200"),
    ("count: 4", "lost: 2", "2, prof", "with W 2 a model that has lost 2 is destroyed; leave it out"),
    ("count: 4", "count: 4, lost: 1", "{name: Inter", "a model that has lost wounds stands alone"),
    ("count: 4", "character: perhaps", "perhaps", "“perhaps” is neither yes nor no"),
    ("[Stealth]", "[Feel No Pain]", "Feel No", "lacks its number; write Feel No Pain 5+"),
    ("[Stealth]", "['Damaged: 1-4 if stationary']", "'Damaged", "no condition is played for this ability"),
    ("[Stealth]", "[4+ invulnerable save]", "4+ inv", "is no ability but a characteristic; write Inv: 4+ beside Sv"),
    ("[Stealth]", "[Stelth]", "Stelth", "“Stelth” is no ability that is known; did you mean Stealth?"),
    ("[Infantry, battleline, ", f"[{'x' * 61}, ", "xxx", "61 characters are too long for a keyword"),
    ("[Infantry, battleline, ", "[Infantri, ", "Infantri", "no ability knows the keyword “Infantri”; did you mean INFANTRY?"),
    ("  - name: Intercessor Squad", "  - nam: Intercessor Squad", "nam: Inter", "the unit has no name"),
    ("    models:", "    modles:", "modles", "did you mean models?"),
    ("{name: Intercessor, ", "{", "{count", "“name” is missing; write name: Intercessor"),
    ("units:", "unit:", "unit:", "did you mean units?"),
]  # fmt: skip


def test_all_mistakes_are_told_at_once() -> None:
    text = led("Terminators")
    for old, new in (
        (" T: 4", " T: x"),
        ("AP: -1", "AP: 1"),
        ("[bolt rifle, bolt pistol]", "[bolt rilfe]"),
        ("[Stealth]", "[Stelth]"),
    ):
        assert old in text
        text = text.replace(old, new, 1)
    found = errors_of(text)
    assert [line.split(":")[1] for line in found] == ["4", "6", "22", "24", "30"]
    words = (
        "“x” is no whole number",
        "AP is 0 or less",
        "did you mean Stealth",
        "did you mean bolt rifle",
        "did you mean Terminator Squad",
    )
    assert all(part in line for part, line in zip(words, found, strict=True)), found


def test_a_misspelt_ability_is_wrong_once() -> None:
    (line,) = errors_of(LIST.replace("[Ignores Cover, Torrent]", "[Ignores Cover, Torent]"))
    assert "did you mean Torrent?" in line


# What is shown --------------------------------------------------------------------------------------------------------


def test_notes_name_what_may_surprise() -> None:
    text = LIST.replace("[assault, Heavy]", "[Extra Attacks]").replace("weapons: [bolt pistol]}", "}")
    assert unit_text.notes(army_of(text)) == (
        "bolt rifle: Extra Attacks counts in close combat only; it does nothing here",
        "Terminator Squad has no keywords; Anti abilities and “against VEHICLE” go by them",
        "Captain in Terminator Armour carries no ranged weapon; it can be shot at, but not shoot",
    )


def test_the_json_schema_offers_every_effect_reach_and_condition() -> None:
    """Each line that it offers can be read where it is offered."""
    found = lists.json_schema()["$defs"]
    for page, read in (
        ("UnitPage", ABILITIES.of_unit),
        ("ModelPage", ABILITIES.of_unit),
        ("WeaponPage", ABILITIES.of_weapon),
    ):
        for key in {"abilities", "effects"} & found[page]["properties"].keys():
            items = found[page]["properties"][key]["items"]
            offered = [read(one) for one in items["examples"]]
            assert None not in offered
            told = [one for one in offered if one]
            if page != "WeaponPage":
                assert {one.name for one in told} == set(ABILITIES.forms)
                assert {one.reach.kind for one in told} >= set(reaches())
                assert any(one.incoming for one in told)
            assert {part.kind for one in told for part in one.conditions} >= {*condition_forms()} - {
                "attack",
                "not attack",
            }
            assert {part.words[0] for one in told for part in one.conditions if part.kind == "state"} == {
                f"{whose}{state}"
                for whose in ("", "target ")
                for state in map(example_of, states())
                if not (is_about_battle(state) if whose else state == OF_A_TARGET)
            }
            told_of = found[page]["properties"][key]["description"]
            assert all(whom in told_of for whom in ("led:", 'friendly INFANTRY within 6":', "incoming:"))
    assert found["ModePage"]["properties"]["abilities"]["items"]["examples"]


def test_cards_show_what_was_understood() -> None:
    squad, joined = unit_text.card(
        army_of(led("Terminator Squad").replace("W: 6,", "W: 6, FNP: 5+, abilities: [Lethal Hits],"))
    )
    models, weapons = squad.tables
    assert (squad.name, squad.about) == ("Intercessor Squad", "4 models, 80 points")
    assert models.heads == ("n", "model", "M", "T", "Sv", "W", "Ld", "OC", "carries")
    assert models.rows == (("4", "Intercessor", '6"', "4", "3+", "2", "6+", "2", "bolt rifle, bolt pistol"),)
    assert weapons.heads == ("weapon", "range", "A", "BS", "S", "AP", "D", "abilities")
    assert weapons.rows[0] == ("bolt rifle", '24"', "2", "3+", "4", "-1", "1", "Assault, Heavy")
    assert squad.words == ("Abilities: Stealth", "Keywords: ADEPTUS ASTARTES, BATTLELINE, INFANTRY")
    assert joined.about == "6 models, 265 points, an Attached unit"
    assert joined.words[0] == "Led by Captain; attacks go to the other models first."
    assert joined.tables[0].rows[1][-1] == "bolt pistol, leader, Lethal Hits"
    assert joined.tables[0].rows[1][5:8] == ("6", "4++", "5+")
