"""The order of what happens."""

from __future__ import annotations

from shoot_cli.core.quizzes.drill import Drill
from shoot_cli.core.quizzes.tables import in_order

STEPS = (
    "the formation and its action are named and tested",
    "the enemy formation or the tile is named",
    "those without line of fire, range or ammo are left out",
    "Shock suppresses units of the shooters",
    "the target gains 1 Shock",
    "the cover penalty is taken or refused",
    "the dice to hit are rolled",
    "a crossfire is claimed",
    "the normal hits are allocated",
    "the normal hits are saved",
    "the macro hits are allocated",
    "it is seen whether the target is broken",
)
MACRO_STEPS = (
    "normal hits are allocated",
    "normal hits are saved",
    "units without integrity are removed",
    "macro hits are allocated",
    "macro hits are saved, where a unit can",
    "the formation is seen to be broken or not",
)
PHASES = (
    "both sides roll for strategy",
    "the winner says who goes first",
    "formations act in turn",
    "formations with Shock try to rally",
)
KINDS_OF_HITS = (
    "AP hits that gave up the units in cover",
    "AT hits that gave up the units in cover",
    "other AP hits",
    "other AT hits",
    "other AA hits",
    "macro hits",
)


DRILLS = (
    Drill("order", "RH-SEQ", in_order(STEPS, "an attack"), 3),
    Drill("order", "RH-MW-1", in_order(MACRO_STEPS, "an attack with macro-weapons"), 1),
    Drill("order", "RH-TURN-1", in_order(PHASES, "a turn"), 2),
    Drill("order", "RH-ALLOC-5", in_order(KINDS_OF_HITS, "the hits that are allocated"), 1),
)
