"""Something thrown instead of shooting, by one model for its unit: a stratagem (OOP-3)."""

from __future__ import annotations

from collections.abc import Iterable

from shoot_cli.rules.datasheets.book import ThrownStratagem
from shoot_cli.rules.datasheets.profiles import Ability, Amount, Unit, Weapon


def thrown_by(thrown: ThrownStratagem, unit: Unit) -> Weapon | None:
    """What is thrown, as a weapon that can be picked; None if nobody has the keyword."""
    if not unit.is_a(thrown.keyword):
        return None
    does = Ability("Mortal Wounds", Amount(plus=1), thrown.need, text=f"Mortal Wounds 1 on {thrown.need}+")
    return Weapon(
        thrown.name, thrown.reach, Amount(plus=thrown.dice), None, 0, 0, Amount(plus=1), (does,), source=thrown.source
    )


def thrower_of(thrown: ThrownStratagem, unit: Unit, kinds: Iterable[int]) -> Unit:
    """The unit as one model that throws."""
    weapon = thrown_by(thrown, unit)
    assert weapon is not None
    able = [i for i in kinds if thrown.keyword in unit.models[i][0].keywords] or list(kinds)
    model = unit.models[able[0]][0]
    return unit.but(models=((model.but(weapons=(weapon,), abilities=()), 1),))
