"""Choosing a weapon, and its shots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from itertools import pairwise
from typing import Any, NamedTuple

from shoot_cli.battle.turns import Memory, proposed, remembering, tell_silent
from shoot_cli.engine.distributions import totals
from shoot_cli.engine.names import counted, so_many
from shoot_cli.engine.pools import pool, wounds
from shoot_cli.engine.questions import Choose, Number, Option, Question
from shoot_cli.engine.questions import usual as value_of
from shoot_cli.engine.reasons import Reason, listed
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Table
from shoot_cli.rules.seventh import charts
from shoot_cli.rules.seventh.charts import with_names
from shoot_cli.rules.seventh.profiles import HEAVY, ORDNANCE, PISTOL, SALVO, Model, Shots, Unit, Weapon
from shoot_cli.rules.seventh.records import Attack, Firer, Firing
from shoot_cli.rules.seventh.steps import facts as attack_facts
from shoot_cli.rules.seventh.steps import flyers, states, vehicles
from shoot_cli.rules.seventh.steps.attack import AFTERWARDS, any_two, pins, weapons_at_once
from shoot_cli.rules.seventh.steps.hit import hit_of, master_crafted
from shoot_cli.rules.seventh.steps.owner_decisions import SAVE, refuse_without_cover
from shoot_cli.rules.seventh.tokens import (
    SIDE,
    Aim,
    Gun,
    Hit,
    Impact,
    Marker,
    MarkerlightHit,
    Shot,
    Strike,
    VehicleState,
    Volley,
)

# From the facts to shots, volleys and markers (7E-WPN-8 to 22).


class FiringGroup(NamedTuple):
    """`n` identical bearers of a weapon, each firing `weapons_each` weapons in the same way."""

    n: int
    weapons_each: int
    close: bool
    moved: bool
    full: bool  # at full skill, as far as the vehicle's speed allows
    aim: Aim | None


def shots_of(
    state: Attack,
    weapon: Weapon,
    group: vehicles.Group,
    facts: Mapping[str, Any],
    most_have: tuple[int, int | None],
    table: Table,
) -> tuple[list[tuple[Any, int]], tuple[Firer, ...]]:
    """Return the shots, volleys and markers of all firers, and the firers with what they used up.

    `most_have` is the target's majority Toughness and armour save, read before the facts changed the line.
    """
    toughness, armour = most_have
    topples = flyers.causes_grounding(state, table)
    vehicle = state.target.value.vehicle  # a vehicle is not wounded, so the values for wounding are left out
    tokens: list[tuple[Any, int]] = []
    firers = list(state.firers)
    rolled = 0  # the number of shots that all share (setting random_shots)
    skills = [skill_of(model, gun, facts, flyers.skill_bonus(state, gun)) for _, model, gun in group]
    profiles = [
        Gun(
            gun.name, gun.strength, gun.ap, telling(gun), None if vehicle else gun.poisoned, toughness,
            facts.get("preferred_enemy", "no") == "yes",
            not vehicle and ("Shred" in gun.rules or vehicles.hunts_monsters(state, model)), armour,
        )
        for _, model, gun in group
    ]  # fmt: skip
    named = with_names(
        (profile, gun, skill_of(model, plain(gun), facts, flyers.skill_bonus(state, gun)), skill)
        for (_, model, gun), profile, skill, n in zip(group, profiles, skills, facts["firing"], strict=True)
        if n
    )
    for index, (firer, model, gun) in enumerate(group):
        n, skill, profile = facts["firing"][index], skills[index], profiles[index]
        for way in ways(state, gun, group, index, n, facts) if skill else ():
            shots = charts.shots_of(gun, half_range=way.close, moved=way.moved)
            snap = snaps(state, gun, firer, model, way)
            if not way.n or not way.weapons_each or shots is None or (snap and charts.never_snaps(gun)):
                continue
            if shots.dice and table.setting("random_shots") == "per_name":
                rolled = rolled or shots_per_weapon(weapon.name, shots.but(plus=0), 1, table)
                shots = shots.but(dice=0, plus=shots.plus + rolled)
            shot = Shot(
                named[profile], skill, snap, min(charts.MOST_BALLISTIC_SKILL, 1 + gun.snap_more),
                precise=not snap and (gun.has("Sniper") or gun.has("Precision Shots") or model.has("Precision Shots")),
                rerolls=not snap or table.setting("snap_rerolls") == "yes",
                aim=vehicles.rerolled(state, way.aim, model, gun, facts) if way.aim else None,
            )  # fmt: skip
            shot = shot.but(why_harmless=why_harmless(state, shot), topples=topples)
            ends = fired(shot, shots, way.n, way.weapons_each, firer, model, gun, table)
            if "Gets Hot" in gun.rules and not way.full and way.weapons_each < vehicles.carried(firer, model, gun):
                (at_full, _), (as_snap_shots, _) = tokens.pop(), ends.pop()  # the same bearers fire both at once
                ends = [(at_full.but(others=(*at_full.others, *as_snap_shots.parts())), way.n)]
            tokens += ends
        position = firers.index(firer)
        full = facts["full_bs"][index] if "full_bs" in facts else vehicles.full_skill_left(state, firer, model, gun)
        firers[position : position + 1] = used(state, firer, gun, n, full, table.setting("mode_uses_weapon") == "yes")
    return tokens, tuple(firers)


def shots_in_all(state: Attack, weapon: Weapon, group: vehicles.Group, facts: Mapping[str, Any]) -> str:
    """Return the number of shots, such as `16 shots` or `2D6 shots`; "" if nobody fires."""
    plus, dice = 0, Counter[int]()
    for index, (firer, model, gun) in enumerate(group):
        n = facts["firing"][index] if skill_of(model, gun, facts) else 0
        for way in ways(state, gun, group, index, n, facts):
            shots = charts.shots_of(gun, half_range=way.close, moved=way.moved)
            silent = snaps(state, gun, firer, model, way) and charts.never_snaps(gun)
            if shots is not None and not silent:
                plus += way.n * way.weapons_each * shots.plus
                dice[shots.sides] += way.n * way.weapons_each * shots.dice
    return so_many(plus, dice, "shot") if plus or any(dice.values()) else ""


def why_harmless(state: Attack, shot: Shot) -> tuple[Reason, ...]:
    """Return why no hit could have an effect on any target model; () if one could."""
    hit = hit_of(shot)
    if isinstance(hit, MarkerlightHit):
        return ()
    if isinstance(hit, Hit):
        need = charts.to_wound(hit)
        return need.because if need.target is None else ()
    if {"Haywire", "Graviton"} & set(shot.gun.value.rules):
        return ()
    impact = hit.impact if isinstance(hit, Strike) else hit
    penetrations = [charts.penetration(Strike(impact, rank.kind)) for rank in state.line.standing()]
    if not penetrations or not all(how.hopeless for how in penetrations):
        return ()
    most = charts.strength_against_armour(impact) + max(how.most for how in penetrations)
    return (*penetrations[0].because, Reason(f"they come to {most} at most", "7E-VEH-3"))


def harmless_at(state: Attack, weapon: Weapon, facing: str = "") -> str:
    """Return the facing of the vehicles, by default the last one attacked, if no hit could harm it, otherwise ""
    (7E-VEH-3)."""
    if not state.target.value.vehicle:
        return ""
    gun = Hashed(Gun(weapon.name, weapon.strength, weapon.ap, telling(weapon)))
    aim = Aim(SIDE if weapon.has("Barrage") else facing or state.facing, melta=weapon.has("Melta"))
    return aim.facing if why_harmless(state, Shot(gun, 1, aim=aim)) else ""


def in_vain(state: Attack, weapon: Weapon) -> bool:
    """Return True at the table if no hit could harm the vehicles from here, nor anybody beside them (7E-VEH-3)."""
    return state.manner.asks_less and not charts.area_of(weapon) and bool(harmless_at(state, weapon))


def skill_of(model: Model, weapon: Weapon, facts: Mapping[str, Any], change: int = 0) -> int:
    """Return the Ballistic Skill with its modifiers (7E-HIT-12, 7E-EFF-3); 0 if it cannot fire the weapon."""
    if not model.skilled_for(weapon):
        return 0
    if weapon.skill_is is not None:
        return weapon.skill_is
    bonus = weapon.skill_more + weapon.snap_more
    changed: int = model.ballistic_skill + bonus + change + facts.get("bs_modifier", 0)
    return min(charts.MOST_BALLISTIC_SKILL, max(1, changed))


def plain(weapon: Weapon) -> Weapon:
    """Return the weapon without the effects on its firer's Ballistic Skill."""
    return weapon.but(skill_more=0, skill_is=None, snap_more=0)


