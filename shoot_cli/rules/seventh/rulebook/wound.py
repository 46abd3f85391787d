"""7E-WND: rolling To Wound and forming Wound pools."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule, section
from shoot_cli.rules.seventh.rulebook.sources import DATA, EXTRACT, PRACTICE, SCRIPT, reading, sources

RULES: Final[tuple[Rule, ...]] = section(
    "Rolling To Wound",
    Rule(
        id="7E-WND-1",
        title="To Wound chart",
        text="Roll a D6 for each hit: the number needed is 4 plus Toughness minus Strength, never better than 2+. A "
        "Toughness 2 or 3 above the Strength is wounded on a 6, and one that is 4 or more above it not at all. A "
        "natural 1 always fails.",
        example="S4 wounds T4 on 4+, S3 wounds T6 on a 6 and T7 never.",
        source=sources(f"{PRACTICE} (lost in the extracts)", "an identical chart of the 2nd edition"),
        chart=(
            ("S / T", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"),
            ("1", "4+", "5+", "6", "6", "-", "-", "-", "-", "-", "-"),
            ("2", "3+", "4+", "5+", "6", "6", "-", "-", "-", "-", "-"),
            ("3", "2+", "3+", "4+", "5+", "6", "6", "-", "-", "-", "-"),
            ("4", "2+", "2+", "3+", "4+", "5+", "6", "6", "-", "-", "-"),
            ("5", "2+", "2+", "2+", "3+", "4+", "5+", "6", "6", "-", "-"),
            ("6", "2+", "2+", "2+", "2+", "3+", "4+", "5+", "6", "6", "-"),
            ("7", "2+", "2+", "2+", "2+", "2+", "3+", "4+", "5+", "6", "6"),
            ("8", "2+", "2+", "2+", "2+", "2+", "2+", "3+", "4+", "5+", "6"),
            ("9", "2+", "2+", "2+", "2+", "2+", "2+", "2+", "3+", "4+", "5+"),
            ("10", "2+", "2+", "2+", "2+", "2+", "2+", "2+", "2+", "3+", "4+"),
        ),
    ),
    Rule(
        id="7E-WND-2",
        title="Mixed Toughness",
        text="Use the Toughness that most models of the target have when the dice are rolled, counting seen and "
        "unseen ones; if two or more are equally common, the highest of them. A model's own Toughness matters only "
        "for Instant Death.",
        example="Nine Gretchin (T2) and a Runtherd (T4): S4 wounds on 2+. One of each: T4, so 4+.",
        source=EXTRACT,
    ),
    Rule(
        id="7E-WND-3",
        title="Poisoned",
        text="Poisoned (N+) wounds on N+, 4+ if no number is given, or on the number of the chart where that is lower. "
        "Its Strength is 1 unless one is printed. There is no re-roll when shooting and no effect on vehicles.",
        example="Poisoned (4+) wounds T8 on 4+; with S6 it wounds T3 on 2+.",
        source=sources(DATA, SCRIPT),
    ),
    Rule(
        id="7E-WND-4",
        title="Fleshbane",
        text="Fleshbane wounds on 2+ whatever the Toughness; vehicles and buildings are not affected by it.",
        example="Even T10 is wounded with 5/6.",
        source=DATA,
    ),
    Rule(
        id="7E-WND-5",
        title="Rending",
        text="A natural 6 To Wound wounds any Toughness, also where the chart allows no Wound, and that Wound has AP2; "
        "other Wounds keep the printed AP. Bladestorm does the same but not against vehicles; with Gauss a 6 wounds "
        "without becoming AP2.",
        example="A Rending S3 hit wounds T8 on a 6 only, with AP2.",
        source=DATA,
    ),
    Rule(
        id="7E-WND-6",
        title="Shred and Monster Hunter",
        text="Shred re-rolls every failed To Wound die; Monster Hunter does so against Monstrous Creatures.",
        example="Shred with S4 against T4 wounds with 3/4.",
        source=DATA,
    ),
    Rule(
        id="7E-WND-7",
        title="Sniper",
        text="A Sniper hit always wounds on 4+, with AP2 on a natural 6, and a natural 6 To Hit is a Precision Shot. "
        "It has S4 against vehicles and no Strength otherwise, so it never doubles Toughness for Instant Death. It "
        "does not cause Pinning.",
        example="AP6 against T8 with Sv3+: 2/6 x 1/3 + 1/6 = 5/18 for an unsaved Wound.",
        source=DATA,
    ),
    Rule(
        id="7E-WND-8",
        title="Graviton",
        text="The number needed is the target's armour save, or 6 for a 6+ save or none; in a mixed unit by default "
        "the save most models have, and on a tie the best of those. Against a vehicle roll a D6 per hit: a 6 "
        "immobilises it and costs 1 Hull Point.",
        example="Terminators (2+) are wounded on 2+, Gretchin (no save) on a 6.",
        source=sources(DATA, SCRIPT, reading("graviton_mixed", "mixed saves")),
    ),
    Rule(
        id="7E-WND-9",
        title="Re-rolls To Wound",
        text="A To Wound die is re-rolled once at most, and rules that need a certain face look at the final one.",
        example="Shred and Rending: a 2 re-rolled into a 6 wounds at AP2.",
        source="follows from 7E-HIT-10",
    ),
    Rule(
        id="7E-WND-10",
        title="Wound pools",
        text="Each success is one Wound, and Wounds of exactly the same Strength, AP and special rules form a pool. "
        "The dice can split the Wounds of one weapon, as a Rending or Sniper 6 has another AP. Precision Shot Wounds "
        "stay in a pool of their own.",
        example="An assault cannon (S6 AP4 Rending) wounds with 2, 4, 6 and 6: two Wounds at AP4, two at AP2.",
        source=sources(EXTRACT, reading(about="dice that split a weapon's Wounds")),
    ),
    Rule(
        id="7E-WND-11",
        title="Order of the pools",
        text="The attacker chooses which pool is resolved next, and a pool is emptied before another is begun.",
        example="With Terminators in front of Sv4+ models, AP2 first clears the Terminators away so that AP4 finds "
        "the others.",
        source=EXTRACT,
    ),
)
