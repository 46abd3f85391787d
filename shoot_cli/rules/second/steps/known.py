"""What can be said of these two units at all, whether their attack asks for it or not."""

from __future__ import annotations

from shoot_cli.core import known
from shoot_cli.core.questions import Choose, Question, Several
from shoot_cli.rules.second.profiles import Unit
from shoot_cli.rules.second.steps.facts import FIRING, MOVED, ON_EDGE, ORDER, SHORT, WHO_UNDER
from shoot_cli.rules.second.steps.weapon import NO_MORE


def known_of(shooter: Unit, enemy: Unit) -> tuple[Question, ...]:
    parts = [part.name for model, _ in enemy.models for part in model.locations]
    counts = (ON_EDGE, FIRING, MOVED, SHORT)
    return (
        *(known.of_models(question, shooter) for question in counts),
        known.of_models(WHO_UNDER, enemy),
        known.one_weapon(shooter, NO_MORE, spent=NO_MORE),
        known.in_order(ORDER, enemy),
        Choose("attacker_state", known.options("ready", "overwatch")),
        *(known.some(Several(key, (), ()), *parts) for key in ("covered", "touched")),
    )
