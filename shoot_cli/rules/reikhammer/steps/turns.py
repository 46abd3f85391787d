"""Turns, the strategy roll and rally tests, then the action of a formation."""

from __future__ import annotations

from functools import lru_cache

from shoot_cli.battle.turns import HAPPENED, Mark, Side, following_turn, forgetting, place_named, replaced, two_sides
from shoot_cli.engine.questions import Option
from shoot_cli.engine.reasons import ATTACKER, DEFENDER, Reason
from shoot_cli.engine.table import Table
from shoot_cli.rules.reikhammer import charts
from shoot_cli.rules.reikhammer.charts import Battle, BattleUnit
from shoot_cli.rules.reikhammer.profiles import Army
from shoot_cli.rules.reikhammer.steps.eligibility import new_battle_unit, why_not_fire
from shoot_cli.rules.reikhammer.steps.happened import report_state, tell_what_happened
from shoot_cli.rules.reikhammer.steps.states import STATE, WATCH

# The strategy roll and the end phase (RH-TURN-1, RH-RALLY-1).


def new_battle(mine: Army, theirs: Army, turns: int | None = None) -> Battle:
    return Battle(two_sides(mine, theirs, new_battle_unit), (mine.strategy, theirs.strategy), turns)


def strategy_open(battle: Battle) -> bool:
    return not battle.begun


def roll_for_strategy(battle: Battle, table: Table) -> Battle:
    """Roll for both sides; the higher one chooses, a tie goes to the loser of the last roll (RH-TURN-1)."""
    names = [side.name for side in battle.sides]
    if (sure := sure_of_strategy(battle)) is not None:
        words = "Strategy roll: {side} chooses, {n} ahead whatever the dice show"
        table.tell(words, ("RH-TURN-1",), side=names[sure], n=battle.ratings[sure] - battle.ratings[1 - sure])
        return who_goes_first(battle, sure, table)
    totals, sums = [], []
    for side, owner in ((0, ATTACKER), (1, DEFENDER)):
        text = f"{names[side]}: strategy roll (its rating of {battle.ratings[side]} is added)"
        die = table.total(f"strategy:{side + 1}", 1, owner=owner, rules=("RH-TURN-1",), text=text)
        totals.append(die + battle.ratings[side])
        sums.append(f"{die} + {battle.ratings[side]} = {totals[-1]}")
    if totals[0] == totals[1] and battle.won is None:
        table.tell("both have {n}: again", ("RH-TURN-1",), n=totals[0])
        return battle
    won = int(totals[1] > totals[0]) if totals[0] != totals[1] or battle.won is None else 1 - battle.won
    words = "Strategy roll: {side} chooses, {a} against {b}"
    if totals[0] == totals[1]:
        words = "Strategy roll: {a} and {b}, {side} chooses, having lost the last"
    table.tell(words, ("RH-TURN-1",), side=names[won], a=sums[won], b=sums[1 - won])
    return who_goes_first(battle, won, table)


def sure_of_strategy(battle: Battle) -> int | None:
    """Return the side that wins whatever the dice show, if only by a tie; None if there is no such side."""
    for side, other in ((0, 1), (1, 0)):
        if battle.ratings[side] - battle.ratings[other] + int(battle.won == other) > charts.FACES - 1:
            return side
    return None


def who_goes_first(battle: Battle, won: int, table: Table) -> Battle:
    """Ask the winner which side goes first."""
    names = [side.name for side in battle.sides]
    first = table.choose(
        "goes first",
        tuple(map(Option, names)),
        default=names[won],
        owner=DEFENDER if won else ATTACKER,
        rules=("RH-TURN-1",),
        text=f"Who goes first in turn {battle.turn}?",
    )
    index = names.index(first)
    table.tell("Turn {turn}: {side} first", ("RH-TURN-1",), turn=battle.turn, side=first)
    return battle.but(won=won, first=index, active=index, begun=True)


# The end phase -------------------------------------------------------------------------------------------------------


