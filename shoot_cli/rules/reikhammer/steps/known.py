"""What can be said of these two formations at all, whether their attack asks for it or not."""

from __future__ import annotations

from shoot_cli.core import known
from shoot_cli.core.questions import Arrange, Choose, Number, Question, Subset
from shoot_cli.rules.reikhammer.profiles import Unit
from shoot_cli.rules.reikhammer.steps import facts, weapon
from shoot_cli.rules.reikhammer.steps.attack import new_attack
from shoot_cli.rules.reikhammer.steps.formation import all_target_names


def possible_questions(shooter: Unit, enemy: Unit) -> tuple[Question, ...]:
    own, theirs = shooter.names(), all_target_names(new_attack(shooter, enemy))
    values = {weapon.name: weapon.values for weapon in shooter.weapons() if weapon.values}
    kinds = dict.fromkeys(kind for found in values.values() for kind in found)
    return (
        facts.DISTANCE.but(names=(*own, *theirs)),
        facts.OBSTRUCTION.but(names=own),
        known.some(facts.FIRING, *own),
        known.some(facts.HIDDEN, *theirs),
        known.some(facts.UNDER, *theirs),
        facts.COVER.but(names=theirs),
        Choose("value", known.options(*kinds, weapon.SOME)),
        *(
            Choose(f"value:{name}", known.options(*found, *[weapon.SOME][: len(found) - 1]))
            for name, found in values.items()
        ),
        *(Number(f"{kind}:{name}", 0, 200) for name, found in values.items() for kind in found),
        Arrange("order", tuple((name, 1) for name in theirs)),
        known.some(Subset("suppressed", ()), *own),
    )
