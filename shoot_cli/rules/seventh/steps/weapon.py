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
from shoot_cli.rules.seventh.steps.hit import hit_of
from shoot_cli.rules.seventh.steps.owner_decisions import SAVE, refuse_without_cover
from shoot_cli.rules.seventh.steps.target import reach_of
from shoot_cli.rules.seventh.tokens import SIDE, Aim, Gun, Hit, Impact, Marker, MarkerlightHit, Shot, Strike, Volley

# From the facts to shots, volleys and markers (7E-WPN-8 to 22).


class FiringGroup(NamedTuple):
    """`n` identical bearers of a weapon, each firing `each` weapons in the same way."""

    n: int
    each: int
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
    skills = [skill_of(model, own, facts, flyers.skill_changed(state, own)) for _, model, own in group]
    guns = [
        Gun(
            own.name, own.strength, own.ap, telling(own), None if vehicle else own.poisoned, toughness,
            facts.get("preferred_enemy", "no") == "yes",
            not vehicle and ("Shred" in own.rules or vehicles.hunts_monsters(state, model)), armour,
        )
        for _, model, own in group
    ]  # fmt: skip
    named = with_names(
        (gun, own, skill_of(model, plain(own), facts, flyers.skill_changed(state, own)), skill)
        for (_, model, own), gun, skill, n in zip(group, guns, skills, facts["firing"], strict=True)
        if n
    )
    for place, (firer, model, own) in enumerate(group):
        n, skill, gun = facts["firing"][place], skills[place], guns[place]
        for way in ways(state, own, group, place, n, facts) if skill else ():
            shots = charts.shots_of(own, half_range=way.close, moved=way.moved)
            snap = snaps(state, own, firer, model, way)
            if not way.n or not way.each or shots is None or (snap and charts.never_snaps(own)):
                continue
            shot = Shot(
                named[gun], skill, snap, min(charts.MOST_BALLISTIC_SKILL, 1 + own.snap_more),
                precise=not snap and (own.has("Sniper") or own.has("Precision Shots") or model.has("Precision Shots")),
                rerolls=not snap or table.setting("snap_rerolls") == "yes",
                aim=vehicles.rerolled(state, way.aim, model, own, facts) if way.aim else None,
            )  # fmt: skip
            shot = shot.but(in_vain=why_harmless(state, shot), topples=topples)
            tokens += fired(shot, shots, way.n, way.each, firer, model, own, table)
        at = firers.index(firer)
        full = facts["full_bs"][place] if "full_bs" in facts else vehicles.full_now(state, firer, model, own)
        firers[at : at + 1] = used(state, firer, own, n, full, table.setting("mode_uses_weapon") == "yes")
    if table.setting("random_shots") == "per_name" and weapon.shots.dice:
        tokens = one_roll_for_all(tokens)
    return tokens, tuple(firers)


def shots_in_all(state: Attack, weapon: Weapon, group: vehicles.Group, facts: Mapping[str, Any]) -> str:
    """Return the number of shots, such as `16 shots` or `2D6 shots`; "" if nobody fires."""
    plus, dice = 0, Counter[int]()
    for place, (firer, model, own) in enumerate(group):
        n = facts["firing"][place] if skill_of(model, own, facts) else 0
        for way in ways(state, own, group, place, n, facts):
            shots = charts.shots_of(own, half_range=way.close, moved=way.moved)
            silent = snaps(state, own, firer, model, way) and charts.never_snaps(own)
            if shots is not None and not silent:
                plus += way.n * way.each * shots.plus
                dice[shots.sides] += way.n * way.each * shots.dice
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
    found = [charts.penetration(Strike(impact, rank.kind)) for rank in state.line.standing()]
    if not found or not all(how.hopeless for how in found):
        return ()
    most = charts.strength_against_armour(impact) + max(how.most for how in found)
    return (*found[0].because, Reason(f"they come to {most} at most", "7E-VEH-3"))