def begin_end_phase(battle: Battle, table: Table) -> Battle:
    """Collect the formations with Shock for their rally tests (RH-RALLY-1)."""
    waiting = [
        (side, at)
        for side in (battle.first, 1 - battle.first)
        for at, unit in enumerate(battle.sides[side].units)
        if unit.ranks and unit.shock
    ]
    return next_rally(battle, waiting)


def next_rally(battle: Battle, waiting: list[tuple[int, int]]) -> Battle:
    """Set the formations that still test, and the side of the first, which its questions need."""
    return battle.but(rallying=tuple(waiting), active=waiting[0][0] if waiting else battle.active)


def rally_left(battle: Battle) -> bool:
    return bool(battle.rallying)


def rally(battle: Battle, table: Table) -> Battle:
    """Roll a rally test: success removes half the Shock, rounded up; a broken one keeps Shock of half its units."""
    (side, at), *rest = battle.rallying
    battle = next_rally(battle, rest)
    battle_unit: BattleUnit = battle.sides[side].units[at]
    name = battle_unit.unit.value.name
    six_passes = table.setting("cr_six_passes") == "true"
    need, worse = (
        charts.to_rally(battle_unit.unit.value.rating, battle_unit.broken, n, six_passes) for n in (False, True)
    )
    if need.target != worse.target:
        near = table.choose(
            f"near:{name}",
            (Option("no"), Option("yes")),
            default="no",
            rules=("RH-RALLY-1",),
            text=f"{name}: is an enemy within 8 tiles?",
        )
        need = worse if near == "yes" else need
    roll = table.roll("rally", 1, need, text=f"{name}: rally test")
    if not roll.passed:
        table.tell("{unit} not rallied: {shock} Shock", ("RH-RALLY-1",), unit=name, shock=battle_unit.shock)
        return battle
    left = len(battle_unit.ranks) // 2 if battle_unit.broken else battle_unit.shock // 2
    words = "{unit} rallied, no longer broken: {left} Shock" if battle_unit.broken else "{unit} rallied: {left} Shock"
    table.tell(words, ("RH-RALLY-1",), unit=name, left=left)
    return replaced(battle, side, at, battle_unit.but(shock=left, broken=False))


def end_turn(battle: Battle, table: Table) -> Battle:
    """End the turn; overwatch lasts (RH-OW-4)."""
    sides = tuple(side.but(units=tuple(unit.but(acted=False) for unit in side.units)) for side in battle.sides)
    # the next turn begins with a question for the first side, the strategy roll
    battle = battle.but(sides=sides, passed=(), begun=False, retaining=False, may_retain=False, first=0, active=1)
    return following_turn(battle, "RH-DEST-2", "RH-TURN-1", table)


# A formation acts: nomination, the action and its test, moves (RH-ACT-1 and 2, RH-BRK-2).

RETAIN, PASS = "retain the initiative", "nothing more this turn"
SHOOT, MOVE, REGROUP = "shoot", "move", "regroup"


def acting(battle: Battle) -> BattleUnit:
    assert battle.unit is not None
    unit: BattleUnit = battle.sides[battle.active].units[battle.unit]
    return unit


def changed(battle: Battle, **fields: object) -> Battle:
    """Return the battle with the acting formation changed."""
    assert battle.unit is not None
    return replaced(battle, battle.active, battle.unit, acting(battle).but(**fields))


@lru_cache(1024)  # asked for every formation at every prompt, and few have changed
def described(unit: BattleUnit) -> str:
    """Return the formation's line in a menu."""
    name, n = unit.unit.value.name, len(unit.ranks)
    words = [f"{name}, {n} unit{'s' * (n != 1)}"] if n else [name]
    words += [f"Shock {unit.shock}"] if unit.shock else []
    words += ["broken"] if unit.broken else []
    return ", ".join([*words, *(mark.name for mark in unit.marks)])


def why_not_act(unit: BattleUnit) -> tuple[Reason, ...]:
    if unit.gone:
        return (Reason("destroyed", "RH-DEST-2"),)
    if unit.broken:
        return (Reason("broken", "RH-BRK-2"),)
    if unit.acted:
        return (Reason("has acted", "RH-ACT-1"),)
    return ()


