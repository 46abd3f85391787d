"""The attack of the 7th edition once more, from the rules in words alone: one die after the other, every face of it.

Nothing here knows the steps, charts or odds of the program. What the rules leave to the players is settled as the
program says that it proposes it: pools by lowest AP, highest Strength, Precision Shots; Look Out, Sir as long as
somebody who is no character stands there; models of one run stand side by side, the wounded one first; the model
closest to a character is the one fewest runs away, of two that are equally far the one farther from the enemy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

Ways = dict[Any, int]  # of each result, all together 6 to the power of the dice


class Gun(NamedTuple):
    name: str
    shots: int
    strength: int | None
    ap: int | None
    rules: frozenset[str] = frozenset()
    poisoned: int | None = None


class Soldier(NamedTuple):
    """One model that fires."""

    skill: int
    wounds: int
    armour: int | None
    invulnerable: int | None
    pain: int | None
    guns: tuple[Gun, ...]  # it fires them all
    precise: bool = False


class Man(NamedTuple):
    """A kind of model that is fired at."""

    name: str
    toughness: int
    wounds: int
    armour: int | None = None
    invulnerable: int | None = None
    pain: int | None = None
    reanimation: int | None = None
    character: bool = False
    independent: bool = False
    eternal: bool = False


class Run(NamedTuple):
    """So many alike models side by side. ``ground``: what going to ground adds to their cover."""

    n: int
    man: Man
    cover: int | None = None
    ground: int = 1
    hidden: bool = False


class Fight(NamedTuple):
    soldiers: tuple[Soldier, ...]
    runs: tuple[Run, ...]  # nearest first
    stealth: int = 0  # what Stealth and Shrouded add to cover
    down: bool = False  # has gone to ground before
    drops: bool = False  # goes to ground as soon as that could help against a wound (GTG-1, GTG-7)
    snap: bool = False
    prefers: bool = False  # Preferred Enemy
    within_6: bool = True
    looks_out: bool = True
    aim: str = ""  # the name of those whom Precision Shots hit; "": the closest
    crafted_adds: bool = False  # the settings of SAV-7, SAV-13 and HIT-3
    stacks: bool = True
    pain_of_eternal: bool = False


class State(NamedTuple):
    own: tuple[int, ...]  # wounds left of each soldier
    men: tuple[tuple[int, ...], ...]  # of each run the wounds left of those alive, fewest first
    down: bool
    toughness: int = 0
    hits: tuple[int, int] = (0, 0)  # others, by Precision Shots
    burns: int = 0  # natural 1s of the weapon that fires
    pools: tuple[tuple[tuple[int, bool], int], ...] = ()  # (AP, 7 for none; precise), how many; one Strength at a time
    reached: bool = True  # somebody can be hit by the weapon that fires


# Dice ----------------------------------------------------------------------------------------------------------------


def every(play: Callable[[Callable[[], int]], Any]) -> tuple[Ways, int]:
    """All results of ``play(roll)`` over every face of every die it rolls, and how many dice the longest way takes."""
    found: list[tuple[Any, int]] = []
    todo: list[tuple[int, ...]] = [()]
    while todo:
        faces = todo.pop()
        rest = list(faces)
        try:
            result = play(lambda rest=rest: rest.pop(0))
        except IndexError:
            todo += [(*faces, face) for face in range(1, 7)]
            continue
        assert not rest
        found.append((result, len(faces)))
    most = max(n for _, n in found)
    ways: Ways = {}
    for result, n in found:
        ways[result] = ways.get(result, 0) + 6 ** (most - n)
    return ways, most


class Chances:
    """States and in how many ways of ``6 ** dice`` each comes about."""

    def __init__(self, start: State) -> None:
        self.ways: Ways = {start: 1}
        self.dice = 0

    def then(self, change: Callable[[State], tuple[Ways, int]]) -> None:
        changed = {state: change(state) for state in self.ways}
        most = max(dice for _, dice in changed.values())
        after: Ways = {}
        for state, ways in self.ways.items():
            results, dice = changed[state]
            for new, n in results.items():
                after[new] = after.get(new, 0) + ways * n * 6 ** (most - dice)
        self.ways, self.dice = after, self.dice + most

    def always(self, change: Callable[[State], State]) -> None:
        self.then(lambda state: ({change(state): 1}, 0))

    def until_none(self, left: Callable[[State], Any], change: Callable[[State], tuple[Ways, int]]) -> None:
        while any(left(state) for state in self.ways):
            self.then(lambda state: change(state) if left(state) else ({state: 1}, 0))


# To hit --------------------------------------------------------------------------------------------------------------


@lru_cache(None)
def one_shot(gun: Gun, skill: int, snap: bool, prefers: bool) -> tuple[Ways, int]:
    """(hits, natural 6, it got hot) of one die (HIT-1, 3, 4, 6, 8, 10, 11, 13)."""
    need = 6 if snap else max(2, 7 - skill)

    def play(roll: Callable[[], int]) -> tuple[int, bool, bool]:
        first = face = roll()
        needed = need
        if "Twin-linked" in gun.rules:
            again = first < need
        elif prefers:
            again = first == 1
        else:
            again = skill >= 6 and not snap and first == 1
            needed = 12 - skill if again else need
        if again:
            face = roll()
        six = face == 6
        extra = 2 * six if "Tesla" in gun.rules and not snap else 0
        return (face >= needed) + extra, six, first == 1 and face == 1

    return every(play)


@lru_cache(None)
def crafted(gun: Gun, skill: int, snap: bool, prefers: bool, adds: bool) -> tuple[Ways, int]:
    """(hits, natural 6s among them, times it got hot) of all dice of a master-crafted weapon (HIT-7)."""
    need = 6 if snap else max(2, 7 - skill)

    def play(roll: Callable[[], int]) -> tuple[int, int, int]:
        faces = [roll() for _ in range(gun.shots)]
        again = [place for place, face in enumerate(faces) if face == 1 and prefers]
        failed = sorted(
            (place for place, face in enumerate(faces) if face < need and place not in again), key=lambda p: faces[p]
        )
        again += failed[:1]  # a 1 before any other: it may have hurt
        needs, ends = [need] * gun.shots, list(faces)
        if adds and skill >= 6 and not snap and not prefers:  # the chart picks up the other 1s
            for place in failed[1:]:
                again.append(place)
                needs[place] = 12 - skill
        for place in again:
            ends[place] = roll()
        hits = sum(face >= needed for face, needed in zip(ends, needs, strict=True))
        sixes = sum(face == 6 for face in ends)
        burns = sum(faces[place] == 1 and ends[place] == 1 for place in range(gun.shots))
        return hits + (2 * sixes if "Tesla" in gun.rules and not snap else 0), sixes, burns

    return every(play)


@lru_cache(None)
def heat(soldier: Soldier, n: int) -> tuple[Ways, int]:
    """Wounds that the bearer of a weapon that got hot ``n`` times loses: armour or invulnerable save, Feel No Pain."""
    saves = [save for save in (soldier.armour, soldier.invulnerable) if save]

    def play(roll: Callable[[], int]) -> int:
        lost = 0
        for _ in range(n):
            if saves and roll() >= min(saves):
                continue
            if soldier.pain and roll() >= soldier.pain:
                continue
            lost += 1
        return lost

    return every(play)


def shoot(chances: Chances, fight: Fight, gun: Gun, who: int) -> None:
    """All shots of one weapon of one soldier, if he lives and somebody is left to be shot at (ALC-11)."""
    soldier, master = fight.soldiers[who], "Master-crafted" in gun.rules and "Twin-linked" not in gun.rules
    precise = not fight.snap and (soldier.precise or "Sniper" in gun.rules)

    def roll(state: State) -> tuple[Ways, int]:
        if not state.own[who] or not state.reached:
            return {state: 1}, 0
        if master:
            ways, dice = crafted(gun, soldier.skill, fight.snap, fight.prefers, fight.crafted_adds)
        else:
            ways, dice = one_shot(gun, soldier.skill, fight.snap, fight.prefers)
        out: Ways = {}
        for (hits, sixes, ones), n in ways.items():
            plain, special = state.hits
            special_ones = sixes if precise else 0
            new = state._replace(hits=(plain + hits - special_ones, special + special_ones), burns=state.burns + ones)
            out[new] = out.get(new, 0) + n
        return out, dice

    def burn(state: State) -> tuple[Ways, int]:
        if not state.burns or "Gets Hot" not in gun.rules:
            return {state._replace(burns=0): 1}, 0
        ways, dice = heat(soldier, state.burns)
        out: Ways = {}
        for lost, n in ways.items():
            own = tuple(max(0, left - lost) if i == who else left for i, left in enumerate(state.own))
            new = state._replace(own=own, burns=0)
            out[new] = out.get(new, 0) + n
        return out, dice

    for _ in range(1 if master else gun.shots):
        chances.then(roll)
    chances.then(burn)


# To wound ------------------------------------------------------------------------------------------------------------


def chart(strength: int | None, toughness: int) -> int | None:
    apart = toughness - (strength or 1)
    return None if apart >= 4 else min(6, max(2, 4 + apart))


@lru_cache(None)
def one_hit(gun: Gun, toughness: int, prefers: bool) -> tuple[Ways, int]:
    """The AP of the Wound (7 for none), or None (WND-1, 3 to 9, HIT-8)."""
    need = chart(gun.strength, toughness)
    if gun.poisoned:
        need = min(gun.poisoned, need or 7)
    if "Fleshbane" in gun.rules:
        need = 2
    if "Sniper" in gun.rules:
        need = 4
    always = bool({"Rending", "Bladestorm", "Gauss"} & gun.rules)

    def wounds(face: int) -> bool:
        return face > 1 and ((need is not None and face >= need) or (always and face == 6))

    def play(roll: Callable[[], int]) -> int | None:
        face = roll()
        if ("Shred" in gun.rules and not wounds(face)) or (prefers and face == 1):
            face = roll()
        if not wounds(face):
            return None
        ap = gun.ap or 7
        if face == 6 and {"Rending", "Bladestorm", "Sniper"} & gun.rules:
            ap = min(ap, 2)
        return ap

    return every(play)


def most_toughness(fight: Fight, men: Iterable[tuple[int, ...]]) -> int:
    found: dict[int, int] = {}
    for run, alive in zip(fight.runs, men, strict=True):
        found[run.man.toughness] = found.get(run.man.toughness, 0) + len(alive)
    most = max(found.values())
    return max(toughness for toughness, n in found.items() if n == most)


def wound(state: State, fight: Fight, gun: Gun) -> tuple[Ways, int]:
    """One hit, whichever is there, rolls to wound."""
    plain, special = state.hits
    precise = not plain
    left = (plain, special - 1) if precise else (plain - 1, special)
    ways, dice = one_hit(gun, state.toughness, fight.prefers)
    out: Ways = {}
    for ap, n in ways.items():
        new = state._replace(hits=left)
        if ap is not None:
            pools = dict(state.pools)
            pools[ap, precise] = pools.get((ap, precise), 0) + 1
            new = new._replace(pools=tuple(sorted(pools.items(), key=lambda end: (end[0][0], not end[0][1]))))
        out[new] = out.get(new, 0) + n
    return out, dice


# Allocation and saves ------------------------------------------------------------------------------------------------


def seen(fight: Fight, state: State) -> list[int]:
    """Runs that wounds can be allocated to, nearest first."""
    return [i for i, run in enumerate(fight.runs) if state.men[i] and not run.hidden]


def best_save(run: Run, gun: Gun, ap: int, down: bool, fight: Fight) -> int | None:
    """SAV-2, 3, 5, 7 to 10, GTG-2."""
    man = run.man
    saves = []
    if man.armour and (ap == 7 or ap > man.armour):
        saves.append(man.armour)
    if man.invulnerable:
        saves.append(man.invulnerable)
    ground = run.ground if down else 0
    better = fight.stealth + ground if run.cover or fight.stacks else max(fight.stealth, ground)
    if "Ignores Cover" not in gun.rules and (run.cover or better):
        saves.append(max(2, (run.cover or 7) - better))
    return min(saves, default=None)


def helps(state: State, fight: Fight, gun: Gun) -> bool:
    """True if going to ground would make the save of anybody better against a Wound of this weapon."""
    aps = {gun.ap or 7} | ({min(2, gun.ap or 7)} if {"Rending", "Bladestorm", "Sniper"} & gun.rules else set())
    alive = [run for run, men in zip(fight.runs, state.men, strict=True) if men]
    return any(
        best_save(run, gun, ap, True, fight) != best_save(run, gun, ap, False, fight) for run in alive for ap in aps
    )


@lru_cache(None)
def unsaved(run: Run, gun: Gun, ap: int, down: bool, fight: Fight) -> tuple[Ways, int]:
    """Wounds that one Wound costs a model of this run: 0, 1, or all it has (-1) (SAV-1, 11 to 13, 17)."""
    man, save = run.man, best_save(run, gun, ap, down, fight)
    deadly = "Instant Death" in gun.rules or (gun.strength is not None and gun.strength >= 2 * man.toughness)
    recovers = []
    if man.pain and (not deadly or (man.eternal and fight.pain_of_eternal)):
        recovers.append(man.pain)
    if man.reanimation:
        recovers.append(man.reanimation + deadly)

    def play(roll: Callable[[], int]) -> int:
        if save and roll() >= save:
            return 0
        if recovers and roll() >= min(recovers):
            return 0
        return -1 if deadly and not man.eternal else 1

    return every(play)


def friend(fight: Fight, state: State, at: int) -> int | None:
    """The run that steps in for a character in run ``at``; None if nobody but characters is there (ALC-6)."""
    there = [i for i, run in enumerate(fight.runs) if state.men[i] and not run.man.character]
    return min(there, key=lambda i: (abs(i - at), i < at)) if there else None


def allocate(state: State, fight: Fight, gun: Gun) -> tuple[Ways, int]:
    """The next Wound of the first pool, to the end."""
    (ap, precise), n = state.pools[0]
    rest = (((ap, precise), n - 1), *state.pools[1:]) if n > 1 else state.pools[1:]
    state = state._replace(pools=rest)
    targets = seen(fight, state)
    at = targets[0]
    if precise and fight.aim:
        at = next((i for i in targets if fight.runs[i].man.name == fight.aim), at)
    man = fight.runs[at].man
    takers = [(at, 6, 6)]  # run, ways, out of
    if man.character and fight.within_6 and fight.looks_out and (other := friend(fight, state, at)) is not None:
        passes = 5 if man.independent else 3
        takers = [(other, passes, 6), (at, 6 - passes, 6)]
    out: Ways = {}
    most = max(unsaved(fight.runs[i], gun, ap, state.down, fight)[1] for i, _, _ in takers)
    for i, ways, _ in takers:
        results, dice = unsaved(fight.runs[i], gun, ap, state.down, fight)
        for lost, k in results.items():
            new = state if not lost else state._replace(men=hurt(state.men, i, lost))
            out[new] = out.get(new, 0) + ways * k * 6 ** (most - dice)
    return out, most + 1


def hurt(men: tuple[tuple[int, ...], ...], at: int, lost: int) -> tuple[tuple[int, ...], ...]:
    first, *others = men[at]
    left = 0 if lost < 0 else first - lost
    return (*men[:at], tuple(sorted([*([left] if left else []), *others])), *men[at + 1 :])


# The attack ----------------------------------------------------------------------------------------------------------


def guns_of(fight: Fight) -> list[Gun]:
    """In the order in which they fire."""
    return list(dict.fromkeys(gun for soldier in fight.soldiers for gun in soldier.guns))


def fire(chances: Chances, fight: Fight, gun: Gun) -> None:
    """One weapon, from the dice to hit to the last Wound."""
    chances.always(lambda state: state._replace(toughness=most_toughness(fight, state.men) if any(state.men) else 0))
    chances.always(lambda state: state._replace(reached=bool(seen(fight, state))))  # else nobody fires (WPN-5)
    for who, soldier in enumerate(fight.soldiers):
        if gun in soldier.guns:
            shoot(chances, fight, gun, who)
    chances.until_none(lambda state: sum(state.hits), lambda state: wound(state, fight, gun))
    if fight.drops:
        chances.always(
            lambda state: state._replace(
                down=state.down or bool(state.pools and seen(fight, state) and helps(state, fight, gun))
            )
        )
    chances.until_none(lambda state: state.pools and seen(fight, state), lambda state: allocate(state, fight, gun))
    chances.always(lambda state: state._replace(pools=()))


def by_brute_force(fight: Fight) -> dict[tuple[int, int, int], Fraction]:
    """The chance of every (slain, damage, own models slain)."""
    start = State(
        tuple(s.wounds for s in fight.soldiers), tuple((run.man.wounds,) * run.n for run in fight.runs), fight.down
    )
    chances = Chances(start)
    for gun in guns_of(fight):
        fire(chances, fight, gun)
    out: dict[tuple[int, int, int], Fraction] = {}
    for state, ways in chances.ways.items():
        slain = sum(run.n for run in fight.runs) - sum(map(len, state.men))
        damage = sum(run.n * run.man.wounds for run in fight.runs) - sum(map(sum, state.men))
        end = slain, damage, sum(not left for left in state.own)
        out[end] = out.get(end, Fraction(0)) + Fraction(ways, 6**chances.dice)
    return out
