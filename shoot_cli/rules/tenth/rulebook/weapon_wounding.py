"""10E-WPN, second half: abilities that decide what a hit does."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule, section
from shoot_cli.rules.tenth.rulebook.sources import (
    CORE,
    DATA,
    DEVASTATING_ISSUE,
    FIRST_PRINT,
    SPILL_ISSUE,
    UPDATES,
    chosen,
    reading,
    sources,
)

RULES: Final[tuple[Rule, ...]] = (
    *section(
        "Lethal Hits",
        Rule(
            id="10E-WPN-LETHAL-1",
            title="Lethal Hits",
            text="A Critical Hit wounds without a wound roll, which the attacker cannot decline, and is saved as "
            "usual.",
            example="BS3+, S4 against T8: 1/6 + 1/2 x 1/6 = 1/4 of the shots wound instead of 1/9.",
            source=DATA,
        ),
    ),
    *section(
        "Sustained Hits",
        Rule(
            id="10E-WPN-SUST-1",
            title="Sustained Hits",
            text="Each Critical Hit scores X additional hits.",
            example="BS4+ with Sustained Hits 1: 1/2 + 1/6 = 2/3 hits for each shot.",
            source=DATA,
        ),
        Rule(
            id="10E-WPN-SUST-2",
            title="The additional hits",
            text="Additional hits need no roll and make wound rolls of their own. They are not critical and get "
            "nothing from the Critical Hit that scored them.",
            example="",
            source=UPDATES,
        ),
        Rule(
            id="10E-WPN-SUST-3",
            title="Random Sustained Hits",
            text="A random X is by default rolled for each Critical Hit.",
            example="",
            source=sources(CORE, reading("sustained_random", "for each Critical Hit")),
        ),
    ),
    *section(
        "Anti",
        Rule(
            id="10E-WPN-ANTI-1",
            title="Anti",
            text="Against a unit with the KEYWORD a wound roll that shows X or more before modifiers is a "
            "Critical Wound, so it wounds whatever the chart says. The keyword of one attached model makes "
            "it the whole unit's.",
            example="Anti-INFANTRY 4+ with S3 wounds INFANTRY of T6 on 4+ instead of 6+.",
            source=sources(DATA, UPDATES),
        ),
        Rule(
            id="10E-WPN-ANTI-2",
            title="Anti and modifiers",
            text="Modifiers neither help nor hurt Anti, as it looks at the unmodified roll. Rolls below X use the "
            "chart.",
            example="Anti 4+ at -1 to wound: 4, 5 and 6 wound.",
            source=DATA,
        ),
        Rule(
            id="10E-WPN-ANTI-3",
            title="Several Anti",
            text="Anti with different keywords are different abilities, and the lowest X that fits the target "
            "counts. Of two with the same keyword one is chosen.",
            example="",
            source=UPDATES,
        ),
    ),
    *section(
        "Twin-linked",
        Rule(
            id="10E-WPN-TWIN-1",
            title="Twin-linked",
            text="The wound roll of each attack may be re-rolled once, whatever it shows; by default only "
            "failures are.",
            example="Wounding on 5+ succeeds with 1/3 + 2/3 x 1/3 = 5/9.",
            source=sources(DATA, chosen("rerolls")),
        ),
    ),
    *section(
        "Lance",
        Rule(
            id="10E-WPN-LANCE-1",
            title="Lance",
            text="A bearer that charged this turn has +1 to its wound rolls with this weapon, which in practice "
            "is a matter of melee.",
            example="",
            supported=False,
            source=DATA,
        ),
    ),
    *section(
        "Devastating Wounds",
        Rule(
            id="10E-WPN-DEV-1",
            title="Devastating Wounds as first printed",
            text="A Critical Wound used to end the attack at once with D mortal wounds, which went on from model "
            "to model.",
            example="",
            source=sources(FIRST_PRINT, chosen("devastating")),
        ),
        Rule(
            id="10E-WPN-DEV-2",
            title="Devastating Wounds",
            text="A Critical Wound allows no save and is set aside until all other attacks of the unit are done. "
            "It then inflicts mortal wounds equal to its D, after all changes, in place of normal damage.",
            example="",
            source=sources(DATA, UPDATES),
        ),
        Rule(
            id="10E-WPN-DEV-3",
            title="One model for each Critical Wound",
            text="The mortal wounds of one Critical Wound hurt one model, and those it does not have are lost.",
            example="D2 against W1 models kills one for each Critical Wound and not two.",
            source=sources(UPDATES, SPILL_ISSUE),
        ),
        Rule(
            id="10E-WPN-DEV-4",
            title="Devastating Wounds and Feel No Pain",
            text="Since they are mortal wounds, Feel No Pain against mortal wounds works, and so does ordinary "
            "Feel No Pain.",
            example="",
            source=UPDATES,
        ),
        Rule(
            id="10E-WPN-DEV-5",
            title="Devastating Wounds and changed damage",
            text="Changes to damage, such as -1, halving and Melta, are made before the D becomes mortal wounds.",
            example="Damage 3 against -1 damage: 2 mortal wounds.",
            source=UPDATES,
        ),
        Rule(
            id="10E-WPN-DEV-6",
            title="Wordings of Devastating Wounds",
            text="In June 2023 the damage went on from model to model; from September 2023 it was unsaveable and "
            "came last, and by mid 2024 it was mortal wounds on one model. The first and the current wording "
            "can be played.",
            example="",
            source=sources(DEVASTATING_ISSUE, UPDATES, DATA, chosen("devastating")),
        ),
    ),
    *section(
        "Precision",
        Rule(
            id="10E-WPN-PREC-1",
            title="Precision",
            text="For each wound on an Attached unit the attacker may allocate the attack to a CHARACTER that the "
            "attacking model sees, who uses his own saves, wounds and Feel No Pain, while T stays that of "
            "the bodyguards. By default this is not used, and when that CHARACTER is dead allocation is as "
            "usual.",
            example="",
            source=sources(DATA, chosen("precision")),
        ),
        Rule(
            id="10E-WPN-PREC-2",
            title="Precision and mortal wounds",
            text="Precision goes also for the Devastating Wounds of the attack and for its mortal wounds in addition.",
            example="",
            source=UPDATES,
        ),
    ),
    *section(
        "Melta",
        Rule(
            id="10E-WPN-MELTA-1",
            title="Melta",
            text="At half range or less when the target is chosen, D rises by X, after any halving (10E-MOD-1).",
            example="D6 shows 6, is halved, then Melta 2: 3 + 2 = 5 damage.",
            source=DATA,
        ),
    ),
    *section(
        "Ignores Cover",
        Rule(
            id="10E-WPN-IGNCOVER-1",
            title="Ignores Cover",
            text="Against the attack the target has no cover, whatever gives it. Stealth is not cover and still "
            "counts.",
            example="Sv4+ in cover saves on 4+ against AP0.",
            source=DATA,
        ),
    ),
    *section(
        "Doubled abilities",
        Rule(
            id="10E-WPN-DUP-1",
            title="The same ability twice",
            text="Having an ability twice adds nothing; where the numbers differ one of them is chosen.",
            example="Sustained Hits 1 and Sustained Hits 2: each Critical Hit scores 2 additional hits, not 3.",
            source=UPDATES,
        ),
    ),
)
