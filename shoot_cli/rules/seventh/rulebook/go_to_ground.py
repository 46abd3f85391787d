"""7E-GTG: going to ground, being pinned, jinking."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule, section
from shoot_cli.rules.seventh.rulebook.sources import DATA, EXTRACT, HOUSE_RULES, PRACTICE, SITE, reading, sources

RULES: Final[tuple[Rule, ...]] = section(
    "Going to ground and Jink",
    Rule(
        id="7E-GTG-1",
        title="When to go to ground",
        text="After the To Hit and To Wound rolls, and before any Wound is allocated or saved, the owner of a unit "
        "that is no vehicle may let it go to ground, even if only a scattered marker hit it. By default the chance "
        "comes again with every weapon name that wounds; once declared it holds for all later weapons.",
        example="Five boltgun Wounds wait: the owner may declare now, and the plasma Wounds that follow meet the "
        "better cover too.",
        source=sources(EXTRACT, reading("gtg_window", "again for each weapon name")),
    ),
    Rule(
        id="7E-GTG-2",
        title="Cover of a unit gone to ground",
        text="Each model's cover save is 1 better, or 6+ if it had none. Behind an Aegis or Imperial defence line and "
        "in a crater it is 2 better.",
        example="Wood 5+ becomes 4+, ruin 4+ becomes 3+, defence line 4+ becomes 2+, crater 6+ becomes 4+, open "
        "ground gives 6+.",
        source=sources(EXTRACT, f"{DATA} (defence lines)", f"{PRACTICE} (crater)"),
    ),
    Rule(
        id="7E-GTG-3",
        title="Who cannot go to ground",
        text="Vehicles, Monstrous Creatures (not even by a failed Pinning test), Bikes, Jetbikes, units locked in "
        "combat or falling back, and units with even one Fearless or Zealot model cannot go to ground. A unit that "
        "becomes Fearless or Zealot gets up at once.",
        example="One Fearless character in the mob, and the whole mob stays on its feet.",
        source=sources(
            EXTRACT,
            DATA,
            f"{SITE} (Monstrous Creatures)",
            f"{HOUSE_RULES} (Bikes)",
            f"{PRACTICE} (Bikes, locked, falling back)",
        ),
    ),
    Rule(
        id="7E-GTG-4",
        title="How long it lasts",
        text="Until the end of its own next turn the unit cannot move, Run or charge, shoots only Snap Shots and fires "
        "no Overwatch. Being forced to move, such as falling back, ends it immediately. Declared during its Overwatch, "
        "it makes the charge fail.",
        example="Declared in the enemy's turn 2: only Snap Shots in its own turn 2, back to normal when that ends.",
        source=EXTRACT,
    ),
    Rule(
        id="7E-GTG-5",
        title="Pinned",
        text="A unit that fails a Pinning test is gone to ground in every respect, but only after its saves against "
        "the shooting that pinned it.",
        example="Guardsmen pinned by pulse carbines gain nothing against that volley and 1 better cover against the "
        "next unit.",
        source=DATA,
    ),
    Rule(
        id="7E-GTG-6",
        title="Jink",
        text="The owner of a unit with a Jink model (Bikes, Jetbikes, Skimmers and flyers have it by their type) may "
        "declare Jink once it is the target and before any To Hit die: those models have a 4+ cover save until the "
        "owner's next Movement phase begins, and only Snap Shots until the end of their next turn. Ignores Cover "
        "defeats it, Stealth and Shrouded improve it, Skilled Rider by 1. It is not going to ground, and vehicles may "
        "do it.",
        example="Bikes jink away from a krak missile (AP3) on 4+; in their own next turn they hit on 6.",
        source=DATA,
    ),
    Rule(
        id="7E-GTG-7",
        title="When it does not help",
        text="Going to ground or jinking gains nothing against a pool that ignores cover, or for models whose armour "
        "or invulnerable save is at least as good; the program says so before the owner decides.",
        example="Terminators (2+) hit by AP4: no cover save can beat their armour.",
        source="follows from 7E-SAV-8 and 7E-SAV-10",
    ),
    Rule(
        id="7E-GTG-8",
        title="Enemies of a unit gone to ground",
        text="The unit reacts as any other: it takes Morale checks, can be shot at and charged, and then fights "
        "normally. Enemies who charge it through difficult ground keep their Initiative.",
        example="Boyz charge Guardsmen gone to ground in a wood and strike at their full Initiative.",
        source=EXTRACT,
    ),
)
