"""What a list of this edition may say, what it becomes, and what is said about what it may not say."""

from __future__ import annotations

from typing import Any

import pytest

from shoot_cli.armies import ArmyErrors
from shoot_cli.rules.second import lists, unit_text
from shoot_cli.rules.second.profiles import Dice, Field, Location, Model, Save, Weapon
from tests.helpers.each import each
from tests.rules.second.helpers.reader import HULL, LIST, MODEL, army_of, errors_of, first_of, read_unit, scenario_of


def read_model(models: str, unit: str = "") -> Model:
    return first_of(read_unit(models, unit))


def weapons_of(names: str) -> tuple[Weapon, ...]:
    return read_model(f"{{name: M, profile: marine, weapons: {names}}}").weapons


def described(said: str) -> Weapon:
    text = LIST.replace("  zapp gun: {", f"  own: {{{said}}}\n  zapp gun: {{").replace("[boltgun]", "[own]")
    (weapon,) = first_of(army_of(text).units[0]).weapons
    return weapon


# Weapons ---------------------------------------------------------------------------------------------------------------


def test_a_weapon_as_written() -> None:
    assert weapons_of("[zapp gun]") == (
        Weapon("zapp gun", 12, 24, 1, 0, 8, Dice(((1, 6),)), -2, Dice(((2, 6),), 8), 2, rules=("Plasma",), recharge=1, source="my codex"),
    )  # fmt: skip


def test_modes_share_what_stands_beside_them() -> None:
    big, small = weapons_of("[launcha]")
    source = "the list Test"
    assert big == Weapon(
        "launcha (Big)", 20, 72, 0, 0, 8, Dice(((1, 10),)), -6, Dice(((1, 6), (1, 10)), 8), 0, True, mode_of="launcha", source=source
    )  # fmt: skip
    assert small == Weapon(
        "launcha (small)", 20, 40, None, -1, 4, Dice((), 1), -1, Dice(((1, 6),), 4), 0, True, 2, rules=("Knockback",), mode_of="launcha",
        source=source,
    )  # fmt: skip
    assert [weapon.name for weapon in weapons_of("[launcha (BIG)]")] == ["launcha (Big)"]


@each(
    ("said", "fields"),
    [
        ("template: yes, S: 4, save: -2, rules: [Flamer]", {"template": True, "short": None, "long": None, "hit_short": None, "hit_long": None}),
        ("rules: [template, Flamer], S: 4, save: -2", {"template": True, "rules": ("Flamer",)}),
        ("thrown: yes, hit: -1/-1, S: 6, save: -3", {"thrown": True, "short": None, "hit_long": -1}),
        ("short: 6, long: -, hit: auto/-, S: 3, save: 0", {"short": 6, "long": None, "hit_short": None, "hit_long": 0}),
        ("short: 0-12, long: 12-24, short_hit: +1, long_hit: 0, S: 4, save: -1", {"short": 12, "long": 24, "hit_short": 1, "hit_long": 0}),
        ("short: 1, long: 2, hit: 0/0, S: 4, save: -1, penetration: D6+9", {"penetration": Dice(((1, 6),), 9)}),
        ("short: 1, long: 2, hit: 0/0, S: 4, save: 0, penetration: automatic", {"penetration": Dice(), "rules": ("Automatic Penetration",)}),
        ("short: 1, long: 2, hit: 0/0, S: 4, save: 0, penetration: -", {"penetration": Dice(), "rules": ()}),
        ("short: 1, long: 2, hit: 0/0, S: 4, save: 0, sustained fire: 3, explodes: 3", {"sustained": 3, "explodes": 3}),
        ("short: 1, long: 2, hit: 0/0, S: 4, save: 0, rules: [Sustained fire - 3 dice, Explodes]", {"sustained": 3, "explodes": 3}),
        ("short: 1, long: 2, hit: 0/0, S: 4, save: 0, rules: Move or fire", {"move_or_fire": True}),
        ("short: 1, long: 2, hit: 0/0, S: 4, save: 0, blast: 1 1/2", {"blast": 1.5}),
        ("short: 1, long: 2, hit: 0/0, S: 4, save: 0, rules: [Plasma], recharge: 0", {"recharge": 0, "rules": ("Plasma",)}),
    ],
)  # fmt: skip
def test_ways_to_describe_a_weapon(said: str, fields: dict[str, Any]) -> None:
    weapon = described(said)
    assert {key: getattr(weapon, key) for key in fields} == fields


