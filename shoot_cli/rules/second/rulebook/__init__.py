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

PARTS = (sequence, sight, target, hit, sustained, areas, weapon, harm, vehicles, morale)
RULES: Final[tuple[Rule, ...]] = tuple(rule for part in PARTS for rule in part.RULES)
