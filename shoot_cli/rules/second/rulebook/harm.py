"""2E-WND, 2E-SAV, 2E-DMG and 2E-CAS: wounds, saves, damage, and who takes them."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule, section
from shoot_cli.rules.second.rulebook.sources import DATA, LIKELY, MEMORY, WEAPONS, reading, sources

RULES: Final[tuple[Rule, ...]] = (
    *section(
        "Rolling to wound",
        Rule(
            id="2E-WND-1",
            title="To wound chart",
            text="Equal Strength and Toughness need 4+, and each point of difference shifts that by one, no further "
            "than 2+ and 6. Toughness 3 above Strength still falls to a 6, 4 above cannot be wounded. Strength above "
            "10 is read as 10.",
            example="S4 wounds T7 on a 6 and T8 not at all.",
            source=sources(WEAPONS, f"{MEMORY} (above 10)"),
            chart=(
                ("S v T", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"),
                ("1", "4", "5", "6", "6", "-", "-", "-", "-", "-", "-"),
                ("2", "3", "4", "5", "6", "6", "-", "-", "-", "-", "-"),
                ("3", "2", "3", "4", "5", "6", "6", "-", "-", "-", "-"),
                ("4", "2", "2", "3", "4", "5", "6", "6", "-", "-", "-"),
                ("5", "2", "2", "2", "3", "4", "5", "6", "6", "-", "-"),
                ("6", "2", "2", "2", "2", "3", "4", "5", "6", "6", "-"),
                ("7", "2", "2", "2", "2", "2", "3", "4", "5", "6", "6"),
                ("8", "2", "2", "2", "2", "2", "2", "3", "4", "5", "6"),
                ("9", "2", "2", "2", "2", "2", "2", "2", "3", "4", "5"),
                ("10", "2", "2", "2", "2", "2", "2", "2", "2", "3", "4"),
            ),
        ),
    ),
    *section(
        "Saves",
        Rule(
            id="2E-SAV-1",
            title="Armour saves",
            text="For each wound its owner throws one die and stops it with the armour value or more. A 1 is never "
            "enough.",
            example="Armour 4+ stops half of the wounds that no modifier goes with.",
            source=sources(WEAPONS, f"{MEMORY} (a 1 fails)"),
        ),
        Rule(
            id="2E-SAV-2",
            title="Save modifiers",
            text="The modifier of a weapon is printed with a minus and makes the number needed so much higher. A "
            "number that the die does not have leaves no save.",
            example="Armour 3+ hit with -2 needs 5+, hit with -5 nothing helps.",
            source=sources(WEAPONS),
        ),
        Rule(
            id="2E-SAV-3",
            title="Saves on two dice",
            text="Terminators, the Carnifex and some others throw 2D6 and add them up; modifiers work on the sum, "
            "which ends at 12. No rule about ones applies here.",
            example="Terminator armour 3+ hit with -4: 7 or more, 21 throws in 36.",
            source=sources(DATA),
        ),
        Rule(
            id="2E-SAV-4",
            title="Flak armour",
            text="It saves on 6, and on 5+ against blasts and templates. Take the better number first and the modifier "
            "from that.",
            example="A heavy flamer with -3 leaves none of it, a frag grenade with -1 leaves a 6.",
            source=sources(DATA),
        ),
        Rule(
            id="2E-SAV-5",
            title="Fields and other sure saves",
            text="A model uses one such save, before its armour, and no modifier touches it; if it fails, armour is "
            "rolled. Storm shields work to the front and power fields against shooting, which the players judge. What "
            "a save does besides is done at the table: a displacer moves its wearer D6 inches, conversion field and "
            "rosarius blind others on 4+ within as many inches as the Strength.",
            example="Conversion field 4+, then armour 3+ hit with -2: 1/2 + 1/2 x 1/3 = 2/3.",
            source=sources(DATA),
            chart=(
                ("save", "needs"),
                ("conversion field", "4+"),
                ("refractor field", "5+"),
                ("displacer field", "3+"),
                ("power field", "2+"),
                ("storm shield", "4+"),
                ("rosarius", "4+"),
                ("rune armour", "4+"),
                ("daemonic aura", "4+"),
                ("lictor exoskeleton", "5+"),
            ),
        ),
    ),
    *section(
        "Damage",
        Rule(
            id="2E-DMG-1",
            title="Damage of a wound",
            text="A wound that no save stopped takes as many wounds from its model as the weapon's damage says, one or "
            "the throw of its dice, thrown anew for each. D3 is half a D6, rounded up.",
            example="D4 against 3 wounds kills half of the time.",
            source=sources(WEAPONS),
        ),
        Rule(
            id="2E-DMG-2",
            title="Surplus damage",
            text="What is more than a model had left is lost. No other model suffers from it.",
            example="Seven points on a marine kill that marine.",
            source=sources(MEMORY),
        ),
        Rule(
            id="2E-DMG-3",
            title="Save first, damage then",
            text="One save is rolled for each wound as it was caused. Damage dice come only after it failed, and their "
            "points are not saved one by one.",
            example="A lascannon wound for 2D6: one save for all of them.",
            source=sources(MEMORY),
        ),
    ),
    *section(
        "Casualties",
        Rule(
            id="2E-CAS-1",
            title="Who takes the hits",
            text="Among alike models the target's owner says who is hit, or the nearest are (`casualty_choice`): those "
            "that some firer has in range, arc and sight and within the cover class shot at. Everybody takes one "
            "before somebody takes two (`hit_spread`). All hits of a group have their models before any wound is "
            "rolled.",
            example="Four hits on three Boyz: one each, and a second for one of them, lost if the first kills him.",
            source=sources(
                MEMORY, reading("casualty_choice"), reading("hit_spread", "how they spread"), sure=LIKELY
            ),
        ),
        Rule(
            id="2E-CAS-2",
            title="Wounded models first",
            text="In a squad of models with several wounds those already hurt take the next hits.",
            example="An Ogryn with one wound left is hit before his two fresh comrades.",
            source=sources(MEMORY, sure=LIKELY),
        ),
        Rule(
            id="2E-CAS-3",
            title="Hits that have their model",
            text="Who lies under a marker or template, or was named for an extra hit, takes it himself. Nobody can "
            "step in.",
            example="The blast covers the heavy weapon: its bearer is hit, although three others stand by.",
            source=sources(DATA, MEMORY, sure=LIKELY),
        ),
    ),
)  # fmt: skip
