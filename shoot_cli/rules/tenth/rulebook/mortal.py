"""10E-MW, 10E-DEMISE and 10E-DEF: mortal wounds, Deadly Demise, and what defends a whole unit."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule, section
from shoot_cli.rules.tenth.rulebook.sources import CORE, NOTES, SPILL_ISSUE, UPDATES, reading, sources

RULES: Final[tuple[Rule, ...]] = (
    *section(
        "Mortal wounds",
        Rule(
            id="10E-MW-1",
            title="Mortal wounds",
            text="A mortal wound is 1 damage without wound roll or save; Feel No Pain still works.",
            example="",
            source=CORE,
        ),
        Rule(
            id="10E-MW-2",
            title="Mortal wounds go on",
            text="Mortal wounds are allocated one at a time like attacks, and when a model dies the rest go on to "
            "the next, until they or the unit are used up.",
            example="Three of them on five W2 models: one dies and the next loses 1 wound.",
            source=UPDATES,
        ),
        Rule(
            id="10E-MW-3",
            title="Mortal wounds that do not go on",
            text="Mortal wounds of Hazardous and of Devastating Wounds stay with one model.",
            example="",
            source=sources(UPDATES, SPILL_ISSUE),
        ),
        Rule(
            id="10E-MW-4",
            title="Mortal wounds of attacks",
            text="Mortal wounds in addition to an attack come as late as 10E-ORD-5 says and, with Precision, may "
            "go to a CHARACTER. Rules that change damage do not change them, though they do change "
            "Devastating Wounds (10E-WPN-DEV-5).",
            example="",
            source=UPDATES,
        ),
    ),
    *section(
        "Deadly Demise",
        Rule(
            id="10E-DEMISE-1",
            title="Deadly Demise",
            text="When a model with Deadly Demise X is destroyed, roll a D6 before it is removed and its "
            'passengers get out: on a 6 every unit within 6", friend or foe, suffers X mortal wounds. A '
            "random X is rolled for each unit.",
            example="Deadly Demise D3 costs a unit in reach 1/6 x 2 = 1/3 of a wound on average.",
            source=CORE,
        ),
        Rule(
            id="10E-DEMISE-2",
            title="When Deadly Demise is rolled",
            text="The removal of a model killed by an attack waits, and by default this roll waits with it. A "
            "model that dies of it sets off its own.",
            example="",
            source=sources(CORE, reading("demise_timing", "on removal")),
        ),
    ),
    *section(
        "Stealth",
        Rule(
            id="10E-DEF-STEALTH-1",
            title="Stealth",
            text="If every model of a unit has Stealth, ranged attacks at the unit have -1 to hit; one model "
            "without it, such as an attached Leader, is enough to lose that, and having it twice adds "
            "nothing. Torrent is not affected.",
            example="BS3+ against Stealth hits on 4+.",
            source=sources(CORE, UPDATES),
        ),
    ),
    *section(
        "Smokescreen",
        Rule(
            id="10E-DEF-SMOKE-1",
            title="Smokescreen",
            text="For 1CP, in the opponent's Shooting phase and just after targets were chosen, a SMOKE unit "
            "among them gains Stealth and cover for the rest of the phase.",
            example="",
            source=CORE,
        ),
    ),
    *section(
        "Go to Ground",
        Rule(
            id="10E-DEF-GTG-1",
            title="Go to Ground",
            text="For 1CP an INFANTRY unit chosen as a target gains cover and an invulnerable save of 6+ for the "
            "rest of the phase.",
            example="",
            source=NOTES,
        ),
    ),
)
