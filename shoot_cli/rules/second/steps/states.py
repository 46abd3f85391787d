"""Units in a battle: lasting marks, what they forbid, and the menu of them (2E-ELIG-1, 2E-OW, 2E-BRK)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from shoot_cli.battle.command_points import MARKS
from shoot_cli.battle.turns import HAPPENED, Mark, Place, alive, forgetting, replaced
from shoot_cli.engine.pools import Rank, models, pool
from shoot_cli.engine.questions import Option
from shoot_cli.engine.reasons import Reason
from shoot_cli.engine.record import Hashed
from shoot_cli.engine.table import Table
from shoot_cli.rules.second.profiles import Unit
from shoot_cli.rules.second.records import Battle, BattleUnit, TargetModel

FOREVER = 1000  # turns, for destroyed weapons
NOT_LIVING = ("Tyranid", "Daemon")  # needle weapons only count their Strength against these (2E-SPC-6)
OVERWATCH, BROKEN, SHAKEN = "on overwatch", "broken", "shaken"
ENGAGED, CHARGED, RAN, HIDDEN, OFF, BLIND, MOVED, OBJECTIVE = (
    "in hand-to-hand combat",
    "charged",
    "ran",
    "hidden",
    "off the table",
    "blinded, webbed or held",
    "moved",
    "mission objective",
)
CANNOT_SHOOT = {
    OVERWATCH: Reason(OVERWATCH, "2E-OW-1"),
    BROKEN: Reason("broken", "2E-BRK-2"),
    ENGAGED: Reason("in hand-to-hand combat", "2E-ELIG-1"),
    CHARGED: Reason("it charged or tried to", "2E-ELIG-1"),
    RAN: Reason("it ran", "2E-ELIG-1"),
    BLIND: Reason("blinded, webbed, in stasis or held", "2E-ELIG-1"),
    OFF: Reason("not on the table", "2E-ELIG-1"),
}
CANNOT_BE_SHOT = {OFF: Reason("not on the table", "2E-ELIG-1"), HIDDEN: Reason("hidden, and not spotted", "2E-TGT-6")}


def new_battle_unit(unit: Unit) -> BattleUnit:
    """Return the unit as it is before the battle."""
    ranks = tuple(Rank(i, n, model.wounds) for i, (model, n) in enumerate(unit.models))
    return BattleUnit(Hashed(unit), ranks, models(ranks))


def friends_in_fights(battle: Battle) -> tuple[int, ...]:
    """Return the indexes of friends who may stand in the fight that the unit shoots into (2E-HTH-1). These are the
    units reported as fighting hand to hand. If nobody was reported, they are all units on the table.
    """
    there = {
        i: unit for i, unit in enumerate(battle.shooters.units)
        if unit.ranks and not unit.marked(OFF) and i != battle.unit
    }  # fmt: skip
    fighting = tuple(i for i, unit in there.items() if unit.marked(ENGAGED))
    return fighting or tuple(there)


def left_of(unit: BattleUnit) -> dict[int, int]:
    """Return how many models of each kind are left."""
    return dict(pool(*((rank.kind, rank.n) for rank in unit.ranks)))


def on_overwatch(unit: BattleUnit) -> int | None:
    """Return how many models still wait on overwatch after others of the unit fired; None for all (2E-OW-5)."""
    if unit.waiting is None or not unit.marked(OVERWATCH):
        return None
    return min(models(unit.ranks), sum(firer.n for firer in unit.waiting))


def off_overwatch(unit: BattleUnit) -> BattleUnit:
    return unit.without(OVERWATCH).but(waiting=None)


def finished(battle: Battle, unit: int) -> Battle:
    """Mark a unit as done in this phase; on overwatch it only waits for a better target (2E-OW-2)."""
    battle = battle.but(unit=None, target=None, apart=None, inches=())
    if battle.watching:
        return battle
    side = battle.shooting_side
    battle = replaced(battle, side, unit, battle.sides[side].units[unit].but(waiting=None))
    return battle.but(done=tuple(sorted({*battle.done, unit})))


@lru_cache(1024)  # asked of every unit at every prompt, and few of them have changed
def label(unit: BattleUnit, why: tuple[Reason, ...] = ()) -> str:
    """Return the unit's line in a menu: models left, and marks except those that `why` already names."""
    n = models(unit.ranks)
    words = f"{unit.unit.value.name}, {n} model{'s' * (n != 1)}" if n else unit.unit.value.name
    some = on_overwatch(unit)
    said = {reason.text for reason in why}
    marks = (f"{some} {mark.name}" if some and mark.name == OVERWATCH else mark.name for mark in unit.marks
             if mark.name not in said)  # fmt: skip
    return ", ".join([words, *marks])


def target_model(unit: Unit, index: int) -> TargetModel:
    """Return a model of the list as a target."""
    model = unit.models[index][0]
    living = not any(rule in unit.rules or model.has(rule) for rule in NOT_LIVING)  # for a vehicle, this is the crew
    return TargetModel(model.name, index, index, model.toughness, model.save, model.field, model.wounds, living=living)


