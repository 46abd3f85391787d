"""What learners of this edition are asked: cards in the `.toml` files, and the functions that they name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from shoot_cli.quiz.card_questions import FACES, Drills
from shoot_cli.quiz.cards import DrillModules
from shoot_cli.quiz.quiz import read
from shoot_cli.rules.seventh import charts
from shoot_cli.rules.seventh.drill.scenes import NO_FACE, NO_SAVE, OF_MEETING, face, has, known, meetings, specials

# How this edition differs from others, its charts for learners of other editions, and the first lesson.

CUSTOMS, LESSON = read(__package__)


def hit_text(ballistic_skill: int) -> str:
    return face(charts.to_hit(ballistic_skill).target)


def wound_text(strength: int, toughness: int) -> str:
    """Return the need for any numbers; other editions have values above 10."""
    return face(charts.strength_against_toughness(strength, toughness).target, NO_FACE)


def save_text(armour: int, ap: int) -> str | None:
    """Return the need for `ap`; None for 0, because weapons without AP print a dash in this edition."""
    return face(charts.armour_save(armour, ap).target, NO_SAVE) if ap else None


CHARTS: Mapping[str, Callable[..., str | None]] = {"to hit": hit_text, "to wound": wound_text, "save": save_text}


# The cards of this edition.

__all__ = ["CHARTS", "CUSTOMS", "DRILLS", "LESSON", "specials"]

PARTS = (
    "to_hit", "sixes", "wounding", "saving", "shooting", "eligible", "joined", "in_force", "flying", "falling",
    "vehicles", "after", "whole_attacks",
)  # fmt: skip
ROOM: Final = DrillModules(
    __name__,
    PARTS,
    ("scenes", "shooting", "damage", "vehicles", "bookkeeping"),
    meetings,
    has,
    {"wound": (*FACES, NO_FACE), "save": (*FACES, NO_SAVE)},
    OF_MEETING,
    known,
)
DRILLS: Final = Drills(ROOM, CUSTOMS)
