"""Rosters of this edition made into lists, and where its datasheets can be had: ``datasheets/importing``."""

from __future__ import annotations

from typing import Any

from shoot_cli.imports.roster import Roster, Selection
from shoot_cli.imports.taking import Taking
from shoot_cli.rules.datasheets.importing import lending, taken
from shoot_cli.rules.datasheets.published.package import Published
from shoot_cli.rules.eleventh.abilities import ABILITIES

SYSTEMS = ("sys-352e-adc2-7639-d610",)
GAMES = ("Warhammer 40,000 11th Edition", "Warhammer 40k 11th Edition")
VALUES = {"profiles": ("M", "T", "Sv", "W", "Inv", "Ld", "OC"), "weapons": ("range", "A", "BS", "S", "AP", "D")}
ATTACH = ("leader", "support")  # the keys of a unit that say whom it leads
PUBLISHED = Published(
    "wh40kdc", "11th", GAMES[0], "Alpaca Software", "https://github.com/wn-mitch/40kdc-data",
    "CC BY 4.0, https://creativecommons.org/licenses/by/4.0/", ABILITIES,
    {"gun drone": "twin-pulse-carbine", "missile drone": "missile-pod"},
)  # fmt: skip


def take(roster: Roster, taking: Taking) -> dict[str, Any]:
    """The list as a document."""
    return taken.take(roster, taking, "40k-11e", ABILITIES)


def selection_of(unit: dict[str, Any], document: dict[str, Any]) -> Selection:
    """A unit of a document of this edition as a roster has it."""
    return lending.selection_of(unit, document)
