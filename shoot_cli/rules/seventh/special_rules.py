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
from shoot_cli.rules.seventh.unplayed_rules import ELSEWHERE, NOT_PLAYED

WEAPON, UNIT, BOTH = "weapon", "unit", "both"
VEHICLES, ON_FOOT = "vehicles", "models that are no vehicles"
# Values in brackets: a number to roll, words that belong to the name, inches, how wide a marker is.
SAVE, WHOM, INCHES, WIDTH = "3+", "whom", "inches", "width"


class SpecialRule(Record):
    """``rule`` is its id in the rulebook, "" if it does nothing in the Shooting phase."""

    name: str
    where: str
    rule: str = ""
    value: str = ""  # SAVE, WHOM, INCHES, or "" if it takes none
    default: int | None = None  # of a value that was left out
    bearers: str = ""  # VEHICLES or ON_FOOT; on others it does nothing
    note: str = ""  # what ``army check`` says of it
    acts: bool = False  # in the Shooting phase, and it is not played


class Named(Record):
    """A rule as a list names it: ``text`` is canonical, with the value only where it belongs to the name."""

    text: str
    known: SpecialRule | None
    value: int | None = None


OF_WEAPONS = (
    SpecialRule("Twin-linked", WEAPON, "7E-HIT-6"),
    SpecialRule("Master-crafted", WEAPON, "7E-HIT-7"),
    SpecialRule("Gets Hot", BOTH, "7E-HIT-11"),
    SpecialRule("Tesla", WEAPON, "7E-HIT-13"),
    SpecialRule("Rending", BOTH, "7E-WND-5"),
    SpecialRule("Bladestorm", BOTH, "7E-WND-5"),
    SpecialRule("Gauss", WEAPON, "7E-WND-5"),
    SpecialRule("Shred", BOTH, "7E-WND-6"),
    SpecialRule("Sniper", BOTH, "7E-WND-7"),
    SpecialRule("Fleshbane", WEAPON, "7E-WND-4"),
    SpecialRule("Poisoned", WEAPON, "7E-WND-3", value=SAVE, default=4),
    SpecialRule("Pinning", WEAPON, "7E-END-1"),
    SpecialRule("Ignores Cover", WEAPON, "7E-SAV-10"),
    SpecialRule("Instant Death", WEAPON, "7E-SAV-12"),
    SpecialRule("One Use Only", WEAPON, "7E-WPN-17"),
    SpecialRule("Skyfire", BOTH, "7E-FLY-4"),
    SpecialRule("Traktor", WEAPON, "7E-FMC-4"),
    SpecialRule("Interceptor", WEAPON, "7E-NOM-3"),
    SpecialRule("Markerlight", WEAPON, "7E-EFF-5"),
    SpecialRule("Concussive", WEAPON, "7E-END-5"),
    SpecialRule("Blind", WEAPON, "7E-END-5"),
    SpecialRule("Soul Blaze", WEAPON, "7E-END-5"),
    SpecialRule("Strikedown", WEAPON, note="movement"),
    SpecialRule("Melta", WEAPON, "7E-VEH-6"),
    SpecialRule("Armourbane", WEAPON, "7E-VEH-6"),
    SpecialRule("Lance", WEAPON, "7E-VEH-6"),
    SpecialRule("Haywire", WEAPON, "7E-VEH-6"),
    SpecialRule("Blast", WEAPON, "7E-WPN-13", value=WIDTH, default=3),
    SpecialRule("Large Blast", WEAPON, "7E-WPN-14", value=WIDTH, default=5),
    SpecialRule("Massive Blast", WEAPON, "7E-WPN-14", value=WIDTH, default=7),
    SpecialRule("Apocalyptic Blast", WEAPON, "7E-WPN-14", value=WIDTH, default=10),
    SpecialRule("Barrage", WEAPON, "7E-WPN-15"),
    SpecialRule("Template", WEAPON, "7E-WPN-16"),
    SpecialRule("Torrent", WEAPON, "7E-WPN-24", value=INCHES, default=12),
    SpecialRule("Graviton", WEAPON, "7E-WND-8"),
    SpecialRule("Homing", WEAPON, "7E-TGT-6"),
    SpecialRule("Primary Weapon", WEAPON, "7E-WPN-19"),
)

