"""10E-WPN, first half: abilities that decide when a weapon fires, how often, and how it hits."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule, section
from shoot_cli.rules.tenth.rulebook.sources import (
    DATA,
    DATASHEETS,
    FIRST_PRINT,
    INDIRECT_ISSUE,
    PRACTICE,
    UPDATES,
    chosen,
    sources,
)

RULES: Final[tuple[Rule, ...]] = (
    *section(
        "Assault",
        Rule(
            id="10E-WPN-ASSAULT-1",
            title="Assault",
            text="A unit that Advanced may still fire its Assault weapons (10E-ELIG-2). Their dice do not change.",
            example="",
            source=DATA,
        ),
    ),
    *section(
        "Rapid Fire",
        Rule(
            id="10E-WPN-RF-1",
            title="Rapid Fire",
            text="At half range or less when the target is chosen, A rises by X for each such weapon, and a "
            "random X is rolled for each.",
            example="Ten lasguns with Rapid Fire 1 at half range make 20 attacks.",
            source=DATA,
        ),
    ),
    *section(
        "Pistol",
        Rule(
            id="10E-WPN-PISTOL-1",
            title="Pistol",
            text="A Pistol may be fired in combat (10E-ELIG-4), but not together with the other weapons of its "
            "model (10E-TGT-9). Neither of the Big Guns penalties applies to it.",
            example="",
            source=DATA,
        ),
    ),
    *section(
        "Torrent",
        Rule(
            id="10E-WPN-TORRENT-1",
            title="Torrent",
            text="No hit roll is made: each attack hits.",
            example="A flamer with D6 attacks scores D6 hits.",
            source=DATA,
        ),
        Rule(
            id="10E-WPN-TORRENT-2",
            title="Torrent and hit rolls",
            text="Without hit roll there are no Critical Hits, so Lethal Hits and Sustained Hits do nothing, and "
            "neither do modifiers and re-rolls to hit. Fire Overwatch does not keep Torrent from hitting.",
            example="",
            source=sources(UPDATES, f"{PRACTICE} (Fire Overwatch)"),
        ),
        Rule(
            id="10E-WPN-TORRENT-3",
            title="Torrent out of sight",
            text="A Torrent weapon cannot be fired at a target out of sight, not even with Indirect Fire.",
            example="",
            source=DATA,
        ),
    ),
    *section(
        "Indirect Fire",
        Rule(
            id="10E-WPN-INDIRECT-1",
            title="Indirect Fire",
            text="The weapon may be aimed at a unit its model does not see, and it can kill models out of sight. "
            "Range and Lone Operative still count.",
            example="",
            source=DATA,
        ),
        Rule(
            id="10E-WPN-INDIRECT-2",
            title="Indirect Fire out of sight",
            text="If nobody in the shooting unit sees any model of the target when it is chosen, attacks of "
            "Indirect Fire weapons have -1 to hit and miss on every unmodified 1 to 3, and the target has "
            "cover. No bonus makes up for those faces, but Ignores Cover still removes the cover.",
            example="BS3+ hits on 4+ and BS2+ no better; BS4+ hits on 5+, or on 4+ with Heavy.",
            source=sources(DATA, INDIRECT_ISSUE),
        ),
        Rule(
            id="10E-WPN-INDIRECT-3",
            title="Indirect Fire as first printed",
            text="Until mid 2024 shots at a target out of sight had the -1 and the cover, but no faces that "
            "always miss.",
            example="",
            source=sources(FIRST_PRINT, chosen("indirect")),
        ),
    ),
    *section(
        "Blast",
        Rule(
            id="10E-WPN-BLAST-1",
            title="Blast",
            text="Each such weapon makes 1 more attack for every five models, rounded down, in the target when it "
            "is chosen. All of its models count, an attached Leader too.",
            example="+2 against eleven models, +0 against four.",
            source=DATA,
        ),
        Rule(
            id="10E-WPN-BLAST-2",
            title="Blast with fixed attacks",
            text="A Blast weapon whose A is no roll gets the same additional attacks.",
            example="",
            source=DATASHEETS,
        ),
        Rule(
            id="10E-WPN-BLAST-3",
            title="Blast and combat",
            text="Blast is never fired at an enemy that is engaged with anybody in the shooter's army, the "
            "shooter included; Big Guns Never Tire makes no difference.",
            example="A locked tank cannot fire its Blast cannon at the unit it is locked with.",
            source=DATA,
        ),
    ),
    *section(
        "Heavy",
        Rule(
            id="10E-WPN-HEAVY-1",
            title="Heavy",
            text="The attacks have +1 to hit, within the limit of 10E-HIT-4, if the unit Remained Stationary this "
            "turn. One that arrived or disembarked has not.",
            example="A Heavy weapon with BS4+ that stood still hits on 3+.",
            source=sources(DATA, UPDATES),
        ),
    ),
    *section(
        "Hazardous",
        Rule(
            id="10E-WPN-HAZ-1",
            title="Hazardous as first printed",
            text="A 1 used to cost the player a model with such a weapon, or 3 mortal wounds on a CHARACTER, "
            "MONSTER or VEHICLE instead.",
            example="",
            source=sources(FIRST_PRINT, chosen("hazardous")),
        ),
        Rule(
            id="10E-WPN-HAZ-2",
            title="Hazardous",
            text="After all attacks roll a D6 for each Hazardous weapon that was given a target: every 1 in turn "
            "puts 3 mortal wounds, with Feel No Pain and with none going on to other models, on a model with "
            "such a weapon, if any is left. It is one that has lost wounds, else one that is no CHARACTER, "
            "else a CHARACTER; the odds of the attack leave the shooter's losses out.",
            example="Five tests among W2 models cost 5 x 1/6 x 2 = 5/3 wounds on average.",
            source=sources(DATA, UPDATES),
        ),
        Rule(
            id="10E-WPN-HAZ-3",
            title="Which weapons test for Hazardous",
            text="There is one test for each weapon, however often it shot, and only if its Hazardous profile was "
            "chosen. With Fire Overwatch at a charging unit the wounds come after the charge move.",
            example="Two plasma guns, of which one is supercharged: one test.",
            source=DATA,
        ),
    ),
    *section(
        "One Shot",
        Rule(
            id="10E-WPN-ONESHOT-1",
            title="One Shot",
            text="Each such weapon fires once a battle and is spent even if its target dies first; two of them "
            "are two shots. Firing Deck never uses one.",
            example="",
            source=sources(DATA, UPDATES),
        ),
    ),
    *section(
        "Extra Attacks",
        Rule(
            id="10E-WPN-XATK-1",
            title="Extra Attacks",
            text="A melee weapon with this is used besides another melee weapon, so it does nothing in shooting. "
            "Its A changes only by rules that name the weapon.",
            example="",
            source=DATA,
        ),
    ),
    *section(
        "Psychic",
        Rule(
            id="10E-WPN-PSYCHIC-1",
            title="Psychic",
            text="Attacks of the weapon are Psychic Attacks, which matters to rules that ask for them, such as "
            "Feel No Pain against those. The dice do not change.",
            example="",
            source=DATA,
        ),
    ),
    *section(
        "Conversion",
        Rule(
            id="10E-WPN-CONV-1",
            title="Conversion",
            text='Against a target more than 12" away, or 18" or 24" if its datasheet says so, every unmodified '
            "4+ that hits is a Critical Hit. It always comes with Lethal Hits or Sustained Hits.",
            example='At exactly 12" only a 6 is critical.',
            source=DATASHEETS,
        ),
    ),
)
