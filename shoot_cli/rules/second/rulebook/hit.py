"""2E-RNG and 2E-HIT: range, and rolling to hit."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule, section
from shoot_cli.rules.second.rulebook.sources import (
    COVER_BLOG,
    DATA,
    LIKELY,
    MEMORY,
    SHOOTING,
    SUMMARY,
    WEAPONS,
    reading,
    sources,
)

RULES: Final[tuple[Rule, ...]] = (
    *section(
        "Range",
        Rule(
            id="2E-RNG-1",
            title="Short, long, lost",
            text="Each firer measures for himself: up to the short figure his shot is at short range, up to the long "
            "one at long range, the limits included. Beyond that it is lost, though it was fired.",
            example='Boltguns, 12 and 24: 12" is short, 13" is long, 25" is a shot wasted.',
            source=sources(WEAPONS, DATA, f"{MEMORY} (a lost shot is spent)"),
        ),
    ),
    *section(
        "Rolling to hit",
        Rule(
            id="2E-HIT-1",
            title="The score",
            text="Take the Ballistic Skill from 7, take away what helps the firer and add what hinders him: the die "
            "must show the result or more. The result may be nothing or less, before 2E-HIT-3.",
            example="BS3, +1 at short range, -2 for a wall: 7 - 3 - 1 + 2 = 5+.",
            source=sources(SHOOTING),
            chart=(
                ("BS", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"),
                ("score", "6", "5", "4", "3", "2", "1", "0", "-1", "-2", "-3"),
            ),
        ),
        Rule(
            id="2E-HIT-2",
            title="Figures of the weapon",
            text="A weapon has one to-hit figure for each band, and it is added to the die like every other. A dash "
            "in a profile is no figure at all.",
            example="Bolt pistol: +2 near, nothing far. Shotgun: nothing near, -1 far.",
            source=sources(WEAPONS, DATA),
        ),
        Rule(
            id="2E-HIT-3",
            title="A 1 misses",
            text="No shot that is rolled for can be surer than 2+, because a die that shows 1 has missed.",
            example="A score of -3 is still five chances in six.",
            source=sources(MEMORY),
        ),
        Rule(
            id="2E-HIT-4",
            title="Modifiers",
            text="Everything in the table counts, and all of it together, but very fast takes the place of fast "
            "(setting `fast_target`). Seeking ammunition hits on 2+ and hunter-killers on 3+ whatever there is, "
            "some weapons ignore speed, and ripper gun and blunderbuss just hit at short range. The app asks what a "
            "vehicle's own speed takes from its fire, as no text was found.",
            example="A bike that moved 24 inches, seen through a hedge: -1 for the hedge, -2 for speed.",
            source=sources(
                SHOOTING, SUMMARY, COVER_BLOG, DATA, reading("fast_target", "the inches, and that +1 is for size"),
                sure=LIKELY,
            ),
            chart=(
                ("added", "when"),
                ("+1", "large target: bigger than a Rhino, a building; no bike, Dreadnought or land speeder"),
                ("-1", "soft cover"),
                ("-2", "hard cover"),
                ("-1", "fast target: more than 10 inches in its last move"),
                ("-2", "very fast target: more than 20 inches"),
                ("-1", "overwatch at a target that appears or disappears: 2E-OW-4"),
                ("+1", "targeter on the weapon; bionic eye"),
                ("-1", "cameleoline that stands still; holo-suit; holo-field that moves"),
                ("-1", "krak grenade thrown, as its profile has it; combi-weapon with both barrels"),
                ("-2", "within 2 inches of a stasis field: into it, through it or out of it"),
                ("asked", "speed of the firing vehicle, and whatever else the players know of"),
            ),
        ),
        Rule(
            id="2E-HIT-5",
            title="Scores of 7 and more",
            text="For 7, 8 and 9 a 6 comes first and then another die: 4+, 5+ or a 6, as it is without modifiers. From "
            "10 on the shot cannot hit. Sustained fire waits for both dice.",
            example="BS2, far, hard cover: a score of 7, so one shot in twelve.",
            source=sources(SHOOTING),
            chart=(
                ("score", "7", "8", "9", "10"),
                ("second die", "4+", "5+", "6+", "no"),
                ("chance", "1/12", "1/18", "1/36", "0"),
            ),
        ),
    ),
)  # fmt: skip
