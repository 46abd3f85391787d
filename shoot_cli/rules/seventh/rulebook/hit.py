"""7E-HIT: rolling To Hit."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule, section
from shoot_cli.rules.seventh.rulebook.sources import DATA, EXTRACT, SCRIPT, reading, sources

RULES: Final[tuple[Rule, ...]] = section(
    "Rolling To Hit",
    Rule(
        id="7E-HIT-1",
        title="To Hit chart",
        text="The number needed is 7 minus the Ballistic Skill, but never better than 2+. A natural 1 always misses "
        "and nothing hits automatically.",
        example="An Ork with BS2 needs 5+ and hits with one shot in three.",
        source=EXTRACT,
        chart=(
            ("BS", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"),
            ("needed", "6", "5+", "4+", "3+", "2+", "2+", "2+", "2+", "2+", "2+"),
        ),
    ),
    Rule(
        id="7E-HIT-2",
        title="Number of dice",
        text="Roll one D6 for every shot of every firer that has range and sight.",
        example="Sixteen boltgun shots are sixteen dice.",
        source=EXTRACT,
    ),
    Rule(
        id="7E-HIT-3",
        title="Ballistic Skill 6 and more",
        text="A natural 1 is rolled once more and then hits on 12 minus the Ballistic Skill. If the shot has any other "
        "To Hit re-roll, that one is used in place of this and keeps the normal number needed. By default a "
        "master-crafted weapon loses this chart for all its shots.",
        example="BS7: 5/6 + 1/6 x 2/6 = 8/9. Twin-linked at BS7: 35/36.",
        source=sources(EXTRACT, reading("mastercrafted_bs6", "master-crafted")),
        chart=(
            ("BS", "6", "7", "8", "9", "10"),
            ("re-roll of a 1", "6", "5+", "4+", "3+", "2+"),
        ),
    ),
    Rule(
        id="7E-HIT-4",
        title="Snap Shots",
        text="A Snap Shot is fired at BS1, so it needs a 6, and a model with BS0 cannot fire one. Only a rule that "
        "names Snap Shots changes that skill, and one about Overwatch does nothing here. The number of shots and the "
        "wounding stay the same; re-rolls work by default, but the BS6+ re-roll does not.",
        example="Twin-linked Snap Shot: 11/36. A BS8 model: 1/6.",
        source=sources(EXTRACT, reading("snap_rerolls", "re-rolls")),
    ),
    Rule(
        id="7E-HIT-5",
        title="Never as Snap Shots",
        text="Template, Ordnance and every size of Blast cannot be fired as Snap Shots, nor can any attack that does "
        "not use Ballistic Skill.",
        example="The crew of a Leman Russ is Shaken: no battle cannon shot, while the heavy bolter rolls 3 dice at 6.",
        source=sources(EXTRACT, SCRIPT),
    ),
    Rule(
        id="7E-HIT-6",
        title="Twin-linked",
        text="Every failed To Hit die of a twin-linked weapon is re-rolled; the rule adds no shots. For Blast see "
        "7E-WPN-13, for Template 7E-WPN-16.",
        example="BS4 twin-linked hits with 8/9.",
        source=DATA,
    ),
    Rule(
        id="7E-HIT-7",
        title="Master-crafted",
        text="Once a turn one failed To Hit die of the weapon may be re-rolled.",
        example="BS4 with two shots: both hit with probability 20/27.",
        source=DATA,
    ),
    Rule(
        id="7E-HIT-8",
        title="Preferred Enemy",
        text="A unit with at least one such model re-rolls natural 1s both To Hit and To Wound against the enemy the "
        "rule names.",
        example="BS3 against the preferred enemy hits with 7/12.",
        source=DATA,
    ),
    Rule(
        id="7E-HIT-9",
        title="Precision Shots",
        text="A natural 6 To Hit from a model with Precision Shots or with a Sniper weapon is a Precision Shot: its "
        "Wounds form a pool of their own that the shooter allocates (7E-ALC-5). Snap Shots, scattering weapons and "
        "attacks without a To Hit roll never score one. Being a character does not give the rule.",
        example="Three sniper dice at BS4 show 6, 4 and 2: one Precision hit, one ordinary hit, one miss.",
        source=DATA,
    ),
    Rule(
        id="7E-HIT-10",
        title="One re-roll per die",
        text="No die is re-rolled more than once, whatever rules would allow it, and the second face stands.",
        example="Twin-linked with Preferred Enemy: a 1 is re-rolled once, and a second 1 remains a miss.",
        source=EXTRACT,
    ),
    Rule(
        id="7E-HIT-11",
        title="Gets Hot",
        text="Each natural 1 To Hit misses and at once gives the firer 1 Wound, with armour or invulnerable save and "
        "Feel No Pain but neither cover nor Look Out, Sir; his other shots still count. If the die has a re-roll, only "
        "a 1 re-rolled into a 1 hurts. A weapon without To Hit roll rolls a D6 per shot first: on a 1 the shot is lost "
        "and the Wound taken; a vehicle rolls a D6 instead of a Wound: on 1-3 a glancing hit without cover.",
        example="A plasma gun with 2 shots kills its bearer (Sv3+, 1 Wound) with 1 - (17/18)^2 = 35/324.",
        source=sources(DATA, SCRIPT, reading(about="the 1 misses, the other shots count")),
    ),
    Rule(
        id="7E-HIT-12",
        title="Changes to Ballistic Skill",
        text="Rules that add to or lower the Ballistic Skill are applied before reading the chart, up to BS10 at most. "
        "Snap Shots are unaffected unless the rule speaks of them, as markerlights do (7E-EFF-5).",
        example="BS4 with Strafing Run (+1) against ground targets hits on 2+, and as a Snap Shot still on 6.",
        source=sources(DATA, EXTRACT),
    ),
    Rule(
        id="7E-HIT-13",
        title="Extra hits on a 6",
        text="Rules such as Tesla that turn a 6 To Hit into more hits look at the natural face, and as a rule they do "
        "not work with Snap Shots.",
        example="Tesla at BS4 with 6, 5 and 1: 3 + 1 + 0 = 4 hits.",
        source=DATA,
    ),
)
