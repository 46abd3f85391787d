"""What a weapon is worth against this target: who carries several is proposed the best, as players would say it.

It is an estimate, and no rule: what is fired is for the players to say (7E-WPN-1). Looked at is the target as it was
when the attack began, so that the same is proposed whatever becomes of it.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from shoot_cli.core.dice import totals
from shoot_cli.core.record import Hashed
from shoot_cli.rules.seventh import charts, vehicle_charts
from shoot_cli.rules.seventh.profiles import HEAVY, Model, Weapon
from shoot_cli.rules.seventh.records import Attack, Firer
from shoot_cli.rules.seventh.steps import flight
from shoot_cli.rules.seventh.steps.shots import harmless_at, plain, skill_of, telling
from shoot_cli.rules.seventh.steps.vehicle_facts import always_snaps, carried, everybody_moved, half_range_can_be
from shoot_cli.rules.seventh.tokens import SIDE, Aim, Gun, Hit, Impact, Strike

COSTLY = ("Gets Hot", "One Use Only")  # of modes that the players choose, and nobody proposes where another will do
NONE, SURE = Fraction(0), Fraction(1)


def proposal_rank(s: Attack, mode: Weapon) -> tuple[bool | int, ...]:
    """Of several modes the least bad is proposed: at a vehicle or a lone model, that with the highest Strength.

    One that costs something besides comes after those that do not; what is a Snap Shot for such a target, or can do
    nothing to these vehicles, comes last. Of equals, and so at other units, the first is proposed.
    """
    vain = bool(harmless_at(s, mode))
    if s.battle is not None:  # kept battles say no more than "as usual": it must go on to mean what it meant
        return (vain,)
    last = (vain, flight.snaps(s, mode))
    if s.strength[0] > 1 and not s.target.value.vehicle:
        return last
    return (*last, any(map(mode.has, COSTLY)), -(mode.strength or 0))


def worth(s: Attack, firer: Firer, weapon: Weapon) -> Fraction:
    """The Wounds or hull points that all the weapons of this name are expected to cost, of one of these models."""
    model = s.shooter.value.models[firer.model][0]
    moved = everybody_moved(s) and not charts.stands(s.shooter.value, firer.model, weapon)
    close = half_range_can_be(s, weapon)
    shots = charts.shots_of(weapon, half_range=close, moved=moved)
    snap = always_snaps(s, weapon, firer, model) or (weapon.type == HEAVY and moved)
    if shots is None or (snap and vehicle_charts.never_snaps(weapon)):
        return NONE
    each = carried(firer, model, weapon) * (shots.plus + shots.dice * Fraction(shots.sides + 1, 2))
    return each * lands(s, model, weapon, snap) * (at_vehicles if s.target.value.vehicle else at_models)(s, weapon)


def lands(s: Attack, model: Model, weapon: Weapon, snap: bool) -> Fraction:
    """How many hits one shot is expected to score; a marker that does not stay where it was placed counts as lost."""
    skill = skill_of(model, plain(weapon), {})
    again = weapon.has("Twin-linked")
    if area := vehicle_charts.area_of(weapon):
        ways, whole = (1, 1) if area == "Template" else vehicle_charts.stays_put(skill, subtracted=True)
        there = vehicle_charts.usually_under(area, s.strength[0], s.target.value.vehicle)
        return there * twice(Fraction(ways, whole), again and area != "Template")
    need = charts.to_hit(skill_of(model, weapon, {}), snap, min(charts.MOST_BALLISTIC_SKILL, 1 + weapon.snap_more))
    return twice(chance(need.target), again)


def chance(target: int | None) -> Fraction:
    """That a die shows so much."""
    return NONE if target is None else Fraction(7 - min(7, max(1, target)), 6)


def twice(once: Fraction, again: bool) -> Fraction:
    """The chance, where failures may be rolled again."""
    return once + (1 - once) * once if again else once


def at_models(s: Attack, weapon: Weapon) -> Fraction:
    """Wounds that a hit is expected to cost the kind of which the target has most models, in the open."""
    kind, _ = max(s.target.value.models, key=lambda one: one[1])
    return of_a_hit(weapon, kind)


@lru_cache(1024)
def of_a_hit(weapon: Weapon, kind: Model) -> Fraction:
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
    """The chance that a wound gets past the better save."""
    armour = charts.armour_save(kind.armour, ap).target
    return 1 - max(chance(armour), chance(kind.invulnerable))


def at_vehicles(s: Attack, weapon: Weapon) -> Fraction:
    """Hull points that a hit is expected to cost; an explosion costs all of them (7E-VEH-3, 7E-VEH-4)."""
    standing = s.line.standing()
    if not standing:
        return NONE
    aim = Aim(SIDE if weapon.has("Barrage") else s.facing, melta=weapon.has("Melta") and half_range_can_be(s, weapon))
    return of_a_strike(
        Strike(Impact(Hashed(Gun(weapon.name, weapon.strength, weapon.ap, telling(weapon))), aim), standing[0].kind)
    )


@lru_cache(1024)
def of_a_strike(strike: Strike) -> Fraction:
    gun = strike.impact.gun.value
    if "Haywire" in gun.rules:
        return Fraction(5, 6)
    how = vehicle_charts.penetration(strike)
    glances, pierces = shows(how, how.glance), shows(how, how.glance + 1)
    if how.six_glances or how.six_rends:
        glances = max(glances, Fraction(1, 6))
    explodes = Fraction(max(0, (1 if gun.ap == 2 else 2 if gun.ap == 1 else 0)), 6)
    return glances + pierces * explodes * (strike.model.wounds - 1)


def shows(how: vehicle_charts.Penetration, least: int) -> Fraction:
    """The chance that the dice come to so much."""
    if how.how == vehicle_charts.SUM:
        law, whole = totals(how.kept, 6)
        return Fraction(sum(ways for total, ways in law if total >= least), whole)
    return twice(chance(least), how.how == vehicle_charts.HIGHEST)
