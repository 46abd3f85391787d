"""An attack of the 7th edition at a unit with characters that joined it, or by one, from the rules in words alone.

Die by die, every face of it, as fractions. Nothing here knows the steps, charts or odds of the program. What is left to
the players is settled as the program proposes it: pools by lowest AP, Precision Shots before others; Look Out, Sir as
long as somebody who is no character stands there; the model closest to a character is the one fewest runs away, of two
that are equally far the one farther from the enemy. Flying monsters are here too; vehicles are in ``flying_oracle.py``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import Any, NamedTuple

from tests.helpers.dice_laws import ONE, Law, becomes, then, while_any
from tests.rules.seventh.helpers.attack_words import (
    DEFAULT,
    Attack,
    Readings,
    dark,
    shared,
    shot_rule,
    shot_words,
    words,
)
from tests.rules.seventh.oracles.barrels import Barrel, Own, alive, barrels, names, whole
from tests.rules.seventh.oracles.markers import Need, wounds
from tests.rules.seventh.oracles.saves import NO_AP, Table, Wound, fate_of, living, lost, save_of, toughness_of
from tests.rules.seventh.oracles.volley import HitKind, Hits, armour_of, volley


class End(NamedTuple):
    """What is to be compared: see the chances of the ruleset."""

    slain: int
    damage: int
    own_slain: int
    pinned: bool


class State(NamedTuple):
    own: Own
    men: tuple[tuple[int, ...], ...]  # of each run the wounds left of those alive, fewest first
    down: bool = False
    pinning: bool = False  # an unsaved Wound of a weapon with Pinning
    touched: bool = False  # who swoops was hit, wounded or not
    hits: Hits = ()
    pools: tuple[tuple[Wound, int], ...] = ()


# To wound ------------------------------------------------------------------------------------------------------------


NO_SAVE = 7


class Stand(NamedTuple):
    """What of those who stand counts for the dice to wound."""

    toughness: int
    graviton: int = 6


def majority(table: Table, men: Iterable[tuple[int, ...]]) -> Stand:
    """WND-2, WND-8: whoever joined counts; of several values the highest Toughness, the best save."""
    toughness: Counter[int] = Counter()
    saves: Counter[int] = Counter()
    armours: list[int | None] = []  # the closest first
    for at, left in enumerate(men):
        _, kind = table.man(at)
        armour = kind.armour
        if table.readings.graviton_meets_armour_in_force:
            armour = armour_of(words(table.attack.target, kind), kind, table.readings.armour_of_none)
        armours += [armour] * len(left)
        toughness[toughness_of(table, kind)] += len(left)
        saves[armour or NO_SAVE] += len(left)
    most, alike = max(toughness.values()), max(saves.values())
    save = min(s for s, n in saves.items() if n == alike)
    if table.attack.set("graviton_mixed", "majority") == "closest":
        save = armours[0] or NO_SAVE
    return Stand(max(t for t, n in toughness.items() if n == most), min(6, save))


def need_of(table: Table, hit: HitKind, stand: Stand, friends: frozenset[str]) -> Need:
    """WND-1, 3 to 9, HIT-8. ``friends``: of the firing unit, who live."""
    attack, gun = table.attack, hit.gun
    group, kind = attack.attacker.find(hit.kind)
    told = shot_words(attack, kind, gun)

    def rule(name: str) -> bool:
        return shot_rule(attack, group, kind, gun, name)

    apart = stand.toughness - (gun.strength or 1)
    needed = None if apart >= 4 else min(6, max(2, 4 + apart))
    if gun.poisoned:
        needed = min(gun.poisoned, needed or 7)
    if rule("Fleshbane"):
        needed = 2
    if rule("Sniper"):
        needed = 4
    if rule("Graviton"):
        needed = stand.graviton
    monster = attack.target.squad.of_type("Monstrous Creature") and shared(attack.attacker, "Monster Hunter", friends)
    again = "ones" if "wound ones" in told or shared(attack.attacker, "Preferred Enemy", friends) else ""
    if "wound failed" in told or rule("Shred") or monster or (gun.template and rule("Twin-linked")):
        again = "failed"
    always = any(map(rule, ("Rending", "Bladestorm", "Gauss")))
    return Need(needed, always, any(map(rule, ("Rending", "Bladestorm", "Sniper"))), again)


def ignores_cover(table: Table, hit: HitKind) -> bool:
    group, kind = table.attack.attacker.find(hit.kind)
    return hit.gun.template or shot_rule(table.attack, group, kind, hit.gun, "Ignores Cover")


def wound_of(table: Table, hit: HitKind, second: bool, friends: frozenset[str]) -> Wound:
    attack, gun = table.attack, hit.gun
    group, kind = attack.attacker.find(hit.kind)
    ap = min(gun.ap or NO_AP, 2 if second else NO_AP)
    pins = shot_rule(attack, group, kind, gun, "Pinning")
    pins |= "Barrage" in gun.rules and attack.set("barrage_pinning", "no") == "yes"
    anywhere = gun.blast or "no sight" in shot_words(attack, kind, gun)
    area = not gun.rolls_to_hit and any("Swarms" in group.rules for group in attack.target.groups)
    deadly = "Instant Death" in gun.rules
    strength = None if "Sniper" in gun.rules else gun.strength
    ignores = ignores_cover(table, hit)
    return Wound(ap, hit.precise, ignores, pins, deadly, strength, anywhere, area, dark(attack, friends))


def wound(table: Table, s: State, stand: Stand, friends: frozenset[str]) -> Law[State]:
    """One hit."""
    (hit, n), *rest = s.hits
    left = ((hit, n - 1), *rest) if n > 1 else tuple(rest)
    out: Law[State] = {}
    for does, p in becomes(wounds(need_of(table, hit, stand, friends)), sum).items():  # 2: a Wound of AP2
        new = s._replace(hits=left)
        if does:
            pools = dict(s.pools)
            kind = wound_of(table, hit, does == 2, friends)
            pools[kind] = pools.get(kind, 0) + 1
            new = new._replace(pools=tuple(sorted(pools.items(), key=lambda end: in_order(end[0]))))
        out[new] = out.get(new, Fraction(0)) + p
    return out


def in_order(wound: Wound) -> tuple[Any, ...]:
    return wound.ap, -(wound.strength or 0), not wound.precise, wound.ignores_cover, wound.pins


# Going to ground -----------------------------------------------------------------------------------------------------


def may_lie_down(table: Table, there: frozenset[str]) -> bool:
    """GTG-3: one Fearless model is enough, a character that joined too (IC-3)."""
    side = table.attack.target
    fearless = shared(side, "Fearless", there) or shared(side, "Zealot", there)
    groups = [group for group, kind in side.kinds if kind.name in there]  # a walker whose bikers are gone may
    stands = any(group.of_type(word) for group in groups for word in ("Bike", "Jetbike", "Monstrous Creature"))
    return not fearless and not stands and side.state == "ready"


def helps(table: Table, s: State, kinds: Iterable[Wound]) -> bool:
    """True if it would make the save of anybody better against a Wound that this weapon can give (GTG-7)."""
    there = living(table, s.men)
    standing = [at for at, left in enumerate(s.men) if left]
    return any(
        save_of(table, at, kind, True, there) != save_of(table, at, kind, False, there)
        for at in standing
        for kind in kinds
    )


def wounds_of(table: Table, fires: Iterable[Barrel], friends: frozenset[str]) -> set[Wound]:
    """All that a weapon can give."""
    found = set()
    for barrel in fires:
        hit = HitKind(barrel.kind.name, barrel.gun)
        second = need_of(table, hit, Stand(4), friends).second
        found |= {wound_of(table, hit, face_of_6, friends) for face_of_6 in {False, second}}
    return found


# Allocation ----------------------------------------------------------------------------------------------------------


def seen(table: Table, s: State, wound: Wound) -> list[int]:
    """Runs that the Wound can be allocated to, nearest first (ALC-2, 7, 9)."""
    return [at for at, run in enumerate(table.runs) if s.men[at] and (wound.anywhere or not run.hidden)]


def friend(table: Table, s: State, at: int) -> int | None:
    """The run that steps in for a character in run ``at`` (ALC-6), None if nobody but characters is there."""
    plain = [i for i in range(len(table.runs)) if s.men[i] and not table.man(i)[1].character]
    if not plain:
        return None
    there = plain
    if table.readings.characters_step_in:
        there = [i for i in range(len(table.runs)) if s.men[i] and (i != at or len(s.men[i]) > 1)]
    return min(there, key=lambda i: (abs(i - at), i < at))


def allocate(table: Table, s: State, there: frozenset[str]) -> Law[State]:
    """The next Wound of the first pool, to its end. ``there``: whose shared rules count."""
    attack = table.attack
    (wound, n), *others = s.pools
    s = s._replace(pools=((wound, n - 1), *others) if n > 1 else tuple(others))
    targets = seen(table, s, wound)
    if not targets:
        return {s: ONE}
    at = targets[0]
    if wound.precise and attack.aim:
        at = next((i for i in targets if table.runs[i].name == attack.aim), at)
    group, kind = table.man(at)
    takers = [(at, ONE)]
    if kind.character and attack.within_6 and attack.looks_out and (other := friend(table, s, at)) is not None:
        passes = Fraction(5 if group.independent else 3, 6)
        takers = [(other, passes), (at, 1 - passes)]
    out: Law[State] = {}
    for i, chance in takers:
        for points, p in lost(fate_of(table, i, wound, s.down, there)).items():
            goes_on = attack.set("swarms_overflow", "lost") == "next_model"
            new = s if not points else hurt(s, i, points, goes_on)._replace(pinning=s.pinning or wound.pins)
            out[new] = out.get(new, Fraction(0)) + chance * p
    return out


def hurt(s: State, at: int, points: int, goes_on: bool = False) -> State:
    """``goes_on``: what a Swarm's base has no Wounds left for hits the next (ALC-12)."""
    first, *others = s.men[at]
    if goes_on and points > first and others:
        return hurt(s._replace(men=(*s.men[:at], tuple(others), *s.men[at + 1 :])), at, points - first, goes_on)
    left = 0 if points < 0 else max(0, first - points)
    men = (*s.men[:at], tuple(sorted([*([left] if left else []), *others])), *s.men[at + 1 :])
    return s._replace(men=men)


