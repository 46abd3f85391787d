"""7E-TGT: what may be shot at."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule, section
from shoot_cli.rules.seventh.rulebook.sources import DATA, EXTRACT, FAQ, HOUSE_RULES, PRACTICE, SCRIPT, reading, sources

RULES: Final[tuple[Rule, ...]] = section(
    "Choosing a target",
    Rule(
        id="7E-TGT-1",
        title="One target for the unit",
        text="The whole unit shoots at a single enemy unit, and a model unable to shoot at it does not shoot this "
        "phase. Exceptions: Split Fire (one model first, the rest at another unit that this first shot did not force "
        "out of a transport), Power of the Machine Spirit (one more weapon elsewhere), gear such as target locks, and "
        "passengers, which are a unit apart from their vehicle.",
        example="All five models see unit A, two of them see unit B. Against A five shoot; against B two shoot and "
        "three do nothing.",
        source=sources(EXTRACT, DATA),
    ),
    Rule(
        id="7E-TGT-2",
        title="Measuring before choosing",
        text="You may check range and sight to any number of enemy units before you declare the target.",
        example='Unit A is 23" away and unit B 25": with 24" boltguns you learn this in time to declare A.',
        source=EXTRACT,
    ),
    Rule(
        id="7E-TGT-3",
        title="Units locked in combat",
        text="A unit locked in close combat is never a legal target for either side, though a scattering marker may "
        "land on it. Of the vehicles only Walkers and Chariots can be locked.",
        example="Boyz fight Scouts: no Ork unit may shoot the Scouts and no Marine unit the Boyz.",
        source=sources(EXTRACT, f"{PRACTICE} (vehicles)"),
    ),
    Rule(
        id="7E-TGT-4",
        title="Line of sight",
        text="At least one firing model needs a straight line from its own body to any part of the body of a target "
        "model; weapons, banners, wings, tails and antennae are not body, and models of its own unit never block. A "
        "vehicle weapon looks from its mounting along the arc of its barrel, and a vehicle is seen only by its hull or "
        "turret.",
        example="Over the wall only a banner top and an antenna show: that unit is not visible.",
        source=sources(EXTRACT, f"{HOUSE_RULES} (vehicles)", f"{PRACTICE} (what counts as body)"),
    ),
    Rule(
        id="7E-TGT-5",
        title="Range to the target",
        text="Each firer measures by itself to the nearest model of the target that it can see, base to base and on "
        "the slant when heights differ; vehicle weapons measure from the muzzle, and vehicles are measured to the "
        "hull. A distance equal to the maximum range is in range. Artillery, buildings and super-heavies are not "
        "played.",
        example='One enemy at 11" is hidden, the nearest visible one stands at 13": a 12" pistol cannot fire.',
        source=sources(EXTRACT, FAQ, HOUSE_RULES),
    ),
    Rule(
        id="7E-TGT-6",
        title="Firing without line of sight",
        text="A Barrage weapon may be aimed at a unit that nobody sees, provided it is beyond the weapon's minimum "
        "range. Homing weapons need no sight either: they roll To Hit as usual, and for both firing and allocation "
        "only range is asked.",
        example='A mortar (48") fires at a unit behind a hill 30" away; the marker scatters the full 2D6.',
        source=sources(SCRIPT, DATA, reading(about="Homing in allocation")),
    ),
    Rule(
        id="7E-TGT-7",
        title="Units inside a vehicle",
        text="Embarked units cannot be shot at. When a weapon destroys the transport, the remaining weapons of that "
        "firing unit keep the old target and cannot turn to the passengers.",
        example="The meltagun wrecks a Rhino; the four boltguns of the same squad may not fire at those who get out.",
        source=PRACTICE,
    ),
    Rule(
        id="7E-TGT-8",
        title="Night Fighting",
        text="As long as Night Fighting lasts, all units have Stealth; a firing unit with Night Vision ignores it.",
        example="At night a unit in a ruin saves on 3+ instead of 4+, one on open ground on 6+.",
        source=sources(HOUSE_RULES, DATA),
    ),
)
