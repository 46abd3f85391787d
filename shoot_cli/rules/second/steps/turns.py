"""Turns, overwatch and the choice of a unit to shoot."""

from __future__ import annotations

from shoot_cli.battle import turns as battle_turns
from shoot_cli.engine.pools import models
from shoot_cli.engine.questions import Option, Subset
from shoot_cli.engine.reasons import Reason
from shoot_cli.engine.table import Table
from shoot_cli.rules.second.profiles import Army
from shoot_cli.rules.second.records import Battle, BattleUnit
from shoot_cli.rules.second.steps import eligibility, happened
from shoot_cli.rules.second.steps.attack import merge_silence
from shoot_cli.rules.second.steps.eligibility import why_nobody_can_fire
from shoot_cli.rules.second.steps.morale import break_tests

# Which unit may shoot, in which order, and which fires on overwatch (2E-SEQ-1, 2E-ELIG-1, 2E-OW-2).

NOBODY, WATCHERS = "nobody", "overwatch"


def why_not_nominated(battle: Battle, at: int) -> tuple[Reason, ...]:
    """Return why this unit of the shooting side cannot be chosen now; () if it can (2E-ELIG-1)."""
    unit: BattleUnit = battle.shooters.units[at]
    if not unit.ranks:
        return (Reason("destroyed", "2E-DMG-1"),)
    if at in battle.done and not battle.watching:
        return (Reason("has shot", "2E-SEQ-1"),)
    for mark, reason in eligibility.CANNOT_SHOOT.items():
        if unit.marked(mark) and not (battle.watching and mark == eligibility.OVERWATCH):
            return (reason,)
    if battle.watching and not unit.marked(eligibility.OVERWATCH):
        return (Reason("not on overwatch", "2E-OW-2"),)
    return why_nobody_can_fire(unit)


def somebody(battle: Battle) -> bool:
    """Return True while a unit of the shooting side can be chosen."""
    return any(not why_not_nominated(battle, at) for at in battle_turns.alive(battle.shooters))


def watchers_left(battle: Battle) -> bool:
    """Return True while a unit of the side whose turn it is not can fire on overwatch."""
    return somebody(battle.but(watching=True))


def going_on(battle: Battle) -> Battle | None:
    """Return the battle with the unit that is not finished, or None if there is none. Its target was refused, or some
    of its models had their own target (2E-TGT-3).
    """
    if battle.unit is None and battle.apart is not None and not why_not_nominated(battle, battle.apart.unit):
        return battle.but(unit=battle.apart.unit)
    return battle if battle.unit is not None else None


def nobody_waits(battle: Battle) -> Battle:
    """End the shooting of the current unit; its own markers may have slain the rest of it."""
    battle = battle if battle.apart is None else eligibility.finished(battle, battle.apart.unit)
    return battle.but(unit=None, target=None, apart=None, inches=())


def unit_named(battle: Battle) -> bool:
    return battle.unit is not None


# Overwatch, while the other side moves -------------------------------------------------------------------------------


def watch_goes_on(battle: Battle) -> bool:
    """Return True while units of the other side may fire on overwatch during this side's move (2E-OW-2)."""
    return not battle.watch_over and not battle.over and watchers_left(battle)


def choose_watcher(battle: Battle, table: Table) -> Battle:
    """Ask for a unit on overwatch to fire before, during or after a move (2E-OW-2, 2E-OW-5)."""
    if (rest := going_on(battle)) is not None:
        return rest
    return ask_watcher(battle, "Who fires on overwatch while they move?", table)


def ask_watcher(battle: Battle, text: str, table: Table) -> Battle:
    """Ask for a unit on overwatch. "Nobody" ends overwatch until the side whose turn it is shoots."""
    battle = nobody_waits(battle).but(watching=True)
    side = battle.shooters
    options = [
        Option(battle_unit.unit.value.name, eligibility.label(battle_unit), why_not_nominated(battle, at))
        for at, battle_unit in enumerate(side.units)
        if battle_unit.marked(eligibility.OVERWATCH) and battle_unit.ranks
    ]
    name = table.choose(
        "overwatch fire",
        (Option(NOBODY, "nobody else"), *options, Option(battle_turns.STATE, "a unit's state ...")),
        default=NOBODY,
        owner="defender",
        rules=("2E-OW-2",),
        text=text,
    )
    if name == battle_turns.STATE:
        return happened.report_state(battle.but(watching=False), table)
    if name == NOBODY:
        return battle.but(watching=False, watch_over=True)
    return battle.but(unit=battle_turns.place_named(side.units, name))


# The shooting phase --------------------------------------------------------------------------------------------------


def phase_goes_on(battle: Battle) -> bool:
    """Return True while a unit can shoot. After the last shot, units on overwatch are asked again (2E-OW-2)."""
    if battle.ended_phase or battle.over:
        return False
    own = battle.but(watching=False)
    return going_on(battle) is not None or somebody(own) or (bool(battle.done) and watchers_left(battle))


