"""10E-WND: wound rolls."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule, section
from shoot_cli.rules.tenth.rulebook.sources import CORE, DATA, DATASHEETS, NOTES, UPDATES, sources

RULES: Final[tuple[Rule, ...]] = section(
    "Wound rolls",
    Rule(
        id="10E-WND-1",
        title="Wound chart",
        text="Compare the S of the attack with the T of the target in the chart, where the rows for twice and "
        "half go before the rows for more and less. The roll must reach the number found.",
        example="S4 wounds T5 on 5+ and T8 on 6+; S5 wounds T9 on 5+, as half of 9 is 4.5.",
        source=sources(CORE, NOTES),
        chart=(
            ("S against T", "needed"),
            ("twice T or more", "2+"),
            ("more than T", "3+"),
            ("equal to T", "4+"),
            ("less than T", "5+"),
            ("half of T or less", "6+"),
        ),
    ),
    Rule(
        id="10E-WND-2",
        title="Natural 1 and 6 to wound",
        text="An unmodified 1 never wounds, and an unmodified 6 is a Critical Wound, which always wounds.",
        example="",
        source=CORE,
    ),
    Rule(
        id="10E-WND-3",
        title="Limit of wound modifiers",
        text="All modifiers of a wound roll are added up, and the sum counts as -1 at the least and +1 at the most.",
        example="+1 and +1 make +1; at -1 a roll that needs 2+ needs 3+.",
        source=sources(CORE, UPDATES),
    ),
    Rule(
        id="10E-WND-4",
        title="Which Toughness",
        text="Against an Attached unit all attacks of the shooting unit use the highest T of the bodyguards, "
        "even after the last of these has died; against any other mixed unit they use the highest T in "
        "it. It is fixed when the target is chosen.",
        example="T4 bodyguards with a T5 Leader: every attack of this unit wounds against T4.",
        source=sources(DATA, UPDATES),
    ),
    Rule(
        id="10E-WND-5",
        title="Modifiers that compare S and T",
        text="A rule that gives -1 to wound if S is greater than T looks at S after its changes and at the T "
        "of 10E-WND-4.",
        example="S5 against T4 needs 4+ instead of 3+; S4 against T4 is not affected.",
        source=DATASHEETS,
    ),
)
