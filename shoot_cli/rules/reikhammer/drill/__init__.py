"""What learners of this game are asked; ``scenes`` says what the questions are drawn from."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.quizzes.drill import Drill
from shoot_cli.core.quizzes.tables import customs_drills
from shoot_cli.rules.reikhammer.drill import (
    allocating,
    cases,
    crossfire,
    firing,
    guesses,
    hits,
    hitting,
    keeping,
    ordering,
    ratings,
    saving,
    shots,
)
from shoot_cli.rules.reikhammer.drill.customs import CHARTS, CUSTOMS, TITLE
from shoot_cli.rules.reikhammer.drill.lesson import LESSON

DRILLS: Final[tuple[Drill, ...]] = (
    *hitting.DRILLS,
    *saving.DRILLS,
    *firing.DRILLS,
    *crossfire.DRILLS,
    *shots.DRILLS,
    *hits.DRILLS,
    *allocating.DRILLS,
    *keeping.DRILLS,
    *ratings.DRILLS,
    *ordering.DRILLS,
    *cases.DRILLS,
    *guesses.DRILLS,
    *customs_drills(TITLE, CUSTOMS),
)

__all__ = ["CHARTS", "CUSTOMS", "DRILLS", "LESSON"]