def as_target(unit: BattleUnit) -> tuple[Rank, ...]:
    """Return the unit's current models as target ranks, in the order of the list."""
    return tuple(rank.but(kind=target_model(unit.unit.value, rank.kind)) for rank in unit.ranks)


# The menu of states (2E-ELIG-1, 2E-TGT-2, 2E-TGT-6)

BACK = "back"
REPORTED = {
    ENGAGED: "fighting hand to hand: cannot shoot, and may be shot into",
    CHARGED: "charged or tried to charge this turn: cannot shoot",
    RAN: "ran this turn: cannot shoot",
    MOVED: "moved this turn: no rapid fire, no move-or-fire weapon",
    HIDDEN: "hidden: cannot be shot at",
    OBJECTIVE: "the mission names it: it may always be shot at",
    OFF: "in reserve or off the table",
    BLIND: "blinded, webbed, in a stasis field or held by graviton: cannot shoot",
    BROKEN: "broken: cannot shoot",
}
THIS_TURN = (CHARGED, RAN, MOVED, BLIND)  # these marks end with the turn


GONE_WITH_IT = (  # states of a unit on the table, which end when it leaves
    ENGAGED, CHARGED, RAN, MOVED, HIDDEN, BLIND,
)  # fmt: skip


def unasked(battle: Battle, place: Place) -> Battle:
    """Return the battle without what was answered about where a unit stands."""
    return battle.but(said=forgetting(battle.said, place))


def with_lasting_mark(battle: Battle, place: Place, mark: str) -> Battle:
    """Return the battle in which this unit is broken, shaken or off the table: it is on overwatch no more."""
    unit: BattleUnit = off_overwatch(battle.sides[place[0]].units[place[1]])
    if mark == OFF:
        return replaced(unasked(battle, place), *place, unit.without(*GONE_WITH_IT).with_mark(Mark(mark)))
    return replaced(battle, *place, unit.without(BROKEN, SHAKEN).with_mark(Mark(mark)))


def without_mark(battle: Battle, place: Place, mark: str) -> Battle:
    """Return the battle in which this unit has this mark no more. Where it stood was forgotten when it left."""
    unit: BattleUnit = battle.sides[place[0]].units[place[1]]
    return replaced(battle, *place, off_overwatch(unit) if mark == OVERWATCH else unit.without(mark))


def report_state(battle: Battle, table: Table, tell_of: Callable[[Battle, Table, Place], Battle]) -> Battle:
    """Ask for the state of a unit: engaged, hidden, off the table, ran, moved, named by the mission.

    :param tell_of: asks what else happened to the unit at a place (EVE-6)
    """
    named = [{battle_unit.unit.value.name for battle_unit in side.units if battle_unit.ranks} for side in battle.sides]
    places = {}
    for s, side in enumerate(battle.sides):
        for i in alive(side):
            name = side.units[i].unit.value.name
            places[f"{name} ({side.name})" if name in named[0] & named[1] else name] = (s, i)
    options = tuple(Option(name, f"{MARKS[s]} {label(battle.sides[s].units[i])}") for name, (s, i) in places.items())
    name = table.choose("state of", (*options, Option(BACK)), default=BACK, rules=("2E-ELIG-1",), text="Whose state?")
    if name == BACK:
        return battle.but(unit=None)
    s, i = places[name]
    battle_unit: BattleUnit = battle.sides[s].units[i]
    rows = tuple(
        Option(mark, f"no longer {mark}" if battle_unit.marked(mark) else words) for mark, words in REPORTED.items()
    )
    if battle_unit.marked(OVERWATCH):
        words = "no longer on overwatch: who charged it causes fear, or wears a banshee mask"
        rows += (Option(OVERWATCH, words),)
    happened = Option(HAPPENED, "something happened: models or wounds that it lost, say")
    text = f"What is {name}?"
    mark = table.choose("state", (*rows, happened, Option(BACK)), default=BACK, rules=("2E-ELIG-1",), text=text)
    if mark == BACK:
        return battle.but(unit=None)
    if mark == HAPPENED:
        return tell_of(battle.but(unit=None), table, (s, i))
    rule = {OBJECTIVE: "2E-TGT-2", OVERWATCH: "2E-OW-6"}.get(mark, "2E-ELIG-1")
    if battle_unit.marked(mark):
        table.tell("{unit}: no longer {mark}", (rule,), unit=name, mark=mark)
        return without_mark(battle, (s, i), mark).but(unit=None)
    table.tell("{unit}: {mark}", (rule,), unit=name, mark=mark)
    if mark in (BROKEN, OFF):
        return with_lasting_mark(battle, (s, i), mark).but(unit=None)
    changed = battle_unit.with_mark(Mark(mark, (battle.turn, battle.active) if mark in THIS_TURN else None))
    return replaced(battle, s, i, changed).but(unit=None)
