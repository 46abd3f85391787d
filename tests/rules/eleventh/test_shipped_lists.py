"""The shipped lists of this edition against facts of public data: 40kdc data by Alpaca Software (package wh40kdc 1.4.5),
https://github.com/wn-mitch/40kdc-data, CC BY 4.0. Names and numbers, typed here as that data has them."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from shoot_cli.armies.loading import TARGETS
from shoot_cli.armies.tree import plain
from shoot_cli.armies.yaml_text import read_text
from shoot_cli.rules.eleventh import lists, unit_text
from tests.helpers.each import each

FOLDER = Path(__file__).parents[3] / "armies" / "40k-11e"
NAMES = ("vanguard", "nihilakh", "deffskulls", "rangefinders")

# list, unit: models, points, and of each kind of model T, Sv, W, InSv
SHEETS = [
    ("vanguard", "Captain", 1, 80, ["5 3+ 5 4+"]),
    ("vanguard", "Lieutenant", 1, 45, ["5 3+ 4 -"]),
    ("vanguard", "Intercessor Squad", 10, 150, ["5 3+ 2 -"] * 3),
    ("vanguard", "Hellblaster Squad", 5, 110, ["5 3+ 2 -"] * 2),
    ("vanguard", "Eradicator Squad", 3, 90, ["6 3+ 3 -"] * 3),
    ("vanguard", "Infernus Squad", 5, 85, ["5 3+ 2 -"] * 2),
    ("vanguard", "Eliminator Squad", 3, 75, ["4 3+ 2 -"] * 2),
    ("vanguard", "Terminator Squad", 5, 160, ["6 2+ 3 4+"] * 3),
    ("vanguard", "Redemptor Dreadnought", 1, 195, ["10 2+ 12 4+"]),
    ("vanguard", "Whirlwind", 1, 175, ["10 3+ 11 -"]),
    ("vanguard", "Lieutenant with Combi-weapon", 1, 95, ["4 3+ 4 -"]),
    ("nihilakh", "Overlord", 1, 90, ["5 2+ 6 4+"]),
    ("nihilakh", "Technomancer", 1, 80, ["4 4+ 4 -"]),
    ("nihilakh", "Necron Warriors", 20, 190, ["4 4+ 1 -"] * 2),
    ("nihilakh", "Plasmancer", 1, 60, ["4 4+ 4 -"]),
    ("nihilakh", "Immortals", 10, 140, ["5 3+ 1 -"] * 2),
    ("nihilakh", "Deathmarks", 5, 60, ["5 3+ 1 -"]),
    ("nihilakh", "Lokhust Heavy Destroyers", 3, 165, ["6 3+ 4 -"] * 2),
    ("nihilakh", "Hexmark Destroyer", 1, 75, ["5 3+ 5 -"]),
    ("nihilakh", "Doomsday Ark", 1, 210, ["9 3+ 14 4+"]),
    ("nihilakh", "Canoptek Doomstalker", 1, 140, ["8 3+ 12 4+"]),
    ("nihilakh", "Triarch Stalker", 1, 110, ["8 3+ 12 4+"]),
    ("nihilakh", "Annihilation Barge", 1, 95, ["8 3+ 9 4+"]),
    ("deffskulls", "Warboss", 1, 100, ["5 4+ 6 5+"]),
    ("deffskulls", "Painboy", 1, 45, ["5 5+ 3 -"]),
    ("deffskulls", "Boyz", 20, 160, ["5 5+ 1 -"] * 4 + ["5 5+ 3 -"]),
    ("deffskulls", "Tankbustas", 6, 145, ["5 4+ 2 -", "5 4+ 3 -"]),
    ("deffskulls", "Flash Gitz", 5, 105, ["5 4+ 3 -"] * 2),
    ("deffskulls", "Mek Gunz", 3, 165, ["6 5+ 6 6+"] * 3),
    ("deffskulls", "Big Mek with Shokk Attack Gun", 1, 95, ["5 4+ 5 -"]),
    ("deffskulls", "Gretchin", 11, 80, ["2 6+ 1 -"]),
    ("deffskulls", "Warbikers", 3, 75, ["6 4+ 3 6+", "6 4+ 4 6+"]),
    ("deffskulls", "Killa Kans", 3, 130, ["7 3+ 5 6+"]),
    ("deffskulls", "Deff Dread", 1, 130, ["9 2+ 8 6+"]),
    ("deffskulls", "Kill Rig", 1, 175, ["10 3+ 16 -"]),
    ("rangefinders", "Cadre Fireblade", 1, 50, ["3 4+ 3 -"]),
    ("rangefinders", "Strike Team", 10, 70, ["3 4+ 1 -"] * 2),
    ("rangefinders", "Pathfinder Team", 10, 85, ["3 4+ 1 -"] * 4),
    ("rangefinders", "Commander in Enforcer Battlesuit", 1, 80, ["5 2+ 6 -"]),
    ("rangefinders", "Crisis Sunforge Battlesuits", 3, 125, ["5 3+ 4 4+"] * 2),
    ("rangefinders", "Broadside Battlesuits", 2, 150, ["6 2+ 8 -"] * 2),
    ("rangefinders", "Riptide Battlesuit", 1, 190, ["9 2+ 14 4+"]),
    ("rangefinders", "Hammerhead Gunship", 1, 150, ["10 3+ 14 -"]),
    ("rangefinders", "Sky Ray Gunship", 1, 140, ["10 3+ 14 -"]),
    ("rangefinders", "Stealth Battlesuits", 5, 100, ["4 3+ 2 -"] * 2),
    ("rangefinders", "Ghostkeel Battlesuit", 1, 150, ["8 2+ 12 -"]),
]

# list, weapon (mode): range, A, BS, S, AP, D
WEAPONS = [
    ("vanguard", "bolt rifle: focused fire", "24 1 3+ 5 -1 2 Heavy, Rapid Fire 1"),
    ("vanguard", "bolt rifle: saturation", "24 2 3+ 5 -1 1 Assault, Rapid Fire 1"),
    ("vanguard", "grenade launcher: frag", "24 4 3+ 4 -1 1 Blast 1"),
    ("vanguard", "plasma incinerator: supercharge", "24 2 3+ 8 -3 2 Assault, Hazardous, Rapid Fire 1"),
    ("vanguard", "melta rifle: hunter", "18 1 2+ 12 -3 D3+2 Melta 2, Hunter: MONSTER/VEHICLE"),
    ("vanguard", "pyreblaster", "12 3 N/A 5 -1 1 Blast 1, Torrent"),
    ("vanguard", "bolt sniper rifle", "36 1 3+ 6 -2 3 Heavy, Precision"),
    ("vanguard", "vengeance launcher", "72 D6+3 3+ 8 -2 2 Blast, Indirect Fire"),
    ("nihilakh", "gauss flayer", "24 1 4+ 4 0 1 Lethal Hits, Rapid Fire 1"),
    ("nihilakh", "tesla carbine", "24 2 3+ 5 0 1 Assault, Sustained Hits 2"),
    ("nihilakh", "synaptic disintegrator", "36 1 3+ 5 -2 2 Heavy, Precision"),
    ("nihilakh", "doomsday cannon", "72 D6+1 3+ 18 -4 4 Blast, Heavy"),
    ("nihilakh", "heat ray: focused", "18 2 3+ 9 -4 D6 Melta 4"),
    ("deffskulls", "slugga", "12 1 5+ 4 0 1 Close-Quarters, Lethal Hits not against MONSTER or VEHICLE"),
    ("deffskulls", "busta rokkit launcha: standard", "24 3 4+ 9 -2 3"),
    ("deffskulls", "snazzgun: cutta", "12 3 4+ 6 -1 D3+2 Hazardous, Melta 2"),
    ("deffskulls", "'eavy lobba", "48 D6 5+ 6 0 2 Blast 2, Indirect Fire"),
    ("deffskulls", "stikka kannon", "12 1 5+ 12 -2 3 Anti-MONSTER 2+, Anti-VEHICLE 2+"),
    ("rangefinders", "pulse rifle", "30 1 4+ 5 0 1 Rapid Fire 1"),
    ("rangefinders", "heavy rail rifle", "60 2 4+ 12 -4 D6+1 Devastating Wounds, Heavy"),
    ("rangefinders", "railgun", "72 1 4+ 20 -5 D6+6 Devastating Wounds, Heavy"),
    ("rangefinders", "fusion blaster", "12 1 4+ 9 -4 D6 Melta 2"),
    ("rangefinders", "seeker missile", "48 1 4+ 14 -3 D6+1 One Shot"),
]

# What a spread of this edition's rules wants to be in them, all together.
WANTED = (
    "Rapid Fire", "Blast", "Torrent", "Indirect Fire", "Hazardous", "Lethal Hits", "Devastating Wounds", "Precision",
    "Melta", "Anti-", "Lone Operative", "Stealth", "Deadly Demise", "Feel No Pain", "Hunter", "Close-Quarters", "Heavy",
    "Assault", "Sustained Hits", "Twin-linked", "Ignores Cover", "Psychic", "One Shot", "leader:", "support:", "Inv:",
)  # fmt: skip


@cache
def text_of(name: str) -> str:
    return (FOLDER / f"{name}.yaml").read_text(encoding="utf-8")


@cache
def document(name: str) -> dict[str, Any]:
    return plain(read_text(text_of(name), name))


def unit_of(name: str, unit: str) -> dict[str, Any]:
    return next(one for one in document(name)["units"] if one["name"] == unit)


def test_these_are_all_there_are() -> None:
    assert {path.stem for path in FOLDER.glob("*.yaml")} == {*NAMES, TARGETS}
    assert sorted((name, unit) for name, unit, *_ in SHEETS) == sorted(
        (name, one["name"]) for name in NAMES for one in document(name)["units"]
    )


@pytest.mark.parametrize("name", NAMES)
def test_each_list_is_fine_and_says_where_it_is_from(name: str) -> None:
    army = lists.read(read_text(text_of(name), name), name)
    assert len(army.units) >= 6
    assert unit_text.explained(army)
    for words in (
        "github.com/wn-mitch/40kdc-data",
        "creativecommons.org/licenses/by/4.0/",
        "Alpaca Software",
        "wh40kdc",
    ):
        assert words in text_of(name)[: text_of(name).index("ruleset:")]


def test_leaders_and_supports_are_one_unit_with_those_whom_they_lead() -> None:
    army = lists.read(read_text(text_of("nihilakh"), "necrons"), "necrons")
    assert [one.name for one in army.units][:2] == [
        "Necron Warriors with Overlord and Technomancer", "Immortals with Plasmancer",
    ]  # fmt: skip


@each("name, unit, models, points, lines", SHEETS)
def test_units_are_as_public_data_has_them(name: str, unit: str, models: int, points: int, lines: list[str]) -> None:
    found, profiles = unit_of(name, unit), document(name).get("profiles", {})
    pages = [{**profiles.get(one.get("profile"), {}), **one} for one in found["models"]]
    assert sum(int(one.get("count", 1)) for one in pages) == models
    assert int(found["points"]) == points
    assert [f"{one['T']} {one['Sv']} {one['W']} {one.get('Inv', '-')}" for one in pages] == lines


@each("name, weapon, values", WEAPONS)
def test_weapons_are_as_public_data_has_them(name: str, weapon: str, values: str) -> None:
    own, _, mode = weapon.partition(": ")
    page = document(name)["weapons"][own]
    page = {**page, **(page["modes"][mode] if mode else {})}
    stats = " ".join(str(page[key]) for key in ("range", "A", "BS", "S", "AP", "D"))
    assert f"{stats} {', '.join(map(str, page.get('abilities', ())))}".strip() == values


def test_they_have_a_good_spread_of_rules() -> None:
    every = "\n".join(re.sub(r"(?m)#.*$", "", text_of(name)) for name in NAMES)
    assert [word for word in WANTED if word not in every] == []
