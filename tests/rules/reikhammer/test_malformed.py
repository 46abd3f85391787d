"""Thousands of broken lists and lines: each is read, or refused in words with places that are inside the text."""

from __future__ import annotations

import random
import re

import pytest

from shoot_cli.armies import ArmyErrors
from shoot_cli.armies.yaml_text import decode, read_text
from shoot_cli.rules.reikhammer import lists, unit_text
from tests.helpers.broken_lists import check_places, mutations

LIST = """\
ruleset: reikhammer
name: Broken
invented: true
strategy: 3
settings: {macro_save: cover, bp_over_30: refuse}
weapons:
  autocannon: {range: 12, AP: 4, AT: 2}
  volcano gun: {range: 24, AT: 5, macro: true}
  mirror: {range: 20, AP: 4, AT: 4, AA: -, macro: [AP, AT]}
  howitzer: {range: 30, BP: 3}
  pistols: {range: 2, rules: [Small Arms]}
profiles:
  main tank: {type: AV, speed: 5, armour: 4, integrity: 2, ammo: 5, weapons: [mirror, volcano gun]}
  land ship: {type: WE, armour: 5, integrity: 6, rules: [Reinforced Armour], weapons: [{name: flak, range: 12, AA: 2}]}
formations:
  - name: Red Company
    CR: 4
    points: 300
    units:
      - {name: Main Tank, count: 2, profile: main tank}
      - {name: Grenadiers, count: 2, type: INF, armour: 3, integrity: 3, ammo: 4, weapons: [2x autocannon, pistols]}
      - {name: Lord, profile: main tank, character: Lord Vance, invulnerable: 1, lost: 1}
  - name: Battery
    CR: 3
    models:
      - {name: Howitzer, count: 3, type: AV, armour: 2, integrity: 1, weapons: [howitzer]}
      - {name: Main Tank, profile: land ship, rules: [Assault Weapons], note: it stands behind}
"""
NONSENSE = (
    "", "null", "[]", "{}", "no", "-", "...", "!x", "&a", "*a", "<<", "|", "%", "'", '"', "\t", "\x00", "\u2028", "9" * 20,
    "-1", "1e999", "3+", "4-", "12 tiles", '24"', "INF", "war engine", "Small Arms", "macro", "[AP]", "yes", "Battery", "(" * 300,
    "a" * 3000, "[red]x[/red]", "2x", "0x autocannon", "9x howitzer", "٣", "½", "１２", "{a: {b: c}}", "Reinforced Armour", "BP3",
    "autocannon", "land ship", "Lord Vance", "true", "20", "30", "[[a]]", "{name: x, range: 3, AP: 4}",
)  # fmt: skip
KEYS = (
    "nmae",
    "armor",
    "AP",
    "BP",
    "profile",
    "units",
    "models",
    "weapons",
    "rules",
    "lost",
    "macro",
    "CR",
    "<<",
    "name",
)

MUTATIONS = mutations(NONSENSE, KEYS)


@pytest.mark.parametrize("many", [500, pytest.param(2_000, marks=pytest.mark.slow)])
def test_thousands_of_broken_lists(many: int) -> None:
    ends = {"read": 0, "refused": 0}
    for seed in range(many):
        chance = random.Random(seed)
        text = LIST
        for _ in range(chance.randint(1, 2)):
            text = chance.choice(MUTATIONS)(text, chance)
        try:
            army = lists.read(read_text(decode(text.encode(), "list.yaml"), "list.yaml"), "list.yaml")
        except ArmyErrors as error:
            check_places(error, text, seed)
            ends["refused"] += 1
        else:
            hash(army)
            assert unit_text.card(army)
            assert all(unit_text.notes(army))
            assert len({unit.name for unit in army.units}) == len(army.units)
            for unit in army.units:
                assert len(set(unit.names())) == len(unit.names())
                assert len({weapon.name for weapon in unit.weapons()}) == len(set(unit.weapons()))
            ends["read"] += 1
    assert ends["refused"] > 1_000 * many / 2_000
    assert ends["read"] > 50 * many / 2_000


@pytest.mark.parametrize("many", [250, pytest.param(1_000, marks=pytest.mark.slow)])
def test_a_thousand_broken_scenarios(many: int) -> None:
    start = LIST[: LIST.index("formations:")].replace("name: Broken\ninvented: true\nstrategy: 3\n", "")
    start = re.sub("settings.*\n", "", start)
    sides = [
        "{units: [{name: M, type: AV, armour: 4, weapons: [autocannon]}]}",
        "6x AP4 AT2 range 12 ammo 4 [macro]",
        "4x INF A3 I3 + 1x AV A4 [reinforced]",
    ]
    read = 0
    for seed in range(many):
        chance = random.Random(seed)
        text = f"{start}attacker: {chance.choice(sides)}\ntarget: {chance.choice(sides)}\nanswers: {{distance: 12}}\n"
        text = chance.choice(MUTATIONS)(text, chance)
        try:
            lists.read_scenario(read_text(text, "list.yaml"), "list.yaml")
            read += 1
        except ArmyErrors as error:
            check_places(error, text, seed)
    assert read > 20 * many / 1_000


def test_any_heap_of_words_is_read_or_refused() -> None:
    words = [
        "10x", "AP4", "AP", "AT2", "AA", "BP3", "range", "12", "-", "+", '24"', "INF", "war", "engine", "[macro]", "[macro AT]", "[", "]",
        '"', "(", ")", "armour", "A3", "I3", "integrity", "Inv1", "ammo", "CR4", "CR", "[reinforced]", "[small arms]", "[fearless,", "&",
        "Boyz", "x", "X", "*", "\x00", "\u2028", "é", "99999", "”", "“", "=", ":", "tiles", "4+", "4-", "speed", "٣", "−2", "macro", "A",
    ]  # fmt: skip
    known = ["6x AP4 AT2 range 12 [macro]", "4x INF armour 3 integrity 3", "2x AP3 range 20 & AP4 range 8"]
    chance = random.Random(7)
    read = 0
    for number in range(3_000):
        text = chance.choice([" ", " ", ""]).join(chance.choices(words, k=chance.randint(1, 12)))
        if number % 3 == 0:
            text = f"{chance.choice(known)} {chance.choice(['', '+ '])}{' '.join(chance.choices(words, k=2))}"
        try:
            unit = unit_text.read_line(text, chance.choice(["attacker", "target"]))
        except ArmyErrors as error:
            (problem,) = error.problems
            assert 1 <= problem.column <= len(text) + 1
        else:
            assert unit.models
            assert len(set(unit.names())) == len(unit.names())
            read += 1
    assert read > 20
