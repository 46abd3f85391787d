"""Flyers and other vehicles of the 7th edition that are shot at, from the rules in words alone.

Die by die, as fractions, of attacks as ``attack_words.py`` describes them: one vehicle, that zooms or not (7E-FLY-5 to
9, 7E-VEH-3 to 16). What it does when it comes down is in ``falling_oracle.py``. Nothing here knows the steps, charts or
odds of the program.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from tests.helpers.dice_laws import ONE, Law, Roll, becomes, every, then, while_any
from tests.rules.seventh.helpers.attack_words import (
    DEFAULT,
    Attack,
    Group,
    Kind,
    Readings,
    dark,
    has,
    shared,
    shot_rule,
    shot_words,
    total,
    words,
)
from tests.rules.seventh.oracles.barrels import Own, alive, barrels, half, names, whole
from tests.rules.seventh.oracles.damage import (
    GLANCE,
    NOTHING,
    PENETRATE,
    Blows,
    Damage,
    Hull,
    Penetration,
    come_of,
    damage_table,
    penetration,
    stuck_by,
)
from tests.rules.seventh.oracles.saves import Table, cover_of
from tests.rules.seventh.oracles.volley import HitKind, Hits, burn, heat_of, invulnerable_of, saved, volley

# Penetration and saves -----------------------------------------------------------------------------------------------


def target_of(attack: Attack) -> tuple[Group, Kind]:
    """The one vehicle."""
    return attack.target.kinds[0]


def penetration_of(attack: Attack, hit: HitKind, friends: frozenset[str]) -> tuple[Penetration, bool]:
    """What the dice hang on, and whether a natural 1 alone is rolled again (``pen ones``)."""
    gun = hit.gun
    group, kind = attack.attacker.find(hit.kind)
    told = shot_words(attack, kind, gun)
    _, vehicle = target_of(attack)
    assert vehicle.values
    facing = "side" if "Barrage" in gun.rules else attack.facing
    armour = vehicle.values[("front", "side", "rear").index(facing)]
    change = total(words(attack.target, vehicle), "av")
    armour += change.better - change.worse

    def rule(name: str) -> bool:
        return shot_rule(attack, group, kind, gun, name)

    if rule("Lance"):
        armour = min(armour, 12)
    melta, bane = rule("Melta") and half(attack, gun), rule("Armourbane")
    dice = 1 + (melta or bane)
    if melta and bane and attack.set("melta_armourbane", "3d6") == "3d6":
        dice = 3
    two = gun.kind in ("Ordnance", "Primary Weapon") or rule("Primary Weapon")
    again = ""
    if "pen failed" in told or (gun.template and rule("Twin-linked")):
        again = "failed"
    if shared(attack.attacker, "Tank Hunters", friends):
        again = "glances" if attack.glances_again else "failed"
    if "pen failed+glances" in told:
        again = "glances"
    best = dice > 1 and two and attack.set("ordnance_armourbane", "best_of_two_plus_one") == "best_two_of_three"
    rends = attack.set("rending_extra_dice", "each_six") != "none"
    known = ("Rending", "Gauss", "Haywire", "Graviton")
    rules = tuple(name for name in known if rule(name))
    strength = 4 if rule("Sniper") else gun.strength or 1
    ones = "pen ones" in told and not again
    return Penetration(strength, armour, dice, 2 if two else 1, rules, again, best, rends), ones


@lru_cache(None)
def penetrates(roll_of: Penetration, ones: bool) -> Law[str]:
    """VEH-3, 6, 15; ``ones``: of single dice."""
    if not ones or {"Haywire", "Graviton"} & set(roll_of.rules):
        return penetration(roll_of)
    assert roll_of.dice == roll_of.pick == 1, "which die of several is a 1, no rule says"

    def play(roll: Roll) -> str:
        face = roll()
        if face == 1:
            face = roll()
        total = roll_of.strength + face
        if face == 6 and "Rending" in roll_of.rules:
            total += (roll() + 1) // 2
        if total > roll_of.armour:
            return PENETRATE
        return GLANCE if total == roll_of.armour or (face == 6 and "Gauss" in roll_of.rules) else NOTHING

    return every(play)


def save_of(attack: Attack, hit: HitKind, readings: Readings, friends: frozenset[str]) -> tuple[int | None, str]:
    """The save of a vehicle against a hit (VEH-8), and what of it is rolled again."""
    group, kind = attack.attacker.find(hit.kind)
    _, vehicle = target_of(attack)
    told = words(attack.target, vehicle)
    saves = [save for save in (invulnerable_of(told, vehicle),) if save]
    ignores = hit.gun.template or shot_rule(attack, group, kind, hit.gun, "Ignores Cover")
    cover = cover_of(Table(attack, readings), 0, False, frozenset((vehicle.name,)), dark(attack, friends))
    if cover and not ignores:
        saves.append(cover)
    again = "failed" if "save failed" in told else "ones" if "save ones" in told else ""
    return min(saves, default=None), again


def one_hit(attack: Attack, hit: HitKind, friends: frozenset[str], readings: Readings = DEFAULT) -> Law[str]:
    """What comes through of one hit: after its save (VEH-8), and what turns it into a glance (VEH-16)."""
    save, again = save_of(attack, hit, readings, friends)
    softer = total(words(attack.target, target_of(attack)[1]), "pen to glance").needs

    def after(kind: str) -> Law[str]:
        if kind == NOTHING:
            return {kind: ONE}

        def play(roll: Roll) -> str:
            if save and saved(roll, save, again):
                return NOTHING
            return GLANCE if kind == PENETRATE and softer and roll() >= softer else kind

        return every(play)

    return then(penetrates(*penetration_of(attack, hit, friends)), after)


# The damage table ----------------------------------------------------------------------------------------------------


def damage_of(attack: Attack, ap: int | None, stuck: bool, wreck: bool) -> Damage:
    group, kind = target_of(attack)
    plus = {1: 2, 2: 1}.get(ap or 7, 0) + group.of_type("Open-topped")
    venerable = attack.venerable if has(attack.target, group, kind, "Venerable") else ""
    return Damage(plus, has(attack.target, group, kind, "Extra Armour"), venerable, stuck, wreck)


def table_roll(attack: Attack, ap: int | None, hull: Hull, blows: Blows) -> Law[Blows]:
    so_far = come_of(hull, blows)
    law = damage_table(damage_of(attack, ap, so_far.stuck, so_far.points == 0))

    return becomes(law, blows.rolled)


def struck(attack: Attack, ap: int | None, hull: Hull, blows: Blows) -> Law[Hull]:
    """Hull points first, then the table rolls of all these hits (VEH-4)."""
    zooms = attack.target.flight == "zooming"
    if blows.points >= hull.points:
        if zooms:
            return {hull._replace(points=0, fate="crashed"): ONE}
        if attack.set("explode_after_wreck", "yes") == "no":
            return {hull._replace(points=0, fate="wrecked"): ONE}
    law: Law[Blows] = {blows: ONE}
    for _ in range(blows.penetrations):
        law = then(law, lambda so_far: table_roll(attack, ap, hull, so_far))
    if not zooms:
        return becomes(law, lambda so_far: come_of(hull, so_far))
    law = then(law, lambda so_far: locks(hull, so_far))
    return becomes(law, lambda so_far: zooms_on(hull, so_far))


def locks(hull: Hull, blows: Blows) -> Law[Blows]:
    """FLY-9: a D6 of each Immobilised result."""
    times = stuck_by(hull, blows)
    crash = 1 - Fraction(2, 3) ** times
    law = {blows._replace(locked=True): crash, blows._replace(stunned=blows.stunned or times > 0): 1 - crash}
    return {new: p for new, p in law.items() if p}


def zooms_on(hull: Hull, blows: Blows) -> Hull:
    return hull._replace(
        points=hull.points - blows.points,
        weapons=max(0, hull.weapons - blows.fives),
        shaken=hull.shaken or blows.shaken,
        stunned=hull.stunned or blows.stunned,
        disarmed=hull.disarmed or (blows.fives > 0 and hull.weapons > 0),
        fate="crashed" if blows.explodes or blows.locked else "",
    )


# An attack at a vehicle ----------------------------------------------------------------------------------------------


class VehicleEnd(NamedTuple):
    slain: int
    damage: int
    own_slain: int
    explodes: bool
    wrecked: bool
    immobilised: bool
    stunned: bool
    shaken: bool
    weapon_destroyed: bool
    crashes: bool


Now = tuple[Own, Hull]


def start_of(attack: Attack) -> Hull:
    _, kind = target_of(attack)
    return Hull(kind.wounds, len(kind.guns))


def at_vehicle(attack: Attack, readings: Readings = DEFAULT, start: Hull | None = None) -> Law[VehicleEnd]:
    """The chance of every end of one whole attack at one vehicle, that zooms or not."""
    start = start or start_of(attack)
    law: Law[Now] = {(whole(attack.attacker), start): ONE}
    for name in names(attack):
        law = then(law, lambda now, name=name: weapon_fires(attack, now, name, readings))  # type: ignore[misc]

    def end(now: Now) -> Law[VehicleEnd]:
        own, hull = now
        return becomes(burst(attack, own, hull), lambda fallen: told(hull, sum(not n for n in own) + fallen))

    def told(hull: Hull, fallen: int) -> VehicleEnd:
        up = not hull.fate
        return VehicleEnd(
            int(not up),
            start.points - hull.points,
            fallen,
            hull.fate == "exploded",
            hull.fate == "wrecked",
            up and hull.newly_stuck,
            up and hull.stunned,
            up and hull.shaken and not hull.stunned,
            up and hull.disarmed,
            hull.fate == "crashed",
        )

    return then(law, end)


def burst(attack: Attack, own: Own, hull: Hull) -> Law[int]:
    """How many of the firing unit, all of one kind, its end costs (VEH-14, FLY-10)."""
    strength = {"exploded": 4, "crashed": 6}.get(hull.fate, 0)
    standing = sorted(left for left in own if left)
    if not strength or not attack.near:
        return {0: ONE}
    _, kind = attack.attacker.kinds[0]
    heat = heat_of(attack, kind)
    wounds = Fraction(sum(face >= max(2, 4 + kind.toughness - strength) for face in range(1, 7)), 6)
    lost: Law[int] = {0: ONE}
    for _ in range(min(attack.near, len(standing))):
        hurts = wounds * burn(heat, 1).get(1, Fraction(0))
        lost = then(lost, lambda n, p=hurts: {n: 1 - p, n + 1: p})  # type: ignore[misc]
    return becomes(lost, lambda n: sum(sum(standing[: place + 1]) <= n for place in range(len(standing))))


def weapon_fires(attack: Attack, now: Now, name: str, readings: Readings) -> Law[Now]:
    own, hull = now
    friends = alive(attack.attacker, own)
    fires = dict(barrels(attack, friends)).get(name, ())
    if hull.fate or not fires:
        return {now: ONE}

    def land(shot: tuple[Own, Hits]) -> Law[Now]:
        left, hits = shot
        law: Law[tuple[Hits, Blows]] = {(hits, Blows()): ONE}

        def one(s: tuple[Hits, Blows]) -> Law[tuple[Hits, Blows]]:
            (hit, n), *others = s[0]
            rest = ((hit, n - 1), *others) if n > 1 else tuple(others)
            results = one_hit(attack, hit, friends, readings)
            return {(rest, s[1] if kind == NOTHING else s[1].hit(kind)): p for kind, p in results.items()}

        law = while_any(law, lambda state: state[0], one)
        ap = fires[0].gun.ap
        damaged = then(law, lambda state: struck(attack, ap, hull, state[1]) if state[1].points else {hull: ONE})
        return becomes(damaged, lambda after: (left, after))

    return then(volley(attack, own, fires, 1), land)
