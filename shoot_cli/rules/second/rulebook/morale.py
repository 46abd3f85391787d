"""2E-OW, 2E-HTH and 2E-BRK: overwatch, shooting into fights, and squads that break."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule, section
from shoot_cli.rules.second.rulebook.sources import (
    ANSWERS,
    DATA,
    LIKELY,
    MEMORY,
    MORALE_BLOG,
    OVERWATCH_PAGE,
    SHOOTING,
    SUMMARY,
    WIKI,
    reading,
    sources,
)

RULES: Final[tuple[Rule, ...]] = (
    *section(
        "Overwatch",
        Rule(
            id="2E-OW-1",
            title="Going on overwatch",
            text="At the start of your turn you may put whole squads, vehicles and characters on overwatch; they give "
            "up moving and shooting in that turn. What is jammed or recharging in that turn is no hindrance, if it is "
            "over when the turn ends: only turns of its owner count, and the enemy's is none.",
            example="A squad that wants to wait for the Boyz behind the hill stands still and silent now.",
            source=sources(OVERWATCH_PAGE),
        ),
        Rule(
            id="2E-OW-2",
            title="Firing on overwatch",
            text="In the enemy's next turn they fire when they like: at a unit before, after or in the middle of its "
            "move, or at one that stays where it is. Only moves can be broken into, anything else is finished first: "
            "while they shoot it is between two of their units, or after the last. The app asks before they shoot; "
            "then it is a line of their menu.",
            example="The Boyz cross the gap: the heavy bolter fires while they are between the houses.",
            source=sources(OVERWATCH_PAGE, ANSWERS),
        ),
        Rule(
            id="2E-OW-3",
            title="Targets on overwatch",
            text="Overwatch changes nothing about whom a unit may shoot at.",
            example="The nearest of its group comes first here too.",
            source=sources(SUMMARY),
        ),
        Rule(
            id="2E-OW-4",
            title="The overwatch modifier",
            text="Take 1 from the die if the target comes out of cover or vanishes into it while it is shot at. The "
            "app asks if it does; the texts disagree, so it may be agreed to hold always, or never (setting "
            "`overwatch_penalty`).",
            example="BS3, long range, target darting out of a door: 5+.",
            source=sources(DATA, WIKI, SHOOTING, reading("overwatch_penalty"), sure=LIKELY),
        ),
        Rule(
            id="2E-OW-5",
            title="How long it lasts",
            text="A model that fired is on overwatch no longer. The others of its squad stay so until their own turn "
            "begins again, and may fire later in the same turn.",
            example="One of five fires at a scout: four still wait.",
            source=sources(MEMORY),
        ),
        Rule(
            id="2E-OW-6",
            title="Shot at while on overwatch",
            text="A squad that is shot at keeps its overwatch if 2D6 come to its Leadership or less. Chargers who "
            "cause fear and banshee masks take it away as well, which is for the players to say.",
            example="Leadership 8 keeps it with 13/18.",
            source=sources(DATA),
        ),
    ),
    *section(
        "Shooting into hand-to-hand combat",
        Rule(
            id="2E-HTH-1",
            title="Enemy or friend",
            text="You may shoot into a fight, but every hit finds its side by chance, in proportion to the models "
            "engaged: a D6 shared out between the sides, where its faces fit. Whom it strikes on that side goes by the "
            "usual rules; which friends fight there the players say, and they lose models like any others. Under a "
            "marker or template the players say who lies there, friends too.",
            example="Two enemies and four friends: 1 and 2 hit an enemy, 3 to 6 a friend.",
            source=sources(SHOOTING),
        ),
        Rule(
            id="2E-HTH-2",
            title="Where a D6 does not fit",
            text="Then one model of all that are engaged is drawn, each as likely as the next. Some groups round "
            "the faces instead, a half upwards, and each side keeps at least one (setting `hth_allocation`). Of "
            "several friends in one fight it is drawn too whom a hit finds.",
            example="Four enemies, three friends: 4/7; rounded, the enemy has 1 to 3.",
            source=sources(reading("hth_allocation")),
        ),
    ),
    *section(
        "Break tests",
        Rule(
            id="2E-BRK-1",
            title="A quarter lost",
            text="A squad that has lost at least a quarter of the models with which it began the turn tests its best "
            "Leadership: 2D6, that number or less. It does so once a turn, at the end of the phase or of the turn "
            "(`break_timing`).",
            example="Eight at the start: two losses bring a test, one does not.",
            source=sources(MORALE_BLOG, DATA, reading("break_timing")),
        ),
        Rule(
            id="2E-BRK-2",
            title="Broken",
            text="A squad that failed shoots no more: at the start of its turns it flees 2D6 inches towards cover, or "
            "keeps where it has some. Others need not shoot at it.",
            example="Broken Guardsmen in front do not shield the Ogryns behind.",
            source=sources(MORALE_BLOG),
        ),
        Rule(
            id="2E-BRK-3",
            title="Shaken",
            text="Marines, though not their Scouts, are shaken in place of broken. They go on shooting and only refuse "
            "to come closer to the enemy.",
            example="A tactical squad fails: it fires in its next turn from where it stands.",
            source=sources(DATA),
        ),
        Rule(
            id="2E-BRK-4",
            title="Who need not fear the test",
            text="The units of the table never fail. Banners and chaplains let a failed test be thrown again, and a "
            "commander near by (Leader in a list) lends his Leadership, to keep overwatch too; the app asks whether "
            "somebody is near enough, if it could matter.",
            example="Leadership 7 beside a standard: 1 - (5/12)^2 = 119/144.",
            source=sources(DATA, sure=LIKELY),
            chart=(
                ("who", "what"),
                (
                    "Tyranid Warrior, Hive Tyrant, Zoanthrope, Lictor, Necrons, Phoenix Lords, assassins",
                    "no test",
                ),
                ("other Tyranids within 12 inches of a Warrior or 18 of a Hive Tyrant", "pass"),
                ("battle standard or company standard within 12 inches, chaplain within 8", "throw again"),
                ("leader of Guard, marine commander within 12 inches", "lends his Leadership"),
            ),
        ),
    ),
)
