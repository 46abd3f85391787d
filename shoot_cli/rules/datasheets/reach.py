"""Whom the abilities of a leader reach, in words: a list shows it, and its check says it."""

from __future__ import annotations

from collections.abc import Iterable

from shoot_cli.rules.datasheets.abilities import Abilities
from shoot_cli.rules.datasheets.forms import ATTACK, UNIT, WEAPON
from shoot_cli.rules.datasheets.forms import reaches as whom_words
from shoot_cli.rules.datasheets.in_force import OF_ITS_MODEL
from shoot_cli.rules.datasheets.profiles import Ability, Model, Unit

OWN_ATTACKS, HIMSELF = "its own attacks alone", "itself alone"
WHOLE_UNIT = "attacks at any model of the unit"
ALL_OR_NOBODY = "nobody, unless every model of the unit has it"
NOT_WHILE_LEADING = "nobody, as long as it leads a unit"


def reaches(known: Abilities, unit: Unit) -> tuple[str, ...]:
    """A sentence for each leader of an Attached unit that has abilities; () for other units."""
    leaders = [model for model, _ in unit.models if model.leader] if unit.attached else []
    return tuple(words for model in leaders if (words := _words(known, unit, model)))


def _words(known: Abilities, unit: Unit, leader: Model) -> str:
    by_reach: dict[str, dict[str, None]] = {}
    for text, whom in _each(known, unit, leader):
        by_reach.setdefault(whom, {})[text] = None
    parts = [f"{', '.join(f'“{text}”' for text in texts)}: {whom}" for whom, texts in by_reach.items()]
    return f"Abilities of {leader.name} work for: {'; '.join(parts)}" if parts else ""


def _each(known: Abilities, unit: Unit, leader: Model) -> Iterable[tuple[str, str]]:
    for ability in leader.abilities:
        yield ability.text, _whom(known, ability, unit)
    if leader.feel_no_pain is not None:
        yield f"Feel No Pain {leader.feel_no_pain}+", HIMSELF


def _whom(known: Abilities, ability: Ability, unit: Unit) -> str:
    form = known.form_of(ability)
    if ability.reach.kind:
        return whom_words()[ability.reach.kind].words
    if ability.incoming and form.changes not in OF_ITS_MODEL:
        return WHOLE_UNIT
    if form.of in (WEAPON, ATTACK) and not ability.incoming:
        return OWN_ATTACKS
    if form.name == "Lone Operative":
        return NOT_WHILE_LEADING
    if form.name == "Stealth" or (form.of == UNIT and form.name.startswith("Shoots after")):
        all_have = all(model.has(form.name) for model, _ in unit.models)
        return "the whole unit, for every model has it" if all_have else ALL_OR_NOBODY
    return HIMSELF
