"""Mortal wounds that a unit may roll for: who has them, and with how many dice (EFF-44)."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from shoot_cli.core.record import Hashed
from shoot_cli.rules.datasheets.abilities import AFTER_SHOOTING, BY_A_ROLL
from shoot_cli.rules.datasheets.battle import Attack
from shoot_cli.rules.datasheets.profiles import Ability, Unit
from shoot_cli.rules.datasheets.scenes import USE, SituationSide, use_name
from shoot_cli.rules.datasheets.steps.may import might
from shoot_cli.rules.datasheets.steps.scene import shooter_of

RULE = "EFF-44"


@lru_cache(1024)
def borne(unit: Hashed[Unit], kinds: tuple[int, ...]) -> tuple[Ability, ...]:
    """What those who stand have of it as one unit: as often as one of them has it."""
    models = unit.value.models
    guarded = unit.value.attached and len({models[kind][0].leader for kind in kinds}) == 2
    found: Counter[Ability] = Counter()
    for kind in kinds:
        model = models[kind][0]
        leads = model.leader and guarded
        found |= Counter(one for one in model.abilities if one.name == BY_A_ROLL and (one.reach.kind != "led" or leads))
    return tuple(found.elements())


def is_near(ability: Ability) -> bool:
    """True if it is for units so near, hit or not."""
    return any(one.kind == "within" for one in ability.when)


def dice_of(ability: Ability, side: SituationSide) -> int:
    """``per model``: of those who have it, and are there (EFF-44)."""
    if ability.dice:
        return ability.dice
    whole = ability.reach.kind in ("led", "unit")
    return sum(n for kind, n in side.standing if whole or ability in side.unit.value.models[kind][0].abilities)


def mortal_wounds_text(ability: Ability) -> str:
    return ability.called or use_name(ability)


def due_after(s: Attack) -> tuple[Ability, ...]:
    """What it may roll for when it has shot: in its own phase alone (OOP-2); on its own, where players said so."""
    if s.doing or s.overwatch or not s.orders:
        return ()
    if not might(s.game.known, s.shooter, "mortal wounds"):
        return ()
    own = borne(s.shooter, shooter_of(s, ()).kinds)
    if not s.alone:
        return tuple(one for one in own if one.span == AFTER_SHOOTING)
    return tuple(one for one in own if USE + use_name(one) in s.aims[0].true)


def asks_who_was_hit(due: tuple[Ability, ...]) -> bool:
    return any(not is_near(one) for one in due)