def harmless_at(state: Attack, weapon: Weapon, facing: str = "") -> str:
    """Return the facing of the vehicles, by default the last one attacked, if no hit could harm it, otherwise ""
    (7E-VEH-3)."""
    if not state.target.value.vehicle:
        return ""
    gun = Hashed(Gun(weapon.name, weapon.strength, weapon.ap, telling(weapon)))
    aim = Aim(SIDE if weapon.has("Barrage") else facing or state.facing, melta=weapon.has("Melta"))
    return aim.facing if why_harmless(state, Shot(gun, 1, aim=aim)) else ""


def skill_of(model: Model, weapon: Weapon, facts: Mapping[str, Any], change: int = 0) -> int:
    """Return the Ballistic Skill with its modifiers (7E-HIT-12, 7E-EFF-3); 0 if it cannot fire the weapon."""
    if not model.skilled_for(weapon):
        return 0
    if weapon.skill_is is not None:
        return weapon.skill_is
    more = weapon.skill_more + weapon.snap_more
    changed: int = model.ballistic_skill + more + change + facts.get("bs_modifier", 0)
    return min(charts.MOST_BALLISTIC_SKILL, max(1, changed))


def plain(weapon: Weapon) -> Weapon:
    """Return the weapon without the effects on its firer's Ballistic Skill."""
    return weapon.but(skill_more=0, skill_is=None, snap_more=0)


def snaps(state: Attack, weapon: Weapon, firer: Firer, model: Model, way: FiringGroup) -> bool:
    """Return True if these shots are Snap Shots (7E-NOM-3, 7E-WPN-10, 18, 22)."""
    return vehicles.always_snaps(state, weapon, firer, model) or (weapon.type == HEAVY and way.moved) or not way.full


def ways(
    state: Attack, weapon: Weapon, group: vehicles.Group, place: int, n: int, facts: Mapping[str, Any]
) -> list[FiringGroup]:
    """Return the bearers of one group, grouped by how they fire.

    Close and moved bearers are both counted from the start, so moved bearers of a Salvo weapon are close. Moved bearers
    of Ordnance do not fire (7E-WPN-18).
    """
    firer, model, _ = group[place]
    still = charts.stands(state.shooter.value, firer.model, weapon)
    moved = n if vehicles.everybody_moved(state) else min(n, facts["moved"][place]) if "moved" in facts else 0
    moved = 0 if still else moved
    within = vehicles.half_range_can_be(state, weapon)
    close = min(n, facts["half_range"][place] if "half_range" in facts else n) if within else 0
    each = vehicles.carried(firer, model, weapon)
    full = min(each, facts["full_bs"][place]) if "full_bs" in facts else vehicles.full_now(state, firer, model, weapon)
    aimed: list[tuple[Aim | None, int]] = [(None, n)]
    if state.target.value.vehicle:
        aimed = [*vehicles.aims(state, weapon, place, n, close, facts)]
    edges = sorted({0, moved, close, n, *edges_of(aimed)})
    found: dict[FiringGroup, int] = {}
    for low, high in pairwise(edges):
        is_moved, is_close = low < moved, low < close
        if weapon.type == ORDNANCE and is_moved:
            continue
        for part, at_full in ((full, True), (each - full, False)):
            if part:
                way = FiringGroup(0, part, is_close, is_moved, at_full, aim_at(aimed, low))
                found[way] = found.get(way, 0) + high - low
    return [way._replace(n=count) for way, count in found.items()]


def edges_of(aimed: list[tuple[Aim | None, int]]) -> list[int]:
    places = [0]
    for _, n in aimed:
        places.append(places[-1] + n)
    return places


def aim_at(aimed: list[tuple[Aim | None, int]], at: int) -> Aim | None:
    for aim, n in aimed:
        if at < n:
            return aim
        at -= n
    return None


def one_roll_for_all(tokens: list[tuple[Any, int]]) -> list[tuple[Any, int]]:
    """Let all groups of a weapon share one roll for the number of shots (setting random_shots)."""
    alone = {"Gets Hot", "Master-crafted"}  # these weapons roll their own dice together, so they do not share
    shared = [token for token, _ in tokens if type(token) is Volley and alone.isdisjoint(token.shot.gun.value.rules)]
    if len(shared) < 2:
        return tokens
    first, *others = shared
    return [(first.but(fellows=tuple((other.shot, other.times) for other in others)), 1)]


