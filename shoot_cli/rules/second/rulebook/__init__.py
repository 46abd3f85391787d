"""Shooting in Warhammer 40,000, 2nd edition, rule by rule, in our own words; ``sources.py`` says where from."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule
from shoot_cli.rules.second.rulebook import (
    areas,
    harm,
    hit,
    morale,
    sequence,
    sight,
    sustained,
    target,
    vehicles,
    weapon,
)

RULES: Final[tuple[Rule, ...]] = (
    *sequence.RULES,
    *sight.RULES,
    *target.RULES,
    *hit.RULES,
    *sustained.RULES,
    *areas.RULES,
    *weapon.RULES,
    *harm.RULES,
    *vehicles.RULES,
    *morale.RULES,
)
