"""Possible and contradictory answers. Short: the status screen is shared."""

from __future__ import annotations

from shoot_cli.engine import ruleset
from shoot_cli.engine.pools import Line
from shoot_cli.engine.questions import NOTHING, Choose, Option, Question
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.ruleset import Clash, exclude
from shoot_cli.rules.datasheets.profiles import Unit
from shoot_cli.rules.datasheets.records import DeclaredTarget
from shoot_cli.rules.datasheets.steps.summary import clashes_of, effects_of, in_combat, weapons_of
from shoot_cli.rules.datasheets.weapons import is_big
from shoot_cli.rules.tenth.edition import GRENADE, NUMBERS
from shoot_cli.rules.tenth.game import GAME
from shoot_cli.rules.tenth.steps import allocation, eligibility


def possible_questions(shooter: Unit, enemy: Unit) -> tuple[Question, ...]:
    models = [model.name for model, _ in enemy.models]
    leaders = [model.name for model, _ in enemy.models if model.leader]
    kinds = ruleset.options(
        allocation.LISTED, allocation.BEST_SAVE, *models, *(allocation.ONE + name for name in models)
    )
    aim = DeclaredTarget(Hashed(enemy), Line(()), (0, 0))
    reactions = (
        Option(NOTHING),
        Option(eligibility.SMOKESCREEN, closed=eligibility.why_no_smoke(enemy, aim, ())),
        Option(eligibility.GO_TO_GROUND, closed=eligibility.why_no_ground(enemy, aim, ())),
    )
    return (
        *effects_of(GAME, shooter, enemy),
        *(eligibility.COVER_OF_KIND.but(key=f"cover:{name}") for name in models if len(models) > 1),
        *weapons_of(GAME, shooter),
        Choose("allocate", kinds),
        Choose("precision", ruleset.options(allocation.NOBODY, *leaders)),
        *(Choose(key, reactions) for key in ("reaction", f"reaction:{enemy.name}")),
    )


# Facts that contradict each other; all pairs were checked.


def pistols_alone(shooter: Unit) -> bool:
    return not is_big(shooter)


def thrown_in_their_turn(weapon: str, overwatch: str, shooter: Unit, enemy: Unit) -> bool:
    return weapon == GRENADE.name and overwatch == "yes"


CLASHES = (
    *clashes_of(NUMBERS),
    *in_combat(NUMBERS, NUMBERS.engagement),
    exclude("engaged", "yes", "together", "no",
         "in combat a unit that is no MONSTER or VEHICLE fires Pistols alone, and only at a unit it is locked with",
         "10E-ELIG-4", pistols_alone),
    exclude("engaged", "no", "together", "yes", "who is locked with the target is locked in combat", "10E-ELIG-3"),
    Clash("weapon", "overwatch", thrown_in_their_turn,
          "the Grenade stratagem is for one's own Shooting phase", "10E-OOP-3"),
)  # fmt: skip