def fired(
    shot: Shot, shots: Shots, n: int, each: int, firer: Firer, model: Model, weapon: Weapon, table: Table
) -> list[tuple[Any, int]]:
    """Return the tokens of `each` weapons of `n` bearers: shots, volleys or markers."""
    hot = "Gets Hot" in weapon.rules
    save = model.invulnerable if model.vehicle else charts.best_against_heat(model)
    again = states.told_again(model) if hot else "no"
    if charts.area_of(weapon):
        pain = model.feel_no_pain if hot else None
        marker = Marker(shot, firer.model, firer.left, 0, save if hot else None, pain, model.vehicle, again)
        return markers_of(marker, shots, n, each, hot, table)
    if not shots.dice and not hot and "Master-crafted" not in weapon.rules:
        return [(shot, n * each * shots.plus)]
    if hot:  # Gets Hot hurts its own bearer, so each bearer gets a volley
        shots = shots.but(dice=each * shots.dice, plus=each * shots.plus)
    else:
        n *= each
    adds = table.setting("mastercrafted_bs6") == "adds"
    volley = Volley(
        shot, shots, firer.model, firer.left, save if hot else None, model.feel_no_pain if hot else None, 1, adds,
        model.vehicle, again,
    )  # fmt: skip
    if shots.dice and table.setting("random_shots") == "per_name" and not hot and "Master-crafted" not in weapon.rules:
        return [(volley.but(times=n), 1)]
    return [(volley, n)]


def markers_of(marker: Marker, shots: Shots, n: int, each: int, hot: bool, table: Table) -> list[tuple[Any, int]]:
    """Return one marker for each shot; with Gets Hot, each bearer's markers stay together."""
    if hot:
        if not shots.dice:
            return [(marker.but(hot=each * shots.plus), n)]
        return [(marker.but(hot=shots_per_weapon(marker.shot.gun.value.name, shots, each, table)), 1) for _ in range(n)]
    if shots.dice and table.setting("random_shots") == "per_name":
        return [(marker, n * each * shots_per_weapon(marker.shot.gun.value.name, shots, 1, table))]
    return [(marker, shots_per_weapon(marker.shot.gun.value.name, shots, n * each, table))]


def shots_per_weapon(name: str, shots: Shots, weapons: int, table: Table) -> int:
    """Return the shots of so many weapons, rolled if their number is random (7E-WPN-20)."""
    number = shots.plus * weapons
    if shots.dice and weapons:
        text = f"{name}: shots"
        number += table.total(f"shots:{name}", shots.dice * weapons, shots.sides, rules=("7E-WPN-20",), text=text)
    return number


def used(state: Attack, firer: Firer, weapon: Weapon, n: int, full: int, whole: bool) -> list[Firer]:
    """Return the firers after firing: some fired the weapon, and the others declined this name (7E-WPN-3).

    `full` is how many weapons each fired at full skill. `whole` is True if firing uses up all modes of the weapon.
    """
    unit, model = state.shooter.value, state.shooter.value.models[firer.model][0]
    name = (weapon.name, weapon.of) if weapon.of and whole else (weapon.name,)
    several = weapon.type == PISTOL or any_two(unit, model)
    only = weapon.type == ORDNANCE and not model.vehicle  # a model that fires Ordnance fires nothing else
    spent = vehicles.carried(firer, model, weapon) if several and not only else firer.weapons
    if weapon.guided is not None:
        spent, full = 0, 0
    allowed = None if firer.full is None else max(0, firer.full - full)
    done = firer.but(n=n, weapons=firer.weapons - spent, used=tuple(sorted({*firer.used, *name})), full=allowed)
    kept = firer.but(n=firer.n - n, used=tuple(sorted({*firer.used, weapon.name})))
    return [part for part in (done, kept) if part.n]


