"""How this edition does what others do otherwise; its charts, for who has them in mind elsewhere; the first lesson."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from shoot_cli.core.quizzes.customs import read
from shoot_cli.rules.seventh import charts
from shoot_cli.rules.seventh.drill.meeting import NO_FACE, NO_SAVE, face

CUSTOMS, LESSON = read(__package__)


def to_hit(ballistic_skill: int) -> str:
    return face(charts.to_hit(ballistic_skill).target)


def to_wound(strength: int, toughness: int) -> str:
    """For any numbers: those of other editions go beyond 10."""
    return face(charts.strength_against_toughness(strength, toughness).target, NO_FACE)


def save(armour: int, ap: int) -> str | None:
    """``ap``: the number alone; None for 0, since weapons without it print a dash here."""
    return face(charts.armour_save(armour, ap).target, NO_SAVE) if ap else None


CHARTS: Mapping[str, Callable[..., str | None]] = {"to hit": to_hit, "to wound": to_wound, "save": save}
