"""Attacks on their own, one after the other, at one target: what one leaves of it, the next one finds."""

from __future__ import annotations

from shoot_cli.core.pools import models
from shoot_cli.core.record import Hashed
from shoot_cli.core.turns import Mark, merged
from shoot_cli.rules.seventh.profiles import Unit
from shoot_cli.rules.seventh.records import Attack, AttackedTarget, BattleUnit
from shoot_cli.rules.seventh.steps.attack import attack_in_battle, new_attack
from shoot_cli.rules.seventh.steps.line import line_of
from shoot_cli.rules.seventh.steps.marks import GROUNDED, JINKED


def next_attack(shooter: Unit, target: Unit, remains: AttackedTarget | None) -> Attack:
    """An attack on its own at what others have left of the target; None: as its list has it.

    Who shoots is there as the list has him. What players say is asked again: effects in force, what counters are spent
    on, and whether the target flies or is falling back among it.
    """
    if remains is None:
        return new_attack(shooter, target).but(followed=True)
    marks = [Mark(name) for name, so in ((GROUNDED, remains.on_ground), (JINKED, remains.jinks)) if so]
    company = BattleUnit(Hashed(target), remains.ranks, models(remains.ranks), tuple(marks))
    ranks = line_of(company, night=False)
    if remains.hulls:
        worn = zip(ranks, remains.hulls, strict=True)
        ranks = tuple(rank.but(kind=rank.kind.but(hull=hull)) for rank, hull in worn)
    return attack_in_battle(shooter, target, ranks).but(
        on_ground=remains.on_ground, jinks=remains.jinks, pinned=remains.pinned, followed=True, lights=remains.lights
    )  # fmt: skip


def remains(s: Attack) -> AttackedTarget | None:
    """The target as this attack on its own leaves it, as far as ``target_after`` keeps it; None: nobody is left."""
    ranks = sorted(s.standing(), key=lambda rank: (rank.kind.model, rank.left))
    if not ranks:
        return None
    plain = tuple(rank.but(kind=rank.kind.model) for rank in ranks)
    if not s.target.value.vehicle:
        return AttackedTarget(merged(plain), (), s.on_ground or s.pinned, s.jinks, s.pinned, lights_left(s))
    return AttackedTarget(plain, tuple(rank.kind.hull for rank in ranks), jinks=s.jinks, lights=lights_left(s))


def lights_left(s: Attack) -> int | None:
    """Markerlight counters that lie on the target now, put there by attacks on their own (7E-EFF-5)."""
    if s.lights is None and not any(weapon.has("Markerlight") for weapon in s.shooter.value.weapons()):
        return None
    return (s.lights or 0) + s.lit
