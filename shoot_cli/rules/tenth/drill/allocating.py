"""Who takes the next attack, and who decides what at which moment: the answers of ``allocate.toml``."""

from __future__ import annotations

from typing import Any

from shoot_cli.core.pools import Rank
from shoot_cli.core.questions import Question
from shoot_cli.rules.datasheets.drill.allocating import asked, led
from shoot_cli.rules.datasheets.drill.meet import Drilled
from shoot_cli.rules.datasheets.profiles import Model, Unit
from shoot_cli.rules.datasheets.records import TargetModel, Test, Wound
from shoot_cli.rules.datasheets.steps.shooting import fired
from shoot_cli.rules.tenth.steps.allocate import ask, candidates, choose_precision, kinds_of
from shoot_cli.rules.tenth.steps.hazard import roll_hazardous_test
from shoot_cli.rules.tenth.steps.order import form_groups
from shoot_cli.rules.tenth.steps.save import roll_to_save
from shoot_cli.rules.tenth.steps.target import react

FREE = "any model its owner likes"
WHY = {
    "10E-ALL-1": "who lost wounds must take it",
    "10E-ALL-3": "who was allocated an attack this phase must take the next",
    "10E-ALL-4": "a Leader takes none while a bodyguard lives",
}


def next_allocated(ranks: tuple[Rank, ...], rule: str) -> dict[str, Any]:
    may, names = kinds_of(candidates(ranks)), kinds_of(ranks)
    right = called(may[0], ranks) if len(may) == 1 else FREE
    hurt = [rank for rank in ranks if rank.left < rank.kind.wounds or rank.kind.allocated]
    wounded = [rank for rank in hurt if rank.left < rank.kind.wounds]
    if len(hurt) == 1 and hurt[0].kind.name == may[0] and sum(rank.n for rank in ranks if rank.kind.name == may[0]) > 1:
        right = f"the {may[0]} {'that is wounded' if wounded else 'that saved'}"
    why = WHY[rule] if right != FREE else "nobody must take it"
    if rule == "10E-ALL-4" and right == called(names[-1], ranks):
        why = "who lost wounds must take it, for he leads nobody"
    others = [called(name, ranks) for name in names]
    unhurt = ["any model that is not wounded"] * (rule == "10E-ALL-1" and bool(wounded))
    return {
        "answer": right,
        "grounds": why,
        "errors": [FREE, *others[:2], "the model nearest to the enemy", *unhurt, *others[2:]],
        "stand": tuple((r.kind.name, r.n, r.left < r.kind.wounds, r.kind.allocated, r.kind.leader) for r in ranks),
    }


def called(name: str, ranks: tuple[Rank, ...]) -> str:
    """``the Nob``, but ``one Boy`` of many, and ``another Boy`` where one of them is not like the others."""
    own = [rank for rank in ranks if rank.kind.name == name]
    alike = sum(rank.n for rank in own)
    return f"the {name}" if alike == 1 else f"another {name}" if len(own) > 1 else f"one {name}"


# Decisions -----------------------------------------------------------------------------------------------------------


def reaction_question(drilled: Drilled) -> Question:
    return asked(drilled, react, led(drilled))


def precision_question(drilled: Drilled) -> Question:
    formed = form_groups(led(drilled), drilled.thrown())
    return asked(drilled, choose_precision, fired(formed, drilled.plain_gun(precise=True), (), ()))


def allocation_question(drilled: Drilled) -> Question:
    two = Unit("two", ((Model("Boy", 5, 5), 9), (Model("Nob", 5, 5, 2), 1)))
    formed = form_groups(drilled.attack_of(led(drilled).shooter.value, two), drilled.thrown())
    s = fired(formed, drilled.plain_gun(), (), ())
    return asked(drilled, ask, s, s.line.ranks)


def save_question(drilled: Drilled) -> Question:
    return asked(drilled, roll_to_save, Wound(drilled.plain_gun()), 1, TargetModel("model", 0, 4, 5))


def hazard_question(drilled: Drilled) -> Question:
    return asked(drilled, roll_hazardous_test, Test(drilled.plain_gun()), 1)
