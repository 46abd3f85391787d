"""Thousands of broken lists and lines: each is read, or refused in words with places that are inside the text."""

from __future__ import annotations

import random

import pytest

from shoot_cli.armies import ArmyErrors
from shoot_cli.armies.yaml_text import decode, read_text
from shoot_cli.rules.tenth import lists, unit_text
from tests.helpers.broken_lists import check_places, mutations

LIST = """\
ruleset: 40k-10e
name: Broken
profiles:
  tacticus: {M: 6, T: 4, Sv: 3+, W: 2, Ld: 6+, OC: 2}
  gravis: {M: 5", T: 6, Sv: 3+, W: 3, Ld: 6+, OC: 1}
weapons:
  bolt rifle: {range: 24, A: 2, BS: 3+, S: 4, AP: -1, D: 1, abilities: [Assault, Heavy]}
  plasma incinerator:
    range: 24
    modes:
      standard: {A: 2, BS: 3+, S: 7, AP: -2, D: 1}
      supercharge: {A: 2, BS: 3+, S: 8, AP: -3, D: D6+1, abilities: [Hazardous]}
  flamer: {range: 12, A: D6, BS: N/A, S: 4, AP: 0, D: 1, abilities: [Ignores Cover, Torrent]}
  grenades: {range: 8, A: 6, abilities: [Mortal Wounds 1 on 4+]}
units:
  - name: Intercessor Squad
    points: 80
    keywords: [Infantry, Battleline]
    abilities: [Stealth, incoming: -1 damage]
    models:
      - {name: Intercessor, count: 4, profile: tacticus, weapons: [bolt rifle, flamer]}
      - {name: Sergeant, profile: tacticus, lost: 1, weapons: [plasma incinerator: standard], effects: [Lethal Hits]}
  - name: Captain
    points: 90
    leader: Intercessor Squad
    keywords: [Character, Infantry]
    models:
      - {name: Captain, profile: gravis, W: 5, Sv: 2+/4++, FNP: 5+, weapons: [2x grenades, plasma incinerator]}
"""
NONSENSE = (
    "", "null", "[]", "{}", "no", "-", "...", "!x", "&a", "*a", "<<", "|", "%", "'", '"', "\t", "\x00", "\u2028", "9" * 20,
    "-1", "1e999", "3+/", "3+/9++", "D", "D6", "2D6+1", "0D6", "99D6", "N/A", "Melee", '24"', "7+", "Torrent", "Captain", "yes",
    "Intercessor Squad", "Feel No Pain (x)", "(" * 300, "a" * 3000, "[red]x[/red]", "2x", "0x bolt rifle", "٣", "½", "１２",
    "anti-x 9+", "rapid fire", "+1 to hit if if if", "against " * 30, "{a: {b: c}}", "incoming: -1", "plasma incinerator:",
    "led: incoming: -1 to hit", "mark after shooting: +1 to hit, no cover", "one of: Stealth", 'lend X within 6": led: Blast',
    'friendly  within 99": a: b: c: d', "- led: incoming: x", "[led: incoming: Stealth, mark: Blast; Stealth]", "a: " * 20, "led: " * 9,
)  # fmt: skip
KEYS = ("nmae", "Sv", "t", "profile", "modes", "weapons", "leader", "lost", "abilities", "effects", "W", "<<", "name")

MUTATIONS = mutations(NONSENSE, KEYS)


@pytest.mark.slow
def test_thousands_of_broken_lists() -> None:
    ends = {"read": 0, "refused": 0}
    for seed in range(2_000):
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
            assert all(one.text and one.words for one in unit_text.explained(army))
            assert len({unit.name for unit in army.units}) == len(army.units)
            ends["read"] += 1
    assert ends["refused"] > 1_000
    assert ends["read"] > 50


@pytest.mark.parametrize("many", [250, pytest.param(1_000, marks=pytest.mark.slow)])
def test_a_thousand_broken_scenarios(many: int) -> None:
    start = LIST[: LIST.index("units:")].replace("name: Broken\n", "")
    sides = [
        "{models: [{name: M, T: 4, weapons: [bolt rifle]}]}",
        "5x A2 BS3+ S4 AP-1 D1 [heavy]",
        "T4 Sv3+ W2 (INFANTRY)",
    ]
    for seed in range(many):
        chance = random.Random(seed)
        text = f"{start}attacker: {chance.choice(sides)}\ntarget: {chance.choice(sides)}\nanswers: {{distance: 12}}\n"
        text = chance.choice(MUTATIONS)(text, chance)
        try:
            lists.read_scenario(read_text(text, "list.yaml"), "list.yaml")
        except ArmyErrors as error:
            check_places(error, text, seed)


@pytest.mark.parametrize("many", [750, pytest.param(3_000, marks=pytest.mark.slow)])
def test_any_heap_of_words_is_read_or_refused(many: int) -> None:
    words = [
        "10x", "A2", "A", "D6", "BS3+", "BS", "N/A", "S4", "AP-1", "AP", "-", "+", '24"', "D1", "DD6", "D6+1", "D", "2D6+1", "[", "]",
        '"', "(", ")", "T4", "T", "Sv3+", "Sv", "2+/4++", "4++", "Inv", "FNP5+", "W2", "[torrent]", "[stealth]", "[heavy,", "(INFANTRY)",
        "Boyz", "x", "X", "*", "\x00", "\u2028", "é", "99999", "”", "“", "=", ":", "M6\"", "[mortal wounds 1 on 4+]", "range", "٣", "−2",
    ]  # fmt: skip
    known = ["10x A2 BS3+ S4 AP-1 D1 [heavy]", "5x T4 Sv3+ W2 (INFANTRY)", "1x A D6 S4 AP0 D D6+1 [torrent]"]
    chance = random.Random(7)
    read = 0
    for number in range(many):
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
            read += 1
    assert read > 10 * many / 3_000
