"""Shooting in Reikhammer, rule by rule, in our own words; ``sources.py`` says where the facts are from."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule
from shoot_cli.rules.reikhammer.rulebook import (
    allocate,
    barrage,
    hit,
    overwatch,
    save,
    shock,
    suppression,
    target,
    terrain,
    turn,
)

PARTS = (turn, target, suppression, shock, hit, allocate, save, barrage, overwatch, terrain)
RULES: Final[tuple[Rule, ...]] = tuple(rule for part in PARTS for rule in part.RULES)