OF_UNITS = (
    SpecialRule("Precision Shots", BOTH, "7E-HIT-9"),
    SpecialRule("Preferred Enemy", UNIT, "7E-HIT-8", value=WHOM),
    SpecialRule("Strafing Run", UNIT, "7E-FLY-7"),
    SpecialRule(
        "Gunslinger",
        UNIT,
        "7E-WPN-4",
        bearers=ON_FOOT,
        note="whoever has two pistols fires both, with this rule or without it",
    ),
    SpecialRule("Multi-tracker", UNIT, "7E-WPN-4", bearers=ON_FOOT),
    SpecialRule("Cyclone", UNIT, "7E-WPN-4"),  # may fire a storm bolter and the launcher
    SpecialRule("Relentless", UNIT, "7E-WPN-21", bearers=ON_FOOT),
    SpecialRule("Slow and Purposeful", UNIT, "7E-WPN-21"),
    SpecialRule("Power of the Machine Spirit", UNIT, "7E-WPN-22", bearers=VEHICLES),
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
    SpecialRule("Feel No Pain", UNIT, "7E-SAV-11", value=SAVE, default=5, bearers=ON_FOOT),
    SpecialRule("Reanimation Protocols", UNIT, "7E-SAV-11", value=SAVE, default=5, bearers=ON_FOOT),
    SpecialRule("Eternal Warrior", UNIT, "7E-SAV-13", bearers=ON_FOOT),
    SpecialRule("Character", UNIT, "7E-ALC-6", bearers=ON_FOOT),
    SpecialRule("Independent Character", UNIT, "7E-ALC-6", bearers=ON_FOOT),
    SpecialRule("Swarms", UNIT, "7E-ALC-12", bearers=ON_FOOT),
    SpecialRule("Never Pinned", UNIT, "7E-END-1", bearers=ON_FOOT),
    SpecialRule("Fast", UNIT, "7E-WPN-22", bearers=VEHICLES),
    SpecialRule("Heavy", UNIT, "7E-WPN-22", bearers=VEHICLES),
    SpecialRule("Walker", UNIT, "7E-VEH-11", bearers=VEHICLES),
    SpecialRule("Open-topped", UNIT, "7E-VEH-9", bearers=VEHICLES),
    SpecialRule(
        "Skimmer", UNIT, "7E-NOM-3", bearers=VEHICLES
    ),  # Skyfire weapons shoot at it as they should, and it may jink
    SpecialRule("Flyer", UNIT, "7E-FLY-1", bearers=VEHICLES),
    SpecialRule("Hover", UNIT, "7E-FLY-1", bearers=VEHICLES),
    SpecialRule("Agile", UNIT, "7E-FLY-6", bearers=VEHICLES),
    SpecialRule("Fighter", UNIT, "7E-FLY-3", bearers=VEHICLES),
    SpecialRule("Vector Strike", UNIT, "7E-FLY-11"),
    SpecialRule("Invasion Beams", UNIT, "7E-FLY-10", bearers=VEHICLES),  # of a Night Scythe
    SpecialRule("Extra Armour", UNIT, "7E-VEH-13", bearers=VEHICLES),
    SpecialRule("Venerable", UNIT, "7E-VEH-13", bearers=VEHICLES),
    SpecialRule("Ramshackle", UNIT, "7E-VEH-16", bearers=VEHICLES),
    SpecialRule("Smoke Launchers", UNIT, "7E-SAV-5", bearers=VEHICLES),
    SpecialRule("Camo Netting", UNIT, "7E-VEH-8"),
    SpecialRule("Killshot", UNIT, "7E-VEH-6", bearers=VEHICLES),  # three Predators: Tank Hunters and Monster Hunter
    SpecialRule("Fearless", UNIT, "7E-GTG-3", bearers=ON_FOOT),
    SpecialRule("Zealot", UNIT, "7E-GTG-3", bearers=ON_FOOT),
    SpecialRule("And They Shall Know No Fear", UNIT, "7E-END-2", bearers=ON_FOOT),
    SpecialRule("Mob Rule", UNIT, "7E-END-2", bearers=ON_FOOT),
    SpecialRule(
        "Instinctive Behaviour",
        UNIT,
        "7E-END-2",
        value=WHOM,
        bearers=ON_FOOT,
        note="a failed Morale check is announced; whom it must shoot at, or whether it may, is yours to say",
    ),
    SpecialRule(
        "It Will Not Die",
        UNIT,
        "7E-END-5",
        value=SAVE,
        default=5,
        note="it is rolled at the end of its owner's turn, which is not played",
    ),
)

