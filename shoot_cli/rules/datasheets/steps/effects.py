"""What an attack in a battle has from elsewhere, and what of it the battle knows, so that nobody is asked.

``beginning`` puts it into the target that was named, ``with_known_answers`` has the answers that are known, ``kept``
the battle with what was said now.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from shoot_cli.core.questions import Choose
from shoot_cli.core.record import Hashed
from shoot_cli.core.said import Place
from shoot_cli.core.turns import place_named
from shoot_cli.rules.datasheets.asking import EffectQuestion, asked, borne, matters
from shoot_cli.rules.datasheets.battle import Attack, Battle, DeclaredTarget
from shoot_cli.rules.datasheets.grammar import LEND, MARK
from shoot_cli.rules.datasheets.profiles import Ability, Unit
from shoot_cli.rules.datasheets.scenes import LENT, MARKED, USE, key_of_one, no, state_in, use_name
from shoot_cli.rules.datasheets.steps import auras, computed, given, remembered
from shoot_cli.rules.datasheets.steps.auras import Aura
from shoot_cli.rules.datasheets.steps.scene import scene_of
from shoot_cli.rules.datasheets.traits import traits_of

GIFTS = {MARKED: MARK, LENT: LEND}


def shooter_and_target(s: Attack, aim: DeclaredTarget) -> tuple[Place, Place]:
    """Shooter and target."""
    return (s.side, s.unit), (1 - s.side, aim.company)


@lru_cache(256)
def without_gifts(unit: Hashed[Unit]) -> Hashed[Unit]:
    """The unit without its marks and loans: in a battle they come to whom they were given."""
    models = unit.value.models
    if not any(one.name in (MARK, LEND) for model, _ in models for one in given.borne_by(model)):
        return unit

    def kept(abilities: Iterable[Ability]) -> tuple[Ability, ...]:
        return tuple(one for one in abilities if one.name not in (MARK, LEND))

    return Hashed(
        unit.value.but(
            models=tuple(
                (
                    model.but(
                        abilities=kept(model.abilities),
                        weapons=tuple(weapon.but(abilities=kept(weapon.abilities)) for weapon in model.weapons),
                    ),
                    n,
                )
                for model, n in models
            )
        )
    )


def beginning(s: Attack, aim: DeclaredTarget) -> DeclaredTarget:
    """The target with what it was given, and what the shooter was, against it."""
    b = s.battle.value
    shooter, target = (b.sides[side].companies[at] for side, at in shooter_and_target(s, aim))
    granted, has = given.in_attack(shooter, target)
    known = []
    for key, name in GIFTS.items():
        for shoots, (who, other) in ((True, (shooter, target)), (False, (target, shooter))):
            side = s.side if shoots else 1 - s.side
            whose = other if key == MARKED else who  # a mark is on the enemy
            if any(one.ability.name == name and one.side == side for one in whose.given):
                known.append(key_of_one(key, shoots))
    aim = aim.but(unit=without_gifts(aim.unit), granted=granted, given=has, true=tuple(sorted({*aim.true, *known})))
    return as_known(s, reached_by(aim, (aura for aura, said in auras_here(s, aim) if said == "yes")))


def as_known(s: Attack, aim: DeclaredTarget) -> DeclaredTarget:
    """The target with what is worked out of both units, so that it counts before anybody speaks."""
    if not (here := worked_out(s, aim)):
        return aim
    true = (key if answer == "yes" else no(key) for key, answer in here.items())
    return aim.but(true=tuple(sorted({*aim.true, *true})))


def worked_out(s: Attack, aim: DeclaredTarget) -> dict[str, str]:
    """Of what is asked here, what nobody need be asked: answers by key."""
    b, (shooter, target), found = s.battle.value, shooter_and_target(s, aim), {}
    for one in asked_here(s, aim):
        bearer = bearer_of(s, aim, one)
        if state_in(one.key) and (
            (answer := computed.known_answer(b, one.key, bearer, shooter, target, s.said, s.alone)) is not None
        ):
            found[one.key] = answer
    return found


# Auras ---------------------------------------------------------------------------------------------------------------


@lru_cache(256)
def auras_beside(b: Hashed[Battle], shooter: Place, target: Place) -> tuple[Aura, ...]:
    return auras.beside(b.value, shooter, target)


def auras_here(s: Attack, aim: DeclaredTarget) -> Iterator[tuple[Aura, str | None]]:
    """Each that may reach into this attack and change it, and what was said of it in this phase."""
    if not s.battle.value.auras:
        return
    shooter, target = shooter_and_target(s, aim)
    for aura in auras_beside(s.battle, shooter, target):
        ability = aura.ability
        if not any(matters(s.game.known, one, scene_of(s, aim), aura.works) for one in ability.gives or (ability,)):
            continue
        yield aura, remembered.remembered_answer(s.battle.value, aura.key, shooter, shooter, target)


def with_auras(s: Attack, aim: DeclaredTarget, told: Mapping[str, Any], hopeful: bool = False) -> DeclaredTarget:
    """The target with those that are said to reach now; ``hopeful``: and those that nobody has spoken of."""
    return reached_by(
        aim,
        (
            aura
            for aura, said in auras_here(s, aim)
            if said is None and (told.get(aura.key) == "yes" or (hopeful and aura.key not in told))
        ),
    )


def reached_by(aim: DeclaredTarget, found: Iterable[Aura]) -> DeclaredTarget:
    granted, has = [*aim.granted], [*aim.given]
    for aura in found:
        (granted if aura.works else has).append(aura.ability)
    return aim.but(granted=tuple(granted), given=tuple(has))


def aura_rows(s: Attack, aim: DeclaredTarget) -> list[Choose]:
    b, (shooter, target) = s.battle.value, shooter_and_target(s, aim)
    return [
        auras.aura_question(s.game, aura, s.side, auras.unit_at(b, shooter if aura.shooter else target).name)
        for aura, said in auras_here(s, aim)
        if said is None
    ]


# What is asked, and what is known ------------------------------------------------------------------------------------


def anything_asked(s: Attack, aim: DeclaredTarget) -> bool:
    """False if nothing of either unit hangs on what players would have to say: nearly always."""
    return bool(aim.granted or aim.given) or any(traits_of(s.game.known, unit).hangs for unit in (s.shooter, aim.unit))


def asked_here(s: Attack, aim: DeclaredTarget) -> tuple[EffectQuestion, ...]:
    """What effects of this attack hang on, known or not."""
    if not (anything_asked(s, aim) or s.battle.value.auras):
        return ()
    return asked(s.game.known, scene_of(s, aim if s.alone else with_auras(s, aim, {}, hopeful=True)))


def with_known_answers(s: Attack, aim: DeclaredTarget) -> dict[str, str]:
    """Answers by key, of what the battle knows; nothing for an attack on its own."""
    if s.alone:
        return worked_out(s, aim)
    if not (here := asked_here(s, aim)):
        return {}
    b, (shooter, target), found = s.battle.value, shooter_and_target(s, aim), {}
    for one in here:
        bearer = bearer_of(s, aim, one)
        if one.key in GIFTS and gives(b, bearer[0], GIFTS[one.key]):
            found[one.key] = "no"  # of which unit it is so, stands in the aim
        elif (answer := computed.known_answer(b, one.key, bearer, shooter, target, s.said)) is not None:
            found[one.key] = answer
    return found


def bearer_of(s: Attack, aim: DeclaredTarget, one: EffectQuestion) -> Place:
    """Whose it is to say, or to use: of what reaches from a friend, his (EFF-20)."""
    shooter, target = shooter_and_target(s, aim)
    for aura, _ in auras_here(s, aim) if one.key.startswith(USE) else ():
        once = any(when.kind == "once" for when in aura.ability.when)
        if once and USE + use_name(aura.ability) == one.key:
            return aura.side, place_named(s.battle.value.sides[aura.side].companies, aura.bearers[0])
    return shooter if one.shoots else target


def gives(b: Battle, side: int, name: str) -> bool:
    """True if somebody in this army marks, or lends: then the battle knows whom."""
    return any(given.unit_has_mark(company.unit, name) for company in b.sides[side].companies)


def kept(s: Attack, aim: DeclaredTarget, told: Mapping[str, Any]) -> Attack:
    """The attack in a battle that remembers what was said of shooter, target and armies."""
    shooter, target = shooter_and_target(s, aim)
    bearers = {
        one.key: (bearer_of(s, aim, one), span_of(s, aim, one.key) if one.key.startswith(USE) else "")
        for one in asked_here(s, aim)
    }
    bearers |= {aura.key: (shooter, "") for aura, said in auras_here(s, aim) if said is None}
    b = remembered.remember(s.battle.value, told, bearers, shooter, target)
    return s if b == s.battle.value else s.but(battle=Hashed(b))


def span_of(s: Attack, aim: DeclaredTarget, key: str) -> str:
    """How often what has this key may be used."""
    scene = scene_of(s, with_auras(s, aim, {}, hopeful=True))
    for shoots in (True, False):
        for ability in borne(scene, shoots):
            for one in (ability, *ability.gives):
                for when in one.when:
                    if when.kind == "once" and USE + use_name(one) == key:
                        return when.words[0]
    return "battle"


def words(aim: DeclaredTarget) -> list[str]:
    """What other units do to this attack."""
    every = dict.fromkeys(one.called or one.text.partition(": ")[2] or one.text for one in (*aim.granted, *aim.given))
    return ["from others: " + ", ".join(every)] if every else []
