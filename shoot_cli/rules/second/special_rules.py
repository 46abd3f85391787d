"""The special rules that lists name: how they are spelt, what carries them, where our specification has them.

A rule of a weapon that is not here is an error in a list, because a weapon that does more than we know would give
wrong odds. Units may carry rules that are not here: the codices have hundreds that do nothing in this phase.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Any

from shoot_cli.armies.problems import near, plain_name
from shoot_cli.armies.reading import whole_number
from shoot_cli.core.questions import shown
from shoot_cli.core.record import Record
from shoot_cli.rules.second.values import MOST_SUSTAINED, radius_of

WEAPON, UNIT, BOTH = "weapon", "unit", "both"
WHEN_CHARGING = "whom it charges loses overwatch, 2E-OW-6: a unit's state can say so"
MOST_JAMS, MOST_RECHARGE = 6, 3


class SpecialRule(Record):
    """``rule`` is its id in the rulebook, "" if it does nothing in the Shooting phase.

    ``use``: what it is for, in words, if no dice and no question of this program hang on it.
    """

    name: str
    where: str
    rule: str = ""
    use: str = ""


class Named(Record):
    """A rule as a list names it; ``text`` is canonical."""

    text: str
    known: SpecialRule | None


class Traits(Record):
    """What the last column of the weapon tables says: numbers with fields of their own, and special rules."""

    sustained: int = 0
    move_or_fire: bool = False
    blast: float | None = None
    template: bool = False
    thrown: bool = False
    explodes: int | None = None
    recharge: int = 0
    rules: tuple[str, ...] = ()  # canonical, sorted


OF_WEAPONS = (
    SpecialRule("Close Combat", WEAPON, use="hand-to-hand combat"),
    SpecialRule("Flamer", WEAPON, "2E-TMP-1"),
    SpecialRule("Knockback", WEAPON, "2E-SPC-9"),
    SpecialRule("Plasma", WEAPON, "2E-SPC-4"),
    SpecialRule("Twin-linked", WEAPON, "2E-SPC-2"),
    SpecialRule("Combi", WEAPON, "2E-SPC-3"),
    SpecialRule("Needle", WEAPON, "2E-SPC-6"),
    SpecialRule("Fear", WEAPON, "2E-SPC-8"),
    SpecialRule("Deathspitter", WEAPON, "2E-SPC-9"),
    SpecialRule("Metal Flayer", WEAPON, "2E-AP-3"),
    SpecialRule("Venom Cannon", WEAPON, "2E-SPC-9"),
    SpecialRule("Armour-piercing", WEAPON, "2E-AP-3"),
    SpecialRule("Seeking", WEAPON, "2E-HIT-4"),
    SpecialRule("Hunter-killer", WEAPON, "2E-HIT-4"),
    SpecialRule("One Use Only", WEAPON, "2E-ELIG-1"),
    SpecialRule("Heavy", WEAPON, "2E-TGT-3"),
    SpecialRule("Special", WEAPON, "2E-TGT-3"),
    SpecialRule("Automatic Penetration", WEAPON, "2E-AP-3"),
    SpecialRule("Melta", WEAPON, "2E-AP-3"),
    SpecialRule("Scatter Laser", WEAPON, "2E-SPC-7"),
    SpecialRule("Auxiliary", WEAPON, "2E-SF-3"),
    SpecialRule("Targeter", BOTH, "2E-HIT-4"),
    SpecialRule("Ignores Speed", BOTH, "2E-HIT-4"),
)

OF_UNITS = (
    SpecialRule("Rapid Fire", UNIT, "2E-SPC-1"),
    SpecialRule("Scout", UNIT, "2E-SPC-1"),
    SpecialRule("Bionic Eye", UNIT, "2E-HIT-4"),
    SpecialRule("Large Target", UNIT, "2E-HIT-4"),
    SpecialRule("Cameleoline", UNIT, "2E-HIT-4"),
    SpecialRule("Holo-suit", UNIT, "2E-HIT-4"),
    SpecialRule("Holo-field", UNIT, "2E-HIT-4"),
    SpecialRule("Hero", UNIT, "2E-TGT-3"),
    SpecialRule("Ignores First Jam", UNIT, "2E-SF-3"),
    SpecialRule("Tyranid", UNIT, "2E-SPC-6"),
    SpecialRule("Daemon", UNIT, "2E-SPC-6"),
    SpecialRule("Ceramite", UNIT, "2E-AP-3"),
    SpecialRule("Causes Fear", UNIT, "2E-OW-6", use=WHEN_CHARGING),
    SpecialRule("Causes Terror", UNIT, "2E-OW-6", use=WHEN_CHARGING),
    SpecialRule("Shaken Not Broken", UNIT, "2E-BRK-3"),
    SpecialRule("Never Breaks", UNIT, "2E-BRK-4"),
    SpecialRule("Passes All Leadership Tests", UNIT, "2E-BRK-4"),
    SpecialRule("Hive Mind", UNIT, "2E-BRK-4"),
    SpecialRule("Standard", UNIT, "2E-BRK-4"),
    SpecialRule("Leader", UNIT, "2E-BRK-4"),
)

# Known so that they are not taken for misspelt ones; they do nothing in this phase.
WITHOUT_EFFECT = (
    SpecialRule("Dispersed Formation", UNIT, use="how far apart models stand"),
    SpecialRule("Immune to Psychology", UNIT, use="psychology"),
    SpecialRule("Infiltration", UNIT, use="how a unit is set up"),
)

ALL = OF_WEAPONS + OF_UNITS + WITHOUT_EFFECT

_SPOKEN_OF_WEAPONS = {
    "twinlinked": "twin linked", "tl": "twin linked", "linked": "twin linked", "combi weapon": "combi",
    "sniper toxin": "needle", "armor piercing": "armour piercing",
    "seeker": "seeking", "one shot": "one use only", "single use": "one use only", "heavy weapon": "heavy",
    "special weapon": "special", "automatically penetrates": "automatic penetration", "auxillary": "auxiliary",
    "ignores fast target penalty": "ignores speed", "metal flaying": "metal flayer",
}  # fmt: skip
_SPOKEN_OF_UNITS = {
    "fear": "causes fear", "terror": "causes terror", "large": "large target", "cameoline": "cameleoline",
    "chameleoline": "cameleoline", "cameleoline cloaks": "cameleoline", "holosuit": "holo suit",
    "holofield": "holo field", "heroic character": "hero", "shaken": "shaken not broken", "battle standard": "standard",
    "company standard": "standard", "tyranids": "tyranid", "daemons": "daemon", "demon": "daemon", "scouts": "scout",
    "ignores fast target penalty": "ignores speed", "targeters": "targeter", "bionic eyes": "bionic eye",
    "ceramite armour": "ceramite", "commander": "leader",
}  # fmt: skip

_BRACKETS = re.compile(r"(?P<name>[^()]*?)\s*\([^()]*\)")  # Hive Mind (12")


@cache
def _by_name(where: str) -> dict[str, SpecialRule]:
    """Rules by what they may be called on a weapon or on a unit; those of the other after those of this."""
    names = {plain_name(rule.name): rule for rule in sorted(ALL, key=lambda rule: rule.where in (where, BOTH))}
    spoken = _SPOKEN_OF_WEAPONS if where == WEAPON else _SPOKEN_OF_UNITS
    own = {plain_name(rule.name) for rule in ALL if rule.where in (where, BOTH)}
    return names | {said: names[meant] for said, meant in spoken.items() if said not in own}


def rule_named(text: str, where: str) -> Named:
    """The rule that a list means on a weapon or a unit (``where``): case, hyphens and apostrophes do not matter.

    >>> rule_named("sniper toxin", WEAPON).text, rule_named("fear", UNIT).text, rule_named('hive mind (12")', UNIT).text
    ('Needle', 'Causes Fear', 'Hive Mind')
    """
    text = " ".join(text.split())
    found = _BRACKETS.fullmatch(text)
    for said in (text, found["name"] if found else text):
        if known := _by_name(where).get(plain_name(said)):
            return Named(known.name, known)
    return Named(text, None)


def names_for(where: str) -> list[str]:
    """Every name that a weapon or unit may carry and that does something."""
    return [rule.name for rule in ALL if rule.where in (where, BOTH) and (rule.rule or where == WEAPON)]


def near_misses(text: str) -> list[str]:
    """Rules with an effect that an unknown rule of a unit was perhaps meant to be."""
    return near(text.split("(")[0], [rule.name for rule in ALL if rule.where != WEAPON and rule.rule], 1, 0.82)


# Traits ---------------------------------------------------------------------------------------------------------------

_BARE = r"\s*[-–—:(]?\s*"
_SUSTAINED = re.compile(
    rf"sustained[ -]fire{_BARE}(\d{{1,2}})\s*(?:dice|die|d6)?\)?|(\d{{1,2}})\s*sustained[ -]fire\s*(?:dice|die)?",
    re.I | re.A,
)
_RADIUS = re.compile(
    rf"(?:blast|radius){_BARE}(?P<after>[^()]*?)(?:\s*radius)?\)?"
    r"|(?P<before>\d[^()a-z]*)\s*(?:blast|(?:blast )?radius)",
    re.I | re.A,
)
_EXPLODES = re.compile(rf"explodes?(?:{_BARE}(?:on\s*)?(\d{{1,2}})\s*(?:jams?)?\)?)?", re.I | re.A)
_RECHARGE = re.compile(rf"recharges?(?:{_BARE}(\d{{1,2}})\s*(?:turns?)?\)?)?", re.I | re.A)
TRAITS = ("sustained fire 2", "move or fire", "blast 2", "template", "thrown", "explodes 3", "recharge 1")


def trait_of(text: str) -> tuple[str, Any] | None:
    """The field of ``Traits`` and its value, if the text is one: ``sustained fire 2``, ``move or fire``, ``2" radius``.

    :raises ValueError: a number that cannot be.
    """
    said = text.strip()
    plain = plain_name(said)
    if plain in ("move or fire", "template", "thrown"):
        return plain.replace(" ", "_"), True
    if found := _SUSTAINED.fullmatch(said):
        return "sustained", whole_number(found[1] or found[2], 0, MOST_SUSTAINED, " sustained fire dice")
    if plain in ("sustained fire", "blast"):
        raise ValueError(f"{shown(said)} lacks its number; write {plain} 2")
    if found := _RADIUS.fullmatch(said):
        return "blast", radius_of((found["after"] or found["before"] or "").strip())
    if found := _EXPLODES.fullmatch(said):
        return "explodes", whole_number(found[1] or "3", 1, MOST_JAMS, " jams")
    if found := _RECHARGE.fullmatch(said):
        return "recharge", whole_number(found[1] or "1", 0, MOST_RECHARGE, " turns")
    return None


def traits_of(texts: Iterable[str]) -> Traits:
    """What all these texts say together. Plasma recharges for a turn, unless they say otherwise.

    :raises ValueError: no rule of weapons, or the same trait with two values.
    """
    found: dict[str, Any] = {}
    rules = set[str]()
    for text in texts:
        if not (trait := trait_of(text)):
            named = rule_named(text, WEAPON)
            rules.add(named.text)
        elif found.setdefault(*trait) != trait[1]:
            words = trait[0].replace("_", " ").replace("sustained", "sustained fire")
            raise ValueError(f"{words} stands twice, as {found[trait[0]]} and as {trait[1]}; keep one")
    if "Plasma" in rules:
        found.setdefault("recharge", 1)
    return Traits(rules=tuple(sorted(rules)), **found)
