"""Rolls of whole attacks: what they need, where a log is wrong, what to expect."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shoot_cli.core.questions import Roll
from shoot_cli.core.quizzes.drill import Drill
from shoot_cli.core.quizzes.guesses import estimate, mistaken
from shoot_cli.core.quizzes.rolled import rolled
from shoot_cli.rules.reikhammer.profiles import INFANTRY, Unit
from shoot_cli.rules.reikhammer.records import Attack
from shoot_cli.rules.reikhammer.steps.formation import stands_of


def on_foot(shooter: Unit, target: Unit) -> bool:
    return all(model.type == INFANTRY for model, _ in target.models)


def what_saves(roll: Roll, record: Attack) -> Mapping[str, Any]:
    """What the unit that saves has."""
    assert record.saving is not None
    place, _, macro = record.saving
    stand = stands_of(record)[place]
    saves = (stand.armour, stand.cover, stand.invulnerable or 0)
    return {"saves": saves, "crossfire": stand.crossfire, "macro": macro, "reinforced": stand.reinforced}


DRILLS = (
    Drill("save", "RH-SAVE-2", rolled("save", "RH-SAVE-2", fits=on_foot, about=what_saves, cover=4), 3),
    Drill("mistake", "RH-HIT-1", mistaken("RH-HIT-1"), 3),
    Drill("mistake", "RH-HIT-2", mistaken("RH-HIT-2"), 3),
    Drill("mistake", "RH-SAVE-1", mistaken("RH-SAVE-1"), 3),
    Drill("mistake", "RH-XF-3", mistaken("RH-XF-3"), 2),
    Drill("estimate", "RH-SEQ", estimate("RH-SEQ", "damage")),
)