def test_a_list_beats_the_armoury() -> None:
    text = LIST.replace("  zapp gun:", "  Boltgun: {short: 9, long: 18, hit: 0/0, S: 5, save: 0}\n  zapp gun:")
    weapon = first_of(army_of(text).units[0]).weapons[0]
    assert (weapon.name, weapon.short, weapon.strength) == ("Boltgun", 9, 5)
    bolter = first_of(army_of(text.replace("[boltgun]", "[bolter]")).units[0]).weapons[0]
    assert bolter == weapon  # another name of the weapon is one of what the list makes of it
    both = text.replace("  Boltgun:", "  Bolter: {short: 8, long: 16, hit: 0/0, S: 3, save: 0}\n  Boltgun:")
    found = first_of(army_of(both.replace("[boltgun]", "[bolter, boltgun]")).units[0]).weapons
    assert [(weapon.name, weapon.strength) for weapon in found] == [("Bolter", 3), ("Boltgun", 5)]


def test_several_of_one_weapon() -> None:
    assert weapons_of("[2x heavy bolter]") == weapons_of("[heavy bolter, heavy bolter]")
    assert weapons_of("'boltgun, bolt pistol'") == weapons_of("[boltgun, bolt pistol]")


# Models and units ------------------------------------------------------------------------------------------------------


def test_a_profile_and_what_a_model_changes() -> None:
    model = read_model(
        "{name: Captain, profile: marine, W: 3, BS: 6, Sv: 3+ on 2D6, field: refractor 5+, character: yes}"
    )
    assert model == Model(
        "Captain", 6, 4, 3, 8, Save(3, 2), Field("refractor field", 5), character=True, movement=4, weapon_skill=4, strength=4,
        initiative=4, attacks=1,
    )  # fmt: skip
    assert read_model("{name: M, profile: marine, Sv: -}").save is None


def test_rules_of_the_unit_go_to_its_models() -> None:
    unit = read_unit(f"{MODEL[:-1]}, rules: [bionic eye]}}, {MODEL}", "rules: [targeter, fear, Waaagh], ")
    assert unit.rules == ("Causes Fear", "Targeter", "Waaagh")
    assert unit.models[0][0].rules == ("Bionic Eye", "Causes Fear", "Targeter", "Waaagh")
    assert unit.models[1][0].rules == unit.rules
    assert unit.has("Bionic Eye")


@pytest.mark.rule("2E-TGT-1")
@each(
    ("kind", "models", "category"),
    [
        ("", MODEL, "human-sized"), ("type: Infantry, ", MODEL, "human-sized"), ("type: Character, ", MODEL, "human-sized"),
        ("type: Monster, ", MODEL, "monstrous"), ("type: Infantry, category: smaller, ", MODEL, "smaller"),
        ("type: Vehicle, ", f"{{name: V, BS: 4, locations: [{HULL}]}}", "vehicle"), ("", f"{{name: V, BS: 4, locations: [{HULL}]}}", "vehicle"),
        ("type: Walker, ", f"{{name: V, BS: 4, locations: [{HULL}]}}", "monstrous"),
        ("type: Bike, ", f"{{name: V, BS: 4, locations: [{HULL}]}}", "vehicle"),
        ("type: Support weapon, ", f"{{name: V, BS: 4, locations: [{HULL}]}}", "human-sized"),
    ],
)  # fmt: skip
def test_categories(kind: str, models: str, category: str) -> None:
    unit = read_unit(models, kind)
    assert unit.category == category
    assert unit.datafax == ("locations" in models)


@pytest.mark.rule("2E-VEH-1")
def test_locations_as_written() -> None:
    rows = "[one, two, three, four, five, six]"
    own = "[{name: Track, D6: [1, 3], front: 15, side: 14}, {name: Hull, D6: 2, front: 20, side: 18, damage: ROWS}, {name: Crew, D6: 4-6, crew: yes}]"
    model = read_model(f"{{name: V, BS: 4, T: 4, Sv: 3+, locations: {own.replace('ROWS', rows)}}}", "type: Bike, ")
    assert model.locations == (
        Location("Track", (1, 3), 15, 14),
        Location("Hull", (2,), 20, 18, rows=("one", "two", "three", "four", "five", "six")),
        Location("Crew", (4, 5, 6), crew=True),
    )
    assert (model.toughness, model.save, model.wounds) == (4, Save(3), 1)


