"""What a list of this edition may say, what it becomes, and what is said about what it may not say."""

from __future__ import annotations

from math import inf
from typing import Any

import pytest

from shoot_cli.armies import ArmyErrors, load_text
from shoot_cli.engine.markdown import tables
from shoot_cli.rules.seventh import unit_text
from shoot_cli.rules.seventh.fields import ARMOURY, armoury, rule_named
from shoot_cli.rules.seventh.profiles import Army, Model, Shots, Unit, Weapon
from tests.helpers.each import each

MODEL = "{name: Boy, BS: 2, T: 4, Ld: 7, Sv: 6+}"
LIST = """\
ruleset: 40k-7e
name: Test
profiles:
  marine: {WS: 4, BS: 4, S: 4, T: 4, W: 1, I: 4, A: 1, Ld: 8, Sv: 3+}
weapons:
  zapp gun: {range: 36, S: 8, AP: 2, type: Heavy 1, rules: [gets hot], source: my codex}
  launcha:
    range: 24
    type: Assault 1
    modes:
      Big: {S: 8, AP: 3}
      small: {S: 4, AP: -, range: 12, rules: Pinning}
units:
  - name: Squad
    rules: [Stealth]
    models:
      - {name: Marine, count: 2, profile: marine, weapons: [boltgun]}
"""


def unit_of(models: str, *, rules: str = "[]", kind: str = "Infantry") -> Unit:
    text = LIST[: LIST.index("units:")] + f"units:\n  - {{name: U, type: {kind}, rules: {rules}, models: [{models}]}}\n"
    army = load_text(text, "list.yaml")
    assert isinstance(army, Army)
    return army.units[0]


def model_of(models: str, *, rules: str = "[]", kind: str = "Infantry") -> Model:
    return unit_of(models, rules=rules, kind=kind).models[0][0]


def weapons_of(names: str) -> tuple[Weapon, ...]:
    return model_of(f"{{name: M, profile: marine, weapons: {names}}}").weapons


def errors_of(text: str) -> list[str]:
    with pytest.raises(ArmyErrors) as caught:
        load_text(text, "list.yaml")
    return str(caught.value).splitlines()


# Weapons ---------------------------------------------------------------------------------------------------------------


def test_every_weapon_of_the_armoury_has_a_source_and_known_rules() -> None:
    assert sum(len(profiles) for profiles in armoury().values()) == len(tables(ARMOURY.module, "armoury.md")["Weapons"])
    for name, profiles in armoury().items():
        for profile in profiles:
            assert profile.source
            assert all(rule_named(rule).known for rule in profile.rules)
            assert (profile.mode_of == "") == (len(profiles) == 1), name


@each(
    ("said", "range_", "strength", "ap", "kind", "shots", "rules"),
    [
        ("boltgun", 24, 4, 5, "Rapid Fire", 1, ()),
        ("Heavy Bolter", 36, 5, 4, "Heavy", 3, ()),
        ("assault cannon", 24, 6, 4, "Heavy", 4, ("Rending",)),
        ("sniper rifle", 36, None, 6, "Heavy", 1, ("Sniper",)),
        ("lasguns", 24, 3, None, "Rapid Fire", 1, ()),
        ("flamer", None, 4, 5, "Assault", 1, ("Template",)),
        ("hunter killer missile", inf, 8, 3, "Heavy", 1, ("One Use Only",)),
        ("twin linked lascannon", 48, 9, 2, "Heavy", 1, ("Twin-linked",)),
        ("twin-linked heavy bolter", 36, 5, 4, "Heavy", 3, ("Twin-linked",)),
        ("master-crafted boltgun", 24, 4, 5, "Rapid Fire", 1, ("Master-crafted",)),
        ("zapp gun", 36, 8, 2, "Heavy", 1, ("Gets Hot",)),
        ("missile launcher (krak)", 48, 8, 3, "Heavy", 1, ()),
    ],
)
def test_weapons_by_name(
    said: str, range_: float | None, strength: int | None, ap: int | None, kind: str, shots: int, rules: tuple[str, ...]
) -> None:
    (weapon,) = weapons_of(f"['{said}']")
    assert weapon[2:6] == (range_, strength, ap, kind)
    assert (weapon.shots, weapon.rules) == (Shots(plus=shots), rules)


