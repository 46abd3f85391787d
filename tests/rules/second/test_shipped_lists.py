"""What the shipped lists of this edition hold, so that whoever plays one meets every part of the rules."""

from __future__ import annotations

from functools import cache

import pytest

from shoot_cli.armies.loading import TARGETS
from shoot_cli.rules.second import unit_text
from shoot_cli.rules.second.profiles import Save, Unit
from tests.helpers.each import each
from tests.rules.second.helpers.reader import NAMES, SHIPPED, first_of, shipped, unit_of


@cache
def units() -> list[Unit]:
    return [unit for name in NAMES for unit in shipped(name).units]


def test_every_list_is_here_and_fine() -> None:
    assert sorted(path.stem for path in SHIPPED.glob("*.yaml")) == sorted((*NAMES, TARGETS))
    for name in NAMES:
        army = shipped(name)
        assert unit_text.card(army)
        assert army.settings == ()
        notes = [note for note in unit_text.notes(army) if not note.startswith("no shot hangs on ")]
        assert notes == (
            ["Genestealers: nobody in it can shoot; it can be shot at"] if name == "behemoth_brood" else []
        )


def test_their_names_are_those_of_no_other_list() -> None:
    others = {path.stem for path in SHIPPED.parent.glob("*/*.yaml") if path.parent != SHIPPED}
    assert not {name for name in NAMES if any(name in other or other in name for other in others)}


PLAIN, FLAK = Save(3), Save(6, 1, 5)


# As the public data has them: M WS BS S T W I A Ld, save.
@each(
    ("name", "words", "values", "save"),
    [
        ("macragge_column", "tactical", (4, 4, 4, 4, 4, 1, 4, 1, 8), PLAIN), ("macragge_column", "terminator", (4, 5, 5, 4, 4, 1, 5, 1, 9), Save(3, 2)),
        ("macragge_column", "scout", (4, 4, 3, 4, 3, 1, 4, 1, 7), Save(4)), ("goff_mob", "goff boyz", (4, 3, 3, 3, 4, 1, 2, 1, 7), FLAK),
        ("goff_mob", "gretchin", (4, 2, 3, 3, 3, 1, 2, 1, 5), FLAK), ("goff_mob", "blunderbuss", (4, 2, 3, 3, 3, 1, 2, 1, 5), FLAK),
        ("cadian_line", "infantry", (4, 3, 3, 3, 3, 1, 3, 1, 7), FLAK), ("cadian_line", "ratling", (4, 2, 4, 2, 2, 1, 5, 1, 6), FLAK),
        ("cadian_line", "ogryn", (6, 4, 3, 5, 5, 3, 4, 2, 8), FLAK), ("craftworld_host", "lasgun", (5, 3, 3, 3, 3, 1, 4, 1, 8), Save(5)),
        ("craftworld_host", "avenger", (5, 4, 4, 3, 3, 1, 6, 1, 9), Save(4)), ("craftworld_host", "reaper", (4, 4, 4, 3, 3, 1, 4, 1, 9), PLAIN),
        ("behemoth_brood", "termagant", (6, 4, 3, 3, 3, 1, 4, 1, 5), None), ("behemoth_brood", "genestealer", (6, 7, 0, 6, 4, 1, 7, 4, 10), Save(5)),
        ("behemoth_brood", "warrior", (6, 6, 4, 5, 5, 2, 5, 3, 10), Save(5)), ("behemoth_brood", "tyrant", (6, 9, 7, 6, 6, 5, 8, 5, 10), Save(4)),
        ("behemoth_brood", "carnifex", (6, 6, 4, 7, 8, 10, 6, 4, 10), Save(3, 2)),
    ],
)  # fmt: skip
def test_statlines(name: str, words: str, values: tuple[int, ...], save: Save | None) -> None:
    for model, _ in unit_of(name, words).models:
        assert (
            model.movement, model.weapon_skill, model.ballistic_skill, model.strength, model.toughness, model.wounds, model.initiative,
            model.attacks, model.leadership,
        ) == values  # fmt: skip
        assert model.save == save


