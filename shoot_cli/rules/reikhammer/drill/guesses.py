"""Rolls of whole attacks: what they need, where a log is wrong, what to expect."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shoot_cli.core.questions import Reason, Roll
from shoot_cli.core.quizzes.drill import Drill
from shoot_cli.core.quizzes.guesses import estimate, mistaken
from shoot_cli.core.quizzes.quiz import Quiz
from shoot_cli.core.quizzes.rolled import rolled
from shoot_cli.core.quizzes.source import Source
from shoot_cli.rules.reikhammer.profiles import AA, AIRCRAFT, INFANTRY, Unit
from shoot_cli.rules.reikhammer.records import Attack
from shoot_cli.rules.reikhammer.steps.formation import stands_of


def on_foot(shooter: Unit, target: Unit) -> bool:
    """True of infantry under fire without macro hits, which would leave it no save."""
    macro = any(weapon.macro for model, _ in shooter.models for weapon in model.weapons)
    return not macro and all(model.type == INFANTRY for model, _ in target.models)


def sensible(shooter: Unit, target: Unit) -> bool:
    """True if no weapon has AA alone where nothing flies: its roll would be in the log for nothing."""
    flying = any(model.type == AIRCRAFT for model, _ in target.models)
    weapons = [weapon for model, _ in shooter.models for weapon in model.weapons]
    return flying or not any({*weapon.values} == {AA} for weapon in weapons)


def what_saves(roll: Roll, record: Attack) -> Mapping[str, Any]:
    """What the unit that saves has."""
    assert record.saving is not None
    place, _, macro = record.saving
    stand = stands_of(record)[place]
    saves = (stand.armour, stand.cover, stand.invulnerable or 0)
    return {"saves": saves, "crossfire": stand.crossfire, "macro": macro, "reinforced": stand.reinforced}


def which_save(source: Source) -> Quiz:
    """Armour or cover, whichever is better: cover is drawn, so that either may be."""
    cover = source.one((1, 2, 4))
    make = rolled(fits=on_foot, about=what_saves, cover=cover)
    made = make(source.asked_for(source.kind, "RH-SAVE-3"))
    because = made.because
    if all(reason.rule != "RH-SAVE-2" for reason in because):
        because = (*because, Reason(f"cover save {cover}, of which nothing is added", "RH-SAVE-2"))
    return made.but(rule="RH-SAVE-2", because=because)


DRILLS = (
    Drill("save", "RH-SAVE-2", which_save, 3),
    Drill("mistake", "RH-HIT-1", mistaken(between=sensible), 3),
    Drill("mistake", "RH-HIT-2", mistaken(between=sensible), 3),
    Drill("mistake", "RH-SAVE-1", mistaken(between=sensible), 3),
    Drill("mistake", "RH-XF-3", mistaken(between=sensible), 2),
    Drill("estimate", "RH-SEQ", estimate("damage")),
)
