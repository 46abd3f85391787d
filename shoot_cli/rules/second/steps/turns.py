"""Turns of a battle, what begins and ends them: overwatch, jams that run down, break tests (2E-OW-1, 2E-SF-3)."""

from __future__ import annotations

from shoot_cli.core.pools import models
from shoot_cli.core.questions import Subset
from shoot_cli.core.table import Table
from shoot_cli.core.turns import (
    Mark,
    alive,
    ask_first,
    following_turn,
    replaced,
    tell_who_cannot,
    two_sides,
    without_ended,
)
from shoot_cli.rules.second.profiles import Army
from shoot_cli.rules.second.records import Battle, BattleUnit
from shoot_cli.rules.second.steps.attack import merge_silence
from shoot_cli.rules.second.steps.breaks import break_tests
from shoot_cli.rules.second.steps.companies import FOREVER, OVERWATCH, new_battle_unit, off_overwatch
from shoot_cli.rules.second.steps.nominate import nobody_waits, why_not_nominated


def new_battle(mine: Army, theirs: Army, turns: int | None = None) -> Battle:
    return Battle(two_sides(mine, theirs, new_battle_unit), turns)


def first_turn(b: Battle, table: Table) -> Battle:
    return ask_first(b, "2E-SEQ-1", table)


def begin_turn(b: Battle, table: Table) -> Battle:
    """Losses are counted from here (2E-BRK-1); unused overwatch ends, and is declared anew (2E-OW-1, 2E-OW-5)."""
    for s, side in enumerate(b.sides):
        for i, company in enumerate(side.companies):
            own = company.but(start=models(company.ranks), tested=False, feared=False)
            b = replaced(b, s, i, off_overwatch(own).but(jam_ignored=False) if s == b.active else own)
    b = idle(b).but(done=(), ended_phase=False, watch_over=False)
    side = b.sides[b.active]
    table.tell("Turn {turn}: {side}", ("2E-SEQ-1",), turn=b.turn, side=side.name)
    ready = b
    for i in alive(side):  # a weapon that is silent in this turn only fires in the enemy's (2E-SF-3, 2E-SPC-4)
        ready = replaced(ready, b.active, i, a_turn_later(side.companies[i]))
    able = [i for i in alive(side) if not why_not_nominated(ready, i)]
    if not able:
        return b
    taken = table.several(
        Subset(
            "overwatch", tuple(side.companies[i].unit.value.name for i in able), (), rules=("2E-OW-1",),
            text="Who goes on overwatch: no move, no shots this turn?",
        )
    )  # fmt: skip
    for place in taken:
        company = b.sides[b.active].companies[able[place]]
        table.tell("{unit}: on overwatch", ("2E-OW-1",), unit=company.unit.value.name)
        b = replaced(b, b.active, able[place], company.with_mark(Mark(OVERWATCH)))
    return b


def begin_phase(b: Battle, table: Table) -> Battle:
    b = idle(b).but(done=())
    tell_who_cannot(b, why_not_nominated, table)
    return b


def idle(b: Battle) -> Battle:
    """Nobody is in the middle of shooting."""
    return nobody_waits(b).but(watching=False)


def end_phase(b: Battle, table: Table) -> Battle:
    b = idle(b)
    return break_tests(b, table) if table.setting("break_timing") == "end_of_phase" else b


def end_turn(b: Battle, table: Table) -> Battle:
    """Jams and recharging run down in their owner's turns (2E-SF-3, 2E-SPC-4); then the other player's turn."""
    if table.setting("break_timing") == "end_of_turn":
        b = break_tests(b, table)
    for i, company in enumerate(b.sides[b.active].companies):
        b = replaced(b, b.active, i, a_turn_later(company))
    return following_turn(without_ended(b), "2E-DMG-1", "2E-SEQ-1", table)


def a_turn_later(company: BattleUnit) -> BattleUnit:
    """With its jams and recharging as they are when its owner's turn is over."""
    silent = [one.but(turns=one.turns - (one.turns < FOREVER)) for one in company.silent]
    return company.but(silent=merge_silence([one for one in silent if one.turns > 0]))
