"""The interface of 11th edition for the steps of all datasheet games."""

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
from shoot_cli.rules.datasheets.profiles import Army, Model, Unit, Weapon
from shoot_cli.rules.datasheets.records import Attack, DeclaredTarget, Game, UnitMovement
from shoot_cli.rules.datasheets.steps import attack
from shoot_cli.rules.datasheets.steps.turns import new_battle as drawn_up
from shoot_cli.rules.datasheets.tokens import Gun, TargetModel, WeaponDeclaration, Wound
from shoot_cli.rules.eleventh import charts
from shoot_cli.rules.eleventh.edition import ABILITIES, CLOSE, EXPLOSIVES, INDIRECT, NUMBERS
from shoot_cli.rules.eleventh.records import gun_of
from shoot_cli.rules.eleventh.steps import allocation, eligibility, facts
from shoot_cli.rules.eleventh.steps.attack_order import snapshot


class Eleventh(Game):
    thrown: ClassVar[ThrownStratagem] = EXPLOSIVES
    engagement: ClassVar[int] = NUMBERS.engagement
    needs_target: ClassVar[bool] = False  # (11E-SEQ-1)
    of_units: ClassVar[frozenset[str]] = facts.OF_UNITS
    yes_words: ClassVar[Mapping[str, str]] = facts.YES_WORDS
    lasting: ClassVar[tuple[str, ...]] = facts.LASTING
    in_phase_alone: ClassVar[str] = eligibility.IN_PHASE_ALONE
    engaged_means: ClassVar[str] = f'within {NUMBERS.engagement}" of an enemy: Engagement Range'
    watched: ClassVar[str] = "at the end of the Movement phase (1CP)"

    def why_barred(self, scene: Situation, moved: UnitMovement) -> Reason | None:
        return eligibility.why_not_selected(scene, moved)

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

    def needs_sight(self, state: Attack, weapon: Weapon) -> bool:
        return not (state.shooting == INDIRECT and weapon.skill is not None and weapon.has("Indirect Fire"))

    def fights_at(self, state: Attack) -> bool:
        return state.shooting == CLOSE

    def lone(self, scene: Situation) -> int | None:
        return eligibility.lone(scene)

    def why_no_watch(self, battle: records.Battle) -> Reason | None:
        return eligibility.why_no_watch(battle)

    def of_deck(
        self, battle: records.Battle, side: int, lent: tuple[int, ...], inside: tuple[int, ...]
    ) -> tuple[int, ...]:
        return inside if lent else ()

    def questions(self, state: Attack, aim: DeclaredTarget, table: Table) -> list[Question]:
        return facts.questions(state, aim, table)

    def settled(self, state: Attack, fact_values: Mapping[str, Any]) -> Attack:
        return facts.with_facts(state, fact_values)

    def cover_words(self, state: Attack, fact_values: Mapping[str, Any]) -> list[str]:
        return facts.cover_words(state, fact_values)

    def seen_words(self, state: Attack, aim: DeclaredTarget) -> list[str]:
        return facts.seen_words(state, aim)

    def movement_words(self, state: Attack, fact_values: Mapping[str, Any]) -> list[str]:
        return facts.movement_words(state, fact_values)

    def standing(self, unit: records.BattleUnit, kind: TargetModel) -> TargetModel:
        return allocation.with_leader(unit, kind)

    def listed(self, ranks: Iterable[Rank]) -> tuple[Rank, ...]:
        return allocation.listed(ranks)

    def gun(self, state: Attack, order: WeaponDeclaration, model: Model, near: bool, table: Table) -> Gun:
        return gun_of(order.weapon.value, model, snapshot(state, order, model, near, table))

    def to_save(self, model: TargetModel, wound: Wound) -> Need:
        return charts.to_save(model, wound)


GAME = Eleventh(ABILITIES)


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
