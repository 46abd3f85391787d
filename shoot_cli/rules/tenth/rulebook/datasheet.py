"""10E-FX: effects that datasheets and players add to an attack."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule, section
from shoot_cli.rules.tenth.rulebook.sources import CORE, DATASHEETS, UPDATES, chosen, reading, sources

RULES: Final[tuple[Rule, ...]] = (
    *section(
        "Effects: re-rolls",
        Rule(
            id="10E-FX-RR-1",
            title="Re-roll 1s",
            text="Only an unmodified 1 of the hit or wound roll is re-rolled. On many datasheets this is no "
            "choice, and it never does harm.",
            example="BS3+: 2/3 + 1/6 x 2/3 = 7/9.",
            source=DATASHEETS,
        ),
        Rule(
            id="10E-FX-RR-2",
            title="Re-roll the roll",
            text="Any result may be re-rolled once; by default those that would fail with their modifiers are.",
            example="BS3+ at -1: 1/2 + 1/2 x 1/2 = 3/4.",
            source=sources(DATASHEETS, chosen("rerolls")),
        ),
        Rule(
            id="10E-FX-RR-3",
            title="Effects never re-roll twice",
            text="A die that was re-rolled stands, however many effects would allow another throw.",
            example="Twin-linked and re-roll 1s: still one re-roll.",
            source=sources(CORE, DATASHEETS),
        ),
        Rule(
            id="10E-FX-RR-4",
            title="Fishing for criticals",
            text="Whoever may re-roll any result may also re-roll successes that are not critical, where "
            "criticals are worth more against this target. It happens only by setting.",
            example="Devastating Wounds against models without a save: a Critical Wound is worth no more.",
            source=sources(DATASHEETS, chosen("rerolls")),
        ),
        Rule(
            id="10E-FX-RR-5",
            title="Re-roll damage",
            text="Each damage roll may be re-rolled once; which faces are best re-rolled depends on the wounds "
            "the model has left. By default the lower half is; in a battle the shooter is asked where it may help.",
            example="D6: re-rolling 1 to 3 gives the highest mean, 1/2 x 5 + 1/2 x 7/2 = 17/4.",
            source=sources(DATASHEETS, chosen("damage_rerolls")),
        ),
        Rule(
            id="10E-FX-RR-6",
            title="One re-roll for the unit",
            text="Where the unit may re-roll a single roll, dice thrown together may all be seen before one is chosen.",
            example="",
            source=DATASHEETS,
        ),
    ),
    *section(
        "Effects: criticals",
        Rule(
            id="10E-FX-CRIT-1",
            title="Critical Hits on 5+",
            text="Every unmodified 5 or 6 is a Critical Hit, so it always hits.",
            example="BS6+ then hits on 5+.",
            source=DATASHEETS,
        ),
        Rule(
            id="10E-FX-CRIT-2",
            title="Critical Hits on a successful 5+",
            text="An unmodified 5 is a Critical Hit only if it hits anyway.",
            example="BS6+ still misses with a 5.",
            source=DATASHEETS,
        ),
        Rule(
            id="10E-FX-CRIT-3",
            title="Critical Wounds on more faces",
            text="For wound rolls there are the same two kinds: faces that are critical and so always wound, and "
            "rolls that are critical only if they wound anyway.",
            example="",
            source=DATASHEETS,
        ),
    ),
    *section(
        "Effects: hit rolls",
        Rule(
            id="10E-FX-HIT-1",
            title="Hit modifiers",
            text="A bonus or penalty to hit goes into the one sum of 10E-HIT-4.",
            example="",
            source=DATASHEETS,
        ),
    ),
    *section(
        "Effects: wound rolls",
        Rule(
            id="10E-FX-WND-1",
            title="Wound modifiers",
            text="A bonus or penalty to wound, also one that asks whether S is greater than T, goes into the one "
            "sum of 10E-WND-3.",
            example="",
            source=DATASHEETS,
        ),
        Rule(
            id="10E-FX-WND-2",
            title="Wound rolls of 1-3 always fail",
            text="Unmodified wound rolls of 1 to 3 fail whatever the chart says, but wounds without a roll, as by "
            "Lethal Hits, are not touched. By default Anti goes before this, so that with Anti 2+ a 2 or 3 "
            "wounds.",
            example="",
            source=sources(DATASHEETS, UPDATES, reading("wound_fail_vs_anti", "Anti goes before")),
        ),
    ),
    *section(
        "Effects: AP",
        Rule(
            id="10E-FX-AP-1",
            title="Better and worse AP",
            text="Effects that improve or worsen AP follow 10E-MOD-AP-1.",
            example="",
            source=DATASHEETS,
        ),
    ),
    *section(
        "Effects: damage",
        Rule(
            id="10E-FX-DMG-1",
            title="More damage",
            text="A bonus to damage is an addition, like Melta.",
            example="",
            source=DATASHEETS,
        ),
        Rule(
            id="10E-FX-DMG-2",
            title="Less damage",
            text="A penalty of -1 is subtracted from every attack, but 1 damage is always left.",
            example="D2 inflicts 1, and D1 still 1.",
            source=DATASHEETS,
        ),
        Rule(
            id="10E-FX-DMG-3",
            title="Half damage",
            text="D is divided by two, and rounded up at the end.",
            example="Damage 3 becomes 1.5 and then 2.",
            source=DATASHEETS,
        ),
        Rule(
            id="10E-FX-DMG-4",
            title="Several changes of damage",
            text="First halve, then add, then subtract, then round up, and never go below 1.",
            example="A roll of 3, halved, Melta 4 and -1: 1.5 + 4 - 1 = 4.5, so 5.",
            source=sources(UPDATES, DATASHEETS),
        ),
        Rule(
            id="10E-FX-DMG-5",
            title="Damage to 0 once",
            text="The defender uses it when its datasheet says, at allocation or after the failed save, and "
            "10E-MOD-5 tells how it counts.",
            example="",
            source=DATASHEETS,
        ),
    ),
    *section(
        "Effects: Feel No Pain",
        Rule(
            id="10E-FX-FNP-1",
            title="Feel No Pain as an effect",
            text="Feel No Pain X+, also the kinds against mortal wounds or Psychic Attacks only, follows "
            "10E-FNP-1 to 10E-FNP-4.",
            example="",
            source=DATASHEETS,
        ),
    ),
    *section(
        "Effects: attacks",
        Rule(
            id="10E-FX-ATK-1",
            title="More attacks",
            text="Effects that set A or add to it take their place in the order of 10E-ATK-3.",
            example="",
            source=DATASHEETS,
        ),
    ),
    *section(
        "Effects: saves",
        Rule(
            id="10E-FX-SAVE-1",
            title="Better armour saves",
            text="A bonus to armour saves goes into the sum of 10E-SAV-3. If it asks for a certain AP or D, that "
            "is checked when the attack is allocated.",
            example="",
            source=DATASHEETS,
        ),
    ),
    *section(
        "Effects: single dice",
        Rule(
            id="10E-FX-DIE-1",
            title="A die set to 6",
            text="A die that an effect sets to an unmodified 6 counts as rolled, so it is critical.",
            example="",
            source=DATASHEETS,
        ),
    ),
    *section(
        "Effects: random numbers",
        Rule(
            id="10E-FX-RAND-1",
            title="Random numbers",
            text="A random A or D is a throw of D3s or D6s, often with a constant that belongs to the "
            "characteristic. A D3 is a D6 halved and rounded up.",
            example="D6+3, 2D6 and 2D3 are such numbers; a D6 of 3 is a D3 of 2.",
            source=sources(CORE, DATASHEETS),
        ),
    ),
)
