"""2E-SPC: special rules of weapons."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule, section
from shoot_cli.rules.second.rulebook.sources import DATA, reading, sources

RULES: Final[tuple[Rule, ...]] = section(
    "Special rules of weapons",
    Rule(
        id="2E-SPC-1",
        title="Rapid fire",
        text="Marines of either allegiance who stood still and are in no fight fire twice, if it is with a boltgun, "
        "storm bolter or bolt pistol. It is each model's own affair, whatever its comrades carry; Scouts have not "
        "learnt it. The app asks who moved.",
        example="Eight marines who stood still, seven of them with boltguns: fourteen shots, and the heavy weapon's.",
        source=sources(DATA),
    ),
    Rule(
        id="2E-SPC-2",
        title="Twin-linked",
        text="Two guns, one roll to hit, and both strike the same model or location; each then wounds and penetrates "
        "by itself. With sustained fire the dice of both are thrown together, and one jam silences both.",
        example="Twin storm bolters throw 2 dice and jam with 11/36 when they hit.",
        source=sources(DATA),
    ),
    Rule(
        id="2E-SPC-3",
        title="Combi-weapons",
        text="One barrel is fired as usual, or both at one target with 1 taken from each of their dice.",
        example="BS4 at long range: 3+ with one barrel, 4+ with each of two.",
        source=sources(DATA),
    ),
    Rule(
        id="2E-SPC-4",
        title="Plasma recharges",
        text="A plasma gun that fired is silent in its owner's next turn, even if it hit nothing. Heavy plasma does so "
        "only at full power.",
        example="Fired in turn 1, silent in turn 2, ready in turn 3.",
        source=sources(DATA),
    ),
    Rule(
        id="2E-SPC-5",
        title="Move or fire",
        text="Whoever carries such a weapon on foot either moves in this turn or fires it. The app asks who moved.",
        example="A lascannon that was carried an inch is silent.",
        source=sources(DATA),
    ),
    Rule(
        id="2E-SPC-6",
        title="Needle weapons",
        text="Their poison needs no roll to wound the living: hits go on to the saves. Tyranids, Genestealers, "
        "daemons and the Avatar are wounded by the chart. Crews of bikes and support weapons are living.",
        example="BS5 at short range v armour 4+ with -1: 5/6 x 2/3 = 5/9.",
        source=sources(DATA),
    ),
    Rule(
        id="2E-SPC-7",
        title="Scatter laser",
        text='Up to six shots, all named before any is rolled; after the first target each must be within 6" of it. '
        "Here all of them go to the unit that was named.",
        example="Six shots needing 4+: three hits on average.",
        source=sources(DATA),
    ),
    Rule(
        id="2E-SPC-8",
        title="Weapons that frighten",
        text="A squad hit by a Devourer must take a break test at the end, with or without losses. The Blastmaster "
        "needs one casualty for that.",
        example="Three hits, every wound saved: the squad tests all the same.",
        source=sources(DATA),
    ),
    Rule(
        id="2E-SPC-9",
        title="Other special weapons",
        text="What these weapons do besides is in the table. The app asks for the numbers that only the table can "
        "show, such as models nearby, and reminds of what it does not play.",
        example='Deathspitter: one model hit, four more within 2": two further hits of Strength 3 on average.',
        source=sources(DATA, reading(about="the salvo template is not public")),
        chart=(
            ("weapon", "what it does"),
            ("Deathspitter", "every other model within 2 inches of the one hit: on 4+ a hit of S3, no modifier"),
            ("shotgun", "a trooper hit and not slain goes back 2 inches and falls on 4+; no big ones, no Terminators"),
            ("venom cannon", "the app asks how many its salvo hits; a miss drifts as in 2E-BLA-2"),
            ("gauss-flayer", "a 6 to penetrate adds a die: 2E-AP-3"),
        ),
    ),
)
