"""What 10th edition gives to the steps of all datasheet games. Short: the functions are in its steps and charts."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import ClassVar

from shoot_cli.rules.datasheets import records
from shoot_cli.rules.datasheets.conditions import Situation
from shoot_cli.rules.datasheets.records import Game
from shoot_cli.rules.datasheets.steps import attack, states
from shoot_cli.rules.datasheets.steps.permissions import lone
from shoot_cli.rules.datasheets.steps.turns import new_battle as drawn_up
from shoot_cli.rules.datasheets.tokens import TargetModel
from shoot_cli.rules.tenth import edition
from shoot_cli.rules.tenth.edition import ABILITIES, GRENADE, NUMBERS
from shoot_cli.rules.tenth.steps import allocation, eligibility
from shoot_cli.rules.tenth.steps.attack_order import gun_at


def lone_operative(scene: Situation) -> int | None:
    return NUMBERS.lone_operative if lone(scene) else None


def standing(unit: records.BattleUnit, kind: TargetModel) -> TargetModel:
    """Return a kind of model with the cover that its unit has from reactions."""
    if unit.marked(states.SMOKE) or unit.marked(states.GROUND):
        kind = kind.but(cover=True)
    return eligibility.on_ground(kind) if unit.marked(states.GROUND) else kind


GAME = Game(
    known=ABILITIES,
    thrown=GRENADE,
    in_phase_alone="locked in combat: Big Guns and Pistols in combat are for your own phase",
    watched="at a unit that moved or charges (1CP)",
    engagement=NUMBERS.engagement,
    of_units=eligibility.OF_UNITS,
    yes_words=(("together", "with each other"), ("plunging", "plunging fire")),
    why_barred=eligibility.why_not_selected,
    why_not_eligible=eligibility.why_not_eligible,
    why_not_shot=eligibility.why_not_shot,
    why_no_target=eligibility.why_no_target,
    why_closed=eligibility.why_not_fired_at,
    why_silent=eligibility.why_not_fired,
    lone=lone_operative,
    gun=gun_at,
    to_save=edition.to_save,
    standing=standing,
    listed=allocation.listed,
    questions=eligibility.questions,
    settled=eligibility.with_facts,
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
