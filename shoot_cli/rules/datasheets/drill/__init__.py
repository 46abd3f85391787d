"""What learners of every datasheet game are asked alike: cards in the ``.toml`` files, functions beside them.

Cards and functions name no edition. Rules are known here by what all editions call them; an edition's drill takes the
cards that hold in it (``shared`` in a file of the same name), and gives what is its own (`meet.Drilled`).
"""

from __future__ import annotations

from typing import Final

from shoot_cli.core.quizzes.room import SharedCards
from shoot_cli.rules.datasheets.drill.meet import Drilled

FILES: Final = (
    "hit",
    "wound",
    "save",
    "shots",
    "eligible",
    "targets",
    "allocate",
    "six",
    "bookkeeping",
    "effects",
    "order",
)
MODULES: Final = (
    "meet", "hitting", "wounding", "saving", "shots", "sixes", "effects", "choosing", "allocating", "bookkeeping",
    "customs",
)  # fmt: skip


def shared(drilled: Drilled) -> SharedCards:
    return SharedCards(__name__, FILES, MODULES, drilled.game.rule, {"drilled": drilled})
