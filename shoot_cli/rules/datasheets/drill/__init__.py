"""Drills, comparisons."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from shoot_cli.engine.questions import Total
from shoot_cli.quiz import PlayedAttack
from shoot_cli.quiz.cards import SharedCards
from shoot_cli.quiz.makers import dice_to_hit
from shoot_cli.rules.datasheets import charts
from shoot_cli.rules.datasheets.condition_words import parted, state_of
from shoot_cli.rules.datasheets.drill.damage import to_save
from shoot_cli.rules.datasheets.drill.scenes import Drilled, helps, words_of
from shoot_cli.rules.datasheets.profiles import Condition

# What learners of every datasheet game are asked alike: cards in the ``.toml`` files, functions beside them.

FILES: Final = (
    "hit",
    "wound",
    "save",
    "shots",
    "eligible",
    "targets",
    "allocate",
    "six",
    "bookkeeping",
    "effects",
    "order",
)
MODULES: Final = ("scenes", "shooting", "damage", "effects", "bookkeeping")


def shared(drilled: Drilled) -> SharedCards:
    return SharedCards(__name__, FILES, MODULES, drilled.game.rule, {"drilled": drilled})


# The charts of an edition as functions, and which played attacks can be told.

SHARED = __package__  # where the texts of customs are that all of them have


def charts_of(drilled: Drilled) -> Mapping[str, Callable[..., str | None]]:
    def hit(skill: int) -> str | None:
        """Ballistic Skill as a number: 4 is read as 4+; None where no datasheet has such a number."""
        return charts.to_hit(drilled.plain_gun(skill=skill)).need.text if 2 <= skill <= 6 else None

    def wound(strength: int, toughness: int) -> str | None:
        return f"{charts.table(strength, toughness)}+" if strength > 0 and toughness > 0 else None

    def save(armour: int, ap: int) -> str | None:
        """Printed save and the digits of the AP."""
        return words_of(to_save(drilled, armour, -ap))

    return {"to hit": hit, "to wound": wound, "save": save}


def of_one_gun(played: PlayedAttack) -> bool:
    """Return True if all rolls to hit are of one weapon, so that the sentence about the attack tells everything."""
    keys = [entry.question.key for entry in played.log if entry.question is not None]
    plain = not any(helps(ability) for model, _ in played.shooter.models for ability in model.abilities)
    return plain and len({key for key in keys if key.startswith(("hit:", "wound:"))}) == 2


def told_in_full(played: PlayedAttack) -> bool:
    """Return True if, besides, the number of shots is certain and no model does what the sentence leaves out."""
    owned = [
        f"{'Incoming ' * ability.incoming}{ability.name}"
        for model, _ in played.shooter.models
        for ability in model.abilities
        if not any(map(unsaid, ability.when))  # those were not said to hold
    ]
    silent = ("Damaged", "Deadly Demise", "Stealth", "Lone Operative", "Incoming")
    sure = not any(isinstance(entry.question, Total) and "attacks" in entry.question.key for entry in played.log)
    return sure and of_one_gun(played) and all(name.startswith(silent) for name in owned)


def unsaid(one: Condition) -> bool:
    """Return True for a condition that players would have to say; what is known may hold."""
    row = state_of(parted(one.words[0])[1]) if one.kind == "state" else None
    return one.kind in ("if", "once") or (row is not None and not row.known)


def number_of_shots(played: PlayedAttack) -> str:
    return f"{dice_to_hit(played)} shots in all"
