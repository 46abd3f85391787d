"""RH-SAVE, RH-DEST, RH-CHAR, RH-MW and RH-BRK: saves, destroyed units, macro hits and broken formations."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule, section
from shoot_cli.rules.reikhammer.rulebook.sources import (
    PHASES,
    SHOOTING,
    SPECIALISTS,
    UNITS,
    WARFARE,
    analogy,
    reading,
    sources,
    wiki,
)

RULES: Final[tuple[Rule, ...]] = (
    *section(
        "Saves",
        Rule(
            id="RH-SAVE-1",
            title="Save",
            text="Roll a D6 for each hit: the armour value or less saves, and each failure costs the unit 1 integrity. "
            "A value of 0 or less fails without a roll, and a 1 is no success of its own. Setting `save_six_fails` "
            "(true, false): whether a 6 fails even where the value is 6 or more.",
            example="Armour 4 saves on 4 or less (2/3), armour 1 on a 1 (1/6).",
            source=sources(wiki(UNITS, SHOOTING), reading("a roll of 6")),
        ),
        Rule(
            id="RH-SAVE-2",
            title="Armour or cover",
            text="The defender uses the armour of the unit or its cover save, never both on one hit.",
            example="Armour 2 in a wood with cover save 2: one roll of 2 or less, and no second.",
            source=wiki(SHOOTING),
        ),
        Rule(
            id="RH-SAVE-3",
            title="The better save",
            text="The better save is the higher value, because a die must show it or less; the program takes it.",
            example="Armour 2 and cover save 4: 4 or less (2/3).",
            source=sources(wiki(UNITS), reading("follows from the direction of the roll")),
        ),
        Rule(
            id="RH-SAVE-4",
            title="Cover saves",
            text="The readable pages do not say which cover save a terrain gives to infantry, so the players say the "
            "value, from 1 to 5; the chart is a proposal. Vehicles and war engines have none in the parent game.",
            example="Infantry with armour 1 in a ruin: 3 or less.",
            source=analogy("7 less the number there"),
            chart=(
                ("terrain", "cover save"),
                ("fortification", "4"),
                ("building, ruin, jungle", "3"),
                ("wood", "2"),
                ("scrub, marsh, river", "1"),
            ),
        ),
        Rule(
            id="RH-SAVE-5",
            title="Cover counts twice",
            text="A unit in cover has both: -1 for those who roll to hit it, and its own cover save.",
            example="AP4 at infantry in a ruin: 3 or less hits (1/2), and 3 or less saves (1/2).",
            source=sources(wiki(SHOOTING), reading("no page excludes it")),
        ),
    ),
    *section(
        "Destroyed units",
        Rule(
            id="RH-DEST-1",
            title="Destroyed units",
            text="A unit at 0 integrity is destroyed and its formation gains 1 Shock; its other hits are ignored.",
            example="Integrity 3 with 3 hits against armour 3: all three saves must fail (1/8).",
            source=wiki(SHOOTING),
        ),
        Rule(
            id="RH-DEST-2",
            title="Destroyed formations",
            text="A formation without units is removed, and no one asks whether it is broken.",
            example="The last two units are destroyed: the formation is gone, whatever its Shock.",
            source=wiki(SHOOTING),
        ),
    ),
    *section(
        "Characters",
        Rule(
            id="RH-CHAR-1",
            title="Fate of a character",
            text="When a unit with a character is destroyed, roll a D6 for him as the unit is removed.",
            example="He is killed with 1/2.",
            source=wiki(SPECIALISTS),
            chart=(
                ("D6", "fate", "chance"),
                ("1", "escapes to another unit", "1/6"),
                ("2-3", "incapacitated: recovers if any unit of the formation survives", "1/3"),
                ("4-6", "killed", "1/2"),
            ),
        ),
    ),
    *section(
        "Macro hits",
        Rule(
            id="RH-MW-1",
            title="Macro hits after the others",
            text="Normal hits are allocated and saved and the dead removed before any macro hit is allocated. Macro "
            "hits go only to units that a macro-weapon which fired itself has in range and line of fire.",
            example="A macro-weapon with range 12 and guns with range 24 fire: a unit at 15 tiles takes no macro hit.",
            source=wiki(SHOOTING),
        ),
        Rule(
            id="RH-MW-2",
            title="Saves against macro hits",
            text="A macro hit allows no save, except by reinforced armour (the armour value) or an invulnerable save "
            "(its own value, usable against any hit); the higher counts, and it is rolled once. Only hits of the value "
            "marked as macro are macro hits. Setting `macro_save` (none, armour, cover): the save that all units have "
            "against them.",
            example="Armour 5 and a macro hit: 1 integrity lost for certain; reinforced, it saves on 5 or less.",
            source=analogy(),
        ),
    ),
    *section(
        "Broken formations",
        Rule(
            id="RH-BRK-1",
            title="When a formation breaks",
            text="Once, after the whole attack, a formation is broken if it has as many points of Shock as units left, "
            "or more. Nothing is checked between weapons or between normal and macro hits; one that was broken before "
            "just keeps the new Shock.",
            example="4 units with Shock 3 are fired on without loss: Shock 4, broken. 6 units with Shock 1 lose one: "
            "Shock 3, 5 left, not broken.",
            source=sources(wiki(SHOOTING), reading("formations broken before")),
        ),
        Rule(
            id="RH-BRK-2",
            title="Broken formations",
            text="A broken formation takes no action and gives no crossfire, and must rally with its CR counted 2 "
            "less. The readable pages say nothing of a withdrawal at once, which the parent game has: the players move "
            "it.",
            example="CR5 and broken: it rallies on 3 or less (1/2).",
            source=sources(wiki(WARFARE, PHASES), analogy("withdrawal")),
        ),
    ),
)