def test_locations_may_stand_in_a_profile() -> None:
    text = LIST.replace("weapons:\n  zapp", f"  tank: {{BS: 3, locations: [{HULL}]}}\nweapons:\n  zapp").replace(
        "profile: marine", "profile: tank"
    )
    assert first_of(army_of(text).units[0]).locations == (Location("Hull", (1, 2, 3, 4, 5, 6), 20, 18),)


def test_characters() -> None:
    assert read_model(MODEL, "type: Character, ").character
    assert not read_model(f"{MODEL[:-1]}, count: 2}}", "type: Character, ").character
    assert not read_model(MODEL).character


def test_names_are_told_apart() -> None:
    boy, stubber = (f"{MODEL[:-1]}, weapons: [{weapon}]}}" for weapon in ("autogun", "heavy stubber"))
    unit = read_unit(f"{boy}, {stubber}, {boy}, {MODEL[:-3]}5+}}")
    assert [model.name for model, _ in unit.models] == ["Boy", "Boy (heavy stubber)", "Boy", "Boy 2"]
    twice = LIST + LIST[LIST.index("  - name") :]
    assert [unit.name for unit in army_of(twice).units] == ["Squad", "Squad 2"]


# Settings --------------------------------------------------------------------------------------------------------------


@each(
    ("said", "settings"),
    [
        ("{}", ()), ("{jam_turns: one}", (("jam_turns", "one"),)), ("{Jam Turns: ONE}", (("jam_turns", "one"),)),
        ('{penetrate_on: ">="}', (("penetrate_on", ">="),)), ("{penetrate_on: at least}", (("penetrate_on", ">="),)),
        ("{second_rank_los: yes}", (("second_rank_los", "true"),)), ("{sustained_min_dice: 1}", (("sustained_min_dice", "1"),)),
        ("{vehicle_blast: each covered 4+}", (("vehicle_blast", "each_covered_4+"),)), ("{blast_partial: 4+}", (("blast_partial", "4+"),)),
        ("{fast_target: {10: -1, 20: -2}}", (("fast_target", "10:-1 20:-2"),)), ("{scatter_cap: none}", (("scatter_cap", "none"),)),
        ("{misfire: ask, hit_spread: free}", (("hit_spread", "free"), ("misfire", "ask"))),
    ],
)  # fmt: skip
def test_settings(said: str, settings: tuple[tuple[str, str], ...]) -> None:
    assert army_of(LIST.replace("name: Test", f"name: Test\nsettings: {said}")).settings == settings


@each(
    ("said", "words"),
    [
        ("{jam_turn: one}", "“jam_turn” is no setting; did you mean jam_turns?"),
        ("{jam_turns: two}", "“two” is no value of jam_turns; it can be per_jam_die or one (2E-SF-3)"),
        ("{jam_turns: }", "“nothing” is no value of jam_turns"), ("{jam_turns: [one]}", "“a list” is no value of jam_turns"),
        ("{jam_turns: one, Jam-turns: one}", "stands twice"), ("[one]", "settings stand by their keys"),
    ],
)  # fmt: skip
def test_settings_that_are_not_there(said: str, words: str) -> None:
    assert any(words in line for line in errors_of(LIST.replace("name: Test", f"name: Test\nsettings: {said}")))


# Scenarios, notes, cards, schema ---------------------------------------------------------------------------------------


def test_a_scenario() -> None:
    found = scenario_of(
        "ruleset: 2e\nattacker: 10x BS4 boltgun\ntarget: {models: [{name: Boy, count: 5, T: 4}]}\nanswers: {distance: 10, cover: soft}\n"
    )
    assert (found.ruleset, found.attacker.name, found.target.name) == ("40k-2e", "Attacker", "Target")
    assert found.answers == (("distance", "10"), ("cover", "soft"))
    assert first_of(found.target).save is None


def test_a_scenario_needs_both_sides() -> None:
    with pytest.raises(ArmyErrors) as caught:
        scenario_of("ruleset: 2e\nattacker: 10x BS4 boltgnu\ntarget: {models: [{name: Boy, BS: 3}]}\n")
    assert "character 9: “boltgnu” is no value" in str(caught.value)
    assert "the model has no T; write T: 4" in str(caught.value)


