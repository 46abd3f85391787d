"""An attack of the 7th edition at vehicles once more, from the rules in words alone: die by die, every face of it.

Nothing here knows the steps, charts or odds of the program. What the rules leave open is read as the program says that
it reads it (settings, and answers that nobody gave).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from shoot_cli.rules.seventh.profiles import Model, Unit
from tests.helpers.dice_laws import ONE, Law, becomes, then, while_any
from tests.rules.seventh.oracles.damage import (
    GLANCE,
    NOTHING,
    Attack,
    Blows,
    Hull,
    penetration,
    penetration_of,
    save_of,
    struck,
    unsaved,
)
from tests.rules.seventh.oracles.firing import fire
from tests.rules.seventh.oracles.who_fires import Answers, Barrel, Battery, Group


class End(NamedTuple):
    """What is to be compared: see the chances of the ruleset."""

    slain: int
    damage: int
    own_slain: int
    explodes: bool
    wrecked: bool
    immobilised: bool
    stunned: bool
    shaken: bool
    weapon_destroyed: bool


# Hits of one weapon name ---------------------------------------------------------------------------------------------

Hits = tuple[tuple[Group, int], ...]


class State(NamedTuple):
    hulls: tuple[Hull, ...]  # nearest first
    hits: Hits = ()  # not yet rolled to penetrate
    rolled: tuple[tuple[Group, str, int], ...] = ()  # rolled to penetrate, not yet allocated


def first_standing(hulls: tuple[Hull, ...]) -> int:
    return next(place for place, hull in enumerate(hulls) if not hull.fate)


def standing(hulls: tuple[Hull, ...]) -> int:
    return sum(not hull.fate for hull in hulls)


def take_hit(hits: Hits) -> tuple[Group, Hits]:
    (group, n), *rest = hits
    return group, ((group, n - 1), *rest) if n > 1 else tuple(rest)


def resolve(attack: Attack, start: State) -> Law[State]:
    """All hits of one weapon name (VEH-7)."""
    law: Law[State] = {start: ONE}
    if attack.settings["squadron_order"] == "penetrate_then_allocate" and standing(start.hulls) > 1:
        law = while_any(law, lambda state: state.hits, lambda state: roll_first(attack, state))
    return while_any(
        law, lambda state: (state.hits or state.rolled) and standing(state.hulls), lambda state: batch(attack, state) if alone(state) else one(attack, state)
    )  # fmt: skip


def alone(s: State) -> bool:
    return standing(s.hulls) == 1


def roll_first(attack: Attack, s: State) -> Law[State]:
    """One penetration roll against the closest vehicle, before anything is allocated."""
    group, hits = take_hit(s.hits)
    model = model_of(attack, s.hulls[first_standing(s.hulls)])
    out: Law[State] = {}
    for kind, p in penetration(penetration_of(attack, model, group)).items():
        rolled = {(group, kind): n for group, kind, n in s.rolled}
        if kind != NOTHING:
            rolled[group, kind] = rolled.get((group, kind), 0) + 1
        order = sorted(((group, kind, n) for (group, kind), n in rolled.items()), key=lambda end: end[1] == GLANCE)
        new = s._replace(hits=hits, rolled=tuple(order))
        out[new] = out.get(new, Fraction(0)) + p
    return out


def model_of(attack: Attack, hull: Hull) -> Model:
    model, _ = attack.target.models[hull.kind]
    return model


def next_blow(attack: Attack, s: State) -> tuple[State, Law[str]]:
    """The next hit at the closest vehicle: what it is once it was not saved, NOTHING if it was or did nothing."""
    model = model_of(attack, s.hulls[first_standing(s.hulls)])
    if s.rolled:
        (group, kind, n), *rest = s.rolled
        s = s._replace(rolled=((group, kind, n - 1), *rest) if n > 1 else tuple(rest))
        kinds = {kind: ONE}
    else:
        group, hits = take_hit(s.hits)
        s = s._replace(hits=hits)
        kinds = penetration(penetration_of(attack, model, group))
    through = unsaved(save_of(attack, model, group)).get(True, Fraction(0))
    law: Law[str] = {}
    for kind, p in kinds.items():
        if kind != NOTHING and through:
            law[kind] = p * through
    law[NOTHING] = 1 - sum(law.values(), Fraction(0))
    return s, {kind: p for kind, p in law.items() if p}


def one(attack: Attack, s: State) -> Law[State]:
    """One hit to its end."""
    at = first_standing(s.hulls)
    s, kinds = next_blow(attack, s)
    out: Law[State] = {}
    for kind, p in kinds.items():
        ends = {s.hulls[at]: ONE} if kind == NOTHING else struck(attack, s.hulls[at], Blows().hit(kind))
        for hull, q in ends.items():
            new = s._replace(hulls=(*s.hulls[:at], hull, *s.hulls[at + 1 :]))
            out[new] = out.get(new, Fraction(0)) + p * q
    return out


def batch(attack: Attack, start: State) -> Law[State]:
    """All hits that are left, at the one vehicle that is left."""
    at = first_standing(start.hulls)
    law: Law[tuple[State, Blows]] = {(start, Blows()): ONE}

    def step(so_far: tuple[State, Blows]) -> Law[tuple[State, Blows]]:
        s, kinds = next_blow(attack, so_far[0])
        return {(s, so_far[1] if kind == NOTHING else so_far[1].hit(kind)): p for kind, p in kinds.items()}

    law = while_any(law, lambda so_far: so_far[0].hits or so_far[0].rolled, step)

    def ends(so_far: tuple[State, Blows]) -> Law[State]:
        s, blows = so_far
        hulls = struck(attack, s.hulls[at], blows) if sum(blows[:3]) else {s.hulls[at]: ONE}
        return {s._replace(hulls=(*s.hulls[:at], hull, *s.hulls[at + 1 :])): p for hull, p in hulls.items()}

    return then(law, ends)


# The attack ----------------------------------------------------------------------------------------------------------


def weapons_of(model: Model) -> int:
    """Weapons that can be destroyed: all modes of one are one weapon, hand grenades are none."""
    plain = sum(not weapon.mode_of and not weapon.grenade for weapon in model.weapons)
    modes: dict[str, dict[str, int]] = {}
    for weapon in model.weapons:
        if weapon.mode_of:
            names = modes.setdefault(weapon.mode_of, {})
            names[weapon.name] = names.get(weapon.name, 0) + 1
    return plain + sum(max(names.values()) for names in modes.values())


def fresh(target: Unit) -> tuple[Hull, ...]:
    hulls = []
    for kind, (model, n) in enumerate(target.models):
        hulls += [Hull(model.hull_points or 0, weapons_of(model), kind=kind)] * n
    return tuple(hulls)


def end_of(start: tuple[Hull, ...], hulls: tuple[Hull, ...], own: tuple[int, ...]) -> End:
    up = [hull for hull in hulls if not hull.fate]
    fates = {hull.fate for hull in hulls}
    return End(
        len(hulls) - len(up),
        sum(hull.points for hull in start) - sum(hull.points for hull in hulls),
        sum(not left for left in own),
        "exploded" in fates,
        "wrecked" in fates,
        any(hull.newly_stuck for hull in up),
        any(hull.stunned for hull in up),
        any(hull.shaken and not hull.stunned for hull in up),
        any(hull.disarmed for hull in up),
    )


Now = tuple[tuple[int, ...], tuple[Hull, ...]]  # wounds left of the firing models, the vehicles


def attack_vehicles(
    shooter: Unit,
    target: Unit,
    answers: Answers,
    settings: Mapping[str, str],
    start: tuple[Hull, ...] | None = None,
) -> Law[End]:
    """The chance of every end of one whole attack at vehicles, which begin as ``start``."""
    start = start or fresh(target)
    battery = Battery(shooter, target, answers, settings)
    law: Law[Now] = {(tuple(model.wounds for _, model in battery.models), start): ONE}
    for name in battery.names:
        if barrels := battery.barrels(name):
            hunts, sees = shooter.has("Tank Hunters"), shooter.has("Night Vision")
            attack = Attack(barrels[0].weapon, target, answers, settings, hunts, sees)
            law = then(law, partial(weapon_fires, barrels=barrels, battery=battery, attack=attack))
    return becomes(law, lambda now: end_of(start, now[1], now[0]))


def weapon_fires(now: Now, barrels: list[Barrel], battery: Battery, attack: Attack) -> Law[Now]:
    own, hulls = now
    if not standing(hulls):
        return {now: ONE}

    def hits_land(shot: tuple[tuple[int, ...], Hits]) -> Law[Now]:
        left, hits = shot
        return becomes(resolve(attack, State(hulls, hits)), lambda state: (left, state.hulls))

    return then(fire(own, barrels, standing(hulls), True, battery), hits_land)
