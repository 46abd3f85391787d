"""The abilities of this edition: those of ``datasheets/abilities.md``, and what is written or counted otherwise."""

from __future__ import annotations

from shoot_cli.rules.datasheets.abilities import Abilities
from shoot_cli.rules.datasheets.forms import WEAPON, Form
from shoot_cli.rules.eleventh.edition import NUMBERS

OWN = (Form("Blast", "blast N", WEAPON, "WPN-BLAST-1", "Blast 2", default=1, changes="attacks", twice="best"),)

ABILITIES = Abilities(NUMBERS, OWN)