def test_modes_become_weapons_of_their_own() -> None:
    frag, krak, flakk = weapons_of("[missile launcher]")
    assert (frag.name, krak.name, flakk.name) == tuple(f"missile launcher ({m})" for m in ("frag", "krak", "flakk"))
    assert {frag.mode_of, krak.mode_of, flakk.mode_of} == {"missile launcher"}


def test_modes_share_what_stands_beside_them() -> None:
    big, small = weapons_of("[launcha]")
    assert (big.name, big.range, big.strength, big.ap, big.rules) == ("launcha (Big)", 24, 8, 3, ())
    assert (small.name, small.range, small.strength, small.ap) == ("launcha (small)", 12, 4, None)
    assert small.rules == ("Pinning",)
    assert [w.name for w in weapons_of("[launcha (BIG)]")] == ["launcha (Big)"]
    assert next(w.name for w in weapons_of("[twin-linked launcha]")) == "twin-linked launcha (Big)"


def test_a_list_beats_the_armoury() -> None:
    text = LIST.replace("  zapp gun:", "  Boltgun: {range: 30, S: 5, AP: 2, type: Heavy 2}\n  zapp gun:")
    weapon = load_text(text, "list.yaml").units[0].models[0][0].weapons[0]
    assert (weapon.name, weapon.range, weapon.strength) == ("Boltgun", 30, 5)
    assert weapon.source == "the list Test"
    assert weapons_of("[zapp gun]")[0].source == "my codex"


def test_several_of_one_weapon() -> None:
    assert len(weapons_of("[heavy bolter, heavy bolter]")) == 2
    assert weapons_of("[2x heavy bolter]") == weapons_of("[heavy bolter, heavy bolter]")
    assert weapons_of("'boltgun, bolt pistol'") == weapons_of("[boltgun, bolt pistol]")


def test_grenades() -> None:
    frag, krak, launcher, *_ = weapons_of("[frag grenade, krak grenades, grenade launcher]")
    assert frag.grenade
    assert krak.grenade
    assert not launcher.grenade


# Models and units ------------------------------------------------------------------------------------------------------


def test_a_profile_and_what_a_model_changes() -> None:
    model = model_of("{name: Captain, profile: marine, W: 3, Sv: 2+/4++, FNP: 5+}")
    assert (model.ballistic_skill, model.wounds, model.armour, model.invulnerable) == (4, 3, 2, 4)
    assert (model.feel_no_pain, model.leadership, model.weapon_skill, model.initiative) == (5, 8, 4, 4)
    assert model_of("{name: M, profile: marine, Sv: -, Inv: 5++}").armour is None
    assert model_of("{name: M, profile: marine, Inv: 5++}").invulnerable == 5


def test_a_vehicle_is_kept_as_facts() -> None:
    unit = unit_of("{name: R, BS: 3, front: 14, side: 13, rear: 10, HP: 3}", kind="'Vehicle (Tank, Heavy)'")
    model = unit.models[0][0]
    assert unit.vehicle
    assert (model.front, model.side, model.rear, model.hull_points, model.armour) == (14, 13, 10, 3, None)
    assert unit.type == "Vehicle (Tank, Heavy)"


def test_rules_of_the_unit_go_to_its_models() -> None:
    unit = unit_of(f"{MODEL[:-1]}, rules: [relentless]}}, {MODEL}", rules="[stealth, waaagh, Chapter Tactics]")
    assert unit.rules == ("Chapter Tactics", "Stealth", "waaagh")
    assert unit.models[0][0].rules == ("Chapter Tactics", "Relentless", "Stealth", "waaagh")
    assert unit.models[1][0].rules == unit.rules
    assert unit.has("Relentless")


@each(
    ("rules", "field", "value"),
    [
        ("Feel No Pain", "feel_no_pain", 5),
        ("Feel No Pain (4+)", "feel_no_pain", 4),
        ("Reanimation Protocols", "reanimation", 5),
        ("Reanimation Protocols (4+)", "reanimation", 4),
        ("Independent Character", "independent", True),
        ("Independent Character", "character", True),
        ("Character", "character", True),
        ("Stealth", "character", False),
    ],
)
def test_rules_that_set_characteristics(rules: str, field: str, value: Any) -> None:
    assert getattr(model_of(MODEL, rules=f"['{rules}']"), field) == value