def can_act(side: Side) -> list[int]:
    return [at for at, unit in enumerate(side.units) if not why_not_act(unit)]


def actions_left(battle: Battle) -> bool:
    return not battle.over and any(can_act(side) for at, side in enumerate(battle.sides) if at not in battle.passed)


def nominate(battle: Battle, table: Table) -> Battle:
    """Ask which formation of the active side acts; the other side may retain the initiative (RH-ACT-1)."""
    owner = ATTACKER
    if battle.active in battle.passed or not can_act(battle.sides[battle.active]):
        battle, owner = battle.but(active=1 - battle.active, may_retain=False, retaining=False), DEFENDER
    side, other = battle.sides[battle.active], battle.sides[1 - battle.active]
    options = [Option(unit.unit.value.name, described(unit), why_not_act(unit)) for unit in side.units]
    keep = (
        ()
        if battle.retaining
        else (Option(RETAIN, f"{other.name} retains the initiative, at -1", why_not_retain(battle)),)
    )
    name = table.choose(
        "unit",
        (
            *options,
            *keep,
            Option(HAPPENED, "something happened ..."),
            Option(STATE, "a formation's state: assault, dangerous terrain, Shock ..."),
            Option(PASS, "nothing more this turn"),
        ),
        default=next(option.value for option in options if not option.closed),
        owner=owner,
        rules=("RH-ACT-1", "RH-TURN-1"),
        text=f"Which formation acts{' next' if battle.retaining else ''}?",
        spent=PASS,
        nth=sum(battle_unit.acted for battle_unit in side.units),
    )
    if name == PASS:
        return battle.but(
            passed=(*battle.passed, battle.active),
            active=1 - battle.active,
            unit=None,
            may_retain=False,
            retaining=False,
        )
    if name == RETAIN:
        return battle.but(active=1 - battle.active, retaining=True, may_retain=False, unit=None)
    if name == HAPPENED:
        return tell_what_happened(battle, table).but(unit=None)
    if name == STATE:
        return report_state(battle, table).but(unit=None)
    index = place_named(side.units, name)
    return battle.but(unit=index, action="", does="", moves=0, aim="", target=None)


def why_not_retain(battle: Battle) -> tuple[Reason, ...]:
    other = battle.sides[1 - battle.active]
    if not battle.may_retain:
        return (Reason("only the side that acted last can, and not twice running", "RH-ACT-1"),)
    if 1 - battle.active in battle.passed or not can_act(other):
        return (Reason(f"{other.name} has no formation left to act", "RH-ACT-1"),)
    return ()


def unit_named(battle: Battle) -> bool:
    return battle.unit is not None


# The action ----------------------------------------------------------------------------------------------------------


def take_action(battle: Battle, table: Table) -> Battle:
    """Ask for the action and test it against CR; a failed test means Hold and one more Shock (RH-ACT-1)."""
    battle_unit = acting(battle)
    name = table.choose(
        "action",
        tuple(
            Option(action.name, f"{action_title(action.name)}: {action.words}")
            for action in charts.ACTIONS.values()
            if action.name != charts.HOLD
        ),
        default=charts.ADVANCE,
        rules=("RH-ACT-1", "RH-ACT-2"),
        text=f"Which action for {battle_unit.unit.value.name}?",
    )
    need = charts.to_act(
        battle_unit.unit.value.rating, battle_unit.shock > 0, battle.retaining, table.setting("cr_six_passes") == "true"
    )
    roll = table.roll("action test", 1, need, text=f"{battle_unit.unit.value.name}: action test, {action_title(name)}")
    battle = changed(battle, acted=True, marks=battle_unit.without(WATCH).marks).but(aboard=True)
    if roll.failed:
        battle_unit = acting(battle)
        battle = changed(battle, shock=battle_unit.shock + 1)
        words = "{unit}: test failed, it Holds and has {shock} Shock"
        table.tell(words, ("RH-ACT-1",), unit=battle_unit.unit.value.name, shock=battle_unit.shock + 1)
        name = charts.HOLD
    action = charts.ACTIONS[name]
    if (action.shoots or name == charts.OVERWATCH) and not action.either:
        for reason in why_not_fire(acting(battle)):
            table.tell(
                "{unit} will not shoot: {why}", (reason.rule,), unit=battle_unit.unit.value.name, why=reason.text
            )
    if name == charts.OVERWATCH:
        table.tell(
            "{unit}: on overwatch until it fires or acts", ("RH-OW-1", "RH-OW-4"), unit=battle_unit.unit.value.name
        )
        return changed(battle, marks=acting(battle).with_mark(Mark(WATCH)).marks).but(action=name, moves=0)
    if not action.either:
        tell_moves(battle, action, table)
        return battle.but(action=name, moves=action.moves)
    return choose_one_action(battle, name, table)


