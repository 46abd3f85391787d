"""What a unit has at all, looked up once: most have nothing that a question or a rule would have to look for."""

from __future__ import annotations

from functools import lru_cache

from shoot_cli.core.record import Hashed, Record
from shoot_cli.rules.datasheets.abilities import Abilities
from shoot_cli.rules.datasheets.forms import ONE_ROLL, UNIT
from shoot_cli.rules.datasheets.profiles import BEARER, Unit


class Traits(Record):
    """``changes``: all that abilities of its models and weapons change, those that they hold among them.

    ``hangs``: some count for others, or not always, or are offered. ``rolls``: some are dice that are rolled once for
    the unit.
    """

    changes: frozenset[str]
    hangs: bool
    rolls: bool


@lru_cache(2048)
def traits_of(known: Abilities, unit: Hashed[Unit]) -> Traits:
    owned = [one for model, _ in unit.value.models for one in model.abilities]
    owned += [one for weapon in dict.fromkeys(unit.value.weapons()) for one in weapon.abilities]
    every = [*owned, *(one for each in owned for one in each.gives)]
    forms = [known.form_of(one) for one in every]
    return Traits(
        frozenset(form.changes for form in forms),
        any(one.when or one.gives or one.reach != BEARER for one in every) or any(form.of == UNIT for form in forms),
        any(
            form.for_the_unit == ONE_ROLL and one.amount and one.amount.dice
            for one, form in zip(every, forms, strict=True)
        ),
    )
