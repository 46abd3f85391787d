"""What a die does that shows this, by the rules run with the face given: what of ``six.toml`` is this edition's own."""

from __future__ import annotations

from typing import Any

from shoot_cli.rules.datasheets.drill.meet import Drilled
from shoot_cli.rules.datasheets.drill.sixes import changed, comes_of, shot, wounds
from shoot_cli.rules.datasheets.records import Test
from shoot_cli.rules.tenth.edition import NUMBERS
from shoot_cli.rules.tenth.steps.hazard import roll_hazardous_test


def indirect_roll(drilled: Drilled, die: int, skill: int, still: bool, unseen: bool) -> dict[str, Any]:
    """``still``: Heavy, and Remained Stationary."""
    misses = (NUMBERS.indirect_misses, "unseen", "10E-WPN-INDIRECT-2") if unseen else (0, "", "")
    to_hit = changed(drilled, NUMBERS.indirect * unseen, int(still))
    return comes_of(drilled, drilled.plain_gun(skill=skill, to_hit=to_hit, misses=misses), die)


def lethal_and_devastating(drilled: Drilled, die: int, skill: int) -> str:
    hit = shot(drilled, drilled.plain_gun(skill=skill, lethal=True, devastating="current"), die)[0][0]
    return wounds(drilled, hit, 1) if hit.lethal else "a hit, to be rolled to wound"


def hazardous_test(drilled: Drilled, die: int) -> str:
    failed = roll_hazardous_test(Test(drilled.plain_gun()), 1, drilled.thrown(die))
    return f"the unit suffers {NUMBERS.hazard_wounds} mortal wounds" if failed else "nothing happens"
