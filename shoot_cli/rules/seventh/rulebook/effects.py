"""7E-EFF: effects in force, of powers, orders and the like, which are told and not played."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule, section
from shoot_cli.rules.seventh.rulebook.sources import DAMAGE_SCRIPT, DATA, EXTRACT, PRACTICE, reading, sources

WORDS: Final = (
    ("word", "what it does"),
    ("hit ones, hit ones and twos, hit failed", "these dice To Hit are rolled again; failed: a Blast's scatter too"),
    ("wound ones, wound failed", "the same To Wound"),
    ("pen ones, pen failed, pen failed+glances", "the same for armour penetration"),
    ("bs +N, bs -N, bs =N", "Ballistic Skill, 1 to 10; not of Snap Shots"),
    ("snap bs +N", "Ballistic Skill of Snap Shots too"),
    ("shots +N", "N more shots of each weapon named"),
    ("gains RULE, loses RULE", "a special rule of the firer or the target, or of its weapons"),
    ("s +N, s -N, t +N, t -N", "Strength of weapons that use it, Toughness; for Instant Death too"),
    ("stationary", "counts as not having moved"),
    ("no sight", "needs only range"),
    ("back in the fight", "no longer gone to ground"),
    ("snap only", "of the firer: all Snap Shots; of the target: at it only Snap Shots"),
    ("cover N+, cover +N, cover -N, no cover", "sets cover, or makes it better or worse, last of all; 7+ is none"),
    ("armour +N, armour -N", "armour save better or worse"),
    ("invulnerable N+, invulnerable +N, -N", "sets it, or better or worse; +1 gives 6+ to a model without one"),
    ("fnp N+", "Feel No Pain"),
    ("save ones, save failed", "saves are rolled again"),
    ("pen to glance N+", "as Ramshackle (7E-VEH-16)"),
    ("av +N", "Armour Value"),
)

NAMES: Final = (
    ("name", "what it does"),
    ("Prescience, Guide", "hit failed"),
    ("Perfect Timing", "gains Ignores Cover"),
    ("Precognition", "the psyker: hit failed, wound failed, save failed"),
    ("Forewarning", "invulnerable 4+"),
    ("Misfortune", "attacks that hit the target gain Rending, Template and Blast too (7E-VEH-15)"),
    ("Doom", "at the target: wound failed, pen failed"),
    ("Fortune, Protect, Jinx", "save failed; armour +1 to 2+; armour -1"),
    ("Conceal, Reveal", "gains Shrouded; the target loses Stealth and Shrouded"),
    ("Phase Form", "gains Ignores Cover, no sight"),
    ("Invisibility", "at the target: snap only, no Blast or Template aimed; a marker that scatters onto it hits"),
    ("Shrouding, Storm Caller", "gains Shrouded"),
    ("Telekine Dome, Kustom Force Field", "invulnerable 5+ against shooting"),
    ("Sanctuary, Cursed Earth", "invulnerable +1 (6+ if none)"),
    ("Banishment, Null Zone", "invulnerable -1, -2, not below 6+"),
    ("Electroshield, Fiery Form", "the psyker: invulnerable 3+; 4+"),
    ("Fire Shield", "cover 4+"),
    ("Endurance", "fnp 4+, gains Relentless and Eternal Warrior"),
    ("Iron Arm, Enfeeble", "the psyker: s +3, t +3; the target: s -1, t -1"),
    ("Warpmetal Armour", "t +1, a vehicle av +1"),
    ("Aversion, Holophoton", "snap only"),
    ("Blind", "after a failed Initiative test bs =1 until its next turn ends; these are not Snap Shots"),
    ("Tempest's Wrath, Hallucination, Mass Hypnosis", "bs -1, not below 1"),
    ("Bolter Drill", "bolt weapons: hit ones"),
    ("Siege Masters", "Devastators: gains Tank Hunters"),
    ("Tactical Doctrine", "hit ones; Tactical Squads hit failed"),
    ("Devastator Doctrine", "hit ones; Devastators hit failed"),
    ("The Flesh is Weak", "fnp 6+, or 1 better than another"),
    ("Born in the Saddle", "bikes gain Skilled Rider"),
    ("Strike from the Shadows", "gains Shrouded in game turn 1"),
    ("Target Priority, Target Protocols, Luck of the Laughing God", "hit ones"),
    ("Storm of Fire", "with pulse weapons: shots +1 within half range; else, a Marine trait: gains Rending"),
    ("Expert Instructor", "one model uses the warlord's BS: bs =N"),
    ("Brutal but Kunnin'", "one failed die To Hit or To Wound a turn again"),
    ("Mission Tactics", "against the chosen role: hit ones"),
    ("Deathwatch Doctrine, Aquila Doctrine", "wound failed, pen failed; wound ones, pen ones"),
    ("Doctrina Imperatives", "bs +1, +2, +3, or bs -1, -2"),
    (
        "Benediction of Omniscience, Shroudpsalm",
        "by number of units (1-3, 4-7, 8 and more): hit ones, hit ones and twos, hit failed; Stealth, Shrouded, both",
    ),
    ("Auspex, Battle Auspex, Omnispex, luminagen", "the target: cover -1; several count once"),
    ("Sense of Stone, Zephyr's Grace", "fnp 6+; Snap Shots after running"),
    ("Command and Control Node, Multi-spectrum Suite", "the others of the unit: hit failed; gains Ignores Cover"),
    ("Coordinated Firepower", "three units or more: bs +1"),
    ("Power from Pain", "game turn 2 fnp 6+, from 3 on fnp 5+"),
    ("Extermination Protocols", "wound failed, pen failed"),
    ("Ramshackle", "pen to glance 6+ (7E-VEH-16)"),
    ("Twin-linked, Tank Hunters, Monster Hunter, Preferred Enemy", "gains the rule of that name"),
)

ORDERS: Final = (
    ("order", "what it does"),
    ("Take Aim!", "gains Precision Shots"),
    ("First Rank, Fire! Second Rank, Fire!", "lasguns and hot-shot lasguns: shots +1"),
    ("Suppressive Fire!", "gains Pinning"),
    ("Smite at Will!", "gains Split Fire"),
    ("Forwards!", "shoots, then runs"),
    ("Bring it Down!", "gains Tank Hunters and Monster Hunter"),
    ("Fire on my Target!", "gains Ignores Cover"),
    ("Get Back in the Fight!", "back in the fight: no longer gone to ground, or regroups, and acts in full"),
    ("Fire and Advance!", "stationary"),
)

RULES: Final[tuple[Rule, ...]] = section(
    "Effects in force",
    Rule(
        id="7E-EFF-1",
        title="Words for effects",
        text="Psychic powers, orders, doctrines, traits and auras are not played, but what they do now can be told, in "
        "the words of the chart, of the firers and of the target; a weapon or a kind of model narrows them. A right to "
        "roll 1s To Hit again does nothing for a Blast, by default.",
        example="Told as hit ones and gains Rending: 1s To Hit are rolled again, and 6s To Wound have AP2.",
        source=sources(DATA, EXTRACT, reading("blast_reroll_ones", "the scatter of a Blast")),
        chart=WORDS,
    ),
    Rule(
        id="7E-EFF-2",
        title="How long effects last",
        text="Of a single attack they are told for that attack. In a battle each is kept for a shot, for the phase, "
        "until its owner's next turn or until somebody says so, and is shown when a target is chosen. A power said to "
        "last while it is in effect lasts until its caster's next Psychic phase.",
        example="Enfeeble, cast this turn, is told until its owner's next turn.",
        source=sources(f"{PRACTICE} (powers in effect)", reading()),
    ),
    Rule(
        id="7E-EFF-3",
        title="Effects together",
        text="The same re-roll from two sources is had once, additions to BS and cover add up (several auspexes count "
        "once), and of two invulnerable saves or two Feel No Pain the better counts. A characteristic is multiplied, "
        "then added to, then set; Snap Shots set BS 1 after all of it but snap bs.",
        example="bs +1 and bs =1: BS1. Twin-linked with Prescience: a die that failed is rolled again once.",
        source=sources(EXTRACT, f"{PRACTICE} (the order)"),
    ),
    Rule(
        id="7E-EFF-4",
        title="Effects with a name",
        text="The chart says of the effects known by name what they do, in the words of 7E-EFF-1. Conditions that "
        "nobody can see from here, such as a distance, are for the players. The Marine doctrines are those of 2015.",
        example="S4 AP5 hits a Terminator (2+, 5+ invulnerable) under Misfortune: unsaved with 1/6, otherwise with "
        "1/12.",
        source=sources(DATA, reading(about="markers that scatter onto an Invisible unit")),
        chart=NAMES,
    ),
    Rule(
        id="7E-EFF-5",
        title="Markerlights",
        text="A hit by a markerlight wounds nobody but puts a counter on the unit until the phase ends. Before another "
        "Tau unit shoots at it, it may spend any number of them as in the chart.",
        example="BS3 and two counters for Pinpoint: 2+, and with Snap Shots (BS1 and 2 more) 4+.",
        source=DATA,
        chart=(
            ("spent on", "counters", "what it does"),
            ("Pinpoint", "each", "snap bs +1: Snap Shots too"),
            ("Scour", "2", "gains Ignores Cover"),
            ("Seeker", "each", "a seeker missile at BS5, Ignores Cover, no sight, besides the other weapons"),
        ),
    ),
    Rule(
        id="7E-EFF-6",
        title="Orders",
        text="A unit of the Astra Militarum that got an order (the players say whether its Leadership test passed) "
        "shoots at once, with what the chart gives. The extra shot of lasguns is one per model and phase, not for each "
        "shot of the profile.",
        example='Ten lasguns at 12" with First Rank, Fire!: 30 shots, 15 hits at BS3.',
        source=sources(DAMAGE_SCRIPT, DATA),
        chart=ORDERS,
    ),
    Rule(
        id="7E-EFF-7",
        title="Snap Shots and effects",
        text="Re-rolls, Ignores Cover, Rending and more shots work on Snap Shots; changes of BS do not (but snap bs "
        "does), and Precision Shots never. Snap only on both sides is no worse than on one.",
        example="Prescience and BS4 at an Invisible unit: 6, with failures rolled again, 11/36.",
        source=sources(DATA, EXTRACT),
    ),
    Rule(
        id="7E-EFF-8",
        title="Effects without a name here",
        text="Whatever the words of 7E-EFF-1 can say may be told without a name. A name that is not known is refused "
        "together with those that come near, never passed over.",
        example="Prescense is refused, and Prescience named as near.",
        source=reading(),
    ),
)
