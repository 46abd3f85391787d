"""7E-FLY and 7E-FMC: what flies."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule, section
from shoot_cli.rules.seventh.rulebook.sources import (
    CHANGES,
    DAMAGE_SCRIPT,
    DATA,
    EASY_LIST,
    HOUSE_RULES,
    PLAYER,
    PRACTICE,
    QUICK_REFERENCE,
    RELATED,
    SITE,
    SIXTH,
    SUPPLEMENT_NOTES,
    reading,
    sources,
)

FLYERS: Final[tuple[Rule, ...]] = section(
    "Flyers",
    Rule(
        id="7E-FLY-1",
        title="Zooming and Hovering",
        text="A Flyer Zooms; the owner of one with Hover may say in his Movement phase that it Hovers until his next "
        "one. While it Hovers it is a Fast Skimmer in all that shooting asks: an ordinary target, wreck and explosion.",
        example='A Stormraven that hovered 6" fires all its weapons at full BS, and enemies need no Snap Shots at it.',
        source=sources(SITE, HOUSE_RULES, RELATED),
    ),
    Rule(
        id="7E-FLY-2",
        title="What a Zooming Flyer fires",
        text='It cannot stand still: up to 18" is Combat Speed, up to 36" Cruising Speed. At either speed four weapons '
        "of its owner's choice fire at full BS (five with Power of the Machine Spirit) and the others as Snap Shots; "
        "Blast and Ordnance need one of the four, and after Ordnance all others are Snap Shots. Shaken, Stunned or "
        "jinked it fires only Snap Shots, and nothing after going Flat Out.",
        example='Five weapons after 30", BS4: four hit on 3+, the fifth on 6.',
        source=sources(QUICK_REFERENCE, RELATED, reading(about="Ordnance")),
    ),
    Rule(
        id="7E-FLY-3",
        title="Choosing Skyfire",
        text="When its Shooting phase begins, the owner of a Zooming Flyer says whether all its weapons have Skyfire "
        "this phase; a weapon that prints it has it anyway, and a Hovering Flyer has no such choice. Setting "
        "`flyer_rules` (the book of 2016): only Fighters choose, and they lose 1 BS at anything but air targets, "
        "Jetbikes among these.",
        example="A Stormtalon (BS4) with Skyfire needs 3+ at a Heldrake and a 6 at Boyz.",
        source=sources(HOUSE_RULES, f"{SUPPLEMENT_NOTES} and {DATA}: see the setting `flyer_rules`"),
    ),
    Rule(
        id="7E-FLY-4",
        title="Skyfire and what flies",
        text="Skyfire asks what the target is, Hard to Hit how it flies just now: the chart has both. A Blast that "
        "would be a Snap Shot cannot be fired.",
        example="A flakk missile at BS4: 3+ at a Zooming Flyer, 6 at a Rhino.",
        source=DATA,
        chart=(
            ("target", "Skyfire", "without"),
            ("Zooming Flyer, Swooping creature", "normal", "Snap Shot"),
            ("Hovering Flyer, Gliding creature, Skimmer", "normal", "normal"),
            ("anything else, Jetbikes too", "Snap Shot", "normal"),
        ),
    ),
    Rule(
        id="7E-FLY-5",
        title="Hard to Hit",
        text="At a Zooming Flyer only weapons with Skyfire fire more than Snap Shots. Templates, Blasts of any size "
        "and whatever rolls no dice To Hit cannot hit it, nor by scatter; by default Skyfire does not help them.",
        example="A marker comes to rest over a Zooming Flyer and three Boyz: 3 hits.",
        source=sources(HOUSE_RULES, reading("skyfire_markers", "Blast weapons with Skyfire")),
    ),
    Rule(
        id="7E-FLY-6",
        title="Jink and Agile",
        text="Every Flyer can Jink (7E-GTG-6): 4+ cover, and only Snap Shots until its next turn ends. With Agile the "
        "save is 3+.",
        example="A twin-linked lascannon (BS4, no Skyfire) at a jinking Flyer with AV12 costs it a Hull Point with "
        "11/36 x 4/6 x 1/2 = 11/108.",
        source=sources(DATA, SITE, RELATED),
    ),
    Rule(
        id="7E-FLY-7",
        title="Strafing Run",
        text="Its Assault, Heavy, Rapid Fire and Salvo weapons have BS +1 at Artillery, Beasts, Bikes, Jetbikes, "
        "Cavalry, Infantry, Monstrous Creatures and vehicles that are neither Flyers nor Skimmers. Ordnance and Snap "
        "Shots gain nothing. Aircraft of Elysia have Pinning with these weapons as well, at any target.",
        example="BS4: 2+ at Boyz, 3+ at a Land Speeder.",
        source=sources(DATA, reading(about="Jetbikes")),
    ),
    Rule(
        id="7E-FLY-8",
        title="Vector Dancer, Supersonic",
        text="Both are about movement, a second pivot of up to 90 degrees and a longer Flat Out: nothing changes when "
        "it shoots or is shot at.",
        example='A Supersonic Flyer that went Flat Out for 36" does not shoot, like any other.',
        source=DATA,
    ),
    Rule(
        id="7E-FLY-9",
        title="Damage while Zooming",
        text="Hull Points, saves and the damage table are those of vehicles, but for what the chart says.",
        example="A penetrating hit by AP2 that leaves Hull Points makes it crash with 1/6 + 1/6 x 1/3 = 2/9.",
        source=sources(DAMAGE_SCRIPT, HOUSE_RULES, f"{PRACTICE} (nothing is left of Locked Velocity)"),
        chart=(
            ("result", "what happens to it"),
            ("Crew Stunned", 'Snap Shots, and it must fly 18" straight on in its next turn'),
            ("Immobilised", "D6: 1-2 it crashes, 3+ as Crew Stunned; never another Hull Point"),
            ("Explodes!, or no Hull Points left", "it crashes (7E-FLY-10)"),
        ),
    ),
    Rule(
        id="7E-FLY-10",
        title="Crash and burn",
        text='At once a Large Blast marker over it scatters the full 2D6" (stays on a Hit!), each model under it of '
        "either side takes an S6 AP- hit, and the Flyer is removed. Whatever Zooms or Swoops is not hit; cover and "
        "the facing of vehicles go by the marker's centre. Each passenger takes an S10 hit without armour save; who "
        'lives stands within 3" of the centre and takes a Pinning test (setting `crash_passengers`).',
        example="A Marine under the marker dies with 5/18, a Guardsman with 5/9, a Marine inside with 5/6.",
        source=sources(
            DAMAGE_SCRIPT,
            HOUSE_RULES,
            DATA,
            f"{PRACTICE} (passengers)",
            reading(about="facing"),
        ),
        chart=(
            ("who is inside", "what happens"),
            ("passengers", "one S10 AP- hit each, no armour save"),
            ("a Dreadnought in a Stormraven's grapples", "S10 on its rear armour, S4 if the Stormraven hovered"),
            ("passengers of a Night Scythe", "unhurt, in Ongoing Reserve"),
        ),
    ),
    Rule(
        id="7E-FLY-11",
        title="Vector Strike",
        text="A Flyer or Flying Monstrous Creature that struck this turn has fired one weapon with it: one less at "
        "full BS, or one of the creature's two. Its other weapons may have another target.",
        example="A Heldrake that struck may still fire its one gun, also at somebody else.",
        source=DATA,
    ),
)

MONSTERS: Final[tuple[Rule, ...]] = section(
    "Flying Monstrous Creatures",
    Rule(
        id="7E-FMC-1",
        title="Swooping and Gliding",
        text="Its owner says before it moves whether it Swoops or Glides until his next turn. One that begins the "
        "battle on the table Glides, one that arrives by Deep Strike Swoops.",
        example="A Hive Tyrant deployed on the table is Gliding if the enemy has the first turn.",
        source=sources(SITE, PLAYER),
    ),
    Rule(
        id="7E-FMC-2",
        title="What it fires",
        text="Two weapons at one target (one after a Vector Strike), Relentless, at full BS however it flies. "
        'Swooping, it chooses Skyfire like a Flyer (7E-FLY-3) and Runs 2D6". It never goes to ground.',
        example="A Hive Tyrant that Swoops and chose Skyfire fires two devourers at a Flyer: 12 shots at its own BS.",
        source=sources(PLAYER, SITE, EASY_LIST),
    ),
    Rule(
        id="7E-FMC-3",
        title="Shooting at it",
        text="While it Swoops it is Hard to Hit (7E-FLY-5), while it Glides a Monstrous Creature like any other. "
        "Either way it may Jink for 4+ cover, and other cover needs 25% hidden.",
        example="A BS4 lascannon at a Swooping T6 with Sv3+: a Wound with 1/6 x 5/6 = 5/36, with 5/72 if it jinked.",
        source=sources(PLAYER, DATA, SITE),
    ),
    Rule(
        id="7E-FMC-4",
        title="Grounding test",
        text="Once at the end of a phase in which it lost a Wound while Swooping (what Feel No Pain stopped does not "
        "count), however many units shot at it, it rolls a D6, 3 less for a traktor Wound. On 3+ nothing happens; else "
        "it takes an S9 AP- hit with only invulnerable save and Feel No Pain, and Glides until its owner's next turn. "
        "Later units of this phase still shoot at a Swooping target.",
        example="T6 without invulnerable save loses one more Wound with 1/3 x 5/6 = 5/18, T5 with 5+ with 5/27.",
        source=sources(
            f"{CHANGES} (when)",
            f"{DATA} (traktor)",
            f"{SIXTH} (the hit)",
            f"{PRACTICE} (no cover)",
            reading("grounding", "the 6th edition tests for each unit that hit"),
            reading("grounded_saves", "its saves"),
        ),
    ),
    Rule(
        id="7E-FMC-5",
        title="After the fall",
        text="Grounding comes before Morale. Until its owner's next turn it stays grounded, and if it had jinked it "
        "keeps that save.",
        example="A Tyrant that jinked and fell is hit normally until its owner's next turn, still with 4+ cover.",
        source=reading(),
    ),
)

RULES: Final[tuple[Rule, ...]] = FLYERS + MONSTERS
