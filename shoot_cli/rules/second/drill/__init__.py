"""Drills, comparisons, first lesson."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from shoot_cli.quiz.card_questions import Drills
from shoot_cli.quiz.cards import DrillModules
from shoot_cli.quiz.quiz import read
from shoot_cli.rules.second import charts
from shoot_cli.rules.second.drill.scenes import OF_MEETING, having, known, meetings, saves_on, specials, wounds_on
from shoot_cli.rules.second.profiles import Save

# How this edition does what others do otherwise, its charts for who has the wrong one in mind, and a first attack.

CUSTOMS, LESSON = read(__package__)


def hit_text(ballistic_skill: int) -> str | None:
    """With no modifier; None for a skill that nobody has."""
    return charts.score(ballistic_skill).text if 0 < ballistic_skill <= 10 else None


def wound_text(strength: int, toughness: int) -> str | None:
    """None beside the chart."""
    return wounds_on(strength, toughness) if strength > 0 and 0 < toughness <= 10 else None


def save_text(armour: int, ap: int) -> str | None:
    """``ap``: the modifier without its sign."""
    return saves_on(Save(armour), -ap)


CHARTS: Final[Mapping[str, Callable[..., str | None]]] = {"to hit": hit_text, "to wound": wound_text, "save": save_text}


# What learners of this edition are asked: cards beside the modules that answer them; ``meeting`` helps all.

FILES = (
    "hitting", "wounding", "saving", "counting", "targets", "eligible", "striking", "faces", "deciding", "orders",
    "bookkeeping", "played",
)  # fmt: skip
MODULES = ("scenes", "shooting", "damage", "bookkeeping")
ROOM: Final = DrillModules(__name__, FILES, MODULES, meetings, having, of_meeting=OF_MEETING, known=known)
DRILLS: Final = Drills(ROOM, CUSTOMS)

__all__ = ["CHARTS", "CUSTOMS", "DRILLS", "LESSON", "ROOM", "specials"]