@pytest.mark.rule("2E-VEH-1")
@each(
    ("name", "words", "faces", "skill"),
    [
        ("macragge_column", "rhino", ["track 15/15", *["hull 20/18"] * 4, "weapons 12/12"], 4),
        ("macragge_column", "land raider", [*["track 17/17"] * 2, *["hull 22/20"] * 3, "lascannon 18/18"], 4),
        ("macragge_column", "predator", ["track 15/15", *["hull 20/18"] * 2, "sponson 17/15", *["turret 22/22"] * 2], 4),
        ("cadian_line", "leman russ", ["track 16/16", *["hull 22/18"] * 2, "heavy bolter 17/17", *["turret 25/22"] * 2], 3),
        ("craftworld_host", "falcon", ["grav motor 18/18", *["hull 18/18"] * 3, *["turret 18/18"] * 2], 3),
        ("macragge_column", "dreadnought", ["legs 20/18", "left arm 19/17", "right arm 19/17", *["body 21/19"] * 3], 6),
    ],
)  # fmt: skip
def test_locations(name: str, words: str, faces: list[str], skill: int) -> None:
    model = first_of(unit_of(name, words))
    shown = {face: f"{one.name.casefold()} {one.front}/{one.side}" for one in model.locations for face in one.faces}
    assert [shown[face] for face in range(1, 7)] == faces
    assert model.ballistic_skill == skill


@each(
    "rule",
    ["Flamer", "Knockback", "Plasma", "Twin-linked", "Needle", "Fear", "Deathspitter", "Venom Cannon", "Melta", "Heavy", "Special", "Close Combat"],
)  # fmt: skip
def test_every_rule_of_weapons_that_facts_have_is_met_somewhere(rule: str) -> None:
    assert any(weapon.has(rule) for unit in units() for weapon in unit.weapons())


@each(
    "rule",
    ["Rapid Fire", "Targeter", "Shaken Not Broken", "Never Breaks", "Hive Mind", "Large Target", "Ignores First Jam", "Ignores Speed",
     "Causes Fear", "Causes Terror", "Immune to Psychology", "Dispersed Formation", "Infiltration", "Scout", "Tyranid"],
)  # fmt: skip
def test_every_rule_of_units_that_facts_have_is_met_somewhere(rule: str) -> None:
    assert any(unit.has(rule) for unit in units())


def test_every_kind_of_weapon_is_met_somewhere() -> None:
    weapons = {weapon for unit in units() for weapon in unit.weapons()}
    assert {weapon.sustained for weapon in weapons} >= {0, 1, 2, 3}
    for kind in ("template", "thrown", "move_or_fire", "explodes", "recharge", "blast", "mode_of"):
        assert any(getattr(weapon, kind) for weapon in weapons), kind
    assert any(weapon.hit_short is None and not weapon.template for weapon in weapons)


@each(
    ("name", "words", "category"),
    [("macragge_column", "dreadnought", "monstrous"), ("macragge_column", "rhino", "vehicle"), ("behemoth_brood", "warriors", "monstrous"),
     ("behemoth_brood", "carnifex", "monstrous"), ("behemoth_brood", "tyrant", "monstrous"), ("behemoth_brood", "genestealers", "human-sized"),
     ("cadian_line", "ogryns", "human-sized"), ("macragge_column", "terminator", "human-sized")],
)  # fmt: skip
def test_categories(name: str, words: str, category: str) -> None:
    assert unit_of(name, words).category == category


def test_the_launcher_of_the_first_list_is_that_of_the_armoury() -> None:
    """It stands there as an example, and says so."""
    own = unit_of("macragge_column", "tactical").models[2][0].weapons[:2]
    ours = first_of(unit_of("craftworld_host", "reaper")).weapons
    assert [weapon.but(source="") for weapon in own] == [weapon.but(source="") for weapon in ours]
