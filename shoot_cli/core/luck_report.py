"""The luck of a battle as far as it has been played: dice and slain together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from shoot_cli.core.budget import Budget
from shoot_cli.core.luck import SLAIN, LuckRow, dice_rows, throws
from shoot_cli.core.luck_slain import Known, LeftOut, slain_rows
from shoot_cli.core.record import Record
from shoot_cli.core.ruleset import Ruleset
from shoot_cli.core.table import Table


class LuckReport(Record):
    """Rows by side: hits, wounds, saves, slain. ``left_out``: attacks whose slain are not counted."""

    rows: tuple[LuckRow, ...]
    left_out: tuple[LeftOut, ...] = ()


def report(
    table: Table,
    hands: Iterable[bool | None],
    ruleset: Ruleset,
    record: Any,
    known: Known | None = None,
    budget: Budget | None = None,
) -> LuckReport:
    """Of what stands in the table's log. ``hands``: who threw, for every answer of it; ``record``: of the battle.

    ``known`` and ``budget``: as ``slain_rows`` has them.
    """
    sides = [name for name, _ in ruleset.status(record)]
    dice = dice_rows(throws(table.log, hands, ruleset), sides)
    slain, left_out = slain_rows(table.attacks, ruleset, table.settings, sides, known, budget)
    order = dict.fromkeys([*sides, *(row.side for row in dice), *(row.side for row in slain)])
    rows = [row for side in order for row in (*dice, *slain) if row.side == side]
    return LuckReport(tuple(rows), tuple(left_out))


def as_json(found: LuckReport) -> dict[str, Any]:
    """Lists of plain values, keys that stay."""
    rows = []
    for row in found.rows:
        size = {"attacks" if row.kind == SLAIN else "dice": row.size}
        rows.append(
            {"side": row.side, "what": row.kind, "by": row.by, **size, "got": row.got, "expected": row.expected}
            | {"direction": row.direction, "chance": row.chance, "small": row.small}
        )
    return {
        "luck": rows,
        "left_out": [{"side": one.side, "attacks": one.attacks, "why": one.why} for one in found.left_out],
    }