# The attack ----------------------------------------------------------------------------------------------------------


def reached(table: Table, s: State, name: str) -> bool:
    """Somebody is left who can be shot at (WPN-5, ALC-11)."""
    for _, kind in table.attack.attacker.kinds:
        for gun in kind.guns:
            if gun.name == name:
                sight = "no sight" in shot_words(table.attack, kind, gun)
                if any(left and (sight or not run.hidden) for run, left in zip(table.runs, s.men, strict=True)):
                    return True
    return False


def weapon_fires(table: Table, s: State, name: str) -> Law[State]:
    """One weapon name, from the dice to hit to the last Wound."""
    attack = table.attack
    firers = alive(attack.attacker, s.own)
    fires = dict(barrels(attack, firers)).get(name, ())
    if not fires or not reached(table, s, name):
        return {s: ONE}
    standing = sum(map(len, s.men))
    stand, before = majority(table, s.men), living(table, s.men)
    swoops = attack.target.flight == "swooping"

    def struck(shot: tuple[Own, Hits]) -> State:
        return s._replace(own=shot[0], hits=shot[1], touched=s.touched or (swoops and bool(shot[1])))

    law = becomes(volley(attack, s.own, fires, standing), struck)

    def there(state: State) -> frozenset[str]:
        return living(table, state.men) if table.readings.shared_ends_at_once else before

    law = while_any(law, lambda state: state.hits, lambda state: wound(table, state, stand, firers))
    if attack.lies_down:
        kinds = wounds_of(table, fires, firers)
        law = becomes(law, lambda state: lie_down(table, state, kinds))
    law = while_any(law, lambda state: state.pools, lambda state: allocate(table, state, there(state)))
    return becomes(law, lambda state: state._replace(pools=()))


