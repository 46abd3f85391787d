"""Facts of an attack that cannot be true together; all pairs of them were gone through."""

from __future__ import annotations

from shoot_cli.core.clashes import Clash, exclude
from shoot_cli.rules.second.profiles import Unit


def all_moved(twice: str, moved: tuple[int, ...], shooter: Unit, enemy: Unit) -> bool:
    return twice == "yes" and sum(moved) == sum(n for _, n in shooter.models)


def watching_and_moving(state: str, moved: tuple[int, ...], shooter: Unit, enemy: Unit) -> bool:
    return state == "overwatch" and any(moved)


def near_and_far(short: tuple[int, ...], inches: float, shooter: Unit, enemy: Unit) -> bool:
    return any(short) and all(inches > own.short for own in shooter.weapons() if own.short is not None)


def inside_and_on_edge(arc: str, edge: tuple[int, ...], shooter: Unit, enemy: Unit) -> bool:
    return arc == "inside" and any(edge)


def one_sided(enemies: int, friends: int, shooter: Unit, enemy: Unit) -> bool:
    return bool(enemies) != bool(friends)


CLASHES = (
    Clash("rapid_fire", "moved", all_moved, "only those who stand still fire twice", "2E-SPC-1"),
    Clash("attacker_state", "moved", watching_and_moving, "who is on overwatch does not move", "2E-OW-1"),
    exclude("attacker_state", "ready", "appearing", "yes", "only fire on overwatch meets who comes out or vanishes",
         "2E-OW-4"),
    Clash("short", "distance", near_and_far,
          "that is beyond the short range of everything it carries", "2E-RNG-1"),
    Clash("in_arc", "on_edge", inside_and_on_edge, "inside the arc nobody has it on the edge", "2E-ARC-2"),
    Clash("enemy_engaged", "friends_engaged", one_sided, "a fight has two sides", "2E-HTH-1"),
)  # fmt: skip
