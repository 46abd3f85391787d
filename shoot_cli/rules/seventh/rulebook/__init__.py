"""The shooting phase of Warhammer 40,000, 7th edition, rule by rule, in our own words."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule
from shoot_cli.rules.seventh.rulebook import (
    allocate,
    characters,
    effects,
    end,
    flyers,
    go_to_ground,
    hit,
    nominate,
    save,
    target,
    vehicles,
    weapon,
    wound,
)

PARTS = (
    nominate, target, weapon, hit, wound, go_to_ground, allocate, save, vehicles, end, flyers, characters, effects,
)  # fmt: skip
RULES: Final[tuple[Rule, ...]] = tuple(rule for part in PARTS for rule in part.RULES)
