"""Abilities of units beside an attack that reach into it: auras on friends and on enemies (EFF-3, EFF-4).

Who is near enough only the players see. They say it once for each unit and phase, with what else is true of the attack.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from shoot_cli.core.questions import ATTACKER, DEFENDER, Choose, Option
from shoot_cli.core.record import Hashed, Record
from shoot_cli.core.said import Place
from shoot_cli.core.turns import Side
from shoot_cli.rules.datasheets.battle import Battle, BattleUnit, Game
from shoot_cli.rules.datasheets.profiles import Ability, Unit
from shoot_cli.rules.datasheets.steps import states
from shoot_cli.rules.datasheets.steps.given import for_the_shot_at, helps_shooter, is_on_table

FRIENDS, ENEMIES = "friendly", "enemies"
NEAR, TARGET_NEAR = "near ", "target near "
AURA_RULES = {FRIENDS: "EFF-3", ENEMIES: "EFF-4"}


class Aura(Record):
    """An ability of units beside the attack. ``works``: the shooter has it, else the target."""

    ability: Ability
    bearers: tuple[str, ...]
    side: int  # theirs
    shooter: bool  # whether the shooter must be near them, or the target
    works: bool

    @property
    def key(self) -> str:
        return (NEAR if self.shooter else TARGET_NEAR) + self.ability.text


@lru_cache(1024)
def unit_has_aura(unit: Hashed[Unit]) -> bool:
    """True if somebody of the unit as its list has it has one."""
    return any(one.reach.kind in (FRIENDS, ENEMIES) for model, _ in unit.value.models for one in model.abilities)


def anywhere(sides: Iterable[Side]) -> bool:
    return any(unit_has_aura(company.unit) for side in sides for company in side.companies)


@lru_cache(1024)
def auras_of(company: BattleUnit) -> tuple[Ability, ...]:
    """Of those who are left."""
    living = (company.unit.value.models[rank.kind][0] for rank in company.ranks)
    owned = (one for model in living for one in model.abilities if one.reach.kind in (FRIENDS, ENEMIES))
    return tuple(dict.fromkeys(owned))


def beside(b: Battle, shooter: Place, target: Place) -> tuple[Aura, ...]:
    """Every aura of other units that may reach into this attack; the same of several units is one (EFF-31)."""
    found: dict[tuple[Ability, bool, bool], Aura] = {}
    for side, companies in enumerate(side.companies for side in b.sides):
        for at, company in enumerate(companies):
            if not unit_has_aura(company.unit) or (side, at) in (shooter, target) or not is_on_table(company):
                continue
            for ability in auras_of(company):
                for near_shooter, works in reached(b, ability, side, shooter, target):
                    key = ability.but(text=""), near_shooter, works
                    before = found.get(key, Aura(ability, (), side, near_shooter, works))
                    found[key] = before.but(bearers=(*before.bearers, company.unit.value.name))
    return tuple(found.values())


def reached(b: Battle, ability: Ability, side: int, shooter: Place, target: Place) -> Iterator[tuple[bool, bool]]:
    """Whether the shooter would have to be near, or the target; and whether the shooter then has it, or the target.

    What is done to enemies is had by whoever does it.
    """
    mine, at_target = side == shooter[0], for_the_shot_at(b.game.known, ability)
    if ability.reach.kind == FRIENDS:
        if at_target != mine and has_keywords(b, target if at_target else shooter, ability.reach.keywords):
            yield mine, not at_target
    elif mine and (at_target or helps_shooter(b.game.known, ability)):
        yield False, True
    elif not mine and not at_target and not helps_shooter(b.game.known, ability):
        yield True, False


def early(b: Battle, shooter: Place, of: tuple[str, ...]) -> tuple[Aura, ...]:
    """Those of friends that change one of these before a target is chosen: whether this unit may shoot, and how far."""
    found: dict[Ability, Aura] = {}
    for at, company in enumerate(b.sides[shooter[0]].companies):
        if at == shooter[1] or not unit_has_aura(company.unit) or not is_on_table(company):
            continue
        for ability in auras_of(company):
            lets = ability.reach.kind == FRIENDS and b.game.known.form_of(ability).changes in of
            if lets and has_keywords(b, shooter, ability.reach.keywords):
                before = found.get(ability.but(text=""), Aura(ability, (), shooter[0], True, True))
                found[ability.but(text="")] = before.but(bearers=(*before.bearers, company.unit.value.name))
    return tuple(found.values())


def has_keywords(b: Battle, place: Place, keywords: tuple[str, ...]) -> bool:
    unit = unit_at(b, place)
    return all(unit.is_a(keyword) for keyword in keywords)


def unit_at(b: Battle, place: Place) -> Unit:
    return states.living_unit(b.sides[place[0]].companies[place[1]]).value


def aura_question(game: Game, aura: Aura, active: int, name: str) -> Choose:
    """``name``: of the unit that is near, or not."""
    does = aura.ability.text.partition(":")[2].strip()
    text = f'{name} within {aura.ability.reach.inches}" of {" or ".join(aura.bearers)}: {does}'
    owner = ATTACKER if aura.side == active else DEFENDER
    return Choose(
        aura.key, (Option("no"), Option("yes")), "no", owner, (game.rule(AURA_RULES[aura.ability.reach.kind]),), text
    )
