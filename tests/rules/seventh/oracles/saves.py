"""Saves of the 7th edition against one Wound, and what it costs, from the rules in words alone.

For ``joined_oracle.py`` and ``flying_oracle.py``. Nothing here knows the steps, charts or odds of the program.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from tests.helpers.dice_laws import Law, Roll, every
from tests.rules.seventh.helpers.attack_words import (
    DEFAULT,
    Attack,
    Group,
    Kind,
    Readings,
    Run,
    clamp,
    has,
    shared,
    total,
    words,
)
from tests.rules.seventh.oracles.volley import armour_of, invulnerable_of, pain_of, saved

NO_AP = 7


class Wound(NamedTuple):
    """What is the same of all Wounds of a pool (WND-10)."""

    ap: int
    precise: bool
    ignores_cover: bool
    pins: bool
    deadly: bool  # Instant Death, whomever it hits
    strength: int | None
    anywhere: bool  # a Blast, or no sight needed: also at who is hidden
    doubles: bool  # a Blast or Template, on Swarms
    dark: bool = False  # Stealth for the night


class Table(NamedTuple):
    """The attack and how it is read."""

    attack: Attack
    readings: Readings = DEFAULT

    @property
    def runs(self) -> tuple[Run, ...]:
        return self.attack.runs

    def man(self, at: int) -> tuple[Group, Kind]:
        return self.attack.target.find(self.runs[at].name)


def living(table: Table, men: Iterable[tuple[int, ...]]) -> frozenset[str]:
    return frozenset(run.name for run, left in zip(table.runs, men, strict=True) if left)


def toughness_of(table: Table, kind: Kind) -> int:
    """Modified (EFF-1): for the chart and for Instant Death."""
    change = total(words(table.attack.target, kind), "t")
    return clamp(change.equal or kind.toughness + change.better - change.worse, 1, 10)


# Saves ---------------------------------------------------------------------------------------------------------------

PLACES = {"none": (7, 1), "ruin": (4, 1), "wood": (5, 1), "crater": (6, 2), "defence line": (4, 2)}


def cover_of(table: Table, at: int, down: bool, there: frozenset[str], dark: bool = False) -> int | None:
    """GTG-2, GTG-6, SAV-4, 5, 7, 9, EFF-1: best source, improvers, what makes it worse."""
    attack, side = table.attack, table.attack.target
    group, kind = table.man(at)
    told = words(side, kind)
    if "no cover" in told:
        return None
    place = table.runs[at].cover or attack.cover
    if group.vehicle and not attack.obscured:
        place = "none"
    source, ground = PLACES.get(place) or (int(place.rstrip("+")), 1)
    change = total(told, "cover")
    source = min(source, change.needs or 7)
    if attack.jink and jinks(group, kind):
        better = shared(side, "Skilled Rider", there) or has(side, group, kind, "Agile")
        source = min(source, 3 if better else 4)
    better = (dark or shared(side, "Stealth", there)) + 2 * shared(side, "Shrouded", there)
    better += has(side, group, kind, "Camo Cloak") or has(side, group, kind, "Camo Netting")
    if change.better and (source < 7 or table.readings.cover_of_none):
        better += change.better
    if source == 7 and attack.set("open_cover_stacks", "yes") == "no":
        better = max(better, ground * down)
    else:
        better += ground * down
    save = source - better
    if not table.readings.cover_capped_last:
        save = max(2, save)
    save = max(2, save + change.worse)
    return save if save < 7 else None


def jinks(group: Group, kind: Kind) -> bool:
    """Who has it by type or rule; the 4+ is their own (IC-3)."""
    by_type = ("Bike", "Jetbike", "Skimmer", "Flyer", "Flying Monstrous Creature")
    return any(group.of_type(word) for word in by_type) or "Jink" in group.rules or "Jink" in kind.rules


def save_of(table: Table, at: int, wound: Wound, down: bool, there: frozenset[str]) -> int | None:
    """The best that is legal (SAV-2, 3, 8, 10)."""
    _, kind = table.man(at)
    told = words(table.attack.target, kind)
    saves = []
    armour = armour_of(told, kind, table.readings.armour_of_none)
    held = armour if table.readings.improved_armour_meets_ap else kind.armour
    if armour and (wound.ap == NO_AP or wound.ap > (held or NO_AP)):
        saves.append(armour)
    if invulnerable := invulnerable_of(told, kind):
        saves.append(invulnerable)
    if not wound.ignores_cover and (cover := cover_of(table, at, down, there, wound.dark)):
        saves.append(cover)
    return min(saves, default=None)


class Fate(NamedTuple):
    """All that becomes of one Wound at one model hangs on."""

    save: int | None
    again: str
    pain: int | None
    deadly: bool
    eternal: bool
    pain_of_eternal: bool
    doubles: str  # "", "double_first" or "fnp_first"
    reanimates: bool = False


def fate_of(table: Table, at: int, wound: Wound, down: bool, there: frozenset[str]) -> Fate:
    attack = table.attack
    group, kind = table.man(at)
    told = words(attack.target, kind)
    strength = wound.strength
    deadly = wound.deadly or (strength is not None and strength >= 2 * toughness_of(table, kind))
    again = "failed" if "save failed" in told else "ones" if "save ones" in told else ""
    return Fate(
        save_of(table, at, wound, down, there),
        again,
        pain_of(told, kind),
        deadly,
        has(attack.target, group, kind, "Eternal Warrior"),
        attack.set("eternal_warrior_fnp", "no") == "yes",
        attack.set("swarms_fnp", "double_first") if wound.doubles else "",
        has(attack.target, group, kind, "Reanimation Protocols"),
    )


@lru_cache(None)
def lost(fate: Fate) -> Law[int]:
    """Wounds that one Wound costs: 0, 1, 2 of Swarms, or all that the model has (-1) (SAV-1, 11 to 17, ALC-12)."""
    hurts = not fate.deadly or (fate.eternal and fate.pain_of_eternal)
    discounts = [fate.pain] if fate.pain and hurts else []
    if fate.reanimates:  # in place of Feel No Pain, whichever needs less
        discounts.append(6 if fate.deadly else 5)
    pain = min(discounts, default=None)

    def play(roll: Roll) -> int:
        if fate.save and saved(roll, fate.save, fate.again):
            return 0
        if fate.doubles == "double_first" and not fate.deadly:
            return sum(not (pain and roll() >= pain) for _ in range(2))
        if pain and roll() >= pain:
            return 0
        if fate.deadly:
            return 1 if fate.eternal else -1
        return 2 if fate.doubles else 1

    return every(play)
