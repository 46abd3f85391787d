"""What units may do besides rolling dice, and what may be done to them: EFF-48, 49, 54, 55, 58 to 61, TGT-6.

Before there is a target nobody has spoken of conditions yet: then a unit is ``with_all_conditions``, as if all of them
held, and may be selected; what holds is asked, or known, before it does what it must hold for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from shoot_cli.core.record import Hashed
from shoot_cli.rules.datasheets.abilities import MAY_BE_TARGETED, MAY_SHOOT, MAY_TARGET, Abilities
from shoot_cli.rules.datasheets.battle import Attack, BattleUnit, DeclaredTarget, UnitMovement
from shoot_cli.rules.datasheets.grammar import TARGET_IS
from shoot_cli.rules.datasheets.in_force import all_have, held
from shoot_cli.rules.datasheets.profiles import BEARER, Ability, Condition, Model, Unit, Weapon
from shoot_cli.rules.datasheets.scenes import (
    LENT,
    MARKED,
    Situation,
    SituationSide,
    counts,
    key_of,
    key_of_one,
    marked_or_lent,
)
from shoot_cli.rules.datasheets.steps import states
from shoot_cli.rules.datasheets.steps.given import borne_by, lent_to
from shoot_cli.rules.datasheets.steps.scene import scene_before, scene_of
from shoot_cli.rules.datasheets.traits import traits_of
from shoot_cli.rules.datasheets.worded import ENEMY

AFTER_FALLING_BACK, AFTER_ADVANCING = "Shoots after Falling Back", "Shoots after Advancing"
ELIGIBLE = "Eligible to shoot"
FREELY, NO_PENALTY, UNSEEN = "Shoots freely in combat", "No penalty in combat", "Indirect Fire without penalty"
RANGE = "+ range"
OF_TARGET = ("against", "not against", "within", "beyond")  # conditions that a target must be known for
EVERY_MARKED = "MARKED"  # written for a keyword: the unit that is marked


# Scenes --------------------------------------------------------------------------------------------------------------


def moved_of(s: Attack) -> UnitMovement:
    return UnitMovement(s.fell_back, s.advanced, s.engaged, s.acting)


@lru_cache(1024)
def with_all_conditions(unit: Hashed[Unit], of_target: bool = False) -> Hashed[Unit]:
    """The unit as if all conditions of its abilities held; ``of_target``: those that hang on a target alone."""

    def gone(one: Condition) -> bool:
        of_it = one.kind in ("state", "not state") and one.words[0].startswith((TARGET_IS, ENEMY))
        return not of_target or one.kind in OF_TARGET or of_it

    def freed(abilities: tuple[Ability, ...]) -> tuple[Ability, ...]:
        return tuple(
            one.but(
                when=tuple(c for c in one.when if not gone(c)),
                reach=BEARER if one.reach.kind in ("marked", "enemies") else one.reach,
            )
            for one in abilities
        )

    models = tuple(
        (
            model.but(
                abilities=freed(model.abilities),
                weapons=tuple(weapon.but(abilities=freed(weapon.abilities)) for weapon in model.weapons),
            ),
            n,
        )
        for model, n in unit.value.models
    )
    return Hashed(unit.value.but(models=models)) if models != unit.value.models else unit


@lru_cache(1024)
def hopeful_scene(company: BattleUnit, near: tuple[Ability, ...] = ()) -> Situation:
    """A unit of a battle before it is selected. ``near``: what it has if it is near enough to its friends."""
    standing: dict[int, int] = {}
    for rank in company.ranks:
        standing[rank.kind] = standing.get(rank.kind, 0) + rank.n
    lent = lent_to(company)
    given = tuple(one.but(when=()) for one in (*lent, *near))
    side = SituationSide(with_all_conditions(states.living_unit(company)), tuple(standing.items()), given)
    return Situation(side, side, true=(key_of_one(LENT, True),) if lent else ())


# Of whoever shoots ---------------------------------------------------------------------------------------------------


def all_may(scene: Situation, *names: str) -> bool:
    """True if every model of the shooting unit that stands has one of these."""
    return all_have(scene, True, lambda one: one.name in names)


def may(scene: Situation, kind: int, *names: str) -> bool:
    """True if this kind of model of the shooting unit has one of these."""
    return any(one.name in names for one in held(scene, True).of(kind))


def watching(scene: Situation, kind: int) -> int:
    """What unmodified hit rolls of Overwatch must show: the best of several; 0: nothing is said of it (EFF-57)."""
    return min((one.need or 6 for one in held(scene, True).of(kind) if one.name == "Overwatch hits"), default=0)


def fires_as(scene: Situation, kind: int, weapon: Weapon, name: str) -> bool:
    """True if the weapon, or its bearer, has this weapon ability: Assault, Pistol, Indirect Fire."""
    own = (one for one in weapon.abilities if one.name == name)
    at_it = any(one.name == name for one in held(scene, True).enemies)  # a marked unit, or one so near
    return at_it or any(counts(one, scene, True) for one in own) or may(scene, kind, name)


def kind_of(s: Attack, model: Model) -> int:
    """Its place in the unit's list."""
    return next(kind for kind, (other, _) in enumerate(s.shooter.value.models) if other is model or other == model)


