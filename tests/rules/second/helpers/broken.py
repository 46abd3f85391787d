"""What the tests of every edition break of this one: a list, the sides of a scenario, and heaps of words."""

from __future__ import annotations

from typing import Any

LIST = """\
ruleset: 40k-2e
name: Broken
faction: Nobody
settings: {jam_turns: one, penetrate_on: ">="}
profiles:
  marine: {M: 4, WS: 4, BS: 4, S: 4, T: 4, W: 1, I: 4, A: 1, Ld: 8, Sv: 3+, field: refractor 5+}
  rider: {BS: 4, T: 4, Ld: 8, Sv: 6+/5+ v area, locations: [{name: Crew, D6: 1-2, crew: yes}, {name: Bike, D6: 3-6, front: 10, side: 10}]}
weapons:
  zapp gun: {short: 12, long: 24, hit: +1/0, S: 8, damage: D6, save: -2, sustained fire: 3, explodes: 3, rules: [Plasma, Heavy]}
  spray: {template: yes, S: 4, save: -2, penetration: D6+4, rules: [Flamer]}
  launcha:
    short: 20
    long: 72
    hit: 0/0
    move or fire: yes
    modes:
      big: {S: 8, damage: D10, save: -6, penetration: automatic}
      small: {S: 4, save: -1, blast: 1 1/2}
units:
  - name: Squad
    type: Infantry
    category: human-sized
    points: 300
    rules: [Rapid Fire, Shaken Not Broken]
    models:
      - {name: Marine, count: 2, profile: marine, weapons: [boltgun, 2x zapp gun]}
      - {name: Gunner, profile: marine, weapons: [launcha, twin-linked heavy bolter], rules: [Targeter], character: yes}
  - name: Riders
    type: Bike
    models:
      - {name: Rider, count: 3, profile: rider, weapons: [spray]}
  - name: Tank
    type: Vehicle
    models:
      - {name: Tank, BS: 3, weapons: [lascannon], locations: [{name: Hull, D6: "1, 3-6", front: 20, side: 18}, {name: Track, D6: 2, front: 9, side: 9}]}
"""
NONSENSE = (
    "", "null", "[]", "{}", "no", "-", "...", "!x", "&a", "*a", "<<", "|", "%", "'", '"', "\t", "\x00", "\u2028", "9" * 20, "-1", "1e999",
    "3+", "3+ on 2D6", "6+/5+ v area", "12", '24"', "0-12", "auto", "auto/-2", "+1/0", "2D6", "D7", "99D20", "D6+D4+5", "automatic", "1-6",
    "2-1", "Vehicle", "Infantry", "monstrous", "crew", "Plasma", "sustained fire 2", "blast 2", "template", "yes", "(" * 300, "a" * 3000,
    "[red]x[/red]", "2x", "0x boltgun", "9x boltgun", "٣", "½", "１２", "{a: {b: c}}", "rosarius", "field 4+", "[[a]]", ">=", "Bike",
)  # fmt: skip
KEYS = (
    "nmae", "Sv", "hit", "short_hit", "template", "thrown", "blast", "explodes", "profile", "models", "weapons", "rules", "locations", "D6",
    "front", "crew", "damage", "field", "type", "category", "modes", "<<", "name", "settings",
)  # fmt: skip
SIDES = [
    "{models: [{name: M, BS: 4, T: 4, weapons: [zapp gun]}]}",
    "6x BS4 S4 12/24 +1/0 SF1 T3",
    "10x BS4 boltgun T4 Sv3+",
    "1x AV20/18",
]
WORDS = [
    "10x", "BS4", "BS", "T4", "S", "S4", "12/24", '12"/24"', "6/-", "24/12", "+1/0", "auto/-2", "0/0", "-/-", "1/2", "-1", "Sv-2", "Sv3+", "Sv", "save",
    "3+", "on", "2D6", "/2D6", "6+/5+", "v", "area", "D4", "D1", "D9", "SF2", "SF", "sustained", "fire", "blast", "2", '2"', "template", "thrown", "move", "or",
    "pen", "D6+4", "damage", "field", "field5+", "5+", "boltgun", "missile", "launcher", "(krak)", "(hull 1-6 20/18)", "(crew 1-2)", "(1)", "()", "AV20/18", "AV",
    "armour", "10", "Vehicle", "Walker", "human", "sized", "monstrous", "[heavy]", "[blast 2]", "[sustained fire]", "[template,", "[", "]", "(", ")", '"', "“", "”",
    "+", "&", "x", "X", "\x00", "\u2028", "é", "99999", "=", ":", "٣", "−2", "W2", "Ld8", "Boyz", "twin-linked", "[recharge 9]", "Sv99999999999",
]  # fmt: skip
KNOWN = [
    "6x BS4 S4 12/24 +1/0 SF1",
    "4x T4 Sv3+ on 2D6",
    "8x BS4 boltgun + 1x BS4 lascannon",
    "1x (track 1 15/15) (hull 2-6 20/18)",
]


def check(army: Any) -> None:
    for unit in army.units:
        assert len({model.name for model, _ in unit.models}) == len({model for model, _ in unit.models})
        assert all(weapon.template or weapon.thrown or weapon.short for weapon in unit.weapons())
        for model, _ in unit.models:
            faces = sorted(face for location in model.locations for face in location.faces)
            assert faces == ([1, 2, 3, 4, 5, 6] if unit.datafax else [])
            assert model.toughness or not any(location.crew for location in model.locations)
