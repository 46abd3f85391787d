"""The drills of 11th edition, and its charts for comparisons."""

from __future__ import annotations

from typing import Final

from shoot_cli.quiz.card_questions import FACES, Drills
from shoot_cli.quiz.cards import DrillModules
from shoot_cli.quiz.quiz import read
from shoot_cli.rules.datasheets.drill import SHARED, charts_of, shared
from shoot_cli.rules.datasheets.drill.scenes import NO_SAVE, Drilled, having, specials
from shoot_cli.rules.eleventh.edition import SETTINGS
from shoot_cli.rules.eleventh.game import GAME, new_attack, new_battle
from shoot_cli.rules.eleventh.records import Snapshot, gun_of

ELEVENTH: Final = Drilled("40k-11e", GAME, SETTINGS, gun_of, Snapshot, new_attack, new_battle)
CUSTOMS, LESSON = read(__package__, SHARED, GAME.rule)
CHARTS: Final = charts_of(ELEVENTH)


__all__ = ["CHARTS", "CUSTOMS", "DRILLS", "LESSON", "specials"]

ROOM: Final = DrillModules(
    __name__,
    ("hit", "wound", "save", "shots", "eligible", "targets", "allocate", "six", "bookkeeping", "order"),
    ("answers",),
    ELEVENTH.meetings,
    having,
    {"save": (*FACES, NO_SAVE)},
    known=ELEVENTH.known,
    shared=shared(ELEVENTH),
)
DRILLS: Final = Drills(ROOM, CUSTOMS)
