"""What rolls to hit need, which dice are rolled again, and how far markers drift: the answers of ``to_hit.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shoot_cli.core.answers import face_list
from shoot_cli.core.questions import Need
from shoot_cli.core.quizzes import Source
from shoot_cli.core.record import Hashed
from shoot_cli.rules.seventh import charts, rolled_again, vehicle_charts
from shoot_cli.rules.seventh.drill.meeting import Meet, fired, shot_in, shots_text
from shoot_cli.rules.seventh.profiles import ASSAULT, Model, Unit, Weapon
from shoot_cli.rules.seventh.steps.shots import skill_of
from shoot_cli.rules.seventh.tokens import Gun, Shot

STATES = ("gone to ground", "falling back", "jinked", "regrouped", "ready")


def to_hit(bs: int) -> Need:
    return charts.to_hit(bs)


def to_hit_again(bs: int) -> Mapping[str, Any]:
    return {"need": charts.to_hit_again(bs), "column": bs - 5}


def need_of(shot: Shot) -> Need:
    return charts.to_hit(shot.ballistic_skill, shot.snap, shot.snap_skill)


def as_fired(unit: Unit, target: Unit | None = None, **facts: Any) -> dict[str, Any]:
    """What each die of its first weapon needs, whether it fires Snap Shots, and what it would need if not."""
    shot = shot_in(fired(unit, target, **facts))
    skill = unit.models[0][0].ballistic_skill
    beside = [charts.to_hit(skill, not shot.snap).text, charts.to_hit(max(1, skill - 1)).text]
    return {"need": need_of(shot), "snap": shot.snap, "shot": shot, "beside": beside}


def a_state_it_can_be_in(source: Source, meet: Meet | None) -> str:
    """Bikes do not go to ground, and infantry does not jink."""
    if meet is None:
        return source.one(STATES)
    jinks, stands = vehicle_charts.jinks(meet.unit, meet.bearer), charts.never_to_ground(meet.unit) is not None
    never = {"jinked": not jinks, "gone to ground": stands}
    return source.one(state for state in STATES if not never.get(state))


def fired_in_this_state(unit: Unit, state: str) -> Mapping[str, Any]:
    return as_fired(unit, attacker_state=state, distance=6)


def a_shot(gun: Weapon, bs: int, snap: bool = False, preferred: bool = False) -> Shot:
    return Shot(Hashed(Gun(gun.name, gun.strength, gun.ap, gun.rules, gun.poisoned, 4, preferred)), bs, snap)


def misses_again(gun: Weapon, bs: int, snap: bool) -> Mapping[str, Any]:
    need = charts.to_hit(bs, snap)
    again, *_ = rolled_again.hits_again(a_shot(gun, bs, snap), need)
    return {"answer": which_dice(again), "needed": need.text, "linked": "linked" in gun.name}


def which_dice(faces: tuple[int, ...]) -> str:
    return "those that show " + face_list(faces)


def other_faces(source: Source) -> list[str]:
    found = [which_dice(tuple(range(1, most + 1))) for most in (1, 2, 3, 4, 5)]
    source.random.shuffle(found)
    return found


def with_changed_skill(bs: int, change: int, snap: bool) -> Mapping[str, Any]:
    now = skill_of(Model("", bs, 4), Weapon("", 24, 4, None, ASSAULT), {"bs_modifier": change})
    return {"need": charts.to_hit(now, snap), "now": now}


# Heavy weapons, Ordnance, markers -------------------------------------------------------------------------------------


def fired_after_moving(unit: Unit, gun: Weapon, moved: bool) -> Mapping[str, Any]:
    there = unit.models[0][0]
    words = ", ".join((unit.type.removesuffix(" (Character)"), *stationary_rules(there)))
    return as_fired(unit, moved=int(moved), distance=6) | {"type_of_gun": shots_text(gun), "type_and_rules": words}


def stationary_rules(model: Model) -> tuple[str, ...]:
    return tuple(rule for rule in ("Relentless", "Slow and Purposeful") if model.has(rule))


def fired_beside_ordnance(bs: int, cannon: Weapon, second: Weapon, ordnance: bool) -> Mapping[str, Any]:
    model = Model("Tank", bs, 0, 3, weapons=(cannon, second), front=14, side=13, rear=10, hull_points=3)
    tank = Unit("Tank", "Vehicle (Tank)", ((model, 1),))
    return as_fired(tank, weapon=second.name, ordnance="yes" if ordnance else "no", distance=20)


def drift(dice: tuple[int, ...], bs: int, seen: bool) -> Mapping[str, Any]:
    return {"answer": vehicle_charts.drift(sum(dice), bs, seen), "total": sum(dice)}


def inches_beside(answer: int) -> list[str]:
    return [f'{n}"' for n in (answer + 1, answer + 2, max(0, answer - 1), answer + 3)]
