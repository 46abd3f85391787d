"""10E-SAV and 10E-COV: saving throws and cover."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule, section
from shoot_cli.rules.tenth.rulebook.sources import CORE, DATA, UPDATES, reading, sources

RULES: Final[tuple[Rule, ...]] = (
    *section(
        "Saving throws",
        Rule(
            id="10E-SAV-1",
            title="Armour save",
            text="Roll one D6 for each attack, whatever its damage: with AP and modifiers it must reach the Sv of "
            "the model.",
            example="Sv3+ against AP-1 needs a 4 or more.",
            source=CORE,
        ),
        Rule(
            id="10E-SAV-2",
            title="Natural 1 to save",
            text="An unmodified 1 fails every save, armour or invulnerable, while a 6 is no automatic success.",
            example="Sv3+ can never save against AP-4.",
            source=CORE,
        ),
        Rule(
            id="10E-SAV-3",
            title="Limit of save modifiers",
            text="A save is never improved by more than 1, however many bonuses it has. By default AP and the "
            "bonuses are added up and the sum is limited, instead of limiting the bonuses alone.",
            example="AP0 with cover and another +1 makes +1; AP-2 with both makes 0.",
            source=sources(CORE, UPDATES, reading("save_cap", "the sum is limited")),
        ),
        Rule(
            id="10E-SAV-4",
            title="Invulnerable save",
            text="Before rolling the defender takes either the armour save or one invulnerable save, which AP "
            "never changes; some of these count against ranged attacks only. The program may take the better "
            "one for him.",
            example="Sv2+ with 4+ invulnerable: 4+ against AP-3, but 3+ against AP-1.",
            source=CORE,
        ),
        Rule(
            id="10E-SAV-5",
            title="No save",
            text="Nothing is saved against mortal wounds or against Critical Wounds of Devastating Wounds.",
            example="",
            source=DATA,
        ),
        Rule(
            id="10E-SAV-6",
            title="Limit of Sv",
            text="The Sv of a model never becomes better than 2+.",
            example="",
            source=UPDATES,
        ),
    ),
    *section(
        "Cover",
        Rule(
            id="10E-COV-1",
            title="Who has cover",
            text="Cover is judged for each model when an attack is allocated to it, by the terrain in the chart "
            "or because a rule grants it. The players say whether it is there.",
            example="",
            source=sources(CORE, UPDATES),
            chart=(
                ("terrain", "who has cover"),
                ("crater, rubble", "INFANTRY wholly on top"),
                ("barricade", 'INFANTRY wholly within 3" and not fully visible because of it'),
                ("debris, hill, container", "models not fully visible to every attacking model because of it"),
                ("wood, ruin", "models wholly within, or not fully visible because of it"),
            ),
        ),
        Rule(
            id="10E-COV-2",
            title="What cover does",
            text="Cover adds 1 to armour saves against ranged attacks and never helps invulnerable saves.",
            example="Sv4+ in cover saves on 3+ against AP0.",
            source=CORE,
        ),
        Rule(
            id="10E-COV-3",
            title="Cover of Sv3+ and better",
            text="A model with Sv3+ or better has no cover against AP0, where AP is taken after all changes to it.",
            example="Sv3+ in cover saves on 3+ against AP0, and on 3+ against AP-1 too.",
            source=CORE,
        ),
        Rule(
            id="10E-COV-4",
            title="Cover counts once",
            text="Cover from several sources is still only +1.",
            example="",
            source=CORE,
        ),
        Rule(
            id="10E-COV-5",
            title="Plunging fire",
            text='AP is improved by 1 if the firing model is wholly in a ruin and at least 6" above the ground '
            "while every model of the target is at ground level.",
            example="",
            source=CORE,
        ),
    ),
)
