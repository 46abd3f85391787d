"""What can be said of these two units at all, whether their attack asks for it or not."""

from __future__ import annotations

from shoot_cli.core import known
from shoot_cli.core.questions import Arrange, Choose, Question
from shoot_cli.core.record import Card
from shoot_cli.rules.seventh.profiles import Unit
from shoot_cli.rules.seventh.steps import allocate, facts, target, vehicle_facts, weapon, wound


def known_of(shooter: Unit, enemy: Unit) -> tuple[Question, ...]:
    pools = dict.fromkeys(
        wound.pool_name(made.but(precise=precise))
        for own in shooter.weapons()
        for made in wound.wounds_of(Card(own))
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
        Choose("attacker_state", target.VEHICLE_STATES if shooter.vehicle else target.ATTACKER_STATES),
        Choose("target_state", target.TARGET_STATES),
    )