def test_notes_name_what_may_surprise() -> None:
    text = LIST.replace("[Rapid Fire]", "[Rapd Fire, Waaagh, Knockback]").replace(
        "S: 8, damage: D6", "S: 8, damage: D6, penetration: D6+8"
    )
    text = text.replace(
        "[boltgun]}", "[zapp gun]}\n      - {name: Boss, BS: 0, T: 4, Ld: 8, Sv: -, weapons: [boltgun]}"
    )
    text = text.replace("name: Test", "name: Test\nsettings: {jam_turns: one}")
    assert unit_text.notes(army_of(text)) == (
        "it reads jam_turns as one: for how many turns a jam silences a weapon (2E-SF-3)",
        "Squad: the rule Rapd Fire is not known and does nothing here; did you mean Rapid Fire?",
        "Squad: Knockback is a rule of weapons and does nothing here; write it with the weapon",
        "Squad: not known, and without effect here: Waaagh",
        "Squad: Boss carries weapons but has BS 0; it never shoots (2E-ELIG-1)",
        "zapp gun: penetration D6+8 is taken as written, although S and damage give 2D6+8 (2E-AP-1)",
    )
    scouts = LIST.replace("[Rapid Fire]", "[Rapid Fire, Scout]")
    assert unit_text.notes(army_of(scouts)) == (
        "Squad: scouts do not use Rapid Fire; leave out one of the two rules (2E-SPC-1)",
    )
    assert unit_text.notes(army_of(LIST.replace("[boltgun]", "[]"))) == (
        "Squad: nobody in it can shoot; it can be shot at",
    )
    assert unit_text.notes(army_of(LIST)) == ()
    automatic = LIST.replace("damage: D6", "penetration: automatic").replace("[boltgun]", "[zapp gun]")
    assert unit_text.notes(army_of(automatic.replace("[Rapid Fire]", "[]"))) == ()


def test_the_json_schema_knows_locations_and_settings() -> None:
    found = lists.json_schema()
    assert found["$defs"]["LocationPage"]["required"] == ["name", "D6"]
    assert {"sustained fire", "move or fire", "penetration"} <= set(found["$defs"]["WeaponPage"]["properties"])
    assert found["properties"]["settings"]["properties"]["jam_turns"]["anyOf"][0] == {"enum": ["per_jam_die", "one"]}


def test_cards_show_what_was_understood() -> None:
    text = LIST.replace("[boltgun]", "[launcha, flamer]").replace("Sv: 3+", "Sv: 6+/5+ v area, field: refractor")
    (card,) = unit_text.card(army_of(text))
    models, weapons = card.tables
    assert (card.name, card.about) == ("Squad", "Infantry, 2 models, a human-sized target")
    assert models.heads == ("n", "model", "M", "WS", "BS", "S", "T", "W", "I", "A", "Ld", "Sv", "field", "carries")
    assert models.rows == (
        (
            "2",
            "Marine",
            "4",
            "4",
            "4",
            "4",
            "4",
            "1",
            "4",
            "1",
            "8",
            "6+/5+ v area",
            "refractor field 5+",
            "launcha, flamer",
        ),
    )
    assert weapons.rows == (
        ("launcha (Big)", '20"', '72"', "0/0", "8", "D10", "-6", "D6+D10+8", "move or fire"),
        ("launcha (small)", '20"', '40"', "auto/-1", "4", "1", "-1", "D6+4", 'move or fire, blast 2", Knockback'),
        ("flamer", "template", "-", "-", "4", "1", "-2", "D6+4", "Flamer, Special"),
    )
    assert card.words == ("Rules: Rapid Fire",)


def test_cards_of_vehicles_show_locations() -> None:
    own = "[{name: Body, D6: [1, 4-6], front: 21, side: 19}, {name: Crew, D6: 2-3, crew: yes}]"
    text = LIST.replace("count: 2, profile: marine", f"BS: 6, T: 4, Sv: -, locations: {own}")
    (card,) = unit_text.card(army_of(text))
    assert card.about == "Vehicle, 1 model, a vehicle target"
    assert card.tables[1].heads == ("D6", "location", "front", "side and rear")
    assert card.tables[1].rows == (("1, 4-6", "Body", "21", "19"), ("2-3", "Crew", "crew", "crew"))
