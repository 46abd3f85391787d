"""What can be said of these two units at all, whether their attack asks for it or not."""

from __future__ import annotations

from shoot_cli.core import known
from shoot_cli.core.pools import Line
from shoot_cli.core.questions import Choose, Option, Question
from shoot_cli.core.record import Hashed
from shoot_cli.rules.datasheets.battle import DeclaredTarget
from shoot_cli.rules.datasheets.profiles import Unit
from shoot_cli.rules.datasheets.steps.known import effects_of, weapons_of
from shoot_cli.rules.tenth.game import GAME
from shoot_cli.rules.tenth.steps import allocate, facts, target


def possible_questions(shooter: Unit, enemy: Unit) -> tuple[Question, ...]:
    models = [model.name for model, _ in enemy.models]
    leaders = [model.name for model, _ in enemy.models if model.leader]
    kinds = known.options(allocate.LISTED, allocate.BEST_SAVE, *models, *(allocate.ONE + name for name in models))
    aim = DeclaredTarget(Hashed(enemy), Line(()), (0, 0))
    reactions = (
        Option(target.NOTHING),
        Option(target.SMOKESCREEN, closed=target.why_no_smoke(enemy, aim, ())),
        Option(target.GO_TO_GROUND, closed=target.why_no_ground(enemy, aim, ())),
    )
    return (
        *effects_of(GAME, shooter, enemy),
        *(facts.COVER_OF_KIND.but(key=f"cover:{name}") for name in models if len(models) > 1),
        *weapons_of(GAME, shooter),
        Choose("allocate", kinds),
        Choose("precision", known.options(allocate.NOBODY, *leaders)),
        *(Choose(key, reactions) for key in ("reaction", f"reaction:{enemy.name}")),
    )
