"""The drills of this edition, its charts for comparison with other editions, and a first lesson."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from shoot_cli.quiz.card_questions import Drills
from shoot_cli.quiz.cards import DrillModules
from shoot_cli.quiz.quiz import read
from shoot_cli.rules.second import charts
from shoot_cli.rules.second.drill.scenes import OF_MEETING, having, known, meetings, saves_on, specials, wounds_on
from shoot_cli.rules.second.profiles import Save

CUSTOMS, LESSON = read(__package__)


def hit_text(ballistic_skill: int) -> str | None:
    """Return the score without modifiers; None for an impossible skill."""
    return charts.score(ballistic_skill).text if 0 < ballistic_skill <= 10 else None


def wound_text(strength: int, toughness: int) -> str | None:
    """Return the wound roll; None if the values are not on the chart."""
    return wounds_on(strength, toughness) if strength > 0 and 0 < toughness <= 10 else None


def save_text(armour: int, ap: int) -> str | None:
    """Return the save; `ap` is the modifier without its sign."""
    return saves_on(Save(armour), -ap)


CHARTS: Final[Mapping[str, Callable[..., str | None]]] = {"to hit": hit_text, "to wound": wound_text, "save": save_text}


# The files with the cards of this edition; the modules beside them compute the answers.

FILES = (
    "hitting", "wounding", "saving", "counting", "targets", "eligible", "striking", "faces", "deciding", "orders",
    "bookkeeping", "played",
)  # fmt: skip
MODULES = ("scenes", "shooting", "damage", "bookkeeping")
ROOM: Final = DrillModules(__name__, FILES, MODULES, meetings, having, of_meeting=OF_MEETING, known=known)
DRILLS: Final = Drills(ROOM, CUSTOMS)

__all__ = ["CHARTS", "CUSTOMS", "DRILLS", "LESSON", "ROOM", "specials"]
