"""The shooting phase of Warhammer 40,000, 10th edition, rule by rule, in our own words."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule
from shoot_cli.rules.tenth.rulebook import (
    allocate,
    damage,
    datasheet,
    dice,
    effects,
    eligible,
    hit,
    interactions,
    mortal,
    order,
    out_of_phase,
    save,
    target,
    weapon_shooting,
    weapon_wounding,
    wound,
)

RULES: Final[tuple[Rule, ...]] = (
    *eligible.RULES,
    *target.RULES,
    *order.RULES,
    *hit.RULES,
    *wound.RULES,
    *allocate.RULES,
    *save.RULES,
    *damage.RULES,
    *mortal.RULES,
    *weapon_shooting.RULES,
    *weapon_wounding.RULES,
    *datasheet.RULES,
    *effects.RULES,
    *interactions.RULES,
    *dice.RULES,
    *out_of_phase.RULES,
)
