"""The cards that learners of every datasheet game get, and the charts for comparisons. Cards are in the ``.toml``
files; the functions that they name are in the modules beside them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from shoot_cli.engine.names import counted
from shoot_cli.engine.questions import Total
from shoot_cli.quiz import PlayedAttack, Quiz, Source
from shoot_cli.quiz.cards import SharedCards
from shoot_cli.quiz.makers import dice_to_hit, estimate, mistaken
from shoot_cli.rules.datasheets import charts
from shoot_cli.rules.datasheets.drill.damage import to_save
from shoot_cli.rules.datasheets.drill.scenes import Drilled, words_of

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
MODULES: Final = ("scenes", "shooting", "damage", "bookkeeping")


def shared(drilled: Drilled) -> SharedCards:
    return SharedCards(__name__, FILES, MODULES, drilled.game.rule, {"drilled": drilled})


# The charts of an edition as functions, and which played attacks can be described

SHARED = __package__  # the package of the shared texts


def charts_of(drilled: Drilled) -> Mapping[str, Callable[..., str | None]]:
    def hit(skill: int) -> str | None:
        """Return the need for a Ballistic Skill (4 means 4+); None if no datasheet has this number."""
        return charts.to_hit(drilled.plain_gun(skill=skill)).need.text if 2 <= skill <= 6 else None

    def wound(strength: int, toughness: int) -> str | None:
        return f"{charts.table(strength, toughness)}+" if strength > 0 and toughness > 0 else None

    def save(armour: int, ap: int) -> str | None:
        """Return the need for a printed save and the digits of the AP."""
        return words_of(to_save(drilled, armour, -ap))

    return {"to hit": hit, "to wound": wound, "save": save}


MANY: Final = 480  # attacks looked through, because few can be told in full


def log_with_a_mistake(source: Source) -> Quiz:
    return mistaken(source, of_one_gun, looked_through=MANY)


def what_to_expect(source: Source) -> Quiz:
    return estimate(source, fits=told_in_full, more=number_of_shots, looked_through=MANY)


def of_one_gun(played: PlayedAttack) -> bool:
    """Return True if all rolls to hit and to wound are of one weapon, so that the sentence about the attack is
    complete."""
    keys = {entry.question.key.partition(":")[::2] for entry in played.log if entry.question is not None}
    rolls = [(kind, weapon) for kind, weapon in keys if kind in ("hit", "wound")]
    return len(rolls) == 2 and len({weapon for _, weapon in rolls}) == 1


def told_in_full(played: PlayedAttack) -> bool:
    """Return True if also the number of shots is certain."""
    sure = not any(isinstance(entry.question, Total) and "attacks" in entry.question.key for entry in played.log)
    return sure and of_one_gun(played)


def number_of_shots(played: PlayedAttack) -> str:
    return counted(dice_to_hit(played), "shot")
