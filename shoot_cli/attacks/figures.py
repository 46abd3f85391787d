"""What is compared of attacks: the chance to destroy, what is lost on average, the points that are removed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shoot_cli.core.casualties import strength
from shoot_cli.core.percent import percent

if TYPE_CHECKING:
    from shoot_cli.core.ruleset import Ruleset

WHAT = ("kill", "mean", "points", "share")
TITLES = {
    "kill": "chance to destroy",
    "mean": "models slain on average, or wounds lost where models have many",
    "points": "points removed for each 100 points",
    "share": "share of the target that is lost on average",
}
MANY_WOUNDS = 3  # wounds a model on average: from there on wounds tell more than models do


def points(unit: Any) -> int | None:
    """What a unit costs; None: its list does not say."""
    found: int | None = getattr(unit, "points", None)
    return found


def weapon_of(weapon: Any) -> str:
    """What a weapon is called whose modes are several names; others by their own."""
    return getattr(weapon, "of", "") or str(weapon.name)


def in_wounds(ruleset: Ruleset, unit: Any) -> bool:
    """True if what a unit loses is told in wounds (hull points, integrity), not in models."""
    models, whole = strength(unit), ruleset.whole(unit)
    return models == 1 or not whole or whole >= MANY_WOUNDS * models


def mean(ruleset: Ruleset, target: Any, slain: float, damage: float) -> float:
    """What is lost on average: models, or wounds where that tells more."""
    return damage if in_wounds(ruleset, target) else slain


def share_lost(ruleset: Ruleset, target: Any, destroyed: float, damage: float) -> float | None:
    """The share of all its wounds that a unit loses on average; None: its damage has no end.

    At least its chance to be destroyed: what explodes may have hull points left, and is gone all the same.
    """
    whole = ruleset.whole(target)
    return max(destroyed, damage / whole) if whole else None


def removed(target: Any, slain: float) -> float | None:
    """Points that are removed on average: of the target's, the share of its models slain. None: it has no points."""
    cost = points(target)
    return None if cost is None else cost * slain / strength(target)


def per_100(attacker: Any, target: Any, slain: float) -> float | None:
    """Points removed for each 100 points of the attacker; None: one of them has no points."""
    cost, gone = points(attacker), removed(target, slain)
    return None if not cost or gone is None else 100 * gone / cost


def is_percent(what: str, ruleset: Ruleset, target: Any) -> bool:
    """True if the figure is a part of 1; a share of damage without end is none, it is the damage itself."""
    return what == "kill" or (what == "share" and bool(ruleset.whole(target)))


def said(what: str, value: float) -> str:
    """A figure inside a sentence."""
    return percent(value) if what in ("kill", "share") else f"{value:.1f}" if what == "points" else f"{value:.2f}"
