"""What learners of this edition are asked: cards in the ``.toml`` files, the functions that they name beside them."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.quizzes.asking import FACES
from shoot_cli.core.quizzes.drills import Drills
from shoot_cli.core.quizzes.room import DrillModules
from shoot_cli.rules.datasheets.drill import shared
from shoot_cli.rules.datasheets.drill.meet import NO_SAVE, having, specials
from shoot_cli.rules.eleventh.drill.customs import CHARTS, CUSTOMS, ELEVENTH, LESSON

__all__ = ["CHARTS", "CUSTOMS", "DRILLS", "LESSON", "specials"]

ROOM: Final = DrillModules(
    __name__,
    ("hit", "wound", "save", "shots", "eligible", "targets", "allocate", "six", "bookkeeping", "effects", "order"),
    ("hitting", "counting", "choosing", "resolving", "deciding"),
    ELEVENTH.meetings,
    having,
    {"save": (*FACES, NO_SAVE)},
    known=ELEVENTH.known,
    shared=shared(ELEVENTH),
)
DRILLS: Final = Drills(ROOM, CUSTOMS)
