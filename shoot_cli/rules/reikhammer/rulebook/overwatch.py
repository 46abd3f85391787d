"""RH-OW and RH-XF: overwatch and crossfire."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule, section
from shoot_cli.rules.reikhammer.rulebook.sources import SHOOTING, reading, sources, wiki

RULES: Final[tuple[Rule, ...]] = (
    *section(
        "Overwatch",
        Rule(
            id="RH-OW-1",
            title="Going on overwatch",
            text="A formation that takes this action does not move, and may shoot later, outside the order of actions.",
            example="Overwatch taken in turn 1 may still be fired in turn 2.",
            source=wiki(SHOOTING),
        ),
        Rule(
            id="RH-OW-2",
            title="What sets off overwatch",
            text="An enemy formation sets it off when it completes a move or unloads troops, before it shoots or "
            "assaults; each single move of a Double or a March counts. Nothing else does. The program cannot see "
            "transports: while somebody could answer, it asks once in each action of a formation that is not infantry "
            "alone whether troops are unloaded, and again after a later move if that was left open.",
            example="An enemy marches three moves: three chances, and one shot; a fourth if it unloads troops.",
            source=wiki(SHOOTING),
        ),
        Rule(
            id="RH-OW-3",
            title="Target of overwatch",
            text="The target must be the formation that set it off; a barrage must have a unit of it on its target "
            "tile.",
            example="One company moves: another one that stood still cannot be shot at.",
            source=sources(wiki(SHOOTING), reading("barrages")),
        ),
        Rule(
            id="RH-OW-4",
            title="End of overwatch",
            text="A formation is off overwatch as soon as it has fired. Until then it stays on it, into the next turn "
            "too, or until it takes an action.",
            example="It fires after the first of three moves: at the second and third it cannot.",
            source=wiki(SHOOTING),
        ),
        Rule(
            id="RH-OW-5",
            title="Overwatch in the next turn",
            text="Firing on overwatch in the turn after it was taken is the action of the formation for that turn.",
            example="Taken in turn 1 and fired in turn 2: no other action in turn 2.",
            source=wiki(SHOOTING),
        ),
        Rule(
            id="RH-OW-6",
            title="Shooting on overwatch",
            text="All else is as in other shooting: Shock, suppression, ammo, cover and crossfire. The action changes "
            "no value.",
            example="AP4 at units in the open: 4 or less (2/3).",
            source=wiki(SHOOTING),
        ),
    ),
    *section(
        "Crossfire",
        Rule(
            id="RH-XF-1",
            title="Crossfire",
            text="There is a crossfire if a line of at most 12 tiles runs from any unit of the attacking formation, "
            "suppressed or not, to any unit of another friendly formation, through a unit of the target or the gap "
            "between two. The program cannot see the line and asks the attacker.",
            example="A line of 12 tiles: yes; of 13: no.",
            source=wiki(SHOOTING),
        ),
        Rule(
            id="RH-XF-2",
            title="The friend in a crossfire",
            text="The other formation needs line of fire to a unit of the target, but not range. It must be neither "
            "broken nor marching.",
            example="A friend whose guns reach 5 tiles sees the target from 8: crossfire.",
            source=wiki(SHOOTING),
        ),
        Rule(
            id="RH-XF-3",
            title="What crossfire does",
            text="Every unit of the target formation has 1 less on the value of its save, whichever it uses, once "
            "however many friends there are; some terrain or abilities may cancel it. A value of 0 or less fails "
            "without a roll, and where a macro hit allows no save there is nothing to worsen.",
            example="Armour 4 saves on 3 or less (1/2), armour 1 never.",
            source=sources(wiki(SHOOTING), reading("only once")),
        ),
    ),
)
