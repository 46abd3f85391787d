"""The status screen."""

from __future__ import annotations

from shoot_cli.core.status import UnitRow
from shoot_cli.core.turns import replaced, unit_row
from shoot_cli.rules.tenth.records import Attack, Battle, Company
from shoot_cli.rules.tenth.steps.allocate import company_after


def status_of(record: Battle | Attack) -> tuple[tuple[str, tuple[UnitRow, ...]], ...]:
    """Both armies. In the middle of an attack its targets are shown as they stand now."""
    if isinstance(record, Attack):
        if record.battle is None:
            return ()
        b: Battle = record.battle.value
        side = record.suffers if record.suffers >= 0 else 1 - b.shooting
        line = record.kept or record.line
        for i, aim in enumerate(record.aims):
            if aim.company is not None:
                before = b.sides[side].companies[aim.company]
                after = company_after(before, line if i == record.at else aim.line)
                b = replaced(b, side, aim.company, after)
        return status_of(b)
    return tuple((side.name, tuple(row(record, company) for company in side.companies)) for side in record.sides)


def row(b: Battle, company: Company) -> UnitRow:
    models_of = company.unit.value.models
    hit = dict.fromkeys(told.kind for told in company.told if told.allocated)
    told = [f"attacks allocated to {models_of[kind][0].name}" for kind in hit]
    return unit_row(b, company, *told, *(f"{name} spent" for name in dict.fromkeys(name for _, name in company.used)))


def sides_of(record: Battle | Attack) -> tuple[str, str]:
    if isinstance(record, Attack):
        return record.sides
    return record.sides[record.active].name, record.sides[1 - record.active].name
