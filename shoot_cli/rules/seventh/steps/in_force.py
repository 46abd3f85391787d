"""Effects in force on both units of an attack, as they are told of an attack on its own (7E-EFF-1 to 5)."""

from __future__ import annotations

from collections.abc import Iterable

from shoot_cli.core.questions import DEFENDER, BadAnswer, Phrases
from shoot_cli.core.record import Hashed
from shoot_cli.core.table import Table
from shoot_cli.rules.seventh.effects import ActiveEffect, attacked, guided_by_counters, in_force
from shoot_cli.rules.seventh.effects_known import AT_IT
from shoot_cli.rules.seventh.effects_told import (
    EXAMPLE,
    NAMES,
    SPENT,
    canonical,
    cost,
    counters,
    forces_of,
    known_as,
    lights,
    told_as,
    within,
)
from shoot_cli.rules.seventh.profiles import Unit
from shoot_cli.rules.seventh.records import Attack, BattleUnit
from shoot_cli.rules.seventh.steps.line import renewed


def of_firers(said: str) -> str:
    """:raises BadAnswer: an effect that nobody knows, or one that is on who is shot at"""
    found = canonical(said)
    known, _ = known_as(found)
    if known is not None and known.on == AT_IT:
        raise BadAnswer(f"{known.name} is on a unit that is shot at; say it as target_effects")
    return found


EFFECTS = Phrases(
    "effects", of_firers, NAMES, rules=("7E-EFF-1", "7E-EFF-4"), text="Effects in force on those who fire",
    example=EXAMPLE,
)  # fmt: skip
TARGET_EFFECTS = Phrases(
    "target_effects", canonical, NAMES, owner=DEFENDER, rules=("7E-EFF-1", "7E-EFF-4"),
    text="Effects in force on the target", example="Doom, cover -1",
)  # fmt: skip
MARKERLIGHTS = Phrases(
    "markerlights", counters, ("pinpoint", "scour", "seeker"), rules=("7E-EFF-5",),
    text="Markerlight counters spent before it shoots", example=SPENT,
)  # fmt: skip
KNOWN_EFFECTS = (EFFECTS, TARGET_EFFECTS, MARKERLIGHTS)


def tell_effects(s: Attack, table: Table) -> Attack:
    """What is in force on both, where somebody says so."""
    shooter, target = s.shooter.value, s.target.value
    weapons = tuple(weapon.name for weapon in shooter.weapons())
    own = said(EFFECTS.but(about=each_once(*weapons, *kinds_of_unit(shooter))), shooter, table)
    theirs = said(TARGET_EFFECTS.but(about=each_once(*kinds_of_unit(target), *weapons)), target, table)
    s, spent = counters_spent(s, table)
    return changed(s, forces_of(own), forces_of(theirs, on_target=True), spent)


def counters_spent(s: Attack, table: Table) -> tuple[Attack, tuple[str, ...]]:
    """What markerlight counters are spent on: of those that earlier attackers have put there no more than there are."""
    if s.lights is None:
        return s, table.unless_said(MARKERLIGHTS, ())
    spent = within(table.ask(MARKERLIGHTS) if may_spend(s.shooter.value) else (), s.lights)
    return s.but(lit=s.lit - cost(spent)), spent


def may_spend(unit: Unit, faction: str = "") -> bool:
    """True of Tau; where no list names a faction, the players know (7E-EFF-5)."""
    faction = (unit.faction or faction).casefold()
    return not faction or "tau" in faction.split() or "t'au" in faction


def each_once(*names: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))


def kinds_of_unit(unit: Unit) -> tuple[str, ...]:
    return tuple(model.name for model, _ in unit.models)


def said(question: Phrases, unit: Unit, table: Table) -> tuple[str, ...]:
    """What was told; nobody is asked unless a rule of the unit is one of those that are told as an effect."""
    bears = any(map(told_as, unit.every_rule))
    return table.ask(question) if bears else table.unless_said(question, ())  # type: ignore[no-any-return]


def changed(
    s: Attack, own: Iterable[ActiveEffect], theirs: Iterable[ActiveEffect], spent: Iterable[str] = ()
) -> Attack:
    """The attack with what is in force on the firing unit and on its target.

    ``spent``: markerlight counters of the target, as ``counters`` spells what they are spent on.
    :raises BadAnswer: for seeker missiles that nobody has
    """
    lit, missiles = lights(spent)
    own, theirs = (*own, *lit), tuple(theirs)
    if not own and not theirs and not missiles:
        return s
    shooter = attacked(in_force(s.shooter.value, own), theirs)
    if missiles:
        shooter = guided_by_counters(shooter, missiles)
    target = in_force(s.target.value, theirs)
    s = s.but(shooter=Hashed(shooter), target=Hashed(target), firers=tuple(
        firer.but(snap=firer.snap or (SNAP_ONLY if shooter.models[firer.model][0].has("snap only") else ""))
        for firer in s.firers
    ))  # fmt: skip
    alive = {rank.kind.model for rank in s.ranks()}
    return s.changed(lambda kind: renewed(kind, target, alive, s.night))


def as_it_is(company: BattleUnit) -> Unit:
    """A unit of a battle with what is in force on it, without what the fallen shared."""
    return in_force(company.unit_now().value, company.forces())


SNAP_ONLY = "an effect lets them fire Snap Shots only"
