"""One weapon at one target, written short: for the tests of vehicles and markers."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from shoot_cli.engine.questions import Need
from shoot_cli.rules.seventh import RULESET
from shoot_cli.rules.seventh.profiles import Unit, Weapon
from tests.rules.seventh.helpers.tabletop import Played, attack, chances, fire
from tests.rules.seventh.helpers.vehicles import shooter, sure

ZERO = Fraction(0)
RESULTS = ("explodes", "immobilised", "stunned", "shaken", "weapon_destroyed")


def struck(
    target: Unit,
    weapon: Weapon,
    *script: Any,
    hits: int | tuple[int, ...] = 1,
    before: Any = (),
    settings: Mapping[str, str] | None = None,
    distance: float = 12,
    rules: tuple[str, ...] = (),
    **facts: Any,
) -> Played:
    """As many shots as there are ``hits``, by as many models, all of which hit; then the script.

    Several numbers of hits are rolled in so many throws, as those who stand in different arcs are.
    """
    throws = (hits,) if isinstance(hits, int) else hits
    rolled = [(f"hit:{weapon.name}", [5] * n) for n in throws]
    return attack(
        shooter(weapon, sum(throws), rules=rules), target, *before, *fire(weapon.name, **facts), *rolled, *script,
        distance=distance, settings=settings,
    )  # fmt: skip


def chance(attacker: Unit, target: Unit, measure: str, settings: Any = None, **facts: Any) -> Fraction:
    """That the measure is 1."""
    return chances(attacker, target, measure, settings, **facts).get(1, ZERO)


def outcome(
    weapon: Weapon, target: Unit, rules: tuple[str, ...] = (), settings: Any = None, **facts: Any
) -> tuple[Fraction, Fraction]:
    """The chances of a glancing and of a penetrating hit, after one hit. The target needs two hull points or more."""

    def seen(end: Any) -> tuple[bool, bool]:
        return RULESET.measures["damage"](end) > 0, any(RULESET.measures[name](end) for name in RESULTS)

    found = chances(shooter(weapon, rules=rules), target, seen, settings, **facts)
    hit = Fraction(1) if weapon.has("Template") else Fraction(2, 3)  # of Ballistic Skill 4
    return found.get((True, False), ZERO) / hit, sum((p for (_, pen), p in found.items() if pen), ZERO) / hit


def need_of(played: Played, key: str, nth: int = 0) -> int | None:
    need: Need = played.question(key, nth).need
    return need.target


def reasons_of(played: Played, key: str, nth: int = 0) -> set[str]:
    """The rules that the number to roll is due to."""
    return {reason.rule for reason in played.question(key, nth).need.because}


__all__ = ["RESULTS", "ZERO", "chance", "need_of", "outcome", "reasons_of", "struck", "sure"]