def test_characters() -> None:
    assert model_of(MODEL, kind="Infantry (Character)").character
    assert not unit_of(f"{MODEL[:-1]}, count: 2}}", kind="Infantry (Character)").models[0][0].character
    assert model_of(f"{MODEL[:-1]}, character: yes}}").character
    lone = model_of(f"{MODEL[:-1]}, independent: on}}")
    assert lone.character
    assert lone.independent
    assert lone.has("Independent Character")


def test_a_cyclone_launcher_is_fired_beside_the_storm_bolter() -> None:
    assert model_of(f"{MODEL[:-1]}, weapons: [storm bolter, cyclone missile launcher]}}").has("Cyclone")


def test_models_of_one_name_are_told_apart() -> None:
    boy, rokkit = (f"{MODEL[:-1]}, weapons: [{weapon}]}}" for weapon in ("shoota", "rokkit launcha"))
    unit = unit_of(f"{boy}, {rokkit}, {boy}, {MODEL[:-3]}5+}}")
    assert [model.name for model, _ in unit.models] == ["Boy", "Boy (rokkit launcha)", "Boy", "Boy 2"]


def test_defaults() -> None:
    unit = unit_of(MODEL, kind="")
    assert (unit.type, unit.points, unit.note, unit.models[0][1]) == ("Infantry", None, "", 1)
    assert unit_of("{name: R, BS: 3, front: 14, side: 13, rear: 10, HP: 3}", kind="").type == "Vehicle"


# What is wrong ---------------------------------------------------------------------------------------------------------


# Old words, new words, what stands at the place that is complained of, and the complaint: tests/rules/test_every_list.py
MISTAKES = [
    ("name: Test", "nmae: Test", "nmae", "“nmae” is not known here; did you mean name?"),
    ("name: Test", "name: ''", "''", "nothing is written here; write a name"),
    ("name: Test", f"name: {'x' * 61}", "xxx", "61 characters are too long; at most 60"),
    ("name: Test", "name: [a]", "[a]", "a list stands here; write a name"),
    ("ruleset: 40k-7e", "ruleset: 40k-8e", "40k-8e", "no ruleset “40k-8e”; did you mean 40k-7e"),
    ("ruleset: 40k-7e", "rules: 40k-7e", "rules: 40k-7e", "“ruleset” is missing"),
    ("BS: 4", "BS: 11", "11", "“11” is no whole number from 0 to 10"),
    ("BS: 4", "bs: 4", "bs", "did you mean BS"),
    (" T: 4", " T: 0", "0, W", "“0” is no whole number from 1 to 10"),
    (" T: 4", " T: 1:2", "1:2", "“1:2” is no whole number"),
    ("W: 1", "W: 21", "21", "from 1 to 20"),
    ("Sv: 3+", "Sv: 3+++", "3+++", "“3+++” is no save; write 2+ to 6+"),
    ("Sv: 3+", "Sv: 3+/5++, Inv: 4", "{WS", "the invulnerable save stands twice"),
    ("[gets hot]", "[gets hott]", "gets hott", "did you mean Gets Hot?"),
    ("[gets hot]", "[Stealth]", "Stealth", "Stealth is a rule of units and models"),
    ("[gets hot]", "[Poisoned (1+)]", "Poisoned", "write Poisoned (4+)"),
    ("type: Heavy 1", "type: Hevy 1", "Hevy 1", "“Hevy 1” is no type of weapon; did you mean Heavy?"),
    ("type: Heavy 1", "type: Heavy", "Heavy", "“Heavy” lacks the number of shots; write Heavy 1"),
    ("type: Heavy 1", "type: 'Heavy 1, Shooty'", "'Heavy", "no special rule “Shooty” of weapons"),
    ("type: Heavy 1", "type: 'Hevy 1, Blst'", "'Hevy", "did you mean Heavy? / no special rule “Blst” of weapons is known; did"),
    ("type: Heavy 1", "type: 'Heavy 1, Blst, Rendng'", "'Heavy", "did you mean Blast? (leave out what changes no shots) / no special rule “Rendng”"),
    ("S: 8, AP: 2", "AP: 2", "{range: 36", "“S” of the weapon is missing; write S: 4"),
    ("S: 8, AP: 3", "AP: 3", "{AP: 3", "“S” of the weapon is missing"),
    ("{S: 8, AP: 3}", "55", "55", "“55” stands where “key: value” entries are expected"),
    ("  launcha:", "  Zapp-Gun:", "Zapp-Gun", "“Zapp-Gun” is the same name as “zapp gun”"),
    ("[boltgun]", "[boltgnu]", "boltgnu", "no weapon “boltgnu” in this list or the armoury; did you mean boltgun"),
    ("[boltgun]", "[launcha (huge)]", "launcha (huge)", "no weapon “launcha (huge)”"),
    ("[boltgun]", "{a: 1}", "{a: 1}", "a “key: value” entry stands where a list is expected"),
    ("[boltgun]", "[{a: 1}]", "{a: 1}", "a “key: value” entry stands here; write the name of a weapon"),
    ("[boltgun]", "['']", "'']", "nothing is written here; write the name of a weapon"),
    ("[boltgun]", f"[{'boltgun, ' * 21}]", "[boltgun, ", "21 entries stand here; at most 20"),
    ("profile: marine", "profile: mraine", "mraine", "no profile “mraine”; did you mean marine?"),
    ("profile: marine", "xx: 1", "xx", "“xx” is not known here"),
    ("profile: marine", "BS: 2", "{name: M", "the model has no T, Ld and Sv; write T: 4, Ld: 8, Sv: 3+, or profile: NAME"),
    ("profile: marine", "front: 12", "{name: M", "the vehicle has no BS, side, rear and HP"),
    ("profile: marine", "profile: marine, front: 12, side: 12, rear: 10, HP: 3", "{name: M", "a vehicle has no T or W or Sv"),
    ("count: 2", "count: 0", "0, prof", "from 1 to 200"),
    ("count: 2", "count: 201", "201", "from 1 to 200"),
    ("count: 2", "count: two", "two", "“two” is no whole number"),
    ("count: 2", "character: perhaps", "perhaps", "“perhaps” is neither yes nor no"),
    ("[Stealth]", "[Feel No Pain (9+)]", "Feel No", "write Feel No Pain (5+)"),
    ("  - name: Squad", "  - nam: Squad", "nam: Squad", "the unit has no name"),
    ("    models:", "    modles:", "modles", "did you mean models?"),
    ("{name: Marine, ", "{", "{count", "“name” is missing; write name: Space Marine"),
    ("units:", "unit:", "unit:", "did you mean units?"),
]  # fmt: skip