def lie_down(table: Table, s: State, kinds: Iterable[Wound]) -> State:
    if s.down or not any(seen(table, s, wound) for wound, _ in s.pools):
        return s
    return s._replace(down=may_lie_down(table, living(table, s.men)) and helps(table, s, kinds))


def fresh(table: Table) -> State:
    men = tuple((table.man(at)[1].wounds,) * run.n for at, run in enumerate(table.runs))
    return State(whole(table.attack.attacker), men, table.attack.target.state == "gone to ground")


def after_shots(attack: Attack, readings: Readings = DEFAULT, start: State | None = None) -> Law[State]:
    """All states after the last weapon, Pinning not yet tested."""
    table = Table(attack, readings)
    law: Law[State] = {start or fresh(table): ONE}
    for name in names(attack):
        law = then(law, lambda state, name=name: weapon_fires(table, state, name))  # type: ignore[misc]
    return law


def leadership(table: Table, there: Iterable[str]) -> int:
    """The highest of those alive (IC-2)."""
    return max(kind.leadership for _, kind in table.attack.target.kinds if kind.name in there)


def passes(ld: int) -> Fraction:
    return Fraction(sum(a + b <= ld for a in range(1, 7) for b in range(1, 7)), 36)


def pinned(table: Table, s: State) -> Fraction:
    """The chance that it is pinned (END-1, GTG-3)."""
    there = living(table, s.men)
    if not there or not s.pinning or s.down or not may_lie_down(table, there):
        return Fraction(0)
    return 1 - passes(leadership(table, there))


def by_enumeration(attack: Attack, readings: Readings = DEFAULT) -> Law[End]:
    """The chance of every end of one whole attack at a unit that is no vehicle."""
    table = Table(attack, readings)
    start = fresh(table)

    def end(s: State) -> Law[End]:
        slain = sum(map(len, start.men)) - sum(map(len, s.men))
        damage = sum(map(sum, start.men)) - sum(map(sum, s.men))
        own = sum(not left for left in s.own)
        fails = pinned(table, s)
        law = {End(slain, damage, own, False): 1 - fails, End(slain, damage, own, True): fails}
        return {key: p for key, p in law.items() if p}

    return then(after_shots(attack, readings), end)
