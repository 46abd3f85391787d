"""10E-ORD and 10E-ATK: the order in which attacks are resolved, and how many there are."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule, section
from shoot_cli.rules.tenth.rulebook.sources import CORE, DATA, UPDATES, chosen, reading, sources

RULES: Final[tuple[Rule, ...]] = (
    *section(
        "Order of the attacks",
        Rule(
            id="10E-ORD-1",
            title="One target at a time",
            text="All attacks at one target are finished before those at the next, and the attacker chooses the "
            "order of the targets.",
            example="",
            source=CORE,
        ),
        Rule(
            id="10E-ORD-2",
            title="One profile at a time",
            text="Against one target all weapons with the same profile are resolved before another profile, and a "
            "different BS or ability makes a different one. The attacker chooses the order of these groups, "
            "which can change the result; by default they go in the order of the list.",
            example="Two unsaved wounds meet a W1 model and, behind it, a W3 model: damage 1 then 3 kills both, 3 "
            "then 1 only the first.",
            source=sources(CORE, reading("group_order", "the order where nobody is asked")),
        ),
        Rule(
            id="10E-ORD-3",
            title="Attack sequence",
            text="An attack goes through hit roll, wound roll, allocation, saving throw and damage in that order, "
            "and ends where one of them stops it.",
            example="",
            source=CORE,
        ),
        Rule(
            id="10E-ORD-4",
            title="Devastating Wounds wait",
            text="Critical Wounds of Devastating Wounds are set aside until all other attacks of the unit are "
            "done and are then allocated one by one, in the order in which their groups were resolved. By "
            "default this means its attacks at all targets.",
            example="",
            source=sources(DATA, reading("late_packets", "all targets")),
        ),
        Rule(
            id="10E-ORD-5",
            title="Mortal wounds in addition",
            text="Mortal wounds that attacks cause on top of their damage wait until the unit has inflicted all "
            "its normal damage, even if that damage was saved. By default this means its attacks at all "
            "targets.",
            example="A hit with 1 mortal wound in addition is saved: the mortal wound still comes, after the last "
            "normal attack.",
            source=sources(CORE, UPDATES, chosen("late_packets")),
        ),
        Rule(
            id="10E-ORD-6",
            title="After the last attack",
            text="Hazardous tests and the rules for a unit that has just shot come when all attacks are resolved, "
            "in an order the active player chooses and by default Hazardous first. Then leaders and "
            "bodyguards become units of their own if one side is gone.",
            example="",
            source=sources(DATA, UPDATES, reading("after_shooting", "Hazardous first")),
        ),
        Rule(
            id="10E-ORD-7",
            title="Target destroyed early",
            text="Attacks left over when the target is destroyed need not be rolled, but One Shot weapons are "
            "spent and Hazardous tests are taken all the same.",
            example="A hunter-killer missile aimed at a unit that other guns destroyed is gone.",
            source=UPDATES,
        ),
    ),
    *section(
        "Number of attacks",
        Rule(
            id="10E-ATK-1",
            title="Number of attacks",
            text="A weapon makes as many attacks as its A, each with a hit roll of its own.",
            example="Ten weapons with A2 roll 20 dice.",
            source=CORE,
        ),
        Rule(
            id="10E-ATK-2",
            title="Random number of attacks",
            text="A random A is rolled for every weapon each time it fires. A Command Re-roll may be spent on "
            "that roll.",
            example="Three flamers roll three D6, and not one D6 times three.",
            source=sources(CORE, UPDATES),
        ),
        Rule(
            id="10E-ATK-3",
            title="Changes to the number of attacks",
            text="Changes to A follow 10E-MOD-1 and 10E-MOD-2, with Rapid Fire as one of the additions. Blast "
            "does not change A: its attacks come on top at the very end, after the minimum of 1.",
            example="A1 with -1: Rapid Fire 1 at half range makes 1 + 1 - 1 = 1, Blast against ten models 1 + 2 = 3.",
            source=sources(UPDATES, DATA),
        ),
    ),
)
