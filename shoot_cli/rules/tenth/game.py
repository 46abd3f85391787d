"""What 10th edition gives to the steps that all datasheet games share."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import ClassVar

from shoot_cli.core.pools import Rank
from shoot_cli.core.questions import Need, Reason
from shoot_cli.core.table import Table
from shoot_cli.rules.datasheets import battle
from shoot_cli.rules.datasheets.battle import Aim, Attack, Game, Moved, Thrown
from shoot_cli.rules.datasheets.profiles import Army, Model, Unit
from shoot_cli.rules.datasheets.records import Gun, Order, Standing, Wound
from shoot_cli.rules.datasheets.scenes import Scene
from shoot_cli.rules.datasheets.steps import attack, states
from shoot_cli.rules.datasheets.steps.turns import battle_of as drawn_up
from shoot_cli.rules.tenth import charts
from shoot_cli.rules.tenth.abilities import ABILITIES
from shoot_cli.rules.tenth.edition import GRENADE
from shoot_cli.rules.tenth.steps import allocate, eligible
from shoot_cli.rules.tenth.steps.order import gun_at
from shoot_cli.rules.tenth.steps.target import on_ground


class Tenth(Game):
    thrown: ClassVar[Thrown] = GRENADE

    def why_barred(self, scene: Scene, moved: Moved) -> Reason | None:
        return eligible.why_barred(scene, moved)

    def gun(self, s: Attack, order: Order, model: Model, near: bool, table: Table) -> Gun:
        return gun_at(s, order, model, near, table)

    def to_save(self, model: Standing, wound: Wound) -> Need:
        return charts.to_save(model, wound)

    def why_not_eligible(self, s: Attack, aim: Aim | None = None) -> Reason | None:
        return eligible.why_not_eligible(s, aim)

    def standing(self, company: battle.Company, kind: Standing) -> Standing:
        if company.marked(states.SMOKE) or company.marked(states.GROUND):
            kind = kind.but(cover=True)
        return on_ground(kind) if company.marked(states.GROUND) else kind

    def listed(self, ranks: Iterable[Rank]) -> tuple[Rank, ...]:
        return allocate.listed(ranks)


GAME = Tenth(ABILITIES)


class Company(battle.Company):
    game: ClassVar[Game] = GAME


class Battle(battle.Battle):
    game: ClassVar[Game] = GAME


def battle_of(mine: Army, theirs: Army, turns: int | None = None) -> battle.Battle:
    return drawn_up(Battle, Company, mine, theirs, turns)


@lru_cache(256)
def attack_of(shooter: Unit, target: Unit) -> Attack:
    """An attack on its own: a battle of these two units, everybody there as the list has them."""
    return attack.attack_of(Battle, Company, shooter, target)
