"""What learners of this edition are asked. A ``.toml`` beside each module has its cards: what is drawn, words, answers.

The module has the functions that its cards name: the charts and the steps themselves give the right answer. ``meeting``
says who meets whom and makes up the rest, ``filters`` what a meeting must have; ``customs`` is what learners of other
editions may mix up with theirs.
"""

from __future__ import annotations

from typing import Final

from shoot_cli.core.quizzes import Drill
from shoot_cli.core.quizzes.asking import Room
from shoot_cli.rules.seventh.drill import (
    after,
    customs,
    eligible,
    falling,
    filters,
    flying,
    in_force,
    joined,
    meeting,
    saving,
    shooting,
    sixes,
    to_hit,
    vehicles,
    whole_attacks,
    wounding,
)
from shoot_cli.rules.seventh.drill.customs import CHARTS, CUSTOMS, LESSON
from shoot_cli.rules.seventh.drill.meeting import NO_FACE, NO_SAVE, OF_MEETING, has, meetings, specials

FACES = ("2+", "3+", "4+", "5+", "6+")
PARTS = (
    to_hit, sixes, wounding, saving, shooting, eligible, joined, in_force, flying, falling, vehicles, after,
    whole_attacks,
)  # fmt: skip
ROOM: Final = Room(
    __name__,
    [part.__name__.rpartition(".")[2] for part in PARTS],
    (meeting, filters, *PARTS),
    meetings,
    has,
    {"hit": FACES, "wound": (*FACES, NO_FACE), "save": (*FACES, NO_SAVE)},
    OF_MEETING,
)
DRILLS: tuple[Drill, ...] = ROOM.drills() + customs.DRILLS

__all__ = ["CHARTS", "CUSTOMS", "DRILLS", "LESSON", "specials"]
