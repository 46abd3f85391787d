"""The special rules that lists name: how they are spelt, what carries them, where our specification has them.

A rule of a weapon that is not here is an error in a list, because a weapon that does more than we know would give
wrong odds. Units may carry rules that are not here: the codices have hundreds that do nothing in this phase.
"""

from __future__ import annotations

import re
from functools import cache

from shoot_cli.armies.problems import near, plain_name
from shoot_cli.core.questions import shown
from shoot_cli.core.record import Record

WEAPON, UNIT, BOTH = "weapon", "unit", "both"
SAVE, WHOM = "3+", "whom"  # values in brackets: a number to roll, or words that belong to the name


class SpecialRule(Record):
    """``rule`` is its id in the rulebook, "" if it does nothing in the Shooting phase."""

    name: str
    where: str
    rule: str = ""
    value: str = ""  # SAVE, WHOM, or "" if it takes none
    default: int | None = None  # of a value that was left out


class Named(Record):
    """A rule as a list names it: ``text`` is canonical, with the value only where it belongs to the name."""

    text: str
    known: SpecialRule | None
    value: int | None = None


OF_WEAPONS = (
    SpecialRule("Twin-linked", WEAPON, "7E-HIT-6"),
    SpecialRule("Master-crafted", WEAPON, "7E-HIT-7"),
    SpecialRule("Gets Hot", WEAPON, "7E-HIT-11"),
    SpecialRule("Tesla", WEAPON, "7E-HIT-13"),
    SpecialRule("Rending", WEAPON, "7E-WND-5"),
    SpecialRule("Bladestorm", WEAPON, "7E-WND-5"),
    SpecialRule("Gauss", WEAPON, "7E-WND-5"),
    SpecialRule("Shred", WEAPON, "7E-WND-6"),
    SpecialRule("Sniper", WEAPON, "7E-WND-7"),
    SpecialRule("Fleshbane", WEAPON, "7E-WND-4"),
    SpecialRule("Poisoned", WEAPON, "7E-WND-3", value=SAVE, default=4),
    SpecialRule("Pinning", WEAPON, "7E-END-1"),
    SpecialRule("Ignores Cover", WEAPON, "7E-SAV-10"),
    SpecialRule("Instant Death", WEAPON, "7E-SAV-12"),
    SpecialRule("One Use Only", WEAPON, "7E-WPN-17"),
    SpecialRule("Skyfire", WEAPON, "7E-NOM-3"),
    SpecialRule("Interceptor", WEAPON, "7E-NOM-3"),
    SpecialRule("Concussive", WEAPON, "7E-END-5"),
    SpecialRule("Blind", WEAPON, "7E-END-5"),
    SpecialRule("Soul Blaze", WEAPON, "7E-END-5"),
    SpecialRule("Strikedown", WEAPON),
    SpecialRule("Melta", WEAPON, "7E-VEH-6"),
    SpecialRule("Armourbane", WEAPON, "7E-VEH-6"),
    SpecialRule("Lance", WEAPON, "7E-VEH-6"),
    SpecialRule("Haywire", WEAPON, "7E-VEH-6"),
    SpecialRule("Blast", WEAPON, "7E-WPN-13"),
    SpecialRule("Large Blast", WEAPON, "7E-WPN-14"),
    SpecialRule("Massive Blast", WEAPON, "7E-WPN-14"),
    SpecialRule("Apocalyptic Blast", WEAPON, "7E-WPN-14"),
    SpecialRule("Barrage", WEAPON, "7E-WPN-15"),
    SpecialRule("Template", WEAPON, "7E-WPN-16"),
    SpecialRule("Torrent", WEAPON, "7E-WPN-16"),
    SpecialRule("Graviton", WEAPON, "7E-WND-8"),
    SpecialRule("Homing", WEAPON, "7E-TGT-6"),
    SpecialRule("Primary Weapon", WEAPON, "7E-WPN-19"),
)

