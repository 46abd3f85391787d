"""RH-SEQ, RH-TURN, RH-ACT and RH-RALLY: the steps of an attack, the turn around it, actions and rallying."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule, section
from shoot_cli.rules.reikhammer.rulebook.sources import (
    LICENCE,
    PHASES,
    SHOOTING,
    WARFARE,
    analogy,
    reading,
    sources,
    wiki,
)

RULES: Final[tuple[Rule, ...]] = (
    *section(
        "Sequence of an attack",
        Rule(
            id="RH-SEQ",
            title="Sequence of shooting",
            text="An attack goes through the steps of the chart from top to bottom. To hit, to save and to pass a "
            "test, a die must show the value or less, so that a higher value is always the better one; only the "
            "strategy roll looks for the higher total, and only dangerous terrain fears a 6.",
            example="One shot with AP4 at infantry with armour 3 in the open: 4 or less hits (2/3), 3 or less saves "
            "(1/2), so it costs a point of integrity with 1/3.",
            source=sources(wiki(SHOOTING), LICENCE),
            chart=(
                ("step", "who", "what"),
                ("1", "attacker", "names a formation and an action that lets it shoot, and takes the action test"),
                ("2", "attacker", "names one enemy formation, or a tile for a barrage"),
                ("3", "-", "who has line of fire, range and ammo"),
                ("4", "attacker", "loses one of those units per point of Shock, the farthest first"),
                ("5", "-", "the target gains 1 Shock if anybody is left to fire"),
                ("6", "attacker", "AP, AT or AA for each weapon; in mixed cover, whom to shoot at"),
                ("7", "-", "each unit that fires spends 1 ammo"),
                ("8", "attacker", "rolls to hit, and a second time for values of 0, -1 and -2"),
                ("9", "attacker", "claims a crossfire, if there is one"),
                ("10", "defender", "allocates the normal hits"),
                ("11", "defender", "saves each, by armour or cover; each failure costs 1 integrity"),
                ("12", "-", "units at 0 integrity are destroyed, 1 Shock each; fate of their characters"),
                ("13", "defender", "the same for the macro hits, on what is left"),
                ("14", "-", "once, at the very end: is the formation broken?"),
            ),
        ),
    ),
    *section(
        "The turn",
        Rule(
            id="RH-TURN-1",
            title="Turn and strategy roll",
            text="A turn has a strategy phase, an action phase and an end phase. In the first each side rolls a D6 and "
            "adds its strategy rating, and whoever has the higher total says who goes first. On a tie it is the side "
            "that did not win last turn; in the first turn both roll again.",
            example="Rating 3 with a roll of 4 makes 7 and beats rating 1 with a roll of 5, which makes 6.",
            source=sources(wiki(WARFARE, PHASES), reading("the tie of the first turn")),
        ),
    ),
    *section(
        "Actions",
        Rule(
            id="RH-ACT-1",
            title="Action test",
            text="Name the formation and its action, then roll its command rating CR or less: the CR counts 1 less if "
            "the formation has any Shock, and 1 less if its side keeps the initiative. A failure gives 1 Shock and "
            "makes the action a Hold, and so does a roll made before the action was named. Setting `cr_six_passes` "
            "(true, false): whether a 6 passes a test of action or rally that needs 6 or less.",
            example="CR4 passes on 4 or less (2/3); with Shock and keeping the initiative on 2 or less (1/3).",
            source=sources(wiki(WARFARE, PHASES), reading("a roll of 6")),
        ),
        Rule(
            id="RH-ACT-2",
            title="Actions and shooting",
            text="The action of a formation says how often it moves, whether it shoots, and what that adds to or takes "
            "from the values of its weapons. After a failed test it holds: it does one of moving, shooting and "
            "regrouping.",
            example="AP4 after a Double hits on 3 or less; with Sustained Fire on 5 or less.",
            source=sources(wiki(PHASES, SHOOTING), analogy("Hold")),
            chart=(
                ("action", "moves", "shoots", "to hit"),
                ("Advance", "1", "yes", "0"),
                ("Double", "2", "yes", "-1"),
                ("March", "3", "no", "-"),
                ("Marshal", "1, or it shoots; then regroups", "if it did not move", "-1"),
                ("Sustained Fire", "0", "yes", "+1"),
                ("Overwatch", "0", "later, at an enemy that moves", "0"),
                ("Engage", "charges", "no: an assault instead", "-"),
                ("Hold", "1, or it shoots, or regroups", "if it does nothing else", "0"),
            ),
        ),
    ),
    *section(
        "Rallying",
        Rule(
            id="RH-RALLY-1",
            title="Rally test",
            text="In the end phase every formation with Shock rallies by a roll of its CR or less, where the CR counts "
            "2 less if it is broken and 1 less if an enemy is within 8 tiles. Success takes away half of its Shock, "
            "rounded up; a broken formation is then broken no longer and keeps as much Shock as half its units, "
            "rounded down.",
            example="CR5, broken and with an enemy near: 2 or less (1/3).",
            source=sources(wiki(WARFARE), analogy("what success takes away")),
        ),
    ),
)
