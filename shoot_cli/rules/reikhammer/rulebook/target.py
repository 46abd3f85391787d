"""RH-TGT and RH-ELIG: the target, and which units may fire at it."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule, section
from shoot_cli.rules.reikhammer.rulebook.sources import SHOOTING, WARFARE, reading, sources, wiki

RULES: Final[tuple[Rule, ...]] = (
    *section(
        "Target",
        Rule(
            id="RH-TGT-1",
            title="One formation at one formation",
            text="A formation shoots at one enemy formation and never divides its fire. Units that cannot shoot at "
            "this target do not shoot at all.",
            example="2 of 6 tanks cannot see the target: 4 fire.",
            source=wiki(SHOOTING),
        ),
    ),
    *section(
        "Who may fire",
        Rule(
            id="RH-ELIG-1",
            title="Line of fire",
            text="A unit needs a straight line to any one unit of the target formation. Buildings, woods and "
            "fortifications block it when the line crosses 2 or more tiles of them, not counting the tiles of the "
            "shooter and of the target. Of units only war engines block, those of either side.",
            example="Through one tile of wood: clear; through two: blocked.",
            source=sources(wiki(SHOOTING), reading("the tiles of both ends, friendly war engines")),
        ),
        Rule(
            id="RH-ELIG-2",
            title="Range",
            text="A weapon needs at least one unit of the target formation within its range in tiles; a unit fires "
            "those of its weapons that are in range. Small Arms and Assault Weapons fire in assaults only, so a unit "
            "with nothing else is never in range and cannot be the one suppressed. Setting `los_and_range` (separate, "
            "same_unit): line of fire and range may be to different units of the target, or must be to one and the "
            "same.",
            example="Range 12 reaches a nearest target unit at 12 tiles, and not at 13.",
            source=sources(wiki(SHOOTING), reading("line of fire and range apart")),
        ),
        Rule(
            id="RH-ELIG-3",
            title="No ammo, no shot",
            text="A unit with 0 ammo cannot shoot.",
            example="Ammo 2: the unit shoots in two attacks and in no third.",
            source=wiki(SHOOTING),
        ),
        Rule(
            id="RH-ELIG-4",
            title="Ready to fire, and counting tiles",
            text="A broken formation does not shoot, nor does one whose action forbids it. Setting `metric` "
            "(chebyshev, manhattan, euclidean): whether a step across a corner is 1 tile, 2 tiles, or the length of "
            "the straight line.",
            example="5 columns and 3 rows away: 5 tiles by chebyshev, 8 by manhattan, 5.83 by euclidean.",
            source=sources(wiki(WARFARE), reading("how tiles are counted")),
        ),
    ),
)
