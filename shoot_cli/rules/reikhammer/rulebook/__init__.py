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

RULES: Final[tuple[Rule, ...]] = (
    *turn.RULES,
    *target.RULES,
    *suppression.RULES,
    *shock.RULES,
    *hit.RULES,
    *allocate.RULES,
    *save.RULES,
    *barrage.RULES,
    *overwatch.RULES,
    *terrain.RULES,
)
