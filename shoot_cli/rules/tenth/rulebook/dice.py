"""10E-FAST and 10E-RR: dice thrown together, and re-rolls."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule, section
from shoot_cli.rules.tenth.rulebook.sources import CORE, UPDATES, reading, sources

RULES: Final[tuple[Rule, ...]] = (
    *section(
        "Dice thrown together",
        Rule(
            id="10E-FAST-1",
            title="Hits and wounds together",
            text="Attacks at the same target with the same BS, S, AP, D and abilities may be rolled together.",
            example="",
            source=CORE,
        ),
        Rule(
            id="10E-FAST-2",
            title="Saves together",
            text="Saves may be rolled together if all models that could be next have the same save and their "
            "order does not matter; the failures then inflict damage one after another. Otherwise each "
            "attack is allocated and saved by itself.",
            example="Two models with a 4+ invulnerable save stand in front: the save changes when they are dead, "
            "so roll singly.",
            source=CORE,
        ),
        Rule(
            id="10E-FAST-3",
            title="When to roll singly",
            text="Saves are rolled singly if the next models differ in Sv, invulnerable save or Feel No Pain, if "
            "damage may be set to 0 once, or if the first death sets something off. Random damage is rolled "
            "attack by attack in order, even after saves rolled together.",
            example="",
            source=sources(CORE, reading(about="the order of damage dice, which changes no odds")),
        ),
        Rule(
            id="10E-FAST-4",
            title="Different W, same save",
            text="The saves are rolled together, and the damage is inflicted attack by attack on the current "
            "model. Total damage is never divided by W.",
            example="Three unsaved D2 wounds on W1 Boyz with a W2 Nob at the end kill three Boyz.",
            source="follows from 10E-DMG-2 and 10E-FAST-2",
        ),
        Rule(
            id="10E-FAST-5",
            title="What dice together show",
            text="Dice thrown together are seen before a re-roll is chosen, which is allowed for a single re-roll "
            "and for the Command Re-roll.",
            example="",
            source=UPDATES,
        ),
    ),
    *section(
        "Re-rolls",
        Rule(
            id="10E-RR-1",
            title="One re-roll for each die",
            text="No die is re-rolled more than once.",
            example="",
            source=CORE,
        ),
        Rule(
            id="10E-RR-2",
            title="Re-rolls come before modifiers",
            text="A die is re-rolled before modifiers are added, but these are known when it is chosen.",
            example="A hit roll of 3 with BS3+ at -1 will miss, so it may be re-rolled as a failure.",
            source=sources(CORE, UPDATES),
        ),
        Rule(
            id="10E-RR-3",
            title="Re-rolling several dice",
            text="A roll of several dice, such as 2D6, is re-rolled as a whole. Where only certain faces may be "
            "re-rolled, the other dice stay.",
            example="",
            source=sources(CORE, UPDATES),
        ),
        Rule(
            id="10E-RR-4",
            title="Re-rolling a D3",
            text="A re-roll looks at the halved number.",
            example="Re-rolling 1s of a D3 takes a D6 of 1 or 2.",
            source=sources(CORE, UPDATES),
        ),
        Rule(
            id="10E-RR-5",
            title="A re-roll is a roll",
            text="The new face sets off whatever a roll sets off.",
            example="",
            source=sources(CORE, UPDATES),
        ),
        Rule(
            id="10E-RR-6",
            title="Command Re-roll",
            text="For 1CP, in any phase, one hit, wound, damage, save or Hazardous roll or number of attacks just "
            "rolled may be re-rolled. Of dice thrown together one is picked.",
            example="",
            source=sources(CORE, UPDATES),
        ),
    ),
)
