"""Who of a unit of the 7th edition fires which weapon, and how: from the rules in words alone.

In the words of ``attack_words.py``. A weapon name is fired after the other, the squad's first, as its list has them; a
model fires the first it can, Monstrous Creatures two, vehicles all.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple

from tests.rules.seventh.helpers.attack_words import (
    Attack,
    Group,
    Gun,
    Kind,
    Side,
    air_target,
    chosen_skyfire,
    has,
    in_the_air,
    shot_rule,
    shot_words,
    stands_still,
    total,
    words,
)

Own = tuple[int, ...]  # wounds left of each model that fires, in the order of the side
ALL = 99

# Who fires -----------------------------------------------------------------------------------------------------------


def models(side: Side) -> list[tuple[Group, Kind]]:
    return [(group, kind) for group, kind in side.kinds for _ in range(kind.n)]


def whole(side: Side) -> Own:
    return tuple(kind.wounds for _, kind in models(side))


def alive(side: Side, own: Own) -> frozenset[str]:
    return frozenset(kind.name for (_, kind), left in zip(models(side), own, strict=True) if left)


def names(attack: Attack) -> list[str]:
    """Weapon names in the order in which they fire."""
    return list(dict.fromkeys(gun.name for _, kind in attack.attacker.kinds for gun in kind.guns))


def is_skyfire(attack: Attack, group: Group, kind: Kind, gun: Gun) -> bool:
    return shot_rule(attack, group, kind, gun, "Skyfire") or chosen_skyfire(attack)


def is_moved(attack: Attack, group: Group, kind: Kind, living: Collection[str]) -> bool:
    return kind.moved and not stands_still(attack, group, kind, living)


def snaps(attack: Attack, group: Group, kind: Kind, gun: Gun, living: Collection[str]) -> bool:
    """NOM-3, whatever the allowance of a vehicle is."""
    told, at = words(attack.attacker, kind, gun), attack.target
    sky = is_skyfire(attack, group, kind, gun)
    return (
        attack.attacker.state != "ready"
        or "snap only" in told
        or snap_target(attack)
        or (in_the_air(at) and not sky)
        or (sky and not air_target(attack))
        or (gun.kind == "Heavy" and is_moved(attack, group, kind, living))
    )


def snap_target(attack: Attack) -> bool:
    """Invisibility (EFF-4)."""
    return any("snap only" in words(attack.target, kind) for _, kind in attack.target.kinds)


def can_fire(attack: Attack, group: Group, kind: Kind, gun: Gun, living: Collection[str], snap: bool) -> bool:
    """Whether the weapon may be fired at all."""
    if gun.template:
        if attack.distance > float(attack.set("template_reach", "8")) + 12 * ("Torrent" in gun.rules):
            return False
    elif attack.distance > gun.range:  # type: ignore[operator]
        return False
    if in_the_air(attack.target) and not gun.rolls_to_hit:
        sky = gun.blast and is_skyfire(attack, group, kind, gun)
        if not (sky and attack.set("skyfire_markers", "no") == "yes"):
            return False
    if snap and (not gun.rolls_to_hit or gun.kind == "Ordnance"):
        return False
    moved = is_moved(attack, group, kind, living)
    if moved and (gun.kind == "Ordnance" or (gun.kind == "Salvo" and not half(attack, gun))):
        return False
    return kind.skill > 0 or not gun.rolls_to_hit


def half(attack: Attack, gun: Gun) -> bool:
    return gun.range is not None and 2 * attack.distance <= gun.range


def weapons_of_a_model(attack: Attack, group: Group, kind: Kind) -> int:
    """WPN-4, FMC-2, FLY-11."""
    if group.vehicle:
        return ALL
    if group.of_type("Monstrous Creature"):
        return 2 - attack.vector_strike
    return 2 if len(kind.guns) > 1 and all(gun.kind == "Pistol" for gun in kind.guns) else 1


def full_allowance(attack: Attack, group: Group, kind: Kind) -> int:
    """Weapons of a vehicle at full Ballistic Skill (WPN-22, FLY-2, FLY-11)."""
    side = attack.attacker
    machine = has(side, group, kind, "Power of the Machine Spirit")
    if side.flight == "zooming":
        n = 4 + machine
    elif (
        attack.speed == "stationary"
        or "stationary" in words(side, kind)
        or group.of_type("Heavy")
        or group.of_type("Walker")
    ):
        n = ALL
    elif group.of_type("Fast") or side.flight == "hovering":
        n = ALL if attack.speed == "combat" else 2 + machine
    else:
        n = (1 if attack.speed == "combat" else 0) + machine
    return n - attack.vector_strike


class Barrel(NamedTuple):
    """One weapon that fires."""

    who: int  # place of its bearer among all models of the side
    group: Group
    kind: Kind
    gun: Gun
    snap: bool
    shots: int


@lru_cache(None)
def barrels(attack: Attack, living: frozenset[str]) -> tuple[tuple[str, tuple[Barrel, ...]], ...]:
    """Of each weapon name those who fire it, if nobody more falls."""
    found: dict[str, list[Barrel]] = {name: [] for name in names(attack)}
    for who, (group, kind) in enumerate(models(attack.attacker)):
        if kind.name not in living:
            continue
        able = []
        for gun in kind.guns:
            snap = snaps(attack, group, kind, gun, living)
            if can_fire(attack, group, kind, gun, living, snap):
                able.append((gun, snap))
        if group.vehicle:
            full = at_full_skill(attack, group, kind, [gun for gun, _ in able])
            able = [(gun, snap or not whole) for (gun, snap), whole in zip(able, full, strict=True)]
            able = [(gun, snap) for gun, snap in able if can_fire(attack, group, kind, gun, living, snap)]
        picked = list(dict.fromkeys(gun.name for gun, _ in able)) if not group.vehicle else []
        left = weapons_of_a_model(attack, group, kind)
        fires: list[tuple[Gun, bool]] = [] if picked else list(able)
        for name in picked:  # alike ones fire together, as many as it may
            alike = [(gun, snap) for gun, snap in able if gun.name == name][:left]
            fires += alike
            left -= len(alike)
        for gun, snap in fires:
            n = shots(attack, group, kind, gun, living)
            found[gun.name].append(Barrel(who, group, kind, gun, snap, n))
    return tuple((name, tuple(fire)) for name, fire in found.items())


def at_full_skill(attack: Attack, group: Group, kind: Kind, guns: list[Gun]) -> list[bool]:
    """Which of these: as said, else Blast and Ordnance first, then the strongest."""
    left = full_allowance(attack, group, kind)
    said = dict(attack.full)
    full = [False] * len(guns)
    order = sorted(
        range(len(guns)),
        key=lambda at: (not (guns[at].blast or guns[at].kind == "Ordnance"), -(guns[at].strength or 0)),
    )
    for at in order:
        mine = said.get(guns[at].name, ALL) > sum(full[i] for i in range(len(guns)) if guns[i].name == guns[at].name)
        if left > 0 and mine:
            full[at], left = True, left - 1
    if any(full[at] and guns[at].kind == "Ordnance" for at in order):  # WPN-18, FLY-2
        return [full[at] and guns[at].kind == "Ordnance" for at in range(len(guns))]
    return full


def shots(attack: Attack, group: Group, kind: Kind, gun: Gun, living: Collection[str]) -> int:
    n = gun.shots
    if gun.kind == "Rapid Fire":
        n = 2 if half(attack, gun) else 1
    elif gun.kind == "Salvo" and is_moved(attack, group, kind, living):
        n = gun.moved_shots
    return n + total(shot_words(attack, kind, gun), "shots").better
