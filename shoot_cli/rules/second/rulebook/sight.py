"""2E-ARC, 2E-LOS and 2E-COV: what a model faces, what it sees, and what stands in the way."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule, section
from shoot_cli.rules.second.rulebook.sources import ANSWERS, COVER_BLOG, MEMORY, SHOOTING, SUMMARY, reading, sources

RULES: Final[tuple[Rule, ...]] = (
    *section(
        "Arc of fire",
        Rule(
            id="2E-ARC-1",
            title="A quarter to the front",
            text="A model picks targets up to 45 degrees left and right of where it faces, other arcs are printed on "
            "a vehicle's datafax. Each owner says before the game what the front of a model is. The app asks: inside, "
            "outside or on the edge.",
            example="At 30 degrees off the axis there is a shot, at 60 none.",
            source=sources(SHOOTING, COVER_BLOG),
        ),
        Rule(
            id="2E-ARC-2",
            title="On the edge of the arc",
            text="If nobody can tell, the shot is allowed on a D6 of 4 or more, thrown once for each model that fires "
            "and that target, before anything else. Where it is refused, we let the model look for something else to "
            "shoot at.",
            example="Exactly at 45 degrees the shot happens half of the time: of six on the edge three, on average.",
            source=sources(SHOOTING, reading(about="another target after a refusal")),
        ),
    ),
    *section(
        "Line of sight",
        Rule(
            id="2E-LOS-1",
            title="What hides a target",
            text='Look from the eye of the model: terrain that covers the target wholly, more than 2" of wood, and '
            "any model between the two hide it, whoever owns that model. Agree before the game what each piece of "
            "terrain does; the app only asks. In some groups a front rank does not hide targets from the rest "
            "of its own unit, unless templates are fired (setting `second_rank_los`).",
            example='Across 1" of trees the shot is on, at soft cover; across 4" there is none.',
            source=sources(SHOOTING, reading("second_rank_los", "a house rule of the same page")),
        ),
        Rule(
            id="2E-LOS-2",
            title="From above",
            text="High ground and upper floors look over things that hide a target from the ground. Nothing is worked "
            "out here: the app asks what is seen, and in which cover.",
            example="From a roof the squad behind the wall is in the open, if nothing else covers it.",
            source=sources(SHOOTING),
        ),
    ),
    *section(
        "Cover",
        Rule(
            id="2E-COV-1",
            title="Hard cover: -2",
            text="Whatever would stop a bullet takes 2 from the die: masonry, rocks, trenches and ditches, vehicles, "
            "the corner of a building.",
            example="BS4 at long range behind a wall: 5+ in place of 3+.",
            source=sources(SHOOTING, SUMMARY, COVER_BLOG),
        ),
        Rule(
            id="2E-COV-2",
            title="Soft cover: -1",
            text="Plants that only hide a target, such as hedges, bushes and trees, take 1 from the die.",
            example="BS4 at long range into a hedge: 4+ in place of 3+.",
            source=sources(SHOOTING, SUMMARY, COVER_BLOG),
        ),
        Rule(
            id="2E-COV-3",
            title="Only the better cover counts",
            text="A target in two kinds of cover has the effect of the harder kind alone. Cover makes it harder to "
            "hit and never gives a saving throw.",
            example="Behind rocks among trees: -2, not -3.",
            source=sources(MEMORY),
        ),
        Rule(
            id="2E-COV-4",
            title="A squad partly in cover",
            text="The firer names the class of cover that he allows for, and only models in that class or an easier "
            "one can then be hit. The app asks for the class, and for each model where it stands. Hits beyond "
            "those models are lost.",
            example="Three stand in the open and four behind a wall: at no penalty three can fall, at -2 all seven.",
            source=sources(SUMMARY, f"{ANSWERS} (sustained fire)", reading(about="hits that are left over")),
        ),
    ),
)
