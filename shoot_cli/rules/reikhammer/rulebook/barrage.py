"""RH-BAR: barrages."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule, section
from shoot_cli.rules.reikhammer.rulebook.sources import LIKELY, OURS, SHOOTING, reading, sources, wiki

RULES: Final[tuple[Rule, ...]] = section(
    "Barrages",
    Rule(
        id="RH-BAR-1",
        title="One barrage at one tile",
        text="All weapons with barrage points (BP) of a formation together fire one barrage per turn, at one tile. "
        "Each needs range and line of fire to that tile; those without lose their shot for the turn.",
        example="Three guns of 3 BP each, one of them out of range: a barrage of 6 BP.",
        source=wiki(SHOOTING),
    ),
    Rule(
        id="RH-BAR-2",
        title="Suppression and ammo in a barrage",
        text="Suppression and ammo are as in other shooting, with range, line of fire and distance measured to the "
        "tile. A suppressed gun adds no points and keeps its ammo.",
        example="Three guns of 3 BP and Shock 1: the farthest is suppressed, and 6 BP are left.",
        source=reading(),
    ),
    Rule(
        id="RH-BAR-3",
        title="All formations in the area",
        text="Every formation touched, friends included, gains 1 Shock and the extra Shock of the barrage; each is "
        "then resolved and breaks or not on its own. With no gun left there is no barrage and no Shock.",
        example="9 BP that touch an enemy and a friendly formation: 2 Shock on both.",
        source=wiki(SHOOTING),
    ),
    Rule(
        id="RH-BAR-4",
        title="Barrage table",
        text="Add up the points and look once at the chart; radius 0 is the target tile alone. Setting "
        "`barrage_low_at` (none, 1): the AT value of 1 or 2 points, which is missing in the source. Setting "
        "`bp_over_30` (last_row, refuse): more than 30 points use the last row, or cannot be fired.",
        example="9 BP: radius 1, 1 extra Shock, AP3 and AT2.",
        source=sources(
            wiki(SHOOTING),
            f"{LIKELY} (no AT of 1-2 BP; 16-20 BP are printed like 13-15)",
            reading("more than 30 BP"),
        ),
        chart=(
            ("BP", "radius", "extra Shock", "AP", "AT"),
            ("1-2", "0", "0", "1", "-"),
            ("3-4", "1", "0", "1", "1"),
            ("5-6", "1", "0", "2", "1"),
            ("7-9", "1", "1", "3", "2"),
            ("10-12", "2", "1", "3", "2"),
            ("13-15", "2", "2", "3", "2"),
            ("16-20", "2", "2", "3", "2"),
            ("21-25", "3", "3", "3", "2"),
            ("26-30", "3", "4", "3", "2"),
        ),
    ),
    Rule(
        id="RH-BAR-5",
        title="Barrage hits",
        text="Each unit in the area is rolled against once per point of its integrity, a war engine once: infantry by "
        "AP, vehicles and war engines by AT, light vehicles by the better, aircraft not at all. Its hits stay on it "
        "and are saved. Setting `barrage_hits` (roll_per_integrity, automatic): roll, or one sure hit per point where "
        "the table has a value. Setting `barrage_integrity` (current, starting): which points count.",
        example="9 BP at infantry with integrity 3 and armour 3: three dice of 3 or less, then a save for each hit, "
        "which costs 3/4 of a point on average.",
        source=sources(wiki(SHOOTING, sure=LIKELY), reading("light vehicles, aircraft")),
    ),
    Rule(
        id="RH-BAR-6",
        title="Modifiers of a barrage",
        text="Action and cover change the values of a barrage as they do in other shooting, cover unit by unit, so "
        "there is none to ignore. A crossfire may be claimed against enemy formations. Setting `barrage_modifiers` "
        "(all, action_only, none): which of the two count.",
        example="AP1 at a unit in cover makes 0: a 1, then 3 or less (1/12).",
        source=f"no page says it: {OURS}",
    ),
    Rule(
        id="RH-BAR-7",
        title="Area, and the other weapons",
        text="The area is every tile no farther from the target tile than the radius, counted by RH-ELIG-4. Setting "
        "`barrage_with_guns` (no, yes): whether the weapons without barrage points fire too; they do so at one enemy "
        "formation touched, after its barrage hits are saved, and both give it one Shock for fire together.",
        example="Radius 1: 9 tiles by chebyshev, 5 by manhattan.",
        source=f"no page says it: {OURS}",
    ),
)
