"""Whom the abilities of a leader reach, in words: a list shows it, and its check says it."""

from __future__ import annotations

from collections.abc import Iterable

from shoot_cli.rules.datasheets.forms import SHOOTER, UNIT, WEAPON
from shoot_cli.rules.datasheets.profiles import Ability, Model, Unit
from shoot_cli.rules.tenth.abilities import OF_ROLLS, form_of

OWN_ATTACKS, HIMSELF = "its own attacks alone", "itself alone"
WHOLE_UNIT = "attacks at any model of the unit"
ALL_OR_NOBODY = "nobody, unless every model of the unit has it"
NOT_WHILE_LEADING = "nobody, as long as it leads a unit"


def reaches(unit: Unit) -> tuple[str, ...]:
    """A sentence for each leader of an Attached unit that has abilities; () for other units."""
    leaders = [model for model, _ in unit.models if model.leader] if unit.attached else []
    return tuple(words for model in leaders if (words := _words(unit, model)))


def _words(unit: Unit, leader: Model) -> str:
    by_reach: dict[str, dict[str, None]] = {}
    for text, whom in _each(unit, leader):
        by_reach.setdefault(whom, {})[text] = None
    parts = [f"{', '.join(f'“{text}”' for text in texts)}: {whom}" for whom, texts in by_reach.items()]
    return f"Abilities of {leader.name} work for: {'; '.join(parts)}" if parts else ""


def _each(unit: Unit, leader: Model) -> Iterable[tuple[str, str]]:
    for ability in leader.abilities:
        yield ability.text, _whom(unit, ability)
    for need, against in (
        (leader.feel_no_pain, ""),
        (leader.pain_mortal, " against mortal wounds"),
        (leader.pain_psychic, " against Psychic Attacks"),
    ):
        if need is not None:
            yield f"Feel No Pain {need}+{against}", HIMSELF


def _whom(unit: Unit, ability: Ability) -> str:
    of = form_of(ability).of
    if of in (WEAPON, SHOOTER):
        return OWN_ATTACKS
    if ability.name in OF_ROLLS:
        return WHOLE_UNIT
    if ability.name == "Lone Operative":
        return NOT_WHILE_LEADING
    if ability.name == "Stealth" or (of == UNIT and ability.name.startswith("Shoots after")):
        all_have = all(model.has(ability.name) for model, _ in unit.models)
        return "the whole unit, for every model has it" if all_have else ALL_OR_NOBODY
    return HIMSELF
