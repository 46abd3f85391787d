"""What the tests of every edition break of this one: a list, the sides of a scenario, and heaps of words."""

from __future__ import annotations

from typing import Any

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
)  # fmt: skip
SIDES = [
    "{units: [{name: M, type: AV, armour: 4, weapons: [autocannon]}]}",
    "6x AP4 AT2 range 12 ammo 4 [macro]",
    "4x INF A3 I3 + 1x AV A4 [reinforced]",
]
WORDS = [
    "10x", "AP4", "AP", "AT2", "AA", "BP3", "range", "12", "-", "+", '24"', "INF", "war", "engine", "[macro]", "[macro AT]", "[", "]",
    '"', "(", ")", "armour", "A3", "I3", "integrity", "Inv1", "ammo", "CR4", "CR", "[reinforced]", "[small arms]", "[fearless,", "&",
    "Boyz", "x", "X", "*", "\x00", "\u2028", "é", "99999", "”", "“", "=", ":", "tiles", "4+", "4-", "speed", "٣", "−2", "macro", "A",
]  # fmt: skip
KNOWN = ["6x AP4 AT2 range 12 [macro]", "4x INF armour 3 integrity 3", "2x AP3 range 20 & AP4 range 8"]


def check(army: Any) -> None:
    assert all(len({*unit.names()}) == len(unit.names()) for unit in army.units)