def tell_moves(battle: Battle, action: charts.Action, table: Table) -> None:
    """Log that it moves now, because the next question may be about its shooting (RH-ACT-2)."""
    if action.moves:
        how = "move" if action.moves == 1 else f"make {action.moves} moves"
        after = ", then it shoots" if action.shoots and not why_not_fire(acting(battle)) else ""
        table.tell(
            "{unit} may {how} now{after}", ("RH-ACT-2",), unit=acting(battle).unit.value.name, how=how, after=after
        )


def choose_one_action(battle: Battle, name: str, table: Table) -> Battle:
    """Ask for shooting, a move or regrouping, as Marshal and Hold allow (RH-ACT-2)."""
    cannot = why_not_fire(acting(battle))
    regroup = "regroup" if name == charts.HOLD else "only regroup"
    does = table.choose(
        "does",
        (Option(SHOOT, closed=cannot), Option(MOVE, "one move"), Option(REGROUP, regroup)),
        default=REGROUP if cannot else SHOOT,
        rules=("RH-ACT-2",),
        text=f"{action_title(name)}: shoot, move or {regroup}?",
    )
    return battle.but(action=name, does=does, moves=int(does == MOVE))


def action_title(name: str) -> str:
    return name.replace("_", " ").capitalize()


# Moves --------------------------------------------------------------------------------------------------------------


def moves_left(battle: Battle) -> bool:
    return battle.moves > 0


def complete_move(battle: Battle, table: Table) -> Battle:
    """End one move of an action, so that overwatch may answer it (RH-OW-2)."""
    said = (
        battle.remembered if battle.unit is None else forgetting(battle.remembered, (battle.active, battle.unit))
    )  # it has another place now
    return battle.but(moves=battle.moves - 1, answering=True, unloading=False, answered=(), remembered=said)


def end_action(battle: Battle, table: Table) -> Battle:
    """End the action. Marshal or Hold without shots regroups; then the other side acts (RH-ACT-2)."""
    battle_unit = acting(battle)
    if battle.action and not may_act_on(battle_unit):
        words, name = "{unit} broken: nothing more this action", battle_unit.unit.value.name
        words = words if battle_unit.ranks else "{unit} destroyed"
        if not table.just_said(words.format(unit=name)):  # by the attack of an overwatching unit
            table.tell(words, ("RH-BRK-2",), unit=name)
    elif battle.action == charts.MARSHAL or battle.does == REGROUP:
        battle = regroup(battle, battle_unit, table)
    retained = battle.retaining
    after = battle.but(unit=None, action="", does="", moves=0, aim="", target=None, retaining=False)
    if 1 - battle.active in battle.passed or not can_act(battle.sides[1 - battle.active]):
        return after.but(may_retain=False)
    return after.but(active=1 - battle.active, may_retain=not retained)


def may_act_on(unit: BattleUnit) -> bool:
    return bool(unit.ranks) and not unit.broken


def regroup(battle: Battle, unit: BattleUnit, table: Table) -> Battle:
    """Ask how much Shock is left; no page that we could read says what regrouping removes."""
    if not unit.shock:
        return battle
    left = table.number(
        "shock left", 0, unit.shock, default=unit.shock, rules=("RH-ACT-2",),
        text=f"{unit.unit.value.name} regroups: how much Shock has it left?",
    )  # fmt: skip
    return changed(battle, shock=left)
