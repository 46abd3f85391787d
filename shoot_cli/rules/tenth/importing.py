"""Rosters of this edition made into lists: ``datasheets/importing``."""

from __future__ import annotations

from typing import Any

from shoot_cli.imports.roster import Roster, Selection
from shoot_cli.imports.taking import Taking
from shoot_cli.rules.datasheets.importing import lending, taken
from shoot_cli.rules.tenth.abilities import ABILITIES

SYSTEMS = ("sys-352e-adc2-7639-d6a9",)
GAMES = ("Warhammer 40,000 10th Edition", "Warhammer 40k 10th Edition")
VALUES = {"profiles": ("M", "T", "Sv", "W", "Ld", "OC"), "weapons": ("range", "A", "BS", "S", "AP", "D")}
ATTACH = ("leader",)  # the key of a unit that says whom it leads


def take(roster: Roster, taking: Taking) -> dict[str, Any]:
    """The list as a document."""
    return taken.take(roster, taking, "40k-10e", ABILITIES)


def selection_of(unit: dict[str, Any], document: dict[str, Any]) -> Selection:
    """A unit of a document of this edition as a roster has it."""
    return lending.selection_of(unit, document)
