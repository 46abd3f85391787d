"""Who decides what at which moment, and what becomes of hazard rolls: questions that the steps themselves ask."""

from __future__ import annotations

from typing import Any

from shoot_cli.core.questions import Question
from shoot_cli.core.quizzes import Source
from shoot_cli.core.record import Hashed
from shoot_cli.rules.datasheets.battle import Firing, Nomination
from shoot_cli.rules.datasheets.drill.allocating import asked
from shoot_cli.rules.datasheets.drill.bookkeeping import MODEL, stands
from shoot_cli.rules.datasheets.drill.choosing import battle
from shoot_cli.rules.datasheets.drill.effects import weapon_of
from shoot_cli.rules.datasheets.drill.meet import PLAIN, Drilled
from shoot_cli.rules.datasheets.profiles import Model, Unit
from shoot_cli.rules.datasheets.records import Hit, Mortal, Wound
from shoot_cli.rules.datasheets.steps.attack import begin_attack
from shoot_cli.rules.datasheets.steps.damage import suffer_mortal_wounds
from shoot_cli.rules.eleventh.drill.resolving import declared
from shoot_cli.rules.eleventh.records import ChangedWound, HazardRoll
from shoot_cli.rules.eleventh.steps import allocate, hazard
from shoot_cli.rules.eleventh.steps.hazard import hazard_ranks, mortal_wounds, roll_hazard
from shoot_cli.rules.eleventh.steps.lethal import choose_lethal
from shoot_cli.rules.eleventh.steps.pools import form_pools, next_pool
from shoot_cli.rules.eleventh.steps.types import choose_type

# Decisions -----------------------------------------------------------------------------------------------------------


def pool_of(drilled: Drilled, *texts: str) -> Firing:
    """A pool of a weapon with these abilities, at guards with a captain."""
    shooter = Unit("unit", ((Model("model", 4, 4, weapons=(weapon_of(drilled, *texts),)), 5),))
    guards = (
        (Model("guard", 4, 4), 5),
        (Model("heavy", 4, 3, 2), 2),
        (Model("captain", 4, 3, 4, leader=True, character=True), 1),
    )
    s = declared(drilled, shooter, Unit("guards", guards)).but(alone=False)
    found = next_pool(form_pools(s, drilled.thrown()), drilled.thrown())
    assert isinstance(found, Firing)
    return found


def type_question(drilled: Drilled) -> Question:
    unit = Unit("unit", ((Model("model", 4, 4, weapons=(weapon_of(drilled, "Indirect Fire"),)), 1),))
    first = Nomination(Hashed(battle(drilled, unit)), 0, 0, "")
    return asked(drilled, choose_type, begin_attack(first, drilled.thrown()))


def lethal_question(drilled: Drilled) -> Question:
    s = pool_of(drilled, "Lethal Hits", "Devastating Wounds")
    return asked(drilled, choose_lethal, s.but(pool=((Hit(s.gun, lethal=True), 2),)))


def pile_question(drilled: Drilled) -> Question:
    s = pool_of(drilled)
    return asked(drilled, allocate.choose_pile, s.but(pool=((Wound(s.gun), 1), (ChangedWound(s.gun), 1))))


def precision_question(drilled: Drilled) -> Question:
    return asked(drilled, allocate.choose_precision, pool_of(drilled, "Precision"))


def order_question(drilled: Drilled) -> Question:
    s = pool_of(drilled)
    return asked(drilled, allocate.draw_up, s.but(pool=((Wound(s.gun), 1),)))


def hazard_question(drilled: Drilled) -> Question:
    return asked(drilled, hazard.roll_hazard, HazardRoll(drilled.plain_gun()), 1)


# Hazard rolls --------------------------------------------------------------------------------------------------------


def each_hazard(drilled: Drilled, who: str) -> int:
    """Mortal wounds of a failed roll of a unit with this keyword."""
    unit = Unit("unit", ((Model("model", 4, 4, keywords=(who,)), 1),), (who,))
    s = drilled.attack_of(unit, PLAIN)
    return mortal_wounds(s, hazard_ranks(s))


def hazard_roll(drilled: Drilled, die: int, who: str) -> dict[str, Any]:
    each = each_hazard(drilled, who)
    failed = roll_hazard(HazardRoll(drilled.plain_gun(), each=each), 1, drilled.thrown(die))
    points = sum(n for _, n in failed)
    right = f"the unit suffers {points} mortal wound{'s' * (points > 1)}" if points else "nothing happens"
    return {"answer": right, "each": each}


def hazards_failed(drilled: Drilled, wounds: int, tests: int, models: int, who: str) -> dict[str, Any]:
    points = each_hazard(drilled, who) * tests
    gun, model = drilled.plain_gun(), MODEL.but(wounds=wounds)
    blows = suffer_mortal_wounds(Mortal(gun), points, model, drilled.thrown())
    lone = 3 * tests if points == tests else tests
    errors = [(min(models, n // wounds), 0 if n // wounds >= models or n % wounds == 0 else wounds - n % wounds)
              for n in (lone, points + 1)]  # fmt: skip
    return {**stands(wounds, models, blows, points, tests, *errors, (tests, 0)), "each": points // tests}


def unhurt(source: Source, who: str) -> tuple[int, int]:
    """Wounds and models of such a unit."""
    return source.one(((1, 5), (1, 10), (2, 5), (3, 5))) if who == "INFANTRY" else source.one(((6, 2), (8, 3), (5, 3)))