def telling(weapon: Weapon) -> tuple[str, ...]:
    """Return the special rules that later rules read, so that shots differing in other rules stay alike."""
    found = [rule for rule in weapon.rules if rule in TELLING]
    if charts.ignores_cover(weapon) and "Ignores Cover" not in found:
        found.append("Ignores Cover")
    if charts.two_dice(weapon):
        found.append(charts.ORDNANCE_DICE)
    return tuple(sorted(found))


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
        ways, whole = (1, 1) if area == "Template" else charts.stays_put(skill, subtracted=True)
        there = charts.usually_under(area, state.strength[0], state.target.value.vehicle)
        return there * twice(Fraction(ways, whole), again and area != "Template")
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
    kind, _ = max(state.target.value.models, key=lambda one: one[1])
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
    armour = charts.armour_save(kind.armour, ap).target
    return 1 - max(chance(armour), chance(kind.invulnerable))


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
        law, whole = totals(how.kept, 6)
        return Fraction(sum(ways for total, ways in law if total >= least), whole)
    return twice(chance(least), how.how == charts.HIGHEST)


# Selecting and firing a weapon (7E-WPN-1 to 12, 17, 20, 21).

ALL, NO_MORE = "all as usual", "no more"
# types that models cannot always fire after moving
MOVED = {HEAVY: "7E-WPN-10", SALVO: "7E-WPN-11", ORDNANCE: "7E-WPN-18"}


def bearers(state: Attack, name: str) -> vehicles.Group:
    """Return who may still fire this name, with their weapon, in the order of the list (7E-WPN-1, 7E-WPN-4)."""
    found = []
    for firer, own in zip(state.firers, usable(state.shooter, state.firers), strict=True):
        for weapon in own:
            if weapon.name == name and not idle(state, firer, weapon):
                found.append((firer, state.shooter.value.models[firer.model][0], weapon))
                break
    return found


def idle(state: Attack, firer: Firer, weapon: Weapon) -> bool:
    """Return True for a Heavy weapon of a unit that ran before shooting (7E-NOM-3 b)."""
    return weapon.type == HEAVY and state.marked(states.RAN) and not charts.relentless(state.shooter.value, firer.model)


@lru_cache(2048)
def usable(shooter: Hashed[Unit], firers: tuple[Firer, ...]) -> tuple[tuple[Weapon, ...], ...]:
    """Return the weapons that each of these can still use, in the order of the list."""
    every = ((firer, shooter.value.models[firer.model][0].weapons) for firer in firers)
    return tuple(tuple(weapon for weapon in own if can_use(shooter, firer, weapon)) for firer, own in every)


def can_use(shooter: Hashed[Unit], firer: Firer, weapon: Weapon) -> bool:
    """Return True if these models can still use this weapon name and have a weapon left to fire."""
    if weapon.name in firer.used or (weapon.of and weapon.of in firer.used):
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
    found: dict[str, Weapon] = {}
    for own in usable(state.shooter, state.firers):
        for weapon in own:
            found.setdefault(weapon.name, weapon)
    return found


def why_not_offered(state: Attack, weapon: Weapon) -> tuple[Reason, ...]:
    """Return why nobody can fire this name now; () if somebody can."""
    if weapon.grenade and any(other.name in state.fired and other.grenade for other in state.shooter.value.weapons()):
        return (Reason("one model of a unit throws a grenade in a phase", "7E-WPN-4"),)
    if beyond := dict(state.beyond).get(weapon.name):
        return (beyond,)
    if weapon.range is not None and state.distance > weapon.range:
        return (beyond_range(state.distance, weapon.range),)
    group = bearers(state, weapon.name)
    if weapon.type == HEAVY and state.marked(states.RAN) and not group:
        return (Reason("it ran: Battle Focus fires no Heavy weapon", "7E-NOM-3"),)
    if not any(model.skilled_for(own) for _, model, own in group):
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
    why = state.snap_only or (all(firer.snap for firer in firers) and firers[0].snap) or ""
    all_carry = all(vehicles.has_ordnance(model) for _, model, _ in group)
    if not why and state.ordnance and weapon.type != ORDNANCE and all_carry:
        why = "it fires Ordnance"
    if not why and all(firer.full == 0 for firer in firers):
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
    came = came_in_turn(state, table)
    if state.agreed:
        return state.firing(Hashed(weapons[came[0]])) if came else state.but(firers=())
    ready = [name for name in open_names if not not_proposed(state, weapons[name], table)]
    usual = next((name for name in ready if first_choice_firers(state, name, table)), next(iter(ready), NO_MORE))
    if state.manner.picks and state.fired and not ready:
        return state.but(firers=())  # the other weapons are out of reach, and nobody picked them before
    if state.manner.picks and len(came) > 1:
        options, usual = [Option(ALL, all_in_words(came, weapons)), *options], ALL
    name = table.choose(
        "weapon",
        (*options, stop),
        default=usual,
        rules=("7E-WPN-1", "7E-WPN-2", "7E-WPN-3"),
        text="Which weapon fires?",
        spent=NO_MORE,
        nth=len(state.fired),
    )
    if name == NO_MORE:
        return state.but(firers=())
    if name == ALL:
        return state.but(agreed=True, picked=()).firing(Hashed(weapons[came[0]]))
    picked = (name,) if state.manner.picks else table.every_said("weapon", tuple(weapons))
    return state.but(picked=picked).firing(Hashed(weapons[name]))