OF_UNITS = (
    SpecialRule("Precision Shots", BOTH, "7E-HIT-9"),
    SpecialRule("Preferred Enemy", UNIT, "7E-HIT-8", value=WHOM),
    SpecialRule("Strafing Run", UNIT, "7E-HIT-12"),
    SpecialRule("Gunslinger", UNIT, "7E-WPN-4"),
    SpecialRule("Multi-tracker", UNIT, "7E-WPN-4"),
    SpecialRule("Cyclone", UNIT, "7E-WPN-4"),  # may fire a storm bolter and the launcher
    SpecialRule("Relentless", UNIT, "7E-WPN-21"),
    SpecialRule("Slow and Purposeful", UNIT, "7E-WPN-21"),
    SpecialRule("Power of the Machine Spirit", UNIT, "7E-WPN-22"),
    SpecialRule("Split Fire", UNIT, "7E-TGT-1"),
    SpecialRule("Night Vision", UNIT, "7E-TGT-8"),
    SpecialRule("Battle Focus", UNIT, "7E-NOM-3"),
    SpecialRule("Monster Hunter", UNIT, "7E-WND-6"),
    SpecialRule("Tank Hunters", UNIT, "7E-VEH-6"),
    SpecialRule("Stealth", UNIT, "7E-SAV-7"),
    SpecialRule("Shrouded", UNIT, "7E-SAV-7"),
    SpecialRule("Camo Cloak", UNIT, "7E-SAV-7"),
    SpecialRule("Jink", UNIT, "7E-GTG-6"),
    SpecialRule("Skilled Rider", UNIT, "7E-GTG-6"),
    SpecialRule("Feel No Pain", UNIT, "7E-SAV-11", value=SAVE, default=5),
    SpecialRule("Reanimation Protocols", UNIT, "7E-SAV-11", value=SAVE, default=5),
    SpecialRule("Eternal Warrior", UNIT, "7E-SAV-13"),
    SpecialRule("Character", UNIT, "7E-ALC-6"),
    SpecialRule("Independent Character", UNIT, "7E-ALC-6"),
    SpecialRule("Swarms", UNIT, "7E-ALC-12"),
    SpecialRule("Never Pinned", UNIT, "7E-END-1"),
    SpecialRule("Fast", UNIT, "7E-WPN-22"),
    SpecialRule("Heavy", UNIT, "7E-WPN-22"),
    SpecialRule("Walker", UNIT, "7E-VEH-11"),
    SpecialRule("Open-topped", UNIT, "7E-VEH-9"),
    SpecialRule("Skimmer", UNIT, "7E-NOM-3"),  # Skyfire weapons shoot at it as they should, and it may jink
    SpecialRule("Flyer", UNIT, "7E-NOM-3"),
    SpecialRule("Extra Armour", UNIT, "7E-VEH-13"),
    SpecialRule("Venerable", UNIT, "7E-VEH-13"),
    SpecialRule("Smoke Launchers", UNIT, "7E-SAV-5"),
    SpecialRule("Camo Netting", UNIT, "7E-VEH-8"),
    SpecialRule("Killshot", UNIT, "7E-VEH-6"),  # three Predators: Tank Hunters and Monster Hunter
    SpecialRule("Fearless", UNIT, "7E-GTG-3"),
    SpecialRule("Zealot", UNIT, "7E-GTG-3"),
    SpecialRule("And They Shall Know No Fear", UNIT, "7E-END-2"),
    SpecialRule("Mob Rule", UNIT, "7E-END-2"),
    SpecialRule("Instinctive Behaviour", UNIT, "7E-END-2", value=WHOM),
    SpecialRule("It Will Not Die", UNIT, "7E-END-5"),
)

