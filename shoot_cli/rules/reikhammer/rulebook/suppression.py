"""RH-SUP and RH-AMMO: who is too shocked to fire, and what firing spends."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule, section
from shoot_cli.rules.reikhammer.rulebook.sources import SHOOTING, analogy, reading, sources, wiki

RULES: Final[tuple[Rule, ...]] = (
    *section(
        "Suppression",
        Rule(
            id="RH-SUP-1",
            title="Suppression",
            text="Each point of Shock on the shooting formation suppresses one of its units with line of fire and "
            "range, the farthest from the target first; such a unit does not fire. Distance is to the nearest unit of "
            "the target, for a barrage to its tile; among equals the attacker chooses, by default the last listed. "
            "Setting `empty_units_soak` (true, false): whether units without ammo can be the ones suppressed.",
            example="Five units can fire, from 3, 4, 5, 6 and 7 tiles; Shock 2 suppresses those at 7 and 6, and three "
            "fire.",
            source=sources(wiki(SHOOTING), reading("distance, units without ammo")),
        ),
        Rule(
            id="RH-SUP-2",
            title="All suppressed",
            text="If every unit that could have fired is suppressed, nobody fires, no ammo is spent, and the target "
            "gains no Shock.",
            example="Three units could fire and the formation has Shock 3: nothing happens.",
            source=wiki(SHOOTING),
        ),
        Rule(
            id="RH-SUP-3",
            title="Suppressed war engines",
            text="Setting `we_suppression` (one, integrity): a war engine is suppressed by one point of Shock like any "
            "unit, or by as many as its starting integrity. In the second way it also counts as that many units in "
            "RH-BRK-1; when fewer points are left they are spent on it, it still fires, and nobody nearer is "
            "suppressed.",
            example="Starting integrity 3 and Shock 2: by default the engine is suppressed with one point; with "
            "integrity it fires.",
            source=sources(analogy("its starting damage"), reading("one unit like any other")),
        ),
    ),
    *section(
        "Ammo",
        Rule(
            id="RH-AMMO-1",
            title="Spending ammo",
            text="A unit spends 1 ammo each time it shoots, however many weapons it fires, in a barrage and on "
            "overwatch too. Units that are suppressed or cannot fire spend none.",
            example="Ammo 1 and two weapons: both fire, and ammo is 0.",
            source=sources(wiki(SHOOTING), reading("barrages")),
        ),
    ),
)
