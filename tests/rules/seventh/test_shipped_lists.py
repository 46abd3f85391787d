"""What the shipped lists of this edition hold, so that whoever plays one meets every part of the rules."""

from __future__ import annotations

from functools import cache

import pytest

from shoot_cli.armies import find_list
from shoot_cli.importing.list_files import load
from shoot_cli.rules.seventh.fields import armoury
from shoot_cli.rules.seventh.profiles import Army, Unit
from tests.helpers.each import each

NAMES = ("ultramarines", "orks", "astra_militarum", "tau", "eldar", "hive_fleet")


@cache
def army(name: str) -> Army:
    found = load(find_list(f"40k-7e/{name}")).army
    assert isinstance(found, Army)
    return found


def unit(name: str, of: str) -> Unit:
    return next(unit for unit in army(name).units if unit.name == of)


def units() -> list[Unit]:
    return [unit for name in NAMES for unit in army(name).units]


@pytest.mark.parametrize(
    ("name", "units"),
    [
        (
            "ultramarines",
            ["Captain with Iron Halo", "Tactical Squad", "Melta Squad", "Flamer Squad", "Devastator Squad", "Mixed Heavy Weapons",
             "Terminator Squad", "Scout Snipers", "Dreadnought", "Rhino", "Predator Destructor", "Predator Annihilator"],
        ),
        ("orks", ["Shoota Boyz", "Green Tide", "Slugga Boyz", "'Ard Boyz", "Gretchin with Runtherd", "Grot Horde", "Lootas"]),
    ],
)  # fmt: skip
def test_units_that_the_readme_names_come_first(name: str, units: list[str]) -> None:
    assert [unit.name for unit in army(name).units][: len(units)] == units


def test_the_parts_of_a_name_that_found_a_unit_find_it_still() -> None:
    for name, words, found in (
        ("ultramarines", "termin", "Terminator Squad"), ("ultramarines", "devast", "Devastator Squad"),
        ("ultramarines", "melta", "Melta Squad"), ("ultramarines", "flamer", "Flamer Squad"), ("ultramarines", "tactical", "Tactical Squad"),
        ("ultramarines", "scout", "Scout Snipers"), ("orks", "skorcha", "Skorcha Dread"), ("orks", "lootas", "Lootas"),
        ("astra_militarum", "mortar", "Mortar Squad"), ("tau", "carbine team", "Carbine Team"),
    ):  # fmt: skip
        assert [unit.name for unit in army(name).units if words in unit.name.casefold()] == [found]


@each(
    "rule",
    [
        "Blast", "Large Blast", "Barrage", "Template", "Graviton", "Homing", "Melta", "Armourbane", "Lance", "Rending",
        "Bladestorm", "Sniper", "Gets Hot", "Pinning", "Ignores Cover", "One Use Only", "Twin-linked",
    ],
)  # fmt: skip
def test_every_rule_of_weapons_is_met_somewhere(rule: str) -> None:
    assert any(weapon.has(rule) for unit in units() for weapon in unit.weapons())


@each(
    "word",
    ["Walker", "Fast", "Heavy", "Open-topped", "Skimmer", "Transport", "Tank", "Bike", "Jetbike", "Jet Pack", "Monstrous Creature",
     "Flying", "Venerable", "Extra Armour", "Smoke Launchers", "Camo Netting", "Killshot", "Tank Hunters", "Night Vision",
     "Power of the Machine Spirit"],
)  # fmt: skip
def test_every_kind_of_unit_is_met_somewhere(word: str) -> None:
    assert any(unit.of_type(word) for unit in units())


def test_transports_carry_as_the_facts_say() -> None:
    found = {unit.name: (unit.capacity, unit.fire_points) for unit in units() if unit.capacity}
    assert found == {
        "Rhino": (10, 2), "Razorback": (6, 0), "Land Raider": (10, 0), "Trukk": (12, 0), "Chimera": (12, 2), "Falcon": (6, 0),
        "Devilfish": (12, 0),
    }  # fmt: skip
    assert all(unit.of_type("Transport") for unit in units() if unit.capacity)


@each(
    ("name", "of", "values"),
    [
        ("ultramarines", "Rhino", (4, 11, 11, 10, 3)),
        ("ultramarines", "Killshot Squadron", (4, 13, 11, 10, 3)),
        ("ultramarines", "Land Raider", (4, 14, 14, 14, 4)),
        ("orks", "Trukk", (2, 10, 10, 10, 3)),
        ("orks", "Warbuggies", (2, 10, 10, 10, 2)),
        ("orks", "Deff Dread", (2, 12, 12, 10, 3)),
        ("astra_militarum", "Leman Russ Battle Tank", (3, 14, 13, 10, 3)),
        ("tau", "Hammerhead", (4, 13, 12, 10, 3)),
        ("eldar", "War Walkers", (4, 10, 10, 10, 2)),
    ],
)
def test_facings_and_hull_points(name: str, of: str, values: tuple[int, ...]) -> None:
    for model, _ in unit(name, of).models:
        assert (model.ballistic_skill, model.front, model.side, model.rear, model.hull_points) == values
        assert model.wounds == model.hull_points


@each(
    ("name", "of", "values"),
    [
        ("eldar", "Guardian Defenders", (4, 3, 1, 8, 5)),
        ("eldar", "Dire Avengers", (4, 3, 1, 9, 4)),
        ("eldar", "Lance Wraithlord", (4, 8, 3, 10, 3)),
        ("hive_fleet", "Hive Tyrant", (4, 6, 4, 10, 3)),
        ("hive_fleet", "Carnifex Brood", (3, 6, 4, 7, 3)),
        ("hive_fleet", "Termagant Brood", (3, 3, 1, 6, 6)),
        ("orks", "Warbikers", (2, 5, 1, 7, 4)),
        ("ultramarines", "Bike Squad", (4, 5, 1, 8, 3)),
    ],
)
def test_statlines(name: str, of: str, values: tuple[int, ...]) -> None:
    model = unit(name, of).models[0][0]
    assert (model.ballistic_skill, model.toughness, model.wounds, model.leadership, model.armour) == values


def test_the_platform_fires_nothing_itself() -> None:
    (_, _), (gunner, _), (platform, _) = unit("eldar", "Guardian Defenders").models
    assert (platform.toughness, platform.armour, platform.weapons, platform.ballistic_skill) == (5, 3, (), 0)
    assert gunner.has("Relentless")
    assert [weapon.name for weapon in gunner.weapons] == ["scatter laser", "shuriken catapult"]


@each(
    ("name", "minimum", "range_", "strength", "ap", "rules"),
    [
        ("earthshaker cannon", 36, 240, 9, 3, ("Barrage", "Large Blast")),
        ("mortar", None, 48, 4, 6, ("Barrage", "Blast")),
        ("demolisher cannon", None, 24, 10, 2, ("Large Blast",)),
        ("grav-pistol", None, 12, None, 2, ("Concussive", "Graviton")),
        ("flamestorm cannon", None, None, 6, 3, ("Template",)),
    ],
)
def test_weapons_of_the_armoury(
    name: str, minimum: int | None, range_: int | None, strength: int | None, ap: int, rules: tuple[str, ...]
) -> None:
    (weapon,) = armoury()[name.replace("-", " ")]
    assert (weapon.minimum, weapon.range, weapon.strength, weapon.ap, weapon.rules) == (
        minimum, range_, strength, ap, rules,
    )  # fmt: skip


def test_stikkbombs_are_thrown_one_at_a_time() -> None:
    assert armoury()["stikkbomb"][0].grenade
