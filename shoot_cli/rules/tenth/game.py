"""What 10th edition gives to the steps of all datasheet games, and to the answers before an attack.

The functions of its rules are in its steps and charts. The answers that are possible, and facts that contradict each
other, are at the end; the status screen is shared.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import ClassVar

from shoot_cli.engine import ruleset
from shoot_cli.engine.pools import Line
from shoot_cli.engine.questions import NOTHING, Choose, Option, Question
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.ruleset import Clash, exclude
from shoot_cli.rules.datasheets import records
from shoot_cli.rules.datasheets.conditions import Situation
from shoot_cli.rules.datasheets.profiles import Unit
from shoot_cli.rules.datasheets.records import DeclaredTarget, Game
from shoot_cli.rules.datasheets.steps import attack, states
from shoot_cli.rules.datasheets.steps.permissions import lone
from shoot_cli.rules.datasheets.steps.summary import clashes_of, effects_of, in_combat, weapons_of
from shoot_cli.rules.datasheets.steps.turns import new_battle as drawn_up
from shoot_cli.rules.datasheets.tokens import TargetModel
from shoot_cli.rules.datasheets.weapons import is_big
from shoot_cli.rules.tenth import edition
from shoot_cli.rules.tenth.edition import ABILITIES, GRENADE, NUMBERS
from shoot_cli.rules.tenth.steps import allocation, eligibility
from shoot_cli.rules.tenth.steps.attack_order import gun_at


def lone_operative(situation: Situation) -> int | None:
    return NUMBERS.lone_operative if lone(situation) else None


def standing(unit: records.BattleUnit, kind: TargetModel) -> TargetModel:
    """Return a kind of model with the cover that its unit has from reactions."""
    if unit.marked(states.SMOKE) or unit.marked(states.GROUND):
        kind = kind.but(cover=True)
    return eligibility.on_ground(kind) if unit.marked(states.GROUND) else kind


GAME = Game(
    abilities=ABILITIES,
    thrown_stratagem=GRENADE,
    in_phase_alone="locked in combat: Big Guns and Pistols in combat are for your own phase",
    overwatch_when="at a unit that moved or charges (1CP)",
    engagement=NUMBERS.engagement,
    of_units=eligibility.OF_UNITS,
    yes_words=(("together", "with each other"), ("plunging", "plunging fire")),
    why_barred=eligibility.why_not_selected,
    why_not_eligible=eligibility.why_not_eligible,
    why_not_shot=eligibility.why_not_shot,
    why_no_target=eligibility.why_no_target,
    why_closed=eligibility.why_not_fired_at,
    why_silent=eligibility.why_not_fired,
    lone_operative_reach=lone_operative,
    gun=gun_at,
    to_save=edition.to_save,
    model_in_line=standing,
    default_order=allocation.listed,
    questions=eligibility.questions,
    with_answers=eligibility.with_facts,
    cover_words=eligibility.cover_words,
    has_cover=eligibility.has_cover,
    movement_words=eligibility.movement_words,
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
    kinds = ruleset.options(
        allocation.LISTED, allocation.BEST_SAVE, *models, *(allocation.ONE + name for name in models)
    )
    aim = DeclaredTarget(Hashed(enemy), Line(()), (0, 0))
    precise = ruleset.options(allocation.NOBODY, *allocation.characters(enemy))
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
        Choose("precision", precise),
        *(Choose(f"precision:{weapon.name}", precise) for weapon in shooter.weapons()),
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
