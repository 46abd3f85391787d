"""What learners of this edition are asked: cards beside the modules that answer them; ``meeting`` helps all."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.quizzes.drills import Drills
from shoot_cli.core.quizzes.room import DrillModules
from shoot_cli.rules.second.drill.customs import CHARTS, CUSTOMS, LESSON
from shoot_cli.rules.second.drill.meeting import OF_MEETING, having, known, meetings, specials

FILES = (
    "hitting", "wounding", "saving", "counting", "targets", "eligible", "striking", "faces", "deciding", "orders",
    "bookkeeping", "played",
)  # fmt: skip
MODULES = ("meeting", *(file for file in FILES if file != "orders"))
ROOM: Final = DrillModules(__name__, FILES, MODULES, meetings, having, of_meeting=OF_MEETING, known=known)
DRILLS: Final = Drills(ROOM, CUSTOMS)

__all__ = ["CHARTS", "CUSTOMS", "DRILLS", "LESSON", "ROOM", "specials"]
