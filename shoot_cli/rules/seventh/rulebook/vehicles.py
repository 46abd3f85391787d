"""7E-VEH: shooting at vehicles."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule, section
from shoot_cli.rules.seventh.rulebook.sources import (
    DAMAGE_SCRIPT,
    DATA,
    EXTRACT,
    HOUSE_RULES,
    PRACTICE,
    SCRIPT,
    TRANSLATION,
    reading,
    sources,
)

RULES: Final[tuple[Rule, ...]] = section(
    "Shooting at vehicles",
    Rule(
        id="7E-VEH-1",
        title="Seeing and hitting a vehicle",
        text="To Hit works as against any target, and the firer needs to see hull or turret. A Blast goes with its "
        "hole over the hull and gives one hit at full Strength if any part of the hull ends under the marker; a "
        "Template covers as much of the vehicle as it can and gives one hit.",
        example="A Large Blast clips one track: a single hit at the weapon's full S8.",
        source=sources(HOUSE_RULES, SCRIPT),
    ),
    Rule(
        id="7E-VEH-2",
        title="Facing",
        text="Two diagonal lines through the hull's corners separate front, sides and rear, and each firer uses the "
        "armour of the arc it stands in, so one unit may hit several facings. Blast and Template strike the facing "
        "toward the firer, Barrage the side.",
        example="Three firers ahead of a Predator and two beside it: 3 hits on AV13, 2 on AV11.",
        source=sources(HOUSE_RULES, SCRIPT, f"{PRACTICE} (the diagonals)"),
    ),
    Rule(
        id="7E-VEH-3",
        title="Armour penetration",
        text="For each hit add a D6 to the Strength: below the Armour Value nothing happens, equal to it is a glancing "
        "hit, above it a penetrating hit.",
        example="S9 against AV11: 1 does nothing, 2 glances, 3+ penetrates.",
        source=sources(HOUSE_RULES, f"{DATA} (Gauss and Haywire agree)"),
    ),
    Rule(
        id="7E-VEH-4",
        title="Hull Points",
        text="A glancing hit costs 1 Hull Point and nothing more, a penetrating hit 1 Hull Point and a roll on the "
        "damage table; at 0 the vehicle is Wrecked and stays as terrain (a Zooming Flyer crashes: 7E-FLY-10). Hull "
        "Points come off first, then all table rolls are made, and by default a wreck may still explode. Damage "
        "results caused by other rules cost no Hull Point unless they say so.",
        example="A Rhino (3 Hull Points) takes two glancing hits and a penetrating one: Wrecked, with one table roll "
        "to come.",
        source=sources(HOUSE_RULES, DAMAGE_SCRIPT, reading("explode_after_wreck", "exploding wrecks")),
    ),
    Rule(
        id="7E-VEH-5",
        title="Vehicle damage table",
        text="Roll a D6 and add 1 for AP2 or 2 for AP1, and 1 if the vehicle is open-topped; AP - takes nothing off. "
        "Chariots and Zooming Flyers suffer something else on a 6.",
        example="AP1 explodes an open-topped vehicle on 4+; AP3 or worse never explodes a closed one.",
        source=sources(DAMAGE_SCRIPT, HOUSE_RULES, f"{PRACTICE} (the modifiers)"),
        chart=(
            ("result", "name", "effect"),
            ("1-3", "Crew Shaken", "Snap Shots only through its next turn"),
            (
                "4",
                "Crew Stunned",
                "as Shaken, and no moving or pivoting until its next turn ends (Zooming Flyer: 18 inches straight on)",
            ),
            (
                "5",
                "Weapon Destroyed",
                "one working weapon is lost, each as likely as the others: built-in barrels and extra guns count, "
                "spent one-use weapons do not; with none left: Immobilised",
            ),
            (
                "6",
                "Immobilised",
                "never moves or pivots again, turrets turn; if it already was: 1 more Hull Point (Chariot: Stunned "
                "instead; Zooming Flyer: D6, on 1-2 it crashes, else Stunned instead)",
            ),
            ("7+", "Explodes!", "destroyed and removed (7E-VEH-10); a Zooming Flyer crashes instead (7E-FLY-10)"),
        ),
    ),
    Rule(
        id="7E-VEH-6",
        title="Special penetration rules",
        text="Some rules change the penetration roll as in the chart. Melta with Blast measures half range to the "
        "centre of the marker after scatter, Melta with Armourbane rolls 3D6 by default, and Rending with more dice is "
        "7E-VEH-15.",
        example="S8 Melta within half range of AV14: glances with 5/36, penetrates with 7/12.",
        source=sources(DATA, SCRIPT, HOUSE_RULES, reading("melta_armourbane", "Melta with Armourbane")),
        chart=(
            ("rule", "effect", "chances"),
            ("Melta, half range or less", "S + 2D6", "S8 at AV14: glance 5/36, penetrate 7/12"),
            ("Armourbane", "S + 2D6", "S8 at AV13: glance 1/9, penetrate 13/18"),
            ("Lance", "Armour Values above 12 count as 12", "S8 at AV14: glance 1/6, penetrate 1/3"),
            ("Ordnance, Primary", "two dice, the higher counts", "S8 at AV13: glance 1/4, penetrate 11/36"),
            ("Rending", "a 6 adds D3; the AP stays", "S6 at AV13: glance 1/18, penetrate 1/9"),
            ("Gauss", "a 6 glances at least", "S4 at AV14: glance 1/6"),
            ("Haywire", "D6 alone: 2-5 glance, 6 penetrate", "any AV: glance 2/3, penetrate 1/6"),
            ("Graviton", "D6 alone: 6 Immobilised and 1 Hull Point (2 if it already was)", "any AV: 1/6"),
            ("Sniper", "S4", "AV10: glance 1/6"),
            ("Poisoned, Fleshbane", "no effect, printed S (Poisoned without one: 1)", "-"),
            (
                "Tank Hunters (three Predators with Killshot have it while all stand)",
                "re-roll failures, may re-roll glances",
                "S9 at AV13: glance 1/4, penetrate 1/2; or 1/9, 5/9",
            ),
            ("Template, twin-linked", "re-roll failures", "-"),
        ),
    ),
    Rule(
        id="7E-VEH-7",
        title="Squadrons",
        text="Hits on a squadron are resolved one at a time against its closest vehicle, with that vehicle's facing, "
        "save and damage, and go on to the next closest once it is destroyed. By default a hit is allocated before "
        "its penetration roll. Its own vehicles never hide the enemy from a squadron.",
        example="Of 3 hits on two Predators the first blows up the nearer one: the other two strike the second.",
        source=sources(HOUSE_RULES, reading("squadron_order", "allocation first")),
    ),
    Rule(
        id="7E-VEH-8",
        title="Saves of vehicles",
        text="A vehicle has no armour save and gets cover only if 25% of the facing under fire is hidden from the "
        "firer, by default judged per group of firers; its cover or invulnerable save is rolled for each glancing or "
        "penetrating hit, before Hull Points are lost. Smoke gives 5+, Jink 4+, camo netting 1 better. A firer that "
        "sees only another facing than its own shoots at that one, with cover 1 better (6+ if none).",
        example="A lascannon hit on AV11 behind 5+ cover costs a Hull Point with 5/6 x 4/6 = 5/9.",
        source=sources(
            HOUSE_RULES,
            "public quotation of the rule",
            DATA,
            reading("vehicle_cover", "groups of firers"),
        ),
    ),
    Rule(
        id="7E-VEH-9",
        title="Open-topped vehicles",
        text="Rolls on the damage table against it add 1, all its passengers may shoot, and a Template hit also deals "
        "D6 hits to them.",
        example="AP4 penetrates a Trukk: it explodes on a 6.",
        source=sources(HOUSE_RULES, SCRIPT),
    ),
    Rule(
        id="7E-VEH-10",
        title="Destroyed vehicles",
        text='When a vehicle explodes, at once (7E-VEH-14) each unit takes one S4 AP- hit per model within D6" and the '
        "vehicle is removed; units inside take one such hit per model, by default allocated by their owner, stand "
        "where it was and take a Pinning test. From a Wrecked vehicle the passengers must get out, in an emergency if "
        "necessary, and take a Pinning test.",
        example='The roll is 4 and five Boyz stand within 4": 5 hits at S4.',
        source=sources(
            DAMAGE_SCRIPT,
            f"{TRANSLATION} (Wrecked)",
            f"public 6th edition transcript and {PRACTICE} (passengers of an explosion)",
            reading("explosion_passengers", "who allocates"),
        ),
    ),
    Rule(
        id="7E-VEH-11",
        title="Walkers",
        text="Walkers are damaged like other vehicles, with the same facings against shooting. An Immobilised Walker "
        "cannot turn.",
        example="A Dreadnought (BS4) that walked needs 3+ for its multi-melta and for its storm bolter.",
        source=PRACTICE,
    ),
    Rule(
        id="7E-VEH-12",
        title="Vehicles and Leadership",
        text="A vehicle takes neither Morale checks nor Pinning tests.",
        example="A Rhino shot by Pinning carbines does not test.",
        source=sources(HOUSE_RULES, DATA),
    ),
    Rule(
        id="7E-VEH-13",
        title="Extra armour and Venerable",
        text="Extra armour turns a Crew Stunned result into Crew Shaken. The owner of a Venerable vehicle may make the "
        "attacker roll again on the damage table.",
        example="With extra armour a 4 on the table has the effect of 1-3.",
        source=DATA,
    ),
    Rule(
        id="7E-VEH-14",
        title="When an explosion is resolved",
        text="At once, in the step of the weapon that caused it: one D6 gives the radius, every unit near the vehicle "
        "(of both sides, the firing unit too) takes its hits and removes its models, passengers take theirs, get out "
        "and take their Pinning test. Only then is the next weapon picked: who fell does not fire, and counts for the "
        "Morale checks of this phase. Units that only lay under a marker are resolved then too; their Pinning "
        "tests wait for the end of the attack.",
        example='A meltagun blows up a Trukk 3" away, and the blast fells the bearer of the missile launcher: no '
        "missile is fired at the second Trukk.",
        source=sources(DAMAGE_SCRIPT, EXTRACT, reading("explosion_timing", "the moment, as commonly played")),
    ),
    Rule(
        id="7E-VEH-15",
        title="Rending with more dice",
        text="With Melta or Armourbane each die that shows 6 adds its own D3; with Ordnance only the die that is kept "
        "does, and Ordnance with Melta or Armourbane is the best of two dice plus the others. Haywire and Graviton "
        "make no such roll, Gauss looks at the 6 first, and the AP for the damage table stays as printed. A re-roll "
        "throws every die of the hit again, each D3 too.",
        example="S6 Armourbane and Rending at AV14: glances with 11/108, penetrates with 10/27; without Rending 5/36 "
        "and 5/18.",
        source=sources(
            DATA,
            reading("rending_extra_dice", "each 6"),
            reading("ordnance_armourbane", "Ordnance and a sum"),
        ),
    ),
    Rule(
        id="7E-VEH-16",
        title="Ramshackle",
        text="When the cover or invulnerable save of a vehicle with Ramshackle has failed, a D6 is rolled for each "
        "penetrating hit: on a 6 it is a glancing hit, which costs 1 Hull Point and no roll on the damage table.",
        example="S8 at a Trukk's AV10: a glancing hit with 5/18, a penetrating hit with 5/9.",
        source=sources(DATA, reading(about="after the save")),
    ),
)
