"""The abilities of this edition (``datasheets/abilities.md`` has them all), with the ids of its rules."""

from __future__ import annotations

from shoot_cli.rules.datasheets.abilities import Abilities
from shoot_cli.rules.tenth.edition import NUMBERS

ABILITIES = Abilities(NUMBERS)
