"""10E-TGT: what may be shot at."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule, section
from shoot_cli.rules.tenth.rulebook.sources import CORE, DATA, UPDATES, reading, sources

RULES: Final[tuple[Rule, ...]] = section(
    "Choosing targets",
    Rule(
        id="10E-TGT-1",
        title="Declare everything first",
        text="Before any die is rolled, every weapon that fires is given its profile and its target. Nothing "
        "is changed afterwards, except as in 10E-TGT-12.",
        example="After seeing the hits of the bolters the player cannot turn the plasma gun elsewhere.",
        source=CORE,
    ),
    Rule(
        id="10E-TGT-2",
        title="Legal target",
        text="A weapon may be aimed at an enemy unit that has a model in sight of the firing model and within "
        "the weapon's range; exactly at range is in range. By default one and the same enemy model must "
        "be both.",
        example='With Range 24" an enemy at exactly 24.0" may be shot.',
        source=sources(CORE, reading("sight_and_range", "one model")),
    ),
    Rule(
        id="10E-TGT-3",
        title="One weapon, one target",
        text="The attacks of one weapon all go to one unit, while other weapons of the model, and other "
        "models, may choose differently.",
        example="A tank's cannon fires at one unit and its hull gun at another.",
        source=CORE,
    ),
    Rule(
        id="10E-TGT-4",
        title="Weapons with several profiles",
        text="One profile of such a weapon is chosen together with its target, and two models with the same "
        "weapon need not choose alike.",
        example="One plasma gun fires standard, the next supercharged: two groups (10E-ORD-2).",
        source=CORE,
    ),
    Rule(
        id="10E-TGT-5",
        title="Visibility",
        text="A model is visible if a straight line runs from any part of the observer to any part of it, "
        "bases included and through the observer's own unit; one visible model makes its unit visible. "
        "It is fully visible if every part facing the observer is seen, and models of a unit do not hide "
        "each other when the whole unit is judged.",
        example="",
        source=sources(CORE, UPDATES),
    ),
    Rule(
        id="10E-TGT-6",
        title="Lone Operative",
        text="A unit with Lone Operative that is not part of an Attached unit can be targeted only by firing "
        'models within 12", with Indirect Fire too. It is checked for each firing model, and some '
        "snipers ignore it.",
        example='At 12.0" it is a legal target, at 12.1" not.',
        source=sources(CORE, DATA),
    ),
    Rule(
        id="10E-TGT-7",
        title="Enemies locked with your army",
        text="An enemy locked in combat with one of your units is no target, unless the shooter itself is "
        "engaged with it (10E-ELIG-4, 10E-ELIG-5) or it is a MONSTER or VEHICLE. Ranged attacks at such "
        "a MONSTER or VEHICLE have -1 to hit, except those of Pistols.",
        example="A Carnifex that fights your Scouts may be shot at -1; Gaunts that fight them may not be shot.",
        source=CORE,
    ),
    Rule(
        id="10E-TGT-8",
        title="Both Big Guns penalties",
        text="A locked shooter and a locked MONSTER or VEHICLE as its target are two penalties of -1, but by "
        "10E-HIT-4 they count as -1 together.",
        example="A locked tank (BS3+) that shoots at a locked tank hits on 4+.",
        source=CORE,
    ),
    Rule(
        id="10E-TGT-9",
        title="Pistols or the rest",
        text="A model with a Pistol that is not a MONSTER or VEHICLE fires either its Pistols or its other "
        "ranged weapons, never both. It decides before it chooses targets.",
        example="A Marine cannot fire bolt pistol and bolt rifle together; a VEHICLE with a Pistol may fire "
        "everything.",
        source=DATA,
    ),
    Rule(
        id="10E-TGT-10",
        title="Attacks stay valid",
        text="Attacks whose target was legal when it was chosen are made even if none of it is in sight or in "
        "range any more.",
        example="The first gun removes every model in sight: the second gun still makes its attacks.",
        source=CORE,
    ),
    Rule(
        id="10E-TGT-11",
        title="Conditions are fixed at the start",
        text="Whatever an ability asks about the target, such as half range or its number of models, is "
        "settled when the target is chosen, before any attack of the unit, and later losses do not "
        "change it.",
        example="Ten models, of which six fall to the first weapon: a Blast weapon aimed at them too keeps its +2.",
        source=UPDATES,
    ),
    Rule(
        id="10E-TGT-12",
        title="Target no longer legal",
        text="If another rule, such as a move made just after targets were chosen, makes a target illegal "
        "before the attacks, the attacks in question may be given other targets by their owner.",
        example="",
        supported=False,
        source=UPDATES,
    ),
    Rule(
        id="10E-TGT-13",
        title="No weapon has to fire",
        text="A weapon that is given no target does not fire, and nothing that firing brings about happens to "
        "it. Where nobody is asked, every weapon that legally can does fire, and a model with Pistols "
        "uses its other weapons unless it is locked.",
        example="A supercharged plasma gun that is left silent takes no Hazardous test.",
        source=sources(CORE, reading(about="what fires where nobody is asked")),
    ),
)
