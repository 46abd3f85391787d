"""Who may fire, and at whom: the answers of ``eligible.toml`` and ``targets.toml``. The rules' own functions say no.

An edition has ``may_be_fired`` of its own: whether a weapon may be fired at a target, and why.
"""

from __future__ import annotations

from collections.abc import Callable

from shoot_cli.core.quizzes import Source
from shoot_cli.core.turns import Mark
from shoot_cli.rules.datasheets.battle import Battle
from shoot_cli.rules.datasheets.drill.meet import PLAIN, Drilled, Met
from shoot_cli.rules.datasheets.profiles import Unit, Weapon
from shoot_cli.rules.datasheets.steps import nominate as nom


def unit_of(source: Source, fits: Callable[[Unit], bool]) -> Unit:
    """A unit with ranged weapons."""

    def armed(unit: Unit) -> bool:
        return any(weapon.strength for weapon in unit.weapons()) and fits(unit)

    found: Unit = source.meeting(lambda shooter, target: ((shooter, 1.0),), armed)
    return found


def battle(drilled: Drilled, unit: Unit, *marks: str) -> Battle:
    begun = drilled.battle_of(drilled.army(unit), drilled.army(PLAIN))
    company = begun.sides[0].companies[0]
    for mark in marks:
        company = company.with_mark(Mark(mark))
    mine = begun.sides[0].but(companies=(company,))
    return begun.but(sides=(mine, begun.sides[1]))


def marked(weapon: Weapon, *names: str) -> str:
    marks = [name for name in names if weapon.has(name)]
    return weapon.name + (f" [{', '.join(marks)}]" if marks else "")


# Once more, and with a grenade ---------------------------------------------------------------------------------------


def unit_with_several_weapons(source: Source) -> Unit:
    return unit_of(source, lambda unit: len({*unit.weapons()}) > 1)


def may_be_selected(drilled: Drilled, unit: Unit, state: str) -> dict[str, str]:
    done, held = ((), ()) if state == "waiting" else ((0,), (0,) if state == "held" else ())
    closed = nom.why_not_nominated(battle(drilled, unit).but(done=done, held=held), 0)
    right = "no, not in this phase" if closed else "yes"
    return {"answer": right, "grounds": closed[0].text if closed else "each unit once a phase"}


def may_throw_a_grenade(drilled: Drilled, unit: Unit, state: str) -> dict[str, str]:
    begun = battle(drilled, unit, *([state] if state not in ("free", "shot") else []))
    if state == "shot":
        begun = begun.but(done=(0,))
    closed, after = nom.why_no_thrower(begun, 0), nom.why_not_nominated(begun, 0)
    right = "no" if closed else "yes, and it may still shoot" if not after else "yes, instead of shooting"
    return {"answer": right, "grounds": closed[0].text if closed else ""}


# Targets -------------------------------------------------------------------------------------------------------------


def lone_operative(one: Met) -> bool:
    ignoring = one.model.has("Ignores Lone Operative") or one.weapon.has("Ignores Lone Operative")
    return one.victim.has("Lone Operative") and one.weapon.range >= 18 and not ignoring


def modifies_nothing(one: Met) -> bool:
    return not any("odifiers" in ability.name for ability in one.model.abilities)


def distance_to_target(one: Met, off: float) -> float:
    return one.weapon.range + off
