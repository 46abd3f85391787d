"""10E-DMG, 10E-MOD and 10E-FNP: damage, changes to numbers, Feel No Pain."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule, section
from shoot_cli.rules.tenth.rulebook.sources import CORE, DATA, UPDATES, sources

RULES: Final[tuple[Rule, ...]] = (
    *section(
        "Damage",
        Rule(
            id="10E-DMG-1",
            title="Damage",
            text="A model that fails its save loses as many wounds as the D of the attack and is destroyed at 0.",
            example="",
            source=CORE,
        ),
        Rule(
            id="10E-DMG-2",
            title="Excess damage is lost",
            text="Damage beyond the wounds the model has left is lost.",
            example="A D2 attack kills one W1 model; a W3 model takes two of them.",
            source=CORE,
        ),
        Rule(
            id="10E-DMG-3",
            title="Random damage",
            text="A random D is rolled for each attack that inflicts damage, at that moment. In D6+1 the 1 "
            "belongs to the characteristic.",
            example="Three unsaved wounds of D6 are three dice.",
            source=sources(CORE, UPDATES),
        ),
        Rule(
            id="10E-DMG-4",
            title="Destroyed models",
            text="What happens on a model's death is resolved, shooting on death before Deadly Demise and the "
            "rest, and then the model is removed.",
            example="",
            source=UPDATES,
        ),
        Rule(
            id="10E-DMG-5",
            title="Damaged models",
            text="While a model with Damaged: 1-N wounds has N or fewer left, its own attacks have -1 to hit, "
            "within the limit of 10E-HIT-4.",
            example="",
            source=DATA,
        ),
    ),
    *section(
        "Changes to numbers",
        Rule(
            id="10E-MOD-1",
            title="Order of changes",
            text="Changes to a characteristic are made in this order: replace, divide, multiply, add, subtract, "
            "and at the very end round up once.",
            example="A3 doubled and +1 makes 7.",
            source=UPDATES,
        ),
        Rule(
            id="10E-MOD-2",
            title="Limits of characteristics",
            text="S, T, A, D and Range (in inches) are never less than 1, AP never more than 0, and BS, WS and Sv "
            "never better than 2+, though these may get worse without limit. Values printed as -, * or N/A "
            "never change.",
            example="A BS worsened to 7+ still hits on a 6.",
            source=UPDATES,
        ),
        Rule(
            id="10E-MOD-3",
            title="Changes to dice",
            text="Modifiers of a roll come after re-rolls; the result may be more than 6, and less than 1 counts as 1.",
            example="",
            source=UPDATES,
        ),
        Rule(
            id="10E-MOD-5",
            title="Damage set to 0",
            text="Setting D to 0 comes first, and later additions still count. The minimum of 1 does not undo it.",
            example="D set to 0, then Melta 2: 2 damage.",
            source=UPDATES,
        ),
    ),
    *section(
        "Changes to AP",
        Rule(
            id="10E-MOD-AP-1",
            title="Changes to AP",
            text="Changes to AP add up, without the limit of 1 that rolls have, but AP never goes above 0.",
            example="AP-1 worsened by 1 is AP0, and AP0 worsened stays AP0.",
            source=UPDATES,
        ),
    ),
    *section(
        "Feel No Pain",
        Rule(
            id="10E-FNP-1",
            title="Feel No Pain",
            text="Roll a D6 for every wound the model would lose, from normal damage or mortal wounds: on X or "
            "more it keeps it.",
            example="D2 on a model with Feel No Pain 5+ is two dice, and each wound is lost with 2/3.",
            source=sources(CORE, UPDATES),
        ),
        Rule(
            id="10E-FNP-2",
            title="Feel No Pain until death",
            text="The dice are rolled wound by wound until the model is dead, and the rest of the damage is lost "
            "without dice.",
            example="Damage 3 meets a model that has 2 wounds left: it dies as soon as the second of at most "
            "three dice fails.",
            source=CORE,
        ),
        Rule(
            id="10E-FNP-3",
            title="Restricted Feel No Pain",
            text="Feel No Pain against mortal wounds works on those alone, which include Devastating Wounds. Feel "
            "No Pain against Psychic Attacks works on Psychic weapons alone.",
            example="Feel No Pain 4+ against mortal wounds does nothing against ordinary damage.",
            source=sources(DATA, UPDATES),
        ),
        Rule(
            id="10E-FNP-4",
            title="Several Feel No Pain",
            text="A model with several such abilities uses one of them for each wound, normally the best.",
            example="",
            source=CORE,
        ),
    ),
)
