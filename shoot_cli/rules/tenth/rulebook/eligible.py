"""10E-ELIG: which unit may shoot."""

from __future__ import annotations

from typing import Final

from shoot_cli.core.rulebook import Rule, section
from shoot_cli.rules.tenth.rulebook.sources import CORE, DATA, DATASHEETS, UPDATES, reading, sources

RULES: Final[tuple[Rule, ...]] = section(
    "Units that may shoot",
    Rule(
        id="10E-ELIG-1",
        title="Who may shoot",
        text="Every unit you have on the battlefield may be chosen to shoot once in your Shooting phase, "
        "unless it Advanced or Fell Back this turn and no rule of its own lifts that bar. Nobody has to "
        "shoot, and a unit that was chosen but made no attack has not shot.",
        example="A unit that Fell Back is refused, but Wraithguard may shoot all the same.",
        source=sources(CORE, DATASHEETS),
    ),
    Rule(
        id="10E-ELIG-2",
        title="Advanced, with Assault weapons",
        text="A unit that Advanced may still be chosen if one of its models carries an Assault weapon, but "
        "then only Assault weapons fire. This lifts the bar for Advancing and no other: a unit locked in "
        "combat still does not shoot.",
        example="Intercessors Advanced: the bolt rifles (Assault) fire, the krak launcher does not.",
        source=DATA,
    ),
    Rule(
        id="10E-ELIG-3",
        title="Locked in combat",
        text='A unit with an enemy inside its Engagement Range, 1" across and 5" up or down, is locked in '
        "combat and cannot be chosen unless it has Pistols (10E-ELIG-4) or is a MONSTER or VEHICLE "
        "(10E-ELIG-5). It does not help if the enemy is a MONSTER or VEHICLE.",
        example="Infantry without Pistols beside an enemy tank may not shoot.",
        source=CORE,
    ),
    Rule(
        id="10E-ELIG-4",
        title="Pistols in combat",
        text="In its own Shooting phase a locked unit with a Pistol may be chosen; only its Pistols fire, at "
        "one enemy unit within its Engagement Range, whether or not friends are fighting that enemy too. "
        "By default that is one enemy for the whole unit; a MONSTER or VEHICLE uses 10E-ELIG-5 in place "
        "of this.",
        example="Marines locked with a tank shoot it with their bolt pistols, without -1 to hit.",
        source=sources(DATA, reading("pistol_targets", "one enemy unit")),
    ),
    Rule(
        id="10E-ELIG-5",
        title="Big Guns Never Tire",
        text="In its own Shooting phase a locked MONSTER or VEHICLE may shoot, at units it is engaged with "
        "and at any other legal target. If it was locked when it chose its targets, its ranged attacks "
        "have -1 to hit, except those of Pistols; this is a modifier of the roll and never a change of "
        "BS.",
        example="A locked tank with BS3+ hits on 4+.",
        source=sources(CORE, UPDATES),
    ),
    Rule(
        id="10E-ELIG-6",
        title="Something to shoot at",
        text="A unit can be chosen to shoot only if one of its models has a ranged weapon with a legal "
        "target. Having none does not take away its standing as eligible where another rule asks for "
        "that.",
        example="A unit with nothing in range is refused, but still counts as eligible to shoot.",
        source=UPDATES,
    ),
    Rule(
        id="10E-ELIG-7",
        title="No ranged weapons",
        text="A unit without ranged weapons counts as eligible to shoot where a rule asks for that, as long "
        "as it neither Advanced nor Fell Back nor is locked in combat.",
        example="",
        source=UPDATES,
    ),
    Rule(
        id="10E-ELIG-8",
        title="Embarked units and reserves",
        text="Embarked units do not shoot, but a transport with Firing Deck X counts as having one ranged "
        "weapon, never One Shot, of each of up to X passengers whose units have not shot; how those "
        "moved and their own rules do not matter, and their units do not shoot this phase. A unit set up "
        "this turn counts as having made a Normal move: it may shoot but has not Remained Stationary.",
        example="Firing Deck 2: two plasma guns from inside fire with the transport, and their unit does not "
        "shoot this phase.",
        source=sources(DATA, UPDATES),
    ),
    Rule(
        id="10E-ELIG-9",
        title="One unit after another",
        text="A unit is chosen, chooses its targets and resolves all its attacks before the next is chosen, "
        "and you may stop while units are left. At the end of the phase the marks of allocated attacks "
        "go (10E-ALL-3) and the Charge phase follows.",
        example="A unit already chosen in this phase is refused.",
        source=CORE,
    ),
)
