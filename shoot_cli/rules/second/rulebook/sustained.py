"""2E-SF: sustained fire."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule, section
from shoot_cli.rules.second.rulebook.sources import ANSWERS, DATA, DICE_BLOG, LIKELY, MEMORY, reading, sources

RULES: Final[tuple[Rule, ...]] = section(
    "Sustained fire",
    Rule(
        id="2E-SF-1",
        title="One roll, many hits",
        text="A weapon with sustained fire rolls to hit once, and only a success brings out its dice: as many hits "
        "as they come to. The firer may use fewer dice than he has, and with none at all the shot is one plain hit "
        "(setting `sustained_min_dice`).",
        example="A heavy bolter that hits throws 2 dice, or 1 if its bearer fears a jam.",
        source=sources(DATA, DICE_BLOG, reading("sustained_min_dice", "no dice at all")),
    ),
    Rule(
        id="2E-SF-2",
        title="The sustained fire die",
        text="Two of its six sides show 1, two 2, one 3 and one JAM. A jam brings no hit, so a die is worth a hit and "
        "a half on average.",
        example="A 3 and a jam are three hits from a gun that is then jammed.",
        source=sources(DICE_BLOG, f"{MEMORY} (how many sides of each)"),
        chart=(("side", "1", "2", "3", "4", "5", "6"), ("hits", "1", "1", "2", "2", "3", "JAM")),
    ),
    Rule(
        id="2E-SF-3",
        title="Jams",
        text="The hits of the roll are played out, and then the weapon is silent in its owner's next turn, and in as "
        "many as it showed jams (setting `jam_turns`). A marine Dreadnought ignores one jam in each turn, auxiliary "
        "bolters throw jams again, and twin-linked guns are jammed both. A jam of the first shot of rapid fire can "
        "cost the second (setting `rapid_fire_jam`).",
        example="A storm bolter needing 3+ jams with 2/3 x 1/6 = 1/9.",
        source=sources(
            DATA, DICE_BLOG, reading("jam_turns", "the length"), reading("rapid_fire_jam", "rapid fire"), sure=LIKELY
        ),
    ),
    Rule(
        id="2E-SF-4",
        title="Where the extra hits go",
        text='The first hit is for the model shot at. The rest may go to models that are seen within 4" of it, of its '
        "own unit (or of any: setting `sustained_same_unit`), and no harder to hit than it was. The app asks how many "
        "models are that close.",
        example='Shot at in the open: a comrade 3" away in the open may be hit as well, one behind a wall may not.',
        source=sources(DATA, ANSWERS, reading("sustained_same_unit", "the data allow other units")),
    ),
    Rule(
        id="2E-SF-5",
        title="Three jams of an assault cannon",
        text="All three dice jammed: the cannon is destroyed and its user dies without a save. On a Dreadnought it is "
        "the arm that goes, and ignoring a jam does not help.",
        example="Once in 216 shots that hit.",
        source=sources(DATA),
    ),
)
