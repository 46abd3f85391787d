"""Units in a battle: marks that outlast an attack, what they forbid, who is left (2E-ELIG-1, 2E-OW, 2E-BRK)."""

from __future__ import annotations

from functools import lru_cache

from shoot_cli.core.pools import Rank, models, pool
from shoot_cli.core.questions import Reason
from shoot_cli.core.record import Hashed
from shoot_cli.core.turns import replaced
from shoot_cli.rules.second.profiles import Unit
from shoot_cli.rules.second.records import Battle, BattleUnit, TargetModel

FOREVER = 1000  # turns: of weapons that are destroyed
NOT_LIVING = ("Tyranid", "Daemon")  # needle weapons do nothing to them beyond their Strength (2E-SPC-6)
OVERWATCH, BROKEN, SHAKEN = "on overwatch", "broken", "shaken"
ENGAGED, CHARGED, RAN, HIDDEN, OFF, BLIND, MOVED, OBJECTIVE = (
    "in hand-to-hand combat",
    "charged",
    "ran",
    "hidden",
    "off the table",
    "blinded, webbed or held",
    "moved",
    "mission objective",
)
CANNOT_SHOOT = {
    OVERWATCH: Reason(OVERWATCH, "2E-OW-1"),
    BROKEN: Reason("broken", "2E-BRK-2"),
    ENGAGED: Reason("in hand-to-hand combat", "2E-ELIG-1"),
    CHARGED: Reason("it charged or tried to", "2E-ELIG-1"),
    RAN: Reason("it ran", "2E-ELIG-1"),
    BLIND: Reason("blinded, webbed, in stasis or held", "2E-ELIG-1"),
    OFF: Reason("not on the table", "2E-ELIG-1"),
}
CANNOT_BE_SHOT = {OFF: Reason("not on the table", "2E-ELIG-1"), HIDDEN: Reason("hidden, and not spotted", "2E-TGT-6")}


def new_battle_unit(unit: Unit) -> BattleUnit:
    """A unit before the battle."""
    ranks = tuple(Rank(i, n, model.wounds) for i, (model, n) in enumerate(unit.models))
    return BattleUnit(Hashed(unit), ranks, models(ranks))


def friends_in_fights(b: Battle) -> tuple[int, ...]:
    """Places of the friends of the unit that shoots who may stand in the fight it shoots into (2E-HTH-1).

    Those of whom it was said that they fight hand to hand; as long as it was said of nobody, everybody on the table.
    """
    there = {
        i: company for i, company in enumerate(b.shooters.companies)
        if company.ranks and not company.marked(OFF) and i != b.unit
    }  # fmt: skip
    fighting = tuple(i for i, company in there.items() if company.marked(ENGAGED))
    return fighting or tuple(there)


def left_of(company: BattleUnit) -> dict[int, int]:
    """How many models of each kind still stand."""
    return dict(pool(*((rank.kind, rank.n) for rank in company.ranks)))


def on_overwatch(company: BattleUnit) -> int | None:
    """How many models still wait on overwatch, where others of the unit have fired; None: all of them (2E-OW-5)."""
    if company.waiting is None or not company.marked(OVERWATCH):
        return None
    return min(models(company.ranks), sum(firer.n for firer in company.waiting))


def off_overwatch(company: BattleUnit) -> BattleUnit:
    return company.without(OVERWATCH).but(waiting=None)


def finished(b: Battle, unit: int) -> Battle:
    """A unit that shoots no more in this phase; on overwatch it only waits for a better target (2E-OW-2)."""
    b = b.but(unit=None, target=None, apart=None, inches=())
    if b.watching:
        return b
    side = b.shooting_side
    b = replaced(b, side, unit, b.sides[side].companies[unit].but(waiting=None))
    return b.but(done=tuple(sorted({*b.done, unit})))


@lru_cache(1024)  # asked of every unit at every prompt, and few of them have changed
def label(company: BattleUnit, why: tuple[Reason, ...] = ()) -> str:
    """A unit in a menu: how many are left, and its marks, but for those that ``why`` it is closed says already."""
    n = models(company.ranks)
    words = f"{company.unit.value.name}, {n} model{'s' * (n != 1)}" if n else company.unit.value.name
    some = on_overwatch(company)
    said = {reason.text for reason in why}
    marks = (f"{some} {mark.name}" if some and mark.name == OVERWATCH else mark.name for mark in company.marks
             if mark.name not in said)  # fmt: skip
    return ", ".join([words, *marks])


def target_model(unit: Unit, index: int) -> TargetModel:
    """A model of the list as a target."""
    model = unit.models[index][0]
    living = not any(rule in unit.rules or model.has(rule) for rule in NOT_LIVING)  # of vehicles: the crew
    return TargetModel(model.name, index, index, model.toughness, model.save, model.field, model.wounds, living=living)


def as_target(company: BattleUnit) -> tuple[Rank, ...]:
    """Its models as they stand now, in the order of the list."""
    return tuple(rank.but(kind=target_model(company.unit.value, rank.kind)) for rank in company.ranks)
