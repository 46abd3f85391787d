"""How much a file may hold: far more than any list of a player, and little enough for any machine."""

from __future__ import annotations

from shoot_cli.imports.refused import Refused
from shoot_cli.imports.roster import MODEL, Profile, Roster, Selection
from shoot_cli.imports.words import SAID

MIB = 1024 * 1024
FILE = 8 * MIB  # bytes
UNPACKED = 16 * MIB  # bytes out of a zip or a link, whatever these say of themselves
ENTRIES = 16  # in a zip
ELEMENTS = 200_000  # of XML, objects of JSON
DEPTH = 64  # elements inside each other
NESTED = DEPTH // 2  # selections inside each other: in XML a list stands between any two
STRING = 64 * 1024  # characters of an attribute or a text
TAG = MIB  # bytes of XML between two things that the parser can tell of
DIGITS = 9  # of a whole number
TEXT, LINES = 256 * 1024, 5_000  # bytes and lines of a pasted list
THINGS = 10_000  # selections, profiles and rules of a list: a codex with each unit once has one or two thousand
CELL = SAID  # characters in a column of a weapon
UNITS, MODELS, WEAPONS, NUMBER = 200, 500, 40, 999  # in a list, a unit, on a model, of anything


def check(roster: Roster) -> None:
    """:raises Refused: for more of anything than any army has"""
    everything = [one for _, top in roster.tops() for one in top.every()]
    if (things := sum(1 + len(one.profiles) + len(one.rules) for one in everything)) > THINGS:
        raise Refused(f"it has {things} choices, profiles and rules; a list may have {THINGS}")
    for weapon in (profile for one in everything for profile in _weapons(one)):
        if any(len(value) > CELL for _, value in weapon.values):
            raise Refused(f"{weapon.name} has a value of more than {CELL} characters; no weapon has one so long")
    units = [one for _, one in roster.units()]
    if len(units) > UNITS:
        raise Refused(f"it has {len(units)} units; a list may have {UNITS}")
    for unit in units:
        models = [one for one in unit.every() if one.kind == MODEL]
        count = sum(max(0, one.number) for one in models)
        if count > MODELS:
            raise Refused(f"{unit.name} has {count} models; a unit may have {MODELS}")
        # In some data models are called upgrades: as many as there are of anything may carry weapons.
        carriers = max(count, *(one.number for one in unit.every()))
        for bearer, number in [(unit, carriers), *((one, one.number) for one in models)]:
            weapons = sum(max(0, one.number) * len(_weapons(one)) for one in bearer.every())
            if weapons > WEAPONS * max(1, number):
                raise Refused(f"{bearer.name} has {weapons} weapons for {number}; a model may have {WEAPONS}")


def _weapons(one: Selection) -> list[Profile]:
    return [profile for profile in one.profiles if profile.get("Range") is not None]
