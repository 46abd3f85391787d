"""The status screen."""

from __future__ import annotations

from collections.abc import Sequence

from shoot_cli.core.status import AttackPools, Headline, UnitRow
from shoot_cli.core.turns import headline, replaced, unit_row
from shoot_cli.rules.datasheets.battle import (
    Attack,
    Battle,
    BattleUnit,
    Firing,
    LineStage,
    Nomination,
    Shooting,
    Stage,
    battle_in,
)
from shoot_cli.rules.datasheets.parts import parts_of
from shoot_cli.rules.datasheets.records import Mortal, Shot
from shoot_cli.rules.datasheets.steps import given, remembered
from shoot_cli.rules.datasheets.steps.lines import company_after, to_react
from shoot_cli.rules.datasheets.steps.parting import company_of


def status_of(record: Stage) -> tuple[tuple[str, tuple[UnitRow, ...]], ...]:
    """Both armies. In the middle of an attack its targets are shown as they stand now."""
    if isinstance(record, Battle):
        return tuple(
            (side.name, tuple(row(record, side.companies[i], s, i) for i in in_order_of_list(side.companies)))
            for s, side in enumerate(record.sides)
        )
    if isinstance(record, Nomination):
        return () if isinstance(record, Attack) and record.alone else status_of(record.battle.value)
    attack = record.attack.value
    if attack.alone:
        return ()
    b, side = attack.battle.value, 1 - attack.side
    shooting = record.shooting.value if isinstance(record, LineStage) else record
    if isinstance(record, Firing):
        shooting = shooting.but(line=record.line)
    for aim, line in shooting.targets():
        b = replaced(b, side, aim.company, company_after(b.sides[side].companies[aim.company], line))
    return status_of(b)


def in_order_of_list(companies: Sequence[BattleUnit]) -> list[int]:
    """Places of units; what an Attached unit has parted into stands where it stood (ORD-6)."""
    return sorted(range(len(companies)), key=lambda at: at if (origin := companies[at].origin) is None else origin)


def row(b: Battle, company: BattleUnit, side: int, at: int) -> UnitRow:
    models_of = company.unit.value.models
    hit = dict.fromkeys(told.kind for told in company.told if told.allocated)
    told = [f"attacks allocated to {models_of[kind][0].name}" for kind in hit]
    told += [f"{name} spent" for name in dict.fromkeys(name for _, name in company.used)]
    told += [given.words_of(b, one) for one in company.given]
    besides = (*told, *remembered.words_of(b, side, at))
    parts = (unit_row(b, company_of(company, (part,)), *besides) for part in parts_of(company.unit))
    return unit_row(b, company, *besides).but(parts=tuple(parts))


def headline_of(record: Stage) -> Headline:
    b = battle_in(record)
    if isinstance(record, Battle) or (isinstance(record, Nomination) and not isinstance(record, Attack)):
        return headline(b)
    attack = record if isinstance(record, Attack) else record.attack.value
    shooting = record.shooting.value if isinstance(record, LineStage) else record
    if isinstance(shooting, Shooting):
        aims = attack.aims[shooting.at : shooting.at + 1]
    else:
        asked = to_react(attack) if attack.declared else []  # whoever may answer is asked target by target
        aims = (attack.aims[asked[0]],) if asked else attack.aims[-1:]
    found = headline(b, attack.shooter.value.name, next((aim.unit.value.name for aim in aims), ""))
    return found.but(doing=attack.doing.capitalize())


OF_MORTAL_WOUNDS = AttackPools(
    {"dice": (Shot,), "mortal wounds": (Mortal,), "slain": ()}, {}, {"mortal wounds": "mortal"}
)


def attack_pools(record: Stage) -> AttackPools | None:
    """Of grenades: no hit and no wound is rolled (OOP-3)."""
    attack = record if isinstance(record, Attack) else None
    if isinstance(record, Shooting | LineStage):
        attack = record.attack.value
    grenade = attack is not None and attack.doing == attack.game.thrown.name
    return OF_MORTAL_WOUNDS if grenade or (isinstance(record, Firing) and record.gun.value.mortal) else None


def fires(record: Stage) -> object:
    return (record.gun.value.place, record.shooting.value.at) if isinstance(record, Firing) else None


def sides_of(record: Stage) -> tuple[str, str]:
    if isinstance(record, Battle):
        return record.sides[record.active].name, record.sides[1 - record.active].name
    attack = record if isinstance(record, Nomination) else record.attack.value
    sides = attack.battle.value.sides
    return sides[attack.side].name, sides[1 - attack.side].name
