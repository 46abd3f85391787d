"""Facts of an attack that cannot be true together; all pairs of them were gone through."""

from __future__ import annotations

from shoot_cli.core.clashes import Clash, both
from shoot_cli.rules.seventh import vehicle_charts
from shoot_cli.rules.seventh.profiles import Unit


def down_and_moving(state: str, moved: tuple[int, ...], shooter: Unit, enemy: Unit) -> bool:
    return state == "gone to ground" and any(moved)


def standing_and_moving(speed: str, moved: tuple[int, ...], shooter: Unit, enemy: Unit) -> bool:
    return shooter.vehicle and (speed == vehicle_charts.STATIONARY) == any(moved)


def near_and_far(near: tuple[int, ...], inches: float, shooter: Unit, enemy: Unit) -> bool:
    return any(near) and all(2 * inches > own.range for own in shooter.weapons() if own.range is not None)


CLASHES = (
    Clash("attacker_state", "moved", down_and_moving, "who has gone to ground does not move", "7E-GTG-4"),
    Clash("speed", "moved", standing_and_moving, "it moved, or it did not", "7E-WPN-22"),
    Clash("half_range", "distance", near_and_far,
          "that is more than half the range of everything it carries", "7E-WPN-9"),
    both("target_state", "falling back", "go_to_ground", "yes", "units falling back cannot go to ground", "7E-GTG-3"),
    both("within_6", "no", "look_out_sir", "yes", 'Look Out, Sir needs somebody within 6"', "7E-ALC-6"),
)  # fmt: skip
