"""How this edition does what others do otherwise, its charts as functions, the order of its steps, the first lesson."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final

from shoot_cli.core.questions import Roll, Total
from shoot_cli.core.quizzes import Drill, Maker, NothingToAsk, PlayedAttack, Quiz, Source
from shoot_cli.core.quizzes.customs import read
from shoot_cli.core.quizzes.makers import customs_drills, estimate, in_order, mistaken
from shoot_cli.rules.tenth import charts
from shoot_cli.rules.tenth.drill.meet import NO_SAVE, helps, plain_gun
from shoot_cli.rules.tenth.drill.saving import to_save
from shoot_cli.rules.tenth.profiles import HALF_RANGE, ONE_TARGET, STATIONARY

PATIENCE: Final = 6

CUSTOMS, LESSON = read(__package__)


def hit(skill: int) -> str | None:
    """Ballistic Skill as a number: 4 is read as 4+; None where no datasheet has such a number."""
    return charts.to_hit(plain_gun(skill=skill)).need.text if 2 <= skill <= 6 else None


def wound(strength: int, toughness: int) -> str | None:
    return f"{charts.table(strength, toughness)}+" if strength > 0 and toughness > 0 else None


def save(armour: int, ap: int) -> str | None:
    """Printed save and the digits of the AP."""
    need = to_save(armour, -ap)
    return need.text if need.target is not None else NO_SAVE


CHARTS: Final[Mapping[str, Callable[..., str | None]]] = {"to hit": hit, "to wound": wound, "save": save}

ATTACK: Final = ("the hit roll", "the wound roll", "the allocation of the attack", "the saving throw", "the damage")
UNIT: Final = (
    "selecting the targets of all weapons",
    "a stratagem such as Go to Ground",
    "the attacks of the first weapon group",
    "the attacks of the last weapon group",
    "the wounds set aside for Devastating Wounds",
    "the Hazardous tests",
)
AMOUNT: Final = (
    "replacing it by another value",
    "dividing it",
    "multiplying it",
    "adding to it",
    "subtracting from it",
    "rounding it up",
)
PAIN: Final = ("the saving throw", "the damage roll", "the Feel No Pain rolls", "removing the slain model")


def of_one_gun(played: PlayedAttack) -> bool:
    """True if all rolls to hit are of one weapon, so that the sentence about the attack tells everything."""
    keys = [entry.question.key for entry in played.log if entry.question is not None]
    plain = not any(helps(ability) for model, _ in played.shooter.models for ability in model.abilities)
    return plain and len({key for key in keys if key.startswith(("hit:", "wound:"))}) == 2


def told_in_full(played: PlayedAttack) -> bool:
    """True if, besides, the number of shots is certain and no model does what the sentence leaves out."""
    owned = [
        ability.name
        for model, _ in played.shooter.models
        for ability in model.abilities
        if not ability.when or ability.when in (STATIONARY, HALF_RANGE, ONE_TARGET)  # others were not said to hold
    ]
    silent = ("Damaged", "Deadly Demise", "Stealth", "Lone Operative", "Incoming")
    sure = not any(isinstance(entry.question, Total) and "attacks" in entry.question.key for entry in played.log)
    return sure and of_one_gun(played) and all(name.startswith(silent) for name in owned)


def shots(played: PlayedAttack) -> str:
    rolls = [entry.question for entry in played.log if isinstance(entry.question, Roll)]
    return f"{next(roll.dice for roll in rolls if roll.key.startswith('hit:'))} shots in all"


def patient(make: Maker) -> Maker:
    """Few attacks can be told in full, so it looks through more of them before it gives up."""

    def made(source: Source) -> Quiz:
        for _ in range(PATIENCE):
            with suppress(NothingToAsk):
                return make(source)
        raise NothingToAsk

    return made


DRILLS = (
    Drill("order", "10E-ORD-3", in_order(ATTACK, "one attack"), 3),
    Drill("order", "10E-ORD-4", in_order(UNIT, "a unit's shooting"), 2),
    Drill("order", "10E-MOD-1", in_order(AMOUNT, "changing a characteristic")),
    Drill("order", "10E-FNP-1", in_order(PAIN, "an attack that has wounded")),
    Drill("mistake", "10E-HIT-1", patient(mistaken(of_one_gun)), 3),
    Drill("mistake", "10E-WND-1", patient(mistaken(of_one_gun)), 3),
    Drill("mistake", "10E-SAV-1", patient(mistaken(of_one_gun)), 3),
    Drill("estimate", "10E-ORD-3", patient(estimate(fits=told_in_full, more=shots)), 2),
    *customs_drills(CUSTOMS),
)
