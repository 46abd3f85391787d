"""The drills of this game, its charts for comparison with other games, and a first lesson."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from shoot_cli.engine.questions import Roll
from shoot_cli.engine.reasons import Reason
from shoot_cli.quiz import Quiz, Source
from shoot_cli.quiz.card_questions import Drills
from shoot_cli.quiz.cards import DrillModules
from shoot_cli.quiz.makers import estimate, mistaken, rolled
from shoot_cli.quiz.quiz import read
from shoot_cli.rules.reikhammer import charts
from shoot_cli.rules.reikhammer.charts import Attack, TargetUnit
from shoot_cli.rules.reikhammer.drill import scenes
from shoot_cli.rules.reikhammer.drill.scenes import fire, less, specials
from shoot_cli.rules.reikhammer.profiles import AA, AIRCRAFT, AP, INFANTRY, Unit


def infantry_without_macro(shooter: Unit, target: Unit) -> bool:
    """Return True for infantry under fire without macro hits, which allow it no save."""
    macro = any(weapon.macro for model, _ in shooter.models for weapon in model.weapons)
    return not macro and all(model.type == INFANTRY for model, _ in target.models)


def sensible(shooter: Unit, target: Unit) -> bool:
    """Return False if a weapon has only AA and nothing flies; its roll would be useless in the log."""
    flying = any(model.type == AIRCRAFT for model, _ in target.models)
    weapons = [weapon for model, _ in shooter.models for weapon in model.weapons]
    return flying or not any({*weapon.values} == {AA} for weapon in weapons)


def what_saves(roll: Roll, record: Attack) -> Mapping[str, Any]:
    """Return the save values of the unit that saves, the first one of those that save together."""
    struck = next(struck for struck, _ in record.pool if roll.key == f"save:{struck.name}")
    stand = struck.stand.value
    saves = (stand.armour, stand.cover, stand.invulnerable or 0)
    return {"saves": saves, "crossfire": stand.crossfire, "macro": struck.macro, "reinforced": stand.reinforced}


def save_in_an_attack(source: Source) -> Quiz:
    cover = source.pick((1, 2, 4))
    asked = source.asked_for(source.kind, "RH-SAVE-3")
    made = rolled(asked, fits=infantry_without_macro, about=what_saves, cover=cover)
    because = made.because
    if all(reason.rule != "RH-SAVE-2" for reason in because):
        because = (*because, Reason(f"cover save {cover}, of which nothing is added", "RH-SAVE-2"))
    return made.but(rule="RH-SAVE-2", because=because)


def log_with_a_mistake(source: Source) -> Quiz:
    return mistaken(source, between=sensible)


def damage_to_expect(source: Source) -> Quiz:
    return estimate(source, "damage")


CUSTOMS, LESSON = read(__package__)


def skill_as_value(skill: int) -> str:
    """Return the number as if it were a value: a die must show it or less."""
    return less(charts.to_hit(fire(AP, skill)).target)


def armour_as_value(armour: int, ap: int) -> str:
    """Return the number as if it were an armour value, which no weapon modifies."""
    return less(charts.to_save(TargetUnit("", INFANTRY, armour, 1), False).target)


CHARTS: Final[Mapping[str, Callable[..., str | None]]] = {"to hit": skill_as_value, "save": armour_as_value}


# The files with the cards of this game; the modules compute the answers.

FILES = ("hitting", "saving", "firing", "shots", "allocating", "keeping", "cases", "played")
MODULES = ("scenes", "shooting", "damage", "bookkeeping")
ROOM: Final = DrillModules(__name__, FILES, MODULES, scenes.either)
DRILLS: Final = Drills(ROOM, CUSTOMS)

__all__ = ["CHARTS", "CUSTOMS", "DRILLS", "LESSON", "ROOM", "specials"]
