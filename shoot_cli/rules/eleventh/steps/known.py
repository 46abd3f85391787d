"""What can be said of these two units at all, whether their attack asks for it or not."""

from __future__ import annotations

from shoot_cli.core import known
from shoot_cli.core.questions import Choose, Option, Question
from shoot_cli.rules.datasheets.profiles import Unit
from shoot_cli.rules.datasheets.steps.known import effects_of, weapons_of
from shoot_cli.rules.eleventh import records
from shoot_cli.rules.eleventh.game import GAME
from shoot_cli.rules.eleventh.steps import allocate, facts


def possible_questions(shooter: Unit, enemy: Unit) -> tuple[Question, ...]:
    models = [model.name for model, _ in enemy.models]
    shooters = dict.fromkeys(model.name for model, _ in shooter.models)
    leaders = [model.name for model, _ in enemy.models if model.character]
    piles = (Option(records.CHANGED), Option(records.UNCHANGED))
    precise = known.options(allocate.NOBODY, *leaders)
    weapons = dict.fromkeys(weapon.name for weapon in shooter.weapons())
    return (
        *effects_of(GAME, shooter, enemy),
        *(facts.COVER_AGAINST.but(key=f"cover:{name}") for name in shooters),
        *weapons_of(GAME, shooter),
        Choose("allocate", known.options(allocate.LISTED, allocate.BEST_SAVE, *models), spent=allocate.LISTED),
        Choose("precision", precise),
        *(Choose(f"precision:{name}", precise) for name in weapons),
        *(Choose(f"pile_order:{name}", piles) for name in weapons),
    )
