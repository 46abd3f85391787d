"""The table of the datasheet games (``tests/rules/datasheets/tabletop.py``) for 10th edition, and exact chances.

Models are W2 Sv3+ unless it is said otherwise.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from shoot_cli.input.answerers import Preset, raise_missing
from shoot_cli.odds import odds
from shoot_cli.rules.datasheets.profiles import Unit
from shoot_cli.rules.tenth import RULESET
from shoot_cli.rules.tenth.edition import ABILITIES
from shoot_cli.rules.tenth.rulebook import RULES
from tests.helpers.scripted_table import average, colons
from tests.rules.datasheets import tabletop
from tests.rules.datasheets.tabletop import Tabletop

TABLE = Tabletop(RULESET, ABILITIES, {rule.id for rule in RULES}, W=2, Sv="3+")
gun, kind, shooters, targets, tank, army = TABLE.gun, TABLE.kind, TABLE.shooters, TABLE.targets, TABLE.tank, TABLE.army
worked, refusal, attack, battle = TABLE.worked, TABLE.refusal, TABLE.attack, TABLE.battle
Played, squad, led, state = tabletop.Played, tabletop.squad, tabletop.led, tabletop.state
Law = dict[int, Fraction]
mean = average


def law(shooter: Unit, target: Unit, measure: str = "slain", **said: Any) -> Law:
    """The exact chance of each number slain, of wounds lost ("damage"), or of another measure of the edition."""
    known = {setting.key for setting in RULESET.settings}
    settings = RULESET.defaults() | {key: value for key, value in said.items() if key in known}
    given = Preset(colons({key: value for key, value in said.items() if key not in known}), raise_missing)
    ends = odds(RULESET.attack, RULESET.begin_attack(shooter, target), given, settings=settings, exact=True)
    return {value: chance for value, chance in ends.measure(RULESET.measures[measure]).items() if chance}


def times(n: int, one: Law) -> Law:
    """The sum of ``n`` independent numbers."""
    found: Law = {0: Fraction(1)}
    for _ in range(n):
        after: Law = {}
        for a, p in found.items():
            for b, q in one.items():
                after[a + b] = after.get(a + b, Fraction(0)) + p * q
        found = after
    return found
