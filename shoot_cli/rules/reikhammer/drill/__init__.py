"""What learners of this game are asked; ``scenes`` says what the questions are drawn from."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.quizzes import Drill
from shoot_cli.core.quizzes.asking import Room
from shoot_cli.core.quizzes.makers import customs_drills
from shoot_cli.rules.reikhammer.drill import (
    allocating,
    cases,
    customs,
    firing,
    hitting,
    keeping,
    saving,
    shots,
)
from shoot_cli.rules.reikhammer.drill.customs import CHARTS
from shoot_cli.rules.reikhammer.drill.scenes import specials

PARTS = (hitting, saving, firing, shots, allocating, keeping, cases, customs)
ROOM: Final = Room(__name__, files=(), modules=())
CUSTOMS: Final = ROOM.customs()
LESSON: Final = ROOM.lesson()
DRILLS: Final[tuple[Drill, ...]] = (
    *ROOM.drills(),
    *(drill for part in PARTS for drill in part.DRILLS),
    *customs_drills(CUSTOMS),
)

__all__ = ["CHARTS", "CUSTOMS", "DRILLS", "LESSON", "specials"]
