"""A list of 2,000 points as the official app writes it, and a roster with its values. All of it is invented by us."""

from __future__ import annotations

from tests.importing.written_rosters import (
    Node,
    ability,
    blade,
    gun,
    model,
    roster,
    rule,
    statline,
    unit,
    upgrade,
)

TEXT = """High Water at the Ford (2000 points)

River Watch
Strike Force (2000 points)
Flood Tide

CHARACTERS

River Captain (95 points)
  • 1x Sabre
  • 1x Tide pistol
  • Enhancement: Old Chart

River Captain (80 points)
  • 1x Sabre
  • 1x Tide pistol

Storm Oracle (105 points)
  • 1x Storm staff

BATTLELINE

River Guard (180 points)
  • 1x Guard Sergeant
    • 1x Tide pistol
  • 9x River Guard
    • 7x Tide rifle
    • 2x Reed mortar

River Guard (180 points)
  • 1x Guard Sergeant
    • 1x Tide pistol
  • 9x River Guard
    • 9x Tide rifle

River Guard (180 points)
  • 1x Guard Sergeant
    • 1x Tide pistol
  • 9x River Guard
    • 9x Tide rifle
    • 1x Reed banner

OTHER DATASHEETS

Lock Keepers (150 points)
  • 1x Keeper Chief
    • 1x Gate hammer
    • 1x Tide pistol
  • 4x Keeper w/ gate gun
    • 4x Gate gun

Lock Keepers (150 points)
  • 1x Keeper Chief
    • 1x Gate hammer
    • 1x Tide pistol
  • 4x Keeper w/ gate gun
    • 4x Gate gun
  • Mark of the Flood: Silver

Mist Scouts (110 points)
  • 1x Scout Sergeant
    • 1x Long rifle
  • 4x Mist Scout
    • 4x Long rifle

River Engine (220 points)
  • 1x Boiler cannon
  • 2x Side gun

River Engine (220 points)
  • 1x Boiler cannon
  • 2x Side gun

Ferry (110 points)
  • 1x Side gun

Tide Walker (220 points)
  • 1x Great boiler
  • 1x Tide pistol

Exported with App Version: v1.34.0 (1), Data Version: v620
"""
MEN, CARTS = ("Infantry", "Faction: River Watch"), ("Vehicle", "Faction: River Watch")
LEADER = "This model can be attached to the following units:\n■ River Guard\n■ Lock Keepers"
AGAIN = "Each time a model in this unit makes a ranged attack{}, re-roll a hit roll of 1."
LED = "While this model is leading a unit, each time a model in that unit makes a ranged attack{}, re-roll a hit roll of 1."
UNREAD = (
    "In your Shooting phase, one enemy unit that this unit hits counts as wet: every wound roll at it is one better."
)
CHARGES = "Each time this unit ends a Charge move, roll one D6."


def pistol(**values: object) -> Node:
    return gun("Tide pistol", range_='12"', a=1, keywords="Pistol", **values)  # type: ignore[arg-type]


def data() -> Node:
    """The roster with the values. Some abilities are read, some ask, some are the players', some do not shoot."""
    captain = unit(
        "River Captain", statline("River Captain", t=3, sv="4+", w=4), ability("Leader", LEADER),
        ability("Drill Master", LED.format("")), ability("Sabre Rush", CHARGES),
        ability("Invulnerable Save (5+)", "This model has a 5+ invulnerable save."), pistol(bs="2+"), blade("Sabre"),
        upgrade("Old Chart", ability("Old Chart", UNREAD), points=15, group="Enhancements"),
        kind="model", points=95, categories=("Character", *MEN),
    )  # fmt: skip
    oracle = unit(
        "Storm Oracle", statline("Storm Oracle", t=3, sv="5+", w=4), ability("Leader", LEADER),
        ability("Eye of the Storm", LED.format(" that targets a unit in the water")), ability("Cloud Talk", UNREAD),
        gun("Storm staff", range_='18"', a="D6", bs="N/A", keywords="Torrent"),
        kind="model", points=105, categories=("Character", *MEN),
    )  # fmt: skip
    guard = unit(
        "River Guard", statline("River Guard", t=3, sv="4+", w=1), ability("Hold the Ford", AGAIN.format("")),
        ability("Wade In", CHARGES),
        model("River Guard", gun("Tide rifle"), gun("Reed mortar", range_='36"', a="D3", bs="4+", keywords="Blast"),
              upgrade("Reed banner", ability("Reed banner", "Add 1 to the Leadership of models in this unit.")),
              number=9),
        model("Guard Sergeant", pistol()), points=180, categories=("Battleline", *MEN),
    )  # fmt: skip
    keepers = unit(
        "Lock Keepers", statline("Keeper", t=5, sv="2+", w=3), ability("Shut the Gate", UNREAD),
        model("Keeper w/ gate gun", gun("Gate gun", s=6), number=4),
        model("Keeper Chief", pistol(), blade("Gate hammer")), points=150, categories=MEN,
    )  # fmt: skip
    scouts = unit(
        "Mist Scouts", statline("Mist Scout", t=3, sv="4+", w=2), ability("Out of the Mist", UNREAD),
        ability("Quiet Step", AGAIN.format(" that targets a unit in the mist")), rule("Infiltrators"), rule("Stealth"),
        model("Mist Scout", gun("Long rifle", range_='36"'), number=4), model("Scout Sergeant", gun("Long rifle", range_='36"')),
        points=110, categories=MEN,
    )  # fmt: skip
    engine = unit(
        "River Engine", statline("River Engine", t=10, w=12), ability("Bursting Boiler", UNREAD),
        rule("Deadly Demise D3"), gun("Boiler cannon", range_='48"', a="D6", s=10), gun("Side gun", 2, a=3),
        kind="model", points=220, categories=CARTS,
    )  # fmt: skip
    ferry = unit(
        "Ferry", statline("Ferry", t=9, w=10), ability("Transport", "This model has a transport capacity of 12."),
        ability("Ramp", CHARGES), gun("Side gun", a=3), kind="model", points=110, categories=CARTS,
    )  # fmt: skip
    walker = unit(
        "Tide Walker", statline("Tide Walker", t=9, w=9), ability("Long Legs", CHARGES),
        ability("Steam Veil", UNREAD), gun("Great boiler", a="D6+3", s=7), pistol(bs="4+"),
        kind="model", points=220, categories=CARTS,
    )  # fmt: skip
    return roster(captain, oracle, guard, keepers, scouts, engine, ferry, walker, faction="Test - River Watch")
