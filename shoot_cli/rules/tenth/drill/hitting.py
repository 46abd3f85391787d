"""What to hit: the answers of ``hit.toml`` that are this edition's own."""

from __future__ import annotations

from shoot_cli.core.questions import Need
from shoot_cli.core.record import Hashed
from shoot_cli.rules.datasheets import charts
from shoot_cli.rules.datasheets.drill.hitting import may_ignore
from shoot_cli.rules.datasheets.drill.meet import Met, gun_at


def to_hit_where(
    one: Met,
    stationary: bool = False,
    stealth: str = "none",
    engaged_big: bool = False,
    target_engaged_big: bool = False,
    unseen: bool = False,
    wounded: int = 0,
) -> Need:
    """What an attack needs where this is true and nothing else."""
    true = {"engaged_big": engaged_big, "target_engaged_big": target_engaged_big, "unseen": unseen, "wounded": wounded}
    return charts.to_hit(Hashed(gun_at(one, stationary=stationary, stealth=stealth, **true))).need


def nothing_else_modifies(one: Met) -> bool:
    """True if nothing of the two units modifies the hit roll, Stealth apart, nor ignores what does."""
    return bool(one.weapon.skill) and not gun_at(one, stealth="none").to_hit and not may_ignore(one)
