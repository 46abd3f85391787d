"""How many shots there are, and what may be fired: the answers of ``shooting.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shoot_cli.core.quizzes import Source
from shoot_cli.rules.seventh import vehicle_charts
from shoot_cli.rules.seventh.drill.filters import no_machine_spirit
from shoot_cli.rules.seventh.drill.meeting import Meet, a_unit, arm, fired, meetings, shots_in, shots_text
from shoot_cli.rules.seventh.profiles import Model, Unit, Weapon
from shoot_cli.rules.seventh.steps.attack import any_two, weapons_at_once


def of_gun(gun: Weapon) -> dict[str, Any]:
    """Its numbers by name."""
    assert gun.range is not None
    return {"reach": gun.range, "half": gun.range / 2, "shots_text": shots_text(gun), "each": gun.shots.plus, "two": 2}


def shots_near_and_far(unit: Unit, gun: Weapon, n: int, close: int) -> Mapping[str, Any]:
    found = of_gun(gun)
    distance = found["half"] if close else found["half"] + 1
    return found | {"answer": shots_in(fired(unit, distance=distance, half_range=close)), "far": n - close}


def shots_of_all(unit: Unit, gun: Weapon, n: int, moved: bool) -> Mapping[str, Any]:
    found = of_gun(gun)
    return found | {"answer": shots_in(fired(unit, distance=min(found["reach"], 10), moved=n if moved else 0))}


def other_shots(n: int, each: int, moved: bool) -> list[int]:
    return [n if each > 1 else 2 * n, 0 if moved else each, n * max(1, each // 2), n * (each + 1)]


def a_distance_for_salvo(source: Source, gun: Weapon) -> float:
    reach = gun.range or 0
    return source.one((reach / 2 - 2, reach / 2, reach / 2 + 1, reach / 2 + 4, reach))


def salvo_shots(unit: Unit, gun: Weapon, distance: float, moved: bool) -> Mapping[str, Any]:
    assert gun.moved_shots is not None
    numbers = {"few": gun.moved_shots.plus, "many": gun.shots.plus}
    return of_gun(gun) | numbers | {"answer": shots_in(fired(unit, distance=distance, moved=int(moved)))}


def fewest_to_most(n: int, thrown: int, sides: int, plus: int) -> Mapping[str, Any]:
    number = f"{thrown if thrown > 1 else ''}D{sides}{f'+{plus}' if plus else ''}"
    low, high = thrown + plus, thrown * sides + plus
    return {"answer": f"{n * low} to {n * high}", "number": number, "low": low, "high": high}


def other_spans(n: int, low: int, high: int, sides: int) -> list[str]:
    many, fewest = n * high, n * low
    spans = ((low, high), (n, n * (6 if sides == 3 else 3)), (fewest, many + n), (low, many), (fewest - 1, many))
    return [f"{a} to {b}" for a, b in spans]


def weapons_of_a_model(meet: Meet | None, type: str, trackers: tuple[str, ...], pistols: int) -> Mapping[str, Any]:
    weapons = (arm("bolt pistol"),) * 2 if pistols else (arm("boltgun"), arm("frag grenade"), arm("krak grenade"))
    model = Model("A model", 4, 4, weapons=weapons, rules=trackers) if meet is None else meet.bearer
    unit = Unit("Squad", type, ((model, 1),))
    arms, words = ", ".join(weapon.name for weapon in model.weapons), ", ".join((type, *trackers))
    return {"answer": weapons_at_once(unit, model), "any": any_two(unit, model), "arms": arms, "is": words}


# Vehicles -------------------------------------------------------------------------------------------------------------

SORTS = (("ordinary", ""), ("Fast", "Fast"), ("Heavy", "Heavy"), ("Walker", "Walker"))  # rows of the chart of 7E-WPN-22
SPEEDS = (
    (vehicle_charts.STATIONARY, "stood still"),
    (vehicle_charts.COMBAT, 'moved 6"'),
    (vehicle_charts.CRUISING, 'moved 12"'),
    (vehicle_charts.FLAT_OUT, "moved Flat Out"),
)
FULL = {None: "all four", 0: "none", 1: "one", 2: "two"}


def a_vehicle_at_some_speed(source: Source) -> Mapping[str, Any]:
    row, spirit = source.one(range(4)), False
    meet = source.found(meetings, no_machine_spirit) if source.own or source.one((True, False)) else None
    if meet is not None:
        row = next((i for i, (_, word) in enumerate(SORTS) if word and meet.unit.of_type(word)), 0)
    elif source.random.random() < 0.2:
        row, spirit = 0, True
    sort, word = SORTS[row]
    column = source.one(range(4 if row < 2 else 2))  # Heavy vehicles and Walkers are never faster
    name = "Walker" if word == "Walker" else f"{sort} vehicle{' with a Machine Spirit' if spirit else ''}"
    numbers = {"row": 5 if spirit else 1 + row, "place": 1 + column, "column": column}
    return {"sort": sort, "word": word, "name": name, "spirit": spirit, "said": SPEEDS[column][1], **numbers}


def weapons_at_full_skill(word: str, column: int, spirit: bool) -> str:
    type = f"Vehicle ({word})" if word else "Vehicle"
    unit = a_unit(arm("boltgun"), 1, type, ("Power of the Machine Spirit",) * spirit)
    return FULL[vehicle_charts.full_skill(unit, SPEEDS[column][0])]


def all_under_markers(under: tuple[int, ...], hidden: int) -> Mapping[str, Any]:
    return {"answer": sum(under), "seen": max(0, sum(under) - hidden), "most": max(under)}


# Who may fire ---------------------------------------------------------------------------------------------------------


def those_who_can(unit: Unit, gun: Weapon, n: int, far: int) -> Mapping[str, Any]:
    able = n - 2 - far
    return of_gun(gun) | {"answer": shots_in(fired(unit, distance=6, firing=able)), "able": able}


def fired_on_the_ground(gun: Weapon) -> Mapping[str, Any]:
    unit = a_unit(gun, ballistic_skill=4)
    fires = fired(unit, attacker_state="gone to ground", distance=min(gun.range or 6, 6))
    return {"answer": bool(fires), "sort": sort_of(gun)}


def sort_of(gun: Weapon, *more: str) -> str:
    """How it is fired, and under which marker."""
    return ", ".join((shots_text(gun), *(rule for rule in gun.rules if rule in vehicle_charts.AREA), *more))


def template_reaches(gun: Weapon, torrent: bool, distance: int) -> bool:
    return bool(fired(a_unit(gun.but(torrent=12.0) if torrent else gun), distance=distance))
