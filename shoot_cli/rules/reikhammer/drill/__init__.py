"""What learners of this game are asked: cards beside the modules that answer them; ``scenes`` helps all of these."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.quizzes.drills import Drills
from shoot_cli.core.quizzes.room import DrillModules
from shoot_cli.rules.reikhammer.drill import formations
from shoot_cli.rules.reikhammer.drill.customs import CHARTS, CUSTOMS, LESSON
from shoot_cli.rules.reikhammer.drill.scenes import specials

FILES = ("hitting", "saving", "firing", "shots", "allocating", "keeping", "cases", "played")
MODULES = ("formations", "scenes", "hitting", "saving", "firing", "shots", "allocating", "keeping", "cases", "customs")
ROOM: Final = DrillModules(__name__, FILES, MODULES, formations.either)
DRILLS: Final = Drills(ROOM, CUSTOMS)

__all__ = ["CHARTS", "CUSTOMS", "DRILLS", "LESSON", "ROOM", "specials"]