def test_all_mistakes_are_told_at_once() -> None:
    text = LIST
    for old, new in (("BS: 4", "BS: x"), ("S: 8, AP: 2", "S: 8"), ("[boltgun]", "[zapgun]"), ("count: 2", "count: -1")):
        assert old in text
        text = text.replace(old, new, 1)
    found = errors_of(text)
    assert [line.split(":")[1] for line in found] == ["4", "6", "17", "17"]
    words = ("“x” is no whole number", "“AP” of the weapon", "“-1” is no whole", "did you mean zapp gun")
    assert all(part in line for part, line in zip(words, found, strict=True)), found


def test_notes_name_what_may_surprise() -> None:
    text = LIST.replace("[Stealth]", "[Stelth, Waaagh!, Lance]").replace("[boltgun]", "[boltgun, flamer]")
    assert unit_text.notes(load_text(text, "list.yaml")) == (
        "Squad: the rule Stelth is not known and does nothing here; did you mean Stealth?",
        "Squad: Lance is a rule of weapons and does nothing here; write it with the weapon",
        "not known here, and nothing of it is played: Waaagh!",
    )


def test_cards_show_what_was_understood() -> None:
    (card,) = unit_text.card(load_text(LIST, "list.yaml"))
    models, weapons = card.tables
    assert (card.name, card.about) == ("Squad", "Infantry, 2 models")
    assert models.heads == ("n", "model", "WS", "BS", "S", "T", "W", "I", "A", "Ld", "Sv", "carries")
    assert models.rows == (("2", "Marine", "4", "4", "4", "4", "1", "4", "1", "8", "3+", "boltgun"),)
    assert weapons.rows == (("boltgun", '24"', "4", "5", "Rapid Fire"),)
    assert card.words == ("Rules: Stealth",)
