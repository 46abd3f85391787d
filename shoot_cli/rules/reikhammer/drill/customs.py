"""Rolls of whole attacks; how this game does what others do otherwise, and what it makes of their numbers; a lesson."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from shoot_cli.core.questions import Reason, Roll
from shoot_cli.core.quizzes import Drill, Quiz, Source
from shoot_cli.core.quizzes.customs import read
from shoot_cli.core.quizzes.makers import customs_drills, estimate, mistaken, rolled
from shoot_cli.rules.reikhammer import charts
from shoot_cli.rules.reikhammer.drill.scenes import fire, less
from shoot_cli.rules.reikhammer.profiles import AA, AIRCRAFT, AP, INFANTRY, Unit
from shoot_cli.rules.reikhammer.records import Attack, Stand


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
    ((struck, _),) = record.pool
    stand = struck.stand.value
    saves = (stand.armour, stand.cover, stand.invulnerable or 0)
    return {"saves": saves, "crossfire": stand.crossfire, "macro": struck.macro, "reinforced": stand.reinforced}


def which_save(source: Source) -> Quiz:
    """Armour or cover, whichever is better: cover is drawn, so that either may be."""
    cover = source.one((1, 2, 4))
    make = rolled(fits=on_foot, about=what_saves, cover=cover)
    made = make(source.asked_for(source.kind, "RH-SAVE-3"))
    because = made.because
    if all(reason.rule != "RH-SAVE-2" for reason in because):
        because = (*because, Reason(f"cover save {cover}, of which nothing is added", "RH-SAVE-2"))
    return made.but(rule="RH-SAVE-2", because=because)


CUSTOMS, LESSON = read(__package__)


def to_hit(skill: int) -> str:
    """As if the number were a value: a die must show it or less."""
    return less(charts.to_hit(fire(AP, skill)).target)


def save(armour: int, ap: int) -> str:
    """As if the number were an armour value, which no weapon makes worse."""
    return less(charts.to_save(Stand("", INFANTRY, armour, 1), False).target)


CHARTS: Final[Mapping[str, Callable[..., str | None]]] = {"to hit": to_hit, "save": save}


DRILLS = (
    Drill("save", "RH-SAVE-2", which_save, 3),
    Drill("mistake", "RH-HIT-1", mistaken(between=sensible), 3),
    Drill("mistake", "RH-HIT-2", mistaken(between=sensible), 3),
    Drill("mistake", "RH-SAVE-1", mistaken(between=sensible), 3),
    Drill("mistake", "RH-XF-3", mistaken(between=sensible), 2),
    Drill("estimate", "RH-SEQ", estimate("damage")),
    *customs_drills(CUSTOMS),
)
