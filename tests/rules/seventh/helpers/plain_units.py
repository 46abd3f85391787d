"""Units in plain words, written short, for the test vectors."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tests.rules.seventh.helpers.attack_words import Effect, Group, Gun, Kind, Side

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
