"""What the shots of the 7th edition hit, and what they do to those who fire them, from the rules in words alone.

For ``vehicle_oracle.py`` and ``marker_oracle.py``. Nothing here knows the steps, charts or odds of the program. A law
is what may come about with its chance, as fractions; dice fall one after the other, and equal states become one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from shoot_cli.rules.seventh.profiles import Model, Unit, Weapon
from tests.helpers.dice_laws import ONE, Law, Roll, becomes, every, then, while_any
from tests.rules.seventh.oracles.who_fires import Answers, Barrel, Battery, Group, preferred, rolls_to_hit, said

# Dice ----------------------------------------------------------------------------------------------------------------


# To hit --------------------------------------------------------------------------------------------------------------


class Aim(NamedTuple):
    """All that the dice to hit of a weapon hang on."""

    skill: int
    snap: bool
    rules: tuple[str, ...]
    prefers: bool
    adds: bool  # setting mastercrafted_bs6
    rerolls: bool  # False where setting snap_rerolls forbids them


@lru_cache(None)
def one_shot(aim: Aim) -> Law[tuple[int, bool]]:
    """(hits, it got hot) of one die (HIT-1, 3, 4, 6, 8, 10, 11, 13)."""

    def play(roll: Roll) -> tuple[int, bool]:
        need = needed = 6 if aim.snap else max(2, 7 - aim.skill)
        first = face = roll()
        again = False
        if aim.rerolls and "Twin-linked" in aim.rules:
            again = face < need
        elif aim.rerolls and aim.prefers:
            again = face == 1
        elif aim.skill >= 6 and not aim.snap and face == 1:
            again, needed = True, 12 - aim.skill
        if again:
            face = roll()
        hits = int(face >= needed and face > 1)
        if face == 6 and "Tesla" in aim.rules and not aim.snap:
            hits += 2
        return hits, first == 1 and face == 1

    return every(play)


@lru_cache(None)
def crafted(aim: Aim, shots: int) -> Law[tuple[int, int]]:
    """(hits, times it got hot) of all dice of a master-crafted weapon: one of them may be picked up (HIT-7)."""

    def play(roll: Roll) -> tuple[int, int]:
        need = 6 if aim.snap else max(2, 7 - aim.skill)
        first = [roll() for _ in range(shots)]
        last, needs = list(first), [need] * shots
        picked = [place for place in range(shots) if aim.prefers and first[place] == 1]
        misses = sorted((p for p in range(shots) if first[p] < need and p not in picked), key=lambda p: first[p])
        picked += misses[:1]
        if aim.adds and aim.skill >= 6 and not aim.snap and not aim.prefers:
            for place in misses[1:]:
                picked.append(place)
                needs[place] = 12 - aim.skill
        for place in picked:
            last[place] = roll()
        hits = sum(face >= needed for face, needed in zip(last, needs, strict=True))
        if "Tesla" in aim.rules and not aim.snap:
            hits += 2 * last.count(6)
        return hits, sum(a == b == 1 for a, b in zip(first, last, strict=True))

    return every(play)


def aim_of(barrel: Barrel, shooter: Unit, settings: Mapping[str, str]) -> Aim:
    rerolls = not barrel.snap or settings["snap_rerolls"] == "yes"
    return Aim(
        barrel.model.ballistic_skill, barrel.snap, barrel.weapon.rules, preferred(shooter),
        settings["mastercrafted_bs6"] == "adds", rerolls,
    )  # fmt: skip


def hot_before(barrel: Barrel, aim: Aim) -> Fraction:
    """The chance that a shot without a To Hit roll is lost to Gets Hot (HIT-11)."""
    if not barrel.weapon.has("Gets Hot"):
        return Fraction(0)
    again = "Twin-linked" in aim.rules or "Master-crafted" in aim.rules or aim.prefers or aim.skill >= 6
    return Fraction(1, 36) if again else Fraction(1, 6)


@lru_cache(None)
def number_of_shots(shots: tuple[int, int, int]) -> Law[int]:
    dice, sides, plus = shots

    def play(roll: Roll) -> int:
        faces = [roll() for _ in range(dice)]
        return plus + sum(face if sides == 6 else (face + 1) // 2 for face in faces)

    return every(play)


@lru_cache(None)
def heat(model: Model, times: int) -> Law[int]:
    """Wounds, or hull points, that the bearer loses of so many 1s."""
    saves = [save for save in (model.armour, model.invulnerable) if save]

    def play(roll: Roll) -> int:
        lost = 0
        for _ in range(times):
            if model.vehicle and roll() > 3:
                continue
            if saves and roll() >= min(saves):
                continue
            lost += not (model.feel_no_pain and roll() >= model.feel_no_pain)
        return lost

    return every(play)


# Markers -------------------------------------------------------------------------------------------------------------

MOST_UNDER = {"Blast": 3, "Large Blast": 6, "Massive Blast": 9, "Apocalyptic Blast": 14, "Template": 4}


def under(weapon: Weapon, marker: int, standing: int, vehicles: bool, answers: Answers) -> Law[int]:
    """How many models are under the next marker, the ``marker``-th of this weapon from 0; no more than stand."""
    answer = said(answers, "under", weapon.name, None)
    if isinstance(answer, list):
        answer = answer[min(marker, len(answer) - 1)]
    if answer is None:
        kind = next((rule for rule in weapon.rules if rule in MOST_UNDER), "Template")
        answer = 1 if vehicles or standing == 1 else min(standing, MOST_UNDER[kind])
    law = {n: Fraction(p) for n, p in answer.items()} if isinstance(answer, Mapping) else {int(answer): ONE}
    return becomes(law, lambda n: min(n, standing))


# All shots of one weapon ---------------------------------------------------------------------------------------------


class Fire(NamedTuple):
    """While one weapon name fires: own models, hits of each group, what the next dice hang on."""

    own: tuple[int, ...]  # wounds left of each model of the firing unit
    hits: tuple[tuple[Group, int], ...] = ()  # in the order in which the groups fired
    shared: int = 0  # shots that all weapons of the name roll together (setting random_shots)
    shots: int = 0  # of this barrel, still to roll
    marker: int = 0
    burns: int = 0


def add(hits: tuple[tuple[Group, int], ...], group: Group, n: int) -> tuple[tuple[Group, int], ...]:
    if not n:
        return hits
    order = dict(hits)
    order[group] = order.get(group, 0) + n
    return tuple(order.items())


def fire(
    start: tuple[int, ...], barrels: Iterable[Barrel], standing: int, vehicles: bool, battery: Battery
) -> Law[tuple[tuple[int, ...], tuple[tuple[Group, int], ...]]]:
    """(wounds left of the firers, hits of each group) after all shots of one weapon name."""
    firing = [barrel for barrel in barrels if start[barrel.who]]
    law: Law[Fire] = {Fire(start): ONE}
    if firing and battery.settings["random_shots"] == "per_name":
        law = {Fire(start, shared=n): p for n, p in number_of_shots(firing[0].shots).items()}
    for place, barrel in enumerate(firing):
        law = then(law, lambda state, barrel=barrel: begin(state, barrel, battery))  # type: ignore[misc]
        law = shoot(law, barrel, standing, vehicles, battery)
        if place + 1 == len(firing) or firing[place + 1].who != barrel.who:
            law = then(law, lambda state, barrel=barrel: burn(state, barrel))  # type: ignore[misc]
    return becomes(law, lambda state: (state.own, state.hits))


def begin(s: Fire, barrel: Barrel, battery: Battery) -> Law[Fire]:
    if battery.settings["random_shots"] == "per_name" and barrel.shots[0]:
        return {s._replace(shots=s.shared): ONE}
    return {s._replace(shots=n): p for n, p in number_of_shots(barrel.shots).items()}


def shoot(law: Law[Fire], barrel: Barrel, standing: int, vehicles: bool, battery: Battery) -> Law[Fire]:
    weapon, aim = barrel.weapon, aim_of(barrel, battery.shooter, battery.settings)
    heats = weapon.has("Gets Hot")

    def with_dice(s: Fire) -> Law[Fire]:
        if weapon.has("Master-crafted") and not weapon.has("Twin-linked") and aim.rerolls:
            dice, fired = crafted(aim, s.shots), s.shots
        else:
            dice, fired = one_shot(aim), 1
        out: Law[Fire] = {}
        for (hits, hot), p in dice.items():
            new = s._replace(shots=s.shots - fired, hits=add(s.hits, barrel.group, hits), burns=s.burns + hot * heats)
            out[new] = out.get(new, Fraction(0)) + p
        return out

    def with_marker(s: Fire) -> Law[Fire]:
        lost = hot_before(barrel, aim)
        out: Law[Fire] = {}
        if lost:
            out[s._replace(shots=s.shots - 1, burns=s.burns + 1)] = lost
        for n, p in under(weapon, s.marker, standing, vehicles, battery.answers).items():
            new = s._replace(shots=s.shots - 1, marker=s.marker + 1, hits=add(s.hits, barrel.group, n))
            out[new] = out.get(new, Fraction(0)) + p * (1 - lost)
        return out

    return while_any(law, lambda state: state.shots, with_dice if rolls_to_hit(weapon) else with_marker)


def burn(s: Fire, barrel: Barrel) -> Law[Fire]:
    out: Law[Fire] = {}
    for lost, p in heat(barrel.model, s.burns).items():
        own = tuple(max(0, left - lost) if who == barrel.who else left for who, left in enumerate(s.own))
        new = s._replace(own=own, burns=0)
        out[new] = out.get(new, Fraction(0)) + p
    return out
