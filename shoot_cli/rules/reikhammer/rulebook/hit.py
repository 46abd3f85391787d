"""RH-HIT and RH-COV: rolls to hit, and targets partly in cover."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule, section
from shoot_cli.rules.reikhammer.rulebook.sources import PHASES, SHOOTING, reading, sources, wiki

RULES: Final[tuple[Rule, ...]] = (
    *section(
        "Rolls to hit",
        Rule(
            id="RH-HIT-1",
            title="To hit",
            text="Roll a D6 for every weapon in range of every unit that fires; it hits with its value or less: AP at "
            "infantry, AT at armour, AA at aircraft. The attacker chooses for a weapon with several, by default the "
            "highest by which some unit of the target can be hurt (of equal ones that by which most can), and if there "
            "is none, the highest. A value that is no better than another one at any unit that its hits could come to "
            "is not asked about.",
            example="AP4 hits on 4 or less (2/3).",
            source=sources(wiki(SHOOTING), reading("what is chosen by default")),
        ),
        Rule(
            id="RH-HIT-2",
            title="Modifiers to hit",
            text="Modifiers change the value, not the die, and all of them add up.",
            example="AP4 after a Double at units in cover: 2 or less (1/3).",
            source=sources(wiki(SHOOTING), wiki(PHASES) + " (Marshal)"),
            chart=(
                ("when", "value"),
                ("target in cover", "-1"),
                ("attacker took a Double", "-1"),
                ("attacker took Marshal", "-1"),
                ("attacker took Sustained Fire", "+1"),
            ),
        ),
        Rule(
            id="RH-HIT-3",
            title="A 6 always misses",
            text="A roll of 6 misses whatever the value, so 5 and all higher values hit on 5 or less.",
            example="AP5 with Sustained Fire makes 6, and still hits with 5/6.",
            source=wiki(SHOOTING),
        ),
        Rule(
            id="RH-HIT-4",
            title="Values of 0 and less",
            text="With a value of 0, -1 or -2 a first roll of 1 is rolled again, and the second roll decides without "
            "any modifier; with -3 or less no hit is possible. A weapon that has no value of a kind cannot be fired as "
            "it at all, which is not the same as 0.",
            example="AP1 at units in cover makes 0: a 1, then 3 or less (1/12).",
            source=wiki(SHOOTING),
            chart=(
                ("value", "first roll", "second roll", "chance"),
                ("0", "1", "3 or less", "1/12"),
                ("-1", "1", "2 or less", "1/18"),
                ("-2", "1", "1", "1/36"),
                ("-3 or less", "none", "none", "0"),
            ),
        ),
    ),
    *section(
        "Cover to hit",
        Rule(
            id="RH-COV-1",
            title="Mixed cover",
            text="If only some units of the target are in cover, the attacker chooses for each group of rolls before "
            "it is made: the -1 of cover, or no -1 and no hit of it for any unit in cover.",
            example="AP4, two units in a wood, three in the open: 4 or less at the three, or 3 or less at all five.",
            source=sources(wiki(SHOOTING), reading("per group of rolls")),
        ),
        Rule(
            id="RH-COV-2",
            title="All in cover",
            text="If every unit of the target is in cover there is no choice: the value has the -1.",
            example="AP4 at four units in a wood: 3 or less (1/2).",
            source=wiki(SHOOTING),
        ),
    ),
)