def nominate(battle: Battle, table: Table) -> Battle:
    """Ask for the next unit, in any order; no unit must shoot, and one ends before the next (2E-SEQ-1)."""
    if (rest := going_on(battle)) is not None:
        return rest
    battle = nobody_waits(battle).but(watching=False)
    side = battle.sides[battle.active]
    options = [
        Option(battle_unit.unit.value.name, eligibility.label(battle_unit, why), why)
        for at, battle_unit in enumerate(side.units)
        for why in (why_not_nominated(battle, at),)
    ]
    others = [Option(WATCHERS, "the other side fires on overwatch")] if watchers_left(battle) else []
    others += [Option(battle_turns.HAPPENED, "something happened ...")]
    name = battle_turns.who_shoots(battle, options, others, ("2E-SEQ-1", "2E-ELIG-1"), table)
    if name == battle_turns.END_PHASE:
        return battle.but(ended_phase=True)
    if name == battle_turns.STATE:
        return happened.report_state(battle, table)
    if name == battle_turns.HAPPENED:
        return happened.tell_what_happened(battle, table)
    if name == WATCHERS:
        return ask_watcher(battle, "Who fires on overwatch?", table)
    return battle.but(unit=battle_turns.place_named(side.units, name))


# How turns begin and end: overwatch, jams that run down, break tests (2E-OW-1, 2E-SF-3).


def new_battle(mine: Army, theirs: Army, turns: int | None = None) -> Battle:
    return Battle(battle_turns.two_sides(mine, theirs, eligibility.new_battle_unit), turns)


def first_turn(battle: Battle, table: Table) -> Battle:
    return battle_turns.ask_first(battle, "2E-SEQ-1", table)


def begin_turn(battle: Battle, table: Table) -> Battle:
    """Begin a turn: count losses from here; the side is on overwatch no more (2E-BRK-1, 2E-OW-5)."""
    for s, side in enumerate(battle.sides):
        for i, battle_unit in enumerate(side.units):
            own = battle_unit.but(start=models(battle_unit.ranks), tested=False, feared=False)
            battle = battle_turns.replaced(
                battle, s, i, eligibility.off_overwatch(own).but(jam_ignored=False) if s == battle.active else own
            )
    battle = idle(battle).but(done=(), ended_phase=False, watch_over=False)
    side = battle.sides[battle.active]
    table.tell("Turn {turn}: {side}", ("2E-SEQ-1",), turn=battle.turn, side=side.name)
    return battle


def go_on_overwatch(battle: Battle, table: Table) -> Battle:
    """Ask who goes on overwatch (2E-OW-1)."""
    side, ready = battle.sides[battle.active], battle
    for i in battle_turns.alive(
        side
    ):  # a weapon that is silent in this turn only fires in the enemy's (2E-SF-3, 2E-SPC-4)
        ready = battle_turns.replaced(ready, battle.active, i, a_turn_later(side.units[i]))
    able = [i for i in battle_turns.alive(side) if not why_not_nominated(ready, i)]
    if not able:
        return battle
    taken = table.several(
        Subset(
            "overwatch", tuple(side.units[i].unit.value.name for i in able), (), rules=("2E-OW-1",),
            text="Who goes on overwatch: no move, no shots this turn?",
        )
    )  # fmt: skip
    for place in taken:
        battle_unit = battle.sides[battle.active].units[able[place]]
        table.tell("{unit}: on overwatch", ("2E-OW-1",), unit=battle_unit.unit.value.name)
        battle = battle_turns.replaced(
            battle, battle.active, able[place], battle_unit.with_mark(battle_turns.Mark(eligibility.OVERWATCH))
        )
    return battle


def begin_phase(battle: Battle, table: Table) -> Battle:
    battle = idle(battle).but(done=())
    battle_turns.tell_who_cannot(battle, why_not_nominated, table)
    return battle


def idle(battle: Battle) -> Battle:
    """End all shooting, overwatch too."""
    return nobody_waits(battle).but(watching=False)


def end_phase(battle: Battle, table: Table) -> Battle:
    battle = idle(battle)
    return break_tests(battle, table) if table.setting("break_timing") == "end_of_phase" else battle


def end_turn(battle: Battle, table: Table) -> Battle:
    """End a turn: the jams and recharging of its side run down (2E-SF-3, 2E-SPC-4); then the other turn begins."""
    if table.setting("break_timing") == "end_of_turn":
        battle = break_tests(battle, table)
    for i, unit in enumerate(battle.sides[battle.active].units):
        battle = battle_turns.replaced(battle, battle.active, i, a_turn_later(unit))
    return battle_turns.following_turn(battle_turns.without_ended(battle), "2E-DMG-1", "2E-SEQ-1", table)


def a_turn_later(unit: BattleUnit) -> BattleUnit:
    """Return the unit with its jams and recharging as after its owner's turn."""
    silent = [one.but(turns=one.turns - (one.turns < eligibility.FOREVER)) for one in unit.silent]
    return unit.but(silent=merge_silence([one for one in silent if one.turns > 0]))
