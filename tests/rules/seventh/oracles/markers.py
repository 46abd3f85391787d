"""An attack of the 7th edition with markers, templates and graviton at infantry, from the rules in words alone.

Nothing here knows the steps, charts or odds of the program. Nobody goes to ground and nobody looks out: that is in
``joined.py``. Models stand as the list has them, or as the answer ``order`` says once.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache, partial
from typing import NamedTuple

from shoot_cli.rules.seventh.profiles import Model, Unit, Weapon
from tests.helpers.dice_laws import ONE, Law, Roll, becomes, every, then, while_any
from tests.rules.seventh.oracles.firing import fire
from tests.rules.seventh.oracles.who_fires import Answers, Barrel, Battery, is_blast, is_template, preferred, said

NO_AP = 7


class Run(NamedTuple):
    """Alike models side by side."""

    kind: int  # their place in the unit's list of models
    wounds: tuple[int, ...]  # left of each that stands, those who take the next Wound first
    hidden: bool = False
    cover: str = ""  # of their own


Runs = tuple[Run, ...]


class End(NamedTuple):
    slain: int
    damage: int
    own_slain: int


class Need(NamedTuple):
    """All that the dice to wound hang on."""

    needed: int | None
    always: bool  # a 6 wounds, whatever the chart says
    second: bool  # a 6 has AP2
    again: str  # which dice are rolled once more: "", "failed" or "ones"


# To wound ------------------------------------------------------------------------------------------------------------


@lru_cache(None)
def wounds(need: Need) -> Law[tuple[bool, bool]]:
    """(it wounds, it has AP2 at worst) of one hit (WND-1, 3 to 9)."""

    def wound(face: int) -> bool:
        return face > 1 and ((need.needed is not None and face >= need.needed) or (need.always and face == 6))

    def play(roll: Roll) -> tuple[bool, bool]:
        face = roll()
        if (need.again == "failed" and not wound(face)) or (need.again == "ones" and face == 1):
            face = roll()
        return wound(face), wound(face) and need.second and face == 6

    return every(play)


def most(values: list[int], better: int) -> int:
    """The value that most models have; of several, the highest if ``better`` is 1, the lowest if it is -1."""
    return max(set(values), key=lambda value: (values.count(value), better * value))


def need_of(weapon: Weapon, shooter: Unit, target: Unit, runs: Runs, settings: Mapping[str, str]) -> Need:
    alive = [target.models[run.kind][0] for run in runs for _ in run.wounds]
    apart = most([model.toughness for model in alive], 1) - (weapon.strength or 1)
    needed = None if apart >= 4 else min(6, max(2, 4 + apart))
    if weapon.poisoned:
        needed = min(weapon.poisoned, needed or 7)
    if weapon.has("Fleshbane"):
        needed = 2
    if weapon.has("Sniper"):
        needed = 4
    if weapon.has("Graviton"):
        armour = most([model.armour or NO_AP for model in alive], -1)
        if settings["graviton_mixed"] == "closest":
            armour = alive[0].armour or NO_AP
        needed = min(6, armour)
    hunts = shooter.has("Monster Hunter") and "Monstrous Creature" in target.type
    again = "ones" if preferred(shooter) else ""
    if weapon.has("Shred") or hunts or (weapon.has("Twin-linked") and is_template(weapon)):
        again = "failed"
    always = any(map(weapon.has, ("Rending", "Bladestorm", "Gauss")))
    return Need(needed, always, any(map(weapon.has, ("Rending", "Bladestorm", "Sniper"))), again)


# Saves ---------------------------------------------------------------------------------------------------------------

PRESETS = {"none": 7, "ruin": 4, "wood": 5, "crater": 6, "defence line": 4}


def save_of(weapon: Weapon, ap: int, run: Run, target: Unit, answers: Answers, sees_at_night: bool) -> int | None:
    """SAV-2 to 10, GTG-6; None if the model has none."""
    model, _ = target.models[run.kind]
    saves = [model.invulnerable] if model.invulnerable else []
    if model.armour and (ap == NO_AP or ap > model.armour):
        saves.append(model.armour)
    if not weapon.has("Ignores Cover") and not is_template(weapon):
        place = run.cover or str(said(answers, f"cover:{model.name}", weapon.name, answers.get("cover", "none")))
        sources = [PRESETS[place] if place in PRESETS else int(place.rstrip("+"))]
        if answers.get("jink") == "yes" and jinks(target, model):
            sources.append(3 if target.has("Skilled Rider") else 4)
        stealthy = target.has("Stealth") or (answers.get("night") == "yes" and not sees_at_night)
        cover = min(sources) - stealthy - 2 * target.has("Shrouded") - target.has("Camo Cloak")
        if cover < 7:
            saves.append(max(2, cover))
    return min(saves, default=None)


def jinks(target: Unit, model: Model) -> bool:
    by_type = any(word in target.type for word in ("Bike", "Jetbike", "Skimmer", "Flyer", "Flying Monstrous Creature"))
    return by_type or model.has("Jink") or "Jink" in target.rules


@lru_cache(None)
def lost(save: int | None, pain: int | None, deadly: bool, eternal: bool, swarm: str) -> Law[int]:
    """Wounds that one Wound costs its model: -1 for all that it has (SAV-1, 11 to 14, ALC-12)."""

    def play(roll: Roll) -> int:
        if save and roll() >= save:
            return 0
        if swarm == "double_first" and not deadly:
            return sum(not (pain and roll() >= pain) for _ in range(2))
        if pain and not deadly and roll() >= pain:
            return 0
        if deadly:
            return 1 if eternal else -1
        return 2 if swarm else 1

    return every(play)


# One weapon name -----------------------------------------------------------------------------------------------------


class State(NamedTuple):
    runs: Runs
    hits: int = 0
    pool: tuple[tuple[int, int], ...] = ()  # (AP, how many Wounds), lowest AP first


def wound_one(s: State, need: Need, weapon: Weapon) -> Law[State]:
    out: Law[State] = {}
    for (does, second), p in wounds(need).items():
        pool = dict(s.pool)
        if does:
            ap = min(weapon.ap or NO_AP, 2 if second else NO_AP)
            pool[ap] = pool.get(ap, 0) + 1
        new = s._replace(hits=s.hits - 1, pool=tuple(sorted(pool.items())))
        out[new] = out.get(new, Fraction(0)) + p
    return out


def can_take(s: State, weapon: Weapon) -> list[int]:
    """Runs that a Wound can be allocated to, nearest first: Blasts need nobody to see them (ALC-7, ALC-9)."""
    return [place for place, run in enumerate(s.runs) if run.wounds and (is_blast(weapon) or not run.hidden)]


def allocate(
    s: State, weapon: Weapon, target: Unit, answers: Answers, sees_at_night: bool, settings: Mapping[str, str]
) -> Law[State]:
    """One Wound to its end."""
    (ap, n), *rest = s.pool
    s = s._replace(pool=((ap, n - 1), *rest) if n > 1 else tuple(rest))
    at = can_take(s, weapon)[0]
    run = s.runs[at]
    model, _ = target.models[run.kind]
    deadly = weapon.has("Instant Death") or (weapon.strength is not None and weapon.strength >= 2 * model.toughness)
    area = is_blast(weapon) or is_template(weapon)
    swarm = settings.get("swarms_fnp", "double_first") if target.of_type("Swarms") and area else ""
    spills = settings.get("swarms_overflow") == "next_model"
    save = save_of(weapon, ap, run, target, answers, sees_at_night)
    out: Law[State] = {}
    for points, p in lost(save, model.feel_no_pain, deadly, model.has("Eternal Warrior"), swarm).items():
        new = less(s, at, points)
        over = points - run.wounds[0]
        if spills and over > 0 and (there := can_take(new, weapon)):
            new = less(new, there[0], over)
        out[new] = out.get(new, Fraction(0)) + p
    return out


def less(s: State, at: int, points: int) -> State:
    """The first model of a run without so many wounds, or without any."""
    first, *others = s.runs[at].wounds
    left = 0 if points < 0 else max(0, first - points)
    hurt = s.runs[at]._replace(wounds=tuple(sorted([*([left] if left else []), *others])))
    return s._replace(runs=(*s.runs[:at], hurt, *s.runs[at + 1 :]))


# The attack ----------------------------------------------------------------------------------------------------------


def stand(target: Unit, answers: Answers) -> Runs:
    """The models of the target, nearest first."""
    if "order" not in answers:
        return tuple(Run(kind, (model.wounds,) * n) for kind, (model, n) in enumerate(target.models))
    names = [model.name for model, _ in target.models]
    runs = []
    for n, name, mark in answers["order"][0]:
        kind = names.index(name)
        whole = (target.models[kind][0].wounds,) * n
        runs.append(Run(kind, whole, mark == "hidden", "" if mark in ("", "hidden") else mark))
    return tuple(runs)


Now = tuple[tuple[int, ...], Runs]  # wounds left of the firing models, the target


def attack_infantry(shooter: Unit, target: Unit, answers: Answers, settings: Mapping[str, str]) -> Law[End]:
    """The chance of every end of one whole attack at infantry."""
    battery = Battery(shooter, target, answers, settings)
    sees_at_night = shooter.has("Night Vision")
    start = stand(target, answers)
    law: Law[Now] = {(tuple(model.wounds for _, model in battery.models), start): ONE}
    for name in battery.names:
        barrels = battery.barrels(name)
        if barrels:
            law = then(law, partial(weapon_fires, barrels=barrels, battery=battery, sees_at_night=sees_at_night))

    def end(so_far: Now) -> End:
        own, runs = so_far
        slain = sum(len(run.wounds) for run in start) - sum(len(run.wounds) for run in runs)
        damage = sum(sum(run.wounds) for run in start) - sum(sum(run.wounds) for run in runs)
        return End(slain, damage, sum(not left for left in own))

    return becomes(law, end)


def weapon_fires(so_far: Now, barrels: list[Barrel], battery: Battery, sees_at_night: bool) -> Law[Now]:
    own, runs = so_far
    weapon, target = barrels[0].weapon, battery.target
    standing = sum(len(run.wounds) for run in runs)
    if not standing:
        return {so_far: ONE}
    need = need_of(weapon, battery.shooter, target, runs, battery.settings)
    shots = fire(own, barrels, standing, False, battery)

    def resolve(shot: tuple[tuple[int, ...], tuple[tuple[object, int], ...]]) -> Law[Now]:
        left, hits = shot
        law: Law[State] = {State(runs, sum(n for _, n in hits)): ONE}
        law = while_any(law, lambda state: state.hits, lambda state: wound_one(state, need, weapon))
        law = while_any(
            law,
            lambda state: state.pool and can_take(state, weapon),
            lambda state: allocate(state, weapon, target, battery.answers, sees_at_night, battery.settings),
        )
        return becomes(law, lambda state: (left, state.runs))

    return then(shots, resolve)
