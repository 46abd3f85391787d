"""What can be said of two units at all, whether their attack asks for it or not, and what cannot be true together."""

from __future__ import annotations

from shoot_cli.core import known
from shoot_cli.core.clashes import Clash, exclude
from shoot_cli.core.questions import Arrange, Choose, Option, Question, Reason
from shoot_cli.core.record import Hashed
from shoot_cli.rules.seventh import charts, flying, vehicle_charts
from shoot_cli.rules.seventh.profiles import ORDNANCE, Unit
from shoot_cli.rules.seventh.steps import (
    allocate,
    facts,
    flight,
    ground,
    owner_facts,
    target,
    vehicle_facts,
    weapon,
    wound,
)


def possible_questions(shooter: Unit, enemy: Unit) -> tuple[Question, ...]:
    pools = dict.fromkeys(
        wound.pool_name(made.but(precise=precise))
        for own in shooter.weapons()
        for made in wound.wounds_of(Hashed(own))
        for precise in (False, True)
    )
    counts = (facts.FIRING, facts.MOVED, facts.HALF_RANGE, *vehicle_facts.ELSEWHERE.values(), vehicle_facts.OBSCURED)
    return (
        *(known.of_models(question, shooter) for question in (*counts, vehicle_facts.FULL_BS)),
        known.one_weapon(shooter, weapon.NO_MORE, spent=weapon.NO_MORE),
        known.in_order(facts.ORDER, enemy),
        Arrange("pools", tuple((name, 1) for name in pools)),
        *(known.one_model(key, enemy, allocate.CLOSEST) for key in ("precision", "precision_next")),
        known.one_model("look_out_sir_to", enemy),
        Choose("attacker_state", target.attacker_states(shooter)),
        Choose("target_state", target.target_states(enemy)),
        *decisions(shooter, enemy),
        *flight.known_of(shooter, enemy),
    )


def decisions(shooter: Unit, enemy: Unit) -> tuple[Question, ...]:
    """What these units may decide: closed, with the reason, is what they never can."""
    characters = not enemy.vehicle and any(model.character for model, _ in enemy.models)
    others = sum(n for _, n in enemy.models) > 1
    nobody = () if characters and others else (Reason("no character with others about him", "7E-ALC-6"),)
    silent = any(own.type == ORDNANCE for own in shooter.weapons())
    ordnance = () if silent else (Reason("it has no Ordnance", "7E-WPN-18"),)
    looks = tuple(
        option.but(closed=nobody) if option.value != "no" else option for option in owner_facts.LOOK_OUT_SIR.options
    )
    return (
        yes_or_no("go_to_ground", ground.why_never_to_ground(enemy)),
        yes_or_no("jink", target.why_no_jink(enemy)),
        yes_or_no("venerable", () if enemy.has("Venerable") else (Reason("it is not Venerable", "7E-VEH-13"),)),
        yes_or_no("ordnance", ordnance),
        yes_or_no("blast_again", why_no_scatter(shooter)),
        yes_or_no("preferred_enemy", why_nobody_preferred(shooter)),
        yes_or_no("facing_hidden", () if enemy.vehicle else (Reason("the target has no facings", "7E-VEH-8"),)),
        vehicle_facts.TANK_HUNTERS.but(options=hunting(shooter, enemy)),
        owner_facts.LOOK_OUT_SIR.but(options=looks),
        Choose("look_out_sir_now", (Option("yes", closed=nobody), Option("no"))),
    )


def why_no_scatter(shooter: Unit) -> tuple[Reason, ...]:
    """Why nothing is scattered again in an attack on its own: what lies under a marker is said there, not rolled."""
    marked = any(facts.blast(vehicle_charts.area_of(own)) for own in shooter.weapons())
    why = "no scatter is rolled here: say who lies under it (under)" if marked else "they have no marker that scatters"
    return (Reason(why, "7E-WPN-13"),)


def why_nobody_preferred(shooter: Unit) -> tuple[Reason, ...]:
    able = charts.has_preferred_enemy(shooter)
    return () if able else (Reason("nobody in the firing unit has Preferred Enemy", "7E-HIT-8"),)


def hunting(shooter: Unit, enemy: Unit) -> tuple[Option, ...]:
    """Glancing hits are rolled again at vehicles alone, by Tank Hunters or by three tanks (7E-VEH-6)."""
    hunts = shooter.has("Killshot") or shooter.has("Tank Hunters")
    able = hunts or any(model.has("Tank Hunters") for model, _ in shooter.models)
    why = "the target is no vehicle" if not enemy.vehicle else "" if able else "nobody in it has Tank Hunters"
    closed = (Reason(why, "7E-VEH-6"),) if why else ()
    return tuple(one.but(closed=closed if one.value == "again" else ()) for one in vehicle_facts.TANK_HUNTERS.options)


def yes_or_no(key: str, why_not: tuple[Reason, ...]) -> Choose:
    return Choose(key, (Option("yes", closed=why_not), Option("no")))


def down_and_moving(state: str, moved: tuple[int, ...], shooter: Unit, enemy: Unit) -> bool:
    return state == "gone to ground" and any(moved)


def standing_and_moving(speed: str, moved: tuple[int, ...], shooter: Unit, enemy: Unit) -> bool:
    return shooter.vehicle and (speed == vehicle_charts.STATIONARY) == any(moved)


def near_and_far(near: tuple[int, ...], inches: float, shooter: Unit, enemy: Unit) -> bool:
    return any(near) and all(2 * inches > own.range for own in shooter.weapons() if own.range is not None)


def high_and_low(mode: str, zooming: str, shooter: Unit, enemy: Unit) -> bool:
    return (mode in flying.HARD_TO_HIT) != (zooming == "yes")


CLASHES = (
    Clash("attacker_state", "moved", down_and_moving, "who has gone to ground does not move", "7E-GTG-4"),
    Clash("speed", "moved", standing_and_moving, "it moved, or it did not", "7E-WPN-22"),
    Clash(
        "half_range", "distance", near_and_far, "that is more than half the range of everything it carries", "7E-WPN-9"
    ),
    Clash("target_flight", "zooming", high_and_low, "it flies in one way at a time", "7E-FLY-1"),
    exclude(
        "target_state", "falling back", "go_to_ground", "yes", "units falling back cannot go to ground", "7E-GTG-3"
    ),
    exclude("within_6", "no", "look_out_sir", "yes", 'Look Out, Sir needs somebody within 6"', "7E-ALC-6"),
)
