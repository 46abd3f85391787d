"""What can be said of these two units at all, whether their attack asks for it or not."""

from __future__ import annotations

from shoot_cli.core import known
from shoot_cli.core.questions import Choose, Question, Reason, Subset
from shoot_cli.rules.second.profiles import Unit
from shoot_cli.rules.second.steps.facts import (
    AIM,
    BOTH_BARRELS,
    FIRING,
    MOVED,
    ON_EDGE,
    ORDER,
    RAPID_FIRE,
    SHORT,
    WHO_UNDER,
)
from shoot_cli.rules.second.steps.weapon import NO_MORE
from shoot_cli.rules.second.targeting import may_rapid_fire


def possible_questions(shooter: Unit, enemy: Unit) -> tuple[Question, ...]:
    parts = [part.name for model, _ in enemy.models for part in model.locations]
    counts = (ON_EDGE, FIRING, MOVED, SHORT)
    return (
        *(known.of_models(question, shooter) for question in counts),
        known.of_models(WHO_UNDER, enemy),
        known.one_weapon(shooter, NO_MORE, spent=NO_MORE),
        known.in_order(ORDER, enemy),
        Choose("attacker_state", known.options("ready", "overwatch")),
        *decisions(shooter, enemy),
        *(known.some(Subset(key, (), ()), *parts) for key in ("covered", "touched")),
    )


def decisions(shooter: Unit, enemy: Unit) -> tuple[Question, ...]:
    """What the firing player may decide: closed, with the reason, is what these units never can."""
    twice = any(may_rapid_fire(shooter, model, own) for model, _ in shooter.models for own in model.weapons)
    why_not = (
        (AIM, "crew", enemy.type == "Support weapon", Reason("the target has no crew to aim at", "2E-VEH-2")),
        (BOTH_BARRELS, "yes", any(own.has("Combi") for own in shooter.weapons()),
         Reason("nobody in it has a combi-weapon", "2E-SPC-3")),
        (RAPID_FIRE, "yes", twice, Reason("nobody in it may fire twice", "2E-SPC-1")),
    )  # fmt: skip
    return tuple(
        question.but(options=tuple(one.but(closed=(why,)) if one.value == value else one for one in question.options))
        for question, value, able, why in why_not
        if not able
    )
