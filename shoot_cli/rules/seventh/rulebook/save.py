"""7E-SAV: saving throws, Feel No Pain, Instant Death and lost Wounds."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule, section
from shoot_cli.rules.seventh.rulebook.sources import DATA, EXTRACT, FAQ, PRACTICE, SCRIPT, reading, sources

RULES: Final[tuple[Rule, ...]] = section(
    "Saving throws and lost Wounds",
    Rule(
        id="7E-SAV-1",
        title="One save per Wound",
        text="A model takes at most one save against a Wound: armour, invulnerable or cover. If it fails or has none, "
        "the Wound is unsaved.",
        example="AP3 against Sv3+ in the open: there is no save and the Wound stands.",
        source=EXTRACT,
    ),
    Rule(
        id="7E-SAV-2",
        title="Armour saves and AP",
        text="An armour save is allowed unless the AP of the Wound is a number no higher than the save's. AP - is no "
        "number and never takes an armour save away; AP never changes the number needed.",
        example="A heavy bolter (AP4) goes through flak (5+) but not through power armour (3+) or Terminator armour "
        "(2+).",
        source=EXTRACT,
        chart=(
            ("AP", "such as", "Sv 2+", "Sv 3+", "Sv 4+", "Sv 5+", "Sv 6+"),
            ("-", "lasgun", "2+", "3+", "4+", "5+", "6+"),
            ("6", "sniper rifle", "2+", "3+", "4+", "5+", "no"),
            ("5", "boltgun", "2+", "3+", "4+", "no", "no"),
            ("4", "heavy bolter", "2+", "3+", "no", "no", "no"),
            ("3", "krak missile", "2+", "no", "no", "no", "no"),
            ("2", "plasma gun", "no", "no", "no", "no", "no"),
            ("1", "meltagun", "no", "no", "no", "no", "no"),
        ),
    ),
    Rule(
        id="7E-SAV-3",
        title="Invulnerable saves",
        text="An invulnerable save is always allowed, whatever the AP. Vehicles take theirs against glancing and "
        "penetrating hits, including those of an exploding vehicle.",
        example="A Terminator hit by AP2 saves on his 5+ invulnerable, one time in three.",
        source=sources(EXTRACT, FAQ),
    ),
    Rule(
        id="7E-SAV-4",
        title="Who has cover",
        text="Cover is judged for the model that receives the Wound, at that moment: one firer of this weapon from "
        "whom 25% or more of its body is hidden is enough, and some terrain always covers those in it. It is 5+ "
        "unless 7E-SAV-5 says otherwise, and AP does not matter. Scenery on its own base and models of the firer's "
        "unit give none.",
        example="Nine firers see the Ork whole, the tenth sees half of him behind a wall: he has the wall's save "
        "against all ten.",
        source=EXTRACT,
    ),
    Rule(
        id="7E-SAV-5",
        title="Cover values",
        text="The chart gives the usual cover saves; the players agree on their scenery before the game. Where several "
        "apply the best one counts.",
        example="A barricade (4+) in a wood (5+) gives 4+.",
        source=sources(EXTRACT, DATA, f"{PRACTICE} (crater and going to ground)"),
        chart=(
            ("cover", "save", "note"),
            ("terrain of no special kind", "5+", "25% hidden"),
            ("standing in a ruin", "4+", "always"),
            ("behind a ruin", "4+", "25% hidden"),
            ("on the base of a Citadel Wood", "5+", "always; not vehicles or Monstrous Creatures"),
            ("in a crater", "6+", "going to ground: 2 better"),
            ("barricade or wall", "4+", ""),
            ("defence line (Aegis, Imperial)", "4+", "going to ground: 2 better"),
            ("tank traps, fuel pipes, wreckage and rubble, gun emplacement", "4+", ""),
            ("fuel drum, ammunition dump, comms relay", "5+", ""),
            ("tanglewire", "6+", ""),
            ("Imperial statuary", "3+", ""),
            ("intervening models", "5+", "7E-SAV-6"),
            ("smoke launchers", "5+", "until the owner's next turn"),
            ("Jink", "4+", "7E-GTG-6"),
            ("gone to ground in the open", "6+", "7E-GTG-2"),
        ),
    ),
    Rule(
        id="7E-SAV-6",
        title="Intervening models",
        text="A model has 5+ cover if another unit, of either side, stands between it and the firer and hides any part "
        "of it, or if the shot goes through a gap between that unit's models. There is none if the line passes above "
        "them, or against Barrage. Behind Infantry a Monstrous or Gargantuan Creature has it only if 25% hidden, by "
        "default.",
        example="Boyz in full view through the gaps between Gretchin: 5+.",
        source=sources(EXTRACT, f"{FAQ} (the exceptions, in one copy only)", reading("intervening_mc_25", "25%")),
    ),
    Rule(
        id="7E-SAV-7",
        title="What improves cover",
        text="Stealth makes cover 1 better (6+ if there is none), Shrouded 2 better (5+), both 3 better (4+); going to "
        "ground adds 1 or 2 and a camo cloak 1 to its own model, and by default all of them add up in the open too. "
        "One model with Stealth or Shrouded is enough for the unit.",
        example="Open ground, gone to ground, with Stealth: 5+.",
        source=sources(DATA, reading("open_cover_stacks", "adding up in the open")),
    ),
    Rule(
        id="7E-SAV-8",
        title="Choosing the save",
        text="Of armour, invulnerable and cover save the owner picks one that is legal against the Wound, whenever "
        "there are two or three, even one with a worse number; going without is no choice. Kinds of cover do not add "
        "up: take the best, then what improves it. The program proposes the lowest number, and on equal numbers "
        "invulnerable before cover before armour.",
        example="Sv3+ in a ruin: against AP3 cover 4+, against AP4 armour 3+ or, if its owner likes, cover 4+.",
        source=FAQ,
    ),
    Rule(
        id="7E-SAV-9",
        title="Limits of saves",
        text="No save gets better than 2+, and a natural 1 always fails.",
        example="Cover 4+ with Stealth and Shrouded is 2+, not 1+.",
        source=EXTRACT,
    ),
    Rule(
        id="7E-SAV-10",
        title="Ignores Cover",
        text="No cover save of any origin, be it terrain, Jink, smoke or going to ground, may be taken against such a "
        "Wound. All Template weapons have this rule.",
        example="Guardsmen (5+) in a ruin under a flamer (AP5) have no save whatever.",
        source=sources(DATA, SCRIPT),
    ),
    Rule(
        id="7E-SAV-11",
        title="Feel No Pain and Reanimation",
        text="After an unsaved Wound the model rolls a D6, and on Feel No Pain (N+), 5+ if no number is given, the "
        "Wound counts as saved. It is no save, so it also works where none is allowed, but not against Instant Death "
        "or Destroyer hits. Necron Reanimation Protocols work alike on 5+, with -1 also against Instant Death; a "
        "model rolls one or the other.",
        example="Sv3+ and Feel No Pain 5+: 1/3 x 2/3 = 2/9 to lose the Wound.",
        source=DATA,
    ),
    Rule(
        id="7E-SAV-12",
        title="Instant Death",
        text="A Wound causes Instant Death if its weapon says so or its Strength is at least twice the Toughness, as "
        "modified, of the very model it is allocated to. Unsaved, it takes all remaining Wounds of that model and "
        "nothing carries over. A weapon without a Strength number never doubles Toughness.",
        example="S8 slays a T4 model with 3 Wounds, but takes only 1 Wound from a T5 one.",
        source=sources(EXTRACT, DATA),
    ),
    Rule(
        id="7E-SAV-13",
        title="Eternal Warrior",
        text="The model loses 1 Wound to Instant Death instead of all. By default the Wound still is an Instant Death "
        "Wound, so Feel No Pain stays forbidden.",
        example="S8 against such a model with T4 and 3 Wounds: 2 are left.",
        source=sources(DATA, reading("eternal_warrior_fnp", "Feel No Pain")),
    ),
    Rule(
        id="7E-SAV-14",
        title="Losing Wounds",
        text="Each unsaved Wound that Feel No Pain does not stop takes 1 Wound from its model, which is removed at 0. "
        "Damage stays on the model that took it and cannot be moved to another.",
        example="A Captain (T4, 3 Wounds) fails two saves against S7: he has 1 left, as 7 is less than 8.",
        source=EXTRACT,
    ),
    Rule(
        id="7E-SAV-15",
        title="Fast dice",
        text="Wounds of one pool may be rolled together against the front run of models that share save, re-rolls, "
        "Feel No Pain and Instant Death, with no decision in between: at most as many as the run has Wounds left "
        "(models, if Instant Death). Then form the run anew. Roll singly where a tie, Look Out, Sir after the save, "
        "a Precision Shot or changing range, sight or cover matters.",
        example="Three Wounds on Boy 6+, Boy 6+, Nob 4+: roll two, then one. The Nob loses a Wound with 25/72; three "
        "dice at 6+ would wrongly say 125/216.",
        source=sources(EXTRACT, "exact condition derived and checked by enumeration"),
    ),
    Rule(
        id="7E-SAV-16",
        title="Re-rolled saves",
        text="A save that may be re-rolled is re-rolled once, and the second face stands.",
        example="A 2+ save with a re-roll fails with 1/36.",
        source="follows from 7E-HIT-10",
    ),
    Rule(
        id="7E-SAV-17",
        title="Steps for one Wound",
        text="Allocate the Wound, try Look Out, Sir, choose and roll the save, then Feel No Pain or Reanimation, then "
        "take 1 Wound or all for Instant Death, and remove the model at 0.",
        example="A Sergeant passes the Wound on with a 4, the trooper (Sv3+) fails with a 2 and shrugs it off with a "
        "5 on Feel No Pain: nobody is hurt.",
        source="follows from the rules it puts in order",
    ),
)
