"""How this edition does what others do otherwise, its charts for who has the wrong one in mind, and a first attack."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from shoot_cli.core.quizzes.customs import read
from shoot_cli.rules.second import charts
from shoot_cli.rules.second.drill.meeting import saves_on, wounds_on
from shoot_cli.rules.second.profiles import Save

CUSTOMS, LESSON = read(__package__)


def to_hit(ballistic_skill: int) -> str | None:
    """With no modifier; None for a skill that nobody has."""
    return charts.score(ballistic_skill).text if 0 < ballistic_skill <= 10 else None


def to_wound(strength: int, toughness: int) -> str | None:
    """None beside the chart."""
    return wounds_on(strength, toughness) if strength > 0 and 0 < toughness <= 10 else None


def save(armour: int, ap: int) -> str | None:
    """``ap``: the modifier without its sign."""
    return saves_on(Save(armour), -ap)


CHARTS: Final[Mapping[str, Callable[..., str | None]]] = {"to hit": to_hit, "to wound": to_wound, "save": save}
