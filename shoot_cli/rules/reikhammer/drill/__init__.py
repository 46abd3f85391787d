"""What learners of this game are asked; ``scenes`` says what the questions are drawn from."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.quizzes import Drill
from shoot_cli.core.quizzes.asking import Room
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
from shoot_cli.rules.reikhammer.drill.customs import CHARTS, CUSTOMS, LESSON
from shoot_cli.rules.reikhammer.drill.scenes import specials

ROOM: Final = Room(__name__, files=(), modules=())
PARTS = (hitting, saving, firing, shots, allocating, keeping, cases, customs)
DRILLS: Final[tuple[Drill, ...]] = ROOM.drills() + tuple(drill for part in PARTS for drill in part.DRILLS)

__all__ = ["CHARTS", "CUSTOMS", "DRILLS", "LESSON", "specials"]
