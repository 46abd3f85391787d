"""Possible and contradictory answers of 11th edition."""

from __future__ import annotations

from shoot_cli.engine import ruleset
from shoot_cli.engine.questions import Choose, Option, Question
from shoot_cli.engine.ruleset import Clash, exclude
from shoot_cli.rules.datasheets.profiles import Unit
from shoot_cli.rules.datasheets.steps.summary import clashes_of, effects_of, in_combat, weapons_of
from shoot_cli.rules.datasheets.weapons import is_big
from shoot_cli.rules.eleventh import records
from shoot_cli.rules.eleventh.edition import ASSAULT, CLOSE, EXPLOSIVES, INDIRECT, NORMAL, NUMBERS, SNAP
from shoot_cli.rules.eleventh.game import GAME
from shoot_cli.rules.eleventh.steps import allocation, facts


def possible_questions(shooter: Unit, enemy: Unit) -> tuple[Question, ...]:
    models = [model.name for model, _ in enemy.models]
    shooters = dict.fromkeys(model.name for model, _ in shooter.models)
    leaders = [model.name for model, _ in enemy.models if model.character]
    piles = (Option(records.CHANGED), Option(records.UNCHANGED))
    precise = ruleset.options(allocation.NOBODY, *leaders)
    weapons = dict.fromkeys(weapon.name for weapon in shooter.weapons())
    return (
        *effects_of(GAME, shooter, enemy),
        *(facts.COVER_AGAINST.but(key=f"cover:{name}") for name in shooters),
        *weapons_of(GAME, shooter),
        Choose("allocate", ruleset.options(allocation.LISTED, allocation.BEST_SAVE, *models), spent=allocation.LISTED),
        Choose("precision", precise),
        *(Choose(f"precision:{name}", precise) for name in weapons),
        *(Choose(f"pile_order:{name}", piles) for name in weapons),
    )


# Facts that contradict each other; all pairs were checked.


def close_quarters_alone(shooter: Unit) -> bool:
    return not is_big(shooter)


def thrown_otherwise(weapon: str, shooting: str, shooter: Unit, enemy: Unit) -> bool:
    return weapon == EXPLOSIVES.name and shooting in (ASSAULT, CLOSE, SNAP)


def thrown_in_their_turn(weapon: str, overwatch: str, shooter: Unit, enemy: Unit) -> bool:
    return weapon == EXPLOSIVES.name and overwatch == "yes"


UNENGAGED = "who is engaged shoots in close quarters alone"
ADVANCED = "who Advanced shoots in assault shooting alone"
THEIR_TURN = "Overwatch is snap shooting"
MOVED_AWAY = "who Advanced or Fell Back has moved more than that"

CLASHES = (
    *clashes_of(NUMBERS),
    *in_combat(NUMBERS, NUMBERS.engagement),
    *(exclude("shooting", kind, "engaged", "yes", UNENGAGED, "11E-CQ-1") for kind in (NORMAL, ASSAULT, INDIRECT)),
    *(exclude("shooting", kind, "together", "yes", UNENGAGED, "11E-CQ-1") for kind in (NORMAL, ASSAULT, INDIRECT)),
    *(
        exclude("shooting", kind, "overwatch", "yes", THEIR_TURN, "11E-SNAP-1")
        for kind in (NORMAL, ASSAULT, CLOSE, INDIRECT)
    ),
    exclude("shooting", SNAP, "overwatch", "no", THEIR_TURN, "11E-SNAP-1"),
    exclude("shooting", SNAP, "engaged", "yes", "nobody who is engaged fires Overwatch", "11E-SNAP-1"),
    exclude("shooting", SNAP, "together", "yes", "nobody who is engaged fires Overwatch", "11E-SNAP-1"),
    exclude("shooting", SNAP, "visible", "no", "Overwatch wants a visible unit", "11E-SNAP-1"),
    exclude("shooting", ASSAULT, "advanced", "no", "assault shooting is for units that Advanced", "11E-SEQ-2"),
    exclude("shooting", ASSAULT, "stationary", "yes", "who Advanced did not Remain Stationary", "11E-SEQ-2"),
    exclude("shooting", CLOSE, "engaged", "no", "close-quarters shooting is for units that are engaged", "11E-CQ-1"),
    exclude(
        "shooting",
        CLOSE,
        "together",
        "no",
        "in close quarters a unit that is no MONSTER or VEHICLE shoots at units that it is engaged with",
        "11E-CQ-1",
        close_quarters_alone,
    ),
    exclude(
        "engaged",
        "yes",
        "together",
        "no",
        "in close quarters a unit that is no MONSTER or VEHICLE shoots at units that it is engaged with",
        "11E-CQ-1",
        close_quarters_alone,
    ),
    exclude("engaged", "no", "together", "yes", "who is engaged with the target is engaged", "11E-CQ-1"),
    exclude(
        "target_engaged", "no", "together", "yes", "a target that is engaged with the shooter is engaged", "11E-CQ-1"
    ),
    *(
        exclude(moved, "yes", "stationary", "within_3", MOVED_AWAY, "11E-HEAVY-1")
        for moved in ("advanced", "fell_back")
    ),
    Clash(
        "weapon",
        "shooting",
        thrown_otherwise,
        "Explosives are for units that may shoot, unengaged, without an Advance",
        "10E-OOP-3",
    ),
    Clash(
        "weapon",
        "overwatch",
        thrown_in_their_turn,
        "the Explosives stratagem is for one's own Shooting phase",
        "10E-OOP-3",
    ),
)
