"""Attacks of the 11th edition put together by hand: every weapon fires at the one target, nothing is asked before.

So the resolution of attacks can be tried apart from who may shoot what, and held against ``oracle.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, ClassVar

from shoot_cli.armies.yaml_text import tree_of
from shoot_cli.engine.pools import Rank
from shoot_cli.engine.questions import Need
from shoot_cli.engine.reasons import Reason
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.sequence import play
from shoot_cli.engine.table import Table
from shoot_cli.input.answerers import Preset, PresetTable, dice, raise_missing
from shoot_cli.odds import Ends, odds
from shoot_cli.rules.datasheets import records
from shoot_cli.rules.datasheets.conditions import Situation
from shoot_cli.rules.datasheets.profiles import Model
from shoot_cli.rules.datasheets.records import Attack, DeclaredTarget, Game, Shooting, UnitMovement
from shoot_cli.rules.datasheets.steps import attack
from shoot_cli.rules.datasheets.tokens import Gun, TargetModel, WeaponDeclaration, Wound
from shoot_cli.rules.eleventh import ATTACKS, charts, lists
from shoot_cli.rules.eleventh.edition import ABILITIES, SETTINGS
from shoot_cli.rules.eleventh.records import gun_of
from shoot_cli.rules.eleventh.steps import allocation
from shoot_cli.rules.eleventh.steps.attack_order import form_pools, snapshot

SEQUENCE = (form_pools, *ATTACKS)
USUAL = {setting.key: setting.values[0] for setting in SETTINGS}


class Bare(Game):
    """As much of the edition as the resolution of attacks asks for."""

    def why_barred(self, scene: Situation, moved: UnitMovement) -> Reason | None:
        return None

    def why_not_eligible(self, state: Attack, aim: DeclaredTarget | None = None) -> Reason | None:
        return None

    def standing(self, company: records.BattleUnit, kind: TargetModel) -> TargetModel:
        return allocation.with_leader(company, kind)

    def listed(self, ranks: Iterable[Rank]) -> tuple[Rank, ...]:
        return allocation.listed(ranks)

    def gun(self, state: Attack, order: WeaponDeclaration, model: Model, near: bool, table: Table) -> Gun:
        return gun_of(order.weapon.value, model, snapshot(state, order, model, near, table))

    def to_save(self, model: TargetModel, wound: Wound) -> Need:
        return charts.to_save(model, wound)


Bare.__abstractmethods__ = frozenset()  # type: ignore[misc]  # who may shoot what is not asked here


class Company(records.BattleUnit):
    game: ClassVar[Game] = Bare(ABILITIES)


class Battle(records.Battle):
    game: ClassVar[Game] = Company.game


def declared(scenario: Mapping[str, Any], alone: bool = True) -> Attack:
    """All weapons of all models at the target, those within half range as the distance says.

    ``alone``: it is no attack of a battle, and what players decide was said beforehand.
    """
    document = {key: value for key, value in scenario.items() if key not in ("answers", "settings")}
    read = lists.read_scenario(tree_of(document), "")
    shooter, target = read.attacker, read.target
    s = attack.new_attack(Battle, Company, shooter, target)
    answers = scenario.get("answers", {})
    distance = answers.get("distance")
    orders = []
    for place, (model, n) in enumerate(shooter.models):
        for weapon in model.weapons:
            near = n if distance is not None and distance <= weapon.range / 2 else 0
            orders.append(WeaponDeclaration(0, place, Hashed(weapon), n, near))
    aim = s.aims[0].but(distance=distance, hit_modifier=answers.get("hit_modifier", 0), told=True)
    return s.but(
        aims=(aim,),
        orders=tuple(orders),
        declared=True,
        manner=records.BEFOREHAND if alone else records.AT_THE_TABLE,
        command=answers.get("command_reroll", "no"),
    )


def settings_of(scenario: Mapping[str, Any]) -> dict[str, str]:
    said = {**scenario.get("settings", {}), **scenario.get("answers", {})}
    return USUAL | {key: value for key, value in said.items() if key in USUAL}


def facts_of(scenario: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in scenario.get("answers", {}).items() if key not in USUAL}


def ends(scenario: Mapping[str, Any], **how: Any) -> Ends:
    """The odds of it, exact unless said otherwise."""
    given = Preset(facts_of(scenario), raise_missing)
    return odds(SEQUENCE, declared(scenario), given, settings=settings_of(scenario), **({"exact": True} | how))


def rolled(scenario: Mapping[str, Any], seed: str, alone: bool = True) -> tuple[Shooting, PresetTable]:
    table = PresetTable(Preset(facts_of(scenario), dice(seed)), seed)
    table.settings = settings_of(scenario)
    end: Shooting = play(SEQUENCE, declared(scenario, alone), table)
    return end, table


def formed(scenario: Mapping[str, Any]) -> Shooting:
    """Its pools, before any dice."""
    table = PresetTable(Preset(facts_of(scenario), raise_missing))
    table.settings = settings_of(scenario)
    return form_pools(declared(scenario), table)


def law(found: Ends, what: Any, size: int) -> list[Fraction]:
    chances = [*map(Fraction, found.distribution(what))]
    return chances + [Fraction(0)] * (size - len(chances))
