"""10E-HIT: hit rolls."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule, section
from shoot_cli.rules.tenth.rulebook.sources import CORE, UPDATES, sources

RULES: Final[tuple[Rule, ...]] = section(
    "Hit rolls",
    Rule(
        id="10E-HIT-1",
        title="Hit roll",
        text="Roll a D6 for each attack: with its modifiers it must reach the BS, and a miss ends the attack.",
        example="BS3+ hits with 4/6.",
        source=CORE,
    ),
    Rule(
        id="10E-HIT-2",
        title="Natural 1 and 6 to hit",
        text="An unmodified 1 always misses and an unmodified 6 always hits.",
        example="BS6+ at -1 still hits with 1/6; BS2+ at +1 hits with 5/6.",
        source=CORE,
    ),
    Rule(
        id="10E-HIT-3",
        title="Critical Hit",
        text="An unmodified 6 is a Critical Hit, which is a hit whatever the modifiers; other rules may make "
        "lower faces critical. The face that counts is the one after re-rolls.",
        example="A 5 with +1 makes 6 but is not critical.",
        source=sources(CORE, UPDATES),
    ),
    Rule(
        id="10E-HIT-4",
        title="Limit of hit modifiers",
        text="All modifiers of a hit roll are added up first, and the sum then counts as -1 at the least and "
        "+1 at the most.",
        example="-1, -1 and +1 make -1; Heavy against Stealth makes 0.",
        source=sources(CORE, UPDATES),
    ),
    Rule(
        id="10E-HIT-5",
        title="Changes to BS",
        text="A rule that makes the BS itself better or worse changes the characteristic, up to 2+ at best, "
        "and stands outside the limit of 10E-HIT-4.",
        example="BS4+ made worse by 1, with -1 to hit, needs a 6.",
        source=UPDATES,
    ),
    Rule(
        id="10E-HIT-6",
        title="Automatic hits",
        text="An attack that hits automatically rolls no die, so it is never a Critical Hit and sets off "
        "nothing that looks at a hit roll.",
        example="",
        source=UPDATES,
    ),
    Rule(
        id="10E-HIT-7",
        title="Ignoring modifiers",
        text="A unit that may ignore any or all modifiers drops the bad ones and keeps the good ones.",
        example="Dark Reapers drop the -1 of Stealth and keep a +1.",
        source=UPDATES,
    ),
)
