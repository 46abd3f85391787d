"""What learners of this edition are asked: cards in the ``.toml`` files, the functions that they name beside them.

``meeting`` says who meets whom and makes up the rest, ``filters`` what has to meet for a card; the other modules have
the answers, from the charts and the steps themselves. ``customs`` is what learners of other editions may mix up.
"""

from __future__ import annotations

from typing import Final

from shoot_cli.core.quizzes.asking import FACES
from shoot_cli.core.quizzes.drills import Drills
from shoot_cli.core.quizzes.room import DrillModules
from shoot_cli.rules.seventh.drill.customs import CHARTS, CUSTOMS, LESSON
from shoot_cli.rules.seventh.drill.meeting import NO_FACE, NO_SAVE, OF_MEETING, has, known, meetings, specials

__all__ = ["CHARTS", "CUSTOMS", "DRILLS", "LESSON", "specials"]

PARTS = (
    "to_hit", "sixes", "wounding", "saving", "shooting", "eligible", "joined", "in_force", "flying", "falling",
    "vehicles", "after", "whole_attacks",
)  # fmt: skip
ROOM: Final = DrillModules(
    __name__,
    PARTS,
    ("meeting", "filters", *PARTS),
    meetings,
    has,
    {"wound": (*FACES, NO_FACE), "save": (*FACES, NO_SAVE)},
    OF_MEETING,
    known,
)
DRILLS: Final = Drills(ROOM, CUSTOMS)