def offers(state: Attack) -> Sequence[Option]:
    """Return an option for each weapon that may still be fired, closed if nobody can fire it now."""
    return _offers_before_losses(without_losses(state)) if alike(state) else _offers(state)


def _offers(state: Attack) -> tuple[Option, ...]:
    every = names(state).items()
    return tuple(Option(name, _label(state, weapon), why_not_offered(state, weapon)) for name, weapon in every)


_offers_before_losses = lru_cache(1024)(_offers)  # at models, whatever they lost


def all_in_words(came: list[str], weapons: Mapping[str, Weapon]) -> str:
    """Return such words as `both weapons as usual, one after the other`, with the proposed modes."""
    modes = [name for name in came if weapons[name].of]
    each = "both" if len(came) == 2 else f"all {len(came)}"
    return f"{each} weapons as usual, one after the other" + (f"; {listed(modes)}" if modes else "")


def first_choice_firers(state: Attack, name: str, table: Table, among: Collection[str] | None = None) -> list[Firer]:
    """Return the firers to whom a weapon of this name is proposed: their best one, or one of those that they may fire.

    `among` limits the names that count; None means all.
    """
    every: Iterable[tuple[Firer, Sequence[Weapon]]]
    if alike(state):
        every = zip(state.firers, best_of_each(state, table, among), strict=True)
    else:  # who does not carry it is skipped: which of its other weapons is best takes long to compare
        carriers = [firer for firer in state.firers if carries(state, firer, name)]
        every = ((firer, best_first(state, firer, table, among)) for firer in carriers)
    return [
        firer
        for firer, best in every
        if any(weapon.name == name for weapon in (*best[:1], *in_turn(state, firer, best, table)))
    ]


def carries(state: Attack, firer: Firer, name: str) -> bool:
    """Return True if the models of this firer have a weapon of this name."""
    return any(weapon.name == name for weapon in state.shooter.value.models[firer.model][0].weapons)


def best_of_each(state: Attack, table: Table, among: Collection[str] | None = None) -> Sequence[Sequence[Weapon]]:
    """Return what `best_first` does, for each of the firers."""
    if not alike(state):
        return [best_first(state, firer, table, among) for firer in state.firers]
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
    nobody: Any = None  # only a battle asks the table
    return tuple(tuple(best_first(state, firer, nobody, among)) for firer in state.firers)


def best_first(state: Attack, firer: Firer, table: Table, among: Collection[str] | None = None) -> list[Weapon]:
    """Return the weapons that these models can fire, in the proposed order.

    The best ones that they may fire come first, in list order. Grenades and templates out of reach are last.
    """
    own = [weapon for weapon in able(state, firer) if among is None or weapon.name in among]
    own = [weapon for weapon in own if not other_mode_proposed(state, own, weapon)]
    if len(own) < 2 or state.shooter.value.models[firer.model][0].vehicle:  # a vehicle fires all its weapons
        return own
    ranked = sorted(own, key=lambda one: (one.grenade or too_far(state, one, table), -worth(state, firer, one)))
    best = ranked[: max(1, firer.weapons)]
    return [*(one for one in own if one in best), *(one for one in ranked if one not in best)]


