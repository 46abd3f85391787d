"""10E-OOP: shooting outside your Shooting phase, and the Grenade stratagem."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule, section
from shoot_cli.rules.tenth.rulebook.sources import UPDATES

RULES: Final[tuple[Rule, ...]] = section(
    "Out of phase and Grenade",
    Rule(
        id="10E-OOP-1",
        title="Fire Overwatch",
        text="For 1CP, once a turn in the opponent's Movement or Charge phase, a unit that could shoot and is "
        'not TITANIC shoots at an enemy unit visible within 24". Only unmodified 6s hit, whatever the BS '
        "and the modifiers, and only 6s are Critical Hits.",
        example="",
        source=UPDATES,
    ),
    Rule(
        id="10E-OOP-2",
        title="Shooting out of phase",
        text="Shooting outside your Shooting phase goes without the rules tied to it: Big Guns Never Tire, "
        "Pistols in combat, Firing Deck, and what a unit does after it has shot.",
        example="A locked Knight cannot Fire Overwatch.",
        source=UPDATES,
    ),
    Rule(
        id="10E-OOP-3",
        title="Grenade",
        text="For 1CP in your Shooting phase a GRENADES unit that is not engaged, and that did not shoot, "
        'Advance or Fall Back this turn, picks an enemy unit within 8" of and visible to one of its '
        "GRENADES models and engaged with none of your units: 6D6, each 4+ is a mortal wound (10E-MW-2). "
        "It is no shooting, so the unit may still be chosen to shoot.",
        example="On average 3 mortal wounds.",
        source=UPDATES,
    ),
)
