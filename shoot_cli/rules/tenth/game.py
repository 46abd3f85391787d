"""The interface of 10th edition for the steps of all datasheet games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, ClassVar

from shoot_cli.engine.pools import Rank
from shoot_cli.engine.questions import Need, Question
from shoot_cli.engine.reasons import Reason
from shoot_cli.engine.table import Table
from shoot_cli.rules.datasheets import records
from shoot_cli.rules.datasheets.conditions import Situation
from shoot_cli.rules.datasheets.edition import ThrownStratagem
from shoot_cli.rules.datasheets.effect_questions import STILL
from shoot_cli.rules.datasheets.profiles import Army, Model, Unit, Weapon
from shoot_cli.rules.datasheets.records import Attack, DeclaredTarget, Game, UnitMovement
from shoot_cli.rules.datasheets.steps import attack, states
from shoot_cli.rules.datasheets.steps.permissions import lone
from shoot_cli.rules.datasheets.steps.turns import new_battle as drawn_up
from shoot_cli.rules.datasheets.tokens import Gun, TargetModel, WeaponDeclaration, Wound
from shoot_cli.rules.tenth import charts
from shoot_cli.rules.tenth.edition import ABILITIES, GRENADE, NUMBERS
from shoot_cli.rules.tenth.steps import allocation, eligibility, facts
from shoot_cli.rules.tenth.steps.attack_order import gun_at


class Tenth(Game):
    thrown: ClassVar[ThrownStratagem] = GRENADE
    in_phase_alone: ClassVar[str] = "locked in combat: Big Guns and Pistols in combat are for your own phase"
    watched: ClassVar[str] = "at a unit that moved or charges (1CP)"
    engagement: ClassVar[int] = NUMBERS.engagement
    of_units: ClassVar[frozenset[str]] = facts.OF_UNITS
    yes_words: ClassVar[Mapping[str, str]] = {"together": "with each other", "plunging": "plunging fire"}

    def why_barred(self, scene: Situation, moved: UnitMovement) -> Reason | None:
        return eligibility.why_not_selected(scene, moved)

    def gun(self, state: Attack, order: WeaponDeclaration, model: Model, near: bool, table: Table) -> Gun:
        return gun_at(state, order, model, near, table)

    def to_save(self, model: TargetModel, wound: Wound) -> Need:
        return charts.to_save(model, wound)

    def why_not_eligible(self, state: Attack, aim: DeclaredTarget | None = None) -> Reason | None:
        return eligibility.why_not_eligible(state, aim)

    def why_not_shot(self, state: Attack, enemy: records.BattleUnit, at: int, table: Table) -> tuple[Reason, ...]:
        return eligibility.why_not_shot(state, enemy, at, table)

    def why_no_target(self, state: Attack, aim: DeclaredTarget) -> Reason | None:
        return eligibility.why_no_target(state, aim)

    def why_closed(self, state: Attack, aim: DeclaredTarget, model: Model, weapon: Weapon) -> Reason | None:
        return eligibility.why_not_fired_at(state, aim, model, weapon)

    def why_silent(self, state: Attack, model: Model, weapon: Weapon) -> Reason | None:
        return eligibility.why_not_fired(state, model, weapon)

    def lone(self, scene: Situation) -> int | None:
        return NUMBERS.lone_operative if lone(scene) else None

    def questions(self, state: Attack, aim: DeclaredTarget, table: Table) -> list[Question]:
        return facts.questions(state, aim, table)

    def settled(self, state: Attack, fact_values: Mapping[str, Any]) -> Attack:
        return facts.with_facts(state, fact_values)

    def cover_words(self, state: Attack, fact_values: Mapping[str, Any]) -> list[str]:
        return facts.cover_words(fact_values)

    def movement_words(self, state: Attack, fact_values: Mapping[str, Any]) -> list[str]:
        if STILL in fact_values or (
            state.stationary and state.manner.seen and not state.overwatch and facts.by_movement(state)
        ):
            return ["Remained Stationary" if state.stationary else "moved"]
        return []

    def standing(self, unit: records.BattleUnit, kind: TargetModel) -> TargetModel:
        if unit.marked(states.SMOKE) or unit.marked(states.GROUND):
            kind = kind.but(cover=True)
        return eligibility.on_ground(kind) if unit.marked(states.GROUND) else kind

    def listed(self, ranks: Iterable[Rank]) -> tuple[Rank, ...]:
        return allocation.listed(ranks)


GAME = Tenth(ABILITIES)


class BattleUnit(records.BattleUnit):
    game: ClassVar[Game] = GAME


class Battle(records.Battle):
    game: ClassVar[Game] = GAME


def new_battle(mine: Army, theirs: Army, turns: int | None = None) -> records.Battle:
    return drawn_up(Battle, BattleUnit, mine, theirs, turns)


@lru_cache(256)
def new_attack(shooter: Unit, target: Unit) -> Attack:
    """Return an attack outside a battle by these two units as the list has them."""
    return attack.new_attack(Battle, BattleUnit, shooter, target)


def next_attack(shooter: Unit, target: Unit, remains: records.AttackedTarget | None) -> Attack:
    """Return an attack at what others have left of the target; ``remains`` None: it is as in its list."""
    return attack.next_attack(Battle, BattleUnit, shooter, target, remains)


def beforehand(target: Unit, shooters: Iterable[Unit]) -> records.AttackedTarget | None:
    """Return the target with what these shooters may do before they attack; None if there is nothing."""
    return attack.beforehand(BattleUnit, target, shooters)
