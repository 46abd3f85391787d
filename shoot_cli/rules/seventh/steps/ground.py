"""Who can go to ground, and whose cover hangs on it: 7E-GTG-3, 7E-SAV-8."""

from __future__ import annotations

from shoot_cli.core.questions import Choose, Option, Reason
from shoot_cli.core.table import Table
from shoot_cli.rules.seventh import charts
from shoot_cli.rules.seventh.profiles import Unit
from shoot_cli.rules.seventh.records import Attack, Ranks

NO_COVER = Reason("none of them has a cover save", "7E-SAV-8")
GROUND = Choose("go_to_ground", (Option("no"), Option("yes")), "no", rules=("7E-GTG-1",), text="Go to ground?")


def why_never_to_ground(unit: Unit) -> tuple[Reason, ...]:
    """Why the unit, while all its models stand, is never gone to ground; () if it can be (7E-GTG-3, 7E-VEH-8)."""
    if unit.vehicle:
        return (Reason("vehicles cannot go to ground", "7E-VEH-8"),)
    if never := charts.never_to_ground(unit):
        return (never,)
    return tuple(Reason(f"{rule} units cannot go to ground", "7E-GTG-3") for rule in FEARLESS if unit.has(rule))


FEARLESS = ("Fearless", "Zealot")


def target_has(unit: Unit, now: Ranks, rule: str) -> bool:
    """True if the target has the rule now: it falls with its last bearer."""
    if rule in unit.rules or not unit.has(rule):
        return rule in unit.rules
    return charts.still_has(unit, {rank.kind.model for rank in now.standing()}, rule)


def why_not_to_ground(s: Attack, now: Ranks) -> tuple[Reason, ...]:
    """Why the target may not drop down now (7E-GTG-3); () if it may. ``now``: with the models that stand."""
    unit = s.target.value
    if unit.vehicle:
        return why_never_to_ground(unit)
    if never := charts.never_to_ground(unit, {rank.kind.model for rank in now.standing()}):
        return (never,)
    for rule in FEARLESS:
        if target_has(unit, now, rule):
            return (Reason(f"{rule} units cannot go to ground", "7E-GTG-3"),)
    return (Reason(s.no_ground, "7E-GTG-3"),) if s.no_ground else ()


def may_drop(s: Attack) -> bool:
    """True if the target stands, and may still go to ground in this attack."""
    return not (s.on_ground or s.ground_asked or why_not_to_ground(s, s))


def covered_now(now: Ranks) -> bool:
    """True if somebody has a cover save where he stands."""
    return any(charts.cover_save(rank.kind).target is not None for rank in now.ranks())


def wants_cover_in_vain(now: Ranks) -> bool:
    """True if the owner wants cover saves, and nobody has one."""
    return any(rank.kind.prefers == "cover" for rank in now.ranks()) and not covered_now(now)


def refuse_without_cover(s: Attack, table: Table) -> None:
    """In an attack on its own a cover save is no answer for a unit in the open that is not said to drop down.

    At the table the owner is asked whether it does, once he has chosen.
    """
    if not wants_cover_in_vain(s):
        return
    if s.battle is not None:
        if not may_drop(s):
            table.tell("{why}, so they save as usual", (NO_COVER.rule,), why=NO_COVER.text)
        return
    if may_drop(s) and table.unless_said(GROUND.but(nth=len(s.fired)), "no") == "yes":
        return
    options = (Option("best"), Option("cover", closed=(NO_COVER,)))
    table.forced(Choose("save", options, "best", rules=("7E-SAV-8",)), "best")
