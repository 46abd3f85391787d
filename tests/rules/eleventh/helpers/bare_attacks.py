"""Attacks of the 11th edition put together by hand: every weapon fires at the one target, nothing is asked before.

So the resolution of attacks can be tried apart from who may shoot what, and held against ``oracle.py``.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from fractions import Fraction
from typing import Any, ClassVar

from shoot_cli.armies.yaml_text import tree_of
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.sequence import play
from shoot_cli.input.answerers import Preset, PresetTable, dice, raise_missing
from shoot_cli.odds import Ends, odds
from shoot_cli.rules.datasheets import records
from shoot_cli.rules.datasheets.records import Attack, Game, Shooting
from shoot_cli.rules.datasheets.steps import attack
from shoot_cli.rules.datasheets.tokens import WeaponDeclaration
from shoot_cli.rules.eleventh import ATTACKS, lists
from shoot_cli.rules.eleventh.edition import SETTINGS
from shoot_cli.rules.eleventh.game import GAME
from shoot_cli.rules.eleventh.steps.attack_order import form_pools

SEQUENCE = (form_pools, *ATTACKS)
USUAL = {setting.key: setting.values[0] for setting in SETTINGS}


def whatever(*_: Any) -> None:
    """Who may shoot what is not asked here."""


class Company(records.BattleUnit):
    game: ClassVar[Game] = GAME.but(why_barred=whatever, why_not_eligible=whatever)


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
    aim = s.aims[0].but(distance=distance, hit_modifier=answers.get("hit_modifier", 0), facts_given=True)
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


def rolled(
    scenario: Mapping[str, Any], seed: str, alone: bool = True, older: Container[str] = ()
) -> tuple[Shooting, PresetTable]:
    """``older``: keys of questions to which the log of an older version has an answer."""
    table = PresetTable(Preset(facts_of(scenario), dice(seed)), seed)
    table.settings = settings_of(scenario)
    if older:
        table.goes_on_without = lambda question, place, asks: question.key not in older
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
