"""RH-TER: terrain, zones of control and the types of units."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule, section
from shoot_cli.rules.reikhammer.rulebook.sources import MOVEMENT, UNITS, reading, sources, wiki

RULES: Final[tuple[Rule, ...]] = section(
    "Terrain and unit types",
    Rule(
        id="RH-TER-1",
        title="Terrain and movement",
        text="A terrain has no effect on the movement of a type of unit, is impassable to it, or is dangerous to it. "
        "Movement is not played; the rule stands here for reference.",
        example="Of 2 tanks and 3 units of infantry that enter a wood, perhaps only the 2 tanks are in danger.",
        source=wiki(MOVEMENT),
        supported=False,
    ),
    Rule(
        id="RH-TER-2",
        title="Dangerous terrain test",
        text="A unit that enters dangerous terrain or starts its move in it rolls a D6 for each point of its "
        "integrity; each 6 costs 1 integrity, without a save.",
        example="Integrity 3: at least one point is lost with 91/216.",
        source=wiki(MOVEMENT),
    ),
    Rule(
        id="RH-TER-3",
        title="Zone of control",
        text="The zone of control of a unit reaches 2 tiles in every direction. Movement is not played; the rule "
        "stands here for reference.",
        example="A tile 2 tiles away is in the zone, a tile 3 away is not.",
        source=wiki(MOVEMENT),
        supported=False,
    ),
    Rule(
        id="RH-TER-4",
        title="Types of units",
        text="The type of a unit says which values can hurt it.",
        example="3 AP hits on a light vehicle and a tank: all 3 go to the light vehicle.",
        source=sources(wiki(UNITS), reading("AT at war engines")),
        chart=(
            ("type", "what it is", "hurt by"),
            ("INF", "infantry", "AP"),
            ("LV", "light vehicle: armoured, but open to small fire", "AP, AT"),
            ("AV", "armoured vehicle", "AT"),
            ("WE", "war engine, a kind of armoured vehicle", "AT"),
            ("AC", "aircraft", "AA"),
        ),
    ),
)
