"""What learners of this edition are asked. Start with ``DRILLS``: a card for each rule and each way to ask about it.

``meeting`` says who meets whom and what nearly right numbers are; the other files have the questions, by what they are
about; ``customs`` is what learners of other editions may mix up with theirs.
"""

from __future__ import annotations

from typing import Final

from shoot_cli.core.quizzes import Drill
from shoot_cli.core.quizzes.room import Room
from shoot_cli.rules.seventh.drill import customs, falling, flying, in_force, joined, whole_attacks
from shoot_cli.rules.seventh.drill.customs import CHARTS, CUSTOMS, LESSON
from shoot_cli.rules.seventh.drill.meeting import NO_FACE, NO_SAVE, OF_MEETING, has, meetings, specials

FACES = ("2+", "3+", "4+", "5+", "6+")
ROOM: Final = Room(
    __name__,
    ("to_hit", "sixes", "wounding", "saving", "shooting", "eligible", "vehicles", "after"),
    ("meeting", "filters", "to_hit", "sixes", "wounding", "saving", "shooting", "eligible", "vehicles", "after"),
    meetings,
    has,
    {"hit": FACES, "wound": (*FACES, NO_FACE), "save": (*FACES, NO_SAVE)},
    OF_MEETING,
)
PARTS = (joined, in_force, flying, falling, whole_attacks, customs)
DRILLS: tuple[Drill, ...] = ROOM.drills() + tuple(drill for part in PARTS for drill in part.DRILLS)

__all__ = ["CHARTS", "CUSTOMS", "DRILLS", "LESSON", "specials"]
