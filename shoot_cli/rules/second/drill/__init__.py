"""What learners of this edition are asked. ``meeting.py`` says what questions are drawn from."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.quizzes import Drill
from shoot_cli.core.quizzes.drills import drills
from shoot_cli.core.quizzes.room import Room
from shoot_cli.rules.second.drill import customs
from shoot_cli.rules.second.drill.customs import CHARTS, CUSTOMS, LESSON
from shoot_cli.rules.second.drill.meeting import having, meetings, specials

MODULES = (
    "hitting", "wounding", "saving", "counting", "targets", "eligible", "striking", "faces", "deciding", "bookkeeping",
)  # fmt: skip
ROOM: Final = Room(__name__, (*MODULES, "orders"), ("meeting", *MODULES), meetings, having)
DRILLS: Final[tuple[Drill, ...]] = drills(ROOM) + customs.DRILLS

__all__ = ["CHARTS", "CUSTOMS", "DRILLS", "LESSON", "specials"]