def able(state: Attack, firer: Firer) -> list[Weapon]:
    """Return the weapons that these models can fire now, in list order."""
    (own,) = usable(state.shooter, (firer,))
    return [weapon for weapon in own if not why_not_offered(state, weapon)]


def not_proposed(state: Attack, weapon: Weapon, table: Table) -> bool:
    """Return True if the weapon is proposed to none of its bearers."""
    if too_far(state, weapon, table):
        return True
    return _other_modes_before_losses(without_losses(state), weapon) if alike(state) else _other_modes(state, weapon)


def _other_modes(state: Attack, weapon: Weapon) -> bool:
    """Return True if each of its bearers is proposed another mode of the weapon."""
    group = bearers(state, weapon.name)
    return all(own.of and other_mode_proposed(state, able(state, who), own) for who, _, own in group)


_other_modes_before_losses = lru_cache(1024)(_other_modes)


def too_far(state: Attack, weapon: Weapon, table: Table) -> bool:
    """Return True if a template is out of reach in a battle, so it is not proposed (7E-WPN-24)."""
    return state.manner.reach and weapon.range is None and state.distance > reach_of(weapon, table)


def other_mode_proposed(state: Attack, ready: Iterable[Weapon], weapon: Weapon) -> bool:
    """Return True if another ready mode of the same weapon is proposed instead."""
    modes = [other for other in ready if other.of == weapon.of] if weapon.of else []
    return len(modes) > 1 and min(modes, key=partial(proposal_rank, state)) != weapon


def came_in_turn(state: Attack, table: Table) -> list[str]:
    """Return the names proposed one after the other: each model's allowed number of weapons, no grenades, and of
    passengers no weapon for which the earlier ones leave no fire point (7E-WPN-23)."""
    best = zip(state.firers, best_of_each(state, table), strict=True)
    fired = {weapon.name for firer, weapons in best for weapon in in_turn(state, firer, weapons, table)}
    came, free = [name for name in names(state) if name in fired], state.fire_points
    for place, name in enumerate(came if free is not None else ()):
        if not free:
            return came[:place]
        free -= min(free, sum(proposed_firers(state, name, bearers(state, name), table)))
    return came


def in_turn(state: Attack, firer: Firer, best: Iterable[Weapon], table: Table) -> list[Weapon]:
    """Return those of these weapons, the best first, that each model of this firer may fire one after the other."""
    model, room = state.shooter.value.models[firer.model][0], firer.weapons
    fired: dict[str, Weapon] = {}
    for weapon in best:
        own = weapon.of or weapon.name
        spare = own not in fired and not (weapon.grenade and fired) and not too_far(state, weapon, table)
        if spare and (room > 0 or weapon.guided is not None):
            fired[own] = weapon
            room -= max(1, vehicles.carried(firer, model, weapon)) if weapon.guided is None else 0
    return [*fired.values()]


def weapon_chosen(state: Attack | Firing) -> bool:
    return isinstance(state, Firing)


