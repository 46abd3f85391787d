"""The shooting phase of Warhammer 40,000, 7th edition, rule by rule, in our own words."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule
from shoot_cli.rules.seventh.rulebook import (
    allocate,
    end,
    go_to_ground,
    hit,
    nominate,
    save,
    target,
    vehicles,
    weapon,
    wound,
)

RULES: Final[tuple[Rule, ...]] = (
    *nominate.RULES,
    *target.RULES,
    *weapon.RULES,
    *hit.RULES,
    *wound.RULES,
    *go_to_ground.RULES,
    *allocate.RULES,
    *save.RULES,
    *vehicles.RULES,
    *end.RULES,
)
