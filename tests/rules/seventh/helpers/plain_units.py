"""Units and attacks in plain words, written short, and the chances of single rolls by the oracles: for their tests."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tests.rules.seventh.helpers.attack_words import Attack, Effect, Group, Gun, Kind, Side
from tests.rules.seventh.oracles.barrels import alive, barrels, whole
from tests.rules.seventh.oracles.firing import Law, every
from tests.rules.seventh.oracles.flying import penetration_chances
from tests.rules.seventh.oracles.joined import by_enumeration, majority, need_of, wounds, wounds_lost
from tests.rules.seventh.oracles.saves import Table, Wound, save_of
from tests.rules.seventh.oracles.volley import HitKind, chance_to_hit
from tests.rules.seventh.vectors.joined_and_flying import Values

F = Fraction

# Units ---------------------------------------------------------------------------------------------------------------


def of(*rules: str) -> frozenset[str]:
    return frozenset(rules)


LASCANNON = Gun("lascannon", "Heavy", 1, 0, 48, 9, 2)
BOLTGUN = Gun("boltgun", "Rapid Fire", 1, 0, 24, 4, 5)
ONE = Gun("gun", "Assault", 1, 0, 48, 4, 5)
HULL_GUN = ONE._replace(name="hull gun")
MARINE = Kind("Marine", 5, armour=3)
BOYZ = Group("Boyz", (Kind("Boy", 10, armour=6),))
GUARDSMAN = Kind("Guardsman", 1, toughness=3, armour=5)
TERMINATOR = Kind("Terminator", 1, armour=2, invulnerable=5)
FLYER, SKIMMER, TANK = "Vehicle (Flyer)", "Vehicle (Fast, Skimmer)", "Vehicle (Tank)"


def vehicle(
    armour: int = 10, points: int = 3, type: str = TANK, *rules: str, guns: tuple[Gun, ...] = (HULL_GUN,)
) -> Group:
    return Group("Engine", (Kind("Engine", 1, 4, 0, points, guns=guns, values=(armour,) * 3),), type, of(*rules))


def creature(toughness: int, invulnerable: int | None = None, wounds: int = 4) -> Group:
    kind = Kind("Tyrant", 1, 4, toughness, wounds, armour=3, invulnerable=invulnerable)
    return Group("Tyrant", (kind,), "Flying Monstrous Creature")


def one(kind: Kind, *rules: str, type: str = "Infantry", name: str = "Squad") -> Group:
    return Group(name, (kind,), type, of(*rules))


def shooter(gun: Gun = ONE, skill: int = 4, n: int = 1, moved: bool = False, **more: Any) -> Side:
    return Side((Group("Shooters", (Kind("Shooter", n, skill, guns=(gun,), moved=moved),)),), **more)


def captain(*rules: str, toughness: int = 4, ld: int = 10, skill: int = 5) -> Group:
    kind = Kind("Captain", 1, skill, toughness, 3, ld, 3, 4, character=True)
    return Group("Captain", (kind,), "Infantry", of(*rules), independent=True)


def at(*groups: Group, effects: tuple[str, ...] = (), flight: str = "", state: str = "ready") -> Side:
    return Side(groups, tuple(Effect(word) for word in effects), state, flight)


def told(*words: str) -> tuple[Effect, ...]:
    return tuple(Effect(word) for word in words)


# Chances of a single roll ----------------------------------------------------------------------------------------------


def hits(side: Side, target: Side, **more: Any) -> Fraction:
    return chance_to_hit(Attack(side, target, **more), side.kinds[0][1].guns[0].name)


def wounds_it(side: Side, target: Side) -> Fraction:
    """Of one hit."""
    table = Table(Attack(side, target))
    _, kind = side.kinds[0]
    men = tuple((table.man(i)[1].wounds,) * run.n for i, run in enumerate(table.runs))
    need = need_of(table, HitKind(kind.name, kind.guns[0]), majority(table, men), alive(side, whole(side)))
    return sum((p for does, p in wounds(need).items() if does), F(0))


def lost_by_hit(gun: Gun, target: Side, **more: Any) -> Law[int]:
    """Wounds that a model that is hit for sure loses."""
    sure = gun._replace(rules=gun.rules | {"Blast"})
    return wounds_lost(Attack(shooter(sure), target, **more), target.kinds[0][1].name)


def unsaved(gun: Gun, target: Side, **more: Any) -> Fraction:
    return 1 - lost_by_hit(gun, target, **more).get(0, F(0))


def wound(ap: int, strength: int = 4) -> Wound:
    return Wound(ap, False, False, False, False, strength, False, False)


def saves(target: Side, ap: int, cover: str = "none") -> int | None:
    table = Table(Attack(shooter(), target, cover=cover))
    return save_of(table, 0, wound(ap), False, frozenset(kind.name for _, kind in target.kinds))


def chance(need: int | None) -> Fraction:
    return every(lambda roll: roll() >= need).get(True, F(0)) if need else F(0)


def expected(law: Law[int]) -> Fraction:
    return sum((n * p for n, p in law.items()), F(0))


def expected_hits(side: Side, distance: float) -> Fraction:
    attack = Attack(side, at(BOYZ), distance=distance)
    fires = dict(barrels(attack, alive(side, whole(side))))[side.kinds[0][1].guns[0].name]
    return sum(barrel.shots for barrel in fires) * chance_to_hit(attack, fires[0].gun.name)


def slain(attack: Attack) -> Law[int]:
    out: Law[int] = {}
    for end, p in by_enumeration(attack).items():
        out[end.slain] = out.get(end.slain, F(0)) + p
    return out


def glance_and_penetration(side: Side, armour: int, *effects: str, **more: Any) -> Values:
    attack = Attack(side, at(vehicle(armour), effects=effects), **more)
    return penetration_chances(attack, side.kinds[0][1].guns[0].name)
