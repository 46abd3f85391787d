"""What ``oracle.py`` rolls with: all numbers of attacks that are alike, and of who defends himself."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from tests.helpers.dice_laws import Roll
from tests.rules.tenth.oracles.dice import Amount, rolled

ONES, ALL = "ones", "all"  # what may be rolled again
NONE = 7  # a need that no die shows


def clamp(modifier: int) -> int:
    return max(-1, min(1, modifier))


class Single(NamedTuple):
    """What may be done to one die of all the unit's attacks (EFF-35)."""

    key: str
    kinds: frozenset[str]
    six: bool  # set to 6; else rolled again


class Guard(NamedTuple):
    """What one model has against one kind of wound."""

    save: int
    again_save: str
    single_save: bool  # the save may be one that is rolled again once
    pain: int
    pain_mortal: int
    halvings: int
    less: int
    most: int | None
    shields: int  # so many attacks do it no damage


class Blows(NamedTuple):
    """Attacks that are alike: of one strength, where it is rolled."""

    automatic: bool
    skill: int
    to_hit: int
    misses: int  # up to which face
    sixes: int  # in Overwatch: nothing below hits (OOP-1); else 0
    critical_hit: int
    critical_if_hit: int
    again_hit: str
    fish_hit: bool
    lethal: bool
    sustained: Amount | None
    need: int
    to_wound: int
    fails: int  # up to which face
    anti: int
    critical_wound: int
    critical_if_wound: int
    anti_wins: bool
    again_wound: str
    fish_wound: bool  # if a critical is worth more against the target: see ``Game.fishes``
    devastating: bool
    apart: bool  # critical wounds are saved after the others
    damage: tuple[Amount, int]  # what is rolled, what is added
    critical_damage: tuple[Amount, ...]  # what is added to that of critical wounds
    melta: Amount | None
    again_damage: str
    precise: bool
    psychic: bool
    on_hit: tuple[Amount, ...]  # mortal wounds of critical hits
    on_wound: tuple[Amount, ...]
    singles: tuple[Single, ...]
    single_saves: tuple[Single, ...]
    guards: tuple[tuple[Guard, ...], ...]  # of every model: against wounds, against critical wounds
    alone: tuple[tuple[Guard, ...], ...]  # the same while nobody is left to be led


class Number(NamedTuple):
    """How many attacks one weapon makes (ATK-3)."""

    base: Amount
    times: int
    more: tuple[Amount, ...]
    less: int
    blast: int
    again: bool

    def roll(self, roll: Roll) -> int:
        first = rolled(self.base, roll)
        if self.again and self.base.dice and first < self.base.average:
            first = rolled(self.base, roll)
        found = first * self.times + sum(rolled(one, roll) for one in self.more) - self.less
        return max(1, found) + self.blast

    @property
    def average(self) -> float:
        found = self.base.average * self.times + sum(one.average for one in self.more) - self.less
        return float(max(1, found) + self.blast)


def needed(strength: int, toughness: int) -> int:
    """WND-1."""
    if 2 * strength <= toughness:
        return 6
    if strength < toughness:
        return 5
    if strength >= 2 * toughness:
        return 2
    return 3 if strength > toughness else 4


def points(blows: Blows, guard: Guard, base: int, more: int, spared: bool) -> int:
    """MOD-1, MOD-5, FX-DMG-4: damage after everything that changes it; ``more`` is added beside ``base``."""
    found = more - guard.less if spared else ceil(base / 2**guard.halvings + more - guard.less)
    found = max(0 if spared else 1, found)
    return found if guard.most is None else min(found, guard.most)
