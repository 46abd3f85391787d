"""Guns of 11th edition as they are formed: of two profile lines, and what is said of the attack."""

from __future__ import annotations

from typing import Any

from shoot_cli.engine.record import Hashed
from shoot_cli.rules.datasheets.charts import Rolled, to_hit, to_wound
from shoot_cli.rules.datasheets.conditions import Situation, SituationSide
from shoot_cli.rules.datasheets.profiles import Unit
from shoot_cli.rules.datasheets.tokens import Gun, TargetModel, Wound
from shoot_cli.rules.datasheets.weapons import body_of
from shoot_cli.rules.eleventh.edition import to_save
from shoot_cli.rules.eleventh.records import Snapshot, gun_of
from shoot_cli.rules.eleventh.unit_text import read_line

TROOPERS = "10x T4 Sv3+ W2 (INFANTRY)"
RIFLE = "A1 BS3+ S4 AP0 D1"


def whole(unit: Unit) -> SituationSide:
    return SituationSide(Hashed(unit), tuple((kind, n) for kind, (_, n) in enumerate(unit.models)))


def gun(
    abilities: str = "", target: str = TROOPERS, weapon: str = RIFLE, *, keywords: str = "INFANTRY", near: bool = False,
    far: float = 20, **seen: Any,
) -> Gun:  # fmt: skip
    """One weapon with these abilities against the target of this line. ``seen``: more of the snapshot."""
    shooter, its_target = read_line(f"1x {weapon} [{abilities}] ({keywords})", "attacker"), read_line(target, "target")
    models = sum(n for _, n in its_target.models)
    shot = Snapshot(Situation(whole(shooter), whole(its_target), far, near), 0, models, **seen)
    model = shooter.models[0][0]
    return gun_of(model.weapons[0], model, shot)


def hit(*abilities: str, **seen: Any) -> Rolled:
    """What its hit rolls need."""
    return to_hit(Hashed(gun(", ".join(abilities), **seen)))


def hits_on(*abilities: str, **seen: Any) -> int | None:
    return hit(*abilities, **seen).need.target


def wounds_on(*abilities: str, **seen: Any) -> int | None:
    return to_wound(Hashed(gun(", ".join(abilities), **seen))).need.target


def why(rolled: Rolled) -> dict[str, str]:
    """The reasons of a need by their rules."""
    return {reason.rule: reason.text for reason in rolled.need.because}


def saved_on(*abilities: str, target: str = TROOPERS, **seen: Any) -> tuple[int | None, str]:
    """What the first kind of model of the target needs, and with which save."""
    fired = gun(", ".join(abilities), target=target, **seen)
    need = to_save(body_of(TargetModel, read_line(target, "target"), 0), Wound(Hashed(fired)))
    return need.target, need.label
