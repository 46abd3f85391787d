"""The drills of 10th edition, and its charts for comparisons. Cards are in the ``.toml`` files; the functions that they
name are in ``answers.py`` and in the shared package.
"""

from __future__ import annotations

from typing import Any, Final

from shoot_cli.quiz.card_questions import FACES, Drills
from shoot_cli.quiz.cards import DrillModules
from shoot_cli.quiz.quiz import read
from shoot_cli.rules.datasheets.conditions import Situation
from shoot_cli.rules.datasheets.drill import SHARED, charts_of, shared
from shoot_cli.rules.datasheets.drill.scenes import NO_SAVE, Drilled, having, specials
from shoot_cli.rules.datasheets.effects import all_have
from shoot_cli.rules.tenth.edition import SETTINGS
from shoot_cli.rules.tenth.game import GAME, new_attack, new_battle
from shoot_cli.rules.tenth.steps.attack_order import Snapshot, gun_of


def seen(situation: Situation, **true: Any) -> Snapshot:
    stealth = "" if all_have(situation, False, lambda ability: ability.name == "Stealth") else "none"
    return Snapshot(situation, **{"stealth": stealth} | true)


TENTH: Final = Drilled("40k-10e", GAME, SETTINGS, gun_of, seen, new_attack, new_battle)
CUSTOMS, LESSON = read(__package__, SHARED, GAME.rule)
CHARTS: Final = charts_of(TENTH)


__all__ = ["CHARTS", "CUSTOMS", "DRILLS", "LESSON", "specials"]

ROOM: Final = DrillModules(
    __name__,
    ("hit", "wound", "save", "shots", "eligible", "targets", "allocate", "six", "bookkeeping", "order"),
    ("answers",),
    TENTH.meetings,
    having,
    {"save": (*FACES, NO_SAVE)},
    known=TENTH.known,
    shared=shared(TENTH),
)
DRILLS: Final = Drills(ROOM, CUSTOMS)
