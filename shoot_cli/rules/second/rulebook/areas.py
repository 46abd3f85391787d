"""2E-BLA, 2E-TMP and 2E-GRN: markers, templates and grenades."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule, section
from shoot_cli.rules.second.rulebook.sources import (
    ARTILLERY_SITE,
    DATA,
    DICE_BLOG,
    LIKELY,
    MEMORY,
    THIN,
    reading,
    sources,
)

RULES: Final[tuple[Rule, ...]] = (
    *section(
        "Blast markers",
        Rule(
            id="2E-BLA-1",
            title="Placing the marker",
            text="A blast weapon is aimed at one model and rolls to hit it like any other. If it hits, the middle of "
            "the marker lies on that model, if not, the marker drifts. The app asks how many models lie under it.",
            example='BS3 frag missile at long range: 4+, and then a marker of 2" radius.',
            source=sources(MEMORY, f"{DATA} (radii)", sure=LIKELY),
        ),
        Rule(
            id="2E-BLA-2",
            title="Scatter and misfire",
            text="A miss throws the scatter die and the artillery die: the marker goes that many inches where the "
            "arrow points, the small arrow of a HIT side included (`scatter_hit_face`), however far that is "
            "(but for `scatter_cap`). A misfire is a dud and hurts nobody (`misfire`), or an accident for weapons "
            "that have one. The app rolls or asks, and then asks who lies under the marker.",
            example="Arrow and 8: eight inches that way. One throw in six misfires.",
            source=sources(
                DICE_BLOG, ARTILLERY_SITE, DATA, reading("scatter_hit_face", "HIT after a miss"),
                reading("scatter_cap", "no limit"), reading("misfire"), sure=LIKELY,
            ),
            chart=(
                ("die", "1", "2", "3", "4", "5", "6"),
                ("scatter", "arrow", "arrow", "arrow", "arrow", "HIT", "HIT"),
                ("artillery", "2", "4", "6", "8", "10", "MISFIRE"),
            ),
        ),
    ),
    *section(
        "Templates",
        Rule(
            id="2E-TMP-1",
            title="No roll to hit",
            text="The template of a flamer is laid down with its end at the firer, and nothing is rolled to hit. "
            "Beyond 8 inches nobody is proposed to lie under it; the players say who does.",
            example="Skill and cover of the target do not come into it.",
            source=sources(DATA),
        ),
        Rule(
            id="2E-TMP-2",
            title="Wholly and partly under",
            text="Who is wholly under a template or marker is hit, who is partly under it on 4+, and cover does not "
            "help. The app asks for both numbers. Whether survivors of a flamer burn, on 4+, is left to the players "
            "(some groups hit all who are touched by a blast: setting `blast_partial`).",
            example="Two wholly and four partly under it: four hits on average.",
            source=sources(DATA, reading("blast_partial", "blasts, cover"), sure=LIKELY),
        ),
    ),
    *section(
        "Grenades",
        Rule(
            id="2E-GRN-1",
            title="Throwing grenades",
            text="How far a grenade flies hangs on the thrower's Strength; the table for that was not found, so the "
            "app asks whether it reaches that far. A frag grenade is a small blast, a krak grenade hits one model at "
            "-1 and, when it misses, whoever it drifts to, which is played at the table. Melta bombs are not thrown.",
            example="Krak grenade, BS3, soft cover: 7 - 3 + 1 + 1 = 6+.",
            source=sources(DATA, f"{MEMORY} (reach)", sure=THIN),
            chart=(
                ("grenade", "Strength", "damage", "save", "area"),
                ("frag", "3", "1", "-1", "2 inch radius"),
                ("krak", "6", "D6", "-3", "one model"),
            ),
        ),
    ),
)  # fmt: skip
