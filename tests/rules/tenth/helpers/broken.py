"""What the tests of every edition break of this one: a list, the sides of a scenario, and heaps of words."""

from __future__ import annotations

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
KEYS = ("nmae", "Sv", "t", "profile", "modes", "weapons", "leader", "lost", "abilities", "effects", "W", "<<", "name")  # fmt: skip
SIDES = ["{models: [{name: M, T: 4, weapons: [bolt rifle]}]}", "5x A2 BS3+ S4 AP-1 D1 [heavy]", "T4 Sv3+ W2 (INFANTRY)"]
WORDS = [
    "10x", "A2", "A", "D6", "BS3+", "BS", "N/A", "S4", "AP-1", "AP", "-", "+", '24"', "D1", "DD6", "D6+1", "D", "2D6+1", "[", "]",
    '"', "(", ")", "T4", "T", "Sv3+", "Sv", "2+/4++", "4++", "Inv", "FNP5+", "W2", "[torrent]", "[stealth]", "[heavy,", "(INFANTRY)",
    "Boyz", "x", "X", "*", "\x00", "\u2028", "é", "99999", "”", "“", "=", ":", "M6\"", "[mortal wounds 1 on 4+]", "range", "٣", "−2",
]  # fmt: skip
KNOWN = ["10x A2 BS3+ S4 AP-1 D1 [heavy]", "5x T4 Sv3+ W2 (INFANTRY)", "1x A D6 S4 AP0 D D6+1 [torrent]"]
