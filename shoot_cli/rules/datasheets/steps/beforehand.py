"""What is told of both units before a single attack: losses, and effects in force (EVE-9, EVE-20 to 31)."""

from __future__ import annotations

from functools import cache, partial

from shoot_cli.battle.losses import LOST, TARGET_LOST, KindInSquad, Squad, losses_questions, squad_left, without_none
from shoot_cli.battle.turns import Side
from shoot_cli.engine.questions import Phrases
from shoot_cli.engine.reasons import DEFENDER, BadAnswer, shown
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Table
from shoot_cli.rules.datasheets import records, told_effects
from shoot_cli.rules.datasheets.abilities import Abilities
from shoot_cli.rules.datasheets.attached_units import leaders_of
from shoot_cli.rules.datasheets.conditions import without_weapon
from shoot_cli.rules.datasheets.fields import with_effects
from shoot_cli.rules.datasheets.profiles import Ability, Unit
from shoot_cli.rules.datasheets.steps.attached_units import split_of
from shoot_cli.rules.datasheets.steps.effects import as_known
from shoot_cli.rules.datasheets.steps.mortal_wounds import firers_of
from shoot_cli.rules.datasheets.steps.target import aim_at
from shoot_cli.rules.datasheets.told_effects import ToldEffect


@cache
def rows(known: Abilities) -> tuple[Phrases, Phrases, Phrases, Phrases]:
    """Return the questions: effects on those who fire and on the target, and the losses of both."""
    read, split = partial(told_effects.canonical, known), partial(told_effects.split, known)
    rule = known.book.rules("EFF-8")
    return (
        Phrases("effects", read, rules=rule, text="Effects in force on those who fire", example="+1 to hit",
                pieces_of=split),
        Phrases("target_effects", read, owner=DEFENDER, rules=rule, text="Effects in force on the target",
                example="-1 to hit; Feel No Pain 5+", pieces_of=split),
        *losses_questions(rule),
    )  # fmt: skip


def tell_beforehand(state: records.Attack, table: Table) -> records.Attack:
    """Return the attack with the reported losses and effects of both units; most attacks have none."""
    effects, target_effects, lost, target_lost = (table.default_unless_given(row, ()) for row in rows(state.game.known))
    lost, target_lost = without_none(lost), () if state.goes_on else without_none(target_lost)
    if lost or target_lost:
        state = with_losses(state, lost, target_lost)
    if effects or target_effects:
        state = in_force(state, effects, target_effects)
    return state


# Effects


def in_force(state: records.Attack, own: tuple[str, ...], theirs: tuple[str, ...]) -> records.Attack:
    """Return the attack with effects told of the shooting unit and of its target (EVE-21, EVE-22)."""
    known, target = state.game.known, state.battle.value.sides[1].units[0]
    told = told_effects.each_once(told_effects.read(known, text) for text in own)
    of_target = told_effects.each_once(told_effects.read(known, text) for text in theirs)
    on_it = tuple(one.ability for one in of_target if told_effects.works_for_target(known, one.ability))
    attackers = tuple(one for one in of_target if one.ability not in on_it)
    shooter = with_told(known, state.shooter.value, (*told, *attackers))
    unit = with_effects(known, target.unit.value, on_it)
    aim = as_known(state, aim_at(target.but(unit=Hashed(unit)), 0))
    return state.but(shooter=Hashed(shooter), aims=(aim,))


def with_told(known: Abilities, unit: Unit, told: tuple[ToldEffect, ...]) -> Unit:
    """Return the unit as if its list had these effects. :raises BadAnswer: one is for weapons that it does not have"""
    abilities: list[Ability] = []
    for one in told:
        for each in (one.ability, *one.ability.gives):
            if words := without_weapon(each, unit):
                raise BadAnswer(f"{shown(one.text)}: {words}")
        abilities.append(one.ability)
    return with_effects(known, unit, abilities)


# Losses


def squad_of(unit: records.BattleUnit) -> Squad:
    """Return the unit as losses are told of it."""
    leaders = dict(leaders_of(unit.unit.value))
    kinds = (
        KindInSquad(model.name, n, model.wounds, model.character or model.leader, model.plural,
                    model.of if model.of in leaders else "")
        for model, n in unit.unit.value.models
    )  # fmt: skip
    return Squad(unit.unit.value.name, tuple(kinds), unit.ranks)


def after_losses(unit: records.BattleUnit, told: tuple[str, ...], key: str) -> records.BattleUnit:
    """Return the unit after these losses (EVE-9). :raises BadAnswer: they are impossible, or nobody is left"""
    return unit.but(ranks=squad_left(squad_of(unit), told, key).ranks)


def parts_left(unit: records.BattleUnit) -> tuple[records.BattleUnit, ...]:
    """Return the unit, or the units of their own that are left of an Attached unit with a destroyed part (ORD-6)."""
    found = split_of(unit)
    return (unit,) if found is None else tuple(one.but(origin=0) for one in found.standing)


def with_losses(state: records.Attack, lost: tuple[str, ...], target_lost: tuple[str, ...]) -> records.Attack:
    """Return the attack by and at what these losses have left of both units."""
    b = state.battle.value
    (mine, *_), (target, *_) = (side.units for side in b.sides)
    mine, *apart = parts_left(after_losses(mine, lost, LOST)) if lost else (mine,)
    if apart:
        names = ", ".join(one.unit.value.name for one in (mine, *apart))
        raise BadAnswer(f"what is left shoots as units of their own: {names}; ask for each by itself")
    target, *others = parts_left(after_losses(target, target_lost, TARGET_LOST)) if target_lost else (target,)
    sides = Side(b.sides[0].name, (mine,)), Side(b.sides[1].name, (target,))
    state = state.but(
        battle=Hashed(b.but(sides=sides)), firers=firers_of(mine), others=(*others, *state.others),
        shooter=state.shooter if mine.unit == b.sides[0].units[0].unit else mine.unit,
    )  # fmt: skip
    return state.but(aims=(as_known(state, aim_at(target, 0)),))
