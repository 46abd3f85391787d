"""The table of the datasheet games (``tests/rules/datasheets/tabletop.py``) for 11th edition.

Models are W1 without a save unless it is said otherwise.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from shoot_cli.rules.datasheets.profiles import Unit
from shoot_cli.rules.eleventh import RULESET
from shoot_cli.rules.eleventh.edition import ABILITIES
from shoot_cli.rules.eleventh.rulebook import RULES
from tests.rules.datasheets import tabletop
from tests.rules.datasheets.tabletop import Tabletop

TABLE = Tabletop(RULESET, ABILITIES, {rule.id for rule in RULES}, W=1, Sv="-")
gun, kind, shooters, targets, tank, army = TABLE.gun, TABLE.kind, TABLE.shooters, TABLE.targets, TABLE.tank, TABLE.army
worked, refusal, attack, battle = TABLE.worked, TABLE.refusal, TABLE.attack, TABLE.battle
Played, squad, led, state = tabletop.Played, tabletop.squad, tabletop.led, tabletop.state


def hits(shooter: Unit, target: Unit, **said: Any) -> Fraction:
    """How many hits are expected, of shots that all wound alike."""
    return Fraction(worked(shooter, target, **said)["expected"]["hits"]).limit_denominator(10_000)
