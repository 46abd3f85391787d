"""What learners of this edition are asked. ``meeting.py`` says what questions are drawn from."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.quizzes import Drill
from shoot_cli.core.quizzes.asking import Room
from shoot_cli.core.quizzes.makers import customs_drills
from shoot_cli.rules.second.drill import (
    bookkeeping,
    counting,
    customs,
    eligible,
    faces,
    hitting,
    saving,
    sequence,
    striking,
    targets,
    wounding,
)
from shoot_cli.rules.second.drill.customs import CHARTS
from shoot_cli.rules.second.drill.meeting import meetings, specials

PARTS = (hitting, wounding, saving, counting, targets, eligible, striking, faces, sequence, bookkeeping, customs)
ROOM: Final = Room(__name__, files=(), modules=(), meetings=meetings)
CUSTOMS: Final = ROOM.customs()
LESSON: Final = ROOM.lesson()
DRILLS: Final[tuple[Drill, ...]] = (
    *ROOM.drills(),
    *(drill for part in PARTS for drill in part.DRILLS),
    *customs_drills(CUSTOMS),
)

__all__ = ["CHARTS", "CUSTOMS", "DRILLS", "LESSON", "specials"]
