"""Effects that last in a battle: told as a unit's state, kept among its marks until their time is over (7E-EFF-2)."""

from __future__ import annotations

from collections.abc import Iterator

from shoot_cli.armies.problems import plain_name
from shoot_cli.core.questions import Choose, Option, Phrases
from shoot_cli.core.table import Table
from shoot_cli.core.turns import Mark, replaced
from shoot_cli.rules.seventh.effects_known import (
    KNOWN,
    MODEL,
    NEXT_TURN,
    OWN_TURN_ENDS,
    PHASE,
    SHOT,
    UNTIL_SAID,
    NamedEffect,
)
from shoot_cli.rules.seventh.effects_told import EXAMPLE, NAMES, canonical, known_as, read
from shoot_cli.rules.seventh.records import Battle, BattleUnit

OTHER = "something else"
FEW = 5  # numbers that an effect is told with, each a row in sight
BACK_IN_THE_FIGHT, FORWARDS, ZEPHYRS_GRACE = "Get Back in the Fight!", "Forwards!", "Zephyr's Grace"
PSYCHIC = (
    "Divination",
    "Telepathy",
    "Biomancy",
    "Pyromancy",
    "Technomancy",
    "Geokinesis",
    "Telekinesis",
    "Daemonology",
    "Librarius",
)


# What can be told ----------------------------------------------------------------------------------------------------


def effects_to_tell(b: Battle, side: int, company: BattleUnit) -> tuple[tuple[Option, ...], tuple[Option, ...]]:
    """What can be told to be in force on the unit: first what these armies can have, then all other names."""
    near: list[Option] = []
    far: list[Option] = []
    for known in KNOWN:
        whose = (1 - side) if known.hostile else side
        for name in names_of(known):
            if not company.marked(name):
                lasts = how_long(b, whose, known.lasts)
                option = Option(name, f"{name}: {effect_label(name, known, lasts)}")
                alone = known.on == MODEL and company.unit.value.vehicle
                if not alone and len(known.numbers) <= FEW and can_have(b, whose, known):
                    near.append(option)
                else:
                    far.append(option.but(seldom=True))
    return tuple(near), (Option(OTHER, "something else, in words of your own"), *far)


def names_of(known: NamedEffect) -> Iterator[str]:
    """As it is told: what takes a number, once with each that makes a difference."""
    if not known.numbers:
        yield known.name
    for number, _ in known.numbers:
        yield f"{known.name} {number.partition('-')[0] or number}"


def how_long(b: Battle, caster: int, lasts: str) -> str:
    """How long it lasts, with the name of the side whose next turn ends it."""
    return f"until {possessive(b.sides[caster].name)} next turn" if lasts == NEXT_TURN else lasts


def possessive(name: str) -> str:
    """
    >>> possessive("Silver Skulls"), possessive("Green Tide")
    ("Silver Skulls'", "Green Tide's")
    """
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def effect_label(name: str, known: NamedEffect, lasts: str) -> str:
    """What it does and how long, in few words."""
    (force,) = read(name)
    words = ", ".join(spoken(word.partition("] ")[2] or word) for word in force.words)
    return "; ".join(filter(None, (words, known.note, lasts)))


SPOKEN = {
    "hit ones": "To Hit rolls of 1 again", "hit ones and twos": "To Hit rolls of 1 and 2 again",
    "hit failed": "failed rolls To Hit again", "wound ones": "To Wound rolls of 1 again",
    "wound failed": "failed rolls To Wound again", "pen ones": "penetration rolls of 1 again",
    "pen failed": "failed penetration again", "pen failed+glances": "failed penetration and glances again",
    "stationary": "as if it had not moved", "no sight": "needs no line of sight", "snap only": "Snap Shots only",
    "no cover": "no cover saves",
    "back in the fight": "full action", "save ones": "saves of 1 again", "save failed": "failed saves again",
}  # fmt: skip
HEADS = {
    "bs": "Ballistic Skill", "snap bs": "Ballistic Skill of Snap Shots", "s": "Strength", "t": "Toughness",
    "av": "armour value", "fnp": "Feel No Pain", "pen to glance": "penetration becomes a glance on",
}  # fmt: skip


def spoken(word: str) -> str:
    """A word of 7E-EFF-1 in the words of the table: ``bs +1:boltgun`` is ``Ballistic Skill +1 (boltgun)``."""
    plain, _, about = word.partition(":")
    head, _, number = plain.rpartition(" ")
    said = SPOKEN.get(plain) or f"{HEADS.get(head, head)} {number}".strip()
    return f"{said} ({about})" if about else said


def can_have(b: Battle, side: int, known: NamedEffect) -> bool:
    """True if somebody of this side is known to bring it: by a rule, a psyker, its faction or a unit of that name."""
    units = [company.unit.value for company in b.sides[side].companies]
    rules = {rule for unit in units for rule in unit.every_rule}
    if known.name in rules or plain_name(known.name) in map(plain_name, rules):
        return True
    if any(word in known.whose for word in PSYCHIC):
        return any(rule.startswith("Psyker") for rule in rules)
    army = " ".join((b.sides[side].name, b.factions[side], *(unit.faction for unit in units))).casefold()
    names = {word.rstrip("s") for unit in units for word in plain_name(unit.name).split()}
    words = (word.strip(",;").rstrip("s").casefold() for word in known.whose.split())
    return any(len(word) > 2 and (word in army or word in names) for word in words)


# Telling it ----------------------------------------------------------------------------------------------------------


def tell_effect(b: Battle, side: int, at: int, said: str, table: Table) -> Battle:
    """It is in force from now on, as long as it lasts (7E-EFF-2)."""
    company = b.company(side, at)
    name = company.unit.value.name
    if said != OTHER:
        known, _ = known_as(said)
        assert known is not None
        told, lasts, hostile = (said,), known.lasts, known.hostile
    else:
        told = table.ask(IN_FORCE.but(text=f"What is in force on {name}?"))
        hostile = side != b.active
        options = tuple(Option(lasts, how_long(b, b.active, lasts)) for lasts in LASTS)
        lasts = table.ask(HOW_LONG.but(options=options))
    words = how_long(b, 1 - side if hostile else side, lasts)
    for one in told:
        until = end_of(b, side, lasts, hostile)
        table.tell("{unit}: {effect}, {lasts}", ("7E-EFF-2",), unit=name, effect=one, lasts=words)
        company = company.with_mark(Mark(one, until, once=lasts == SHOT))
    return replaced(b, side, at, company)


IN_FORCE = Phrases("effects", canonical, NAMES, rules=("7E-EFF-1", "7E-EFF-8"), example=EXAMPLE)
LASTS = (SHOT, PHASE, NEXT_TURN, UNTIL_SAID)
HOW_LONG = Choose("lasts", tuple(map(Option, LASTS)), PHASE, rules=("7E-EFF-2",), text="How long?")


def end_of(b: Battle, side: int, lasts: str, hostile: bool) -> tuple[int, int] | None:
    """The turn, and whose it is, with whose end the effect on a unit of this side is over; None: nobody knows."""
    if lasts == UNTIL_SAID:
        return None
    if lasts == NEXT_TURN:  # whoever cast it: his next turn begins when the other's is over
        return b.end_of(side if hostile else 1 - side)
    return b.end_of(side) if lasts == OWN_TURN_ENDS else b.this_turn()