OF_HIS_WEAPONS = tuple(rule.name for rule in OF_WEAPONS if rule.where == BOTH)  # a model's own rule (7E-IC-3)

# They change nothing in what is played here.
UNPLAYED = (
    *(SpecialRule(name, UNIT, note=what) for what, names in ELSEWHERE.items() for name in names),
    *(SpecialRule(name, UNIT, note=why, acts=True) for name, why in NOT_PLAYED.items()),
)

ALL = OF_WEAPONS + OF_UNITS + UNPLAYED

_VALUE = re.compile(r"(?P<name>.*?)\s*(?:\((?P<inside>[^()]*)\)|(?P<bare>[2-6]\+|\d+\"))", re.DOTALL)


@cache
def _by_name() -> dict[str, SpecialRule]:
    names = {plain_name(rule.name): rule for rule in ALL}
    spoken = {"camo cloaks": "camo cloak", "precision shot": "precision shots", "tank hunter": "tank hunters",
              "fnp": "feel no pain", "primary": "primary weapon", "poison": "poisoned", "one use": "one use only",
              "twinlinked": "twin linked", "tl": "twin linked", "mastercrafted": "master crafted",
              "atsknf": "and they shall know no fear", "one shot": "one use only", "scouts": "scout",
              "armorbane": "armourbane", "monster hunters": "monster hunter", "swarm": "swarms",
              "extra armor": "extra armour", "traktor beam": "traktor", "vector strikes": "vector strike",
              "strafing runs": "strafing run", "smoke launcher": "smoke launchers",
              "camouflage netting": "camo netting",
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
        return Named(known.name, known, None if known.value == WIDTH else known.default)
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
    if known.value in (INCHES, WIDTH):
        inches = _inches(text, inside, known)
        return Named(known.name, known, inches if known.value == INCHES else None)
    if known.rule and inside:  # played, but not so: whoever wrote it wants something that would be lost
        raise ValueError(f"{shown(text)}: {known.name} has nothing in brackets; write {known.name}, or leave it out")
    return Named(known.name if known.rule else text, known)


def _inches(text: str, inside: str, known: SpecialRule) -> int:
    """:raises ValueError: no number of inches, or another than the marker is wide."""
    number = inside.removesuffix('"').strip()
    right = (
        number.isascii()
        and number.isdigit()
        and (1 <= int(number) <= 60 if known.value == INCHES else int(number) == known.default)
    )
    if not right:
        like = f'{known.name} ({known.default}")'
        raise ValueError(f"{shown(text)}: {shown(inside)} is no number of inches here; write {like}")
    return int(number)


def names_for(where: str) -> list[str]:
    """Every name that a weapon or unit may carry and that does something."""
    return [rule.name for rule in ALL if rule.where in (where, BOTH) and (rule.rule or where == WEAPON)]


def idle_on(rule: SpecialRule, vehicle: bool) -> str:
    """Why the rule does nothing on such a unit, in words; "" if it does something."""
    wrong = rule.bearers == (ON_FOOT if vehicle else VEHICLES)
    return f"{rule.name} is a rule of {rule.bearers} and does nothing here" if wrong else ""


def near_misses(text: str) -> list[str]:
    """Rules with an effect that an unknown rule of a unit was perhaps meant to be."""
    name = text.split("(")[0]
    return near(name, [rule.name for rule in ALL if rule.where != WEAPON and rule.rule], most=1, cutoff=0.82)
