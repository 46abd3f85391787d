"""What answers may ever be, said by the units alone: for those that nobody asks for in the attack at hand.

``unit`` is a unit of any edition: ``models`` are pairs of a model and how many, and models carry ``weapons``.
"""

from __future__ import annotations

from typing import Any

from shoot_cli.core.plurals import own_plurals
from shoot_cli.core.questions import Arrange, Choose, HowMany, Option, Subset


def of_models(question: HowMany, unit: Any) -> HowMany:
    """So many of each kind of model."""
    groups = tuple((model.name, n) for model, n in unit.models)
    return question.but(groups=groups, plurals=own_plurals(unit))


def of_weapons(question: HowMany, unit: Any) -> HowMany:
    """So many of each weapon."""
    found: dict[str, int] = {}
    for model, n in unit.models:
        for weapon in model.weapons:
            found[weapon.name] = found.get(weapon.name, 0) + n
    return question.but(groups=tuple(found.items()))


def in_order(question: Arrange, unit: Any) -> Arrange:
    """Its models in any order."""
    found: dict[str, int] = {}
    for model, n in unit.models:
        found[model.name] = found.get(model.name, 0) + n
    return question.but(kinds=tuple(found.items()), plurals=own_plurals(unit))


def one_weapon(unit: Any, *more: str, key: str = "weapon", spent: str | None = None) -> Choose:
    """A weapon of the unit, or one of these words."""
    return Choose(
        key, options(*(weapon.name for model, _ in unit.models for weapon in model.weapons), *more), spent=spent
    )


def one_model(key: str, unit: Any, *more: str) -> Choose:
    """A kind of its models, or one of these words."""
    return Choose(key, options(*more, *(model.name for model, _ in unit.models)))


def some(question: Subset, *names: str) -> Subset:
    """Some of these names."""
    return question.but(names=tuple(dict.fromkeys(names)))


def options(*names: str) -> tuple[Option, ...]:
    return tuple(map(Option, dict.fromkeys(names)))