def fire_weapon(now: Firing, table: Table) -> Firing:
    """Ask the facts of the weapon, and put its shots into the pool."""
    s, weapon = states.with_stealth_left(now.over()), now.weapon.value
    group = bearers(s, weapon.name)
    # These values are read before the facts change the line. The odds can read only the lines of the record that they
    # passed in.
    toughness = 0 if s.target.value.vehicle else states.target_toughness(s)
    armour = states.majority_armour(s, table) if weapon.has("Graviton") else None
    counts_before = pins(s, weapon, table) or any(rule in weapon.rules for rule in AFTERWARDS)
    before = wounds(s.standing()) if counts_before else None
    usual = proposed_firers(s, weapon.name, group, table)
    parts = attack_facts.before_the_shot(s, weapon, attack_facts.questions_about(s, weapon, group, usual, table))
    s, facts = said_of(s, weapon, group, parts, table)
    if weapon.has("Graviton") and table.setting("graviton_mixed") == "closest" and "order" in facts:
        armour = states.armour_of(s, facts["order"])
    why = why_nobody_hit(s, weapon, facts)
    if SAVE.key not in facts and not weapon.has("Markerlight"):
        attack_facts.refuse_saves_of_nobody(s, weapon, group, facts, table)
    s = attack_facts.with_facts(s, weapon, parts, facts)
    s = cover_chosen(s, weapon, facts, table)
    if facts.get(SAVE.key) == "cover":
        refuse_without_cover(s, table)
    shots, firers = shots_of(s, weapon, group, facts, (toughness, armour), table) if not why else ([], s.firers)
    everybody = vehicles.everybody_moved(s) and bool(sum(facts["firing"]))
    if not shots and weapon.type in MOVED and (everybody or any(facts.get("moved", ()))):
        why = why or Reason(
            "who moved fires it to half range only" if weapon.type == SALVO else "they moved", MOVED[weapon.type]
        )
    if why:  # no shots are lost: the name is closed, and its bearers may fire another weapon
        table.tell("{name} cannot fire: {why}", (why.rule,), name=weapon.name, why=why.text)
        return now.going_on(s.but(beyond=(*s.beyond, (weapon.name, why))))
    if not sum(facts["firing"]):
        table.cannot({weapon.name: (Reason("nobody fires it, as was said", "7E-WPN-3"),)})
    if s.fire_points is not None:
        s = s.but(fire_points=max(0, s.fire_points - sum(facts["firing"])))
    if weapon.has("One Use Only"):
        n = min(1, len(shots))
        users = [
            (firer.model, weapon.name)
            for (firer, _, _), fire in zip(group, facts["firing"], strict=True)
            for _ in range(fire * n)
        ]
        s = s.but(spent=tuple(sorted([*s.spent, *users])))
    s = s.but(
        firers=firers,
        fired=(*s.fired, weapon.name),
        picked=(),
        ordnance=True if weapon.type == ORDNANCE and s.shooter.value.vehicle else s.ordnance,
        fired_full=s.fired_full or any(not getattr(token, "shot", token).snap for token, _ in shots),
    )
    return now.going_on(s, pool=pool(*shots), before=before, seen=facts.get("line_of_sight", "yes") == "yes")


def cover_chosen(state: Attack, weapon: Weapon, facts: Mapping[str, Any], table: Table) -> Attack:
    """Ask for cover if a cover save is wanted but cover was not asked, because armour is as good (7E-SAV-8)."""
    if facts.get(SAVE.key) != "cover" or attack_facts.COVER.key in facts or charts.ignores_cover(weapon):
        return state
    cover = table.ask(attack_facts.COVER)
    return state if cover == "none" else state.changed(lambda kind: states.covered(kind, cover))


def proposed_firers(state: Attack, name: str, group: vehicles.Group, table: Table) -> tuple[int, ...]:
    """Return how many of each kind are proposed to fire the weapon (7E-WPN-1).

    If the weapon was picked by name, all bearers are proposed, or the best among several picked names. Otherwise the
    models with this best weapon are proposed, or all if there is none.
    """
    main = first_choice_firers(state, name, table, state.picked or None)
    return tuple(firer.n if firer in main or not main else 0 for firer, _, _ in group)


