"""Facts that attacks outside a battle leave to the next attack at the same target.

A mark after shooting needs a hit, as in a battle (EFF-5). The next attacker is asked about it; the default is what
earlier attacks have left. Marks and loans of the start of the phase are asked for each attacker (EFF-6). Answers about
the target or a whole army become defaults (EFF-15).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from shoot_cli.engine.questions import Choose, Option
from shoot_cli.engine.record import Hashed
from shoot_cli.rules.datasheets.ability_grammar import LEND, MARK
from shoot_cli.rules.datasheets.conditions import IF, LENT, MARKED, key_of, key_of_one
from shoot_cli.rules.datasheets.effect_questions import YES_NO, yes_or_no
from shoot_cli.rules.datasheets.profiles import Ability, Unit
from shoot_cli.rules.datasheets.records import Attack, BattleUnit, DeclaredTarget, Deed, Handed, Shooting
from shoot_cli.rules.datasheets.steps import effects
from shoot_cli.rules.datasheets.steps.effects import ARMY, in_list, scope_of
from shoot_cli.rules.datasheets.steps.marks_and_auras import AFTER, borne_by, held_in, hit_for, holders, limits

SOMEBODY_ELSE = (0, -1)  # instead of a unit: a friend of the attacker
AS_LEFT = "as it was left"
ITS_OWN_TOO = "by itself, else as it was left"  # the default if everything that may be marked counts as marked


def is_late(ability: Ability) -> bool:
    """Return True for a mark that is made after shooting."""
    return ability.name == MARK and ability.span.startswith(AFTER)


@lru_cache(256)
def without_late_marks(unit: Hashed[Unit]) -> Hashed[Unit]:
    """Return the unit without marks after shooting, because it has not shot yet."""

    def kept(abilities: Iterable[Ability]) -> tuple[Ability, ...]:
        return tuple(one for one in abilities if not is_late(one))

    if not any(is_late(one) for model, _ in unit.value.models for one in borne_by(model)):
        return unit
    models = [
        (
            model.but(
                abilities=kept(model.abilities),
                weapons=tuple(weapon.but(abilities=kept(weapon.abilities)) for weapon in model.weapons),
            ),
            n,
        )
        for model, n in unit.value.models
    ]
    return Hashed(unit.value.but(models=tuple(models)))


# Questions -----------------------------------------------------------------------------------------------------------


def loans(state: Attack) -> Iterator[Ability]:
    """Yield what earlier attackers may lend to this one, without its own loans."""
    own = holders(shooting_unit(state), LEND)
    unit = state.shooter.value
    for one in state.handed.loans:
        if all(one.gives != other.gives for other in own) and all(map(unit.is_a, one.reach.keywords)):
            yield one


def shooting_unit(state: Attack) -> BattleUnit:
    found: BattleUnit = state.battle.value.sides[state.side].units[state.unit]
    return found


def perhaps(state: Attack, aim: DeclaredTarget) -> DeclaredTarget:
    """Return the target with all marks and loans that are possible."""
    every = [one for ability in (*(mark for mark, _ in state.handed.marks), *loans(state)) for one in held_in(ability)]
    return aim.but(granted=(*aim.granted, *every)) if every else aim


def mark_part(state: Attack, text: str, rules: tuple[str, ...], used: bool) -> Choose:
    """Return the question whether the target is marked by earlier attackers."""
    usual = ITS_OWN_TOO if used else AS_LEFT
    return Choose(MARKED, (Option(usual), *YES_NO), usual, rules=rules, text=text)


def uses(state: Attack, used: bool) -> Iterator[Choose]:
    """Yield the question whether a limited mark is made after this attack (EFF-20)."""
    if not state.followed:
        return
    for ability in holders(shooting_unit(state), MARK):
        if key := use_key(ability):
            text = f"{key[:1].upper()}{key[1:]} now"
            yield yes_or_no(key, text, state.game.rules("EFF-20", "TGT-11"), "yes" if used else "no")


def use_key(ability: Ability) -> str:
    """Return the key of that question; "" if the mark is always made."""
    if not is_late(ability) or not limits(ability):
        return ""
    return next(key_of(when, one, True) for one in ability.gives for when in one.when if when.kind == "once")


def in_force(state: Attack, aim: DeclaredTarget, facts: Mapping[str, Any]) -> DeclaredTarget:
    """Return the target with the marks and loans that count in this attack."""
    if not state.handed.marks and not state.handed.loans:
        return aim
    said = facts.get(MARKED, AS_LEFT)
    marks = [mark for mark, made in state.handed.marks if is_on(mark, made, said)]
    lent = [*loans(state)] if facts.get(LENT) == "yes" else []
    granted = (*aim.granted, *(one for ability in (*marks, *lent) for one in held_in(ability)))
    true = [*[key_of_one(MARKED, True)] * bool(marks), *[MARKED] * (said == ITS_OWN_TOO)]
    return aim.but(granted=granted, true=tuple(sorted({*aim.true, *true})))


def is_on(mark: Ability, made: bool, text: str) -> bool:
    if text in ("yes", "no"):
        return text == "yes"
    return made or (text == ITS_OWN_TOO and not is_late(mark))


# Before any attack ---------------------------------------------------------------------------------------------------


def beforehand(target: Unit, units: Sequence[Unit]) -> Handed:
    """Return what these attackers may mark and lend, and whether an ability depends on earlier shooting (EFF-21)."""
    every = [Hashed(unit) for unit in (target, *units)]
    logged, hits = (any(in_list(unit, hits) for unit in every) for hits in (False, True))
    own = [one for unit in units for model, _ in unit.models for one in borne_by(model)]
    marks = {one: False for one in own if one.name == MARK and not is_late(one)}
    return Handed(in_order(marks), tuple(dict.fromkeys(one for one in own if one.name == LEND)), (), logged, hits)


def in_order(marks: Mapping[Ability, bool]) -> tuple[tuple[Ability, bool], ...]:
    return tuple(sorted(marks.items(), key=lambda one: one[0].text))


# After an attack -----------------------------------------------------------------------------------------------------


def handed_on(state: Shooting) -> Handed:
    """Return what this attack and earlier ones leave to the next."""
    attack = state.attack.value
    if attack.manner.others:
        return attack.handed
    aim, unit, before = attack.aims[0], shooting_unit(attack), attack.handed
    marks = dict(before.marks)
    for one in holders(unit, MARK):
        marks[one] = marks.get(one, False) or is_made(one, state, aim)
    lends = tuple(dict.fromkeys((*before.loans, *holders(unit, LEND))))
    true = tuple(sorted({*before.true, *said_of_target(attack, aim)}))
    return before.but(marks=in_order(marks), loans=lends, true=true, deeds=deeds(state))


def deeds(state: Shooting) -> tuple[Deed, ...]:
    """Return the note that another unit shot at the target, and whether it hit."""
    attack = state.attack.value
    if not attack.handed.logged or not attack.orders:
        return attack.handed.deeds
    hit = bool(state.struck) or any(one.hit for one in attack.handed.deeds)
    return (Deed(SOMEBODY_ELSE, (1, 0), (1, 0), False, False, hit),)


def is_made(mark: Ability, state: Shooting, aim: DeclaredTarget) -> bool:
    """Return True if the target is marked after this attack."""
    if not is_late(mark):
        return MARKED in aim.true
    key = use_key(mark)
    return 0 in hit_for(mark, state) and (not key or key in aim.true)


def said_of_target(state: Attack, aim: DeclaredTarget) -> Iterator[str]:
    """Yield the keys of answers about the target or a whole army, which hold for the phase."""
    if not any(key.startswith(IF) for key in aim.true):
        return
    shooter, target = effects.shooter_and_target(state, aim)
    for one in effects.asked_here(state, aim):
        if one.key in aim.true and one.key.startswith(IF):
            scope = scope_of(one.key, shooter if one.shoots else target, shooter, target)
            if scope and (scope.about == (target,) or scope.about[0][1] == ARMY):
                yield one.key