# Known so that they are not taken for misspelt ones; they do nothing in this phase.
WITHOUT_EFFECT = tuple(
    SpecialRule(name, UNIT)
    for name in (
        "'Ere We Go!", "Acute Senses", "Adamantium Will", "Ancient Doom", "Bonding Knife Ritual", "Bulky", "Very Bulky",
        "Extremely Bulky", "Champion of Chaos", "Chapter Tactics", "Combat Squads", "Combined Squad", "Counter-attack",
        "Crusader", "Deep Strike", "Defence Tactics", "Fear", "Fleet", "Furious Charge", "Hammer of Wrath", "Hatred",
        "Hit & Run", "Infiltrate", "Living Battering Ram", "Living Metal", "Move Through Cover", "Outflank",
        "Psyker", "Rage", "Repair", "Runtherd", "Scout", "Searchlight", "Shadow in the Warp", "Smash", "Stubborn",
        "Supporting Fire", "Synapse Creature", "Unbound", "Vehicle Squadron", "Voice of Command",
    )
)  # fmt: skip

ALL = OF_WEAPONS + OF_UNITS + WITHOUT_EFFECT

_VALUE = re.compile(r"(?P<name>.*?)\s*(?:\((?P<inside>[^()]*)\)|(?P<bare>[2-6]\+))", re.DOTALL)


@cache
def _by_name() -> dict[str, SpecialRule]:
    names = {plain_name(rule.name): rule for rule in ALL}
    spoken = {"camo cloaks": "camo cloak", "precision shot": "precision shots", "tank hunter": "tank hunters",
              "fnp": "feel no pain", "primary": "primary weapon", "poison": "poisoned", "one use": "one use only",
              "twinlinked": "twin linked", "tl": "twin linked", "mastercrafted": "master crafted",
              "atsknf": "and they shall know no fear", "one shot": "one use only", "scouts": "scout",
              "armorbane": "armourbane", "monster hunters": "monster hunter", "swarm": "swarms",
              "extra armor": "extra armour", "smoke launcher": "smoke launchers", "camouflage netting": "camo netting",
              '3" blast': "blast", '5" blast': "large blast", '7" blast': "massive blast",
              '10" blast': "apocalyptic blast", "small blast": "blast", "massive": "massive blast",
              "apocalyptic": "apocalyptic blast", "fast vehicle": "fast", "heavy vehicle": "heavy"}  # fmt: skip
    return names | {said: names[meant] for said, meant in spoken.items()}


def rule_named(text: str) -> Named:
    """The rule that a list means: case, hyphens and apostrophes do not matter.

    >>> rule_named("gets hot!").text, rule_named("poisoned 3+").value, rule_named("Preferred enemy (Orks)").text
    ('Gets Hot', 3, 'Preferred Enemy (Orks)')

    :raises ValueError: a known rule with a value that cannot be.
    """
    text = " ".join(text.split())
    if known := _by_name().get(plain_name(text)):
        return Named(known.name, known, known.default)
    found = _VALUE.fullmatch(text)
    known = found and _by_name().get(plain_name(found["name"]))
    if not found or not known:
        return Named(text, None)
    inside = (found["inside"] or found["bare"] or "").strip()
    if known.value == WHOM and inside:
        return Named(f"{known.name} ({inside})", known)
    if known.value == SAVE:
        number = inside.removesuffix("+")
        if number not in ("2", "3", "4", "5", "6"):
            raise ValueError(f"{shown(text)}: {shown(inside)} is no roll; write {known.name} ({known.default}+)")
        return Named(known.name, known, int(number))
    return Named(known.name if known.rule else text, known)


def names_for(where: str) -> list[str]:
    """Every name that a weapon or unit may carry and that does something."""
    return [rule.name for rule in ALL if rule.where in (where, BOTH) and (rule.rule or where == WEAPON)]


def near_misses(text: str) -> list[str]:
    """Rules with an effect that an unknown rule of a unit was perhaps meant to be."""
    name = text.split("(")[0]
    return near(name, [rule.name for rule in ALL if rule.where != WEAPON and rule.rule], most=1, cutoff=0.82)