def snaps(state: Attack, weapon: Weapon, firer: Firer, model: Model, way: FiringGroup) -> bool:
    """Return True if these shots are Snap Shots (7E-NOM-3, 7E-WPN-10, 18, 22)."""
    return vehicles.always_snaps(state, weapon, firer, model) or (weapon.type == HEAVY and way.moved) or not way.full


def ways(
    state: Attack, weapon: Weapon, group: vehicles.Group, index: int, n: int, facts: Mapping[str, Any]
) -> list[FiringGroup]:
    """Return the bearers of one group, grouped by how they fire.

    Close and moved bearers are both counted from the start, so moved bearers of a Salvo weapon are close. Moved bearers
    of Ordnance do not fire (7E-WPN-18).
    """
    firer, model, _ = group[index]
    still = charts.stands(state.shooter.value, firer.model, weapon)
    moved = n if vehicles.everybody_moved(state) else min(n, facts["moved"][index]) if "moved" in facts else 0
    moved = 0 if still else moved
    within = vehicles.half_range_can_be(state, weapon)
    close = min(n, facts["half_range"][index] if "half_range" in facts else n) if within else 0
    each = vehicles.carried(firer, model, weapon)
    full = (
        min(each, facts["full_bs"][index])
        if "full_bs" in facts
        else vehicles.full_skill_left(state, firer, model, weapon)
    )
    aimed: list[tuple[Aim | None, int]] = [(None, n)]
    if state.target.value.vehicle:
        aimed = [*vehicles.aims(state, weapon, index, n, close, facts)]
    edges = sorted({0, moved, close, n, *edges_of(aimed)})
    counts: dict[FiringGroup, int] = {}
    for low, high in pairwise(edges):
        is_moved, is_close = low < moved, low < close
        if weapon.type == ORDNANCE and is_moved:
            continue
        for part, at_full in ((full, True), (each - full, False)):
            if part:
                way = FiringGroup(0, part, is_close, is_moved, at_full, aim_at(aimed, low))
                counts[way] = counts.get(way, 0) + high - low
    return [way._replace(n=count) for way, count in counts.items()]


def edges_of(aimed: list[tuple[Aim | None, int]]) -> list[int]:
    edges = [0]
    for _, n in aimed:
        edges.append(edges[-1] + n)
    return edges


def aim_at(aimed: list[tuple[Aim | None, int]], position: int) -> Aim | None:
    for aim, n in aimed:
        if position < n:
            return aim
        position -= n
    return None


