"""What learners of this game are asked: cards beside the modules that answer them; ``scenes`` helps all of these."""

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
    formations,
    hitting,
    keeping,
    saving,
    scenes,
    shots,
)
from shoot_cli.rules.reikhammer.drill.customs import CHARTS, CUSTOMS, LESSON
from shoot_cli.rules.reikhammer.drill.scenes import specials

FILES = ("hitting", "saving", "firing", "shots", "allocating", "keeping", "cases", "played")
MODULES = (formations, scenes, hitting, saving, firing, shots, allocating, keeping, cases, customs)
ROOM: Final = Room(__name__, FILES, MODULES, formations.either)
DRILLS: Final[tuple[Drill, ...]] = ROOM.drills() + customs_drills(CUSTOMS)

__all__ = ["CHARTS", "CUSTOMS", "DRILLS", "LESSON", "ROOM", "specials"]