def hangs_on_marks(one: Ability) -> bool:
    return EVERY_MARKED in one.keyword.split(" OR ")


def is_one(unit: Unit, keyword: str, scene: Situation, shoots: bool) -> bool:
    """True if a unit is meant by the keyword of an ability: ``MONSTER``, ``MONSTER OR VEHICLE``, ``MARKED``."""
    words = keyword.replace(",", " OR").split(" OR ")
    marked = shoots and EVERY_MARKED in words and marked_or_lent(MARKED, scene, True)
    return marked or unit.is_a(*(word for word in words if word != EVERY_MARKED))


def might(known: Abilities, unit: Hashed[Unit], *changes: str) -> bool:
    """True if somebody of the unit, or what he carries, has an ability that changes one of these: seldom."""
    return not traits_of(known, unit).changes.isdisjoint(changes)


def is_plain(s: Attack, aim: DeclaredTarget) -> bool:
    """True if nothing but the rules themselves says who may shoot at whom: nearly always, and worth knowing early."""
    if aim.granted or aim.given or s.granted:
        return False
    return _plain(s.game.known, s.shooter, aim.unit)


@lru_cache(1024)
def _plain(known: Abilities, shooter: Hashed[Unit], target: Hashed[Unit]) -> bool:
    return not (might(known, shooter, MAY_SHOOT, MAY_TARGET) or might(known, target, MAY_BE_TARGETED))


def with_range(s: Attack, aim: DeclaredTarget | None) -> Attack:
    """The unit with the ranges that its weapons have now, which half range goes by too (EFF-60)."""
    if not (might(s.game.known, s.shooter, "range") or s.granted or (aim and aim.granted)):
        return s
    scene, models = scene_of(s, aim) if aim else scene_before(s), list[tuple[Model, int]]()
    for kind, (model, n) in enumerate(s.shooter.value.models):
        own = (*model.abilities, *(one for weapon in model.weapons for one in weapon.abilities))
        has = any(one.name == RANGE for each in own for one in (each, *each.gives))
        if kind in scene.shooter.kinds and (has or held(scene, True).shared):
            every = sum(one.number for one in held(scene, True).of(kind) if one.name == RANGE)
            weapons = tuple(
                weapon.but(range=weapon.range + every + _own_range(weapon, scene)) for weapon in model.weapons
            )
            model = model.but(weapons=weapons)
        models.append((model, n))
    unit = s.shooter.value.but(models=tuple(models))
    return s if unit == s.shooter.value else s.but(shooter=Hashed(unit))


def _own_range(weapon: Weapon, scene: Situation) -> int:
    return sum(one.number for one in weapon.abilities if one.name == RANGE and counts(one, scene, True))


# Of whoever is shot at -----------------------------------------------------------------------------------------------


def of_target(scene: Situation, name: str, counting: Callable[[Ability], bool] = lambda one: True) -> Ability | None:
    """What the whole target has: of several the first that any model has, if every model has one; None: not all."""
    found = held(scene, False)
    if not scene.target.kinds or not all_have(scene, False, lambda one: one.name == name and counting(one)):
        return None
    return next(one for kind in scene.target.kinds for one in found.of(kind) if one.name == name and counting(one))


def nearest_of_target(scene: Situation) -> Ability | None:
    """Of ``targeted only within N"`` what counts for the unit: of each model the smaller number (EFF-55)."""
    found, best = held(scene, False), list[Ability]()
    for kind in scene.target.kinds:
        own = [one for one in found.of(kind) if one.name == "Targeted only within"]
        if not own:
            return None
        best.append(min(own, key=lambda one: one.number))
    return max(best, key=lambda one: one.number, default=None)


def lone(scene: Situation) -> bool:
    """True of a Lone Operative. That of its own models counts for nothing where bodyguards and leaders stand together;
    what reaches the whole unit does (TGT-6).
    """
    found, unit = held(scene, False), scene.target.unit.value
    shared = found.shared
    attached = unit.attached and len({unit.models[kind][0].leader for kind in scene.target.kinds}) == 2
    own = () if attached else (one for kind in scene.target.kinds for one in found.own[kind])
    return any(one.name == "Lone Operative" for one in (*own, *shared))


# What must be asked before there is a target -------------------------------------------------------------------------


def asked_early(s: Attack, of: Iterable[str]) -> tuple[tuple[str, Ability], ...]:
    """Keys that players must say before there is a target, each with an ability it is of.

    ``of``: what those abilities change
    """
    scene, wanted = scene_before(s), tuple(of)
    found: dict[str, Ability] = {}
    models = (s.shooter.value.models[kind][0] for kind in scene.shooter.kinds)
    for one in (*(one for model in models for one in borne_by(model)), *scene.shooter.given):
        if s.game.known.form_of(one).changes not in wanted:
            continue
        for condition in one.when:
            key = key_of(condition, one, True)
            if key and key.startswith(("if ", "use ")) and "target " not in key and key not in s.spoken:
                found.setdefault(key, one)
    return tuple(found.items())