def said_of(
    state: Attack, weapon: Weapon, group: vehicles.Group, parts: tuple[Question, ...], table: Table
) -> tuple[Attack, Mapping[str, Any]]:
    """Ask the facts of this weapon. If all weapons fire as usual, the first answers also count for later weapons.

    They do not count if some models could not be hit, because the next weapon may reach them (7E-WPN-5).
    """
    if state.agreed and state.fired and not state.apart:
        return state, {part.key: value_of(own_way(part, weapon, state.ways)) for part in parts}
    target = state.around().shot_at()
    if not state.fired:
        parts = tuple(proposed(part, state.around().remembered, target) for part in parts)
    others = ways_of_others(state, weapon, table) if state.agreed else ()
    asked = (*parts, *others)
    told = table.facts(
        f"facts:{weapon.name}",
        asked,
        check=lambda values: attack_facts.cannot_be(state, weapon, group, values),
        rules=("7E-WPN-3", "7E-WPN-5", "7E-WPN-7", "7E-SAV-4"),
        words=lambda values: attack_facts.declaration(
            state, weapon, group, asked, values, shots_text(state, weapon, group, values, table)
        ),
        nth=len(state.fired),
    )
    after = state
    if state.manner.seen:
        covers = {key: told[key] for key in told if key.partition(":")[0] == attack_facts.COVER.key}
        after = state.remembering(covers, target)
    if not state.agreed:
        return after, told
    plain = (part for part in parts if isinstance(part, (Choose, Number)))
    return after.but(ways=remembering((), {part.key: told[part.key] for part in (*plain, *others)})), told


def shots_text(state: Attack, weapon: Weapon, group: vehicles.Group, facts: Mapping[str, Any], table: Table) -> str:
    """Return such words as `16 shots`, and the weapons that fire next if all was agreed; "" if nothing fires."""
    said = shots_in_all(state, weapon, group, facts)
    elsewhere = any(sum(facts.get(f"in_{facing}", ())) for facing in vehicles.FACINGS)
    if said and not elsewhere and (at := harmless_at(state, weapon, facts.get("facing", ""))):
        said = f"{said} that cannot harm its {at}"
    after = [name for name in came_in_turn(state, table) if name != weapon.name] if state.agreed else []
    return f"{said}, then {listed(after)}" if said and after else said


def ways_of_others(state: Attack, first: Weapon, table: Table) -> tuple[Question, ...]:
    """Return the questions who moved and who is at half range, for the weapons after the first one."""
    found: list[Question] = []
    for name in came_in_turn(state, table):
        if name == first.name:
            continue
        weapon = names(state)[name]
        group = bearers(state, name)
        for part in attack_facts.questions_about(
            state, weapon, group, proposed_firers(state, name, group, table), table
        ):
            if part.key in attack_facts.OWN_WAYS:
                words = f"{name}: {part.text[:1].lower()}{part.text[1:]}"
                found.append(part.but(key=f"{part.key}:{name}", text=words))
    return tuple(found)


def own_way(part: Question, weapon: Weapon, ways: Memory) -> Question:
    """Return the question with the answer given before the first weapon, if there is one."""
    return proposed(part.but(key=f"{part.key}:{weapon.name}") if part.key in attack_facts.OWN_WAYS else part, ways)


def why_nobody_hit(state: Attack, weapon: Weapon, facts: Mapping[str, Any]) -> Reason | None:
    """Return why this weapon can hit no model of the target after the facts; None if it can (7E-WPN-5)."""
    inches = facts.get("distance", state.distance)
    if weapon.range is not None and inches > weapon.range:
        return beyond_range(inches, weapon.range)
    return Reason("out of range or sight", "7E-WPN-5") if attack_facts.all_hidden(state, facts) else None


def beyond_range(inches: float, reach: float) -> Reason:
    return Reason(f"out of range ({_inches(reach)})", "7E-WPN-5")


def _label(state: Attack, weapon: Weapon) -> str:
    n = sum(firer.n * vehicles.carried(firer, model, own) for firer, model, own in bearers(state, weapon.name))
    n = min(n, 1) if weapon.grenade else n  # one model of the unit throws one (7E-WPN-4)
    ap = "-" if weapon.ap is None else weapon.ap
    reach = "template" if weapon.range is None else "any range" if weapon.range > 1000 else _inches(weapon.range)
    strength = "X" if weapon.strength is None else weapon.strength
    profile = "" if weapon.has("Markerlight") else f" S{strength} AP{ap}"  # a markerlight hurts nobody (7E-EFF-5)
    at = harmless_at(state, weapon) if state.manner.asks_less else ""
    vain = f": no hit can harm its {at}" if at else ""
    return f"{counted(n, weapon.name)}, {reach}{profile} {weapon.type}{vain}"


def _inches(value: float) -> str:
    return f'{value:g}"'
