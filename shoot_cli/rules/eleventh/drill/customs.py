"""What this edition gives to the cards that it shares with others; how it does what others do otherwise."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.quizzes.customs import read
from shoot_cli.rules.datasheets.drill.customs import SHARED, charts_of
from shoot_cli.rules.datasheets.drill.meet import Drilled
from shoot_cli.rules.eleventh.game import GAME, new_attack, new_battle
from shoot_cli.rules.eleventh.guns import Snapshot, gun_of
from shoot_cli.rules.eleventh.settings import SETTINGS

ELEVENTH: Final = Drilled("40k-11e", GAME, SETTINGS, gun_of, Snapshot, new_attack, new_battle)
CUSTOMS, LESSON = read(__package__, SHARED, GAME.rule)
CHARTS: Final = charts_of(ELEVENTH)
