"""Which model fires which weapon, as ``datasheets/arming.py`` deals them out (10E-TGT-1 to 4, 9, 13)."""

from __future__ import annotations

from shoot_cli.rules.datasheets.arming import Arming
from shoot_cli.rules.tenth.edition import NUMBERS
from shoot_cli.rules.tenth.steps.eligible import why_closed, why_silent

ARMING = Arming(NUMBERS, why_closed, why_silent)
EITHER, bearers, names, slots = ARMING.either, ARMING.bearers, ARMING.names, ARMING.slots
usual, dealt = ARMING.usual, ARMING.dealt
