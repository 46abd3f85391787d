"""2E-TGT: what may be shot at."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule, section
from shoot_cli.rules.second.rulebook.sources import DATA, LIKELY, MEMORY, SHOOTING, THIN, reading, sources

RULES: Final[tuple[Rule, ...]] = section(
    "Choosing a target",
    Rule(
        id="2E-TGT-1",
        title="Categories and groups",
        text="For the choice of targets every unit has one of four categories, and these make two groups, the big "
        "ones and the troops. It is a matter of targets alone: a Dreadnought is monstrous here, and is damaged like a "
        "vehicle.",
        example="A Dreadnought and a Predator are rivals for the nearest big target; the Boyz are none of theirs.",
        source=sources(SHOOTING),
        chart=(
            ("category", "group", "who"),
            ("smaller", "troops", "Nurglings, Rippers, Spore Mines, Snotlings"),
            ("human-sized", "troops", "everybody else"),
            ("vehicle", "big", "vehicles, and riders of man size on bikes"),
            (
                "monstrous",
                "big",
                "Greater Daemons, Beasts of Nurgle, riders of Juggernauts and Steeds of Slaanesh, Carnifex, Hive "
                "Tyrant, Lictor, Tyranid Warrior, Zoanthrope, Dreadnought",
            ),
        ),
    ),
    Rule(
        id="2E-TGT-2",
        title="The nearest of a group",
        text='Smaller units within 6" come first, the nearest of them, unless fighting or broken; objectives, of which '
        "the app is told, are open whatever else is there, and so are buildings, which are played at the table. "
        "Otherwise a unit may be picked if all nearer ones of its group can be passed over: smaller ones beyond "
        '6", the broken, the fighting, and those in cover when it stands in the open. Distances are judged by eye, or '
        "asked before, where so agreed (`measure_before_declare`).",
        example='Boyz 9" off in a wood, Gretchin 12" off in the open, more Gretchin at 15": the third unit is safe.',
        source=sources(
            SHOOTING,
            reading("measure_before_declare", "in cover means all that are seen; who is on the edge bars nobody"),
        ),
    ),
    Rule(
        id="2E-TGT-3",
        title="Who may leave the squad's target",
        text="A squad shoots at one unit, but each of its heavy and special weapons may take the nearest of the other "
        "group first, or of any other category where a group plays so, and heroes need not take the nearest of "
        "anything; the rest of the squad may then join them at the very same unit. Whoever does not see the squad's "
        "target chooses from what he sees, for which the app asks if "
        "somebody did not fire with the others. Objectives and buildings are open to all that have a choice "
        "(`heavy_special_target`).",
        example='The boltguns fire at Boyz 8" away, their missile launcher at the Battlewagon behind, 30" away.',
        source=sources(SHOOTING, reading("heavy_special_target", "what is meant by category")),
    ),
    Rule(
        id="2E-TGT-4",
        title="Characters",
        text="An enemy character can be named only if no enemy model that is seen stands nearer, of whatever kind and "
        "in whatever state; some groups treat him like any other model. One who is the objective of the mission is "
        "never protected (setting `character_targeting`).",
        example='A Chaplain at 11" behind broken Guardsmen at 10" cannot be named; alone he can.',
        source=sources(MEMORY, reading("character_targeting"), sure=LIKELY),
    ),
    Rule(
        id="2E-TGT-5",
        title="Where markers may lie",
        text="Of the models under a marker or template more than half must be of the target; your own count against "
        "it. It may well touch others on the way.",
        example="Four Boyz and three Grots under the marker: allowed, three and three is not.",
        source=sources(SHOOTING),
    ),
    Rule(
        id="2E-TGT-6",
        title="Hidden models",
        text="Nobody shoots at a hidden model until it is found: by an enemy who moves to within as many inches as "
        'his Initiative, or to where its cover no longer covers it, or by a scanner within 24". The app only asks who '
        "is hidden.",
        example="A marine of Initiative 4 walks up to 3\": found, and open to everybody's fire.",
        source=sources(MEMORY, f"{DATA} (scanners)", sure=THIN),
    ),
)
