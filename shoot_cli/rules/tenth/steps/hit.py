"""Shim."""

from __future__ import annotations

from shoot_cli.rules.datasheets.steps.hit import count_attacks as count_attacks
from shoot_cli.rules.datasheets.steps.hit import roll_to_hit as roll_to_hit
