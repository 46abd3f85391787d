"""Who fires how often and how: from the facts to shots, volleys and markers (7E-WPN-8 to 22)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from typing import Any, NamedTuple

from shoot_cli.core.plurals import so_many
from shoot_cli.core.questions import Reason
from shoot_cli.core.record import Hashed
from shoot_cli.core.table import Table
from shoot_cli.rules.seventh import charts, vehicle_charts
from shoot_cli.rules.seventh.profiles import HEAVY, ORDNANCE, PISTOL, Model, Shots, Weapon
from shoot_cli.rules.seventh.records import Attack, Firer
from shoot_cli.rules.seventh.steps import flight
from shoot_cli.rules.seventh.steps.attack import any_two
from shoot_cli.rules.seventh.steps.hit import hit_of
from shoot_cli.rules.seventh.steps.line import told_again
from shoot_cli.rules.seventh.steps.vehicle_facts import (
    Group,
    aims,
    always_snaps,
    carried,
    everybody_moved,
    full_now,
    half_range_can_be,
    hunts_monsters,
    rerolled,
)
from shoot_cli.rules.seventh.tokens import SIDE, Aim, Gun, Hit, Marker, MarkerlightHit, Shot, Strike, Volley
from shoot_cli.rules.seventh.told import with_names


class FiringGroup(NamedTuple):
    """Alike bearers of a weapon: ``n`` of them, ``each`` of whose weapons fire in the same way."""

    n: int
    each: int
    close: bool
    moved: bool
    full: bool  # at full skill, as far as the speed of a vehicle allows
    aim: Aim | None


def shots_of(
    s: Attack, weapon: Weapon, group: Group, facts: Mapping[str, Any], most_have: tuple[int, int | None], table: Table
) -> tuple[list[tuple[Any, int]], tuple[Firer, ...]]:
    """Shots and volleys of everybody who fires, and the firers with what they used up.

    ``most_have``: Toughness and armour save of most models of the target, looked at before the facts changed anything.
    """
    toughness, armour = most_have
    topples = flight.causes_grounding(s, table)
    vehicle = s.target.value.vehicle  # it is not wounded: what else decides that is left out
    tokens: list[tuple[Any, int]] = []
    firers = list(s.firers)
    skills = [skill_of(model, own, facts, flight.skill_changed(s, own)) for _, model, own in group]
    guns = [
        Gun(
            own.name, own.strength, own.ap, telling(own), None if vehicle else own.poisoned, toughness,
            facts.get("preferred_enemy", "no") == "yes",
            not vehicle and ("Shred" in own.rules or hunts_monsters(s, model)), armour,
        )
        for _, model, own in group
    ]  # fmt: skip
    named = with_names(
        (gun, own, skill_of(model, plain(own), facts, flight.skill_changed(s, own)), skill)
        for (_, model, own), gun, skill, n in zip(group, guns, skills, facts["firing"], strict=True)
        if n
    )
    for place, (firer, model, own) in enumerate(group):
        n, skill, gun = facts["firing"][place], skills[place], guns[place]
        for way in ways(s, own, group, place, n, facts) if skill else ():
            shots = charts.shots_of(own, half_range=way.close, moved=way.moved)
            snap = snaps(s, own, firer, model, way)
            if not way.n or not way.each or shots is None or (snap and vehicle_charts.never_snaps(own)):
                continue
            shot = Shot(
                named[gun], skill, snap, min(charts.MOST_BALLISTIC_SKILL, 1 + own.snap_more),
                precise=not snap and (own.has("Sniper") or own.has("Precision Shots") or model.has("Precision Shots")),
                rerolls=not snap or table.setting("snap_rerolls") == "yes",
                aim=rerolled(s, way.aim, model, own, facts) if way.aim else None,
            )  # fmt: skip
            shot = shot.but(in_vain=why_harmless(s, shot), topples=topples)
            tokens += fired(shot, shots, way.n, way.each, firer, model, own, table)
        at = firers.index(firer)
        full = facts["full_bs"][place] if "full_bs" in facts else full_now(s, firer, model, own)
        firers[at : at + 1] = used(s, firer, own, n, full, table.setting("mode_uses_weapon") == "yes")
    if table.setting("random_shots") == "per_name" and weapon.shots.dice:
        tokens = one_roll_for_all(tokens)
    return tokens, tuple(firers)


def shots_in_all(s: Attack, weapon: Weapon, group: Group, facts: Mapping[str, Any]) -> str:
    """``16 shots``, ``2D6 shots``: how often all of them fire; "" if nobody does."""
    plus, dice = 0, Counter[int]()
    for place, (firer, model, own) in enumerate(group):
        n = facts["firing"][place] if skill_of(model, own, facts) else 0
        for way in ways(s, own, group, place, n, facts):
            shots = charts.shots_of(own, half_range=way.close, moved=way.moved)
            silent = snaps(s, own, firer, model, way) and vehicle_charts.never_snaps(own)
            if shots is not None and not silent:
                plus += way.n * way.each * shots.plus
                dice[shots.sides] += way.n * way.each * shots.dice
    return so_many(plus, dice, "shot") if plus or any(dice.values()) else ""


def why_harmless(s: Attack, shot: Shot) -> tuple[Reason, ...]:
    """Why no hit could do anything to anybody who is there; () if one could."""
    hit = hit_of(shot)
    if isinstance(hit, MarkerlightHit):
        return ()
    if isinstance(hit, Hit):
        need = charts.to_wound(hit)
        return need.because if need.target is None else ()
    if {"Haywire", "Graviton"} & set(shot.gun.value.rules):
        return ()
    impact = hit.impact if isinstance(hit, Strike) else hit
    found = [vehicle_charts.penetration(Strike(impact, rank.kind)) for rank in s.line.standing()]
    if not found or not all(how.hopeless for how in found):
        return ()
    most = vehicle_charts.strength_against_armour(impact) + max(how.most for how in found)
    return (*found[0].because, Reason(f"they come to {most} at most", "7E-VEH-3"))


def harmless_at(s: Attack, weapon: Weapon) -> str:
    """The facing of these vehicles that was shot at last, if no hit could do anything to it; else "" (7E-VEH-3)."""
    if not s.target.value.vehicle:
        return ""
    gun = Hashed(Gun(weapon.name, weapon.strength, weapon.ap, telling(weapon)))
    aim = Aim(SIDE if weapon.has("Barrage") else s.facing, melta=weapon.has("Melta"))
    return aim.facing if why_harmless(s, Shot(gun, 1, aim=aim)) else ""


def skill_of(model: Model, weapon: Weapon, facts: Mapping[str, Any], change: int = 0) -> int:
    """Ballistic Skill with what changes it (7E-HIT-12), added first and set last (7E-EFF-3); 0 cannot shoot."""
    if not model.ballistic_skill:
        return 0
    if weapon.skill_is is not None:
        return weapon.skill_is
    more = weapon.skill_more + weapon.snap_more
    changed: int = model.ballistic_skill + more + change + facts.get("bs_modifier", 0)
    return min(charts.MOST_BALLISTIC_SKILL, max(1, changed))


def plain(weapon: Weapon) -> Weapon:
    """The weapon without what effects do to the Ballistic Skill of who fires it."""
    return weapon.but(skill_more=0, skill_is=None, snap_more=0)


def snaps(s: Attack, weapon: Weapon, firer: Firer, model: Model, way: FiringGroup) -> bool:
    """True if these shots are Snap Shots (7E-NOM-3, 7E-WPN-10, 18, 22)."""
    return always_snaps(s, weapon, firer, model) or (weapon.type == HEAVY and way.moved) or not way.full


def ways(s: Attack, weapon: Weapon, group: Group, place: int, n: int, facts: Mapping[str, Any]) -> list[FiringGroup]:
    """The bearers of one group, alike ones together.

    Those close and those who moved are counted from the beginning, so moved bearers of a Salvo weapon are among those
    close; Ordnance is silent in the hands of those who moved (7E-WPN-18).
    """
    firer, model, _ = group[place]
    still = charts.stands(s.shooter.value, firer.model, weapon)
    moved = n if everybody_moved(s) else min(n, facts["moved"][place]) if "moved" in facts else 0
    moved = 0 if still else moved
    within = half_range_can_be(s, weapon)
    close = min(n, facts["half_range"][place] if "half_range" in facts else n) if within else 0
    each = carried(firer, model, weapon)
    full = min(each, facts["full_bs"][place]) if "full_bs" in facts else full_now(s, firer, model, weapon)
    aimed: list[tuple[Aim | None, int]] = [(None, n)]
    if s.target.value.vehicle:
        aimed = [*aims(s, weapon, place, n, close, facts)]
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
    """Groups that fire differently share the roll for the shots of a whole name (setting random_shots)."""
    alone = {"Gets Hot", "Master-crafted"}  # weapons whose own dice hang together roll for themselves
    shared = [token for token, _ in tokens if type(token) is Volley and alone.isdisjoint(token.shot.gun.value.rules)]
    if len(shared) < 2:
        return tokens
    first, *others = shared
    return [(first.but(fellows=tuple((other.shot, other.times) for other in others)), 1)]


def fired(
    shot: Shot, shots: Shots, n: int, each: int, firer: Firer, model: Model, weapon: Weapon, table: Table
) -> list[tuple[Any, int]]:
    """``each`` weapons of ``n`` bearers: shots, volleys where their number is rolled or hangs together, or markers."""
    hot = "Gets Hot" in weapon.rules
    save = model.invulnerable if model.vehicle else charts.best_against_heat(model)
    again = told_again(model) if hot else "no"
    if vehicle_charts.area_of(weapon):
        pain = model.feel_no_pain if hot else None
        marker = Marker(shot, firer.model, firer.left, 0, save if hot else None, pain, model.vehicle, again)
        return markers_of(marker, shots, n, each, hot, table)
    if not shots.dice and not hot and "Master-crafted" not in weapon.rules:
        return [(shot, n * each * shots.plus)]
    if hot:  # one bearer pays for all of his
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
    """One marker for each shot; of what gets hot one bearer pays for all of his."""
    if hot:
        if not shots.dice:
            return [(marker.but(hot=each * shots.plus), n)]
        return [(marker.but(hot=shots_per_weapon(marker.shot.gun.value.name, shots, each, table)), 1) for _ in range(n)]
    if shots.dice and table.setting("random_shots") == "per_name":
        return [(marker, n * each * shots_per_weapon(marker.shot.gun.value.name, shots, 1, table))]
    return [(marker, shots_per_weapon(marker.shot.gun.value.name, shots, n * each, table))]


def shots_per_weapon(name: str, shots: Shots, weapons: int, table: Table) -> int:
    """The shots of so many weapons, rolled for where their number is random (7E-WPN-20)."""
    number = shots.plus * weapons
    if shots.dice and weapons:
        text = f"{name}: shots"
        number += table.total(f"shots:{name}", shots.dice * weapons, shots.sides, rules=("7E-WPN-20",), text=text)
    return number


def used(s: Attack, firer: Firer, weapon: Weapon, n: int, full: int, whole: bool) -> list[Firer]:
    """Those who fired used it up, the ``whole`` of it with its other modes; who declined loses this name (7E-WPN-3).

    ``full``: how many weapons each of them fired at full skill out of those it may.
    """
    unit, model = s.shooter.value, s.shooter.value.models[firer.model][0]
    name = (weapon.name, weapon.of) if weapon.of and whole else (weapon.name,)
    several = weapon.type == PISTOL or any_two(unit, model)
    only = weapon.type == ORDNANCE and not model.vehicle  # who fires Ordnance fires nothing else
    spent = carried(firer, model, weapon) if several and not only else firer.weapons
    if weapon.guided is not None:
        spent, full = 0, 0
    allowed = None if firer.full is None else max(0, firer.full - full)
    done = firer.but(n=n, weapons=firer.weapons - spent, used=tuple(sorted({*firer.used, *name})), full=allowed)
    kept = firer.but(n=firer.n - n, used=tuple(sorted({*firer.used, weapon.name})))
    return [part for part in (done, kept) if part.n]


def telling(weapon: Weapon) -> tuple[str, ...]:
    """The special rules that later rules look at: shots that differ in others are still alike."""
    found = [rule for rule in weapon.rules if rule in TELLING]
    if charts.ignores_cover(weapon) and "Ignores Cover" not in found:
        found.append("Ignores Cover")
    if vehicle_charts.two_dice(weapon):
        found.append(vehicle_charts.ORDNANCE_DICE)
    return tuple(sorted(found))


TELLING = {
    "Armourbane", "Bladestorm", "Fleshbane", "Gauss", "Gets Hot", "Graviton", "Haywire", "Ignores Cover",
    "Instant Death", "Lance", "Markerlight", "Master-crafted", "Rending", "Sniper", "Tesla", "Twin-linked",
    *vehicle_charts.AREA, "hit ones", "hit ones and twos", "hit failed", "wound ones", "wound failed",
}  # fmt: skip
