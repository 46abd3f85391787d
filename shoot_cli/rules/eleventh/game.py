"""What 11th edition gives to the steps of all datasheet games, and to the answers before an attack.

The functions of its rules are in its steps and charts. The answers that are possible, and facts that contradict each
other, are at the end; the status screen is shared.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import ClassVar

from shoot_cli.engine import ruleset
from shoot_cli.engine.questions import Choose, Option, Question
from shoot_cli.engine.ruleset import Clash, exclude
from shoot_cli.rules.datasheets import records
from shoot_cli.rules.datasheets.profiles import Unit
from shoot_cli.rules.datasheets.records import Game
from shoot_cli.rules.datasheets.steps import attack
from shoot_cli.rules.datasheets.steps.summary import clashes_of, effects_of, in_combat, weapons_of
from shoot_cli.rules.datasheets.steps.turns import new_battle as drawn_up
from shoot_cli.rules.datasheets.weapons import is_big
from shoot_cli.rules.eleventh import edition
from shoot_cli.rules.eleventh import records as own_records
from shoot_cli.rules.eleventh.edition import ABILITIES, ASSAULT, CLOSE, EXPLOSIVES, INDIRECT, NORMAL, NUMBERS, SNAP
from shoot_cli.rules.eleventh.steps import allocation, eligibility, facts
from shoot_cli.rules.eleventh.steps.attack_order import gun_at


def of_deck(battle: records.Battle, side: int, lent: tuple[int, ...], inside: tuple[int, ...]) -> tuple[int, ...]:
    return inside if lent else ()


GAME = Game(
    abilities=ABILITIES,
    thrown_stratagem=EXPLOSIVES,
    in_phase_alone=eligibility.IN_PHASE_ALONE,
    overwatch_when="at the end of the Movement phase (1CP)",
    engaged_means=f'within {NUMBERS.engagement}" of an enemy: Engagement Range',
    engagement=NUMBERS.engagement,
    needs_target=False,  # (11E-SEQ-1)
    of_units=facts.OF_UNITS,
    lasting=facts.LASTING,
    yes_words=facts.YES_WORDS,
    why_barred=eligibility.why_not_selected,
    why_not_eligible=eligibility.why_not_eligible,
    why_not_shot=eligibility.why_not_shot,
    why_no_target=eligibility.why_no_target,
    why_closed=eligibility.why_not_fired_at,
    why_silent=eligibility.why_not_fired,
    why_no_watch=eligibility.why_no_watch,
    one_stratagem=eligibility.one_stratagem,
    needs_sight=eligibility.needs_sight,
    fights_at=eligibility.fights_at,
    lone_operative_reach=eligibility.lone,
    of_deck=of_deck,
    gun=gun_at,
    to_save=edition.to_save,
    model_in_line=allocation.with_leader,
    default_order=allocation.listed,
    questions=facts.questions,
    with_answers=facts.with_facts,
    cover_words=facts.cover_words,
    has_cover=facts.has_cover,
    movement_words=facts.movement_words,
    seen_words=facts.seen_words,
)


class BattleUnit(records.BattleUnit):
    game: ClassVar[Game] = GAME


class Battle(records.Battle):
    game: ClassVar[Game] = GAME


new_battle = partial(drawn_up, Battle, BattleUnit)
new_attack = lru_cache(256)(partial(attack.new_attack, Battle, BattleUnit))
next_attack = partial(attack.next_attack, Battle, BattleUnit)
beforehand = partial(attack.beforehand, BattleUnit)


def possible_questions(shooter: Unit, enemy: Unit) -> tuple[Question, ...]:
    models = [model.name for model, _ in enemy.models]
    shooters = dict.fromkeys(model.name for model, _ in shooter.models)
    leaders = [model.name for model, _ in enemy.models if model.character]
    piles = (Option(own_records.CHANGED), Option(own_records.UNCHANGED))
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
ONLY_AT_ENGAGED = "in close quarters a unit that is no MONSTER or VEHICLE shoots at units that it is engaged with"
EXPLOSIVES_UNENGAGED = "Explosives are for units that may shoot, unengaged, without an Advance"
EXPLOSIVES_IN_OWN_PHASE = "the Explosives stratagem is for one's own Shooting phase"
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
    exclude("shooting", CLOSE, "together", "no", ONLY_AT_ENGAGED, "11E-CQ-1", close_quarters_alone),
    exclude("engaged", "yes", "together", "no", ONLY_AT_ENGAGED, "11E-CQ-1", close_quarters_alone),
    exclude("engaged", "no", "together", "yes", "who is engaged with the target is engaged", "11E-CQ-1"),
    exclude(
        "target_engaged", "no", "together", "yes", "a target that is engaged with the shooter is engaged", "11E-CQ-1"
    ),
    *(
        exclude(moved, "yes", "stationary", "within_3", MOVED_AWAY, "11E-HEAVY-1")
        for moved in ("advanced", "fell_back")
    ),
    Clash("weapon", "shooting", thrown_otherwise, EXPLOSIVES_UNENGAGED, "10E-OOP-3"),
    Clash("weapon", "overwatch", thrown_in_their_turn, EXPLOSIVES_IN_OWN_PHASE, "10E-OOP-3"),
)
