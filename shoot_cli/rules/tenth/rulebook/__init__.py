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

PARTS = (
    eligible,
    target,
    order,
    hit,
    wound,
    allocate,
    save,
    damage,
    mortal,
    weapon_shooting,
    weapon_wounding,
    datasheet,
    effects,
    interactions,
    dice,
    out_of_phase,
)
RULES: Final[tuple[Rule, ...]] = tuple(rule for part in PARTS for rule in part.RULES)
