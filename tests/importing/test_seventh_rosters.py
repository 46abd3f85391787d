"""Rosters of 7th edition become lists of it (section 8 of the import). Names and numbers are ours."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from shoot_cli.armies.yaml_text import read_text, tree_of
from shoot_cli.importing.editions import IMPORTERS
from shoot_cli.importing.formats import read
from shoot_cli.importing.importer import take
from shoot_cli.importing.report import ImportContext, ImportedList, Options, Report
from shoot_cli.importing.roster import Force, Profile, Refused, Roster
from shoot_cli.importing.seventh.profiles import FireMode, fire_mode_of, is_melee, saves_of, statline_of
from shoot_cli.importing.seventh.special_rules import given_by, rule_of_weapon
from shoot_cli.importing.written_list import yaml_of
from shoot_cli.rules.seventh import lists
from shoot_cli.rules.seventh.profiles import Army
from tests.helpers.each import each
from tests.importing import written_rosters
from tests.importing.written_rosters import (
    Node,
    as_json,
    as_xml,
    force,
    model,
    old_gun,
    old_roster,
    old_shooting,
    old_statline,
    old_vehicle,
    profile,
    rule,
    unit,
    upgrade,
)

SEVENTH = IMPORTERS["40k-7e"]


class Took(NamedTuple):
    document: dict[str, Any]
    taking: ImportContext
    army: Army

    @property
    def units(self) -> list[dict[str, Any]]:
        units: list[dict[str, Any]] = self.document["units"]
        return units

    def guessed(self) -> str:
        return " | ".join(one.text for one in self.taking.guesses)

    def left(self) -> list[tuple[str, str]]:
        return [(one.unit, one.text) for one in self.taking.left]

    def yours(self) -> list[str]:
        return [one.text for one in self.taking.yours]


def took(*below: Node, **more: Any) -> Took:
    """The list of such a roster, which the real reader of lists takes, as data and as YAML."""
    roster = read(as_json(old_roster(*below, **more)), "test.json")
    assert isinstance(roster, Roster)
    taking = ImportContext(Options())
    document = SEVENTH.take(roster, taking)
    army = lists.read(tree_of(document), "")
    assert lists.read(read_text(written(document, taking), "test.yaml"), "test.yaml") == army
    return Took(document, taking, army)


def written(document: dict[str, Any], taking: ImportContext) -> str:
    names = dict.fromkeys(("file", "sha256", "writer", "game", "edition", "ruleset", "name"), "")
    return yaml_of(ImportedList(document, Report(**names, guesses=tuple(taking.guesses))))


def wargear(name: str, text: str, **more: Any) -> Node:
    return upgrade(name, profile(name, "Wargear Item", Description=text), **more)


def squad(*below: Node, **more: Any) -> Node:
    """Nine and a sergeant."""
    trooper = model("Trooper", old_statline("Trooper"), number=9)
    sergeant = model("Sergeant", old_statline("Sergeant", kind="Infantry (Character)"))
    return unit("Line Squad", sergeant, trooper, *below, **more)


def carried(took: Took, at: int = 0) -> dict[str, tuple[int, list[str]]]:
    return {row["name"]: (row.get("count", 1), row.get("weapons", [])) for row in took.units[at]["models"]}


# ---- statlines


@pytest.mark.parametrize("spelling", ["text", "value"])
def test_both_spellings_of_values_are_read(spelling: str) -> None:
    made = old_roster(unit("Lone Gunner", old_statline("Gunner"), old_gun("Boltgun")))
    roster = read(as_xml(made, spelling), "test.ros")
    assert isinstance(roster, Roster)
    document = SEVENTH.take(roster, ImportContext(Options()))
    assert document["units"] == [
        {
            "name": "Lone Gunner", "type": "Infantry",
            "models": [{"name": "Gunner", "profile": "gunner", "weapons": ["boltgun"]}],
        }
    ]  # fmt: skip
    assert document["profiles"]["gunner"] == {
        "WS": 4, "BS": 4, "S": 4, "T": 4, "W": 1, "I": 4, "A": 1, "Ld": 8, "Sv": "3+",
    }  # fmt: skip


def test_tables_of_the_first_files_of_battlescribe_2_have_their_names() -> None:
    walker = {"WS": 4, "BS": 5, "S": 6, "Front": 12, "Side": 12, "Rear": 10, "I": 4, "A": 2, "HP": 3, "Type": "Vehicle"}
    made = as_xml(old_roster(unit("Strider", profile("Strider", "Walker", **walker))), "value")
    roster = read(made.replace(b" typeName=", b" profileTypeName="), "test.ros")
    assert isinstance(roster, Roster)
    assert SEVENTH.take(roster, ImportContext(Options()))["units"][0]["type"] == "Vehicle (Walker)"


@each(
    ("written", "saves", "said"),
    [
        ("3+", {"Sv": "3+"}, ""),
        ("2+/4++", {"Sv": "2+", "Inv": "4++"}, ""),
        ("-/5++", {"Sv": "-", "Inv": "5++"}, ""),
        ("3+ (5++)", {"Sv": "3+", "Inv": "5++"}, ""),
        ("2+/5+", {"Sv": "2+", "Inv": "5++"}, ""),
        ("5++", {"Sv": "-", "Inv": "5++"}, ""),
        ("-", {"Sv": "-"}, ""),
        ("7+", {"Sv": "-"}, ""),
        ("4", {"Sv": "4+"}, "Save 4: 4+"),
        ("3+*", {"Sv": "3+"}, ""),
        ("good", {}, ""),
        ("", {}, ""),
    ],
)
def test_saves(written: str, saves: dict[str, str], said: str) -> None:
    assert saves_of(written) == (saves, said)


@each(
    ("kind", "type_", "character", "said"),
    [
        ("Jump Infantry (Character)", "Jump Infantry", True, ()),
        ("Infantry, Character", "Infantry", True, ()),
        ("Infanty", "Infantry", False, ("type Infanty: Infantry",)),
        ("Monstrous Creature (Flying, Character)", "Flying Monstrous Creature", True, ()),
        ("Jetpack Infantry", "Jet Pack Infantry", False, ()),
        ("Blob", "Blob", False, ("the type Blob is not known here",)),
    ],
)
def test_types_of_models(kind: str, type_: str, character: bool, said: tuple[str, ...]) -> None:
    values = (("Unit Type", kind), *((key, "4") for key in ("WS", "BS", "T", "W", "Ld")), ("Save", "3+"))
    found = statline_of(Profile("Test", "Unit", values))
    assert (found.type, found.character, found.guesses) == (type_, character, said)


@each(
    ("table", "kind", "type_"),
    [
        ("Vehicle", "Tank, Transport", "Vehicle (Tank, Transport)"),
        ("Vehicle", "Vehicle (Tank, Fast)", "Vehicle (Tank, Fast)"),
        ("Vehicle", "Vehicle", "Vehicle"),
        ("Walker", "Vehicle (Walker, Character)", "Vehicle (Walker)"),
        ("Walker", "Vehicle", "Vehicle (Walker)"),
        ("Walker", "Super-Heavy Walker", "Vehicle (Super-heavy Walker)"),
        ("Flyer", "Vehicle (Hover)", "Vehicle (Hover, Flyer)"),
    ],
)
def test_types_of_vehicles(table: str, kind: str, type_: str) -> None:
    values = (("Front", "12"), ("Side", "11"), ("Rear", "10"), ("HP", "3"), ("BS", "4"), ("Type", kind))
    found = statline_of(Profile("Test", table, values))
    assert (found.type, found.vehicle, found.broken) == (type_, True, "")


def test_a_value_that_is_none_is_named_and_the_model_left_out() -> None:
    found = took(
        unit("Odd", old_statline("Odd", t="?")), unit("Huge", old_statline("Huge", w=99)),
        unit("Fine", old_statline("Fine", A="2D6", bs="-")),
    )  # fmt: skip
    assert found.left() == [("Odd", "1x Odd: T ?: no value"), ("Huge", "1x Huge: W 99: no value")]
    assert [one["name"] for one in found.units] == ["Fine"]
    assert found.document["profiles"]["fine"]["BS"] == 0
    assert "A" not in found.document["profiles"]["fine"]
    assert found.guessed() == "A 2D6: left out, it is no number"


def test_walkers_and_flyers_have_what_their_tables_say() -> None:
    walker = {"WS": 4, "BS": 5, "S": 6, "Front": 12, "Side": 12, "Rear": 10, "I": 4, "A": 2, "HP": 3, "Type": "Walker"}
    flyer = {"BS": 4, "Front": 11, "Side": 11, "Rear": 10, "HP": 2, "Type": "Flyer", "Role": "Fighter"}
    found = took(
        unit("Strider", profile("Strider", "Walker", **walker)), model("Dart", profile("Dart", "Flyer", **flyer))
    )
    assert found.document["profiles"] == {
        "strider": {"WS": 4, "BS": 5, "S": 6, "I": 4, "A": 2, "front": 12, "side": 12, "rear": 10, "HP": 3},
        "dart": {"BS": 4, "front": 11, "side": 11, "rear": 10, "HP": 2},
    }
    assert [one["type"] for one in found.units] == ["Vehicle (Walker)", "Vehicle (Flyer)"]
    assert found.army.units[1].has("Fighter")
    assert found.army.units[0].vehicle


@pytest.mark.rule("IMP-20")
def test_a_unit_without_a_statline_and_a_building_are_left_out_with_what_would_do() -> None:
    building = {"Armour Value": 14, "Building Type": "Medium", "Hull Points": 4}
    found = took(
        unit("Ghost", old_gun("Boltgun")), model("Keep", profile("Keep", "Building", **building)),
        unit("Some", model("Known", old_statline("Known")), model("Unknown", number=2)),
    )  # fmt: skip
    assert found.left() == [
        ("Ghost", "no statline in the file"), ("Keep", "a building: fortifications are not played here"),
        ("Some", "2x Unknown: no statline in the file"),
    ]  # fmt: skip
    assert "--data" in found.taking.left[0].remedy
    assert len(found.army.units) == 1


def test_an_upgrade_with_a_statline_is_a_model_or_what_a_model_became() -> None:
    promoted = upgrade("Chief", old_statline("Chief Gunner", kind="Infantry (Character)", w=2))
    found = took(
        unit("Crewmen", model("Gunner", promoted), model("Hand", old_statline("Hand"), number=3)),
        unit("Pack", model("Hound", old_statline("Hound"), number=4), upgrade("Keeper", old_statline("Keeper"))),
    )
    assert [(row["name"], row["profile"]) for row in found.units[0]["models"]] == [
        ("Hand", "hand"), ("Gunner", "chief gunner"),
    ]  # fmt: skip
    assert [(row["name"], row.get("count", 1)) for row in found.units[1]["models"]] == [("Hound", 4), ("Keeper", 1)]
    assert "Keeper has a statline of its own: a model" in found.guessed()


def test_somebody_else_among_the_upgrades_of_a_model_is_a_model_beside_it() -> None:
    drone = upgrade(
        "Gun Drone", old_statline("Gun Drone", kind="Jet Pack Infantry"), old_gun("Boltgun", number=2), number=2
    )
    suit = upgrade("Heavy Suit", old_statline("Commander in Heavy Suit", w=4))
    for kind in (unit, model):
        found = took(kind("Commander", old_statline("Commander", w=3), drone, suit, old_gun("Shotgun", range_="12")))
        rows = [(row["name"], row.get("count", 1), row["profile"]) for row in found.units[0]["models"]]
        assert rows == [("Gun Drone", 2, "gun drone"), ("Commander", 1, "commander in heavy suit")]
    squad_of_two = unit(
        "Team", model("Leader", old_statline("Leader"), drone), model("Mate", old_statline("Mate"), number=3)
    )
    found = took(squad_of_two)
    assert [(row["name"], row.get("count", 1)) for row in found.units[0]["models"]] == [
        ("Mate", 3), ("Leader", 1), ("Gun Drone", 2),
    ]  # fmt: skip
    assert "Gun Drone has a statline of its own: a model" in found.guessed()


def test_a_commander_who_is_his_unit_stands_among_his_guards_and_so_does_who_stands_in_a_model() -> None:
    skull = model("Skull", old_statline("Skull"))
    found = took(
        unit("Commander", old_statline("Commander"), model("Guard", old_statline("Guard"), number=2)),
        unit("Marines", old_statline("Marine"), model("Marine", number=2), model("Elder", number=1)),
        model("Sage", old_statline("Sage"), skull, old_gun("Boltgun")),
    )
    rows = [[(row["name"], row.get("count", 1)) for row in one["models"]] for one in found.units]
    assert rows == [[("Guard", 2), ("Commander", 1)], [("Marine", 2), ("Elder", 1)], [("Sage", 1), ("Skull", 1)]]


# ---- weapons


def a_profile(range_: str = "24", s: str = "4", ap: str = "5", kind: str = "Assault 2", name: str = "Gun") -> Profile:
    return Profile(name, "Weapon", (("Range", range_), ("Strength", s), ("AP", ap), ("Type", kind)))


def read_way(**values: str) -> tuple[dict[str, str], tuple[str, ...], tuple[str, ...]]:
    way = fire_mode_of(a_profile(**values), 4)
    assert isinstance(way, FireMode), way
    return dict(way.values), way.rules, way.unknown


@each(
    ("kind", "type_", "rules", "unknown"),
    [
        ('Heavy 1, 5" Blast, Ignores Cover', "Heavy 1", ("Large Blast", "Ignores Cover"), ()),
        ("Heavy 1, Blast", "Heavy 1", ("Blast",), ()),
        ('Heavy 1 , Blind, Blast (3")', "Heavy 1", ("Blind", "Blast"), ()),
        ('Ordnance 1, Barrage, Large Blast (5")', "Ordnance 1", ("Barrage", "Large Blast"), ()),
        ("Ordnance1, Twin-linked", "Ordnance 1", ("Twin-linked",), ()),
        ("Salvo 2/4, Shred", "Salvo 2/4", ("Shred",), ()),
        ("Rapid Fire", "Rapid Fire", (), ()),
        ("Pistol 1", "Pistol", (), ()),
        ("Pistol 2", "Assault 2", (), ()),
        ("Assault D6+1, Poisoned (3+)", "Assault D6+1", ("Poisoned (3+)",), ()),
        ("Assault 2 Blast", "Assault 2", ("Blast",), ()),
        ("Assualt 2", "Assault 2", (), ()),
        ("Heavy 2, Gets Hot!, Twin Linked", "Heavy 2", ("Gets Hot", "Twin-linked"), ()),
        ("Heavy 2, Ignore Cover", "Heavy 2", ("Ignores Cover",), ()),
        ("Heavy 3, Rad-Phage, Fleshbane", "Heavy 3", ("Fleshbane",), ("Rad-Phage",)),
        ("Assault 1, Unwieldy, Two-handed", "Assault 1", (), ()),
        ("Heavy 1, Rending (4+)", "Heavy 1", (), ("Rending (4+)",)),
        ("Assault 1 (Shooting) / Melee (Assault)", "Assault 1", (), ()),
    ],
)
def test_types_of_weapons(kind: str, type_: str, rules: tuple[str, ...], unknown: tuple[str, ...]) -> None:
    values, found, others = read_way(kind=kind)
    assert (values["type"], found, others) == (type_, rules, unknown)


@each(
    ("said", "range_"),
    [
        ('24"', '24"'), ("12", "12"), ("Template", "Template"), ("Unlimited", "Unlimited"), ('8" (thrown) / - (Melee)', '8"'),
        ('18" - 42"', '18"-42"'), ('< 18"', '18"'), ('G12"-48"', '12"-48"'),
    ],
)  # fmt: skip
def test_ranges(said: str, range_: str) -> None:
    assert read_way(range_=said)[0]["range"] == range_


@each(("said", "strength"), [("4", "4"), ("X", "X"), ("*", "*"), ("User", "4"), ("+1", "5"), ("X2", "8"), ("-", "-")])
def test_strengths_of_weapons_that_shoot(said: str, strength: str) -> None:
    assert read_way(s=said)[0]["S"] == strength


@each(
    ("values", "melee"),
    [
        ({"range_": "-", "s": "User", "kind": "Melee"}, True),
        ({"range_": "-", "s": "X2", "kind": "Melee, Unwieldy"}, True),
        ({"range_": "-", "s": "8", "kind": "Armourbane"}, True),
        ({"range_": '12"', "name": "Spear (Assault)"}, True),
        ({"range_": '12"', "name": "Spear - Close Combat"}, True),
        ({"range_": '12"', "name": "Spear (Shooting)"}, False),
        ({"range_": "Template"}, False),
    ],
)
def test_what_is_melee(values: dict[str, str], melee: bool) -> None:
    assert is_melee(a_profile(**values)) is melee


@each("values", [{"s": "D"}, {"range_": "Hellstorm"}, {"kind": "Bomb 1"}, {"kind": ""}, {"ap": "9"}, {"range_": "2D6"}])
def test_a_weapon_that_cannot_be_read_is_left_out_with_the_reason(values: dict[str, str]) -> None:
    columns = {"range_": '24"', "s": "4", "ap": "5", "kind": "Assault 2"} | values
    found = took(unit("Lone", old_statline("Lone"), old_gun("Odd Gun", **columns)))
    (left,) = found.left()
    assert left[0] == "Lone"
    assert left[1].startswith("Odd Gun: ")
    assert "weapons" not in found.units[0]["models"][0]


def test_grenades_are_what_is_thrown() -> None:
    both = upgrade(
        "Hand Bombs",
        old_shooting("Hand Bombs (Shooting)", '8"', 3, "-", "Assault 1, Blast"),
        old_shooting("Hand Bombs (Assault)", "-", 4, "-", "-"),
    )
    found = took(unit("Lone", old_statline("Lone"), both))
    assert found.document["weapons"] == {
        "Hand Bombs": {"range": '8"', "S": "3", "AP": "-", "type": "Assault 1", "rules": ["Blast"]}
    }
    assert found.taking.counts["weapons"] == 1
    assert found.taking.counts["melee"] == 1


@pytest.mark.rule("IMP-35")
def test_the_armoury_beats_the_file_where_the_values_agree_and_the_file_where_not() -> None:
    found = took(
        unit("One", old_statline("One"), old_gun("Bolter", number=1), old_gun("Heavy Bolter", range_="36", ap=4, s=5, kind="Heavy 3")),
        unit("Two", old_statline("Two"), old_gun("Boltgun", kind="Rapid Fire, Shred")),
        unit("Three", old_statline("Three"), old_gun("Boltgun")),
    )  # fmt: skip
    assert [row["models"][0]["weapons"] for row in found.units] == [
        ["boltgun", "heavy bolter"], ["Boltgun (Two)"], ["boltgun"],
    ]  # fmt: skip
    assert found.document["weapons"] == {
        "Boltgun (Two)": {"range": '24"', "S": "4", "AP": "5", "type": "Rapid Fire", "rules": ["Shred"]}
    }
    assert [unit.weapons()[0].rules for unit in found.army.units] == [(), ("Shred",), ()]


@pytest.mark.rule("IMP-35")
def test_what_the_file_has_first_under_a_name_does_not_become_the_armourys_later() -> None:
    found = took(
        unit("Two", old_statline("Two"), old_gun("Boltgun", kind="Rapid Fire, Shred")),
        unit("Three", old_statline("Three"), old_gun("Boltgun"), old_gun("Twin-linked Boltgun", kind="Rapid Fire, Twin-linked")),
    )  # fmt: skip
    assert [[w.rules for w in unit.weapons()] for unit in found.army.units] == [[("Shred",)], [(), ("Twin-linked",)]]


def test_twin_linked_by_its_name_its_rule_or_its_type_is_the_same() -> None:
    plain = old_shooting("Heavy Bolter", "36", 5, 4, "Heavy 3")
    found = took(
        unit("Name", old_statline("A"), upgrade("Twin-linked Heavy Bolter", plain)),
        unit("Rule", old_statline("B"), upgrade("Heavy Bolter", plain, rule("Twin-linked"))),
        unit("Type", old_statline("C"), old_gun("Heavy Bolter", range_="36", s=5, ap=4, kind="Heavy 3, Twin-linked")),
    )
    assert [one.weapons()[0].rules for one in found.army.units] == [("Twin-linked",)] * 3
    assert [one["models"][0]["weapons"] for one in found.units] == [["twin-linked heavy bolter"]] * 3
    own = took(unit("Own", old_statline("A"), upgrade("Twin-linked Ray", old_shooting("Ray")), old_gun("Ray")))
    assert own.units[0]["models"][0]["weapons"] == ["Twin-linked Ray", "Ray"]


def test_rules_on_a_weapon_are_its_own_and_glossaries_are_nobodys() -> None:
    launcher = upgrade(
        "Launcher", old_shooting("Launcher (Frag)", "48", 4, 6, "Heavy 1, Blast, Pinning"),
        old_shooting("Launcher (Krak)", "48", 8, 3, "Heavy 1"), rule("Pinning"), rule("Sniper"),
    )  # fmt: skip
    found = took(unit("Lone", old_statline("Lone"), launcher, rule("Stealth"), rule("Odd Habit")))
    frag, krak = found.army.units[0].weapons()
    assert (frag.mode_of, frag.rules, krak.rules) == ("Launcher", ("Blast", "Pinning", "Sniper"), ("Sniper",))
    assert found.units[0]["rules"] == ["Stealth"]
    assert found.units[0]["note"] == "Odd Habit: read it on the datasheet"
    assert found.yours() == ["Odd Habit: read it on the datasheet"]


def test_ways_with_one_stem_are_modes_and_those_of_a_bundle_are_not() -> None:
    beamer = [old_shooting(f"Beamer ({at})", f"{at}2", 6, "-", "Heavy 1") for at in (1, 2)]
    found = took(
        unit("A", old_statline("A"), upgrade("Beamer", *beamer)),
        unit("B", old_statline("B"), upgrade("Caster", old_shooting("Fire", "18"), old_shooting("Shards", "24"))),
        unit("C", old_statline("C"), upgrade("Wargear", old_shooting("Fire", "18"), old_shooting("Shards", "24"))),
        unit("D", old_statline("D"), upgrade("Fist with Gun", old_shooting("Gun"), old_shooting("Fist", "-", kind="Melee"))),
    )  # fmt: skip
    assert [row["models"][0]["weapons"] for row in found.units] == [["Beamer"], ["Caster"], ["Fire", "Shards"], ["Gun"]]
    assert [*found.document["weapons"]["Beamer"]["modes"]] == ["1", "2"]
    assert "Caster: Fire, Shards are taken for ways to fire one weapon" in found.guessed()


def test_a_combi_weapon_of_ours_is_known_and_the_second_part_of_another_fires_once() -> None:
    bolter, melta = old_shooting("Boltgun"), old_shooting("Meltagun", "12", 8, 1, "Assault 1, Melta")
    ray = old_shooting("Ray", "18", 6, 5, "Assault 2")
    found = took(
        unit("A", old_statline("A"), upgrade("Combi-melta", bolter, melta)),
        unit("B", old_statline("B"), upgrade("Combi-ray", bolter, ray)),
    )
    assert found.units[0]["models"][0]["weapons"] == ["combi-melta"]
    assert found.document["weapons"]["Combi-ray"]["modes"]["Ray"]["rules"] == ["One Use Only"]
    assert "Combi-melta" not in found.guessed()


def test_three_times_rapid_fire_is_three_weapons() -> None:
    found = took(unit("Lone", old_statline("Lone"), old_gun("Storm of Bolts *", kind="3x Rapid Fire, Twin Linked")))
    assert found.units[0]["models"][0]["weapons"] == ["3x Storm of Bolts"]


@pytest.mark.rule("IMP-32")
def test_a_weapon_without_a_table_is_looked_up_in_the_roster_then_in_the_armoury() -> None:
    found = took(
        unit("A", old_statline("A"), upgrade("Long Gun"), upgrade("Lascannon"), upgrade("Plasma Gunn")),
        unit("B", old_statline("B"), old_gun("Long Gun", range_="40"), upgrade("Extra Armour"), upgrade("Fine Hat")),
    )
    assert found.units[0]["models"][0]["weapons"] == ["Long Gun", "lascannon"]
    assert found.left() == [("A", "Plasma Gunn: the file has no values; did you mean plasma gun?")]
    assert "Lascannon: the file has no values, those of the armoury are taken" in found.guessed()
    assert found.units[1]["rules"] == ["Extra Armour"]
    assert found.units[1]["note"] == "Fine Hat: read it on the datasheet"


@pytest.mark.rule("IMP-32")
def test_a_weapon_without_a_table_under_a_squad_is_handed_out_as_any_other() -> None:
    guns = [upgrade("Boltgun"), upgrade("Lascannon", points=20), upgrade("Twin-linked Flamer", points=10)]
    found = took(squad(*guns))
    rows = [(row["name"], row.get("count", 1), row["weapons"]) for row in found.units[0]["models"]]
    assert rows == [
        ("Trooper", 7, ["boltgun"]), ("Trooper", 1, ["boltgun", "lascannon"]),
        ("Trooper", 1, ["boltgun", "twin-linked flamer"]), ("Sergeant", 1, ["boltgun"]),
    ]  # fmt: skip
    missiles = took(unit("Lone", old_statline("Lone"), upgrade("Missile Launcher")))
    assert carried(missiles) == {"Lone": (1, ["missile launcher"])}


def test_an_unknown_rule_of_a_weapon_is_its_note_and_yours_to_play() -> None:
    found = took(unit("Lone", old_statline("Lone"), old_gun("Mortar Battery", kind="Heavy 3, Rad-Phage")))
    assert found.document["weapons"]["Mortar Battery"]["note"] == "not played: Rad-Phage"
    assert found.yours() == ["Mortar Battery: Rad-Phage"]


def test_weapons_of_one_strength_of_many_users_are_several() -> None:
    spear = old_gun("Spear", range_="12", s="User", ap="-", kind="Assault 1")
    found = took(unit("A", old_statline("A", s=3), spear), unit("B", old_statline("B", s=5), spear))
    assert [one.weapons()[0].strength for one in found.army.units] == [3, 5]


# ---- who carries what


def test_what_stands_once_under_a_unit_is_everybodys_or_ones() -> None:
    found = took(
        squad(
            old_gun("Bolt Pistols", kind="Pistol", range_="12"), old_gun("Frag Grenade", range_="8", s=3, ap="-", kind="Assault 1, Blast"),
            old_gun("Standard Issue", range_="20", kind="Assault 1"), old_gun("Shard Guns", range_="21", kind="Heavy 1"),
            old_gun("Plasma Gun", range_="24", s=7, ap=2, kind="Rapid Fire, Gets Hot"),
            old_gun("Lascannon", range_="48", s=9, ap=2, kind="Heavy 1"),
        )
    )  # fmt: skip
    everybody = ["bolt pistol", "frag grenade", "Standard Issue", "Shard Guns"]
    rows = [(row["name"], row.get("count", 1), row["weapons"]) for row in found.units[0]["models"]]
    assert rows == [
        ("Trooper", 7, everybody), ("Trooper", 1, [*everybody, "plasma gun"]), ("Trooper", 1, [*everybody, "lascannon"]),
        ("Sergeant", 1, everybody),
    ]  # fmt: skip
    assert found.guessed().count("given to all 10") == 4
    assert "Frag Grenade stands there once: grenades and pistols are everybody's" in found.guessed()
    assert "the list does not say who carries Plasma Gun: given to 1x Trooper" in found.guessed()


def test_the_group_standard_is_everybodys() -> None:
    found = took(squad(old_gun("Cannon", kind="Heavy 2", group="Standard Wargear"), old_gun("Boltgun", number=10)))
    assert carried(found) == {"Trooper": (9, ["Cannon", "boltgun"]), "Sergeant": (1, ["Cannon", "boltgun"])}
    assert "boltgun" not in found.guessed().casefold()


@pytest.mark.parametrize("number", [1, 10])
def test_a_standard_set_holds_what_everybody_has_whatever_its_numbers(number: int) -> None:
    guns = upgrade("Standard Wargear", old_gun("Cannon", kind="Heavy 2", number=number), old_gun("Ray", number=number))
    assert carried(took(squad(guns))) == {"Trooper": (9, ["Cannon", "Ray"]), "Sergeant": (1, ["Cannon", "Ray"])}
    trooper = model("Trooper", old_statline("Trooper"), guns, number=10)
    assert carried(took(unit("Squad", trooper))) == {"Trooper": (10, ["Cannon", "Ray"])}


def test_as_many_as_a_group_has_are_the_groups() -> None:
    found = took(squad(old_gun("Ray", number=9, kind="Assault 2"), old_gun("Arc", number=20, kind="Assault 3")))
    assert carried(found) == {"Trooper": (9, ["2x Arc", "Ray"]), "Sergeant": (1, ["2x Arc"])}


def test_heavy_weapons_go_to_those_who_do_not_lead_and_to_one_each() -> None:
    chief = model("Chief", old_statline("Chief", kind="Infantry (Character)"), old_gun("Boltgun"))
    hands = [model(name, old_statline(name), old_gun("Boltgun")) for name in ("Left", "Right")]
    guns = [upgrade(name, old_shooting(name, kind="Heavy 1"), points=5) for name in ("Cannon", "Mortar Tube")]
    assert carried(took(unit("Crewmen", chief, *hands, *guns))) == {
        "Left": (1, ["boltgun", "Cannon"]), "Right": (1, ["boltgun", "Mortar Tube"]), "Chief": (1, ["boltgun"]),
    }  # fmt: skip


def test_two_of_something_are_those_of_a_group_of_two() -> None:
    many, two = (model(name, old_statline(name), number=n) for name, n in (("Many", 9), ("Two", 2)))
    found = took(unit("Squad", many, two, old_gun("Ray", number=2, kind="Assault 2")))
    assert carried(found) == {"Many": (9, []), "Two": (2, ["Ray"])}


def test_what_stands_in_something_that_all_carry_is_carried_by_all() -> None:
    rifle = upgrade("Rifle", old_shooting("Rifle", '20"'), old_gun("Under Rifle", number=10), group="Standard")
    assert carried(took(squad(rifle))) == {
        "Trooper": (9, ["Rifle", "Under Rifle"]),
        "Sergeant": (1, ["Rifle", "Under Rifle"]),
    }
    trooper = model("Trooper", old_statline("Trooper"), rifle, number=10)
    assert carried(took(unit("Squad", trooper))) == {"Trooper": (10, ["Rifle", "Under Rifle"])}


def test_the_only_weapon_that_models_have_is_not_that_of_one_of_them() -> None:
    leader = model("Leader", old_statline("Leader", kind="Infantry (Character)"), old_gun("Lance", kind="Assault 1"))
    found = took(
        unit("Spears", leader, model("Spear", old_statline("Spear"), number=9), old_gun("Lance", kind="Assault 1"))
    )
    assert carried(found) == {"Spear": (9, ["Lance"]), "Leader": (1, ["Lance"])}
    assert "Spear have nothing else to shoot with, given to all 9" in found.guessed()


def test_what_stands_once_under_several_models_is_guessed_likewise() -> None:
    trooper = model(
        "Trooper", old_statline("Trooper"), old_gun("Boltgun"), old_gun("Laspistol", range_="12", s=3, ap="-", kind="Pistol"),
        upgrade("Big Gun", old_shooting("Big Gun", kind="Heavy 2"), points=10), number=5,
    )  # fmt: skip
    found = took(unit("Squad", trooper))
    assert sorted((row.get("count", 1), row["weapons"]) for row in found.units[0]["models"]) == [
        (1, ["boltgun", "laspistol", "Big Gun"]), (4, ["boltgun", "laspistol"]),
    ]  # fmt: skip
    assert "Trooper: Big Gun stands there once: given to one of 5" in found.guessed()


def test_weapons_of_vehicles_are_as_many_as_the_file_says() -> None:
    found = took(
        model(
            "Tank",
            old_vehicle("Tank", kind="Tank"),
            old_gun("Lascannon", number=2, range_="48", s=9, ap=2, kind="Heavy 1"),
        )
    )
    assert found.units[0]["models"] == [{"name": "Tank", "profile": "tank", "weapons": ["2x lascannon"]}]


@pytest.mark.rule("IMP-12")
@pytest.mark.rule("IMP-14")
def test_models_that_are_alike_are_one_group_and_characters_stand_last() -> None:
    found = took(unit("Gang", *[model("Chief", old_statline("Chief", kind="Infantry (Character)")),
                                *[model("Ganger", old_statline("Ganger")) for _ in range(4)]]))  # fmt: skip
    assert [(row["name"], row.get("count", 1)) for row in found.units[0]["models"]] == [("Ganger", 4), ("Chief", 1)]
    assert [(model.name, model.character) for model, _ in found.army.units[0].models] == [
        ("Ganger", False), ("Chief", True),
    ]  # fmt: skip


# ---- wargear and rules


@pytest.mark.parametrize(
    ("text", "armour", "invulnerable", "pain", "rest"),
    [
        ("Plate of ours confers a 2+ Armour save.", 2, None, None, False),
        ("Confers 5++ Invulnerable Save", None, 5, None, False),
        ("It provides a 3+ armour save and a 5+ invulnerable save.", 3, 5, None, False),
        ("Gains a 4+ invulnerable save against shooting attacks, and a 6+ one in close combat.", None, 4, None, False),
        ("Provides 4+ Armour and FNP 6+ but it may not run down foes", 4, None, 6, False),
        ("Its bearer has the Feel No Pain (4+) special rule.", None, None, 4, False),
        ("Its bearer has Feel No Pain.", None, None, 5, False),
        ("Has a 3+ invulnerable save. When charged, its owner fights first.", None, 3, None, False),
        ("Has a 3+ invulnerable save. Its owner may re-roll failed wounds.", None, 3, None, True),
        ("While it stands still, it has a 4+ invulnerable save.", None, None, None, True),
        ("It has a 4+ invulnerable save, but only if it stands still.", None, None, None, True),
        ('Friends within 6" have a 5+ invulnerable save.', None, None, None, True),
        ("Wounds of it negate 4+ armour saves.", None, None, None, True),
        ("While it stands still, it is calm and it has a 4+ invulnerable save.", None, None, None, True),
        ("Models of this unit (excluding the Hound) have a 5+ invulnerable save.", None, None, None, True),
        ("Everybody except the Hound has Feel No Pain (5+).", None, None, None, True),
        ("This unit's Overseer model has a 5+ invulnerable save.", None, None, None, True),
        ("It has a 2+ armour save in close combat.", None, None, None, False),
        ("It opens doors.", None, None, None, False),
    ],
)
def test_saves_in_the_text_of_wargear(
    text: str, armour: int | None, invulnerable: int | None, pain: int | None, rest: bool
) -> None:
    given = given_by(text)
    assert (given.armour, given.invulnerable, given.pain, given.rest) == (armour, invulnerable, pain, rest)


def test_wargear_gives_the_better_save_and_what_it_says_besides_is_a_note() -> None:
    found = took(
        unit(
            "Lord", old_statline("Lord", kind="Infantry (Character)", save="3+/6++"),
            wargear("Fine Plate", "Confers a 2+ armour save."), wargear("Old Coat", "Confers a 5+ armour save."),
            wargear("Ward", "Confers a 4+ invulnerable save. It re-rolls saves of 1."), wargear("Lamp", "It shines."),
            rule("Feel No Pain (5+)"),
        )
    )  # fmt: skip
    (row,) = found.units[0]["models"]
    assert row == {"name": "Lord", "profile": "lord", "Sv": "2+", "Inv": "4++", "character": True}
    assert found.units[0]["note"] == "Ward: read it on the datasheet"
    (lord,) = (model for model, _ in found.army.units[0].models)
    assert (lord.armour, lord.invulnerable, lord.feel_no_pain, lord.character) == (2, 4, 5, True)
    counts = found.taking.counts
    assert (counts["invulnerable"], counts["pain"], counts["yours"], counts["nothing"]) == (1, 1, 1, 1)


def test_a_worse_save_changes_nothing() -> None:
    ward = wargear("Ward", "Confers a 5+ invulnerable save.")
    found = took(unit("Lord", old_statline("Lord", save="3+/4++"), ward))
    assert found.units[0]["models"] == [{"name": "Lord", "profile": "lord"}]


def test_wargear_under_a_unit_that_costs_nothing_is_everybodys_and_else_the_leaders() -> None:
    found = took(
        squad(wargear("Mantles", "Confers a 5+ invulnerable save.")),
        squad(wargear("Ward", "Confers a 5+ invulnerable save.", points=10)),
    )
    assert [[row.get("Inv") for row in one["models"]] for one in found.units] == [["5++", "5++"], [None, "5++"]]


def test_special_rules_by_where_they_hang() -> None:
    found = took(
        unit(
            "Squad", model("Trooper", old_statline("Trooper"), number=2), rule("Stealth"), rule("Preferred Enemy: Orks"),
            model("Guide", old_statline("Guide"), rule("Night Vision"), upgrade("Vox", rule("Split Fire"))),
            upgrade("Doctrine", rule("Fearless"), rule("Fleet"), rule("Secret Oath", "They swore to be brave.")),
        )
    )  # fmt: skip
    assert found.units[0]["rules"] == ["Stealth", "Preferred Enemy (Orks)", "Fearless", "Fleet"]
    assert [row.get("rules") for row in found.units[0]["models"]] == [None, ["Night Vision", "Split Fire"]]
    assert found.yours() == ["Fleet: it may roll its Run again"]
    counts = found.taking.counts
    assert (counts["played"], counts["yours"], counts["nothing"]) == (5, 1, 1)


def test_a_rule_of_one_weapon_that_hangs_on_the_model_is_not_that_of_all_his_weapons() -> None:
    plasma = old_gun("Plasma Gun", s=7, ap=2, kind="Rapid Fire, Gets Hot")
    found = took(
        unit("A", old_statline("A"), rule("Gets Hot"), plasma, old_gun("Boltgun")),
        unit("B", old_statline("B"), rule("Rending"), old_gun("Boltgun")),
    )
    rules = [[weapon.rules for weapon in one.weapons()] for one in found.army.units]
    assert rules == [[("Gets Hot",), ()], [("Rending",)]]
    assert "Gets Hot is taken for that of its weapons which have it" in found.guessed()


def test_a_rule_whose_text_touches_shooting_is_never_dropped() -> None:
    shot, quiet = rule("Sharp", "Models shoot at one more."), rule("Loud", "They sing while they march.")
    found = took(unit("Lone", old_statline("Lone"), shot, quiet, rule("Untold")))
    assert found.units[0]["note"] == "Sharp: read it on the datasheet; Untold: read it on the datasheet"
    assert found.taking.counts["nothing"] == 1


@pytest.mark.rule("IMP-50")
def test_independent_characters_alone_may_lead_and_only_what_may_be_joined() -> None:
    hero = unit("Hero", old_statline("Hero", kind="Infantry (Character)"), rule("Independent Character"))
    beast = unit("Beast", old_statline("Beast", kind="Monstrous Creature"))
    found = took(hero, squad(), squad(), beast, model("Tank", old_vehicle("Tank")))
    assert [(one.leader, one.units) for one in found.taking.leads] == [("Hero", ("Line Squad", "Line Squad 2"))]
    found.document["units"][0][SEVENTH.attach[0]] = "Line Squad 2"
    army = lists.read(tree_of(found.document), "")
    assert army.units[0].joined_to == "Line Squad 2"
    assert army.units[0].models[0][0].independent


def test_a_rule_of_characters_on_a_squad_with_one_is_his() -> None:
    found = took(squad(rule("Independent Character")))
    assert [model.independent for model, _ in found.army.units[0].models] == [False, True]
    assert "Independent Character: of Sergeant alone" in found.guessed()


# ---- units in units


def test_the_vehicle_of_a_squad_is_a_unit_of_its_own_with_what_it_carries() -> None:
    cargo = profile("Carrier", "Transport", **{"Capacity": "10 models", "Fire Points": "2 (hatch)", "Access Points": 3})
    carrier = upgrade(
        "Carrier", old_vehicle("Carrier"), cargo,
        old_gun("Storm Bolter", range_="24", kind="Assault 2"), rule("Repair"), points=35,
    )  # fmt: skip
    found = took(squad(carrier, points=100))
    assert [(one["name"], one["points"]) for one in found.units] == [("Line Squad", 100), ("Carrier", 35)]
    assert found.units[1]["transport"] == {"capacity": 10, "fire points": 2}
    assert found.units[1]["type"] == "Vehicle (Tank, Transport)"
    assert found.units[1]["models"][0]["weapons"] == ["storm bolter"]
    assert "it stands in Line Squad: a unit of its own" in found.guessed()
    assert "fire points 2 (hatch): 2" in found.guessed()
    assert found.army.units[1].capacity == 10


@pytest.mark.rule("IMP-13")
def test_squads_of_a_platoon_are_units_of_their_own() -> None:
    found = took(unit("Platoon", squad(points=50), unit("Leaders", old_statline("Leader"), points=20), points=5))
    assert [one["name"] for one in found.units] == ["Line Squad", "Leaders"]
    assert [one["points"] for one in found.units] == [55, 20]
    assert "5 points of Platoon are counted here" in found.guessed()


def test_tanks_that_are_upgrades_of_their_squadron_are_its_models() -> None:
    tanks = [upgrade(name, old_vehicle(name), old_gun("Boltgun")) for name in ("Hammer", "Anvil")]
    found = took(unit("Squadron", *tanks))
    assert [[row["name"] for row in one["models"]] for one in found.units] == [["Hammer", "Anvil"]]
    pod = upgrade("Pod", old_vehicle("Pod", kind="Transport"))
    found = took(model("Strider", old_vehicle("Strider", kind="Walker"), pod))
    assert [one["name"] for one in found.units] == ["Strider", "Pod"]


def test_units_and_characters_of_a_formation_are_units() -> None:
    hero = model("Hero", old_statline("Hero", kind="Infantry (Character)"), rule("Independent Character"))
    found = took(unit("Great Host", hero, squad(), rule("Host Rule"), categories=("Formation",)))
    assert [one["name"] for one in found.units] == ["Hero", "Line Squad"]
    assert [(one.unit, one.text) for one in found.taking.yours] == [
        ("Great Host", "Host Rule: read it on the datasheet")
    ]
    chosen = took(upgrade("Company", model("Tank", old_vehicle("Tank")), squad()))
    assert [one["name"] for one in chosen.units] == ["Tank", "Line Squad"]


def test_tanks_of_a_squadron_are_one_unit() -> None:
    found = took(
        unit("Squadron", model("Tank", old_vehicle("Tank")), model("Leader Tank", old_vehicle("Leader Tank", bs=5)))
    )
    assert [row["name"] for row in found.units[0]["models"]] == ["Tank", "Leader Tank"]
    assert len(found.units) == 1


@pytest.mark.rule("IMP-13")
def test_points_are_those_of_each_unit_with_all_that_it_has() -> None:
    found = took(squad(points=90), model("Tank", old_vehicle("Tank"), points=40))
    assert [one["points"] for one in found.units] == [90, 40]


# ---- the list


@pytest.mark.rule("IMP-11")
def test_allies_have_a_faction_of_their_own_and_choices_stand_in_the_note() -> None:
    first = force(squad(), upgrade("Detachment", upgrade("First Wave")), faction="Test - Legion")
    found = took(first, force(squad(), faction="Test - Allies"), name="Wave 500")
    assert (found.document["name"], found.document["faction"]) == ("Wave 500", "Test - Legion")
    assert [one.get("faction") for one in found.units] == [None, "Test - Allies"]
    assert found.document["note"] == "Detachment: First Wave"


def test_another_game_of_the_same_rules_is_taken_and_called_experimental() -> None:
    found = took(squad(), system=written_rosters.HERESY, game=written_rosters.HERESY_NAME)
    assert written_rosters.HERESY in SEVENTH.also
    assert written_rosters.HERESY not in SEVENTH.systems
    assert written_rosters.SEVENTH in SEVENTH.systems
    assert "experimental" in found.document["note"]
    assert "experimental" in found.guessed()


def test_another_game_of_the_same_rules_is_refused_with_the_way_to_have_it_taken() -> None:
    raw = as_json(old_roster(squad(), system=written_rosters.HERESY, game=written_rosters.HERESY_NAME))
    with pytest.raises(Refused, match=r"this is a list of Warhammer 30,000.*; --as 7e takes it for one of 7th edition"):
        take(raw, "heresy.json")
    with pytest.raises(Refused, match="this is a list of Warhammer 30,000"):
        take(raw, "heresy.json", Options(edition="40k-10e"))
    taken = take(raw, "heresy.json", Options(edition="7e"))
    assert taken.document["ruleset"] == "40k-7e"
    assert taken.report.models == 10


@pytest.mark.rule("IMP-50")
def test_a_hero_joins_whom_the_player_says() -> None:
    hero = unit("Hero", old_statline("Hero", kind="Infantry (Character)"), rule("Independent Character"))
    raw = as_json(old_roster(hero, squad(), model("Tank", old_vehicle("Tank"))))
    taken = take(raw, "heroes.json", Options(attach=(("Hero", "Line Squad"),)))
    assert taken.report.attached == (("Hero", "Line Squad"),)
    with pytest.raises(Refused, match="nobody joins vehicles"):
        take(raw, "heroes.json", Options(attach=(("Hero", "Tank"),)))


@pytest.mark.rule("IMP-10")
def test_what_there_is_less_than_none_of_is_taken_off_and_said() -> None:
    gun = old_gun("Boltgun")
    found = took(unit("Lone", old_statline("Lone"), gun, gun, gun | {"number": -1}))
    assert carried(found) == {"Lone": (1, ["boltgun"])}
    assert "the file has -1 Boltgun: taken off others of it" in found.guessed()


@pytest.mark.rule("IMP-11")
def test_rules_of_a_detachment_or_a_force_are_the_players() -> None:
    detachment = upgrade(
        "Detachment", upgrade("First Wave", rule("Aimed", "They shoot twice."), rule("Song", "They sing."))
    )
    found = took(force(squad(), detachment, rule("Host Rule")))
    said = "Host Rule: read it on the datasheet; Detachment: First Wave; Aimed: read it on the datasheet"
    assert found.document["note"] == said
    assert [(one.unit, one.text.partition(":")[0]) for one in found.taking.yours] == [("", "Host Rule"), ("", "Aimed")]
    assert (found.taking.counts["yours"], found.taking.counts["nothing"]) == (2, 1)


def test_psychic_powers_are_no_weapons_and_yours_to_play() -> None:
    columns = {"Range": '18"', "Strength": 5, "AP": 3, "Type": "Assault 2", "Warp Charge": 1}
    found = took(unit("Seer", old_statline("Seer"), upgrade("Smite", profile("Smite", "Psychic Power", **columns))))
    assert carried(found) == {"Seer": (1, [])}
    assert found.yours() == ["Smite: read the psychic power on its card"]
    assert found.units[0]["note"] == "Smite: read the psychic power on its card"


@pytest.mark.rule("IMP-10")
def test_less_than_none_and_crew_are_left_out_and_named() -> None:
    found = took(
        unit("Minus", model("Trooper", old_statline("Trooper"), number=-5)), unit("Nobody", old_statline("X"), number=0),
        model("Gun", old_statline("Gun"), written_rosters.selection("Mate", old_statline("Mate"), kind="crew")),
    )  # fmt: skip
    assert found.left() == [("Minus", "-5x Trooper: fewer than none"), ("Gun", "1x Mate: crew, no model of its own")]
    assert [one["name"] for one in found.units] == ["Gun"]


@pytest.mark.rule("IMP-61")
def test_a_unit_of_a_list_lends_its_values() -> None:
    hero = unit("Hero", old_statline("Hero", kind="Infantry (Character)", save="2+/4++"), rule("Independent Character"))
    found = took(
        hero, squad(old_gun("Ray", number=10, kind="Assault 2, Poisoned (3+)"), rule("Stealth"), old_gun("Boltgun", number=10)),
        model("Tank", old_vehicle("Tank"), profile("Tank", "Transport", Capacity=6), old_gun("Lascannon", number=2, range_="48", s=9, ap=2, kind="Heavy 1")),
    )  # fmt: skip
    lent = tuple(SEVENTH.selection_of(one, found.document) for one in found.units)
    roster = Roster(found.document["name"], "", SEVENTH.systems[0], "", (Force("Force", "", lent),))
    assert lists.read(tree_of(SEVENTH.take(roster, ImportContext(Options()))), "").units == found.army.units


@pytest.mark.rule("IMP-61")
def test_a_list_of_ours_lends_what_no_roster_says() -> None:
    lord = {"name": "Lord", "BS": 4, "T": 4, "W": 2, "Ld": 9, "Sv": "2+/5++", "FNP": "4+", "independent": "yes"}
    lent = SEVENTH.selection_of({"name": "Lord", "models": [lord | {"weapons": ["2x bolt pistol"]}]}, {})
    roster = Roster("Lent", "", SEVENTH.systems[0], "", (Force("Force", "", (lent,)),))
    (found,) = lists.read(tree_of(SEVENTH.take(roster, ImportContext(Options()))), "").units
    (taken, _), *_ = found.models
    assert (taken.armour, taken.invulnerable, taken.feel_no_pain, taken.independent) == (2, 5, 4, True)
    assert [weapon.name for weapon in taken.weapons] == ["bolt pistol"] * 2


def test_a_misspelt_rule_of_a_weapon_is_taken_and_said() -> None:
    assert rule_of_weapon("Ignore Cover") == ("Ignores Cover", "Ignore Cover: Ignores Cover")
    assert rule_of_weapon("Melta Fog") == ("", "")


# ---- men that stand as upgrades


@pytest.mark.rule("IMP-12")
def test_men_that_stand_as_upgrades_are_models_of_their_squad() -> None:
    """By the name of one who leads, of the unit, or by as many guns as there are of them."""
    line = old_statline("Line Trooper")
    sergeant = upgrade("Line Sergeant", old_gun("Bolt pistol"))
    for name in ("Line Trooper", "Old Hand"):
        got = took(unit("Line Troopers", line, sergeant, upgrade(name, old_gun("Rifle", number=9), number=9)))
        assert [(row["name"], row.get("count", 1)) for row in got.units[0]["models"]] == [
            (name, 9), ("Line Sergeant", 1)
        ]  # fmt: skip
        assert carried(got)[name][1] == ["Rifle"]
        assert f"{name}: an upgrade in the file, with what a model carries: taken as a model" in got.guessed()


@pytest.mark.rule("IMP-12")
def test_what_models_carry_is_no_man() -> None:
    got = took(squad(upgrade("Rifle and knife", old_gun("Rifle", number=9), number=9)))
    assert {name: n for name, (n, _) in carried(got).items()} == {"Trooper": 9, "Sergeant": 1}
    assert "taken as a model" not in got.guessed()
