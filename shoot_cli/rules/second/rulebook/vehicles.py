"""2E-VEH and 2E-AP: vehicles, walkers and support weapons."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule, section
from shoot_cli.rules.second.rulebook.sources import DAMAGE_SHEET, DATA, LIKELY, MEMORY, THIN, reading, sources

RULES: Final[tuple[Rule, ...]] = (
    *section(
        "Vehicles and walkers",
        Rule(
            id="2E-VEH-1",
            title="Location",
            text="Each hit throws a D6 for the part that is struck, by the vehicle's own bands, and meets its armour "
            "of the side that the firer stands at: front, or side and rear. Crew and riders are wounded and saved like "
            "infantry. Whether hard cover hides the part is for the players to say, then the cover is struck.",
            example="A 4 against a Rhino from behind: the hull, armour 18.",
            source=sources(DATA, reading(about="parts hidden by cover")),
            chart=(
                ("target", "1", "2", "3", "4", "5", "6"),
                ("Rhino", "track 15/15", "hull 20/18", "hull", "hull", "hull", "weapons 12/12"),
                ("Land Raider", "track 17/17", "track", "hull 22/20", "hull", "hull", "lascannon 18/18"),
                ("Predator", "track 15/15", "hull 20/18", "hull", "sponson 17/15", "turret 22/22", "turret"),
                ("Leman Russ", "track 16/16", "hull 22/18", "hull", "heavy bolter 17/17", "turret 25/22", "turret"),
                ("Falcon", "grav motor 18/18", "hull 18/18", "hull", "hull", "turret 18/18", "turret"),
                ("SM Dreadnought", "legs 20/18", "left arm 19/17", "right arm 19/17", "body 21/19", "body", "body"),
                ("Land Speeder", "crew", "crew", "speeder 10/12", "speeder", "speeder", "speeder"),
                ("SM bike", "crew", "crew", "bike 10/10", "bike", "bike", "bike"),
            ),
        ),
        Rule(
            id="2E-VEH-2",
            title="Support weapons",
            text="Rapier, Thudd gun and Tarantula have armour 10, and whatever gets through destroys them. At short "
            "range the firer chooses between the gun and its crew, farther off chance does.",
            example="A boltgun reaches 10 at most, which is not more than 10.",
            source=sources(DATA),
        ),
        Rule(
            id="2E-VEH-3",
            title="Damage tables",
            text="For each penetration a D6 is thrown on the table of that part, printed on its datafax; a hit that "
            "does not get through leaves no trace. These tables are not public: the app asks what the row says, unless "
            "the list has it, and writes it down.",
            example="Turret penetrated and a 3: you are asked for row 3 of that turret.",
            source=sources(DATA, DAMAGE_SHEET, sure=LIKELY),
        ),
        Rule(
            id="2E-VEH-4",
            title="Areas on vehicles",
            text="A marker or template strikes the parts that it covers, a part half under it on 4+. If nobody can "
            "say what it covers, one part is rolled for (all of them on 4+: setting `vehicle_blast`).",
            example="It lies on the turret and touches a track: the turret is struck, the track on 4+.",
            source=sources(MEMORY, f"{DATA} (distortion, vortex)", reading("vehicle_blast"), sure=THIN),
        ),
    ),
    *section(
        "Armour penetration",
        Rule(
            id="2E-AP-1",
            title="Penetration dice",
            text="Strength, a D6 and the damage dice are added up, these last if the weapon does more than one point. "
            "If the profile prints other dice, those are thrown.",
            example="Multi-melta, S8 and 2D12 damage: D6 + 2D12 + 8.",
            source=sources(DATA),
        ),
        Rule(
            id="2E-AP-2",
            title="More than the armour",
            text="The total goes through if it is higher than the armour value; in some groups an equal total is "
            "enough (setting `penetrate_on`).",
            example="3D6+9 against 18: more than 9 on the dice, 5/8.",
            source=sources(MEMORY, reading("penetrate_on"), sure=LIKELY),
        ),
        Rule(
            id="2E-AP-3",
            title="Special penetration",
            text="Armour-piercing ammunition adds the die of the table, once. Ceramite halves the total of melta "
            "weapons, which we round up; bows throw the D6 alone; a gauss-flayer's 6 brings another D6. Thunder "
            "hammer, graviton, wraithcannon, distortion and haywire simply get through.",
            example="Gauss-flayer against 15: only a 6 and another 6 will do, 1/36.",
            source=sources(DATA, reading(about="the rounding")),
            chart=(("Strength", "1-3", "4-5", "6-7", "8-10"), ("adds", "D3", "D6", "D12", "D20")),
        ),
    ),
)
