"""What is noted when attacks have got through: what of ``bookkeeping.toml`` is this edition's own."""

from __future__ import annotations

from typing import Any

from shoot_cli.rules.datasheets.drill.bookkeeping import MODEL, stands
from shoot_cli.rules.datasheets.drill.meet import Drilled, Met
from shoot_cli.rules.datasheets.records import Hazard
from shoot_cli.rules.tenth.edition import NUMBERS
from shoot_cli.rules.tenth.steps.save import suffer_hazard


def tests_failed(drilled: Drilled, wounds: int, tests: int, models: int) -> dict[str, Any]:
    blows = suffer_hazard(Hazard(drilled.plain_gun()), tests, MODEL.but(wounds=wounds), drilled.thrown())
    found = stands(wounds, models, blows, NUMBERS.hazard_wounds * tests, tests)
    return {**found, "points": NUMBERS.hazard_wounds}


def smoke_or_infantry(one: Met) -> bool:
    return one.target.is_a("SMOKE", "INFANTRY")
