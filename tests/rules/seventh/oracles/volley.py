"""What the shots of a unit of the 7th edition hit, and what they do to those who fire: die by die, from the rules alone.

For ``joined_oracle.py`` and ``flying_oracle.py``, in the words of ``attack_words.py``.
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from tests.helpers.dice_laws import ONE, Law, Roll, becomes, every, then, while_any
from tests.rules.seventh.helpers.attack_words import (
    Attack,
    Group,
    Gun,
    Kind,
    air_target,
    clamp,
    has,
    of_the_skies,
    shared,
    shot_rule,
    shot_words,
    total,
    words,
)
from tests.rules.seventh.oracles.barrels import Barrel, Own, alive


class HitKind(NamedTuple):
    """Hits that wound and are allocated alike."""

    kind: str  # who shot
    gun: Gun
    precise: bool = False


Hits = tuple[tuple[HitKind, int], ...]


# To hit --------------------------------------------------------------------------------------------------------------

STRAFED = "Artillery", "Beasts", "Bike", "Jetbike", "Cavalry", "Infantry", "Monstrous Creature"


def strafes(attack: Attack, group: Group, kind: Kind, gun: Gun) -> bool:
    """FLY-7."""
    at = attack.target.squad
    ground = any(at.of_type(word) for word in STRAFED) and not at.of_type("Flying")
    if at.vehicle:
        ground = not at.of_type("Flyer") and not at.of_type("Skimmer")
    kinds = ("Assault", "Heavy", "Rapid Fire", "Salvo")
    return has(attack.attacker, group, kind, "Strafing Run") and ground and gun.kind in kinds


def skill(attack: Attack, group: Group, kind: Kind, gun: Gun, snap: bool) -> int:
    """HIT-12, EFF-1, EFF-3: added first, set last; a Snap Shot is 1, and what says so is added to that."""
    told = shot_words(attack, kind, gun)
    more = total(told, "snap bs")
    if snap:
        return clamp(1 + more.better - more.worse, 1, 10)
    change = total(told, "bs")
    if change.equal is not None:
        return clamp(change.equal, 1, 10)
    plus = change.better - change.worse + more.better - more.worse + strafes(attack, group, kind, gun)
    plus -= of_the_skies(attack) and "Fighter" in group.rules and not air_target(attack)  # FLY-3
    return clamp(kind.skill + plus, 1, 10)


AGAIN_TO = {"": 0, "ones": 1, "twos": 2, "failed": 6}


class Die(NamedTuple):
    """All that a die to hit hangs on."""

    skill: int
    snap: bool = False
    again: str = ""  # "failed", "ones", "twos": ones, and twos that miss
    tesla: bool = False
    precise: bool = False


@lru_cache(None)
def one_shot(die: Die) -> Law[tuple[int, int, bool]]:
    """(hits, of them Precision Shots, it got hot) (HIT-1, 3, 4, 6, 8 to 11, 13)."""

    def play(roll: Roll) -> tuple[int, int, bool]:
        need = needed = max(2, 7 - die.skill)
        first = face = roll()
        again = face < need and face <= AGAIN_TO[die.again]
        if not die.again and not die.snap and die.skill >= 6 and face == 1:
            again, needed = True, 12 - die.skill
        if again:
            face = roll()
        hit = face >= needed and face > 1
        extra = 2 * (hit and face == 6 and die.tesla and not die.snap)
        precise = int(hit and face == 6 and die.precise and not die.snap)
        return hit - precise + extra, precise, first == 1 and face == 1

    return every(play)


@lru_cache(None)
def crafted(die: Die, n: int, adds: bool) -> Law[tuple[int, int, int]]:
    """The same of all dice of a master-crafted weapon (HIT-7)."""

    def play(roll: Roll) -> tuple[int, int, int]:
        need = max(2, 7 - die.skill)
        faces = [roll() for _ in range(n)]
        last, needs = list(faces), [need] * n
        picked = [at for at in range(n) if faces[at] < need and faces[at] <= AGAIN_TO[die.again]]
        misses = sorted((at for at in range(n) if faces[at] < need and at not in picked), key=lambda at: faces[at])
        picked += misses[:1]
        if adds and die.skill >= 6 and not die.snap and not die.again:
            for at in misses[1:]:
                picked.append(at)
                needs[at] = 12 - die.skill
        for at in picked:
            last[at] = roll()
        hit = [face >= wants for face, wants in zip(last, needs, strict=True)]
        sixes = sum(hits and face == 6 for hits, face in zip(hit, last, strict=True))
        precise = sixes if die.precise and not die.snap else 0
        extra = 2 * sixes if die.tesla and not die.snap else 0
        hot = sum(a == b == 1 for a, b in zip(faces, last, strict=True))
        return sum(hit) - precise + extra, precise, hot

    return every(play)


def die_of(attack: Attack, barrel: Barrel, living: Collection[str]) -> Die:
    _, group, kind, gun, snap, _ = barrel
    told = shot_words(attack, kind, gun)
    again = ""
    if not snap or attack.set("snap_rerolls", "yes") == "yes":
        if shot_rule(attack, group, kind, gun, "Twin-linked") or "hit failed" in told:
            again = "failed"
        elif "hit ones and twos" in told:
            again = "twos"
        elif "hit ones" in told or shared(attack.attacker, "Preferred Enemy", living):
            again = "ones"
    precise = any(shot_rule(attack, group, kind, gun, rule) for rule in ("Precision Shots", "Sniper"))
    return Die(skill(attack, group, kind, gun, snap), snap, again, "Tesla" in gun.rules, precise)


# Gets Hot ------------------------------------------------------------------------------------------------------------


class Heat(NamedTuple):
    saves: tuple[int, ...]
    again: str
    pain: int | None


def heat_of(attack: Attack, kind: Kind) -> Heat:
    """Armour or invulnerable save, no cover (HIT-11), as what is in force makes them."""
    told = words(attack.attacker, kind)
    saves = [save for save in (armour_of(told, kind), invulnerable_of(told, kind)) if save]
    again = "failed" if "save failed" in told else "ones" if "save ones" in told else ""
    return Heat(tuple(saves), again, pain_of(told, kind))


def armour_of(told: tuple[str, ...], kind: Kind, of_none: bool = True) -> int | None:
    change = total(told, "armour")
    if kind.armour is None and not of_none:
        return None
    save = (kind.armour or 7) - change.better + change.worse
    return max(2, save) if save < 7 else None


def invulnerable_of(told: tuple[str, ...], kind: Kind) -> int | None:
    change = total(told, "invulnerable")
    best = min(kind.invulnerable or 7, change.needs or 7)
    save = best - change.better + change.worse
    if best < 7 or change.better:
        save = min(save, 6)  # worse stops there
    return max(2, save) if save < 7 else None


def pain_of(told: tuple[str, ...], kind: Kind) -> int | None:
    change = total(told, "fnp")
    best = min(kind.pain or 7, change.needs or 7) - change.better
    return max(2, best) if best < 7 else None


@lru_cache(None)
def burn(heat: Heat, times: int) -> Law[int]:
    def play(roll: Roll) -> int:
        lost = 0
        for _ in range(times):
            if heat.saves and saved(roll, min(heat.saves), heat.again):
                continue
            lost += not (heat.pain and roll() >= heat.pain)
        return lost

    return every(play)


def saved(roll: Roll, need: int, again: str) -> bool:
    face = roll()
    if (again == "failed" and face < need) or (again == "ones" and face == 1):
        face = roll()
    return face >= need


# All shots of one weapon name ----------------------------------------------------------------------------------------


class Firing(NamedTuple):
    own: Own
    hits: Hits = ()
    shots: int = 0
    burns: int = 0


def add(hits: Hits, kind: HitKind, n: int) -> Hits:
    if not n:
        return hits
    found = dict(hits)
    found[kind] = found.get(kind, 0) + n
    return tuple(sorted(found.items(), key=lambda end: (end[0].kind, end[0].precise)))


def volley(attack: Attack, own: Own, fires: tuple[Barrel, ...], standing: int) -> Law[tuple[Own, Hits]]:
    """(wounds left of the firers, hits) after one weapon name."""
    living = alive(attack.attacker, own)
    law: Law[Firing] = {Firing(own): ONE}
    firing = [barrel for barrel in fires if own[barrel.who]]
    for at, barrel in enumerate(firing):
        law = becomes(law, lambda state, barrel=barrel: state._replace(shots=barrel.shots))  # type: ignore[misc]
        law = shoot(attack, law, barrel, standing, living)
        if at + 1 == len(firing) or firing[at + 1].who != barrel.who:
            law = then(law, lambda state, barrel=barrel: burnt(attack, state, barrel))  # type: ignore[misc]
    return becomes(law, lambda state: (state.own, state.hits))


def shoot(attack: Attack, law: Law[Firing], barrel: Barrel, standing: int, living: frozenset[str]) -> Law[Firing]:
    gun, die = barrel.gun, die_of(attack, barrel, living)
    hot = "Gets Hot" in gun.rules
    plain, aimed = HitKind(barrel.kind.name, gun), HitKind(barrel.kind.name, gun, True)
    again = not die.snap or attack.set("snap_rerolls", "yes") == "yes"
    crafts = shot_rule(attack, barrel.group, barrel.kind, gun, "Master-crafted")
    master = crafts and die.again != "failed" and again

    def with_dice(state: Firing) -> Law[Firing]:
        n = state.shots if master else 1
        dice = crafted(die, n, attack.set("mastercrafted_bs6", "replaces") == "adds") if master else one_shot(die)
        out: Law[Firing] = {}
        for (hits, precise, ones), p in dice.items():
            found = add(add(state.hits, plain, hits), aimed, precise)
            new = state._replace(hits=found, shots=state.shots - n, burns=state.burns + hot * ones)
            out[new] = out.get(new, Fraction(0)) + p
        return out

    def with_marker(state: Firing) -> Law[Firing]:
        lost = Fraction(0)
        if hot:
            twice = die.again or crafts or die.skill >= 6
            lost = Fraction(1, 36) if twice else Fraction(1, 6)
        n = min(attack.under, standing)
        new = state._replace(shots=state.shots - 1)
        out = {new._replace(hits=add(state.hits, plain, n)): 1 - lost}
        if lost:
            out[new._replace(burns=state.burns + 1)] = lost
        return out

    return while_any(law, lambda state: state.shots, with_dice if gun.rolls_to_hit else with_marker)


def burnt(attack: Attack, state: Firing, barrel: Barrel) -> Law[Firing]:
    def after(lost: int) -> Firing:
        own = tuple(max(0, left - lost) if who == barrel.who else left for who, left in enumerate(state.own))
        return state._replace(own=own, burns=0)

    if barrel.group.vehicle:  # 1 to 3: a glancing hit, which an invulnerable save may stop
        heat = heat_of(attack, barrel.kind)._replace(pain=None)
        law: Law[int] = {0: ONE}
        for _ in range(state.burns):
            once = {1: Fraction(1, 2) * burn(heat, 1).get(1, Fraction(0))}
            once[0] = 1 - once[1]
            law = then(law, lambda lost, once=once: {lost + more: p for more, p in once.items()})  # type: ignore[misc]
        return becomes(law, after)
    return becomes(burn(heat_of(attack, barrel.kind), state.burns), after)
