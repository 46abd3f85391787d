"""7E-ALC: which model receives a Wound."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule, section
from shoot_cli.rules.seventh.rulebook.sources import DATA, EXTRACT, PRACTICE, SCRIPT, SITE, reading, sources

RULES: Final[tuple[Rule, ...]] = section(
    "Allocating Wounds",
    Rule(
        id="7E-ALC-1",
        title="Closest model first",
        text="A Wound goes to the eligible model closest to the firing unit, measured from whichever model of that "
        "unit is nearest, even one that did not fire or caused no Wound. The closest model is found anew after every "
        "removal.",
        example="The Marine with the krak missile stands beside Ork B, but Ork A is nearer to his squad: A takes it.",
        source=EXTRACT,
    ),
    Rule(
        id="7E-ALC-2",
        title="Eligible models",
        text="A model can receive a Wound if it is within the weapon's full range of, and visible to, at least one "
        "model that fires this weapon; by default the two may be different firers. When no eligible model is left the "
        "rest of the pool is lost. Blast and Barrage drop both tests, Template the range, Homing the sight.",
        example='Plasma guns (24") that rapid-fired at 12" can still kill a model 24" away.',
        source=sources(EXTRACT, reading("alc2_same_firer", "different firers")),
    ),
    Rule(
        id="7E-ALC-3",
        title="Equally close models",
        text="Among equally close models the owner of the target picks one, and it stays the closest until it is "
        "removed or the firing unit's whole attack is over. Of Swarms the one with the fewest Wounds goes first.",
        example='Two Boyz stand at 8": their owner offers up the shoota and spares the rokkit, and a passed save '
        "changes nothing.",
        source=sources(EXTRACT, f"{DATA} (Swarms)"),
    ),
    Rule(
        id="7E-ALC-4",
        title="Until it falls",
        text="Wounds keep going to the same model until it is removed, then to the next closest, until the pool or the "
        "unit is used up. Wounds left over are lost.",
        example="A Broadside (2 Wounds) that has lost one also takes the next.",
        source=EXTRACT,
    ),
    Rule(
        id="7E-ALC-5",
        title="Wounds from Precision Shots",
        text="The shooter chooses the model for each Precision Shot Wound, as long as the firer that rolled the 6 has "
        "it in range and sight. Look Out, Sir is still allowed.",
        example="With one such Wound the shooter names the enemy plasma gunner.",
        source=DATA,
    ),
    Rule(
        id="7E-ALC-6",
        title="Look Out, Sir",
        text="Before the save, once per Wound allocated to a non-vehicle character with another model of its unit "
        'within 6", the owner may roll: on 4+ (Independent Character 2+) the Wound moves to the model closest to him, '
        "seen or not, in range or not, which uses its own save, T and Feel No Pain and gets no Look Out, Sir for it. "
        "Not against Gets Hot; some units always pass (Tyrant Guard) or cannot take the Wound.",
        example="A Sergeant (Sv3+): 1/2 x 1/3 = 1/6 to die. A Captain (4+ invulnerable) against AP2: 1/6 x 1/2 = 1/12.",
        source=sources(
            SITE,
            SCRIPT,
            DATA,
            f"{PRACTICE} (who receives it): see the setting `los_receiver`",
        ),
    ),
    Rule(
        id="7E-ALC-7",
        title="Blast Wounds",
        text="Wounds from a Blast start at the closest model of the unit that was hit, whether or not anyone sees it "
        "or has it in range, and whether or not the marker covered it.",
        example="The marker covers two of ten models: 2 hits, but the model nearest to the firers is wounded first.",
        source=SCRIPT,
    ),
    Rule(
        id="7E-ALC-8",
        title="Barrage Wounds",
        text="As for Blast, but both the closest model and its cover are judged from the centre of the marker, or of "
        "the first marker where there are several. Ties are broken as in 7E-ALC-3.",
        example="The marker lands behind the mob, so the models at the back go first.",
        source=SCRIPT,
    ),
    Rule(
        id="7E-ALC-9",
        title="Template Wounds",
        text="Wounds from a Template start at the closest model that a firer sees. Range is not tested, and by default "
        "the models need not be under the template.",
        example="A flamer covers the five models at the back of a mob: its Wounds still begin with the closest one.",
        source=sources(SCRIPT, reading("template_allocation", "models not under the template")),
    ),
    Rule(
        id="7E-ALC-10",
        title="Random Allocation",
        text="When the direction of an attack is unclear or a rule demands it, a random model of the unit counts as "
        "the closest until it is removed or the attack ends, then another is drawn. Cover is judged as if the attack "
        "came from straight above.",
        example="Ten models: a D10 picks one, which takes Wounds until it dies; then a nine-way roll picks the next.",
        source=EXTRACT,
    ),
    Rule(
        id="7E-ALC-11",
        title="The target is gone",
        text="Wounds never pass on to another unit. Once the target is destroyed, its remaining pools and the weapon "
        "names not yet fired at it are wasted.",
        example="Three Wounds remain when the last Boy dies: they are lost, and the meltagun has nothing to fire at.",
        source="follows from 7E-TGT-1 and 7E-ALC-4",
    ),
    Rule(
        id="7E-ALC-12",
        title="Swarms",
        text="On models with the Swarms rule each unsaved Wound from a Blast or Template weapon counts as two, unless "
        "it causes Instant Death; by default Feel No Pain is then rolled for each of the two, and what a base has no "
        "Wounds left for is lost.",
        example="Two unsaved frag Wounds on a Swarm base with 5 Wounds leave it 1. One, and Feel No Pain 5+: it loses "
        "0, 1 or 2 with 1/9, 4/9, 4/9.",
        source=sources(DATA, reading("swarms_fnp", "the order"), reading("swarms_overflow", "what is left over")),
    ),
    Rule(
        id="7E-ALC-13",
        title="A Barrage is judged after its scatter",
        text="Who is nearest and what covers whom is seen from the centre of the first marker, where it came to rest, "
        "as if the firer stood there: what lies between the real firer and the target does not count.",
        example="The target stands behind a barricade that faces the mortar, and the marker lands behind it: no cover, "
        "and the rear rank dies first.",
        source=SCRIPT,
    ),
)
