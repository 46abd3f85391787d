"""What this edition gives to the cards that it shares with others; how it does what others do otherwise."""

from __future__ import annotations

from typing import Any, Final

from shoot_cli.core.quizzes.customs import read
from shoot_cli.rules.datasheets.drill.customs import SHARED, charts_of
from shoot_cli.rules.datasheets.drill.meet import Drilled
from shoot_cli.rules.datasheets.in_force import all_have
from shoot_cli.rules.datasheets.scenes import Situation
from shoot_cli.rules.tenth.game import GAME, new_attack, new_battle
from shoot_cli.rules.tenth.guns import Snapshot, gun_of
from shoot_cli.rules.tenth.settings import SETTINGS


def seen(scene: Situation, **true: Any) -> Snapshot:
    stealth = "" if all_have(scene, False, lambda ability: ability.name == "Stealth") else "none"
    return Snapshot(scene, **{"stealth": stealth} | true)


TENTH: Final = Drilled("40k-10e", GAME, SETTINGS, gun_of, seen, new_attack, new_battle)
CUSTOMS, LESSON = read(__package__, SHARED, GAME.rule)
CHARTS: Final = charts_of(TENTH)
