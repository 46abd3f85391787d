"""RH-ALLOC: which units the hits go to."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule, section
from shoot_cli.rules.reikhammer.rulebook.sources import ASSAULTS, SHOOTING, UNITS, reading, sources, wiki

RULES: Final[tuple[Rule, ...]] = section(
    "Allocation of hits",
    Rule(
        id="RH-ALLOC-1",
        title="Nearest units first",
        text="The defender gives the hits to units that are in range and line of fire of one and the same unit that "
        "fired, beginning with the nearest to the attackers. Distance is to the nearest unit that fired; among equals "
        "the defender chooses, by default the first listed.",
        example="2 hits on units at 3, 5 and 6 tiles: one on each of those at 3 and 5.",
        source=sources(wiki(SHOOTING), reading("distance, and one and the same unit")),
    ),
    Rule(
        id="RH-ALLOC-2",
        title="Even allocation",
        text="Every unit that can be given hits gets one before any gets a second, and so on in rounds, each from the "
        "nearest on.",
        example="5 hits on three units: 2, 2 and 1, the nearest first.",
        source=wiki(SHOOTING),
    ),
    Rule(
        id="RH-ALLOC-3",
        title="Which hit hits whom",
        text="Hits go only to units of the types in the chart, and hits that nobody can be given are lost. Integrity "
        "sets no limit: what is more than a unit can lose is lost with it.",
        example="4 AP hits on a tank at 1 tile and infantry at 2 and 4: none, 2 and 2.",
        source=sources(wiki(SHOOTING, UNITS), reading("war engines")),
        chart=(
            ("hit", "goes to"),
            ("AP", "infantry (INF), light vehicles (LV)"),
            ("AT", "light vehicles (LV), armoured vehicles (AV), war engines (WE)"),
            ("AA", "aircraft (AC)"),
        ),
    ),
    Rule(
        id="RH-ALLOC-4",
        title="Hits in an assault",
        text="In an assault a hit, of close combat or of firefight, may go to every unit within 4 tiles except war "
        "engines. Assaults are not played; the rule stands here for reference.",
        example="A unit at 4 tiles can be given a hit, a unit at 5 cannot.",
        source=wiki(SHOOTING, ASSAULTS),
        supported=False,
    ),
    Rule(
        id="RH-ALLOC-5",
        title="Hits of several kinds",
        text="Hits that gave up the units in cover (RH-COV-1) are allocated before all others; of each the AP hits "
        "come first, then AT, then AA. Each hit goes to that unit which has the fewest so far, the nearest of several; "
        "macro hits are counted anew. Setting `even_count` (all_kinds, per_kind): whether hits of all kinds count "
        "together, or each kind for itself.",
        example="1 AP and 1 AT hit on a light vehicle, infantry and a tank, in this order: AP to the light vehicle and "
        "AT to the tank; by per_kind both to the light vehicle.",
        source=reading(),
    ),
)
