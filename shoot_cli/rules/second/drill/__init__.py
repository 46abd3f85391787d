"""What learners of this edition are asked. ``meeting.py`` says what questions are drawn from."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.quizzes import Drill
from shoot_cli.core.quizzes.room import Room
from shoot_cli.rules.second.drill import customs, striking, targets
from shoot_cli.rules.second.drill.customs import CHARTS, CUSTOMS, LESSON
from shoot_cli.rules.second.drill.meeting import having, meetings, specials

FILES = ("hitting", "wounding", "saving", "counting", "eligible", "faces", "deciding", "orders", "bookkeeping")
ROOM: Final = Room(
    __name__,
    FILES,
    ("meeting", "hitting", "wounding", "saving", "counting", "eligible", "faces", "deciding", "bookkeeping"),
    meetings,
    having,
)
PARTS = (targets, striking, customs)
DRILLS: Final[tuple[Drill, ...]] = ROOM.drills() + tuple(drill for part in PARTS for drill in part.DRILLS)

__all__ = ["CHARTS", "CUSTOMS", "DRILLS", "LESSON", "specials"]
