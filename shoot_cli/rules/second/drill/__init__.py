"""What learners of this edition are asked. ``meeting.py`` says what questions are drawn from."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.quizzes.drill import Drill
from shoot_cli.rules.second.drill import (
    bookkeeping,
    counting,
    customs,
    eligible,
    faces,
    hitting,
    logs,
    saving,
    sequence,
    striking,
    targets,
    wounding,
)
from shoot_cli.rules.second.drill.customs import CHARTS, CUSTOMS
from shoot_cli.rules.second.drill.lesson import LESSON

DRILLS: Final[tuple[Drill, ...]] = (
    *hitting.DRILLS,
    *wounding.DRILLS,
    *saving.DRILLS,
    *counting.DRILLS,
    *targets.DRILLS,
    *eligible.DRILLS,
    *striking.DRILLS,
    *faces.DRILLS,
    *sequence.DRILLS,
    *bookkeeping.DRILLS,
    *logs.DRILLS,
    *customs.DRILLS,
)

__all__ = ["CHARTS", "CUSTOMS", "DRILLS", "LESSON"]
