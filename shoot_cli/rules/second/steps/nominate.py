"""Nominating a unit: who may shoot, in which order, and who fires on overwatch (2E-SEQ-1, 2E-ELIG-1, 2E-OW-2)."""

from __future__ import annotations

from shoot_cli.core.questions import Option, Reason
from shoot_cli.core.table import Table
from shoot_cli.core.turns import END_PHASE, STATE, alive, place_named, who_shoots
from shoot_cli.rules.second.records import Battle, BattleUnit
from shoot_cli.rules.second.steps.companies import CANNOT_SHOOT, OVERWATCH, finished, label
from shoot_cli.rules.second.steps.eligible import why_nobody_can_fire
from shoot_cli.rules.second.steps.reports import report_state

NOBODY, WATCHERS = "nobody", "overwatch"


# Who may shoot -------------------------------------------------------------------------------------------------------


def why_not_nominated(b: Battle, at: int) -> tuple[Reason, ...]:
    """Why this unit of the side that shoots cannot be named now; () if it can (2E-ELIG-1)."""
    company: BattleUnit = b.shooters.companies[at]
    if not company.ranks:
        return (Reason("destroyed", "2E-DMG-1"),)
    if at in b.done and not b.watching:
        return (Reason("has shot", "2E-SEQ-1"),)
    for mark, reason in CANNOT_SHOOT.items():
        if company.marked(mark) and not (b.watching and mark == OVERWATCH):
            return (reason,)
    if b.watching and not company.marked(OVERWATCH):
        return (Reason("not on overwatch", "2E-OW-2"),)
    return why_nobody_can_fire(company)


def somebody(b: Battle) -> bool:
    """True while a unit of the side that shoots can be named."""
    return any(not why_not_nominated(b, at) for at in alive(b.shooters))


def watchers_left(b: Battle) -> bool:
    """True while somebody of the side whose turn it is not can fire on overwatch."""
    return somebody(b.but(watching=True))


def going_on(b: Battle) -> Battle | None:
    """With the unit that is not finished: its target was refused, or some had a target of their own (2E-TGT-3)."""
    if b.unit is None and b.apart is not None and not why_not_nominated(b, b.apart.unit):
        return b.but(unit=b.apart.unit)
    return b if b.unit is not None else None


def nobody_waits(b: Battle) -> Battle:
    """Whoever was in the middle of shooting is finished: its own markers may have slain the rest of it."""
    b = b if b.apart is None else finished(b, b.apart.unit)
    return b.but(unit=None, target=None, apart=None, inches=())


def unit_named(b: Battle) -> bool:
    return b.unit is not None


# Overwatch, while the other side moves -------------------------------------------------------------------------------


def watch_goes_on(b: Battle) -> bool:
    """Units of the other side may fire on overwatch while this one moves (2E-OW-2)."""
    return not b.watch_over and not b.over and watchers_left(b)


def choose_watcher(b: Battle, table: Table) -> Battle:
    """Before, during or after a move, units on overwatch fire at who moves (2E-OW-2, 2E-OW-5)."""
    if (rest := going_on(b)) is not None:
        return rest
    return ask_watcher(b, "Who fires on overwatch while they move?", table)


def ask_watcher(b: Battle, text: str, table: Table) -> Battle:
    """A unit on overwatch, or nobody: then there is none until they shoot."""
    b = nobody_waits(b).but(watching=True)
    side = b.shooters
    options = [
        Option(company.unit.value.name, label(company), why_not_nominated(b, at))
        for at, company in enumerate(side.companies)
        if company.marked(OVERWATCH) and company.ranks
    ]
    name = table.choose(
        "overwatch fire",
        (
            Option(NOBODY, "nobody else"),
            *options,
            Option(STATE, "a unit's state ..."),
        ),
        default=NOBODY,
        owner="defender",
        rules=("2E-OW-2",),
        text=text,
    )
    if name == STATE:
        return report_state(b.but(watching=False), table)
    if name == NOBODY:
        return b.but(watching=False, watch_over=True)
    return b.but(unit=place_named(side.companies, name))


# The shooting phase --------------------------------------------------------------------------------------------------


def phase_goes_on(b: Battle) -> bool:
    """While anybody can shoot; after the last shot those on overwatch are asked once more (2E-OW-2)."""
    if b.ended_phase or b.over:
        return False
    own = b.but(watching=False)
    return going_on(b) is not None or somebody(own) or (bool(b.done) and watchers_left(b))


def nominate(b: Battle, table: Table) -> Battle:
    """Any order, nobody must; one unit is finished before the next (2E-SEQ-1)."""
    if (rest := going_on(b)) is not None:
        return rest
    b = nobody_waits(b).but(watching=False)
    side = b.sides[b.active]
    options = [
        Option(company.unit.value.name, label(company, why), why)
        for at, company in enumerate(side.companies)
        for why in (why_not_nominated(b, at),)
    ]
    others = [Option(WATCHERS, "the other side fires on overwatch")] if watchers_left(b) else []
    name = who_shoots(b, options, others, ("2E-SEQ-1", "2E-ELIG-1"), table)
    if name == END_PHASE:
        return b.but(ended_phase=True)
    if name == STATE:
        return report_state(b, table)
    if name == WATCHERS:
        return ask_watcher(b, "Who fires on overwatch?", table)
    return b.but(unit=place_named(side.companies, name))
