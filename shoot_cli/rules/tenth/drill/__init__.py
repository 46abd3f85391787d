"""What learners of this edition are asked. Each module beside this one has a group of kinds; ``meet`` helps all."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.quizzes import Drill
from shoot_cli.core.quizzes.asking import Room
from shoot_cli.rules.tenth.drill import (
    allocating,
    choosing,
    customs,
    ending,
    hitting,
    saving,
    shots,
    sixes,
    wounding,
)
from shoot_cli.rules.tenth.drill.customs import CHARTS, CUSTOMS, LESSON
from shoot_cli.rules.tenth.drill.meet import FACES, NO_SAVE, having, meetings, specials

__all__ = ["CHARTS", "CUSTOMS", "DRILLS", "LESSON", "specials"]

ROOM: Final = Room(
    __name__,
    ("hit", "wound", "save", "shots", "eligible", "targets", "six"),
    (hitting, wounding, saving, shots, choosing, sixes),
    meetings,
    having,
    {"save": (*FACES, NO_SAVE)},
)
PARTS = (allocating, ending, customs)
DRILLS: Final[tuple[Drill, ...]] = ROOM.drills() + tuple(drill for part in PARTS for drill in part.DRILLS)
