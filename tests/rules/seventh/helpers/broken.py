"""The words of which the tests of every edition make lines of this one. Its lists: ``tests/armies/test_army_malformed.py``."""

from __future__ import annotations

WORDS = [
    "10x", "BS4", "S4", "AP5", "AP", "-", "+", '24"', "Rapid", "Fire", "Heavy", "3", "D3", "2/3", "[", "]", '"', "T4", "Sv3+",
    "Sv", "Inv", "[character]", "[melta,", "(", ")", "boltgun", "plasma", "gun", "x", "X", "*", "Template", "unlimited", "T",
    "Monstrous", "Creature", "AV13/11/10", "HP3", "\x00", "\u2028", "é", "99999", "3+/5++", "”", "“", "=", ":", "missile launcher (krak)",
]  # fmt: skip
KNOWN = ['10x BS4 S4 AP5 Rapid Fire 24"', "10x T4 Sv6+ [stealth]", "1x AV13/11/10 HP3"]