def fired(
    shot: Shot, shots: Shots, n: int, each: int, firer: Firer, model: Model, weapon: Weapon, table: Table
) -> list[tuple[Any, int]]:
    """Return the tokens of `each` weapons of `n` bearers: shots, volleys or markers."""
    hot = "Gets Hot" in weapon.rules
    apart = each if hot and master_crafted(shot.gun.value) else 1  # weapons that each re-roll a die of their own
    save = model.invulnerable if model.vehicle else charts.best_against_heat(model)
    again = states.told_again(model) if hot else "no"
    wear = firer.wear if hot else VehicleState()
    if charts.area_of(weapon):
        pain = model.feel_no_pain if hot else None
        marker = Marker(shot, firer.model, firer.left, (), save if hot else None, pain, model.vehicle, again, wear)
        return markers_of(marker, shots, n, (each // apart,) * apart, hot, table)
    if not shots.dice and not hot and "Master-crafted" not in weapon.rules:
        return [(shot, n * each * shots.plus)]
    if hot:  # Gets Hot hurts its own bearer, so each bearer gets a volley
        shots = shots.but(dice=each // apart * shots.dice, plus=each // apart * shots.plus)
    else:
        n *= each
    adds = table.setting("mastercrafted_bs6") == "adds"
    volley = Volley(
        shot, shots, firer.model, firer.left, save if hot else None, model.feel_no_pain if hot else None, adds,
        model.vehicle, again, wear,
    )  # fmt: skip
    return [(volley.but(others=(volley,) * (apart - 1)), n)]


def markers_of(
    marker: Marker, shots: Shots, n: int, weapons: tuple[int, ...], hot: bool, table: Table
) -> list[tuple[Any, int]]:
    """Return one marker for each shot of `n` bearers; with Gets Hot, each bearer's markers stay together.

    `weapons` says how many weapons each bearer fires, those that roll for Gets Hot on their own apart.
    """
    name = marker.shot.gun.value.name
    if not hot:
        return [(marker, shots_per_weapon(name, shots, n * sum(weapons), table))]
    if not shots.dice:
        return [(marker.but(hot=tuple(k * shots.plus for k in weapons)), n)]
    return [(marker.but(hot=tuple(shots_per_weapon(name, shots, k, table) for k in weapons)), 1) for _ in range(n)]


def shots_per_weapon(name: str, shots: Shots, weapons: int, table: Table) -> int:
    """Return the shots of so many weapons, rolled if their number is random (7E-WPN-20)."""
    number = shots.plus * weapons
    if shots.dice and weapons:
        text = f"{name}: shots"
        number += table.total(f"shots:{name}", shots.dice * weapons, shots.sides, rules=("7E-WPN-20",), text=text)
    return number


def used(state: Attack, firer: Firer, weapon: Weapon, n: int, full: int, all_modes: bool) -> list[Firer]:
    """Return the firers after firing: some fired the weapon, and the others declined this name (7E-WPN-3).

    `full` is how many weapons each fired at full skill. `all_modes` is True if firing uses up all modes of the weapon.
    """
    unit, model = state.shooter.value, state.shooter.value.models[firer.model][0]
    name = (weapon.name, weapon.mode_of) if weapon.mode_of and all_modes else (weapon.name,)
    several = weapon.type == PISTOL or any_two(unit, model)
    only = weapon.type == ORDNANCE and not model.vehicle  # a model that fires Ordnance fires nothing else
    spent = vehicles.carried(firer, model, weapon) if several and not only else firer.weapons
    if weapon.guided is not None:
        spent, full = 0, 0
    allowed = None if firer.full_skill_left is None else max(0, firer.full_skill_left - full)
    if weapon.type == ORDNANCE and model.vehicle and full:
        allowed = 0
    done = firer.but(
        n=n, weapons=firer.weapons - spent, used=tuple(sorted({*firer.used, *name})), full_skill_left=allowed
    )
    kept = firer.but(n=firer.n - n, used=tuple(sorted({*firer.used, weapon.name})))
    return [part for part in (done, kept) if part.n]


def telling(weapon: Weapon) -> tuple[str, ...]:
    """Return the special rules that later rules read, so that shots differing in other rules stay alike."""
    rules = [rule for rule in weapon.rules if rule in TELLING]
    if charts.ignores_cover(weapon) and "Ignores Cover" not in rules:
        rules.append("Ignores Cover")
    if charts.two_dice(weapon):
        rules.append(charts.ORDNANCE_DICE)
    return tuple(sorted(rules))


TELLING = {
    "Armourbane", "Bladestorm", "Fleshbane", "Gauss", "Gets Hot", "Graviton", "Haywire", "Ignores Cover",
    "Instant Death", "Lance", "Markerlight", "Master-crafted", "Rending", "Sniper", "Tesla", "Twin-linked",
    *charts.AREA, "hit ones", "hit ones and twos", "hit failed", "wound ones", "wound failed",
}  # fmt: skip


# The value of a weapon against this target: a model with several weapons is proposed the best one.

NONE = Fraction(0)


def proposal_rank(state: Attack, mode: Weapon) -> tuple[bool | int, ...]:
    """Return the sort key of a weapon's mode; the lowest is proposed.

    Modes that cannot harm come last, then Snap Shots, then costly modes. At vehicles and single models the highest
    Strength comes first. Otherwise the first mode of the list that can harm is proposed.
    """
    last = (bool(harmless_at(state, mode)), flyers.snaps(state, mode))
    if state.strength[0] > 1 and not state.target.value.vehicle:
        return last
    return (*last, bool(mode.costs), -(mode.strength or 0))


def worth(state: Attack, firer: Firer, weapon: Weapon) -> Fraction:
    """Return the expected Wounds or hull points of all weapons of this name of one model."""
    model = state.shooter.value.models[firer.model][0]
    moved = vehicles.everybody_moved(state) and not charts.stands(state.shooter.value, firer.model, weapon)
    close = vehicles.half_range_can_be(state, weapon)
    shots = charts.shots_of(weapon, half_range=close, moved=moved)
    snap = vehicles.always_snaps(state, weapon, firer, model) or (weapon.type == HEAVY and moved)
    if shots is None or (snap and charts.never_snaps(weapon)):
        return NONE
    each = vehicles.carried(firer, model, weapon) * (shots.plus + shots.dice * Fraction(shots.sides + 1, 2))
    return (
        each
        * lands(state, model, weapon, snap)
        * (at_vehicles if state.target.value.vehicle else at_models)(state, weapon)
    )


def lands(state: Attack, model: Model, weapon: Weapon, snap: bool) -> Fraction:
    """Return the expected hits of one shot; a scattering marker counts as lost."""
    skill = skill_of(model, plain(weapon), {})
    again = weapon.has("Twin-linked")
    if area := charts.area_of(weapon):
        stays, throws = (1, 1) if area == "Template" else charts.stays_put(skill, subtracted=True)
        under = charts.usually_under(area, state.strength[0], state.target.value.vehicle)
        return under * twice(Fraction(stays, throws), again and area != "Template")
    need = charts.to_hit(skill_of(model, weapon, {}), snap, min(charts.MOST_BALLISTIC_SKILL, 1 + weapon.snap_more))
    return twice(chance(need.target), again)


def chance(target: int | None) -> Fraction:
    """Return the chance to roll `target` or more with one die."""
    return NONE if target is None else Fraction(7 - min(7, max(1, target)), 6)


def twice(once: Fraction, again: bool) -> Fraction:
    """Return the chance of success; if `again`, with a re-roll of failures."""
    return once + (1 - once) * once if again else once


def at_models(state: Attack, weapon: Weapon) -> Fraction:
    """Return the expected Wounds of a hit on the target's most common kind of model, in the open."""
    kind, _ = max(state.target.value.models, key=lambda entry: entry[1])
    return of_a_hit(weapon, kind)


@lru_cache(1024)
def of_a_hit(weapon: Weapon, kind: Model) -> Fraction:
    """Return the expected Wounds of one hit on this kind of model."""
    gun = Gun(weapon.name, weapon.strength, weapon.ap, telling(weapon), weapon.poisoned, kind.toughness,
              armour=kind.armour)  # fmt: skip
    wounds = twice(chance(charts.to_wound(Hit(Hashed(gun))).target), weapon.has("Shred"))
    rending = weapon.has("Rending") or weapon.has("Bladestorm")
    rends = min(wounds, Fraction(1, 6)) if rending else NONE
    deadly = weapon.has("Instant Death") or (weapon.strength or 0) >= 2 * kind.toughness
    deadly = deadly and not kind.has("Eternal Warrior")
    lost = (wounds - rends) * unsaved(kind, weapon.ap) + rends * unsaved(
        kind, 2 if weapon.ap is None else min(2, weapon.ap)
    )
    return lost * (kind.wounds if deadly else 1 - chance(kind.feel_no_pain))


def unsaved(kind: Model, ap: int | None) -> Fraction:
    """Return the chance that a wound passes the better save."""
    return 1 - max(chance(charts.armour_save(kind.armour, ap).target), chance(kind.invulnerable))


def at_vehicles(state: Attack, weapon: Weapon) -> Fraction:
    """Return the expected hull points of a hit; an explosion costs all of them (7E-VEH-3, 7E-VEH-4)."""
    standing = state.line.standing()
    if not standing:
        return NONE
    aim = Aim(
        SIDE if weapon.has("Barrage") else state.facing,
        melta=weapon.has("Melta") and vehicles.half_range_can_be(state, weapon),
    )
    return of_a_strike(
        Strike(Impact(Hashed(Gun(weapon.name, weapon.strength, weapon.ap, telling(weapon))), aim), standing[0].kind)
    )


@lru_cache(1024)
def of_a_strike(strike: Strike) -> Fraction:
    """Return the expected hull points of one hit on this vehicle."""
    gun = strike.impact.gun.value
    if "Haywire" in gun.rules:
        return Fraction(5, 6)
    how = charts.penetration(strike)
    glances, pierces = shows(how, how.glance), shows(how, how.glance + 1)
    if how.six_glances or how.six_rends:
        glances = max(glances, Fraction(1, 6))
    explodes = Fraction(max(0, (1 if gun.ap == 2 else 2 if gun.ap == 1 else 0)), 6)
    return glances + pierces * explodes * (strike.model.wounds - 1)


def shows(how: charts.Penetration, least: int) -> Fraction:
    """Return the chance that the dice reach `least`."""
    if how.how == charts.SUM:
        sums, throws = totals(how.kept, 6)
        return Fraction(sum(count for total, count in sums if total >= least), throws)
    return twice(chance(least), how.how == charts.HIGHEST)


# Selecting and firing a weapon (7E-WPN-1 to 12, 17, 20, 21).

ALL, NO_MORE = "all as usual", "no more"
# types that models cannot always fire after moving
MOVED = {HEAVY: "7E-WPN-10", SALVO: "7E-WPN-11", ORDNANCE: "7E-WPN-18"}


def bearers(state: Attack, name: str) -> vehicles.Group:
    """Return who may still fire this name, with their weapon, in the order of the list (7E-WPN-1, 7E-WPN-4)."""
    group = []
    for firer, weapons in zip(state.firers, usable(state.shooter, state.firers), strict=True):
        for weapon in weapons:
            if weapon.name == name and not idle(state, firer, weapon):
                group.append((firer, state.shooter.value.models[firer.model][0], weapon))
                break
    return group


def idle(state: Attack, firer: Firer, weapon: Weapon) -> bool:
    """Return True for a Heavy weapon of a unit that ran before shooting (7E-NOM-3 b)."""
    return weapon.type == HEAVY and state.marked(states.RAN) and not charts.relentless(state.shooter.value, firer.model)


@lru_cache(2048)
def usable(shooter: Hashed[Unit], firers: tuple[Firer, ...]) -> tuple[tuple[Weapon, ...], ...]:
    """Return the weapons that each of these can still use, in the order of the list."""
    pairs = ((firer, shooter.value.models[firer.model][0].weapons) for firer in firers)
    return tuple(tuple(weapon for weapon in weapons if can_use(shooter, firer, weapon)) for firer, weapons in pairs)


def can_use(shooter: Hashed[Unit], firer: Firer, weapon: Weapon) -> bool:
    """Return True if these models can still use this weapon name and have a weapon left to fire."""
    if weapon.name in firer.used or (weapon.mode_of and weapon.mode_of in firer.used):
        return False
    if weapon.guided is not None:
        return not firer.lost or bool(vehicles.carried(firer, shooter.value.models[firer.model][0], weapon))
    if firer.weapons < 1:
        return False
    most, any_type = limits(shooter, firer.model)
    model = shooter.value.models[firer.model][0]
    if firer.lost and not vehicles.carried(firer, model, weapon):
        return False
    if weapon.type == ORDNANCE and firer.weapons != most and not model.vehicle:
        return False  # an Ordnance weapon must be the only one it fires (7E-WPN-18)
    return firer.weapons == most or weapon.type == PISTOL or any_type


@lru_cache(256)
def limits(shooter: Hashed[Unit], index: int) -> tuple[int, bool]:
    """Return how many weapons this kind of model may fire in a phase, and whether of any type (7E-WPN-4)."""
    unit, model = shooter.value, shooter.value.models[index][0]
    return weapons_at_once(unit, model), any_two(unit, model)


def names(state: Attack) -> dict[str, Weapon]:
    """Return the weapons that may still be fired, by name, in the order of the list."""
    by_name: dict[str, Weapon] = {}
    for weapons in usable(state.shooter, state.firers):
        for weapon in weapons:
            by_name.setdefault(weapon.name, weapon)
    return by_name


def why_not_offered(state: Attack, weapon: Weapon) -> tuple[Reason, ...]:
    """Return why nobody can fire this name now; () if somebody can."""
    if weapon.grenade and any(other.name in state.fired and other.grenade for other in state.shooter.value.weapons()):
        return (Reason("one model of a unit throws a grenade in a phase", "7E-WPN-4"),)
    if beyond := dict(state.out_of_reach).get(weapon.name):
        return (beyond,)
    if weapon.range is not None and state.distance > weapon.range:
        return (beyond_range(state.distance, weapon.range),)
    group = bearers(state, weapon.name)
    if weapon.type == HEAVY and state.marked(states.RAN) and not group:
        return (Reason("it ran: Battle Focus fires no Heavy weapon", "7E-NOM-3"),)
    if not any(model.skilled_for(gun) for _, model, gun in group):
        return (Reason("Ballistic Skill 0 cannot shoot", "7E-NOM-3"),)
    if weapon.has("Interceptor") and state.marked(states.INTERCEPTED):
        return (Reason("it fired in the enemy's turn", "7E-NOM-3"),)
    if state.fire_points == 0:
        return (Reason("no fire point is free", "7E-WPN-23"),)
    if weapon.type == ORDNANCE and state.shooter.value.vehicle:
        if state.ordnance is False:
            return (Reason("no Ordnance this phase, as was said", "7E-WPN-18"),)
        if state.ordnance is None and state.fired_full:
            return (Reason("another weapon has fired at full Ballistic Skill", "7E-WPN-18"),)
    return why_no_snap_shot(state, weapon, group) or (why_no_wound(state, weapon) if state.manner.asks_less else ())


def why_no_wound(state: Attack, weapon: Weapon) -> tuple[Reason, ...]:
    """Return why no shot of the weapon could wound the target; () if one could, or if it may hit others."""
    swoops = state.zooming  # hits alone may ground it, by setting
    if swoops or state.target.value.vehicle or charts.area_of(weapon) or weapon.has("Markerlight"):
        return ()
    toughness = states.target_toughness(state)
    gun = Gun(weapon.name, weapon.strength, weapon.ap, telling(weapon), weapon.poisoned, toughness)
    if charts.to_wound(Hit(Hashed(gun))).target is not None:
        return ()
    return (Reason(f"Strength {weapon.strength or 1} cannot wound Toughness {toughness}", "7E-WND-1"),)


def why_no_snap_shot(state: Attack, weapon: Weapon, group: vehicles.Group) -> tuple[Reason, ...]:
    """Return why a weapon that never fires Snap Shots cannot fire; () if it can (7E-HIT-5)."""
    if not charts.never_snaps(weapon):
        return ()
    if flyers.cannot_hit(state, weapon):
        return (Reason("Blast and Template weapons cannot hit who zooms or swoops", "7E-FLY-5"),)
    firers = [firer for firer, _, _ in group]
    why = state.snap_only or (all(firer.why_snap for firer in firers) and firers[0].why_snap) or ""
    all_carry = all(vehicles.has_ordnance(model) for _, model, _ in group)
    if not why and state.ordnance and weapon.type != ORDNANCE and all_carry:
        why = "it fires Ordnance"
    if not why and all(firer.full_skill_left == 0 for firer in firers):
        why = "no weapon more can be fired at full Ballistic Skill"
    why = why or flyers.why_snap(state, weapon)
    return (Reason(f"never fired as Snap Shots, and {why}", "7E-HIT-5"),) if why else ()


def weapons_left(state: Attack) -> bool:
    return any(usable(state.shooter, state.firers)) and (bool(state.apart) or state.line.any_left())


def choose_weapon(state: Attack, table: Table) -> Attack | Firing:
    """Ask for the next weapon, which is resolved before another is chosen (7E-WPN-1, 2, 6)."""
    weapons = names(state)
    options = [*offers(state)]
    stop = Option(NO_MORE, "fire nothing more")
    open_names = [option.value for option in options if not option.closed]
    if not open_names:
        tell_silent(((option.value, option.closed) for option in options), table)
    proposed = proposed_in_turn(state)
    if state.agreed:
        return state.firing(Hashed(weapons[proposed[0]])) if proposed else state.but(firers=())
    ready = [name for name in open_names if not (not_proposed(state, weapons[name]) or in_vain(state, weapons[name]))]
    usual = next(iter(proposed), NO_MORE)
    missed = sum(why == NOBODY_SEEN for _, why in state.out_of_reach) if state.fired else 0  # whom they saw has fallen
    if state.manner.picks and state.fired and not ready:
        return state.but(firers=())  # the others are out of reach or cannot harm, and nobody picked them before
    if state.manner.picks and len(proposed) > 1:
        options, usual = [Option(ALL, all_in_words(proposed, weapons)), *options], ALL
    name = table.choose(
        "weapon",
        (*options, stop),
        default=usual,
        rules=("7E-WPN-1", "7E-WPN-2", "7E-WPN-3"),
        text="Which weapon fires?",
        spent=NO_MORE,
        nth=len(state.fired) + missed,
    )
    if name == NO_MORE:
        return state.but(firers=())
    if name == ALL:
        return state.but(agreed=True, picked=()).firing(Hashed(weapons[proposed[0]]))
    picked = (name,) if state.manner.picks else table.given_names("weapon", tuple(weapons))
    return state.but(picked=picked).firing(Hashed(weapons[name]))


def offers(state: Attack) -> Sequence[Option]:
    """Return an option for each weapon that may still be fired, closed if nobody can fire it now."""
    return _offers_before_losses(without_losses(state)) if alike(state) else _offers(state)


def _offers(state: Attack) -> tuple[Option, ...]:
    by_name = names(state).items()
    return tuple(Option(name, _weapon_label(state, weapon), why_not_offered(state, weapon)) for name, weapon in by_name)


_offers_before_losses = lru_cache(1024)(_offers)  # at models, whatever they lost


def all_in_words(in_turn: list[str], weapons: Mapping[str, Weapon]) -> str:
    """Return such words as `both weapons as usual, one after the other`, with the proposed modes."""
    modes = [name for name in in_turn if weapons[name].mode_of]
    how_many = "both" if len(in_turn) == 2 else f"all {len(in_turn)}"
    return f"{how_many} weapons as usual, one after the other" + (f"; {listed(modes)}" if modes else "")


def best_of_each(state: Attack, among: Collection[str] | None = None) -> Sequence[Sequence[Weapon]]:
    """Return what `best_first` does, for each of the firers."""
    if not alike(state):
        return [best_first(state, firer, among) for firer in state.firers]
    return _best_before_losses(without_losses(state), None if among is None else tuple(among))


def alike(state: Attack) -> bool:
    """Return True if what is proposed does not depend on losses: in an attack on its own, at models without armour."""
    return not (state.manner.reach or state.target.value.vehicle)


def without_losses(state: Attack) -> Attack:
    """Return a state without all that differs between records of one attack on its own: it cannot be read."""
    return state.but(line=None, apart=None, toll=None)


@lru_cache(1024)
def _best_before_losses(state: Attack, among: tuple[str, ...] | None) -> tuple[tuple[Weapon, ...], ...]:
    """Return what is best at models, whatever they lost: it is worked out once for all losses, which `state` lacks."""
    return tuple(tuple(best_first(state, firer, among)) for firer in state.firers)


def best_first(state: Attack, firer: Firer, among: Collection[str] | None = None) -> list[Weapon]:
    """Return the weapons that these models can fire, in the proposed order.

    The best ones that they may fire come first, in list order. Grenades are last.
    """
    ready = [weapon for weapon in able(state, firer) if among is None or weapon.name in among]
    ready = [weapon for weapon in ready if not other_mode_proposed(state, ready, weapon)]
    if len(ready) < 2 or state.shooter.value.models[firer.model][0].vehicle:  # a vehicle fires all its weapons
        return ready
    ranked = sorted(ready, key=lambda gun: (gun.grenade, -worth(state, firer, gun)))
    best = ranked[: max(1, firer.weapons)]
    return [*(weapon for weapon in ready if weapon in best), *(weapon for weapon in ranked if weapon not in best)]


def able(state: Attack, firer: Firer) -> list[Weapon]:
    """Return the weapons that these models can fire now, in list order."""
    (weapons,) = usable(state.shooter, (firer,))
    return [weapon for weapon in weapons if not why_not_offered(state, weapon)]


def not_proposed(state: Attack, weapon: Weapon) -> bool:
    """Return True if the weapon is proposed to none of its bearers."""
    return _other_modes_before_losses(without_losses(state), weapon) if alike(state) else _other_modes(state, weapon)


def _other_modes(state: Attack, weapon: Weapon) -> bool:
    """Return True if each of its bearers is proposed another mode of the weapon."""
    group = bearers(state, weapon.name)
    return all(gun.mode_of and other_mode_proposed(state, able(state, firer), gun) for firer, _, gun in group)


_other_modes_before_losses = lru_cache(1024)(_other_modes)


def other_mode_proposed(state: Attack, ready: Iterable[Weapon], weapon: Weapon) -> bool:
    """Return True if another ready mode of the same weapon is proposed instead."""
    modes = [other for other in ready if other.mode_of == weapon.mode_of] if weapon.mode_of else []
    return len(modes) > 1 and min(modes, key=partial(proposal_rank, state)) != weapon


def proposed_in_turn(state: Attack) -> list[str]:
    """Return the names proposed one after the other: as many weapons as each model may fire, no grenade beside a gun.
    Passengers get no weapon for which the earlier ones leave no fire point (7E-WPN-23). Weapons fired in vain are
    proposed only where all are, since the facing is not known then."""
    ranked = zip(state.firers, best_of_each(state), strict=True)
    fired = {weapon.name: weapon for firer, best in ranked for weapon in in_turn(state, firer, best)}
    proposed, free = [name for name in names(state) if name in fired], state.fire_points
    effective = [name for name in proposed if not in_vain(state, fired[name])]
    proposed = effective if effective or state.fired else proposed
    for index, name in enumerate(proposed if free is not None else ()):
        if not free:
            return proposed[:index]
        free -= min(free, sum(proposed_firers(state, name, bearers(state, name))))
    return proposed


def in_turn(state: Attack, firer: Firer, best: Iterable[Weapon]) -> list[Weapon]:
    """Return those of these weapons, the best first, that each model of the firer may fire one after the other."""
    model, room = state.shooter.value.models[firer.model][0], firer.weapons
    fired: dict[str, Weapon] = {}
    has_fired = room < limits(state.shooter, firer.model)[0]
    for weapon in best:
        physical = weapon.mode_of or weapon.name
        spare = physical not in fired and not (weapon.grenade and (fired or has_fired))
        if spare and (room > 0 or weapon.guided is not None):
            fired[physical] = weapon
            room -= max(1, vehicles.carried(firer, model, weapon)) if weapon.guided is None else 0
    return [*fired.values()]


def weapon_chosen(state: Attack | Firing) -> bool:
    return isinstance(state, Firing)


def fire_weapon(firing: Firing, table: Table) -> Firing:
    """Ask the facts of the weapon, and put its shots into the pool."""
    state, weapon = states.with_stealth_left(firing.attack_now()), firing.weapon.value
    group = bearers(state, weapon.name)
    # These values are read before the facts change the line. The odds can read only the lines of the record that they
    # passed in.
    toughness = 0 if state.target.value.vehicle else states.target_toughness(state)
    armour = states.majority_armour(state, table) if weapon.has("Graviton") else None
    counts_before = pins(state, weapon, table) or any(rule in weapon.rules for rule in AFTERWARDS)
    before = wounds(state.standing()) if counts_before else None
    usual = proposed_firers(state, weapon.name, group)
    possible = attack_facts.questions_about(state, weapon, group, usual, table)
    parts = attack_facts.before_the_shot(state, weapon, possible)
    state, facts = ask_facts(state, weapon, group, parts, table)
    if weapon.has("Graviton") and table.setting("graviton_mixed") == "closest" and "order" in facts:
        armour = states.armour_of(state, facts["order"])
    why = why_nobody_hit(state, weapon, facts)
    if SAVE.key not in facts and not weapon.has("Markerlight"):
        attack_facts.refuse_saves_of_nobody(state, weapon, group, facts, table)
    state = attack_facts.with_facts(state, weapon, parts, facts)
    state = cover_chosen(state, weapon, facts, table)
    if facts.get(SAVE.key) == "cover":
        refuse_without_cover(state, table)
    shots, firers = shots_of(state, weapon, group, facts, (toughness, armour), table) if not why else ([], state.firers)
    everybody = vehicles.everybody_moved(state) and bool(sum(facts["firing"]))
    if not shots and weapon.type in MOVED and (everybody or any(facts.get("moved", ()))):
        why = why or Reason(
            "who moved fires it to half range only" if weapon.type == SALVO else "they moved", MOVED[weapon.type]
        )
    if why:  # no shots are lost: the name is closed, and its bearers may fire another weapon
        table.tell("{name} cannot fire: {why}", (why.rule,), name=weapon.name, why=why.text)
        return firing.with_state(state.but(out_of_reach=(*state.out_of_reach, (weapon.name, why))))
    if not sum(facts["firing"]):
        table.cannot({weapon.name: (Reason("nobody fires it, as was said", "7E-WPN-3"),)})
    if state.fire_points is not None:
        state = state.but(fire_points=max(0, state.fire_points - sum(facts["firing"])))
    if weapon.has("One Use Only"):
        n = min(1, len(shots))
        users = [
            (firer.model, weapon.name)
            for (firer, _, _), fire in zip(group, facts["firing"], strict=True)
            for _ in range(fire * n)
        ]
        state = state.but(spent=tuple(sorted([*state.spent, *users])))
    state = state.but(
        firers=firers,
        fired=(*state.fired, weapon.name),
        picked=(),
        ordnance=True if weapon.type == ORDNANCE and state.shooter.value.vehicle else state.ordnance,
        fired_full=state.fired_full or any(not getattr(token, "shot", token).snap for token, _ in shots),
    )
    return firing.with_state(state, pool=pool(*shots), before=before, seen=facts.get("line_of_sight", "yes") == "yes")


def cover_chosen(state: Attack, weapon: Weapon, facts: Mapping[str, Any], table: Table) -> Attack:
    """Ask for cover if a cover save is wanted but cover was not asked, because armour is as good (7E-SAV-8)."""
    if facts.get(SAVE.key) != "cover" or attack_facts.COVER.key in facts or charts.ignores_cover(weapon):
        return state
    question = attack_facts.COVER
    cover = table.ask(question.but(default=attack_facts.cover_now(state)) if state.fired else question)
    return state.changed(lambda kind: kind if kind.own_cover else states.covered(kind, cover))


def proposed_firers(state: Attack, name: str, group: vehicles.Group) -> tuple[int, ...]:
    """Return how many of each kind are proposed to fire the weapon (7E-WPN-1).

    If the weapon was picked by name, all bearers are proposed, or the best among several picked names. Otherwise it is
    proposed to models for which it is among the best that they may fire; to all, if there are none.
    """
    among = state.picked or None
    ranked: Iterable[tuple[Firer, Sequence[Weapon]]]
    if alike(state):
        ranked = zip(state.firers, best_of_each(state, among), strict=True)
    else:  # of others it takes long to compare which weapon is best
        ranked = ((firer, best_first(state, firer, among)) for firer, _, _ in group)
    main = [firer for firer, best in ranked if any(gun.name == name for gun in in_turn(state, firer, best))]
    return tuple(firer.n if firer in main or not main else 0 for firer, _, _ in group)


def ask_facts(
    state: Attack, weapon: Weapon, group: vehicles.Group, parts: tuple[Question, ...], table: Table
) -> tuple[Attack, Mapping[str, Any]]:
    """Ask the facts of this weapon. If all weapons fire as usual, the first answers also count for later weapons.

    They do not count if some models could not be hit, because the next weapon may reach them (7E-WPN-5).
    """
    if state.agreed and state.fired and not any(rank.kind.hidden for rank in state.ranks()):
        return state, {part.key: value_of(own_way(part, weapon, state.weapon_answers)) for part in parts}
    target = state.battle_around().shot_at()
    if not state.fired:
        parts = tuple(proposed(part, state.battle_around().remembered, target) for part in parts)
    others = ways_of_others(state, weapon, table) if state.agreed else ()
    asked = (*parts, *others)
    answers = table.facts(
        f"facts:{weapon.name}",
        asked,
        check=lambda values: attack_facts.cannot_be(state, weapon, group, values),
        follow=lambda values: attack_facts.dependent(state, weapon, group, values),
        rules=("7E-WPN-3", "7E-WPN-5", "7E-WPN-7", "7E-SAV-4"),
        words=lambda values: attack_facts.declaration(
            state, weapon, group, asked, values, shots_text(state, weapon, group, values, table)
        ),
        nth=len(state.fired),
        known=partial(attack_facts.known_here, state, weapon, group, parts) if state.manner.seen else None,
    )
    after = state
    if state.manner.seen:
        covers = {key: answers[key] for key in answers if key.partition(":")[0] == attack_facts.COVER.key}
        after = state.remembering(covers, target)
    if not state.agreed:
        return after, answers
    simple = (part for part in parts if isinstance(part, (Choose, Number)))
    return after.but(
        weapon_answers=remembering((), {part.key: answers[part.key] for part in (*simple, *others)})
    ), answers


def shots_text(state: Attack, weapon: Weapon, group: vehicles.Group, facts: Mapping[str, Any], table: Table) -> str:
    """Return such words as `16 shots`, and the weapons that fire next if all was agreed; "" if nothing fires."""
    words = shots_in_all(state, weapon, group, facts)
    elsewhere = any(sum(facts.get(f"in_{facing}", ())) for facing in vehicles.FACINGS)
    if words and not elsewhere and (harmless := harmless_at(state, weapon, facts.get("facing", ""))):
        words = f"{words} that cannot harm its {harmless}"
    later = [name for name in proposed_in_turn(state) if name != weapon.name] if state.agreed else []
    return f"{words}, then {listed(later)}" if words and later else words


def ways_of_others(state: Attack, first: Weapon, table: Table) -> tuple[Question, ...]:
    """Return the questions who moved and who is at half range, for the weapons after the first one."""
    questions: list[Question] = []
    for name in proposed_in_turn(state):
        if name == first.name:
            continue
        weapon = names(state)[name]
        group = bearers(state, name)
        for part in attack_facts.questions_about(state, weapon, group, proposed_firers(state, name, group), table):
            if part.key in attack_facts.OWN_WAYS:
                words = f"{name}: {part.text[:1].lower()}{part.text[1:]}"
                questions.append(part.but(key=f"{part.key}:{name}", text=words))
    return tuple(questions)


def own_way(part: Question, weapon: Weapon, ways: Memory) -> Question:
    """Return the question with the answer given before the first weapon, if there is one."""
    return proposed(part.but(key=f"{part.key}:{weapon.name}") if part.key in attack_facts.OWN_WAYS else part, ways)


NOBODY_SEEN = Reason("out of range or sight", "7E-WPN-5")


def why_nobody_hit(state: Attack, weapon: Weapon, facts: Mapping[str, Any]) -> Reason | None:
    """Return why this weapon can hit no model of the target after the facts; None if it can (7E-WPN-5)."""
    inches = facts.get("distance", state.distance)
    if weapon.range is not None and inches > weapon.range:
        return beyond_range(inches, weapon.range)
    return NOBODY_SEEN if attack_facts.all_hidden(state, weapon, facts) else None


def beyond_range(inches: float, reach: float) -> Reason:
    return Reason(f"out of range ({_inches_text(reach)})", "7E-WPN-5")


def _weapon_label(state: Attack, weapon: Weapon) -> str:
    """Return the menu row of a weapon, such as `3 lascannons, 48" S9 AP2 Heavy`."""
    n = sum(firer.n * vehicles.carried(firer, model, gun) for firer, model, gun in bearers(state, weapon.name))
    n = min(n, 1) if weapon.grenade else n  # one model of the unit throws one (7E-WPN-4)
    ap = "-" if weapon.ap is None else weapon.ap
    reach = "template" if weapon.range is None else "any range" if weapon.range > 1000 else _inches_text(weapon.range)
    strength = "X" if weapon.strength is None else weapon.strength
    profile = "" if weapon.has("Markerlight") else f" S{strength} AP{ap}"  # a markerlight hurts nobody (7E-EFF-5)
    harmless = harmless_at(state, weapon) if state.manner.asks_less else ""
    vain = f": no hit can harm its {harmless}" if harmless else ""
    return f"{counted(n, weapon.name)}, {reach}{profile} {weapon.type}{vain}"


def _inches_text(value: float) -> str:
    return f'{value:g}"'
